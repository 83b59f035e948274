package why

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
)

// Story is why a job waited, from its submission to its start. Jobs are indices of
// the trace.
type Story struct {
	Job        int
	Submit     int64
	Start, End int64
	How        Reason // Front or Backfilled
	// Ahead counts the jobs that stood before it in the queue when it came, of which
	// First was the first; None when there was none.
	Ahead, First int
	// Queue counts all that waited when it came.
	Queue int
	// Went are the jobs that started while it waited because the order ranks them first.
	Went First
	// Overtaken are the jobs submitted later, at a later instant, that started
	// earlier, in the order in which they did.
	Overtaken []Overtaker
	Episodes  []Episode
	// Reserved is the start that it was promised, whenever that changed: as the head
	// of the queue, under conservative backfilling from the first pass on.
	Reserved []Move
	// Delayed are the jobs that would have fitted while it was the head, and were
	// kept waiting for its sake alone: in trace order. Under conservative
	// backfilling every job keeps others, and nothing is said.
	Delayed []int
}

// Wait is how long it waited, in seconds.
func (s *Story) Wait() int64 { return s.Start - s.Submit }

// Overtaker is a job that came later and started earlier.
type Overtaker struct {
	Job   int
	Start int64
	How   Reason // Front: it stood ahead in the order; or Backfilled
	// Shadow is the shadow time when it was backfilled under EASY, else Unknown.
	Shadow int64
}

// Episode is a stretch of passes that all found the same: one reason, and where it
// would have delayed somebody, one head, where rules forbade it, the same. A stretch before the first pass has none: the job
// did not fit when it came, and its dialect passes at an arrival only where that fits.
type Episode struct {
	From, To int64 // the first pass, and what ends it: another verdict, or the start
	Reason   Reason
	Facts    // of the first pass
	Passes   int
	Most     int64      // processors free at its turn in any of the passes
	Rules    guard.Mask // of the trace, that forbid its start in the first pass; told as of Candidate
}

// Move is when a reservation came to be at an instant.
type Move struct{ At, Shadow int64 }

// Story tells why a job waited.
func (p *Tape) Story(j int) (*Story, error) { return p.story(j, nil) }

// story tells each of its verdicts to one who listens.
func (p *Tape) story(j int, listen func(now int64, r Reason, f Facts)) (*Story, error) {
	s := &Story{Job: j, Submit: p.Trace.Submit[j], Start: p.Starts[j], End: p.End(j), First: None}
	w := witness{s: s, tape: p, t: p.Trace, c: &p.Config, j: int32(j), listen: listen, placed: Unknown, kept: map[int32]bool{}}
	// A state at the very instant of submission is one before it.
	err := p.play(s.Submit, s.Start, &w, func(at *sim.State) {
		for _, k := range at.Waiting {
			w.join(k)
		}
	})
	if err != nil {
		return nil, err
	}
	if n := len(w.s.Episodes); n > 0 {
		w.s.Episodes[n-1].To = s.Start
	}
	s.unseen(w.came)
	for k := range w.kept {
		w.s.Delayed = append(w.s.Delayed, int(k))
	}
	slices.Sort(w.s.Delayed)
	return s, nil
}

// unseen tells of the time before the first pass. A dialect of passes by event looks at an
// arrival only where it fits into the processors free when it comes: this one did not.
func (s *Story) unseen(free int64) {
	to := s.Start
	if len(s.Episodes) > 0 {
		to = s.Episodes[0].From
	}
	if to > s.Submit {
		s.Episodes = slices.Insert(s.Episodes, 0, Episode{From: s.Submit, To: to, Reason: TooWide, Most: free,
			Facts: Facts{Head: None, Shadow: Unknown, Extra: -1, Free: free}})
	}
}

// witness watches one job.
type witness struct {
	s      *Story
	tape   *Tape
	t      *job.Trace
	c      *sim.Config
	j      int32
	listen func(now int64, r Reason, f Facts)

	waiting []int32 // all that wait, in no order
	here    bool    // the job waits
	older   int     // so many came before it and wait
	came    int64   // processors free when it came

	// The pass.
	room       room
	reserved   bool
	head       int  // that has the reservation
	turn       room // the job's
	turned     bool
	seen       bool  // tries are limited: the job is one of those tried
	placed     int64 // where conservative backfilling has the job
	first      room  // before anybody is backfilled
	backfilled []int32
	kept       map[int32]bool
	barred     map[int32]bool
	rules      map[int32]guard.Mask
	list       []int32
	tried      []tried
}

func (w *witness) join(k int32) {
	w.tape.place[k] = int32(len(w.waiting))
	w.waiting = append(w.waiting, k)
}

func (w *witness) leave(k int32) {
	i, last := w.tape.place[k], w.waiting[len(w.waiting)-1]
	w.waiting[i], w.tape.place[last] = last, i
	w.waiting = w.waiting[:len(w.waiting)-1]
	if w.here && k < w.j {
		w.older--
	}
}

// Arrive counts who stands before the job.
func (w *witness) Arrive(_ int64, k int) {
	if k == w.s.Job {
		w.here, w.older, w.s.Queue, w.came = true, len(w.waiting), len(w.waiting), w.tape.engine.Free()
		for _, other := range w.waiting {
			if w.tape.engine.Ahead(other, w.j) {
				w.s.Ahead++
				if w.s.First == None || w.tape.engine.Ahead(other, int32(w.s.First)) {
					w.s.First = int(other)
				}
			}
		}
	}
	w.join(int32(k))
}

func (w *witness) End(int64, int) {}

func (w *witness) Pass(int64) {
	w.room = room{w.tape.engine.Free(), Unknown, -1}
	w.reserved, w.turned, w.seen, w.head = false, false, false, None
	w.backfilled = w.backfilled[:0]
	w.tried = w.tried[:0]
	w.barred, w.rules = nil, nil
	if len(w.t.Rules) > 0 {
		w.placed = Unknown // whom rules forbid has no place
	}
}

// Forbidden keeps in mind whom rules forbid in the pass.
func (w *witness) Forbidden(_ int64, k int, rules guard.Mask) {
	if w.rules == nil {
		w.rules = map[int32]guard.Mask{}
	}
	w.rules[int32(k)] = rules
}

// Barred keeps in mind whom closures keep in the pass.
func (w *witness) Barred(_ int64, k int) {
	if w.barred == nil {
		w.barred = map[int32]bool{}
	}
	w.barred[int32(k)] = true
}

func (w *witness) Start(now int64, k int) { w.start(now, int32(k), Front) }

// Reserve also goes through the candidates, where limits decide whose turn comes.
func (w *witness) Reserve(now int64, head int, shadow, extra int64) {
	w.head, w.reserved = head, true
	w.room.shadow, w.room.extra = shadow, extra
	w.first = w.room
	if !w.here || !w.limited() {
		return
	}
	w.list = append(w.list[:0], w.waiting...)
	slices.Sort(w.list)
	w.tried = candidates(w.t, w.c, w.tape.engine, now, head, w.list, w.room,
		func(j int32, r *room) Reason { return r.verdict(w.t, now, j) })
}

func (w *witness) limited() bool { return w.c.Depth > 0 || w.c.Tries > 0 }

func (w *witness) Backfill(now int64, k int) { w.start(now, int32(k), Backfilled) }

// start notes who starts; the job's turn was before, if it goes before the other.
func (w *witness) start(now int64, k int32, how Reason) {
	if w.here && !w.turned && k != w.j && w.goesBefore(k) {
		w.turn, w.turned = w.room, true
	}
	if w.here && k != w.j && now < w.tape.Starts[w.j] {
		w.rank(k)
	}
	w.leave(k)
	if w.reserved {
		w.room.take(w.t, now, k)
		w.backfilled = append(w.backfilled, k)
	} else {
		w.room.free -= int64(w.t.Size[k])
	}
	switch {
	case k == w.j:
		w.s.How, w.here = how, false
	case w.here && w.t.Submit[k] > w.s.Submit && now < w.s.Start:
		w.s.Overtaken = append(w.s.Overtaken, Overtaker{int(k), now, how, w.room.shadow})
	}
}

// goesBefore says whether the job's turn in the pass is before another's. Those
// who start from the front do before anybody is tried.
func (w *witness) goesBefore(k int32) bool {
	if w.c.Backfilling == sim.Conservative {
		return w.tape.engine.Ahead(w.j, k)
	}
	return w.reserved && w.tape.engine.TriedBefore(w.j, k)
}

// Place tells the job's turn under conservative backfilling: the first in a pass.
func (w *witness) Place(now int64, k int, at int64) {
	if k != w.s.Job {
		return
	}
	if !w.turned {
		w.turn, w.turned = w.room, true
	}
	w.placed = at
}

// Passed judges the job, and those it keeps waiting.
func (w *witness) Passed(now int64, head int) {
	if !w.here {
		return
	}
	if !w.turned {
		w.turn = w.room
	}
	f := Facts{Head: head, Shadow: w.turn.shadow, Extra: w.turn.extra, Free: w.turn.free}
	reason := TooWide
	switch conservative := w.c.Backfilling == sim.Conservative; {
	case conservative && head != w.s.Job:
		f.Shadow = w.placed
		if int64(w.t.Size[w.j]) <= f.Free {
			reason = w.turn.left(w.t, now, w.j, w.barred[w.j])
		}
	case head == w.s.Job:
		reason = Head
		switch {
		case conservative:
			f.Shadow = w.placed
		case w.reserved:
			f.Shadow, f.Extra, f.Free = w.first.shadow, w.first.extra, w.first.free
		}
		w.keep(now)
	case !w.reserved:
		reason = Behind
	case w.limited():
		i := slices.IndexFunc(w.tried, func(x tried) bool { return x.job == w.j })
		x := w.tried[i]
		reason, f.Extra, f.Free = x.reason, x.extra, x.free
	case len(w.t.Closures)+len(w.t.Rules) > 0:
		reason = w.turn.left(w.t, now, w.j, w.barred[w.j])
	default:
		reason = w.turn.verdict(w.t, now, w.j)
	}
	rules := w.rules[w.j]
	if rules != 0 && reason != Head {
		if reason = Held; int64(w.t.Size[w.j]) > f.Free {
			reason, rules = TooWide, 0
		}
	}
	w.note(now, reason, f, rules)
	if reason == Head || w.placed != Unknown {
		w.move(now, f.Shadow)
	}
}

// note adds a pass to the episodes.
func (w *witness) note(now int64, reason Reason, f Facts, rules guard.Mask) {
	if w.listen != nil {
		w.listen(now, reason, f)
	}
	if n := len(w.s.Episodes); n > 0 {
		e := &w.s.Episodes[n-1]
		if e.Reason == reason && (reason != WouldDelay || e.Head == f.Head) && e.Rules == rules {
			e.Passes++
			e.Most = max(e.Most, f.Free)
			return
		}
		e.To = now
	}
	w.s.Episodes = append(w.s.Episodes, Episode{From: now, Reason: reason, Facts: f, Passes: 1, Most: f.Free, Rules: rules})
}

// move notes a reservation that changed.
func (w *witness) move(now, shadow int64) {
	if n := len(w.s.Reserved); shadow != Unknown && (n == 0 || w.s.Reserved[n-1].Shadow != shadow) {
		w.s.Reserved = append(w.s.Reserved, Move{now, shadow})
	}
}

// keep notes who waits for the job's sake, while it is the head.
func (w *witness) keep(now int64) {
	switch {
	case w.c.Backfilling == sim.NoBackfilling:
		for _, k := range w.waiting {
			if k != w.j && int64(w.t.Size[k]) <= w.room.free && w.rules[k] == 0 {
				w.kept[k] = true
			}
		}
	case !w.reserved: // conservative
	case w.limited():
		for _, x := range w.tried {
			if x.reason == WouldDelay {
				w.kept[x.job] = true
			}
		}
	default:
		for _, k := range w.waiting {
			if k != w.j && int64(w.t.Size[k]) <= w.first.free && !w.kept[k] && !w.barred[k] && w.rules[k] == 0 && w.delays(now, k) {
				w.kept[k] = true
			}
		}
	}
}

// delays says whether a job that was not backfilled did fit at its turn.
func (w *witness) delays(now int64, k int32) bool {
	r := w.first
	for _, b := range w.backfilled {
		if w.tape.engine.TriedBefore(k, b) {
			break
		}
		r.take(w.t, now, b)
	}
	return r.verdict(w.t, now, k) == WouldDelay
}
