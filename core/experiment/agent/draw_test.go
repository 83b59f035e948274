package agent

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/drawtest"
	"shadowtime/core/sim/bandit"
)

func TestActionsAreDrawnByTheirProbabilities(t *testing.T) {
	var s bandit.Stream
	s.Seed(1, 1)
	for _, p := range [][]float64{{0.5, 0.5}, {0.1, 0, 0.6, 0.3}, {0, 1, 0}, {0.25, 0.25, 0.25, 0.25}} {
		drawtest.Follows(t, drawtest.Cells(len(p), 1, 5000, func(int) []int { return []int{sample(p, s.Unit())} }), p)
	}
	p := []float64{0.25, 0, 0.5, 0.25}
	for u, want := range map[float64]int{0: 0, 0.24: 0, 0.25: 2, 0.74: 2, 0.75: 3, 0.99: 3} {
		require.Equal(t, want, sample(p, u), "%v", u)
	}
	require.Equal(t, 1, sample([]float64{0.5, 0.25, 0}, 0.9), "what rounding leaves goes to the last that may be")
}
