package sim

import (
	"errors"
	"math"

	"shadowtime/core/job"
	"shadowtime/core/sim/guard"
)

// Where rules forbid starts (job.Trace.Rules), a job that one forbids is passed over: it is not the
// head, reserves nothing and takes nothing. Where only the clock forbids it and it keeps its turn, it
// is the head, and its reservation begins when the clock allows it. A start counts at once against
// those behind it. The scheduler also acts when the clock says otherwise, while jobs wait.
// Processors that are missing are so now, and no reservation foresees when they come or go.
//
// The queue is a list in submit order, with the keys of the primary order beside it.

// ruled is what a run knows of rules.
type ruled struct {
	on     bool // the trace has rules
	guard  guard.Guard
	looked int64 // what the clock says has been heeded up to this instant
}

// Forbidden is what an Observer may be beside: it is told, when a pass is over, of each job that waits
// though as many processors as it asks for are idle, because rules forbid its start.
type Forbidden interface {
	Forbidden(now int64, job int, rules guard.Mask)
}

// obey takes the rules of a trace that is loaded.
func (e *Engine) obey(t *job.Trace) error {
	if e.ruled.on = len(t.Rules) > 0; !e.ruled.on {
		return nil
	}
	if n := t.Len(); cap(e.closed.queue) < n {
		e.closed.queue = make([]turn, n)
	}
	return e.ruled.guard.Load(t, t.Rules, false)
}

// checkRules says what a run under rules can't do.
func (e *Engine) checkRules(c *Config) error {
	rules, remedy := c.Dialect.Rules(), ""
	if c.Rules != nil {
		rules = *c.Rules
	}
	switch {
	case !e.ruled.on:
		return nil
	case len(e.closed.all) > 0:
		remedy = "have no processors out, or take the rules off"
	case rules.EachEvent || rules.SparingExtra:
		remedy = "choose the dialect shadowtime"
	case c.Depth > 0 || c.Tries > 0:
		remedy = "set the queue depth and the number of tries to 0, which is all"
	case c.keeps():
		remedy = "have promises made anew"
	default:
		return nil
	}
	return errors.New("sim: rules forbid starts, which this way of scheduling does not know: " + remedy)
}

// advanceRuled is Advance of a run under rules.
func (e *Engine) advanceRuled(until int64) error {
	if e.ranked < 0 {
		e.listAll()
		e.ranked = 0
		for i := range e.list {
			e.key(i)
		}
	}
	e.time = max(e.time, until)
	err := e.runRuled(until)
	e.started = e.started && err == nil
	return err
}

// key finds the key of the job at a place of the list.
func (e *Engine) key(i int) {
	j := e.list[i]
	if e.cfg.Primary.Aged() { // until it starts, its start holds what its key divides by
		e.starts[j] = e.cfg.Primary.Constant(e.request[j], e.size[j])
	} else {
		e.starts[j] = unstarted
		e.keys[i] = e.keyOf(e.cfg.Primary, j)
	}
}

// runRuled goes from instant to instant: completions, arrivals and what the clock says, then one pass.
func (e *Engine) runRuled(until int64) error {
	o, g := e.cfg.Observer, &e.ruled.guard
	for {
		e.work(1)
		t, ok := e.next()
		if e.waiting > 0 {
			if x := g.Until(e.ruled.looked); x < guard.Never && (!ok || x < t) {
				t, ok = x, true
			}
		}
		if e.act {
			t, ok = e.now, true
		}
		if !ok || t >= until {
			return nil
		}
		if t > endOfTime {
			return errClock
		}
		e.now, e.act, e.ruled.looked = t, false, t
		for len(e.running) > 0 && e.running[0].end == t {
			c := e.pop()
			e.forget(c.job, c.seq)
			g.End(e.starts[c.job], c.job)
			e.free += int64(e.size[c.job])
			if o != nil {
				o.End(t, int(c.job))
			}
		}
		for ; e.arrived < len(e.submit) && e.submit[e.arrived] == t; e.arrived++ {
			if o != nil {
				o.Arrive(t, e.arrived)
			}
			e.list = append(e.list, int32(e.arrived))
			e.key(len(e.list) - 1)
			e.waiting++
		}
		if e.waiting == 0 {
			continue
		}
		if o != nil {
			o.Pass(t)
		}
		e.passRuled()
		if o != nil {
			e.tellForbidden()
			o.Passed(t, int(e.head))
		}
	}
}

// passRuled is the pass of an instant.
func (e *Engine) passRuled() {
	e.head = -1
	if e.cfg.Observer == nil && !e.anyMay() {
		return
	}
	e.work(len(e.list) / glance)
	if waiting := e.waiting; e.cfg.Backfilling == Conservative {
		e.placeRuled()
		e.close(waiting)
	} else {
		e.tryRuled()
		e.close(waiting)
	}
}

// anyMay says whether a job that rules allow has room: where none does nobody starts, whoever is head.
func (e *Engine) anyMay() bool {
	g := &e.ruled.guard
	reach := g.Reach(e.now, e.free)
	for _, j := range e.list {
		if q := int64(e.size[j]); q <= reach && q <= g.Room(e.now, e.free, j) && g.Forbids(e.now, j) == 0 {
			return true
		}
	}
	return false
}

// close takes those that started off the list.
func (e *Engine) close(waiting int) {
	if e.waiting == waiting {
		return
	}
	n := 0
	for i, j := range e.list {
		if j >= 0 {
			e.list[n], e.keys[n] = j, e.keys[i]
			n++
		}
	}
	e.list = e.list[:n]
}

// tryRuled starts jobs from the front, and under EASY beside the reservation of the head.
func (e *Engine) tryRuled() {
	e.age()
	i, from := e.frontRuled()
	for ; i >= 0 && from == e.now && int64(e.size[e.list[i]]) <= e.room(e.list[i]); i, from = e.frontRuled() {
		e.startRuled(i)
	}
	if i < 0 {
		return
	}
	if e.head = e.list[i]; e.cfg.Backfilling != Easy {
		return
	}
	e.reserveFrom(from)
	for _, x := range e.gatherRuled() {
		if e.mayRuled(x.job) {
			e.startRuled(int(e.place[x.job]))
		}
	}
}

// age brings the keys up to date that change with time. A job that is late stays so.
func (e *Engine) age() {
	if e.cfg.Primary.Aged() {
		e.cfg.Primary.AgedKeys(e.keys[:len(e.list)], e.list, e.now, &e.cols, e.starts)
	}
	if e.cfg.Threshold >= 0 || e.cfg.Slowdown > 0 {
		for i, j := range e.list {
			if e.isLate(j) {
				e.keys[i] = 0
			}
		}
	}
}

// room are the processors that a job finds idle.
func (e *Engine) room(j int32) int64 { return e.ruled.guard.Room(e.now, e.free, j) }

// turnOf is from when on rules of the clock let a job start that keeps its turn, now where nothing forbids
// it; false: it is passed over.
func (e *Engine) turnOf(j int32) (from int64, ok bool) {
	g := &e.ruled.guard
	m := g.Forbids(e.now, j)
	if m == 0 {
		return e.now, true
	}
	if m&^g.Turns() != 0 {
		return 0, false
	}
	from = g.Opens(e.now, j)
	return from, from < guard.Never
}

// frontRuled is the place of the first job in primary order that is not passed over, and from when on it may
// start; -1: there is none.
func (e *Engine) frontRuled() (place int, from int64) {
	place = -1
	least := uint64(math.MaxUint64)
	for i, k := range e.keys[:len(e.list)] {
		j := e.list[i]
		if j < 0 || place >= 0 && (k > least || k == least && !e.wins(j, e.list[place], k, e.rules.PrimaryTies)) {
			continue
		}
		if at, ok := e.turnOf(j); ok {
			place, least, from = i, k, at
		}
	}
	return place, from
}

// startRuled starts the job at a place of the list.
func (e *Engine) startRuled(i int) {
	j := e.list[i]
	switch o := e.cfg.Observer; {
	case e.head >= 0:
		if e.now+e.request[j] > e.shadow {
			e.extra -= int64(e.size[j])
		}
		if o != nil {
			o.Backfill(e.now, int(j))
		}
	case o != nil:
		o.Start(e.now, int(j))
	}
	e.list[i] = -1
	e.waiting--
	e.ruled.guard.Start(e.now, j)
	e.start(j)
}

// reserveFrom makes the reservation of the head, not before an instant.
func (e *Engine) reserveFrom(at int64) {
	e.listReleases()
	need, sum := int64(e.size[e.head]), e.room(e.head)
	for _, r := range e.releases {
		if sum >= need && r.at > at {
			break
		}
		sum += int64(r.size)
		at = max(at, r.at)
	}
	e.shadow, e.extra = at, sum-need
	if o := e.cfg.Observer; o != nil {
		o.Reserve(e.now, int(e.head), e.shadow, e.extra)
	}
}

// mayRuled says whether a job behind the head may start now.
func (e *Engine) mayRuled(j int32) bool {
	q := int64(e.size[j])
	return q <= e.room(j) && (q <= e.extra || e.request[j] <= e.shadow-e.now) && e.ruled.guard.Forbids(e.now, j) == 0
}

// gatherRuled are the jobs behind the head that may start, in backfilling order.
func (e *Engine) gatherRuled() []turn {
	queue := e.closed.queue[:0]
	reach, window := e.ruled.guard.Reach(e.now, e.free), e.shadow-e.now
	for i, j := range e.list {
		if j < 0 || j == e.head {
			continue
		}
		if q := int64(e.size[j]); q > reach || q > e.extra && e.request[j] > window || !e.mayRuled(j) {
			continue
		}
		key := e.keys[i]
		if e.two {
			key = e.backfillKey(j)
		}
		e.place[j] = int32(i)
		queue = append(queue, turn{key, j})
	}
	return e.sortTurns(queue, e.ties())
}

// placeRuled gives every job its place that is not passed over.
func (e *Engine) placeRuled() {
	free := e.lookAhead()
	for i, j := range e.list {
		e.place[j] = int32(i)
	}
	for _, x := range e.turns() {
		from, ok := e.turnOf(x.job)
		if !ok {
			continue
		}
		at := e.placeFrom(from, free, x.job)
		if o := e.cfg.Observer; o != nil {
			o.Place(e.now, int(x.job), at)
		}
		if at == e.now {
			e.list[e.place[x.job]] = -1
			e.ruled.guard.Start(e.now, x.job)
			free = e.startClosed(x.job, free)
			continue
		}
		if e.head < 0 {
			e.head = x.job
		}
		e.keepFree(x.job, at)
	}
}

// placeFrom is the first place of a job on the profile, not before an instant: until then nothing is free.
func (e *Engine) placeFrom(from, free int64, j int32) int64 {
	p, left := &e.closed.ahead, e.ruled.guard.Room(e.now, free, j)
	if from == e.now {
		return p.earliest(e.now, left, int64(e.size[j]), e.span(j)).at
	}
	p.add(from, e.trace.Procs)
	at := p.earliest(e.now, left-e.trace.Procs, int64(e.size[j]), e.span(j)).at
	p.add(from, -e.trace.Procs)
	return at
}

// tellForbidden tells an observer that asks of the jobs that rules keep.
func (e *Engine) tellForbidden() {
	o, ok := e.cfg.Observer.(Forbidden)
	if !ok {
		return
	}
	for _, j := range e.list {
		if int64(e.size[j]) > e.room(j) {
			continue
		}
		if m := e.ruled.guard.Forbids(e.now, j); m != 0 {
			o.Forbidden(e.now, int(j), m)
		}
	}
}
