package sim

// Jobs beyond a threshold are late: they go first, in submit order; among those
// of one second the ties of the backfilling order decide if they are reversed.

// promote moves the jobs whose wait has just passed the threshold from their
// order to the late ones, and says whether one became the head. Jobs arrive in
// submit order, so they also become late in it: jobs [0, promoted) have.
func (e *Engine) promote() (newHead bool) {
	for e.promoted < e.arrived && e.now-e.submit[e.promoted] > e.cfg.Threshold {
		j := int32(e.promoted)
		if e.starts[j] == unstarted {
			e.primary.remove(j)
			if e.two && e.lateFirst {
				e.backfill.remove(j)
			}
			e.late.insert(j, e)
			newHead = newHead || !e.headLate
			e.headLate = true
		}
		e.promoted++
	}
	return newHead
}

// isLate says the same of one job, for the orders that are scanned.
func (e *Engine) isLate(j int32) bool {
	age := e.now - e.submit[j]
	if e.cfg.Threshold >= 0 && age > e.cfg.Threshold {
		return true
	}
	return e.cfg.Slowdown > 0 && slowdown(age, e.request[j]) > e.cfg.Slowdown
}

// slowdown is the one a job is expected to have if started now.
func slowdown(age, request int64) float64 {
	p := float64(max(request, 1))
	return (float64(age) + p) / p
}

// mirrorLate ranks the late jobs for reversed ties: those of one second the
// other way round.
func (e *Engine) mirrorLate() {
	if !e.mirrored {
		e.mirrored = true
		e.reflect()
	}
	if e.together {
		e.late.rank, e.late.at, e.late.briefs = e.mirror, e.mirror, e.lateBriefs
	}
}

// reflect finds for each job of the trace who stands in its place when those of
// one second are turned round.
func (e *Engine) reflect() {
	submit := e.trace.Submit
	n := len(submit)
	e.together = false
	for j := 1; j < n && !e.together; j++ {
		e.together = submit[j] == submit[j-1]
	}
	if !e.together {
		return
	}
	if cap(e.mirror) < n {
		e.mirror, e.lateBriefs = make([]int32, n), make([]uint64, n)
	}
	e.mirror, e.lateBriefs = e.mirror[:n], e.lateBriefs[:n]
	for first, j := 0, 0; first < n; first = j {
		for j = first; j < n && submit[j] == submit[first]; j++ {
		}
		for i := first; i < j; i++ {
			e.mirror[i] = int32(first + j - 1 - i)
		}
	}
}
