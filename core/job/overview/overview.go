// Package overview describes a trace at a glance: what is in it, before
// anything is simulated.
package overview

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Overview sums up a trace. Loads are fractions of the machine; shares are
// fractions of jobs or of work (q p).
type Overview struct {
	Jobs, Users int
	UserIDs     []int64 // ids of the log, ascending; -1 is unknown
	Known       bool    // users are known: not all jobs belong to user -1
	Procs       int64
	First, Last int64 // first and last submit, on the trace's clock
	Load        float64
	WholeWeeks  int
	HalfWeeks   [2]int // the same of each half of its time: what is learned from, what is judged on
	Calendar    job.Calendar

	Size     []Bin // processors, by powers of two
	Run      []Bin // run time, seconds
	Accuracy []Bin // p / p~, twentieths; the last is the limit itself
	Asked    int   // jobs with p~ > p
	AtLimit  int   // jobs with p = p~; those without a request are in neither, nor in Accuracy

	Hour [168]int64 // submissions by hour of week, from Monday 00:00
	Week []float64  // offered load of each week, partial ones included
	From int64      // the instant Week[0] begins
}

// Bin is a class of jobs from Low to High (both included for processors,
// High excluded for times).
type Bin struct {
	Low, High int64
	Jobs      int64
	Work      float64 // processor-seconds
}

// twentieths of p / p~, and one bin for jobs that used all they asked for
const accuracyBins = 21

// Describe describes a trace.
func Describe(t *job.Trace) *Overview {
	o := &Overview{Jobs: t.Len(), Users: len(t.Users), UserIDs: t.Users, Procs: t.Procs, Calendar: t.Calendar}
	o.Known = o.Users > 1 || o.Users == 1 && t.Users[0] >= 0
	if o.Jobs == 0 {
		return o
	}
	o.First, o.Last = t.Submit[0], t.Submit[o.Jobs-1]
	_, o.WholeWeeks = t.WholeWeeks()
	o.HalfWeeks = t.HalfWeeks()

	for b := range job.SizeClasses(t.Procs) {
		low := int64(1) << b
		high := 2*low - 1
		o.Size = append(o.Size, Bin{Low: low, High: min(high, t.Procs)})
	}
	for e := range job.RunClasses {
		o.Run = append(o.Run, Bin{Low: job.RunEdges[e], High: job.RunEdges[e+1]})
	}
	for b := int64(0); b < accuracyBins; b++ {
		o.Accuracy = append(o.Accuracy, Bin{Low: b, High: b + 1})
	}
	monday := t.Calendar.Monday
	o.From = o.First - ((o.First-monday)%job.Week+job.Week)%job.Week
	o.Week = make([]float64, (o.Last-o.From)/job.Week+1)

	work := 0.0
	for i, r := range t.Submit {
		q, p, asked := int64(t.Size[i]), t.Run[i], t.Request[i]
		w := float64(q) * float64(p)
		work += w
		add(&o.Size[job.SizeClass(q)], w)
		add(&o.Run[job.RunClass(p)], w)
		switch {
		case !t.Asked(i):
		case p >= asked:
			o.AtLimit++
			add(&o.Accuracy[accuracyBins-1], w)
		default:
			o.Asked++
			add(&o.Accuracy[min(p*(accuracyBins-1)/asked, accuracyBins-2)], w)
		}
		o.Hour[t.HourOfWeek(i)]++
		o.Week[(r-o.From)/job.Week] += w
	}
	for i := range o.Week {
		o.Week[i] /= float64(t.Procs) * job.Week
	}
	if o.Last > o.First {
		o.Load = work / (float64(t.Procs) * float64(o.Last-o.First))
	}
	return o
}

// Unasked counts the jobs without a request.
func (o *Overview) Unasked() int { return o.Jobs - o.Requests() }

// Requests counts those with one.
func (o *Overview) Requests() int { return o.Asked + o.AtLimit }

// most is the offered load above which the size of a machine, or of its jobs, is hardly
// right.
const most = 1.2

// Overload warns of a trace of a week or more that offers far more work than its machine
// can do; "" of any other.
func (o *Overview) Overload() string {
	if o.Last-o.First < job.Week || o.Load <= most {
		return ""
	}
	return "The jobs offer " + numeral.Share(o.Load) + " of what " + numeral.Count(o.Procs) + " processors can do: check the machine's " +
		"size, and the unit of the jobs' sizes."
}

// Beyond explains or doubts an offered load above that of the whole machine, in a few words and in a sentence; "" of
// what it can do.
func (o *Overview) Beyond() (few, says string) {
	doubt := o.Overload()
	switch {
	case o.Load <= 1:
		return "", ""
	case doubt != "":
		return "size doubtful", doubt
	case o.Last-o.First < job.Week:
		return "short log", "The load is above 100" + numeral.PerCent + " because it is work by the time from first to last submit, " +
			numeral.Length(o.Last-o.First) + ", and jobs run on after that."
	}
	return "more than it can do", "Users submit more work than the machine can do, so the queue grows until the last submit."
}

func add(b *Bin, work float64) {
	b.Jobs++
	b.Work += work
}

// Wire sends or takes the overview.
func (o *Overview) Wire(b wire.Both) {
	b.All(&o.Jobs, &o.Users, &o.UserIDs, &o.Known, &o.Procs, &o.First, &o.Last, &o.Load, &o.WholeWeeks, &o.HalfWeeks[0], &o.HalfWeeks[1],
		&o.Calendar)
	for _, bins := range []*[]Bin{&o.Size, &o.Run, &o.Accuracy} {
		wire.Listed(b, bins, func(x *Bin) { b.All(&x.Low, &x.High, &x.Jobs, &x.Work) })
	}
	b.All(&o.Asked, &o.AtLimit)
	hours := o.Hour[:]
	b.Ints(&hours)
	copy(o.Hour[:], hours)
	b.All(&o.Week, &o.From)
}
