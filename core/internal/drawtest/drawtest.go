// Package drawtest holds counts of draws against the chances they should have.
package drawtest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// unlikely is the chance that a fair draw has to fail: seeds are fixed, so a test fails for good or never.
const unlikely = 1e-6

// Follows asks that counts lie no farther from their chances than chance makes them
// (Pearson's chi-square). Each should be expected five times at least.
func Follows(t testing.TB, counts []int, chances []float64, what ...any) {
	t.Helper()
	require.Len(t, counts, len(chances), what...)
	n, sum := 0, 0.0
	for i, c := range counts {
		n, sum = n+c, sum+chances[i]
	}
	require.InDelta(t, 1, sum, 1e-9, "chances sum to one")
	square, cells := 0.0, 0
	for i, c := range counts {
		want := float64(n) * chances[i]
		if chances[i] == 0 {
			require.Zero(t, c, what...)
			continue
		}
		cells++
		require.GreaterOrEqual(t, want, 5., "draw more often")
		square += (float64(c) - want) * (float64(c) - want) / want
	}
	if cells == 1 {
		return
	}
	limit := distuv.ChiSquared{K: float64(cells - 1)}.Quantile(1 - unlikely)
	if square > limit {
		require.Fail(t, "counts are not what chance makes of them", "chi-square %.1f above %.1f of %v: %v", square, limit, counts, what)
	}
}

// Even is Follows where all are as likely.
func Even(t testing.TB, counts []int, what ...any) {
	t.Helper()
	chances := make([]float64, len(counts))
	for i := range chances {
		chances[i] = 1 / float64(len(counts))
	}
	Follows(t, counts, chances, what...)
}

// Cells counts draws of some numbers below n each, a cell for every row of them.
func Cells(n, numbers, draws int, draw func(k int) []int) []int {
	size := 1
	for range numbers {
		size *= n
	}
	counts := make([]int, size)
	for k := range draws {
		counts[cell(n, draw(k))]++
	}
	return counts
}

func cell(n int, row []int) (at int) {
	for _, x := range row {
		at = at*n + x
	}
	return at
}

// Permuted asks that every permutation of the numbers below n comes as often.
func Permuted(t testing.TB, n, draws int, draw func(k int) []int, what ...any) {
	t.Helper()
	var rows [][]int
	var all func(row []int)
	all = func(row []int) {
		if len(row) == n {
			rows = append(rows, row)
			return
		}
		for x := range n {
			if !slices.Contains(row, x) {
				all(append(slices.Clone(row), x))
			}
		}
	}
	all(nil)
	place := map[int]int{}
	for i, row := range rows {
		place[cell(n, row)] = i
	}
	counts := make([]int, len(rows))
	for k := range draws {
		row := draw(k)
		i, is := place[cell(n, row)]
		require.True(t, is && len(row) == n, "%v is no permutation: %v", row, what)
		counts[i]++
	}
	Even(t, counts, what...)
}
