// Package desk is what a worker does, apart from the browser: each operation
// takes bytes and gives bytes. Page and worker share the operations' names and
// the encoding of their messages through it.
package desk

import (
	"bytes"
	"cmp"
	"errors"
	"runtime"
	"slices"

	"shadowtime/core/base/gunzip"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/problem"
	"shadowtime/core/job/sacct"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// Operations a worker answers.
const (
	OpBegin   = "begin"   // FileRequest -> nothing: a file will be fed
	OpFeed    = "feed"    // a chunk of the unpacked file -> nothing
	OpUnpack  = "unpack"  // a chunk of a file compressed with gzip -> nothing
	OpLog     = "log"     // end of the file -> Opened, and the encoded trace beside it that was asked for
	OpSynth   = "synth"   // SynthRequest -> the same
	OpProblem = "problem" // ProblemRequest -> the same
	OpClean   = "clean"   // CleanRequest -> Cleaned, and the encoded trace beside it
	OpSave    = "save"    // SaveRequest -> nothing, and the log as a file beside it
	OpWaits   = "waits"   // CleanRequest -> the waits that the log says of the trace's jobs
	OpHeld    = "held"    // CleanRequest -> what the trace's jobs waited for; nothing where the log tells no waits
	OpAsk     = "ask"     // AskRequest -> what a kind answers of the log itself
	OpForget  = "forget"  // digest of a log -> nothing
	OpTrace   = "trace"   // an encoded trace beside it -> nothing: what studies are computed on
	OpPrepare = "prepare" // PrepareRequest -> nothing: what tasks and details are of
	OpTask    = "task"    // TaskRequest or PartRequest -> an encoded row
	OpDetail  = "detail"  // a request of the kind's own -> its answer
)

// MaxJobs is how many jobs a log may hold in a worker: each has a copy of the trace,
// and all of them 4 GB at most.
const MaxJobs = 4_000_000

var (
	errNoLog       = errors.New("no log was read")
	errNoFile      = errors.New("no file was begun")
	errNoTrace     = errors.New("no trace was given")
	errNotPrepared = errors.New("no plan was prepared")
)

// Desk holds what a worker works on. One that only reads and cleans logs needs
// no kinds.
type Desk struct {
	kinds  []study.Kind
	file   string    // the name of the one being read
	clean  *Cleaning // what is made of it at once; nil: nothing
	reader *format.Reader
	packed *unpacking // nil where chunks come unpacked
	fed    int        // bytes
	most   int        // jobs of a log
	logs   map[job.Digest]*job.Log
	fresh  fresh
	trace  *job.Trace
	runner study.Runner
}

// New is a desk that computes studies of these kinds.
func New(kinds ...study.Kind) *Desk { return &Desk{kinds: kinds, most: MaxJobs} }

// Message is a request to a desk, and its answer. Beside is a large part that
// whoever passes messages on need not look into: an encoded trace.
type Message struct {
	Data   []byte
	Beside []byte
}

// Handle answers one operation. The progress of a task is reported in steps
// done, the share of one under way with them, of all that it has.
func (d *Desk) Handle(op string, m Message, progress func(done float64, total int)) (Message, error) {
	switch op {
	case OpBegin:
		return Message{}, d.begin(m.Data)
	case OpFeed:
		if d.reader == nil {
			return Message{}, errNoFile
		}
		d.fed += len(m.Data)
		_, err := d.reader.Write(m.Data)
		if err != nil {
			err = errors.New(d.file + ": " + err.Error())
		}
		return Message{}, err
	case OpUnpack:
		if d.reader == nil {
			return Message{}, errNoFile
		}
		if d.packed == nil {
			d.packed = unpackInto(d.reader)
		}
		d.packed.feed(m.Data)
		return Message{}, nil
	case OpLog:
		if d.reader == nil {
			return Message{}, errNoFile
		}
		d.reader.Told(func(done, of int) { progress(float64(d.fed)*float64(done)/float64(of), d.fed) })
		log, err := d.read()
		var told *sacct.Told
		if errors.As(err, &told) {
			return Message{Data: opened(&overview.Summary{Told: told.Size})}, nil
		}
		if asked, ok := errors.AsType[*job.Asked](err); ok {
			return Message{Data: opened(&overview.Summary{Asked: asked})}, nil
		}
		if err != nil {
			return Message{}, err
		}
		return d.take(log, d.clean)
	case OpSave:
		return d.save(m.Data)
	case OpSynth, OpProblem:
		return d.made(op, wire.NewReader(m.Data))
	case OpWaits:
		return d.waits(m.Data)
	case OpHeld:
		return d.held(m.Data)
	case OpAsk:
		b, err := d.ask(m.Data)
		return Message{Data: b}, err
	case OpForget:
		return Message{}, d.forget(m.Data)
	case OpClean:
		t, _, c, err := d.cleaned(m.Data)
		if err != nil {
			return Message{}, err
		}
		d.keep(m.Data, t)
		return traced(nil, t, c), nil
	case OpTrace:
		t := &job.Trace{}
		if err := wire.Decode(m.Beside, t); err != nil {
			return Message{}, err
		}
		d.trace, d.runner = t, nil
		return Message{}, nil
	case OpPrepare:
		return Message{}, d.prepare(m.Data)
	}
	if op != OpTask && op != OpDetail {
		return Message{}, errors.New("operation " + op + " is not known: page and worker are of different builds; reload the page")
	}
	if d.runner == nil {
		return Message{}, errNotPrepared
	}
	told := func(done float64) { progress(done, d.runner.Steps()) }
	if op == OpDetail {
		if t, ok := d.runner.(study.Telling); ok {
			b, err := t.DetailTold(m.Data, told)
			return Message{Data: b}, err
		}
		b, err := d.runner.Detail(m.Data)
		return Message{Data: b}, err
	}
	r := wire.NewReader(m.Data)
	k, at, of := int(r.Int()), int(r.Int()), int(r.Int())
	if err := r.Close(); err != nil {
		return Message{}, err
	}
	if of > 1 {
		row, err := study.PartOf(d.runner, k, at, of, told)
		return Message{Data: row}, err
	}
	row, err := d.runner.Task(k, told)
	return Message{Data: row}, err
}

// begin waits for a file.
func (d *Desk) begin(data []byte) (err error) {
	_, _ = d.packed.end() // of a file that was given up
	var o account.Options
	r := wire.NewReader(data)
	d.file, d.reader, d.packed, d.fed, d.clean = r.String(), nil, nil, 0, nil
	atOnce(wire.Both{Take: r}, &d.clean)
	if err = study.ImportSettings(&o).Decode(r); err == nil {
		err = r.Close()
	}
	if err == nil {
		d.reader = format.NewReaderWith(d.file, o)
		d.reader.Limit(cmp.Or(d.most, MaxJobs))
	}
	return err
}

// read ends the reading of a file.
func (d *Desk) read() (*job.Log, error) {
	notes, unpacking := d.packed.end()
	log, err := d.reader.Log()
	d.reader, d.packed = nil, nil
	var broken *gunzip.Error
	switch {
	case errors.As(unpacking, &broken) && log != nil:
		return nil, broken.In(d.file, log.Lines, log.Len())
	case broken != nil:
		return nil, broken.In(d.file, 0, 0)
	case unpacking != nil:
		err = unpacking
	}
	if told := (*sacct.Told)(nil); errors.As(err, &told) {
		return nil, err
	}
	if asked, ok := errors.AsType[*job.Asked](err); ok {
		return nil, &job.Asked{Says: d.file + ": " + asked.Says, Readings: asked.Readings}
	}
	if err != nil {
		return nil, errors.New(d.file + ": " + err.Error())
	}
	log.Notes = append(log.Notes, notes...)
	return log, nil
}

// prepare makes the runner of a plan.
func (d *Desk) prepare(data []byte) error {
	r := wire.NewReader(data)
	name, plan := r.String(), r.Rest()
	if err := r.Err(); err != nil {
		return err
	}
	k, err := d.kind(name)
	if err != nil {
		return err
	}
	if d.trace == nil && !k.Alone {
		return errNoTrace
	}
	runner, err := k.Prepare(d.trace, plan)
	if err == nil {
		d.runner = runner
	}
	return err
}

// kind is the one of that name.
func (d *Desk) kind(name string) (*study.Kind, error) {
	at := slices.IndexFunc(d.kinds, func(k study.Kind) bool { return k.Name == name })
	if at < 0 {
		return nil, errors.New("study " + name + " is not known: page and worker are of different builds; reload the page")
	}
	return &d.kinds[at], nil
}

// ask has a kind answer what is asked of a log.
func (d *Desk) ask(data []byte) ([]byte, error) {
	r := wire.NewReader(data)
	log, ok := d.logs[digest(r)]
	name, request := r.String(), r.Rest()
	if err := r.Err(); err != nil {
		return nil, err
	}
	k, err := d.kind(name)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, errNoLog
	case k.Ask == nil:
		return nil, errors.New("study " + name + " asks nothing of a log itself")
	}
	return k.Ask(log, request)
}

// take keeps a log, describes it and makes the trace that will be asked for, if any will.
func (d *Desk) take(log *job.Log, clean *Cleaning) (Message, error) {
	if d.logs == nil {
		d.logs = map[job.Digest]*job.Log{}
	}
	d.logs[log.Digest] = log
	if clean == nil {
		return Message{Data: opened(overview.Summarise(log))}, nil
	}
	summary := opened(overview.Summarise(log)) // before the trace is there: it takes as much for a moment
	t, c := trace(log, *clean)
	d.keep(CleanRequest(log.Digest, *clean), t)
	return traced(summary, t, c), nil
}

// opened is a summary, of a length that is told: a trace may follow.
func opened(s *overview.Summary) []byte {
	var w wire.Writer
	w.String(string(wire.Encode(s)))
	return w.B
}

// save writes a log as convert does.
func (d *Desk) save(data []byte) (Message, error) {
	r := wire.NewReader(data)
	log, ok := d.logs[digest(r)]
	var told job.Machine
	told.Wire(wire.Both{Take: r})
	to := r.String()
	if err := r.Close(); err != nil {
		return Message{}, err
	}
	if !ok {
		return Message{}, errNoLog
	}
	writer, err := format.WriterOf(to, "")
	if err != nil {
		return Message{}, err
	}
	var b bytes.Buffer
	err = format.Write(&b, log, log.Rows(), format.WriteOptions{Machine: format.MachineOf(log, told), Format: writer})
	return Message{Beside: b.Bytes()}, err
}

// tidy collects what was left between two uses of much memory, where a log is large: a
// page's memory grows and never shrinks.
func tidy(log *job.Log) {
	const large = 1 << 17
	if log.Len() >= large {
		runtime.GC()
	}
}

// traced is what a trace looks like, behind what stands there, and the trace.
func traced(before []byte, t *job.Trace, c *job.Cleaning) Message {
	w := wire.Writer{B: before}
	(&Cleaned{c, overview.Describe(t)}).Wire(wire.Both{Put: &w})
	return Message{w.B, wire.Encode(t)}
}

// Cleaning is how a log becomes a trace; procs 0 is the log's own machine size.
type Cleaning struct {
	Rules job.Rules
	Procs int64
}

// Wire sends or takes the cleaning.
func (c *Cleaning) Wire(b wire.Both) { b.All(&c.Rules, &c.Procs) }

// atOnce sends or takes which trace is made with a log; nil: none.
func atOnce(b wire.Both, clean **Cleaning) {
	made := *clean != nil
	if b.Bool(&made); !made {
		return
	}
	if *clean == nil {
		*clean = &Cleaning{}
	}
	(*clean).Wire(b)
}

func trace(log *job.Log, clean Cleaning) (*job.Trace, *job.Cleaning) {
	tidy(log)
	t, c := job.Clean(log, clean.Rules, job.MachineOf(log, clean.Procs))
	tidy(log)
	return t, c
}

// cleaned makes the trace that a CleanRequest asks for.
func (d *Desk) cleaned(data []byte) (*job.Trace, *job.Log, *job.Cleaning, error) {
	r := wire.NewReader(data)
	log, ok := d.logs[digest(r)]
	if !ok {
		return nil, nil, nil, errNoLog
	}
	var clean Cleaning
	clean.Wire(wire.Both{Take: r})
	if err := r.Close(); err != nil {
		return nil, nil, nil, err
	}
	t, c := trace(log, clean)
	return t, log, c, nil
}

// waits are those that a log says of the jobs of its trace.
func (d *Desk) waits(data []byte) (Message, error) {
	t, log, _, err := d.cleaned(data)
	if err != nil {
		return Message{}, err
	}
	var w wire.Writer
	w.Ints(why.Waits(t, log))
	return Message{Data: w.B}, nil
}

// fresh is the trace made last, and the CleanRequest for it: what its jobs waited for is asked at once, and cleaning a log again
// takes longer than telling that.
type fresh struct {
	asked []byte
	trace *job.Trace
}

// keep has a trace ready for the account; one that tells no waits needs no room.
func (d *Desk) keep(asked []byte, t *job.Trace) {
	if len(t.Wait) == 0 {
		t = &job.Trace{}
	}
	d.fresh = fresh{bytes.Clone(asked), t}
}

// forget gives a log back.
func (d *Desk) forget(data []byte) error {
	delete(d.logs, digest(wire.NewReader(data)))
	d.fresh = fresh{}
	return nil
}

// held is the account of what the jobs of a trace waited for.
func (d *Desk) held(data []byte) (Message, error) {
	t := d.fresh.trace
	if asked := d.fresh.asked; t == nil || !bytes.Equal(asked, data) {
		var err error
		if t, _, _, err = d.cleaned(data); err != nil {
			return Message{}, err
		}
	}
	d.fresh = fresh{}
	r, ok := held.RecordOf(t)
	if !ok {
		return Message{}, nil
	}
	a, err := held.AccountOf(r, &held.Machine{})
	if err != nil {
		return Message{}, err
	}
	return Message{Data: wire.Encode(a)}, nil
}

// Cleaned is the answer to OpClean.
type Cleaned struct {
	Cleaning *job.Cleaning
	Overview *overview.Overview
}

// Wire sends or takes the answer.
func (c *Cleaned) Wire(b wire.Both) {
	b.All(c.Cleaning, c.Overview, &c.Cleaning.Recorded, &c.Cleaning.Pooled)
	c.Cleaning.WireReasons(b)
	c.Overview.Calendar.WireShifts(b) // files of studies, which have an overview too, need no dates
}

// DecodeOpened reads the answer to OpLog, OpSynth and OpProblem: the log, and its trace as it was asked
// for; nil where none was, or a file told of a machine alone.
func DecodeOpened(b []byte) (*overview.Summary, *Cleaned, error) {
	r := wire.NewReader(b)
	s := &overview.Summary{}
	err := wire.Decode(r.Borrow(r.Len()), s)
	if err != nil || r.Left() == 0 {
		return s, nil, err
	}
	c, err := DecodeCleaned(r.Rest())
	return s, c, err
}

// DecodeCleaned reads the answer to OpClean.
func DecodeCleaned(b []byte) (*Cleaned, error) {
	c := &Cleaned{&job.Cleaning{}, &overview.Overview{}}
	return c, wire.Decode(b, c)
}

// DecodeWaits reads the answer to OpWaits.
func DecodeWaits(b []byte) ([]int64, error) {
	r := wire.NewReader(b)
	waits := r.Ints()
	return waits, r.Close()
}

// DecodeHeld reads the answer to OpHeld; nil where the log tells no waits.
func DecodeHeld(b []byte) (*held.Account, error) {
	if len(b) == 0 {
		return nil, nil
	}
	a := &held.Account{}
	return a, wire.Decode(b, a)
}

func digest(r *wire.Reader) (d job.Digest) {
	copy(d[:], r.Raw(len(d)))
	return d
}

// CleanRequest asks for the trace of a log.
func CleanRequest(log job.Digest, clean Cleaning) []byte {
	var w wire.Writer
	w.Raw(log[:])
	clean.Wire(wire.Both{Put: &w})
	return w.B
}

// AskRequest asks a kind about a log itself.
func AskRequest(log job.Digest, kind string, request []byte) []byte {
	var w wire.Writer
	w.Raw(log[:])
	w.String(kind)
	w.Raw(request)
	return w.B
}

// FileRequest announces a file, what an accounting file can't say, and the trace that is
// made of it at once; nil: none, as for a desk that lost a log whose trace is made.
func FileRequest(name string, o account.Options, clean *Cleaning) []byte {
	var w wire.Writer
	w.String(name)
	atOnce(wire.Both{Put: &w}, &clean)
	study.ImportSettings(&o).Encode(&w)
	return w.B
}

// SaveRequest asks for a log as a file that can be published, in the format of a key of
// format.Writers; the machine is the one that was told, without processors: as far as
// the log tells.
func SaveRequest(log job.Digest, told job.Machine, to string) []byte {
	var w wire.Writer
	w.Raw(log[:])
	told.Wire(wire.Both{Put: &w})
	w.String(to)
	return w.B
}

// made answers with a log that is made here.
func (d *Desk) made(op string, r *wire.Reader) (Message, error) {
	var name string
	var cfg lublin.Config
	if op == OpProblem {
		name = r.String()
	} else {
		cfg = lublin.Config{Procs: int(r.Int()), Jobs: int(r.Int()), Seed: r.Uint()}
	}
	var clean *Cleaning
	atOnce(wire.Both{Take: r}, &clean)
	err := r.Close()
	if err != nil {
		return Message{}, err
	}
	var log *job.Log
	if op == OpSynth {
		log, err = lublin.Sample(cfg)
	} else if p, none := problem.Find(name); none != nil {
		err = none
	} else {
		log, err = p.Make()
	}
	if err != nil {
		return Message{}, err
	}
	log.Digest = job.DigestOf(log)
	return d.take(log, clean)
}

// SynthRequest asks for a synthetic log, and for a trace of it as FileRequest does.
func SynthRequest(procs, jobs int, seed uint64, clean *Cleaning) []byte {
	var w wire.Writer
	w.Int(int64(procs))
	w.Int(int64(jobs))
	w.Uint(seed)
	atOnce(wire.Both{Put: &w}, &clean)
	return w.B
}

// ProblemRequest asks for a made-up problem by its name, and for a trace of it as
// FileRequest does.
func ProblemRequest(name string, clean *Cleaning) []byte {
	var w wire.Writer
	w.String(name)
	atOnce(wire.Both{Put: &w}, &clean)
	return w.B
}

// PrepareRequest asks for a plan of a kind, encoded, on the trace given last.
func PrepareRequest(kind string, plan []byte) []byte {
	var w wire.Writer
	w.String(kind)
	w.Raw(plan)
	return w.B
}

// TaskRequest asks for task k of the plan.
func TaskRequest(k int) []byte { return PartRequest(k, 0, 1) }

// PartRequest asks for a part of it, see study.PartOf.
func PartRequest(k, at, of int) []byte {
	var w wire.Writer
	w.Int(int64(k))
	w.Int(int64(at))
	w.Int(int64(of))
	return w.B
}
