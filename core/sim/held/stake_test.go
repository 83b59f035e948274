package held_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// No other order of the queue undoes more of what a pass finds than is at stake, nor one by which jobs of a number go at other times.
func TestNoOrderUndoesMoreThanIsAtStake(t *testing.T) {
	undone, few := 0, 0
	for seed := range uint64(8000) {
		r := rand.New(rand.NewPCG(seed, 62))
		trace := crowded(r)
		last := max(trace.Submit[trace.Len()-1]+100000, 2)
		m := ordered(r, last)
		if seed%4 == 0 { // a pass without rules looks at no clock
			m.Rules, m.Plain = nil, false
		}
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		pass := held.NewPass(record)
		stakes, ok, err := pass.Stakes(m, trace.Queue, trace.Partition)
		require.NoError(t, err)
		if !ok {
			require.True(t, slices.ContainsFunc(m.Rules, func(b rule.Bound) bool { return b.Turn }))
			continue
		}
		base, err := pass.Run(m)
		require.NoError(t, err)
		within := func(x *held.Stake, other *held.Machine) {
			sum, err := pass.Run(other)
			require.NoError(t, err)
			for half := range 2 {
				vain := base.Waited[half][held.InVain] - sum.Waited[half][held.InVain]
				breaches := 0
				for b := range base.Breaches[half] {
					breaches += base.Breaches[half][b] - sum.Breaches[half][b]
				}
				require.LessOrEqual(t, vain, x.Vain[half], "seed %d", seed)
				require.LessOrEqual(t, breaches, x.Breaches[half], "seed %d", seed)
				fall := base.Share(half) + base.Broken(half) - sum.Share(half) - sum.Broken(half)
				require.LessOrEqual(t, fall, x.Most(&base, half)+1e-12, "seed %d", seed)
				if fall > 0 {
					undone++
				}
			}
		}
		with := func(b rule.Bound) *held.Machine {
			other := *m
			other.Rules = append(slices.Clone(m.Rules), b)
			return &other
		}
		for o := range held.Order(held.Orders) {
			other := *m
			other.Order = o
			within(stakes.Whole(), &other)
		}
		within(stakes.Whole(), with(fair(r)))
		always := first(r, last)
		always.Spans = nil
		within(stakes.Whole(), with(always))
		for column, ids := range [][]int32{trace.Queue, trace.Partition} {
			for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
				b := rule.Bound{Rule: rule.New(rule.First)}
				list := &b.Class.Queues
				if column == 1 {
					list = &b.Class.Partitions
				}
				*list = []int64{int64(id)}
				x := stakes.By(column, int64(id))
				within(x, with(b))
				if x.Most(&base, 0) < stakes.Whole().Most(&base, 0) {
					few++
				}
			}
		}
	}
	require.Greater(t, undone, 1000)
	require.Greater(t, few, 1000)
}
