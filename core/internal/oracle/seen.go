package oracle

import (
	"slices"

	"shadowtime/core/job"
)

// Seen is how things are when a pass begins.
type Seen struct {
	Hour, Weekday, Utilization, Queued, Demand, Left float64
	Share                                            float64 // of the job's user
}

// look takes in how things are.
func (w *world) look() {
	w.sight = Seen{Utilization: float64(w.trace.Procs-w.free()) / float64(w.trace.Procs)}
	since := w.now - w.trace.Calendar.Monday
	for since < 0 {
		since += job.Week
	}
	w.sight.Weekday, w.sight.Hour = float64(since/job.Day%7), float64(since/3600%24)
	for _, j := range w.all(waiting) {
		w.sight.Queued++
		w.sight.Demand += float64(w.q(j))
	}
	left := int64(0)
	for _, j := range w.all(running) {
		if t := w.planned(j) - w.now; t > 0 {
			left += w.q(j) * t
		}
	}
	w.sight.Left = float64(left)
	for _, j := range w.all(ended) {
		if !slices.Contains(w.gone, j) {
			w.gone = append(w.gone, j)
		}
	}
	slices.SortStableFunc(w.gone, func(a, b int) int { return int(w.end(a) - w.end(b)) })
}

func (w *world) userOf(j int) int32 {
	if w.trace.User == nil {
		return 0
	}
	return w.trace.User[j]
}

// shareOf is a user's part of what all used, day after day from the first submit.
func (w *world) shareOf(user int32) float64 {
	mine := w.consumed(func(u int32) bool { return u == user })
	if all := w.consumed(func(int32) bool { return true }); all > 0 {
		return mine / all
	}
	return 0
}

func (w *world) consumed(counts func(user int32) bool) float64 {
	const fades = 0.9057236642639067
	sum, day := 0.0, int64(0)
	dayOf := func(t int64) int64 { return (t - w.trace.Submit[0]) / job.Day }
	for _, j := range w.gone {
		if counts(w.userOf(j)) {
			for ; day < dayOf(w.end(j)); day++ {
				sum *= fades
			}
			sum += float64(w.q(j) * w.trace.Run[j])
		}
	}
	for ; day < dayOf(w.now); day++ {
		sum *= fades
	}
	still := int64(0)
	for _, j := range w.all(running) {
		if counts(w.userOf(j)) {
			still += w.q(j) * (w.now - w.start[j])
		}
	}
	return sum + float64(still)
}
