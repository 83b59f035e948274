package sim

import "math"

// arrange keeps the queue as the orders ask for: in indexes or as a list
// (scan.go). The jobs that wait and those that arrive before job horizon are
// ranked together.
func (e *Engine) arrange(horizon int) {
	waiting := e.gather()
	p, b := e.cfg.Primary, e.cfg.Backfill
	e.layOut()
	e.ranked = horizon

	if !p.Aged() {
		e.rankBy(&e.primary, p, e.rules.PrimaryTies, waiting)
	}
	if e.two && !b.Aged() && !(p.Aged() && e.rules.BackfillTies == Reversed) {
		e.rankBy(&e.backfill, b, e.rules.BackfillTies, waiting)
	}
	// What a search looks at lies by rank; keys have no other use then.
	e.primary.briefs, e.backfill.briefs, e.late.briefs = e.briefs, e.briefs, e.briefs
	if e.primary.at != nil {
		e.primary.briefs = e.keys
	}
	if e.backfill.at != nil {
		e.backfill.briefs = e.keys
	}
	if p.Aged() {
		// Until a job starts, its start holds what its key divides by.
		for _, j := range waiting {
			e.starts[j] = p.Constant(e.request[j], e.size[j])
		}
		p.Constants(e.starts[e.arrived:horizon], e.request[e.arrived:horizon], e.size[e.arrived:horizon])
	}
	e.late.rank, e.late.at = nil, nil
	if e.two && e.lateFirst && e.rules.BackfillTies == Reversed && e.cfg.Threshold >= 0 && !e.scanned {
		e.mirrorLate()
	}
	e.head, e.headLate, e.reserved, e.settled = -1, false, false, false
	e.least, e.leadUntil = math.MaxInt32, math.MinInt64
	e.promoted = e.arrived
	if len(waiting) > 0 {
		e.promoted = int(waiting[0])
	}
	e.oldest = int32(e.promoted)
	if e.scanned {
		// Such a queue needs no way back from ranks to jobs.
		copy(e.primaryAt, waiting)
		e.cut(len(waiting))
		e.eligible = e.backfillAt[:0]
		e.primary.by, e.backfill.by = ranking{}, ranking{}
		for i, j := range e.list {
			e.place[j] = int32(i)
			e.least = min(e.least, e.size[j])
		}
		if e.long && len(e.list) > tall*e.upper {
			e.heighten()
		}
		return
	}
	e.waiting = 0
	for _, j := range waiting {
		e.join(j)
	}
}

// layOut chooses how the queue is kept, as the orders ask for.
func (e *Engine) layOut() {
	p, b := e.cfg.Primary, e.cfg.Backfill
	easy := e.cfg.Backfilling == Easy
	same := p.Same(b)
	e.aged, e.otherAged = p.Aged(), b.Aged()
	e.lateFirst = (same || e.rules.BackfillThreshold) && !e.rules.FrontThreshold
	e.limited = e.cfg.Depth > 0 || e.cfg.Tries > 0
	e.apart = e.limited || e.cfg.Backfilling == Conservative
	e.two = easy && (e.limited || !(same && e.lateFirst && e.rules.PrimaryTies == e.rules.BackfillTies))
	e.scanned = e.aged || e.two && e.otherAged || e.cfg.Slowdown > 0 || e.apart
	e.primary.plain, e.late.plain = e.two, e.two && !e.lateFirst && !e.scanned
	e.tall, e.long = false, e.measurable()
	e.sight.on = e.aged && p.Sees() || e.two && b.Sees()
	e.linear = p.Leads() && e.cfg.Threshold < 0 && e.cfg.Slowdown <= 0 && e.cfg.Backfilling != Conservative
}

// gather takes all jobs off the queue's structures. It lists them in submit
// order, in place.
func (e *Engine) gather() []int32 {
	e.replan(0)
	e.inLine = 0
	waiting := e.place[:e.waiting]
	if e.waiting == 0 {
		return waiting
	}
	e.collect(waiting)
	e.primary.drain()
	e.backfill.drain()
	e.late.drain()
	return waiting
}

// collect lists the waiting jobs in submit order.
func (e *Engine) collect(list []int32) {
	if e.scanned {
		copy(list[copy(list, e.list):], e.beyond)
	} else {
		e.late.appendTo(e.primary.appendTo(list[:0]))
	}
	// Sort by falling gaps: mostly in order already.
	gap := 1
	for gap < len(list)/9 {
		gap = 3*gap + 1
	}
	for ; gap > 0; gap /= 3 {
		for i := gap; i < len(list); i++ {
			j, h := list[i], i
			for h >= gap && list[h-gap] > j {
				list[h] = list[h-gap]
				h -= gap
			}
			list[h] = j
		}
	}
}
