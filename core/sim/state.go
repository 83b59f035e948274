package sim

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/sim/order"
)

// State is machine and queue between two instants: what a run can start from.
// Jobs are indices of the loaded trace.
type State struct {
	// Now, in seconds on the trace's clock: everything before has happened,
	// nothing at Now or later has.
	Now int64
	// Arrived counts the jobs that arrived before Now: those with an index
	// below it run, wait or have ended, the others are still to come.
	Arrived int
	Running []Running // in the order they started
	Waiting []int32   // ascending, each below Arrived
	// Promised are the starts that conservative backfilling promised those that
	// wait, where it keeps promises; math.MinInt64 of a job without one. It may
	// be shorter than Waiting: promises are made anew then.
	Promised []int64
	// Used is what users used before Now, where a rule of fair share asks for it: guard.Used. None: nothing but
	// by what runs.
	Used []float64
	// Acted says that the scheduler has already looked at this state: nothing
	// happens before the next arrival or completion. Otherwise it acts at Now.
	Acted bool
}

// Running is a job on the machine. Its processors are free, and expected to be
// so, at Start plus the run and requested time of the trace.
type Running struct {
	Job   int32
	Start int64 // seconds on the trace's clock
}

var (
	errNotStarted = errors.New("sim: no run was started")
	errNoTrace    = errors.New("sim: no trace loaded")
)

// Start begins a run of the loaded trace, from an empty machine; Advance and
// Finish go on with it. The errors are those of Run. Neither it nor what
// follows allocates, Run's exception apart.
func (e *Engine) Start(c *Config) error {
	return e.begin(c, &State{Now: math.MinInt64, Acted: true}, math.MaxInt)
}

// StartAt begins a run from a state of the machine: of another run of the same
// trace (Snapshot), or made by hand, of a trace that contains the jobs that are
// there already. Jobs from index last on never arrive. Starts tells of the
// state's running and waiting jobs and of those that arrive, not of others.
// It errs as Run does, and on a state that can't be.
func (e *Engine) StartAt(c *Config, s *State, last int) error {
	if e.trace == nil {
		return errNoTrace
	}
	if e.bad != nil {
		return e.bad
	}
	if err := e.possible(s, last); err != nil {
		return err
	}
	return e.begin(c, s, last)
}

// begin sets machine and queue to a possible state.
func (e *Engine) begin(c *Config, s *State, last int) error {
	if e.trace == nil {
		return errNoTrace
	}
	if e.bad != nil {
		return e.bad
	}
	if err := c.checkLimits(); err != nil {
		return err
	}
	if err := e.checkClosures(c); err != nil {
		return err
	}
	if err := e.checkRules(c); err != nil {
		return err
	}
	if err := e.checkSight(c); err != nil {
		return err
	}
	if c.seesShare() && s.Arrived > 0 {
		return errShare
	}
	e.prepare(c)
	e.blink()
	e.submit = e.trace.Submit[:min(last, e.trace.Len())]
	e.now, e.time, e.act = s.Now, s.Now, !s.Acted
	e.arrived, e.closed.done = s.Arrived, max(s.Now, -endOfTime)-1
	e.waiting = len(s.Waiting)
	if e.waiting > 0 {
		for j := s.Waiting[0]; int(j) < e.arrived; j++ {
			e.starts[j] = math.MinInt64 // it has ended, if nothing else is said
		}
		// A list until the horizon is known, and with it who is to be ranked.
		e.scanned = true
		e.primary.by = ranking{}
		e.list = append(e.primaryAt[:0], s.Waiting...)
		if e.keeps() && len(s.Promised) >= len(s.Waiting) {
			for i, j := range s.Waiting {
				if e.promise[j] = s.Promised[i]; e.promise[j] != unpromised {
					e.take(j)
				}
			}
			e.alarm = math.MinInt64 // they may not hold
		}
	}
	if e.ruled.on {
		e.ruled.guard.Reset()
		e.ruled.parked.clear()
		e.ruled.looked = max(s.Now, -endOfTime) - 1
		for _, j := range s.Waiting {
			e.ruled.guard.Come(j)
		}
	}
	for _, r := range s.Running {
		j := r.Job
		e.starts[j] = r.Start
		e.free -= int64(e.size[j])
		e.push(completion{r.Start + e.run[j], j, e.seq})
		if e.cfg.Backfilling == Conservative {
			e.projected(j, r.Start)
		} else {
			e.expect(release{r.Start + e.request[j], e.size[j], j})
		}
		if e.ruled.on {
			e.ruled.guard.Start(r.Start, j)
		}
		e.seq++
	}
	if e.ruled.shares {
		e.ruled.guard.SetUsed(s.Used, s.Now)
	}
	e.firstNoted = e.seq
	e.started, e.dirty = true, true
	return nil
}

// possible says why a state can't be.
func (e *Engine) possible(s *State, last int) error {
	n := e.trace.Len()
	bad := func(what string, j int) error {
		return errors.New("state: job at index " + strconv.Itoa(j) + " " + what)
	}
	switch {
	case s.Arrived < 0 || s.Arrived > n || s.Arrived > last:
		return errors.New("state: " + strconv.Itoa(s.Arrived) + " jobs have arrived, of " + strconv.Itoa(min(n, max(last, 0))))
	case s.Arrived < n && e.trace.Submit[s.Arrived] < s.Now:
		return bad("was submitted before now and has not arrived", s.Arrived)
	case s.Arrived > 0 && e.trace.Submit[s.Arrived-1] > s.Now:
		return bad("has arrived and is submitted later than now", s.Arrived-1)
	case s.Acted && len(s.Running) == 0 && len(s.Waiting) > 0 && len(e.closed.all) == 0 && !e.ruled.on:
		return errors.New("state: jobs wait, the machine is idle and the scheduler has acted, but they have not started")
	}
	for i, j := range s.Waiting {
		if j < 0 || int(j) >= s.Arrived {
			return bad("waits and has not arrived", int(j))
		}
		if i > 0 && s.Waiting[i-1] >= j {
			return bad("waits and is not listed in ascending order", int(j))
		}
	}
	free := e.trace.Procs
	for _, r := range s.Running {
		if r.Job < 0 || int(r.Job) >= s.Arrived {
			return bad("runs and has not arrived", int(r.Job))
		}
	}
	// keys mark the jobs met so far; nothing else is kept in them between runs.
	for _, r := range s.Running {
		e.keys[r.Job] = 0
	}
	for _, j := range s.Waiting {
		e.keys[j] = 1
	}
	before := int64(math.MinInt64)
	for _, r := range s.Running {
		j := int(r.Job)
		if e.keys[j] != 0 {
			return bad("runs and is listed twice", j)
		}
		e.keys[j] = 1
		switch end := r.Start + e.run[j]; {
		case r.Start > s.Now || r.Start < e.trace.Submit[j]:
			return bad("runs and started at "+strconv.FormatInt(r.Start, 10)+", not between its submit time and now", j)
		case r.Start < before:
			return bad("runs and is not listed in the order of starts", j)
		case end < s.Now:
			return bad("runs and would have ended before now", j)
		}
		before = r.Start
		if free -= int64(e.size[j]); free < 0 {
			return bad("runs on more processors than are left", j)
		}
	}
	return nil
}

// SetOrders changes the orders of a run that was started, from the next event
// on. The scheduler does not act on the change alone. It errs when no run was
// started.
func (e *Engine) SetOrders(primary, backfill order.Order) error {
	if !e.started {
		return errNotStarted
	}
	next := e.cfg
	next.Primary, next.Backfill = primary, backfill
	if err := e.checkSight(&next); err != nil {
		return err
	}
	if next.seesShare() && !e.sight.shares {
		return errShare
	}
	if !e.cfg.Primary.Same(primary) || !e.cfg.Backfill.Same(backfill) {
		e.cfg.Primary, e.cfg.Backfill = primary, backfill
		e.ranked = -1
	}
	return nil
}

// SetThreshold changes the threshold of a run that was started, as SetOrders changes
// the orders: to a number of seconds, or None.
func (e *Engine) SetThreshold(seconds int64) error {
	if !e.started {
		return errNotStarted
	}
	if e.cfg.Threshold != seconds {
		e.cfg.Threshold = seconds
		e.ranked = -1
	}
	return nil
}

// Advance goes on with a run that was started: through every instant before
// until, in seconds on the trace's clock. It errs when no run was started, and
// when the clock runs beyond 2^61 s, which ends the run.
func (e *Engine) Advance(until int64) error {
	if !e.started {
		return errNotStarted
	}
	if len(e.closed.all) > 0 {
		return e.advanceClosed(until)
	}
	if e.ruled.on {
		return e.advanceRuled(until)
	}
	e.time = max(e.time, until)
	return e.advance(until)
}

// advance is Advance where no closure matters.
func (e *Engine) advance(until int64) error {
	for all := e.horizon(until); ; {
		if e.ranked < all || e.ranked < 0 {
			e.arrange(e.window(all))
		}
		stop := until
		if e.ranked < all {
			stop = e.submit[e.ranked]
		}
		var err error
		if e.rules.EachEvent {
			err = e.runEvents(stop)
		} else {
			err = e.runInstants(stop)
		}
		if err != nil {
			e.started = false
			return err
		}
		if stop == until {
			return nil
		}
	}
}

// window is how far to rank, given how many jobs arrive before Advance halts.
// Ranks of a million jobs would be far apart in memory: a part at a time costs
// less, in all. After a short step it goes some further, lest many of them rank
// a long queue again and again.
func (e *Engine) window(all int) int {
	n := len(e.submit)
	if all-e.arrived <= e.whole {
		return min(n, max(all, e.arrived+e.upper+2*e.waiting))
	}
	h := min(n, e.arrived+e.part+4*e.waiting)
	for h < n && e.submit[h] == e.submit[h-1] {
		h++
	}
	return h
}

// Finish goes on until every job has ended, and ends the run. Its errors are
// those of Advance.
func (e *Engine) Finish() error {
	err := e.Advance(math.MaxInt64)
	if err == nil {
		e.started, e.dirty = false, false
		e.tell()
	}
	e.cfg.Observer, e.cfg.Progress = nil, nil
	return err
}

// horizon counts the jobs that arrive before an instant.
func (e *Engine) horizon(until int64) int {
	low, high := e.arrived, len(e.submit)
	for low < high {
		if mid := int(uint(low+high) / 2); e.submit[mid] < until {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// Snapshot writes the state of a run that was started into s, whose slices are
// reused: at the instant that Advance went to. It errs when no run was started.
func (e *Engine) Snapshot(s *State) error {
	if !e.started {
		return errNotStarted
	}
	s.Now, s.Arrived, s.Acted = e.time, e.arrived, !e.act
	e.ending = e.ending[:0]
	for _, c := range e.running {
		e.ending = append(e.ending, ending{c.job, c.seq})
	}
	sortStarted(e.ending)
	s.Running = s.Running[:0]
	for _, c := range e.ending {
		s.Running = append(s.Running, Running{c.job, e.starts[c.job]})
	}
	for len(s.Waiting) < e.waiting {
		s.Waiting = append(s.Waiting, 0)
	}
	s.Waiting = s.Waiting[:e.waiting]
	e.unparkAll()
	e.collect(s.Waiting)
	if s.Used = s.Used[:0]; e.ruled.shares {
		s.Used = e.ruled.guard.Used(s.Used, s.Now)
	}
	s.Promised = s.Promised[:0]
	if e.keeps() {
		for _, j := range s.Waiting {
			s.Promised = append(s.Promised, e.promise[j])
		}
	}
	return nil
}
