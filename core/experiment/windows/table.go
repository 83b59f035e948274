package windows

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
)

// Ordered is an order's row of the table.
type Ordered struct {
	Name        string
	Median      report.Float // of windows' mean bounded slowdowns, which Values are
	Quartiles   [2]report.Float
	AvgWait     report.Float // mean over windows of their mean wait, seconds
	MaxWait     report.Float // of all windows, seconds
	Values      []float64
	*Difference // from the first order; its own ratio is 1, and the rest NaN
}

// Rows are the orders, the first of the plan first.
func (r *Report) Rows() (list []*Ordered) {
	first := Difference{Ratio: 1, Low: report.Float(math.NaN()), P: report.Float(math.NaN()), Holm: report.Float(math.NaN())}
	for i, name := range order.Labels(r.Plan.Orders) {
		x := &Ordered{Name: name, Median: r.Medians[name], Quartiles: r.Quartiles[name], Difference: &first}
		if i > 0 {
			x.Difference = &r.Differences[i-1]
		}
		for _, w := range r.Windows {
			x.Values = append(x.Values, float64(w.AvgBsld[name]))
			x.AvgWait += w.AvgWait[name] / report.Float(len(r.Windows))
			x.MaxWait = max(x.MaxWait, w.MaxWait[name])
		}
		list = append(list, x)
	}
	return list
}

// Columns are those of the table of orders.
func (r *Report) Columns() *report.Table[*Ordered] {
	type row = *Ordered
	base := order.Label(r.Plan.Orders[0])
	first := func(x row) bool { return x.Name == base }
	said := func(of func(x row) string) func(x row) string {
		return func(x row) string {
			if first(x) {
				return ""
			}
			return of(x)
		}
	}
	slowdown := func(key, unit, tip, paper string, of func(x row) report.Float) report.Column[row] {
		return report.Column[row]{Key: key, Head: "Slowdown", Unit: unit, Tip: tip, Paper: paper, Value: of,
			Write: numeral.Numbers[report.Float], Fixed: report.Decimals(2)}
	}
	return &report.Table[row]{Baseline: first, Columns: []report.Column[row]{
		{Key: "order", Head: "Order", Paper: "order", Words: func(x row) string { return x.Name }},
		{Key: "change", Head: "Change", Unit: "95 % interval", Tip: "of a window’s mean bounded slowdown, relative to the first order in " +
			"the same window: that of the typical one (Hodges-Lehmann, of logarithms)", Mark: "baseline",
			Value: func(x row) report.Float { return x.Ratio - 1 },
			Range: func(x row) (low, high report.Float) { return x.Low - 1, x.High - 1 }},
		slowdown("q1", "first quartile", "of the windows’ mean bounded slowdowns", "1st quartile",
			func(x row) report.Float { return x.Quartiles[0] }),
		slowdown("median", "median window", "median of the windows’ mean bounded slowdowns, as the study has it", "median",
			func(x row) report.Float { return x.Median }),
		slowdown("q3", "third quartile", "of the windows’ mean bounded slowdowns", "3rd quartile",
			func(x row) report.Float { return x.Quartiles[1] }),
		{Key: "times", Head: "Slowdown", Unit: "times " + base + "’s", Tip: "mean bounded slowdown of a window as a multiple of that of " +
			"the order that stands first, in the same window: that of the typical one, with its exact 95 % interval",
			Paper: "times " + base, Mark: "baseline", Value: func(x row) report.Float { return x.Ratio }, Fixed: report.Decimals(3),
			Write: report.Each(func(ratio report.Float) string { return numeral.Grouped(float64(ratio), 2) })},
		{Key: "interval", Paper: "95 % interval", Said: func(x row) string {
			if !x.Low.Known() {
				return ""
			}
			return "[" + report.Decimals(3)(x.Low) + ", " + report.Decimals(3)(x.High) + "]"
		}},
		{Key: "p", Paper: "p", Said: said(func(x row) string { return chance(x.P) })},
		{Key: "holm", Head: "By chance", Unit: "after Holm", Tip: "probability of such ranks if the orders were alike (Wilcoxon), " +
			"adjusted for the number of orders", Paper: "Holm", Said: said(func(x row) string { return chance(x.Holm) }),
			Value: func(x row) report.Float { return x.Holm }, Write: report.Each(rounded)},
		{Key: "less", Paper: "less", Said: said(func(x row) string { return strconv.Itoa(x.Less) + " of " + strconv.Itoa(x.Windows) })},
		{Key: "avgwait", Head: "AvgWait", Unit: "mean of windows", Tip: "mean over windows of their mean wait",
			Value: func(x row) report.Float { return x.AvgWait }, Write: numeral.Durations[report.Float]},
		{Key: "maxwait", Head: "MaxWait", Unit: "of all windows", Tip: "the longest wait", Write: numeral.Durations[report.Float],
			Value: func(x row) report.Float { return x.MaxWait }},
	}}
}

// Table has a row an order in words, with a head.
func (r *Report) Table() [][]string { return r.Columns().Sheet(r.Rows()) }

// chance writes a probability with four digits, as the study prints it; rounded drops zeros at its end.
func chance(p report.Float) string {
	if p < 1e-4 {
		return "<0.0001"
	}
	return report.Decimals(4)(p)
}

func rounded(p report.Float) string {
	if p < 0.00005 {
		return "< 0.0001"
	}
	return numeral.Number(math.Round(float64(p)*1e4) / 1e4)
}
