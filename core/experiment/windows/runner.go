package windows

import (
	"errors"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/gc"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Runner computes the tasks of one plan on one trace, one after another, in buffers
// of its own: give each goroutine or worker its own.
type Runner struct {
	plan   Plan
	trace  job.Trace
	orders []order.Order
	parts  []part
	engine *sim.Engine
	waits  []float64
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: there are no windows")
	}
	r := &Runner{plan: p, engine: sim.New()}
	if p.Dialect == Shadowtime {
		t = t.Lasting() // a page cleans alike for all its views
	}
	if t = p.Part.Cut(t); t.Len() == 0 {
		return nil, errors.New("that half of the log has no jobs: there are no windows")
	}
	p.Whole(&r.trace, t)
	if p.Scenario == Actual {
		copy(r.trace.Request, r.trace.Run)
	}
	for _, name := range p.Orders {
		o, err := order.Parse(name)
		if err == nil {
			err = o.Static("a window")
		}
		if err != nil {
			return nil, err
		}
		r.orders = append(r.orders, o)
	}
	var err error
	r.parts, err = cut(&r.trace, &p)
	return r, err
}

// Windows is how many there are: tasks 1 to so many.
func (r *Runner) Windows() int { return len(r.parts) }

// Short is the error of a log without any window, nil where it has one.
func (r *Runner) Short() error {
	if len(r.parts) > 0 {
		return nil
	}
	return short(&r.trace, &r.plan, 0, 1)
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task replays window k under every order; task study.Logged looks at the log.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k == study.Logged {
		for i := range r.orders {
			progress.Done(i + 1)
		}
		return Row{Start: r.trace.Submit[0], Jobs: r.trace.Len(), Windows: len(r.parts)}, nil
	}
	if k < study.Logged {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": windows are counted from 1, 0 is the log itself")
	}
	if k > len(r.parts) {
		return Row{}, short(&r.trace, &r.plan, len(r.parts), k)
	}
	t := r.window(k)
	row := Row{K: k, Start: t.Start, Jobs: t.Len()}
	r.engine.Load(&t)
	for i, o := range r.orders {
		if err := r.replay(&t, o, progress.Within(float64(i), 1)); err != nil {
			return Row{}, err
		}
		row.Outcomes = append(row.Outcomes, measure(&t, r.waits, r.plan.Warm, r.plan.Tau))
		progress.Done(i + 1)
	}
	return row, nil
}

// window is the trace of window k, whose clock begins with it.
func (r *Runner) window(k int) job.Trace {
	t := r.trace.Part(r.parts[k-1].from, r.parts[k-1].to)
	t.Start = t.Submit[0]
	return t
}

// replay leaves the waits of a window's jobs under an order in r.waits.
func (r *Runner) replay(t *job.Trace, o order.Order, progress sim.Progress) error {
	r.waits = append(r.waits[:0], make([]float64, t.Len())...)
	easy := r.plan.Scenario == Easy
	if r.plan.Dialect == GC {
		h := gc.Published()
		h.Pool = r.plan.Pool
		h.Replay(t, o, easy, r.waits)
		return nil
	}
	c := sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Backfilling: sim.NoBackfilling, Progress: progress}
	if easy {
		c.Backfilling = sim.Easy
	}
	if err := r.engine.Run(&c); err != nil {
		return err
	}
	for j, start := range r.engine.Starts() {
		r.waits[j] = float64(start - t.Submit[j])
	}
	return nil
}
