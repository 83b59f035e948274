package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/online"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/selection"
	"shadowtime/core/study"
)

// pictures are the figures behind the answer.
func (s *selecting) pictures() []picture {
	if s.evidence == nil || s.selection == nil {
		return nil
	}
	list := []picture{{"orders", "Each order for good", s.drawOrders, s.ordersTable}}
	if s.best() != nil {
		list = append([]picture{
			{"curves", "Over time", s.drawCurves, func() [][]string { return s.bands(false) }},
			{"shares", "What was chosen", s.drawShares, s.sharesTable},
			{"regret", "Regret", s.drawRegret, func() [][]string { return s.bands(true) }},
		}, list...)
	}
	if len(s.selection.Contests()) > 0 {
		list = append(list, picture{"parameter", "What a parameter does", s.drawContests, s.contestTable})
	}
	return list
}

// ---- over time

// panels are a panel a strategy, a line a period.
func (s *selecting) panels(of func(selection.Line) report.Band, y string) []plot.Line {
	var panels []plot.Line
	var names []string
	for i, x := range s.selection.Strategies {
		if x.Period == study.None {
			continue
		}
		at := slices.Index(names, x.Strategy)
		if at < 0 {
			at, names = len(names), append(names, x.Strategy)
			panels = append(panels, plot.Line{First: 1, X: "week", XUnit: plot.Whole,
				Y: y, YUnit: plot.Percent, Band: "10th to 90th percentile of resamples", Change: true})
		}
		b := of(s.evidence.Lines[i])
		n := len(b.Mean) - 1 // the last entry holds what ends after the last week
		name := chooses(x.Period)
		if len(panels[at].Series) == 0 { // it names the panel
			name = label(x)
		}
		panels[at].Series = append(panels[at].Series, plot.Series{Label: name, Name: x.Name(),
			Values: floats(b.Mean[:n]), Low: floats(b.Low[:n]), High: floats(b.High[:n])})
	}
	return panels
}

// abreast is how many panels stand side by side, with room for their names.
func abreast(f plot.Frame) int { return max(1, f.Width/380) }

func (s *selecting) drawCurves(f plot.Frame) string {
	m := plot.Multiples{Frame: f, Columns: abreast(f), Panels: s.panels(func(l selection.Line) report.Band { return l.Curve }, "change in total waiting")}
	for i, o := range s.evidence.Orders {
		if o != s.selection.Best.Order {
			continue
		}
		b := s.evidence.Fixed[i]
		n := len(b.Mean) - 1
		panel := m.Panels[0]
		panel.Series = []plot.Series{{Label: "best in hindsight: " + o, Name: o, Values: floats(b.Mean[:n]), Low: floats(b.Low[:n]), High: floats(b.High[:n])}}
		m.Panels = append(m.Panels, panel)
	}
	best := s.best()
	i := s.index(best.Name())
	mean := s.evidence.Lines[i].Curve.Mean
	from := len(mean)
	for from > 0 && mean[from-1] < 0 {
		from--
	}
	switch {
	case best.Change >= 0:
		m.Title = "Over the weeks no strategy saves waiting against " + online.Baseline
	case from == 0:
		m.Title = label(*best) + ", saves waiting from the first week on, " + figure.Share(-float64(best.Change)) + " in all"
	default:
		m.Title = label(*best) + ", saves waiting from week " + strconv.Itoa(from+1) + " on, " + figure.Share(-float64(best.Change)) + " in all"
	}
	m.Subtitle = "mean cumulative change in waiting, a job counted when it ends, as a share of the whole waiting under " + online.Baseline +
		"; solid: daily, dashed: weekly or seldomer; " + s.resamples()
	return m.SVG()
}

func (s *selecting) drawRegret(f plot.Frame) string {
	m := plot.Multiples{Frame: f, Columns: abreast(f), Panels: s.panels(func(l selection.Line) report.Band { return l.Regret }, "waiting beyond that under "+s.selection.Best.Order)}
	best := s.best()
	m.Title = "Not knowing that " + s.selection.Best.Order + " is best costs " + label(*best) + ", " + figure.Share(float64(best.RegretFraction)) + " of the waiting"
	if best.RegretFraction <= 0 {
		m.Title = label(*best) + ", regrets nothing: no one order is better"
	}
	m.Subtitle = "mean cumulative difference in waiting to " + s.selection.Best.Order + " all the time, as a share of the whole waiting under " + online.Baseline +
		"; a line that turns flat has learnt; " + s.resamples()
	return m.SVG()
}

// bands is the table behind curves and regret.
func (s *selecting) bands(regret bool) [][]string {
	rows := [][]string{{"week"}}
	weeks := len(s.evidence.Fixed[0].Mean)
	for w := range weeks {
		rows = append(rows, []string{strconv.Itoa(w + 1)})
	}
	rows[weeks][0] = "later"
	add := func(name string, b report.Band) {
		rows[0] = append(rows[0], name, name+" p10", name+" p90")
		for w := range weeks {
			rows[w+1] = append(rows[w+1], exact(b.Mean[w]), exact(b.Low[w]), exact(b.High[w]))
		}
	}
	for i, x := range s.selection.Strategies {
		b := s.evidence.Lines[i].Curve
		if regret {
			b = s.evidence.Lines[i].Regret
		}
		add(x.Name(), b)
	}
	if !regret {
		for i, o := range s.evidence.Orders {
			add(o, s.evidence.Fixed[i])
		}
	}
	return rows
}

// ---- what was chosen

// index is the place of a strategy in the selection.
func (s *selecting) index(name string) int {
	return slices.IndexFunc(s.selection.Strategies, func(x selection.Selected) bool { return x.Name() == name })
}

// inSight is the strategy looked at: the one chosen, else the best that learns
// from what ran, else the best.
func (s *selecting) inSight() int {
	if i := s.index(s.looked); i >= 0 && s.selection.Strategies[i].Period != study.None {
		return i
	}
	best := -1
	for _, x := range s.selection.Ranked() {
		p, err := online.ParseStrategy(x.Strategy)
		if err != nil || x.Period == study.None {
			continue
		}
		if best < 0 {
			best = s.index(x.Name())
		}
		if !p.Simulates() && p.Base != "random" {
			return s.index(x.Name())
		}
	}
	return best
}

func (s *selecting) drawShares(f plot.Frame) string {
	i := s.inSight()
	x, shares := s.selection.Strategies[i], s.evidence.Lines[i].Shares
	st := plot.Stack{Frame: f, First: 1, X: "week", XUnit: plot.Whole, Y: "share of choices on each order"}
	weeks := len(shares[0])
	last := max(1, weeks/4)
	most, who := 0.0, ""
	for o, name := range s.evidence.Orders {
		sum := 0.0
		for _, v := range shares[o][weeks-last:] {
			sum += float64(v)
		}
		if sum > most {
			most, who = sum, name
		}
		if slices.ContainsFunc(shares[o], func(v report.Float) bool { return v > 0 }) {
			st.Layers = append(st.Layers, plot.Layer{Name: name, Values: floats(shares[o])})
		}
	}
	quarter := "in the last quarter"
	if weeks < 4 {
		quarter = "in the last week"
	}
	st.Title = label(x) + ", " + quarter + " chooses " + who + " in " + figure.Share(most/float64(last)) + " of its choices"
	if most/float64(last) < 2/float64(len(s.evidence.Orders)) {
		st.Title = label(x) + ", does not settle: no order gets more than " + figure.Share(most/float64(last)) + " of its choices " + quarter
	}
	st.Subtitle = "share of all choices of the week, " + s.resamples() + "; hatched: large or last first"
	return st.SVG()
}

func (s *selecting) sharesTable() [][]string {
	shares := s.evidence.Lines[s.inSight()].Shares
	rows := [][]string{append([]string{"week"}, s.evidence.Orders...)}
	for w := range shares[0] {
		row := []string{strconv.Itoa(w + 1)}
		for o := range s.evidence.Orders {
			row = append(row, exact(shares[o][w]))
		}
		rows = append(rows, row)
	}
	return rows
}

// ---- each order for good

func (s *selecting) drawOrders(f plot.Frame) string {
	chart := plot.Forest{Frame: f, Axis: "change in total waiting against " + online.Baseline}
	for _, x := range s.fixed.Ranked() {
		name := strings.TrimPrefix(x.Strategy, online.Fixed+":")
		chart.Rows = append(chart.Rows, plot.ForestRow{Name: name, Mid: float64(x.Change), Low: float64(x.Low), High: float64(x.High),
			Undefined: math.IsNaN(float64(x.Change)), Baseline: name == online.Baseline, Best: name == s.selection.Best.Order && x.High < 0})
	}
	less := 0
	for _, x := range s.fixed.Strategies {
		if x.High < 0 {
			less++
		}
	}
	n := len(s.fixed.Strategies) - 1
	chart.Title = strconv.Itoa(less) + " of the " + strconv.Itoa(n) + " orders to choose from make jobs wait less than " + online.Baseline + " when they stay for good"
	chart.Subtitle = s.setting()
	return chart.SVG()
}

func (s *selecting) ordersTable() [][]string {
	rows := [][]string{{"order", "change", "low", "high", "regret, s", "regret, of the wait under " + online.Baseline}}
	for _, x := range s.fixed.Strategies {
		rows = append(rows, []string{strings.TrimPrefix(x.Strategy, online.Fixed+":"), exact(x.Change), exact(x.Low), exact(x.High), exact(x.Regret), exact(x.RegretFraction)})
	}
	return rows
}

// ---- what a parameter does

// parameter is the value of a strategy's parameter.
func (s *selecting) parameter(x selection.Selected) float64 {
	p, err := online.ParseStrategy(x.Strategy)
	switch {
	case err != nil:
		return math.NaN()
	case p.Given:
		return p.Parameter
	case p.Simulates():
		return s.plan.Lambda
	case p.Base == online.Epsilon:
		return s.plan.Epsilon
	}
	for _, row := range s.strategyRows() {
		if row.Name == p.Base && row.Usual != "" {
			v, _ := strconv.ParseFloat(row.Usual, 64)
			return v
		}
	}
	return math.NaN()
}

// ladder are the entries of a contest by the parameter's value, those whose
// value follows from the number of periods last.
func (s *selecting) ladder(c selection.Contest) (entries []int, names []string) {
	entries = slices.Clone(c.Entries)
	at := func(i int) float64 {
		v := s.parameter(s.selection.Strategies[i])
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
			name = factorText(v)
		}
		names = append(names, name)
	}
	return entries, names
}

func (s *selecting) drawContests(f plot.Frame) string {
	chart := plot.Forest{Frame: f, Axis: "change in total waiting against " + online.Baseline}
	var found []string
	for _, c := range s.selection.Contests() {
		entries, names := s.ladder(c)
		symbol := "parameter"
		for _, row := range s.strategyRows() {
			if row.Name == c.Strategy {
				symbol = row.Symbol()
			}
		}
		best := 0
		for k, i := range entries {
			if s.selection.Strategies[i].Change < s.selection.Strategies[entries[best]].Change {
				best = k
			}
		}
		for k, i := range entries {
			x := s.selection.Strategies[i]
			chart.Rows = append(chart.Rows, plot.ForestRow{Name: x.Name(), Label: c.Strategy + ", " + chooses(c.Period) + ", " + symbol + " = " + names[k],
				Mid: float64(x.Change), Low: float64(x.Low), High: float64(x.High), Undefined: math.IsNaN(float64(x.Change)), Best: k == best})
		}
		found = append(found, symbol+" = "+names[best]+" for "+c.Strategy+", "+chooses(c.Period))
	}
	chart.Title = "Best here: " + strings.Join(found, "; ")
	chart.Subtitle = "the more a strategy explores, the more it knows and the less it makes of it; " + s.setting()
	return chart.SVG()
}

func (s *selecting) contestTable() [][]string {
	rows := [][]string{{"strategy", "period", "parameter", "change", "low", "high"}}
	for _, c := range s.selection.Contests() {
		entries, names := s.ladder(c)
		for k, i := range entries {
			x := s.selection.Strategies[i]
			rows = append(rows, []string{x.Strategy, online.PeriodName(x.Period), names[k], exact(x.Change), exact(x.Low), exact(x.High)})
		}
	}
	return rows
}
