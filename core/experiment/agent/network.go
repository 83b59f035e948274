package agent

import (
	"math"

	"shadowtime/core/base/exp"
	"shadowtime/core/sim/bandit"
)

// Network is a policy, and a critic beside it if one is wanted: an input layer,
// which both share, then three hidden layers and an output each. All weights
// stand in one row: those of the input layer, the policy's, the critic's; of a
// layer those of each output, then the biases.
type Network struct {
	Shape
	Hidden  int
	input   layer
	actor   head
	critic  head
	critics bool
	w, g    []float64
	p       []float64 // probabilities of the actions
	log     float64   // of the sum they were divided by, with the largest output taken out
	top     float64   // that output
}

// newNetwork makes a network, all its weights 0.
func newNetwork(s Shape, hidden int, critic bool) *Network {
	size := weights(s, hidden, critic)
	n := &Network{Shape: s, Hidden: hidden, critics: critic, w: make([]float64, size), g: make([]float64, size),
		p: make([]float64, s.Actions)}
	w, g := n.input.cut(s.Inputs, hidden, true, n.w, n.g)
	w, g = n.actor.cut(hidden, s.Actions, w, g)
	if critic {
		n.critic.cut(hidden, 1, w, g)
	}
	return n
}

// weights is how many a network has, biases among them.
func weights(s Shape, hidden int, critic bool) int {
	n := parameters(s.Inputs, hidden) + 3*parameters(hidden, hidden) + parameters(hidden, s.Actions)
	if critic {
		n += 3*parameters(hidden, hidden) + parameters(hidden, 1)
	}
	return n
}

// Draw gives weights and biases of every layer with n inputs uniform values within
// 1/sqrt(n), in the order in which they stand.
func (n *Network) Draw(s *bandit.Stream) {
	n.input.draw(s)
	for i := range n.actor {
		n.actor[i].draw(s)
	}
	for i := range n.critic {
		if n.critics {
			n.critic[i].draw(s)
		}
	}
}

// Weights are all weights and biases; changing them changes the network.
func (n *Network) Weights() []float64 { return n.w }

// policy computes the probabilities of all actions: softmax, the void action left
// out where it may not be taken.
func (n *Network) policy(x []float64, mayIdle bool) []float64 {
	z := n.actor.forward(n.input.forward(x))
	void := -1
	if !mayIdle {
		void = n.Void
	}
	n.top = math.Inf(-1)
	for i, v := range z {
		if i != void && !(v <= n.top) {
			n.top = v
		}
	}
	sum := 0.0
	for i, v := range z {
		if n.p[i] = 0; i != void {
			n.p[i] = exp.Exp(v - n.top)
			sum += n.p[i]
		}
	}
	for i := range n.p {
		n.p[i] /= sum
	}
	n.log = math.Log(sum)
	return n.p
}

// logProb is the log of an action's probability, also where that is too small
// for a number.
func (n *Network) logProb(action int) float64 { return n.actor[3].y[action] - n.top - n.log }

// value is the critic's of what policy saw last.
func (n *Network) value() float64 { return n.critic.forward(n.input.y)[0] }

// blame adds the gradients of one decision's loss -log p x advantage, and with a
// critic of byValue, the gradient by its value, to those of all weights.
func (n *Network) blame(action int, advantage, byValue float64) {
	d := n.actor[3].d
	for i, p := range n.p {
		if i == action {
			p -= 1
		}
		d[i] = advantage * p
	}
	clear(n.input.d)
	n.actor.backward(n.input.d)
	if n.critics {
		n.critic[3].d[0] = byValue
		n.critic.backward(n.input.d)
	}
	n.input.backward(nil)
}
