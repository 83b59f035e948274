package sim

import "shadowtime/core/sim/order"

// What an Observer may ask the engine while it is told of a pass.

// Free are the processors that no job holds and that are not out. Under EachEvent those of a job that
// is due to end are among them.
func (e *Engine) Free() int64 {
	if e.ruled.on {
		return max(e.free-e.ruled.guard.Out(e.now), 0)
	}
	return e.free - e.out(e.now)
}

// Missing are the processors that are not there by rules at an instant.
func (e *Engine) Missing(at int64) int64 {
	if !e.ruled.on {
		return 0
	}
	return e.ruled.guard.Out(at)
}

// Waiting adds the jobs that wait to a list, in submit order. It may be asked
// before a pass, not within it.
func (e *Engine) Waiting(list []int32) []int32 {
	from := len(list)
	for range e.waiting {
		list = append(list, 0)
	}
	e.collect(list[from:])
	return list
}

// Ahead says whether waiting job a goes before b in the primary order now, those
// beyond a threshold before all others.
func (e *Engine) Ahead(a, b int32) bool {
	if late, decided := e.lateAhead(a, b, FirstCome); decided {
		return late
	}
	if first, decided := e.lessUsed(a, b); decided {
		return first
	}
	return e.goes(e.cfg.Primary, a, b, e.rules.PrimaryTies)
}

// KeyOf is a waiting job's key now in an order: smaller goes first.
func (e *Engine) KeyOf(o order.Order, j int32) float64 { return e.cols.Key(o, j, e.now) }

// TriedBefore says whether waiting job a goes before b in the order in which jobs
// are tried behind the head.
func (e *Engine) TriedBefore(a, b int32) bool {
	if !e.two {
		return e.Ahead(a, b)
	}
	if e.lateFirst {
		if late, decided := e.lateAhead(a, b, e.rules.BackfillTies); decided {
			return late
		}
	}
	if first, decided := e.lessUsed(a, b); decided {
		return first
	}
	return e.goes(e.cfg.Backfill, a, b, e.rules.BackfillTies)
}

// LessUsed says whether waiting job a goes before b for a fair share alone: its user used less.
func (e *Engine) LessUsed(a, b int32) bool {
	if _, decided := e.lateAhead(a, b, FirstCome); decided {
		return false
	}
	ahead, _ := e.lessUsed(a, b)
	return ahead
}

// lessUsed decides between jobs of users of whom one used less, where a rule of fair share holds.
func (e *Engine) lessUsed(a, b int32) (ahead, decided bool) {
	if !e.ruled.shares {
		return false, false
	}
	x, y := e.ruled.guard.Share(e.now, a), e.ruled.guard.Share(e.now, b)
	return x < y, x != y
}

// lateAhead decides between jobs of which one at least is late.
func (e *Engine) lateAhead(a, b int32, ties Ties) (ahead, decided bool) {
	la, lb := e.isLate(a), e.isLate(b)
	if la && lb {
		if ties == Reversed && e.submit[a] == e.submit[b] {
			return a > b, true
		}
		return a < b, true
	}
	return la, la || lb
}

// goes says whether a goes before b by their keys, then ties.
func (e *Engine) goes(o order.Order, a, b int32, ties Ties) bool {
	ka, kb := e.keyOf(o, a), e.keyOf(o, b)
	return ka < kb || ka == kb && e.wins(a, b, ka, ties)
}
