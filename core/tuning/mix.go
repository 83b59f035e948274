package tuning

import (
	"strings"

	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/tune"
)

// Mixed is the weighted order that was learned on the training weeks, with the
// backfill order and the threshold of the learned pair, and its result on the
// testing weeks.
type Mixed struct {
	Tuned
	Weights tune.Mix `json:"weights"`
	// What it changes of the total wait on testing weeks further, against the
	// learned pair, with its 95 % interval.
	Further     report.Float `json:"further"`
	FurtherLow  report.Float `json:"furtherLow"`
	FurtherHigh report.Float `json:"furtherHigh"`
}

// MergeMix judges the outcome of a tune.MixSearch, computed as its Final plan
// says, beside a tuning and the rows that one was merged from.
func MergeMix(t *Report, rows []tune.Row, weights tune.Mix, final tune.Plan, mixed []tune.Row) *Mixed {
	one := merge(final, [32]byte{}, mixed, func(int) bool { return true })
	m := &Mixed{Tuned: one.Pairs[0], Weights: weights}
	boot := paired.NewBootstrap(len(rows), t.Plan.Bootstrap, t.Plan.Seed)
	at, _ := t.Plan.Find(t.Learned.Choice())
	own, pair := judge{plan: &final, rows: sortedTuning(mixed)}, judge{plan: &t.Plan, rows: sortedTuning(rows)}
	c := boot.Change(own.waits(0), pair.waits(at), report.Level)
	m.Further, m.FurtherLow, m.FurtherHigh = report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)
	return m
}

// Sentence says what mixing brought beyond the learned pair.
func (m *Mixed) Sentence() string {
	words := tune.Choice{Primary: m.Primary, Backfill: m.Backfill, Threshold: m.Threshold}
	less := (&Report{}).less
	s := "The best mixture on the training weeks, " + choiceWords(words) + ": on the testing weeks " + less(m.Change, m.Low, m.High) + " than under " + tune.Baseline
	s += ", and " + strings.TrimPrefix(less(m.Further, m.FurtherLow, m.FurtherHigh), "jobs waited ") + " than under the learned pair"
	if !(m.FurtherHigh < 0 || m.FurtherLow > 0) {
		return s + ": the two can't be told apart."
	}
	return s + "."
}
