package model

import (
	"cmp"
	"math"
	"slices"
)

// Plan is what a backfill pass intends for a job that it does not start.
type Plan struct {
	Job      int32
	Start    int64 // the second
	End      int64 // of its reservation, as rounded
	Nodes    Nodes // nil: a start is shown, nothing is planned; good until the next pass
	Reserved bool
}

// Engine holds jobs in the hands of a scheduler, and makes passes over them. Load sets it up;
// Wait, Run and End say what happens between passes, and a pass starts jobs by itself. It is for
// one goroutine at a time, and once it has seen its largest pass it allocates nothing.
type Engine struct {
	Jobs      []Job
	Started   []int32 // by the last pass, in its order
	Stopped   []int32 // by the last pass, for others that may preempt them
	Suspended []int32 // likewise
	Resumed   []int32 // by the last Resume
	Plans     []Plan  // of the last backfill pass, in its order
	Moment    int64   // of the pass, by the clock of Job.Place

	set     Settings
	rules   rules
	machine *Machine
	words   int

	waiting      []int32 // in the order of passes, once sorted
	running      []int32 // by end, then id
	idle         Nodes   // that no job runs on
	closing      Nodes   // of them, those whose job has just ended: they can't be used yet
	shared       bool    // jobs have parts of nodes
	has, whole   stock   // where nodes are shared: what nobody uses of them, and all there is
	left         []int32 // licences
	under        []Limit // what runs under each limit
	counted      int64   // the period at which what jobs have left was counted, s
	up           Nodes   // of the machine, at the pass
	upFrom, upTo int64   // when it holds

	pool   []uint64        // nodes of running jobs, by place
	spare  []int32         // places that are free
	store  []linked        // what running jobs have of nodes that are shared
	vacant int32           // the first of store that is free
	seats  map[int64]int64 // of arrays of which a task has started: their place in the list, from then on

	space space
	arena []uint64 // nodes of plans

	// of one try
	free, wanted, gone, pick, other, busy, barred, open Nodes
	intended                                            Nodes
	victims                                             []int32
	halted                                              []halted // those that are suspended
	withheld                                            []Piece
	stoppedOn                                           []uint64 // nodes of those that were stopped
	stopping                                            bool     // what was picked is free once others are stopped
	later                                               stock    // what is free when those taken away are gone
	pieces                                              []Piece  // of what was picked
	caps, weights                                       []int32  // of candidates
	offered                                             offered  // by them
	asking                                              *Ask     // for which they are
	known                                               bool     // caps, weights, other and offered are of asking, free and later
	stretches                                           []stretch
	have                                                int // of what is asked for, in free and gone
	runs                                                []run
	found                                               Reason // of backfill
	until                                               int64  // a pass before this would do what the last did, if nothing happens, s

	testedOf, reservedOf, users, usersOf []int32 // counts of a pass, by partition and user
	crews                                []int32 // by association
	all                                  int32
	failed                               []bool
	depth                                []int32
	byMain, byBackfill                   []Reason // nil: nobody asks
}

// Load gives an engine its machine, settings and jobs: nobody waits, nothing runs.
func (e *Engine) Load(m *Machine, s Settings, jobs []Job) {
	e.machine, e.set, e.rules, e.Jobs = m, s, rulesOf(s.Version), jobs
	e.words = wordsOf(m.Nodes)
	for _, set := range []*Nodes{&e.idle, &e.closing, &e.free, &e.wanted, &e.gone, &e.pick, &e.other, &e.busy, &e.barred,
		&e.open, &e.intended, &e.up} {
		*set = NewNodes(m.Nodes)
	}
	if e.shared = m.Shared(); e.shared {
		e.has, e.whole, e.later = newStock(m, s.Memory), newStock(m, s.Memory), newStock(m, s.Memory)
		e.caps, e.weights, e.seats = make([]int32, m.Nodes), make([]int32, m.Nodes), map[int64]int64{}
		for k := range jobs {
			if j := &jobs[k]; j.Ask == nil {
				j.Ask = &Ask{Tasks: j.CPUs, Each: 1, Least: 1}
			}
		}
	}
	e.left = make([]int32, len(m.Licences))
	e.under = make([]Limit, len(m.Limits))
	e.upFrom, e.upTo = 0, 0
	parts := len(m.Partitions)
	e.testedOf, e.reservedOf, e.depth, e.failed = make([]int32, parts), make([]int32, parts), make([]int32, parts), make([]bool, parts)
	e.users, e.usersOf = make([]int32, m.Users), make([]int32, m.Users*parts)
	e.crews = nil
	e.pool, e.spare = e.pool[:0], e.spare[:0]
	e.byMain, e.byBackfill = nil, nil
	e.Empty()
}

// Empty takes all jobs off.
func (e *Engine) Empty() {
	e.waiting, e.running, e.halted = e.waiting[:0], e.running[:0], e.halted[:0]
	e.closing.clear()
	e.idle.clear()
	e.idle.Add(0, e.machine.Nodes)
	if e.store, e.vacant = e.store[:0], -1; e.shared {
		e.has.fill(&e.whole)
		clear(e.seats)
	}
	copy(e.left, e.machine.Licences)
	clear(e.under)
	e.counted = math.MinInt64
	clear(e.byMain)
	clear(e.byBackfill)
	e.spare = e.spare[:0]
	for i := len(e.pool)/e.words - 1; i >= 0; i-- {
		e.spare = append(e.spare, int32(i))
	}
}

// Wait puts a job among those that may start.
func (e *Engine) Wait(k int32) { e.waiting = append(e.waiting, k) }

// Run says that a job runs on nodes, and what it has of each, where they are shared. Start and End are set.
func (e *Engine) Run(k int32, on Nodes, pieces []Piece) {
	j := &e.Jobs[k]
	j.place = e.room()
	copy(e.on(k), on)
	e.idle.less(on)
	if e.shared {
		j.first = e.hold(pieces)
		for i := range pieces {
			e.has.change(&pieces[i], -1)
		}
	}
	for x, n := range j.Licences {
		e.left[x] -= n
	}
	e.weigh(j, 1)
	at, _ := slices.BinarySearchFunc(e.running, k, e.byEnd)
	e.running = slices.Insert(e.running, at, k)
}

// End says that a job's nodes are free.
func (e *Engine) End(k int32) {
	at, _ := slices.BinarySearchFunc(e.running, k, e.byEnd)
	e.running = slices.Delete(e.running, at, at+1)
	j := &e.Jobs[k]
	if !e.shared {
		e.idle.Join(e.on(k))
	} else {
		for at := j.first; at >= 0; at = e.store[at].next {
			p := &e.store[at].Piece
			if e.has.change(p, 1); e.has.cpus[p.Node] == e.whole.cpus[p.Node] {
				e.idle.Add(int(p.Node), int(p.Node)+1)
			}
		}
		e.drop(j.first)
	}
	for x, n := range j.Licences {
		e.left[x] += n
	}
	e.weigh(j, -1)
	e.spare = append(e.spare, j.place)
}

// Close says that a job on these nodes has just ended, and they are not free yet: passes see them
// idle, and start nobody there until Open.
func (e *Engine) Close(on Nodes) { e.closing.Join(on) }

// Open says that nodes are free.
func (e *Engine) Open(on Nodes) { e.closing.less(on) }

// room is a place for the nodes of one more running job.
func (e *Engine) room() int32 {
	if n := len(e.spare); n > 0 {
		at := e.spare[n-1]
		e.spare = e.spare[:n-1]
		return at
	}
	at := len(e.pool) / e.words
	e.spare = slices.Grow(e.spare, at+1) // for when all are free
	e.pool = append(e.pool, e.idle...)   // of the right length
	return int32(at)
}

// on are the nodes of a running job.
func (e *Engine) on(k int32) Nodes {
	at := int(e.Jobs[k].place) * e.words
	return Nodes(e.pool[at : at+e.words : at+e.words])
}

// On are the nodes of a job that runs, good until it ends.
func (e *Engine) On(k int32) Nodes { return e.on(k) }

// byEnd orders those that run by when they are expected to end, then by their places in the daemon's list.
func (e *Engine) byEnd(a, b int32) int {
	x, y := &e.Jobs[a], &e.Jobs[b]
	if x.End != y.End { // nearly always, and the others cost as much
		return cmp.Compare(x.End, y.End)
	}
	return cmp.Or(cmp.Compare(x.Place, y.Place), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Index, y.Index))
}

// sort puts those that wait into the order of a pass: partition's tier, priority, submission (of one that was requeued the
// last), job.
func (e *Engine) sort() {
	slices.SortFunc(e.waiting, func(a, b int32) int {
		x, y := &e.Jobs[a], &e.Jobs[b]
		if x.Partition != y.Partition {
			if by := cmp.Compare(e.machine.Partitions[y.Partition].Tier, e.machine.Partitions[x.Partition].Tier); by != 0 {
				return by
			}
		}
		if x.Priority != y.Priority {
			return cmp.Compare(y.Priority, x.Priority)
		}
		return cmp.Or(cmp.Compare(x.Submit, y.Submit), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Turn, y.Turn), cmp.Compare(x.Index, y.Index))
	})
}

// taken says whether the pass has started a job in another of its partitions.
func (e *Engine) taken(j *Job) bool {
	for _, k := range j.Also {
		if slices.Contains(e.Started, k) {
			return true
		}
	}
	return false
}

// start starts a job now on what was picked.
func (e *Engine) start(k int32, now int64) {
	j := &e.Jobs[k]
	j.Start, j.End, j.Warned, j.Cleared = now, now+j.Limit, 0, false
	if e.shared && j.Array { // the rest of the array goes to the end of the list
		if at, moved := e.seats[j.ID]; moved {
			j.Place = at
		}
		e.seats[j.ID] = e.Moment
	}
	e.Run(k, e.pick, e.pieces)
	e.Started = append(e.Started, k)
}

// sweep takes those that were started off the list of those that wait, in all their partitions.
func (e *Engine) sweep() {
	if len(e.Started) == 0 {
		return
	}
	rest := e.waiting[:0]
	for _, k := range e.waiting {
		if !slices.Contains(e.Started, k) && !e.taken(&e.Jobs[k]) {
			rest = append(rest, k)
		}
	}
	e.waiting = rest
}

// begin makes ready for a pass.
func (e *Engine) begin(now int64) {
	e.rise(now)
	e.sort()
	e.Started, e.Stopped, e.Plans, e.arena = e.Started[:0], e.Stopped[:0], e.Plans[:0], e.arena[:0]
	e.stoppedOn, e.Suspended = e.stoppedOn[:0], e.Suspended[:0]
}

// limited says whether the job would break a limit that it is under.
func (e *Engine) limited(j *Job) bool { return e.breaks(j, false) }

// breaks says so of all limits, or of those of associations alone.
func (e *Engine) breaks(j *Job, association bool) bool {
	for _, k := range j.Limits {
		has, most := &e.under[k], &e.machine.Limits[k]
		if association && !most.Association {
			continue
		}
		if above(has.Jobs+1, most.Jobs) || above(has.CPUs+int64(j.CPUs), most.CPUs) || above(has.Nodes+int64(j.Nodes), most.Nodes) ||
			above(has.Seconds+int64(j.CPUs)*j.Limit, most.Seconds) {
			return true
		}
	}
	return false
}

func above(n, most int64) bool { return most >= 0 && n > most }

// weigh adds a job to what runs under its limits, or takes it away.
func (e *Engine) weigh(j *Job, by int64) {
	for _, list := range [...][]int32{j.Limits, j.Counted} {
		for _, k := range list {
			e.under[k].Jobs += by
			e.under[k].CPUs += by * int64(j.CPUs)
			e.under[k].Nodes += by * int64(j.Nodes)
			e.under[k].Seconds += by * int64(j.CPUs) * (j.End - max(j.Start, e.counted))
		}
	}
}

// countDown takes off what jobs have left what has passed up to a period. false: no limit is on that.
func (e *Engine) countDown(now int64) bool {
	if !slices.ContainsFunc(e.machine.Limits, func(l Limit) bool { return l.Seconds >= 0 }) {
		return false
	}
	for _, k := range e.running {
		j := &e.Jobs[k]
		for _, list := range [...][]int32{j.Limits, j.Counted} {
			for _, l := range list {
				e.under[l].Seconds -= int64(j.CPUs) * (now - max(j.Start, e.counted))
			}
		}
	}
	e.counted = now
	return true
}

// rise sets up to the nodes that are up at a moment, if that is not one at which it holds already.
func (e *Engine) rise(now int64) {
	if e.upFrom <= now && now < e.upTo {
		return
	}
	copy(e.up, e.machine.Up)
	e.upFrom, e.upTo = math.MinInt64, math.MaxInt64
	for i := range e.machine.Outages {
		o := &e.machine.Outages[i]
		if o.From <= now && now < o.To {
			e.up.less(o.Nodes)
		}
		for _, at := range [...]int64{o.From, o.To} {
			if at <= now {
				e.upFrom = max(e.upFrom, at)
			} else {
				e.upTo = min(e.upTo, at)
			}
		}
	}
}

// candidates sets wanted to the nodes that a job may use: its partition's, with its feature, that
// are up.
func (e *Engine) candidates(j *Job) {
	copy(e.wanted, e.machine.Partitions[j.Partition].Nodes)
	e.wanted.and(e.up)
	if j.Inside > 0 {
		e.wanted.and(e.machine.Closures[j.Inside-1].Nodes)
	}
}

// closed takes off free what reservations bar in [from, to), but the one that the job is inside of, and says
// when the first of those that bar ends, or never.
func (e *Engine) closed(free Nodes, inside int32, now, from, to int64) (ends int64) {
	ends = never
	for i := range e.machine.Closures {
		c := &e.machine.Closures[i]
		if int32(i) != inside-1 && c.Made <= now && c.From < to && c.To > from && free.Meets(c.Nodes) {
			free.less(c.Nodes)
			if ends == never || c.To < ends {
				ends = c.To
			}
		}
	}
	return ends
}
