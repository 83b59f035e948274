package sim

// join adds a job that arrived to the queue.
func (e *Engine) join(j int32) {
	e.waiting++
	if e.scanned {
		if len(e.list) == e.depth {
			e.beyond = append(e.beyond, j)
		} else {
			e.enlist(j)
		}
		return
	}
	e.starts[j] = unstarted
	e.primary.insert(j, e)
	if e.two {
		e.backfill.insert(j, e)
	}
}

// leave takes a job off the queue.
func (e *Engine) leave(j int32) {
	e.waiting--
	if e.scanned {
		e.drop(j)
		if len(e.beyond) > 0 {
			e.moveUp()
		}
		return
	}
	late := int(j) < e.promoted
	if late {
		e.late.remove(j)
	} else {
		e.primary.remove(j)
	}
	if e.two && !(late && e.lateFirst) {
		e.backfill.remove(j)
	}
}

// front is the job at the front of the queue, -1 when it is empty.
func (e *Engine) front() int32 {
	if e.waiting == 0 {
		return -1
	}
	if e.scanned {
		return e.scanFront()
	}
	if e.headLate = e.late.count > 0; e.headLate {
		for e.starts[e.oldest] != unstarted {
			e.oldest++
		}
		return e.oldest
	}
	return e.primary.first()
}

// anyFits says whether a waiting job may fit in the free processors: no is
// certain.
func (e *Engine) anyFits() bool {
	switch {
	case e.tall:
		return e.late.anyFits(e.free)
	case e.scanned:
		return int64(e.least) <= e.free
	case e.free <= 0:
		return false
	case e.two:
		return e.backfill.anyFits(e.free) || e.lateFirst && e.late.count > 0 && e.late.anyFits(e.free)
	}
	return e.primary.anyFits(e.free) || e.late.count > 0 && e.late.anyFits(e.free)
}

// rewind begins a search for candidates, in backfilling order.
func (e *Engine) rewind() {
	e.cursor = 0
	e.cursorLate = e.late.count > 0 && e.lateFirst
	e.gathered = false
}

// candidate is the next job in backfilling order that may start now beside the
// head's reservation, -1 when there is none. The head itself does not fit.
func (e *Engine) candidate() int32 {
	if e.free <= 0 {
		return -1
	}
	if e.scanned {
		return e.scanCandidate()
	}
	f := room{e.free, e.shadow - e.now, e.extra}
	var j int32
	if e.cursorLate {
		if j, e.cursor = e.late.find(e.cursor, &f, e); j >= 0 {
			return j
		}
		e.cursorLate = false
	}
	if e.two {
		j, e.cursor = e.backfill.find(e.cursor, &f, e)
	} else {
		j, e.cursor = e.primary.find(e.cursor, &f, e)
	}
	return j
}
