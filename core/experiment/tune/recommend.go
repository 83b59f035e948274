package tune

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Named is the setting that the answer speaks of, and what the testing half's own weeks
// claim of its objective: the setting that the training weeks name (of the settings that they
// don't tell from the best and that do no harm there, the setting with the smallest longest wait), or a simpler setting
// that will do. The setting was chosen on other weeks than it is judged by, so its claim holds among the
// one or two settings that are spoken of.
type Named struct {
	Setting   string        `json:"setting"` // in words
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	report.Claim
	// MaxWait is the longest wait of the testing half as it was under the setting, MaxWaitBase the longest
	// under the baseline: seconds.
	MaxWait     int64        `json:"maxWait"`
	MaxWaitBase int64        `json:"maxWaitBase"`
	TestMax     report.Float `json:"testMax"`    // mean over testing weeks of the longest wait, seconds
	TestMaxMax  int64        `json:"testMaxMax"` // the longest wait of all testing weeks, seconds
	Why         Why          `json:"why"`        // it is not to be set
}

// Why says why a setting is not to be set; "" of a setting that may be set.
type Why string

// The reasons, in the order in which they are asked for.
const (
	WhyBaseline Why = "baseline" // it is what it would be set instead of
	WhyShort    Why = "short"    // the testing half has too few weeks to claim anything
	WhyUnshown  Why = "unshown"  // its verdict is not that it was shown better
	WhyLonger   Why = "longer"   // the longest wait grows beyond mostLonger
	WhyUnlike   Why = "unlike"   // it was chosen on single weeks whose waits are not near the log's
)

// near is how many times as long as in the log jobs may wait in the testing weeks, or the other
// way round, for what single weeks from an empty machine choose to be taken for the machine's.
const near = 1.5

// mostLonger is how many times the baseline's longest wait a setting that is to be set may have as its own
// longest wait: in the testing half as it was, in the mean testing week and in all testing weeks.
const mostLonger = 1.2

// Recommended is the setting to be proposed: the named one where it may be set; else the
// baseline.
type Recommended struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	Simpler   bool          `json:"simpler"` // it is Report.Simple instead of the one that the training weeks name
}

// Simple is the simpler setting that was chosen on the training weeks, and what that setting
// costs further than the setting that the weeks name: fractions of the baseline's objective.
type Simple struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	Loss      report.Float  `json:"loss"` // in the testing half as it was; null while that is not known
	// Resampled is the cost in testing weeks drawn from the half, with its simulation error.
	Resampled report.Float `json:"resampled"`
	SimLow    report.Float `json:"simLow"`
	SimHigh   report.Float `json:"simHigh"`
	Margin    report.Float `json:"margin"`
	Holds     bool         `json:"holds"` // Loss is below Margin: it will do
}

// margin is how much further a simpler setting may cost, of the baseline's
// objective: one point.
const margin = 0.01

// asLong is how many times as long a longest wait may be that counts as about as long as another.
const asLong = 1.05

var baseline = Choice{Primary: Baseline, Backfill: Baseline, Threshold: study.None}

// Choice names it.
func (n *Named) Choice() Choice {
	return Choice{Primary: n.Primary, Backfill: n.Backfill, Threshold: n.Threshold}
}

// Choice names it.
func (r *Recommended) Choice() Choice {
	return Choice{Primary: r.Primary, Backfill: r.Backfill, Threshold: r.Threshold}
}

// Choice names it.
func (s *Simple) Choice() Choice {
	return Choice{Primary: s.Primary, Backfill: s.Backfill, Threshold: s.Threshold}
}

// safest is the number of the choice, among those near the best on the training weeks that
// cost no more there than the baseline, if any does, whose longest wait there is smallest: in
// the mean week, then of all weeks, then by the objective. Few weeks tell hardly any setting
// from the best; one that did harm in them is not what was asked for.
func (j *judge) safest(near []int) int {
	if harmless := slices.DeleteFunc(slices.Clone(near), j.harms); len(harmless) > 0 {
		near = harmless
	}
	return slices.MinFunc(near, func(a, b int) int {
		s, t := &j.train.Choices[a], &j.train.Choices[b]
		return cmp.Or(cmp.Compare(s.MaxSum, t.MaxSum), cmp.Compare(s.MaxMax, t.MaxMax), cmp.Compare(j.plan.total(s), j.plan.total(t)))
	})
}

// harms says whether a choice costs more than the baseline on the training weeks.
func (j *judge) harms(choice int) bool {
	return j.plan.total(&j.train.Choices[choice]) > j.plan.total(&j.train.Baseline)
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
		if c := j.loss(Training, at, than); !(c.High < margin) {
			continue
		}
		c, own := j.loss(Testing, at, than), j.ownLoss(at, than)
		return &Simple{s.Primary, s.Backfill, s.Threshold, own, report.Float(c.Mid), report.Float(c.Low), report.Float(c.High), margin,
			own < margin}
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

// loss is what a choice costs further than another one by the drawn weeks of a half,
// as a fraction of the baseline: the change of a setting that costs so much more
// than the baseline.
func (j *judge) loss(of half, choice, than int) stats.Change {
	further, less, base := j.costs(of, choice), j.costs(of, than), j.costs(of, -1)
	for k := range further {
		further[k] += base[k] - less[k]
	}
	return stats.Fieller(further, base, report.Level)
}

// ownLoss is the loss of a choice in the testing half as it was, NaN while that half is not known.
func (j *judge) ownLoss(choice, than int) report.Float {
	own, _ := j.own(Testing, j.costsByWeek, choice, than)
	if own == nil {
		return report.Float(math.NaN())
	}
	var further, base int64
	for w := range own[0] {
		further += own[1][w] - own[2][w]
		base += own[0][w]
	}
	return report.Fraction(further, base)
}

// within says whether a choice keeps the plan's bound on the training weeks.
func (j *judge) within(choice int) bool {
	if j.plan.Bound == 0 || choice < 0 {
		return true
	}
	return float64(j.train.Choices[choice].MaxSum) <= j.plan.Bound*float64(j.train.Baseline.MaxSum)
}

// recommend names the simple setting if that will do and may be set, else the one that the
// training weeks name, unless only the former may be set; it proposes the named one if it
// may be set, else the baseline.
func (j *judge) recommend(safest int, simple *Simple) (Named, Recommended) {
	spoken := []int{safest}
	if simple != nil && !simple.Choice().IsBaseline() {
		at, _ := j.find(simple.Choice())
		spoken = append(spoken, at)
	}
	n, simpler := j.named(spoken, 0), false
	if len(spoken) > 1 && n.Why != WhyBaseline {
		if s := j.named(spoken, 1); s.Why == "" && (simple.Holds || n.Why != "") {
			n, simpler = s, true
		}
	}
	r := n.Choice()
	if n.Why != "" {
		r = baseline
	}
	return n, Recommended{r.Primary, r.Backfill, r.Threshold, simpler}
}

// named judges a setting that is spoken of, on the testing half.
func (j *judge) named(spoken []int, i int) Named {
	at := spoken[i]
	x := j.same(at)
	n := Named{Setting: shortWords(x), Primary: x.Primary, Backfill: x.Backfill, Threshold: x.Threshold}
	total := &j.test.Baseline
	if at >= 0 {
		total = &j.test.Choices[at]
	}
	n.TestMax, n.TestMaxMax = report.Float(float64(total.MaxSum)/float64(total.Weeks)), total.MaxMax
	if n.Claim = j.unclaimed(); !x.IsBaseline() {
		n.Claim = j.claim(spoken, i)
	}
	if j.log != nil {
		n.MaxWaitBase = j.log.Test.Baseline.Max
		if n.MaxWait = n.MaxWaitBase; !x.IsBaseline() {
			n.MaxWait = j.log.Test.Result(at).Max
		}
	}
	n.Why = j.why(&n)
	return n
}

// why says why a setting is not to be set.
func (j *judge) why(n *Named) Why {
	base := &j.test.Baseline
	long := func(x, base float64) bool { return x > mostLonger*base }
	switch {
	case n.Choice().IsBaseline():
		return WhyBaseline
	case j.log != nil && n.Weeks < stats.LeastWeeks && j.log.Test.Weekly():
		return WhyShort
	case n.Verdict != report.Shown || n.High >= 0:
		return WhyUnshown
	case long(float64(n.MaxWait), float64(n.MaxWaitBase)), long(float64(n.TestMax)*float64(base.Weeks), float64(base.MaxSum)),
		long(float64(n.TestMaxMax), float64(base.MaxMax)):
		return WhyLonger
	}
	if x := j.likeness(); j.plan.Variant != resample.Whole && (x < 1/near || x > near) {
		return WhyUnlike
	}
	return ""
}

// likeness is the baseline's mean wait in the testing weeks over that in the testing half as it
// was; NaN while that is not known, or nobody waits.
func (j *judge) likeness() float64 {
	if j.log == nil || j.log.Test.Baseline.Wait == 0 {
		return math.NaN()
	}
	weeks, half := &j.test.Baseline, &j.log.Test
	return float64(weeks.Wait) / float64(weeks.Jobs) / (float64(half.Baseline.Wait) / float64(half.Jobs))
}
