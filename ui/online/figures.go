package online

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	core "shadowtime/core/online"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/selection"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// pictures are the figures behind the answer.
func (v *View) pictures() []lab.Picture {
	if v.evidence == nil || v.report == nil {
		return nil
	}
	list := []lab.Picture{{Key: "orders", Tab: "Each order for good", Draw: v.drawOrders, Table: v.ordersTable, Told: lab.Changes}}
	if v.best() != nil {
		list = append([]lab.Picture{
			{Key: "curves", Tab: "Over time", Draw: v.drawCurves, Table: func() [][]string { return v.bands(false) }, Told: lab.Changes},
			{Key: "shares", Tab: "What was chosen", Draw: v.drawShares, Table: v.sharesTable, Told: lab.Shares},
			{Key: "regret", Tab: "Regret", Draw: v.drawRegret, Table: func() [][]string { return v.bands(true) }, Told: lab.Changes},
		}, list...)
	}
	if len(v.report.Contests()) > 0 {
		list = append(list, lab.Picture{Key: "parameter", Tab: "What a parameter does", Draw: v.drawContests, Table: v.contestTable, Told: lab.Changes})
	}
	return list
}

// ---- over time

// panels are a panel a strategy, a line a period.
func (v *View) panels(of func(selection.Line) report.Band, y string) []plot.Line {
	var panels []plot.Line
	var names []string
	for i, x := range v.report.Strategies {
		if x.Period == study.None {
			continue
		}
		at := slices.Index(names, x.Strategy)
		if at < 0 {
			at, names = len(names), append(names, x.Strategy)
			panels = append(panels, plot.Line{First: 1, X: "week", XUnit: plot.Whole,
				Y: y, YUnit: plot.Percent, Band: "10th to 90th percentile of resamples", Change: true})
		}
		b := of(v.evidence.Lines[i])
		n := len(b.Mean) - 1 // the last entry holds what ends after the last week
		name := chooses(x.Period)
		if len(panels[at].Series) == 0 { // it names the panel
			name = label(x)
		}
		panels[at].Series = append(panels[at].Series, plot.Series{Label: name, Name: x.Name(),
			Values: lab.Floats(b.Mean[:n]), Low: lab.Floats(b.Low[:n]), High: lab.Floats(b.High[:n])})
	}
	return panels
}

func (v *View) drawCurves(f plot.Frame) string {
	m := plot.Multiples{Frame: f, Panels: v.panels(func(l selection.Line) report.Band { return l.Curve }, "change in total waiting")}
	for i, o := range v.evidence.Orders {
		if o != v.report.Best.Order {
			continue
		}
		b := v.evidence.Fixed[i]
		n := len(b.Mean) - 1
		panel := m.Panels[0]
		panel.Series = []plot.Series{{Label: "best in hindsight: " + o, Name: o, Values: lab.Floats(b.Mean[:n]), Low: lab.Floats(b.Low[:n]), High: lab.Floats(b.High[:n])}}
		m.Panels = append(m.Panels, panel)
	}
	best := v.best()
	i := v.index(best.Name())
	mean := v.evidence.Lines[i].Curve.Mean
	from := len(mean)
	for from > 0 && mean[from-1] < 0 {
		from--
	}
	switch {
	case best.Change >= 0:
		m.Title = "Over the weeks of resamples no strategy saves waiting against " + core.Baseline
	case from == 0:
		m.Title = "In resamples " + label(*best) + ", saves waiting from the first week on, " + figure.Share(-float64(best.Change)) + " in all"
	default:
		m.Title = "In resamples " + label(*best) + ", saves waiting from week " + strconv.Itoa(from+1) + " on, " + figure.Share(-float64(best.Change)) + " in all"
	}
	m.Subtitle = "mean cumulative change in waiting, a job counted when it ends, as a share of the whole waiting under " + core.Baseline +
		"; solid: daily, dashed: weekly or seldomer; " + v.resamples()
	return m.SVG()
}

func (v *View) drawRegret(f plot.Frame) string {
	m := plot.Multiples{Frame: f, Panels: v.panels(func(l selection.Line) report.Band { return l.Regret }, "waiting beyond that under "+v.report.Best.Order)}
	best := v.best()
	m.Title = "Not knowing that " + v.report.Best.Order + " is best costs " + label(*best) + ", " + figure.Share(float64(best.RegretFraction)) + bounds(best.RegretLow, best.RegretHigh) + " of the waiting"
	if best.RegretFraction <= 0 {
		m.Title = label(*best) + ", regrets nothing in resamples: no one order waits less there"
	}
	m.Subtitle = "mean cumulative difference in waiting to " + v.report.Best.Order + " all the time, as a share of the whole waiting under " + core.Baseline +
		"; a line that turns flat has learnt; " + v.resamples()
	return m.SVG()
}

// bounds is an interval after its figure.
func bounds(low, high report.Float) string {
	if text := figure.Interval(low, high); text != "" {
		return " " + text
	}
	return ""
}

// bands is the table behind curves and regret.
func (v *View) bands(regret bool) [][]string {
	rows := [][]string{{"week"}}
	weeks := len(v.evidence.Fixed[0].Mean)
	for w := range weeks {
		rows = append(rows, []string{strconv.Itoa(w + 1)})
	}
	rows[weeks][0] = "later"
	add := func(name string, b report.Band) {
		rows[0] = append(rows[0], name, name+" p10", name+" p90")
		for w := range weeks {
			rows[w+1] = append(rows[w+1], lab.Digits(b.Mean[w]), lab.Digits(b.Low[w]), lab.Digits(b.High[w]))
		}
	}
	for i, x := range v.report.Strategies {
		b := v.evidence.Lines[i].Curve
		if regret {
			b = v.evidence.Lines[i].Regret
		}
		add(x.Name(), b)
	}
	if !regret {
		for i, o := range v.evidence.Orders {
			add(o, v.evidence.Fixed[i])
		}
	}
	return rows
}

// ---- what was chosen

// index is the place of a strategy in the selection.
func (v *View) index(name string) int {
	return slices.IndexFunc(v.report.Strategies, func(x selection.Selected) bool { return x.Name() == name })
}

// inSight is the strategy looked at: the one chosen, else the best that learns
// from what ran, else the best.
func (v *View) inSight() int {
	if i := v.index(v.looked); i >= 0 && v.report.Strategies[i].Period != study.None {
		return i
	}
	best := -1
	for _, x := range v.report.Ranked() {
		p, err := core.ParseStrategy(x.Strategy)
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
	x, shares := v.report.Strategies[i], v.evidence.Lines[i].Shares
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
			st.Layers = append(st.Layers, plot.Layer{Name: name, Values: lab.Floats(shares[o])})
		}
	}
	quarter := "in the last quarter"
	if weeks < 4 {
		quarter = "in the last week"
	}
	st.Title = label(x) + ", " + quarter + " chooses " + who + " in " + figure.Share(most/float64(last)) + " of its choices"
	if most/float64(last) < 2/float64(len(v.evidence.Orders)) {
		st.Title = label(x) + ", does not settle: no order gets more than " + figure.Share(most/float64(last)) + " of its choices " + quarter
	}
	st.Subtitle = "share of all choices of the week, " + v.resamples() + "; hatched: large or last first"
	return st.SVG()
}

func (v *View) sharesTable() [][]string {
	shares := v.evidence.Lines[v.inSight()].Shares
	rows := [][]string{append([]string{"week"}, v.evidence.Orders...)}
	for w := range shares[0] {
		row := []string{strconv.Itoa(w + 1)}
		for o := range v.evidence.Orders {
			row = append(row, lab.Digits(shares[o][w]))
		}
		rows = append(rows, row)
	}
	return rows
}

// ---- each order for good

func (v *View) drawOrders(f plot.Frame) string {
	chart := plot.Forest{Frame: f, Axis: "change in total waiting against " + core.Baseline}
	for _, x := range v.fixed.Ranked() {
		name := strings.TrimPrefix(x.Strategy, core.Fixed+":")
		low, high, _ := x.Interval()
		chart.Rows = append(chart.Rows, plot.ForestRow{Name: name, Mid: float64(x.Change), Low: float64(low), High: float64(high),
			SimLow: float64(x.SimLow), SimHigh: float64(x.SimHigh),
			Undefined: math.IsNaN(float64(x.Change)), Baseline: name == core.Baseline, Best: name == v.report.Best.Order && x.Shown == report.Less})
	}
	less, more := 0, 0
	for _, x := range v.fixed.Strategies {
		switch x.Shown {
		case report.Less:
			less++
		case report.More:
			more++
		}
	}
	chart.Title = found(less, more, len(v.fixed.Strategies)-1, "orders to choose from", "order") + ", when they stay for good"
	chart.Subtitle = v.setting()
	return chart.SVG()
}

func (v *View) ordersTable() [][]string {
	rows := [][]string{{"order", "change", "low", "high", "sim low", "sim high", "regret, s", "regret, of the wait under " + core.Baseline, "low", "high",
		"regret of each", "low", "high"}}
	for _, x := range v.fixed.Strategies {
		rows = append(rows, []string{strings.TrimPrefix(x.Strategy, core.Fixed+":"), lab.Digits(x.Change), lab.Digits(x.Low), lab.Digits(x.High),
			lab.Digits(x.SimLow), lab.Digits(x.SimHigh), lab.Digits(x.Regret), lab.Digits(x.RegretFraction), lab.Digits(x.RegretLow), lab.Digits(x.RegretHigh),
			lab.Digits(x.RegretEach), lab.Digits(x.EachLow), lab.Digits(x.EachHigh)})
	}
	return rows
}

// ---- what a parameter does

// parameter is the value of a strategy's parameter.
func (v *View) parameter(x selection.Selected) float64 {
	p, err := core.ParseStrategy(x.Strategy)
	switch {
	case err != nil:
		return math.NaN()
	case p.Given:
		return p.Parameter
	case p.Simulates():
		return v.Plan.Lambda
	case p.Base == core.Epsilon:
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
func (v *View) ladder(c selection.Contest) (entries []int, names []string) {
	entries = slices.Clone(c.Entries)
	at := func(i int) float64 {
		v := v.parameter(v.report.Strategies[i])
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
			name = figure.Plain(v)
		}
		names = append(names, name)
	}
	return entries, names
}

// drawContests shows every value of each parameter over all resamples. Which one
// is named was chosen on one half of them, and what it does is of the other.
func (v *View) drawContests(f plot.Frame) string {
	chart := plot.Forest{Frame: f, Axis: "change in total waiting against " + core.Baseline}
	var chosen []string
	for _, c := range v.report.Contests() {
		entries, names := v.ladder(c)
		symbol := "parameter"
		for _, row := range v.strategies() {
			if row.Name == c.Strategy {
				symbol = row.Symbol()
			}
		}
		t := v.report.Tuning(c.Strategy, c.Period)
		for k, i := range entries {
			x := v.report.Strategies[i]
			low, high, _ := x.Interval()
			chart.Rows = append(chart.Rows, plot.ForestRow{Name: x.Name(), Label: c.Strategy + ", " + chooses(c.Period) + ", " + symbol + " = " + names[k],
				Mid: float64(x.Change), Low: float64(low), High: float64(high), SimLow: float64(x.SimLow), SimHigh: float64(x.SimHigh),
				Undefined: math.IsNaN(float64(x.Change)), Best: x.Strategy == t.Chosen})
			if x.Strategy != t.Chosen {
				continue
			}
			text := symbol + " = " + names[k] + " for " + c.Strategy + ", " + chooses(c.Period)
			if t.Change.Known() {
				low, high, _ := t.Interval()
				text += ", " + figure.Change(t.Change) + bounds(low, high)
			}
			chosen = append(chosen, text)
		}
	}
	chart.Title = "Chosen on odd resamples, told of even ones: " + strings.Join(chosen, "; ")
	chart.Subtitle = "rows: all resamples; the more a strategy explores, the more it knows and the less it makes of it; " + v.setting()
	return chart.SVG()
}

func (v *View) contestTable() [][]string {
	rows := [][]string{{"strategy", "period", "parameter", "change", "low", "high", "sim low", "sim high", "chosen on odd resamples", "change on even ones"}}
	for _, c := range v.report.Contests() {
		entries, names := v.ladder(c)
		t := v.report.Tuning(c.Strategy, c.Period)
		for k, i := range entries {
			x := v.report.Strategies[i]
			on, told := "", ""
			if x.Strategy == t.Chosen {
				on, told = "yes", lab.Digits(t.Change)
			}
			rows = append(rows, []string{x.Strategy, core.PeriodName(x.Period), names[k], lab.Digits(x.Change), lab.Digits(x.Low), lab.Digits(x.High),
				lab.Digits(x.SimLow), lab.Digits(x.SimHigh), on, told})
		}
	}
	return rows
}
