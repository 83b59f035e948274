package tune

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Sentence says what the setting that the training weeks choose would have done, in a few
// sentences, each with one claim: see report.Claim. What to set is Decide's to say.
func (t *Report) Sentence() string {
	n, learned := &t.Named, t.Learned.Choice()
	x := n.Choice()
	switch {
	case t.Done == 0:
		return "Nothing is known yet."
	case t.nothing() != "":
		return t.nothing()
	case len(t.Pairs) == 1 && x.IsBaseline():
		return "Only " + shortWords(baseline) + " was tried. Choose other orders, or a threshold, to compare it with."
	}
	var s, advice string
	switch {
	case t.Baseline.TrainAvg == 0:
		s = "Nobody waits with " + Baseline + " in the training half, so there is nothing to choose by." + t.alsoShort()
	case learned.IsBaseline(), t.Learned.does(&t.Baseline):
		s = "On the training weeks no other setting does better than " + Baseline + "." + t.alsoShort()
	case x.IsBaseline():
		s = "The training weeks choose " + Baseline + ": the longest wait is longer with " + shortWords(learned) + ", the best on " +
			"average." +
			t.alsoShort()
	case n.Why == "":
		s = n.Claim.Sentence(t.subject(shortWords(x))) + t.longest() + t.simpler()
		advice = " Decide says whether to set it."
	default:
		s = t.claimed() + t.worst()
	}
	if !t.Learned.WithinBound {
		s += " No setting kept the longest wait within " + numeral.Plain(t.Plan.Bound) + " times that of " + Baseline +
			" on the training weeks. The closest was taken."
	}
	if t.Done < report.Few && t.Plan.Variant != resample.Whole {
		s += " So few training weeks can't tell much: ask for 60 or more."
	}
	return s + advice
}

// claimed says what is claimed of the named setting, which may not be set.
func (t *Report) claimed() string {
	n, subject := &t.Named, t.subject(shortWords(t.Named.Choice()))
	switch {
	case !n.Change.Known():
		return numeral.Capital(shortWords(n.Choice())) + " can't be compared with " + Baseline + " in the second half."
	case t.before():
		return "An earlier version computed this, without the sums by week that a claim is made of. Compute it anew. In weeks drawn from " +
			"the second half " + subject.Name + " " + report.Changes(t.what(), n.Change, unknown, unknown) + "."
	case n.Weeks < stats.LeastWeeks || n.Change < 0 || n.Own == 0 || t.AsLogged == nil:
		return n.Claim.Sentence(subject)
	case n.Verdict == report.Shown:
		return numeral.Capital(shortWords(n.Choice())) + " was shown worse than " + Baseline + ". In the second half it " +
			report.Does(t.what(), n.Change, n.Low, n.High) + "."
	}
	return "The second half does not show that " + subject.Any + " beats " + Baseline + ". " + numeral.Capital(subject.Name) + " " +
		report.Changes(t.what(), n.Change, n.Low, n.High) + "." + n.Claim.Why(subject)
}

// before says whether the halves were replayed before sums by week were asked for.
func (t *Report) before() bool { return t.AsLogged != nil && !t.AsLogged.weekly }

// subject is what is claimed of a setting, by the words that stand for it.
func (t *Report) subject(name string) report.Subject {
	s := report.Subject{Name: name, Base: Baseline, What: t.what(), Any: "the chosen setting", Where: "The second half",
		Many: "settings", Of: " of the testing half", Drawn: "Single weeks drawn from it"}
	s.Own = "the second half's own " + numeral.Weeks(t.Named.Weeks) + ", replayed as they were"
	return s
}

// what is what is to be small.
func (t *Report) what() string {
	if t.Plan.Objective == AvgBsld {
		return "the mean bounded slowdown"
	}
	return "the mean wait"
}

// longest compares the longest waits of the half that judges, as it was.
func (t *Report) longest() string {
	n := &t.Named
	if n.MaxWaitBase == 0 {
		return ""
	}
	return " " + report.Moves("The longest wait", float64(n.MaxWaitBase), float64(n.MaxWait))
}

// worst says what keeps back a setting that does better on average.
func (t *Report) worst() string {
	n, base := &t.Named, &t.Baseline
	switch {
	case n.Why == WhyUnlike:
		return t.longest() + " " + unlikeWords(t.AsLogged)
	case n.Why != WhyLonger && n.Change < 0 && n.Weeks >= stats.LeastWeeks && n.Low.Known():
		return t.longest()
	case n.Why != WhyLonger:
		return ""
	}
	what, from, to := "The longest wait", float64(n.MaxWaitBase), float64(n.MaxWait)
	switch {
	case to > mostLonger*from:
	case float64(n.TestMaxMax) > mostLonger*float64(base.TestMaxMax):
		what, from, to = what+" of all testing weeks", float64(base.TestMaxMax), float64(n.TestMaxMax)
	default:
		what, from, to = what+" of the mean testing week", float64(base.TestMax), float64(n.TestMax)
	}
	return " " + report.Moves(what, from, to) + " A setting that makes it more than " + numeral.Plain(mostLonger) +
		" times as long is not proposed."
}

// unlikeWords says that single weeks are not the machine.
func unlikeWords(a *AsLogged) string {
	return "Single weeks wait " + numeral.NumberTo(float64(a.Likeness), 2) + " times as long as the log itself: each begins with an " +
		"empty machine. What they choose need not suit the machine."
}

// simpler says what the setting that the training weeks choose does beyond the simpler one.
func (t *Report) simpler() string {
	if !t.Recommended.Simpler {
		return ""
	}
	s := " The training weeks choose " + shortWords(Choice(t.Safest))
	switch {
	case !t.Simple.Holds:
		return s + ", which is not shown itself."
	case t.Simple.Loss > 0:
		return s + ", which takes " + inPoints(t.Simple.Loss) + " more off " + t.what() + ". The simpler one will do."
	}
	return s + ", which does no better there. The simpler one will do."
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

// alsoShort says behind another sentence that the half that judges is too short to claim
// anything.
func (t *Report) alsoShort() string {
	if n := &t.Named; t.AsLogged != nil && !t.before() && n.Weeks < stats.LeastWeeks {
		return " " + n.Short(t.subject(""))
	}
	return ""
}

// unknown is a range's end that is not known, or not to be told.
var unknown = report.Float(math.NaN())

// Finding is the answer as a title, from the same claim.
func (t *Report) Finding() string {
	n := &t.Named
	name := numeral.Capital(shortWords(n.Choice()))
	switch {
	case t.nothing() != "":
		return "Hardly anybody waits under " + Baseline + ": there is nothing to gain"
	case n.Why == "":
		return name + " was shown better than " + Baseline
	case t.Baseline.TrainAvg == 0:
		return "Nobody waits in the training half"
	case n.Why == WhyBaseline:
		return "On the training weeks nothing is better than " + Baseline + ", or as safe"
	case n.Why == WhyShort:
		return "Too short to claim anything: " + numeral.Weeks(n.Weeks) + " in the testing half"
	case t.AsLogged == nil || t.before():
		return "Nothing is shown before the log itself is replayed"
	case n.Why == WhyLonger:
		return name + " makes the longest waits too long"
	case n.Why == WhyUnlike:
		return name + " was chosen on weeks that are not like the log"
	case n.Verdict == report.Leaning:
		return name + " is likely better than " + Baseline + ", not yet sure"
	case n.Verdict == report.Shown:
		return name + " was shown worse than " + Baseline
	}
	return name + " was not shown better than " + Baseline
}

// inPoints writes a fraction in percentage points, rounded up: it is a bound.
func inPoints(x report.Float) string {
	n := strings.TrimSuffix(strconv.FormatFloat(math.Ceil(1000*float64(x)-1e-9)/10, 'f', 1, 64), ".0")
	if n == "1" {
		return n + " point"
	}
	return n + " points"
}

// formula begins the name of an order that is a formula without a name of its own.
const formula = "expr:"

// shortWords names a choice: "SPF with a threshold of 20 h"; "FCFS with SPF backfilling,
// without threshold".
func shortWords(c Choice) string {
	backfill := strings.TrimPrefix(c.Backfill, formula)
	s, threshold := c.Primary, " without threshold"
	if own, is := strings.CutPrefix(s, formula); is {
		s = "the formula " + own
	}
	if c.Threshold >= 0 {
		threshold = " with a threshold of " + c.Threshold.Words()
	}
	switch {
	case c.Backfill == c.Primary:
		return s + threshold
	case c.Threshold >= 0:
		return s + " with " + backfill + " backfilling and a threshold of " + c.Threshold.Words()
	}
	return s + " with " + backfill + " backfilling," + threshold
}

func thresholdWords(list []study.Seconds) string {
	var words []string
	for _, s := range list {
		words = append(words, s.Words())
	}
	return numeral.Listed(words)
}
