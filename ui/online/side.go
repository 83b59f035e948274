package online

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/online"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// beside are the reports of the plan on all loaded traces of which something is
// known, with each order for good.
func (v *View) beside() (list, fixed []online.Trace) {
	for _, x := range v.Beside() {
		list = append(list, online.Trace{Name: x.Name, Report: x.Report})
		fixed = append(fixed, online.Trace{Name: x.Name, Report: online.FixedOrders(x.Report, x.Basis)})
	}
	return list, fixed
}

// drawSide draws the table of strategies and logs, and what the logs would
// choose for each other, when there are logs to set side by side.
func (v *View) drawSide() {
	var list, fixed []online.Trace
	if len(v.Lab.Shelf) > 1 {
		list, fixed = v.beside()
	}
	if len(list) < 2 {
		v.Lab.Browser.Draw(hostSide, "")
		return
	}
	// a row has a cell a log
	type row struct {
		attrs, head, tip string
		cells            []lab.Cell
	}
	bounded := slices.ContainsFunc(list, func(x online.Trace) bool { return x.Report.Bounded() })
	best := row{attrs: ` data-strategy="best"`, head: `<b>Best</b> in hindsight`}
	for i, x := range list {
		h := fixed[i].Report.BestFixed()
		change, low, high := h.Leading()
		c, order := lab.Change(change, low, high, true), x.Report.Best.Leading()
		c.HTML, c.Style = lab.Swatch(order)+lab.Esc(order)+" "+c.HTML, lab.Tint(c.Exact)
		best.cells = append(best.cells, c)
	}
	rows := []row{best}
	if ballots := online.VoteOrder(fixed); len(ballots) > 0 {
		voted := row{attrs: ` data-strategy="voted"`, head: "Best on the other logs", tip: "leave-one-log-out: the order that did best " +
			"on most other logs"}
		for _, b := range ballots {
			name := strings.TrimPrefix(b.Others, online.Fixed+":")
			voted.cells = append(voted.cells, lab.Mark(float64(b.Change),
				lab.Swatch(name)+lab.Esc(name)+" "+lab.Esc(numeral.Change(b.Change))))
		}
		rows = append(rows, voted)
	}
	for i, x := range list[0].Report.Strategies {
		r := row{attrs: ` data-strategy="` + lab.Esc(x.Strategy) + `" data-period="` + online.PeriodName(x.Period) + `"`,
			head: lab.Swatch(x.Name()) + lab.Esc(x.Label())}
		for _, l := range list {
			s := l.Report.Strategies[i]
			change, low, high := s.Leading()
			c := lab.Change(change, low, high, true)
			c.Style, c.Best = lab.Tint(c.Exact), bestOf(l.Report) == i
			r.cells = append(r.cells, c)
		}
		rows = append(rows, r)
	}
	t := lab.Table[row]{ID: "selection-side", Class: "plain",
		Caption: "Raw change of the mean wait against " + online.Baseline + " on each log" + lab.Ranges(bounded, "log") +
			"; the strategy that waits least on each is marked",
		Row: func(r row) string { return r.attrs },
		Columns: []lab.Column[row]{{Head: "Strategy", Text: true,
			Cell: func(r row) lab.Cell { return lab.Cell{Head: true, HTML: r.head, Tip: r.tip} }}},
	}
	for i, x := range list {
		t.Columns = append(t.Columns, lab.Column[row]{Head: lab.Esc(x.Name), Unit: numeral.Resamples(x.Report.Done),
			Cell: func(r row) lab.Cell {
				c := r.cells[i]
				c.Attrs = ` data-trace="` + lab.Esc(x.Name) + `"`
				return c
			}})
	}
	v.Lab.Browser.Draw(hostSide, `<h2 class="eyebrow">Side by side</h2><p class="side-sentence">`+lab.Esc(sideSentence(list))+`</p>`+
		lab.Scroll("Strategies side by side", t.HTML(rows))+
		`<p class="figure-tools">`+lab.Tool("online-csv", "", "", "CSV of all logs")+`</p>`+votes(list))
}

// bestOf is the strategy that did best on a log, as an index; fixed orders do
// not stand. -1: none has a figure.
func bestOf(x *online.Report) int {
	best, least := -1, math.Inf(1)
	for i, v := range x.Strategies {
		if change, _, _ := v.Leading(); v.Period != study.None && float64(change) < least {
			best, least = i, float64(change)
		}
	}
	return best
}

// sideSentence says what the logs have in common.
func sideSentence(list []online.Trace) string {
	wins, least, n := map[int]int{}, "", strconv.Itoa(len(list))
	var everywhere []string
	for _, x := range list {
		wins[bestOf(x.Report)]++
	}
	for i, x := range list[0].Report.Strategies {
		all := x.Period != study.None
		for _, l := range list {
			all = all && l.Report.Strategies[i].Shown == report.Less
		}
		if all {
			everywhere = append(everywhere, x.Label())
		}
		if wins[i] == len(list) {
			least = "The strategy " + x.Label() + ", waits least on all " + n + " logs. "
		}
	}
	if len(everywhere) == 0 {
		return least + "No strategy was shown better than " + online.Baseline + " on all " + n + " logs."
	}
	return least + "Shown better than " + online.Baseline + " on each of the " + n + " logs: " + strings.Join(everywhere, "; ") + "."
}

// votes are the tables of parameters that the logs choose for each other.
func votes(list []online.Trace) string {
	var b strings.Builder
	for _, c := range list[0].Report.Contests() {
		ballots := online.Vote(list, c.Strategy, c.Period)
		if len(ballots) == 0 {
			continue
		}
		name := func(s string) lab.Cell { return lab.Cell{HTML: lab.Esc(s)} }
		t := lab.Table[online.Ballot]{ID: "votes-" + c.Strategy + "-" + online.PeriodName(c.Period), Class: "plain votes",
			Caption: lab.Esc("Which " + c.Strategy + ", choosing " + online.Chooses(c.Period) +
				"? What each log would choose for itself on its resamples of odd number, told of those of even number, and what the " +
				"others would choose for it (leave-one-log-out): only the latter can be known beforehand"),
			Row: func(x online.Ballot) string { return ` data-trace="` + lab.Esc(x.Trace) + `"` },
			Columns: []lab.Column[online.Ballot]{
				{Head: "Log", Text: true, Cell: func(x online.Ballot) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(x.Trace)} }},
				{Head: "its own", Cell: func(x online.Ballot) lab.Cell { return name(x.Own) }},
				{Head: "change", Cell: func(x online.Ballot) lab.Cell { return lab.Number(x.OwnChange, numeral.Change(x.OwnChange)) }},
				{Head: "the others'", Cell: func(x online.Ballot) lab.Cell { return name(x.Others) }},
				{Head: "change", Cell: func(x online.Ballot) lab.Cell { return lab.Number(x.Change, numeral.Change(x.Change)) }},
			}}
		b.WriteString(lab.Scroll("What each log would choose", t.HTML(ballots)))
	}
	return b.String()
}
