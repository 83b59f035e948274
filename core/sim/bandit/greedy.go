package bandit

import "math"

// greedy is epsilon-greedy, as Reis (2018, section 6.3) states it: the score of
// an arm is
//
//	sum over t of 1(P_i, t) λ^(T-1-t) w(t)  /  sum over t of 1(P_i, t) l(t)
//
// with probability 1 - ε the least score is chosen, else any arm, uniformly.
// Fading is the ε_n-greedy of Auer, Cesa-Bianchi and Fischer (2002): ε = min(1,
// c K/t) in round t, the source's c/d² taken as one number.
type greedy struct {
	set    Settings
	fading bool
	stream *Stream
	tried  []bool
	turns  []int // arms in the order in which they are tried
	known  []tally
	round  float64
}

func newGreedy(s *Settings, fading bool) *greedy {
	return &greedy{set: *s, fading: fading, tried: make([]bool, s.Arms), turns: make([]int, s.Arms), known: make([]tally, s.Arms)}
}

func (g *greedy) Reset(stream *Stream) {
	g.stream, g.round = stream, 0
	clear(g.tried)
	clear(g.known)
	stream.Shuffle(g.turns)
}

// epsilon is the probability of exploring in this round.
func (g *greedy) epsilon() float64 {
	if g.fading {
		return min(1, g.set.Parameter*float64(g.set.Arms)/g.round)
	}
	return g.set.Parameter
}

func (g *greedy) Choose([]float64) int {
	g.round++
	if g.set.UntriedFirst {
		for _, arm := range g.turns {
			if !g.tried[arm] {
				return arm
			}
		}
	}
	if g.stream.Unit() >= g.epsilon() {
		if arm, ok := g.best(); ok {
			return arm
		}
	}
	return g.stream.Below(g.set.Arms)
}

// best is the arm of the least score, the first of them; false when no arm has
// one.
func (g *greedy) best() (arm int, ok bool) {
	low := math.Inf(1)
	for i := range g.known {
		if x, known := g.Estimate(i); known && x < low {
			arm, low, ok = i, x, true
		}
	}
	return arm, ok
}

func (g *greedy) Learn(arm int, wait float64, jobs int64) {
	g.tried[arm] = true
	for i := range g.known {
		g.known[i].wait *= g.set.Lambda
		if g.set.DiscountJobs {
			g.known[i].jobs *= g.set.Lambda
		}
	}
	if jobs > 0 {
		k := &g.known[arm]
		k.wait += wait
		k.jobs += float64(jobs)
		k.rounds++
	}
}

func (g *greedy) Estimate(arm int) (float64, bool) { return g.known[arm].mean() }
