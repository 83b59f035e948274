package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// maize are Darwin's 15 differences of crossed and self-fertilised plants in
// eighths of an inch, as Fisher treats them in "The design of experiments".
var maize = []int64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}

func shifted1000(d []int64) (policy, base []int64) {
	for _, x := range d {
		policy, base = append(policy, 1000+x), append(base, 1000)
	}
	return policy, base
}

func someWaits(seed uint64, n int) (policy, base []int64) {
	rng := rand.New(rand.NewPCG(seed, 99))
	for range n {
		b := 1e9 * math.Exp(0.4*rng.NormFloat64())
		base = append(base, int64(b))
		policy = append(policy, int64(b*(0.9+0.2*rng.NormFloat64())))
	}
	return policy, base
}

func closeTo(t *testing.T, want, got Change) {
	t.Helper()
	require.InEpsilon(t, 1+want.Mid, 1+got.Mid, 1e-12)
	require.InEpsilon(t, 1+want.Low, 1+got.Low, 2e-9)
	require.InEpsilon(t, 1+want.High, 1+got.High, 2e-9)
}

// With a baseline that does not vary it is Student's interval of the mean,
// which R's t.test gives for Darwin's maize as 0.003899165 to 5.229434169 inches.
func TestFiellerOfAConstantBaselineIsStudents(t *testing.T) {
	policy, base := shifted1000(maize)
	c := Fieller(policy, base, 0.95)
	require.InDelta(t, 314.0/15/1000, c.Mid, 1e-15)
	require.InDelta(t, 8*0.003899165/1000, c.Low, 1e-10)
	require.InDelta(t, 8*5.229434169/1000, c.High, 1e-10)
}

// The ends are the changes at which the paired t test turns: found here by
// bisection of the test itself.
func TestFiellerInvertsThePairedTTest(t *testing.T) {
	for seed := range uint64(20) {
		n := 5 + 7*int(seed)
		policy, base := someWaits(seed, n)
		c := Fieller(policy, base, 0.95)
		statistic := func(change float64) float64 {
			d := make([]float64, n)
			for k := range d {
				d[k] = float64(policy[k]) - (1+change)*float64(base[k])
			}
			mean, sd := stat.MeanStdDev(d, nil)
			return mean / (sd / math.Sqrt(float64(n)))
		}
		critical := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975)
		end := func(target, low, high float64) float64 { // the statistic falls with the change
			for range 80 {
				if mid := (low + high) / 2; statistic(mid) > target {
					low = mid
				} else {
					high = mid
				}
			}
			return low
		}
		require.InDelta(t, end(critical, c.Mid-2, c.Mid), c.Low, 1e-8)
		require.InDelta(t, end(-critical, c.Mid, c.Mid+2), c.High, 1e-8)
		zero := math.Abs(statistic(0)) <= critical
		require.Equal(t, zero, c.Low <= 0 && 0 <= c.High, "it holds zero when the test finds nothing")
	}
}

func TestStudentsQuantilesAreTheTables(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.7062047, 2: 4.30265273, 9: 2.26215716, 19: 2.09302405, 59: 2.00099538, 99: 1.98421695,
		999: 1.96234146} {
		require.InDelta(t, want, tQuantile(float64(freedom), 0.95), 1e-8, "%d", freedom)
	}
	for freedom := 1; freedom < 10_000; freedom += 7 {
		q := tQuantile(float64(freedom), 0.95)
		require.InDelta(t, 0.975, distuv.StudentsT{Sigma: 1, Nu: float64(freedom)}.CDF(q), 1e-9, "%d", freedom)
	}
}

func TestWhatFiellerCannotSayIsNaN(t *testing.T) {
	c := Fieller([]int64{5}, []int64{10}, 0.95)
	require.Equal(t, -0.5, c.Mid)
	require.True(t, math.IsNaN(c.Low) && math.IsNaN(c.High) && math.IsNaN(c.HalfWidth()))
	c = Fieller([]int64{1, 2, 3}, []int64{0, 0, 0}, 0.95)
	require.True(t, math.IsNaN(c.Mid) && math.IsNaN(c.Low))
	c = Fieller([]int64{9, 1, 1}, []int64{1000, 1, 0}, 0.95)
	require.True(t, math.IsNaN(c.Low) && !math.IsNaN(c.Mid), "a baseline that may be zero bounds nothing")
	c = Fieller(nil, nil, 0.95)
	require.True(t, math.IsNaN(c.Mid))
}

func TestTheSameWaitsAreNoChangeForSure(t *testing.T) {
	policy, base := someWaits(1, 30)
	require.Equal(t, Change{}, Fieller(base, base, 0.95))
	for k := range policy {
		policy[k] = base[k] / 10 * 7
		base[k] = base[k] / 10 * 10
	}
	c := Fieller(policy, base, 0.95)
	require.InDelta(t, -0.3, c.Mid, 1e-15)
	require.True(t, c.Low <= c.Mid && c.Mid <= c.High && c.High-c.Low < 1e-8)
}

func TestTheUnitOfWaitsDoesNotMatter(t *testing.T) {
	policy, base := someWaits(2, 40)
	boot := NewBootstrap(40, 400, 1)
	scale := func(v []int64, by int64) []int64 {
		w := make([]int64, len(v))
		for k, x := range v {
			w[k] = by * x
		}
		return w
	}
	p, b := scale(policy, 60), scale(base, 60)
	closeTo(t, Fieller(policy, base, 0.95), Fieller(p, b, 0.95))
	closeTo(t, boot.Change(policy, base, 0.95), boot.Change(p, b, 0.95))
	closeTo(t, boot.BCa(policy, base, 0.95), boot.BCa(p, b, 0.95))
	require.Equal(t, WonShare(policy, base, 0.95), WonShare(p, b, 0.95))
	require.InEpsilon(t, Pair(policy, base).Factor, Pair(p, b).Factor, 1e-8)
	require.InEpsilon(t, Pair(policy, base).Correlation, Pair(p, b).Correlation, 1e-8)

	// slowing everything down in the policy alone moves the ratio with it
	c, d := Fieller(policy, base, 0.95), Fieller(scale(policy, 3), base, 0.95)
	require.InEpsilon(t, 3*(1+c.Low), 1+d.Low, 1e-8)
	require.InEpsilon(t, 3*(1+c.High), 1+d.High, 1e-8)
}

func TestTheSequenceOfResamplesDoesNotMatter(t *testing.T) {
	policy, base := someWaits(3, 50)
	third, _ := someWaits(4, 50)
	third[7], base[7] = policy[7], policy[7]
	p, b, c := make([]int64, 50), make([]int64, 50), make([]int64, 50)
	for k, j := range rand.New(rand.NewPCG(1, 1)).Perm(50) {
		p[k], b[k], c[k] = policy[j], base[j], third[j]
	}
	closeTo(t, Fieller(policy, base, 0.95), Fieller(p, b, 0.95))
	require.InEpsilon(t, Dominance(policy, base), Dominance(p, b), 1e-8)
	require.InEpsilon(t, Pair(policy, base).Factor, Pair(p, b).Factor, 1e-8)
	require.Equal(t, WonShare(policy, base, 0.95), WonShare(p, b, 0.95))
	require.Equal(t, BestShares([][]int64{policy, base, third}), BestShares([][]int64{p, b, c}))
	require.Equal(t, NearBest([][]int64{policy, base, third}, 0.95), NearBest([][]int64{p, b, c}, 0.95))

	// the bootstrap's draws name resamples by number: the same population,
	// other draws
	x, y := NewBootstrap(50, 20_000, 1).Change(policy, base, 0.95), NewBootstrap(50, 20_000, 1).Change(p, b, 0.95)
	require.Equal(t, x.Mid, y.Mid)
	require.InDelta(t, x.Low, y.Low, 0.05*(x.High-x.Low))
	require.InDelta(t, x.High, y.High, 0.05*(x.High-x.Low))
}

func TestNobodyWaitsLessThanNothing(t *testing.T) {
	c := Fieller([]int64{1, 1, 0, 900, 1, 1}, []int64{700, 900, 800, 1000, 1100, 800}, 0.95)
	require.Equal(t, -1.0, c.Low)
	require.Greater(t, c.High, c.Mid)
}

func TestDominanceIsThePartOfOneResample(t *testing.T) {
	require.InDelta(t, 0.5, Dominance([]int64{90, 110}, []int64{100, 100}), 1e-12)
	require.InDelta(t, 0.75*0.75/(0.75*0.75+3*0.25*0.25), Dominance([]int64{200, 100, 100, 100}, []int64{100, 100, 100, 100}), 1e-9)
	require.True(t, math.IsNaN(Dominance([]int64{7, 9}, []int64{7, 9})))
	require.True(t, math.IsNaN(Dominance([]int64{7, 9}, []int64{0, 0})))
}
