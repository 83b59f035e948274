package sim

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
)

// Feed submits jobs to a run as it goes on: users who wait for their jobs
// before they submit more. An engine numbers the jobs from 0 in the order in
// which they arrive.
type Feed interface {
	// Begin goes back to before the first arrival. It is called when a run begins,
	// and again when one starts over for want of room.
	Begin()
	// Next is the instant of the next arrival, in seconds, if no job ends before;
	// false: none arrives. It is never before what has happened already.
	Next() (at int64, ok bool)
	// Arrive appends the jobs that arrive at an instant to a list and returns it.
	// It is asked at every instant, when the jobs that end at it have ended.
	// Of equal keys the job listed first goes first, as in a log.
	Arrive(now int64, list []Arrival) []Arrival
	// End says that a job has ended. Of several that end at once the order is that
	// of the engine's heap: the same in every run of the same jobs.
	End(now int64, job int)
}

// Arrival is a job that a Feed submits.
type Arrival struct {
	Run     int64 // p, seconds
	Request int64 // p̃, seconds
	Size    int32 // q, from 1 to the machine's processors
}

// fed is what a feed submitted, by number.
type fed struct {
	loaded bool
	trace  job.Trace // its columns are as long as there is room
	list   []Arrival // of an instant
	keys   []uint64  // of the backfilling order, where it has its own
}

var (
	errRoom  = errors.New("sim: no room for more arrivals") // never seen outside
	errFed   = errors.New("sim: a feed is loaded; use RunFed, or Load a trace")
	errUnfed = errors.New("sim: no feed is loaded; use LoadFed before RunFed")
	errEvent = errors.New("sim: a feed is heard after every event alone under one pass an instant; choose a dialect without EachEvent")
)

// LoadFed makes the engine ready for a Feed on a machine of procs processors;
// orders that look at the submit time count it from start. There is room for so
// many jobs at first, and for more in a run that has more, which begins anew for
// it. It errs without a processor.
func (e *Engine) LoadFed(procs, start int64, jobs int) error {
	e.clean()
	e.started, e.mirrored, e.fed.loaded = false, false, false
	if procs < 1 {
		return errors.New("sim: a machine of " + strconv.FormatInt(procs, 10) + " processors; set its size")
	}
	e.bad = errFed
	_ = e.closeDown(nil)
	e.ruled.on = false
	e.fed.trace = job.Trace{Procs: procs, Start: start}
	e.trace = &e.fed.trace
	e.widen(max(jobs, 1<<10))
	e.fed.loaded = true
	return nil
}

// widen makes room for so many arrivals.
func (e *Engine) widen(n int) {
	t := &e.fed.trace
	t.Submit, t.Run, t.Request, t.Size = make([]int64, n), make([]int64, n), make([]int64, n), make([]int32, n)
	e.submit, e.run, e.request, e.size = t.Submit, t.Run, t.Request, t.Size
	e.cols.Submit, e.cols.Request, e.cols.Size, e.cols.Start = t.Submit, t.Request, t.Size, t.Start
	e.makeFor(n)
	// Nobody knows the sizes to come: classes of powers of two.
	for j := range e.size {
		e.size[j] = int32(min(int64(1)<<(j%classes), t.Procs))
	}
	e.classify()
	if cap(e.fed.keys) < n {
		e.fed.keys = make([]uint64, n)
	}
	e.fed.keys = e.fed.keys[:n]
}

// Arrived are the jobs that a feed submitted in the last run, in the order they
// came: Starts tells when each began. It is valid until the next run.
func (e *Engine) Arrived() job.Trace { return e.fed.trace.Part(0, e.arrived) }

// RunFed replays what a feed submits, from an empty machine until nobody submits
// any more and every job has ended. Everything a Config may say holds but for
// EachEvent, which it refuses, and Progress, which is not told: nobody knows how
// many jobs will come. It errs on a job that can't be simulated, on a feed that
// announces an arrival that does not come, and when the clock runs beyond
// 2^61 s. Once it has run with as many jobs it does not allocate, Run's
// exceptions apart.
func (e *Engine) RunFed(c *Config, f Feed) error {
	if !e.fed.loaded {
		return errUnfed
	}
	if err := c.checkLimits(); err != nil {
		return err
	}
	if err := e.checkSight(c); err != nil {
		return err
	}
	for {
		e.prepare(c)
		e.sight.shares = false
		if e.rules.EachEvent {
			return errEvent
		}
		e.cfg.Progress = nil
		e.now, e.act, e.dirty = math.MinInt64, false, true
		e.layOutFed()
		f.Begin()
		err := e.runFed(f)
		e.cfg.Observer = nil
		if err == nil {
			e.dirty = false
		}
		if err != errRoom {
			return err
		}
		e.clean()
		e.widen(2 * len(e.starts))
	}
}

// layOutFed keeps the queue as the orders ask for, where nobody knows who comes.
// There are no ranks: an index is a list sorted by keys, or, where it is in the
// order of arrival, what it is in any run. Whatever else needs ranks is a list
// whose keys are computed at each pass.
func (e *Engine) layOutFed() {
	e.layOut()
	p, b := e.cfg.Primary, e.cfg.Backfill
	plain := e.rules.PrimaryTies == FirstCome && (!e.two || e.rules.BackfillTies == FirstCome)
	e.scanned = e.scanned || !plain
	e.long = e.scanned && e.measurable() && p.Aged()
	e.linear = e.linear && p.Aged()
	e.aged, e.otherAged = e.scanned, e.scanned
	e.late.plain = e.two && !e.lateFirst && !e.scanned
	for _, x := range []*index{&e.primary, &e.backfill, &e.late} {
		x.rank, x.at, x.keys, x.by, x.upper, x.briefs = nil, nil, nil, ranking{}, e.upper, e.briefs
	}
	if !e.scanned && !p.Arrival() {
		e.primary.key(e.keys)
	}
	if !e.scanned && e.two && !b.Arrival() {
		e.backfill.key(e.fed.keys)
	}
	e.head, e.headLate, e.reserved, e.settled = -1, false, false, false
	e.least, e.leadUntil = math.MaxInt32, math.MinInt64
	e.promoted, e.oldest = 0, 0
	if e.scanned {
		e.cut(0)
		e.eligible = e.backfillAt[:0]
	}
}

// key makes an empty index a list sorted by keys.
func (x *index) key(keys []uint64) {
	x.keys, x.upper = keys, math.MaxInt
	if cap(x.list) < len(keys) {
		x.list = make([]entry, 0, len(keys))
	}
}

// insertKeyed adds to a list sorted by keys: behind those of the same key, which
// came before.
func (x *index) insertKeyed(n entry) {
	if len(x.list) == 0 || int64(n.brief.q()) <= x.least {
		x.least, x.unsure = int64(n.brief.q()), false
	}
	key := x.keys[n.job]
	low, high := 0, len(x.list)
	for low < high {
		if mid := int(uint(low+high) / 2); x.keys[x.list[mid].job] <= key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	x.list = append(x.list, n)
	copy(x.list[low+1:], x.list[low:])
	x.list[low] = n
}

// runFed goes from instant to instant: completions, what the feed submits, one
// pass.
func (e *Engine) runFed(f Feed) error {
	o := e.cfg.Observer
	marks := e.cfg.Threshold >= 0 && !e.scanned
	for {
		t, ok := f.Next()
		if ok && t < e.now {
			return errors.New("sim: a feed announces an arrival at " + strconv.FormatInt(t, 10) + ", before " +
				strconv.FormatInt(e.now, 10))
		}
		if len(e.running) > 0 && (!ok || e.running[0].end <= t) {
			t, ok = e.running[0].end, true
		}
		if !ok {
			return nil
		}
		if t > endOfTime || t < -farthest {
			return errClock
		}
		e.now = t
		ended := false
		for len(e.running) > 0 && e.running[0].end == t {
			c := e.pop()
			e.forget(c.job, c.seq)
			e.free += int64(e.size[c.job])
			ended = true
			if o != nil {
				o.End(t, int(c.job))
			}
			f.End(t, int(c.job))
		}
		if marks && e.promote() {
			e.settled = false
		}
		first := e.arrived
		if err := e.admit(f); err != nil {
			return err
		}
		if e.arrived == first && !ended {
			return errors.New("sim: a feed announced an arrival at " + strconv.FormatInt(t, 10) + ", and none came")
		}
		if e.arrived == first+1 && o == nil && (e.waiting == 0 || !ended && e.settled && !e.overtakes(first)) && e.alone(int32(first)) {
			continue
		}
		for j := first; j < e.arrived; j++ {
			if o != nil {
				o.Arrive(t, j)
			}
			e.join(int32(j))
		}
		if e.waiting > 0 {
			e.look()
		}
	}
}

// overtakes says whether a job that arrives goes before the head, where keys say
// so.
func (e *Engine) overtakes(j int) bool {
	k := e.primary.keys
	return k != nil && (e.head < 0 || !e.headLate && k[j] < k[e.head])
}

// admit numbers the jobs that a feed submits now.
func (e *Engine) admit(f Feed) error {
	e.fed.list = f.Arrive(e.now, e.fed.list[:0])
	for i := range e.fed.list {
		a := &e.fed.list[i]
		if a.Size < 1 || int64(a.Size) > e.trace.Procs || a.Run < 0 || a.Run > farthest || a.Request < 0 || a.Request > farthest {
			return errors.New("sim: arrival " + strconv.Itoa(e.arrived) + " of " + strconv.FormatInt(int64(a.Size), 10) + " processors, " +
				strconv.FormatInt(a.Run, 10) + " s run time, " + strconv.FormatInt(a.Request, 10) + " s requested can't be simulated")
		}
		j := e.arrived
		if j == len(e.starts) {
			return errRoom
		}
		e.submit[j], e.run[j], e.request[j], e.size[j] = e.now, a.Run, a.Request, a.Size
		e.briefs[j] = uint64(e.briefOf(a.Request, a.Size))
		switch {
		case e.scanned: // until it starts, its start holds what its key divides by
			e.starts[j] = e.cfg.Primary.Constant(a.Request, a.Size)
		default:
			if e.primary.keys != nil {
				e.primary.keys[j] = e.keyOf(e.cfg.Primary, int32(j))
			}
			if e.backfill.keys != nil {
				e.backfill.keys[j] = e.keyOf(e.cfg.Backfill, int32(j))
			}
		}
		e.arrived++
	}
	return nil
}
