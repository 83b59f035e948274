package tuning

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/tune"
)

// View is Merge with the intervals of the choices that are wanted,
// and of the learned ones: what a view needs that does not show all of a
// thousand rows.
func View(p tune.Plan, digest job.Digest, rows []tune.Row, wanted func(choice int) bool) *Report {
	return merge(p, digest, rows, wanted)
}

// Intervals completes a tuning with the intervals that View left out, in
// pieces: each call of next computes those of at most n choices, and is false
// when all are known. The rows are those that the tuning was made of.
func (t *Report) Intervals(rows []tune.Row) (next func(n int) bool) {
	j := judge{plan: &t.Plan, rows: sortedTuning(rows)}
	j.boot = paired.NewBootstrap(len(rows), t.Plan.Bootstrap, t.Plan.Seed)
	base, c := j.waits(-1), 0
	return func(n int) bool {
		for ; c < len(t.Pairs) && n > 0; c++ {
			x := &t.Pairs[c]
			if !math.IsNaN(float64(x.Low)) {
				continue
			}
			change := j.boot.Change(j.waits(c), base, report.Level)
			x.Low, x.High = report.Float(change.Low), report.Float(change.High)
			n--
		}
		return c < len(t.Pairs)
	}
}

// Find is the outcome of a choice; false when the plan does not try it. The
// baseline is always known.
func (t *Report) Find(c tune.Choice) (Tuned, bool) {
	if at, ok := t.Plan.Find(c); ok {
		return t.Pairs[at], true
	}
	if c.IsBaseline() {
		return t.Baseline, true
	}
	return Tuned{}, false
}
