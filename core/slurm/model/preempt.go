package model

import (
	"cmp"
	"slices"
)

// preempts says whether a job may stop others.
func (e *Engine) preempts(j *Job) bool {
	return int(j.Class) < len(e.machine.Preempts) && e.machine.Preempts[j.Class] != 0
}

// stop stops jobs for one that does not fit the nodes of open, if it may and that makes room. They are gone at once, and their
// nodes are closed until they are cleaned; the job does not start in this pass. One that only waits for that stops no more.
func (e *Engine) stop(j *Job) bool {
	if !e.preempts(j) {
		return false
	}
	copy(e.free, e.open)
	if e.fits(j) {
		return false
	}
	e.victims = e.victims[:0]
	for _, k := range e.running {
		if e.machine.Preempts[j.Class]>>e.Jobs[k].Class&1 != 0 && e.on(k).meets(e.free) {
			e.victims = append(e.victims, k)
		}
	}
	slices.SortFunc(e.victims, func(a, b int32) int { // those whose loss is least first
		x, y := &e.Jobs[a], &e.Jobs[b]
		return cmp.Or(cmp.Compare(x.QOS, y.QOS), cmp.Compare(e.on(a).Count(), e.on(b).Count()), cmp.Compare(y.Start, x.Start),
			cmp.Compare(y.ID, x.ID), cmp.Compare(y.Index, x.Index))
	})
	n := e.clears(j)
	if n == 0 {
		return false
	}
	last := e.victims[n-1] // once more, that first without which it did not fit
	copy(e.victims[1:n], e.victims[:n-1])
	e.victims[0] = last
	for _, k := range e.victims[:e.clears(j)] {
		if on := e.on(k); on.meets(e.pick) {
			e.closing.Join(on)
			e.stoppedOn = append(e.stoppedOn, on...)
			e.End(k)
			e.Stopped = append(e.Stopped, k)
		}
	}
	return true
}

// clears takes victims away one after the other until a job fits, picks its nodes, and says how many that took; 0: all are too few.
func (e *Engine) clears(j *Job) int {
	if copy(e.gone, e.idle); e.shared {
		e.later.fill(&e.has)
	} else {
		e.have = e.free.common(e.gone)
	}
	for i, k := range e.victims {
		if e.remove(k); e.suffices(j) {
			e.takes(j, false)
			return i + 1
		}
	}
	return 0
}
