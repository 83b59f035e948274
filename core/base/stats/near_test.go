package stats

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"strconv"
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

//go:embed testdata/kth-sp2-blocks.txt
var kthBlocks string

//go:embed testdata/sdsc-sp2-blocks.txt
var sdscBlocks string

//go:embed testdata/unilu-gaia-blocks.txt
var gaiaBlocks string

// The truly best order of the recorded resamples is rarely left out of those that
// can't be told apart, and they are not all.
func TestTheTrulyBestIsRarelyLeftOut(t *testing.T) {
	simulated(t)
	for _, log := range []struct{ name, text string }{{"KTH-SP2", kthBlocks}, {"SDSC-SP2", sdscBlocks}, {"UniLu-Gaia", gaiaBlocks}} {
		all := recorded(log.text)
		truth := Best(all)
		for _, n := range []int{10, 20, 60} {
			rng := rand.New(rand.NewPCG(uint64(n), 8))
			const draws = 400
			out, near := 0, 0
			wait := make([][]int64, len(all))
			for i := range wait {
				wait[i] = make([]int64, n)
			}
			for range draws {
				for k := range n {
					from := rng.IntN(len(all[0]))
					for i := range wait {
						wait[i][k] = all[i][from]
					}
				}
				for i, in := range NearBest(wait, 0.95) {
					if in {
						near++
					} else if i == truth {
						out++
					}
				}
			}
			t.Logf("%-10s %d resamples: the best is left out in %.1f %%, %.1f of %d orders are near it", log.name, n,
				100*float64(out)/draws, float64(near)/draws, len(all))
			require.LessOrEqual(t, float64(out)/draws, 0.06)
			require.Less(t, float64(near)/draws, 0.9*float64(len(all)))
		}
	}
}

// The false claims of a headline, and the true best left out, where no order
// differs: 400 draws of 10, 20 and 60 of the recorded resamples, in which each
// order's waits were rescaled to the baseline's total. The headline claims what
// the interval of the log's weeks shows among all orders; here they have 100.
func TestWhereNoOrderDiffersTheBestIsRarelyClaimed(t *testing.T) {
	simulated(t)
	for _, log := range []struct{ name, text string }{{"KTH-SP2", kthBlocks}, {"SDSC-SP2", sdscBlocks}, {"UniLu-Gaia", gaiaBlocks}} {
		truth := nulls(log.text)
		for _, n := range []int{10, 20, 60} {
			rng := rand.New(rand.NewPCG(uint64(n), 5))
			const draws, tries = 400, 100
			headline, fieller, plain, percentile, out := 0, 0, 0, 0, 0
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
				among := Among(0.95, len(wait))
				if best := Best(wait); best > 0 {
					count := func(to *int, c Change) {
						if c.High < 0 {
							*to++
						}
					}
					count(&headline, Weeks{Log: 100, Resample: 26, Block: 4}.Change(wait[best], wait[0], among))
					count(&fieller, Fieller(wait[best], wait[0], among))
					count(&plain, Fieller(wait[best], wait[0], 0.95))
					if draw < tries {
						count(&percentile, NewBootstrap(n, 200, uint64(draw)).Change(wait[best], wait[0], 0.95))
					}
				}
				if !NearBest(wait, 0.95)[0] {
					out++
				}
			}
			share := func(n, of int) string { return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 1, 64) }
			t.Logf("%-10s %d orders, %d resamples: the headline claims in %s %%, Fieller among all in %s, plainly in %s, the percentile "+
				"bootstrap in %s %%; an order as good as any is left out in %s %%",
				log.name, len(wait), n, share(headline, draws), share(fieller, draws), share(plain, draws), share(percentile, tries),
				share(out, draws))
			require.LessOrEqual(t, float64(headline)/draws, 0.05)
			require.LessOrEqual(t, float64(fieller)/draws, 0.05)
			require.LessOrEqual(t, float64(out)/draws, 0.08)
		}
	}
}
