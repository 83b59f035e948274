package held_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// crowded draws a log of queues and partitions in which many wait, and clocks are moved.
func crowded(r *rand.Rand) *job.Trace {
	t := draw(r)
	for j := range t.Submit {
		t.Submit[j] /= 8
		if r.IntN(8) == 0 {
			t.Calendar.Shifts = append(t.Calendar.Shifts, job.Shift{At: t.Submit[j] + int64(r.IntN(1000)), Offset: int64(r.IntN(2) * 3600)})
		}
		t.Queue, t.Partition = append(t.Queue, int32(r.IntN(3))), append(t.Partition, int32(r.IntN(1+r.IntN(9))/4))
	}
	slices.SortFunc(t.Calendar.Shifts, func(a, b job.Shift) int { return cmp.Compare(a.At, b.At) })
	return t
}

// first draws a rule by which a class goes first, always or for a while.
func first(r *rand.Rand, last int64) rule.Bound {
	b := rule.Bound{Rule: rule.New(rule.First)}
	switch r.IntN(3) {
	case 0:
		b.Class.Over = 1 + int64(r.IntN(40000))
	case 1:
		b.Class.Queues = []int64{int64(r.IntN(3))}
	default:
		b.Class.Partitions = []int64{int64(r.IntN(2))}
	}
	if r.IntN(2) == 0 {
		from := int64(r.IntN(int(last)))
		b.Spans = []rule.Span{{From: from, To: from + 1 + int64(r.IntN(200000))}}
	}
	return b
}

// fair draws a rule of fair share.
func fair(r *rand.Rand) rule.Bound {
	b := rule.Bound{Rule: rule.New(rule.Share)}
	b.Half = 1 + int64(r.IntN(100000))
	return b
}

// ordered draws a machine on which rules say who goes first, and what limits and hours there are.
func ordered(r *rand.Rand, last int64) *held.Machine {
	m := machine(r, last)
	for range r.IntN(4) {
		m.Rules = append(m.Rules, first(r, last))
	}
	if r.IntN(3) == 0 {
		m.Rules = append(m.Rules, fair(r))
	}
	return m
}

// sorter looks at the queue at each interval.
type sorter struct {
	*watcher
	pass   *held.Pass
	t      *testing.T
	looked int
}

func (s *sorter) Interval(from, _ int64, _ *[held.Causes]int64) {
	is, plain := s.pass.Ranks(from)
	require.Equal(s.t, plain, is, "at %d", from)
	if len(is) > 1 && !slices.IsSorted(is) {
		s.looked++
	}
}

// The ranks that a pass keeps are those of a plain sort of the queue at each instant.
func TestKeptRanksAreThoseOfASort(t *testing.T) {
	looked := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 61))
		trace := crowded(r)
		last := max(trace.Submit[trace.Len()-1]+100000, 2)
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		pass := held.NewPass(record)
		for range 2 { // a pass begins anew
			s := &sorter{&watcher{t: t, vain: map[int32]int64{}}, pass, t, 0}
			m := ordered(r, last)
			m.Order = held.Order(r.IntN(2) * int(m.Order))
			if len(m.Rules) == 0 {
				continue
			}
			pass.Watch = s
			_, err := pass.Run(m)
			require.NoError(t, err, "seed %d", seed)
			looked += s.looked
		}
	}
	require.Greater(t, looked, 10000, "queues that don't stand as their jobs came")
}
