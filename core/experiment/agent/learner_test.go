package agent

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/bandit"
)

// lived is a learner that has seen these decisions.
func lived(l *Learner, observations [][]float64, actions []int, rewards []float64) {
	var s bandit.Stream
	l.Begin(&s)
	for i, x := range observations {
		l.Observe(x, true)
		l.steps[i].action = int32(actions[i])
		l.Reward(rewards[i])
	}
}

// gradients are those of the decisions a learner has seen, with the loss; the
// weights stay.
func gradients(l *Learner) ([]float64, float64) {
	l.discount()
	loss := 0.0
	for i := range l.steps {
		loss += l.review(i)
	}
	g := append([]float64(nil), l.net.g...)
	clear(l.net.g)
	return g, loss
}

// held is the loss of a decision with its advantage held constant, as the
// gradient has it: computed in another way than by the network.
func held(l *Learner, i int, advantage float64) float64 {
	s := &l.steps[i]
	z := plain(l.net, l.seen[i*l.net.Inputs:][:l.net.Inputs])
	sum := 0.0
	for a := range l.net.Actions {
		if s.mayIdle || a != l.net.Void {
			sum += math.Exp(z[a])
		}
	}
	loss := -(z[s.action] - math.Log(sum)) * advantage
	if l.net.critics {
		d := math.Abs(z[l.net.Actions] - l.returns[i])
		if d <= 1 {
			loss += d * d / 2
		} else {
			loss += d - 0.5
		}
	}
	return loss
}

// plain computes a network from its weights alone: the actions' outputs, then the
// critic's.
func plain(n *Network, x []float64) []float64 {
	w := n.Weights()
	dense := func(x []float64, out int, leaky bool) []float64 {
		y := make([]float64, out)
		for o := range y {
			for i := range x {
				y[o] += x[i] * w[o*len(x)+i]
			}
			y[o] += w[out*len(x)+o]
			if leaky && y[o] < 0 {
				y[o] *= 0.01
			}
		}
		w = w[(len(x)+1)*out:]
		return y
	}
	shared := dense(x, n.Hidden, true)
	stack := func(out int) []float64 {
		x := shared
		for range 3 {
			x = dense(x, n.Hidden, true)
		}
		return dense(x, out, false)
	}
	list := stack(n.Actions)
	if n.critics {
		list = append(list, stack(1)...)
	}
	return list
}

func TestGradientsAreCentralDifferences(t *testing.T) {
	for seed := range uint64(24) {
		var s bandit.Stream
		s.Seed(seed, 9)
		shape := Shape{Inputs: 1 + s.Below(6), Actions: 2 + s.Below(5), Void: noVoid}
		if seed%3 == 0 {
			shape.Void = shape.Actions - 1
		}
		l := newLearner(shape, Options{Hidden: 1 + s.Below(9), LR: 0.01, Gamma: 0.9, Baseline: None}, seed%2 == 1, &s)
		n := 1 + s.Below(4)
		for range n {
			x := make([]float64, shape.Inputs)
			for i := range x {
				x[i] = s.Between(-1, 1)
			}
			mayIdle := s.Below(2) == 0
			l.Observe(x, mayIdle)
			last := len(l.steps) - 1
			l.steps[last].action = int32(s.Below(shape.Actions - 1))
			l.steps[last].reward = s.Between(-3, 3)
		}
		got, loss := gradients(l)
		advantages := make([]float64, n)
		again := 0.0
		for i := range advantages {
			advantages[i] = l.returns[i]
			if l.net.critics {
				advantages[i] -= plain(l.net, l.seen[i*shape.Inputs:][:shape.Inputs])[shape.Actions]
			}
			again += held(l, i, advantages[i])
		}
		require.InDelta(t, again, loss, 1e-12)
		for k, w := range l.net.w {
			const h = 1e-6
			difference := 0.0
			for _, side := range []float64{1, -1} {
				l.net.w[k] = w + side*h
				for i := range advantages {
					difference += side * held(l, i, advantages[i]) / (2 * h)
				}
			}
			l.net.w[k] = w
			require.InDelta(t, difference, got[k], 1e-7, "seed %d, weight %d", seed, k)
		}
	}
}

func TestWhatMayNotBeDoneHasNoProbability(t *testing.T) {
	var s bandit.Stream
	s.Seed(1, 1)
	shape := Shape{Inputs: 2, Actions: 3, Void: 2}
	for _, a := range []Agent{newLearner(shape, Options{Hidden: 4, LR: 0.1, Gamma: 1}, true, &s), newRandom(shape)} {
		a.Begin(&s)
		a.Observe([]float64{1, 2}, true)
		require.Positive(t, a.Preferences()[2])
		for range 200 {
			a.Observe([]float64{1, 2}, false)
			require.Zero(t, a.Preferences()[2])
			require.Less(t, a.Decide(), 2)
		}
	}
}

// However far apart the outputs, probabilities are numbers and sum to 1.
func TestPreferencesSumToOne(t *testing.T) {
	n := newNetwork(Shape{Inputs: 1, Actions: 3, Void: noVoid}, 2, false)
	last := n.actor[3].w
	for _, z := range [][3]float64{{0, 0, 0}, {800, 0, -800}, {-1e300, 1e300, 5}, {-700, -701, -1e9}} {
		copy(last[len(last)-3:], z[:])
		sum := 0.0
		for i, p := range n.policy([]float64{1}, true) {
			require.True(t, p >= 0)
			require.False(t, math.IsInf(n.logProb(i), 0), "%v", z)
			sum += p
		}
		require.InDelta(t, 1, sum, 1e-15)
		require.Less(t, entropy(n.p), 1.0987)
	}
}

func TestADrawTakesEachActionAsOftenAsPreferred(t *testing.T) {
	p := []float64{0.25, 0, 0.5, 0.25, 0}
	for u, want := range map[float64]int{0: 0, 0.249: 0, 0.25: 2, 0.749: 2, 0.75: 3, 0.9999: 3} {
		require.Equal(t, want, sample(p, u))
	}
	require.Equal(t, 1, sample([]float64{0.3, 0.3, 0}, 0.7), "rounding leaves a rest: the last that is possible")
	require.Equal(t, 1, likeliest([]float64{0.1, 0.4, 0.4}))
}

func TestWeightsAreDrawnInTheOrderInWhichTheyStand(t *testing.T) {
	shape := Shape{Inputs: 4, Actions: 3, Void: noVoid}
	l := newLearner(shape, Options{Hidden: 5}, true, weightsOf(7))
	s := weightsOf(7)
	w := l.net.Weights()
	for _, layer := range [][2]int{{4, 5}, {5, 5}, {5, 5}, {5, 5}, {5, 3}, {5, 5}, {5, 5}, {5, 5}, {5, 1}} {
		bound := 1 / math.Sqrt(float64(layer[0]))
		for range parameters(layer[0], layer[1]) {
			require.Equal(t, s.Between(-bound, bound), w[0])
			w = w[1:]
		}
	}
	require.Empty(t, w)
}

// The mean of rewards so far, this one's included, teaches in its place.
func TestABaselineIsTheMeanRewardSoFar(t *testing.T) {
	var s bandit.Stream
	l := newLearner(Shape{Inputs: 1, Actions: 2, Void: noVoid}, Options{Hidden: 2, LR: 0.01, Gamma: 0.5, Baseline: Mean}, false, &s)
	for i, want := range []float64{0, 4 - 3, 9 - 5} {
		lived(l, [][]float64{{1}}, []int{0}, []float64{[]float64{2, 4, 9}[i]})
		l.discount()
		require.InDelta(t, want, l.returns[0], 1e-12)
	}
	lived(l, [][]float64{{1}, {1}}, []int{0, 1}, []float64{3, 1})
	l.discount()
	require.InDelta(t, math.Sqrt(0.5), l.returns[0], 1e-6, "returns of two decisions are normalised instead")
	require.InDelta(t, 19.0, l.past.Sum, 1e-12)
}

func TestPowersOfManyStepsAreThoseOfCountingThem(t *testing.T) {
	slow := newAdam(0)
	for range 800_000 {
		slow.count()
	}
	fast := newAdam(0)
	fast.at(800_000)
	require.Equal(t, slow, fast)
	fast.at(7)
	slow.at(0)
	for range 7 {
		slow.count()
	}
	require.Equal(t, slow, fast)
}
