package feedback

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/job/session"
	"shadowtime/core/sim"
)

// Users submit the jobs of a log when those before them end. They are a sim.Feed:
// for one engine at a time.
type Users struct {
	trace  *job.Trace
	habits *session.Habits
	seed   uint64
	// Replicate numbers the draws of a run, from 0.
	Replicate int
	// Faithful users decide as the log has it wherever their chances are those of
	// the log: a replay under the order that the ends are of gives the log back. Only
	// the log's own jobs are submitted. For tests.
	Faithful bool

	state []state // of each person
	plans Agenda
	calls []call  // batches some of whose jobs have not ended
	spare []int32 // of calls
	of    []int32 // call of each job that arrived
	jobs  []int32 // index in the trace of each job that arrived
	now   []entry // what arrives at an instant
	last  int64   // submit of the log
	most  int     // jobs
	stuck bool    // there would be more
}

// state is how far a person is.
type state struct {
	acts int32 // so far
	next int32 // batch, of the person's own
	like int32 // the batch whose link it has, of the person's own
	lap  int32 // how often the person has begun again
}

// call is a batch that was submitted.
type call struct {
	person, batch, lap int32
	left               int32 // jobs that have not ended
	sent               int32 // jobs that were submitted
	begin              int64
	awaited            bool // the next batch waits for its end
}

// entry is a job that arrives.
type entry struct{ job, lap, call int32 }

// Purposes of random.Hash(seed, user, number, purpose): replicates are apart by 16.
const (
	stays = iota // on the same day
	thinks
	returns
	mornings
	laps
	links
	again    = 6 // thinks + try*again, up to tries, are free
	purposes = 32
)

// MaxGrowth is how many times the jobs of the log users may submit in its time. A log of
// jobs that hardly ran but waited for days could be repeated without end.
const MaxGrowth = 4

// NewUsers makes users with the habits that were read of a trace. Chances follow from the
// seed.
func NewUsers(t *job.Trace, h *session.Habits, seed uint64) *Users {
	u := &Users{trace: t, habits: h, seed: seed, state: make([]state, len(h.Persons)), last: math.MinInt64}
	if n := t.Len(); n > 0 {
		u.last = t.Submit[n-1]
		u.most = MaxGrowth*n + 1000
	}
	return u
}

// Begin is of sim.Feed.
func (u *Users) Begin() {
	u.plans.Clear()
	u.calls, u.spare, u.of, u.jobs = u.calls[:0], u.spare[:0], u.of[:0], u.jobs[:0]
	u.stuck = false
	for p := range u.state {
		u.state[p] = state{}
		u.plans.Push(Item{u.habits.Own(p)[0].Submit, int32(p), none})
	}
}

// none is no call.
const none = -1

// Next is of sim.Feed.
func (u *Users) Next() (int64, bool) {
	if u.stuck {
		return 0, false
	}
	return u.plans.Next()
}

// Arrive is of sim.Feed.
func (u *Users) Arrive(now int64, list []sim.Arrival) []sim.Arrival {
	u.now = u.now[:0]
	for at, ok := u.plans.Next(); ok && at == now; at, ok = u.plans.Next() {
		if w := u.plans.Pop(); w.Batch == none {
			u.act(w.Person, now)
		} else {
			u.submit(w.Batch, now)
		}
	}
	if u.stuck = u.stuck || len(u.jobs)+len(u.now) > u.most; u.stuck {
		return list
	}
	if len(u.now) > 1 {
		slices.SortFunc(u.now, before)
	}
	t := u.trace
	for _, e := range u.now {
		u.of = append(u.of, e.call)
		u.jobs = append(u.jobs, e.job)
		list = append(list, sim.Arrival{Run: t.Run[e.job], Request: t.Request[e.job], Size: t.Size[e.job]})
	}
	return list
}

// before is the order of jobs that arrive at one instant: that of the log.
func before(a, b entry) int {
	if a.job != b.job {
		return int(a.job) - int(b.job)
	}
	return int(a.lap) - int(b.lap)
}

// act has a person submit the next batch, and plan the one after it.
func (u *Users) act(p int32, now int64) {
	s := &u.state[p]
	c := call{person: p, batch: s.next, lap: s.lap, begin: now}
	own := u.habits.Own(int(p))
	c.left = own[c.batch].Jobs
	id := int32(len(u.calls))
	if n := len(u.spare); n > 0 {
		id, u.spare = u.spare[n-1], u.spare[:n-1]
		u.calls[id] = c
	} else {
		u.calls = append(u.calls, c)
	}
	s.acts++
	u.submit(id, now)
	if !u.turn(p, own) {
		return
	}
	if u.link(p, own) != session.Async {
		u.calls[id].awaited = true
		return
	}
	u.plan(p, u.lag(p, own, now))
}

// submit has the jobs of a batch arrive whose time has come.
func (u *Users) submit(id int32, now int64) {
	c := &u.calls[id]
	b := &u.habits.Own(int(c.person))[c.batch]
	jobs := u.habits.Jobs[b.First : b.First+b.Jobs]
	for ; c.sent < b.Jobs; c.sent++ {
		j := jobs[c.sent]
		at := c.begin + u.trace.Submit[j] - b.Submit
		if at > now {
			if at <= u.until(c.person) { // else who has left waits for nothing more either
				u.plans.Push(Item{at, c.person, id})
			}
			return
		}
		u.now = append(u.now, entry{j, c.lap, id})
	}
}

// until is when a person submits the last job.
func (u *Users) until(p int32) int64 { return min(u.habits.Persons[p].Until, u.last) }

// turn goes to a person's next batch, and says whether there is one.
func (u *Users) turn(p int32, own []session.Batch) bool {
	s := &u.state[p]
	s.next++
	s.like = s.next
	if int(s.next) < len(own) {
		return true
	}
	if len(own) == 1 || u.Faithful {
		return false
	}
	s.lap++
	s.next = int32(random.Below(u.draw(p, laps), len(own)))
	s.like = int32(random.Below(u.draw(p, links), len(own)))
	return true
}

// link is that of the batch to come. Who begins again does not wait for a time of
// the log.
func (u *Users) link(p int32, own []session.Batch) session.Link {
	s := &u.state[p]
	l := own[s.like].Link
	if l == session.Anchor && s.lap > 0 {
		return session.Sync
	}
	return l
}

// End is of sim.Feed.
func (u *Users) End(now int64, k int) {
	id := u.of[k]
	c := &u.calls[id]
	if c.left--; c.left > 0 {
		return
	}
	u.spare = append(u.spare, id)
	if c.awaited {
		u.plan(c.person, u.think(c.person, c.begin, now))
	}
}

// plan has a person act at an instant, who is still there then.
func (u *Users) plan(p int32, at int64) {
	if at <= u.until(p) {
		u.plans.Push(Item{at, p, none})
	}
}

// draw is a chance of a person's act.
func (u *Users) draw(p int32, purpose uint64) uint64 {
	return random.Hash(u.seed, uint64(u.habits.Persons[p].ID), uint64(u.state[p].acts), uint64(u.Replicate)*purposes+purpose)
}

// lag is when a person acts next who does not wait for the batch submitted now.
func (u *Users) lag(p int32, own []session.Batch, now int64) int64 {
	b := &own[u.state[p].like]
	if b.SameDay() {
		return max(u.open(p, now+b.Gap, b.Late), now+1)
	}
	return max(u.habits.Rhythm.After(now, b.Back), now+1)
}

// think is when a person acts next who waited for a batch that ends now.
func (u *Users) think(p int32, begin, now int64) int64 {
	h := u.habits
	own, s := h.Own(int(p)), &u.state[p]
	b := &own[s.like]
	least := now
	if begin == now {
		least++ // nobody does all in no time again and again
	}
	link := b.Link
	if link == session.Anchor && s.lap == 0 {
		return max(b.Submit, least)
	}
	response := now - begin
	same := link == session.Sync && b.SameDay()
	away := link == session.Sync && !b.SameDay()
	chance := h.Patience.Chance(response, h.Rhythm.Hour(now))
	v := random.Unit(u.draw(p, stays))
	if u.Faithful {
		before := &own[s.next-1]
		was := h.Patience.Chance(before.Response(), h.Rhythm.Hour(before.End))
		if v *= was; away {
			v = was + v/max(was, 1e-300)*(1-was)
		}
	}
	person := &h.Persons[p]
	if link == session.Anchor && person.Thinks.Len()+person.Returns.Len() == 0 {
		return math.MaxInt64 // nobody of this log ever waited: who is through is gone
	}
	stay := v < chance
	if stay && !same && person.Thinks.Len() == 0 || !stay && !away && person.Returns.Len() == 0 {
		stay = !stay // nobody is known to do that
	}
	if stay {
		late := same && b.Late
		at := now + b.Gap
		if !same {
			at = now + u.pause(p, 0)
		}
		// The chance is that of coming back on this day: a think time that does not end
		// while people work is another's.
		for try := 1; try <= tries && !late && person.Thinks.Len() > 0 && !h.Rhythm.IsOpen(at); try++ {
			at = now + u.pause(p, try)
		}
		return max(u.open(p, at, late), least)
	}
	back := b.Back
	if !away {
		back = h.Returns[int(person.Returns.From)+random.Below(u.draw(p, returns), person.Returns.Len())]
	}
	return max(h.Rhythm.After(now, back), least)
}

// tries is how many think times are tried at most that end in a closed hour.
const tries = 4

// pause is a think time of a person's.
func (u *Users) pause(p int32, try int) int64 {
	span := u.habits.Persons[p].Thinks
	return u.habits.Thinks[int(span.From)+random.Below(u.draw(p, thinks+uint64(try)*again), span.Len())]
}

// open is an instant, or, where people don't work then, the next morning. Who
// is known to have come at such an hour does.
func (u *Users) open(p int32, at int64, late bool) int64 {
	h := u.habits
	span := h.Persons[p].Returns
	if late || span.Len() == 0 || h.Rhythm.IsOpen(at) {
		return at
	}
	clock := int64(h.Returns[int(span.From)+random.Below(u.draw(p, mornings), span.Len())].Clock)
	day := h.Rhythm.Day(at)
	if h.Rhythm.Works(day) && h.Rhythm.At(day, clock) >= at {
		return h.Rhythm.At(day, clock)
	}
	return h.Rhythm.At(h.Rhythm.Later(day, 1), clock)
}

// Sources are the indices in the trace of the jobs that were submitted, in the
// order of arrival, in the last run.
func (u *Users) Sources() []int32 { return u.jobs }

// Err says what went wrong in a run, nil if nothing did.
func (u *Users) Err() error {
	if u.stuck {
		return errors.New("feedback: users who wait would submit more than " + strconv.Itoa(MaxGrowth) +
			" times the log's jobs in its time; its waits are too long for its run times to be replayed so")
	}
	return nil
}
