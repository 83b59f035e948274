package sim

import "math"

// In conservative backfilling every job gets, in primary order, the earliest place that the
// running jobs and other jobs' places leave for its requested time (of at least a second), and
// starts if that is now.
//
// Where promises are made anew, those others are the jobs before it (plan). A job that ended
// early may bring one before it a place that takes its own: then it starts later than it could
// expect before.
//
// Where promises are kept, those others are all that have a place (keep): a job gives up its
// own for the earliest they leave, again and again until none moves forward. Then the earliest
// promise is the projected end of a running job (it could be earlier otherwise), so something
// happens by then, and whoever is promised a start needs no clock of its own. Nobody can move
// forward either unless a job ended earlier than expected since.
//
// Profile, places and projected ends are kept from pass to pass.

// placing is how many instants a place is worth of work, beside those of a profile's blocks.
const placing = 16

// span is for how many seconds a job's place is.
func (e *Engine) span(j int32) int64 { return max(e.request[j], 1) }

// take takes the place of a job from what is free.
func (e *Engine) take(j int32) {
	q, at := int64(e.size[j]), e.promise[j]
	e.profile.add(at, -q)
	e.profile.add(at+e.span(j), q)
	e.alarm = min(e.alarm, at)
}

// giveUp gives it back.
func (e *Engine) giveUp(j int32) {
	q, at := int64(e.size[j]), e.promise[j]
	e.profile.add(at, q)
	e.profile.add(at+e.span(j), -q)
}

// projected notes the projected end of a job that starts: until it ends that is its promise.
func (e *Engine) projected(j int32, start int64) {
	e.promise[j] = start + e.span(j)
	e.profile.add(e.promise[j], int64(e.size[j]))
	e.alarm = min(e.alarm, e.promise[j])
}

// vacate deals with a job that ends: if early, places before its projected end may move.
func (e *Engine) vacate(j int32) {
	q, at := int64(e.size[j]), e.promise[j]
	e.profile.add(at, -q)
	e.promise[j] = unpromised
	if e.now == e.starts[j]+e.span(j) {
		return
	}
	e.freed = max(e.freed, at)
	if e.keeps() || at <= e.now {
		return
	}
	for i, k := range e.list[:e.planned] {
		place := e.promise[k]
		if place == e.now {
			continue // it starts now
		}
		b, size := &e.barriers[k], int64(e.size[k])
		b.most += q
		if place <= at {
			b.before += q
		}
		// Whatever is earlier and ends after its place begins has the second before.
		if b.before >= size || b.most >= size && place-e.now > e.span(k) {
			e.replan(i)
			return
		}
	}
}

// barrier is what keeps a planned job from an earlier place: how many processors the jobs that
// go before it leave free in the second before, and the most they do earlier, of what is too
// few.
type barrier struct{ before, most int64 }

// replan takes back the places of planned jobs from a number in the queue on.
func (e *Engine) replan(from int) {
	for _, j := range e.list[min(from, e.planned):e.planned] {
		e.giveUp(j)
		e.promise[j] = unpromised
	}
	e.planned = min(from, e.planned)
}

// rings says whether a place may begin or a projected end may be by now. Running jobs that are
// past theirs are then to end in a second, as all others are expected to.
func (e *Engine) rings() bool {
	if e.alarm > e.now {
		return false
	}
	e.alarm = math.MaxInt64
	late := false
	for i := range e.running {
		j := e.running[i].job
		if e.promise[j] <= e.now {
			if !late && !e.keeps() {
				e.replan(0)
			}
			late = true
			e.profile.add(e.promise[j], -int64(e.size[j]))
			e.promise[j] = e.now + 1
			e.profile.add(e.now+1, int64(e.size[j]))
		}
		e.alarm = min(e.alarm, e.promise[j])
	}
	return true
}

// plan is the pass that makes promises anew: as far as anybody may start now, and not again
// what is as it was.
func (e *Engine) plan() {
	rang := e.rings()
	e.line()
	watched := e.cfg.Observer != nil
	if watched {
		e.replan(0)
	}
	if rang {
		e.startDue()
	}
	e.refuseNobody()
	next := e.planned // nobody in the queue before it, and not planned, can start now
	for e.planned < len(e.list) {
		next = max(next, e.planned)
		if !watched && !e.mayStart(&next) {
			break
		}
		e.work(placing + len(e.profile.heads))
		j := e.list[e.planned]
		q, d := int64(e.size[j]), e.span(j)
		f := e.profile.earliest(e.now, e.free, q, d)
		if watched {
			e.cfg.Observer.Place(e.now, int(j), f.at)
		}
		if f.at == e.now {
			e.startAt(e.planned)
			continue
		}
		e.promise[j] = f.at
		e.barriers[j] = barrier{f.before, f.most}
		e.take(j)
		e.planned++
	}
}

// mayStart finds the next job, from a number in the queue on, that could start now beside all
// that are planned.
func (e *Engine) mayStart(next *int) bool {
	if int64(e.least) > e.free {
		return false
	}
	list := e.list
	for i := *next; i < len(list); i++ {
		j := list[i]
		q := int64(e.size[j])
		if q > e.free {
			continue
		}
		d := e.span(j)
		if e.refuses(q, d, e.now) {
			continue
		}
		if e.profile.fits(e.now, e.free, q, d) {
			*next = i
			return true
		}
		e.refuse(q, d, e.now)
	}
	*next = len(list)
	return false
}

// refusal is a job for which a pass finds no place that begins before an instant, nor does it for
// one that asks for as much and as long.
type refusal struct{ q, d, before int64 }

func (r *refusal) covers(q, d, before int64) bool { return q >= r.q && d >= r.d && before <= r.before }

func (e *Engine) refuses(q, d, before int64) bool {
	r := &e.refused
	return r[0].covers(q, d, before) || r[1].covers(q, d, before) || r[2].covers(q, d, before) || r[3].covers(q, d, before)
}

func (e *Engine) refuse(q, d, before int64) {
	e.refused[e.refusals%len(e.refused)] = refusal{q, d, before}
	e.refusals++
}

func (e *Engine) refuseNobody() {
	for i := range e.refused {
		e.refused[i].q = math.MaxInt64
	}
}

// startDue starts planned jobs whose place is now.
func (e *Engine) startDue() {
	for i := 0; i < e.planned; {
		switch j := e.list[i]; {
		case e.promise[j] < e.now: // behind a job that ran on until now, while no pass was due
			e.replan(i)
		case e.promise[j] == e.now:
			e.giveUp(j)
			e.planned--
			e.startAt(i)
		default:
			e.alarm = min(e.alarm, e.promise[j])
			i++
		}
	}
}

// extent is from an instant to before another.
type extent struct{ from, to int64 }

var nothing = extent{math.MaxInt64, math.MinInt64}

// with is from the first instant of two extents to the last.
func (x extent) with(y extent) extent { return extent{min(x.from, y.from), max(x.to, y.to)} }

// sooner is an earlier place than its own of a job, which begins before an instant.
func (e *Engine) sooner(q, d, own, before int64) int64 {
	least := own - e.now // seconds that must be free before its own place
	if own > before {
		least = own - before
	} else if e.profile.level(e.free, own-1) < q {
		if own-e.now <= d { // whatever is earlier has the second before
			return own
		}
		before, least = own-d, d
	} else {
		least = 0
	}
	least = min(least, d)
	if e.refuses(q, least, before) {
		return own
	}
	e.work(placing + len(e.profile.heads))
	at := e.profile.earlier(e.now, e.free, q, d, own, before)
	if at == own && least > 0 {
		e.refuse(q, min(d, own-e.now), before)
	}
	return at
}

// keep is the pass that keeps promises. Of a job that has one an earlier place alone is sought:
// in it is a second at which somebody gave up a place since the job was looked at, which all did
// in a span of gains, and before its own.
func (e *Engine) keep() {
	if e.rings() {
		e.hold()
	}
	e.line()
	watched := e.cfg.Observer != nil
	old, gains := extent{e.now, e.freed}, nothing // of the round before, and of this one
	e.freed = math.MinInt64
	e.refuseNobody()
	for last := len(e.list); ; {
		moved := -1
		for i := 0; i < len(e.list); i++ {
			since := gains
			if i <= last {
				since = since.with(old)
			}
			j := e.list[i]
			q, d, was := int64(e.size[j]), e.span(j), e.promise[j]
			at := was
			switch {
			case was == unpromised:
				e.work(placing + len(e.profile.heads))
				at = e.profile.earliest(e.now, e.free, q, d).at
			case was == e.now:
			case since.to <= e.now:
				if i > last {
					i = len(e.list) // nor do those behind it
				}
				continue
			case was > since.from:
				at = e.sooner(q, d, was, since.to)
			}
			if o := e.cfg.Observer; watched {
				o.Place(e.now, int(j), at)
			}
			if at == was && at > e.now {
				continue
			}
			if was != unpromised {
				e.giveUp(j)
				if at < was {
					moved, gains = i, gains.with(extent{was, was + d})
					e.refuseNobody()
				}
			}
			if at == e.now {
				e.startAt(i)
				i--
				continue
			}
			e.promise[j] = at
			e.take(j)
		}
		if moved < 0 {
			return
		}
		last, old, gains = moved, gains, nothing
	}
}

// hold takes all promises back if they can't all be held beside the running jobs.
func (e *Engine) hold() {
	held := e.profile.least(e.free) >= 0
	for _, j := range e.list {
		if e.promise[j] != unpromised {
			held = held && e.promise[j] >= e.now
			e.alarm = min(e.alarm, e.promise[j])
		}
	}
	if held {
		return
	}
	for _, j := range e.list {
		if e.promise[j] != unpromised {
			e.giveUp(j)
			e.promise[j] = unpromised
		}
	}
}

// startAt starts the job at a place of the queue now, from its front or from behind it.
func (e *Engine) startAt(i int) {
	j := e.list[i]
	if o := e.cfg.Observer; o != nil {
		if i == 0 {
			o.Start(e.now, int(j))
		} else {
			o.Backfill(e.now, int(j))
		}
	}
	e.waiting--
	copy(e.keys[i:], e.keys[i+1:len(e.list)])
	e.list = append(e.list[:i], e.list[i+1:]...)
	e.inLine--
	if len(e.list) == 0 {
		e.least = math.MaxInt32
	}
	e.start(j)
}

// line puts the list in primary order. It mostly is already: where keys stay as they are, all
// but those that came since.
func (e *Engine) line() {
	from := 1
	if e.aged || e.cfg.Threshold >= 0 || e.cfg.Slowdown > 0 {
		e.survey(0)
	} else {
		e.survey(min(e.inLine, len(e.list)))
		from = max(e.inLine, 1)
	}
	list := e.list
	keys := e.keys[:len(list)]
	for i := from; i < len(list); i++ {
		j, k := list[i], keys[i]
		before := func(h int) bool {
			return k < keys[h] || k == keys[h] && e.wins(j, list[h], k, e.rules.PrimaryTies)
		}
		if !before(i - 1) {
			continue
		}
		low, high := 0, i-1 // it goes before high, and not before what is below low
		for low < high {
			if mid := int(uint(low+high) / 2); before(mid) {
				high = mid
			} else {
				low = mid + 1
			}
		}
		e.replan(low)
		copy(list[low+1:i+1], list[low:i])
		copy(keys[low+1:i+1], keys[low:i])
		list[low], keys[low] = j, k
	}
	e.inLine = len(list)
}

// unpromised is the promise of a job that has none yet.
const unpromised = math.MinInt64
