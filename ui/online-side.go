package ui

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/online"
	"shadowtime/core/selection"
	"shadowtime/core/study"
)

// beside are the selections of the plan on all loaded traces of which
// something is known, with each order for good.
func (s *selecting) beside() (list, fixed []selection.Named) {
	for _, o := range s.app.Shelf {
		p, err := s.planOn(o)
		if err != nil {
			return nil, nil
		}
		if rows := firstRows(s.rows[o.selectionKey(p)], p.Resamples); len(rows) > 0 {
			x := selection.Merge(p, o.Summary.Digest, rows)
			list = append(list, selection.Named{Name: o.Summary.Name, Report: x})
			fixed = append(fixed, selection.Named{Name: o.Summary.Name, Report: selection.FixedOrders(x, rows)})
		}
	}
	return list, fixed
}

// drawSide draws the table of strategies and logs, and what the logs would
// choose for each other, when there are logs to set side by side.
func (s *selecting) drawSide() {
	var list, fixed []selection.Named
	if len(s.app.Shelf) > 1 {
		list, fixed = s.beside()
	}
	if len(list) < 2 {
		s.app.Browser.Draw(hostOnlineSide, "")
		return
	}
	var b strings.Builder
	b.WriteString(`<h2 class="eyebrow">Side by side</h2><p class="side-sentence">` + esc(sideSentence(list)) + `</p>` +
		`<div class="scroll"><table id="selection-side" class="plain"><caption>Change of total waiting against ` + online.Baseline +
		` on each log, with 95 % intervals; the best strategy of each log is marked</caption><thead><tr><th scope="col">Strategy</th>`)
	for _, x := range list {
		b.WriteString(`<th scope="col" class="num">` + esc(x.Name) + `<small>` + strconv.Itoa(x.Report.Done) + ` ` + plural(x.Report.Done, "resample", "resamples") + `</small></th>`)
	}
	b.WriteString(`</tr></thead><tbody><tr data-strategy="best"><th scope="row"><b>Best</b> in hindsight</th>`)
	for i, x := range list {
		h := fixed[i].Report.BestFixed()
		b.WriteString(beside(h, x.Name, swatch(x.Report.Best.Order)+esc(x.Report.Best.Order)+" "))
	}
	b.WriteString(`</tr>`)
	if ballots := selection.VoteOrder(fixed); len(ballots) > 0 {
		b.WriteString(`<tr data-strategy="voted"><th scope="row" title="leave-one-trace-out: the order that did best on most other logs">Best on the other logs</th>`)
		for _, v := range ballots {
			name := strings.TrimPrefix(v.Others, online.Fixed+":")
			b.WriteString(strings.Replace(cell(v.Change, swatch(name)+esc(name)+" "+esc(figure.Change(v.Change))), "<td ", `<td data-trace="`+esc(v.Trace)+`" `, 1))
		}
		b.WriteString(`</tr>`)
	}
	for i, row := range list[0].Report.Strategies {
		b.WriteString(`<tr data-strategy="` + esc(row.Strategy) + `" data-period="` + online.PeriodName(row.Period) + `"><th scope="row">` + swatch(row.Name()) + esc(label(row)) + `</th>`)
		for _, x := range list {
			mark := ""
			if best := bestOf(x.Report); best == i {
				mark = "best"
			}
			td := beside(x.Report.Strategies[i], x.Name, "")
			if mark != "" {
				td = strings.Replace(td, `class="num"`, `class="num best"`, 1)
			}
			b.WriteString(td)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div><p class="figure-tools"><button type="button" class="quiet" data-act="online-csv">CSV of all logs</button></p>`)
	b.WriteString(votes(list))
	s.app.Browser.Draw(hostOnlineSide, b.String())
}

// beside is a cell of the table.
func beside(x selection.Selected, trace, before string) string {
	words := before + esc(figure.Change(x.Change))
	if ci := x.Interval(); ci != "" {
		words += `<small>` + esc(ci) + `</small>`
	}
	return strings.Replace(cell(x.Change, words), "<td ", `<td data-trace="`+esc(trace)+`" style="`+tint(float64(x.Change))+`" `, 1)
}

// bestOf is the strategy that did best on a log, as an index; fixed orders do
// not stand. -1: none has a figure.
func bestOf(x *selection.Report) int {
	best, least := -1, math.Inf(1)
	for i, v := range x.Strategies {
		if v.Period != study.None && float64(v.Change) < least {
			best, least = i, float64(v.Change)
		}
	}
	return best
}

// sideSentence says what the logs have in common.
func sideSentence(list []selection.Named) string {
	wins := map[int]int{}
	var everywhere []string
	for _, x := range list {
		wins[bestOf(x.Report)]++
	}
	for i, x := range list[0].Report.Strategies {
		all := x.Period != study.None
		for _, l := range list {
			all = all && l.Report.Strategies[i].High < 0
		}
		if all {
			everywhere = append(everywhere, label(x))
		}
		if wins[i] == len(list) {
			return label(x) + ", does best on all " + strconv.Itoa(len(list)) + " logs."
		}
	}
	if len(everywhere) == 0 {
		return "No strategy is clearly better than " + online.Baseline + " on all " + strconv.Itoa(len(list)) + " logs."
	}
	return "Clearly better than " + online.Baseline + " on each of the " + strconv.Itoa(len(list)) + " logs: " + strings.Join(everywhere, "; ") + "."
}

// votes are the tables of parameters that the logs choose for each other.
func votes(list []selection.Named) string {
	var b strings.Builder
	for _, c := range list[0].Report.Contests() {
		ballots := selection.Vote(list, c.Strategy, c.Period)
		if len(ballots) == 0 {
			continue
		}
		b.WriteString(`<div class="scroll"><table class="plain votes" data-strategy="` + esc(c.Strategy) + `" data-period="` + online.PeriodName(c.Period) + `"><caption>` +
			esc("Which "+c.Strategy+", choosing "+chooses(c.Period)+"? What each log would choose for itself, and what the others would choose for it (leave-one-trace-out): only the latter can be known beforehand") +
			`</caption><thead><tr><th scope="col">Log</th><th scope="col" class="num">its own</th><th scope="col" class="num">change</th><th scope="col" class="num">the others'</th><th scope="col" class="num">change</th></tr></thead><tbody>`)
		for _, v := range ballots {
			b.WriteString(`<tr data-trace="` + esc(v.Trace) + `"><th scope="row">` + esc(v.Trace) + `</th><td class="num">` + esc(v.Own) + `</td>` + cell(v.OwnChange, esc(figure.Change(v.OwnChange))) +
				`<td class="num">` + esc(v.Others) + `</td>` + cell(v.Change, esc(figure.Change(v.Change))) + `</tr>`)
		}
		b.WriteString(`</tbody></table></div>`)
	}
	return b.String()
}

// saveSide hands out the table as a file.
func (s *selecting) saveSide() {
	list, _ := s.beside()
	s.app.Browser.Download("shadowtime-online-side-by-side.csv", "text/csv", []byte(selection.CSV(list)))
}
