package paired

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Fisher counts 835 sign changes of Darwin's maize above the total of 314 and
// 28 equal to it, on one side of 32,768.
func TestFishersMaize(t *testing.T) {
	policy, base := shifted1000(maize)
	require.Equal(t, 2*(835+28)/32768.0, SignFlip(policy, base, 1))
}

func TestFewFlipsAreAllTried(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 11 {
		policy, base := make([]int64, n), make([]int64, n)
		var total int64
		for k := range n {
			policy[k], base[k] = rng.Int64N(9), rng.Int64N(9)
			total += policy[k] - base[k]
		}
		hits := 0
		for pattern := range 1 << n {
			var s int64
			for k := range n {
				s += (policy[k] - base[k]) * int64(1-2*(pattern>>k&1))
			}
			if max(s, -s) >= max(total, -total) {
				hits++
			}
		}
		require.Equal(t, float64(hits)/float64(uint(1)<<n), SignFlip(policy, base, 1), "%d", n)
	}
}

func TestDrawnFlipsAgreeWithAll(t *testing.T) {
	for seed := range uint64(8) {
		policy, base := someWaits(seed+40, 18)
		var d []int64
		var total int64
		for k := range policy {
			total += policy[k] - base[k]
			d = append(d, abs(policy[k]-base[k]))
		}
		exact := flipAll(d, abs(total))
		require.InDelta(t, exact, SignFlip(policy, base, seed), 5*math.Sqrt(exact*(1-exact)/Flips)+1.0/Flips)
	}
}

func TestSignsAreFair(t *testing.T) {
	// one difference far above all others: every flip reaches the total or none
	d := make([]int64, 20)
	for k := range d {
		d[k] = 1 << k
	}
	p := flipSome(d, 1<<20-1, rand.New(rand.NewPCG(1, 2)))
	require.LessOrEqual(t, p, 3.0/(Flips+1), "only 2 of 2^20 sign changes reach the full sum")
	p = flipSome(d, 1<<19, rand.New(rand.NewPCG(1, 2)))
	require.InDelta(t, 0.5, p, 0.02)
}

func TestEqualOrdersHavePOne(t *testing.T) {
	_, base := someWaits(1, 30)
	require.Equal(t, 1.0, SignFlip(base, base, 1))
	require.Equal(t, 1.0, SignFlip(nil, nil, 1))
}

// The values of R's p.adjust(method = "holm").
func TestHolmIsTheTextbooks(t *testing.T) {
	require.InDeltaSlice(t, []float64{0.05, 0.08, 0.09, 0.09, 0.09}, Holm([]float64{0.01, 0.02, 0.03, 0.04, 0.05}), 1e-15)
	require.InDeltaSlice(t, []float64{0.06, 0.06, 0.02, 0.03}, Holm([]float64{0.04, 0.03, 0.005, 0.01}), 1e-15)
	require.Equal(t, []float64{1, 1}, Holm([]float64{0.7, 0.9}))
	require.Empty(t, Holm(nil))
}

// Holm's method is the closure of Bonferroni's: a hypothesis falls when every
// set of hypotheses that holds it does.
func TestHolmIsTheClosureOfBonferroni(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		p := make([]float64, 1+rng.IntN(7))
		for i := range p {
			p[i] = math.Floor(rng.Float64()*rng.Float64()*50) / 50
		}
		want := make([]float64, len(p))
		for set := uint(1); set < 1<<len(p); set++ {
			least := 1.0
			for i, x := range p {
				if set>>i&1 != 0 {
					least = min(least, x)
				}
			}
			for i := range p {
				if set>>i&1 != 0 {
					want[i] = max(want[i], min(1, float64(bits.OnesCount(set))*least))
				}
			}
		}
		require.InDeltaSlice(t, want, Holm(p), 1e-14)
	}
}

// Leaving out tests of the family can only make the rest look less different.
func TestALargerFamilyIsMoreCareful(t *testing.T) {
	p := []float64{0.001, 0.2, 0.004, 0.03, 0.0002, 0.7}
	all, some := Holm(p), holm(p[:3], len(p))
	for i := range some {
		require.GreaterOrEqual(t, some[i], all[i])
	}
}

func TestOrdersFarFromTheBestAreLeftOut(t *testing.T) {
	a, base := someWaits(1, 40)
	worse, twin := make([]int64, 40), make([]int64, 40)
	for k := range a {
		worse[k] = base[k]*3/2 + a[k]
		twin[k] = a[k] + int64(1-2*(k%2))*1000
	}
	best, rivals := NearBest([][]int64{worse, a, base, twin}, 0.95, 1)
	require.Equal(t, 1, best, "the first of those with the least total")
	require.Equal(t, Rival{1, 1, true}, rivals[1])
	require.True(t, rivals[3].Near && rivals[3].P > 0.9)
	require.False(t, rivals[0].Near)
	require.InDelta(t, 6.0/(Flips+1), rivals[0].Adjusted, 1e-15, "four orders make six pairs")
	require.Equal(t, 1.0/(Flips+1), rivals[0].P)

	best, rivals = NearBest([][]int64{worse[:4], a[:4], base[:4]}, 0.95, 1)
	require.Equal(t, 1, best)
	for _, r := range rivals {
		require.True(t, r.Near, "four resamples prove nothing")
	}
	_, rivals = NearBest([][]int64{a}, 0.95, 1)
	require.Equal(t, []Rival{{1, 1, true}}, rivals)
	_, rivals = NearBest(nil, 0.95, 1)
	require.Empty(t, rivals)
}
