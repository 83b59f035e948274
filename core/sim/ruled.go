package sim

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim/guard"
)

// Where rules forbid starts (job.Trace.Rules), a job that one forbids is passed over: it is not the
// head, reserves nothing and takes nothing. Where only the clock forbids it and it keeps its turn, it
// is the head, and its reservation begins when the clock allows it. A start counts at once against
// those behind it. The scheduler also acts when the clock says otherwise, while jobs wait.
// Where a rule of fair share holds, users who used less go before the order, behind whoever is late.
// Processors that are missing are so now, and no reservation foresees when they come or go.
//
// The queue is a list in no order, with the keys of the primary order beside it. Whom a rule forbids for
// a while is parked out of the scheduler's sight (parked.go).

// ruled is what a run knows of rules.
type ruled struct {
	on     bool // the trace has rules
	guard  guard.Guard
	looked int64 // what the clock says has been heeded up to this instant
	until  int64 // when it says otherwise
	turn   int64 // from when on the head may start
	still  bool  // unless a job ends or the clock says otherwise, nobody can start but a new job
	parked parked
	shares bool // some rule of fair share says who goes first
}

// Forbidden is what an Observer may be beside: it is told, when a pass is over, of each job that waits and
// that rules must not start now, and of these rules, whether there is room for it or none.
type Forbidden interface {
	Forbidden(now int64, job int, rules guard.Mask)
}

// obey takes the rules of a trace that is loaded.
func (e *Engine) obey(t *job.Trace) error {
	e.ruled.shares = false
	if e.ruled.on = len(t.Rules) > 0; !e.ruled.on {
		return nil
	}
	if n := t.Len(); cap(e.closed.queue) < n {
		e.closed.queue = make([]turn, n)
	}
	if err := e.ruled.guard.Load(t, t.Rules, false); err != nil {
		return err
	}
	e.ruled.parked.grow(t, &e.ruled.guard)
	e.ruled.shares = e.ruled.guard.Shares()
	return nil
}

// checkRules says what a run under rules can't do.
func (e *Engine) checkRules(c *Config) error {
	if !e.ruled.on {
		return nil
	}
	if len(e.closed.all) > 0 {
		return errors.New("rules: they cannot be replayed while processors are out for a time: have none out, or take the rules off")
	}
	return c.knows("rules: they")
}

// knows errs where a way of scheduling knows nothing of what keeps jobs from starting although there is room.
func (c *Config) knows(what string) error {
	rules, with := c.Dialect.Rules(), ""
	if c.Rules != nil {
		rules = *c.Rules
	}
	switch {
	case rules.EachEvent || rules.SparingExtra:
		with = "the dialect " + c.Dialect.String() + ": choose shadowtime"
	case c.Depth > 0:
		with = "a queue depth of " + strconv.Itoa(c.Depth) + ": set it to 0, which is all"
	case c.Tries > 0:
		with = strconv.Itoa(c.Tries) + " tries to backfill: set them to 0, which is all"
	case c.keeps():
		with = "promises that are kept: have them made anew"
	default:
		return nil
	}
	return errors.New(what + " cannot be replayed with " + with)
}

// advanceRuled is Advance of a run under rules.
func (e *Engine) advanceRuled(until int64) error {
	if e.ranked < 0 {
		e.unparkAll()
		e.listAll()
		e.ranked, e.settled = 0, false
		e.ruled.still = e.cfg.Observer == nil && !e.cfg.Primary.Aged() && e.cfg.Threshold < 0 && e.cfg.Slowdown <= 0 &&
			e.cfg.Backfilling != Conservative && e.ruled.guard.Timeless()
		waiting := e.list
		e.list = e.list[:0]
		for _, j := range waiting {
			e.key(j)
			e.enter(j)
		}
	}
	e.time = max(e.time, until)
	err := e.runRuled(until)
	e.started = e.started && err == nil
	return err
}

// key finds the key of a job that waits: until it starts, its start holds it, of an order that looks at its
// age what the key divides by.
func (e *Engine) key(j int32) {
	if p := e.cfg.Primary; p.Aged() {
		e.starts[j] = p.Constant(e.request[j], e.size[j])
	} else {
		e.starts[j] = int64(e.keyOf(p, j))
	}
}

// enter puts a job that has a key on the list.
func (e *Engine) enter(j int32) {
	i := len(e.list)
	e.list = append(e.list, j)
	e.keys[i], e.place[j] = uint64(e.starts[j]), int32(i)
}

// dropRuled takes a job off the list; the last of the list takes its place.
func (e *Engine) dropRuled(j int32) {
	i, last := e.place[j], len(e.list)-1
	k := e.list[last]
	e.list[i], e.keys[i], e.place[k] = k, e.keys[last], i
	e.list = e.list[:last]
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
		alone := e.settled && !e.act && t < e.ruled.until
		e.now, e.act, e.ruled.looked = t, false, t
		if !alone {
			e.unparkAt(t)
		}
		for len(e.running) > 0 && e.running[0].end == t {
			c := e.pop()
			e.forget(c.job, c.seq)
			g.End(e.starts[c.job], c.job)
			e.unpark(c.job)
			e.free += int64(e.size[c.job])
			alone = false
			if o != nil {
				o.End(t, int(c.job))
			}
		}
		first := e.arrived
		for ; e.arrived < len(e.submit) && e.submit[e.arrived] == t; e.arrived++ {
			if o != nil {
				o.Arrive(t, e.arrived)
			}
			e.key(int32(e.arrived))
			e.enter(int32(e.arrived))
			g.Come(int32(e.arrived))
			e.waiting++
		}
		if e.waiting == 0 || alone && e.arrived == first+1 && e.aloneRuled(int32(first)) {
			continue
		}
		if o != nil {
			o.Pass(t)
		}
		e.passRuled()
		if g.Settle() && e.waiting > 0 { // who waited for others to go may start now
			e.act = true
		}
		if o != nil {
			e.tellForbidden()
			o.Passed(t, int(e.head))
		}
	}
}

// passRuled is the pass of an instant.
func (e *Engine) passRuled() {
	e.head, e.settled = -1, e.ruled.still
	e.ruled.until = e.ruled.guard.Until(e.now)
	e.work(len(e.list) / glance)
	if e.cfg.Observer == nil && !e.anyMay() {
		return
	}
	if e.cfg.Backfilling == Conservative {
		e.placeRuled()
	} else {
		e.tryRuled()
	}
}

// aloneRuled deals with a job that arrives alone where nothing else has changed since the last pass, and
// says whether it could. Who waited before can't start, so the new job does, or waits.
func (e *Engine) aloneRuled(j int32) bool {
	if e.head >= 0 && !e.leadsOn() {
		return false
	}
	from, over := e.turnOf(j)
	if over != 0 {
		e.park(j, over)
		return true
	}
	fits := from == e.now && int64(e.size[j]) <= e.room(j)
	if e.head < 0 { // nobody allowed had room
		return !fits
	}
	k, least := e.keys[e.place[j]], e.keys[e.place[e.head]]
	if k < least || k == least && e.wins(j, e.head, k, e.rules.PrimaryTies) {
		return false
	}
	if e.cfg.Backfilling == Easy && from == e.now && e.mayRuled(j) {
		e.startRuled(j)
	}
	return true
}

// leadsOn says whether the head is in the same place as in the last pass: neither what started behind it nor the
// time forbids it now, and no job that it counts on runs past its projected end.
func (e *Engine) leadsOn() bool {
	at, over := e.turnOf(e.head)
	return over == 0 && at == max(e.ruled.turn, e.now) && (e.cfg.Backfilling != Easy || e.shadow >= e.now)
}

// anyMay says whether a job that rules allow has room: where none does nobody starts, whoever is head.
// It parks those whom they don't allow.
func (e *Engine) anyMay() bool {
	reach := e.ruled.guard.Reach(e.now, e.free)
	for i := 0; i < len(e.list); {
		j := e.list[i]
		q := int64(e.size[j])
		if q > reach || q > e.room(j) {
			i++
			continue
		}
		m := e.ruled.guard.Forbids(e.now, j)
		if m == 0 {
			return true
		}
		if !e.park(j, m) {
			i++
		}
	}
	return false
}

// tryRuled starts jobs from the front, and under EASY beside the reservation of the head.
func (e *Engine) tryRuled() {
	e.age()
	j, from := e.frontRuled()
	for ; j >= 0 && from == e.now && int64(e.size[j]) <= e.room(j); j, from = e.frontRuled() {
		e.startRuled(j)
	}
	e.head, e.ruled.turn = j, from
	if j < 0 || e.cfg.Backfilling != Easy {
		return
	}
	e.reserveFrom(from)
	e.gatherRuled()
	for j := e.candidateRuled(); j >= 0; j = e.candidateRuled() {
		e.startRuled(j)
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
// it; else whatever forbids it, and it is passed over.
func (e *Engine) turnOf(j int32) (from int64, over guard.Mask) {
	g := &e.ruled.guard
	m := g.Forbids(e.now, j)
	if m == 0 {
		return e.now, 0
	}
	if m&^g.Turns() == 0 {
		if from = g.Opens(e.now, j); from < guard.Never {
			return from, 0
		}
	}
	return 0, m
}

// frontRuled is the first job in primary order that is not passed over, and from when on it may
// start; -1: there is none. It parks those that are.
func (e *Engine) frontRuled() (best int32, from int64) {
	best = -1
	least := uint64(math.MaxUint64)
	for i := 0; i < len(e.list); i++ {
		j, k := e.list[i], e.keys[i]
		if best >= 0 && (k > least && !e.ruled.shares || !e.goesFirst(turn{k, j}, turn{least, best}, e.rules.PrimaryTies)) {
			continue
		}
		if at, over := e.turnOf(j); over == 0 {
			best, least, from = j, k, at
		} else if e.park(j, over) {
			i--
		}
	}
	return best, from
}

// share orders jobs by what their users used, where a rule of fair share holds; jobs that are late go before all.
func (e *Engine) share(x turn) uint64 {
	if x.key == 0 {
		return 0
	}
	return e.ruled.guard.Share(e.now, x.job)
}

// startRuled starts a job of the list.
func (e *Engine) startRuled(j int32) {
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
	e.dropRuled(j)
	e.waiting--
	e.ruled.guard.Go(j)
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
	return e.roomBeside(j) && e.ruled.guard.Forbids(e.now, j) == 0
}

// roomBeside says whether it has room beside the head's reservation.
func (e *Engine) roomBeside(j int32) bool {
	q := int64(e.size[j])
	return (q <= e.extra || e.request[j] <= e.shadow-e.now) && q <= e.room(j)
}

// gatherRuled finds the jobs behind the head that have room beside its reservation.
func (e *Engine) gatherRuled() {
	queue, reach := e.closed.queue[:0], e.ruled.guard.Reach(e.now, e.free)
	for i, j := range e.list {
		if int64(e.size[j]) > reach || j == e.head || !e.roomBeside(j) {
			continue
		}
		key := e.keys[i]
		if e.two {
			key = e.backfillKey(j)
		}
		queue = append(queue, turn{key, j})
	}
	e.closed.queue = queue
}

// candidateRuled takes the first of them in backfilling order that rules allow, -1 when there is none. A
// start leaves room to no more of them, and allows no more.
func (e *Engine) candidateRuled() int32 {
	queue, best := e.closed.queue[:0], none
	for _, x := range e.closed.queue {
		if !e.roomBeside(x.job) {
			continue
		}
		if best == none || e.goesFirst(x, queue[best], e.ties()) {
			if e.ruled.guard.Forbids(e.now, x.job) != 0 {
				continue
			}
			best = len(queue)
		}
		queue = append(queue, x)
	}
	if best == none {
		return none
	}
	j, last := queue[best].job, len(queue)-1
	queue[best] = queue[last]
	e.closed.queue = queue[:last]
	return j
}

// placeRuled gives every job its place that is not passed over.
func (e *Engine) placeRuled() {
	free := e.lookAhead()
	for _, x := range e.turns() {
		from, over := e.turnOf(x.job)
		if over != 0 {
			continue
		}
		at := e.placeFrom(from, free, x.job)
		if o := e.cfg.Observer; o != nil {
			o.Place(e.now, int(x.job), at)
		}
		if at == e.now {
			e.dropRuled(x.job)
			e.ruled.guard.Go(x.job)
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
		if m := e.ruled.guard.Forbids(e.now, j); m != 0 {
			o.Forbidden(e.now, int(j), m)
		}
	}
}
