package compare

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Methods is a paragraph with every setting, ready for a report.
func (r *Report) Methods() string {
	s := &r.Source
	p := r.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We compared the queue orders ", strings.Join(order.SpelledAll(p.Orders[1:]), ", "), " with ", order.Spelled(p.Orders[0]),
		" on the log ", s.Name,
		" (SHA-256 of its columns ", r.Digest[:16], "...). ")
	w(s.Workload(p.Workload, r.Done))
	w("Each was replayed with ", map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling",
		"none": "no backfilling"}[p.Backfilling], study.PromisesWords(p.Backfilling, p.Promises), study.BackfillWords(p.Backfill))
	if p.Threshold >= 0 {
		w(", jobs that had waited longer than ", p.Threshold.String(), " going first in submit order")
	} else {
		w(" without threshold")
	}
	w("; orders and reservations use ", s.Asked(), "; ties and details are those of the dialect \"", p.Dialect, "\". ", p.LimitMethods())
	if a := r.AsLogged; a != nil && p.Variant != resample.Whole {
		w("The log itself, its ", strconv.Itoa(a.Weeks), " whole weeks, was replayed as it was beside them. ")
	}
	w("All orders were replayed on ", report.Same(&p.Workload), ". The change in waiting is the difference of summed waits to ",
		order.Label(p.Orders[0]),
		report.Over(&p.Workload), " divided by those of ", order.Label(p.Orders[0]), ". ", r.intervalsWords(),
		"Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. ")
	if p.Stop > 0 {
		w("Resampling was to stop at 20, 40, 80, ... resamples once the simulation error of every order reached a half-width of ",
			numeral.Share(p.Stop), ". ")
	}
	w("The results are conditional on this log: its weeks are not those of other machines. Computed with Shadowtime, report format ",
		strconv.Itoa(r.Version), ".")
	return b.String()
}

// intervalsWords says what the range and the simulation error are, and how the order that is
// named was.
func (r *Report) intervalsWords() string {
	s := ""
	if r.Named != nil {
		s = r.Named.Methods(r.subject())
	}
	if r.Done > 1 && r.Bounded() {
		s += "The simulation error of resamples, which more of them make smaller and which carries no claim, is " +
			intervalWords(r.Plan) + " at 95 %. "
	}
	return s
}

// intervalWords names the kind of interval, and what it was made of.
func intervalWords(p Plan) string {
	draws := " over resamples (" + numeral.Count(p.Bootstrap) + " draws)"
	switch p.Interval {
	case Fieller:
		return "the paired t interval of the ratio (Fieller 1954) over resamples"
	case BCa:
		return "a bias-corrected and accelerated bootstrap interval" + draws
	}
	return "a percentile bootstrap interval" + draws
}

// IntervalName names the kind of the simulation error's interval in a few words.
func IntervalName(p Plan) string {
	switch p.Interval {
	case Fieller:
		return "paired t interval of the ratio (Fieller)"
	case BCa:
		return "BCa bootstrap, " + numeral.Count(p.Bootstrap) + " draws"
	}
	return "percentile bootstrap, " + numeral.Count(p.Bootstrap) + " draws"
}
