package regression

import (
	"encoding/csv"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/windowing"
)

// Sentence says what the learned order is worth on windows that it was not learned
// from, beside the best of the others, and what of its weights is known. Windows may
// be nil.
func Sentence(r *Report, w *windowing.Report) string {
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	if len(r.Models) == 0 {
		return "No order could be fitted. " + r.Refusals()
	}
	known := r.Determined() + "."
	d := Judged(r, w)
	if d == nil || !d.Ratio.Known() {
		return "An order was fitted to " + figure.Count(r.Scores) + " scored jobs; no window has judged it yet. " + known
	}
	change := d.Ratio - 1
	share, in := figure.Share(max(change, -change)), " in the typical of "+figure.Count(d.Windows)+" windows"
	if d.Windows == 1 {
		in = " in the one window there is"
	}
	s := "The learned order "
	switch {
	case change == 0:
		s += "changes nothing" + in + " against " + d.Baseline
	case d.Windows < 6: // no ranks of so few are sure
		s += "changes the mean bounded slowdown by " + report.Signed(change) + in + " against " + d.Baseline + "; so few windows prove nothing"
	case !d.Sure():
		s += "was not shown to differ from " + d.Baseline + ": its mean bounded slowdown changes by " + report.Signed(change) + interval(d) + in
	case change < 0:
		s += "has " + share + " less mean bounded slowdown than " + d.Baseline + cut(d) + in
	default:
		s += "was shown to be worse than " + d.Baseline + ", by " + share + interval(d) + in
	}
	return s + beside(w, d) + ". " + known
}

// Judged is the learned order beside the first one on windows, nil where it is not
// known.
func Judged(r *Report, w *windowing.Report) *windowing.Difference {
	if w == nil {
		return nil
	}
	for i := range w.Differences {
		if w.Differences[i].Order == Mine {
			return &w.Differences[i]
		}
	}
	return nil
}

// beside sets the best of the orders that never saw this log beside it.
func beside(w *windowing.Report, own *windowing.Difference) string {
	var best *windowing.Difference
	for i := range w.Differences {
		if d := &w.Differences[i]; d.Order != own.Order && d.Ratio.Known() && (best == nil || d.Ratio < best.Ratio) {
			best = d
		}
	}
	switch {
	case best == nil:
		return ""
	case best.Ratio <= own.Ratio:
		return "; " + best.Order + ", which never saw this log, has " + report.Signed(best.Ratio-1)
	}
	return "; of the others " + best.Order + " comes nearest with " + report.Signed(best.Ratio-1)
}

// interval is that of a change, cut that of a cut.
func interval(d *windowing.Difference) string {
	return bracket(float64(d.Low)-1, float64(d.High)-1, d)
}

func cut(d *windowing.Difference) string {
	return bracket(1-float64(d.High), 1-float64(d.Low), d)
}

func bracket(low, high float64, d *windowing.Difference) string {
	if !d.Low.Known() || !report.Telling(report.Float(low), report.Float(high)) {
		return ""
	}
	return " " + figure.IntervalTo(low, high, figure.Digits(float64(d.Ratio)-1))
}

// CSV writes a row a model and feature.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"model", "feature", "value", "stderr", "stderr_by_pair", "vif", "vif_centred", "determined", "effect"}) // a strings.Builder takes every write
	for _, m := range r.Models {
		for _, c := range m.Coefficients {
			_ = w.Write([]string{m.Name, c.Feature, figure.Exact(c.Value), figure.Exact(c.Stderr), figure.Exact(c.StderrByPair), figure.Exact(c.VIF), figure.Exact(c.VIFCentred), strconv.FormatBool(c.Determined), figure.Exact(c.Effect)})
		}
	}
	w.Flush()
	return b.String()
}

// Methods is a paragraph with every setting, ready for a report; that of the windows
// follows it.
func Methods(r *Report, s report.Source) string {
	p := &r.Plan
	of := map[study.Part]string{study.WholeLog: "all of it", study.FirstHalf: "the first half of its time", study.SecondHalf: "the second half of its time"}[p.Part]
	return "We fitted a queue order to the log " + s.Name + " (SHA-256 of its columns " + r.Digest[:16] + "...), " + of +
		", as Rosa, Carastan-Santos and Goldman did: " + figure.Count(r.Done) + " pairs of " + strconv.Itoa(p.Sizes.Ahead) + " consecutive jobs and the " + strconv.Itoa(p.Sizes.Queued) + " after them were taken at places drawn (seed " + strconv.FormatUint(p.Seed, 10) +
		"); the second ones were started behind the first in " + p.Trials.String() + " orders a pair, each of them in front as often and the others shuffled fairly, without overtaking. The score of a job is the share of the summed mean bounded slowdowns (tau = " + strconv.FormatInt(p.Tau, 10) +
		" s) that came with it in front. Scores were regressed on the features " + p.Features + " of run time p, processors q and submit time r, residuals weighted by p q. Standard errors let the jobs of one pair go together; a weight counts as determined two of them from 0. "
}
