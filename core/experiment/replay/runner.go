package replay

import (
	"errors"
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// Name is the kind's name.
const Name = "replay"

// Kind is the replay as workers compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Row is a trace and its schedules.
type Row struct {
	K      int
	Trace  job.Trace // Users, Calendar and Digest are the log's own, and not sent; nor Pos where it ascends
	Starts [][]int64 // in the order of the plan: its own, then the one beside it
}

// Runner computes the tasks of one plan on one trace, and keeps the last to answer
// for. It is for one goroutine at a time.
type Runner struct {
	plan  Plan
	log   *job.Trace
	maker *study.Maker // nil until a resample is asked for
	trace job.Trace    // of task k
	k     int          // -1: none yet
	tapes []*why.Tape
	// engine is loaded with the trace: the tapes' own and that of other ways of
	// scheduling, since it holds more of a job than all else.
	engine *sim.Engine
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the trace has no jobs: there is nothing to replay")
	}
	return &Runner{plan: p, log: t, k: -1}, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task replays the log, or resample k.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if err := r.play(k, progress); err != nil {
		return Row{}, err
	}
	row := Row{K: k, Trace: r.trace}
	for _, tape := range r.tapes {
		row.Starts = append(row.Starts, tape.Starts)
	}
	return row, nil
}

// play records the schedules of task k.
func (r *Runner) play(k int, progress study.Progress) error {
	r.k, r.tapes, r.trace = -1, nil, job.Trace{}
	if k == study.Logged {
		if r.plan.Load == 1 && r.plan.Closer == 0 {
			r.trace = *r.log // its columns are shared
		} else {
			r.plan.Whole(&r.trace, r.log)
		}
		if err := r.plan.CloseLog(&r.trace); err != nil {
			return err
		}
		if err := r.plan.RuleLog(&r.trace); err != nil {
			return err
		}
	} else {
		if r.maker == nil {
			var err error
			if r.maker, err = r.plan.Maker(r.log); err != nil {
				return err
			}
		}
		if err := r.maker.Make(&r.trace, k); err != nil {
			return err
		}
	}
	if r.engine == nil {
		r.engine = sim.New()
	}
	r.engine.Load(&r.trace)
	for i, name := range r.plan.orders() {
		c, err := r.plan.Config(name)
		if err != nil {
			return err
		}
		c.Progress = progress.Within(float64(i), 1)
		tape, err := why.RecordOn(r.engine, &r.trace, &c)
		if err != nil {
			return err
		}
		r.tapes = append(r.tapes, tape)
		progress.Done(i + 1)
	}
	r.k = k
	return nil
}

// Number is the task's.
func (row *Row) Number() int { return row.K }

// Wire sends or takes the row, whose columns are of one length.
func (row *Row) Wire(b wire.Both) {
	t := &row.Trace
	b.All(&row.K, &t.Procs, &t.Start)
	wide, narrow := []*[]int64{&t.Submit, &t.Run, &t.Request, &t.ID}, []*[]int32{&t.Size, &t.User}
	if b.Take == nil {
		b.Put.Grow(job.PackedSize(t.Submit, t.Run, t.Request, t.ID) + job.PackedSize(row.Starts...) + job.PackedSize(t.Size, t.User) + 64)
	}
	for _, c := range wide {
		job.Packed(b, c)
	}
	for _, c := range narrow {
		job.Packed(b, c)
	}
	job.Marks(b, &t.Unasked, t.Len())
	pos := t.Pos
	if slices.IsSorted(pos) {
		pos = nil
	}
	if job.Packed(b, &pos); b.Take != nil && len(pos) == t.Len() {
		t.Pos = pos
	}
	wire.Listed(b, &t.Closures, func(x *job.Closure) { b.All(&x.From, &x.To, &x.Procs, &x.Known) })
	rule.Wire(b, &t.Rules)
	wire.Listed(b, &row.Starts, func(s *[]int64) { job.Packed(b, s) })
	if len(t.ID) == 0 {
		t.ID = nil
	}
	b.Check(row.whole())
}

// whole says whether all columns are of one length.
func (row *Row) whole() bool {
	t, n := &row.Trace, row.Trace.Len()
	ok := len(t.Run) == n && len(t.Request) == n && len(t.Size) == n && len(t.User) == n && (t.ID == nil || len(t.ID) == n)
	for _, s := range row.Starts {
		ok = ok && len(s) == n
	}
	return ok
}
