package slurm

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheMiddleIsTheMedian(t *testing.T) {
	require.EqualValues(t, 5, middle([]float64{7, 0, 3, 10, 5, 1, 9, 2, 8, 4, 6}))
	require.True(t, math.IsNaN(float64(middle(nil))))
}

// 19 of 20 of those told and the one that is to come, rounded up: the greatest of all until
// there are 39.
func TestEnoughIsWhatHeldAllButOneOfTwenty(t *testing.T) {
	upTo := func(n int) (list []float64) {
		for i := range n {
			list = append(list, float64(n-i))
		}
		return list
	}
	for n, want := range map[int]float64{1: 1, 18: 18, 19: 19, 20: 20, 38: 38, 39: 38, 59: 57} {
		require.Equal(t, want, enough(upTo(n)), "of %d", n)
	}
}
