package foresight

import (
	"encoding/csv"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/triple"
)

// Methods is a paragraph with every setting, ready for a report.
func (r *Report) Methods(s report.Source) string {
	p := &r.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We replayed the log ", s.Name, " (SHA-256 of its columns ", r.Digest[:16], "...) under EASY backfilling with predicted run times in place of requests: ")
	var names []string
	for _, x := range p.Ways() {
		names = append(names, x.Name())
	}
	w(strings.Join(names, ", "), " (predictor, correction, backfill order; Reis 2018, chapter 4; Tsafrir, Etsion and Feitelson 2007). ")
	if a := p.Ways()[p.Asked()]; a.Learns() {
		w("The learner is an l2-regularised polynomial of degree 2 of what is known of a job and its user at submission, fitted by normalised adaptive gradient steps as jobs end, with the loss ", p.Loss, ". ")
	}
	w(correction(p.Correction), " ")
	if p.Threshold >= 0 {
		w("Jobs that had waited longer than ", p.Threshold.String(), " went first in submit order. ")
	}
	w(s.Workload(p.Workload, r.Done))
	if a := r.AsLogged; a != nil {
		w("The log itself, all of it, was replayed as it was beside them. ")
	}
	w("All ways were replayed on the same resamples. The change is the difference of the ", r.what(), "s' sums to those of EASY with requests, pooled over resamples and divided by them. ", r.intervals(),
		"Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s; ties and details are those of the dialect \"", p.Dialect, "\". ")
	w("The results are conditional on this log: its weeks are not those of other machines. Computed with Shadowtime, report format ", strconv.Itoa(r.Version), ".")
	return b.String()
}

func correction(c sim.Correction) string {
	switch c {
	case sim.ToRequest:
		return "A prediction that its job outlived became the request."
	case sim.Doubled:
		return "A prediction that its job outlived was doubled, up to the request."
	}
	return "A prediction that its job outlived became itself and 1 min, 5, 15 and 30 min, 1, 2, 5, 10, 20, 50 and 100 h in turn, then the request, never more than that."
}

// intervals says what the two intervals are.
func (r *Report) intervals() string {
	if !r.Bounded() {
		return ""
	}
	sim := "the paired t interval of the ratio over resamples (Fieller 1954)"
	if !r.ByWeeks() {
		return "The simulation error is " + sim + " at 95 %. "
	}
	return "The 95 % interval says how far other weeks of the same machine could lie: the spread of single resamples, a stationary bootstrap of the log (Politis and Romano 1994), stands for the error of the log's own " +
		strconv.Itoa(r.AsLogged.Weeks) + " weeks, beside that of the resamples, in an interval of the ratio. The simulation error, which more resamples make smaller, is " + sim + ". "
}

// Bars says what the bars of a way are, for subtitles; "" where there are none.
func (r *Report) Bars() string {
	switch {
	case !r.Bounded():
		return ""
	case r.ByWeeks():
		return "95 % intervals of this log's weeks, thick: of the simulation error (Fieller)"
	}
	return "95 % intervals of the simulation error (Fieller)"
}

// CSV writes the table of ways, one row a way in the plan's order, with a header
// line. Undefined figures are empty.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"way", "change", "low", "high", "sim_low", "sim_high", "shown", "wins", "resamples", "avg_bsld", "avg_wait_s", "max_wait_s", "max_max_wait_s", "max_bsld", "extreme",
		"mae_s", "mean_eloss", "under", "corrections_per_job"})
	for _, x := range r.Ways {
		_ = w.Write([]string{x.Way, figure.Exact(x.Change), figure.Exact(x.Low), figure.Exact(x.High), figure.Exact(x.SimLow), figure.Exact(x.SimHigh), x.Shown, figure.Exact(x.Wins), strconv.Itoa(r.Done),
			figure.Exact(x.AvgBsld), figure.Exact(x.AvgWait), figure.Exact(x.MaxWait), strconv.FormatInt(x.MaxMaxWait, 10), figure.Exact(x.MaxBsld), figure.Exact(x.Extreme),
			figure.Exact(x.MAE), figure.Exact(x.MeanELoss), figure.Exact(x.Under), figure.Exact(x.Corrections)})
	}
	w.Flush()
	return b.String()
}

// Scheduler says under which scheduler a plan's ways ran, for subtitles.
func (r *Report) Scheduler() string {
	s := "EASY, backfilling by " + r.Plan.Backfill
	if r.Plan.Backfill == triple.SJBF {
		s = "EASY, backfilling the shortest predicted first"
	}
	if r.Plan.Threshold != study.None {
		s += ", threshold " + r.Plan.Threshold.Words()
	}
	return s
}
