package sim

// runEvents handles one event at a time, each with its own pass. At one
// instant: arrivals, then completions in start order, then the completions of
// jobs that started just now and ran for no time. A job that is due to end now
// holds no processors from the first event of the instant on.
func (e *Engine) runEvents(until int64) error {
	o := e.cfg.Observer
	always := !(e.cfg.Primary.Arrival() && e.cfg.Backfill.Arrival())
	for {
		t, ok := e.next()
		act := e.act
		if act {
			t, ok = e.now, true
		}
		if !ok || t >= until {
			return nil
		}
		if t > endOfTime {
			return errClock
		}
		e.now, e.act = t, false
		first := e.arrived
		e.ending = e.ending[:0]
		for len(e.running) > 0 && e.running[0].end == t {
			c := e.pop()
			if e.due(c.job) {
				e.end(c.job, c.seq)
			}
			e.ending = append(e.ending, ending{c.job, c.seq})
		}
		sortStarted(e.ending)
		for e.arrived < len(e.submit) && e.submit[e.arrived] == t {
			j := int32(e.arrived)
			e.arrived++
			if o != nil {
				o.Arrive(t, int(j))
			}
			e.join(j)
			if always || act || int64(e.size[j]) <= e.free {
				e.event()
			}
		}
		for _, c := range e.ending {
			if !e.due(c.job) {
				e.end(c.job, c.seq)
			}
			if o != nil {
				o.End(t, int(c.job))
			}
			e.event()
		}
		if act && e.arrived == first && len(e.ending) == 0 {
			e.event()
		}
	}
}

// due says whether a running job is expected to have ended by now.
func (e *Engine) due(j int32) bool { return e.starts[j]+e.request[j] <= e.now }

// end takes a job off the machine.
func (e *Engine) end(j, seq int32) {
	e.forget(j, seq)
	e.free += int64(e.size[j])
}

// event runs the pass of one event.
func (e *Engine) event() {
	e.work(1)
	if e.cfg.Threshold >= 0 && !e.scanned {
		e.promote()
	}
	if e.waiting > 0 {
		e.look()
	}
}
