package comparison

import (
	"strconv"
	"strings"

	"shadowtime/core/compare"
	"shadowtime/core/figure"
	"shadowtime/core/report"
)

// Methods is a paragraph with every setting, ready for a report.
func (r *Report) Methods(s report.Source) string {
	p := r.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We compared the queue orders ", strings.Join(p.Orders[1:], ", "), " with ", p.Orders[0], " on the log ", s.Name,
		" (SHA-256 of its columns ", r.Digest[:16], "...). ")
	w(s.Workload(p.Workload, r.Done))
	w("Each was replayed with ", map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling", "none": "no backfilling"}[p.Backfilling])
	if p.Threshold >= 0 {
		w(", jobs that had waited longer than ", p.Threshold.String(), " going first in submit order")
	} else {
		w(" without threshold")
	}
	w("; orders and reservations use requested times; ties and details are those of the dialect \"", p.Dialect, "\". ")
	w("All orders were replayed on the same resamples. The change in waiting is the difference of summed waits to ", p.Orders[0],
		", pooled over resamples and divided by those of ", p.Orders[0], "; its 95 % interval is ", intervalWords(p), ". Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. ")
	if p.Stop > 0 {
		w("Resampling was to stop at 10, 20, 40, ... resamples once every interval reached a half-width of ", figure.Share(p.Stop), ". ")
	}
	w("The results are conditional on this log: resamples of one log are not other machines. Computed with Shadowtime, report format ", strconv.Itoa(r.Version), ".")
	return b.String()
}

// intervalWords names the kind of interval, and what it was made of.
func intervalWords(p compare.Plan) string {
	draws := " over resamples (" + figure.Count(p.Bootstrap) + " draws)"
	switch p.Interval {
	case compare.Fieller:
		return "the paired t interval of the ratio (Fieller 1954) over resamples"
	case compare.BCa:
		return "a bias-corrected and accelerated bootstrap interval" + draws
	}
	return "a percentile bootstrap interval" + draws
}

// IntervalName names the kind of interval in a few words.
func IntervalName(p compare.Plan) string {
	switch p.Interval {
	case compare.Fieller:
		return "paired t interval of the ratio (Fieller)"
	case compare.BCa:
		return "BCa bootstrap, " + figure.Count(p.Bootstrap) + " draws"
	}
	return "percentile bootstrap, " + figure.Count(p.Bootstrap) + " draws"
}

// IntervalShort names the kind of interval in a word or two, for subtitles.
func IntervalShort(p compare.Plan) string {
	switch p.Interval {
	case compare.Fieller:
		return "Fieller intervals"
	case compare.BCa:
		return "BCa bootstrap intervals"
	}
	return "bootstrap intervals"
}
