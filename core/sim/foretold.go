package sim

import (
	"errors"
	"math"

	"shadowtime/core/job"
	"shadowtime/core/sim/order"
)

// Foreteller predicts run times while a trace is replayed; package predictor has
// some. What is submitted, starts and ends is told in the order in which the
// simulator handles it, and nothing of a run time is known before the end.
type Foreteller interface {
	Load(t *job.Trace)
	Submit(j int32, now int64) int64 // the predicted run time, 1 s at least
	Start(j int32, now int64)
	End(j int32, now int64)
}

// Correction is what becomes of a prediction that its job outlives.
type Correction uint8

const (
	// ToRequest: it becomes the request.
	ToRequest Correction = iota
	// InSteps: the first prediction and one minute, then and 5, 15 and 30 minutes,
	// 1, 2, 5, 10, 20, 50 and 100 hours, then the request; never above it.
	InSteps
	// Doubled: twice what it was, never above the request (dialect pyss: even so).
	Doubled
)

var correctionNames = [...]string{"requested", "incremental", "doubling"}

func (c Correction) String() string { return correctionNames[c] }

// ParseCorrection reads requested, incremental or doubling.
func ParseCorrection(s string) (Correction, error) {
	for i, n := range correctionNames {
		if s == n {
			return Correction(i), nil
		}
	}
	return 0, errors.New("correction \"" + s + "\" is not known: use requested, incremental or doubling")
}

// steps are the offsets of InSteps, seconds.
var steps = [...]int64{60, 300, 900, 1800, 3600, 7200, 18_000, 36_000, 72_000, 180_000, 360_000}

// Foresight is EASY with predicted run times in place of requests: for the shadow
// time and for who may be backfilled (Reis 2018, chapter 4).
type Foresight struct {
	Foreteller Foreteller
	Correction Correction
	// Primary is the order whose first has the reservation, Backfill that of the
	// jobs behind it, both with the prediction in place of the request: SPF is
	// shortest predicted first. The study's front is that of arrival.
	Primary, Backfill order.Order
	// Threshold is the wait in seconds after which a job is tried before all others,
	// the longest waiting first; negative: none.
	Threshold int64
	// Depth and Tries limit whom a pass looks at, as in Config, behind a front in
	// the order of arrival: the head is the oldest job whatever they are.
	Depth, Tries int
	Dialect      Dialect // Shadowtime or PYSS
	// Progress is told now and then how far a run is, and at its end.
	Progress Progress
}

// ForetoldEngine replays traces with predicted run times. The zero value is ready.
type ForetoldEngine struct {
	cfg   Foresight
	trace *job.Trace
	now   int64
	free  int64

	starts   []int64
	first    []int64 // predictions at submission
	expected []int64 // the same after corrections
	taken    []uint8 // corrections of each job
	fixes    int     // of all

	waiting  []int32   // in order of arrival
	fronts   standing  // the same in primary order, where that is another,
	others   standing  // and in backfilling order
	releases []release // of running jobs, by projected end
	ends     []moment  // of running jobs: a heap
	expiries []moment  // of predictions: a heap
	started  []int32   // at this instant
	sorted   []int32   // of an aged backfilling order
	trying   []moment  // jobs to be tried under limits: a heap, by turn
	room     room      // beside the head's reservation
	least    int64     // no job behind the head is smaller; the head neither, unless the front is that of arrival
	seq      int32
	left     int // work until progress is told
}

// moment is when something happens to a job.
type moment struct {
	at  int64
	seq int32 // tells those of one instant apart
	job int32
}

// Starts is the start instant of each job, First what was predicted when it was
// submitted, Corrections how many predictions were corrected; valid until the next
// Run.
func (e *ForetoldEngine) Starts() []int64  { return e.starts }
func (e *ForetoldEngine) First() []int64   { return e.first }
func (e *ForetoldEngine) Corrections() int { return e.fixes }

// Run replays a trace from an empty machine until every job has ended. It errs
// where Engine.Run does, and on a dialect that knows no predictions.
func (e *ForetoldEngine) Run(t *job.Trace, c *Foresight) error {
	if err := c.Check(); err != nil {
		return err
	}
	if len(t.Closures) > 0 {
		return errors.New("predicted run times know of no closure: leave them out, or have no processors out")
	}
	if len(t.Rules) > 0 {
		return errors.New("predicted run times know of no rule: leave them out, or take the rules off")
	}
	if err := check(t); err != nil {
		return err
	}
	e.load(t, c)
	arrived := 0
	for arrived < t.Len() || len(e.ends) > 0 {
		if e.left -= 1 + (len(e.waiting)+len(e.releases))/glance; e.left < 0 {
			e.far(arrived)
		}
		e.now = math.MaxInt64
		if arrived < t.Len() {
			e.now = t.Submit[arrived]
		}
		for _, h := range [...][]moment{e.ends, e.expiries} {
			if len(h) > 0 {
				e.now = min(e.now, h[0].at)
			}
		}
		if e.now > endOfTime {
			return errClock
		}
		if c.Dialect == PYSS {
			arrived = e.events(arrived)
		} else {
			arrived = e.instant(arrived)
		}
		e.tell()
	}
	e.far(arrived)
	e.cfg.Progress = nil
	return nil
}

const foretelling = "a replay with predicted run times"

// Check says why a trace can't be replayed like this, whatever it is.
func (c *Foresight) Check() error {
	switch {
	case c.Dialect == OCS:
		return errors.New("dialect ocs knows no predictions: use shadowtime or pyss")
	case c.Primary.Sees() || c.Backfill.Sees():
		if err := c.Primary.Static(foretelling); err != nil {
			return err
		}
		return c.Backfill.Static(foretelling)
	case c.Primary.Arrival():
	case c.Dialect == PYSS:
		return errors.New("the front of dialect pyss goes in the order of arrival when run times are predicted: use FCFS in front, " +
			"or the dialect shadowtime")
	case c.Depth > 0 || c.Tries > 0:
		return errors.New("limits of a pass are known behind FCFS alone when run times are predicted: use FCFS in front, or set the " +
			"queue depth and the number of tries to 0, which is all")
	}
	return checkLimits(c.Depth, c.Tries)
}

// far tells of progress.
func (e *ForetoldEngine) far(arrived int) {
	e.left = pace
	if p := e.cfg.Progress; p != nil {
		p(2*arrived-len(e.waiting), 2*e.trace.Len())
	}
}

// tell tells of the jobs that started.
func (e *ForetoldEngine) tell() {
	for _, j := range e.started {
		e.cfg.Foreteller.Start(j, e.now)
	}
	e.started = e.started[:0]
}

func (e *ForetoldEngine) load(t *job.Trace, c *Foresight) {
	n := t.Len()
	e.cfg, e.trace, e.free, e.fixes, e.seq = *c, t, t.Procs, 0, 0
	if cap(e.starts) < n {
		e.starts, e.first, e.expected = make([]int64, n), make([]int64, n), make([]int64, n)
		e.fronts.keys, e.others.keys, e.taken = make([]uint64, n), make([]uint64, n), make([]uint8, n)
	}
	e.starts, e.first, e.expected, e.taken = e.starts[:n], e.first[:n], e.expected[:n], e.taken[:n]
	clear(e.taken)
	e.waiting, e.releases = e.waiting[:0], e.releases[:0]
	e.fronts.begin(c.Primary, n)
	e.others.begin(c.Backfill, n)
	e.ends, e.expiries, e.started = e.ends[:0], e.expiries[:0], e.started[:0]
	c.Foreteller.Load(t)
}

// instant lets everything happen that happens now, then runs one pass: ends,
// corrections, arrivals.
func (e *ForetoldEngine) instant(arrived int) int {
	for len(e.ends) > 0 && e.ends[0].at == e.now {
		e.end(pop(&e.ends).job)
	}
	e.correct()
	for ; arrived < e.trace.Len() && e.trace.Submit[arrived] == e.now; arrived++ {
		e.join(int32(arrived))
	}
	e.pass()
	return arrived
}

// events handles one event at a time, most with a pass of their own: corrections,
// without one, arrivals, ends.
func (e *ForetoldEngine) events(arrived int) int {
	e.correct()
	for ; arrived < e.trace.Len() && e.trace.Submit[arrived] == e.now; arrived++ {
		e.join(int32(arrived))
		if !e.cfg.Backfill.Arrival() || int64(e.trace.Size[arrived]) <= e.available() {
			e.pass()
		}
	}
	for len(e.ends) > 0 && e.ends[0].at == e.now {
		e.end(pop(&e.ends).job)
		e.pass()
	}
	return arrived
}

// correct deals with the predictions that jobs have outlived.
func (e *ForetoldEngine) correct() {
	for len(e.expiries) > 0 && e.expiries[0].at == e.now {
		j := pop(&e.expiries).job
		e.forget(j)
		e.expected[j] = e.corrected(j)
		e.taken[j]++
		e.fixes++
		e.expect(j)
	}
}

// corrected is a prediction after the one that was outlived.
func (e *ForetoldEngine) corrected(j int32) int64 {
	return e.cfg.Corrected(int(e.taken[j]), e.first[j], e.expected[j], e.trace.Request[j])
}

// Corrected is what becomes of a prediction, corrected so many times before, that a
// job outlives: what was predicted at first, and last.
func (c *Foresight) Corrected(taken int, first, was, request int64) int64 {
	next := request
	switch c.Correction {
	case InSteps:
		if taken < len(steps) {
			next = min(request, first+steps[taken])
		}
	case Doubled:
		if next = 2 * was; c.Dialect != PYSS {
			next = min(next, request)
		}
	}
	if next <= was { // a job that runs on past its request
		next = 2 * was
	}
	return next
}

// join predicts a job that arrives, and puts it into the queue.
func (e *ForetoldEngine) join(j int32) {
	p := max(1, e.cfg.Foreteller.Submit(j, e.now))
	e.first[j], e.expected[j] = p, p
	if len(e.waiting) == 0 {
		e.least = math.MaxInt64
	}
	if len(e.waiting) > 0 || !e.cfg.Primary.Arrival() {
		e.least = min(e.least, int64(e.trace.Size[j]))
	}
	e.waiting = append(e.waiting, j)
	for _, s := range [...]*standing{&e.fronts, &e.others} {
		if s.ranked {
			s.keys[j] = e.key(s.by, j)
			s.list = put(s.list, s.place(s.keys[j], true), j)
		}
	}
}

// standing are the waiting jobs in an order that is not that of arrival.
type standing struct {
	by     order.Order
	ranked bool     // keys don't change with time: the list is kept in order; else keys are computed anew, and there is none
	keys   []uint64 // by job
	list   []int32
}

// begin empties it, for an order of so many jobs.
func (s *standing) begin(by order.Order, jobs int) {
	s.by, s.ranked = by, !by.Arrival() && !by.Aged()
	s.keys, s.list = s.keys[:jobs], s.list[:0]
}

// place is where the jobs of a key begin in the list, or end.
func (s *standing) place(key uint64, end bool) int {
	low, high := 0, len(s.list)
	for low < high {
		if mid := (low + high) / 2; s.keys[s.list[mid]] < key || end && s.keys[s.list[mid]] == key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// drop takes a job out of the list.
func (s *standing) drop(j int32) {
	if !s.ranked {
		return
	}
	at := s.place(s.keys[j], false)
	for s.list[at] != j {
		at++
	}
	s.list = take(s.list, at)
}

// put and take keep lists in order, in place.
func put[T any](list []T, at int, x T) []T {
	list = append(list, x)
	copy(list[at+1:], list[at:])
	list[at] = x
	return list
}

func take[T any](list []T, at int) []T {
	copy(list[at:], list[at+1:])
	return list[:len(list)-1]
}

// key is a waiting job's in an order, now.
func (e *ForetoldEngine) key(o order.Order, j int32) uint64 {
	s := e.trace.Submit[j]
	return order.Sortable(o.Key(e.expected[j], e.trace.Size[j], s-e.trace.Start, e.now-s))
}

// end takes a job off the machine; what it was is known from now on.
func (e *ForetoldEngine) end(j int32) {
	if e.starts[j] == e.now { // one of no length is told of in turn
		e.tell()
	}
	e.cfg.Foreteller.End(j, e.now)
	e.forget(j)
	e.free += int64(e.trace.Size[j])
}

// outlives says whether a running job's end comes after its projected one.
func (e *ForetoldEngine) outlives(j int32) bool { return e.trace.Run[j] > e.expected[j] }

// expect notes a running job's projected end, and when it is to be corrected.
func (e *ForetoldEngine) expect(j int32) {
	at := e.starts[j] + e.expected[j]
	e.releases = put(e.releases, after(e.releases, at), release{at, e.trace.Size[j], j}) // ties in the order they came
	if e.outlives(j) {
		push(&e.expiries, moment{at, e.next(), j})
	}
}

// forget takes a running job's projected end back.
func (e *ForetoldEngine) forget(j int32) {
	i := after(e.releases, e.starts[j]+e.expected[j]-1)
	for e.releases[i].job != j {
		i++
	}
	e.releases = take(e.releases, i)
}

func (e *ForetoldEngine) next() int32 {
	e.seq++
	return e.seq
}

// available are the processors that are free now, those of jobs that are due to
// end now among them.
func (e *ForetoldEngine) available() int64 {
	free := e.free
	for _, r := range e.releases {
		if r.at > e.now {
			break
		}
		free += int64(r.size)
	}
	return free
}

// pass starts who can start.
func (e *ForetoldEngine) pass() {
	free, t := e.available(), e.trace
	if free < e.least && !e.cfg.Primary.Arrival() {
		return // whoever is head
	}
	head := e.head()
	for head >= 0 && int64(t.Size[head]) <= free {
		free -= int64(t.Size[head])
		e.start(head)
		head = e.head()
	}
	if len(e.waiting) < 2 || free < e.least {
		return
	}
	// The reservation of the head: all that is released at its shadow time counts.
	shadow, then := int64(0), free
	need := int64(t.Size[head])
	for i := 0; i < len(e.releases) && (then < need || e.releases[i].at == shadow); i++ {
		if r := e.releases[i]; r.at > e.now {
			shadow = r.at
			then += int64(r.size)
		}
	}
	e.room = room{free, shadow - e.now, then - need}
	e.least = math.MaxInt64
	if !e.cfg.Primary.Arrival() {
		e.least = need
	}
	if e.cfg.Depth > 0 || e.cfg.Tries > 0 {
		e.few()
		e.least = 1 // of those that nobody looked at
		return
	}
	e.rest(head)
	if e.room.free <= 0 { // not all were looked at
		e.least = 1
	}
}

// head is the waiting job that goes first, -1 where none waits: the late before all, the longest waiting first, then by the
// primary order, of equal ones the oldest.
func (e *ForetoldEngine) head() int32 {
	switch p := &e.fronts; {
	case len(e.waiting) == 0:
		return -1
	case p.by.Arrival() || e.late(e.waiting[0]):
		return e.waiting[0]
	case p.ranked:
		return p.list[0]
	default:
		first, least := int32(-1), uint64(math.MaxUint64)
		for _, j := range e.waiting {
			if k := e.key(p.by, j); first < 0 || k < least {
				first, least = j, k
			}
		}
		return first
	}
}

// rest tries the jobs behind the head, in backfilling order.
func (e *ForetoldEngine) rest(head int32) {
	// The late come first: they are those that have waited longest.
	late := 0
	if head == e.waiting[0] {
		late = 1
	}
	for late > 0 && late < len(e.waiting) && e.late(e.waiting[late]) {
		if !e.backfill(e.waiting[late]) {
			late++
		}
	}
	switch b := e.cfg.Backfill; {
	case b.Arrival():
		for i := late; i < len(e.waiting) && e.room.free > 0; {
			if e.waiting[i] == head || !e.backfill(e.waiting[i]) {
				i++
			}
		}
	case b.Aged():
		for _, j := range e.aged(e.waiting[late:]) {
			if j != head {
				e.backfill(j)
			}
		}
	default:
		last := int32(-1) // of the head and the late
		if late > 0 {
			last = e.waiting[late-1]
		}
		for i := 0; i < len(e.others.list) && e.room.free > 0; {
			if j := e.others.list[i]; j <= last || j == head || !e.backfill(j) {
				i++
			}
		}
	}
}

// late says whether a job has waited longer than the threshold.
func (e *ForetoldEngine) late(j int32) bool {
	return e.cfg.Threshold >= 0 && e.now-e.trace.Submit[j] > e.cfg.Threshold
}

// backfill starts a waiting job if that does not delay the head, and says whether
// it did.
func (e *ForetoldEngine) backfill(j int32) bool {
	q := int64(e.trace.Size[j])
	if q > e.room.free {
		e.least = min(e.least, q)
		return false
	}
	switch {
	case e.expected[j] <= e.room.window:
	case q <= e.room.extra:
		e.room.extra -= q
	default:
		e.least = min(e.least, q)
		return false
	}
	e.room.free -= q
	e.start(j)
	return true
}

// aged are waiting jobs in a backfilling order that depends on their age.
func (e *ForetoldEngine) aged(waiting []int32) []int32 {
	list := append(e.sorted[:0], waiting...)
	e.sorted = list
	keys := e.others.keys
	for _, j := range list {
		keys[j] = e.key(e.others.by, j)
	}
	first := func(a, b int32) bool { return keys[a] < keys[b] || keys[a] == keys[b] && a < b }
	gap := 1
	for gap < len(list)/9 {
		gap = 3*gap + 1
	}
	for ; gap > 0; gap /= 3 { // by falling gaps
		for i := gap; i < len(list); i++ {
			j, at := list[i], i
			for at >= gap && first(j, list[at-gap]) {
				list[at] = list[at-gap]
				at -= gap
			}
			list[at] = j
		}
	}
	return list
}

// start puts a waiting job on the machine.
func (e *ForetoldEngine) start(j int32) {
	e.waiting = take(e.waiting, int(number(j, e.waiting, math.MaxInt)))
	e.fronts.drop(j)
	e.others.drop(j)
	e.starts[j] = e.now
	e.free -= int64(e.trace.Size[j])
	e.expect(j)
	push(&e.ends, moment{e.now + e.trace.Run[j], e.next(), j})
	e.started = append(e.started, j)
}

// push and pop keep a heap of moments.
func push(h *[]moment, m moment) {
	*h = append(*h, m)
	list := *h
	for i := len(list) - 1; i > 0; {
		up := (i - 1) / 2
		if !before(list[i], list[up]) {
			return
		}
		list[i], list[up] = list[up], list[i]
		i = up
	}
}

func pop(h *[]moment) moment {
	list := *h
	top := list[0]
	n := len(list) - 1
	list[0] = list[n]
	list = list[:n]
	*h = list
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			return top
		}
		if c+1 < n && before(list[c+1], list[c]) {
			c++
		}
		if !before(list[c], list[i]) {
			return top
		}
		list[i], list[c] = list[c], list[i]
		i = c
	}
}

func before(a, b moment) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }
