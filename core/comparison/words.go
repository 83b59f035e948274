package comparison

import (
	"math"
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/resample"
)

// Sentence says what the report found, in one or two sentences, with its
// uncertainty, and says so when nothing can be concluded.
func (r *Report) Sentence() string {
	base := r.Baseline()
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	if base.AvgWait == 0 {
		return "Under " + base.Order + " no job waits at all in these resamples: there is nothing that another order could improve."
	}
	if len(r.Orders) == 1 {
		return "Only " + base.Order + " was chosen: choose another order to compare it with."
	}
	best := r.Ranked()[0]
	if best.Order == base.Order {
		return r.baselineBest(base)
	}
	change := float64(best.Change)
	s := best.Order + " would have cut total waiting by " + figure.Share(-change)
	known := !math.IsNaN(float64(best.Low))
	if known {
		s += " " + figure.IntervalTo(-float64(best.High), -float64(best.Low), figure.Digits(change))
	}
	s += " against " + base.Order
	if r.Plan.Variant == resample.Original {
		return s + " on the log's own last weeks; one trace alone proves nothing: resamples of it show what is chance."
	}
	if r.Done == 1 {
		return s + " in the first resample; one resample alone proves nothing."
	}
	s += ", and was better in " + figure.Plain(float64(best.Wins)) + " of " + strconv.Itoa(r.Done) + " resamples"
	s += "; " + report.Longest(float64(best.MaxWait), float64(base.MaxWait)) + "."
	if known && best.High >= 0 {
		s = "No order is clearly better than " + base.Order + " yet. The best guess: " + s +
			" The interval reaches zero, so this may be chance: more resamples would tell."
	} else if r.Done < 10 {
		s += " So few resamples leave the interval too narrow to trust: ask for 20 or more."
	}
	return s
}

func (r *Report) baselineBest(base Order) string {
	next := r.Ranked()[1]
	if math.IsNaN(float64(next.Change)) {
		return "No other order can be compared with " + base.Order + " on this trace."
	}
	s := "None of the orders would have cut total waiting: " + base.Order + " itself did best. "
	s += next.Order + " comes next with " + figure.Share(float64(next.Change)) + " more waiting"
	if !math.IsNaN(float64(next.Low)) {
		s += " " + figure.IntervalTo(float64(next.Low), float64(next.High), figure.Digits(float64(next.Change)))
	}
	return s + "."
}
