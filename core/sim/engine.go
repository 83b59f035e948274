package sim

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim/order"
)

// Engine replays traces.
type Engine struct {
	trace   *job.Trace
	bad     error // what is wrong with the trace
	cols    order.Columns
	submit  []int64 // the trace's columns; only this many jobs arrive
	run     []int64
	request []int64
	size    []int32

	cfg   Config
	rules Rules

	// The run.
	started bool
	act     bool  // the scheduler acts at now, whatever happens then
	time    int64 // everything before has happened
	ranked  int   // jobs from here on have no ranks yet; negative: nobody has
	left    int   // work until progress is told

	// The machine.
	now      int64
	free     int64
	seq      int32        // starts so far
	running  []completion // a heap
	releases []release    // sorted; releaseBuffer[firstRelease:lastRelease]
	ending   []ending     // at this instant, when each is an event

	releaseBuffer             []release
	firstRelease, lastRelease int
	recent                    []release // of starts from the firstNoted-th on, not yet in releases
	noted                     int       // so many of them
	firstNoted                int32

	starts []int64

	// The queue: jobs [0, arrived) have joined it. It is kept in indexes by
	// rank when both orders are static, else as a list to be scanned (scan.go).
	arrived  int
	waiting  int
	primary  index // all but the late
	backfill index // in use when two
	late     index // beyond the threshold, in submit order
	upper    int   // of the indexes
	whole    int   // as many jobs are ranked at once,
	part     int   // of more, this many at a time
	two      bool  // the backfilling order has its own ranks
	limited  bool  // by a depth or a number of tries
	apart    bool  // every event takes a pass
	promoted int   // jobs [0, promoted) have waited beyond the threshold
	oldest   int32 // no job before it is late and waits

	lateFirst bool // thresholds act on the backfilling order too
	scanned   bool // the queue is a list
	aged      bool // its primary keys are computed anew at each pass,
	otherAged bool // and those of the backfilling order
	list      []int32
	depth     int     // no longer is the list,
	beyond    []int32 // these wait behind it, in submit order
	place     []int32 // of each waiting job in list
	eligible  []int32
	least     int32 // no job of the list is smaller
	keys      []uint64
	surveyed  bool  // keys are those of list, now
	gathered  bool  // eligible are those of this pass
	linear    bool  // the primary order's keys are lines in time
	leadUntil int64 // until then head is the front, for certain

	// A long list has a tree (tall.go).
	long, tall bool // it may be, it is tall
	flat       bool // measures do not change with time
	lined      bool // they are lines of their own
	sign, base float64
	slopes     most // of the jobs of a word
	heights    most // where measures begin, when lined
	sought     sought

	// The head and its reservation. settled: nothing but a new job can start
	// before the head changes or a job ends.
	head          int32 // -1: none
	headLate      bool
	reserved      bool
	settled       bool
	shadow, extra int64
	cursor        int // rank from which to look for candidates
	cursorLate    bool

	// Prepared by Load.
	briefs       []uint64       // a brief each
	classOf      [2048]uint8    // the size class of small sizes
	bounds       [classes]int64 // the smallest size of each size class
	primaryRank  []int32
	primaryAt    []int32
	backfillRank []int32
	backfillAt   []int32
	count        [digits]int32
	mirror       []int32  // of each job within its second, once needed,
	mirrored     bool     // by the loaded trace
	together     bool     // two jobs of it have one submit time
	lateBriefs   []uint64 // by mirror

	// Conservative backfilling (conservative.go).
	profile  profile
	ends     profile   // of the running jobs alone
	promise  []int64   // the place of a waiting job that has one; of a running job, its projected end
	barriers []barrier // what keeps jobs from earlier places
	planned  int       // so many jobs of the list have places, where promises are made anew
	inLine   int       // so many are in primary order
	gains    gains     // since promises were kept, of jobs that ended earlier than they count on
	alarm    int64     // before this instant no place begins, and no projected end comes
	refused  [4]refusal
	refusals int

	closed closed // processors that are out for a time (closed.go)
	ruled  ruled  // rules that forbid starts (ruled.go)
	sight  sight  // what orders see that look at more than the job (sight.go)

	fed   fed  // what a feed submitted, when one is loaded
	dirty bool // a run broke off
}

// New makes an engine; Load it before Run.
func New() *Engine { return &Engine{upper: upper, whole: 1 << 19, part: 1 << 13} }

const (
	// farthest bounds submit, run and requested times: what a float64 holds.
	farthest = int64(1) << 53
	// endOfTime is beyond what any clock may read.
	endOfTime = int64(1) << 61
	// unstarted is the start instant of a job that waits.
	unstarted = math.MaxInt64
)

// Load makes the engine ready for a trace. The trace is only read, and must
// not change while loaded. Buffers of an earlier trace are kept and grow at
// need. What is wrong with a trace is the error of Run.
func (e *Engine) Load(t *job.Trace) {
	e.clean()
	e.started, e.mirrored, e.fed.loaded = false, false, false
	n := t.Len()
	e.trace = t
	e.submit, e.run, e.request, e.size = t.Submit, t.Run, t.Request, t.Size
	e.cols = order.Columns{Submit: t.Submit, Request: t.Request, Size: t.Size, Start: t.Start, Seen: &e.sight.context}
	if len(t.User) == t.Len() {
		e.cols.User = t.User
	}
	if e.bad = check(t); e.bad == nil {
		e.bad = e.closeDown(t.Closures)
	}
	if e.bad == nil {
		e.bad = e.obey(t)
	}
	if e.bad != nil {
		e.starts = e.starts[:0]
		return
	}
	e.makeFor(n)
	e.classify()
	for j := range e.briefs {
		e.briefs[j] = uint64(e.briefOf(t.Request[j], t.Size[j]))
	}
}

// makeFor makes room for so many jobs on the loaded machine.
func (e *Engine) makeFor(n int) {
	if cap(e.starts) < n {
		e.starts = make([]int64, n)
		e.briefs = make([]uint64, n)
		e.keys = make([]uint64, n)
		e.primaryRank = make([]int32, n)
		e.primaryAt = make([]int32, n)
		e.backfillRank = make([]int32, n)
		e.backfillAt = make([]int32, n)
		e.place = make([]int32, n)
	}
	if most := int(min(int64(n), e.trace.Procs)) + 1; cap(e.running) < most {
		e.running = make([]completion, 0, most)
		e.ending = make([]ending, 0, most)
		e.releaseBuffer = make([]release, most+most/8+few)
		e.recent = make([]release, min(most, recently))
	}
	e.starts = e.starts[:n]
	e.keys = e.keys[:n]
	e.place = e.place[:n]
	e.briefs = e.briefs[:n]
	e.primary.grow(n, e.upper)
	e.backfill.grow(n, e.upper)
	e.late.grow(n, e.upper)
	e.slopes.grow(&e.late)
	e.heights.grow(&e.late)
}

// check finds what can't be simulated.
func check(t *job.Trace) error {
	n := t.Len()
	if len(t.Run) != n || len(t.Request) != n || len(t.Size) != n {
		return errors.New("trace: its columns differ in length")
	}
	if t.Procs < 1 && n > 0 {
		return errors.New("trace: a machine of " + strconv.FormatInt(t.Procs, 10) + " processors; set its size")
	}
	if n > 1<<30 {
		return errors.New("trace: more than 2^30 jobs")
	}
	for j := range n {
		what := ""
		value := int64(0)
		switch s := t.Submit[j]; {
		case t.Size[j] < 1 || int64(t.Size[j]) > t.Procs:
			what, value = "processors", int64(t.Size[j])
		case t.Run[j] < 0 || t.Run[j] > farthest:
			what, value = "run time", t.Run[j]
		case t.Request[j] < 0 || t.Request[j] > farthest:
			what, value = "requested time", t.Request[j]
		case s < -farthest || s > farthest || j > 0 && s < t.Submit[j-1]:
			what, value = "submit time", s
		default:
			continue
		}
		return errors.New("trace: job at index " + strconv.Itoa(j) + ": " + what + " " +
			strconv.FormatInt(value, 10) + " can't be simulated; clean the log first")
	}
	return nil
}

// Starts is the start instant of each job of the trace, on its clock, valid
// until the next Run or Load; of each that arrived where a feed is loaded.
func (e *Engine) Starts() []int64 {
	if e.fed.loaded {
		return e.starts[:e.arrived]
	}
	return e.starts
}

// Run replays the loaded trace, from an empty machine until every job has
// ended. It errs when there is no trace, when the trace can't be simulated
// (an index and a field say why), and when the clock runs beyond 2^61 s.
// It does not allocate, but for the first conservative run of a trace larger
// than those before, which adds 120 bytes a job and 50 a processor that may be in
// use, and the first with a threshold on reversed ties, which may add 12.
func (e *Engine) Run(c *Config) error {
	if err := e.Start(c); err != nil {
		return err
	}
	return e.Finish()
}

// clean empties the indexes after a run that broke off.
func (e *Engine) clean() {
	if e.dirty {
		e.primary.clear()
		e.backfill.clear()
		e.late.clear()
		e.dirty = false
	}
}

// prepare empties machine and queue.
func (e *Engine) prepare(c *Config) {
	e.cfg = *c
	e.rules = c.Dialect.Rules()
	if c.Rules != nil {
		e.rules = *c.Rules
	}
	if e.rules.PrimaryTies == Reversed {
		e.rules.PrimaryTies = FirstCome
	}
	e.clean()
	e.free = e.trace.Procs
	e.closed.on, e.closed.now = false, e.closed.now[:0]
	e.seq = 0
	e.running = e.running[:0]
	e.firstRelease, e.lastRelease = 0, 0
	e.releases = e.releaseBuffer[:0]
	e.noted, e.firstNoted, e.planned, e.inLine = 0, 0, 0, 0
	e.arrived, e.waiting, e.ranked = 0, 0, -1
	e.scanned, e.tall, e.list, e.beyond = false, false, e.list[:0], nil
	if c.Backfilling == Conservative {
		e.makeRoom()
	}
}

// makeRoom makes the profile of conservative backfilling large enough: a change for each
// running job's projected end, and for each place's begin and end.
func (e *Engine) makeRoom() {
	n := len(e.starts)
	e.profile.grow(2*n + cap(e.running))
	e.ends.grow(cap(e.running))
	e.alarm = math.MaxInt64
	e.gains.clear()
	if cap(e.promise) < n {
		e.promise = make([]int64, n)
		e.barriers = make([]barrier, n)
	}
	e.promise, e.barriers = e.promise[:n], e.barriers[:n]
	for j := range e.promise {
		e.promise[j] = unpromised
	}
}

var errClock = errors.New("sim: the clock ran beyond 2^61 s")

// next is the instant of the next event.
func (e *Engine) next() (t int64, ok bool) {
	if len(e.running) > 0 {
		t, ok = e.running[0].end, true
	}
	if e.arrived < len(e.submit) {
		if s := e.submit[e.arrived]; !ok || s < t {
			t, ok = s, true
		}
	}
	return t, ok
}

// runInstants goes from instant to instant: completions, arrivals, one pass.
func (e *Engine) runInstants(until int64) error {
	o := e.cfg.Observer
	marks := e.cfg.Threshold >= 0 && !e.scanned
	for {
		e.work(1)
		t, ok := e.next()
		if e.act {
			t, ok = e.now, true
		}
		if !ok || t >= until {
			return nil
		}
		if t > endOfTime {
			return errClock
		}
		e.now, e.act = t, false
		ended := false
		for len(e.running) > 0 && e.running[0].end == t {
			c := e.pop()
			e.forget(c.job, c.seq)
			e.free += int64(e.size[c.job])
			if e.sight.shares {
				e.charge(c.job)
			}
			ended = true
			if o != nil {
				o.End(t, int(c.job))
			}
		}
		if marks && e.promote() {
			e.settled = false
		}
		first := e.arrived
		for e.arrived < len(e.submit) && e.submit[e.arrived] == t {
			e.arrived++
		}
		// A job that arrives alone, while all others stay where they are, is
		// looked at alone.
		if e.arrived == first+1 && o == nil && (e.waiting == 0 || !ended && e.settled) && e.alone(int32(first)) {
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

// work counts what was done, and tells of it when that is due.
func (e *Engine) work(n int) {
	if e.left -= n; e.left < 0 {
		e.tell()
	}
}

// tell says how far the run is.
func (e *Engine) tell() {
	e.left = pace
	if p := e.cfg.Progress; p != nil {
		p(2*e.arrived-e.waiting, 2*len(e.submit))
	}
}

// start puts a job on the machine.
func (e *Engine) start(j int32) {
	size := e.size[j]
	e.starts[j] = e.now
	e.free -= int64(size)
	e.push(completion{e.now + e.run[j], j, e.seq})
	if e.cfg.Backfilling == Conservative {
		e.projected(j, e.now)
	} else {
		e.note(release{e.now + e.request[j], size, j})
	}
	e.seq++
}
