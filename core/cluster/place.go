package cluster

import (
	"math"
	"slices"

	"shadowtime/core/cluster/platform"
)

// placer finds cores by the key of a placing. The cores of a processor are alike,
// so keys are the processors', in a tree, kept for the placing last used. A random
// one has the free memory of nodes with idle cores there instead, to find those
// that lack it, and a Fenwick tree of how many cores are eligible.
type placer struct {
	tree     tree
	by       Placing
	built    bool
	stale    []int32 // processors that changed since the tree was looked at
	isStale  []bool
	shut     []int32 // processors whose nodes lack memory for the job that is placed, of a random placing the nodes
	eligible []int32 // Fenwick tree, by node
	counted  []int32 // in it, of each node
	total    int32
}

func newPlacer(m *platform.Machine) placer {
	n := len(m.Processors)
	return placer{
		tree: newTree(max(n, len(m.Nodes))), stale: make([]int32, 0, n), isStale: make([]bool, n),
		shut:     make([]int32, 0, max(n, len(m.Nodes))),
		eligible: make([]int32, len(m.Nodes)+1), counted: make([]int32, len(m.Nodes)),
	}
}

func (p *placer) reset() {
	p.built = false
	p.stale = p.stale[:0]
	clear(p.isStale)
}

// fits says whether a job fits on idle cores and free memory now.
func (s *Sim) fits(j int32) bool {
	size, memory := s.load.Size[j], s.load.Memory[j]
	if size > s.idleCores {
		return false
	}
	closing := len(s.live) > 0
	switch {
	case closing && s.barredAll(j):
		return false
	case memory <= 0 && !closing:
		return true
	}
	for n := s.open.next(0); n >= 0; n = s.open.next(n + 1) {
		if closing && s.barred(j, n) {
			continue
		}
		if size -= room(s.nodes[n].idle, s.nodes[n].free, memory); size <= 0 {
			return true
		}
	}
	return false
}

// place takes cores for a job that fits. It is false, and nothing is taken, only
// where rounding had it fit.
func (s *Sim) place(j int32, by Placing) bool {
	s.order(by)
	if by == PlaceRandom {
		return s.scatter(j)
	}
	s.shutBarred(j)
	memory := s.load.Memory[j]
	steady := s.steady(j)
	for left := s.load.Size[j]; left > 0; {
		p := s.tree.first()
		if math.IsInf(s.tree.keys[p], 1) {
			s.reopen()
			s.free(j)
			return false
		}
		if s.nodes[s.processors[p].node].free+slack < memory {
			s.tree.set(p, math.Inf(1))
			s.shut = append(s.shut, p)
			continue
		}
		if steady {
			left -= s.takeOf(p, left, j)
		} else {
			s.take(s.idle.next(s.processors[p].from), j)
			left--
		}
		s.refresh(p)
	}
	s.reopen()
	return true
}

// steady says whether a processor that comes first stays so while a job takes its
// cores: its key does not change by that, nor what is checked for each.
func (s *Sim) steady(j int32) bool {
	if s.load.Memory[j] > 0 && !s.whole {
		return false
	}
	switch s.by {
	case PlaceHighSpeed, PlaceLowPower:
		return true
	case PlaceHighMemory:
		return s.load.Memory[j] == 0
	case PlaceHighBandwidth:
		return s.load.Bandwidth[j] == 0
	}
	return false
}

// reopen gives those keys again that were taken from processors without memory.
func (s *Sim) reopen() {
	for _, p := range s.shut {
		s.refresh(p)
	}
	s.shut = s.shut[:0]
	// Those taken from since the tree was looked at have been refreshed.
	for _, p := range s.stale {
		s.isStale[p] = false
	}
	s.stale = s.stale[:0]
}

// order has the tree hold the keys of a placing.
func (s *Sim) order(by Placing) {
	if s.built && s.by == by && 4*len(s.stale) < len(s.processors) {
		for _, p := range s.stale {
			s.refresh(p)
			s.isStale[p] = false
		}
		s.stale = s.stale[:0]
		return
	}
	s.built, s.by = true, by
	for p := range s.tree.keys {
		s.tree.keys[p] = math.Inf(1)
	}
	switch by {
	case PlaceRandom:
		s.countAll()
	case PlaceHighMemory:
		for i := range s.nodes {
			if p := s.show(int32(i)); p >= 0 {
				s.tree.keys[p] = -s.nodes[i].free
			}
		}
	default:
		for p := range s.processors {
			s.tree.keys[p] = s.key(int32(p))
		}
	}
	s.tree.build()
	for _, p := range s.stale {
		s.isStale[p] = false
	}
	s.stale = s.stale[:0]
}

// key is a processor's.
func (s *Sim) key(i int32) float64 {
	p := &s.processors[i]
	if p.idle == 0 {
		return math.Inf(1)
	}
	switch s.by {
	case PlaceHighSpeed:
		return -p.speed
	case PlaceHighCores:
		return -float64(p.idle)
	case PlaceHighBandwidth:
		return p.asked - p.bandwidth
	case PlaceLowPower:
		return p.power
	}
	return math.Inf(1)
}

// refresh renews a processor's key.
func (s *Sim) refresh(p int32) {
	n := s.processors[p].node
	switch s.by {
	case PlaceRandom:
		s.count(n, s.nodes[n].idle)
		s.tree.set(n, s.freeWhereIdle(n))
		return
	case PlaceHighMemory:
	default:
		if k := s.key(p); k != s.tree.keys[p] {
			s.tree.set(p, k)
		}
		return
	}
	before := s.nodes[n].shown
	now := s.show(n)
	if before >= 0 && before != now {
		s.tree.set(before, math.Inf(1))
	}
	if now >= 0 {
		s.tree.set(now, -s.nodes[n].free)
	}
}

// show picks the processor that stands for a node whose memory is the key: the
// first with an idle core.
func (s *Sim) show(n int32) int32 {
	v := &s.nodes[n]
	v.shown = -1
	if p := s.some.next(v.from); p >= 0 && p < v.to {
		v.shown = p
	}
	return v.shown
}

// shutBarred takes the keys from the processors of nodes that closures keep a job from.
func (s *Sim) shutBarred(j int32) {
	if len(s.live) == 0 {
		return
	}
	for n := s.open.next(0); n >= 0; n = s.open.next(n + 1) {
		if !s.barred(j, n) {
			continue
		}
		for p := s.nodes[n].from; p < s.nodes[n].to; p++ {
			if !math.IsInf(s.tree.keys[p], 1) {
				s.tree.set(p, math.Inf(1))
				s.shut = append(s.shut, p)
			}
		}
	}
}

// scatter takes random cores.
func (s *Sim) scatter(j int32) bool {
	memory := s.load.Memory[j]
	s.shut = s.tree.lacking(1, memory, s.shut)
	for _, n := range s.shut {
		s.count(n, 0)
	}
	if len(s.live) > 0 {
		for n := range s.nodes {
			if s.counted[n] > 0 && s.barred(j, int32(n)) {
				s.count(int32(n), 0)
				s.shut = append(s.shut, int32(n))
			}
		}
	}
	fits := s.takeRandomly(j, memory)
	for _, n := range s.shut {
		s.count(n, s.nodes[n].idle)
	}
	s.shut = s.shut[:0]
	if !fits {
		s.free(j)
	}
	return fits
}

func (s *Sim) takeRandomly(j int32, memory float64) bool {
	for range s.load.Size[j] {
		if s.total == 0 {
			return false
		}
		n, k := s.find(int32(math.Floor(s.rng.Float64() * float64(s.total))))
		v := &s.nodes[n]
		p := v.from
		for k >= s.processors[p].idle {
			k -= s.processors[p].idle
			p++
		}
		c := s.idle.next(s.processors[p].from)
		for range k {
			c = s.idle.next(c + 1)
		}
		s.take(c, j)
		if v.free+slack < memory {
			s.count(n, 0)
			s.shut = append(s.shut, n)
		} else {
			s.count(n, v.idle)
		}
	}
	return true
}

// freeWhereIdle is a node's free memory, +Inf where no core is idle.
func (s *Sim) freeWhereIdle(n int32) float64 {
	if s.nodes[n].idle == 0 {
		return math.Inf(1)
	}
	return s.nodes[n].free
}

// countAll counts the idle cores of all nodes anew.
func (s *Sim) countAll() {
	s.total = 0
	f := s.eligible
	clear(f)
	for n := range s.nodes {
		idle := s.nodes[n].idle
		s.tree.keys[n] = s.freeWhereIdle(int32(n))
		s.counted[n], f[n+1] = idle, idle
		s.total += idle
	}
	for i := 1; i < len(f); i++ {
		if up := i + i&-i; up < len(f) {
			f[up] += f[i]
		}
	}
}

// count has so many cores of a node be eligible.
func (p *placer) count(n, cores int32) {
	more := cores - p.counted[n]
	if more == 0 {
		return
	}
	p.counted[n] = cores
	p.total += more
	for i := int(n) + 1; i < len(p.eligible); i += i & -i {
		p.eligible[i] += more
	}
}

// find is the node of the eligible core that k others stand before, and how many of
// those are in the node.
func (s *Sim) find(k int32) (node, in int32) {
	f := s.eligible
	step := 1
	for 2*step < len(f) {
		step *= 2
	}
	at := 0
	for ; step > 0; step /= 2 {
		if at+step < len(f) && f[at+step] <= k {
			at += step
			k -= f[at]
		}
	}
	return int32(at), k
}

// take gives a job a core.
func (s *Sim) take(c, j int32) {
	s.owner[c] = j
	s.chain[c] = s.first[j]
	s.first[j] = c
	s.idle.remove(c)
	s.idleCores--
	i := s.processorOf[c]
	p := &s.processors[i]
	if p.idle--; p.idle == 0 {
		s.some.remove(i)
	}
	v := &s.nodes[p.node]
	if v.idle--; v.idle == 0 {
		s.open.remove(p.node)
	}
	if s.whole {
		p.asked += s.load.Bandwidth[j]
		v.free -= s.load.Memory[j]
	} else {
		s.addUp(i)
	}
	s.touch(i)
}

// takeOf gives a job a processor's cores while it wants more and their node has the
// memory; it has it for one.
func (s *Sim) takeOf(i, most, j int32) (taken int32) {
	p := &s.processors[i]
	v := &s.nodes[p.node]
	memory, first := s.load.Memory[j], s.first[j]
	c := s.idle.next(p.from)
	for {
		s.owner[c], s.chain[c] = j, first
		first = c
		s.idle.remove(c)
		v.free -= memory
		taken++
		if taken == most || taken == p.idle || v.free+slack < memory {
			break
		}
		c = s.idle.next(c + 1)
	}
	s.first[j] = first
	s.idleCores -= taken
	if p.idle -= taken; p.idle == 0 {
		s.some.remove(i)
	}
	if v.idle -= taken; v.idle == 0 {
		s.open.remove(p.node)
	}
	if s.whole {
		p.asked += float64(taken) * s.load.Bandwidth[j]
	} else {
		s.addUp(i)
	}
	s.touch(i)
	return taken
}

// free takes all its cores from a job.
func (s *Sim) free(j int32) {
	for c := s.first[j]; c >= 0; {
		next := s.chain[c]
		s.owner[c] = -1
		s.idle.add(c)
		i := s.processorOf[c]
		p := &s.processors[i]
		if p.idle++; p.idle == 1 {
			s.some.add(i)
		}
		v := &s.nodes[p.node]
		if v.idle++; v.idle == 1 {
			s.open.add(p.node)
		}
		if s.whole {
			p.asked -= s.load.Bandwidth[j]
			v.free += s.load.Memory[j]
		} else {
			s.addUp(i)
		}
		s.idleCores++
		s.touch(i)
		c = next
	}
	s.first[j] = -1
}

// addUp sums what is asked of a processor and its node in the order of cores: sums
// are to depend on who is busy alone, not on who came first.
func (s *Sim) addUp(i int32) {
	p := &s.processors[i]
	p.asked = 0
	for _, j := range s.owner[p.from:p.to] {
		if j >= 0 {
			p.asked += s.load.Bandwidth[j]
		}
	}
	v := &s.nodes[p.node]
	used := 0.0
	for _, j := range s.owner[v.first:v.last] {
		if j >= 0 {
			used += s.load.Memory[j]
		}
	}
	v.free = v.capacity - used
}

// touch notes that a processor's busy cores changed.
func (s *Sim) touch(i int32) {
	p := &s.processors[i]
	if p.stamp != s.stamp {
		p.stamp = s.stamp
		s.touched = append(s.touched, i)
	}
	if !s.isStale[i] {
		s.isStale[i] = true
		s.stale = append(s.stale, i)
	}
	s.loose = true
}

// remember writes down and tells which cores a job has.
func (s *Sim) remember(j int32) {
	list := s.scratch[:0]
	for c := s.first[j]; c >= 0; c = s.chain[c] {
		list = append(list, c)
	}
	slices.Sort(list)
	s.scratch = list
	if s.story != nil {
		s.story.Started(s.now, j, list)
	}
	if !s.keep {
		return
	}
	s.span[j] = int32(len(s.spans))
	for i, c := range list {
		if i > 0 && c == list[i-1]+1 {
			s.spans[len(s.spans)-1].To++
		} else {
			s.spans = append(s.spans, Span{c, c + 1})
		}
	}
	s.spansEnd[j] = int32(len(s.spans))
}

// Cores are the ranges of cores that a job had or has, ascending, if the run keeps
// them (KeepCores). They are valid until Reset.
func (s *Sim) Cores(j int) []Span {
	if s.span == nil {
		return nil
	}
	return s.spans[s.span[j]:s.spansEnd[j]]
}
