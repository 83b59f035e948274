package model

import (
	"cmp"
	"math"
	"slices"
)

// Class is what a job may do to others, and others to it: that of its QOS, or of its partition.
type Class struct {
	Stops  uint64 // which classes it may stop, a bit each
	Rank   int64  // those of the least are stopped first
	Mode   Mode   // what becomes of its own jobs
	Exempt int64  // that they run at least before they are stopped, s
	Grace  int64  // that they run on before, s
}

// Mode is what becomes of a job that is stopped for another.
type Mode uint8

// The modes.
const (
	Requeued  Mode = iota // it begins anew
	Cancelled             // that was all of it
	Suspended             // it stays on its nodes, with its memory and devices, and goes on when its CPUs are free
	modes
)

// class is a job's; nil: nobody stops anybody.
func (e *Engine) class(j *Job) *Class {
	if int(j.Class) >= len(e.machine.Classes) {
		return nil
	}
	return &e.machine.Classes[j.Class]
}

// stopper is the class as which a job may stop others; nil: it may stop none.
func (e *Engine) stopper(j *Job) *Class {
	if c := e.class(j); c != nil && c.Stops != 0 {
		return c
	}
	return nil
}

// stops says whether a job of a class may stop another job.
func (e *Engine) stops(c *Class, other *Job) bool { return c != nil && c.Stops>>other.Class&1 != 0 }

// yields says whether a running job may be stopped now for one of a class; nil: for none.
func (e *Engine) yields(c *Class, k int32, now int64) bool {
	if c == nil {
		return false
	}
	x := &e.Jobs[k]
	return e.stops(c, x) && now-x.Start >= e.class(x).Exempt
}

// yielded takes all of free away that may be stopped for a class, and says whether there was any.
func (e *Engine) yielded(c *Class, now int64) (any bool) {
	if c == nil {
		return false
	}
	for _, k := range e.running {
		if e.yields(c, k, now) && e.on(k).Meets(e.free) {
			e.remove(k)
			any = true
		}
	}
	return any
}

// stop stops jobs for one that does not fit the nodes of open, if it may and that makes room. They are gone at once, and their
// nodes are closed until they are cleaned; the job does not start in this pass, and one that only waits for that stops no more.
// Where all are but suspended it starts: atOnce.
func (e *Engine) stop(j *Job, now int64) (did, atOnce bool) {
	c := e.stopper(j)
	if c == nil || j.Cleared {
		return false, false
	}
	copy(e.free, e.open)
	if e.fits(j) {
		return false, false
	}
	e.victims = e.victims[:0]
	for _, k := range e.running {
		if e.yields(c, k, now) && e.on(k).Meets(e.free) {
			e.victims = append(e.victims, k)
		}
	}
	slices.SortFunc(e.victims, func(a, b int32) int { // those whose loss is least first
		x, y := &e.Jobs[a], &e.Jobs[b]
		young := int64(0)
		if e.set.Youngest {
			young = y.Start - x.Start
		}
		return cmp.Or(cmp.Compare(young, 0), cmp.Compare(e.class(x).Rank, e.class(y).Rank),
			cmp.Compare(e.on(a).Count(), e.on(b).Count()), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Index, y.Index))
	})
	n := e.clears(j)
	for again := int64(0); n > 0 && again < e.set.Reorder; again++ { // that first without which it did not fit, then those in the way
		last := e.victims[n-1]
		way := func(k int32) int {
			if k == last {
				return math.MaxInt
			}
			return e.on(k).common(e.pick)
		}
		slices.SortStableFunc(e.victims[:n], func(a, b int32) int { return cmp.Compare(way(b), way(a)) })
		n = e.clears(j)
	}
	if n == 0 {
		return false, false
	}
	ended := len(e.Stopped)
	atOnce = true
	for _, k := range e.victims[:n] {
		if on := e.on(k); on.Meets(e.pick) {
			atOnce = e.halt(k, now) && atOnce
		}
	}
	j.Cleared = len(e.Stopped) > ended
	return true, atOnce
}

// halt stops one job, or tells it to end when its grace is over; suspended says that its CPUs are free now.
func (e *Engine) halt(k int32, now int64) (suspended bool) {
	j := &e.Jobs[k]
	c := e.class(j)
	switch on := e.on(k); {
	case c.Mode == Suspended:
		e.suspend(k, now)
		return true
	case c.Grace > 0 && j.Warned == 0:
		j.Warned = now + c.Grace
		e.shorten(k, j.Warned)
	case j.Warned > now:
	default:
		e.closing.Join(on)
		e.stoppedOn = append(e.stoppedOn, on...)
		e.End(k)
		j.Warned = 0
		e.Stopped = append(e.Stopped, k)
	}
	return false
}

// clears takes victims away one after the other until a job fits, picks its nodes, and says how many that took; 0: all are too few.
func (e *Engine) clears(j *Job) int {
	e.known = false
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

// shorten makes the scheduler expect the end of a running job sooner.
func (e *Engine) shorten(k int32, end int64) {
	at, _ := slices.BinarySearchFunc(e.running, k, e.byEnd)
	e.running = slices.Delete(e.running, at, at+1)
	e.Jobs[k].End = min(e.Jobs[k].End, end)
	at, _ = slices.BinarySearchFunc(e.running, k, e.byEnd)
	e.running = slices.Insert(e.running, at, k)
}

// halted is a job that was suspended for others: its nodes, and what it has of each.
type halted struct {
	job    int32
	on     Nodes
	pieces []Piece
	left   int64 // of its limit, s
}

// suspend takes a running job's CPUs from it. Its memory and devices it keeps.
func (e *Engine) suspend(k int32, now int64) {
	h := halted{k, slices.Clone(e.on(k)), e.Pieces(k, nil), e.Jobs[k].End - now}
	e.End(k)
	e.keep(&h, -1)
	e.halted, e.Suspended = append(e.halted, h), append(e.Suspended, k)
}

// keep takes what a suspended job has beside CPUs off what is free, or by 1 gives it back.
func (e *Engine) keep(h *halted, by int32) {
	for _, p := range h.pieces {
		p.CPUs = 0
		e.has.change(&p, by)
	}
}

// Resume lets suspended jobs go on whose CPUs nobody uses, in the order in which they were suspended; Resumed are they.
func (e *Engine) Resume(now int64) {
	e.Resumed = e.Resumed[:0]
	rest := e.halted[:0]
	for _, h := range e.halted {
		free := e.idle.common(h.on) == h.on.Count()
		if e.shared {
			free = !slices.ContainsFunc(h.pieces, func(p Piece) bool { return e.has.cpus[p.Node] < p.CPUs })
		}
		if !free {
			rest = append(rest, h)
			continue
		}
		j := &e.Jobs[h.job]
		j.Start, j.End = now, now+h.left
		e.keep(&h, 1)
		e.Run(h.job, h.on, h.pieces)
		e.Resumed = append(e.Resumed, h.job)
	}
	e.halted = rest
}

// withhold takes CPUs of suspended jobs, which those for whom they were suspended do not have, off what is free for a job that may
// not stop them.
func (e *Engine) withhold(j *Job) {
	if e.withheld = e.withheld[:0]; len(e.halted) == 0 {
		return
	}
	c := e.class(j)
	for i := range e.halted {
		h := &e.halted[i]
		x := &e.Jobs[h.job]
		if e.stops(c, x) {
			continue
		}
		for at := h.on.next(0); at >= 0; at = h.on.next(at + 1) {
			p := Piece{Node: int32(at), CPUs: 1}
			if e.shared {
				p.CPUs = min(e.owed(h, p.Node), e.has.cpus[at])
			} else if !e.idle.Has(at) {
				continue
			}
			e.withheld = append(e.withheld, p)
			e.reserve(&p, -1)
		}
	}
}

// owed is what of a suspended job's CPUs of a node nobody has for whom it was suspended.
func (e *Engine) owed(h *halted, node int32) (cpus int32) {
	for i := range h.pieces {
		if h.pieces[i].Node == node {
			cpus += h.pieces[i].CPUs
		}
	}
	x := &e.Jobs[h.job]
	for _, k := range e.running {
		if e.stops(e.class(&e.Jobs[k]), x) && e.on(k).Has(int(node)) {
			for at := e.Jobs[k].first; at >= 0; at = e.store[at].next {
				if e.store[at].Node == node {
					cpus -= e.store[at].CPUs
				}
			}
		}
	}
	return max(0, cpus)
}

// restore gives back what was withheld.
func (e *Engine) restore() {
	for i := range e.withheld {
		e.reserve(&e.withheld[i], 1)
	}
}

// reserve takes CPUs of a node, or all of it, off what is free; by 1 it gives them back.
func (e *Engine) reserve(p *Piece, by int32) {
	switch {
	case e.shared:
		e.has.cpus[p.Node] += by * p.CPUs
	case by < 0:
		e.idle.take(int(p.Node))
	default:
		e.idle.Add(int(p.Node), int(p.Node)+1)
	}
}
