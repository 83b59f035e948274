package held

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
)

// Cause is what a second of waiting is due to.
type Cause uint8

// The causes.
const (
	Full   Cause = iota // fewer processors were free than the job asks for
	Ahead               // there was room, but by the requests a start would have delayed the first job ahead of it
	Ruled               // there was room, and a rule forbade the start
	InVain              // there was room, no rule forbade it, and nobody would have been delayed
	Causes = 4
)

// Breach is how a recorded start goes against what is supposed of the machine.
type Breach uint8

// The breaches, in the order in which they are looked for: a start has one at most.
const (
	Forbidden Breach = iota // a rule forbids it
	NoRoom                  // there were fewer processors than it took
	Delays                  // it delays the head of the queue by the requests
	Overtakes               // a job before it could have started as well
	Breaches  = 4
)

// Order is how the queue is ordered.
type Order uint8

// The orders that a machine may be supposed to have.
const (
	FCFS Order = iota
	SPF        // smallest request
	SAF        // smallest request times processors
	LQF        // most processors
	SQF        // fewest processors
	LCFS
	Orders = 6
)

func (o Order) String() string { return [...]string{"FCFS", "SPF", "SAF", "LQF", "SQF", "LCFS"}[o] }

// Machine is what is supposed of a machine.
type Machine struct {
	Order Order
	Plain bool // no backfilling
	Rules []rule.Bound
}

// Sum is what a pass finds. Halves are the even and the odd weeks since the first submission.
type Sum struct {
	Waited    [2][Causes]int64 // seconds of jobs, by half
	Breaches  [2][Breaches]int
	Contested [2]int // starts of jobs that had waited, or beside which others waited
}

// All is the waiting of a half, in seconds.
func (s *Sum) All(half int) (sum int64) {
	for _, x := range s.Waited[half] {
		sum += x
	}
	return sum
}

// Add adds another so many times.
func (s *Sum) Add(x *Sum, times int) {
	for half := range s.Waited {
		for c, n := range x.Waited[half] {
			s.Waited[half][c] += int64(times) * n
		}
		for b, n := range x.Breaches[half] {
			s.Breaches[half][b] += times * n
		}
		s.Contested[half] += times * x.Contested[half]
	}
}

// Beside says what a rule is worth in a half beside the others, by the sums with it and without: how many seconds of jobs would be
// in vain without it, and how many more starts are forbidden or have no room with it.
func (s *Sum) Beside(without *Sum, half int) (seconds int64, broken int) {
	for _, x := range []Breach{Forbidden, NoRoom} {
		broken += s.Breaches[half][x] - without.Breaches[half][x]
	}
	return without.Waited[half][InVain] - s.Waited[half][InVain], broken
}

// Share is the part of a half's waiting in vain, 0 to 1.
func (s *Sum) Share(half int) float64 {
	return ratio(float64(s.Waited[half][InVain]), float64(s.All(half)))
}

// Broken is the part of a half's contested starts that go against what is supposed, 0 to 1.
func (s *Sum) Broken(half int) float64 {
	n := 0
	for _, x := range s.Breaches[half] {
		n += x
	}
	return ratio(float64(n), float64(s.Contested[half]))
}

// Parts is the waiting of both halves together.
func (s *Sum) Parts() (p Parts) {
	for half := range s.Waited {
		of := Parts(s.Waited[half])
		p.add(&of)
	}
	return p
}

// Starts are the contested ones of both halves together, and those of them that go against what is supposed.
func (s *Sum) Starts() (contested, broken int) {
	for half := range s.Contested {
		contested += s.Contested[half]
		for _, n := range s.Breaches[half] {
			broken += n
		}
	}
	return contested, broken
}

// Lacking is the part of all contested starts that had no room, 0 to 1: where it is large the machine is not
// what the log says.
func (s *Sum) Lacking() float64 {
	return ratio(float64(s.Breaches[0][NoRoom]+s.Breaches[1][NoRoom]), float64(s.Contested[0]+s.Contested[1]))
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// waiter is a job of the queue.
type waiter struct {
	ask, start int64
	since      int64 // when it began to wait in vain, as it still does; never where it does not
	size       int32
	job        int32
	rules      guard.Mask // that concern it
}

// runner is a running job and when it ends by its request.
type runner struct {
	end  int64
	size int64
	job  int32
}

// Pass goes through a record. It keeps its buffers: use one for each goroutine.
type Pass struct {
	record  *Record
	guard   guard.Guard
	machine Machine

	queue   []waiter
	running []runner
	used    int64
	sizes   [64]int       // of the queue, by their binary digits,
	digits  uint64        // and which of these there are
	vain    int64         // so many wait in vain,
	lead    int           // and so many at the least before all others,
	widest  int32         // of which none has more processors
	ranks   []uint64      // of the queue, where rules say who goes first, but for those who came since,
	ranking guard.Mask    // and by which rules they are
	calm    calm          // where there are no rules
	jobs    [Causes]int64 // that wait for each cause
	base    int64         // the first submission
	all     int32         // jobs that wait and don't start now,
	by      []int32       // and those of each user

	// Vain is how long each job waited in vain.
	Vain []int64
	// Each, where asked for by Detail, is how long each job waited for each cause.
	Each [][Causes]int64
	lazy bool   // a job's is added up only when it waits for another cause
	owed []owed // by job, what it lacks meanwhile
	full int64  // seconds so far in which all jobs waited for processors, and none was looked at
	// Against is, by job, one more than the Breach of its start, 0 where it went against nothing that is supposed. Nil: nobody asks.
	Against []uint8
	sum     Sum

	// Ahead is how far in time the last pass looked at most, for when rules let a job start that keeps its turn.
	Ahead int64

	// Enough, where it is there, is asked after each start that goes against the order: true ends the pass there, and Over says so.
	Enough func(*Sum) bool
	Over   bool

	// Watch is told of the next passes; nil costs nothing.
	Watch    Watcher
	listener Listener // is Watch, where it is one
	stakes   *stakes  // nil: nobody asks
}

// Watcher is told more of a pass than is summed up. Its jobs are those of Record.Trace.
type Watcher interface {
	// Interval says that so many jobs waited for each cause from an instant to before another. No
	// half hour of the clock on the wall, counted from full hours, begins within.
	Interval(from, to int64, jobs *[Causes]int64)
	// Start says that a job starts, before it is counted; contested says whether it waited or others do.
	Start(now int64, j int32, contested bool)
	// End says that a job ended.
	End(j int32)
}

// Listener is a Watcher that is told of each job, which takes longer.
type Listener interface {
	Watcher
	// Vain says that a job waits in vain from an instant to before another, and whether it did not before.
	Vain(from, to int64, j int32, first bool)
}

// owed is since when a job waits for what it waits for.
type owed struct {
	since, full int64 // and Pass.full then
	cause       Cause
}

// NewPass makes a pass over a record.
func NewPass(r *Record) *Pass {
	return &Pass{record: r, Vain: make([]int64, r.trace.Len()), by: make([]int32, max(1, len(r.trace.Users)))}
}

// Detail has the next passes fill Each.
func (p *Pass) Detail() {
	n := p.record.trace.Len()
	p.Each, p.owed = make([][Causes]int64, n), make([]owed, n)
}

// Run goes through the record, under what is supposed of the machine.
func (p *Pass) Run(m *Machine) (Sum, error) { return p.Within(m, math.MinInt64, math.MaxInt64) }

// Within goes through a while of the record: from the last event before an instant, whose starts are not judged, to the first event at
// or behind another, whose starts are. Two machines of rules, neither of fair share nor of who goes first, that differ in some that hold
// in that while alone, say the same of the rest: up to its beginning by what Ahead was more, where a job keeps its turn. But rules
// that last are asked together whom they would keep for ever: those may not differ where Excused says that there is somebody.
func (p *Pass) Within(m *Machine, from, to int64) (Sum, error) {
	r, t := p.record, p.record.trace
	if err := p.guard.Load(t, m.Rules, false); err != nil {
		return Sum{}, err
	}
	p.empty(m)
	begin, end := int64(math.MinInt64), int64(math.MaxInt64)
	if at := r.first(from); at > 0 {
		begin = r.events[at-1].at
	}
	if at := r.first(to); at < len(r.events) {
		end = r.events[at].at
	}
	now := begin
	for i := 0; i < len(r.events); {
		now = r.events[i].at
		first := i
		for ; i < len(r.events) && r.events[i].at == now && r.events[i].kind == ends; i++ {
			p.end(r.events[i].job)
		}
		for ; i < len(r.events) && r.events[i].at == now && r.events[i].kind == comes; i++ {
			p.come(r.events[i].job)
		}
		if p.guard.Shares() {
			p.rank(now)
		}
		begun := i
		for i < len(r.events) && r.events[i].at == now && r.events[i].kind == starts {
			i++
		}
		p.start(now, r.events[begun:i], now > begin)
		if i == first || now == end || p.Over { // a job that runs no second was left out, so each instant has an event
			break
		}
		if i < len(r.events) && len(p.queue) > 0 && now >= begin {
			p.wait(now, r.events[i].at)
		}
	}
	for i := range p.queue {
		p.settle(now, p.queue[i].job, Full)
		p.cease(end, &p.queue[i])
	}
	return p.sum, nil
}

// empty begins anew.
func (p *Pass) empty(m *Machine) {
	p.machine, p.sum, p.used, p.vain = *m, Sum{}, 0, 0
	p.queue, p.running, p.sizes, p.digits, p.lead = p.queue[:0], p.running[:0], [64]int{}, 0, 0
	p.ranks, p.ranking, p.base = p.ranks[:0], 0, p.record.trace.Submit[0]
	p.all, p.Ahead, p.Over, p.calm, p.full = 0, 0, false, calm{}, 0
	p.listener, _ = p.Watch.(Listener)
	p.lazy = p.Each != nil && p.listener == nil && p.guard.Empty()
	clear(p.by)
	clear(p.Vain)
	clear(p.Each)
	clear(p.Against)
}

// Excused says of the machine of the last pass that rules that last would together keep some job for ever.
func (p *Pass) Excused() bool { return p.guard.Excused() }

// start has the jobs of an instant start, which are judged or not.
func (p *Pass) start(now int64, list []event, judged bool) {
	if len(list) == 0 {
		return
	}
	for _, e := range list { // who starts now is nobody's reason to be held
		p.crowd(e.job, -1)
		p.guard.Go(e.job)
	}
	if judged {
		p.judge(now, len(list))
	} else {
		for i := 0; i < len(p.queue); {
			if p.queue[i].start == now {
				p.leave(now, i)
			} else {
				i++
			}
		}
	}
	p.guard.Settle()
}

// crowd counts who waits.
func (p *Pass) crowd(j, n int32) {
	p.all += n
	p.by[p.record.trace.User[j]] += n
}

// Others says, while somebody is told of a pass, whether jobs of users other than a job's wait and don't start now.
func (p *Pass) Others(j int32) bool { return p.all > p.by[p.record.trace.User[j]] }

// half is which of the two an instant belongs to.
func (p *Pass) half(at int64) int { return int((at-p.base)/job.Week) & 1 }

func (p *Pass) end(j int32) {
	at := p.place(p.record.start[j] + p.record.trace.Request[j] - 1)
	for p.running[at].job != j {
		at++
	}
	p.running = slices.Delete(p.running, at, at+1)
	p.calm.seen = 0
	p.used -= int64(p.record.trace.Size[j])
	if p.Watch != nil {
		p.Watch.End(j)
	}
	p.guard.End(p.record.start[j], j)
}

// come puts a job into the queue.
func (p *Pass) come(j int32) {
	t := p.record.trace
	w := waiter{job: j, ask: t.Request[j], start: p.record.start[j], size: t.Size[j], since: never, rules: p.guard.Concern(j)}
	at := len(p.queue)
	if at > 0 && p.machine.Order != FCFS && !p.guard.Shares() { // jobs come in the order of FCFS
		at = sort.Search(at, func(i int) bool { return p.before(&w, &p.queue[i]) })
	}
	if at < p.calm.seen {
		p.calm.seen = 0
	}
	p.queue = slices.Insert(p.queue, at, w)
	if p.lazy {
		p.owed[j] = owed{since: t.Submit[j], full: p.full}
	}
	p.crowd(j, 1)
	if p.stakes != nil {
		p.stakes.count(j, 1)
	}
	p.guard.Come(j)
	p.lead = min(p.lead, at)
	digits := bits.Len32(uint32(w.size))
	p.sizes[digits]++
	p.digits |= 1 << digits
}

// before says whether one job stands before another, but for fair share.
func (p *Pass) before(a, b *waiter) bool {
	x, y := p.key(a), p.key(b)
	return x < y || x == y && a.job < b.job
}

// rank puts the queue in order by who goes first. By classes alone nobody leaves his place while the same rules hold, and only who came
// is put in; by what users used hardly anybody does.
func (p *Pass) rank(now int64) {
	rules, steady := p.guard.Ranking(now)
	if !steady || rules != p.ranking {
		p.ranking, p.ranks = rules, p.ranks[:0]
	}
	for i := len(p.ranks); i < len(p.queue); i++ {
		w := p.queue[i]
		share, at := p.guard.Share(now, w.job), i
		for ; at > 0 && (share < p.ranks[at-1] || share == p.ranks[at-1] && p.before(&w, &p.queue[at-1])); at-- {
			p.queue[at] = p.queue[at-1]
		}
		p.queue[at] = w
		p.ranks = slices.Insert(p.ranks, at, share)
		p.lead = min(p.lead, at)
	}
}

func (p *Pass) key(w *waiter) int64 {
	switch p.machine.Order {
	case SPF:
		return w.ask
	case SAF:
		return w.ask * int64(w.size)
	case LQF:
		return -int64(w.size)
	case SQF:
		return int64(w.size)
	case LCFS:
		return -p.record.trace.Submit[w.job]
	}
	return 0 // jobs stand in submit order
}

// leave takes job number i out of the queue and has it run.
func (p *Pass) leave(now int64, i int) {
	p.cease(now, &p.queue[i])
	w := p.queue[i]
	p.settle(now, w.job, Full)
	if p.stakes != nil {
		p.stakes.count(w.job, -1)
	}
	p.queue = slices.Delete(p.queue, i, i+1)
	if i < len(p.ranks) {
		p.ranks = slices.Delete(p.ranks, i, i+1)
	}
	if i < p.lead {
		p.lead--
	}
	digits := bits.Len32(uint32(w.size))
	if p.sizes[digits]--; p.sizes[digits] == 0 {
		p.digits &^= 1 << digits
	}
	end := now + w.ask
	p.calm.seen = 0
	p.running = slices.Insert(p.running, p.place(end), runner{end, int64(w.size), w.job})
	p.used += int64(w.size)
	p.guard.Start(now, w.job)
}

// place is where those stand whose requests end later.
func (p *Pass) place(end int64) int {
	return sort.Search(len(p.running), func(i int) bool { return p.running[i].end > end })
}

// fits says whether some waiting job may be small enough.
func (p *Pass) fits(room int64) bool {
	return room > 0 && p.digits<<(63-bits.Len64(uint64(room))) != 0
}

// head is the first job that has no room, and its reservation.
type head struct {
	there         bool
	shadow, extra int64
}

// reserve gives a job a place no sooner than an instant.
func (p *Pass) reserve(now, from, size, room int64) head {
	free := room
	at := max(now+1, from)
	for i := range p.running {
		x := &p.running[i]
		if free >= size && x.end > at {
			break
		}
		free += x.size
		at = max(at, x.end)
	}
	return head{true, at, free - size}
}

// blocked says whether a start would delay the head by the requests.
func (p *Pass) blocked(h *head, now int64, w *waiter) bool {
	return h.there && (p.machine.Plain || now+w.ask > h.shadow && int64(w.size) > h.extra)
}

// keeps says whether a job that is forbidden becomes head all the same, and makes it so.
func (p *Pass) keeps(h *head, now, room int64, w *waiter, by guard.Mask) {
	if turns := p.guard.Turns(); !h.there && turns != 0 && by&^turns == 0 {
		at := p.guard.Opens(now, w.job)
		p.Ahead = max(p.Ahead, at-now)
		if at < guard.Never {
			*h = p.reserve(now, at, int64(w.size), room)
		}
	}
}

// judge looks whether the starts of an instant were allowed, and makes them.
func (p *Pass) judge(now int64, starting int) {
	var h head
	half := p.half(now)
	could, turns := false, p.guard.Turns() != 0
	holds, _ := p.guard.Look(now)
	room := p.room(now)
	if p.stakes != nil {
		p.stakes.several = starting > 1
		p.stakes.part(len(p.queue))
	}
	for i := 0; starting > 0; {
		w := &p.queue[i]
		if w.start != now {
			i++
			if h.there && could { // nothing can matter any more
				continue
			}
			wide := int64(w.size) > room
			switch { // what can't matter any more is not asked for
			case h.there && (wide || could || w.since < never || p.blocked(&h, now, w)):
			case !turns && !wide && (could || w.since < never):
			case w.rules&holds != 0 && p.skip(&h, now, room, w, w.rules&holds):
			case wide:
				h = p.reserve(now, 0, int64(w.size), room)
			case w.since == never:
				could = true
			}
			continue
		}
		starting--
		p.begin(now, half, room, w, &h, could)
		if h.there && now+w.ask > h.shadow {
			h.extra -= int64(w.size)
		}
		room -= int64(w.size)
		p.leave(now, i)
	}
}

// verdict is whether rules keep jobs of one size, at one instant.
type verdict struct {
	rules  guard.Mask
	size   int32
	barred bool
}

// of says whether a verdict is of a job.
func (v *verdict) of(w *waiter, rules guard.Mask) bool { return v.rules == rules && v.size == w.size }

// say is skip, and keeps what it says where it is so of the next of the size: jobs alike mostly wait together.
func (p *Pass) say(v *verdict, h *head, now, room int64, w *waiter, rules guard.Mask) bool {
	alike := p.guard.BySize(rules) && (h.there || p.guard.Turns() == 0)
	barred := p.skip(h, now, room, w, rules)
	if alike {
		*v = verdict{rules, w.size, barred}
	}
	return barred
}

// skip says whether one of the rules that concern a job and hold keeps it.
func (p *Pass) skip(h *head, now, room int64, w *waiter, rules guard.Mask) bool {
	if h.there || p.guard.Turns() == 0 {
		return p.guard.Barred(now, w.job, rules, int64(w.size))
	}
	by := p.guard.Forbids(now, w.job)
	if by != 0 {
		p.keeps(h, now, room, w, by)
	}
	return by != 0
}

// begin judges one start.
func (p *Pass) begin(now int64, half int, room int64, w *waiter, h *head, could bool) {
	contested := len(p.queue) > 1 || now > p.record.trace.Submit[w.job]
	if p.Watch != nil {
		p.Watch.Start(now, w.job, contested)
	}
	if !contested {
		return
	}
	p.sum.Contested[half]++
	var breach Breach
	switch {
	case !p.guard.Empty() && p.guard.BarsLast(now, w.job):
		breach = Forbidden
	case int64(w.size) > room:
		breach = NoRoom
	case p.blocked(h, now, w):
		breach = Delays
	case could:
		breach = Overtakes
	default:
		return
	}
	p.sum.Breaches[half][breach]++
	if p.stakes != nil {
		p.stakes.breach(half, breach)
	}
	if p.Enough != nil && breach >= Delays && p.Enough(&p.sum) {
		p.Over = true
	}
	if p.Against != nil {
		p.Against[w.job] = 1 + uint8(breach)
	}
}

func (p *Pass) room(now int64) int64 { return p.record.trace.Procs - p.used - p.guard.Out(now) }

// wait tells what the waiting jobs wait for until the next event. It is cut where weeks part, and where the
// clock may change what a rule says.
func (p *Pass) wait(now, next int64) {
	for now < next {
		to := min(next, p.base+((now-p.base)/job.Week+1)*job.Week)
		if !p.guard.Empty() {
			to = min(to, p.guard.Until(now))
		}
		if p.Watch != nil {
			to = min(to, now+halfHour-mod(p.guard.Wall(now, false), halfHour))
		}
		p.until(now, to)
		if now = to; now < next && p.guard.Shares() {
			p.rank(now)
		}
	}
}

const halfHour = 1800

func mod(a, b int64) int64 { return ((a % b) + b) % b }

// until is what they wait for from an instant to before another.
func (p *Pass) until(now, to int64) {
	dt, half, room := to-now, p.half(now), p.room(now)
	fits := p.fits(room)
	switch {
	case p.Each != nil && !p.lazy || fits && (p.listener != nil || !p.guard.Empty()):
		p.walk(now, to, room)
	case fits || p.vain > 0:
		p.pace(now, room)
	default:
		p.jobs = [Causes]int64{Full: int64(len(p.queue))}
		p.full += dt
	}
	for c, n := range p.jobs {
		p.sum.Waited[half][c] += n * dt
	}
	if p.stakes != nil {
		p.stakes.wait(p, now, to)
	}
	if p.Watch != nil {
		p.Watch.Interval(now, to, &p.jobs)
	}
}

// calm is what was found of the first jobs of the queue, which is so until a job starts or ends, or an instant has passed.
type calm struct {
	seen int // so many; 0: nothing is known
	full int64
	head head
	ask  int64 // the longest request of those that wait in vain and would delay the head if it were longer
}

// last is that instant: from then on one of them would delay the head. A job ends before the head's time has passed.
func (c *calm) last() int64 { return c.head.shadow - c.ask }

// pace goes through the queue where there are no rules, or no room. Most jobs wait for what they waited for: only of
// a job that begins or ceases to wait in vain is anything noted.
func (p *Pass) pace(now, room int64) {
	c := &p.calm
	if c.seen == 0 || now > c.last() || !p.guard.Empty() {
		if p.lead = p.ahead(now, room); p.lead == len(p.queue) {
			p.jobs, *c = [Causes]int64{InVain: p.vain}, calm{}
			return
		}
		*c = calm{seen: p.lead, head: head{true, -1, -1}} // nobody passes a head without backfilling, nor finds room where none is
		if !p.machine.Plain && p.fits(room) {
			c.head = p.reserve(now, 0, int64(p.queue[p.lead].size), room)
		}
	}
	full, ask, extra, longest := c.full, c.ask, min(c.head.extra, room), c.head.shadow-now
	waits := p.queue[c.seen:]
	for i := range waits {
		w := &waits[i]
		size, vain, cause := int64(w.size), false, Ahead
		if size > room {
			full++
			cause = Full
		} else if size <= extra {
			vain = true
		} else if w.ask <= longest {
			vain = true
			ask = max(ask, w.ask)
		}
		if p.lazy {
			if vain {
				cause = InVain
			}
			if cause != p.owed[w.job].cause {
				p.settle(now, w.job, cause)
			}
		}
		if vain != (w.since < never) {
			p.turn(now, w)
		}
	}
	if c.full, c.ask, c.seen = full, ask, len(p.queue); c.head.shadow < 0 {
		c.seen = 0
	}
	p.jobs = [Causes]int64{Full: full, Ahead: int64(len(p.queue)) - full - p.vain, InVain: p.vain}
}

// ahead is how many jobs find room before the first that does not: they wait in vain.
func (p *Pass) ahead(now, room int64) int {
	if int64(p.widest) > room || p.lead == 0 {
		p.lead, p.widest = 0, 0
	}
	i := p.lead
	for ; i < len(p.queue) && int64(p.queue[i].size) <= room; i++ {
		w := &p.queue[i]
		p.widest = max(p.widest, w.size)
		if p.lazy && p.owed[w.job].cause != InVain {
			p.settle(now, w.job, InVain)
		}
		if w.since == never {
			p.turn(now, w)
		}
	}
	return i
}

// walk goes through the queue where rules may keep jobs, or somebody is told of each.
func (p *Pass) walk(now, to, room int64) {
	var h head
	var last verdict
	fits, told := p.fits(room), p.Each != nil || p.listener != nil
	holds, _ := p.guard.Look(now)
	full, held := int64(0), int64(0)
	p.lead = 0
	for i := range p.queue {
		w := &p.queue[i]
		cause, rules := InVain, w.rules&holds
		switch {
		case int64(w.size) > room:
			cause = Full
			full++
			if fits && !h.there && (rules == 0 || !p.skip(&h, now, room, w, rules)) {
				h = p.reserve(now, 0, int64(w.size), room)
			}
		case rules != 0 && (last.of(w, rules) && last.barred || !last.of(w, rules) && p.say(&last, &h, now, room, w, rules)):
			cause = Ruled
			held++
		case p.blocked(&h, now, w):
			cause = Ahead
		}
		if cause == InVain != (w.since < never) {
			p.turn(now, w)
		}
		if told {
			p.tell(now, to, w, cause)
		}
	}
	p.jobs = [Causes]int64{Full: full, Ahead: int64(len(p.queue)) - full - held - p.vain, Ruled: held, InVain: p.vain}
}

// turn has a job begin to wait in vain, or cease to.
func (p *Pass) turn(now int64, w *waiter) {
	if w.since < never {
		p.cease(now, w)
		return
	}
	w.since = now
	p.vain++
}

// cease ends a job's waiting in vain, where it does.
func (p *Pass) cease(now int64, w *waiter) {
	if w.since < never {
		p.Vain[w.job] += now - w.since
		w.since = never
		p.vain--
	}
}

// settle adds up what a job waited for until an instant, from which on it waits for a cause.
func (p *Pass) settle(now int64, j int32, cause Cause) {
	if !p.lazy {
		return
	}
	x := &p.owed[j]
	full := p.full - x.full
	p.Each[j][Full] += full
	p.Each[j][x.cause] += now - x.since - full
	*x = owed{now, p.full, cause}
}

// never is when a job that does not wait in vain began to.
const never = math.MaxInt64

// tell passes on what a job waits for.
func (p *Pass) tell(now, to int64, w *waiter, cause Cause) {
	if p.Each != nil {
		p.Each[w.job][cause] += to - now
	}
	if p.listener != nil && cause == InVain {
		p.listener.Vain(now, to, w.job, w.since == now && p.Vain[w.job] == 0)
	}
}
