package learn

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Sentence says what the learned order is worth on windows that it was not learned
// from, beside the best of the others, and what of its weights is known.
func (r *Report) Sentence() string {
	w := r.Judged
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	if len(r.Models) == 0 {
		return "No order could be fitted. " + r.Refusals()
	}
	known := r.Determined() + "."
	d := Judged(r, w)
	if d == nil || !d.Ratio.Known() {
		judged := "No window has judged it yet"
		if r.Plan.Part == study.WholeLog {
			judged = "It is " + Unjudged
		}
		return "An order was fitted to " + numeral.Count(r.Scores) + " scored jobs. " + judged + ". " + known
	}
	return "The learned order " + judgement(w, d) + beside(w, d) + ". " + known
}

// judgement is what windows say of an order against the first one.
func judgement(w *windows.Report, d *windows.Difference) string {
	change, against := d.Ratio-1, d.Baseline
	share, in := numeral.Share(max(change, -change)), " in the typical of "+numeral.Count(d.Windows)+" windows"
	if d.Windows == 1 {
		in = " in the one window there is"
	}
	switch {
	case change == 0:
		return "changes nothing" + in + " against " + against
	case !w.Enough():
		return "changes the mean bounded slowdown by " + report.Signed(change) + in + " against " + against +
			". So few windows prove nothing" + together(w) + shorter(w)
	case !d.Sure():
		s := "was not shown to differ from " + against
		if d.Low > 1 || d.High < 1 { // it would be, looked at alone
			s += together(w)
		}
		return s + ". Its mean bounded slowdown changes by " + report.Signed(change) + interval(d) + in
	case change < 0:
		return "has " + share + " less mean bounded slowdown than " + against + cut(d) + in
	case d.Ratio >= many:
		s := "was shown to be worse than " + against + ". It has " + numeral.Number(d.Ratio) + " times the mean bounded slowdown"
		if d.High.Known() {
			s += " [" + numeral.Number(d.Low) + ", " + numeral.Number(d.High) + "]"
		}
		return s + in
	}
	return "was shown to be worse than " + against + ", by " + share + interval(d) + in
}

// many is from which ratio on times say more than percent.
const many = 3

// shorter proposes windows of which there are enough.
func shorter(w *windows.Report) string {
	days := w.Shorter()
	if days == 0 {
		return ""
	}
	return ", and windows of " + numeral.Days(days) + " could"
}

// together says how many orders a probability is adjusted for.
func together(w *windows.Report) string {
	if n := len(w.Differences); n > 1 {
		return ", " + strconv.Itoa(n) + " orders being compared at once"
	}
	return ""
}

// Judged is the learned order beside the first one on windows, nil where it is not
// known.
func Judged(r *Report, w *windows.Report) *windows.Difference {
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
func beside(w *windows.Report, own *windows.Difference) string {
	var best *windows.Difference
	others := 0
	for i := range w.Differences {
		if d := &w.Differences[i]; d.Order != own.Order && d.Ratio.Known() {
			others++
			if best == nil || d.Ratio < best.Ratio {
				best = d
			}
		}
	}
	switch {
	case best == nil:
		return ""
	case best.Ratio == own.Ratio && own.Ratio == 1:
		return ". " + best.Order + " does neither"
	case best.Ratio <= own.Ratio:
		s := ". " + best.Order + ", which never saw this log, has " + report.Signed(best.Ratio-1)
		if w.Enough() && !best.Sure() && best.Ratio != 1 {
			s += ". That was not shown"
		}
		return s
	case best.Ratio >= 1:
		return ". " + numeral.Plural(others, best.Order+" has no", "None of the others has") + " less than " + own.Baseline
	case others == 1:
		return ". " + best.Order + " has " + report.Signed(best.Ratio-1)
	}
	return ". Of the others " + best.Order + " comes nearest with " + report.Signed(best.Ratio-1)
}

// interval is that of a change, cut that of a cut.
func interval(d *windows.Difference) string {
	return bracket(float64(d.Low)-1, float64(d.High)-1, d)
}

func cut(d *windows.Difference) string {
	return bracket(1-float64(d.High), 1-float64(d.Low), d)
}

func bracket(low, high float64, d *windows.Difference) string {
	if !d.Low.Known() || !report.Telling(report.Float(low), report.Float(high)) {
		return ""
	}
	return " " + numeral.IntervalTo(low, high, min(numeral.Digits(float64(d.Ratio)-1), numeral.Digits(max(low, -low, high))))
}

// CSV writes a row a model and feature.
func (r *Report) CSV() string { return r.columns().CSV(r.weights()) }

// howFitted says how the order was fitted, with every setting.
func howFitted(r *Report, s *report.Source) string {
	p := &r.Plan
	n := func(k int) string { return strconv.Itoa(k) }
	of := map[study.Part]string{study.WholeLog: "all of it", study.FirstHalf: "the first half of its time",
		study.SecondHalf: "the second half of its time"}[p.Part]
	return "We fitted a queue order to the log " + s.Name + " (SHA-256 of its columns " + r.Digest[:16] + "...), " + of +
		", as Rosa, Carastan-Santos and Goldman did: " + numeral.Count(r.Done) + numeral.Plural(r.Done, " pair", " pairs") + " of " +
		n(p.Sizes.Ahead) + " consecutive jobs and the " + n(p.Sizes.Queued) + " after them " + numeral.Plural(r.Done, "was", "were") +
		" taken at " + places(p) +
		"; the second ones were started behind the first in " + orders(p) + ", without overtaking. The score of a job is the share of " +
		"the summed mean bounded slowdowns (tau = " + strconv.FormatInt(p.Tau, 10) +
		" s) that came with it in front. Scores were regressed on the features " + p.Features +
		" of run time p, processors q and submit time r, residuals weighted by p q" + ridge(p) +
		". Standard errors let the jobs of one pair go together; a weight counts as determined two of them from 0. "
}

// places are where pairs were taken, orders those that were tried of each.
func places(p *Plan) string {
	if len(p.Starts) > 0 {
		return "given places"
	}
	return "places drawn (seed " + strconv.FormatUint(p.Seed, 10) + ")"
}

func orders(p *Plan) string {
	if p.Trials == All {
		return "each of their orders"
	}
	return numeral.Count(int(p.Trials)) + " orders a pair, each of them in front as often and the others shuffled fairly"
}

func ridge(p *Plan) string {
	if p.Ridge == 0 {
		return ""
	}
	return " and drawn together by a ridge of " + numeral.Exact(p.Ridge)
}

// Reading says in words what a linear order weighs against requested time; "" of any
// other order.
func (m *Model) Reading() string {
	var p, q, r float64
	for _, c := range m.Coefficients {
		switch x := float64(c.Value); c.Feature {
		case "1":
		case "p":
			p = x
		case "q":
			q = x
		case "r":
			r = x
		default:
			return ""
		}
	}
	if p <= 0 {
		return ""
	}
	var parts []string
	add := func(what string, seconds float64) {
		switch {
		case seconds == 0:
		case len(parts) == 0:
			parts = append(parts, numeral.Capital(what)+" counts like "+numeral.Duration(max(seconds, -seconds))+direction(seconds)+
				" requested time")
		default:
			parts = append(parts, what+", like "+numeral.Duration(max(seconds, -seconds))+direction(seconds))
		}
	}
	add("one more processor", q/p)
	add("submitting an hour later", 3600*r/p)
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

func direction(weight float64) string {
	if weight < 0 {
		return " less"
	}
	return " more"
}
