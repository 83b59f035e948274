package bandit

import "math"

// ucb1 is UCB1 (Auer, Cesa-Bianchi, Fischer 2002) for costs: it chooses the
// least
//
//	Σw/Σl - c R √(2 ln n / n_i)
//
// n_i rounds of the arm and n of all in which jobs finished, R the range of w/l
// seen so far: the source's rewards lie in [0, 1]. Means are pooled over jobs,
// as the aim is their summed wait. Each arm is tried once first.
type ucb1 struct {
	width float64
	turns []int
	known []tally
	all   float64 // rounds
	span  span
}

func newUCB1(s *Settings) *ucb1 {
	return &ucb1{width: s.Parameter, turns: make([]int, s.Arms), known: make([]tally, s.Arms)}
}

func (u *ucb1) Reset(stream *Stream) {
	clear(u.known)
	u.all = 0
	u.span.reset()
	stream.Shuffle(u.turns)
}

func (u *ucb1) Choose([]float64) int { return least(u.turns, u.index) }

func (u *ucb1) index(arm int) (float64, bool) {
	mean, ok := u.Estimate(arm)
	if !ok {
		return 0, false
	}
	return mean - float64(u.width*u.span.width()*math.Sqrt(2*math.Log(max(1, u.all))/u.known[arm].rounds)), true
}

func (u *ucb1) Learn(arm int, wait float64, jobs int64) {
	if jobs <= 0 {
		return
	}
	u.known[arm].wait += wait
	u.known[arm].jobs += float64(jobs)
	u.known[arm].rounds++
	u.all++
	u.span.add(wait / float64(jobs))
}

func (u *ucb1) Estimate(arm int) (float64, bool) { return u.known[arm].mean() }
