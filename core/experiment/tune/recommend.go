package tune

import (
	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Named is the setting that the training weeks name: of those that they don't tell from
// the best one, that with the smallest longest wait. What it does on the testing weeks
// is of the objective, against the baseline, at a level for all that is spoken of.
type Named struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	Weighed
	TestMax    report.Float `json:"testMax"`    // mean over testing weeks of the longest wait, seconds
	TestMaxMax int64        `json:"testMaxMax"` // the longest wait of all testing weeks, seconds
	// the same change in the testing half itself, replayed as it was; null while that is not known
	Logged report.Float `json:"logged"`
	Why    Why          `json:"why"` // it is not to be set
}

// Why a setting is not to be set; "": it may be.
type Why string

// The reasons, in the order in which they are asked for.
const (
	WhyBaseline     Why = "baseline"     // it is what it would be set instead of
	WhyShort        Why = "short"        // the testing half has too few weeks to claim anything
	WhyUnshown      Why = "unshown"      // its interval of the log's weeks does not lie below zero
	WhyContradicted Why = "contradicted" // the half's own change lies outside that interval, or has not its sign
	WhyLonger       Why = "longer"       // the longest wait grows beyond MostLonger
)

// mostLonger is how many times the baseline's longest wait, of the mean testing week and
// of all, that of a setting may be which is to be set.
const mostLonger = 1.2

// Recommended is the setting to be proposed: the named one, or a simpler one that costs
// hardly more, where it may be set; else the baseline.
type Recommended struct {
	Named
	Simpler bool   `json:"simpler"` // it is Report.Simple instead of the named one
	Shown   string `json:"shown"`   // less, more or nothing, at its level
}

// Weighed are the change and the intervals of a choice at a level of its own.
type Weighed = report.Choice

// Simple is the simpler setting that was chosen on the training weeks, and what it costs
// on the testing weeks further than the named one: fractions of the baseline's
// objective, at 95 %.
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

// margin is how much further a simpler setting may cost, of the baseline's
// objective: one point.
const margin = 0.01

// asLong is how many times another longest wait one may be that is about as long.
const asLong = 1.05

var baseline = Choice{Primary: Baseline, Backfill: Baseline, Threshold: study.None}

// Choice names it.
func (n *Named) Choice() Choice {
	return Choice{Primary: n.Primary, Backfill: n.Backfill, Threshold: n.Threshold}
}

// Choice names it.
func (s *Simple) Choice() Choice {
	return Choice{Primary: s.Primary, Backfill: s.Backfill, Threshold: s.Threshold}
}

// safest is the number of the choice, among those near the best on the training weeks,
// whose longest wait there is smallest: in the mean week, then of all weeks, then by the
// objective.
func (j *judge) safest(near []int) int {
	best := near[0]
	for _, c := range near[1:] {
		s, t := &j.train.Choices[c], &j.train.Choices[best]
		less := s.Wait < t.Wait
		if j.plan.Objective == AvgBsld {
			less = s.Bsld < t.Bsld
		}
		switch {
		case s.MaxSum != t.MaxSum:
			less = s.MaxSum < t.MaxSum
		case s.MaxMax != t.MaxMax:
			less = s.MaxMax < t.MaxMax
		}
		if less {
			best = c
		}
	}
	return best
}

// simple is the simplest setting that the training weeks show to cost less than Margin
// further than another, and whose longest wait there is about as long, judged on the testing
// weeks; nil where there is none. From the simplest on these are asked: to change
// nothing, whatever its longest wait; to change how jobs are backfilled alone; to use
// the primary order for both.
func (j *judge) simple(than int, within bool) *Simple {
	x := j.plan.Choice(than)
	for _, s := range []Choice{
		baseline,
		{Primary: Baseline, Backfill: x.Backfill, Threshold: x.Threshold},
		{Primary: x.Primary, Backfill: x.Primary, Threshold: x.Threshold},
	} {
		at, ok := j.find(s)
		if !ok || s == x || !j.within(at) && within || at >= 0 &&
			float64(j.train.Choices[at].MaxSum) > asLong*float64(j.train.Choices[than].MaxSum) {
			continue
		}
		if c := j.loss(Training, at, than); !(c.SimHigh < margin) {
			continue
		}
		c := j.loss(Testing, at, than)
		return &Simple{s.Primary, s.Backfill, s.Threshold, c.Change, c.Low, c.High, c.SimLow, c.SimHigh, margin, c.SimHigh < margin}
	}
	return nil
}

// same is a choice, or the baseline where it did the same on all weeks of both halves:
// late jobs are the first of FCFS anyway.
func (j *judge) same(at int) Choice {
	if at < 0 || j.train.Choices[at] == j.train.Baseline && j.test.Choices[at] == j.test.Baseline {
		return baseline
	}
	return j.plan.Choice(at)
}

// find is the number of a choice, -1 of the baseline.
func (j *judge) find(c Choice) (at int, ok bool) {
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

// recommend proposes the simple choice if it will do and may be set, else the named one
// if that may; else the baseline. Both were chosen on the training weeks: of two that
// are spoken of each is at the level of one of two.
func (j *judge) recommend(named int, simple *Simple) (Recommended, Named) {
	spoken := 2
	if simple != nil && !simple.Choice().IsBaseline() {
		spoken++
	}
	level := stats.Among(report.Level, spoken)
	own := j.named(j.same(named), level)
	if simple != nil && simple.Holds {
		x := j.named(simple.Choice(), level)
		if x.Why == "" || x.Why == WhyBaseline {
			return Recommended{x, true, x.Weighed.Shown()}, own
		}
	}
	if own.Why == "" {
		return Recommended{own, false, own.Weighed.Shown()}, own
	}
	keep := j.named(baseline, level)
	return Recommended{keep, false, keep.Weighed.Shown()}, own
}

// named judges a setting on the testing weeks.
func (j *judge) named(x Choice, level float64) Named {
	at, _ := j.find(x)
	total := &j.test.Baseline
	if at >= 0 {
		total = &j.test.Choices[at]
	}
	n := Named{Primary: x.Primary, Backfill: x.Backfill, Threshold: x.Threshold, Weighed: Weighed{Level: report.Float(level)},
		Logged:  j.logged(at),
		TestMax: report.Float(float64(total.MaxSum) / float64(total.Weeks)), TestMaxMax: total.MaxMax}
	if !x.IsBaseline() {
		n.Weighed = report.Weigh(j.costs(Testing, at), j.costs(Testing, -1), j.weeks(Testing), level)
	}
	n.Why = j.why(&n, total)
	return n
}

// why says why a setting, of so much in all testing weeks, is not to be set.
func (j *judge) why(n *Named, total *Total) Why {
	base := &j.test.Baseline
	switch {
	case n.Choice().IsBaseline():
		return WhyBaseline
	case j.short() != "":
		return WhyShort
	case n.Weighed.Shown() != report.Less:
		return WhyUnshown
	case !(n.Low <= n.Logged && n.Logged <= n.High && n.Logged < 0):
		return WhyContradicted
	case float64(total.MaxSum) > mostLonger*float64(base.MaxSum), float64(total.MaxMax) > mostLonger*float64(base.MaxMax):
		return WhyLonger
	}
	return ""
}
