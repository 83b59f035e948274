package online

import (
	"math"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// machine is what a replay has come to: an engine, or a walk.
type machine interface {
	Snapshot(s *sim.State) error
	Starts() []int64
}

// walk replays a resample from step to step under choices that may change. From equal states a choice leads to equal ones, so
// what one replay did in a step is there for all later ones: machines that were scheduled in different ways are the same again
// once those jobs have ended, soon where the queue is often empty. Choices that differ in the threshold alone lead to the same
// while no job waits beyond either, and all do while nobody waits. It takes no closures, rules of the machine, or conservative
// backfilling, whose past is more than machine and queue.
type walk struct {
	on      bool
	step    int64 // s, divides every period
	engine  *sim.Engine
	arms    []sim.Config
	alike   []int   // of each arm, the first that differs in the threshold alone
	submit  []int64 // of the trace
	run     []int64
	config  sim.Config // runs begin with
	starts  []int64    // of the replay at hand
	at      int32      // the state it is in; unknown: none that is kept
	now     int64      // s
	live    bool       // the engine is in that state
	room    sim.State
	after   sim.State
	states  []place
	courses []course
	first   []int32 // of each step, the latest state
	running []sim.Running
	waiting []int32
	begun   []sim.Running
	most    int // how many jobs all states and courses may name
}

const unknown = -1

// place is a state that a replay has come to at the beginning of a step.
type place struct {
	sum              uint64
	acted            bool
	arrived          int
	running, waiting [2]int32 // from, to
	next             int32    // of the same step
	course           int32    // the latest from it
}

// course is what a choice led to: jobs that began, and the state behind the step.
type course struct {
	arm   int32 // by its place; to the end of all jobs: its complement
	begun [2]int32
	to    int32
	next  int32 // from the same state
	most  int64 // s, the longest that any job had waited in the step
	idle  bool  // nobody waited in it, and no job was of no length: such a one makes room at the instant at which it starts
}

// load prepares for a resample of so many seconds, on which nothing is known.
func (x *walk) load(t *job.Trace, seconds int64) {
	x.on = x.step >= job.Day/4 && t.Rules == nil && len(t.Closures) == 0
	for i := range x.arms {
		c := &x.arms[i]
		x.on = x.on && c.Backfilling != sim.Conservative && !c.Primary.SeesShare() && !c.Backfill.SeesShare()
	}
	if !x.on {
		return
	}
	x.starts, x.submit, x.run = resize(x.starts, t.Len()), t.Submit, t.Run
	x.first = resize(x.first, int(seconds/x.step)+2)
	for i := range x.first {
		x.first[i] = unknown
	}
	x.states, x.courses, x.running, x.waiting, x.begun = x.states[:0], x.courses[:0], x.running[:0], x.waiting[:0], x.begun[:0]
}

// begin is for a run that starts with an empty machine.
func (x *walk) begin(c *sim.Config) error {
	x.config, x.now, x.live = *c, 0, true
	s := &x.room
	*s = sim.State{Now: 0, Running: s.Running[:0], Waiting: s.Waiting[:0], Promised: s.Promised[:0], Used: s.Used[:0], Acted: true}
	x.at = x.keep(s)
	return x.engine.Start(c)
}

// advance lets a choice schedule until an instant, in s, a whole number of steps away.
func (x *walk) advance(arm int, until int64) error {
	for x.now < until {
		if err := x.pass(int32(arm), x.now+x.step); err != nil {
			return err
		}
	}
	return nil
}

// finish lets a choice schedule until all jobs have ended.
func (x *walk) finish(arm int) error { return x.pass(^int32(arm), math.MaxInt64) }

// Starts are those of the replay, as an engine tells them.
func (x *walk) Starts() []int64 { return x.starts }

// Snapshot tells the state.
func (x *walk) Snapshot(s *sim.State) error {
	if x.live {
		return x.engine.Snapshot(s)
	}
	p := &x.states[x.at]
	s.Now, s.Arrived, s.Acted = x.now, p.arrived, p.acted
	s.Running = append(s.Running[:0], x.running[p.running[0]:p.running[1]]...)
	s.Waiting = append(s.Waiting[:0], x.waiting[p.waiting[0]:p.waiting[1]]...)
	s.Promised, s.Used = s.Promised[:0], s.Used[:0]
	return nil
}

// pass goes a step by a choice: as a replay before did from the same state, or by the engine.
func (x *walk) pass(key int32, until int64) error {
	if x.at != unknown {
		for i := x.states[x.at].course; i != unknown; i = x.courses[i].next {
			if c := &x.courses[i]; c.arm == key || x.same(c, key) {
				for _, b := range x.begun[c.begun[0]:c.begun[1]] {
					x.starts[b.Job] = b.Start
				}
				x.at, x.now, x.live = c.to, until, false
				return nil
			}
		}
	}
	arm := &x.arms[max(key, ^key)]
	before := &x.room
	if err := x.Snapshot(before); err != nil {
		return err
	}
	if !x.live {
		if err := x.engine.StartAt(&x.config, before, math.MaxInt); err != nil {
			return err
		}
	}
	if err := choose(x.engine, arm); err != nil {
		return err
	}
	from, mark := x.at, int32(len(x.begun))
	after := &x.after
	if until == math.MaxInt64 {
		if err := x.engine.Finish(); err != nil {
			return err
		}
		after.Arrived, after.Waiting = len(x.starts), after.Waiting[:0]
		x.at, x.live = unknown, false
	} else {
		if err := x.engine.Advance(until); err != nil {
			return err
		}
		if err := x.engine.Snapshot(after); err != nil {
			return err
		}
		x.now, x.live = until, true
		x.at = x.keep(after)
	}
	most, idle := x.gather(before, after, until)
	if from == unknown || until != math.MaxInt64 && x.at == unknown {
		x.begun = x.begun[:mark]
		return nil
	}
	p := &x.states[from]
	x.courses = append(x.courses, course{arm: key, begun: [2]int32{mark, int32(len(x.begun))}, to: x.at, next: p.course,
		most: most, idle: idle})
	p.course = int32(len(x.courses) - 1)
	return nil
}

// same says whether a choice leads where another did: to the same instant, where nobody waits, or with the same orders
// where no job waits beyond the threshold of either.
func (x *walk) same(c *course, key int32) bool {
	a, b := max(c.arm, ^c.arm), max(key, ^key)
	within := func(arm int32) bool { return x.arms[arm].Threshold < 0 || c.most <= x.arms[arm].Threshold }
	if c.arm < 0 != (key < 0) {
		return false
	}
	return c.idle || x.alike[a] == x.alike[b] && within(a) && within(b)
}

// gather takes the starts of those that began between two states, and says how long a job had waited at most, and whether orders had
// nothing to decide.
func (x *walk) gather(before, after *sim.State, until int64) (most int64, idle bool) {
	starts, waits := x.engine.Starts(), after.Waiting
	if idle = true; len(waits) > 0 {
		most = until - x.submit[waits[0]]
	}
	take := func(j int32) {
		for len(waits) > 0 && waits[0] < j {
			waits = waits[1:]
		}
		if len(waits) > 0 && waits[0] == j {
			return
		}
		x.starts[j] = starts[j]
		most, idle = max(most, starts[j]-x.submit[j]), idle && x.run[j] > 0
		x.begun = append(x.begun, sim.Running{Job: j, Start: starts[j]})
	}
	for _, j := range before.Waiting {
		take(j)
	}
	for j := before.Arrived; j < after.Arrived; j++ {
		take(int32(j))
	}
	return most, idle && most == 0
}

// keep finds the place of a state, or makes one while there is room.
func (x *walk) keep(s *sim.State) int32 {
	sum := uint64(len(s.Running))
	for _, r := range s.Running {
		sum = (sum*31+uint64(r.Job))*1099511628211 + uint64(r.Start)
	}
	for _, j := range s.Waiting {
		sum = sum*1099511628211 + uint64(j)
	}
	first := &x.first[x.now/x.step]
	for i := *first; i != unknown; i = x.states[i].next {
		if p := &x.states[i]; p.sum == sum && p.acted == s.Acted && p.arrived == s.Arrived &&
			slices.Equal(x.running[p.running[0]:p.running[1]], s.Running) && slices.Equal(x.waiting[p.waiting[0]:p.waiting[1]], s.Waiting) {
			return i
		}
	}
	if len(x.running)+len(x.waiting)+len(x.begun) > x.most {
		return unknown
	}
	p := place{sum: sum, acted: s.Acted, arrived: s.Arrived, next: *first, course: unknown}
	p.running[0], p.waiting[0] = int32(len(x.running)), int32(len(x.waiting))
	x.running, x.waiting = append(x.running, s.Running...), append(x.waiting, s.Waiting...)
	p.running[1], p.waiting[1] = int32(len(x.running)), int32(len(x.waiting))
	x.states = append(x.states, p)
	*first = int32(len(x.states) - 1)
	return *first
}

// choose has an engine go on with another choice.
func choose(e *sim.Engine, c *sim.Config) error {
	if err := e.SetOrders(c.Primary, c.Backfill); err != nil {
		return err
	}
	return e.SetThreshold(c.Threshold)
}

// divides is the longest time, in s, that divides all periods.
func divides(lengths []*length) (s int64) {
	for _, l := range lengths {
		for a := l.seconds; a > 0; {
			s, a = a, s%a
		}
	}
	return s
}
