package bandit

import "math"

// linUCB is LinUCB with disjoint linear models (Li, Chu, Langford, Schapire
// 2010), for costs: in a state with features f it chooses the least
//
//	m + θᵀf - α σ √(fᵀA⁻¹f),  A = I + Σ f fᵀ,  θ = A⁻¹ Σ f (w/l - m)
//
// by arm. m and σ are mean and standard deviation of w/l over all rounds of all
// arms: costs have no scale known beforehand, and are learnt as differences to m
// lest an arm look cheap because it was tried little.
type linUCB struct {
	alpha  float64
	turns  []int
	models []model
	state  []float64 // of the last Choose
	rounds float64
	mean   float64
	spread float64 // Σ (w/l - mean)²
}

// model is an arm's.
type model struct {
	inverse matrix    // A⁻¹
	cost    []float64 // Σ f w/l
	sum     []float64 // Σ f
	theta   []float64
	rounds  int
}

func newLinUCB(s *Settings) *linUCB {
	d := max(1, s.Features)
	u := &linUCB{alpha: s.Parameter, turns: make([]int, s.Arms), models: make([]model, s.Arms), state: make([]float64, d)}
	for i := range u.models {
		u.models[i] = model{inverse: newMatrix(d), cost: make([]float64, d), sum: make([]float64, d), theta: make([]float64, d)}
	}
	return u
}

func (u *linUCB) Reset(stream *Stream) {
	u.rounds, u.mean, u.spread = 0, 0, 0
	clear(u.state)
	for i := range u.models {
		m := &u.models[i]
		m.inverse.identity()
		clear(m.cost)
		clear(m.sum)
		m.rounds = 0
	}
	stream.Shuffle(u.turns)
}

func (u *linUCB) sigma() float64 {
	if u.rounds < 2 {
		return 0
	}
	return math.Sqrt(u.spread / (u.rounds - 1))
}

func (u *linUCB) Choose(features []float64) int {
	copy(u.state, features)
	return least(u.turns, u.index)
}

func (u *linUCB) index(arm int) (float64, bool) {
	x, ok := u.Estimate(arm)
	return x - float64(u.alpha*u.sigma()*math.Sqrt(max(0, u.models[arm].inverse.form(u.state)))), ok
}

func (u *linUCB) Learn(arm int, wait float64, jobs int64) {
	if jobs <= 0 {
		return
	}
	x := wait / float64(jobs)
	u.rounds++
	d := x - u.mean
	u.mean += d / u.rounds
	u.spread += float64(d * (x - u.mean))
	m := &u.models[arm]
	m.rounds++
	m.inverse.add(u.state)
	for i, f := range u.state {
		m.cost[i] += float64(f * x)
		m.sum[i] += f
	}
}

// Estimate is what the arm is expected to cost in the state of the last Choose.
func (u *linUCB) Estimate(arm int) (float64, bool) {
	m := &u.models[arm]
	if m.rounds == 0 {
		return 0, false
	}
	for i := range m.theta {
		m.theta[i] = m.cost[i] - float64(u.mean*m.sum[i])
	}
	return u.mean + m.inverse.between(u.state, m.theta), true
}
