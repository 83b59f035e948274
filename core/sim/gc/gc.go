// Package gc models the program with which the study of regressed orders replayed windows
// of logs (Rosa, Carastan-Santos, Goldman 2023): what it does beside what its orders say.
package gc

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/sim/order"
)

// Pool is how many jobs the program ranks.
const Pool = 32

// Habits are what the study's program does beside what its orders say. Its clock
// is a number of seconds with fractions, from the window's first submit.
//
// Of the jobs that have not started it sees a pool, refilled in submit order, and
// ranks those of it that have arrived, stably on the order they are in. If the
// front fits it starts, and they are ranked again; else the program waits for the
// next arrival or end. When none has arrived it waits for the next in submit order
// and tries that one unranked; if it does not fit, those that came with it are ranked.
type Habits struct {
	Pool   int     // jobs it sees, 0: all
	first  int     // jobs that start in submit order before any other
	costs  float64 // seconds of the clock that a start takes; the job runs from then on
	quirks bool    // of its orders and of its backfilling: see key, exchange and releases
}

// Published are the habits of the published study’s own program. As starts take time, ends come just after the arrivals
// of their second, and each is a step of its own.
func Published() Habits {
	return Habits{Pool: Pool, first: 16, costs: 0.00261066, quirks: true}
}

// sameMoment is by how many seconds ends of one step may lie after it.
const sameMoment = 1e-5

// Replay leaves the waits of a trace's jobs under an order.
func (h Habits) Replay(t *job.Trace, o order.Order, easy bool, waits []float64) {
	p := program{Habits: h, t: t, order: o, easy: easy, free: t.Procs, waits: waits}
	p.keys = make([]uint64, t.Len())
	for j := range p.keys {
		p.keys[j] = p.key(int32(j))
	}
	if easy {
		p.began = make([]float64, t.Len())
	}
	p.run()
}

// program is one run.
type program struct {
	Habits
	t     *job.Trace
	order order.Order
	easy  bool
	waits []float64
	keys  []uint64 // as order.Sortable; of aged orders as last ranked

	now     float64
	free    int64
	ends    []end   // a heap: the next is the first
	seen    []int32 // the pool, the arrived ones before the others
	next    int     // the job that refills it next
	arrived int     // jobs [0, arrived) of the trace have been submitted

	// Of easy.
	running []int32   // as they are expected to end, those of one second as they started
	began   []float64 // by job
	started int       // jobs
	left    []left
}

type end struct {
	at  float64
	job int32
}

// left is what is left of a running job's request.
type left struct {
	job   int32
	whole int64   // seconds, cut off toward zero
	place float64 // among those of equal seconds
}

func (p *program) run() {
	n := p.t.Len()
	p.next = min(p.first, n)
	for j := range p.next {
		p.reach(p.submit(j))
		for int64(p.t.Size[j]) > p.free {
			p.reach(p.ends[0].at)
		}
		p.start(int32(j))
	}
	for p.refill(); len(p.seen) > 0; {
		count := p.count()
		if count == 0 {
			p.reach(p.submit(int(p.seen[0])))
		} else {
			p.rank(p.seen[:count])
			if p.easy {
				p.backfill(p.seen[:count])
			}
		}
		if front := p.seen[0]; int64(p.t.Size[front]) <= p.free {
			p.seen = slices.Delete(p.seen, 0, 1)
			p.start(front)
			p.refill()
			continue
		}
		if count > 0 || p.count() < 2 {
			p.wait()
		}
	}
}

// submit is when a job is submitted, on the program's clock.
func (p *program) submit(j int) float64 { return float64(p.t.Submit[j] - p.t.Start) }

// second is the whole second that the clock shows.
func (p *program) second() int64 { return int64(p.now) }

// reach goes on to an instant, if it is not over already.
func (p *program) reach(at float64) {
	p.now = max(p.now, at)
	for len(p.ends) > 0 && p.ends[0].at <= p.now+sameMoment {
		j := p.pop().job
		p.free += int64(p.t.Size[j])
		p.forget(j)
	}
	for p.arrived < p.t.Len() && p.submit(p.arrived) <= p.now {
		p.arrived++
	}
}

// wait goes on to the next arrival or end. The front does not fit, so something
// runs.
func (p *program) wait() {
	at := p.ends[0].at
	if p.arrived < p.t.Len() {
		at = min(at, p.submit(p.arrived))
	}
	p.reach(at)
}

func (p *program) refill() {
	for (p.Pool == 0 || len(p.seen) < p.Pool) && p.next < p.t.Len() {
		p.seen = append(p.seen, int32(p.next))
		p.next++
	}
}

// count is how many of the pool have arrived.
func (p *program) count() int {
	waiting := p.arrived - (p.next - len(p.seen))
	return max(0, min(waiting, len(p.seen)))
}

// start puts a job on the machine.
func (p *program) start(j int32) {
	p.now += p.costs
	p.waits[j] = p.now - p.submit(int(j))
	p.free -= int64(p.t.Size[j])
	p.push(end{p.now + float64(p.t.Run[j]), j})
	if p.easy {
		p.began[j] = p.now
		p.running = slices.Insert(p.running, p.from(p.expected(j)+1), j)
		p.started++
	}
	p.reach(p.now)
}

// expected is the whole second at which a running job is expected to end.
func (p *program) expected(j int32) int64 { return int64(p.began[j]) + p.t.Request[j] }

// from is the place of the first running job expected to end then or later.
func (p *program) from(at int64) int {
	i, _ := slices.BinarySearchFunc(p.running, at, func(j int32, at int64) int { return cmp.Compare(p.expected(j), at) })
	return i
}

// forget takes a job that ended off those that run.
func (p *program) forget(j int32) {
	if !p.easy {
		return
	}
	i := p.from(p.expected(j))
	for p.running[i] != j {
		i++
	}
	p.running = slices.Delete(p.running, i, i+1)
}

// rank sorts jobs by their keys, equal ones as they are: by insertion, as few
// change places.
func (p *program) rank(list []int32) {
	if p.quirks && p.Pool > 0 && p.order.Name() == "SPF" {
		exchange(list, p.t.Request)
		return
	}
	if p.order.Aged() {
		for _, j := range list {
			p.keys[j] = p.key(j)
		}
	}
	for i := 1; i < len(list); i++ {
		j, h := list[i], i
		for ; h > 0 && p.keys[list[h-1]] > p.keys[j]; h-- {
			list[h] = list[h-1]
		}
		list[h] = j
	}
}

// exchange is the program's own sort of SPF: it does sort, and leaves jobs of equal
// requests in an order of its own.
func exchange(list []int32, request []int64) {
	for i := range list {
		for j := range list {
			if request[list[i]] < request[list[j]] {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
}

// key is a job's, now. The study's F2 has the constants it was fitted with, 25,673
// to one instead of 25,600, and no bound below log r; its WFP3 divides in single
// precision; its UNICEF has serial jobs first, whatever they waited.
func (p *program) key(j int32) uint64 {
	request, size, r := p.t.Request[j], p.t.Size[j], p.t.Submit[j]-p.t.Start
	if p.quirks {
		switch p.order.Name() {
		case "F2":
			return order.Sortable(float64(float64(3.42717e-5*math.Sqrt(float64(request)))*float64(7.6562110e-3*float64(size))) +
				float64(6.7364626e-3*math.Log10(float64(r))))
		case "WFP3":
			x := float64(float32(max(0, p.second()-r)) / float32(request))
			return order.Sortable(-float64(float64(x*x*x) * float64(size)))
		case "UNICEF":
			if size == 1 {
				return order.Sortable(math.Inf(-1))
			}
			return order.Sortable(-(float64(max(0, p.second()-r)) + 1e-20) / float64(math.Log2(float64(size))*float64(request)))
		}
	}
	return order.Sortable(p.order.Key(request, size, r, max(0, p.second()-r)))
}

// releases lists the running jobs as the program takes them, until so many processors are
// free. It cuts what is left of each
// request off toward zero, and compares that with what has a fraction: of equals the one
// that started first is first, but of those that ran past their request the last. How long
// a job has run it keeps in single precision, so that fractions are rounded off after a day
// or two. And what is left of jobs that ended is -1: one that is past its request by just
// that is not seen.
func (p *program) releases(want int64) []left {
	p.left = p.left[:0]
	beyond := int64(math.MaxInt64) // nobody expected to end then comes before those that suffice
	for _, j := range p.running {
		at := p.expected(j)
		if at > beyond {
			break
		}
		ran := float64(p.second()) - p.began[j]
		if p.quirks {
			ran = float64(float32(ran))
		}
		rest := float64(p.t.Request[j]) - ran
		if p.quirks && rest == -1 {
			continue
		}
		x := left{j, int64(rest), p.began[j]}
		if rest < float64(x.whole) {
			x.place = -x.place
		}
		p.left = append(p.left, x)
		if want -= int64(p.t.Size[j]); want <= 0 && beyond == math.MaxInt64 {
			beyond = at + 3 + p.second()>>23 // more than roundings come to
		}
	}
	slices.SortStableFunc(p.left, func(a, b left) int { return cmp.Or(cmp.Compare(a.whole, b.whole), cmp.Compare(a.place, b.place)) })
	return p.left
}

// backfill moves one job to the front when the front does not fit: the first in
// rank that would not delay it, by what running jobs asked for. A job that ran past
// its request is expected to have ended, in the past. Where those that are seen do not
// suffice, the last of them is counted again, and nobody ends in time.
func (p *program) backfill(list []int32) {
	head := int64(p.t.Size[list[0]])
	if head <= p.free {
		return
	}
	room, shadow := p.free, p.second()
	running, last := p.releases(head-p.free), int32(0)
	for i := 0; i < p.started && room < head; i++ {
		if shadow = math.MinInt64; i < len(running) {
			last, shadow = running[i].job, p.second()+running[i].whole
		}
		room += int64(p.t.Size[last])
	}
	extra := room - head
	for i, j := range list {
		if size := int64(p.t.Size[j]); size <= p.free && (p.second()+p.t.Request[j] <= shadow || size <= extra) {
			copy(list[1:i+1], list[:i])
			list[0] = j
			return
		}
	}
}

// push and pop keep the ends as a binary heap.
func (p *program) push(e end) {
	p.ends = append(p.ends, e)
	for i := len(p.ends) - 1; i > 0; {
		up := (i - 1) / 2
		if p.ends[up].at <= e.at {
			break
		}
		p.ends[i], p.ends[up] = p.ends[up], p.ends[i]
		i = up
	}
}

func (p *program) pop() end {
	first, last := p.ends[0], len(p.ends)-1
	p.ends[0] = p.ends[last]
	p.ends = p.ends[:last]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if p.ends[k].at < p.ends[least].at {
				least = k
			}
		}
		if least == i {
			return first
		}
		p.ends[i], p.ends[least] = p.ends[least], p.ends[i]
		i = least
	}
}
