// Package desk is what a worker does, apart from the browser: each operation
// takes bytes and gives bytes. Page and worker share the operations' names and
// the encoding of their messages through it.
package desk

import (
	"errors"

	"shadowtime/core/compare"
	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/online"
	"shadowtime/core/overview"
	"shadowtime/core/swf"
	"shadowtime/core/tune"
	"shadowtime/core/wire"
)

// Operations a worker answers.
const (
	OpBegin   = "begin"   // name -> nothing: a file will be fed
	OpFeed    = "feed"    // a chunk of the unpacked file -> nothing
	OpLog     = "log"     // end of the file -> overview.Summary
	OpSynth   = "synth"   // SynthRequest -> overview.Summary
	OpClean   = "clean"   // CleanRequest -> Cleaned
	OpForget  = "forget"  // digest of a log -> nothing
	OpPrepare = "prepare" // PrepareRequest -> nothing
	OpTask    = "task"    // k -> row of the study prepared
	OpDetail  = "detail"  // what the study prepared takes -> what it answers
)

// ErrNoLog is the answer to OpClean of a desk that does not hold the log, as
// after a restart: whoever asks has to have it read again.
var ErrNoLog = errors.New("no log was read")

// Desk holds what a worker works on. The zero value is ready.
type Desk struct {
	file   string
	parser *swf.Parser
	logs   map[job.Digest]*job.Log
	runner runner
}

// runner computes the tasks of a study of any kind.
type runner struct {
	steps  int // progress steps of a task
	task   func(k int, progress func(done int)) (row, error)
	detail func(request []byte) ([]byte, error)
}

type row interface{ Encode(*wire.Writer) }

// kinds are the studies that a worker computes: each makes its runner of a
// trace and the plan that it reads to the end.
var kinds = map[string]func(t *job.Trace, plan *wire.Reader) (runner, error){
	compare.Kind: prepareCompare,
	online.Kind:  prepareOnline,
	tune.Kind:    prepareTune,
}

// prepare makes the runner of a kind of study.
func prepare(kind string, t *job.Trace, plan *wire.Reader) (runner, error) {
	make, ok := kinds[kind]
	if !ok {
		return runner{}, errors.New("study " + kind + " is not known: page and worker are of different builds; reload the page")
	}
	return make(t, plan)
}

func prepareCompare(t *job.Trace, plan *wire.Reader) (x runner, err error) {
	p := compare.DecodePlan(plan)
	if err := plan.Close(); err != nil {
		return x, err
	}
	s, err := compare.NewRunner(t, p)
	if err != nil {
		return x, err
	}
	x.steps = s.Orders()
	x.task = func(k int, progress func(int)) (row, error) {
		row, err := s.Task(k, progress)
		return &row, err
	}
	return x, nil
}

// Handle answers one operation. The progress of a task is reported in replays
// done, of all its orders.
func (d *Desk) Handle(op string, data []byte, progress func(done, total int)) ([]byte, error) {
	switch op {
	case OpBegin:
		d.file, d.parser = string(data), swf.NewParser(swf.Name(string(data)))
		return nil, nil
	case OpFeed:
		if d.parser == nil {
			return nil, errors.New("no file was begun")
		}
		_, err := d.parser.Write(data)
		return nil, err
	case OpLog:
		if d.parser == nil {
			return nil, errors.New("no file was begun")
		}
		log, err := d.parser.Log()
		d.parser = nil
		if err != nil {
			return nil, errors.New(d.file + ": " + err.Error())
		}
		return d.take(log), nil
	case OpSynth:
		r := wire.NewReader(data)
		cfg := lublin.Config{Procs: int(r.Int()), Jobs: int(r.Int()), Seed: r.Uint()}
		if err := r.Close(); err != nil {
			return nil, err
		}
		log, err := lublin.Sample(cfg)
		if err != nil {
			return nil, err
		}
		return d.take(log), nil
	case OpForget:
		delete(d.logs, digest(wire.NewReader(data)))
		return nil, nil
	case OpClean:
		return d.clean(data)
	case OpPrepare:
		r := wire.NewReader(data)
		t := job.DecodeTrace(r)
		kind := r.String()
		if err := r.Err(); err != nil {
			return nil, err
		}
		var err error
		d.runner, err = prepare(kind, t, r)
		return nil, err
	case OpTask:
		if d.runner.task == nil {
			return nil, errNotPrepared
		}
		r := wire.NewReader(data)
		k := int(r.Int())
		if err := r.Close(); err != nil {
			return nil, err
		}
		row, err := d.runner.task(k, func(done int) { progress(done, d.runner.steps) })
		if err != nil {
			return nil, err
		}
		var w wire.Writer
		row.Encode(&w)
		return w.B, nil
	case OpDetail:
		if d.runner.detail == nil {
			return nil, errNotPrepared
		}
		return d.runner.detail(data)
	}
	return nil, errors.New("operation " + op + " is not known: page and worker are of different builds; reload the page")
}

// take keeps a log and describes it.
func (d *Desk) take(log *job.Log) []byte {
	log.Digest = job.DigestOf(log)
	if d.logs == nil {
		d.logs = map[job.Digest]*job.Log{}
	}
	d.logs[log.Digest] = log
	var w wire.Writer
	overview.Summarise(log).Encode(&w)
	return w.B
}

func (d *Desk) clean(data []byte) ([]byte, error) {
	r := wire.NewReader(data)
	log, ok := d.logs[digest(r)]
	if !ok {
		return nil, ErrNoLog
	}
	rules := job.DecodeRules(r)
	procs := r.Int()
	if err := r.Close(); err != nil {
		return nil, err
	}
	t, c := job.Clean(log, rules, job.MachineOf(log, procs))
	var w wire.Writer
	c.Encode(&w)
	overview.Of(t).Encode(&w)
	t.Encode(&w)
	return w.B, nil
}

// Cleaned is the answer to OpClean.
type Cleaned struct {
	Cleaning *job.Cleaning
	Overview *overview.Overview
	Trace    []byte // encoded, for the workers of the pool
}

// DecodeCleaned reads the answer to OpClean.
func DecodeCleaned(b []byte) (*Cleaned, error) {
	r := wire.NewReader(b)
	c := &Cleaned{Cleaning: job.DecodeCleaning(r), Overview: overview.Decode(r), Trace: r.Rest()}
	return c, r.Err()
}

var errNotPrepared = errors.New("no plan was prepared")

func digest(r *wire.Reader) (d job.Digest) {
	copy(d[:], r.Raw(len(d)))
	return d
}

// CleanRequest asks for the trace of a log under rules; procs 0 is the log's
// own machine size.
func CleanRequest(log job.Digest, rules job.Rules, procs int64) []byte {
	var w wire.Writer
	w.Raw(log[:])
	rules.Encode(&w)
	w.Int(procs)
	return w.B
}

// SynthRequest asks for a synthetic log.
func SynthRequest(procs, jobs int, seed uint64) []byte {
	var w wire.Writer
	w.Int(int64(procs))
	w.Int(int64(jobs))
	w.Uint(seed)
	return w.B
}

// PrepareRequest gives a worker its trace, and an encoded plan of a kind.
func PrepareRequest(trace []byte, kind string, plan []byte) []byte {
	w := wire.Writer{B: append([]byte(nil), trace...)}
	w.String(kind)
	w.Raw(plan)
	return w.B
}

// TaskRequest asks for resample k of the plan.
func TaskRequest(k int) []byte {
	var w wire.Writer
	w.Int(int64(k))
	return w.B
}
