package tuning

import (
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/tune"
)

// Halves are the whole weeks that a trace's halves have for their weeks to be
// drawn from.
type Halves struct{ Train, Test int }

// HalvesOf counts them.
func HalvesOf(t *job.Trace) Halves {
	n := t.HalfWeeks()
	return Halves{n[0], n[1]}
}

// Methods is a paragraph with every setting, ready for a report.
func (t *Report) Methods(s report.Source, weeks Halves) string {
	p := t.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We tuned the two queues of EASY backfilling on the log ", s.Name, " (SHA-256 of its columns ", t.Digest[:16], "...), after Lelong, Reis and Trystram (2017). ")
	w(s.Workload(p.Workload, t.Done))
	w("This was done apart for each half of the log, cut at its temporal midpoint: the first, of ", strconv.Itoa(weeks.Train),
		" whole weeks, to learn from, the second, of ", strconv.Itoa(weeks.Test), ", to judge by. ")
	w("Every week was replayed from an empty machine until all its jobs had ended, under each of ", figure.Count(len(t.Pairs)), " settings: the primary orders ", figure.Listed(p.Primaries),
		" with the backfill orders ", figure.Listed(p.Backfills), " and the thresholds ", thresholdWords(p.Thresholds),
		" (jobs that have waited longer go first, in submit order). Orders and reservations use requested times; ties and details are those of the dialect \"", p.Dialect, "\". ")
	objective := "mean wait"
	if p.Objective == tune.AvgBsld {
		objective = "mean bounded slowdown"
	}
	w("The learned setting is the one with the least ", objective, ", pooled over the jobs of the training weeks")
	if p.Bound > 0 {
		w(", among those whose longest wait, in the mean over training weeks, is at most ", figure.Plain(p.Bound), " times the baseline's")
	}
	w("; the baseline is ", tune.Baseline, " for both queues without threshold. The change in waiting is the difference of summed waits to the baseline on the testing weeks, divided by the baseline's; its 95 % interval is a percentile bootstrap interval over weeks (",
		figure.Count(p.Bootstrap), " draws). A simpler setting is proposed where the interval of the learned one against it holds zero. Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. ")
	w("The results are conditional on this log: resamples of one log are not other machines. Computed with Shadowtime, report format ", strconv.Itoa(t.Version), ".")
	return b.String()
}

// Warnings says what must be known before the figures are believed. Rows must
// not be empty.
func (t *Report) Warnings(s report.Source, weeks Halves, rows []tune.Row) []paired.Warning {
	j := judge{plan: &t.Plan, rows: sortedTuning(rows)}
	base := j.waits(-1)
	dominance := 0.0
	if at, ok := t.Plan.Find(t.Learned.Choice()); ok && !t.Learned.Choice().IsBaseline() {
		dominance = report.ZeroNaN(paired.Dominance(j.waits(at), base))
	}
	var list []paired.Warning
	if n := min(weeks.Train, weeks.Test); n < paired.EnoughWeeks {
		list = append(list, paired.Warning{Code: paired.FewWeeks, Words: "A half of the log has only " + strconv.Itoa(n) +
			" whole weeks: its weeks are drawn from those, so they repeat each other, and the intervals are too narrow."})
	}
	return append(list, paired.Warnings(paired.Facts{Users: s.Users, Resamples: len(rows), Dominance: dominance})...)
}
