package decide

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// Who pays for an order are those whom it sorts to the end: jobs of long requests, of many processors or of a large area;
// and some user.
const (
	byRequest = "request"
	bySize    = "size"
	byArea    = "area"
	byUser    = "user"
)

// Loss is the group of jobs that loses most by a setting, of one way to part them. Low to High are its requested times in
// seconds, its processors or its processor-seconds (High excluded but for processors); of a user both are the number.
// Waits are as replayed.
type Loss struct {
	By string `json:"by"` // request, size, area, user
	Loser
}

// Last is the job that waits longest, as far as the log names it: -1 where it does not.
type Last struct {
	Job     int64 `json:"job"`
	User    int64 `json:"user"`
	Size    int64 `json:"processors"`
	Request int64 `json:"request"` // seconds
}

// Wire sends or takes it.
func (l *Last) Wire(b wire.Both) { b.All(&l.Job, &l.User, &l.Size, &l.Request) }

// areaEdges are the bounds of the classes of areas, in processor-seconds requested.
var areaEdges = [...]int64{0, 3600, 36_000, 360_000, 3_600_000, 36_000_000, 1 << 62}

func areaClass(area int64) (c int) {
	for area >= areaEdges[c+1] {
		c++
	}
	return c
}

// class is what a job is of what orders sort by.
type class struct{ request, area uint8 }

// classesOf are those of jobs.
func classesOf(t *job.Trace) []class {
	list := make([]class, t.Len())
	for i := range list {
		list[i] = class{uint8(job.RunClass(t.Request[i])), uint8(areaClass(t.Request[i] * int64(t.Size[i])))}
	}
	return list
}

// sorted parts the jobs of the plan's own trace by what orders sort by: each job's classes get what it brings.
func (r *Runner) sorted(of func(i int) int64) (requests, areas []int64) {
	requests, areas = make([]int64, job.RunClasses), make([]int64, len(areaEdges)-1)
	for i, c := range r.classes {
		x := of(i)
		requests[c.request] += x
		areas[c.area] += x
	}
	return requests, areas
}

// pays finds who loses by the last replay of the jobs that figures count, and the job that waits longest.
func (r *Runner) pays(x *Result) {
	t, starts := &r.counted, r.last
	x.Request, x.Area = r.sorted(func(i int) int64 { return starts[i] - t.Submit[i] })
	if r.waits == nil { // it is what is run now
		r.waits = r.byUser()
	}
	x.Pays = r.moved(r.byUser()).Pays
	last := 0
	for i, start := range starts {
		if start-t.Submit[i] > starts[last]-t.Submit[last] {
			last = i
		}
	}
	x.Last = Last{r.idOf(last), t.Users[t.User[last]], int64(t.Size[last]), t.Request[last]}
}

// idOf is the log's id of a job of the trace; -1 where jobs were drawn, moved or changed, so that it has none.
func (r *Runner) idOf(i int) int64 {
	t, l := &r.counted, r.log
	if p := &r.plan; l.ID == nil || p.Draw != 0 || p.Load != 1 || p.Closer != 0 {
		return -1
	}
	monday, _ := l.WholeWeeks()
	for j, submit := range l.Submit {
		if since := t.Submit[i] - submit; (since == 0 || since == -monday) && l.Run[j] == t.Run[i] && l.Size[j] == t.Size[i] &&
			l.Request[j] == t.Request[i] && l.Users[l.User[j]] == t.Users[t.User[i]] {
			return l.ID[j]
		}
	}
	return -1
}

// sortsBy is what decides a setting's order of jobs.
func (c *Candidate) sortsBy() string {
	switch c.Backfill {
	case "SQF", "LQF":
		return bySize
	case "SAF", "LAF":
		return byArea
	}
	return byRequest
}

// losses are those who pay: by what the order sorts by, by size, and the user; none of a way in which nobody waits longer.
func (r *Report) losses(c Candidate, x *Result) []Loss {
	list := []Loss{}
	add := func(by string, l *Loser) {
		if l != nil {
			list = append(list, Loss{by, *l})
		}
	}
	switch c.sortsBy() {
	case byRequest:
		add(byRequest, most(r.requests, r.now.Request, x.Request, 1, edged(job.RunEdges[:])))
	case byArea:
		add(byArea, most(r.areas, r.now.Area, x.Area, 1, edged(areaEdges[:])))
	}
	add(bySize, r.moves(x, 1))
	if u := x.Pays; u.Jobs > 0 {
		add(byUser, loserOf(u.ID, u.ID, u.Jobs, total(r.counts), u.From, u.To))
	}
	return list
}

// edged bounds classes by their edges.
func edged(edges []int64) func(c int) (low, high int64) {
	return func(c int) (low, high int64) { return edges[c], edges[c+1] }
}

// Who says which jobs they are: "Requests of 12 h to 1 d", "64 to 100 processors", "User 14".
func (l *Loss) Who() string {
	words := func(x int64) string {
		if x == job.Day {
			return "1" + numeral.Thin + "d" // not 24 h beside days
		}
		return numeral.Duration(float64(x))
	}
	switch l.By {
	case byUser:
		return "User " + strconv.FormatInt(l.Low, 10)
	case bySize:
		return numeral.Capital(l.Class())
	case byArea:
		words = func(x int64) string { return numeral.Count(x / 3600) }
	}
	what, unit := "Requests ", ""
	if l.By == byArea {
		what, unit = "Jobs ", " processor-hours"
	}
	switch {
	case l.Low == 0:
		return what + "under " + words(l.High) + unit
	case l.High == 1<<62:
		return what + "over " + words(l.Low) + unit
	}
	return what + "of " + words(l.Low) + " to " + words(l.High) + unit
}

// Waits say of each group that pays for a card how many jobs it has, and how long these wait now and then, all in one unit.
func (c *Card) Waits() (jobs, waits []string) {
	var seconds []float64
	for i := range c.Pays {
		seconds = append(seconds, float64(c.Pays[i].From), float64(c.Pays[i].To))
	}
	words := Durations(seconds...)
	for i := range c.Pays {
		l := &c.Pays[i]
		jobs = append(jobs, numeral.Count(l.Jobs)+numeral.Plural(int(l.Jobs), " job", " jobs"))
		waits = append(waits, words(float64(l.From))+" → "+words(float64(l.To)))
	}
	return jobs, waits
}

// Words say by whom the longest wait is: "job 4034 of user 2"; "" where the log names neither.
func (l *Last) Words() string {
	var words []string
	if l.Job >= 0 {
		words = append(words, "job "+strconv.FormatInt(l.Job, 10))
	}
	if l.User >= 0 {
		words = append(words, "user "+strconv.FormatInt(l.User, 10))
	}
	return strings.Join(words, " of ")
}

// Grows are how much longer each of those who lose waits, in percent, written to be compared.
func (c *Card) Grows() []string {
	changes := make([]report.Float, len(c.Pays))
	for i := range c.Pays {
		changes[i] = c.Pays[i].Change
	}
	write, list := numeral.Changes(changes...), make([]string, len(changes))
	for i, change := range changes {
		list[i] = write(change)
	}
	return list
}

// LoserWords say who loses by a card, as much as a table has room for.
func (c *Card) LoserWords() string {
	var list []string
	for i, change := range c.Grows() {
		list = append(list, c.Pays[i].Who()+" "+change)
	}
	if len(list) == 0 {
		return nobodyLoses
	}
	return strings.Join(list, "; ")
}

// nobodyLoses is said where no group waits longer on average.
const nobodyLoses = "no group on average"
