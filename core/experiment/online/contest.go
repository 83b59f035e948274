package online

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// contest finds when orders can first differ in a replay. Until then each pass found room for all that
// waited or for none of it, so that every order starts the same jobs.
type contest struct {
	on      bool
	events  []event
	waiting []int32
	state   sim.State // at that instant
	starts  []int64   // of the jobs that a cost is of, as far as they began before it
}

// event is a job's arrival or end.
type event struct {
	at     int64 // s
	job    int32
	arrive bool
}

// orderly says whether passes are such that a contest can be found: one an instant, which looks at all that
// wait and forbids none of it, and for which running jobs that started at one instant are alike.
func orderly(t *job.Trace, arms []sim.Config) bool {
	if len(t.Closures)+len(t.Rules) > 0 {
		return false
	}
	return !slices.ContainsFunc(arms, func(c sim.Config) bool {
		rules := c.Dialect.Rules()
		return c.Backfilling == sim.Conservative || c.Depth > 0 || c.Tries > 0 || rules.EachEvent || rules.SparingExtra
	})
}

// first is the instant of the first pass in which orders may differ; math.MaxInt64: there is none. The
// replay began at a state, jobs first to last-1 arrived in it, and starts are its own. A job of no length
// frees its processors at the instant at which it starts: its start counts as a contest.
func (x *contest) first(t *job.Trace, s *sim.State, starts []int64, first, last int) int64 {
	x.events, x.waiting = x.events[:0], append(x.waiting[:0], s.Waiting...)
	free := t.Procs
	for _, r := range s.Running {
		free -= int64(t.Size[r.Job])
		x.events = append(x.events, event{at: r.Start + t.Run[r.Job], job: r.Job})
	}
	for _, j := range s.Waiting {
		x.events = append(x.events, event{at: starts[j] + t.Run[j], job: j})
	}
	for j := first; j < last; j++ {
		x.events = append(x.events, event{at: t.Submit[j], job: int32(j), arrive: true},
			event{at: starts[j] + t.Run[j], job: int32(j)})
	}
	slices.SortFunc(x.events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	now := s.Now
	if s.Acted && len(x.events) > 0 {
		now = x.events[0].at
	}
	for i := 0; ; {
		for ; i < len(x.events) && x.events[i].at <= now; i++ {
			if e := &x.events[i]; e.arrive {
				x.waiting = append(x.waiting, e.job)
			} else {
				free += int64(t.Size[e.job])
			}
		}
		if x.contested(t, starts, now, free) {
			return now
		}
		keep := x.waiting[:0]
		for _, j := range x.waiting {
			if starts[j] == now {
				free -= int64(t.Size[j])
			} else {
				keep = append(keep, j)
			}
		}
		x.waiting = keep
		if i == len(x.events) {
			return math.MaxInt64
		}
		now = x.events[i].at
	}
}

// contested says whether some of those that wait find room and not all together.
func (x *contest) contested(t *job.Trace, starts []int64, now, free int64) bool {
	sum, fits := int64(0), false
	for _, j := range x.waiting {
		size := int64(t.Size[j])
		sum += size
		fits = fits || size <= free
		if t.Run[j] == 0 && starts[j] == now {
			return true
		}
	}
	return fits && sum > free
}
