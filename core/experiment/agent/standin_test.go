package agent

import "math"

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
