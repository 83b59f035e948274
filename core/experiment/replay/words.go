package replay

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
)

// Quantiles are those of the differences, wait under B less wait under A, at so many
// equal steps from the least to the greatest: the curve of their distribution.
func (r *Report) Quantiles(steps int) []float64 {
	list := make([]float64, 0, r.Jobs)
	for _, j := range r.Order {
		list = append(list, float64(-r.gain(int(j))))
	}
	q := make([]float64, steps+1)
	for i := range q {
		q[i] = numeral.Quantile(list, float64(i)/float64(steps))
	}
	return q
}

// Sentence says what changed and for whom.
func (r *Report) Sentence() string {
	if r.Jobs == 0 {
		return "There is no job whose wait both schedules know."
	}
	with := "with " + r.B.Order
	if r.Less+r.More == 0 {
		return r.alike()
	}
	wait := numeral.Times(r.A.AvgWait, r.B.AvgWait)
	text := r.replayed() + wait(r.A.AvgWait) + " mean wait with " + r.A.Order + ", " + wait(r.B.AvgWait) + " " + with
	switch ItRan {
	case r.A.Order:
		text, with = r.replayed()+numeral.Duration(r.B.AvgWait)+" mean wait with "+r.B.Order+"."+r.recorded(&r.A), "in the replay"
	case r.B.Order:
		text, with = r.replayed()+numeral.Duration(r.A.AvgWait)+" mean wait with "+r.A.Order+"."+r.recorded(&r.B), "on the machine"
	default:
		if r.A.SumWait > 0 {
			text += " (" + numeral.Change(float64(r.B.SumWait-r.A.SumWait)/float64(r.A.SumWait)) + ")"
		}
		text += "."
	}
	text += " " + numeral.Count(r.Less) + numeral.Plural(r.Less, " job waits", " jobs wait") + " less " + with + ", " +
		numeral.Count(r.Same) + " the same, " + numeral.Count(r.More) + " more."
	if g, ok := most(r.Size, -1); ok {
		l, lost := most(r.Size, 1)
		sums := numeral.Times(g.sum(), l.sum())
		total := func(g Group) string {
			return " (" + sums(g.sum()) + " in all, " + numeral.Jobs(g.Jobs) + ")"
		}
		text += " Most is gained by jobs of " + span(g) + numeral.Plural(int(g.High), " processor", " processors") + total(g)
		if lost {
			text += ", most lost by those of " + span(l) + total(l)
		}
		text += "."
	}
	return text
}

// alike is the sentence on two schedules under which every job waits as long.
func (r *Report) alike() string {
	both := "with " + r.A.Order + " and with " + r.B.Order
	if r.A.Order == r.B.Order {
		both = "with " + r.A.Order + ", compared with itself"
	}
	return r.replayed() + numeral.Duration(r.A.AvgWait) + " mean wait " + both + ". No job waits longer or less."
}

// sum is by how much a group's waits differ in all, in seconds.
func (g *Group) sum() float64 { return math.Abs(float64(g.B - g.A)) }

// replayed begins a sentence on a replay, of the log where nothing else is named.
func (r *Report) replayed() string {
	if r.Of == "" {
		return report.Replay
	}
	return "Replaying " + r.Of + ": "
}

// recorded says what the machine's own record is.
func (r *Report) recorded(s *Sum) string {
	x := report.Recorded{AvgWait: s.AvgWait, Jobs: int64(r.Jobs), Of: int64(r.Jobs + r.Unknown)}
	return x.Words()
}

// Alone says how long jobs wait in one schedule that knows all their starts.
func Alone(t *job.Trace, order string, starts []int64) string {
	sum, n, j := int64(0), t.Len(), Longest(t, starts)
	for k, at := range starts {
		sum += at - t.Submit[k]
	}
	return report.Replay + numeral.Duration(float64(sum)/float64(n)) + " mean wait with " + order + ". Job " +
		strconv.FormatInt(why.Number(t, j), 10) + " waits longest, " + numeral.Duration(float64(starts[j]-t.Submit[j])) + "."
}

// Longest is the job that waits longest, the first of several; what nobody knows is no
// wait.
func Longest(t *job.Trace, starts []int64) (j int) {
	for k, at := range starts {
		if at != why.Unknown && (starts[j] == why.Unknown || at-t.Submit[k] > starts[j]-t.Submit[j]) {
			j = k
		}
	}
	return j
}

// ItRan is the side that is the log's own waits.
const ItRan = "as it ran"

// Under names a side as what jobs wait under.
func Under(order string) string {
	if order == ItRan {
		return order
	}
	return "under " + order
}

// Who names a side as one who starts jobs.
func Who(order string) string {
	if order == ItRan {
		return "the machine"
	}
	return order
}

// most is the group that gains most in sum, or with a sign of 1 loses most.
func most(list []Group, sign int64) (best Group, ok bool) {
	for _, g := range list {
		if d := sign * (g.B - g.A); d > 0 && (!ok || d > sign*(best.B-best.A)) {
			best, ok = g, true
		}
	}
	return best, ok
}

func span(g Group) string {
	if g.Low == g.High {
		return numeral.Count(g.Low)
	}
	return numeral.Count(g.Low) + " to " + numeral.Count(g.High)
}

// total is by how much a group's waits grew or shrank, in all.
// Explain says in words why the sides part, given the tape of the side that did not
// start the job; nil where it has none, as what a log says.
func (r *Report) Explain(other *why.Tape) error {
	f := r.First
	if f == nil {
		return nil
	}
	left := ""
	if other != nil {
		var err error
		if left, err = other.Left(f.Index, f.Time); err != nil {
			return err
		}
	}
	r.Part(left)
	return nil
}

// Part says in words where the sides part, given why the one that did not start the job
// left it waiting; "": nobody knows.
func (r *Report) Part(left string) {
	f := r.First
	starts, waits := Who(r.A.Order), Who(r.B.Order)
	if !f.ByA {
		starts, waits = waits, starts
	}
	name := func(j int) string {
		q := int(r.trace.Size[j])
		return "job " + strconv.FormatInt(why.Number(r.trace, j), 10) + " (" + numeral.Count(q) + numeral.Plural(q, " processor)",
			" processors)")
	}
	f.Words = "First difference, " + why.Clock(r.trace, f.Time) + ": "
	switch k := r.rival(); {
	case left == "":
		f.Words += starts + " starts " + name(f.Index) + ". " + numeral.Capital(waits) + " did not, and the log does not say why."
	case k >= 0:
		f.Words += waits + " starts " + name(k) + " first, so job " + strconv.FormatInt(f.Job, 10) + " has to wait."
	default:
		f.Words += starts + " starts " + name(f.Index) + ". With " + waits + " it has to wait: " + left + "."
	}
}

// rival is the job that takes the processors of the one that waits where the sides part:
// started in its stead at that instant, without which there were enough for it; -1: there
// is none.
func (r *Report) rival() int {
	f, t := r.First, r.trace
	starts, waits := r.a, r.b
	if !f.ByA {
		starts, waits = waits, starts
	}
	free, rival := t.Procs, -1
	for j, at := range waits {
		if at <= f.Time && at+t.Run[j] > f.Time {
			free -= int64(t.Size[j])
			if at == f.Time && starts[j] > at && (rival < 0 || t.Size[j] > t.Size[rival]) {
				rival = j
			}
		}
	}
	asks := int64(t.Size[f.Index])
	if rival < 0 || free >= asks || free+int64(t.Size[rival]) < asks {
		return -1
	}
	return rival
}

// Waits writes what jobs wait under both sides, in one unit.
func Waits(list []Difference) func(float64) string {
	var values []float64
	for _, d := range list {
		values = append(values, float64(d.A), float64(d.B))
	}
	return numeral.Durations(values)
}

// Fill puts what a page of paper says of two schedules into it: who waits less, where
// they part, and the jobs that gain and lose most.
func (r *Report) Fill(x *paper.Paper) {
	x.Answer = r.Sentence()
	if r.First != nil {
		x.Logged = r.First.Words
	}
	x.Table = [][]string{{"job", Under(r.A.Order), Under(r.B.Order), ""}}
	list := slices.Concat(r.Gains, r.Loss)
	wait := Waits(list)
	for _, d := range list {
		said := "less"
		if d.B > d.A {
			said = "more"
		}
		x.Table = append(x.Table, []string{strconv.FormatInt(d.Job, 10), wait(float64(d.A)), wait(float64(d.B)), said})
	}
	x.Note = "Waits of the jobs that gain and lose most."
}

// Methods say how the schedules of a plan were made: of a log, known by its digest, or
// of resample k of it.
func Methods(p *Plan, log string, of job.Digest, k int, t *job.Trace) string {
	what := "the log " + log
	if k > 0 {
		what = "resample " + strconv.Itoa(k) + " of " + numeral.Weeks(p.Weeks) + " of " + what + " (seed " +
			strconv.FormatUint(p.Seed, 10) + ")"
	}
	text := "We replayed " + what + " (SHA-256 of its columns " + of.Hex()[:16] + "...), " + numeral.Count(t.Len()) +
		numeral.Plural(t.Len(), " job", " jobs") + " on " +
		numeral.Count(t.Procs) + " processors, under " + order.Spelled(p.Order) + " with " + report.Scheduler(p.Backfilling, p.Backfill,
		p.Promises, p.Limits, p.Threshold)
	switch p.Beside {
	case Nothing:
		text += "."
	case AsItRan:
		text += ", beside the waits that the log itself says."
	default:
		text += ", beside " + order.Spelled(p.Beside) + " with the same."
	}
	for _, s := range [...]string{p.ClosedMethods(), p.RulesMethods()} {
		if s != "" {
			text += " " + s
		}
	}
	if s := (&job.Cleaning{NoRequest: t.Len() - t.Requests()}).Supposed(); s != "" {
		text += " " + s
	}
	return text
}
