package trials

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/drawtest"
)

func TestEveryPermutationIsEquallyLikely(t *testing.T) {
	var d draws
	d.begin(1, 1)
	for n := 2; n <= 5; n++ {
		list, row := make([]uint16, n), make([]int, n)
		drawtest.Permuted(t, n, 12_000, func(int) []int {
			for i := range list {
				list[i] = uint16(i)
			}
			d.shuffle(list)
			for i, x := range list {
				row[i] = int(x)
			}
			return row
		})
	}
	for n := uint32(1); n <= 7; n++ {
		drawtest.Even(t, drawtest.Cells(int(n), 2, 2000, func(int) []int { return []int{int(d.below(n)), int(d.below(n))} }))
	}
}

// Behind each job in front the others come in every order as often.
func TestEveryOrderBehindTheFrontIsEquallyLikely(t *testing.T) {
	const ahead, queued = 1, 4
	var s Sampler
	list := make([]Job, ahead+queued)
	for i := range list {
		list[i] = Job{P: 10, Q: 1, R: int64(i)}
	}
	s.Set(2, list, ahead, 10)
	s.Sample(1, 1, 1)
	for front := range queued {
		drawtest.Permuted(t, queued-1, 3000, func(int) []int {
			s.round()
			order := s.orders[front][:queued]
			require.EqualValues(t, ahead+front, order[0])
			row := make([]int, queued-1)
			for i, x := range order[1:] { // numbered without the one in front
				if row[i] = int(x) - ahead; row[i] > front {
					row[i]--
				}
			}
			return row
		}, front)
	}
}

// Three of five places without replacement: each of 60 rows as often.
func TestEveryRowOfPlacesIsEquallyLikely(t *testing.T) {
	counts := map[[3]int]int{}
	for seed := range uint64(6000) {
		var d Places
		d.Begin(seed, 5)
		row := [3]int{d.At(1), d.At(2), d.At(3)}
		require.Len(t, slices.Compact(slices.Sorted(slices.Values(row[:]))), 3, "each once")
		counts[row]++
	}
	require.Len(t, counts, 60)
	var list []int
	for _, n := range counts {
		list = append(list, n)
	}
	drawtest.Even(t, list)
}
