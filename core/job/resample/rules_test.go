package resample

import (
	"math/rand/v2"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// dated gives a trace a zone whose clocks are moved twice a year of 26 weeks.
func dated(t *job.Trace) *job.Trace {
	c := &t.Calendar
	c.Unix, c.Offset = 843_000_000, 3600
	for at, summer := int64(9*job.Day+5000), false; at < t.Submit[t.Len()-1]+20*job.Week; at += 13 * job.Week {
		summer = !summer
		c.Shifts = append(c.Shifts, job.Shift{At: at, Offset: map[bool]int64{true: 7200, false: 3600}[summer]})
	}
	return t
}

// holds says whether a bound rule holds at an instant.
func holds(b *rule.Bound, at int64) bool {
	i := sort.Search(len(b.Spans), func(i int) bool { return b.Spans[i].To > at })
	return len(b.Spans) == 0 || i < len(b.Spans) && b.Spans[i].From <= at
}

// wall is what a clock on the wall shows, in seconds since some Monday 0:00.
func wall(t *job.Trace, at int64) int64 { return at + t.Calendar.Ahead(at) - t.Calendar.Monday }

// bounded are rules of random periods, from within the log or before to within it or after.
func bounded(rng *rand.Rand, t *job.Trace) (list []rule.Rule) {
	c, last := &t.Calendar, t.Submit[t.Len()-1]
	list = append(list, rule.New(rule.Stop))
	for range 5 {
		r := rule.New(rule.Stop)
		if rng.IntN(3) > 0 {
			r.Since = c.Local(rng.Int64N(last+job.Week)) - job.Week/2
		}
		if rng.IntN(3) > 0 {
			r.Until = max(r.Since+1, c.Local(rng.Int64N(last+job.Week)))
		}
		list = append(list, r)
	}
	return list
}

func TestARuleHoldsInAResampleForTheJobsForWhichItHeldInTheLog(t *testing.T) {
	for seed := range uint64(6) {
		src, rng := dated(trace(seed, 3000, 9, 40)), rand.New(rand.NewPCG(seed, 3))
		for _, v := range []Variant{Block, Original, Whole} {
			s := mustNew(t, src, v)
			for _, load := range []float64{1, 0.9, 0.4} {
				var dst job.Trace
				s.Make(&dst, 30, seed, 2)
				Scale(&dst, load, Arrivals, seed, 2)
				rules := bounded(rng, src)
				s.Bind(&dst, rules, load, Arrivals)
				require.Len(t, dst.Rules, len(rules), "each at its place")
				for j, at := range dst.Submit {
					then := src.Submit[dst.Run[j]]
					for i := range rules {
						want := then >= src.Calendar.Instant(rules[i].Since) || rules[i].Since == rule.Always
						want = want && (rules[i].Until == rule.Forever || then < src.Calendar.Instant(rules[i].Until))
						if holds(&dst.Rules[i], at) != want {
							t.Fatalf("%v: that %s holds for job %d should be %v", v, rules[i].Text(), j, want)
						}
					}
					if load == 1 && (wall(&dst, at)-wall(src, then))%job.Week != 0 {
						t.Fatalf("the clock on the wall: job %d at %d, %d in the log", j, wall(&dst, at), wall(src, then))
					}
				}
			}
		}
	}
}

func TestNeighbouringWeeksMakeOnePeriod(t *testing.T) {
	src := dated(trace(1, 3000, 9, 40))
	s := mustNew(t, src, Block)
	var dst job.Trace
	s.Log(&dst)
	r := rule.New(rule.Stop)
	r.Since, r.Until = src.Calendar.Local(s.first+2*job.Week), src.Calendar.Local(s.first+5*job.Week+100)
	never, on := r, r
	never.Since, never.Until = rule.Always, src.Calendar.Local(s.first)-1
	on.Until = rule.Forever
	s.Bind(&dst, []rule.Rule{r, never, on}, 1, Arrivals)
	require.Equal(t, []rule.Span{{From: 2 * job.Week, To: 5*job.Week + 100}}, dst.Rules[0].Spans)
	require.False(t, holds(&dst.Rules[1], 0))
	require.Equal(t, []rule.Span{{From: 2 * job.Week, To: rule.Forever}}, dst.Rules[2].Spans, "who still waits at the end is held by it")
	for _, c := range dst.Calendar.Shifts {
		require.Equal(t, src.Calendar.OffsetAt(c.At+s.first), c.Offset)
	}
	s.Make(&dst, 4, 1, 1)
	require.Nil(t, dst.Rules, "they are of the trace that was bound")
	require.Nil(t, dst.Calendar.Shifts)
}

func TestWeeksOfEachUserApartHaveRulesThatHoldThroughout(t *testing.T) {
	src := dated(trace(1, 3000, 9, 40))
	for _, v := range []Variant{Draw, Shuffle} {
		require.False(t, v.Dated())
		s := mustNew(t, src, v)
		var dst job.Trace
		s.Make(&dst, 4, 1, 1)
		s.Bind(&dst, []rule.Rule{rule.New(rule.Stop)}, 1, Arrivals)
		require.True(t, holds(&dst.Rules[0], 5*job.Week))
		require.Empty(t, dst.Calendar.Shifts)
	}
}

func TestALogHasItsRulesByItsOwnCalendar(t *testing.T) {
	src := dated(trace(1, 300, 9, 40))
	r := rule.New(rule.Stop)
	r.Since = src.Calendar.Local(job.Week)
	Bind(src, []rule.Rule{r}, 1, Arrivals)
	require.Equal(t, []rule.Span{{From: job.Week, To: rule.Forever}}, src.Rules[0].Spans)
	Bind(src, []rule.Rule{r}, 2, Arrivals)
	require.Equal(t, []rule.Span{{From: job.Week / 2, To: rule.Forever}}, src.Rules[0].Spans, "jobs come twice as fast")
	Bind(src, []rule.Rule{r}, 2, Sizes)
	require.Equal(t, []rule.Span{{From: job.Week, To: rule.Forever}}, src.Rules[0].Spans)
	Bind(src, nil, 1, Arrivals)
	require.Nil(t, src.Rules)
}
