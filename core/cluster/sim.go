package cluster

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/cluster/platform"
)

// Sim is a run of a load on a machine.
type Sim struct {
	machine *platform.Machine
	load    *Load
	seed    uint64
	story   Story
	keep    bool // remember which cores jobs had

	// Each core, processor and node.
	processorOf []int32 // of a core
	owner       []int32 // job on a core, -1: idle
	chain       []int32 // next core of the same job, -1: the last
	idle        set     // cores
	processors  []processor
	some        set // processors with an idle core
	nodes       []node
	open        set // nodes with an idle core
	idleCores   int32
	whole       bool // the load's memory and bandwidth are so round that sums of them are exact in any order

	// Each job.
	first []int32   // its first core, -1: none
	rate  []float64 // GFLOPS of its slowest core as last settled, 0: not yet
	left  []float64 // work left at since
	since []float64
	start []float64
	end   []float64 // real once it has ended
	ends  heap      // of running jobs

	waiting [selections]set // ranks of waiting jobs in the order of each selection; of random and first: jobs
	ranked  [selections]ranking

	now      float64
	arrived  int32 // jobs submitted
	ended    int32
	deciding bool // a decision is due
	loose    bool // rates are to be settled
	started  []int32
	done     int // decisions
	stamp    int32
	touched  []int32 // processors whose busy cores changed since rates were settled
	fresh    []int32 // jobs placed since, in that order
	stirred  []int32 // jobs whose rate may have changed
	stirs    []int32 // stamp, by job
	blocked  Why     // of the head, after the last pass
	head     int32

	placer
	backfill
	outages
	totals

	queueSeen [2]int // at the last two decisions that were observed
	seenAt    int    // the decision last observed

	spans    []Span
	span     []int32 // of a job: where its spans begin, and the next one's number
	spansEnd []int32
	scratch  []int32
	most     maxima

	pcg *rand.PCG
	rng *rand.Rand
}

// processor is what a processor's busy cores make of it.
type processor struct {
	speed, power, bandwidth float64
	node, from, to          int32
	idle                    int32
	asked                   float64 // GB/s
	stamp                   int32   // touched
	over                    bool    // as last settled, and so the rest
	watts, flops, settled   float64 // settled: the rate of a busy core
	busy                    int32
}

// node is a node's free memory and idle cores.
type node struct {
	capacity, free float64 // MB
	from, to       int32   // its processors
	first, last    int32   // its cores, last excluded
	slowest        float64 // GFLOPS of its slowest core
	idle           int32
	shown          int32 // of high_mem: the processor that stands for it in the tree
}

// ranking is the waiting jobs' order under a selection.
type ranking struct{ rank, job []int32 } // of each job; of each rank; nil: the same

// maxima are the largest requests among a load's jobs, and the fastest core's speed.
type maxima struct{ request, size, memory, bandwidth, speed float64 }

// Span is a range of cores, To excluded.
type Span struct{ From, To int32 }

// New makes a run of a load, which is read only from here on, on a machine that
// can hold each of its jobs (see Holds).
func New(m *platform.Machine, l *Load) *Sim {
	n, cores := l.Len(), m.Cores()
	most := min(n, cores) // running at a time
	s := &Sim{
		machine: m, load: l,
		processorOf: make([]int32, cores), owner: make([]int32, cores), chain: make([]int32, cores), idle: newSet(cores),
		processors: make([]processor, len(m.Processors)), some: newSet(len(m.Processors)),
		nodes: make([]node, len(m.Nodes)), open: newSet(len(m.Nodes)),
		first: make([]int32, n), rate: make([]float64, n), left: make([]float64, n), since: make([]float64, n),
		start: make([]float64, n), end: make([]float64, n), ends: newHeap(n, most),
		started: make([]int32, 0, most), touched: make([]int32, 0, len(m.Processors)),
		fresh: make([]int32, 0, most+1), stirred: make([]int32, 0, most+1), stirs: make([]int32, n),
		pcg: rand.NewPCG(1, random.Chosen),
	}
	s.rng = rand.New(s.pcg)
	s.whole = dyadic(l.Memory) && dyadic(l.Bandwidth)
	for i := range m.Processors {
		p := &m.Processors[i]
		s.processors[i] = processor{speed: p.Speed, power: p.Power, bandwidth: p.Bandwidth, node: p.Node, from: p.From, to: p.To}
		for c := p.From; c < p.To; c++ {
			s.processorOf[c] = int32(i)
		}
	}
	for i := range m.Nodes {
		v := &m.Nodes[i]
		s.nodes[i] = node{capacity: v.Memory, from: v.From, to: v.To}
		if v.From < v.To {
			s.nodes[i].first, s.nodes[i].last = m.Processors[v.From].From, m.Processors[v.To-1].To
			s.nodes[i].slowest = math.Inf(1)
			for _, p := range m.Processors[v.From:v.To] {
				s.nodes[i].slowest = min(s.nodes[i].slowest, p.Speed)
			}
		}
	}
	s.rankJobs()
	s.placer = newPlacer(m)
	s.backfill = newBackfill(n, most, len(m.Nodes), len(m.Processors))
	s.Seed(1)
	s.Reset()
	return s
}

// dyadic says whether sums of the numbers are exact in any order.
func dyadic(column []float64) bool {
	for _, x := range column {
		if y := x * 1024; y != math.Floor(y) || math.Abs(x) > 1<<20 {
			return false
		}
	}
	return true
}

// rankJobs sorts the jobs by each selection's key, equal ones as submitted.
func (s *Sim) rankJobs() {
	l := s.load
	n := l.Len()
	for k := range s.waiting {
		s.waiting[k] = newSet(n)
	}
	size := make([]float64, n)
	for j, q := range l.Size {
		size[j] = float64(q)
	}
	for k, keys := range map4(l.Request, size, l.Memory, l.Bandwidth) {
		r := ranking{make([]int32, n), make([]int32, n)}
		for j := range r.job {
			r.job[j] = int32(j)
		}
		slices.SortStableFunc(r.job, func(a, b int32) int {
			switch {
			case keys[a] < keys[b]:
				return -1
			case keys[a] > keys[b]:
				return 1
			}
			return 0
		})
		for i, j := range r.job {
			r.rank[j] = int32(i)
		}
		s.ranked[SelectShortest+Selection(k)] = r
	}
	s.most = maxima{largest(l.Request), largest(size), largest(l.Memory), largest(l.Bandwidth), 0}
	for i := range s.processors {
		s.most.speed = max(s.most.speed, s.processors[i].speed)
	}
}

func map4(columns ...[]float64) [][]float64 { return columns }

func largest(column []float64) float64 {
	if len(column) == 0 {
		return 0
	}
	return slices.Max(column)
}

// Seed sets what random selections and placings draw by, from the next Reset on.
func (s *Sim) Seed(seed uint64) { s.seed = seed }

// Follow has a story told of the runs from the next Reset on, nil: none.
func (s *Sim) Follow(story Story) { s.story = story }

// KeepCores has runs from the next Reset on remember which cores each job had.
func (s *Sim) KeepCores(keep bool) { s.keep = keep }

// Reset goes back to the empty machine before the first submission.
func (s *Sim) Reset() {
	s.pcg.Seed(s.seed, random.Chosen)
	s.idle.clear()
	s.some.clear()
	s.open.clear()
	for c := range s.owner {
		s.owner[c] = -1
		s.idle.add(int32(c))
	}
	s.totals = totals{}
	for i := range s.processors {
		p := &s.processors[i]
		p.idle, p.asked, p.over, p.flops, p.settled, p.busy, p.stamp = p.to-p.from, 0, false, 0, p.speed, 0, 0
		p.watts = p.draw()
		s.watts.add(p.watts)
		s.some.add(int32(i))
	}
	for i := range s.nodes {
		v := &s.nodes[i]
		v.free, v.idle = v.capacity, v.last-v.first
		if v.idle > 0 {
			s.open.add(int32(i))
		}
	}
	s.idleCores = int32(len(s.owner))
	for j := range s.first {
		s.first[j], s.rate[j], s.end[j], s.start[j], s.stirs[j] = -1, 0, math.Inf(1), math.Inf(1), 0
	}
	s.ends.clear()
	for k := range s.waiting {
		s.waiting[k].clear()
	}
	s.now, s.arrived, s.ended, s.deciding, s.loose, s.done, s.stamp = 0, 0, 0, false, false, 0, 1
	s.started, s.touched, s.fresh, s.stirred = s.started[:0], s.touched[:0], s.fresh[:0], s.stirred[:0]
	s.blocked, s.head = NotBlocked, -1
	s.queueSeen, s.seenAt = [2]int{}, 0
	s.placer.reset()
	s.backfill.reset()
	s.live, s.changes = s.live[:0], math.Inf(-1)
	s.spans = s.spans[:0]
	if s.keep && s.span == nil {
		s.span, s.spansEnd = make([]int32, len(s.first)), make([]int32, len(s.first))
		s.scratch = make([]int32, 0, int(s.most.size))
	}
	clear(s.span)
	clear(s.spansEnd)
}

// Next goes on to the next decision; false: the run has ended. A decision that
// nobody acted on is void.
func (s *Sim) Next() bool {
	s.deciding = false
	s.settle()
	for {
		t, ok := s.instant()
		if !ok {
			return false
		}
		s.advance(t)
		s.loose = s.loose || len(s.closures) > 0 // a story is told of instants at which nodes are back and nobody starts
		for len(s.ends.jobs) > 0 && s.ends.time[s.ends.jobs[0]] <= t+sameMoment {
			s.finish(s.ends.pop())
		}
		for int(s.arrived) < s.load.Len() && s.load.Submit[s.arrived] <= t+sameMoment {
			s.submit(s.arrived)
			s.arrived++
		}
		if s.Queue() > 0 {
			s.done++
			s.deciding = true
			s.findLive()
			s.started = s.started[:0]
			return true
		}
		s.blocked, s.head = NotBlocked, -1
		s.settle()
	}
}

// instant is when something happens next.
func (s *Sim) instant() (float64, bool) {
	e, a := math.Inf(1), math.Inf(1)
	if len(s.ends.jobs) > 0 {
		e = s.ends.time[s.ends.jobs[0]]
	}
	if int(s.arrived) < s.load.Len() {
		a = s.load.Submit[s.arrived]
	}
	t := e
	if a <= e+sameMoment {
		t = a
	}
	if len(s.closures) > 0 && (s.Queue() > 0 || !math.IsInf(t, 1)) {
		t = s.reopening(t)
	}
	return t, !math.IsInf(t, 1)
}

// MayIdle says whether void is open to a decision: something runs, is to come, or comes back.
func (s *Sim) MayIdle() bool {
	return len(s.ends.jobs) > 0 || len(s.fresh) > 0 || int(s.arrived) < s.load.Len() || !math.IsInf(s.reopening(math.Inf(1)), 1)
}

// Act does what was decided. Void where MayIdle says no leaves the waiting jobs
// waiting for ever: the next Next is false.
func (s *Sim) Act(a Action) {
	if !s.deciding {
		panic("cluster: no decision is due: Act follows a Next that was true, once")
	}
	s.deciding = false
	if !a.Void {
		s.pass(a)
	}
	s.settle()
}

// submit has a job join the queue.
func (s *Sim) submit(j int32) {
	for k := range s.waiting {
		s.waiting[k].add(s.rankOf(Selection(k), j))
	}
	s.inverse.add(1 / s.load.Request[j])
	s.loose = true
	if s.story != nil {
		s.story.Submitted(s.now, j)
	}
}

// leave has a job leave the queue.
func (s *Sim) leave(j int32) {
	for k := range s.waiting {
		s.waiting[k].remove(s.rankOf(Selection(k), j))
	}
}

func (s *Sim) rankOf(k Selection, j int32) int32 {
	if r := s.ranked[k].rank; r != nil {
		return r[j]
	}
	return j
}

func (s *Sim) jobOf(k Selection, rank int32) int32 {
	if r := s.ranked[k].job; r != nil {
		return r[rank]
	}
	return rank
}

// finish has a running job end now.
func (s *Sim) finish(j int32) {
	s.end[j] = s.now
	s.free(j)
	s.ended++
	s.inverse.add(-1 / s.load.Request[j])
	if s.story != nil {
		s.story.Ended(s.now, j)
	}
}

// begin has a placed job start now.
func (s *Sim) begin(j int32) {
	s.leave(j)
	s.start[j] = s.now
	s.started = append(s.started, j)
	s.fresh = append(s.fresh, j)
	if s.keep || s.story != nil {
		s.remember(j)
	}
}

// Now is the instant, s after the first submission.
func (s *Sim) Now() float64 { return s.now }

// Queue is the number of waiting jobs.
func (s *Sim) Queue() int { return s.waiting[SelectFirst].n }

// Waiting appends the waiting jobs in order of submission.
func (s *Sim) Waiting(dst []int32) []int32 {
	w := &s.waiting[SelectFirst]
	for j := w.next(0); j >= 0; j = w.next(j + 1) {
		dst = append(dst, j)
	}
	return dst
}

// Started are the jobs that the last action started, in that order, until Next.
func (s *Sim) Started() []int32 { return s.started }

// Machine and Load are what is simulated on and what.
func (s *Sim) Machine() *platform.Machine { return s.machine }
func (s *Sim) Load() *Load                { return s.load }

// Start and End are those of a job, +Inf before.
func (s *Sim) Start(j int) float64 { return s.start[j] }
func (s *Sim) End(j int) float64   { return s.end[j] }

// Run does a run with one action throughout.
func (s *Sim) Run(a Action) Metrics {
	for s.Reset(); s.Next(); {
		s.Act(a)
	}
	return s.Metrics()
}

// Ranges writes ranges of cores as schedules have them: 0-3,7.
func Ranges(spans []Span) string {
	var b []byte
	for i, s := range spans {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(s.From), 10)
		if s.To > s.From+1 {
			b = strconv.AppendInt(append(b, '-'), int64(s.To-1), 10)
		}
	}
	return string(b)
}
