package learn

import (
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

// rows are the orders on the windows, from the least slowdown to the most.
func (v *View) rows() []*windows.Ordered {
	list := v.judged().Rows()
	sorted.Stable(list, func(a, b *windows.Ordered) int { return report.Ascending(a.Ratio, b.Ratio) })
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

// drawTable draws the table of orders.
func (v *View) drawTable() {
	all := v.judged().Columns()
	v.table.Columns = lab.Columns(all, false, "order", "change", "holm", "median", "q1", "q3", "avgwait", "maxwait")
	v.table.Row = func(x *windows.Ordered) string {
		s := ` data-order="` + lab.Esc(x.Name) + `"` + lab.Keyed(x.Name)
		if all.Baseline(x) {
			s += ` class="baseline"`
		}
		return s
	}
	v.table.Of("order").Cell = func(x *windows.Ordered) lab.Cell {
		return lab.Cell{Head: true, HTML: `<span` + lab.Says(lab.OrderTip(x.Name, v.judged().Plan.Orders...)) + `>` +
			lab.Esc(order.Short(x.Name)) + `</span>`}
	}
	v.Lab.Browser.Draw(hostTable, v.table.HTML(v.rows()))
}

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
