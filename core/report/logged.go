package report

import (
	"math"

	"shadowtime/core/figure"
	"shadowtime/core/resample"
	"shadowtime/core/study"
)

// Where says what is computed beside the log itself.
func Where(w *study.Workload, resamples int) string {
	switch {
	case w.Variant == resample.Whole:
		return "all of it"
	case w.Variant == resample.Original:
		return "its last weeks"
	case resamples == 1:
		return "one resample"
	}
	return "resamples"
}

// AsLogged is the log itself, its whole weeks replayed as they were: what
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
}

// Replayed is AsLogged of waits by choice and week, of so many jobs; average is
// the baseline's mean wait in resamples, NaN where there are none. The last week
// may be what comes after all of them.
func Replayed(wait [][]int64, weeks int, jobs int64, average Float) *AsLogged {
	a := &AsLogged{Weeks: weeks, Likeness: Float(math.NaN())}
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
		return Float(float64(policy-base) / float64(base))
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

// Words says what the log itself shows of choice i, by its name, beside what
// where (resamples of it) show: the baseline's mean wait and the judged change; ""
// where nobody waits.
func (a *AsLogged) Words(baseline, name string, i int, where string, average Float, judged *Judged) string {
	if a == nil || !(a.AvgWait > 0) {
		return ""
	}
	s := "As logged, " + baseline + " waits " + figure.Duration(a.AvgWait) + " on average and " + name + " changes it by " + Signed(a.Changes[i])
	if len(a.FirstHalf) > 0 {
		s += " (" + half(a.FirstHalf[i]) + "in the first half, " + half(a.SecondHalf[i]) + "in the second)"
	}
	s += "; in " + where + " " + figure.Duration(average) + " and " + Signed(judged.Change)
	if low, high, _ := judged.Interval(); Telling(low, high) {
		s += " " + figure.IntervalTo(float64(low), float64(high), figure.Digits(float64(judged.Change)))
	}
	return s + "."
}

func half(change Float) string {
	if !change.Known() {
		return "nobody waits "
	}
	return Signed(change) + " "
}
