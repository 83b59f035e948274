package oracle

import "slices"

// ocs: thresholds act on both orders, ties of the backfilling order go to the
// later in the primary order, and releases count one by one.
func (w *world) ocs() {
	for {
		t, ok := w.nextInstant()
		if !ok {
			return
		}
		w.instant(t)
		w.ocsPass()
	}
}

func (w *world) ocsPass() {
	w.open()
	defer w.close()
	if w.setup.Depth > 0 || w.setup.Tries > 0 {
		w.setup.SparingExtra = true
		w.limited("reversed", true)
		return
	}
	queue := w.sorted(w.all(waiting), w.setup.Primary, true)
	if len(queue) == 0 {
		return
	}
	if w.setup.Backfilling == "conservative" {
		w.conservative(queue)
		return
	}
	queue = w.fromTheFront(queue)
	if len(queue) == 0 || w.setup.Backfilling == "none" {
		return
	}
	// Projected ends, soonest first, ties in start order.
	byEnd := w.all(running)
	slices.SortStableFunc(byEnd, func(a, b int) int { return int(w.planned(a) - w.planned(b)) })
	free, shadow := w.free(), w.now
	for i := 0; free < w.q(queue[0]); i++ {
		free += w.q(byEnd[i])
		shadow = max(w.planned(byEnd[i]), w.now)
	}
	extra := free - w.q(queue[0])
	w.sayHead(queue[0], shadow, extra)
	rest := queue[1:]
	slices.Reverse(rest)
	for _, j := range w.sorted(rest, w.setup.Backfill, true, "reversed") {
		w.say(j, shadow, extra)
		ends := w.now + w.trace.Request[j]
		switch {
		case w.q(j) > w.free():
		case ends <= shadow:
			w.begin(j)
		case w.q(j) <= extra:
			extra -= w.q(j)
			w.begin(j)
		}
	}
}
