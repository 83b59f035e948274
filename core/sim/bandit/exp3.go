package bandit

import (
	"math"

	"shadowtime/core/base/exp"
)

// exp3 draws arm i in round t with a probability proportional to
//
//	exp(-c √(ln K / (K t)) L_i),  L_i = sum of x/P(i) over its rounds
//
// (Bubeck, Cesa-Bianchi 2012, section 3). x is w/l scaled to [0, 1] by the range
// seen so far; as two sums are kept, of 1/P and of w/l/P, all of the past is
// scaled alike whenever the range grows.
type exp3 struct {
	rate    float64
	stream  *Stream
	chances []float64
	shares  []float64 // sum of 1/P,
	costs   []float64 // and of w/l/P, by arm
	rounds  float64
	span    span
}

func newEXP3(s *Settings) *exp3 {
	return &exp3{rate: s.Parameter, chances: make([]float64, s.Arms), shares: make([]float64, s.Arms), costs: make([]float64, s.Arms)}
}

func (e *exp3) Reset(stream *Stream) {
	e.stream, e.rounds = stream, 0
	clear(e.shares)
	clear(e.costs)
	e.span.reset()
	e.weigh()
}

// loss is L_i, 0 until a range is known.
func (e *exp3) loss(arm int) float64 {
	width := e.span.width()
	if width <= 0 {
		return 0
	}
	return (e.costs[arm] - float64(e.span.low*e.shares[arm])) / width
}

// weigh computes the probabilities of the round that begins.
func (e *exp3) weigh() {
	k := float64(len(e.chances))
	eta := e.rate * math.Sqrt(math.Log(k)/(k*(e.rounds+1)))
	low := math.Inf(1)
	for i := range e.chances {
		low = min(low, e.loss(i))
	}
	sum := 0.0
	for i := range e.chances {
		e.chances[i] = exp.Exp(-eta * (e.loss(i) - low))
		sum += e.chances[i]
	}
	for i := range e.chances {
		e.chances[i] /= sum
	}
}

func (e *exp3) Choose([]float64) int {
	e.weigh()
	u := e.stream.Unit()
	last := 0
	for i, p := range e.chances {
		if p <= 0 {
			continue
		}
		if u < p {
			return i
		}
		u -= p
		last = i // rounding may leave a little
	}
	return last
}

func (e *exp3) Learn(arm int, wait float64, jobs int64) {
	if jobs <= 0 || !(e.chances[arm] > 0) {
		return
	}
	x := wait / float64(jobs)
	e.rounds++
	e.span.add(x)
	e.shares[arm] += 1 / e.chances[arm]
	e.costs[arm] += x / e.chances[arm]
}

// Estimate weighs each round of the arm by 1/P, as L does.
func (e *exp3) Estimate(arm int) (float64, bool) {
	if e.shares[arm] <= 0 {
		return 0, false
	}
	return e.costs[arm] / e.shares[arm], true
}
