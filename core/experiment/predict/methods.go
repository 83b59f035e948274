package predict

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Methods is a paragraph with every setting, ready for a report.
func (r *Report) Methods() string {
	s := &r.Source
	p := &r.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We replayed the log ", s.Name, " (SHA-256 of its columns ", r.Digest[:16], "...) under EASY backfilling with predicted run times "+
		"in place of requests: ")
	w(r.ways(), " (predictor, correction, backfilling order; Reis 2018, chapter 4; Tsafrir, Etsion and Feitelson 2007). ", r.predictors(),
		r.corrections())
	if p.Threshold >= 0 {
		w("Jobs that had waited longer than ", p.Threshold.String(), " went first in submit order. ")
	}
	w(p.LimitMethods(), s.Workload(p.Workload, r.Done))
	if a := r.AsLogged; a != nil && p.Variant != resample.Whole {
		w("The log itself, all of it, was replayed as it was beside them. ")
	}
	w("All ways were replayed on ", report.Same(&p.Workload), ". The change is the difference of summed ", r.summed(),
		" to EASY with requests", report.Over(&p.Workload), " divided by those under EASY with requests. ", r.intervals(),
		"Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s; ties and details are those of the dialect \"", p.Dialect, "\". ")
	w("The results are conditional on this log: its weeks are not those of other machines. Computed with Shadowtime, report format ",
		strconv.Itoa(r.Version), ".")
	return b.String()
}

// ways names those that were replayed; the study's 128 are named as such.
func (r *Report) ways() string {
	list, more := r.Plan.Ways(), ""
	if r.Plan.Also == triples.Everything {
		list, more = r.Plan.Ladder(), ", and the study's 128 triples"
	}
	var names []string
	for _, x := range list {
		names = append(names, x.Spelled())
	}
	return strings.Join(names, ", ") + more
}

// predictors says what those are that are no averages of a user's last jobs.
func (r *Report) predictors() string {
	of := func(prefix string) bool {
		return slices.ContainsFunc(r.Plan.Ways(), func(x triples.Triple) bool { return strings.HasPrefix(x.Predictor, prefix) })
	}
	s := ""
	if of(triples.Learned) {
		s += "The learner is an l2-regularised polynomial of degree 2 of what is known of a job and its user at submission, fitted by " +
			"normalised adaptive gradient steps as jobs end; its loss stands in brackets: of predictions too long, too short, and the " +
			"weight of jobs. "
	}
	if r.Plan.Dialect == sim.PYSS.String() && slices.ContainsFunc(r.Plan.Ways(), triples.Triple.Repels) {
		s += "The weights short-wide, long-narrow and small-area are those of the study's program, below 0 for many jobs: it learned " +
			"away from their run times. "
	}
	if of(quantile) {
		s += "A quantile is learned alike, with the pinball loss (Koenker and Bassett 1978). "
	}
	if of(fading) {
		s += "A mean that fades weighs a user's jobs the less the longer ago they ended; the name has the weight of the last (Brown 1959). "
	}
	if of("history") {
		s += "History averages the last jobs like the one predicted: of its user's same executable and queue, else the same request, " +
			"else all of the user. "
	}
	return s
}

// summed is what the objective is the mean of.
func (r *Report) summed() string {
	if r.Plan.Objective == AvgWait {
		return "waits"
	}
	return "bounded slowdowns"
}

// corrections says what becomes of a prediction that its job outlives.
func (r *Report) corrections() string {
	const outlived = "A prediction that its job outlived "
	var parts []string
	for c := sim.ToRequest; c <= sim.Doubled; c++ {
		if slices.ContainsFunc(r.Plan.Ways(), func(x triples.Triple) bool { return x.Corrects() && x.Correction == c }) {
			parts = append(parts, correction(c))
		}
	}
	if len(parts) == 1 {
		return outlived + parts[0] + ". "
	}
	return outlived + "became longer as its way is called: it " + strings.Join(parts, "; or it ") + ". "
}

func correction(c sim.Correction) string {
	switch c {
	case sim.ToRequest:
		return "became the request (requested)"
	case sim.Doubled:
		return "was doubled, up to the request (doubling)"
	}
	return "became itself and 1 min, 5, 15 and 30 min, 1, 2, 5, 10, 20, 50 and 100 h in turn, then the request, and never more than that " +
		"(incremental)"
}

// intervals says what the range and the simulation error are.
func (r *Report) intervals() string {
	s := ""
	if r.Named != nil && r.ByWeeks() {
		span, n := r.Named.Claim, len(r.Plan.Ladder())
		span.Among = 1
		s = span.Methods(r.subject(r.Plan.Ways()[r.Named.At]))
		s += "What is shown of the ladder, the first " + strconv.Itoa(n-1) + " ways after EASY with requests, holds at 95" +
			numeral.PerCent + " for all of them together (Bonferroni), each at a level of " +
			numeral.Percent(stats.Among(report.Level, n), 2) + ". "
		if further := len(r.Ways) - n; further > 0 {
			s += "What is shown of the " + strconv.Itoa(further) + " others holds for those together, and what is said of one of them " +
				"that is named among all " + strconv.Itoa(len(r.tried())) + " that don't know run times; its figure is corrected for " +
				"choosing. "
		}
	}
	if r.Done > 1 && r.Bounded() {
		s += "The simulation error of resamples, which more of them make smaller and which carries no claim, is the paired t interval of " +
			"the ratio (Fieller 1954) at 95" + numeral.PerCent + ". "
	}
	return s
}

// Scheduler says under which scheduler a plan's ways ran, for subtitles.
func (r *Report) Scheduler() string {
	s := "EASY, backfilling by " + order.Label(r.Plan.Backfill)
	if r.Plan.Backfill == triples.SJBF {
		s = "EASY, backfilling the shortest predicted first"
	}
	if r.Plan.Primary != "" {
		s += " behind " + order.Label(r.Plan.Primary)
	}
	if r.Plan.Threshold != study.None {
		s += ", threshold " + r.Plan.Threshold.Words()
	}
	return s + r.Plan.LimitWords()
}
