package sim

import (
	"errors"
	"math"
	"math/bits"
	"strconv"

	"shadowtime/core/job"
)

// Where processors are out for a time (job.Closure), a job may start if the running jobs, the
// closures that the scheduler knows of and the reservations of others leave it its processors for
// as long as it asks: a machine drains ahead of a maintenance, and what ends before it still
// starts. These are the passes of EASY, none and conservative (promises made anew) on a profile of
// what is free over time, made for each pass: right and slow. Where no closure can matter to a
// pass they are the fast ones.

// closed is what a run knows of closures.
type closed struct {
	all   []job.Closure // of the trace
	now   []job.Closure // that may matter in the phase
	on    bool          // the queue is a list in submit order for their sake
	done  int64         // closures that end by then have ended
	reach int64         // no reservation of EASY ends later than that from now
	ahead profile       // of a pass
	queue []turn        // of a pass
}

// turn is a job of the queue with its key.
type turn struct {
	key uint64
	job int32
}

// Barred is what an Observer may be beside: it is told of a job, at its turn in a pass, that
// closures keep from starting though as many processors as it asks for are idle and it would
// delay nobody.
type Barred interface{ Barred(now int64, job int) }

// closeDown takes the closures of a trace that is loaded.
func (e *Engine) closeDown(list []job.Closure) error {
	c := &e.closed
	c.all, c.now, c.on, c.reach = c.all[:0], c.now[:0], false, 0
	for i, x := range list {
		if x.Procs < 1 || x.From >= x.To || x.From < -farthest || x.To > farthest {
			return errors.New("closure at index " + strconv.Itoa(i) + ": " + strconv.FormatInt(x.Procs, 10) +
				" processors from " + strconv.FormatInt(x.From, 10) + " to " + strconv.FormatInt(x.To, 10) +
				" can't be simulated; give one processor or more, and an end behind the begin")
		}
		x.Known, x.Procs = min(x.Known, x.From), min(x.Procs, e.trace.Procs)
		c.all = append(c.all, x)
	}
	if len(list) > 0 {
		for _, p := range e.request {
			c.reach = max(c.reach, 2*max(p, 1)+1)
		}
	}
	return nil
}

// checkClosures says what a run with closures can't do.
func (e *Engine) checkClosures(c *Config) error {
	if len(e.closed.all) == 0 {
		return nil
	}
	return c.knows("processors that are out for a time: they")
}

// phase finds the closures that may matter to a pass at an instant, and until when they are these.
func (e *Engine) phase(at int64) (until int64) {
	c := &e.closed
	c.now, until = c.now[:0], math.MaxInt64
	for _, x := range c.all {
		from := x.Known
		if e.cfg.Backfilling != Conservative {
			from = max(from, x.From-c.reach)
		}
		switch {
		case at < from:
			until = min(until, from)
		case at <= x.To: // its processors are back then, and a pass is due
			c.now = append(c.now, x)
			until = min(until, x.To+1)
		}
	}
	return until
}

// advanceClosed is Advance of a run with closures, from phase to phase.
func (e *Engine) advanceClosed(until int64) error {
	for at := e.time; at < until; at = e.time {
		next := min(e.phase(at), until)
		run := e.runClosed
		if len(e.closed.now) > 0 {
			e.listAll()
		} else if run = e.advance; e.closed.on {
			e.closed.on, e.ranked = false, -1
		}
		if err := run(next); err != nil {
			e.started = false
			return err
		}
		e.time = next
	}
	return nil
}

// listAll makes the queue a list in submit order whose keys are computed when they are asked for.
func (e *Engine) listAll() {
	var waiting []int32
	if !e.closed.on {
		e.closed.on = true
		waiting = e.gather()
		e.primary.by, e.backfill.by = ranking{}, ranking{}
		e.list, e.beyond = append(e.primaryAt[:0], waiting...), nil
		for _, j := range waiting {
			e.starts[j] = unstarted
		}
	}
	e.layOut()
	e.scanned, e.aged, e.otherAged = true, true, true
	e.ranked = -1
}

// runClosed goes from instant to instant while closures matter: completions, arrivals and the
// ends of closures, then one pass.
func (e *Engine) runClosed(until int64) error {
	o := e.cfg.Observer
	for {
		e.work(1)
		t, ok := e.next()
		for _, x := range e.closed.now {
			if x.To > e.closed.done && (!ok || x.To < t) {
				t, ok = x.To, true
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
		e.now, e.act, e.closed.done = t, false, t
		for len(e.running) > 0 && e.running[0].end == t {
			c := e.pop()
			e.forget(c.job, c.seq)
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
			e.starts[e.arrived] = unstarted
			e.waiting++
		}
		if e.waiting == 0 {
			continue
		}
		if o != nil {
			o.Pass(t)
		}
		e.passClosed()
		if o != nil {
			o.Passed(t, int(e.head))
		}
	}
}

// out is how many processors are out at an instant. Nobody is in a hurry: inlined it would be in the page many times.
//
//go:noinline
func (e *Engine) out(at int64) (n int64) {
	for _, x := range e.closed.now {
		if x.From <= at && at < x.To {
			n += x.Procs
		}
	}
	return n
}

// passClosed is the pass of an instant on a profile of what is free.
func (e *Engine) passClosed() {
	e.head = -1
	least := int32(math.MaxInt32)
	for _, j := range e.list {
		least = min(least, e.size[j])
	}
	if e.cfg.Observer == nil && int64(least) > e.Free() {
		return
	}
	e.work(len(e.list) + len(e.running)/glance)
	free := e.lookAhead()
	if queue := e.turns(); e.cfg.Backfilling == Conservative {
		e.placeClosed(queue, free)
	} else {
		e.tryClosed(queue, free)
	}
	kept := e.list[:0]
	for _, j := range e.list {
		if e.starts[j] == unstarted {
			kept = append(kept, j)
		}
	}
	e.list = kept
}

// placeClosed gives every job its place.
func (e *Engine) placeClosed(queue []turn, free int64) {
	for _, x := range queue {
		at := e.closed.ahead.earliest(e.now, free, int64(e.size[x.job]), e.span(x.job)).at
		if o := e.cfg.Observer; o != nil {
			o.Place(e.now, int(x.job), at)
		}
		if at == e.now {
			free = e.startClosed(x.job, free)
			continue
		}
		e.tellBarred(x.job)
		if e.head < 0 {
			e.head = x.job
		}
		e.keepFree(x.job, at)
	}
}

// keepFree keeps a place that is to come for a job.
func (e *Engine) keepFree(j int32, at int64) {
	e.closed.ahead.add(at, -int64(e.size[j]))
	e.closed.ahead.add(at+e.span(j), int64(e.size[j]))
}

// tryClosed starts jobs from the front, and under EASY beside the reservation of the head.
func (e *Engine) tryClosed(queue []turn, free int64) {
	for len(queue) > 0 && e.fitsClosed(queue[0].job, free) {
		free = e.startClosed(queue[0].job, free)
		queue = queue[1:]
	}
	if len(queue) == 0 {
		return
	}
	e.head = queue[0].job
	if e.cfg.Backfilling != Easy {
		e.tellBarred(e.head)
		return
	}
	p, q, d := &e.closed.ahead, int64(e.size[e.head]), e.span(e.head)
	shadow := p.earliest(e.now, free, q, d).at
	if o := e.cfg.Observer; o != nil {
		extra := p.level(free, shadow)
		for _, x := range e.closed.now { // it may be less while the head runs
			if x.From > shadow && x.From < shadow+d {
				extra = min(extra, p.level(free, x.From))
			}
		}
		o.Reserve(e.now, int(e.head), shadow, extra-q)
	}
	if e.tellBarred(e.head); shadow > e.now {
		e.keepFree(e.head, shadow)
	} else { // a job runs past its projected end
		free -= q
		p.add(shadow+d, q)
	}
	for _, x := range e.backfillTurns(queue[1:]) {
		if e.fitsClosed(x.job, free) {
			free = e.startClosed(x.job, free)
		} else {
			e.tellBarred(x.job)
		}
	}
}

// lookAhead makes the profile of running jobs and closures, and says what is free now by it: as in
// the fast passes, a job past its projected end counts as ending now, under conservative
// backfilling in a second.
func (e *Engine) lookAhead() (free int64) {
	p := &e.closed.ahead
	p.grow(1 << bits.Len(uint(len(e.running)+2*(len(e.list)+len(e.closed.now)+1))))
	free = e.free - e.out(e.now)
	for i := range e.running {
		j := e.running[i].job
		q, at := int64(e.size[j]), e.starts[j]+e.request[j]
		if e.cfg.Backfilling == Conservative {
			at = max(e.starts[j]+e.span(j), e.now+1)
		}
		if at > e.now {
			p.add(at, q)
		} else {
			free += q
		}
	}
	for _, x := range e.closed.now {
		if x.From > e.now {
			p.add(x.From, -x.Procs)
		}
		if x.To > e.now {
			p.add(x.To, x.Procs)
		}
	}
	return free
}

// fitsClosed says whether a job may start now.
func (e *Engine) fitsClosed(j int32, free int64) bool {
	q, d := int64(e.size[j]), e.request[j]
	return q <= e.Free() && (d == 0 || e.closed.ahead.fits(e.now, free, q, d))
}

// startClosed starts a job, and says what is free then by the profile.
func (e *Engine) startClosed(j int32, free int64) int64 {
	switch o := e.cfg.Observer; {
	case o == nil:
	case e.head < 0:
		o.Start(e.now, int(j))
	default:
		o.Backfill(e.now, int(j))
	}
	e.waiting--
	e.start(j)
	d := e.request[j]
	if e.cfg.Backfilling == Conservative {
		d = e.span(j)
	}
	if d == 0 {
		return free // it is expected to have ended
	}
	e.closed.ahead.add(e.now+d, int64(e.size[j]))
	return free - int64(e.size[j])
}

// turns is the queue in primary order.
func (e *Engine) turns() []turn {
	queue := e.closed.queue[:0]
	for _, j := range e.list {
		key := uint64(0)
		if !e.isLate(j) {
			key = e.keyOf(e.cfg.Primary, j)
		}
		queue = append(queue, turn{key, j})
	}
	e.closed.queue = queue
	return e.sortTurns(queue, e.rules.PrimaryTies)
}

// backfillTurns puts the jobs behind the head in backfilling order.
func (e *Engine) backfillTurns(queue []turn) []turn {
	if !e.two {
		return queue
	}
	for i := range queue {
		queue[i].key = e.backfillKey(queue[i].job)
	}
	return e.sortTurns(queue, e.rules.BackfillTies)
}

// sortTurns sorts by falling gaps.
func (e *Engine) sortTurns(queue []turn, ties Ties) []turn {
	gap := 1
	for gap < len(queue)/9 {
		gap = 3*gap + 1
	}
	for ; gap > 0; gap /= 3 {
		for i := gap; i < len(queue); i++ {
			x, h := queue[i], i
			for h >= gap && e.goesFirst(x, queue[h-gap], ties) {
				queue[h] = queue[h-gap]
				h -= gap
			}
			queue[h] = x
		}
	}
	return queue
}

func (e *Engine) goesFirst(a, b turn, ties Ties) bool {
	if e.ruled.shares {
		if x, y := e.share(a), e.share(b); x != y {
			return x < y
		}
	}
	return a.key < b.key || a.key == b.key && e.wins(a.job, b.job, a.key, ties)
}

// tellBarred tells an observer that asks of a job that running jobs and closures alone keep waiting,
// though it fits now.
func (e *Engine) tellBarred(j int32) {
	o, ok := e.cfg.Observer.(Barred)
	q := int64(e.size[j])
	if !ok || q > e.Free() {
		return
	}
	for _, x := range e.closed.now {
		if x.From <= e.now || x.From >= e.now+e.request[j] {
			continue
		}
		left := e.trace.Procs - e.out(x.From)
		for i := range e.running {
			if k := e.running[i].job; e.starts[k]+e.request[k] > x.From {
				left -= int64(e.size[k])
			}
		}
		if left < q {
			o.Barred(e.now, int(j))
			return
		}
	}
}
