package held

import (
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
	share    uint64 // what goes before the key, where a rule of fair share holds
	key, ask int64
	size     int64
	job      int32
	vain     int32 // the interval in which it last waited in vain
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
	sizes   [64]int // of the queue, by their binary digits
	tick    int32   // numbers intervals
	base    int64   // the first submission

	// Vain is how long each job waited in vain.
	Vain []int64
	// Each, where asked for by Detail, is how long each job waited for each cause.
	Each [][Causes]int64
	sum  Sum

	// Watch is told of the next passes; nil costs nothing.
	Watch Watcher
}

// Watcher is told more of a pass than is summed up. Its jobs are those of Record.Trace.
type Watcher interface {
	// Interval says that so many jobs waited for each cause from an instant to before another. No
	// half hour of the clock on the wall, counted from full hours, begins within.
	Interval(from, to int64, jobs *[Causes]int64)
	// Vain says that a job waits in vain from an instant to before another, and whether it did not before.
	Vain(from, to int64, j int32, first bool)
	// Start says that a job starts, before it is counted; contested says whether it waited or others do.
	Start(now int64, j int32, contested bool)
	// End says that a job ended.
	End(j int32)
}

// NewPass makes a pass over a record.
func NewPass(r *Record) *Pass { return &Pass{record: r, Vain: make([]int64, r.trace.Len())} }

// Detail has the next passes fill Each.
func (p *Pass) Detail() { p.Each = make([][Causes]int64, p.record.trace.Len()) }

// Run goes through the record, under what is supposed of the machine.
func (p *Pass) Run(m *Machine) (Sum, error) {
	r, t := p.record, p.record.trace
	if err := p.guard.Load(t, m.Rules, false); err != nil {
		return Sum{}, err
	}
	p.machine, p.sum, p.used, p.tick = *m, Sum{}, 0, 1
	p.queue, p.running, p.sizes = p.queue[:0], p.running[:0], [64]int{}
	p.base = t.Submit[0]
	clear(p.Vain)
	clear(p.Each)
	for i := 0; i < len(r.events); {
		now := r.events[i].at
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
		if i > begun {
			p.judge(now, i-begun)
		}
		if i == first { // a job that runs no second was left out, so each instant has an event
			break
		}
		if i < len(r.events) && len(p.queue) > 0 {
			p.wait(now, r.events[i].at)
		}
	}
	return p.sum, nil
}

// half is which of the two an instant belongs to.
func (p *Pass) half(at int64) int { return int((at-p.base)/job.Week) & 1 }

func (p *Pass) end(j int32) {
	at := p.place(p.record.start[j] + p.record.trace.Request[j] - 1)
	for p.running[at].job != j {
		at++
	}
	p.running = slices.Delete(p.running, at, at+1)
	p.used -= int64(p.record.trace.Size[j])
	if p.Watch != nil {
		p.Watch.End(j)
	}
	p.guard.End(p.record.start[j], j)
}

// come puts a job into the queue.
func (p *Pass) come(j int32) {
	t := p.record.trace
	w := waiter{job: j, ask: p.record.trace.Request[j], size: int64(t.Size[j])}
	w.key = p.key(&w)
	at := len(p.queue)
	if at > 0 && !before(&p.queue[at-1], &w) {
		at, _ = slices.BinarySearchFunc(p.queue, w, func(a, b waiter) int {
			if before(&a, &b) {
				return -1
			}
			return 1
		})
	}
	p.queue = slices.Insert(p.queue, at, w)
	p.sizes[bits.Len64(uint64(w.size))]++
}

func before(a, b *waiter) bool {
	if a.share != b.share {
		return a.share < b.share
	}
	return a.key < b.key || a.key == b.key && a.job < b.job
}

// rank puts the queue in order by what its users used, of which hardly anybody leaves his place.
func (p *Pass) rank(now int64) {
	for i := range p.queue {
		w := p.queue[i]
		w.share = p.guard.Share(now, w.job)
		at := i
		for ; at > 0 && before(&w, &p.queue[at-1]); at-- {
			p.queue[at] = p.queue[at-1]
		}
		p.queue[at] = w
	}
}

func (p *Pass) key(w *waiter) int64 {
	switch p.machine.Order {
	case SPF:
		return w.ask
	case SAF:
		return w.ask * w.size
	case LQF:
		return -w.size
	case SQF:
		return w.size
	case LCFS:
		return -p.record.trace.Submit[w.job]
	}
	return 0 // jobs stand in submit order
}

// leave takes job number i out of the queue and has it run.
func (p *Pass) leave(now int64, i int) {
	w := p.queue[i]
	p.queue = slices.Delete(p.queue, i, i+1)
	p.sizes[bits.Len64(uint64(w.size))]--
	end := now + w.ask
	p.running = slices.Insert(p.running, p.place(end), runner{end, w.size, w.job})
	p.used += w.size
	p.guard.Start(now, w.job)
}

// place is where those stand whose requests end later.
func (p *Pass) place(end int64) int {
	return sort.Search(len(p.running), func(i int) bool { return p.running[i].end > end })
}

// fits says whether some waiting job may be small enough.
func (p *Pass) fits(room int64) bool {
	if room <= 0 {
		return false
	}
	for _, n := range p.sizes[:bits.Len64(uint64(room))+1] {
		if n > 0 {
			return true
		}
	}
	return false
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
	return h.there && (p.machine.Plain || now+w.ask > h.shadow && w.size > h.extra)
}

// keeps says whether a job that is forbidden becomes head all the same, and makes it so.
func (p *Pass) keeps(h *head, now, room int64, w *waiter, by guard.Mask) {
	if turns := p.guard.Turns(); !h.there && turns != 0 && by&^turns == 0 {
		if at := p.guard.Opens(now, w.job); at < guard.Never {
			*h = p.reserve(now, at, w.size, room)
		}
	}
}

// judge looks whether the starts of an instant were allowed, and makes them.
func (p *Pass) judge(now int64, starting int) {
	var h head
	half := p.half(now)
	could, ruled := false, !p.guard.Empty()
	room := p.room(now)
	for i := 0; starting > 0; {
		w := &p.queue[i]
		if p.record.start[w.job] != now {
			i++
			switch {
			case ruled && p.skip(&h, now, room, w):
			case w.size > room:
				if !h.there {
					h = p.reserve(now, 0, w.size, room)
				}
			case w.vain != p.tick && !p.blocked(&h, now, w):
				could = true
			}
			continue
		}
		starting--
		p.begin(now, half, room, w, &h, could)
		if h.there && now+w.ask > h.shadow {
			h.extra -= w.size
		}
		room -= w.size
		p.leave(now, i)
	}
}

// skip says whether a rule keeps a job.
func (p *Pass) skip(h *head, now, room int64, w *waiter) bool {
	by := p.guard.Forbids(now, w.job)
	if by != 0 && !h.there && p.guard.Turns() != 0 {
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
	switch {
	case !p.guard.Empty() && p.guard.Forbids(now, w.job) != 0:
		p.sum.Breaches[half][Forbidden]++
	case w.size > room:
		p.sum.Breaches[half][NoRoom]++
	case p.blocked(h, now, w):
		p.sum.Breaches[half][Delays]++
	case could:
		p.sum.Breaches[half][Overtakes]++
	}
}

func (p *Pass) room(now int64) int64 { return p.record.trace.Procs - p.used - p.guard.Out(now) }

// wait tells what the waiting jobs wait for until the next event. It is cut where weeks part, and where the
// clock may change what a rule says.
func (p *Pass) wait(now, next int64) {
	for now < next {
		p.tick++
		to := min(next, p.base+((now-p.base)/job.Week+1)*job.Week)
		if !p.guard.Empty() {
			to = min(to, p.guard.Until(now))
		}
		if p.Watch != nil {
			to = min(to, now+halfHour-mod(p.guard.Wall(now), halfHour))
		}
		p.until(now, to)
		now = to
	}
}

const halfHour = 1800

func mod(a, b int64) int64 { return ((a % b) + b) % b }

// until is what they wait for from an instant to before another.
func (p *Pass) until(now, to int64) {
	dt, half := to-now, p.half(now)
	var jobs [Causes]int64
	if room := p.room(now); p.fits(room) || p.Each != nil {
		p.walk(now, to, room, &jobs)
	} else {
		jobs[Full] = int64(len(p.queue))
	}
	for c, n := range jobs {
		p.sum.Waited[half][c] += n * dt
	}
	if p.Watch != nil {
		p.Watch.Interval(now, to, &jobs)
	}
}

// walk goes through the queue.
func (p *Pass) walk(now, to, room int64, jobs *[Causes]int64) {
	var h head
	ruled, fits := !p.guard.Empty(), p.fits(room)
	for i := range p.queue {
		w := &p.queue[i]
		cause := Full
		switch {
		case w.size > room:
			if fits && !h.there && (!ruled || !p.skip(&h, now, room, w)) {
				h = p.reserve(now, 0, w.size, room)
			}
		case ruled && p.skip(&h, now, room, w):
			cause = Ruled
		case p.blocked(&h, now, w):
			cause = Ahead
		default:
			cause = InVain
			p.waste(now, to, w)
		}
		jobs[cause]++
		if p.Each != nil {
			p.Each[w.job][cause] += to - now
		}
	}
}

// waste counts what a job waits in vain.
func (p *Pass) waste(now, to int64, w *waiter) {
	first := p.Vain[w.job] == 0
	p.Vain[w.job] += to - now
	w.vain = p.tick
	if p.Watch != nil {
		p.Watch.Vain(now, to, w.job, first)
	}
}
