package tuning

import (
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

// Recommended is the setting to be proposed: the learned one, or a simpler one
// that costs hardly more, where the testing weeks show it better than the
// baseline; else the baseline. Fractions are of the objective: total waiting, or
// total bounded slowdown.
type Recommended struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	Simpler   bool          `json:"simpler"` // it is Report.Simple instead of the learned choice
	// On testing weeks, against the baseline, at a level for all that is spoken
	// of: the learned choice, and the simple one where there is one.
	Weighed
	Shown string `json:"shown"` // less, more or nothing, at that level

	TestMax    report.Float `json:"testMax"`    // mean over testing weeks of the longest wait, seconds
	TestMaxMax int64        `json:"testMaxMax"` // the longest wait of all testing weeks, seconds
}

// Weighed are the change and the intervals of a choice at a level of its own.
type Weighed = report.Choice

// Simple is the simpler setting that was chosen on the training weeks, and what
// it costs on the testing weeks further than the learned choice: fractions of
// the baseline's objective, at 95 %.
type Simple struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	Loss      report.Float  `json:"loss"`
	Low       report.Float  `json:"low"` // of this log's weeks
	High      report.Float  `json:"high"`
	SimLow    report.Float  `json:"simLow"` // paired interval of Fieller: the simulation error
	SimHigh   report.Float  `json:"simHigh"`
	Margin    report.Float  `json:"margin"`
	Holds     bool          `json:"holds"` // SimHigh is below Margin: it will do
}

// Margin is how much further a simpler setting may cost, of the baseline's
// objective: one point.
const Margin = 0.01

var baseline = tune.Choice{Primary: tune.Baseline, Backfill: tune.Baseline, Threshold: study.None}

// Choice names what is proposed.
func (r *Recommended) Choice() tune.Choice {
	return tune.Choice{Primary: r.Primary, Backfill: r.Backfill, Threshold: r.Threshold}
}

// Choice names it.
func (s *Simple) Choice() tune.Choice {
	return tune.Choice{Primary: s.Primary, Backfill: s.Backfill, Threshold: s.Threshold}
}

// simple is the simplest setting that the training weeks show to cost less than
// Margin further than the learned one, judged on the testing weeks; nil where
// there is none. From the simplest on these are asked: to change nothing; to
// change how jobs are backfilled alone; to use the learned primary order for
// both.
func (j *judge) simple(learned tune.Learned) *Simple {
	x := j.plan.Choice(learned.Choice)
	for _, s := range []tune.Choice{
		baseline,
		{Primary: tune.Baseline, Backfill: x.Backfill, Threshold: x.Threshold},
		{Primary: x.Primary, Backfill: x.Primary, Threshold: x.Threshold},
	} {
		at, ok := j.find(s)
		if !ok || s == x || !j.within(at) && learned.Within {
			continue
		}
		if c := j.loss(tune.Training, at, learned.Choice); !(c.SimHigh < Margin) {
			continue
		}
		c := j.loss(tune.Testing, at, learned.Choice)
		return &Simple{s.Primary, s.Backfill, s.Threshold, c.Change, c.Low, c.High, c.SimLow, c.SimHigh, Margin, c.SimHigh < Margin}
	}
	return nil
}

// find is the number of a choice, -1 of the baseline.
func (j *judge) find(c tune.Choice) (at int, ok bool) {
	if c.IsBaseline() {
		return -1, true
	}
	return j.plan.Find(c)
}

// loss is what a choice costs further than another one by the weeks of a half,
// as a fraction of the baseline: the change of a setting that costs so much more
// than the baseline.
func (j *judge) loss(of half, choice, than int) Weighed {
	further, less, base := j.costs(of, choice), j.costs(of, than), j.costs(of, -1)
	for k := range further {
		further[k] += base[k] - less[k]
	}
	return report.Weigh(further, base, j.weeks(of), report.Level)
}

// within says whether a choice keeps the plan's bound on the training weeks.
func (j *judge) within(choice int) bool {
	if j.plan.Bound == 0 || choice < 0 {
		return true
	}
	return float64(j.train.Choices[choice].MaxSum) <= j.plan.Bound*float64(j.train.Baseline.MaxSum)
}

// recommend proposes the simple choice if it will do, else the learned one, if it
// is shown better than the baseline; else the baseline. Both were chosen on the
// training weeks: of two that are spoken of each is at the level of one of two.
// What is claimed of the learned choice is at that level too.
func (j *judge) recommend(learned tune.Learned, simple *Simple) (proposed Recommended, claimed Weighed) {
	x, spoken := j.plan.Choice(learned.Choice), 2
	if simple != nil && !simple.Choice().IsBaseline() {
		spoken++
	}
	level := paired.Among(report.Level, spoken)
	own := j.recommended(x, level)
	if simple != nil && simple.Holds {
		r := j.recommended(simple.Choice(), level)
		r.Simpler = true
		if r.Shown == report.Less || r.Choice().IsBaseline() {
			return r, own.Weighed
		}
	}
	if own.Shown == report.Less {
		return own, own.Weighed
	}
	return j.recommended(baseline, level), own.Weighed
}

func (j *judge) recommended(x tune.Choice, level float64) Recommended {
	at, _ := j.find(x)
	total := &j.test.Baseline
	if at >= 0 {
		total = &j.test.Choices[at]
	}
	c := Weighed{Level: report.Float(level)}
	if !x.IsBaseline() {
		c = report.Weigh(j.costs(tune.Testing, at), j.costs(tune.Testing, -1), j.weeks(tune.Testing), level)
	}
	shown := c.Shown()
	return Recommended{Primary: x.Primary, Backfill: x.Backfill, Threshold: x.Threshold, Weighed: c, Shown: shown,
		TestMax: report.Float(float64(total.MaxSum) / float64(total.Weeks)), TestMaxMax: total.MaxMax}
}
