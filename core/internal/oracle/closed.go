package oracle

import (
	"slices"

	"shadowtime/core/job"
)

// Processors that are out for a time, in words: a job may start if at no instant for which it asks
// more processors are in use or out than there are, as far as is known.

// out counts the processors that are out at an instant by the closures that are known now.
func (w *world) out(t int64) (n int64) {
	for _, x := range w.trace.Closures {
		if min(x.Known, x.From) <= w.now && x.From <= t && t < x.To {
			n += x.Procs
		}
	}
	return n
}

// reopening are the instants at which closures end.
func reopening(t *job.Trace) (list []int64) {
	for _, x := range t.Closures {
		list = append(list, x.To)
	}
	return list
}

// left is how few processors are left, for a while from an instant on, of the machine beside
// the jobs of a plan and what is out.
func (w *world) left(plan []place, from, to int64) int64 {
	instants := []int64{from}
	for _, x := range plan {
		instants = append(instants, x.from, x.to)
	}
	for _, x := range w.trace.Closures {
		instants = append(instants, x.From, x.To)
	}
	least := w.trace.Procs
	for _, t := range instants {
		if from <= t && t < to || t == from {
			least = min(least, w.trace.Procs-busy(plan, t)-w.out(t))
		}
	}
	return least
}

// firstLeft is the earliest instant from which q processors are left for so long.
func (w *world) firstLeft(plan []place, q, d int64) int64 {
	instants := []int64{w.now}
	for _, x := range plan {
		instants = append(instants, x.to)
	}
	instants = append(instants, reopening(w.trace)...)
	slices.Sort(instants)
	for _, t := range instants {
		if t >= w.now && w.left(plan, t, t+d) >= q {
			return t
		}
	}
	panic("oracle: a job larger than the machine")
}

// expected are the places of running jobs under EASY: those past their ends count as gone.
func (w *world) expected() (plan []place) {
	for _, j := range w.all(running) {
		if w.planned(j) > w.now {
			plan = append(plan, place{int64(j), w.start[j], w.planned(j), w.q(j)})
		}
	}
	return plan
}

// closedPass is a pass on a machine with closures.
func (w *world) closedPass(queue []int, both bool) {
	idle := func() int64 { return w.free() - w.out(w.now) }
	if w.setup.Backfilling == "conservative" {
		plan := w.runningPlaces()
		for i, j := range queue {
			at := w.firstLeft(plan, w.q(j), max(w.trace.Request[j], 1))
			plan = append(plan, w.placed(j, at))
			w.settle(j, at, queue[:i])
		}
		return
	}
	may := func(j int, beside ...place) bool {
		p := w.trace.Request[j]
		return w.q(j) <= idle() && (p == 0 || w.left(append(w.expected(), beside...), w.now, w.now+p) >= w.q(j))
	}
	for len(queue) > 0 && may(queue[0]) {
		w.begin(queue[0])
		queue = queue[1:]
	}
	if len(queue) == 0 || w.setup.Backfilling == "none" {
		return
	}
	head := queue[0]
	reserved := w.placed(head, w.firstLeft(w.expected(), w.q(head), max(w.trace.Request[head], 1)))
	rest := w.tied(queue[1:], w.setup.BackfillTies)
	for _, j := range w.sorted(rest, w.setup.Backfill, both, w.setup.BackfillTies) {
		if may(j, reserved) {
			w.begin(j)
		}
	}
}
