package model

// window is the group of ends that are tried together, s: those within it of the first end,
// rounded up to the next multiple of it.
const window = 30

// when finds the first moment from s on at which the nodes of free suffice, as the select
// plugin does: it knows the jobs that run, those started in this pass too, and no reservations.
// The nodes are picked. now: the job can start at once. Those that it may stop are gone from the first; stopping says that
// it then has its nodes at s.
func (e *Engine) when(j *Job, now, s, later int64, only bool) (start int64, atOnce, ok bool) {
	e.stopping, e.known = false, false
	if s == now || !e.rules.endedFirst {
		if !(s == now && short(e.left, j.Licences)) && e.fits(j) {
			if s == now && e.pick.Meets(e.closing) {
				return now + 1, false, true
			}
			return s, s == now, true
		}
	}
	if only {
		return 0, false, false
	}
	if copy(e.gone, e.idle); e.shared {
		e.later.fill(&e.has)
	} else {
		e.have = e.free.common(e.gone)
	}
	c := e.stopper(j)
	if e.stopping = e.yielded(c, now) && e.suffices(j); e.stopping {
		e.takes(j, false)
		return s, false, true
	}
	i := 0
	if e.rules.endedFirst {
		for ; i < len(e.running) && e.Jobs[e.running[i]].End <= s; i++ {
			if !e.yields(c, e.running[i], now) {
				e.remove(e.running[i])
			}
		}
		if e.suffices(j) {
			e.takes(j, false)
			return s, false, true
		}
	}
	group, width, fresh, last := int64(never), int64(window), false, -1
	for ; i < len(e.running); i++ {
		k := e.running[i]
		end := e.Jobs[k].End
		if e.rules.stops && later != never && end > later {
			break
		}
		if e.shared && !e.touches(k) || !e.shared && !e.on(k).Meets(e.free) || e.yields(c, k, now) {
			continue
		}
		e.remove(k)
		fresh, last = true, i
		if group == never {
			group = floor(end, window) + window
		}
		next := int64(never)
		after := i + 1
		for c != nil && after < len(e.running) && e.yields(c, e.running[after], now) {
			after++
		}
		if after < len(e.running) {
			if next = e.Jobs[e.running[after]].End; next <= group+width {
				continue
			}
		}
		fresh = false
		if e.suffices(j) {
			return e.settle(j, last, now, s, later), false, true
		}
		if next != never {
			width = e.widen(width, next-group)
		}
	}
	if fresh && e.suffices(j) {
		return e.settle(j, last, now, s, later), false, true
	}
	return 0, false, false
}

// settle picks the nodes of a start when the jobs up to the last are gone, and says when that is. Where the start
// is later than the next try it is thrown away, and nothing is picked.
func (e *Engine) settle(j *Job, last int, now, s, later int64) (start int64) {
	c := e.stopper(j)
	if start = e.endOf(c, last, now); !e.rules.stops && later != never && max(start, s) > later {
		return start
	}
	e.takes(j, true)
	return e.endOf(c, last, now)
}

// takes picks nodes for a job of which suffices said that they are enough; where they are shared it has picked them.
func (e *Engine) takes(j *Job, planned bool) {
	if !e.shared {
		e.choose(j, e.free, e.gone, planned)
	}
}

// touches says whether a running job, where nodes are shared, has one of free.
func (e *Engine) touches(k int32) bool {
	for at := e.Jobs[k].first; at >= 0; at = e.store[at].next {
		if e.free.Has(int(e.store[at].Node)) {
			return true
		}
	}
	return false
}

// remove takes a running job away from what is looked at.
func (e *Engine) remove(k int32) {
	if e.shared {
		for at := e.Jobs[k].first; at >= 0; at = e.store[at].next {
			p := &e.store[at].Piece
			if e.later.change(p, 1); e.known {
				e.recount(int(p.Node))
			}
		}
		return
	}
	on := e.on(k)
	e.gone.Join(on)
	e.have += e.free.common(on)
}

// suffices says whether what is free without those taken away is enough.
func (e *Engine) suffices(j *Job) bool {
	switch {
	case !e.shared:
		return e.have >= int(j.Nodes)
	case !e.known:
		return e.fit(j, e.free, &e.later)
	}
	return e.ample(j.Ask) && e.lays(j.Ask, &e.later)
}

// widen makes a group's width at least so much.
func (e *Engine) widen(width, to int64) int64 {
	if k := e.set.WindowLinear; k > 0 {
		return width + ceil(to-width, k)
	}
	for width < to {
		width *= 2
	}
	return width
}

// endOf is when what was picked is free for a class, where the jobs up to the last are taken away.
func (e *Engine) endOf(c *Class, last int, now int64) int64 {
	if e.rules.holders {
		for i := last; i >= 0; i-- {
			if k := e.running[i]; e.on(k).Meets(e.pick) && !e.yields(c, k, now) {
				last = i
				break
			}
		}
	}
	j := &e.Jobs[e.running[last]]
	if e.rules.endedFirst || j.End > now {
		return j.End
	}
	return max(j.End+e.set.KillWait+e.set.OverTimeLimit, now+1)
}

// floor and ceil round to a multiple.
func floor(t, to int64) int64 {
	if m := t % to; m < 0 {
		return t - m - to
	}
	return t - t%to
}

func ceil(t, to int64) int64 { return -floor(-t, to) }
