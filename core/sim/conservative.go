package sim

// step is a level of the profile of free processors: from its instant to the
// next step's.
type step struct{ at, free int64 }

// plan is the pass of conservative backfilling. In primary order every job gets
// the earliest place that the running jobs and other jobs' places leave for its
// requested time (of at least a second), and starts if that is now.
//
// Where promises are made anew, those others are the jobs before it. A job that
// ended early may bring one before it a place that takes its own: then it starts
// later than it could expect before.
//
// Where promises are kept, those others are all that have a place: a job gives
// up its own for the earliest they leave, again and again until none moves
// forward. Then the earliest promise is the projected end of a running job (it
// could be earlier otherwise), so something happens by then, and whoever is
// promised a start needs no clock of its own. Nobody can move forward either
// unless a job ended earlier than expected since.
func (e *Engine) plan() {
	e.survey(0)
	e.line()
	keeps, freed := e.keeps(), e.freed
	e.freed = false
	for moved := true; moved; {
		moved = false
		p := e.expected()
		if keeps {
			p = e.promised(p)
		}
		kept := 0
		for i, j := range e.list {
			if !keeps && p[0].free == 0 && e.cfg.Observer == nil {
				kept += copy(e.list[kept:], e.list[i:])
				break // nobody starts now, and places are not kept
			}
			e.work(1 + len(p)/glance)
			q, d, was := int64(e.size[j]), max(e.request[j], 1), int64(unpromised)
			if keeps {
				was = e.promise[j]
			}
			if was > e.now && !freed {
				e.list[kept] = j
				kept++
				continue
			}
			if was != unpromised {
				occupy(p, first(p, was), was+d, -q)
			}
			from := earliest(p, q, d)
			at := p[from].at
			p = occupy(p, from, at+d, q)
			moved = moved || at < was
			if keeps {
				e.promise[j] = at
			}
			if o := e.cfg.Observer; o != nil {
				o.Place(e.now, int(j), at)
			}
			if at == e.now {
				e.startPlaced(j, kept == 0)
				continue
			}
			e.list[kept] = j
			kept++
		}
		e.list = e.list[:kept]
		e.profile = p
	}
}

// expected is the profile of the processors that running jobs leave free, if
// each ends at its projected end; one past it is expected to end in a second.
func (e *Engine) expected() []step {
	e.listReleases()
	p := append(e.profile[:0], step{e.now, e.free})
	for i := range e.releases {
		r := &e.releases[i]
		at := max(r.at, e.now+1)
		if last := p[len(p)-1]; last.at < at {
			p = insert(p, len(p), at)
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
		p = insert(p, i, end)
		p[i].free += q
	}
	return p
}

// insert makes step i at an instant, for which there is room, as free as the one
// before it.
func insert(p []step, i int, at int64) []step {
	p = p[:len(p)+1]
	copy(p[i+1:], p[i:])
	p[i] = step{at, p[i-1].free}
	return p
}

// first is the first step that is not before an instant.
func first(p []step, at int64) int {
	i := len(p)
	for i > 0 && p[i-1].at >= at {
		i--
	}
	return i
}
