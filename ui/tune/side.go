package tune

import (
	"slices"
	"strconv"

	"shadowtime/core/experiment/tune"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// drawSide draws what was learned on each log, when there are several.
func (v *View) drawSide() {
	type row struct {
		name   string
		report *tune.Report
	}
	var rows []row
	for _, o := range v.Lab.Shelf {
		p, err := v.On(o)
		if err != nil || len(v.Lab.Shelf) < 2 {
			continue
		}
		known := v.Rows(o, &p).Known(p.Resamples)
		_, weeks := study.Split(known)
		switch {
		case len(weeks) < 2:
		case o.Trace == v.Lab.Trace && v.Report != nil:
			rows = append(rows, row{o.Summary.Name, v.Report})
		default:
			rows = append(rows, row{o.Summary.Name, tune.Glance(p, o.Summary.Digest, known)})
		}
	}
	if len(rows) < 2 {
		v.Lab.Browser.Draw(hostSide, "")
		return
	}
	bounded := slices.ContainsFunc(rows, func(r row) bool { return r.report.ByWeeks() })
	order := func(name string) lab.Cell { return lab.Cell{HTML: lab.Swatch(name) + lab.Esc(order.Short(name))} }
	t := lab.Table[row]{ID: "tune-side", Class: "plain",
		Caption: "What training chose on the first half of each log, and what it brought in the second" + lab.Ranges(bounded, "half"),
		Row:     func(r row) string { return ` data-trace="` + lab.Esc(r.name) + `"` },
		Columns: []lab.Column[row]{
			{Head: "Log", Text: true, Cell: func(r row) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(r.name)} }},
			{Head: "queue", Text: true, Cell: func(r row) lab.Cell { return order(r.report.Learned.Primary) }},
			{Head: "backfill", Text: true, Cell: func(r row) lab.Cell { return order(r.report.Learned.Backfill) }},
			{Head: "threshold", Text: true,
				Cell: func(r row) lab.Cell { return lab.Cell{HTML: lab.Esc(r.report.Learned.Threshold.Words())} }},
			{Head: "change of the mean wait", Cell: func(r row) lab.Cell {
				x := &r.report.Learned
				change, low, high := x.Leading()
				c := lab.Change(change, low, high, true)
				c.Style = lab.Tint(c.Exact)
				return c
			}},
			{Head: "longest wait of a week", Cell: func(r row) lab.Cell {
				x, base := r.report.Learned.TestMax, r.report.Baseline.TestMax
				return lab.Number(x/base, timesWords(x, base))
			}},
			{Head: "weeks", Cell: func(r row) lab.Cell { return lab.Number(float64(r.report.Done), strconv.Itoa(r.report.Done)) }},
		}}
	v.Lab.Browser.Draw(hostSide, `<h2 class="eyebrow">Log by log</h2>`+lab.Scroll("Log by log", t.HTML(rows)))
}
