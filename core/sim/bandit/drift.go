package bandit

import "math"

// Both strategies are from Garivier and Moulines (2011), for costs, and with
// ranges and means as in ucb1. Their ξ must be above 1/2.
const xi = 0.6

// window is sliding-window UCB: it chooses the least
//
//	Σw/Σl - R √(ξ ln min(t, τ) / n_i)
//
// with all sums over the last τ rounds. An arm that was not tried within the
// window is tried.
type window struct {
	turns []int
	known []tally
	rows  []round // the last rounds, in a circle
	next  int
	past  int
	span  span
}

// round is what one round taught.
type round struct {
	arm        int
	wait, jobs float64
}

func newWindow(s *Settings) *window {
	return &window{turns: make([]int, s.Arms), known: make([]tally, s.Arms), rows: make([]round, int(s.Parameter))}
}

// usualWindow is τ = 2 √(T ln T): the source's choice for T rounds with one
// change.
func usualWindow(rounds int) float64 {
	t := float64(max(rounds, 10))
	return math.Floor(2 * math.Sqrt(t*math.Log(t)))
}

func (w *window) Reset(stream *Stream) {
	clear(w.known)
	clear(w.rows)
	w.next, w.past = 0, 0
	w.span.reset()
	stream.Shuffle(w.turns)
}

func (w *window) Choose([]float64) int { return least(w.turns, w.index) }

func (w *window) index(arm int) (float64, bool) {
	mean, ok := w.Estimate(arm)
	if !ok {
		return 0, false
	}
	t := float64(max(1, min(w.past, len(w.rows))))
	return mean - float64(w.span.width()*math.Sqrt(xi*math.Log(t)/w.known[arm].rounds)), true
}

func (w *window) Learn(arm int, wait float64, jobs int64) {
	w.past++
	row := &w.rows[w.next]
	w.next = (w.next + 1) % len(w.rows)
	if row.jobs > 0 {
		k := &w.known[row.arm]
		k.wait -= row.wait
		k.jobs -= row.jobs
		k.rounds--
	}
	*row = round{arm: arm}
	if jobs > 0 {
		row.wait, row.jobs = wait, float64(jobs)
		k := &w.known[arm]
		k.wait += wait
		k.jobs += row.jobs
		k.rounds++
		w.span.add(wait / row.jobs)
	}
}

func (w *window) Estimate(arm int) (float64, bool) { return w.known[arm].mean() }

// discounted is discounted UCB: it chooses the least
//
//	Σw/Σl - 2 R √(ξ ln n / n_i)
//
// with all sums and counts multiplied by γ each round.
type discounted struct {
	gamma float64
	turns []int
	known []tally
	span  span
}

func newDiscounted(s *Settings) *discounted {
	return &discounted{gamma: s.Parameter, turns: make([]int, s.Arms), known: make([]tally, s.Arms)}
}

// usualDiscount is γ = 1 - √(1/T)/4: the source's choice for T rounds with one
// change.
func usualDiscount(rounds int) float64 { return 1 - math.Sqrt(1/float64(max(rounds, 1)))/4 }

func (d *discounted) Reset(stream *Stream) {
	clear(d.known)
	d.span.reset()
	stream.Shuffle(d.turns)
}

func (d *discounted) Choose([]float64) int { return least(d.turns, d.index) }

func (d *discounted) index(arm int) (float64, bool) {
	mean, ok := d.Estimate(arm)
	if !ok {
		return 0, false
	}
	all := 0.0
	for i := range d.known {
		all += d.known[i].rounds
	}
	return mean - float64(2*d.span.width()*math.Sqrt(xi*math.Log(max(1, all))/d.known[arm].rounds)), true
}

func (d *discounted) Learn(arm int, wait float64, jobs int64) {
	for i := range d.known {
		d.known[i].wait *= d.gamma
		d.known[i].jobs *= d.gamma
		d.known[i].rounds *= d.gamma
	}
	if jobs > 0 {
		k := &d.known[arm]
		k.wait += wait
		k.jobs += float64(jobs)
		k.rounds++
		d.span.add(wait / float64(jobs))
	}
}

func (d *discounted) Estimate(arm int) (float64, bool) { return d.known[arm].mean() }
