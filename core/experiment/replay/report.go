package replay

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/why"
)

// Listed is how many of the greatest gains and losses are usually listed.
const Listed = 10

// Side is a schedule: the start of each job of the trace, why.Unknown where it is
// not known.
type Side struct {
	Order  string
	Starts []int64
}

// Sum is what a side does to the jobs whose starts both sides know.
type Sum struct {
	Order   string       `json:"order"`
	AvgWait report.Float `json:"avgWait"`
	MaxWait int64        `json:"maxWait"`
	SumWait int64        `json:"sumWait"`
}

// Report is what the sides differ in. Waits are in seconds, jobs numbers of the log.
type Report struct {
	Jobs    int `json:"jobs"`    // whose starts are known on both sides
	Unknown int `json:"unknown"` // the others
	A       Sum `json:"a"`
	B       Sum `json:"b"`
	// Less counts the jobs that wait less under B.
	Less  int          `json:"less"`
	Same  int          `json:"same"`
	More  int          `json:"more"`
	First *Parting     `json:"firstDivergence"` // null where the sides are the same
	Gains []Difference `json:"gains"`           // the greatest, at most as many as asked for
	Loss  []Difference `json:"losses"`
	// The same jobs in groups; those of no job are left out.
	Size []Group `json:"bySize"`
	Run  []Group `json:"byRun"`
	User []Group `json:"byUser"`
	Hour []Group `json:"byHour"`

	Of string `json:"-"` // what is replayed, where that is not the log
	// Order lists all jobs by what they gain, the greatest gain first: indices.
	Order []int32 `json:"-"`
	a, b  []int64
	trace *job.Trace
}

// Difference is a job's wait on either side.
type Difference struct {
	Job int64 `json:"job"`
	A   int64 `json:"a"`
	B   int64 `json:"b"`
}

// Parting is the first instant at which the sides do not do the same: one starts a
// job that the other does not. Of several, the first in the trace.
type Parting struct {
	Time  int64  `json:"time"`
	Job   int64  `json:"job"`
	A     int64  `json:"a"`     // its wait
	B     int64  `json:"b"`     // likewise
	Words string `json:"words"` // why they part, once somebody says so
	Index int    `json:"-"`     // of the job in the trace
	ByA   bool   `json:"-"`     // it is A that starts it then
}

// Group is some of the jobs: those with a number of processors from Low to High, a
// run time from Low up to High, seconds, of a user Low, or submitted in the hour Low
// of the day.
type Group struct {
	Low  int64 `json:"low"`
	High int64 `json:"high"`
	Jobs int   `json:"jobs"`
	A    int64 `json:"a"` // the sum of waits, seconds
	B    int64 `json:"b"`
	Less int   `json:"less"`
	More int   `json:"more"`
}

// Contrast sets two sides side by side, and lists so many of the greatest gains and of the
// greatest losses.
func Contrast(t *job.Trace, a, b Side, most int) *Report {
	r := &Report{A: Sum{Order: a.Order}, B: Sum{Order: b.Order}, Gains: []Difference{}, Loss: []Difference{}, a: a.Starts,
		b: b.Starts, trace: t}
	for j := range t.Len() {
		if !r.known(j) {
			r.Unknown++
			continue
		}
		r.Order = append(r.Order, int32(j))
		r.A.add(r.a[j] - t.Submit[j])
		r.B.add(r.b[j] - t.Submit[j])
		switch d := r.gain(j); {
		case d > 0:
			r.Less++
		case d < 0:
			r.More++
		default:
			r.Same++
		}
	}
	r.Jobs = len(r.Order)
	r.A.AvgWait, r.B.AvgWait = mean(r.A.SumWait, r.Jobs), mean(r.B.SumWait, r.Jobs)
	slices.SortStableFunc(r.Order, func(x, y int32) int { return cmp.Compare(r.gain(int(y)), r.gain(int(x))) })
	for _, j := range r.Order[:min(r.Less, most)] {
		r.Gains = append(r.Gains, r.difference(int(j)))
	}
	for i := range min(r.More, most) {
		r.Loss = append(r.Loss, r.difference(int(r.Order[r.Jobs-1-i])))
	}
	r.First = r.part()
	r.group()
	return r
}

func (s *Sum) add(wait int64) {
	s.SumWait += wait
	s.MaxWait = max(s.MaxWait, wait)
}

func mean(sum int64, n int) report.Float {
	if n == 0 {
		return report.Float(math.NaN())
	}
	return report.Float(float64(sum) / float64(n))
}

func (r *Report) known(j int) bool { return r.a[j] != why.Unknown && r.b[j] != why.Unknown }

// gain is by how much a job waits less under B.
func (r *Report) gain(j int) int64 { return r.a[j] - r.b[j] }

func (r *Report) difference(j int) Difference {
	s := r.trace.Submit[j]
	return Difference{why.Number(r.trace, j), r.a[j] - s, r.b[j] - s}
}

// part finds where the sides part.
func (r *Report) part() *Parting {
	first, at := -1, int64(math.MaxInt64)
	for j := range r.trace.Len() {
		if x := min(r.a[j], r.b[j]); r.known(j) && r.a[j] != r.b[j] && x < at {
			first, at = j, x
		}
	}
	if first < 0 {
		return nil
	}
	d := r.difference(first)
	return &Parting{Time: at, Job: d.Job, A: d.A, B: d.B, Index: first, ByA: r.a[first] == at}
}

// group sums up by size, run time, user and hour.
func (r *Report) group() {
	t := r.trace
	size := make([]Group, job.SizeClasses(t.Procs))
	for i := range size {
		size[i].Low, size[i].High = 1<<i, min(2<<i-1, t.Procs)
	}
	run := make([]Group, job.RunClasses)
	for i := range run {
		run[i].Low, run[i].High = job.RunEdges[i], job.RunEdges[i+1]
	}
	user := make([]Group, len(t.Users))
	for i, id := range t.Users {
		user[i].Low, user[i].High = id, id
	}
	hour := make([]Group, 24)
	for i := range hour {
		hour[i].Low, hour[i].High = int64(i), int64(i+1)
	}
	for _, k := range r.Order {
		j := int(k)
		r.into(&size[job.SizeClass(int64(t.Size[j]))], j)
		r.into(&run[job.RunClass(t.Run[j])], j)
		r.into(&hour[t.HourOfWeek(j)%24], j)
		if len(user) > 0 {
			r.into(&user[t.User[j]], j)
		}
	}
	r.Size, r.Run, r.User, r.Hour = there(size), there(run), there(user), there(hour)
}

func (r *Report) into(g *Group, j int) {
	g.Jobs++
	g.A += r.a[j] - r.trace.Submit[j]
	g.B += r.b[j] - r.trace.Submit[j]
	switch d := r.gain(j); {
	case d > 0:
		g.Less++
	case d < 0:
		g.More++
	}
}

// there are the groups with jobs.
func there(list []Group) []Group {
	kept := []Group{}
	for _, g := range list {
		if g.Jobs > 0 {
			kept = append(kept, g)
		}
	}
	return kept
}
