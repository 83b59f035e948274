package paired

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOrdersFarFromTheBestAreLeftOut(t *testing.T) {
	a, base := someWaits(1, 40)
	worse, twin := make([]int64, 40), make([]int64, 40)
	for k := range a {
		worse[k] = base[k]*3/2 + a[k]
		twin[k] = a[k] + int64(1-2*(k%2))*1000
	}
	require.Equal(t, []bool{false, true, false, true}, NearBest([][]int64{worse, a, base, twin}, 0.95))
	require.Equal(t, []bool{true, true}, NearBest([][]int64{a, a}, 0.95), "the same can't be told apart")
	more := make([]int64, 40)
	for k := range a {
		more[k] = a[k] + 1
	}
	require.Equal(t, []bool{false, true}, NearBest([][]int64{more, a}, 0.95), "always a second longer")
	require.Equal(t, []bool{true, true}, NearBest([][]int64{worse[:1], a[:1]}, 0.95), "one resample proves nothing")
	require.Equal(t, []bool{true}, NearBest([][]int64{a}, 0.95))
	require.Empty(t, NearBest(nil, 0.95))
}

func TestTheLevelAmongManyIsBonferronis(t *testing.T) {
	require.Equal(t, 0.95, Among(0.95, 1))
	require.Equal(t, 0.95, Among(0.95, 2), "one order and the baseline: nothing was chosen")
	require.InDelta(t, 1-0.05/11, Among(0.95, 12), 1e-15)
}

// nulls are recorded resamples of which no order differs: each order's waits
// rescaled to the baseline's total.
func nulls(text string) [][]float64 {
	wait := recorded(text)
	base := float64(sum(wait[0]))
	list := make([][]float64, len(wait))
	for i := range wait {
		scale := base / float64(sum(wait[i]))
		for _, w := range wait[i] {
			list[i] = append(list[i], float64(w)*scale)
		}
	}
	return list
}

// The false claims of a headline, and the true best left out, where no order
// differs in truth: 400 draws of 10, 20 and 60 resamples.
func TestWhereNoOrderDiffersTheBestIsRarelyClaimed(t *testing.T) {
	simulated(t)
	for _, log := range []struct{ name, text string }{{"KTH-SP2", kth}, {"SDSC-SP2", sdsc}, {"UniLu-Gaia", gaia}} {
		truth := nulls(log.text)
		for _, n := range []int{10, 20, 60} {
			rng := rand.New(rand.NewPCG(uint64(n), 5))
			const draws = 400
			fieller, percentile, out := 0, 0, 0
			wait := make([][]int64, len(truth))
			for i := range wait {
				wait[i] = make([]int64, n)
			}
			for draw := range draws {
				for k := range n {
					from := rng.IntN(len(truth[0]))
					for i := range wait {
						wait[i][k] = int64(math.Round(truth[i][from]))
					}
				}
				best := Best(wait)
				if best > 0 {
					if Fieller(wait[best], wait[0], Among(0.95, len(wait))).High < 0 {
						fieller++
					}
					if draw < 100 && NewBootstrap(n, 200, uint64(draw)).Change(wait[best], wait[0], 0.95).High < 0 {
						percentile++
					}
				}
				if !NearBest(wait, 0.95)[0] {
					out++
				}
			}
			t.Logf("%-10s %d orders, %d resamples: Fieller among all claims in %.1f %%, the plain percentile in %d %%; an order as good as any is left out in %.1f %%",
				log.name, len(wait), n, 100*float64(fieller)/draws, percentile, 100*float64(out)/draws)
			if log.name != "UniLu-Gaia" {
				require.LessOrEqual(t, float64(fieller)/draws, 0.07)
				require.LessOrEqual(t, float64(out)/draws, 0.07)
			}
		}
	}
}

// Asked in the sequence of totals, the outcome is that of asking every pair.
func TestNearBestIsThatOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	out := 0
	for range 300 {
		n, m := 2+rng.IntN(30), 2+rng.IntN(12)
		wait := make([][]int64, m)
		for i := range wait {
			for range n {
				wait[i] = append(wait[i], int64(10*i)+rng.Int64N(40))
			}
			if i > 0 && rng.IntN(4) == 0 {
				wait[i] = wait[i-1]
			}
		}
		rng.Shuffle(m, func(i, j int) { wait[i], wait[j] = wait[j], wait[i] })
		limit := tQuantile(float64(n-1), 1-2*(1-Among(0.95, m)))
		near := NearBest(wait, 0.95)
		for i := range wait {
			beaten := false
			for j := range wait {
				beaten = beaten || i != j && pairedT(wait[i], wait[j]) > limit
			}
			require.Equal(t, !beaten, near[i])
			if beaten {
				out++
			}
		}
	}
	require.Greater(t, out, 300)
}

func TestCountsAreTheDrawsOfTheBootstrap(t *testing.T) {
	b, d := NewBootstrap(7, 30, 5), 0
	Counts(7, 7, 30, 5, func(times []int32) {
		want := make([]int32, 7)
		for _, k := range b.index[7*d : 7*d+7] {
			want[k]++
		}
		require.Equal(t, want, times)
		d++
	})
	require.Equal(t, 30, d)
	Counts(7, 3, 10, 5, func(times []int32) {
		sum := int32(0)
		for _, x := range times {
			sum += x
		}
		require.EqualValues(t, 3, sum)
	})
}
