package report

import (
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// Recorded is how long jobs waited by the log's own records: nothing is replayed.
type Recorded struct {
	AvgWait Float `json:"avgWait"` // seconds
	Jobs    int64 `json:"jobs"`    // whose wait is recorded,
	Of      int64 `json:"of"`      // of those that a replay of the log counts
}

// recordedOf are recorded waits as a report has them: nil where the log has none.
func recordedOf(w job.Waited) *Recorded {
	if w.Known == 0 {
		return nil
	}
	return &Recorded{Fraction(w.Sum, w.Known), w.Known, w.Jobs}
}

// RecordedOfAll are the recorded waits of all jobs of the log, so that a log has one figure of its record wherever it is said:
// nil where other jobs are replayed than the log's, or not all of them counted. RecordedLater are those of the second half's
// whole weeks.
func (s *Source) RecordedOfAll(w *study.Workload) *Recorded {
	if !s.same(w) {
		return nil
	}
	return recordedOf(s.Cleaning.Recorded.All)
}

func (s *Source) RecordedLater(w *study.Workload) *Recorded {
	if !s.same(w) || w.ByClock() || w.Variant == resample.Whole && s.WholeWeeks > 0 {
		return nil
	}
	return recordedOf(s.Cleaning.Recorded.Second)
}

// same says whether a replay of the log counts the jobs that the log has.
func (s *Source) same(w *study.Workload) bool {
	return s.Cleaning != nil && w.Load == 1 && w.Warmup == 0 && w.Drain == 0
}

// Words says it behind what a replay says; LaterWords the same of the second half.
func (r *Recorded) Words() string { return r.words("") }

func (r *Recorded) LaterWords() string { return r.words(" of that half") }

func (r *Recorded) words(when string) string {
	switch {
	case r == nil:
		return ""
	case r.Jobs < r.Of:
		return " Your machine's own record" + when + ", of " + numeral.Count(r.Jobs) + " of these " + numeral.Count(r.Of) + " jobs: " +
			numeral.Mean(float64(r.AvgWait)) + "."
	}
	return " Your machine's own record" + when + ": " + numeral.Mean(float64(r.AvgWait)) + "."
}

// AsLogged is the log itself, its whole weeks replayed as they were submitted: what
// resamples are to be like. Changes are by choice, the baseline first.
type AsLogged struct {
	Weeks   int     `json:"weeks"`
	AvgWait Float   `json:"avgWait"` // under the baseline, seconds
	Changes []Float `json:"changes"`
	// FirstHalf and SecondHalf are the changes of the log's halves.
	FirstHalf  []Float `json:"firstHalf,omitempty"`
	SecondHalf []Float `json:"secondHalf,omitempty"`
	// Likeness is the baseline's mean wait in resamples over that in the log.
	Likeness Float `json:"likeness"`
	// BsldLikeness is the same of its mean bounded slowdown; null where that is not measured.
	BsldLikeness Float `json:"bsldLikeness"`
	// Recorded is what the log itself says of all its jobs; null where it says nothing.
	Recorded *Recorded `json:"recorded"`
}

// Replayed is AsLogged of waits by choice and week, of so many jobs; average is
// the baseline's mean wait in resamples, NaN where there are none. The last week
// may be what comes after all of them.
func Replayed(wait [][]int64, weeks int, jobs int64, average Float) *AsLogged {
	a := &AsLogged{Weeks: weeks, Likeness: Float(math.NaN()), BsldLikeness: Float(math.NaN())}
	total := int64(0)
	for _, w := range wait[0] {
		total += w
	}
	if a.AvgWait = Float(float64(total) / float64(jobs)); a.AvgWait > 0 {
		a.Likeness = average / a.AvgWait
	}
	change := func(i, from, to int) Float {
		var policy, base int64
		for w := from; w < min(to, len(wait[i])); w++ {
			policy += wait[i][w]
			base += wait[0][w]
		}
		return Fraction(policy-base, base)
	}
	for i := range wait {
		a.Changes = append(a.Changes, change(i, 0, math.MaxInt))
		if weeks > 1 {
			a.FirstHalf = append(a.FirstHalf, change(i, 0, weeks/2))
			a.SecondHalf = append(a.SecondHalf, change(i, weeks/2, math.MaxInt))
		}
	}
	return a
}

// Like is the likeness; NaN while the log itself is not computed.
func (a *AsLogged) Like() float64 {
	if a == nil {
		return math.NaN()
	}
	return float64(a.Likeness)
}

// LikeBsld is the likeness of slowdowns; NaN while it is not known.
func (a *AsLogged) LikeBsld() float64 {
	if a == nil {
		return math.NaN()
	}
	return float64(a.BsldLikeness)
}

// Idle says whether a mean wait is none to speak of: less than a second.
func Idle(wait Float) bool { return wait < 1 }

// Nothing says that there is nothing to gain, where hardly anybody waits under a
// baseline, in traces of that mean wait or in the log itself; "" where somebody does.
func (a *AsLogged) Nothing(baseline string, wait Float) string {
	const gain = ": there is nothing to gain."
	switch {
	case Idle(wait):
		return "Under " + baseline + " jobs wait less than a second on average" + gain
	case a != nil && Idle(a.AvgWait):
		return "Under " + baseline + " jobs wait less than a second on average in a replay of the log itself" + gain
	}
	return ""
}

// Words says what a replay of the log shows of choice i, by its name as a sentence goes on
// behind it, beside what the
// log itself has recorded; "" while it is not replayed.
func (a *AsLogged) Words(baseline, name string, i int) string {
	switch {
	case a == nil:
		return ""
	case a.AvgWait > 0 && Idle(a.AvgWait):
		return Replay + "jobs wait less than a second on average with " + baseline + "." + a.Recorded.Words()
	case !(a.AvgWait > 0):
		return Replay + "nobody waits with " + baseline + "." + a.Recorded.Words()
	}
	wait := numeral.Duration[Float]
	c := a.Changes[i]
	if c.Known() {
		wait = numeral.Times(a.AvgWait, a.AvgWait*(1+c))
	}
	s := Replay + wait(a.AvgWait) + " mean wait with " + baseline
	if c.Known() {
		s += ", " + wait(a.AvgWait*(1+c)) + " with " + strings.TrimSuffix(name, ",")
	}
	s += "." + a.Recorded.Words()
	if len(a.FirstHalf) > 0 {
		s += Halves(baseline, "waiting with "+name, a.FirstHalf[i], a.SecondHalf[i])
	}
	return s
}

// Replay begins what a replay of the log shows.
const Replay = "Replaying your log: "

// Halves says what a change is in the log's halves; of what names it.
func Halves(baseline, of string, first, second Float) string {
	nobody, change := " Nobody waits with "+baseline+" in the log's ", " The change of "+of+" is "
	switch {
	case !first.Known() && !second.Known():
		return nobody + "halves."
	case !first.Known():
		return nobody + "first half." + change + Signed(second) + " in its second."
	case !second.Known():
		return nobody + "second half." + change + Signed(first) + " in its first."
	}
	both := numeral.Changes(first, second)
	return change + both(first) + " in the log's first half and " + both(second) + " in its second."
}
