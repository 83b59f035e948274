package oracle

// pyss: a pass after every event. At one instant arrivals come first, then
// completions in start order; a job due to end now is free from the first of
// them on.
func (w *world) pyss() {
	for {
		act := w.act
		t, ok := w.nextInstant()
		if !ok {
			return
		}
		w.now = t
		passes := 0
		var ending []int
		for _, j := range w.all(running) {
			if w.end(j) == t {
				ending = append(ending, j)
			}
		}
		// due jobs hold no processors though their completion is not handled.
		for _, j := range ending {
			if w.planned(j) <= t {
				w.state[j] = ended
			}
		}
		plain := w.setup.Primary == "FCFS" && w.setup.Backfill == "FCFS"
		for j, s := range w.state {
			if s == unborn && w.trace.Submit[j] == t {
				w.came(j)
				w.state[j] = waiting
				if !plain || act || w.q(j) <= w.free() {
					w.pyssPass()
					passes++
				}
			}
		}
		for _, j := range ending {
			w.state[j] = ended
			w.pyssPass()
			passes++
		}
		if act && passes == 0 {
			w.pyssPass()
		}
	}
}

func (w *world) pyssPass() {
	w.open()
	defer w.close()
	if w.setup.Depth > 0 || w.setup.Tries > 0 {
		w.limited("first", w.setup.Primary == w.setup.Backfill)
		return
	}
	queue := w.sorted(w.all(waiting), w.setup.Primary, true)
	if w.setup.Backfilling == "conservative" {
		w.conservative(queue)
		return
	}
	queue = w.fromTheFront(queue)
	if len(queue) == 0 || w.setup.Backfilling == "none" {
		return
	}
	shadow, extra := w.reservation(queue[0])
	w.sayHead(queue[0], shadow, extra)
	rest := w.tied(queue[1:], "first")
	for _, j := range w.sorted(rest, w.setup.Backfill, w.setup.Primary == w.setup.Backfill) {
		// The reservation is made anew for each candidate.
		shadow, extra := w.reservation(queue[0])
		w.say(j, shadow, extra)
		if w.q(j) <= w.free() && (w.now+w.trace.Request[j] <= shadow || w.q(j) <= extra) {
			w.begin(j)
		}
	}
}
