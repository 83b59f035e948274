package online

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/online"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// pictures are the figures behind the answer.
func (v *View) pictures() []lab.Picture {
	if v.evidence == nil || v.Report == nil {
		return nil
	}
	list := []lab.Picture{{Key: "orders", Tab: "Each order for good", Draw: v.drawOrders, Table: v.ordersTable}}
	if v.best() != nil {
		list = append([]lab.Picture{
			{Key: "curves", Tab: "Over time", Draw: v.drawCurves, Table: func() *lab.Numbers { return v.bands(false) }},
			{Key: "shares", Tab: "What was chosen", Draw: v.drawShares, Table: v.sharesTable},
			{Key: "regret", Tab: "Regret", Draw: v.drawRegret, Table: func() *lab.Numbers { return v.bands(true) }},
		}, list...)
	}
	if len(v.Report.Contests()) > 0 {
		list = append(list, lab.Picture{Key: "parameter", Tab: "What a parameter does", Draw: v.drawContests, Table: v.contestTable})
	}
	return list
}

// ---- over time

// panels are a panel a strategy, a line a period.
func (v *View) panels(of func(online.Line) report.Band, y string) []plot.Line {
	var panels []plot.Line
	var names []string
	for i, x := range v.Report.Strategies {
		if x.Period == study.None {
			continue
		}
		at := slices.Index(names, x.Strategy)
		if at < 0 {
			at, names = len(names), append(names, x.Strategy)
			panels = append(panels, lab.OverWeeks(y))
		}
		name := online.Chooses(x.Period)
		if len(panels[at].Series) == 0 { // it names the panel
			name = x.Label()
		}
		panels[at].Series = append(panels[at].Series, lab.Band(x.Name(), name, of(v.evidence.Lines[i])))
	}
	return panels
}

func (v *View) drawCurves(f plot.Frame) string {
	m := plot.Multiples{Frame: f, Panels: v.panels(func(l online.Line) report.Band { return l.Curve }, "change in waiting")}
	for i, o := range v.evidence.Orders {
		if o != v.Report.Best.Leading() {
			continue
		}
		m.Panels = append(m.Panels, lab.OverWeeks("change in waiting", lab.Band(o, "best in hindsight: "+o, v.evidence.Fixed[i])))
	}
	n := v.Report.Named
	m.Title = report.Pooled(&v.Report.Plan.Workload, v.Report.Done, v.best().Label()+",", online.Baseline, n.Resampled)
	if from := sinceWeek(v.evidence.Lines[n.At].Curve.Mean); n.Resampled < 0 && from > 1 {
		m.Title += ", from week " + strconv.Itoa(from) + " on"
	}
	m.Subtitle = "cumulative change in waiting, a job counted when it ends, as a share of the whole waiting under " + online.Baseline +
		"; solid: daily, dashed: weekly or seldomer; " + lab.Pooled(v.Report.Done)
	return m.SVG()
}

// sinceWeek is the first week from which on all values are below zero, those
// after the last week among them; 0: there is none.
func sinceWeek(mean []report.Float) int {
	from := len(mean)
	for from > 0 && mean[from-1] < 0 {
		from--
	}
	if from >= len(mean)-1 {
		return 0
	}
	return from + 1
}

func (v *View) drawRegret(f plot.Frame) string {
	m := plot.Multiples{Frame: f, Panels: v.panels(func(l online.Line) report.Band { return l.Regret },
		"waiting beyond that under "+v.Report.Best.Order)}
	m.Title = v.regretTitle()
	m.Subtitle = "cumulative difference in waiting to " + v.Report.Best.Order + " all the time, as a share of the whole waiting under " +
		online.Baseline +
		"; a line that turns flat has learnt; " + lab.Pooled(v.Report.Done)
	return m.SVG()
}

// regretTitle says what not knowing the best order cost the strategy that is named, in
// resamples.
func (v *View) regretTitle() string {
	best, order := v.best(), v.Report.Best.Order
	regret, name := best.RegretFraction, report.At(&v.Report.Plan.Workload, v.Report.Done)+best.Label()
	by := "by " + numeral.Share(math.Abs(float64(regret))) + bounds(regret, best.RegretLow, best.RegretHigh) + " of the waiting"
	switch {
	case regret == 0:
		return name + ", waits as long as " + order + " for good"
	case regret > 0:
		return name + ", waits longer than " + order + " for good, the best in hindsight, " + by
	}
	return name + ", waits less than " + order + " for good, the best in hindsight, " + by
}

// bounds is an interval after its figure, which may be written without its
// minus; "" where it is not known.
func bounds(f, low, high report.Float) string {
	if !low.Known() || !high.Known() {
		return ""
	}
	if f < 0 {
		low, high = -high, -low
	}
	return " " + numeral.IntervalTo(float64(low), float64(high), numeral.Digits(float64(f)))
}

// bands is the table behind curves and regret.
func (v *View) bands(regret bool) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "week")
	for i, x := range v.Report.Strategies {
		b := v.evidence.Lines[i].Curve
		if regret {
			b = v.evidence.Lines[i].Regret
		}
		n.AddBand(x.Name(), b)
	}
	if !regret {
		for i, o := range v.evidence.Orders {
			n.AddBand(o, v.evidence.Fixed[i])
		}
	}
	return n
}

// ---- what was chosen

// index is the place of a strategy in the selection.
func (v *View) index(name string) int {
	return slices.IndexFunc(v.Report.Strategies, func(x online.Selected) bool { return x.Name() == name })
}

// inSight is the strategy looked at: the one chosen, else the best that learns
// from what ran, else the best.
func (v *View) inSight() int {
	if i := v.index(v.looked); i >= 0 && v.Report.Strategies[i].Period != study.None {
		return i
	}
	best := -1
	for _, x := range v.Report.Ranked() {
		p, err := online.ParseStrategy(x.Strategy)
		if err != nil || x.Period == study.None {
			continue
		}
		if best < 0 {
			best = v.index(x.Name())
		}
		if !p.Simulates() && p.Base != "random" {
			return v.index(x.Name())
		}
	}
	return best
}

func (v *View) drawShares(f plot.Frame) string {
	i := v.inSight()
	x, shares := v.Report.Strategies[i], v.evidence.Lines[i].Shares
	st := plot.Stack{Frame: f, First: 1, X: "week", XUnit: plot.Whole, Y: "share of choices on each order"}
	weeks := len(shares[0])
	last := max(1, weeks/4)
	most, who := 0.0, ""
	for o, name := range v.evidence.Orders {
		sum := 0.0
		for _, v := range shares[o][weeks-last:] {
			sum += float64(v)
		}
		if sum > most {
			most, who = sum, name
		}
		if slices.ContainsFunc(shares[o], func(v report.Float) bool { return v > 0 }) {
			st.Layers = append(st.Layers, plot.Layer{Name: name, Values: report.Floats(shares[o])})
		}
	}
	quarter := "in the last quarter"
	if weeks < 4 {
		quarter = "in the last week"
	}
	st.Title = x.Label() + ", " + quarter + " chooses " + who + " in " + numeral.Share(most/float64(last)) + " of its choices"
	if most/float64(last) < 2/float64(len(v.evidence.Orders)) {
		st.Title = x.Label() + ", does not settle: no order gets more than " + numeral.Share(most/float64(last)) +
			" of its choices " + quarter
	}
	st.Subtitle = "share of all choices of the week, " + v.resamples() + "; hatched: large or last first"
	return st.SVG()
}

func (v *View) sharesTable() *lab.Numbers {
	shares := v.evidence.Lines[v.inSight()].Shares
	n := (&lab.Numbers{}).Add(lab.InWords, "week").Add(lab.InShares, v.evidence.Orders...)
	for w := range shares[0] {
		row := []lab.Datum{lab.Text(strconv.Itoa(w + 1))}
		for o := range v.evidence.Orders {
			row = append(row, lab.N(shares[o][w]))
		}
		n.Row(row...)
	}
	return n
}

// ---- each order for good

func (v *View) drawOrders(f plot.Frame) string {
	chart := plot.Forest{Frame: f, Axis: "raw change of the mean wait against " + online.Baseline}
	named := v.fixed.Named
	for _, x := range v.fixed.Ranked() {
		row := x.Row()
		row.Name = strings.TrimPrefix(x.Strategy, online.Fixed+":")
		row.Best = named != nil && x.Strategy == named.Strategy && named.Verdict == report.Shown && named.Change < 0
		if i := v.fixed.Index(x.Name()); !row.Baseline {
			report.Marks(&row, v.fixed.AsLogged, i, &x.Bounds)
		}
		chart.Rows = append(chart.Rows, row)
	}
	chart.Title, chart.Subtitle = v.fixed.Finding(), "each order for good; "+v.fixed.Setting(v.Lab.Summary.Name)
	return chart.SVG()
}

func (v *View) ordersTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InChanges, "change", "low", "high", "in resamples",
		"sim low", "sim high").Add(lab.InSeconds, "regret").
		Add(lab.InChanges, "regret, of the wait under "+online.Baseline, "regret low", "regret high", "regret of each",
			"each low", "each high")
	for _, x := range v.fixed.Strategies {
		change, low, high := x.Leading()
		n.Line(strings.TrimPrefix(x.Strategy, online.Fixed+":"), change, low, high, x.Change, x.SimLow, x.SimHigh,
			x.Regret, x.RegretFraction, x.RegretLow, x.RegretHigh, x.RegretEach, x.EachLow, x.EachHigh)
	}
	return n
}

// ---- what a parameter does

// parameter is the value of a strategy's parameter.
func (v *View) parameter(x online.Selected) float64 {
	p, err := online.ParseStrategy(x.Strategy)
	switch {
	case err != nil:
		return math.NaN()
	case p.Given:
		return p.Parameter
	case p.Simulates():
		return v.Plan.Lambda
	case p.Base == online.Epsilon:
		return v.Plan.Epsilon
	}
	for _, row := range v.strategies() {
		if row.Name == p.Base && row.Usual != "" {
			v, _ := strconv.ParseFloat(row.Usual, 64)
			return v
		}
	}
	return math.NaN()
}

// ladder are the entries of a contest by the parameter's value, those whose
// value follows from the number of periods last.
func (v *View) ladder(c online.Contest) (entries []int, names []string) {
	entries = slices.Clone(c.Entries)
	at := func(i int) float64 {
		v := v.parameter(v.Report.Strategies[i])
		if math.IsNaN(v) {
			return math.Inf(1)
		}
		return v
	}
	slices.SortStableFunc(entries, func(i, j int) int {
		switch {
		case at(i) < at(j):
			return -1
		case at(i) > at(j):
			return 1
		}
		return 0
	})
	for _, i := range entries {
		name := "usual"
		if v := at(i); !math.IsInf(v, 1) {
			name = numeral.Plain(v)
		}
		names = append(names, name)
	}
	return entries, names
}

// drawContests shows every value of each parameter over all resamples. Which one
// is named was chosen on one half of them, and what it does is of the other.
func (v *View) drawContests(f plot.Frame) string {
	chart := plot.Forest{Frame: f, Axis: "raw change of the mean wait against " + online.Baseline}
	var chosen []string
	for _, c := range v.Report.Contests() {
		entries, names := v.ladder(c)
		symbol := "parameter"
		for _, row := range v.strategies() {
			if row.Name == c.Strategy {
				symbol = row.Symbol()
			}
		}
		t := v.Report.Tuning(c.Strategy, c.Period)
		for k, i := range entries {
			x := v.Report.Strategies[i]
			row := x.Row()
			row.Label, row.Best = c.Strategy+", "+online.Chooses(c.Period)+", "+symbol+" = "+names[k], x.Strategy == t.Chosen
			report.Marks(&row, v.Report.AsLogged, i, &x.Bounds)
			chart.Rows = append(chart.Rows, row)
			if x.Strategy != t.Chosen {
				continue
			}
			text := symbol + " = " + names[k] + " for " + c.Strategy + ", " + online.Chooses(c.Period)
			if t.Change.Known() {
				text += ", " + report.Signed(t.Change)
				if t.SimLow.Known() {
					text += " " + numeral.IntervalTo(float64(t.SimLow), float64(t.SimHigh), numeral.Digits(float64(t.Change)))
				}
			}
			chosen = append(chosen, text)
		}
	}
	chart.Title = "Chosen on odd resamples, told of even ones: " + strings.Join(chosen, "; ")
	chart.Subtitle = "the more a strategy explores, the more it knows and the less it makes of it; " +
		v.Report.Setting(v.Lab.Summary.Name)
	return chart.SVG()
}

func (v *View) contestTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "strategy", "period", "parameter").Add(lab.InChanges, "change", "low", "high",
		"in resamples", "sim low", "sim high").
		Add(lab.InWords, "chosen on odd resamples").Add(lab.InChanges, "change on even ones")
	for _, c := range v.Report.Contests() {
		entries, names := v.ladder(c)
		t := v.Report.Tuning(c.Strategy, c.Period)
		for k, i := range entries {
			x := v.Report.Strategies[i]
			on, told := "", report.Float(math.NaN())
			if x.Strategy == t.Chosen {
				on, told = "yes", t.Change
			}
			change, low, high := x.Leading()
			row := append([]lab.Datum{lab.Text(x.Strategy), lab.Text(online.PeriodName(x.Period)), lab.Text(names[k])},
				lab.Data(change, low, high, x.Change, x.SimLow, x.SimHigh)...)
			n.Row(append(row, lab.Text(on), lab.N(told))...)
		}
	}
	return n
}
