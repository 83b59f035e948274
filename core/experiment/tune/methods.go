package tune

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Methods is a paragraph with every setting, ready for a report.
func (t *Report) Methods() string {
	s := &t.Source
	p := t.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We tuned the two queues of EASY backfilling on the log ", s.Name, " (SHA-256 of its columns ", t.Digest[:16],
		"...), after Lelong, Reis and Trystram (2017). ")
	w(s.Workload(p.Workload, t.Done))
	every := "Every week"
	if p.Variant == resample.Whole {
		every = "Each half"
		w("It was cut at its temporal midpoint: the first half to train on, the second to test on. ")
	} else {
		w("This was done apart for each half of the log, cut at its temporal midpoint: the first, of ", strconv.Itoa(s.HalfWeeks[0]),
			" whole weeks, to train on, the second, of ", strconv.Itoa(s.HalfWeeks[1]), ", to test on. ")
	}
	w(every, " was replayed from an empty machine until all its jobs had ended, under each of ", numeral.Count(len(t.Pairs)),
		" settings: the primary orders ", numeral.Listed(order.SpelledAll(p.Primaries)),
		" with the backfilling orders ", numeral.Listed(order.SpelledAll(p.Backfills)), " and the thresholds ",
		thresholdWords(p.Thresholds),
		" (jobs that have waited longer go first, in submit order). Orders and reservations use ", s.Asked(),
		"; ties and details are those of the dialect \"", p.Dialect, "\". ", p.LimitMethods())
	objective := "mean wait"
	if p.Objective == AvgBsld {
		objective = "mean bounded slowdown"
	}
	w("The chosen setting is the one with the least ", objective, ", pooled over the jobs of the training weeks")
	if p.Bound > 0 {
		w(", among those whose longest wait, in the mean over training weeks, is at most ", numeral.Plain(p.Bound), " times the baseline's")
	}
	w("; the baseline is ", Baseline, " for both queues without threshold. ")
	if t.AsLogged != nil && p.Variant != resample.Whole {
		w("The halves themselves, all their whole weeks one after another, were replayed as they were beside them. ")
	}
	w("The change is the difference of summed waits to the baseline, divided by the baseline's. ", t.intervalsWords(), t.choiceMethod())
	w("Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. ")
	w("The results are conditional on this log: resamples of one log are not other machines. Computed with Shadowtime, report format ",
		strconv.Itoa(t.Version), ".")
	return b.String()
}

// intervalsWords says what the range and the simulation error are, and what claims hold
// for.
func (t *Report) intervalsWords() string {
	s := ""
	if n := &t.Named; !n.Choice().IsBaseline() {
		s = n.Methods(t.subject(shortWords(n.Choice())))
	}
	if t.Done > 1 && t.Bounded() {
		s += "The simulation error of the weeks drawn, which more of them make smaller and which carries no claim, is the paired t " +
			"interval of the ratio (Fieller 1954) over weeks at 95 %. "
	}
	if !t.ByWeeks() {
		return s
	}
	return s + "The setting was chosen on other weeks than it is tested on, so what is said of it needs no correction for the " +
		"number of settings that were tried. What the table marks as shown holds for all settings together (Bonferroni). "
}

// choiceMethod says how the simpler setting was found, and how sure the choice
// is.
func (t *Report) choiceMethod() string {
	if !t.Bounded() {
		return ""
	}
	s := "A simpler setting (nothing changed; the backfilling order alone; one order for both queues) was looked for on the training " +
		"weeks, " +
		"where the upper end of the 95 % paired interval (Fieller) of its difference to the chosen one lies below " + inPoints(margin) +
		" of " + t.what() + " of the baseline; it is proposed where the difference is below that in the second half too and its own " +
		"claim holds. "
	if c := t.Choice; c != nil {
		s += "Which settings can't be told from the best on the training weeks was found by subset selection with paired t tests (Gupta " +
			"1965); the choice was made again on " +
			numeral.Count(c.Draws) + " bootstrap draws of the training weeks, and with the halves swapped. "
	}
	return s
}

// Warn says what must be known before the figures are believed. The rows are
// those that the report was merged from; facts say what they were made from.
func (t *Report) Warn(rows []Row, facts report.Source) {
	t.Source = facts
	_, rows = study.Split(rows)
	if t.AsLogged != nil {
		t.AsLogged.Recorded = facts.RecordedLater(&t.Plan.Workload)
	}
	if len(rows) == 0 {
		return
	}
	j := judge{plan: &t.Plan, rows: rows}
	f := stats.Facts{Bounded: t.Bounded(), ByWeeks: t.ByWeeks(), Users: facts.KnownUsers(), Resamples: report.Resamples(&t.Plan.Workload,
		len(rows)), Length: 1, Singles: true, Apart: report.Apart(&t.Plan.Workload), Slide: t.Plan.Slide()}
	if at, ok := t.Plan.Find(t.Learned.Choice()); ok && !t.Learned.Choice().IsBaseline() {
		f.Dominance = report.ZeroNaN(stats.Dominance(j.waits(Testing, at), j.waits(Testing, -1)))
	}
	if t.AsLogged != nil {
		f.Likeness = float64(t.AsLogged.Likeness)
	}
	t.Warnings = stats.Warnings(f)
	if n := min(facts.HalfWeeks[0], facts.HalfWeeks[1]); n < stats.EnoughWeeks && t.Plan.Variant != resample.Whole {
		few := stats.Warning{Code: stats.FewWeeks, Words: "A half of the log has only " + strconv.Itoa(n) + " whole " + numeral.Plural(n,
			"week", "weeks") +
			". Drawn weeks repeat them, and say little of other weeks."}
		at := slices.IndexFunc(t.Warnings, func(w stats.Warning) bool { return w.Code == stats.FewUsers || w.Code == stats.Conditional })
		t.Warnings = slices.Insert(t.Warnings, at, few)
	}
}
