package model

import "slices"

// Backfill makes one backfill pass: Started and Plans say what it did.
func (e *Engine) Backfill(now int64) {
	e.begin(now)
	s := &e.set
	from, to := now, now+s.Window
	if e.rules.grid {
		from, to = floor(from, s.Resolution), floor(to, s.Resolution)
	}
	var licences []int32
	if s.Licences {
		licences = e.machine.Licences
	}
	e.space.reset(from, to, s.Resolution, e.up, licences)
	if s.RunningReserve || len(licences) > 0 {
		for _, k := range e.running {
			e.space.take(from, ceil(e.Jobs[k].End, s.Resolution), e.mapped(e.on(k)), e.planned(&e.Jobs[k]))
		}
	}
	e.all, e.until = 0, now
	if !e.rules.grid && len(e.machine.Closures) == 0 && s.MinAgeReserve == 0 {
		e.until = e.upTo
		if len(e.running) > 0 { // of one past its end the start of others hangs on now
			e.until = max(now, min(e.until, e.Jobs[e.running[0]].End))
		}
	}
	if e.byBackfill != nil {
		for _, k := range e.waiting {
			e.byBackfill[k] = Untested
		}
	}
	array, turn, waits := int64(-1), int32(0), int64(0) // tasks of an array that don't start: the others, as large, won't either
	for _, count := range [][]int32{e.testedOf, e.reservedOf, e.users, e.usersOf, e.crews} {
		clear(count)
	}
	for _, k := range e.waiting {
		j := &e.Jobs[k]
		if e.taken(j) {
			continue
		}
		if j.Array {
			switch {
			case j.ID != array:
				array, turn, waits = j.ID, j.Turn, 0
			case j.Turn != turn:
				turn = j.Turn // of each partition one is tested
			case waits >= max(1, s.MaxArrayResv):
				continue
			}
		}
		if e.passed(j) {
			if e.byBackfill != nil && e.held(j) {
				e.byBackfill[k] = Limited
			}
			continue
		}
		starts := len(e.Started)
		e.withhold(j)
		on := e.try(k, j, now, to)
		e.restore()
		if j.Array && len(e.Started) == starts {
			waits++
		}
		if e.byBackfill != nil {
			e.byBackfill[k] = e.found
		}
		if !on {
			break
		}
	}
	e.sweep()
}

// reached says whether a limit is, where there is one.
func reached(n int32, limit int64) bool { return limit > 0 && int64(n) >= limit }

// mapped are nodes as the map has them: of jobs that share nodes none.
func (e *Engine) mapped(on Nodes) Nodes {
	if e.shared {
		return nil
	}
	return on
}

// planned are a job's licences as the map has them.
func (e *Engine) planned(j *Job) []int32 {
	if !e.set.Licences {
		return nil
	}
	return j.Licences
}

// passed says whether a job is not looked at.
func (e *Engine) passed(j *Job) bool {
	s := &e.set
	at := int(j.Partition)*e.machine.Users + int(j.User)
	switch {
	case reached(e.testedOf[j.Partition], s.MaxJobPart), reached(e.users[j.User], s.MaxJobUser),
		reached(e.usersOf[at], s.MaxJobUserPart), e.crewed(j):
		return true
	}
	e.testedOf[j.Partition]++
	e.users[j.User]++
	e.usersOf[at]++
	return e.held(j)
}

// crewed counts a job of an association that is tested; true: as many were as may be.
func (e *Engine) crewed(j *Job) bool {
	if e.set.MaxJobAssoc == 0 || j.Association < 0 {
		return false
	}
	for int(j.Association) >= len(e.crews) {
		e.crews = append(e.crews, 0)
	}
	if reached(e.crews[j.Association], e.set.MaxJobAssoc) {
		return true
	}
	e.crews[j.Association]++
	return false
}

// held says whether a job is at a limit, or licences are short that are not planned.
func (e *Engine) held(j *Job) bool {
	return e.limited(j) || !e.set.Licences && short(e.left, j.Licences)
}

// only says whether a job may start now or not at all.
func (e *Engine) only(j *Job, now int64) bool {
	s := &e.set
	return j.Unreserved || j.Priority < s.MinPrioReserve || s.MinAgeReserve > 0 && now-j.Eligible < s.MinAgeReserve ||
		reached(e.reservedOf[j.Partition], s.PartCountResv) || j.Array && s.MaxArrayResv == 0 || s.OneReservation && e.reserved(j)
}

// reserved says whether the pass has reserved for a job in another of its partitions.
func (e *Engine) reserved(j *Job) bool {
	return len(j.Also) > 0 && slices.ContainsFunc(e.Plans, func(p Plan) bool { return p.Reserved && slices.Contains(j.Also, p.Job) })
}

// try looks for a start of one job; false: the pass ends.
func (e *Engine) try(k int32, j *Job, now, last int64) bool {
	e.candidates(j)
	e.found = Unseen
	only, counted := e.only(j, now), false
	slot := int32(0)
	for s := now; s <= last; {
		copy(e.free, e.wanted)
		if j.Feature >= 0 {
			e.free.and(e.machine.Features[j.Feature])
		}
		open := e.closed(e.free, j.Inside, now, s, s+j.Limit)
		var later int64
		later, slot = e.space.offer(e.free, e.wanted, slot, s, s+j.Limit, e.nodes(j), e.planned(j), e.rules.beyond)
		if open != never && (later == never || open+1 < later) {
			later = open + 1
		}
		start, atOnce, ok := int64(0), false, false
		if s == now && slot >= 0 {
			e.turns(now, e.space.beyond(slot, s+j.Limit)-j.Limit)
			e.turns(now, e.space.end[slot])
		}
		if later != never {
			e.turns(now, later-e.set.Window)
		}
		if e.enough(j) {
			if !counted {
				if e.all++; int64(e.all) > e.set.MaxJobTest {
					e.found = Untested
					return false
				}
				counted = true
			}
			copy(e.open, e.free)
			start, atOnce, ok = e.when(j, now, s, later, only && e.rules.endedFirst)
			if s == now && e.stopping {
				atOnce = e.clear(j, now)
			}
		}
		switch {
		case atOnce && e.again(j):
			return e.launch(k, j, now)
		case atOnce:
			return true
		case ok && !(later != never && max(start, s) > later && !e.rules.stops):
			again, on := e.plan(k, j, max(start, s), now, only)
			if again == never {
				return on
			}
			if again == s {
				again += e.set.Resolution
			}
			s = again
		case later == never || only && e.rules.endedFirst:
			return true
		default:
			s = later
		}
	}
	return true
}

// clear stops jobs for one that has the nodes picked once all are gone that it may stop: as many of them as it takes, wherever
// that is. It is planned on what was picked from now on, and starts in a pass to come; or at once where they are but suspended.
func (e *Engine) clear(j *Job, now int64) (atOnce bool) {
	copy(e.intended, e.pick)
	if _, atOnce = e.stop(j, now); atOnce {
		copy(e.free, e.open)
		atOnce = e.fits(j) && !e.pick.Meets(e.closing)
	}
	if !atOnce {
		copy(e.pick, e.intended)
	}
	return atOnce
}

// nodes is how many nodes a job takes at least.
func (e *Engine) nodes(j *Job) int {
	if e.shared {
		return int(j.Ask.Least)
	}
	return int(j.Nodes)
}

// enough says whether the map leaves a job what it asks for, whoever runs there.
func (e *Engine) enough(j *Job) bool {
	switch {
	case !e.shared:
		return e.free.Count() >= int(j.Nodes)
	case j.Ask.Most > 0:
		return e.fit(j, e.free, &e.whole)
	}
	return e.offers(j.Ask, e.free, &e.whole, true)
}

// again places a job that may start now once more, on the nodes that it got; false: it can't be.
func (e *Engine) again(j *Job) bool {
	if !e.shared {
		return true
	}
	copy(e.free, e.pick)
	return e.fit(j, e.free, &e.has)
}

// launch starts a job in the pass; false: the pass ends.
func (e *Engine) launch(k int32, j *Job, now int64) bool {
	e.start(k, now)
	if e.rules.starts && !e.shared && e.recordLeft() {
		e.space.take(e.space.begin[0], ceil(j.End, e.set.Resolution), e.pick, e.planned(j))
	}
	return !reached(int32(len(e.Started)), e.set.MaxJobStart)
}

func (e *Engine) recordLeft() bool { return int64(e.space.records()) < e.set.NodeSpaceSize }

// plan reserves what was picked from start on. again: it clashes with a reservation, try from
// there; on false: the pass ends.
func (e *Engine) plan(k int32, j *Job, start, now int64, only bool) (again int64, on bool) {
	res := e.set.Resolution
	lo, hi := floor(start, res), floor(start+j.Limit, res)
	if e.rules.up {
		hi = ceil(start+j.Limit, res)
	}
	for _, at := range [...]int64{start, lo, hi, lo + res} { // what the end of the map comes to
		e.turns(now, at-e.set.Window)
	}
	if e.turns(now, lo); lo <= now { // from then on it begins now, and is a grid's step long at least
		e.until = min(e.until, max(now, hi-res))
	}
	clash := start > now && !e.space.holds(e.pick, e.planned(j), lo, hi)
	if e.rules.clashFirst && clash {
		return start, true
	}
	p := Plan{Job: k, Start: start, End: hi}
	switch {
	case start > now+e.set.Window:
		e.found = BeyondWindow
		e.show(p)
		return never, true
	case !e.recordLeft():
		e.show(p)
		return never, false
	case only:
		return never, true
	case clash:
		return start, true
	}
	p.Reserved = true
	e.show(p)
	e.space.take(max(lo, e.space.begin[0]), hi, e.pick, e.planned(j))
	e.reservedOf[j.Partition]++
	return never, true
}

// turns says that from a time on, if that is still to come, a pass may do another thing.
func (e *Engine) turns(now, at int64) {
	if at > now {
		e.until = min(e.until, at)
	}
}

// show notes a plan, with what was picked where versions before 25.05 say it or it is reserved.
func (e *Engine) show(p Plan) {
	if p.Reserved || !e.rules.clashFirst {
		at := len(e.arena)
		e.arena = append(e.arena, e.pick...)
		p.Nodes = Nodes(e.arena[at:len(e.arena):len(e.arena)])
	}
	e.Plans = append(e.Plans, p)
}
