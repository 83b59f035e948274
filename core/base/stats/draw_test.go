package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/drawtest"
)

// Three of three with replacement: 27 rows, as many of a kind as it has orders.
func TestEveryDrawOfResamplesIsEquallyLikely(t *testing.T) {
	const draws = 6000
	orders := map[[3]int32]float64{{3, 0, 0}: 1, {0, 3, 0}: 1, {0, 0, 3}: 1, {2, 1, 0}: 3, {2, 0, 1}: 3, {1, 2, 0}: 3, {0, 2, 1}: 3,
		{1, 0, 2}: 3, {0, 1, 2}: 3, {1, 1, 1}: 6}
	var kinds [][3]int32
	var chances []float64
	for a := range int32(4) {
		for b := range 4 - a {
			kind := [3]int32{a, b, 3 - a - b}
			require.NotZero(t, orders[kind])
			kinds, chances = append(kinds, kind), append(chances, orders[kind]/27)
		}
	}
	counts := make([]int, len(kinds))
	var all [][]int32
	Counts(3, 3, draws, 7, func(times []int32) {
		all = append(all, append([]int32(nil), times...))
		for i, kind := range kinds {
			if kind == [3]int32(times) {
				counts[i]++
			}
		}
	})
	drawtest.Follows(t, counts, chances)
	k := 0
	NewBootstrap(3, draws, 7).every(func(d int, index []int32) bool {
		times := make([]int32, 3)
		for _, i := range index {
			times[i]++
		}
		require.Equal(t, all[d], times)
		k++
		return true
	})
	require.Equal(t, draws, k)
	var few []int
	Counts(5, 1, 2000, 7, func(times []int32) {
		for i, n := range times {
			if n > 0 {
				few = append(few, i)
			}
		}
	})
	drawtest.Even(t, drawtest.Cells(5, 1, len(few), func(k int) []int { return few[k : k+1] }))
}

// The sum of four units, of which a twelfth each is the variance.
func TestWhatIsNearlyNormalHasMeanZeroAndVarianceOne(t *testing.T) {
	const n = 20_000
	stream := rand.New(rand.NewPCG(1, 1))
	sum, squares := 0.0, 0.0
	for range n {
		x := nearlyNormal(stream)
		sum, squares = sum+x, squares+x*x
	}
	require.InDelta(t, 0, sum/n, 5/math.Sqrt(n))
	require.InDelta(t, 1, squares/n, 5*math.Sqrt(2./n))
}
