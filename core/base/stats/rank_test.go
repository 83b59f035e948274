package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext"
)

// Wilcoxon's statistic by all signs there are.
func TestSignedRanksHaveTheirExactProbability(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		d := make([]float64, 1+rng.IntN(9))
		for i := range d {
			d[i] = float64(rng.IntN(9) - 3) // with zeros and ties
		}
		ranked := func(sign func(i int) float64) (up, all float64) {
			for i, x := range d {
				if x == 0 {
					continue
				}
				below, same := 0, 0
				for _, y := range d {
					switch {
					case y != 0 && math.Abs(y) < math.Abs(x):
						below++
					case y != 0 && math.Abs(y) == math.Abs(x):
						same++
					}
				}
				r := float64(below) + float64(same+1)/2
				all += r
				if sign(i) > 0 {
					up += r
				}
			}
			return up, all
		}
		up, all := ranked(func(i int) float64 { return d[i] })
		beyond, total := 0, 0
		for signs := range 1 << len(d) {
			other, _ := ranked(func(i int) float64 { return float64(signs>>i&1) - 0.5 })
			if math.Abs(other-all/2) >= math.Abs(up-all/2) {
				beyond++
			}
			total++
		}
		want := float64(beyond) / float64(total)
		require.InDelta(t, want, SignedRank(d, 0.95).P, 1e-9, "%v", d)
	}
}

// Differences 1, 2, ..., 6 all above zero: R's wilcox.test says V = 21, p =
// 0.03125; six are the fewest for which there is an interval at 95 %.
func TestSixDifferencesOfOneSignAreTheFewestThatTell(t *testing.T) {
	s := SignedRank([]float64{1, 2, 3, 4, 5, 6}, 0.95)
	require.Equal(t, Shift{Mid: 3.5, Low: 1, High: 6, P: 0.03125, N: 6}, s)
	s = SignedRank([]float64{1, 2, 3, 4, 5}, 0.95)
	require.Equal(t, 0.0625, s.P)
	require.True(t, math.IsNaN(s.Low) && math.IsNaN(s.High))
	s = SignedRank([]float64{0, 0}, 0.95)
	require.Equal(t, 1.0, s.P)
	require.Zero(t, s.Mid)
	require.Equal(t, 1.0, SignedRank(nil, 0.95).P)
}

func TestIntervalsOfShiftsCoverThem(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n, cases = 20, 2000
	covered, unlikely := 0, 0
	for range cases {
		d := make([]float64, n)
		for i := range d {
			d[i] = 1 + math.Tan(math.Pi*(rng.Float64()-0.5)) // tails without a mean
		}
		if s := SignedRank(d, 0.95); s.Low <= 1 && 1 <= s.High {
			covered++
		}
		for i := range d {
			d[i]--
		}
		if SignedRank(d, 0.95).P <= 0.05 {
			unlikely++
		}
	}
	require.InDelta(t, 0.953, float64(covered)/cases, 0.012)
	require.InDelta(t, 0.047, float64(unlikely)/cases, 0.012)
}

func TestManyRanksAreNearlyNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, shift := range []float64{0, 0.1, 0.2} {
		d := make([]float64, exact)
		for i := range d {
			d[i] = shift + rng.NormFloat64()
		}
		few := SignedRank(d, 0.95)
		many := SignedRank(append(d, few.Mid), 0.95)
		require.InDelta(t, few.P, many.P, 0.02)
		require.InDelta(t, few.Low, many.Low, 0.01)
		require.InDelta(t, few.High, many.High, 0.01)
	}
}

func TestHolmAdjustsStepByStep(t *testing.T) {
	require.InDeltaSlice(t, []float64{0.04, 1, 0.06, 1}, Holm([]float64{0.01, 0.8, 0.02, 0.6}), 1e-12)
	require.InDeltaSlice(t, []float64{0.09, 0.09, 0.09}, Holm([]float64{0.03, 0.045, 0.05}), 1e-12, "never below one before")
	require.Empty(t, Holm(nil))
}

// Differences that go on into each other say less: the interval is wider and the
// probability larger by the same factor, and what is independent stays as it is.
func TestDifferencesThatFollowEachOtherSayLess(t *testing.T) {
	var apart, along []float64
	r := rand.New(rand.NewPCG(3, 3))
	x := 0.0
	for range 400 {
		apart = append(apart, r.NormFloat64())
		x = 0.7*x + r.NormFloat64()
		along = append(along, x)
	}
	require.Less(t, Follows([][]float64{apart}), 0.15)
	require.InDelta(t, 0.7, Follows([][]float64{along}), 0.1)
	require.InDelta(t, Follows([][]float64{along}), Follows([][]float64{along, along}), 1e-9)
	require.Zero(t, Follows([][]float64{{1, -1, 1, -1, 1, -1}}), "what alternates is not taken for more than it is")
	require.Zero(t, Follows([][]float64{{1, 1, 1}, nil}))

	s := SignedRank([]float64{-3, -1, -2, -4, 1, -2.5, -1.5, -0.5}, 0.9)
	require.Equal(t, s, s.Following(0))
	wide := s.Following(0.6) // sqrt(1.6/0.4) = 2
	require.InDelta(t, 2*(s.High-s.Mid), wide.High-wide.Mid, 1e-8)
	require.InDelta(t, 2*(s.Mid-s.Low), wide.Mid-wide.Low, 1e-8)
	require.InDelta(t, mathext.NormalQuantile(s.P/2), 2*mathext.NormalQuantile(wide.P/2), 1e-6)
}
