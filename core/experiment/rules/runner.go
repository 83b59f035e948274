package rules

import (
	"errors"
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Runner computes the tasks of one plan on one trace.
type Runner struct {
	plan   Plan
	trace  *job.Trace
	record *held.Record
	search *Search
	done   bool // the search is
	rounds int
	engine *sim.Engine
}

// ErrNoWaits is the answer of a log that tells no waits.
var ErrNoWaits = errors.New("the log does not say how long its jobs waited: rules can't be read off it; give a log with wait times or " +
	"starts")

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	r := &Runner{plan: p, trace: t, engine: sim.New()}
	if t.Procs < 1 && t.Len() > 0 {
		return nil, errors.New("the machine's size is not known: set it")
	}
	var ok bool
	if r.record, ok = held.RecordOf(t); !ok {
		return nil, ErrNoWaits
	}
	return r, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task computes task k.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	row := Row{K: k}
	var err error
	told := 0
	tell := func(steps float64) {
		told = int(steps)
		progress.Done(told)
	}
	switch k {
	case Waits:
		row.Account, err = held.AccountOf(r.record, &held.Machine{})
	case Whole:
		row.Found, err = r.Round(rounds+1, tell)
	case Half:
		row.Forward, err = r.forward(tell)
	default:
		err = errors.New("task " + strconv.Itoa(k) + ": tasks are counted from 1, the rules of the log, to 2, those of its first half; " +
			"0 is what users waited for")
	}
	for err == nil && told < r.Steps() { // the last round is seldom reached
		tell(float64(told + 1))
	}
	return row, err
}

// Detail answers requests: of a round, of other rules, of the half that was not seen, of a drawing.
func (r *Runner) Detail(request []byte) ([]byte, error) { return r.DetailTold(request, nil) }

// DetailTold tells how far it is.
func (r *Runner) DetailTold(request []byte, progress study.Progress) ([]byte, error) {
	from := wire.NewReader(request)
	n := from.Int()
	if n == drawing {
		return r.draw(from)
	}
	var list []rule.Rule
	if n == under {
		wire.Listed(wire.Both{Take: from}, &list, func(x *rule.Rule) { x.Wire(wire.Both{Take: from}) })
	}
	if err := from.Close(); err != nil {
		return nil, err
	}
	if n == forward {
		f, err := r.forward(progress)
		if err != nil {
			return nil, err
		}
		var w wire.Writer
		f.Wire(wire.Both{Put: &w})
		return w.B, nil
	}
	var f *Found
	var err error
	switch {
	case n == under:
		f, err = r.Under(list)
	case n < 0 || n > rounds+1:
		err = errors.New("round " + strconv.FormatInt(n, 10) + " of a search: there are " + strconv.Itoa(rounds) + " at most")
	default:
		f, err = r.Round(int(n), progress)
	}
	if err != nil {
		return nil, err
	}
	var w wire.Writer
	f.Wire(wire.Both{Put: &w})
	return w.B, nil
}

// Under is what other rules explain, with what else is found of the machine so far.
func (r *Runner) Under(list []rule.Rule) (*Found, error) {
	if r.search == nil {
		if _, err := r.Round(0, nil); err != nil {
			return nil, err
		}
	}
	s := *r.search
	c, err := s.under(list)
	if err != nil {
		return nil, err
	}
	s.take(c)
	f, err := s.tell(r.done)
	if err != nil || !r.done {
		return f, err
	}
	f.Open, f.Ruled, err = r.likeness(r.trace, f)
	return f, err
}

// Round is what is found after so many rounds; behind the last, all of it.
func (r *Runner) Round(n int, progress study.Progress) (*Found, error) {
	var err error
	if r.search == nil || n < r.rounds {
		if r.search, err = NewSearch(r.record, r.plan.Exempt, r.plan.said()); err != nil {
			return nil, err
		}
		r.rounds, r.done = 0, r.search.Foreign()
	}
	for ; r.rounds < n && !r.done; r.rounds++ {
		found, err := r.search.Round()
		if err != nil {
			return nil, err
		}
		r.done = !found || r.rounds+1 == rounds
		progress.Done(r.rounds + 1)
	}
	f, err := r.search.tell(r.done)
	if err != nil || !r.done {
		return f, err
	}
	f.Open, f.Ruled, err = r.likeness(r.trace, f)
	return f, err
}

// likeness compares the recorded waits with those of replays: open, and as the search has the machine.
func (r *Runner) likeness(t *job.Trace, f *Found) (open, ruled metric.Likeness, err error) {
	first, _ := order.Parse("FCFS")
	plain := sim.Config{Primary: first, Backfill: first, Threshold: sim.None}
	if open, err = r.replay(t, nil, plain); err != nil {
		return open, ruled, err
	}
	how := plain
	if how.Primary, err = order.Parse(f.Order.String()); err != nil {
		return open, ruled, err
	}
	if how.Backfill = how.Primary; f.Plain {
		how.Backfilling = sim.NoBackfilling
	}
	ruled, err = r.replay(t, bound(t, f.Rules()), how)
	return open, ruled, err
}

func (r *Runner) replay(t *job.Trace, rules []rule.Bound, how sim.Config) (metric.Likeness, error) {
	x := *t
	x.Rules = rules
	r.engine.Load(&x)
	if err := r.engine.Run(&how); err != nil {
		return metric.Likeness{}, err
	}
	return metric.Compare(t, t.Wait, r.engine.Starts()), nil
}

// forward reads the rules of the first half of the jobs, and measures them on the second.
func (r *Runner) forward(progress study.Progress) (*Forward, error) {
	n := r.trace.Len()
	first, second := r.trace.Part(0, n/2), r.trace.Part(n/2, n)
	record, ok := held.RecordOf(&first)
	later, also := held.RecordOf(&second)
	if !ok || !also {
		return nil, ErrNoWaits
	}
	part := &Runner{plan: r.plan, trace: &first, record: record, engine: r.engine}
	found, err := part.Round(rounds+1, progress)
	if err != nil {
		return nil, err
	}
	f := &Forward{Found: *found, Jobs: second.Len()}
	if f.Carried, err = part.search.carry(later); err != nil {
		return nil, err
	}
	pass := held.NewPass(later)
	if f.Before, err = pass.Run(&held.Machine{}); err != nil {
		return nil, err
	}
	m := held.Machine{Order: found.Order, Plain: found.Plain, Rules: bound(&second, f.Carried)}
	on := Found{Order: found.Order, Plain: found.Plain}
	for _, x := range f.Carried {
		on.Findings = append(on.Findings, Finding{Rule: x})
	}
	if f.After, err = pass.Run(&m); err != nil {
		return nil, err
	}
	f.Open, f.Ruled, err = r.likeness(&second, &on)
	return f, err
}
