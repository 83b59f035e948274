package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheCorrelationIsPearsons(t *testing.T) {
	// the first of Anscombe's four sets (Amer. Statist. 27, 1973), in hundredths
	x := []int64{1000, 800, 1300, 900, 1100, 1400, 600, 400, 1200, 700, 500}
	y := []int64{804, 695, 758, 881, 833, 996, 724, 426, 1084, 482, 568}
	require.InDelta(t, 0.81642052, Pair(x, y).Correlation, 1e-8)
}

func TestPairingBuysOneOverOneMinusCorrelation(t *testing.T) {
	// equal means and variances: (V + V) / (2V - 2cV)
	policy, base := []int64{90, 110, 105, 95, 100}, []int64{95, 105, 110, 90, 100}
	p := Pair(policy, base)
	require.InDelta(t, 0.8, p.Correlation, 1e-12)
	require.InDelta(t, 5, p.Factor, 1e-9)
	p = Pair([]int64{110, 90, 100}, []int64{90, 110, 100})
	require.InDelta(t, -1, p.Correlation, 1e-12)
	require.InDelta(t, 0.5, p.Factor, 1e-9, "opposites are better not paired")
}

func TestPairingAtItsEnds(t *testing.T) {
	_, base := someWaits(1, 20)
	p := Pair(base, base)
	require.True(t, p.Correlation == 1 && math.IsInf(p.Factor, 1))
	p = Pair([]int64{7, 7}, []int64{9, 9})
	require.True(t, math.IsNaN(p.Correlation) && math.IsNaN(p.Factor))
	p = Pair([]int64{7, 8}, []int64{0, 0})
	require.True(t, math.IsNaN(p.Correlation) && math.IsNaN(p.Factor))
	p = Pair([]int64{7, 9}, []int64{8, 8})
	require.True(t, math.IsNaN(p.Correlation))
	require.InDelta(t, 1, p.Factor, 1e-9, "a constant baseline has nothing to pair")
}

// What the factor promises: resamples of one's own would spread the change by
// so much more.
func TestTheFactorIsWhatUnpairedResamplesCost(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	const n, runs = 40, 1500
	draw := func() (p, b []int64) {
		for range n {
			week := 1e8 * (5 + rng.NormFloat64())
			b = append(b, int64(week))
			p = append(p, int64(0.7*week+3e7*rng.NormFloat64()))
		}
		return p, b
	}
	var paired, apart, factor float64
	for range runs {
		p, b := draw()
		_, other := draw()
		paired += math.Pow(pooled(sum(p), sum(b))+0.3, 2)
		apart += math.Pow(pooled(sum(p), sum(other))+0.3, 2)
		factor += Pair(p, b).Factor / runs
	}
	require.InEpsilon(t, apart/paired, factor, 0.15)
}

func TestAQuarterOfTheWidthTakesSixteenTimesTheResamples(t *testing.T) {
	for _, c := range []struct {
		n          int
		have, want float64
		need       int
	}{
		{60, 0.04, 0.01, 960}, {60, 0.02, 0.01, 240}, {20, 0.07, 0.01, 980}, {10, 0.03, 0.02, 23}, {60, 0.01, 0.01, 60}, {60, 0, 0.01, 60},
		{60, 1, 1e-9, math.MaxInt32},
	} {
		n, ok := Needed(c.n, c.have, c.want)
		require.True(t, ok)
		require.Equal(t, c.need, n)
	}
	for _, c := range [][3]float64{{1, 0.1, 0.01}, {60, math.NaN(), 0.01}, {60, 0.1, 0}, {60, 0.1, math.NaN()}, {60, math.Inf(1), 0.1}} {
		_, ok := Needed(int(c[0]), c[1], c[2])
		require.False(t, ok)
	}
	require.InDelta(t, 0.05, Change{-0.1, -0.14, -0.04}.HalfWidth(), 1e-12)
}

func TestTheNeededResamplesDoGiveTheWidth(t *testing.T) {
	policy, base := someWaits(70, 4000)
	have := Fieller(policy[:100], base[:100], 0.95).HalfWidth()
	n, ok := Needed(100, have, have/4)
	require.True(t, ok)
	require.InEpsilon(t, have/4, Fieller(policy[:n], base[:n], 0.95).HalfWidth(), 0.25)
}

func TestStoppingLooksOnlyAtFixedPrefixes(t *testing.T) {
	policy, base := someWaits(12, 700)
	third, _ := someWaits(13, 700)
	for k := range third {
		third[k] = third[k]/2 + base[k]/2
	}
	wait := [][]int64{base, policy, third}
	prefix := func(n int) (w [][]int64) {
		for i := range wait {
			w = append(w, wait[i][:n])
		}
		return w
	}
	const half = 0.03
	stop, ok := Stop(wait, 0, half, 0.95)
	require.True(t, ok)
	require.Greater(t, stop, firstLook)
	require.Zero(t, stop%firstLook)
	for n := range 701 {
		at, ok := Stop(prefix(n), 0, half, 0.95)
		require.Equal(t, n >= stop, ok, "%d", n)
		if ok {
			require.Equal(t, stop, at, "whatever is known beyond it")
		}
	}
	for i := 1; i < 3; i++ {
		require.LessOrEqual(t, Fieller(wait[i][:stop], base[:stop], 0.95).HalfWidth(), half)
	}
	// later resamples are not looked at
	policy[stop] *= 1000
	at, _ := Stop(wait, 0, half, 0.95)
	require.Equal(t, stop, at)
}

func TestStoppingNeedsAnInterval(t *testing.T) {
	zero := make([]int64, 100)
	_, ok := Stop([][]int64{zero, zero}, 0, 1, 0.95)
	require.False(t, ok)
	_, base := someWaits(1, 100)
	_, ok = Stop([][]int64{base}, 0, 1, 0.95)
	require.False(t, ok, "nothing to compare")
	_, ok = Stop([][]int64{base, base}, 0, math.NaN(), 0.95)
	require.False(t, ok)
	n, ok := Stop([][]int64{base, base}, 1, 0, 0.95)
	require.True(t, ok && n == firstLook, "equal orders are known at once")
}

func TestTheNextLookDoubles(t *testing.T) {
	for n, next := range map[int]int{0: 20, 9: 20, 10: 20, 19: 20, 20: 40, 79: 80, 80: 160} {
		require.Equal(t, next, NextLook(n))
	}
}

func TestWarningsComeWhenDue(t *testing.T) {
	codes := func(f Facts) (list []string) {
		for _, w := range Warnings(f) {
			list = append(list, w.Code)
			require.True(t, strings.HasSuffix(w.Words, "."), w.Words)
			require.NotContains(t, w.Words, "NaN")
		}
		return list
	}
	good := Facts{Weeks: 52, Users: 200, Resamples: 60, Load: 0.7, ZeroWaits: 0.3, Dominance: 0.1, Likeness: 1.1, Apart: true}
	require.Equal(t, []string{Conditional}, codes(good))
	require.Equal(t, []string{Conditional}, codes(Facts{}), "what is not known is not warned of")
	require.Equal(t, []string{Conditional}, codes(Facts{Load: math.NaN(), ZeroWaits: math.NaN(), Dominance: math.NaN(),
		Likeness: math.NaN()}))
	for code, change := range map[string]func(*Facts){
		Overload:     func(f *Facts) { f.Load = 1 },
		Idle:         func(f *Facts) { f.ZeroWaits = 0.51 },
		FewResamples: func(f *Facts) { f.Resamples = 59 },
		OneResample:  func(f *Facts) { f.Dominance = 0.6 },
		FewWeeks:     func(f *Facts) { f.Weeks = 19 },
		FewUsers:     func(f *Facts) { f.Users = 1 },
		Unlike:       func(f *Facts) { f.Likeness = 1.26 },
	} {
		f := good
		change(&f)
		require.Equal(t, []string{code, Conditional}, codes(f))
	}
	all := Warnings(Facts{Weeks: 1, Users: 1, Resamples: 1, Load: 1.08, ZeroWaits: 0.8, Dominance: 0.9, Likeness: 5.6, Apart: true})
	require.Len(t, all, 8)
	require.Contains(t, all[0].Words, "5.6 times")
	require.Contains(t, all[0].Words, "each user")
	require.Contains(t, all[1].Words, "1.08")
	require.Contains(t, all[2].Words, "80 %")
	require.Contains(t, all[3].Words, "One resample")
	short := good
	short.Apart, short.Likeness, short.Length = false, 0.4, 1
	require.Equal(t, []string{Unlike, Conditional}, codes(short))
	require.Contains(t, Warnings(short)[0].Words, "empty machine")
	short.Users = 3
	require.Equal(t, []string{Unlike, Conditional}, codes(short), "whole weeks are taken with whoever is in them")
}
