package ui

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/comparison"
	"shadowtime/core/figure"
)

// side are the reports of the plan on all loaded traces of which something is
// known.
func (a *App) side() comparison.Side {
	var s comparison.Side
	for _, o := range a.Shelf {
		p, err := a.planOn(o)
		if err != nil {
			return nil
		}
		if rows, _ := a.rowsOn(o, p); len(rows) > 1 {
			s = append(s, comparison.Named{Name: o.Summary.Name, Report: o.merge(p, rows)})
		}
	}
	return s
}

// drawSide draws the table of traces and orders, when there are traces to set
// side by side.
func (a *App) drawSide() {
	var s comparison.Side
	if len(a.Shelf) > 1 {
		s = a.side()
	}
	if len(s) < 2 {
		a.Browser.Draw(hostSide, "")
		return
	}
	r := s[0].Report
	var b strings.Builder
	b.WriteString(`<h2 class="eyebrow">Side by side</h2><p class="side-sentence">` + esc(s.Sentence()) + `</p>`)
	b.WriteString(`<div class="scroll"><table id="side"><caption>Change of total waiting against ` + esc(r.Plan.Baseline) +
		` on each log, with 95 % intervals; the best of each row is marked</caption><thead><tr><th scope="col">Log</th>`)
	for _, o := range r.Orders[1:] {
		b.WriteString(`<th scope="col" class="num">` + swatch(o.Order) + `<span title="` + esc(orderTip(o.Order)) + `">` + esc(short(o.Order)) + `</span></th>`)
	}
	b.WriteString(`<th scope="col" class="num">resamples</th></tr></thead><tbody>`)
	for i, x := range s {
		b.WriteString(`<tr data-trace="` + esc(x.Name) + `"><th scope="row">` + esc(x.Name) + `</th>`)
		best := s.Best(i)
		for j, o := range x.Report.Orders[1:] {
			words := esc(figure.Change(o.Change))
			if best == j+1 {
				words = `<b class="best">` + words + `</b>`
			}
			if ci := figure.Interval(o.Low, o.High); ci != "" {
				words += `<small>` + esc(ci) + `</small>`
			}
			b.WriteString(strings.Replace(cell(o.Change, words), "<td ", `<td data-order="`+esc(o.Order)+`" style="`+tint(float64(o.Change))+`" `, 1))
		}
		b.WriteString(`<td class="num">` + strconv.Itoa(x.Report.Done) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table></div><p class="figure-tools"><button type="button" class="quiet" data-act="side-csv">CSV of all logs</button></p>`)
	a.Browser.Draw(hostSide, b.String())
}

// SaveSide hands out the table as a file.
func (a *App) SaveSide() {
	a.Browser.Download("shadowtime-side-by-side.csv", "text/csv", []byte(a.side().CSV()))
}

// tint is a background that says less or more waiting at a glance; the figure
// says it too.
func tint(change float64) string {
	if math.IsNaN(change) || change == 0 {
		return ""
	}
	share := strconv.FormatFloat(min(30, 60*math.Abs(change)), 'f', 0, 64)
	colour := "var(--time)"
	if change > 0 {
		colour = "var(--area)"
	}
	return "background:color-mix(in srgb," + colour + " " + share + "%,transparent)"
}

// short cuts the name of an order that is a formula.
func short(name string) string {
	if r := []rune(name); len(r) > 14 {
		return string(r[:13]) + "…"
	}
	return name
}
