package bandit

import "math"

// tally is what is known of an arm: sums over its rounds in which jobs
// finished.
type tally struct {
	wait   float64 // seconds
	jobs   float64
	rounds float64
}

// mean is the wait per job, in seconds.
func (t *tally) mean() (float64, bool) {
	if !(t.rounds > little && t.jobs > little) {
		return 0, false
	}
	return t.wait / t.jobs, true
}

// little is a discounted count that has faded away: nothing is known of an arm
// any more, and least takes it next. choosing.html says so.
const little = 1e-9

// span is the range of the waits per job seen so far, which scales what the
// sources state for costs in [0, 1].
type span struct{ low, high float64 }

func (s *span) reset() { s.low, s.high = math.Inf(1), math.Inf(-1) }

func (s *span) add(x float64) { s.low, s.high = min(s.low, x), max(s.high, x) }

// width is 0 until two rounds have differed.
func (s *span) width() float64 { return max(0, s.high-s.low) }

// least chooses the arm of the least index. Arms of which nothing is known go
// first, in the order of turns.
func least(turns []int, index func(arm int) (float64, bool)) int {
	best, low := turns[0], math.Inf(1)
	for _, arm := range turns {
		x, ok := index(arm)
		if !ok {
			return arm
		}
		if x < low {
			best, low = arm, x
		}
	}
	return best
}

// random is the reference point.
type random struct {
	arms   int
	stream *Stream
}

func newRandom(s *Settings) *random { return &random{arms: s.Arms} }

func (r *random) Reset(stream *Stream)         { r.stream = stream }
func (r *random) Choose([]float64) int         { return r.stream.Below(r.arms) }
func (r *random) Learn(int, float64, int64)    {}
func (r *random) Estimate(int) (float64, bool) { return 0, false }
