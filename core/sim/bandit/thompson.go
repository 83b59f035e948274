package bandit

import "math"

// thompson is Thompson sampling (1933) with normal draws: for each arm one from
//
//	N(Σw/Σl, (c σ)² / Σl)
//
// and the least is chosen. The model behind: the average of a round's l waits
// spreads round the arm's mean with variance σ²/l, σ the same for all arms and
// estimated from within them, Σ l (w/l - mean)² / (n - arms). Waits of one round
// go together, which the estimate takes into account: it looks at rounds, not
// jobs. Each arm is tried once first.
type thompson struct {
	width  float64
	stream *Stream
	turns  []int
	known  []tally
	spread []float64 // Σ l (w/l - mean)² of each arm
}

func newThompson(s *Settings) *thompson {
	return &thompson{width: s.Parameter, turns: make([]int, s.Arms), known: make([]tally, s.Arms), spread: make([]float64, s.Arms)}
}

func (t *thompson) Reset(stream *Stream) {
	t.stream = stream
	clear(t.known)
	clear(t.spread)
	stream.Shuffle(t.turns)
}

// sigma is 0 until an arm was tried twice.
func (t *thompson) sigma() float64 {
	sum, n := 0.0, 0.0
	for i := range t.known {
		if t.known[i].rounds > 0 {
			sum += t.spread[i]
			n += t.known[i].rounds - 1
		}
	}
	if n <= 0 {
		return 0
	}
	return math.Sqrt(sum / n)
}

func (t *thompson) Choose([]float64) int {
	sigma := t.width * t.sigma()
	best, low := t.turns[0], math.Inf(1)
	for _, arm := range t.turns {
		mean, ok := t.Estimate(arm)
		if !ok {
			return arm
		}
		x := mean
		if sigma > 0 {
			x += float64(sigma * t.stream.Normal() / math.Sqrt(t.known[arm].jobs))
		} else if t.all() < 2*len(t.known) {
			x = t.stream.Unit() // nothing is known of the spread: any arm
		}
		if x < low {
			best, low = arm, x
		}
	}
	return best
}

// all counts the rounds that taught something.
func (t *thompson) all() int {
	n := 0.0
	for i := range t.known {
		n += t.known[i].rounds
	}
	return int(n)
}

func (t *thompson) Learn(arm int, wait float64, jobs int64) {
	if jobs <= 0 {
		return
	}
	k, l := &t.known[arm], float64(jobs)
	x := wait / l
	if before, ok := k.mean(); ok {
		d := x - before
		t.spread[arm] += float64(d * d * (k.jobs * l / (k.jobs + l)))
	}
	k.wait += wait
	k.jobs += l
	k.rounds++
}

func (t *thompson) Estimate(arm int) (float64, bool) { return t.known[arm].mean() }
