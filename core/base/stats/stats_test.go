package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestThePooledChangeIsEquation611(t *testing.T) {
	b := NewBootstrap(3, 500, 1)
	c := b.Change([]int64{50, 80, 120}, []int64{100, 100, 100}, 0.95)
	require.InDelta(t, -50.0/300, c.Mid, 1e-15)
	require.True(t, c.Low <= c.Mid && c.Mid <= c.High)
	require.InDelta(t, -0.5, c.Low, 1e-9, "three times the first resample is drawn in more than 2.5 % of draws")
	require.InDelta(t, 0.2, c.High, 1e-9)
}

func TestWhatIsNotDefinedIsNaN(t *testing.T) {
	c := NewBootstrap(1, 500, 1).Change([]int64{5}, []int64{10}, 0.95)
	require.Equal(t, -0.5, c.Mid)
	require.True(t, math.IsNaN(c.Low) && math.IsNaN(c.High))
	c = NewBootstrap(3, 500, 1).Change([]int64{1, 2, 3}, []int64{0, 0, 0}, 0.95)
	require.True(t, math.IsNaN(c.Mid) && math.IsNaN(c.Low))
	c = NewBootstrap(2, 500, 1).Change([]int64{1, 2}, []int64{0, 4}, 0.95)
	require.True(t, math.IsNaN(c.Low), "some draws hold only resamples without waiting")
}

func TestTheSameSeedGivesTheSameInterval(t *testing.T) {
	p, q := []int64{9, 7, 5, 8}, []int64{10, 10, 9, 12}
	a, b := NewBootstrap(4, 1000, 7).Change(p, q, 0.95), NewBootstrap(4, 1000, 7).Change(p, q, 0.95)
	require.Equal(t, a, b)
	require.NotEqual(t, a, NewBootstrap(4, 50, 8).Change(p, q, 0.95))
}

func TestTiesAreHalfAWin(t *testing.T) {
	require.Equal(t, 1.5, Wins([]int64{1, 5, 9}, []int64{2, 5, 8}))
}

func TestMoreResamplesNarrowTheInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	var widths []float64
	for _, n := range []int{10, 40, 160} {
		p, q := make([]int64, n), make([]int64, n)
		for k := range q {
			q[k] = 1000 + rng.Int64N(500)
			p[k] = 700 + rng.Int64N(500)
		}
		c := NewBootstrap(n, 1000, 1).Change(p, q, 0.95)
		widths = append(widths, c.High-c.Low)
	}
	require.True(t, slices.IsSortedFunc(widths, func(a, b float64) int {
		if a > b {
			return -1
		}
		return 1
	}), "%v", widths)
}
