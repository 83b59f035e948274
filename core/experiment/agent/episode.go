package agent

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/sim/bandit"
)

// Episode is what one run of the workload came to.
type Episode struct {
	Number    int     // from 1
	Decisions int     //
	Reward    float64 // summed over the decisions
	Loss      float64 // of a lesson, before it
	Entropy   float64 // of the preferences, in nats, the mean of the decisions
	Makespan  float64 // seconds
	Energy    float64 // joules
	// Preferences at the first decision, and the action taken there; lent until the
	// next episode.
	Preferences []float64
	First       int
}

// Course is an agent in its environment. Episode e of a seed draws from a stream
// of its own, so that a course that goes on later goes on alike.
type Course struct {
	Environment
	Agent
	Seed uint64
	Test bool // nothing is learned, and other streams are drawn from

	draws       bandit.Stream
	now         Episode
	seen        []float64
	preferences []float64
}

// weightsOf is the stream that a seed's first weights are drawn from.
func weightsOf(seed uint64) *bandit.Stream {
	var s bandit.Stream
	s.Seed(seed^random.Key(random.Weights, 0), 0)
	return &s
}

// Run runs episodes from..upTo and calls each, if any, after each of them: false
// ends the course there.
func (c *Course) Run(from, upTo int, each func(e *Episode) bool) error {
	e := &c.now
	for number := from; number <= upTo; number++ {
		c.episode(e, number)
		if !(math.Abs(e.Loss) < math.Inf(1)) || !(e.Entropy < math.Inf(1)) {
			return errors.New("episode " + strconv.Itoa(number) + ": the weights have grown beyond all numbers: give a lower learning " +
				"rate (lr)")
		}
		if each != nil && !each(e) {
			return nil
		}
	}
	return nil
}

func (c *Course) episode(e *Episode, number int) {
	purpose := random.Episodes
	if c.Test {
		purpose = random.Tests
	}
	c.draws.Seed(c.Seed^random.Key(purpose, 0), uint64(number))
	c.Reset()
	c.Begin(&c.draws)
	*e = Episode{Number: number}
	for c.Next() {
		c.decide(e)
	}
	if e.Decisions > 0 {
		e.Entropy /= float64(e.Decisions)
	}
	if !c.Test {
		e.Loss = c.Learn().Loss
	}
	e.Makespan, e.Energy = c.Makespan(), c.Energy()
}

func (c *Course) decide(e *Episode) {
	c.seen = c.Environment.Observe(c.seen)
	c.Agent.Observe(c.seen, c.MayIdle())
	p := c.Preferences()
	e.Entropy += entropy(p)
	if e.Decisions == 0 {
		c.preferences = append(c.preferences[:0], p...)
	}
	action := c.Decide()
	if e.Decisions == 0 {
		e.Preferences, e.First = c.preferences, action
	}
	c.Act(action)
	r := c.Environment.Reward()
	c.Agent.Reward(r)
	e.Reward += r
	e.Decisions++
}

// entropy is -sum p log p. Probabilities too small for the log of a normal number
// add nothing.
func entropy(p []float64) float64 {
	const smallest = 0x1p-1022
	sum := 0.0
	for _, x := range p {
		if x >= smallest || x != x {
			sum -= float64(x * math.Log(x))
		}
	}
	return sum
}
