package model

import (
	"math"
	"math/bits"
)

// stretch is a run of neighbouring candidates, and what best fit compares of them.
type stretch struct {
	from, to int32
	weight   int64
}

// cap is how many CPUs of a node a job can use, 0: it is no candidate. weight is what best fit compares: the CPUs that are
// free, as far as they have the memory that each takes.
func (e *Engine) cap(a *Ask, s *stock, i int) (cpus, weight int32) {
	weight = s.cpus[i]
	tasks := weight / a.Each
	if tasks <= 0 || a.Exclusive && weight < e.machine.CPUs[i] {
		return 0, 0
	}
	if s.memory != nil {
		switch left := s.memory[i]; {
		case a.Memory == AllMemory:
			if left < e.machine.Memory[i] {
				return 0, 0
			}
		case a.Memory > 0:
			if left < a.Memory {
				return 0, 0
			}
		case a.PerCPU > 0:
			if a.Exclusive && left < int64(e.machine.CPUs[i])*a.PerCPU {
				return 0, 0
			}
			fed := left / a.PerCPU
			weight = int32(min(int64(weight), fed))
			if !a.Exclusive {
				tasks = int32(min(int64(tasks), fed/int64(a.Each)))
			}
		}
	}
	for _, w := range a.Wants {
		left := int32(0)
		for kinds := w.Kinds; kinds != 0 && s.devices != nil; kinds &= kinds - 1 {
			left += s.devices[i][bits.TrailingZeros8(kinds)]
		}
		if left < w.N {
			return 0, 0
		}
	}
	if a.PerNode > 0 {
		if tasks < a.PerNode {
			return 0, 0
		}
		tasks = a.PerNode
	}
	return tasks * a.Each, weight
}

// offered is what candidates have for a job: how many they are, CPUs of all, and the most of one.
type offered struct {
	nodes, most int32
	cpus        int64
}

// ample says whether it is enough by number and sum.
func (e *Engine) ample(a *Ask) bool {
	o, need := &e.offered, int64(a.CPUs())
	if e.machine.Alone {
		return int64(o.most) >= need
	}
	return o.nodes >= a.Least && o.cpus >= need && (a.Most == 0 || int64(a.Most)*int64(o.most) >= need)
}

// offers says whether nodes of free have enough for a job by their number and sum, and keeps what each has; where only that is
// asked, it looks no further than it has to.
func (e *Engine) offers(a *Ask, free Nodes, s *stock, only bool) bool {
	e.other.clear()
	n, sum, most := int32(0), int64(0), int32(0)
	need, least := int64(a.CPUs()), a.Each*max(1, a.PerNode)
	for w, b := range free {
		for ; b != 0; b &= b - 1 {
			i := w<<6 + bits.TrailingZeros64(b)
			if s.cpus[i] < least || a.Exclusive && s.cpus[i] < e.machine.CPUs[i] {
				continue
			}
			cpus, weight := e.cap(a, s, i)
			if e.caps[i], e.weights[i] = cpus, weight; cpus > 0 {
				e.other[w] |= b & -b
				n, sum, most = n+1, sum+int64(cpus), max(most, cpus)
			}
		}
		if only && n >= a.Least && sum >= need && !e.machine.Alone {
			return true
		}
	}
	e.offered = offered{n, most, sum}
	return e.ample(a)
}

// recount looks once more at a node of free that has more in later than when the candidates for the ask were looked at. What a job
// can use of it does not become less.
func (e *Engine) recount(i int) {
	if !e.free.Has(i) {
		return
	}
	cpus, weight := e.cap(e.asking, &e.later, i)
	if cpus == 0 {
		return
	}
	o := &e.offered
	if e.other.Has(i) {
		o.cpus -= int64(e.caps[i])
	} else {
		e.other.Add(i, i+1)
		o.nodes++
	}
	e.caps[i], e.weights[i] = cpus, weight
	o.cpus, o.most = o.cpus+int64(cpus), max(o.most, cpus)
}

// fit picks nodes of free for a job, and what it has of each; false: they are too few. It then knows the candidates.
func (e *Engine) fit(j *Job, free Nodes, s *stock) bool {
	e.asking, e.known = j.Ask, true
	return e.offers(j.Ask, free, s, false) && e.lays(j.Ask, s)
}

// lays picks nodes of the candidates. Where the first try does not come out the nodes of which the job can use least are left out,
// again and again, and the candidates are no longer known.
func (e *Engine) lays(a *Ask, s *stock) bool {
	for !e.lay(a, s) {
		e.known = false
		least, n, sum := int32(math.MaxInt32), int32(0), int64(0)
		for i := e.other.next(0); i >= 0; i = e.other.next(i + 1) {
			least = min(least, e.caps[i])
		}
		for i := e.other.next(0); i >= 0; i = e.other.next(i + 1) {
			if e.caps[i] == least {
				e.other.take(i)
				continue
			}
			n, sum = n+1, sum+int64(e.caps[i])
		}
		if n == 0 || n < a.Least || sum < int64(a.CPUs()) {
			return false
		}
	}
	return true
}

// lay goes through the candidates: of the runs of neighbours it takes the one with least that suffices, else the one with
// most; in it one node if one will do, that with the least, else each by its number, a task at least left for each node still
// owed. CPUs lie in the order of picking.
func (e *Engine) lay(a *Ask, s *stock) bool {
	e.pick.clear()
	e.pieces, e.stretches = e.pieces[:0], e.stretches[:0]
	need, owed, room := a.CPUs(), a.Least, a.Most
	if room == 0 {
		room = math.MaxInt32
	}
	if e.machine.Alone {
		for i := e.other.next(0); i >= 0; i = e.other.next(i + 1) {
			if e.caps[i] >= need {
				e.give(a, s, i, need)
				return true
			}
		}
		return false
	}
	for at := e.other.next(0); at >= 0; {
		end := e.other.gap(at)
		x := stretch{int32(at), int32(end), 0}
		for i := at; i < end; i++ {
			x.weight += int64(e.weights[i])
		}
		e.stretches = append(e.stretches, x)
		at = e.other.next(end)
	}
	for need > 0 || owed > 0 {
		x := e.stretch(need, owed)
		if x == nil {
			return false
		}
		from, to := int(x.from), int(x.to)
		x.to = x.from // it is used up
		if owed <= 1 {
			if best := e.best(from, to, need); best >= 0 {
				e.give(a, s, best, max(need, a.Each))
				return true
			}
		}
		for i := from; i < to && (need > 0 || owed > 0); i++ {
			if room == 0 {
				return false
			}
			u := min(e.caps[i], max(a.Each, need-a.Each*max(0, owed-1)))
			e.give(a, s, i, u)
			need, owed, room = need-u, owed-1, room-1
		}
	}
	return true
}

// stretch is the run that is taken next, of those that are left.
func (e *Engine) stretch(need, owed int32) (best *stretch) {
	had := false
	for i := range e.stretches {
		x := &e.stretches[i]
		if x.to == x.from {
			continue
		}
		enough := x.weight >= int64(need) && x.to-x.from >= owed
		if best == nil || enough && (!had || x.weight < best.weight) || !enough && !had && x.weight > best.weight {
			best, had = x, enough
		}
	}
	return best
}

// best is the node of a run with the least that has what a job still needs, or -1.
func (e *Engine) best(from, to int, need int32) int {
	best := -1
	for i := from; i < to; i++ {
		if e.caps[i] >= need && (best < 0 || e.weights[i] < e.weights[best]) {
			best = i
		}
	}
	return best
}

// give picks CPUs of a node, with what goes with them.
func (e *Engine) give(a *Ask, s *stock, i int, cpus int32) {
	p := Piece{Node: int32(i), CPUs: cpus}
	if a.Exclusive {
		p.CPUs = e.machine.CPUs[i]
	}
	switch p.Memory = a.Memory; {
	case a.Memory == 0:
		p.Memory = int64(p.CPUs) * a.PerCPU
	case a.Memory == AllMemory && s.memory != nil:
		p.Memory = e.machine.Memory[i]
	}
	switch {
	case s.devices == nil:
	case a.Exclusive:
		p.Devices = e.machine.Devices[i]
	default:
		for _, w := range a.Wants {
			n := w.N
			for k := range p.Devices {
				if w.Kinds>>k&1 != 0 {
					has := min(n, s.devices[i][k]-p.Devices[k])
					p.Devices[k] += has
					n -= has
				}
			}
		}
	}
	e.pick.Add(i, i+1)
	e.pieces = append(e.pieces, p)
}

// Lay says what a job would have now of these nodes, which are shared: of all of them, as it is said to run there. It is good
// until the next call. false: it does not come out so, and has about as much of each.
func (e *Engine) Lay(k int32, on Nodes) ([]Piece, bool) {
	a := e.Jobs[k].Ask
	if e.fit(&e.Jobs[k], on, &e.has) && e.pick.Equal(on) {
		return e.pieces, true
	}
	e.pick.clear() // it can't be so: by what is here, nodes are too full
	e.pieces = e.pieces[:0]
	n, cpus := int32(on.Count()), a.CPUs()
	for i := on.next(0); i >= 0; i = on.next(i + 1) {
		u := min(max(a.Each, (cpus+n-1)/n), e.machine.CPUs[i])
		e.give(a, &e.has, i, u)
		cpus, n = cpus-u, n-1
	}
	return e.pieces, false
}
