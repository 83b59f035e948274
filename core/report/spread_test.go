package report

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// toTen are 0 to 10 in no order.
func toTen() []float64 { return []float64{7, 0, 3, 10, 5, 1, 9, 2, 8, 4, 6} }

func TestTheDecilesOfZeroToTenAreOneAndNine(t *testing.T) {
	v := toTen()
	low, high := Deciles(v)
	require.Equal(t, []Float{1, 9}, []Float{low, high})
	require.Equal(t, toTen(), v, "values stay as they are")
	require.Equal(t, []Float{0, 2.5, 5, 7.5, 10}, Quantiles(v, 0, 0.25, 0.5, 0.75, 1))
	most := slices.Clone(v)
	for i := range most {
		most[i] *= 10
	}
	require.Equal(t, Point{Avg: 5, AvgLow: 1, AvgHigh: 9, Max: 50, MaxLow: 10, MaxHigh: 90}, PointOf(v, most))
	for _, none := range [][]float64{nil, {1, math.NaN(), 2}} {
		low, high := Deciles(none)
		require.False(t, low.Known() || high.Known())
	}
}

// Eleven rows that gain 0 to 10 of 100 at each of two times, and one of nothing.
func TestABandIsOfTheDecilesOfItsRows(t *testing.T) {
	totals, v := append(slices.Repeat([]int64{100}, 11), 0), append(toTen(), 45)
	b := Cumulative(2, totals, func(_, k int) int64 { return int64(v[k]) })
	require.Equal(t, []Float{0.01, 0.02}, b.Low)
	require.Equal(t, []Float{0.09, 0.18}, b.High)
	require.Equal(t, []Float{100. / 1100, 200. / 1100}, b.Mean, "a row of no total is in the pooled one alone")
}
