package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// orders are made-up waits of several orders on n resamples, the baseline first,
// and those of a policy that takes one of them at random on each.
func orders(seed uint64, count, n int) (fixed [][]int64, policy []int64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	fixed = make([][]int64, count)
	for range n {
		b := 1e8 * math.Exp(0.5*rng.NormFloat64())
		for i := range fixed {
			fixed[i] = append(fixed[i], int64(b*(1-0.02*float64(i))*math.Exp(0.1*rng.NormFloat64())))
		}
		policy = append(policy, fixed[rng.IntN(count)][len(fixed[0])-1])
	}
	return fixed, policy
}

func TestRegretsAreTheirDefinitions(t *testing.T) {
	fixed := [][]int64{{100, 100, 200}, {90, 120, 130}, {50, 150, 180}}
	policy := []int64{60, 110, 150}
	h := NewBootstrap(3, 2000, 1).Hindsight(fixed)
	require.Equal(t, 1, h.Best(), "340 against 400 and 380")
	require.InDelta(t, -60.0/400, h.Change(0.95).Mid, 1e-15)
	require.InDelta(t, (320.0-340)/400, h.Regret(policy, 0.95).Mid, 1e-15)
	require.InDelta(t, (320.0-50-100-130)/400, h.Each(policy, 0.95).Mid, 1e-15)

	// all draws, each once, by hand
	exact := everyDraw(3)
	h = exact.Hindsight(fixed)
	var all []float64
	for a := range 3 {
		for b := range 3 {
			for c := range 3 {
				best := int64(math.MaxInt64)
				for _, w := range fixed {
					best = min(best, w[a]+w[b]+w[c])
				}
				all = append(all, float64(policy[a]+policy[b]+policy[c]-best)/float64(fixed[0][a]+fixed[0][b]+fixed[0][c]))
			}
		}
	}
	slices.Sort(all)
	r := h.Regret(policy, 1-2.0*3/27) // the third of 27 from either end
	require.InDelta(t, all[2], r.Low, 1e-8)
	require.InDelta(t, all[23], r.High, 1e-8)
}

func TestTheRegretOfTheBestIsZeroWhereNoOtherIsBest(t *testing.T) {
	fixed, _ := orders(3, 4, 30)
	sure := make([]int64, 30)
	for k := range sure {
		sure[k] = min(fixed[0][k], fixed[1][k], fixed[2][k], fixed[3][k]) - 1
	}
	h := NewBootstrap(30, 500, 1).Hindsight(append(fixed, sure))
	require.Equal(t, Change{}, h.Regret(sure, 0.95))
	require.Equal(t, Change{}, h.Each(sure, 0.95))
	require.Equal(t, NewBootstrap(30, 500, 1).Change(sure, fixed[0], 0.95), h.Change(0.95),
		"where it is never another, choosing anew changes nothing")
}

func TestChoosingTheBestAnewNeverMakesRegretLess(t *testing.T) {
	wider := 0
	for seed := range uint64(20) {
		fixed, policy := orders(seed, 6, 8+int(seed))
		boot := NewBootstrap(len(policy), 400, seed)
		h := boot.Hindsight(fixed)
		best := fixed[h.Best()]
		r, each := h.Regret(policy, 0.9), h.Each(policy, 0.9)
		require.True(t, r.Low <= r.Mid && r.Mid <= r.High)
		require.True(t, each.Low <= each.Mid && each.Mid <= each.High)
		require.GreaterOrEqual(t, each.Mid, r.Mid, "an order for each resample is never worse than one for all")
		require.GreaterOrEqual(t, each.Low, 0.0, "the policy ran one of the orders in each")
		// the same against the best over all resamples, in every draw: W_0 + W_S - W_best over W_0
		kept := make([]int64, len(policy))
		for k := range kept {
			kept[k] = fixed[0][k] + policy[k] - best[k]
		}
		fix := boot.Change(kept, fixed[0], 0.9)
		require.InDelta(t, fix.Mid, r.Mid, 1e-12)
		require.GreaterOrEqual(t, r.High, fix.High-1e-8)
		require.GreaterOrEqual(t, r.Low, min(r.Mid, fix.Low)-1e-8)
		if r.High > fix.High+1e-6 {
			wider++
		}
		require.LessOrEqual(t, h.Change(0.9).Low, boot.Change(best, fixed[0], 0.9).Low+1e-8)
		require.Equal(t, h.Regret(best, 0.9).Mid, 0.0)
		require.Equal(t, h.Regret(best, 0.9).Low, 0.0)
	}
	require.Greater(t, wider, 10, "another order is best in many draws")
}

// Two resamples have four draws: twice the first, twice the second, both.
func TestTheRegretOfTheBestIsAShareOfTheBestsOwnWait(t *testing.T) {
	fixed := [][]int64{{400, 400}, {100, 300}, {200, 100}} // the third is best in all, the second in the first
	policy := []int64{250, 200}
	h := NewBootstrap(2, 4000, 1).Hindsight(fixed)
	r := h.RegretOfBest(policy, 0.95)
	require.InDelta(t, 450.0/300-1, r.Mid, 1e-15)
	require.InDelta(t, 500.0/200-1, r.High, 1e-9, "twice the first, where the second order is best")
	require.InDelta(t, 450.0/300-1, r.Low, 1e-9, "both")
	require.InDelta(t, r.Mid*300/800, h.Regret(policy, 0.95).Mid, 1e-15)
	none := NewBootstrap(2, 200, 1).Hindsight([][]int64{{5, 5}, {0, 0}})
	require.True(t, math.IsNaN(none.RegretOfBest([]int64{1, 1}, 0.95).Mid), "of nothing there is no share")
}

func TestResamplesWithoutWaitingLeaveRegretsAnInterval(t *testing.T) {
	fixed := [][]int64{{0, 0, 0, 100, 140}, {0, 5, 0, 90, 100}}
	h := NewBootstrap(5, 2000, 1).Hindsight(fixed)
	r := h.Regret(fixed[0], 0.95)
	require.InDelta(t, 45.0/240, r.Mid, 1e-15)
	require.False(t, math.IsNaN(r.Low) || math.IsNaN(r.High), "the draws of the first three alone are left out")
	idle := NewBootstrap(2, 200, 1).Hindsight([][]int64{{0, 0}, {0, 0}})
	require.True(t, math.IsNaN(idle.Regret([]int64{0, 0}, 0.95).Mid))
	require.True(t, math.IsNaN(idle.Change(0.95).Low))
	one := NewBootstrap(1, 200, 1).Hindsight([][]int64{{10}, {5}})
	require.Equal(t, 0.5, one.Regret([]int64{10}, 0.95).Mid)
	require.True(t, math.IsNaN(one.Regret([]int64{10}, 0.95).Low))
	none := NewBootstrap(0, 200, 1).Hindsight([][]int64{{}})
	require.True(t, math.IsNaN(none.Regret(nil, 0.95).Mid))
}

func TestRegretsOfDrawsThatAreNotKeptAreTheSame(t *testing.T) {
	fixed, policy := orders(2, 4, 25)
	kept := NewBootstrap(25, 300, 9).Hindsight(fixed)
	again := (&Bootstrap{n: 25, draws: 300, seed: 9, index: make([]int32, 25), ratio: make([]float64, 300)}).Hindsight(fixed)
	for range 2 {
		require.Equal(t, kept.Regret(policy, 0.95), again.Regret(policy, 0.95))
		require.Equal(t, kept.Each(policy, 0.95), again.Each(policy, 0.95))
		require.Equal(t, kept.Change(0.95), again.Change(0.95))
	}
}

// Regrets of recorded and made-up resamples against that of the whole
// population, whose best order is known.
func TestCoverageOfRegrets(t *testing.T) {
	fixture.Long(t)
	simulated(t)
	close6, _ := orders(1, 6, 400)
	for _, p := range []struct {
		name  string
		fixed [][]int64
		loose bool
	}{{"KTH-SP2", recorded(kth), false}, {"SDSC-SP2", recorded(sdsc), false}, {"six orders close together", close6, false},
		{"UniLu-Gaia", recorded(gaia), true}} {
		most := len(p.fixed[0])
		policy := make([]int64, most) // half of the first two orders' waits
		for k := range policy {
			policy[k] = (p.fixed[0][k] + p.fixed[1][k]) / 2
		}
		truth := fraction(sum(policy)-sum(p.fixed[Best(p.fixed)]), sum(p.fixed[0]))
		for _, n := range []int{20, 60} {
			rng := rand.New(rand.NewPCG(uint64(n), 3))
			held, high, low, mean := 0, 0, 0, 0.0
			draws := max(300, *samples)
			for draw := range draws {
				fixed, s := make([][]int64, len(p.fixed)), []int64(nil)
				for range n {
					k := rng.IntN(most)
					for i := range fixed {
						fixed[i] = append(fixed[i], p.fixed[i][k])
					}
					s = append(s, policy[k])
				}
				c := NewBootstrap(n, 400, uint64(draw)).Hindsight(fixed).Regret(s, 0.95)
				mean += c.Mid / float64(draws)
				switch {
				case c.Low > truth:
					high++
				case c.High < truth:
					low++
				default:
					held++
				}
			}
			share := float64(held) / float64(draws)
			t.Logf("%-26s %d orders, %d resamples: covered %.1f %% (too high %d, too low %d of %d); mean %.4f, truth %.4f",
				p.name, len(p.fixed), n, 100*share, high, low, draws, mean, truth)
			if !p.loose {
				require.Greater(t, share, 0.85, p.name)
			}
		}
	}
}
