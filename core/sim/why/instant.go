package why

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
)

// Instant is machine and queue as the scheduler saw them at an event: an instant
// at which jobs arrive or end.
type Instant struct {
	Now     int64
	Free    int64     // once all passes are over
	Running []Running // by projected end; jobs that end now have left
	Passes  []Pass    // none where nobody waits
	// The neighbours, Unknown where there is none: events, and instants at which a
	// job starts.
	PreviousEvent, NextEvent       int64
	PreviousDecision, NextDecision int64
}

// Running is a job on the machine.
type Running struct {
	Job              int
	Start, Projected int64 // Projected: when it ends if it runs as long as requested
}

// Pass is one look at the queue.
type Pass struct {
	Free          int64       // before anybody starts
	Head          int         // None where nobody is left waiting
	Shadow, Extra int64       // of the head, under EASY; else Unknown and -1
	Queue         []Candidate // in its order, before anybody starts
}

// Candidate is a job of the queue and what the pass finds of it.
type Candidate struct {
	Job    int
	Reason Reason
	Turn   int        // so many were tried before it behind the head; -1: not tried there
	Free   int64      // processors free at its turn
	Extra  int64      // extra processors then, -1 where there is no reservation
	Place  int64      // its start, where conservative backfilling tells, else Unknown
	Rules  guard.Mask // of the trace, that forbid its start; told of Held, and of a Head that keeps its turn
}

// At shows the last event at or before an instant, else the first of all.
func (p *Tape) At(instant int64) (*Instant, error) {
	p.moments()
	if len(p.events) == 0 {
		return &Instant{Now: Unknown, Free: p.Trace.Procs, PreviousEvent: Unknown, NextEvent: Unknown, PreviousDecision: Unknown,
			NextDecision: Unknown}, nil
	}
	i, found := slices.BinarySearch(p.events, instant)
	if !found {
		i = max(i-1, 0)
	}
	now := p.events[i]
	w := eye{p: p, s: &Instant{Now: now, Free: p.Trace.Procs}}
	w.s.PreviousEvent, w.s.NextEvent = neighbours(p.events, now)
	w.s.PreviousDecision, w.s.NextDecision = neighbours(p.acts, now)
	if err := p.play(now, now, &w, func(*sim.State) {}); err != nil {
		return nil, err
	}
	for _, x := range p.Trace.Closures {
		if x.From <= now && now < x.To {
			w.s.Free -= min(x.Procs, p.Trace.Procs)
		}
	}
	for j, start := range p.Starts {
		if start <= now && p.End(j) > now {
			w.s.Free -= int64(p.Trace.Size[j])
			w.s.Running = append(w.s.Running, Running{j, start, start + p.Trace.Request[j]})
		}
	}
	if len(p.Trace.Rules) > 0 { // those that are missing may have been busy before
		w.s.Free = max(w.s.Free-p.engine.Missing(now), 0)
	}
	sorted.Stable(w.s.Running, func(a, b Running) int {
		switch {
		case a.Projected < b.Projected:
			return -1
		case a.Projected > b.Projected:
			return 1
		}
		return 0
	})
	return w.s, nil
}

// neighbours are the entries of an ascending list before and after an instant.
func neighbours(list []int64, now int64) (before, after int64) {
	before, after = Unknown, Unknown
	i, found := slices.BinarySearch(list, now)
	if i > 0 {
		before = list[i-1]
	}
	if found {
		i++
	}
	if i < len(list) {
		after = list[i]
	}
	return before, after
}

// eye watches the passes of one instant.
type eye struct {
	p *Tape
	s *Instant

	pass    *Pass // nil before the instant
	at      map[int32]int
	waiting []int32
	free    int64

	// Where processors go out, the engine's own decisions are all that is known.
	room   room // at the reservation
	behind []int32
	barred map[int32]bool
	rules  map[int32]guard.Mask
}

func (w *eye) Arrive(int64, int) {}
func (w *eye) End(int64, int)    {}

func (w *eye) Pass(now int64) {
	if w.pass = nil; now != w.s.Now {
		return
	}
	e := w.p.engine
	w.s.Passes = append(w.s.Passes, Pass{Free: e.Free(), Head: None, Shadow: Unknown, Extra: -1})
	w.pass = &w.s.Passes[len(w.s.Passes)-1]
	w.waiting, w.free, w.at = e.Waiting(w.waiting[:0]), e.Free(), map[int32]int{}
	w.behind, w.barred, w.rules = nil, map[int32]bool{}, map[int32]guard.Mask{}
	order := slices.Clone(w.waiting)
	slices.SortFunc(order, func(a, b int32) int {
		if e.Ahead(a, b) {
			return -1
		}
		return 1
	})
	for i, j := range order {
		w.at[j] = i
		w.pass.Queue = append(w.pass.Queue, Candidate{Job: int(j), Reason: Behind, Turn: -1, Free: -1, Extra: -1,
			Place: Unknown})
	}
}

func (w *eye) of(j int) *Candidate { return &w.pass.Queue[w.at[int32(j)]] }

func (w *eye) Start(_ int64, j int)    { w.start(j, Front) }
func (w *eye) Backfill(_ int64, j int) { w.start(j, Backfilled) }

func (w *eye) start(j int, how Reason) {
	if w.pass == nil {
		return
	}
	x := w.of(j)
	if x.Reason = how; x.Free < 0 {
		x.Free = w.free
	}
	w.free -= int64(w.p.Trace.Size[j])
}

// Reserve goes through the candidates as the pass is about to.
func (w *eye) Reserve(now int64, head int, shadow, extra int64) {
	if w.pass == nil {
		return
	}
	w.pass.Head, w.pass.Shadow, w.pass.Extra = head, shadow, extra
	left := w.waiting[:0]
	for _, j := range w.waiting {
		if w.of(int(j)).Reason != Front {
			left = append(left, j)
		}
	}
	w.room, w.behind = room{w.free, shadow, extra}, left
	if len(w.p.Trace.Closures) == 0 && len(w.p.Trace.Rules) == 0 {
		w.try(now, func(j int32, r *room) Reason { return r.verdict(w.p.Trace, now, j) })
	}
	x := w.of(head)
	x.Reason, x.Free, x.Extra = Head, w.free, extra
}

// try goes through the candidates behind the head.
func (w *eye) try(now int64, found func(j int32, r *room) Reason) {
	for i, x := range candidates(w.p.Trace, &w.p.Config, w.p.engine, now, w.pass.Head, w.behind, w.room, found) {
		y := w.of(int(x.job))
		if y.Reason, y.Free, y.Extra = x.reason, x.free, x.extra; x.reason != Behind {
			y.Turn = i
		}
	}
}

// Barred keeps in mind whom closures keep.
func (w *eye) Barred(_ int64, j int) {
	if w.pass != nil {
		w.barred[int32(j)] = true
	}
}

// Forbidden keeps in mind whom rules forbid.
func (w *eye) Forbidden(_ int64, j int, rules guard.Mask) {
	if w.pass != nil {
		w.rules[int32(j)] = rules
	}
}

// Place keeps a job's first turn and last place.
func (w *eye) Place(_ int64, j int, at int64) {
	if w.pass == nil {
		return
	}
	x := w.of(j)
	if x.Place = at; x.Free < 0 {
		x.Free = w.free
	}
}

// Passed judges those of whom nothing was told, in the order of the queue.
func (w *eye) Passed(now int64, head int) {
	if w.pass == nil {
		return
	}
	if len(w.p.Trace.Closures)+len(w.p.Trace.Rules) > 0 && w.pass.Shadow != Unknown {
		w.try(now, func(j int32, r *room) Reason {
			if w.of(int(j)).Reason == Backfilled {
				return Backfilled
			}
			return r.left(w.p.Trace, now, j, w.barred[j])
		})
	}
	w.pass.Head = head
	free := w.pass.Free
	for i := range w.pass.Queue {
		x := &w.pass.Queue[i]
		if x.Reason == Front || x.Reason == Backfilled && x.Turn < 0 {
			free -= int64(w.p.Trace.Size[x.Job])
			continue
		}
		switch {
		case x.Free >= 0:
		case w.p.Config.Backfilling == sim.NoBackfilling:
			x.Free = w.free
		default:
			x.Free = free
		}
		rules := w.rules[int32(x.Job)]
		switch {
		case x.Job == head:
			x.Reason, x.Rules = Head, rules
		case rules != 0 && int64(w.p.Trace.Size[x.Job]) > x.Free:
			x.Reason = TooWide
		case rules != 0:
			x.Reason, x.Rules = Held, rules
		case w.p.Config.Backfilling != sim.Conservative:
		case int64(w.p.Trace.Size[x.Job]) > x.Free:
			x.Reason = TooWide
		case w.barred[int32(x.Job)]:
			x.Reason = Barred
		default:
			x.Reason = WouldDelay
		}
	}
}
