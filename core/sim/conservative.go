package sim

// step is a level of the profile of free processors: from its instant to the
// next step's.
type step struct{ at, free int64 }

// plan is the pass of conservative backfilling that makes promises anew: every
// job, in primary order, gets the earliest place that the running jobs and those
// before it leave for its requested time (of at least a second), and starts if
// that is now. A job that ended early may bring one before it a place that takes
// its own: then it starts later than it could expect before.
func (e *Engine) plan() {
	e.survey()
	e.line()
	p := e.expected()
	kept := 0
	for i, j := range e.list {
		if p[0].free == 0 {
			kept += copy(e.list[kept:], e.list[i:])
			break // nobody starts now, and places are not kept
		}
		q, d := int64(e.size[j]), max(e.request[j], 1)
		from := earliest(p, q, d)
		at := p[from].at
		p = occupy(p, from, at+d, q)
		if at != e.now {
			e.list[kept] = j
			kept++
			continue
		}
		e.startPlaced(j, kept == 0)
	}
	e.list = e.list[:kept]
	e.profile = p
}

// expected is the profile of the processors that running jobs leave free, if
// each ends at its projected end; one past it is expected to end in a second.
func (e *Engine) expected() []step {
	p := append(e.profile[:0], step{e.now, e.free})
	for i := range e.releases {
		r := &e.releases[i]
		at := max(r.at, e.now+1)
		if last := p[len(p)-1]; last.at < at {
			p = append(p, last)
			p[len(p)-1].at = at
		}
		p[len(p)-1].free += int64(r.size)
	}
	return p
}

// startPlaced starts a job whose place is now, from the front of the queue or
// from behind it. It leaves the list to the pass.
func (e *Engine) startPlaced(j int32, front bool) {
	if o := e.cfg.Observer; o != nil {
		if front {
			o.Start(e.now, int(j))
		} else {
			o.Backfill(e.now, int(j))
		}
	}
	e.waiting--
	e.start(j)
}

// line puts the list in primary order. It mostly is already.
func (e *Engine) line() {
	list := e.list
	keys := e.keys[:len(list)]
	for i := 1; i < len(list); i++ {
		j, k := list[i], keys[i]
		h := i
		for h > 0 && (k < keys[h-1] || k == keys[h-1] && e.wins(j, list[h-1], k, e.rules.PrimaryTies)) {
			list[h], keys[h] = list[h-1], keys[h-1]
			h--
		}
		list[h], keys[h] = j, k
	}
}

// earliest is the first step from which on q processors stay free for d
// seconds.
func earliest(p []step, q, d int64) int {
	from := 0
	for i := range p {
		if i > from && p[i].at >= p[from].at+d {
			break
		}
		if p[i].free < q {
			from = i + 1
		}
	}
	return from
}

// occupy takes q processors from step from on until the instant end.
func occupy(p []step, from int, end, q int64) []step {
	i := from
	for i < len(p) && p[i].at < end {
		p[i].free -= q
		i++
	}
	if i == len(p) || p[i].at != end {
		p = append(p, step{})
		copy(p[i+1:], p[i:])
		p[i] = step{end, p[i-1].free + q}
	}
	return p
}
