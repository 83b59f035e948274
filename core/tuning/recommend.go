package tuning

import (
	"math"

	"shadowtime/core/figure"
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

// Recommended is the setting to be proposed: the learned one, or a simpler one
// that the testing weeks do not tell from it. Fractions are of the objective:
// total waiting, or total bounded slowdown.
type Recommended struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	Simpler   bool          `json:"simpler"` // it is not the learned choice, but simpler

	Change report.Float `json:"change"` // on testing weeks, against the baseline,
	Low    report.Float `json:"low"`    // with its 95 % interval
	High   report.Float `json:"high"`
	// What the learned choice would change further on testing weeks, against
	// the recommended one; zero when they are the same.
	Further     report.Float `json:"further"`
	FurtherLow  report.Float `json:"furtherLow"`
	FurtherHigh report.Float `json:"furtherHigh"`

	TestMax    report.Float `json:"testMax"`    // mean over testing weeks of the longest wait, seconds
	TestMaxMax int64        `json:"testMaxMax"` // the longest wait of all testing weeks, seconds
}

// Choice names what is proposed.
func (r Recommended) Choice() tune.Choice {
	return tune.Choice{Primary: r.Primary, Backfill: r.Backfill, Threshold: r.Threshold}
}

// judge compares choices on the testing weeks.
type judge struct {
	plan        *tune.Plan
	rows        []tune.Row // in the order of k
	train, test tune.Pooled
	boot        *paired.Bootstrap
}

// waits are the total waits of a choice on the testing weeks, of the baseline
// with -1.
func (j *judge) waits(choice int) []int64 {
	return j.each(choice, func(r tune.Result) int64 { return r.Wait })
}

// costs are the same in the unit of the objective: bounded slowdowns count in
// thousandths, so that sums are exact.
func (j *judge) costs(choice int) []int64 {
	if j.plan.Objective == tune.AvgBsld {
		return j.each(choice, func(r tune.Result) int64 { return int64(math.Round(1000 * r.Bsld)) })
	}
	return j.waits(choice)
}

func (j *judge) each(choice int, of func(tune.Result) int64) []int64 {
	list := make([]int64, len(j.rows))
	for k := range j.rows {
		h := &j.rows[k].Test
		if choice < 0 {
			list[k] = of(h.Baseline)
		} else {
			list[k] = of(h.Result(choice))
		}
	}
	return list
}

// recommend proposes the first of these that the testing weeks do not tell from
// the learned choice: to change nothing; to change how jobs are backfilled
// alone; to use the learned primary order for both; the learned choice itself.
func (j *judge) recommend(learned tune.Learned) Recommended {
	p := j.plan
	x := p.Choice(learned.Choice)
	simpler := []tune.Choice{
		{Primary: tune.Baseline, Backfill: tune.Baseline, Threshold: study.None},
		{Primary: tune.Baseline, Backfill: x.Backfill, Threshold: x.Threshold},
		{Primary: x.Primary, Backfill: x.Primary, Threshold: x.Threshold},
	}
	base, own := j.costs(-1), j.costs(learned.Choice)
	for _, s := range simpler {
		at, ok := p.Find(s)
		if s.IsBaseline() {
			at, ok = -1, true
		}
		if !ok || s == x || !j.within(at) && learned.Within {
			continue
		}
		costs := j.costs(at)
		further := j.boot.Change(own, costs, report.Level)
		if further.High < 0 || math.IsNaN(further.High) && further.Mid < 0 {
			continue // the learned choice is better, or nothing else is known
		}
		return j.recommended(s, at, j.boot.Change(costs, base, report.Level), further, true)
	}
	return j.recommended(x, learned.Choice, j.boot.Change(own, base, report.Level), paired.Change{}, false)
}

// within says whether a choice keeps the plan's bound on the training weeks.
func (j *judge) within(choice int) bool {
	if j.plan.Bound == 0 || choice < 0 {
		return true
	}
	return float64(j.train.Choices[choice].MaxSum) <= j.plan.Bound*float64(j.train.Baseline.MaxSum)
}

func (j *judge) recommended(x tune.Choice, at int, change, further paired.Change, simpler bool) Recommended {
	total := &j.test.Baseline
	if at >= 0 {
		total = &j.test.Choices[at]
	}
	if x.IsBaseline() {
		change = paired.Change{}
	}
	return Recommended{Primary: x.Primary, Backfill: x.Backfill, Threshold: x.Threshold, Simpler: simpler,
		Change: report.Float(change.Mid), Low: report.Float(change.Low), High: report.Float(change.High),
		Further: report.Float(further.Mid), FurtherLow: report.Float(further.Low), FurtherHigh: report.Float(further.High),
		TestMax: report.Float(float64(total.MaxSum) / float64(total.Weeks)), TestMaxMax: total.MaxMax}
}

// Sentence says what to set, what it gains and how surely, what it risks, and
// what could not be told apart.
func (t *Report) Sentence() string {
	if t.Done == 0 {
		return "Nothing is known yet."
	}
	if t.Baseline.TestAvg == 0 || math.IsNaN(float64(t.Baseline.TestAvg)) {
		return "Under " + tune.Baseline + " no job waits at all in the testing weeks: there is nothing to tune."
	}
	r, x := &t.Recommended, t.Learned.Choice()
	weeks := figure.Count(t.Done) + " testing weeks"
	if t.Done == 1 {
		weeks = "the one testing week"
	}
	var s string
	switch {
	case x.IsBaseline():
		s = "Keep " + tune.Baseline + ": on the training weeks none of the other " + figure.Count(len(t.Pairs)-1) + " settings did better."
	case r.Choice().IsBaseline() && r.Further >= 0:
		s = "Keep " + tune.Baseline + ": the best of " + figure.Count(len(t.Pairs)) + " settings on the training weeks, " + choiceWords(x) + ", brought nothing on " + weeks + ": " +
			t.less(r.Further, r.FurtherLow, r.FurtherHigh) + "."
	case r.Choice().IsBaseline():
		s = "Keep " + tune.Baseline + " for now: the best of " + figure.Count(len(t.Pairs)) + " settings on the training weeks, " + choiceWords(x) + ", is not clearly better on " + weeks + " (" +
			t.less(r.Further, r.FurtherLow, r.FurtherHigh) + "): this may be chance."
	default:
		s = "Set " + choiceWords(r.Choice()) + ": on " + weeks + " " + t.less(r.Change, r.Low, r.High) + " than under " + tune.Baseline + "; " + t.risk() + "."
		if r.High >= 0 {
			s += " The interval reaches zero, so the gain may be chance."
		}
		if r.Simpler {
			s += " The best on the training weeks, " + choiceWords(x) + ", can't be told from it (" + t.less(r.Further, r.FurtherLow, r.FurtherHigh) + "): the simpler setting will do."
		}
	}
	if !t.Learned.WithinBound {
		s += " No setting kept the longest wait within " + figure.Plain(t.Plan.Bound) + " times that of " + tune.Baseline + " on the training weeks; the one that came closest was taken."
	}
	if t.Done < 10 {
		s += " So few weeks leave the interval too narrow to trust: ask for 60 or more."
	}
	return s
}

// less says how much less jobs waited, or how much lower slowdowns were.
func (t *Report) less(change, low, high report.Float) string {
	what, less, more := "jobs waited ", " less", " longer"
	if t.Plan.Objective == tune.AvgBsld {
		what, less, more = "bounded slowdowns were ", " lower", " higher"
	}
	c := float64(change)
	if math.IsNaN(c) {
		return what + "as before"
	}
	word, a, b := less, -float64(high), -float64(low)
	if c > 0 {
		word, a, b = more, float64(low), float64(high)
	}
	s := what + figure.Share(math.Abs(c))
	if !math.IsNaN(a) && !math.IsNaN(b) {
		s += " " + figure.IntervalTo(a, b, figure.Digits(c))
	}
	return s + word
}

// risk compares the longest waits: weekly ones in the mean, and the longest of
// all.
func (t *Report) risk() string {
	r := &t.Recommended
	s := report.Longest(float64(r.TestMax), float64(t.Baseline.TestMax)) + " in the mean week"
	if t.Baseline.TestMax == 0 {
		return report.Longest(float64(r.TestMax), float64(t.Baseline.TestMax))
	}
	return s + ", the longest of all weeks is " + figure.Duration(float64(r.TestMaxMax)) + " instead of " + figure.Duration(float64(t.Baseline.TestMaxMax))
}

// choiceWords names a choice in a sentence.
func choiceWords(c tune.Choice) string {
	if c.IsBaseline() {
		return tune.Baseline + " without threshold"
	}
	s := c.Primary + " for the queue and " + c.Backfill + " for backfilling"
	if c.Primary == c.Backfill {
		s = c.Primary + " for the queue and for backfilling"
	}
	if c.Threshold < 0 {
		return s + ", without threshold"
	}
	return s + ", jobs that have waited more than " + c.Threshold.Words() + " first"
}

func thresholdWords(list []study.Seconds) string {
	var words []string
	for _, s := range list {
		words = append(words, s.Words())
	}
	return figure.Listed(words)
}
