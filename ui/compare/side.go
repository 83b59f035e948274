package compare

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// side are the reports of the plan on all loaded traces of which something is
// known.
func (v *View) side() (s compare.Side) {
	for _, x := range v.Beside() {
		s = append(s, compare.Finding{Name: x.Name, Report: x.Report})
	}
	return s
}

// Rows of the table of all logs together.
const (
	acrossMean = "mean"
	acrossNext = "another log"
)

// drawSide draws the table of traces and orders, when there are traces to set
// side by side.
func (v *View) drawSide() {
	var s compare.Side
	if len(v.Lab.Shelf) > 1 {
		s = v.side()
	}
	if len(s) < 2 {
		v.Lab.Browser.Draw(hostSide, "")
		return
	}
	type row struct {
		name   string
		best   int
		report *compare.Report
	}
	var rows []row
	bounded := false
	for i, x := range s {
		rows = append(rows, row{x.Name, s.Best(i), x.Report})
		bounded = bounded || x.Report.Bounded()
	}
	plan := s[0].Report.Plan
	t := lab.Table[row]{ID: "side",
		Caption: `Raw change of the mean wait against ` + lab.Esc(order.Label(plan.Baseline)) + ` on each log` + lab.Ranges(bounded, "log") +
			`; the least of each row is marked`,
		Row: func(r row) string { return ` data-trace="` + lab.Esc(r.name) + `"` },
		Columns: []lab.Column[row]{{Head: "Log", Text: true,
			Cell: func(r row) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(r.name)} }}},
	}
	for j, o := range order.Labels(plan.Orders[1:]) {
		t.Columns = append(t.Columns, lab.Column[row]{
			Head: lab.Swatch(o) + `<span` + lab.Says(lab.OrderTip(o, plan.Orders...)) + `>` + lab.Esc(order.Short(o)) + `</span>`,
			Cell: func(r row) lab.Cell {
				x := r.report.Orders[j+1]
				change, low, high := x.Leading()
				c := lab.Change(change, low, high, true)
				if r.best == j+1 {
					words := lab.Esc(numeral.Change(change))
					c.HTML = `<b class="best">` + words + `</b>` + c.HTML[len(words):]
				}
				c.Attrs, c.Style = ` data-order="`+lab.Esc(o)+`"`, lab.Tint(c.Exact)
				return c
			}})
	}
	t.Columns = append(t.Columns, lab.Column[row]{Head: "resamples",
		Cell: func(r row) lab.Cell { return lab.Number(float64(r.report.Done), numeral.Count(r.report.Done)) }})
	across := lab.Table[string]{ID: "across", Caption: "All logs together, each of them one block (random effects)",
		Columns: []lab.Column[string]{{Head: "", Text: true, Cell: func(r string) lab.Cell { return lab.Cell{Head: true, HTML: r} }}}}
	for _, a := range s.Across() {
		across.Columns = append(across.Columns, lab.Column[string]{Head: lab.Swatch(a.Order) + lab.Esc(order.Short(a.Order)),
			Cell: func(r string) lab.Cell {
				if r == acrossMean {
					return lab.Change(a.Mean, a.Low, a.High, true)
				}
				c := lab.Span(a.NextLow, a.NextHigh)
				c.Exact = math.NaN() // there is a range alone
				c.Low, c.High, c.Bounded = float64(a.NextLow), float64(a.NextHigh), a.NextLow.Known()
				return c
			}})
	}
	v.Lab.Browser.Draw(hostSide, `<h2 class="eyebrow">Side by side</h2><p class="side-sentence">`+lab.Esc(s.Sentence())+`</p>`+
		lab.Scroll("Orders side by side", t.HTML(rows))+lab.Scroll("Over all logs", across.HTML([]string{acrossMean, acrossNext}))+
		`<p class="figure-tools">`+lab.Tool("side-csv", "", "", "CSV of all logs")+`</p>`)
}
