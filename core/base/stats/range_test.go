package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// weeks are made-up weekly sums of a baseline, and of a policy that changes them by a share
// which differs from week to week.
func weeks(seed uint64, n int, change, spread float64) (policy, base []int64) {
	r := rand.New(rand.NewPCG(seed, 16))
	for range n {
		b := 1e6 * math.Exp(0.8*r.NormFloat64())
		base = append(base, int64(b))
		policy = append(policy, int64(b*(1+change)*math.Exp(spread*r.NormFloat64())))
	}
	return policy, base
}

// The recipe by hand, on two weeks twice: R = 0.8, e = (-0.1, +0.1) of the mean each time.
func TestTheRangeIsTheRecipe(t *testing.T) {
	policy, base := []int64{70, 90, 70, 90}, []int64{100, 100, 100, 100}
	r := RangeOf(policy, base)
	require.InDelta(t, -0.2, r.Mid(), 1e-15)
	s2 := (0.04/0.64 + 2*0.25) / 5
	v := (1+0.5*4/20.0)*s2/4 + 0.0025
	half := 2.570581836 * math.Sqrt(v) // t of 5 degrees of freedom
	c := r.Change(0.95)
	require.InDelta(t, 0.8*math.Exp(-half)-1, c.Low, 1e-8)
	require.InDelta(t, 0.8*math.Exp(half)-1, c.High, 1e-8)

	next := r.Next(4, 0.95)
	require.InDelta(t, 0.8*math.Exp(2.570581836*math.Sqrt(2*v))-1, next.High, 1e-8)
	require.Equal(t, 0.25, r.Peak())
	require.InDelta(t, (4*(-0.75)+1)/3, r.Follows(), 1e-12)
}

func TestAWiderLevelHoldsANarrowerOne(t *testing.T) {
	for seed := range uint64(50) {
		policy, base := weeks(seed, 4+int(seed), -0.3, 0.2+0.05*float64(seed))
		r := RangeOf(policy, base)
		last := Change{r.Mid(), r.Mid(), r.Mid()}
		for _, level := range []float64{0.5, 0.9, 0.95, 0.98333, 0.999} {
			c := r.Change(level)
			require.Less(t, c.Low, last.Low)
			require.Greater(t, c.High, last.High)
			require.Greater(t, c.Low, -1.0)
			last = c
		}
		require.Less(t, r.Next(4, 0.95).Low, r.Change(0.95).Low, "a few weeks show more than the long run")
	}
}

// Exchanging policy and baseline inverts the ratio and its ends, nearly: residuals are of
// another unit.
func TestARatioUpsideDownIsTheSameRange(t *testing.T) {
	policy, base := []int64{50, 100, 200, 25, 75}, []int64{100, 200, 400, 50, 150}
	a, b := RangeOf(policy, base), RangeOf(base, policy)
	c, d := a.Change(0.95), b.Change(0.95)
	require.InDelta(t, 1/(1+c.High), 1+d.Low, 1e-8)
	require.InDelta(t, 1/(1+c.Low), 1+d.High, 1e-8)
}

func TestTooFewWeeksAndNoWaitingHaveNoRange(t *testing.T) {
	policy, base := weeks(1, 3, -0.5, 0.1)
	three := RangeOf(policy, base)
	require.False(t, three.Known())
	require.InDelta(t, -0.5, three.Mid(), 0.2, "the figure itself is known")
	require.True(t, math.IsNaN(three.Change(0.95).Low))

	zero := []int64{0, 0, 0, 0, 0}
	nobody := RangeOf(base, zero[:3])
	require.True(t, math.IsNaN(nobody.Mid()) || math.IsInf(nobody.Mid(), 0))
	require.False(t, nobody.Known())
	all := RangeOf(zero, []int64{1, 2, 3, 4, 5})
	require.Equal(t, -1.0, all.Mid())
	require.False(t, all.Known(), "a ratio of nothing has no logarithm")
	require.Equal(t, -1.0, Chosen([]Range{all}, 0, 0.95))
	none := RangeOf(nil, nil)
	require.True(t, math.IsNaN(none.Mid()))
}

// More weeks than are asked for show the change; at the length itself it is on the edge.
func TestSoManyMoreWeeksWouldShowIt(t *testing.T) {
	var policy, base []int64
	for w := range int64(24) {
		policy, base = append(policy, 84+70*(w%2*2-1)), append(base, 100)
	}
	r := RangeOf(policy, base)
	c := r.Change(0.95)
	require.Greater(t, c.High, 0.0)
	n, ok := r.More(r.Mid(), 0.95)
	require.True(t, ok)
	edge := func(weeks int) float64 {
		long := Range{Weeks: weeks, spread: r.spread}
		return tQuantile(long.freedom(), 0.95) * math.Sqrt(long.variance(float64(weeks)))
	}
	require.Less(t, edge(r.Weeks+n), -math.Log(r.ratio))
	require.Greater(t, edge(r.Weeks+n-1), -math.Log(r.ratio))

	_, ok = r.More(-0.05, 0.95)
	require.False(t, ok, "a change below what no length removes is never shown")
	_, ok = r.More(math.NaN(), 0.95)
	require.False(t, ok)
}

// A figure that was chosen is nearer to nothing than it was, the nearer the more it was
// chosen among, and lies within its range.
func TestAChosenFigureIsShrunk(t *testing.T) {
	for seed := range uint64(30) {
		n := 4 + int(seed)
		var of []Range
		best := 0
		_, base := weeks(seed, n, 0, 0)
		for o := range 6 {
			policy, _ := weeks(seed, n, 0, 0)
			r := rand.New(rand.NewPCG(seed, uint64(o)))
			for w := range policy {
				policy[w] = int64(float64(policy[w]) * 0.8 * math.Exp(0.4*r.NormFloat64()))
			}
			of = append(of, RangeOf(policy, base))
			if of[o].ratio < of[best].ratio {
				best = o
			}
		}
		if of[best].ratio >= 1 {
			continue
		}
		c := of[best].Change(Among(0.95, 7))
		alone, among := Chosen(of[best:best+1], 0, 0.95), Chosen(of, best, Among(0.95, 7))
		require.Greater(t, alone, of[best].Mid())
		require.GreaterOrEqual(t, among, alone)
		require.True(t, c.Low <= among && among <= c.High)
		require.Equal(t, among, Chosen(of, best, Among(0.95, 7)), "nothing is left to chance")
	}
}

func TestTheLeastIsAlwaysNearItself(t *testing.T) {
	var sums [][]int64
	for o := range 5 {
		p, _ := weeks(3, 30, 0.2*float64(o*o), 0.1)
		sums = append(sums, p)
	}
	near := NearLeast(sums, 0.95)
	require.True(t, near[0])
	require.False(t, near[4], "four times as much in each of 30 weeks")
	few := [][]int64{sums[0][:3], sums[4][:3]}
	require.Equal(t, []bool{true, true}, NearLeast(few, 0.95), "three weeks tell nothing apart")
}

func FuzzARangeNeverPanics(f *testing.F) {
	f.Add(uint64(1), 5, int64(100))
	f.Fuzz(func(t *testing.T, seed uint64, n int, most int64) {
		r := rand.New(rand.NewPCG(seed, 1))
		n = min(max(n, 0), 200)
		p, b := make([]int64, n), make([]int64, n)
		for w := range b {
			p[w], b[w] = r.Int64N(max(1, most&0xffffffffff)), r.Int64N(max(1, most&0xffffffffff))
		}
		x := RangeOf(p, b)
		c := x.Change(0.95)
		if x.Known() {
			require.True(t, -1 <= c.Low && c.Low <= c.Mid && c.Mid <= c.High, "%v", c)
		}
		x.More(c.Mid, 0.95)
		x.OneSpell(x.Follows())
		Chosen([]Range{x, x}, 1, 0.95)
		NearLeast([][]int64{p, b}, 0.95)
	})
}

func TestASpellDecidesFewerThanEightWeeksThatGoOnOrAPeakOfFewerThanTwenty(t *testing.T) {
	even := func(weeks int, peak float64) *Range { // one week has peak of all waiting
		r := &Range{Weeks: weeks}
		for w := range weeks {
			share := (1 - peak) / float64(weeks-1)
			if w == 0 {
				share = peak
			}
			r.level = append(r.level, share*float64(weeks))
		}
		return r
	}
	for _, x := range []struct {
		weeks     int
		peak, rho float64
		want      bool
	}{{7, 0.2, 0.31, true}, {7, 0.2, 0.3, false}, {8, 0.2, 0.9, false}, {19, 0.31, 0, true}, {19, 0.29, 0, false}, {20, 0.9, 0, false}} {
		require.Equal(t, x.want, even(x.weeks, x.peak).OneSpell(x.rho), "%v", x)
	}
}
