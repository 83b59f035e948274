package random_test

import (
	"testing"

	"shadowtime/core/base/random"
	"shadowtime/core/internal/drawtest"
)

// Whichever of the four words counts on, all numbers come as often, and one says nothing of
// the next.
func TestEveryNumberOfAPlaceIsEquallyLikely(t *testing.T) {
	words := []func(k uint64) uint64{
		func(k uint64) uint64 { return random.Hash(k, 5, 6, 7) },
		func(k uint64) uint64 { return random.Hash(11, k, 6, 7) },
		func(k uint64) uint64 { return random.Hash(11, 5, k, 7) },
		func(k uint64) uint64 { return random.Hash(11, 5, 6, k) },
	}
	for place, word := range words {
		for _, n := range []int{2, 6, 7} {
			below := func(k int) int { return random.Below(word(uint64(k)), n) }
			part := func(k int) int { return int(random.Unit(word(uint64(k))) * float64(n)) }
			drawtest.Even(t, drawtest.Cells(n, 2, 2000, func(k int) []int { return []int{below(k), below(k + 1)} }), place, n)
			drawtest.Even(t, drawtest.Cells(n, 2, 2000, func(k int) []int { return []int{part(k), part(k + 1)} }), place, n)
		}
	}
}
