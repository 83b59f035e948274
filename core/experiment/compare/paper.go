package compare

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	s := &r.Source
	p, usual, proposed := &r.Plan, Default(), Default()
	f := r.Forest(s.Name)
	beside := r.Published()
	for i := range f.Rows {
		f.Rows[i].Asides = published.AsidesOf(beside.Find(f.Rows[i].Name, study.None))
	}
	f.Aside = published.AsideWords(beside)
	x := &paper.Paper{
		Kind: "Queue orders compared", Log: s.Name, Digest: r.Digest, Answer: r.Sentence(), Logged: r.Logged(),
		Figures: []paper.Figure{paper.Forest(f)},
		Table:   r.Table(), Note: r.Note(), Methods: r.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), s.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	if n := r.Named; n != nil && n.Low.Known() {
		x.Cautions = append(x.Cautions, n.Least(n.Order))
	}
	for _, w := range r.Warnings {
		x.Cautions = append(x.Cautions, w.Words)
	}
	return x
}

// Table is the table of orders in words, with its head.
func (r *Report) Table() [][]string {
	rows := [][]string{{"order", "change", "log's weeks", "simulation", "won", "best", "AvgWait", "MaxWait", "MaxMaxWait", "AvgBsld",
		"utilization"}}
	f := func(x report.Float, digits int) string { return strconv.FormatFloat(float64(x), 'f', digits, 64) }
	for _, o := range r.Ranked() {
		row := []string{o.Order, numeral.Change(o.Change), numeral.Interval(o.Low, o.High), numeral.Interval(o.SimLow, o.SimHigh),
			f(o.Wins, -1),
			f(o.Best, 1), f(o.AvgWait, 1), f(o.MaxWait, 0), strconv.FormatInt(o.MaxMaxWait, 10), f(o.AvgBsld, 2), f(o.Utilization, 4)}
		if o.Order == r.Baseline().Order {
			row[1], row[4] = "baseline", "–"
			row[2], row[3] = "", ""
		}
		rows = append(rows, row)
	}
	return rows
}

// Note says what the table's figures are.
func (r *Report) Note() string {
	return "Waits in seconds; change of total waiting against " + r.Baseline().Order + report.IntervalsNote(r.Bounded(), r.ByWeeks(),
		"how far other weeks of this machine could lie", "resamples")
}

// Forest is the chart of orders beside the baseline, of a log of that name.
func (r *Report) Forest(log string) plot.Forest {
	base := r.Baseline()
	f := plot.Forest{Axis: "change in total waiting against " + base.Order}
	f.Title, f.Subtitle = r.Finding(), r.Setting(log)
	for _, o := range r.Ranked() {
		low, high, byWeeks := o.Interval()
		row := plot.ForestRow{Name: o.Order, Mid: float64(o.Change), Low: float64(low), High: float64(high),
			Undefined: math.IsNaN(float64(o.Change)), Baseline: o.Order == base.Order}
		if byWeeks {
			row.SimLow, row.SimHigh = float64(o.SimLow), float64(o.SimHigh)
		}
		row.Best = r.Named != nil && o.Order == r.Named.Order && r.Named.Shown() == report.Less
		if !row.Baseline && r.Done > 1 {
			row.Note = "better in " + strconv.FormatFloat(float64(o.Wins), 'f', -1, 64) + " of " + strconv.Itoa(r.Done)
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// Finding is the title of that chart.
func (r *Report) Finding() string {
	less, more := 0, 0
	for _, o := range r.Orders[1:] {
		switch o.Shown {
		case report.Less:
			less++
		case report.More:
			more++
		}
	}
	switch base := r.Baseline(); {
	case base.AvgWait == 0:
		return "Nobody waits under " + base.Order + ": there is nothing to compare"
	case r.AsLogged.Nothing(base.Order, base.AvgWait) != "":
		return "Hardly anybody waits under " + base.Order + ": there is nothing to gain"
	case len(r.Orders) < 2:
		return "Only " + base.Order + " was chosen: there is nothing to compare it with"
	case r.short() != "":
		return report.Title(r.short())
	case r.Plan.Once():
		return numeral.Capital(report.Once(&r.Plan.Workload)) + ", once: nothing can be concluded from one trace alone"
	case r.Done < 2:
		return "One resample: nothing can be concluded yet"
	default:
		return report.Headline(less, more, len(r.Orders)-1, "order", "orders", base.Order, r.ByWeeks())
	}
}

// Setting says under which conditions the figures were made, of a log of that name.
func (r *Report) Setting(log string) string {
	p := &r.Plan
	s := log + ", " + report.Scheduler(p.Backfilling, p.Backfill, p.Promises, p.Limits, p.Threshold)
	if p.Once() {
		return s + "; " + report.Once(&p.Workload)
	}
	return s + "; pooled over " + numeral.Resamples(r.Done) + " of " + numeral.Weeks(p.Weeks) + report.After("; bars: ", r.IntervalShort())
}
