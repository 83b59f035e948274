package oracle

import "slices"

// seen are the jobs that the scheduler looks at: the oldest.
func (w *world) seen() []int {
	list := w.all(waiting)
	if d := w.setup.Depth; d > 0 && d < len(list) {
		list = list[:d]
	}
	return list
}

// limited is a pass that sees so many jobs and tries so many behind the head.
// Who is seen is asked again after every start.
func (w *world) limited(backfillTies string, backfillThreshold bool) {
	queue := w.ranked()
	for len(queue) > 0 && w.q(queue[0]) <= w.free() {
		w.begin(queue[0])
		queue = w.ranked()
	}
	if len(queue) == 0 || w.setup.Backfilling == "none" {
		return
	}
	head := queue[0]
	shadow, extra := w.reservation(head)
	if w.setup.SparingExtra {
		shadow, extra = w.sparingReservation(head)
	}
	w.sayHead(head, shadow, extra)
	defer func() { w.last = turn{shadow, extra, w.free()} }()
	tried := []int{head}
	for n := 0; w.setup.Tries == 0 || n < w.setup.Tries; n++ {
		rest := slices.DeleteFunc(w.seen(), func(j int) bool { return slices.Contains(tried, j) })
		if len(rest) == 0 {
			return
		}
		j := w.sorted(w.tied(rest, backfillTies), w.setup.Backfill, backfillThreshold, backfillTies)[0]
		tried = append(tried, j)
		w.say(j, shadow, extra)
		switch {
		case w.q(j) > w.free():
		case w.now+w.trace.Request[j] <= shadow:
			w.begin(j)
		case w.q(j) <= extra:
			extra -= w.q(j)
			w.begin(j)
		}
	}
}

// ranked are the jobs seen in primary order.
func (w *world) ranked() []int {
	return w.sorted(w.tied(w.seen(), w.setup.PrimaryTies), w.setup.Primary, true)
}
