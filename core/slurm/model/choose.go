package model

// fits picks nodes of free for a job that could start now, as far as jobs that run let it; false: they are too few.
func (e *Engine) fits(j *Job) bool {
	if e.shared {
		return e.fit(j, e.free, &e.has)
	}
	if e.free.common(e.idle) < int(j.Nodes) {
		return false
	}
	e.choose(j, e.free, e.idle, false)
	return true
}

// choose picks whole nodes of free for a job, of which those of idle are enough. Where planned is true
// it is for later, when bf_busy_nodes has its say.
func (e *Engine) choose(j *Job, free, idle Nodes, planned bool) {
	n := int(j.Nodes)
	copy(e.other, free)
	e.other.and(idle)
	switch {
	case n == 1 && e.rules.lowest:
		e.pick.clear()
		e.pick.low(e.other, 1)
	case planned && e.set.BusyNodes:
		e.pick.clear()
		e.busy.clear()
		e.busy.Join(e.other)
		e.busy.less(e.idle)
		e.other.and(e.idle)
		more := 0
		if e.rules.extra {
			more = 1
		}
		put := e.pick.low(e.busy, n)
		e.pick.low(e.other, max(n-put, more))
	default:
		e.runs = e.pick.neighbours(e.other, n, e.runs)
	}
}
