package compare

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/comparison"
	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/ui/lab"
)

// chart is a view of the evidence: a chart and the table behind it.
type chart struct {
	key, tab string
	draw     func(v *look, f plot.Frame) string
	table    func(v *look) [][]string // a header and rows
	told     lab.Told
}

// look is what a figure is drawn from, and how it is looked at.
type look struct {
	report   *comparison.Report
	evidence *comparison.Evidence
	order    string // the order looked at, for figures of one order
	group    string // size, run, hour or user
	together together
}

// charts are the figures in the order of their tabs.
var charts = []chart{
	{"time", "Over time", drawCurves, curveTable, lab.Changes},
	{"matrix", "Who beats whom", drawMatrix, matrixTable, lab.Shares},
	{"scatter", "Average and longest wait", drawScatter, scatterTable, lab.Plainly},
	{"waits", "How long jobs wait", drawWaits, waitTable, lab.Shares},
	{"weeks", "Single weeks", drawWeeks, weekTable, lab.Shares},
	{"gains", "Who gains", drawGains, gainTable, lab.Changes},
	{"fair", "Who pays", drawFair, fairTable, lab.Plainly},
	{"kept", "Like the log?", drawKept, keptTable, lab.Plainly},
}

func (v *look) base() string { return v.report.Baseline().Order }
func (v *look) best() comparison.Order {
	for _, o := range v.report.Ranked() {
		if o.Order != v.base() {
			return o
		}
	}
	return v.report.Baseline()
}

// index is the place of an order in the evidence.
func (v *look) index(name string) int {
	for i, o := range v.evidence.Orders {
		if o == name {
			return i
		}
	}
	return 0
}

// ranked lists the places of orders from the least total wait to the most.
func (v *look) ranked() []int {
	var list []int
	for _, o := range v.report.Ranked() {
		list = append(list, v.index(o.Order))
	}
	return list
}

func (v *look) resamples() string { return lab.Resamples(v.report.Done) }

// ---- over time

func drawCurves(v *look, f plot.Frame) string {
	m := plot.Multiples{Frame: f}
	for _, i := range v.ranked() {
		if v.evidence.Orders[i] == v.base() {
			continue
		}
		b := v.evidence.Curves[i]
		n := len(b.Mean) - 1 // the last entry holds what ends after the last week
		m.Panels = append(m.Panels, plot.Line{
			Series: []plot.Series{{Name: v.evidence.Orders[i], Values: lab.Floats(b.Mean[:n]), Low: lab.Floats(b.Low[:n]), High: lab.Floats(b.High[:n])}},
			First:  1, X: "week", XUnit: plot.Whole, Y: "change in total waiting", YUnit: plot.Percent,
			Band: "10th to 90th percentile of resamples", Change: true,
		})
	}
	best := v.best()
	m.Title = "Over the weeks " + best.Order + " saves " + figure.Share(math.Abs(float64(best.Change))) + " of the waiting under " + v.base()
	if best.Change >= 0 {
		m.Title = "Over the weeks no order saves waiting against " + v.base()
	}
	m.Subtitle = "mean cumulative change in waiting, a job counted when it ends, as a share of the whole waiting under " + v.base() + "; " + v.resamples()
	if v.together.on {
		return drawTogether(v, f, m)
	}
	return m.SVG()
}

func curveTable(v *look) [][]string {
	rows := [][]string{{"week"}}
	for _, o := range v.evidence.Orders[1:] {
		rows[0] = append(rows[0], o, o+" p10", o+" p90")
	}
	for w := range v.evidence.Curves[0].Mean {
		row := []string{strconv.Itoa(w + 1)}
		for _, b := range v.evidence.Curves[1:] {
			row = append(row, lab.Digits(b.Mean[w]), lab.Digits(b.Low[w]), lab.Digits(b.High[w]))
		}
		rows = append(rows, row)
	}
	rows[len(rows)-1][0] = "later"
	return rows
}

// ---- who beats whom

func drawMatrix(v *look, f plot.Frame) string {
	m := plot.Matrix{Frame: f, Of: v.resamples()}
	list := v.ranked()
	all := 1.0
	for _, i := range list {
		m.Orders = append(m.Orders, plot.MatrixOrder{Name: v.evidence.Orders[i]})
		var row []float64
		for _, j := range list {
			row = append(row, float64(v.evidence.Beats[i][j]))
			if i == list[0] && i != j {
				all = min(all, float64(v.evidence.Beats[i][j]))
			}
		}
		m.Share = append(m.Share, row)
	}
	first := v.evidence.Orders[list[0]]
	m.Title = first + " waits less than each other order in " + figure.Share(all) + " of the resamples or more"
	if all < 0.5 {
		m.Title = "No order waits less than each other one in most resamples"
	}
	m.Subtitle = "share of " + v.resamples() + " in which the row's total wait is below the column's, percent; ties one half"
	return m.SVG()
}

func matrixTable(v *look) [][]string {
	rows := [][]string{append([]string{"order"}, v.evidence.Orders...)}
	for i, o := range v.evidence.Orders {
		row := []string{o}
		for j := range v.evidence.Orders {
			row = append(row, lab.Digits(v.evidence.Beats[i][j]))
		}
		rows = append(rows, row)
	}
	return rows
}

// ---- average and longest wait

func drawScatter(v *look, f plot.Frame) string {
	s := plot.Scatter{Frame: f, Change: true, XUnit: plot.Percent, YUnit: plot.Percent,
		X: "average wait against " + v.base(), Y: "longest wait against " + v.base(),
		Bars: "first to last decile of " + v.resamples()}
	for i, o := range v.evidence.Orders {
		p := v.evidence.Points[i]
		d := func(x report.Float) float64 { return float64(x) - 1 }
		s.Points = append(s.Points, plot.ScatterPoint{Name: o, X: d(p.Avg), Y: d(p.Max),
			XLow: d(p.AvgLow), XHigh: d(p.AvgHigh), YLow: d(p.MaxLow), YHigh: d(p.MaxHigh), Baseline: i == 0})
	}
	var front []string
	for _, i := range plot.Front(s.Points) {
		front = append(front, s.Points[i].Name)
	}
	s.Title = "Only " + strings.Join(front, ", ") + " are beaten by no order in both"
	if len(front) == 1 {
		s.Title = front[0] + " has the least average and the least longest wait"
	}
	s.Subtitle = "pooled over resamples, with deciles of single ones relative to " + v.base() + " on the same; less is better in both"
	if n := v.evidence.Idle; n > 0 {
		s.Subtitle += "; " + lab.Resamples(n) + " without any waiting not among the deciles"
	}
	return s.SVG()
}

func scatterTable(v *look) [][]string {
	rows := [][]string{{"order", "avg", "avg p10", "avg p90", "max", "max p10", "max p90"}}
	for i, o := range v.evidence.Orders {
		p := v.evidence.Points[i]
		rows = append(rows, []string{o, lab.Digits(p.Avg), lab.Digits(p.AvgLow), lab.Digits(p.AvgHigh), lab.Digits(p.Max), lab.Digits(p.MaxLow), lab.Digits(p.MaxHigh)})
	}
	return rows
}

// ---- how long jobs wait

// drawWaits compares the baseline with the order looked at: twelve curves
// would cover each other.
func drawWaits(v *look, f plot.Frame) string {
	e := plot.ECDF{Frame: f, Log: true, X: "wait", XUnit: plot.Seconds, Of: "share of jobs"}
	for _, i := range []int{0, v.index(v.order)} {
		if i == 0 && len(e.Series) > 0 {
			continue
		}
		e.Series = append(e.Series, plot.Sample{Name: v.evidence.Orders[i], Values: spread(v.evidence.Waits[i])})
	}
	at := func(i int, wait int64) float64 {
		c := v.evidence.Waits[i]
		share := 0.0
		for k, bound := range c.At {
			if bound <= wait {
				share = float64(c.Share[k])
			}
		}
		return share
	}
	j := v.index(v.order)
	e.Title = figure.Share(at(j, 0)) + " of jobs start at once under " + v.order + ", " + figure.Share(at(0, 0)) + " under " + v.base()
	e.Subtitle = "waits of all jobs of " + v.resamples() + "; within a day start " + figure.Share(at(j, 86400)) + " and " + figure.Share(at(0, 86400))
	return e.SVG()
}

// spread turns a cumulative distribution into values that have it, a
// thousandth of the jobs each.
func spread(c comparison.Curve) []float64 {
	const parts = 1000
	var v []float64
	for i, at := range c.At {
		for len(v) < int(math.Round(float64(c.Share[i])*parts)) {
			v = append(v, float64(at))
		}
	}
	return v
}

func waitTable(v *look) [][]string {
	rows := [][]string{{"order", "wait at most, s", "share of jobs"}}
	for i, o := range v.evidence.Orders {
		c := v.evidence.Waits[i]
		for k, at := range c.At {
			rows = append(rows, []string{o, strconv.FormatInt(at, 10), lab.Digits(c.Share[k])})
		}
	}
	return rows
}

// ---- single weeks

func drawWeeks(v *look, f plot.Frame) string {
	s := plot.Strips{Frame: f, Log: true, X: "average wait of a week's jobs", XUnit: plot.Seconds, Dot: "a week of a resample"}
	for _, i := range v.ranked() {
		s.Rows = append(s.Rows, plot.Sample{Name: v.evidence.Orders[i], Values: v.evidence.Weeks[i].Values})
	}
	b := v.evidence.Weeks[0]
	ratio := float64(b.P90) / float64(b.P10)
	s.Title = "One week proves nothing: under " + v.base() + " the average wait spreads " + figure.Number(ratio) + "-fold from week to week"
	if math.IsNaN(ratio) || math.IsInf(ratio, 0) {
		s.Title = "One week proves nothing: in some no job waits, in others all do"
	}
	s.Subtitle = "average wait by week of submit, all weeks of " + v.resamples() + "; the factor is from the first to the last decile"
	return s.SVG()
}

func weekTable(v *look) [][]string {
	rows := [][]string{{"order", "p10, s", "p25, s", "median, s", "p75, s", "p90, s"}}
	for i, o := range v.evidence.Orders {
		w := v.evidence.Weeks[i]
		rows = append(rows, []string{o, lab.Digits(w.P10), lab.Digits(w.P25), lab.Digits(w.Median), lab.Digits(w.P75), lab.Digits(w.P90)})
	}
	return rows
}

// ---- who gains

// groupKinds are the ways to group jobs, with their words.
var groupKinds = []struct{ key, words string }{
	{"size", "job size"}, {"run", "run time"}, {"hour", "hour of the week"}, {"day", "hour of the day"}, {"user", "user"},
}

// mostUsers bounds the rows of the figure by user: those that waited most.
const mostUsers = 24

func (v *look) groups() []comparison.Group {
	g := v.evidence.Groups
	switch v.group {
	case "run":
		return g.Run
	case "hour":
		return g.Hour
	case "day":
		return byDay(g.Hour)
	case "user":
		return g.User
	}
	return g.Size
}

func (v *look) groupName(key int64) string {
	switch v.group {
	case "run":
		return comparison.RunClassName(key)
	case "hour":
		days := [...]string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
		return days[key/24] + " " + strconv.FormatInt(key%24, 10) + " h"
	case "day":
		return strconv.FormatInt(key, 10) + " h"
	case "user":
		if key < 0 {
			return "unknown user"
		}
		return "user " + strconv.FormatInt(key, 10)
	}
	return comparison.SizeClassName(key)
}

// byDay joins the hours of a week to those of a day: 168 rows are too many.
func byDay(hours []comparison.Group) []comparison.Group {
	var day [24]comparison.Group
	for h := range day {
		day[h].Key = int64(h)
	}
	for _, g := range hours {
		d := &day[g.Key%24]
		wait := float64(g.AvgWait) * float64(g.Jobs)
		total := float64(d.AvgWait) * float64(d.Jobs)
		if d.Change == nil {
			d.Change = make([]report.Float, len(g.Change))
		}
		for i, c := range g.Change {
			if wait > 0 {
				d.Change[i] = report.Float((float64(d.Change[i])*total + float64(c)*wait) / (total + wait))
			}
		}
		d.Jobs += g.Jobs
		d.AvgWait = report.Float((total + wait) / float64(d.Jobs))
	}
	var list []comparison.Group
	for _, g := range day {
		if g.Jobs > 0 {
			list = append(list, g)
		}
	}
	return list
}

func drawGains(v *look, f plot.Frame) string {
	d := plot.Diverge{Frame: f, Name: v.order, Of: "jobs", Unit: plot.Percent, InOrder: v.group != "user",
		Axis: "change in waiting under " + v.order + " against " + v.base()}
	groups := v.groups()
	if v.group == "user" && len(groups) > mostUsers {
		groups = mostWaiting(groups, mostUsers)
	}
	for _, k := range groupKinds {
		if k.key == v.group {
			d.Group = k.words
		}
	}
	i := v.index(v.order)
	less, more := 0, 0
	for _, g := range groups {
		c := float64(g.Change[i])
		if math.IsNaN(c) || math.IsInf(c, 0) {
			continue
		}
		d.Rows = append(d.Rows, plot.DivergeRow{Label: v.groupName(g.Key), Change: c, Low: math.NaN(), High: math.NaN(), Count: float64(g.Jobs)})
		switch {
		case c < 0:
			less++
		case c > 0:
			more++
		}
	}
	what := map[string]string{"size": "size classes", "run": "run-time classes", "hour": "hours of the week", "day": "hours of the day", "user": "users"}[v.group]
	d.Title = "Under " + v.order + " " + strconv.Itoa(less) + " of " + strconv.Itoa(less+more) + " " + what + " wait less, " + strconv.Itoa(more) + " more"
	d.Subtitle = "change in the summed wait of the group's jobs against " + v.base() + ", pooled over " + v.resamples()
	if v.group == "user" && len(v.groups()) > mostUsers {
		d.Subtitle += "; the " + strconv.Itoa(mostUsers) + " users that waited most"
	}
	if v.group == "hour" {
		return weekHeat(v, groups, d)
	}
	return d.SVG()
}

// weekHeat shows the hours of the week as what they are, seven days by 24.
func weekHeat(v *look, groups []comparison.Group, d plot.Diverge) string {
	h := plot.Heat{Frame: d.Frame, Change: true, Of: "waiting"}
	for i := range h.Values {
		for j := range h.Values[i] {
			h.Values[i][j] = math.NaN()
		}
	}
	for _, g := range groups {
		h.Values[g.Key/24][g.Key%24] = float64(g.Change[v.index(v.order)])
	}
	h.Subtitle += "; by hour of submission"
	return h.SVG()
}

// mostWaiting keeps the n groups with the largest summed wait, in order.
func mostWaiting(groups []comparison.Group, n int) []comparison.Group {
	sum := func(g comparison.Group) float64 { return float64(g.AvgWait) * float64(g.Jobs) }
	list := append([]comparison.Group(nil), groups...)
	slices.SortStableFunc(list, func(x, y comparison.Group) int { return cmp.Compare(sum(y), sum(x)) })
	return list[:n]
}

func gainTable(v *look) [][]string {
	rows := [][]string{append([]string{"group", "jobs", "average wait under " + v.base() + ", s"}, v.evidence.Orders[1:]...)}
	for _, g := range v.groups() {
		row := []string{v.groupName(g.Key), strconv.FormatInt(g.Jobs, 10), lab.Digits(g.AvgWait)}
		for _, c := range g.Change[1:] {
			row = append(row, lab.Digits(c))
		}
		rows = append(rows, row)
	}
	return rows
}
