package feedback_test

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/job/session"
)

// A slow, obvious closed replay: users and EASY in one loop over instants, nothing
// kept in order, everything looked for. It shares with what it is held against only
// the habits, the rhythm's calendar and the hash.

type slowJob struct {
	source, lap       int
	submit, run, plan int64
	size              int64
	batch             *slowBatch
	start             int64
	started, ended    bool
}

type slowBatch struct {
	user, index, lap int
	begin            int64
	pending          []int // jobs of the trace that are not submitted yet
	running          int   // that have not ended
	awaited, done    bool
}

type slowUser struct {
	acts, next, like, lap int
	at                    int64 // acts at, when planned
	planned               bool
}

type slowWorld struct {
	trace     *job.Trace
	habits    *session.Habits
	seed      uint64
	replicate int
	key       func(j *slowJob) float64
	threshold int64

	now     int64
	users   []slowUser
	batches []*slowBatch
	jobs    []*slowJob
}

// slowly replays and returns source, submit and start of each job as it came.
func slowly(w *slowWorld) (sources []int32, submits, starts []int64) {
	w.users = make([]slowUser, len(w.habits.Persons))
	for u := range w.users {
		w.users[u].at, w.users[u].planned = w.own(u)[0].Submit, true
	}
	for w.advance() {
		w.end()
		w.arrive()
		w.pass()
	}
	for _, j := range w.jobs {
		sources, submits, starts = append(sources, int32(j.source)), append(submits, j.submit), append(starts, j.start)
	}
	return sources, submits, starts
}

func (w *slowWorld) own(u int) []session.Batch { return w.habits.Own(u) }

// leaves is when a user submits no more.
func (w *slowWorld) leaves(u int) int64 {
	return min(w.habits.Persons[u].Until, w.trace.Submit[w.trace.Len()-1])
}

func (w *slowWorld) due(b *slowBatch) int64 {
	return b.begin + w.trace.Submit[b.pending[0]] - w.own(b.user)[b.index].Submit
}

func (w *slowWorld) advance() bool {
	next := int64(math.MaxInt64)
	for _, u := range w.users {
		if u.planned {
			next = min(next, u.at)
		}
	}
	for _, b := range w.batches {
		if len(b.pending) > 0 && w.due(b) <= w.leaves(b.user) {
			next = min(next, w.due(b))
		}
	}
	for _, j := range w.jobs {
		if j.started && !j.ended {
			next = min(next, j.start+j.run)
		}
	}
	w.now = next
	return next != math.MaxInt64
}

func (w *slowWorld) end() {
	for _, j := range w.jobs {
		if j.started && !j.ended && j.start+j.run == w.now {
			j.ended = true
			j.batch.running--
		}
	}
	for _, b := range w.batches {
		if !b.done && b.running == 0 && len(b.pending) == 0 {
			b.done = true
			if b.awaited {
				w.plan(b.user, w.afterEnd(b))
			}
		}
	}
}

func (w *slowWorld) plan(u int, at int64) {
	if at <= w.leaves(u) {
		w.users[u].at, w.users[u].planned = at, true
	}
}

func (w *slowWorld) arrive() {
	var come []*slowJob
	submit := func(b *slowBatch) {
		for len(b.pending) > 0 && w.due(b) == w.now {
			j := b.pending[0]
			b.pending = b.pending[1:]
			b.running++
			come = append(come, &slowJob{source: j, lap: b.lap, submit: w.now, run: w.trace.Run[j], plan: w.trace.Request[j],
				size: int64(w.trace.Size[j]), batch: b})
		}
	}
	for _, b := range w.batches {
		if len(b.pending) > 0 && w.due(b) == w.now && w.now <= w.leaves(b.user) {
			submit(b)
		}
	}
	for u := range w.users {
		if s := &w.users[u]; s.planned && s.at == w.now {
			s.planned = false
			b := &slowBatch{user: u, index: s.next, lap: s.lap, begin: w.now}
			own := w.own(u)
			for _, j := range w.habits.Jobs[own[s.next].First:][:own[s.next].Jobs] {
				b.pending = append(b.pending, int(j))
			}
			w.batches = append(w.batches, b)
			s.acts++
			submit(b)
			w.goOn(u, b)
		}
	}
	slices.SortFunc(come, func(a, b *slowJob) int { return cmp.Or(a.source-b.source, a.lap-b.lap) })
	w.jobs = append(w.jobs, come...)
}

func (w *slowWorld) goOn(u int, b *slowBatch) {
	s, own := &w.users[u], w.own(u)
	s.next++
	s.like = s.next
	if s.next == len(own) {
		if len(own) == 1 {
			return
		}
		s.lap++
		s.next = random.Below(w.hash(u, 4), len(own))
		s.like = random.Below(w.hash(u, 5), len(own))
	}
	link := own[s.like]
	if link.Link != session.Async {
		b.awaited = true
		return
	}
	at := w.habits.Rhythm.After(w.now, link.Back)
	if link.Back.Days == 0 {
		at = w.now + link.Gap
		if !link.Late {
			at = w.open(u, at)
		}
	}
	w.plan(u, max(at, w.now+1))
}

// hash numbers the purposes as users.go lists them.
func (w *slowWorld) hash(u, purpose int) uint64 {
	return random.Hash(w.seed, uint64(w.habits.Persons[u].ID), uint64(w.users[u].acts), uint64(32*w.replicate+purpose))
}

func (w *slowWorld) afterEnd(b *slowBatch) int64 {
	u := b.user
	s, h, person := &w.users[u], w.habits, w.habits.Persons[u]
	link := w.own(u)[s.like]
	least := w.now
	if b.begin == w.now {
		least++
	}
	if link.Link == session.Anchor && s.lap == 0 {
		return max(link.Submit, least)
	}
	same := link.Link == session.Sync && link.Back.Days == 0
	away := link.Link == session.Sync && link.Back.Days != 0
	pauses, returns := h.Thinks[person.Thinks.From:person.Thinks.To], h.Returns[person.Returns.From:person.Returns.To]
	chance := h.Patience.Same[h.Rhythm.Hour(w.now)]
	if !math.IsInf(h.Patience.C, 1) {
		chance *= 1 / (1 + float64(w.now-b.begin)/h.Patience.C)
	}
	if !same && !away && len(pauses)+len(returns) == 0 {
		return math.MaxInt64
	}
	stay := random.Unit(w.hash(u, 0)) < chance
	if stay && !same && len(pauses) == 0 || !stay && !away && len(returns) == 0 {
		stay = !stay
	}
	if !stay {
		back := link.Back
		if !away {
			back = returns[random.Below(w.hash(u, 2), len(returns))]
		}
		return max(h.Rhythm.After(w.now, back), least)
	}
	pick := func(try int) int64 { return w.now + pauses[random.Below(w.hash(u, 1+6*try), len(pauses))] }
	at := w.now + link.Gap
	if !same {
		at = pick(0)
	}
	if same && link.Late {
		return max(at, least)
	}
	for try := 1; try <= 4 && len(pauses) > 0 && !h.Rhythm.IsOpen(at); try++ {
		at = pick(try)
	}
	return max(w.open(u, at), least)
}

func (w *slowWorld) open(u int, at int64) int64 {
	h, span := w.habits, w.habits.Persons[u].Returns
	returns := h.Returns[span.From:span.To]
	if h.Rhythm.IsOpen(at) || len(returns) == 0 {
		return at
	}
	clock := int64(returns[random.Below(w.hash(u, 3), len(returns))].Clock)
	for day := h.Rhythm.Day(at); ; day++ {
		if t := h.Rhythm.Origin + day*job.Day + clock; t >= at && h.Rhythm.Works(day) {
			return t
		}
	}
}

// pass is EASY: the queue in order, the late first, the head's reservation, the rest.
func (w *slowWorld) pass() {
	free := w.trace.Procs
	var queue, busy []*slowJob
	for _, j := range w.jobs {
		switch {
		case !j.started:
			queue = append(queue, j)
		case !j.ended:
			busy = append(busy, j)
			free -= j.size
		}
	}
	late := func(j *slowJob) int {
		if w.threshold >= 0 && w.now-j.submit > w.threshold {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(queue, func(a, b *slowJob) int {
		if late(a) == 0 && late(b) == 0 {
			return 0
		}
		return cmp.Or(late(a)-late(b), cmp.Compare(w.key(a), w.key(b)))
	})
	start := func(j *slowJob) {
		j.started, j.start = true, w.now
		busy = append(busy, j)
		free -= j.size
	}
	for len(queue) > 0 && queue[0].size <= free {
		start(queue[0])
		queue = queue[1:]
	}
	if len(queue) == 0 {
		return
	}
	slices.SortStableFunc(busy, func(a, b *slowJob) int { return cmp.Compare(a.start+a.plan, b.start+b.plan) })
	shadow, extra := w.now, free
	for _, j := range busy {
		if end := max(j.start+j.plan, w.now); extra < queue[0].size || end <= shadow {
			shadow = end
			extra += j.size
		}
	}
	extra -= queue[0].size
	for _, j := range queue[1:] {
		switch {
		case j.size > free:
		case w.now+j.plan <= shadow:
			start(j)
		case j.size <= extra:
			extra -= j.size
			start(j)
		}
	}
}
