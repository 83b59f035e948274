package tune

import (
	"strings"

	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Mixed is the weighted order that was learned on the training weeks, with the
// backfill order and the threshold of the learned pair, and its result on the
// testing weeks.
type Mixed struct {
	Tuned
	Weights Mix `json:"weights"`
	// What it changes of the total wait on testing weeks further, against the
	// learned pair, with both 95 % intervals.
	Further        report.Float `json:"further"`
	FurtherLow     report.Float `json:"furtherLow"`
	FurtherHigh    report.Float `json:"furtherHigh"`
	FurtherSimLow  report.Float `json:"furtherSimLow"`
	FurtherSimHigh report.Float `json:"furtherSimHigh"`
}

// MergeMix judges the outcome of a MixSearch, computed as its Final plan
// says, beside a tuning and the rows that one was merged from.
func MergeMix(t *Report, rows []Row, weights Mix, final Plan, mixed []Row) *Mixed {
	m := &Mixed{Tuned: Merge(final, [32]byte{}, mixed).Pairs[0], Weights: weights}
	own, pair := judgeOf(&final, mixed), judgeOf(&t.Plan, rows)
	at, _ := t.Plan.Find(t.Learned.Choice())
	c := report.Weigh(own.waits(Testing, 0), pair.waits(Testing, at), pair.weeks(Testing), report.Level)
	m.Further, m.FurtherLow, m.FurtherHigh = c.Change, c.Low, c.High
	m.FurtherSimLow, m.FurtherSimHigh = c.SimLow, c.SimHigh
	return m
}

func judgeOf(p *Plan, rows []Row) judge {
	log, rows := study.Split(rows)
	return judge{plan: p, log: log, rows: rows}
}

// Sentence says what mixing brought beyond the learned pair.
func (m *Mixed) Sentence() string {
	words := Choice{Primary: m.Primary, Backfill: m.Backfill, Threshold: m.Threshold}
	less := (&Report{}).lessThan
	low, high, _ := m.Interval()
	s := "The best mixture on the training weeks, " + choiceWords(words) + ": on the testing weeks " + less(m.Change, low, high, Baseline)
	further := Weighed{Bounds: report.Bounds{Low: m.FurtherLow, High: m.FurtherHigh, SimLow: m.FurtherSimLow, SimHigh: m.FurtherSimHigh}}
	low, high, _ = further.Interval()
	s += ", and " + strings.TrimPrefix(less(m.Further, low, high, "the learned pair"), "jobs waited ")
	switch further.Standing() {
	case report.Sure:
		return s + "."
	case report.Resampled:
		return s + "; that is of the weeks drawn alone."
	}
	return s + ": the two can't be told apart."
}
