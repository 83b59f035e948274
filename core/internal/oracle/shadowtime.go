package oracle

import (
	"slices"
)

// shadowtime: one pass an instant, ties as set up, all releases at the shadow
// time count.
func (w *world) shadowtime() {
	for {
		t, ok := w.nextInstant()
		if !ok {
			return
		}
		w.instant(t)
		w.shadowtimePass()
	}
}

func (w *world) shadowtimePass() {
	w.open()
	defer w.close()
	same := w.setup.Primary == w.setup.Backfill
	both := (same || w.setup.BackfillThreshold) && !w.setup.FrontThreshold
	if w.setup.Depth > 0 || w.setup.Tries > 0 {
		w.limited(w.setup.BackfillTies, both)
		return
	}
	queue := w.tied(w.all(waiting), w.setup.PrimaryTies)
	queue = w.sorted(queue, w.setup.Primary, true)
	if len(w.trace.Rules) > 0 {
		w.waiters = w.all(waiting)
		w.ruledPass(queue, both)
		w.waiters = w.all(waiting)
		w.act = len(w.waiters) > 0 && len(w.waiters) < len(queue) && w.anySoft()
		return
	}
	if len(w.trace.Closures) > 0 {
		w.closedPass(queue, both)
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
	head := queue[0]
	shadow, extra := w.reservation(head)
	if w.setup.SparingExtra {
		shadow, extra = w.sparingReservation(head)
	}
	w.sayHead(head, shadow, extra)
	rest := w.tied(queue[1:], w.setup.BackfillTies)
	rest = w.sorted(rest, w.setup.Backfill, both, w.setup.BackfillTies)
	for _, j := range rest {
		w.say(j, shadow, extra)
		if w.q(j) > w.free() {
			continue
		}
		if w.now+w.trace.Request[j] <= shadow {
			w.begin(j)
		} else if w.q(j) <= extra {
			extra -= w.q(j)
			w.begin(j)
		}
	}
}

// instant moves the oracle's clock to t: jobs end and arrive. The pass comes after it.
func (w *world) instant(t int64) {
	w.now = t
	for j, s := range w.state {
		if s == running && w.end(j) == t {
			w.state[j] = ended
		}
		if s == unborn && w.trace.Submit[j] == t {
			w.came(j)
			w.state[j] = waiting
		}
	}
}

// tied puts a list so that a stable sort decides ties as wanted.
func (w *world) tied(list []int, ties string) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	switch ties {
	case "last":
		slices.Reverse(list)
	case "reversed": // against the primary order, thresholds aside
		list = w.sorted(w.tied(list, w.setup.PrimaryTies), w.setup.Primary, false)
		slices.Reverse(list)
	}
	return list
}

// fromTheFront starts what can start in turn and returns the rest.
func (w *world) fromTheFront(queue []int) []int {
	for len(queue) > 0 && w.q(queue[0]) <= w.free() {
		w.begin(queue[0])
		queue = queue[1:]
	}
	return queue
}

// reservation tries one instant after another.
func (w *world) reservation(head int) (shadow, extra int64) {
	instants := []int64{w.now}
	for _, j := range w.all(running) {
		instants = append(instants, max(w.now, w.planned(j)))
	}
	slices.Sort(instants)
	for _, t := range instants {
		free := w.trace.Procs
		for _, j := range w.all(running) {
			if max(w.now, w.planned(j)) > t {
				free -= w.q(j)
			}
		}
		if free >= w.q(head) {
			return t, free - w.q(head)
		}
	}
	panic("oracle: a job larger than the machine")
}

// sparingReservation takes releases one by one, those at one instant in start
// order, until the head fits.
func (w *world) sparingReservation(head int) (shadow, extra int64) {
	releases := w.all(running)
	slices.SortStableFunc(releases, func(a, b int) int { return int(w.planned(a) - w.planned(b)) })
	free := w.free()
	shadow = w.now
	for _, j := range releases {
		if free >= w.q(head) {
			break
		}
		free += w.q(j)
		shadow = max(w.now, w.planned(j))
	}
	return shadow, free - w.q(head)
}
