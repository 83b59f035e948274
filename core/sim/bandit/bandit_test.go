package bandit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

const arms = 6

// settings of a kind, as a caller would make them.
func settings(k Kind, rounds int) Settings {
	return Settings{Arms: arms, Features: 2, Parameter: k.Usual(rounds), Lambda: 1, UntriedFirst: true}
}

func fresh(t testing.TB, k Kind, s Settings, seed uint64) Strategy {
	t.Helper()
	b, err := New(k, s)
	require.NoError(t, err)
	var stream Stream
	stream.Seed(seed, 1)
	b.Reset(&stream)
	return b
}

// problem is a made-up machine: arm i makes a job wait mean(round, i) seconds,
// give or take, with 20 to 60 jobs a round.
type problem struct {
	mean  func(round, arm int) float64
	noise Stream
}

func (p *problem) play(b Strategy, rounds int) (chosen []int, perJob float64) {
	p.noise.Seed(77, 7)
	features := []float64{1, 0}
	waits, jobs := 0.0, 0.0
	for r := range rounds {
		features[1] = float64(r % 2)
		arm := b.Choose(features)
		l := 20 + p.noise.Below(41)
		w := float64(l) * max(0, p.mean(r, arm)+100*p.noise.Normal())
		b.Learn(arm, w, int64(l))
		chosen = append(chosen, arm)
		waits += w
		jobs += float64(l)
	}
	return chosen, waits / jobs
}

func stationary() *problem {
	return &problem{mean: func(_, arm int) float64 { return 500 + 100*float64((arm+2)%arms) }}
}

func TestEveryStrategyRepeatsItselfWithItsSeed(t *testing.T) {
	for _, k := range Kinds() {
		s := settings(k, 300)
		a, _ := stationary().play(fresh(t, k, s, 5), 300)
		b, _ := stationary().play(fresh(t, k, s, 5), 300)
		require.Equal(t, a, b, k.Name)
		c, _ := stationary().play(fresh(t, k, s, 6), 300)
		require.NotEqual(t, a, c, "%s: another seed, other choices", k.Name)

		again := fresh(t, k, s, 9)
		stationary().play(again, 100)
		var stream Stream
		stream.Seed(5, 1)
		again.Reset(&stream)
		d, _ := stationary().play(again, 300)
		require.Equal(t, a, d, "%s: Reset forgets everything", k.Name)
	}
}

func TestEveryStrategyBeatsChance(t *testing.T) {
	const rounds = 2000
	random, err := Find("random")
	require.NoError(t, err)
	_, chance := stationary().play(fresh(t, random, settings(random, rounds), 1), rounds)
	require.InDelta(t, 750, chance, 30, "any arm: the mean of all")
	for _, k := range Kinds()[1:] {
		_, got := stationary().play(fresh(t, k, settings(k, rounds), 1), rounds)
		require.Less(t, got, chance-40, k.Name)
		t.Logf("%s: %.0f s a job; the best arm 500, chance %.0f", k.Name, got, chance)
	}
}

// The best arm becomes the worst half-way: strategies for drift find the new
// one.
func TestStrategiesForDriftFollowASwitch(t *testing.T) {
	const rounds = 3000
	switching := &problem{mean: func(r, arm int) float64 {
		if r >= rounds/2 {
			arm = arms - 1 - arm
		}
		return 400 + 250*float64(arm)
	}}
	share := func(k Kind, change func(*Settings)) float64 {
		s := settings(k, rounds)
		change(&s)
		chosen, _ := switching.play(fresh(t, k, s, 3), rounds)
		n := 0
		for _, arm := range chosen[rounds*3/4:] {
			if arm == arms-1 {
				n++
			}
		}
		return float64(n) / float64(rounds/4)
	}
	for name, change := range map[string]func(*Settings){
		"sw-ucb":         func(s *Settings) { s.Parameter = 300 },
		"d-ucb":          func(s *Settings) { s.Parameter = 0.99 },
		"epsilon-greedy": func(s *Settings) { s.Lambda, s.DiscountJobs = 0.9, true },
	} {
		k, err := Find(name)
		require.NoError(t, err)
		got := share(k, change)
		t.Logf("%s: the new best arm in %.0f %% of the last quarter", name, 100*got)
		require.Greater(t, got, 0.3, "%s: chance is 0.17", name)
	}
}

func TestNothingFinishedAndNothingWaitedDoNoHarm(t *testing.T) {
	for _, k := range Kinds() {
		s := settings(k, 100)
		for _, lambda := range []float64{0, 0.5, 1} {
			s.Lambda, s.DiscountJobs = lambda, true
			b := fresh(t, k, s, 2)
			for r := range 400 {
				arm := b.Choose([]float64{0, 0})
				require.True(t, arm >= 0 && arm < arms, "%s chose %d", k.Name, arm)
				jobs := int64(0)
				if r%3 == 0 && r > 100 {
					jobs = 5
				}
				b.Learn(arm, 0, jobs)
				for i := range arms {
					x, ok := b.Estimate(i)
					require.False(t, math.IsNaN(x), k.Name)
					require.False(t, ok && r <= 100, "%s: an estimate though nothing ever finished", k.Name)
				}
			}
		}
	}
}

func TestNoStrategyAllocates(t *testing.T) {
	for _, k := range Kinds() {
		b := fresh(t, k, settings(k, 100), 2)
		features := []float64{1, 0.5}
		var stream Stream
		round := func() {
			arm := b.Choose(features)
			b.Learn(arm, 100*float64(arm), 7)
			b.Estimate(arm)
		}
		require.Zero(t, testing.AllocsPerRun(200, round), k.Name)
		require.Zero(t, testing.AllocsPerRun(3, func() { stream.Seed(1, 1); b.Reset(&stream) }), k.Name)
	}
}

func TestEstimatesAreWaitsPerJob(t *testing.T) {
	for _, k := range Kinds()[1:] {
		s := settings(k, 2000)
		b := fresh(t, k, s, 4)
		stationary().play(b, 2000)
		best := (arms - 2) % arms // arm of mean 500
		got, ok := b.Estimate(best)
		require.True(t, ok, k.Name)
		require.InEpsilon(t, 500, got, 0.2, k.Name)
	}
}

func TestEpsilonGreedyIsItsFormula(t *testing.T) {
	k, err := Find("epsilon-greedy")
	require.NoError(t, err)
	s := settings(k, 10)
	s.Parameter, s.Lambda = 0, 0.5 // never explores
	learn := func(b Strategy) {
		b.Learn(0, 100, 10)
		b.Learn(1, 90, 10)
		b.Learn(0, 100, 10)
	}
	b := fresh(t, k, s, 1)
	learn(b)
	x, _ := b.Estimate(0)
	require.Equal(t, (0.25*100+100)/20, x)
	x, _ = b.Estimate(1)
	require.Equal(t, 0.5*90/10, x, "λ discounts the waits, not the jobs")
	s.DiscountJobs = true
	b = fresh(t, k, s, 1)
	learn(b)
	x, _ = b.Estimate(0)
	require.Equal(t, (0.25*100+100)/(0.25*10+10), x)
	x, _ = b.Estimate(1)
	require.Equal(t, 9.0, x)
}

func TestUntriedArmsComeFirstOnlyWhenAsked(t *testing.T) {
	k, err := Find("epsilon-greedy")
	require.NoError(t, err)
	s := settings(k, 10)
	s.Parameter = 0
	first := func(untried bool) map[int]bool {
		s.UntriedFirst = untried
		b := fresh(t, k, s, 8)
		seen := map[int]bool{}
		for range arms {
			arm := b.Choose(nil)
			seen[arm] = true
			b.Learn(arm, 50, 1)
		}
		return seen
	}
	require.Len(t, first(true), arms)
	require.Len(t, first(false), 1, "without exploring, the first known arm stays")
}

func TestTheWindowForgetsWhatLeftIt(t *testing.T) {
	k, err := Find("sw-ucb")
	require.NoError(t, err)
	s := settings(k, 10)
	s.Parameter = 3
	b := fresh(t, k, s, 1)
	b.Learn(2, 100, 10)
	b.Learn(1, 30, 10)
	b.Learn(1, 50, 10)
	x, ok := b.Estimate(2)
	require.True(t, ok)
	require.Equal(t, 10.0, x)
	b.Learn(1, 70, 10)
	_, ok = b.Estimate(2)
	require.False(t, ok)
	x, _ = b.Estimate(1)
	require.Equal(t, 5.0, x)
}

// Waits that depend on the state: with the state known, the right arm in each.
func TestLinUCBUsesTheState(t *testing.T) {
	k, err := Find("linucb")
	require.NoError(t, err)
	b := fresh(t, k, settings(k, 1000), 1)
	var noise Stream
	noise.Seed(1, 2)
	right := 0
	for r := range 1000 {
		state := []float64{1, float64(noise.Below(2))}
		arm := b.Choose(state)
		want := int(state[1]) // arm 0 in state 0, arm 1 in state 1
		mean := 900.0
		if arm == want {
			mean = 300
			if r >= 500 {
				right++
			}
		}
		b.Learn(arm, 10*(mean+50*noise.Normal()), 10)
	}
	require.Greater(t, right, 450)
}

// The kept inverse is that of I + Σ v vᵀ.
func TestTheMatrixIsInverted(t *testing.T) {
	const n = 4
	m := newMatrix(n)
	m.identity()
	full := make([]float64, n*n)
	for i := range n {
		full[i*n+i] = 1
	}
	var s Stream
	s.Seed(4, 4)
	for range 200 {
		v := make([]float64, n)
		for i := range v {
			v[i] = s.Between(-1, 1)
		}
		m.add(v)
		for i := range n {
			for j := range n {
				full[i*n+j] += v[i] * v[j]
			}
		}
	}
	for i := range n {
		for j := range n {
			sum := 0.0
			for k := range n {
				sum += full[i*n+k] * m.inverse[k*n+j]
			}
			want := 0.0
			if i == j {
				want = 1
			}
			require.InDelta(t, want, sum, 1e-9)
		}
	}
}

func TestSettingsOutOfBoundsAreErrors(t *testing.T) {
	_, err := Find("nope")
	require.ErrorContains(t, err, "epsilon-greedy")
	k, err := Find("epsilon-greedy")
	require.NoError(t, err)
	for says, s := range map[string]Settings{
		"arm": {Lambda: 1}, "ε": {Arms: 2, Lambda: 1, Parameter: 1.5}, "λ": {Arms: 2, Lambda: -1},
	} {
		_, err := New(k, s)
		require.ErrorContains(t, err, says)
	}
	for _, k := range Kinds() {
		require.NotEmpty(t, k.Words)
		require.NotEmpty(t, k.Formula)
		require.NotEmpty(t, k.Source)
	}
}

// Streams drive every choice: their numbers were written down once.
func TestStreamsAreTheSameEverywhere(t *testing.T) {
	var s Stream
	s.Seed(1, 2)
	require.Equal(t, uint64(0xc4f5a58656eef510), s.pcg.Uint64())
	v := make([]int, 6)
	s.Shuffle(v)
	require.ElementsMatch(t, []int{0, 1, 2, 3, 4, 5}, v)
	sum, square := 0.0, 0.0
	for range 100_000 {
		x := s.Normal()
		sum += x
		square += x * x
	}
	require.InDelta(t, 0, sum/1e5, 0.02)
	require.InDelta(t, 1, square/1e5, 0.02)
}

// Where all waits are equal nothing but fading away brings an arm back.
func TestAnArmThatHasFadedAwayIsUnknownAgain(t *testing.T) {
	k, err := Find("d-ucb")
	require.NoError(t, err)
	b := fresh(t, k, Settings{Arms: 2, Parameter: 0.5, Lambda: 1}, 1)
	var chosen []int
	for range 33 {
		arm := b.Choose(nil)
		chosen = append(chosen, arm)
		b.Learn(arm, 600, 10)
	}
	first, other := chosen[0], chosen[1]
	require.NotEqual(t, first, other)
	for round, arm := range chosen[2:32] {
		require.Equal(t, first, arm, "round %d", round+2)
	}
	// 0.5 to the 30th is 0.93e-9 of a period.
	require.Equal(t, other, chosen[32], "%v", chosen)
	_, known := b.Estimate(other)
	require.True(t, known)
}
