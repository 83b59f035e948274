package oracle

import (
	"math"
	"slices"
)

// place is where a job is put: q processors of [from, to).
type place struct{ job, from, to, q int64 }

// conservative is a pass of conservative backfilling over a queue in its order.
func (w *world) conservative(queue []int) {
	if w.setup.Promises == "kept" {
		w.keeping(queue)
		return
	}
	plan := w.runningPlaces()
	for i, j := range queue {
		w.say(j, 0, 0)
		plan = append(plan, w.earliest(plan, j))
		w.settle(j, plan[len(plan)-1].from, queue[:i])
	}
}

// keeping moves jobs to earlier places, one after another, until none moves.
func (w *world) keeping(queue []int) {
	if !w.tenable(queue) {
		clear(w.promise)
	}
	for moved := true; moved; {
		moved = false
		for i, j := range queue {
			if w.state[j] != waiting {
				continue
			}
			w.say(j, 0, 0)
			plan := w.runningPlaces()
			for _, k := range queue {
				if at, ok := w.promise[k]; ok && k != j && w.state[k] == waiting {
					plan = append(plan, w.placed(k, at))
				}
			}
			was, had := w.promise[j]
			at := w.earliest(plan, j).from
			moved = moved || had && at < was
			w.promise[j] = at
			w.settle(j, at, queue[:i])
		}
	}
}

// tenable says whether all promises can be held beside the running jobs.
func (w *world) tenable(queue []int) bool {
	plan := w.runningPlaces()
	for _, j := range queue {
		if at, ok := w.promise[j]; ok {
			if at < w.now {
				return false
			}
			plan = append(plan, w.placed(j, at))
		}
	}
	for _, x := range plan {
		if busy(plan, max(x.from, w.now)) > w.trace.Procs {
			return false
		}
	}
	return true
}

// settle starts a job that is placed now, and keeps in mind what others were
// promised. It goes before who is ahead in the queue and still waits.
func (w *world) settle(j int, at int64, ahead []int) {
	w.places[j] = at
	w.beside = slices.ContainsFunc(ahead, func(i int) bool { return w.state[i] == waiting })
	if at == w.now {
		w.begin(j)
	} else if _, ok := w.first[j]; !ok {
		w.first[j] = at
	}
}

func (w *world) placed(j int, at int64) place {
	return place{int64(j), at, at + max(w.trace.Request[j], 1), w.q(j)}
}

// runningPlaces are those of running jobs, which have begun already.
func (w *world) runningPlaces() (plan []place) {
	for _, j := range w.all(running) {
		plan = append(plan, place{int64(j), math.MinInt64, max(w.planned(j), w.now+1), w.q(j)})
	}
	return plan
}

// busy counts the processors in use at an instant.
func busy(plan []place, t int64) (n int64) {
	for _, x := range plan {
		if x.from <= t && t < x.to {
			n += x.q
		}
	}
	return n
}

// earliest tries one instant after another.
func (w *world) earliest(plan []place, j int) place { return w.placed(j, w.firstRoom(plan, j, w.now)) }
