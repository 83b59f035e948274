package job

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
)

// The oracle looks at every second of a few weeks.
func TestUsageIsThatOfEverySecond(t *testing.T) {
	fixture.Long(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		const from, span = 1000, 2*Week + 5000
		busy := make([]int64, span)
		s := NewSweep(from)
		spans := 1 + rng.Int64N(3)
		type event struct{ at, procs int64 }
		var starts, ends []event
		for range rng.IntN(40) {
			start, run, procs := rng.Int64N(span-1), rng.Int64N(Week)+1, rng.Int64N(50)+1
			if rng.IntN(2) == 0 {
				start = start / Week * Week // on the edge of a week
			}
			run = min(run, span-start)
			starts, ends = append(starts, event{from + start, procs}), append(ends, event{from + start + run, procs})
			for i := start; i < start+run; i++ {
				busy[i] += procs
			}
		}
		for k := range spans {
			low, high := from+k*(span+1)/spans, from+(k+1)*(span+1)/spans
			for i := range starts {
				if low <= starts[i].at && starts[i].at < high {
					s.Start(starts[i].at, starts[i].procs)
				}
				if low <= ends[i].at && ends[i].at < high {
					s.End(ends[i].at, ends[i].procs)
				}
			}
			s.Settle()
		}
		var week []int64
		peak := Peak{}
		for i, b := range busy {
			if i%Week == 0 {
				week = append(week, 0)
			}
			week[len(week)-1] = max(week[len(week)-1], b)
			if b > peak.Procs {
				peak.Procs, peak.At = b, from+int64(i)
			}
		}
		for len(week) > 0 && week[len(week)-1] == 0 {
			week = week[:len(week)-1]
		}
		require.Equal(t, peak, s.Peak)
		require.True(t, slices.Equal(week, s.Week), "%v, not %v", s.Week, week)
	}
}

func TestAMachineThatGrewOrShrankIsToldOf(t *testing.T) {
	weeks := func(first, last int64) *Usage {
		u := &Usage{}
		for i := range int64(20) {
			u.Week = append(u.Week, first+(last-first)*i/19)
		}
		return u
	}
	require.Contains(t, weeks(100, 200).Drift("nodes"), "may have grown: at the busiest of a week 110 nodes were in use in the log's "+
		"first quarter and 189 in its last")
	require.Contains(t, weeks(200, 100).Drift("nodes"), "may have shrunk")
	require.Empty(t, weeks(100, 120).Drift("nodes"))
	require.Empty(t, (&Usage{Week: []int64{1, 100}}).Drift("nodes"), "too few weeks")
	require.Empty(t, (&Usage{}).Drift("nodes"))
}

func TestJobsThatComeTogetherAreABurst(t *testing.T) {
	var b Bursts
	for i := range 100 {
		b.Add(int64(i), 1)
	}
	for range 12 {
		b.Add(200, 7)
	}
	for range 9 { // of another user in the same second
		b.Add(200, 8)
	}
	require.Contains(t, b.Words(115), "12 of 115 jobs were submitted in one second")
	require.Empty(t, b.Words(121), "fewer than a tenth")
}

func TestAnAccountIsTheSameOnTheOtherSide(t *testing.T) {
	m := &Import{Format: "x", Records: 9, Folded: 2, Steps: 1, Tasks: 3, Jobs: 4,
		Left:    []Left{{"pending", true, 2, []Fault{{3, "job", "7", "pending"}}}},
		Guesses: []Guess{{"zone", "UTC", "why"}}, Warnings: []string{"w"}, Partitions: []Division{{"batch", 4, "w"}},
		Zone: "UTC", Unit: "nodes",
		Peak: Peak{5, 6, 7}, Usage: Usage{8, []int64{1, 5}},
		Columns: []string{"a", "b"}, Match: []Match{{"submit", "when", "a", "s", []string{"s", "min"}, "by its name"}}}
	var taken Import
	require.NoError(t, wire.Decode(wire.Encode(m), &taken))
	require.Equal(t, m, &taken)
}
