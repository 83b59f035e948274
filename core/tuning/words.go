package tuning

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

// Sentence says what to set, what it gains and how surely, what it risks, and
// what could not be shown. What it claims holds for all that it speaks of: see
// Recommended.
func (t *Report) Sentence() string {
	if t.Done == 0 {
		return "Nothing is known yet."
	}
	if t.Baseline.TestAvg == 0 || math.IsNaN(float64(t.Baseline.TestAvg)) {
		return "Under " + tune.Baseline + " no job waits at all in the testing weeks: there is nothing to tune."
	}
	r, x := &t.Recommended, t.Learned.Choice()
	low, high, byWeeks := r.Interval()
	var s string
	switch {
	case len(t.Pairs) == 1 && x.IsBaseline():
		return "Only " + choiceWords(baseline) + " was tried: choose other orders, or a threshold, to compare it with."
	case x.IsBaseline():
		s = "Keep " + tune.Baseline + ": on the training weeks none of the other " + figure.Count(len(t.Pairs)-1) + " settings did better."
	case r.Choice().IsBaseline() && r.Simpler:
		s = "Keep " + tune.Baseline + ": the best of " + figure.Count(len(t.Pairs)) + " settings on the training weeks, " + choiceWords(x) + ", gains " + t.atMost() + "."
	case r.Choice().IsBaseline():
		s = t.notShown()
	default:
		s = "Set " + choiceWords(r.Choice()) + ": on " + t.weeks() + " " + t.lessThan(r.Change, low, high, tune.Baseline) + "; " + t.risk() + "."
		if !byWeeks {
			s += " That is of weeks of this log alone: what others would show is not known."
		}
		if a := t.AsLogged; a != nil && t.Plan.Objective == tune.AvgWait && a.Test.Recommended >= 0 {
			s += " The log's second half itself, replayed as it was, does not show that: there waiting changes by " + report.Signed(a.Test.Recommended) + "."
		}
		if r.Simpler {
			s += " The best on the training weeks, " + choiceWords(x) + ", gains " + t.atMost() + ": the simpler setting will do."
		}
	}
	if low, high, _ := r.Interval(); r.Level > report.Level && report.Telling(low, high) && !x.IsBaseline() {
		s += " What is said of two settings here is at " + figure.Percent(r.Level, 1) + " each."
	}
	if !t.Learned.WithinBound {
		s += " No setting kept the longest wait within " + figure.Plain(t.Plan.Bound) + " times that of " + tune.Baseline + " on the training weeks; the one that came closest was taken."
	}
	if t.Done < report.Few {
		s += " So few weeks can't tell much: ask for 60 or more."
	}
	return s
}

// weeks counts the testing weeks.
func (t *Report) weeks() string {
	if t.Done == 1 {
		return "the one testing week"
	}
	return figure.Count(t.Done) + " testing weeks"
}

// notShown says what the learned choice did where nothing is shown to be better
// than the baseline.
func (t *Report) notShown() string {
	c := &t.Learned.Claimed
	low, high, byWeeks := c.Interval()
	best := "the best of " + figure.Count(len(t.Pairs)) + " on the training weeks, "
	if len(t.Pairs) == 1 {
		best = "the only one tried, "
	}
	best += choiceWords(t.Learned.Choice()) + ", "
	s := "No setting was shown better than " + choiceWords(baseline) + ". T" + best[1:]
	on := "on " + t.weeks() + " " + t.lessThan(c.Change, low, high, tune.Baseline)
	standing := c.Standing()
	switch {
	case t.Done == 1:
		return s + "is a guess: " + on + "; one week proves nothing."
	case c.Change >= 0 && standing == report.Sure:
		s = "Keep " + tune.Baseline + ": " + best + "was shown worse: " + on + "."
		if !byWeeks {
			s += " That is of weeks of this log alone: what others would show is not known."
		}
		return s
	case c.Change >= 0:
		return s + "brought nothing: " + on + "."
	case standing == report.Resampled:
		unknown := report.Float(math.NaN())
		return s + "is the best guess: on " + t.weeks() + " " + t.less(c.Change, unknown, unknown) +
			", but " + report.Elsewhere(low, high)
	}
	return s + "is the best guess: " + on + "; this may be chance."
}

// atMost says what the learned choice gains further than the simple one.
func (t *Report) atMost() string {
	if s := t.Simple; s.SimHigh > 0 {
		return "at most " + inPoints(s.SimHigh) + " of the " + t.what() + " under " + tune.Baseline + " more (95 %, on weeks drawn from the half that chose neither; the margin is " + inPoints(Margin) + ")"
	}
	return "nothing more (95 %, on weeks drawn from the half that chose neither)"
}

// what is what the objective counts.
func (t *Report) what() string {
	if t.Plan.Objective == tune.AvgBsld {
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

// lessThan is less with what it is compared with.
func (t *Report) lessThan(change, low, high report.Float, under string) string {
	switch {
	case change == 0 && t.Plan.Objective == tune.AvgBsld:
		return "bounded slowdowns were as high as under " + under
	case change == 0:
		return "jobs waited as long as under " + under
	}
	return t.less(change, low, high) + " than under " + under
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

// choiceWords names a choice in a sentence, shortWords in few words.
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

func shortWords(c tune.Choice) string {
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
	return figure.Listed(words)
}
