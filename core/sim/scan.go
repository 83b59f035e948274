package sim

import "shadowtime/core/order"

// Where an order depends on age there are no ranks to keep: the queue is a
// list in no order, whose keys are computed at each pass that may start a job.
// A late job's key is 0, which no other job has.

// drop takes a job off the list; the last of the list takes its place.
func (e *Engine) drop(j int32) {
	i, last := e.place[j], len(e.list)-1
	k := e.list[last]
	e.list[i], e.place[k] = k, i
	e.list = e.list[:last]
	if last == 0 {
		e.least = 1<<31 - 1
	}
	if e.fresh {
		e.keys[i] = e.keys[last]
	}
}

// survey computes the keys of the list in the primary order. It says no when
// no job can start.
func (e *Engine) survey() bool {
	if int64(e.least) > e.free && e.cfg.Observer == nil {
		return false
	}
	keys := e.keys[:len(e.list)]
	if p := e.cfg.Primary; p.Aged() {
		p.AgedKeys(keys, e.list, e.now, &e.cols, e.starts)
	} else {
		for i, j := range e.list {
			keys[i] = uint64(e.primary.rankOf(j)) + 1
		}
	}
	if e.cfg.Threshold >= 0 || e.cfg.Slowdown > 0 {
		for i, j := range e.list {
			if e.isLate(j) {
				keys[i] = 0
			}
		}
	}
	e.fresh = true
	return true
}

// scanFront is the job of the least key in the list.
func (e *Engine) scanFront() int32 {
	list := e.list
	keys := e.keys[:len(list)]
	best, least := list[0], keys[0]
	for i, k := range keys {
		if k < least || k == least && e.wins(list[i], best, k, e.rules.PrimaryTies) {
			best, least = list[i], k
		}
	}
	return best
}

// wins says whether a goes before b, whose keys are equal.
func (e *Engine) wins(a, b int32, key uint64, ties Ties) bool {
	switch {
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
	s := e.submit[j]
	return order.Sortable(o.Key(e.request[j], e.size[j], s-e.cols.Start, e.now-s))
}

// backfillKey is the key of one job now in the backfill order, where that is
// not the primary one.
func (e *Engine) backfillKey(j int32) uint64 {
	b := e.cfg.Backfill
	switch {
	case e.lateFirst && e.isLate(j):
		return 0
	case b.Aged() || e.cfg.Primary.Aged() && e.rules.BackfillTies == Reversed:
		return e.keyOf(b, j)
	}
	return uint64(e.backfill.rankOf(j)) + 1
}

// scanCandidate gathers the jobs that may start, once a pass, and takes out
// the first of them in backfill order, as often as one is left.
func (e *Engine) scanCandidate() int32 {
	free, extra, window := e.free, e.extra, e.shadow-e.now
	keys, n := e.keys, 0
	if e.fresh {
		e.fresh = false
		e.eligible = e.eligible[:0]
		least := int32(1<<31 - 1)
		for i, j := range e.list {
			size := e.size[j]
			least = min(least, size)
			if q := int64(size); q <= free && (q <= extra || e.request[j] <= window) {
				if e.two {
					keys[n] = e.backfillKey(j)
				} else {
					keys[n] = keys[i]
				}
				e.eligible = append(e.eligible, j)
				n++
			}
		}
		e.least = least
	} else {
		for i, j := range e.eligible {
			if q := int64(e.size[j]); q <= free && (q <= extra || e.request[j] <= window) {
				keys[n], e.eligible[n] = keys[i], j
				n++
			}
		}
		e.eligible = e.eligible[:n]
	}
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

// ties are those of the backfill order.
func (e *Engine) ties() Ties {
	if e.two {
		return e.rules.BackfillTies
	}
	return e.rules.PrimaryTies
}
