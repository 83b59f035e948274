package agent

import "shadowtime/core/sim/bandit"

// Agent chooses actions. The loop calls, for each episode, Begin; for each
// decision Observe, Preferences, Decide and Reward; and at the episode's end, in
// training only, Learn.
type Agent interface {
	// Begin starts an episode. What the agent draws in it, it draws from here.
	Begin(draws *bandit.Stream)
	// Observe shows what a decision is made on. The observation is lent until the
	// next one. Where it may not idle, the void action is no choice.
	Observe(observation []float64, mayIdle bool)
	// Preferences are the probabilities with which Decide takes each action,
	// lent likewise.
	Preferences() []float64
	// Decide takes an action.
	Decide() int
	// Reward says what it earned.
	Reward(r float64)
	// Learn takes the lesson of the episode, once it is over.
	Learn() Lesson
}

// Lesson is what an episode taught.
type Lesson struct {
	Loss float64 // before the weights were changed
}

// Shape is what an agent sees of its environment: how many numbers an observation
// has, how many actions there are, and which of them, if any, is to do nothing.
type Shape struct {
	Inputs, Actions int
	Void            int // NoVoid: none of them
}

// noVoid says that an agent always schedules.
const noVoid = -1

// Environment is what agents act in: a cluster with its workload, seen through an
// observation and paid by an objective.
type Environment interface {
	// Reset starts an episode.
	Reset()
	// Next goes on to the next decision; false: the episode is over.
	Next() bool
	// Observe appends what an agent sees to dst[:0].
	Observe(dst []float64) []float64
	// MayIdle says whether doing nothing is allowed: something runs or will arrive.
	MayIdle() bool
	// Act does the action with this number.
	Act(action int)
	// Reward is what it earned.
	Reward() float64
	// Makespan in seconds and Energy in joules are of the episode that is over.
	Makespan() float64
	Energy() float64
}

// Classic takes one action always: a policy as schedulers have it.
type Classic struct{ preferences []float64 }

// newClassic takes that action of so many.
func newClassic(action, of int) *Classic {
	c := &Classic{make([]float64, of)}
	c.preferences[action] = 1
	return c
}

// The methods of Agent; a fixed policy learns nothing.
func (c *Classic) Begin(*bandit.Stream)    {}
func (c *Classic) Observe([]float64, bool) {}
func (c *Classic) Preferences() []float64  { return c.preferences }
func (c *Classic) Decide() int             { return likeliest(c.preferences) }
func (c *Classic) Reward(float64)          {}
func (c *Classic) Learn() Lesson           { return Lesson{} }

// Random takes any action that may be taken, all alike.
type Random struct {
	Classic
	void  int
	draws *bandit.Stream
}

// newRandom draws among the actions of a shape.
func newRandom(s Shape) *Random {
	return &Random{Classic: Classic{make([]float64, s.Actions)}, void: s.Void}
}

// Begin keeps the stream.
func (r *Random) Begin(draws *bandit.Stream) { r.draws = draws }

// Observe looks only whether it may idle.
func (r *Random) Observe(_ []float64, mayIdle bool) {
	allowed := len(r.preferences)
	if r.void != noVoid && !mayIdle {
		allowed--
	}
	for i := range r.preferences {
		if r.preferences[i] = 1 / float64(allowed); i == r.void && !mayIdle {
			r.preferences[i] = 0
		}
	}
}

// Decide draws an action.
func (r *Random) Decide() int { return sample(r.preferences, r.draws.Unit()) }

// sample is the first action at which the probabilities up to it exceed u; the last
// possible one where rounding leaves none.
func sample(p []float64, u float64) int {
	sum, last := 0.0, 0
	for i, x := range p {
		if x > 0 {
			last = i
		}
		if sum += x; sum > u {
			return i
		}
	}
	return last
}

// likeliest is the first action of the greatest probability.
func likeliest(p []float64) int {
	best := 0
	for i, x := range p {
		if x > p[best] {
			best = i
		}
	}
	return best
}
