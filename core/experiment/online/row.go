package online

import (
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Row is the result of one task: what each fixed order and each strategy did
// on resample K.
type Row struct {
	K      int
	Jobs   int64    // of the resample
	Fixed  []Course // in the order of Plan.Orders
	Learnt []Course // strategies, as Plan.Entries numbers them
}

// Course is what one strategy did on one resample. Waits are seconds.
type Course struct {
	SumWait int64
	MaxWait int64
	Ended   []int64 // by week of the trace, the waits of jobs that ended in it; the last entry holds all later weeks
	Week    []int64 // the same of jobs submitted in it; of the log itself alone
	Beyond  Beyond  // of a strategy, where one of them shares feedback
	Chosen  []byte  // the order of each period, as an index into Plan.Orders; none of a fixed order
}

// Beyond is how a strategy stood beside the baseline while it learned, at the ends of periods.
type Beyond struct {
	Most     int64 // the most that jobs had waited beyond the baseline's so far, seconds; 0: never
	Broken   int64 // 1: that was once more than the plan's α of the baseline's
	Replayed int64 // jobs replayed for shared feedback,
	Told     int64 // and what their replays say was lost by the ends of periods, seconds; below 0: gained
}

// Course is the course of a line of the outcome.
func (r *Row) Course(e Entry) *Course {
	if e.Strategy.Base == Fixed {
		return &r.Fixed[e.At]
	}
	return &r.Learnt[e.At]
}

// measure sums up the counted jobs, from..to-1, of a replay whose jobs began at
// starts. Ended, and Week where it is wanted, must have their length.
func (c *Course) measure(t *job.Trace, starts []int64, from, to int) {
	c.SumWait, c.MaxWait = 0, 0
	clear(c.Ended)
	clear(c.Week)
	later := int64(len(c.Ended) - 1)
	starts = starts[from:to]
	submit, run := t.Submit[from:to][:len(starts)], t.Run[from:to][:len(starts)]
	for j, start := range starts {
		wait := start - submit[j]
		c.SumWait += wait
		c.MaxWait = max(c.MaxWait, wait)
		c.Ended[min((start+run[j])/job.Week, later)] += wait
		if c.Week != nil {
			c.Week[min(submit[j]/job.Week, later)] += wait
		}
	}
}

// weekly says whether the row has sums by week of submit.
func (r *Row) weekly() bool {
	for _, list := range [...][]Course{r.Fixed, r.Learnt} {
		for i := range list {
			if list[i].Week != nil {
				return true
			}
		}
	}
	return false
}

// shared says whether a strategy had shared feedback.
func (r *Row) shared() bool {
	return slices.ContainsFunc(r.Learnt, func(c Course) bool { return c.Beyond != Beyond{} })
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.All(&r.K, &r.Jobs)
	for _, list := range [...]*[]Course{&r.Fixed, &r.Learnt} {
		wire.Listed(b, list, func(c *Course) { b.All(&c.SumWait, &c.MaxWait, &c.Ended, &c.Chosen) })
	}
	// weeks are of the log alone, and there are none in files of before
	if b.Take == nil && !r.weekly() && !r.shared() || b.Take != nil && b.Take.Left() == 0 {
		return
	}
	for _, list := range [...][]Course{r.Fixed, r.Learnt} {
		for i := range list {
			b.Ints(&list[i].Week)
		}
	}
	if b.Take == nil && !r.shared() || b.Take != nil && b.Take.Left() == 0 {
		return
	}
	for i := range r.Learnt {
		x := &r.Learnt[i].Beyond
		b.All(&x.Most, &x.Broken, &x.Replayed, &x.Told)
	}
}
