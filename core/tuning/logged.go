package tuning

import (
	"math"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/tune"
)

// AsLogged are the log's halves themselves, their whole weeks replayed as they
// were, one after another: what single weeks are to be like.
type AsLogged struct {
	Train LoggedHalf `json:"train"`
	Test  LoggedHalf `json:"test"`
	// Likeness is the baseline's mean wait in the testing weeks over that in the
	// testing half. Single weeks begin with an empty machine, so it is often less
	// than 1.
	Likeness report.Float `json:"likeness"`
}

// LoggedHalf is a half of the log. Changes are of the total wait, against the
// baseline.
type LoggedHalf struct {
	Weeks       int          `json:"weeks"`       // whole ones
	AvgWait     report.Float `json:"avgWait"`     // under the baseline, seconds
	Learned     report.Float `json:"learned"`     // what the learned choice changes,
	Named       report.Float `json:"named"`       // the named one,
	Recommended report.Float `json:"recommended"` // and the recommended one
}

func (t *Report) asLogged(log *tune.Row) *AsLogged {
	if log == nil {
		return nil
	}
	of := func(h *tune.Half) LoggedHalf {
		change := func(c tune.Choice) report.Float {
			if at, ok := t.Plan.Find(c); ok {
				return report.Float(relative(h.Result(at).Wait, h.Baseline.Wait))
			}
			return report.Float(relative(h.Baseline.Wait, h.Baseline.Wait)) // it is the baseline
		}
		return LoggedHalf{Weeks: h.Weeks, AvgWait: report.Float(float64(h.Baseline.Wait) / float64(h.Jobs)),
			Learned: change(t.Learned.Choice()), Named: change(t.Named.Choice()), Recommended: change(t.Recommended.Choice())}
	}
	a := &AsLogged{Train: of(&log.Train), Test: of(&log.Test), Likeness: report.Float(math.NaN())}
	if a.Test.AvgWait > 0 {
		a.Likeness = t.Baseline.TestAvg / a.Test.AvgWait
	}
	return a
}

// Logged says what the log itself shows, replayed as it was, beside what single
// weeks of it show; "" while it is not known, and where nobody waits.
func (t *Report) Logged() string {
	a := t.AsLogged
	if a == nil || t.Done == 0 || !(a.Test.AvgWait > 0) {
		return ""
	}
	s := "As logged, " + tune.Baseline + " waits " + figure.Duration(a.Test.AvgWait) + " on average in the log's second half"
	x, r := t.Learned.Choice(), t.Recommended.Choice()
	if x.IsBaseline() {
		return s + "; in single weeks of it " + figure.Duration(t.Baseline.TestAvg) + "."
	}
	s += " and " + shortWords(x) + " changes it by " + report.Signed(a.Test.Learned) + " (" + report.Signed(a.Train.Learned) + " in the first half, where it was learned)"
	if r != x && !r.IsBaseline() {
		s += ", " + shortWords(r) + " by " + report.Signed(a.Test.Recommended)
	}
	s += "; in single weeks of it " + figure.Duration(t.Baseline.TestAvg) + " and " + report.Signed(t.Learned.Change)
	if low, high, _ := t.Learned.Interval(); report.Telling(low, high) {
		s += " " + figure.IntervalTo(float64(low), float64(high), figure.Digits(float64(t.Learned.Change)))
	}
	return s + "."
}
