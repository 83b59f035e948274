package tune

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Sentence says what to set, what it gains and how surely, what it risks, and
// what could not be shown. What it claims holds for all that it speaks of: see
// Recommended.
func (t *Report) Sentence() string {
	if t.Done == 0 {
		return "Nothing is known yet."
	}
	if t.Baseline.TestAvg == 0 || math.IsNaN(float64(t.Baseline.TestAvg)) {
		return "Under " + Baseline + " no job waits at all in the testing weeks: there is nothing to tune."
	}
	if s := t.AsLogged.nothing(t.Baseline.TestAvg); s != "" {
		return s
	}
	r, n := &t.Recommended, &t.Named
	learned, x := t.Learned.Choice(), n.Choice()
	var s string
	switch {
	case len(t.Pairs) == 1 && x.IsBaseline():
		return "Only " + choiceWords(baseline) + " was tried: choose other orders, or a threshold, to compare it with."
	case t.Baseline.TrainAvg == 0:
		s = "Keep what runs. Under " + Baseline + " no job waits in the half that is learned from: there is nothing to learn by." +
			t.alsoShort()
	case learned.IsBaseline(), t.Learned.does(&t.Baseline):
		s = "Keep " + Baseline + ": on the training weeks none of the other " + numeral.Count(len(t.Pairs)-1) +
			" settings did better." + t.alsoShort()
	case x.IsBaseline():
		s = "Keep " + Baseline + ": on the training weeks it can't be told from the best, " + choiceWords(learned) +
			", and its longest wait is the smallest." + t.alsoShort()
	case r.Choice().IsBaseline() && r.Simpler:
		s = "Keep " + Baseline + ": the setting that the training weeks name, " + choiceWords(x) + ", gains " + t.atMost() + "."
	case r.Choice().IsBaseline():
		s = "Keep what runs. " + t.refused()
	default:
		s = "Set " + choiceWords(r.Choice()) + ": on " + t.weeks() + " " + t.lessThan(r.Change, r.Low, r.High, Baseline) + "; " +
			t.risk(&r.Named) + "."
		if r.Simpler {
			s += " The setting that the training weeks name, " + choiceWords(x) + ", gains " + t.atMost() + ": the simpler one will do."
		} else if x != learned {
			s += " On the training weeks " + shortWords(learned) + " did best, but can't be told from it, and its longest wait is longer."
		}
	}
	if spoken := r.Level; spoken > report.Level && report.Telling(n.Low, n.High) && !x.IsBaseline() {
		s += " What is said of two settings here is at " + numeral.Percent(spoken, 1) + " each."
	}
	if !t.Learned.WithinBound {
		s += " No setting kept the longest wait within " + numeral.Plain(t.Plan.Bound) + " times that of " + Baseline +
			" on the training weeks; the one that came closest was taken."
	}
	if t.Done < report.Few && t.short() == "" {
		s += " So few weeks can't tell much: ask for 60 or more."
	}
	return s
}

// does says whether a setting did the same as another on all weeks.
func (x *Tuned) does(as *Tuned) bool {
	return x.TrainAvg == as.TrainAvg && x.TestAvg == as.TestAvg && x.TrainMax == as.TrainMax && x.TestMax == as.TestMax
}

// Traces says what is replayed of the halves.
func (t *Report) Traces() string {
	switch t.Plan.Variant {
	case resample.Whole:
		return "each half as it was"
	case resample.Original:
		return "the last week of each half"
	}
	return numeral.Weeks(t.Done) + " of each half"
}

// weeks counts the testing weeks.
func (t *Report) weeks() string {
	switch {
	case t.Plan.Variant == resample.Whole:
		return "the second half as it was"
	case t.Done == 1:
		return "the one testing week"
	}
	return numeral.Count(t.Done) + " testing weeks"
}

// short says that the half that judges is too short to claim anything; "" where it is
// not, or is not replayed yet.
func (t *Report) short() string {
	if t.AsLogged == nil {
		return ""
	}
	return tooShort(&t.Plan.Workload, t.AsLogged.Test.Weeks)
}

// alsoShort is short behind another sentence.
func (t *Report) alsoShort() string {
	if s := t.short(); s != "" {
		return " " + s
	}
	return ""
}

// refused says what was seen of the named setting, and why that is not enough to set it.
func (t *Report) refused() string {
	n := &t.Named
	name := shortWords(n.Choice())
	not := numeral.Capital(name) + " was not shown better than " + Baseline + ": on " + t.weeks() + " "
	seen := "With " + name + " on " + t.weeks() + " "
	switch low, high := n.Low, n.High; {
	case n.Why == WhyShort:
		return t.short() + " " + seen + t.less(n.Change, unknown, unknown) + "."
	case n.Why == WhyContradicted && !n.Logged.Known():
		return seen + t.lessThan(n.Change, low, high, Baseline) + ", but the log itself is not replayed yet."
	case n.Why == WhyContradicted:
		return seen + t.lessThan(n.Change, low, high, Baseline) + ", but the log's second half itself, replayed, does not bear that out: " +
			"there " + t.changes(n.Logged) + "."
	case n.Why == WhyLonger:
		return seen + t.lessThan(n.Change, low, high, Baseline) + ", but " + t.risk(n) + ": more than " + numeral.Plain(mostLonger) +
			" times is not proposed."
	case t.Done == 1:
		return not + t.lessThan(n.Change, unknown, unknown, Baseline) + "; one week proves nothing."
	case n.Weighed.Shown() == report.More:
		return numeral.Capital(name) + " was shown worse: on " + t.weeks() + " " + t.lessThan(n.Change, low, high, Baseline) + "."
	case n.Change < 0 && n.Standing() == report.Resampled:
		return not + t.less(n.Change, unknown, unknown) + ", but " + report.Elsewhere(low, high)
	case n.Change < 0:
		low, high, _ = n.Interval()
		return not + t.lessThan(n.Change, low, high, Baseline) + "; this may be chance."
	default:
		low, high, _ = n.Interval()
		return not + t.lessThan(n.Change, low, high, Baseline) + "."
	}
}

// unknown is an interval's end that is not known, or not to be told.
var unknown = report.Float(math.NaN())

// changes says what a change of the objective is.
func (t *Report) changes(change report.Float) string {
	if !change.Known() {
		return "nobody waits under " + Baseline
	}
	if t.Plan.Objective == AvgBsld {
		return "bounded slowdowns change by " + report.Signed(change)
	}
	return "waiting changes by " + report.Signed(change)
}

// Finding is the answer as a title, from the same test.
func (t *Report) Finding() string {
	n, r := &t.Named, &t.Recommended
	name := shortWords(n.Choice())
	switch {
	case t.Baseline.TestAvg == 0 || !t.Baseline.TestAvg.Known():
		return "Nobody waits under " + Baseline + ": there is nothing to tune"
	case !r.Choice().IsBaseline():
		return numeral.Capital(shortWords(r.Choice())) + " was shown better than " + Baseline
	case t.Baseline.TrainAvg == 0:
		return "Nobody waits in the half that is learned from"
	case n.Why == WhyBaseline:
		return "On the training weeks nothing is better than " + Baseline + ", or as safe"
	case r.Simpler:
		return numeral.Capital(name) + " gains too little to change anything"
	case n.Why == WhyShort:
		return report.Title(t.short())
	case n.Why == WhyContradicted && !n.Logged.Known():
		return "Nothing is shown before the log itself is replayed"
	case n.Why == WhyContradicted:
		return "The log itself does not bear out what weeks drawn from it say of " + name
	case n.Why == WhyLonger:
		return numeral.Capital(name) + " makes the longest waits too long"
	case n.Weighed.Shown() == report.More:
		return numeral.Capital(name) + " was shown worse than " + Baseline
	}
	return numeral.Capital(name) + " was not shown better than " + Baseline
}

// atMost says what the named choice gains further than the simple one.
func (t *Report) atMost() string {
	if s := t.Simple; s.SimHigh > 0 {
		return "at most " + inPoints(s.SimHigh) + " of the " + t.what() + " under " + Baseline +
			" more (95 %, on weeks drawn from the half that chose neither; the margin is " + inPoints(margin) + ")"
	}
	return "nothing more (95 %, on weeks drawn from the half that chose neither)"
}

// what is what the objective counts.
func (t *Report) what() string {
	if t.Plan.Objective == AvgBsld {
		return "bounded slowdowns"
	}
	return "waiting"
}

// inPoints writes a fraction in percentage points, rounded up: it is a bound.
func inPoints(x report.Float) string {
	n := strings.TrimSuffix(strconv.FormatFloat(math.Ceil(1000*float64(x)-1e-9)/10, 'f', 1, 64), ".0")
	if n == "1" {
		return n + " point"
	}
	return n + " points"
}

// less says how much less jobs waited, or how much lower slowdowns were.
func (t *Report) less(change, low, high report.Float) string {
	what, less, more := "jobs waited ", " less", " longer"
	if t.Plan.Objective == AvgBsld {
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
	s := what + numeral.Share(math.Abs(c))
	if !math.IsNaN(a) && !math.IsNaN(b) {
		s += " " + numeral.IntervalTo(a, b, numeral.Digits(c))
	}
	return s + word
}

// lessThan is less with what it is compared with.
func (t *Report) lessThan(change, low, high report.Float, under string) string {
	switch {
	case change == 0 && t.Plan.Objective == AvgBsld:
		return "bounded slowdowns were as high as under " + under
	case change == 0:
		return "jobs waited as long as under " + under
	}
	return t.less(change, low, high) + " than under " + under
}

// risk compares the longest waits: weekly ones in the mean, and the longest of
// all.
func (t *Report) risk(r *Named) string {
	s := report.Longest(float64(r.TestMax), float64(t.Baseline.TestMax)) + " in the mean week"
	if t.Baseline.TestMax == 0 {
		return report.Longest(float64(r.TestMax), float64(t.Baseline.TestMax))
	}
	return s + ", the longest of all weeks is " + numeral.Duration(float64(r.TestMaxMax)) + " instead of " +
		numeral.Duration(float64(t.Baseline.TestMaxMax))
}

// choiceWords names a choice in a sentence, shortWords in few words.
func choiceWords(c Choice) string {
	if c.IsBaseline() {
		return Baseline + " without threshold"
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

func shortWords(c Choice) string {
	s := c.Primary + " + " + c.Backfill
	if c.Threshold < 0 {
		return s + " without threshold"
	}
	return s + " with a threshold of " + c.Threshold.Words()
}

func thresholdWords(list []study.Seconds) string {
	var words []string
	for _, s := range list {
		words = append(words, s.Words())
	}
	return numeral.Listed(words)
}
