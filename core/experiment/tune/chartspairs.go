package tune

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
)

// idleWords says how many weeks have no ratio.
func (v *Charts) idleWords() string {
	n := v.Evidence.TestIdle
	if v.Look.Train {
		n = v.Evidence.TrainIdle
	}
	if n == 0 || v.Look.Difference {
		return ""
	}
	return ", without the " + numeral.Count(n) + " in which nobody waits"
}

// loudest is how many points of a cloud carry their names.
const loudest = 9

func (v *Charts) spots(worst bool) (points []plot.ScatterPoint) {
	p := &v.Report.Plan
	less := func(x report.Float) float64 { return float64(x) - 1 }
	for _, c := range v.Choices() {
		x := p.Choice(c)
		e := v.Points()[c]
		s := plot.ScatterPoint{Label: PairName(x), Mark: v.markOf(x), Baseline: x.IsBaseline(), Quiet: true}
		switch {
		case worst:
			s.X, s.Y = float64(e.Change), less(e.MaxMax)
			s.XLow, s.XHigh = less(e.Ratio.AvgLow), less(e.Ratio.AvgHigh)
		case v.Look.Difference:
			d := e.Difference
			avg, most := v.Waits(&v.Report.Pairs[c])
			avg0, most0 := v.Waits(&v.Report.Baseline)
			s.X, s.Y = avg-avg0, most-most0
			s.XLow, s.XHigh, s.YLow, s.YHigh = float64(d.AvgLow), float64(d.AvgHigh), float64(d.MaxLow), float64(d.MaxHigh)
		default:
			s.X, s.Y = float64(e.Change), float64(e.MaxChange)
			s.XLow, s.XHigh, s.YLow, s.YHigh = less(e.Ratio.AvgLow), less(e.Ratio.AvgHigh), less(e.Ratio.MaxLow), less(e.Ratio.MaxHigh)
		}
		points = append(points, s)
	}
	front := plot.Front(points)
	for k, i := range front {
		if k < loudest-2 || k >= len(front)-2 {
			points[i].Quiet = false
		}
	}
	for i, c := range v.Choices() {
		if x := p.Choice(c); x == v.Report.Learned.Choice() || x == v.Report.Recommended.Choice() || points[i].Baseline {
			points[i].Quiet = false
		}
	}
	return points
}

func (v *Charts) cloud(worst bool) paper.Chart {
	s := plot.Scatter{Of: "pair", Change: true, XUnit: plot.Percent, YUnit: plot.Percent, X: "average wait against FCFS",
		Y:    "longest wait of a week, mean, against FCFS",
		Bars: "first to last decile of single weeks, each against FCFS on the same one", Points: v.spots(worst), Key: v.key()}
	if worst {
		s.Y = "longest wait of all weeks against FCFS"
	}
	if v.Look.Difference && !worst {
		s.XUnit, s.YUnit = plot.Seconds, plot.Seconds
	}
	s.Title = v.frontTitle(s.Points)
	s.Subtitle = v.weeksOf() + "; pooled over weeks, as in the table; bars: single weeks" + v.idleWords() +
		"; colour is the queue, shape the backfilling; less is better in both"
	return &s
}

// frontTitle says how the front stands, and that what was learned need not be
// on it: it was chosen on other weeks.
func (v *Charts) frontTitle(points []plot.ScatterPoint) string {
	front, x := plot.Front(points), v.Report.Learned.Choice()
	names := make([]string, len(front))
	for i, k := range front {
		names[i] = points[k].Label
	}
	title := report.Front(names, "pair", "on these "+v.halfWords())
	if len(front) > 3 {
		title = strconv.Itoa(len(front)) + " of " + strconv.Itoa(len(points)) + " pairs are unbeaten on average and longest wait " +
			"together on these " +
			v.halfWords() + ", from " + names[0] + " to " + names[len(names)-1]
	}
	if len(front) > 0 && !v.Look.Train && x.Threshold == v.threshold() && !slices.Contains(names, PairName(x)) {
		title += "; " + PairName(x) + ", chosen on the others, is none of them"
	}
	return title
}

// grid is the table of pairs, with the proposed one framed.
func (v *Charts) grid(values [][]report.Float) plot.Grid {
	p := &v.Report.Plan
	g := plot.Grid{Rows: order.Labels(p.Primaries), Columns: order.Labels(p.Backfills), Of: "queue", With: "backfilling"}
	for _, row := range values {
		g.Values = append(g.Values, report.Floats(row))
	}
	x := v.Report.Learned.Choice()
	g.Chosen, g.Framed = [2]int{slices.Index(g.Rows, x.Primary), slices.Index(g.Columns, x.Backfill)}, x.Threshold == v.threshold()
	return g
}

// means are the means of rows and of columns, of those that are known.
func means(values [][]report.Float) (rows, columns []float64) {
	mean := func(n int, at func(i int) report.Float) float64 {
		sum, k := 0.0, 0
		for i := range n {
			if x := float64(at(i)); !math.IsNaN(x) {
				sum += x
				k++
			}
		}
		return sum / float64(k)
	}
	for _, r := range values {
		rows = append(rows, mean(len(r), func(i int) report.Float { return r[i] }))
	}
	for j := range values[0] {
		columns = append(columns, mean(len(values), func(i int) report.Float { return values[i][j] }))
	}
	return rows, columns
}

func spreadOf(v []float64) float64 { return slices.Max(v) - slices.Min(v) }

func (v *Charts) given() paper.Chart {
	h := &v.Evidence.Heat[v.At()]
	g := v.grid(h.Given)
	g.Says = "change in average wait against backfilling by " + h.Against
	_, columns := means(h.Given)
	best := 0
	for j := range columns {
		if columns[j] < columns[best] {
			best = j
		}
	}
	wins := 0
	for _, row := range h.Given {
		least := true
		for _, x := range row {
			least = least && row[best] <= x
		}
		if least {
			wins++
		}
	}
	o := order.Label(v.Report.Plan.Backfills[best])
	g.Title = "On these weeks backfilling by " + o + " waits least, " + numeral.Share(-columns[best]) + " less than by " + h.Against +
		" in the mean over queue orders; under " + strconv.Itoa(wins) + " of " + strconv.Itoa(len(h.Given)) + " no other waits less"
	if !(columns[best] < -0.0005) {
		g.Title = "On these weeks no backfilling order waits less than " + h.Against + " in the mean over queue orders"
	}
	g.Subtitle = v.Report.Source.Name + ", " + numeral.Weeks(v.Report.Done) + " of the testing half, " + under(h.Threshold) +
		"; each row against the same queue order with " + h.Against + " backfilling" + v.framed(&g)
	return &g
}

func (v *Charts) all() paper.Chart {
	h := &v.Evidence.Heat[v.At()]
	g := v.grid(h.Change)
	g.Says = "change in waiting against FCFS without threshold"
	rows, columns := means(h.Change)
	a, b := spreadOf(rows), spreadOf(columns)
	points := func(x float64) string { return numeral.Number(math.Round(100*x)) + " points" }
	switch {
	case len(rows) < 2 || len(columns) < 2:
		g.Title = "What each pair changes"
	case math.IsNaN(a) || math.IsNaN(b):
		g.Title = "Nobody waits under FCFS: there is nothing to compare"
	case a >= b:
		g.Title = "On these weeks the queue's order makes more of a difference than the backfilling order: its means spread over " +
			points(a) + ", those of backfilling orders over " + points(b)
	default:
		g.Title = "On these weeks the backfilling order makes more of a difference than the queue's: its means spread over " + points(b) +
			", those of queue orders over " + points(a)
	}
	g.Subtitle = v.Report.Source.Name + ", " + numeral.Weeks(v.Report.Done) + " of the testing half, " + under(h.Threshold) + v.framed(&g)
	return &g
}

func (v *Charts) framed(g *plot.Grid) string {
	if g.Framed {
		return "; framed is the pair that training chose"
	}
	return ""
}
