package ui

import (
	"html"
	"math"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/plot"
	"shadowtime/core/report"
)

// Hosts: elements of the page whose content is drawn as one string.
const (
	hostLesson   = "lesson"
	hostSpark    = "spark"
	hostLoad     = "load"
	hostHours    = "hours"
	hostSizes    = "sizes"
	hostRuns     = "runs"
	hostRequests = "requests"
	hostReport   = "report"
	hostVerdict  = "verdict"
	hostForest   = "forest"
	hostTable    = "table"
)

func esc(s string) string { return html.EscapeString(s) }

// share is n of total as a fraction, 0 of nothing.
func share(n, total int64) float64 {
	if total == 0 {
		return 0
	}
	return float64(n) / float64(total)
}

// ---- trace

func (a *App) drawTrace() {
	o := a.Trace.Overview
	w := a.Browser.Width()
	spark := plot.Spark{Values: o.Week, Ref: 1, Unit: plot.Percent, Hue: "--accent"}
	spark.Title = "Offered load by week"
	spark.Width, spark.Height = 96, 28
	a.Browser.Draw(hostSpark, spark.SVG())
	if o.Jobs == 0 {
		for _, h := range []string{hostLoad, hostHours, hostSizes, hostRuns, hostRequests} {
			a.Browser.Draw(h, "")
		}
		return
	}
	half := w
	if w >= 760 {
		half = (w - 48) / 2
	}
	a.Browser.Draw(hostLoad, loadChart(o, w))
	a.Browser.Draw(hostHours, hoursChart(o, half))
	a.Browser.Draw(hostSizes, sizesChart(o, half))
	a.Browser.Draw(hostRuns, runsChart(o, half))
	a.Browser.Draw(hostRequests, requestsChart(o, half))
}

func loadChart(o *overview.Overview, w int) string {
	c := plot.Line{Series: []plot.Series{{Label: "offered load", Hue: "--accent", Values: o.Week}},
		First: 1, X: "week", XUnit: plot.Whole, Y: "offered load", YUnit: plot.Percent, Area: true}
	if peak := maxOf(o.Week); peak > 0.75 {
		c.Refs = []plot.Ref{{At: 1, Label: "the whole machine"}}
	}
	c.Title = "The jobs ask for " + report.Share(o.Load) + " of the machine on average"
	c.Subtitle = "offered load = processors × run time of the jobs submitted in a week, as a share of what the machine can give"
	c.Width, c.Height = w, 260
	if mark := calendarTicks(o); len(mark) > 0 {
		c.Ticks, c.X = mark, "week, by the date it begins"
	}
	return c.SVG()
}

// calendarTicks labels the weeks by their dates where the log has a clock.
func calendarTicks(o *overview.Overview) []plot.Tick {
	if o.Calendar.Unix == 0 || len(o.Week) < 4 {
		return nil
	}
	step := (len(o.Week) + 5) / 6
	var ticks []plot.Tick
	for i := 0; i < len(o.Week); i += step {
		at := time.Unix(o.Calendar.Unix+o.Calendar.Offset+o.From+int64(i)*job.Week, 0).UTC()
		ticks = append(ticks, plot.Tick{At: float64(i + 1), Label: at.Format("2 Jan 2006")})
	}
	return ticks
}

func maxOf(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, x)
	}
	return m
}

func hoursChart(o *overview.Overview, w int) string {
	var c plot.Heat
	peak, at := int64(-1), 0
	night, day := int64(0), int64(0)
	for h, n := range o.Hour {
		c.Values[h/24][h%24] = float64(n)
		if n > peak {
			peak, at = n, h
		}
		if h%24 >= 8 && h%24 < 20 && h/24 < 5 {
			day += n
		} else {
			night += n
		}
	}
	c.Of, c.Unit = "submissions", plot.Whole
	days := [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	c.Title = report.Share(share(day, day+night)) + " of jobs come on weekdays from 8 to 20 h"
	c.Subtitle = "submissions by hour of week; most on " + days[at/24] + " at " + strconv.Itoa(at%24) + " h"
	if o.Calendar.Unix == 0 || strings.HasPrefix(o.Calendar.Source, "weeks counted") {
		c.Title = "Submissions by hour of week"
		c.Subtitle = "the log has no calendar: day 1 begins with the first submit, shown as Monday"
	}
	c.Width = w
	return c.SVG()
}

// bars turns bins into a chart of the jobs' shares; the last argument writes
// a bin's label.
func bars(bins []overview.Bin, jobs int, label func(b overview.Bin) string) []plot.Bin {
	var out []plot.Bin
	for _, b := range bins {
		out = append(out, plot.Bin{Label: label(b), Share: share(b.Jobs, int64(jobs)), Count: float64(b.Jobs)})
	}
	return out
}

func sizesChart(o *overview.Overview, w int) string {
	bins := o.Size
	for len(bins) > 1 && bins[len(bins)-1].Jobs == 0 {
		bins = bins[:len(bins)-1]
	}
	c := plot.Bars{Bins: bars(bins, o.Jobs, func(b overview.Bin) string {
		if b.Low == b.High {
			return compact(b.Low)
		}
		return compact(b.Low) + "–" + compact(b.High)
	}), Axis: "processors q", Share: "share of jobs", Of: "jobs", Hue: "--size"}
	work := 0.0
	wide := 0.0
	for _, b := range bins {
		work += b.Work
		if b.Low*4 >= o.Procs {
			wide += b.Work
		}
	}
	c.Title = report.Share(share(o.Size[0].Jobs, int64(o.Jobs))) + " of jobs ask for one processor"
	c.Subtitle = "jobs of a quarter of the machine and more hold " + report.Share(wide/work) + " of the work"
	if !(work > 0) {
		c.Subtitle = "requested processors, by powers of two"
	}
	c.Width, c.Height = w, 250
	return c.SVG()
}

// compact writes a number of processors briefly: 2048 is "2k".
func compact(n int64) string {
	switch {
	case n >= 1_000_000:
		return strconv.FormatInt(n/1_000_000, 10) + "M"
	case n >= 10_000:
		return strconv.FormatInt(n/1000, 10) + "k"
	}
	return strconv.FormatInt(n, 10)
}

func runsChart(o *overview.Overview, w int) string {
	bins := o.Run
	for len(bins) > 1 && bins[len(bins)-1].Jobs == 0 {
		bins = bins[:len(bins)-1]
	}
	c := plot.Bars{Bins: bars(bins, o.Jobs, func(b overview.Bin) string {
		switch {
		case b.Low == 0:
			return "0 s"
		case b.High > 1<<60:
			return "> " + brief(b.Low)
		}
		return "< " + brief(b.High)
	}), Axis: "run time p", Share: "share of jobs", Of: "jobs", Hue: "--time"}
	short := int64(0)
	for _, b := range o.Run {
		if b.High <= 900 {
			short += b.Jobs
		}
	}
	c.Title = report.Share(share(short, int64(o.Jobs))) + " of jobs run less than 15 minutes"
	c.Subtitle = "run times, each bar from the one before it"
	c.Width, c.Height = w, 250
	return c.SVG()
}

// brief writes a class bound: 15 min, 4 h, 3 d.
func brief(s int64) string {
	switch {
	case s < 60:
		return strconv.FormatInt(s, 10) + " s"
	case s < 3600:
		return strconv.FormatInt(s/60, 10) + " min"
	case s < 2*job.Day-1 && s != job.Day:
		return strconv.FormatInt(s/3600, 10) + " h"
	}
	return strconv.FormatInt(s/job.Day, 10) + " d"
}

func requestsChart(o *overview.Overview, w int) string {
	c := plot.Bars{Axis: "share of the requested time that was used, p / p̃", Share: "share of jobs", Of: "jobs", Hue: "--ratio"}
	n := len(o.Accuracy) - 1
	half := int64(0)
	for i, b := range o.Accuracy {
		label := strconv.Itoa(100*i/n) + "–" + strconv.Itoa(100*(i+1)/n) + " %"
		if i == n {
			label = "all of it"
		}
		c.Bins = append(c.Bins, plot.Bin{Label: label, Share: share(b.Jobs, int64(o.Jobs)), Count: float64(b.Jobs)})
		if i < n/2 {
			half += b.Jobs
		}
	}
	if w < 700 {
		c.Bins = fewer(c.Bins, n)
	}
	c.Title = report.Share(share(half, int64(o.Jobs))) + " of jobs use less than half the time they ask for"
	c.Subtitle = report.Share(share(int64(o.AtLimit), int64(o.Jobs))) + " use all of it, or came without a request"
	c.Width, c.Height = w, 250
	return c.SVG()
}

// fewer joins twentieths to fifths, so that labels fit; the last bin stays.
func fewer(bins []plot.Bin, n int) []plot.Bin {
	var out []plot.Bin
	for i := 0; i < n; i += 4 {
		b := plot.Bin{Label: strconv.Itoa(100*i/n) + "–" + strconv.Itoa(100*(i+4)/n) + " %"}
		for _, x := range bins[i : i+4] {
			b.Share += x.Share
			b.Count += x.Count
		}
		out = append(out, b)
	}
	return append(out, bins[n])
}

// ---- import report

func (a *App) drawReport() {
	s, c := a.Summary, a.Trace.Cleaning
	var b strings.Builder
	b.WriteString(`<table class="plain"><caption>Jobs left out, by reason</caption><thead><tr><th scope="col">Reason</th><th scope="col" class="num">Jobs</th></tr></thead><tbody>`)
	row := func(words string, n int) {
		b.WriteString(`<tr><th scope="row">` + esc(words) + `</th><td class="num">` + report.Count(int64(n)) + `</td></tr>`)
	}
	if s.Bad > 0 {
		row("the line could not be read", s.Bad)
	}
	for _, d := range c.Dropped {
		row(d.Reason.Words(), d.N)
	}
	if s.Bad == 0 && len(c.Dropped) == 0 {
		b.WriteString(`<tr><th scope="row">none: every job is simulated</th><td class="num">0</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	if faults := append(append([]job.Fault(nil), s.Faults...), c.Faults...); len(faults) > 0 {
		b.WriteString(`<div class="scroll"><table class="plain"><caption>The first lines at fault</caption><thead><tr><th scope="col" class="num">Line</th><th scope="col">Field</th><th scope="col">Found</th><th scope="col">Why</th></tr></thead><tbody>`)
		for _, f := range faults {
			b.WriteString(`<tr><td class="num">` + strconv.Itoa(f.Line) + `</td><td>` + esc(f.Field) + `</td><td><code>` + esc(f.Text) + `</code></td><td>` + esc(f.Why) + `</td></tr>`)
		}
		b.WriteString(`</tbody></table></div>`)
	}
	notes := append([]string(nil), s.Notes...)
	for _, n := range []struct {
		n     int
		words string
	}{
		{c.Extended, "ran longer than they asked for: their request was raised to the run time"},
		{c.Killed, "ran longer than they asked for: their run was cut to the request"},
		{c.NoRequest, "have no requested time: their run time stands for it"},
	} {
		if n.n > 0 {
			notes = append(notes, report.Count(int64(n.n))+" jobs "+n.words)
		}
	}
	notes = append(notes, a.Trace.Overview.Calendar.Source)
	b.WriteString(`<ul class="notes">`)
	for _, n := range notes {
		b.WriteString(`<li>` + esc(n) + `</li>`)
	}
	b.WriteString(`</ul>`)
	if len(s.Pairs) > 0 {
		b.WriteString(`<dl class="source">`)
		for _, p := range s.Pairs {
			b.WriteString(`<dt>` + esc(p.Key) + `</dt><dd>` + esc(p.Value) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	a.Browser.Draw(hostReport, b.String())
}

// ---- answer

func (a *App) drawAnswer() {
	a.Browser.Draw(hostVerdict, `<p>`+esc(a.sentence())+`</p>`)
	if a.Report == nil {
		a.Browser.Draw(hostForest, "")
		a.Browser.Draw(hostTable, "")
		return
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

func (c column) value(o *report.Order) float64 {
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
			change := esc(report.Percent(o.Change))
			if i := report.Interval(o); i != "" {
				change += ` <span class="ci">` + esc(i) + `</span>`
			}
			b.WriteString(cell(o.Change, change) + cell(o.Wins, wins(o.Wins)))
		}
		b.WriteString(cell(o.Best, esc(strconv.FormatFloat(math.Round(float64(o.Best)*10)/10, 'f', -1, 64))))
		b.WriteString(cell(o.AvgWait, esc(report.Duration(float64(o.AvgWait)))))
		b.WriteString(cell(o.MaxWait, esc(report.Duration(float64(o.MaxWait)))))
		b.WriteString(cell(report.Float(o.MaxMaxWait), esc(report.Duration(float64(o.MaxMaxWait)))))
		b.WriteString(cell(o.AvgBsld, esc(plot.FormatNumber(float64(o.AvgBsld)))))
		b.WriteString(cell(o.Utilization, esc(plot.FormatPercent(float64(o.Utilization), 1))))
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

// swatch is the order's mark, as in the charts.
func swatch(name string) string {
	m := plot.Style(name)
	fill := m.CSS()
	if m.Hollow {
		fill = "none"
	}
	return `<svg class="swatch" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="4" fill="` + fill + `" stroke="` + m.CSS() + `" stroke-width="2"/></svg>`
}

func (a *App) sorted() []report.Order {
	rows := a.Report.Ranked()
	less := func(x, y *report.Order) bool {
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

// ---- downloads

// SaveCSV, SaveSVG and SavePNG hand out the evidence as files.
func (a *App) SaveCSV() {
	if a.Report != nil {
		a.Browser.Download(a.fileName("csv"), "text/csv", []byte(a.Report.CSV()))
	}
}

func (a *App) SaveSVG() {
	if a.Report != nil {
		a.Browser.Download(a.fileName("svg"), "image/svg+xml", []byte(a.forest(900, true)))
	}
}

func (a *App) SavePNG() {
	if a.Report != nil {
		a.Browser.DownloadPNG(a.fileName("png"), a.forest(900, true))
	}
}

func (a *App) fileName(ending string) string {
	return "shadowtime-" + a.Summary.Name + "-compare." + ending
}
