package agent

import (
	"math"

	"shadowtime/core/sim/bandit"
)

// Options are how a learner learns.
type Options struct {
	Hidden int     `json:"hidden"` // units of a hidden layer
	LR     float64 `json:"lr"`     // rate of Adam
	Gamma  float64 `json:"gamma"`  // what a reward one decision later is worth
	// Baseline is what is taken from the return of an episode's only decision.
	Baseline string `json:"baseline"`
}

// Learner is a policy-gradient agent: REINFORCE, or with a critic an actor-critic.
// It changes its weights once an episode.
//
// REINFORCE's loss is the sum of -log p x G over the decisions, G the return from
// each; the actor-critic's of -log p x (G - V), V held constant there, and of
// Huber's loss of V - G with a delta of 1. Returns are discounted and, of more
// than one decision, normalised: less their mean, over their standard deviation
// (n - 1) plus 2^-23. That would take any baseline away again, so one is only
// subtracted from the return of a single decision, which is not normalised.
type Learner struct {
	Options
	// Greedy takes the likeliest action instead of drawing one.
	Greedy bool

	net     *Network
	adam    adam
	past    mean // of the rewards of episodes learned from
	draws   *bandit.Stream
	seen    []float64 // the observation of every decision, one after another
	steps   []step
	returns []float64
}

// step is a decision as its lesson needs it.
type step struct {
	action  int32
	mayIdle bool
	reward  float64
}

// mean is a running one.
type mean struct {
	Sum   float64 `json:"sum"`
	Count int     `json:"count"`
}

// newLearner makes a learner with weights drawn from the stream.
func newLearner(s Shape, o Options, critic bool, weights *bandit.Stream) *Learner {
	net := newNetwork(s, o.Hidden, critic)
	net.Draw(weights)
	return &Learner{Options: o, net: net, adam: newAdam(len(net.w))}
}

// Begin forgets the last episode's decisions.
func (l *Learner) Begin(draws *bandit.Stream) {
	l.draws, l.seen, l.steps = draws, l.seen[:0], l.steps[:0]
}

// Observe keeps the observation and computes the preferences.
func (l *Learner) Observe(observation []float64, mayIdle bool) {
	l.seen = append(l.seen, observation...)
	l.steps = append(l.steps, step{mayIdle: mayIdle})
	l.net.policy(observation, mayIdle)
}

// Preferences are the policy's probabilities.
func (l *Learner) Preferences() []float64 { return l.net.p }

// Decide draws an action with these probabilities, or takes the likeliest.
func (l *Learner) Decide() int {
	var a int
	if l.Greedy {
		a = likeliest(l.net.p)
	} else {
		a = sample(l.net.p, l.draws.Unit())
	}
	l.steps[len(l.steps)-1].action = int32(a)
	return a
}

// Reward keeps what the action earned.
func (l *Learner) Reward(r float64) { l.steps[len(l.steps)-1].reward = r }

// Learn makes one step of Adam against the gradients of the episode's loss.
func (l *Learner) Learn() Lesson {
	if len(l.steps) == 0 {
		return Lesson{}
	}
	l.discount()
	loss := 0.0
	for i := range l.steps {
		loss += l.review(i)
	}
	l.adam.step(l.LR, l.net.w, l.net.g)
	return Lesson{Loss: loss}
}

// discount makes the returns that teach.
func (l *Learner) discount() {
	n := len(l.steps)
	for len(l.returns) < n {
		l.returns = append(l.returns, 0)
	}
	l.returns = l.returns[:n]
	g, sum := 0.0, 0.0
	for i := n - 1; i >= 0; i-- {
		g = l.steps[i].reward + float64(l.Gamma*g)
		l.returns[i] = g
		sum += l.steps[i].reward
	}
	l.past.Sum += sum
	l.past.Count++
	switch {
	case n > 1:
		normalise(l.returns)
	case l.Baseline == Mean:
		l.returns[0] -= l.past.Sum / float64(l.past.Count)
	}
}

// normalise takes the mean away and divides by the standard deviation.
func normalise(list []float64) {
	const tiny = 1.0 / (1 << 23)
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	mean := sum / float64(len(list))
	sum = 0
	for _, x := range list {
		sum += float64((x - mean) * (x - mean))
	}
	deviation := math.Sqrt(sum/float64(len(list)-1)) + tiny
	for i := range list {
		list[i] = (list[i] - mean) / deviation
	}
}

// review gives the loss of decision i and adds its gradients.
func (l *Learner) review(i int) float64 {
	s, n := &l.steps[i], l.net.Inputs
	l.net.policy(l.seen[i*n:][:n], s.mayIdle)
	advantage, byValue, loss := l.returns[i], 0.0, 0.0
	if l.net.critics {
		v := l.net.value()
		loss, byValue = huber(v - advantage)
		advantage -= v
	}
	a := int(s.action)
	l.net.blame(a, advantage, byValue)
	return loss - float64(l.net.logProb(a)*advantage)
}

// huber is Huber's loss with a delta of 1, and its derivative.
func huber(x float64) (loss, slope float64) {
	if a := math.Abs(x); a > 1 {
		return a - 0.5, math.Copysign(1, x)
	}
	return float64(0.5 * x * x), x
}
