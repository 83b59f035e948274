package compare

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// chart is a view of the evidence: a chart and the table behind it.
type chart struct {
	key, tab string
	draw     func(v *look, f plot.Frame) string
	table    func(v *look) *lab.Numbers
}

// look is what a figure is drawn from, and how it is looked at.
type look struct {
	report   *compare.Report
	evidence *compare.Evidence
	order    string // the order looked at, for figures of one order
	group    string // size, run, hour, day or user
	procs    int64  // of the machine
	together together
}

// charts are the figures in the order of their tabs.
var charts = []chart{
	{"time", "Over time", drawCurves, curveTable},
	{"matrix", "Who beats whom", drawMatrix, matrixTable},
	{"scatter", "Average and longest wait", drawScatter, scatterTable},
	{"waits", "How long jobs wait", drawWaits, waitTable},
	{"weeks", "Single weeks", drawWeeks, weekTable},
	{"gains", "Who gains", drawGains, gainTable},
	{"fair", "Who pays", drawFair, fairTable},
	{"kept", "Like the log?", drawKept, keptTable},
}

func (v *look) base() string { return v.report.Baseline().Order }
func (v *look) best() compare.Order {
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

func (v *look) resamples() string { return numeral.Resamples(v.report.Done) }

// one says whether it is about the log itself, one trace.
func (v *look) one() bool { return v.report.Plan.Once() }

// where says of what a figure is a description, at the end of a title.
func (v *look) where() string {
	if v.one() {
		return "on " + report.Once(&v.report.Plan.Workload)
	}
	return "in " + numeral.Plural(v.report.Done, "this resample", "these resamples")
}

// ---- over time

func drawCurves(v *look, f plot.Frame) string {
	m := plot.Multiples{Frame: f}
	for _, i := range v.ranked() {
		if v.evidence.Orders[i] == v.base() {
			continue
		}
		m.Panels = append(m.Panels, lab.OverWeeks("change in total waiting", lab.Band(v.evidence.Orders[i], "", v.evidence.Curves[i])))
	}
	m.Title = v.report.Finding()
	if v.report.AsLogged.Nothing(v.base(), v.report.Baseline().AvgWait) == "" {
		n := v.report.Named
		m.Title = report.Pooled(&v.report.Plan.Workload, v.report.Done, n.Order, v.base(), n.Resampled)
	}
	m.Subtitle = "cumulative change in waiting, a job counted when it ends, as a share of the whole waiting under " + v.base() + "; " +
		lab.Pooled(v.report.Done)
	if v.together.on {
		return drawTogether(v, f, m)
	}
	return m.SVG()
}

func curveTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "week")
	for i, o := range v.evidence.Orders[1:] {
		n.AddBand(o, v.evidence.Curves[i+1])
	}
	return n
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
	s.Title = report.Front(front, "order", v.where())
	s.Subtitle = "as in the table; less is better in both"
	if v.report.Done > 1 {
		s.Subtitle = "pooled over " + v.resamples() + ", as in the table; bars: deciles of single ones relative to " + v.base() +
			" on the same; less is better in both"
	}
	if n := v.evidence.Idle; n > 0 {
		s.Subtitle += "; " + numeral.Resamples(n) + " without any waiting not among the deciles"
	}
	return s.SVG()
}

func scatterTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InChanges, "average wait", "average wait p10", "average wait p90",
		"longest wait", "longest wait p10", "longest wait p90")
	for i, o := range v.evidence.Orders {
		p := v.evidence.Points[i]
		n.Line(o, p.Avg-1, p.AvgLow-1, p.AvgHigh-1, p.Max-1, p.MaxLow-1, p.MaxHigh-1)
	}
	return n
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
	both := func(wait int64) (here, base string) {
		digits := numeral.DigitsOf(at(j, wait), at(0, wait))
		return numeral.Percent(at(j, wait), digits), numeral.Percent(at(0, wait), digits)
	}
	once, onceBase := both(0)
	day, dayBase := both(86400)
	e.Title = once + " of jobs start at once under " + v.order + ", " + onceBase + " under " + v.base()
	e.Subtitle = "waits of all jobs of " + v.resamples() + "; within a day start " + day + " and " + dayBase
	return e.SVG()
}

// spread turns a cumulative distribution into values that have it, a
// thousandth of the jobs each.
func spread(c compare.Curve) []float64 {
	const parts = 1000
	var v []float64
	for i, at := range c.At {
		for len(v) < int(math.Round(float64(c.Share[i])*parts)) {
			v = append(v, float64(at))
		}
	}
	return v
}

func waitTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InSeconds, "wait at most").Add(lab.InShares, "share of jobs")
	for i, o := range v.evidence.Orders {
		c := v.evidence.Waits[i]
		for k, at := range c.At {
			n.Row(lab.Text(o), lab.N(at), lab.N(c.Share[k]))
		}
	}
	return n
}

// ---- single weeks

func drawWeeks(v *look, f plot.Frame) string {
	s := plot.Strips{Frame: f, Log: true, X: "average wait of a week's jobs", XUnit: plot.Seconds, Dot: "a week of a resample"}
	for _, i := range v.ranked() {
		s.Rows = append(s.Rows, plot.Sample{Name: v.evidence.Orders[i], Values: v.evidence.Weeks[i].Values})
	}
	b := v.evidence.Weeks[0]
	ratio := float64(b.P90) / float64(b.P10)
	s.Title = "One week proves nothing: under " + v.base() + " the average wait spreads " + numeral.Number(ratio) +
		"-fold from week to week"
	switch {
	case !(b.P90 > 0):
		s.Title = "In nine weeks of ten nobody waits under " + v.base()
	case !(b.P10 > 0):
		s.Title = "One week proves nothing: under " + v.base() + " nobody waits in some, in others jobs wait " + numeral.Duration(b.P90) +
			" on average and more"
	}
	s.Subtitle = "average wait by week of submit, all weeks of " + v.resamples() + "; the factor is from the first to the last decile"
	return s.SVG()
}

func weekTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InSeconds, "p10", "p25", "median", "p75", "p90")
	for i, o := range v.evidence.Orders {
		w := v.evidence.Weeks[i]
		n.Line(o, w.P10, w.P25, w.Median, w.P75, w.P90)
	}
	return n
}
