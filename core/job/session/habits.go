package session

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/job"
)

// Link says what a batch waited for.
type Link uint8

const (
	// Anchor: for nothing that the log tells. The user's first batch, or one after
	// a long absence, comes at its own time.
	Anchor Link = iota
	// Sync: for the end of the batch before.
	Sync
	// Async: not for the batch before, which had not ended.
	Async
)

// String is the name of a link.
func (l Link) String() string {
	switch l {
	case Sync:
		return "sync"
	case Async:
		return "async"
	}
	return "anchor"
}

// Batch is what a user submits in one go: jobs of which none waits for another.
type Batch struct {
	User   int32 // index into the trace's Users
	Link   Link  // to the user's batch before
	Late   bool  // it followed the batch before on the same day, in a closed hour
	First  int32 // of its jobs, in Habits.Jobs,
	Jobs   int32 // and how many there are
	Submit int64 // of its first job, seconds on the trace's clock
	End    int64 // of its last one
	// Gap is the time since the batch before: its end, of a Sync link, or its
	// submit, of an Async one. Seconds; 0 of an Anchor.
	Gap  int64
	Back Return // the same as days and a clock
}

// Response is the time from a batch's submit to its end, in seconds.
func (b *Batch) Response() int64 { return b.End - b.Submit }

// SameDay says whether a batch followed the one before on the same day.
func (b *Batch) SameDay() bool { return b.Link != Anchor && b.Back.Days == 0 }

// Person is a user of a log.
type Person struct {
	ID    int64 // the user's id in the log
	First int32 // batch, in Habits.Batches,
	Count int32 // and how many there are
	// Until is when the user leaves: the last submit and half the median gap between
	// batches. Seconds on the trace's clock.
	Until int64
	// Thinks and Returns are the user's part of Habits.Thinks and Habits.Returns;
	// all of them, where the user has fewer than five.
	Thinks, Returns Span
}

// Span is a part of a list: [From, To).
type Span struct{ From, To int32 }

// Len is how long it is.
func (s Span) Len() int { return int(s.To - s.From) }

// few is how many thinks or returns of a user's own are not enough.
const few = 5

// Habits are what a log tells of its users.
type Habits struct {
	Persons []Person // by id, those with jobs
	Batches []Batch  // by user, each user's as they came
	Jobs    []int32  // indices of the trace, by batch

	Thinks  []int64  // think times of those who went on the same day, seconds
	Returns []Return // of those who went on another day

	Rhythm   Rhythm
	Patience Patience
}

// Options are what is assumed of batches. The zero value is the default.
type Options struct {
	Gap     int64 // seconds between two submits of a batch at most; 0: 20 minutes
	Absence int64 // seconds after which a batch waited for nothing; 0: 14 days
	// Unwaiting looks, among the batches that came after the end of the one before,
	// for those that would have come anyway (see unwaiting.go).
	Unwaiting bool
	Seed      uint64 // of the draws of Unwaiting
}

// ErrUsers is the error of a trace whose users can't be told apart: it names none
// or one, or nobody came twice.
var ErrUsers = errors.New("users can't be told apart: the log names fewer than two, or none of them came twice; " +
	"only what happens if users do not react can be said")

// Read finds the habits of a trace's users. ends are the instants at which its jobs ended,
// in seconds on its clock: of a replay, or as the log has them. It errs with
// ErrUsers, and on columns that can't be.
func Read(t *job.Trace, ends []int64, o Options) (*Habits, error) {
	if o.Gap <= 0 {
		o.Gap = 20 * 60
	}
	if o.Absence <= 0 {
		o.Absence = 14 * job.Day
	}
	if err := check(t, ends); err != nil {
		return nil, err
	}
	h := &Habits{Jobs: make([]int32, t.Len())}
	h.sort(t)
	h.cut(t, ends, o.Gap)
	if len(h.Persons) < 2 || len(h.Batches) == len(h.Persons) {
		return nil, ErrUsers
	}
	h.Rhythm = rhythmOf(h.Batches, t.Calendar.Monday)
	h.link(t, ends, o.Absence)
	if o.Unwaiting {
		h.part(o.Seed)
	}
	h.date()
	h.pool()
	h.leave(t, o.Absence)
	return h, nil
}

// farthest bounds times: a sum of some stays in 64 bits.
const farthest = int64(1) << 53

// check finds what no habits can be read of.
func check(t *job.Trace, ends []int64) error {
	n := t.Len()
	if len(ends) != n || len(t.Run) != n {
		return errors.New("session: " + strconv.Itoa(n) + " jobs, " + strconv.Itoa(len(t.Run)) + " run times and " +
			strconv.Itoa(len(ends)) + " ends; give one of each")
	}
	if len(t.User) != n || n == 0 {
		return ErrUsers
	}
	bad := func(what string, j int, v int64) error {
		return errors.New("session: job at index " + strconv.Itoa(j) + ": " + what + " " + strconv.FormatInt(v, 10) +
			" can't be; clean the log first")
	}
	for j, s := range t.Submit {
		switch {
		case s < -farthest || s > farthest || j > 0 && s < t.Submit[j-1]:
			return bad("submit time", j, s)
		case ends[j] < s || ends[j] > 4*farthest:
			return bad("end", j, ends[j])
		case t.User[j] < 0 || int(t.User[j]) >= len(t.Users):
			return bad("user", j, int64(t.User[j]))
		}
	}
	if m := t.Calendar.Monday; m < -farthest || m > farthest {
		return errors.New("session: the calendar's Monday is " + strconv.FormatInt(m, 10) + "; choose an instant of the log's clock")
	}
	return nil
}

// sort lists the jobs by user's id, each user's as they were submitted: nothing
// depends on how a trace numbers its users.
func (h *Habits) sort(t *job.Trace) {
	users := make([]int32, len(t.Users))
	for u := range users {
		users[u] = int32(u)
	}
	slices.SortStableFunc(users, func(a, b int32) int { return cmp.Compare(t.Users[a], t.Users[b]) })
	place := make([]int32, len(users))
	for i, u := range users {
		place[u] = int32(i)
	}
	at := make([]int32, len(users)+1)
	for _, u := range t.User {
		at[place[u]+1]++
	}
	for i := range users {
		at[i+1] += at[i]
	}
	for j, u := range t.User {
		h.Jobs[at[place[u]]] = int32(j)
		at[place[u]]++
	}
}

// cut cuts each user's jobs into batches: a job joins the open one if it is
// submitted soon after the last of it, and not all of it has ended. What comes
// after the end has seen it.
func (h *Habits) cut(t *job.Trace, ends []int64, gap int64) {
	last := int64(0) // submit
	for i, j := range h.Jobs {
		s := t.Submit[j]
		var b *Batch
		if n := len(h.Batches); n > 0 {
			b = &h.Batches[n-1]
		}
		switch {
		case b == nil || b.User != t.User[j]:
			h.Persons = append(h.Persons, Person{ID: t.Users[t.User[j]], First: int32(len(h.Batches))})
			fallthrough
		case s != last && (s-last > gap || b.over(s, h.Jobs, t.Run, ends)):
			h.Batches = append(h.Batches, Batch{User: t.User[j], First: int32(i), Submit: s, End: s})
			b = &h.Batches[len(h.Batches)-1]
			h.Persons[len(h.Persons)-1].Count++
		}
		b.Jobs++
		b.End = max(b.End, ends[j])
		last = s
	}
}

// over says whether a batch had ended before somebody submitted a job at an
// instant. A job that ends in the second in which it is started is seen to end
// after it.
func (b *Batch) over(at int64, jobs []int32, run, ends []int64) bool {
	if b.End != at {
		return b.End < at
	}
	for i := b.First + b.Jobs - 1; i >= b.First; i-- { // from the last: mostly that one
		if j := jobs[i]; ends[j] == at && run[j] == 0 {
			return false
		}
	}
	return true
}

// link finds what each batch waited for.
func (h *Habits) link(t *job.Trace, ends []int64, absence int64) {
	for p := range h.Persons {
		list := h.Own(p)
		for k := 1; k < len(list); k++ {
			b, before := &list[k], &list[k-1]
			switch {
			case !before.over(b.Submit, h.Jobs, t.Run, ends):
				b.Link = Async
			case b.Submit-before.End <= absence:
				b.Link = Sync
			}
		}
	}
}

// Own are the batches of a person.
func (h *Habits) Own(p int) []Batch {
	q := &h.Persons[p]
	return h.Batches[q.First : q.First+q.Count]
}

// date fills in what of a link depends on the rhythm.
func (h *Habits) date() {
	var hours [48]tally
	for p := range h.Persons {
		list := h.Own(p)
		for k := 1; k < len(list); k++ {
			b, before := &list[k], &list[k-1]
			from := before.Submit
			if b.Link == Sync {
				from = before.End
			}
			if b.Link == Anchor {
				continue
			}
			b.Gap, b.Back = b.Submit-from, h.Rhythm.returnOf(from, b.Submit)
			b.Late = b.Back.Days == 0 && !h.Rhythm.IsOpen(b.Submit)
			if b.Link == Sync {
				hours[h.Rhythm.Hour(before.End)].add(before.Response(), b.SameDay())
			}
		}
	}
	h.Patience = patienceOf(&hours)
}

// pool lists think times and returns, and gives each person a part.
func (h *Habits) pool() {
	for p := range h.Persons {
		q := &h.Persons[p]
		q.Thinks.From, q.Returns.From = int32(len(h.Thinks)), int32(len(h.Returns))
		for _, b := range h.Own(p) {
			switch {
			case b.Link != Sync:
			case b.SameDay():
				h.Thinks = append(h.Thinks, b.Gap)
			default:
				h.Returns = append(h.Returns, b.Back)
			}
		}
		q.Thinks.To, q.Returns.To = int32(len(h.Thinks)), int32(len(h.Returns))
	}
	for p := range h.Persons {
		q := &h.Persons[p]
		if q.Thinks.Len() < few {
			q.Thinks = Span{0, int32(len(h.Thinks))}
		}
		if q.Returns.Len() < few {
			q.Returns = Span{0, int32(len(h.Returns))}
		}
	}
}

// leave says until when each person is there.
func (h *Habits) leave(t *job.Trace, absence int64) {
	var gaps []int64
	for p := range h.Persons {
		list := h.Own(p)
		gaps = gaps[:0]
		for k := 1; k < len(list); k++ {
			if g := list[k].Submit - list[k-1].Submit; g <= absence {
				gaps = append(gaps, g)
			}
		}
		last := &list[len(list)-1]
		h.Persons[p].Until = t.Submit[h.Jobs[last.First+last.Jobs-1]]
		if len(gaps) > 0 {
			slices.Sort(gaps)
			h.Persons[p].Until += gaps[len(gaps)/2] / 2
		}
	}
}

// Shares are the parts of a log's jobs that are in batches of each link, by Link;
// they add up to 1.
func (h *Habits) Shares() (s [3]float64) {
	for i := range h.Batches {
		s[h.Batches[i].Link] += float64(h.Batches[i].Jobs)
	}
	for l := range s {
		s[l] /= float64(len(h.Jobs))
	}
	return s
}
