package agent

import "math"

// spread is scenario 1 by its rewards: two jobs, one decision, five actions, of
// which the second and the last put the jobs on two processors.
type spread struct {
	left   bool
	action int
}

var spreadRewards = []float64{6.6, 8.4, 6, 6.6, 8.4}

var spreadShape = Shape{Inputs: 21, Actions: len(spreadRewards), Void: NoVoid}

func (s *spread) Reset() { s.left = true }
func (s *spread) Next() bool {
	left := s.left
	s.left = false
	return left
}
func (s *spread) Observe(dst []float64) []float64 {
	dst = dst[:0]
	for range spreadShape.Inputs {
		dst = append(dst, 1)
	}
	return dst
}
func (s *spread) MayIdle() bool     { return false }
func (s *spread) Act(action int)    { s.action = action }
func (s *spread) Reward() float64   { return spreadRewards[s.action] }
func (s *spread) Makespan() float64 { return 21 / spreadRewards[s.action] * 2 }
func (s *spread) Energy() float64   { return 0 }

// walk has many decisions: what is best alternates, and idling is allowed at every
// third.
type walk struct {
	at, action int
	place      float64
}

const walked = 25

var walkShape = Shape{Inputs: 5, Actions: 4, Void: 3}

func (w *walk) Reset() { w.at, w.place = -1, 0 }
func (w *walk) Next() bool {
	w.at++
	return w.at < walked
}
func (w *walk) Observe(dst []float64) []float64 {
	return append(dst[:0], w.place/10, float64(w.at%2), float64(w.at)/walked, 1, math.Floor(w.place)/7)
}
func (w *walk) MayIdle() bool { return w.at%3 == 0 }
func (w *walk) Act(action int) {
	w.action = action
	w.place = 0.5*w.place + float64(action)
}
func (w *walk) Reward() float64 {
	if w.action == w.at%2 {
		return 1
	}
	return -w.place
}
func (w *walk) Makespan() float64 { return w.place }
func (w *walk) Energy() float64   { return 2 * w.place }
