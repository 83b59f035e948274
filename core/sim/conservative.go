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
	e.release(j, 1)
	e.alarm = min(e.alarm, e.promise[j])
}

// release adds what a running job gives back at its projected end, or takes that away.
func (e *Engine) release(j int32, sign int64) {
	q, at := sign*int64(e.size[j]), e.promise[j]
	e.profile.add(at, q)
	if !e.keeps() {
		e.ends.add(at, q)
	}
}

// vacate deals with a job that ends: if early, places before its projected end may move.
func (e *Engine) vacate(j int32) {
	q, at := int64(e.size[j]), e.promise[j]
	e.release(j, -1)
	e.promise[j] = unpromised
	if e.now == e.starts[j]+e.span(j) {
		return
	}
	if e.keeps() {
		e.gains.add(e.now, q)
		e.gains.add(at, -q)
		return
	}
	if at <= e.now {
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

// replan takes back the places of planned jobs from a number in the queue on, or begins with
// the running jobs where that is less work.
func (e *Engine) replan(from int) {
	if from >= e.planned {
		return
	}
	again := from < e.planned-from && !e.keeps()
	for _, j := range e.list[from:e.planned] {
		if !again {
			e.giveUp(j)
		}
		e.promise[j] = unpromised
	}
	if e.planned = from; again {
		e.profile.set(&e.ends)
		for _, j := range e.list[:from] {
			e.take(j)
		}
	}
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
			e.release(j, -1)
			e.promise[j] = e.now + 1
			e.release(j, 1)
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
	next, still := e.planned, false // nobody in the queue before it, and not planned, can start now; it still can
	for e.planned < len(e.list) {
		next = max(next, e.planned)
		if !watched && !still && !e.mayStart(&next) {
			break
		}
		e.work(placing + len(e.profile.heads))
		j := e.list[e.planned]
		q, d := int64(e.size[j]), e.span(j)
		f := e.profile.earliest(e.now, e.free, q, d)
		if watched {
			e.cfg.Observer.Place(e.now, int(j), f.at)
		}
		if still = e.planned < next && f.at >= e.now+e.span(e.list[next]); f.at == e.now {
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

var (
	nothing = extent{math.MaxInt64, math.MinInt64}
	always  = extent{math.MinInt64 / 2, math.MaxInt64}
)

// with is from the first instant of two extents to the last.
func (x extent) with(y extent) extent { return extent{min(x.from, y.from), max(x.to, y.to)} }

// gains are how many processors more, or less, are free than before, from instants on.
type gains struct {
	at, by [40]int64
	n      int
	lost   bool // count: there were more changes than have room
}

func (g *gains) clear() { g.n, g.lost = 0, false }

func (g *gains) add(at, by int64) {
	i := g.n
	for i > 0 && g.at[i-1] > at {
		i--
	}
	if i > 0 && g.at[i-1] == at {
		if g.by[i-1] += by; g.by[i-1] == 0 {
			copy(g.at[i-1:g.n], g.at[i:g.n])
			copy(g.by[i-1:g.n], g.by[i:g.n])
			g.n--
		}
		return
	}
	if g.n == len(g.at) || g.lost {
		g.lost = true
		return
	}
	copy(g.at[i+1:g.n+1], g.at[i:g.n])
	copy(g.by[i+1:g.n+1], g.by[i:g.n])
	g.at[i], g.by[i] = at, by
	g.n++
}

// extent is where there are more.
func (g *gains) extent() extent {
	if g.lost {
		return always
	}
	x, v := nothing, int64(0)
	for i := range g.n {
		if v > 0 {
			x.to = g.at[i]
		}
		if v += g.by[i]; v > 0 {
			x.from = min(x.from, g.at[i])
		}
	}
	return x
}

// sooner is an earlier place than its own of a job: an instant of an extent is in it.
func (e *Engine) sooner(q, d, own int64, in extent) int64 {
	before := in.to
	var least int64 // seconds that must be free before its own place
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
	at := e.profile.earlier(max(e.now, in.from-d), e.free, q, d, own, before)
	if at == own && least > 0 {
		e.refuse(q, min(d, own-e.now), before)
	}
	return at
}

// keep is the pass that keeps promises. Of a job that has one an earlier place alone is sought:
// in it, and before its own, is an instant at which more is free than when it was looked at.
func (e *Engine) keep() {
	if e.rings() {
		e.hold()
	}
	e.line()
	e.refuseNobody()
	watched := e.cfg.Observer != nil
	more := e.gains.extent()
	// Of a later round: what those gave up that moved in the one before, the last of them at a
	// number in the queue.
	given, gross, last, first := nothing, nothing, -1, true
	for {
		moved := -1
		for i := 0; i < len(e.list); i++ {
			j := e.list[i]
			q, d, was := int64(e.size[j]), e.span(j), e.promise[j]
			at, in := was, more
			if i <= last {
				in = in.with(given)
			}
			switch {
			case was == unpromised:
				e.work(placing + len(e.profile.heads))
				at = e.profile.earliest(e.now, e.free, q, d).at
			case was == e.now:
			case in.to <= e.now:
				if i > last && !first {
					i = len(e.list) // nor do those behind it
				}
				continue
			case was > in.from:
				at = e.sooner(q, d, was, in)
			}
			if watched {
				e.cfg.Observer.Place(e.now, int(j), at)
			}
			if at == was && at > e.now {
				continue
			}
			if was != unpromised {
				e.giveUp(j)
			}
			if at < was {
				moved, gross = i, gross.with(extent{was, was + d})
				e.refuseNobody()
			}
			switch {
			case !first:
				more = gross
			case at != was:
				if was != unpromised {
					e.gains.add(was, q)
					e.gains.add(was+d, -q)
				}
				e.gains.add(at, -q)
				e.gains.add(at+d, q)
				more = e.gains.extent()
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
			e.gains.clear()
			return
		}
		given, gross, more = gross, nothing, nothing
		last, first = moved, false
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
