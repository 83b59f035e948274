package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

func TestTheBestFixedOrderHasTheIntervalOfItsOwnRow(t *testing.T) {
	fixture.Long(t)
	p := smallSelection()
	all, rows, _ := selections(t, p)
	p.Strategies = []string{"full", "epsilon-greedy", "epsilon-greedy@0.3", "full@0.9"}
	s, _, _ := selections(t, p)
	fixed := FixedOrders(s, rows)
	require.Equal(t, all.Strategies[:12], fixed.Strategies)
	require.Equal(t, s.Best, fixed.Best)
	best := fixed.BestFixed()
	require.Equal(t, "fixed:"+s.Best.Order, best.Strategy)
	require.Equal(t, s.Best.Change, best.Change)
	require.Equal(t, s.Digest, fixed.Digest)

	require.Equal(t, []Contest{
		{"full", job.Day, []int{0, 6}}, {"full", job.Week, []int{1, 7}},
		{"epsilon-greedy", job.Day, []int{2, 4}}, {"epsilon-greedy", job.Week, []int{3, 5}},
	}, s.Contests())
	require.Empty(t, all.Contests())
}
