package bandit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"shadowtime/core/internal/drawtest"
)

// of makes a strategy of a kind with its own number.
func of[S Strategy](t *testing.T, name string, arms int, parameter float64) S {
	t.Helper()
	k, err := Find(name)
	require.NoError(t, err)
	s, ok := fresh(t, k, Settings{Arms: arms, Features: 2, Parameter: parameter, Lambda: 1}, 3).(S)
	require.True(t, ok)
	return s
}

// chosen counts the arms of so many choices, between which nothing is learnt.
func chosen(b Strategy, arms, draws int) []int {
	return drawtest.Cells(arms, 1, draws, func(int) []int { return []int{b.Choose(nil)} })
}

func TestEveryPermutationIsEquallyLikely(t *testing.T) {
	var s Stream
	s.Seed(1, 1)
	for n := 2; n <= 5; n++ {
		v := make([]int, n)
		drawtest.Permuted(t, n, 12_000, func(int) []int { s.Shuffle(v); return v })
	}
}

func TestEveryNumberBelowIsEquallyLikely(t *testing.T) {
	var s Stream
	s.Seed(1, 2)
	for n := 1; n <= 9; n++ {
		drawtest.Even(t, drawtest.Cells(n, 2, 200*n*n, func(int) []int { return []int{s.Below(n), s.Below(n)} }), n)
		drawtest.Even(t, drawtest.Cells(n, 1, 200*n, func(int) []int { return []int{int(s.Unit() * float64(n))} }), n)
	}
}

// The normal's ten parts of equal chance.
func TestNormalsAreNormal(t *testing.T) {
	var s Stream
	s.Seed(1, 3)
	drawtest.Even(t, drawtest.Cells(10, 2, 20_000, func(int) []int {
		return []int{int(10 * distuv.UnitNormal.CDF(s.Normal())), int(10 * distuv.UnitNormal.CDF(s.Normal()))}
	}))
}

func TestEveryArmIsAsLikelyToBeTheFirst(t *testing.T) {
	for _, k := range Kinds() {
		drawtest.Even(t, drawtest.Cells(arms, 1, 3000, func(seed int) []int {
			return []int{fresh(t, k, settings(k, 100), uint64(seed)).Choose([]float64{1, 0})}
		}), k.Name)
	}
}

func TestAnyArmIsAsLikelyWhereNothingIsKnown(t *testing.T) {
	drawtest.Even(t, chosen(of[*random](t, "random", 5, 0), 5, 5000))
	g := of[*greedy](t, "epsilon-greedy", 5, 1)
	g.Learn(2, 1, 1)
	drawtest.Even(t, chosen(g, 5, 5000), "what explores always looks at nothing")
}

// With probability 1 - ε + ε/K the least.
func TestEpsilonIsTheShareThatExplores(t *testing.T) {
	g := of[*greedy](t, "epsilon-greedy", 4, 0.2)
	for arm, wait := range []float64{40, 10, 30, 20} {
		g.Learn(arm, wait, 1)
	}
	drawtest.Follows(t, chosen(g, 4, 8000), []float64{0.05, 0.85, 0.05, 0.05})
}

func TestEpsilonFadesAsCKOverT(t *testing.T) {
	g := of[*greedy](t, "epsilon-decay", 4, 3)
	for round := 1; round <= 40; round++ {
		g.Choose(nil)
		require.Equal(t, min(1, 12/float64(round)), g.epsilon())
	}
}

// Two arms, of two rounds each, and one of a single round:
//
//	arm 0: 100/10, 300/10: mean 20, Σ l (w/l - mean)² = 10·10² + 10·10² = 2000
//	arm 1: 40/2, 60/4: mean 50/3, 2·(10/3)² + 4·(5/3)² = 100/3
//	arm 2: 90/3: mean 30, 0
//
// five rounds less three arms leave two degrees of freedom.
func posterior(t *testing.T, c float64) *thompson {
	b := of[*thompson](t, "thompson", 3, c)
	for _, r := range []round{{0, 100, 10}, {1, 40, 2}, {0, 300, 10}, {2, 90, 3}, {1, 60, 4}} {
		b.Learn(r.arm, r.wait, int64(r.jobs))
	}
	return b
}

func TestThompsonsSigmaIsOfTheRoundsLessTheArms(t *testing.T) {
	b := posterior(t, 1)
	require.InDelta(t, math.Sqrt((2000+100./3)/2), b.sigma(), 1e-12)
	b.Learn(2, 0, 0)
	require.InDelta(t, math.Sqrt((2000+100./3)/2), b.sigma(), 1e-12, "nothing ended, nothing is learnt")
	for arm, mean := range []float64{20, 50. / 3, 30} {
		got, _ := b.Estimate(arm)
		require.InDelta(t, mean, got, 1e-12)
	}
	one := of[*thompson](t, "thompson", 3, 1)
	one.Learn(0, 100, 10)
	one.Learn(1, 900, 10)
	require.Zero(t, one.sigma(), "arms that were tried once spread within none")
}

// Of two arms the first is the least as often as a difference of two normals is below zero.
func TestThompsonChoosesAnArmAsOftenAsItsPosteriorIsTheLeast(t *testing.T) {
	for _, c := range []float64{0.5, 1, 3} {
		b := of[*thompson](t, "thompson", 2, c)
		for _, r := range []round{{0, 100, 10}, {1, 40, 2}, {0, 300, 10}, {1, 60, 4}} {
			b.Learn(r.arm, r.wait, int64(r.jobs))
		}
		sigma2 := c * c * (2000 + 100./3) / 2
		first := distuv.UnitNormal.CDF((50./3 - 20) / math.Sqrt(sigma2/20+sigma2/6))
		drawtest.Follows(t, chosen(b, 2, 20_000), []float64{first, 1 - first}, c)
	}
}

// Without a spread any arm may be the best, until each could have been tried twice.
func TestThompsonNeedsTwoRoundsOfEachArmToTrustMeansAlone(t *testing.T) {
	b := of[*thompson](t, "thompson", 2, 1)
	b.Learn(0, 10, 1)
	b.Learn(1, 20, 1)
	drawtest.Even(t, chosen(b, 2, 2000))
	b.Learn(0, 10, 1)
	drawtest.Even(t, chosen(b, 2, 2000), "three rounds")
	b.Learn(1, 20, 1)
	require.Equal(t, []int{100, 0}, chosen(b, 2, 100), "four rounds without a spread: the least mean")
}

// Three rounds: x = w/l is 10 under (1, 0) and 30 under (1, 1) of arm 0, 20 under (1, 1) of
// arm 1. Mean 20, variance (10² + 10² + 0)/(3-1) = 100.
//
//	arm 0: A = ((3, 1), (1, 2)), A⁻¹ = ((2, -1), (-1, 3))/5, b = -10 (1, 0) + 10 (1, 1) = (0, 10), θ = (-2, 6)
//	arm 1: A = ((2, 1), (1, 2)), A⁻¹ = ((2, -1), (-1, 2))/3, b = 0, θ = 0
func TestLinUCBsBoundsAreThoseComputedByHand(t *testing.T) {
	for _, alpha := range []float64{0, 1, 2.5} {
		u := of[*linUCB](t, "linucb", 3, alpha)
		require.Zero(t, u.sigma())
		for _, r := range []struct {
			arm     int
			state   []float64
			wait, l float64
		}{{0, []float64{1, 0}, 50, 5}, {0, []float64{1, 1}, 60, 2}, {1, []float64{1, 1}, 80, 4}} {
			u.Choose(r.state)
			u.Learn(r.arm, r.wait, int64(r.l))
		}
		require.Equal(t, 10.0, u.sigma(), "three rounds leave two degrees of freedom")
		for _, x := range []struct {
			state      []float64
			mean, form [2]float64
		}{
			{[]float64{1, 0}, [2]float64{18, 20}, [2]float64{2. / 5, 2. / 3}},
			{[]float64{1, 1}, [2]float64{24, 20}, [2]float64{3. / 5, 2. / 3}},
			{[]float64{0, 2}, [2]float64{32, 20}, [2]float64{12. / 5, 8. / 3}},
		} {
			require.Equal(t, 2, u.Choose(x.state), "an arm that was not tried comes first")
			for arm := range 2 {
				mean, _ := u.Estimate(arm)
				require.InDelta(t, x.mean[arm], mean, 1e-12)
				bound, known := u.index(arm)
				require.True(t, known)
				require.InDelta(t, x.mean[arm]-alpha*10*math.Sqrt(x.form[arm]), bound, 1e-12)
			}
		}
	}
}

// Waits per job of 10 and 30 of arm 0 and 15 of arm 1: R = 20, n = 3.
func TestUCB1sBoundsAreThoseComputedByHand(t *testing.T) {
	u := of[*ucb1](t, "ucb1", 2, 1.5)
	for _, r := range []round{{0, 100, 10}, {1, 30, 2}, {0, 900, 30}} {
		u.Learn(r.arm, r.wait, int64(r.jobs))
	}
	for arm, want := range []float64{25 - 1.5*20*math.Sqrt(2*math.Log(3)/2), 15 - 1.5*20*math.Sqrt(2*math.Log(3))} {
		got, known := u.index(arm)
		require.True(t, known)
		require.InDelta(t, want, got, 1e-12)
	}
}

// A window of three rounds, the first of which the fourth puts out; the range is of all four.
func TestTheWindowsBoundsAreThoseComputedByHand(t *testing.T) {
	w := of[*window](t, "sw-ucb", 2, 3)
	holds := func(rounds float64, want ...float64) {
		for arm, mean := range want {
			got, known := w.index(arm)
			require.True(t, known)
			n := w.known[arm].rounds
			require.InDelta(t, mean-w.span.width()*math.Sqrt(0.6*math.Log(rounds)/n), got, 1e-12)
		}
	}
	w.Learn(0, 100, 10)
	w.Learn(1, 30, 2)
	require.Equal(t, 5.0, w.span.width())
	holds(2, 10, 15)
	w.Learn(0, 900, 30)
	require.Equal(t, 2.0, w.known[0].rounds)
	holds(3, 25, 15)
	w.Learn(1, 5, 1)
	require.Equal(t, []float64{1, 2}, []float64{w.known[0].rounds, w.known[1].rounds})
	require.Equal(t, 25.0, w.span.width(), "from 5 to 30 a job")
	holds(3, 30, 35./3)
}

// γ = 1/2: each round halves what was known before.
func TestDiscountedBoundsAreThoseComputedByHand(t *testing.T) {
	d := of[*discounted](t, "d-ucb", 2, 0.5)
	for _, r := range []round{{0, 100, 10}, {1, 30, 2}, {0, 900, 30}} {
		d.Learn(r.arm, r.wait, int64(r.jobs))
	}
	n0, n1 := 0.25+1, 0.5
	for arm, want := range []float64{
		(25+900)/(2.5+30) - 2*20*math.Sqrt(0.6*math.Log(n0+n1)/n0),
		15 - 2*20*math.Sqrt(0.6*math.Log(n0+n1)/n1),
	} {
		got, known := d.index(arm)
		require.True(t, known)
		require.InDelta(t, want, got, 1e-12)
	}
}

func TestWindowAndDiscountFollowFromTheRounds(t *testing.T) {
	require.Equal(t, math.Floor(2*math.Sqrt(100*math.Log(100))), usualWindow(100))
	require.Equal(t, 42.0, usualWindow(100))
	require.InDelta(t, 0.975, usualDiscount(100), 1e-15)
}

// L = (0, 2) after 10 of arm 0 and 30 of arm 1, both at a chance of 1/2.
func TestEXP3DrawsByItsWeights(t *testing.T) {
	for _, c := range []float64{0, 0.7, 2} {
		e := of[*exp3](t, "exp3", 2, c)
		e.Choose(nil)
		e.Learn(0, 100, 10)
		require.Equal(t, []float64{0.5, 0.5}, e.chances)
		e.Choose(nil)
		e.Learn(1, 60, 2)
		weight := math.Exp(-c * math.Sqrt(math.Log(2)/(2*3)) * 2)
		chances := []float64{1 / (1 + weight), weight / (1 + weight)}
		drawtest.Follows(t, chosen(e, 2, 10_000), chances, c)
		require.InDeltaSlice(t, chances, e.chances, 1e-12)
	}
}
