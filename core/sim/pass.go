package sim

// look runs a pass, and tells of it.
func (e *Engine) look() {
	o := e.cfg.Observer
	if e.sight.on {
		e.see()
	}
	if o == nil {
		e.pass()
		return
	}
	o.Pass(e.now)
	e.pass()
	head := -1
	switch {
	case e.waiting == 0:
	case e.cfg.Backfilling == Conservative:
		head = int(e.list[0]) // the pass put it in order
	default:
		head = int(e.head)
	}
	o.Passed(e.now, head)
}

// pass is the scheduling pass of an instant.
func (e *Engine) pass() {
	switch {
	case e.keeps():
		e.keep()
		return
	case e.cfg.Backfilling == Conservative:
		e.plan()
		return
	}
	e.surveyed = false
	if e.scanned && !e.anyFits() && e.cfg.Observer == nil {
		e.reserved, e.settled = false, true
		return // whoever is head
	}
	// Start jobs from the front while the front fits.
	head := e.front()
	for head >= 0 && int64(e.size[head]) <= e.free {
		e.leave(head)
		e.startFront(head)
		head = e.front()
	}
	e.head, e.reserved, e.settled = head, false, true
	if head < 0 || e.cfg.Backfilling == NoBackfilling {
		return
	}
	if !e.anyFits() && e.cfg.Observer == nil {
		return // the reservation would keep nobody back
	}
	// One is left at the head: its reservation.
	e.reserve(head)
	if e.limited {
		e.try()
		return
	}
	// The rest in backfilling order: who fits now and does not delay the head.
	e.rewind()
	for j := e.candidate(); j >= 0; j = e.candidate() {
		e.leave(j)
		e.startBackfill(j)
	}
}

// startFront starts the job at the front.
func (e *Engine) startFront(j int32) {
	if o := e.cfg.Observer; o != nil {
		o.Start(e.now, int(j))
	}
	e.start(j)
}

// startBackfill starts a job beside the reservation: one that runs on beyond
// the shadow time takes its processors from the extra ones.
func (e *Engine) startBackfill(j int32) {
	if o := e.cfg.Observer; o != nil {
		o.Backfill(e.now, int(j))
	}
	end := e.now + e.request[j]
	if end > e.shadow {
		e.extra -= int64(e.size[j])
	}
	if end == e.shadow && e.rules.SparingExtra {
		e.settled = false // another release may suffice now
	}
	e.start(j)
}

// alone deals with a job that arrives alone in a queue where nothing else has
// changed since the last pass, and says whether it could: those that waited
// before can't start, so the new job either starts or joins them.
func (e *Engine) alone(j int32) bool {
	fits := int64(e.size[j]) <= e.free
	switch {
	case e.waiting == 0:
		if fits {
			e.start(j)
			return true
		}
		if e.cfg.Backfilling == Conservative {
			return false // it may be promised a start
		}
		e.join(j)
		e.head, e.headLate, e.reserved, e.settled = j, false, false, true
		e.certify(j)
		return true
	case e.apart:
		return false
	case e.scanned && !fits && !e.anyFits(): // whoever is head
	case e.scanned && !e.leads(j):
		return false
	case e.reserved && e.shadow < e.now: // a job runs past its projected end
		return false
	case !e.scanned && !e.headLate && e.primary.rankOf(j) < e.primary.rankOf(e.head):
		return false
	case fits && e.cfg.Backfilling == Easy:
		if !e.reserved {
			e.reserve(e.head)
		}
		if e.now+e.request[j] <= e.shadow || int64(e.size[j]) <= e.extra {
			e.startBackfill(j)
			return true
		}
	}
	e.join(j)
	return true
}
