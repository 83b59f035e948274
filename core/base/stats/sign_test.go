package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func choose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// binomial is P(X = k).
func binomial(n, k int, p float64) float64 {
	if p == 0 || p == 1 {
		if float64(k) == p*float64(n) {
			return 1
		}
		return 0
	}
	return math.Exp(choose(n, k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

func TestClopperPearsonIsTheTables(t *testing.T) {
	for _, c := range []struct {
		x, n      int
		low, high float64
	}{
		{0, 10, 0, 0.3084971}, {10, 10, 0.6915029, 1}, {5, 10, 0.1870860, 0.8129140}, {1, 20, 0.0012651, 0.2487328}, {0, 1, 0, 0.975},
	} {
		low, high := ClopperPearson(c.x, c.n, 0.95)
		require.InDelta(t, c.low, low, 1e-7, "%d of %d", c.x, c.n)
		require.InDelta(t, c.high, high, 1e-7, "%d of %d", c.x, c.n)
	}
	low, high := ClopperPearson(0, 0, 0.95)
	require.True(t, low == 0 && high == 1)
}

// Its ends are those probabilities under which so many, or so few, come about
// in one case of forty: sums of the binomial itself.
func TestClopperPearsonInvertsTheBinomial(t *testing.T) {
	for _, n := range []int{1, 2, 7, 20, 60, 500} {
		for x := 0; x <= n; x += 1 + n/17 {
			low, high := ClopperPearson(x, n, 0.95)
			above, below := 0.0, 0.0
			for k := range n + 1 {
				if k >= x {
					above += binomial(n, k, low)
				}
				if k <= x {
					below += binomial(n, k, high)
				}
			}
			if x > 0 {
				require.InDelta(t, 0.025, above, 1e-8, "%d of %d", x, n)
			}
			if x < n {
				require.InDelta(t, 0.025, below, 1e-8, "%d of %d", x, n)
			}
		}
	}
}

// Every outcome of n resamples with their probabilities: with ties as half
// wins the interval covers P(less) + P(equal)/2 at least as often as it says.
func TestTheShareWonCoversWithTies(t *testing.T) {
	for _, n := range []int{5, 20, 40} {
		var share [][]Share
		for won := range n + 1 {
			row := make([]Share, n+1-won)
			for tied := range row {
				row[tied] = shareOf(won, tied, n)
			}
			share = append(share, row)
		}
		for _, tie := range []float64{0, 0.02, 0.1, 0.3, 0.6, 0.9} {
			for win := 0.0; win+tie <= 1+1e-9; win += 0.035 {
				loss := max(0, 1-win-tie)
				truth := win + tie/2
				covered := 0.0
				for won := range share {
					for tied, s := range share[won] {
						if s.Low <= truth && truth <= s.High {
							covered += trinomial(n, won, tied, win, tie, loss)
						}
					}
				}
				require.Greater(t, covered, 0.95-1e-9, "n %d, win %v, tie %v", n, win, tie)
			}
		}
	}
}

func trinomial(n, won, tied int, win, tie, loss float64) float64 {
	if win == 0 {
		if won > 0 {
			return 0
		}
		return binomial(n, tied, tie)
	}
	if tie+loss == 0 {
		return binomial(n, won, 1)
	}
	return binomial(n, won, win) * binomial(n-won, tied, tie/(tie+loss))
}

func shareOf(won, tied, n int) Share {
	p, b := make([]int64, n), make([]int64, n)
	for k := range n {
		switch {
		case k < won:
			b[k] = 1
		case k >= won+tied:
			p[k] = 1
		}
	}
	return WonShare(p, b, 0.95)
}

func TestSwappingTheTwoMirrorsTheWins(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {0, 1}, {3, 4}, {3, 5}, {10, 0}, {0, 10}, {5, 2}} {
		s, m := shareOf(c[0], c[1], 10), shareOf(10-c[0]-c[1], c[1], 10)
		require.Equal(t, s.Won, m.Lost)
		require.InDelta(t, 1-s.Mid, m.Mid, 1e-15)
		require.InDelta(t, 1-s.Low, m.High, 1e-8)
		require.InDelta(t, 1-s.High, m.Low, 1e-8)
	}
	policy, base := someWaits(6, 31)
	base[4] = policy[4]
	require.Equal(t, 31.0, Wins(policy, base)+Wins(base, policy))
	require.InDelta(t, Pair(policy, base).Correlation, Pair(base, policy).Correlation, 1e-8)
	// the ratio the other way round, and so the ends of its interval
	c, d := Fieller(policy, base, 0.95), Fieller(base, policy, 0.95)
	require.InEpsilon(t, 1/(1+c.High), 1+d.Low, 1e-8)
	require.InEpsilon(t, 1/(1+c.Low), 1+d.High, 1e-8)
}

func TestNothingButTiesIsOneHalf(t *testing.T) {
	s := shareOf(0, 20, 20)
	require.Equal(t, 0.5, s.Mid)
	low, high := ClopperPearson(10, 20, 0.95)
	require.Equal(t, Share{Tied: 20, N: 20, Mid: 0.5, Low: low, High: high}, s)
}

func TestBestSharesAreSharedAndSumToTheResamples(t *testing.T) {
	wait := [][]int64{{1, 5, 9, 4, 3}, {2, 5, 9, 4, 3}, {3, 6, 9, 4, 3}, {4, 6, 9, 9, 9}}
	best := BestShares(wait)
	require.InDeltaSlice(t, []float64{1 + 0.5 + 0.25 + 2.0/3, 0.5 + 0.25 + 2.0/3, 0.25 + 2.0/3, 0.25}, best, 1e-12)
	total := 0.0
	for _, b := range best {
		total += b
	}
	require.InDelta(t, 5, total, 1e-12)
	require.Equal(t, []float64{7}, BestShares([][]int64{make([]int64, 7)}))
	require.Empty(t, BestShares(nil))
	require.Equal(t, 0, Best(wait))
}
