package learn

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// stopped says what a cancelled study leaves.
func (v *View) stopped() string {
	if v.Report == nil || v.Verdict.Standing != lab.Asked {
		return "Cancelled before the first pair was done."
	}
	return numeral.Count(v.Report.Done) + " of " + numeral.Count(v.Report.Plan.Pairs) + " pairs are scored, and kept: " + v.Verb +
		" continues from here."
}

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	return "Scores come from run times as they were; what is learned is an order, not a model of slowdowns: the fit explains little of " +
		"the scores’ spread and need not. " +
		v.half() + "Seed " + strconv.FormatUint(v.Report.Plan.Seed, 10) + "; the same settings give the same figures everywhere."
}

// half says of which jobs the windows are.
func (v *View) half() string {
	if v.Report.Plan.Part == study.WholeLog {
		return ""
	}
	return "Windows that judge are of the half that was not learned from. "
}

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	if v.Report == nil {
		v.Await("The first pairs are being tried.")
		v.Lab.Clear(hostOrder, hostForest, hostTools, hostTable, hostCaution)
		v.drawEvidence()
		return
	}
	v.Verdict.Say("", v.sentence())
	b.Draw(hostOrder, v.order())
	if v.judged() == nil {
		v.Lab.Clear(hostForest, hostTools, hostTable)
	} else {
		b.Draw(hostForest, v.forest(plot.Frame{Width: b.Width()}))
		b.Draw(hostTools, lab.FileTools("save", "The chart"))
		v.drawTable()
	}
	b.Draw(hostCaution, lab.List("caution", v.Report.Cautions()))
	if !v.Lab.Computes(v.Kind) {
		v.Lab.Then(v.drawEvidence)
	}
}

// sentence is the answer in words; while computing, how far it is.
func (v *View) sentence() string {
	r := v.Report
	s := r.Sentence()
	if !v.Lab.Computes(v.Kind) || v.Verdict.Standing != lab.Asked {
		return s
	}
	if r.Done < r.Plan.Pairs {
		return "So far, after " + numeral.Count(r.Done) + " of " + numeral.Count(r.Plan.Pairs) + " pairs: " + lower(r.Determined()) + "."
	}
	if v.judged() == nil {
		return "The order is fitted, windows begin to judge it. " + r.Determined() + "."
	}
	return "So far: " + lower(s)
}

func lower(s string) string {
	if s == "" || strings.HasPrefix(s, "FCFS") {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// order is the formula, and where it can be tried.
func (v *View) order() string {
	if v.Report.Formula == "" {
		return ""
	}
	s := `<div class="learned"><p><b>` + learn.Mine + `</b> = <code>` + lab.Esc(strings.TrimPrefix(v.Report.Formula,
		lab.FormulaPrefix)) + `</code></p>`
	if said := v.Report.Models[0].Reading(); said != "" {
		s += `<p class="hint">` + lab.Esc(said) + `</p>`
	}
	if v.Report.Done == v.Report.Plan.Pairs && v.Lab.State != lab.Running && v.Verdict.Standing != lab.Rough {
		s += `<p class="actions">` + lab.Tool("learn-try", "compare", "", "compare it") + ` ` + lab.Tool("learn-try", "online", "",
			"let strategies choose it") + ` ` + lab.Tool("learn-try", "tune", "", "tune queues with it") + ` ` +
			lab.Tool("learn-csv", "", "its weights as CSV, those of all sets of features", "its weights as CSV") +
			` <span class="hint">smaller first; p requested time and r submit in seconds, q processors</span></p>`
	}
	return s + `</div>`
}

// row is an order on the windows.
type row struct {
	name           string
	difference     *windows.Difference // nil of the first order
	median, q1, q3 report.Float
	avgWait, worst report.Float // means and the longest of the windows' waits, seconds
	values         []float64    // mean bounded slowdown by window
}

func (r *row) change() report.Float {
	if r.difference == nil {
		return 0
	}
	return r.difference.Ratio - 1
}

// rows are the orders, from the least slowdown to the most.
func (v *View) rows() (list []*row) {
	w := v.judged()
	for i, name := range order.Labels(w.Plan.Orders) {
		r := &row{name: name, median: w.Medians[name], q1: w.Quartiles[name][0], q3: w.Quartiles[name][1]}
		if i > 0 {
			r.difference = &w.Differences[i-1]
		}
		for _, x := range w.Windows {
			r.values = append(r.values, float64(x.AvgBsld[name]))
			r.avgWait += x.AvgWait[name] / report.Float(len(w.Windows))
			r.worst = max(r.worst, x.MaxWait[name])
		}
		list = append(list, r)
	}
	sorted.Stable(list, func(a, b *row) int { return report.Ascending(a.change(), b.change()) })
	return list
}

// forest is the main chart: the learned order among others, on windows.
func (v *View) forest(f plot.Frame) string { return lab.Forest(v.chart(), f) }

// Excerpt is the answer in short, once windows have judged it.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil || v.judged() == nil {
		return nil
	}
	return &lab.Excerpt{Said: v.Report.Sentence(), Chart: v.chart(), Report: v.Report.CSV() + v.judged().CSV(),
		Cautions: v.Report.Cautions()}
}

func (v *View) chart() plot.Forest { return v.Report.Forest() }

// columns are those of the table of orders.
func (v *View) columns() lab.Table[*row] {
	number := func(key, head, unit, tip string, of func(r *row) report.Float,
		column func([]report.Float) func(report.Float) string) lab.Column[*row] {
		return lab.Column[*row]{Key: key, Head: head, Unit: unit, Tip: tip, Value: func(r *row) float64 { return float64(of(r)) },
			Column: lab.Alike(of, column)}
	}
	return lab.Table[*row]{
		ID: "results", Caption: "The orders on the windows; a press on a heading sorts", Act: "sort", Sort: "change",
		Row: func(r *row) string {
			s := ` data-order="` + lab.Esc(r.name) + `"` + lab.Keyed(r.name)
			if r.difference == nil {
				s += ` class="baseline"`
			}
			return s
		},
		Columns: []lab.Column[*row]{
			{Key: "order", Head: "Order", Text: true, Words: func(r *row) string { return r.name }, Cell: func(r *row) lab.Cell {
				return lab.Cell{Head: true, HTML: `<span` + lab.Says(lab.OrderTip(r.name, v.judged().Plan.Orders...)) + `>` +
					lab.Esc(order.Short(r.name)) + `</span>`}
			}},
			{Key: "change", Head: "Change", Unit: "95 % interval", Tip: "of a window’s mean bounded slowdown, relative to the first " +
				"order in the same window: that of the typical one (Hodges-Lehmann, of logarithms)",
				Value: func(r *row) float64 { return float64(r.change()) },
				Cell: func(r *row) lab.Cell {
					if r.difference == nil {
						return lab.Mark(0, "baseline")
					}
					return lab.Change(r.change(), r.difference.Low-1, r.difference.High-1, false)
				}},
			{Key: "holm", Head: "By chance", Unit: "after Holm", Tip: "probability of such ranks if the orders were alike (Wilcoxon), " +
				"adjusted for the number of orders", Value: func(r *row) float64 {
				if r.difference == nil {
					return math.NaN()
				}
				return float64(r.difference.Holm)
			}, Cell: func(r *row) lab.Cell {
				if r.difference == nil {
					return lab.Mark(math.NaN(), "–")
				}
				if r.difference.Holm < 0.00005 {
					return lab.Number(r.difference.Holm, "< 0.0001")
				}
				return lab.Number(r.difference.Holm, numeral.Number(math.Round(float64(r.difference.Holm)*1e4)/1e4))
			}},
			number("median", "Slowdown", "median window", "median of the windows’ mean bounded slowdowns, as the study has it",
				func(r *row) report.Float { return r.median }, numeral.Numbers[report.Float]),
			number("q1", "Slowdown", "first quartile", "of the windows’ mean bounded slowdowns", func(r *row) report.Float { return r.q1 },
				numeral.Numbers[report.Float]),
			number("q3", "Slowdown", "third quartile", "of the windows’ mean bounded slowdowns", func(r *row) report.Float { return r.q3 },
				numeral.Numbers[report.Float]),
			number("avgwait", "AvgWait", "mean of windows", "mean over windows of their mean wait",
				func(r *row) report.Float { return r.avgWait }, numeral.Durations[report.Float]),
			number("maxwait", "MaxWait", "of all windows", "the longest wait", func(r *row) report.Float { return r.worst },
				numeral.Durations[report.Float]),
		},
	}
}

func (v *View) drawTable() { v.Lab.Browser.Draw(hostTable, v.table.HTML(v.rows())) }

// judgedCSV is what the windows say, a line a window.
func (v *View) judgedCSV() string { return v.judged().CSV() }

// methodsText is the methods paragraph.
func (v *View) methodsText() string {
	if v.Missing() {
		return ""
	}
	text := v.Report.Methods()
	if r := v.chosen(); r != nil {
		text += " " + r.Methods()
	}
	return text
}
