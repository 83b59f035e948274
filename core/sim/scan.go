package sim

import (
	"math"

	"shadowtime/core/sim/order"
)

// Where an order depends on age there are no ranks to keep: the queue is a
// list in no order, whose keys are computed at each pass that may start a job;
// a long one is searched through a tree (tall.go). A late job's key is 0, which
// no other job has.

// enlist adds a job to the list.
func (e *Engine) enlist(j int32) {
	e.place[j] = int32(len(e.list))
	e.list = append(e.list, j)
	e.least = min(e.least, e.size[j])
	if e.now < e.leadUntil {
		e.leadUntil = min(e.leadUntil, e.now+int64(e.lead(e.head, j)))
	}
	if e.tall {
		e.plantTall(j)
	} else if e.long && len(e.list) > tall*e.upper {
		e.heighten()
	}
}

// drop takes a job off the list; the last of the list takes its place.
func (e *Engine) drop(j int32) {
	i, last := e.place[j], len(e.list)-1
	k := e.list[last]
	e.list[i], e.place[k] = k, i
	e.list = e.list[:last]
	if e.tall {
		if last < e.upper {
			e.tall = false
			e.late.drain()
		} else {
			e.pullTall(j)
		}
	}
	if last == 0 {
		e.least = 1<<31 - 1
	}
	if e.surveyed {
		e.keys[i] = e.keys[last]
	}
	if j == e.head {
		e.leadUntil = math.MinInt64
	}
}

// survey computes the keys of the list in the primary order, from a place on.
func (e *Engine) survey(from int) {
	list := e.list[from:]
	keys := e.keys[from:][:len(list)]
	if e.aged {
		e.cfg.Primary.AgedKeys(keys, list, e.now, &e.cols, e.starts)
	} else {
		for i, j := range list {
			keys[i] = uint64(e.primary.rankOf(j)) + 1
		}
	}
	if e.cfg.Threshold >= 0 || e.cfg.Slowdown > 0 {
		for i, j := range list {
			if e.isLate(j) {
				keys[i] = 0
			}
		}
	}
	e.surveyed = true
}

// scanFront is the job of the least key in the list.
func (e *Engine) scanFront() int32 {
	if e.now < e.leadUntil {
		return e.head
	}
	if e.tall {
		return e.tallFront()
	}
	if !e.surveyed {
		e.survey(0)
	}
	list := e.list
	e.work(len(list) / glance)
	keys := e.keys[:len(list)]
	// The least key without a jump, then who has it.
	least, other, i := keys[0], keys[0], 0
	for ; i+1 < len(keys); i += 2 {
		least, other = min(least, keys[i]), min(other, keys[i+1])
	}
	least = min(least, other, keys[len(keys)-1])
	best := int32(-1)
	for i, k := range keys {
		if k == least && (best < 0 || e.wins(list[i], best, k, e.rules.PrimaryTies)) {
			best = list[i]
		}
	}
	if int64(e.size[best]) > e.free {
		e.certify(best)
	}
	return best
}

// certify finds until when a job that stays at the front is so for certain:
// until then no pass has to look for the head.
func (e *Engine) certify(head int32) {
	if !e.linear {
		return
	}
	lead := math.Inf(1)
	for _, j := range e.list {
		if j != head {
			lead = min(lead, e.lead(head, j))
		}
	}
	e.leadUntil = e.now + int64(min(lead, 1<<40))
}

// lead is for how many seconds one job surely stays ahead of another.
func (e *Engine) lead(a, b int32) float64 {
	return e.cfg.Primary.Lead(e.now-e.submit[a], e.starts[a], e.now-e.submit[b], e.starts[b])
}

// leads says whether the head surely is the front even with job j in the queue.
func (e *Engine) leads(j int32) bool {
	return e.now < e.leadUntil && e.lead(e.head, j) > 0
}

// wins says whether a goes before b, whose keys are equal.
func (e *Engine) wins(a, b int32, key uint64, ties Ties) bool {
	switch {
	case key == 0 && ties == Reversed && e.submit[a] == e.submit[b]:
		return a > b
	case key == 0 || ties == FirstCome:
		return a < b
	case ties == LastCome:
		return a > b
	}
	ka, kb := e.keyOf(e.cfg.Primary, a), e.keyOf(e.cfg.Primary, b)
	if ka != kb {
		return ka > kb
	}
	return (a > b) == (e.rules.PrimaryTies == FirstCome)
}

// keyOf is the key of one job now.
func (e *Engine) keyOf(o order.Order, j int32) uint64 {
	return order.Sortable(e.cols.Key(o, j, e.now))
}

// backfillKey is the key of one job now in the backfilling order, where that is
// not the primary one.
func (e *Engine) backfillKey(j int32) uint64 {
	switch {
	case e.lateFirst && e.isLate(j):
		return 0
	case e.otherAged || e.aged && e.rules.BackfillTies == Reversed:
		return e.keyOf(e.cfg.Backfill, j)
	}
	return uint64(e.backfill.rankOf(j)) + 1
}

// scanCandidate gathers the jobs that may start, once a pass, and takes out
// the first of them in backfilling order, as often as one is left.
func (e *Engine) scanCandidate() int32 {
	if e.tall && !e.flat && !e.gathered && e.cfg.Primary.Same(e.cfg.Backfill) {
		return e.tallCandidate()
	}
	free, extra, window := e.free, e.extra, e.shadow-e.now
	keys, n := e.keys, 0
	if !e.gathered {
		e.gathered = true
		e.eligible = e.eligible[:0]
		if e.tall {
			e.gatherTall()
			e.work(len(e.eligible) / glance)
			return e.bestOf(len(e.eligible))
		}
		e.work(len(e.list) / glance)
		least := int32(1<<31 - 1)
		for i, j := range e.list {
			size := e.size[j]
			least = min(least, size)
			if q := int64(size); q <= free && (q <= extra || e.request[j] <= window) {
				switch {
				case e.two:
					keys[n] = e.backfillKey(j)
				case e.surveyed:
					keys[n] = keys[i]
				default:
					keys[n] = e.keyOf(e.cfg.Primary, j)
				}
				e.eligible = append(e.eligible, j)
				n++
			}
		}
		e.least = least
		e.surveyed = false
	} else {
		for i, j := range e.eligible {
			if q := int64(e.size[j]); q <= free && (q <= extra || e.request[j] <= window) {
				keys[n], e.eligible[n] = keys[i], j
				n++
			}
		}
		e.eligible = e.eligible[:n]
	}
	return e.bestOf(n)
}

// bestOf takes the first in backfilling order out of the n eligible.
func (e *Engine) bestOf(n int) int32 {
	keys := e.keys
	if n == 0 {
		return -1
	}
	best := 0
	for i := 1; i < n; i++ {
		if k := keys[i]; k < keys[best] || k == keys[best] && e.wins(e.eligible[i], e.eligible[best], k, e.ties()) {
			best = i
		}
	}
	j := e.eligible[best]
	keys[best], e.eligible[best] = keys[n-1], e.eligible[n-1]
	e.eligible = e.eligible[:n-1]
	return j
}

// ties are those of the backfilling order.
func (e *Engine) ties() Ties {
	if e.two {
		return e.rules.BackfillTies
	}
	return e.rules.PrimaryTies
}
