package job

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAColumnKeepsEveryValueWhateverItSpans(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for bits := range 65 {
		values := make([]int64, 2*Stretch+3)
		base := int64(rng.Uint64())
		for i := range values {
			values[i] = base + int64(rng.Uint64()>>1>>(64-bits)<<1)
		}
		values[5], values[Stretch+7] = base, base
		one, all := Column{}, ColumnOf(values...)
		for _, v := range values {
			one.Append(v)
		}
		require.Equal(t, all, one, "one by one as at once")
		require.Equal(t, len(values), all.Len())
		require.Equal(t, values, all.Values())
		require.EqualValues(t, -1, all.At(len(values)))
	}
	extremes := ColumnOf(math.MinInt64, math.MaxInt64, 0)
	for extremes.Len() < Stretch {
		extremes.Append(-1)
	}
	require.Equal(t, []int64{math.MinInt64, math.MaxInt64, 0, -1}, extremes.Values()[:4])
}

func TestAColumnIsSortedWhereNoValueIsBelowTheOneBefore(t *testing.T) {
	var c Column
	require.True(t, c.IsSorted())
	for i := range int64(3 * Stretch) {
		c.Append(i / 2)
	}
	require.True(t, c.IsSorted())
	c.Append(0)
	require.False(t, c.IsSorted())
}
