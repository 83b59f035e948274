package sim

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/sim/guard"
)

// Most of those whom rules forbid are so for a while, whatever happens meanwhile: by a limit until a job
// of the same subject ends, by the clock until it says otherwise. Until then no pass has to look at
// them: they wait apart, those of a subject in a chain of its own, and join the list again when that
// may have changed. All do when the clock says otherwise, for rules begin and end by it, too.

// parked are the jobs that wait apart.
type parked struct {
	list  []int32 // in no order: a job's place is where it stands there
	chain []int32 // by subject, the first job of its chain, none: there is none
	base  []int32 // by rule, its first subject
	next  []int32 // by job, who follows in its chain
	of    []int32 // by job, its chain, none: only the clock frees it
	until int64   // when the clock says otherwise
}

// none is no job, and no chain.
const none = -1

// grow makes room for the jobs of a trace.
func (p *parked) grow(t *job.Trace, g *guard.Guard) {
	if n := t.Len(); cap(p.next) < n {
		p.list, p.next, p.of = make([]int32, 0, n), make([]int32, n), make([]int32, n)
	}
	p.next, p.of = p.next[:t.Len()], p.of[:t.Len()]
	p.base, p.chain = p.base[:0], p.chain[:0]
	for i := range t.Rules {
		p.base = append(p.base, int32(len(p.chain)))
		for range g.Subjects(i) {
			p.chain = append(p.chain, none)
		}
	}
	p.clear()
}

// clear forgets all jobs.
func (p *parked) clear() {
	for i := range p.chain {
		p.chain[i] = none
	}
	p.list, p.until = p.list[:0], math.MaxInt64
}

// park takes a job off the list whose start rules forbid now, and says whether it could. Who watches is
// shown them all.
func (e *Engine) park(j int32, m guard.Mask) bool {
	g, p := &e.ruled.guard, &e.ruled.parked
	i, clock := g.Lasting(m)
	if i < 0 || e.cfg.Observer != nil {
		return false
	}
	e.dropRuled(j)
	e.place[j], p.of[j] = int32(len(p.list)), none
	p.list = append(p.list, j)
	p.until = g.Until(e.now)
	if !clock {
		at := p.base[i] + g.Subject(i, j)
		p.of[j], p.next[j], p.chain[at] = at, p.chain[at], j
	}
	return true
}

// unpark frees those who wait for a job of their subject that ended, and whom the limit has a place for now. The others wait on as
// they did: where a partition is full, most of its jobs are wider than what one that ends leaves.
func (e *Engine) unpark(ended int32) {
	g, p := &e.ruled.guard, &e.ruled.parked
	if len(p.list) == 0 {
		return
	}
	for m := g.Limits(ended); m != 0; m &= m - 1 {
		i := m.First()
		at := p.base[i] + g.Subject(i, ended)
		var next int32
		j := p.chain[at]
		for p.chain[at] = none; j != none; j = next {
			next = p.next[j]
			if g.Full(i, e.now, j) {
				p.next[j], p.chain[at] = p.chain[at], j
				continue
			}
			last := len(p.list) - 1
			k := p.list[last]
			p.list[e.place[j]], e.place[k] = k, e.place[j]
			p.list = p.list[:last]
			e.enter(j)
		}
	}
}

// unparkAt frees all where the clock says otherwise at an instant.
func (e *Engine) unparkAt(now int64) {
	if now >= e.ruled.parked.until {
		e.unparkAll()
	}
}

// unparkAll frees all.
func (e *Engine) unparkAll() {
	p := &e.ruled.parked
	for _, j := range p.list {
		if at := p.of[j]; at != none {
			p.chain[at] = none
		}
		e.enter(j)
	}
	p.list, p.until = p.list[:0], math.MaxInt64
}
