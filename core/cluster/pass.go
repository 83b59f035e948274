package cluster

import "math"

// pass picks and places jobs until one does not fit: the head.
func (s *Sim) pass(a Action) {
	s.blocked, s.head = NotBlocked, -1
	for s.Queue() > 0 {
		j := s.pick(a.Select)
		if !s.fits(j) || !s.place(j, a.Place) {
			s.head, s.blocked = j, s.lacks(j)
			if a.Backfill != NoBackfilling {
				s.fill(j, a)
			}
			return
		}
		s.begin(j)
	}
}

// pick is the next waiting job of a selection.
func (s *Sim) pick(by Selection) int32 {
	w := &s.waiting[by]
	if by == SelectRandom {
		return w.at(s.draw(w.n))
	}
	return s.jobOf(by, w.next(0))
}

// draw is a number below n.
func (s *Sim) draw(n int) int32 { return int32(math.Floor(s.rng.Float64() * float64(n))) }

// backfill is what EASY keeps for the head of a pass: idle cores and free memory at
// its shadow, the first time at which enough running jobs are expected to have ended. Ends of
// the same moment as the shadow are not after it.
type backfill struct {
	reserved bool // shadow and what is kept are known: they are not asked for before somebody fits
	shadow   float64
	keptIdle []int32   // by node
	kept     int32     // summed
	keptFree []float64 // MB
	headRoom []int32   // for cores of the head there
	headShut []bool    // by node: closures keep the head from it at the shadow
	rooms    int32     // summed
	gone     []int32   // reservation, by job: it is expected to be gone at the shadow
	turn     int32     // reservation

	releases heap
	pool     []int32 // of a random selection: whom to try
	late     []int32 // a backfill and those it slows, where they aren't gone at the shadow
	tipped   []int32 // by processor: the backfill that brings it to its limit
	tried    []int32 // by processor
	weighed  []int32 // by job
	tries    int32
}

func newBackfill(jobs, most, nodes, processors int) backfill {
	return backfill{
		keptIdle: make([]int32, nodes), keptFree: make([]float64, nodes), headRoom: make([]int32, nodes), headShut: make([]bool, nodes),
		gone: make([]int32, jobs), releases: newHeap(jobs, most+1), pool: make([]int32, 0, jobs),
		late: make([]int32, 0, most+1), tipped: make([]int32, processors), tried: make([]int32, processors), weighed: make([]int32, jobs),
	}
}

func (b *backfill) reset() {
	b.turn, b.tries = 0, 0
	clear(b.gone)
	clear(b.tipped)
	clear(b.tried)
	clear(b.weighed)
}

// fill tries each waiting job but the head once.
func (s *Sim) fill(head int32, a Action) {
	s.reserved = false
	if a.Select == SelectRandom {
		s.fillRandomly(head, a)
		return
	}
	w := &s.waiting[a.Select]
	for r := w.next(0); r >= 0 && s.idleCores > 0; r = w.next(r + 1) {
		if j := s.jobOf(a.Select, r); j != head {
			s.try(j, head, a)
		}
	}
}

// fillRandomly draws for every job, whether it fits or not.
func (s *Sim) fillRandomly(head int32, a Action) {
	s.pool = s.pool[:0]
	w := &s.waiting[SelectFirst]
	for j := w.next(0); j >= 0; j = w.next(j + 1) {
		if j != head {
			s.pool = append(s.pool, j)
		}
	}
	for n := len(s.pool); n > 0; n-- {
		k := s.draw(n)
		j := s.pool[k]
		copy(s.pool[k:], s.pool[k+1:n])
		s.try(j, head, a)
	}
}

// try starts a job if it fits and the head's reservation stands.
func (s *Sim) try(j, head int32, a Action) {
	// Whether it fits is known by its nodes, whether it delays the head at once.
	if s.load.Size[j] > s.idleCores || s.reserved && a.Place != PlaceRandom && s.delays(j, head) || !s.fits(j) {
		return
	}
	if !s.reserved {
		s.reserve(head)
	}
	if s.delays(j, head) {
		if a.Place == PlaceRandom {
			s.drawFor(j)
		}
		return
	}
	if !s.place(j, a.Place) {
		return
	}
	if s.admits(j, head, a.Backfill == EasyAware) {
		s.begin(j)
	} else {
		s.free(j)
	}
}

// delays says whether a job delays the head wherever it is placed: on the fastest
// cores it lasts beyond the shadow, and of the cores kept too few are left. Most
// that are refused are, and need not be placed to see it.
func (s *Sim) delays(j, head int32) bool {
	if s.kept-s.load.Size[j] >= s.load.Size[head] {
		return false
	}
	fastest := s.most.speed
	if s.isFixed(j) {
		fastest = 1
	}
	return s.expected(j, fastest) > s.shadow+sameMoment
}

// drawFor draws what placing a job at random does: one a core.
func (s *Sim) drawFor(j int32) {
	for range s.load.Size[j] {
		s.rng.Float64()
	}
}

// reserve finds the head's shadow and what is kept at it.
func (s *Sim) reserve(head int32) {
	s.reserved = true
	s.turn++
	memory := s.load.Memory[head]
	clear(s.headShut)
	for n := range s.nodes {
		v := &s.nodes[n]
		s.setKept(n, v.idle, v.free, memory)
	}
	h := &s.releases
	for _, j := range s.ends.jobs {
		h.time[j] = s.expected(j, s.rate[j])
		h.jobs = append(h.jobs, j)
	}
	for _, j := range s.fresh {
		h.time[j] = s.expected(j, s.rateNow(j))
		h.jobs = append(h.jobs, j)
	}
	h.order()
	for after := s.now; ; after = s.shadow {
		t := s.chance(after)
		if math.IsInf(t, 1) {
			break
		}
		s.shadow = t
		for len(h.jobs) > 0 && h.time[h.jobs[0]] <= s.shadow+sameMoment {
			j := h.pop()
			s.gone[j] = s.turn
			s.shift(j, 1, memory)
		}
		s.barHead(head)
		if s.rooms >= s.load.Size[head] {
			break
		}
	}
	h.clear()
}

// chance is when next the head may find room: running jobs are expected to have ended, or nodes to
// be back. +Inf: never.
func (s *Sim) chance(after float64) float64 {
	t := math.Inf(1)
	if h := &s.releases; len(h.jobs) > 0 {
		t = h.time[h.jobs[0]]
	}
	for _, x := range s.live {
		if x.To > after+sameMoment && x.To < t {
			t = x.To
		}
	}
	return t
}

// barHead notes the nodes that closures keep the head from at its shadow.
func (s *Sim) barHead(head int32) {
	if len(s.live) == 0 {
		return
	}
	b, memory := &s.backfill, s.load.Memory[head]
	for n := range s.nodes {
		if shut := s.barredAt(head, int32(n), s.shadow); shut != b.headShut[n] {
			b.headShut[n] = shut
			b.setKept(n, b.keptIdle[n], b.keptFree[n], memory)
		}
	}
}

// expected is when a job on the machine is expected to end at a rate: its work done
// so far is that at the rates it was settled at.
func (s *Sim) expected(j int32, rate float64) float64 {
	if s.rate[j] == 0 {
		return s.now + s.load.Requested[j]/rate
	}
	done := s.load.Work[j] - (s.left[j] - s.rate[j]*(s.now-s.since[j]))
	left := s.load.Requested[j] - done
	if left < 0 {
		left = 0
	}
	return s.now + left/rate
}

// setKept sets what is kept of a node.
func (b *backfill) setKept(n int, idle int32, free, memory float64) {
	b.kept += idle - b.keptIdle[n]
	b.keptIdle[n], b.keptFree[n] = idle, free
	b.rooms -= b.headRoom[n]
	if b.headRoom[n] = 0; !b.headShut[n] {
		b.headRoom[n] = room(idle, free, memory)
	}
	b.rooms += b.headRoom[n]
}

// shift gives a job's cores and memory to what is kept, or takes them out of it; the
// head has so much memory a core.
func (s *Sim) shift(j, sign int32, memory float64) {
	b := &s.backfill
	for c := s.first[j]; c >= 0; c = s.chain[c] {
		n := s.processors[s.processorOf[c]].node
		b.setKept(int(n), b.keptIdle[n]+sign, b.keptFree[n]+float64(sign)*s.load.Memory[j], memory)
	}
}

// admits says whether the head still fits at its shadow beside a job that was
// placed now, and keeps so much less for it then. What is kept never falls below
// what is idle now, so nothing of it can become negative.
func (s *Sim) admits(j, head int32, aware bool) bool {
	s.late = s.late[:0]
	if s.expected(j, s.rateNow(j)) > s.shadow+sameMoment {
		s.late = append(s.late, j)
	}
	if aware {
		s.foresee(j)
	}
	memory := s.load.Memory[head]
	for _, k := range s.late {
		s.shift(k, -1, memory)
	}
	if s.rooms < s.load.Size[head] {
		for _, k := range s.late {
			s.shift(k, 1, memory)
		}
		return false
	}
	s.gone[j] = s.turn
	for _, k := range s.late {
		s.gone[k] = 0
	}
	return true
}

// foresee lists the jobs that were to be gone at the shadow and no longer are, as a
// job placed now slows them down.
func (s *Sim) foresee(j int32) {
	s.tries++
	tips := false
	for c := s.first[j]; c >= 0; c = s.chain[c] {
		i := s.processorOf[c]
		if s.tried[i] == s.tries {
			continue
		}
		s.tried[i] = s.tries
		if s.processors[i].asks() && !s.asksWithout(i, j) {
			s.tipped[i] = s.tries
			tips = true
		}
	}
	if !tips {
		return
	}
	for c := s.first[j]; c >= 0; c = s.chain[c] {
		i := s.processorOf[c]
		if s.tried[i] < 0 || s.tipped[i] != s.tries {
			continue
		}
		s.tried[i] = -s.tries // its jobs are weighed once
		for _, k := range s.owner[s.processors[i].from:s.processors[i].to] {
			if k < 0 || k == j || s.gone[k] != s.turn || s.weighed[k] == s.tries {
				continue
			}
			s.weighed[k] = s.tries
			if r := s.rateNow(k); r < s.rateBefore(k) && s.expected(k, r) > s.shadow+sameMoment {
				s.late = append(s.late, k)
			}
		}
	}
}

// asksWithout says whether a processor's other jobs alone ask for more bandwidth
// than it has.
func (s *Sim) asksWithout(i, j int32) bool {
	p := &s.processors[i]
	asked := 0.0
	for _, k := range s.owner[p.from:p.to] {
		if k >= 0 && k != j {
			asked += s.load.Bandwidth[k]
		}
	}
	return asked > p.bandwidth+slack
}

// rateBefore is a job's rate without the backfill that is weighed.
func (s *Sim) rateBefore(k int32) float64 {
	if s.isFixed(k) {
		return 1
	}
	r := math.Inf(1)
	for c := s.first[k]; c >= 0; c = s.chain[c] {
		i := s.processorOf[c]
		p := &s.processors[i]
		r = min(r, p.rate(p.asks() && s.tipped[i] != s.tries))
	}
	return r
}
