package online

import (
	"math"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/bandit"
)

// length is a length of the policy period, with what its strategies share: the
// costs w(t; P) of one resample are the same for full and noisy feedback and
// for every λ.
type length struct {
	seconds   int64
	turns     int
	simulated bool    // a strategy asks for the costs
	first     []int32 // the first job submitted in each period, and one more
	parts     []int32 // of each simulated period, the first job that orders may treat in different ways
	costs     costs
	live      []*costs // of strategies that simulate from the machine's own state

	noisy  bool // a factor for every job
	seed   uint64
	spread float64
	factor []float64 // of each job
}

// costs are a table of periods and orders.
type costs struct {
	orders int
	wait   []float64 // w(t; P), seconds
	noisy  []float64 // with a factor on every job's wait
	jobs   []float64 // behind the waits, by period
}

func (c *costs) size(turns, orders int, noisy bool) {
	c.orders = orders
	c.wait = resize(c.wait, turns*orders)
	c.jobs = resize(c.jobs, turns)
	if noisy {
		c.noisy = resize(c.noisy, turns*orders)
	}
}

func resize[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n)
	}
	return v[:n]
}

// factors asks for a noise factor on every job.
func (l *length) factors(seed uint64, spread float64) { l.noisy, l.seed, l.spread = true, seed, spread }

// load prepares for a resample.
func (l *length) load(t *job.Trace, orders int) {
	l.first = resize(l.first, l.turns+1)
	j := 0
	for turn := range l.turns {
		for j < t.Len() && t.Submit[j] < int64(turn)*l.seconds {
			j++
		}
		l.first[turn] = int32(j)
	}
	l.first[l.turns] = int32(t.Len())
	if l.simulated {
		l.costs.size(l.turns, orders, l.noisy)
		l.parts = resize(l.parts, l.turns)
	}
	for _, c := range l.live {
		c.size(l.turns, orders, l.noisy)
	}
	if l.noisy {
		l.factor = resize(l.factor, t.Len())
	}
}

// draw draws the factors of the jobs of resample k. A job has one, whatever the
// order and the period.
func (l *length) draw(k int) {
	if !l.noisy {
		return
	}
	var s bandit.Stream
	s.Seed(l.seed^random.Key(random.JobNoise, 0), uint64(k))
	for j := range l.factor {
		l.factor[j] = s.Between(1-l.spread, 1+l.spread)
	}
}

// simulate computes a column of the costs: the jobs submitted in each period,
// alone, under order i from an empty machine until all have ended.
func (r *Runner) simulate(l *length, i int) error {
	if i == 0 {
		l.draw(r.loaded)
	}
	c := r.simulated(i)
	s := &r.alone
	s.Acted = true
	for turn := range l.turns {
		first, last := int(l.first[turn]), int(l.first[turn+1])
		from := first
		if i > 0 {
			from = int(l.parts[turn])
		}
		if from < last {
			s.Now, s.Arrived, s.Running = int64(turn)*l.seconds, from, s.Running[:0]
			if from > first {
				s.Now = r.trace.Submit[from]
			}
			for j := first; j < from; j++ {
				if r.trace.Submit[j]+r.trace.Run[j] >= s.Now {
					s.Running = append(s.Running, sim.Running{Job: int32(j), Start: r.trace.Submit[j]})
				}
			}
			if err := r.engine.StartAt(&c, s, last); err != nil {
				return err
			}
			if err := r.engine.Finish(); err != nil {
				return err
			}
		}
		if i == 0 {
			l.parts[turn] = int32(parting(&r.trace, r.engine.Starts(), first, last))
		}
		at := turn*len(r.arms) + i
		l.costs.jobs[turn] = float64(last - first)
		l.sum(&l.costs, at, r.engine.Starts(), &r.trace, from, last) // those before have not waited
	}
	return nil
}

// parting is the first job in a simulation from an empty machine that orders may treat in different
// ways. Until then each came alone and began at once, so none had a choice. Closures are not looked
// through.
func parting(t *job.Trace, starts []int64, first, last int) int {
	if len(t.Closures) > 0 {
		return first
	}
	for j := first; j < last; j++ {
		if starts[j] != t.Submit[j] || j+1 < last && t.Submit[j+1] == t.Submit[j] {
			return j
		}
	}
	return last
}

// sum adds up the waits of jobs submitted in a period.
func (l *length) sum(c *costs, at int, starts []int64, t *job.Trace, first, last int) {
	exact, noisy := int64(0), 0.0
	for j := first; j < last; j++ {
		wait := starts[j] - t.Submit[j]
		exact += wait
		if l.noisy {
			noisy += float64(l.factor[j] * float64(wait))
		}
	}
	c.wait[at] = float64(exact)
	if l.noisy {
		c.noisy[at] = noisy
	}
}

// simulated is the configuration of an order in simulations of a period.
func (r *Runner) simulated(i int) sim.Config {
	c := r.arms[i]
	if r.plan.Unbounded {
		c.Threshold = sim.None
	}
	return c
}

// simulateFrom computes a row of a strategy's own costs: the jobs submitted in
// the period that has just ended, from the machine as it was at its start, or
// from its queue alone.
func (r *Runner) simulateFrom(l *learner, turn int) error {
	d, state := l.length, r.watch.before
	if turn == 0 {
		d.draw(r.loaded)
	}
	if r.plan.Replayed != "" {
		return r.simulatePart(l, turn)
	}
	if r.plan.Feedback == Queue {
		state = &r.part.state
		*state = sim.State{Now: r.watch.before.Now, Arrived: r.watch.before.Arrived, Waiting: r.watch.before.Waiting,
			Used: r.watch.before.Used}
	}
	first, last := int(d.first[turn]), int(d.first[turn+1])
	l.live.jobs[turn] = float64(last - first + len(state.Waiting))
	for i := range r.arms {
		c := r.simulated(i)
		if err := r.scratch.StartAt(&c, state, last); err != nil {
			return err
		}
		if err := r.scratch.Finish(); err != nil {
			return err
		}
		at := turn*len(r.arms) + i
		starts := r.scratch.Starts()
		d.sum(l.live, at, starts, &r.trace, first, last)
		for _, j := range state.Waiting {
			wait := float64(starts[j] - int64(turn)*d.seconds)
			l.live.wait[at] += wait
			if d.noisy {
				l.live.noisy[at] += float64(d.factor[j] * wait)
			}
		}
	}
	return nil
}

// follower chooses the order with the least discounted cost so far,
//
//	sum over t < T of λ^(T-1-t) w(t; P)
//
// the first of them when several have it: FCFS while nothing is known (Reis
// 2018, equations 6.3 and 6.6). Noisy, every w(t; P) is off by a factor of its
// own, drawn once.
type follower struct {
	base   string
	lambda float64
	noise  float64
	costs  *costs
	stream *bandit.Stream
	score  []float64
	jobs   float64
	turn   int
}

func (f *follower) Reset(stream *bandit.Stream) {
	f.stream, f.jobs, f.turn = stream, 0, 0
	clear(f.score)
}

func (f *follower) Choose([]float64) int {
	best, low := 0, math.Inf(1)
	for i, x := range f.score {
		if x < low {
			best, low = i, x
		}
	}
	return best
}

// Learn looks at the simulations of the period, not at what happened.
func (f *follower) Learn(int, float64, int64) {
	row := f.costs.wait
	if f.base == NoisyJob {
		row = f.costs.noisy
	}
	n := len(f.score)
	for i, w := range row[f.turn*n : (f.turn+1)*n] {
		if f.base == Noisy {
			w *= f.stream.Between(1-f.noise, 1+f.noise)
		}
		f.score[i] = float64(f.lambda*f.score[i]) + w
	}
	f.jobs = float64(f.lambda*f.jobs) + f.costs.jobs[f.turn]
	f.turn++
}

// Estimate is the score for each job behind it.
func (f *follower) Estimate(arm int) (float64, bool) {
	if !(f.jobs > 0) {
		return 0, false
	}
	return f.score[arm] / f.jobs, true
}
