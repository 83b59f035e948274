package cluster

import (
	"math/rand/v2"
	"testing"

	"shadowtime/core/internal/drawtest"
)

func TestEveryNumberBelowIsEquallyLikely(t *testing.T) {
	s := &Sim{rng: rand.New(rand.NewPCG(1, 1))}
	for n := 1; n <= 7; n++ {
		drawtest.Even(t, drawtest.Cells(n, 2, 200*n*n, func(int) []int { return []int{int(s.draw(n)), int(s.draw(n))} }), n)
	}
}
