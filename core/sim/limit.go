package sim

import (
	"errors"
	"math"
	"strconv"
)

// Under limits the queue is a list whatever its orders are: the list holds the
// jobs within depth, in no order, and those beyond wait behind it in the order
// they came. Nobody looks at them.

// checkLimits says why limits can't be.
func (c *Config) checkLimits() error {
	if c.Backfilling == Conservative && (c.Depth > 0 || c.Tries > 0) {
		return errors.New("conservative backfilling plans the whole queue; use easy or none with a queue depth or a number of tries")
	}
	return checkLimits(c.Depth, c.Tries)
}

func checkLimits(depth, tries int) error {
	switch {
	case depth < 0:
		return errors.New("a queue depth of " + strconv.Itoa(depth) + "; give a number of jobs, or 0 for all")
	case tries < 0:
		return errors.New(strconv.Itoa(tries) + " tries to backfill; give a number of jobs, or 0 for all")
	}
	return nil
}

// cut makes the waiting jobs listed first in primaryAt, by age, the list and
// those beyond it. Not all who come later are beyond: so many as the list may
// hold never are, and there is room for the others.
func (e *Engine) cut(waiting int) {
	e.depth = math.MaxInt
	if e.cfg.Depth > 0 {
		e.depth = e.cfg.Depth
	}
	at := min(e.depth, len(e.primaryAt))
	e.list, e.beyond = e.primaryAt[:min(at, waiting)], e.primaryAt[at:max(at, waiting)]
}

// moveUp brings the oldest job from beyond into the list.
func (e *Engine) moveUp() {
	e.enlist(e.beyond[0])
	e.beyond = e.beyond[1:]
	if e.surveyed {
		e.survey(len(e.list) - 1)
	}
}

// try goes through the jobs behind the head in backfilling order, as many as may
// be tried, and starts those that may. Where any number may be, only those are
// tried that may start: the others can't later in the pass either. They are
// kept in a heap, so that few tries of a long queue cost little more than a
// look at each of its jobs.
func (e *Engine) try() {
	e.surveyed = false // keys are those of eligible
	e.eligible = e.eligible[:0]
	e.least = math.MaxInt32
	e.work(len(e.list) / glance)
	for _, j := range e.list {
		e.least = min(e.least, e.size[j])
		if j != e.head {
			e.offer(j)
		}
	}
	for i := len(e.eligible)/2 - 1; i >= 0; i-- {
		e.sink(i)
	}
	for tries := e.cfg.Tries; len(e.eligible) > 0 && e.free > 0; {
		if j := e.first(); e.startable(j) {
			more := len(e.beyond) > 0
			e.leave(j)
			e.startBackfill(j)
			if more && e.offer(e.list[len(e.list)-1]) {
				e.rise(len(e.eligible) - 1)
			}
		}
		if tries--; tries == 0 {
			return
		}
	}
}

// startable says whether a job may start now beside the head's reservation.
func (e *Engine) startable(j int32) bool {
	q := int64(e.size[j])
	return q <= e.free && (q <= e.extra || e.request[j] <= e.shadow-e.now)
}

// offer puts a job at the end of those to be tried, unless trying is for nothing.
func (e *Engine) offer(j int32) bool {
	if e.cfg.Tries == 0 && !e.startable(j) {
		return false
	}
	e.keys[len(e.eligible)] = e.backfillKey(j)
	e.eligible = append(e.eligible, j)
	return true
}

// first takes the first out of the heap.
func (e *Engine) first() int32 {
	j, last := e.eligible[0], len(e.eligible)-1
	e.swap(0, last)
	e.eligible = e.eligible[:last]
	e.sink(0)
	return j
}

// sink moves an entry of the heap down to its place.
func (e *Engine) sink(i int) {
	for {
		first := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(e.eligible); c++ {
			if e.before(c, first) {
				first = c
			}
		}
		if first == i {
			return
		}
		e.swap(i, first)
		i = first
	}
}

// rise moves an entry of the heap up to its place.
func (e *Engine) rise(i int) {
	for i > 0 && e.before(i, (i-1)/2) {
		e.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
}

func (e *Engine) swap(a, b int) {
	e.keys[a], e.keys[b] = e.keys[b], e.keys[a]
	e.eligible[a], e.eligible[b] = e.eligible[b], e.eligible[a]
}

// before says whether an entry of the heap is tried before another.
func (e *Engine) before(a, b int) bool {
	ka, kb := e.keys[a], e.keys[b]
	return ka < kb || ka == kb && e.wins(e.eligible[a], e.eligible[b], ka, e.rules.BackfillTies)
}

// few is rest under limits: it tries those within depth, as many as may be. As in
// try, where any number may be, only those are tried that may start.
func (e *ForetoldEngine) few() {
	seen := len(e.waiting)
	if d := e.cfg.Depth; d > 0 {
		seen = min(seen, d)
	}
	e.trying = e.trying[:0]
	for _, j := range e.waiting[1:seen] {
		e.offer(j)
	}
	for tries := e.cfg.Tries; len(e.trying) > 0 && e.room.free > 0; {
		if e.backfill(pop(&e.trying).job) && seen <= len(e.waiting) {
			e.offer(e.waiting[seen-1]) // who moved up
		}
		if tries--; tries == 0 {
			return
		}
	}
}

// offer puts a job among those to be tried, unless trying is for nothing.
func (e *ForetoldEngine) offer(j int32) {
	if q := int64(e.trace.Size[j]); e.cfg.Tries == 0 && (q > e.room.free || q > e.room.extra && e.expected[j] > e.room.window) {
		return
	}
	push(&e.trying, moment{e.turn(j), j, j})
}

// turn is less for a job that is tried earlier; those of one turn go by age.
func (e *ForetoldEngine) turn(j int32) int64 {
	switch b := e.cfg.Backfill; {
	case e.late(j):
		return math.MinInt64
	case b.Arrival():
		return 0
	case b.Aged():
		e.others.keys[j] = e.key(b, j)
	}
	return int64(e.others.keys[j] ^ 1<<63) // keys are unsigned
}
