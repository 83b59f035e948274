package metric

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

func TestRanksOfEqualWaitsAreTheirMean(t *testing.T) {
	require.Equal(t, []float64{-3, 0, 0, 3}, ranks([]float64{1, 5, 5, 9}))
	require.InDelta(t, -1, Spearman([]float64{1, 2, 3}, []float64{30, 20, 10}), 1e-15)
	require.True(t, math.IsNaN(Spearman([]float64{1, 1}, []float64{1, 2})))
}

// Nothing is said of the ranks of so few jobs that chance orders them alike.
func TestTheRanksOfFewJobsAreNotCompared(t *testing.T) {
	waits := []int64{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
	tr := &job.Trace{Submit: make([]int64, len(waits))}
	require.InDelta(t, 1, Compare(tr, waits, waits).Rank, 1e-12)
	waits[4] = -1
	require.True(t, math.IsNaN(Compare(tr, waits, waits).Rank))
}

// Only jobs whose wait the log tells are compared, and the comparison survives the wire.
func TestWhatALogDoesNotTellIsNotCompared(t *testing.T) {
	tr := &job.Trace{Submit: []int64{0, 10, 20, 30}}
	l := Compare(tr, []int64{5, -1, 10, 30}, []int64{1, 99, 22, 33})
	require.True(t, math.IsNaN(l.Rank), "three jobs")
	l.Rank = 1
	require.Equal(t, Likeness{4, 3, 15, 2, 1, l.Distance}, l)
	require.InDelta(t, (math.Log2(65)-math.Log2(61)+math.Log2(70)-math.Log2(62)+math.Log2(90)-math.Log2(63))/3, l.Distance, 1e-15)
	require.Zero(t, Compare(tr, []int64{-1, -1, -1, -1}, []int64{1, 2, 3, 4}))
	require.Zero(t, Compare(tr, nil, []int64{1, 2, 3, 4}))
	var taken Likeness
	require.NoError(t, wire.Decode(wire.Encode(&l), &taken))
	require.Equal(t, l, taken)
}
