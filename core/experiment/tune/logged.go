package tune

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
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
	// Recorded is what the log itself says of the second half's jobs; null where it says
	// nothing.
	Recorded *report.Recorded `json:"recorded"`

	weekly bool // the sums that a claim is made of are known
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

func (t *Report) asLogged(log *Row) *AsLogged {
	if log == nil {
		return nil
	}
	of := func(h *Half) LoggedHalf {
		change := func(c Choice) report.Float {
			if at, ok := t.Plan.Find(c); ok {
				return report.Float(relative(h.Result(at).Wait, h.Baseline.Wait))
			}
			return report.Float(relative(h.Baseline.Wait, h.Baseline.Wait)) // it is the baseline
		}
		return LoggedHalf{Weeks: h.Weeks, AvgWait: report.Float(float64(h.Baseline.Wait) / float64(h.Jobs)),
			Learned: change(t.Learned.Choice()), Named: change(t.Named.Choice()), Recommended: change(t.Recommended.Choice())}
	}
	a := &AsLogged{Train: of(&log.Train), Test: of(&log.Test), Likeness: report.Float(math.NaN()), weekly: log.Test.Weekly()}
	if a.Test.AvgWait > 0 {
		a.Likeness = t.Baseline.TestAvg / a.Test.AvgWait
	}
	return a
}

// nothing says that there is nothing to tune, where hardly anybody waits in the testing
// weeks or in the half that judges; "" where somebody does.
func (t *Report) nothing() string {
	if t.Done == 0 {
		return ""
	}
	if w := t.Baseline.TestAvg; w == 0 || !w.Known() {
		return "Nobody waits with " + Baseline + " in the second half: there is nothing to gain."
	}
	var half *report.AsLogged
	if a := t.AsLogged; a != nil {
		half = &report.AsLogged{AvgWait: a.Test.AvgWait}
	}
	return half.Nothing(Baseline, t.Baseline.TestAvg)
}

// Logged says what a replay of the half that judges shows, beside what the log's own
// records say of it; "" while it is not known.
func (t *Report) Logged() string {
	a := t.AsLogged
	if a == nil || t.Done == 0 {
		return ""
	}
	const replay = "Replaying your log's second half: "
	if !(a.Test.AvgWait > 0) {
		return replay + "nobody waits with " + Baseline + "." + a.Recorded.LaterWords()
	}
	x := t.Named.Choice() // what the answer speaks of
	waits := []report.Float{a.Test.AvgWait}
	if !x.IsBaseline() {
		waits = append(waits, a.Test.AvgWait*(1+a.Test.Named))
	}
	wait := numeral.Times(waits...)
	s := replay + wait(waits[0]) + " mean wait with " + Baseline
	if !x.IsBaseline() {
		s += ", " + wait(waits[1]) + " with " + shortWords(x)
	}
	s += "." + a.Recorded.LaterWords()
	if !x.IsBaseline() && a.Train.Named.Known() {
		s += " In the first half, where " + shortWords(x) + " was chosen, it changes the mean wait by " + report.Signed(a.Train.Named) + "."
	}
	return s
}
