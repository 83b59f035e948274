package ui

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/comparison"
	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
)

func (a *App) drawAnswer() {
	a.Browser.Draw(hostVerdict, `<p>`+esc(a.sentence())+`</p>`)
	if a.Report == nil {
		a.Browser.Draw(hostForest, "")
		a.Browser.Draw(hostTable, "")
		a.drawEvidence()
		return
	}
	if now := a.Browser.Now(); a.State != Running || a.explained == nil || now-a.run.explain > 2 {
		a.drawEvidence()
		a.run.explain = a.Browser.Now()
	}
	a.Browser.Draw(hostForest, a.forest(a.Browser.Width(), false))
	a.Browser.Draw(hostTable, a.table())
}

// forest is the chart of paired changes.
func (a *App) forest(width int, standalone bool) string {
	r := a.Report
	var f plot.Forest
	base := r.Baseline()
	for i, o := range r.Ranked() {
		row := plot.ForestRow{Name: o.Order, Mid: float64(o.Change), Low: float64(o.Low), High: float64(o.High),
			Undefined: math.IsNaN(float64(o.Change)), Baseline: o.Order == base.Order}
		row.Best = i == 0 && o.Change < 0 && o.High < 0
		if !row.Baseline {
			row.Note = "better in " + wins(o.Wins) + " of " + strconv.Itoa(r.Done)
		}
		f.Rows = append(f.Rows, row)
	}
	f.Axis = "change in total waiting against " + base.Order
	f.Title = a.forestTitle()
	f.Subtitle = a.setting()
	f.Width, f.Standalone = width, standalone
	return f.SVG()
}

// forestTitle states the finding.
func (a *App) forestTitle() string {
	r := a.Report
	less, more := 0, 0
	for _, o := range r.Orders[1:] {
		switch {
		case o.High < 0:
			less++
		case o.Low > 0:
			more++
		}
	}
	n := len(r.Orders) - 1
	base := r.Baseline().Order
	if r.Done < 2 {
		return "One resample: nothing can be concluded yet"
	}
	switch {
	case less == 0 && more == 0:
		return "No order can be told from " + base
	case less == 0:
		return "No order makes jobs wait less than " + base + ", " + strconv.Itoa(more) + " of " + strconv.Itoa(n) + " make them wait more"
	case more == 0:
		return strconv.Itoa(less) + " of " + strconv.Itoa(n) + " orders make jobs wait less than " + base
	}
	return strconv.Itoa(less) + " of " + strconv.Itoa(n) + " orders make jobs wait less than " + base + ", " + strconv.Itoa(more) + " make them wait more"
}

// setting says under which conditions the figures were made.
func (a *App) setting() string {
	p := a.Report.Plan
	s := a.Summary.Name + ", EASY"
	if p.Threshold >= 0 {
		s += " with a threshold of " + strconv.FormatInt(int64(p.Threshold)/3600, 10) + " h"
	} else {
		s += " without threshold"
	}
	return s + "; pooled over " + strconv.Itoa(a.Report.Done) + " resamples of " + strconv.Itoa(p.Weeks) + " weeks, bars are 95 % bootstrap intervals"
}

func wins(f report.Float) string { return strconv.FormatFloat(float64(f), 'f', -1, 64) }

// column is a column of the results table, by which it is sorted.
type column int

const (
	byOrder column = iota
	byChange
	byWins
	byBest
	byAvgWait
	byMaxWait
	byMaxMaxWait
	byBsld
	byUtilization
	columns
)

var columnHeads = [columns]struct{ name, unit, key, tip string }{
	{"Order", "", "order", "queue order of EASY: the front of the queue gets the reservation, the rest may backfill in the same order"},
	{"Change in waiting", "95 % interval", "change", "total wait over all resamples, relative to the baseline: Σ(W − W₀) / ΣW₀; negative is less waiting"},
	{"Won", "resamples", "wins", "resamples in which the total wait is less than the baseline's; a tie counts one half"},
	{"Best", "resamples", "best", "resamples in which the total wait is the least of all orders; ties are shared"},
	{"AvgWait", "", "avgwait", "mean wait of a job, over all jobs of all resamples: wait = start − submit"},
	{"MaxWait", "mean", "maxwait", "the longest wait of a resample, mean over resamples"},
	{"MaxWait", "of all", "maxmaxwait", "the longest wait of all resamples"},
	{"Bounded slowdown", "mean", "bsld", "mean of max(1, (wait + p) / max(p, τ))"},
	{"Utilization", "mean", "utilization", "Σ q p / (m × time from the first submit to the last end), mean over resamples"},
}

func (c column) value(o *comparison.Order) float64 {
	switch c {
	case byChange:
		return float64(o.Change)
	case byWins:
		return float64(o.Wins)
	case byBest:
		return float64(o.Best)
	case byAvgWait:
		return float64(o.AvgWait)
	case byMaxWait:
		return float64(o.MaxWait)
	case byMaxMaxWait:
		return float64(o.MaxMaxWait)
	case byBsld:
		return float64(o.AvgBsld)
	case byUtilization:
		return float64(o.Utilization)
	}
	return 0
}

// Act does what a control inside a host asks for.
func (a *App) Act(what, arg string) {
	switch what {
	case "sort":
		a.SortBy(arg)
	case "side-csv":
		a.SaveSide()
	case "online-csv":
		a.online.saveSide()
	case "story-at":
		a.online.theatre.seek(arg)
	default:
		a.tuning.act(what, arg)
	}
}

// SortBy sorts the table by a column's key; the same key again turns it round.
func (a *App) SortBy(key string) {
	for c, h := range columnHeads {
		if h.key == key {
			if a.sort == column(c) {
				a.down = !a.down
			} else {
				a.sort, a.down = column(c), false
			}
			a.Browser.Draw(hostTable, a.table())
			a.Browser.Focus("sort-" + key)
			return
		}
	}
}

// table is the results table: one row an order.
func (a *App) table() string {
	r := a.Report
	rows := a.sorted()
	base := r.Baseline().Order
	var b strings.Builder
	b.WriteString(`<table id="results"><caption>All figures of the comparison; a press on a heading sorts</caption><thead><tr>`)
	for c, h := range columnHeads {
		aria, arrow := "none", ""
		if column(c) == a.sort {
			aria, arrow = "ascending", " ↑"
			if a.down {
				aria, arrow = "descending", " ↓"
			}
		}
		class := ` class="num"`
		if c == 0 {
			class = ""
		}
		tip := h.tip
		if column(c) == byBsld {
			tip += " with τ = " + strconv.FormatInt(r.Plan.Tau, 10) + " s"
		}
		b.WriteString(`<th scope="col"` + class + ` aria-sort="` + aria + `"><button type="button" id="sort-` + h.key + `" data-act="sort" data-arg="` + h.key + `" title="` + esc(tip) + `">` + h.name + arrow)
		if h.unit != "" {
			b.WriteString(`<small>` + h.unit + `</small>`)
		}
		b.WriteString(`</button></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, o := range rows {
		b.WriteString(`<tr data-order="` + esc(o.Order) + `"`)
		if o.Order == base {
			b.WriteString(` class="baseline"`)
		}
		b.WriteString(`><th scope="row">` + swatch(o.Order) + `<span title="` + esc(orderTip(o.Order)) + `">` + esc(o.Order) + `</span></th>`)
		if o.Order == base {
			b.WriteString(cell(0, `baseline`) + cell(0, `–`))
		} else {
			change := esc(figure.Change(o.Change))
			if i := figure.Interval(o.Low, o.High); i != "" {
				change += ` <span class="ci">` + esc(i) + `</span>`
			}
			precision, won := a.surety(o.Order)
			b.WriteString(told(cell(o.Change, change), precision) + told(cell(o.Wins, wins(o.Wins)), won))
		}
		b.WriteString(cell(o.Best, esc(strconv.FormatFloat(math.Round(float64(o.Best)*10)/10, 'f', -1, 64))))
		b.WriteString(cell(o.AvgWait, esc(figure.Duration(float64(o.AvgWait)))))
		b.WriteString(cell(o.MaxWait, esc(figure.Duration(float64(o.MaxWait)))))
		b.WriteString(cell(report.Float(o.MaxMaxWait), esc(figure.Duration(float64(o.MaxMaxWait)))))
		b.WriteString(cell(o.AvgBsld, esc(figure.Number(float64(o.AvgBsld)))))
		b.WriteString(cell(o.Utilization, esc(figure.Percent(float64(o.Utilization), 1))))
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// cell is a figure for people that carries the exact one for programs.
func cell(v report.Float, words string) string {
	exact := ""
	if x := float64(v); !math.IsNaN(x) {
		exact = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return `<td class="num" data-value="` + exact + `">` + words + `</td>`
}

// told is a cell that says more on demand.
func told(cell, tip string) string {
	if tip == "" {
		return cell
	}
	return strings.Replace(cell, "<td ", `<td title="`+esc(tip)+`" `, 1)
}

// surety says how precise an order's change is, and how sure its wins are.
func (a *App) surety(name string) (precision, won string) {
	if a.explained == nil {
		return "", ""
	}
	for i, o := range a.explained.Orders {
		if o != name {
			continue
		}
		x := a.explained.Paired[i]
		percent := func(f report.Float) string { return figure.Percent(float64(f), 0) }
		if !math.IsNaN(float64(x.Won)) {
			won = "won " + percent(x.Won) + " of the resamples; 95 % interval " + percent(x.WonLow) + " to " + percent(x.WonHigh) + " (exact, ties one half)"
		}
		if x.Needed > 0 {
			precision = "about " + figure.Count(x.Needed) + " resamples give ±1 percentage point"
		}
		if !math.IsNaN(float64(x.Correlation)) {
			if precision != "" {
				precision += "; "
			}
			precision += "total waits correlate with the baseline's over resamples at " + figure.Number(math.Round(float64(x.Correlation)*100)/100)
		}
	}
	return precision, won
}

// swatch is the order's mark, as in the charts.
func swatch(name string) string {
	m := plot.Style(name)
	fill := m.CSS()
	if m.Hollow {
		fill = "none"
	}
	return `<svg class="swatch" width="12" height="12" viewBox="-7 -7 14 14" aria-hidden="true"><path d="M0 0` + m.Path() + `" fill="` + fill + `" stroke="` + m.CSS() + `" stroke-width="2"/></svg>`
}

func (a *App) sorted() []comparison.Order {
	rows := a.Report.Ranked()
	less := func(x, y *comparison.Order) bool {
		if a.sort == byOrder {
			return x.Order < y.Order
		}
		u, v := a.sort.value(x), a.sort.value(y)
		return u < v || math.IsNaN(v) && !math.IsNaN(u)
	}
	for i := 1; i < len(rows); i++ { // a dozen rows, stable
		for j := i; j > 0; j-- {
			x, y := &rows[j], &rows[j-1]
			if a.down {
				x, y = y, x
			}
			if !less(x, y) {
				break
			}
			rows[j], rows[j-1] = rows[j-1], rows[j]
		}
	}
	return rows
}
