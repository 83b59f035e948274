package tune

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// pictures are those of the published study, of this log.
func (v *View) pictures() []lab.Picture {
	if v.explained == nil {
		return nil
	}
	var moves []lab.Picture
	if len(v.explained.Moves) > 0 { // else all have a threshold
		moves = []lab.Picture{{Key: "moves", Tab: "With the threshold", Draw: v.drawMoves, Table: v.movesTable}}
	}
	list := []lab.Picture{
		{Key: "pairs", Tab: "Average and longest wait", Draw: v.drawCloud(false), Table: v.cloudTable},
		{Key: "worst", Tab: "Longest wait of all weeks", Draw: v.drawCloud(true), Table: v.cloudTable},
		{Key: "given", Tab: "Backfilling orders", Draw: v.drawGiven, Table: v.gridTable(true)},
		{Key: "all", Tab: "All pairs", Draw: v.drawGrid, Table: v.gridTable(false)},
	}
	return append(append(list, moves...), []lab.Picture{
		{Key: "steps", Tab: "Every threshold", Draw: v.drawSteps, Table: v.stepsTable},
		{Key: "carry", Tab: "Does it carry over", Draw: v.drawCarry, Table: v.carryTable},
		{Key: "weeks", Tab: "Single weeks", Draw: v.drawWeekly, Table: v.weeklyTable},
	}...)
}

// markOf is a pair's mark: the colour and filling of its queue order, a shape
// for its backfilling order.
func (v *View) markOf(c tune.Choice) *plot.Mark {
	m := plot.Style(c.Primary)
	m.Shape = backfillShape(slices.Index(order.Labels(v.Report.Plan.Backfills), c.Backfill))
	return &m
}

// backfillShape is the shape of the i-th backfilling order; there are ten.
func backfillShape(i int) plot.Shape {
	return plot.Shape(max(0, i) % (int(plot.Cross) + 1))
}

// key explains the marks: colours, then shapes.
func (v *View) key() []plot.KeyEntry {
	var list []plot.KeyEntry
	for _, o := range order.Labels(v.Report.Plan.Primaries) {
		m := plot.Style(o)
		m.Shape = plot.Circle
		list = append(list, plot.KeyEntry{Label: o, Mark: m})
	}
	for i, o := range order.Labels(v.Report.Plan.Backfills) {
		m := plot.Mark{Var: "--ink-soft", Fallback: "#5f5b53", Shape: backfillShape(i)}
		list = append(list, plot.KeyEntry{Label: "+ " + o, Mark: m})
	}
	return list
}

// choicesAt are the choices with the threshold looked at.
func (v *View) choicesAt() []int {
	n := len(v.Report.Plan.Thresholds)
	var list []int
	for c := v.at(); c < len(v.Report.Pairs); c += n {
		list = append(list, c)
	}
	return list
}

func (v *View) weeksOf() string {
	return v.Lab.Summary.Name + ", " + strconv.Itoa(v.Report.Done) + " " + v.halfWords() + ", " + under(v.threshold())
}

// ---- average and longest wait

// idleWords says how many weeks have no ratio.
func (v *View) idleWords() string {
	n := v.explained.TestIdle
	if v.look.train {
		n = v.explained.TrainIdle
	}
	if n == 0 || v.look.difference {
		return ""
	}
	return ", without the " + numeral.Count(n) + " in which nobody waits"
}

// loudest is how many points of a cloud carry their names.
const loudest = 9

func (v *View) cloud(worst bool) (points []plot.ScatterPoint) {
	p := &v.Report.Plan
	less := func(x report.Float) float64 { return float64(x) - 1 }
	for _, c := range v.choicesAt() {
		x := p.Choice(c)
		e := v.points()[c]
		s := plot.ScatterPoint{Label: pairName(x), Mark: v.markOf(x), Baseline: x.IsBaseline(), Quiet: true}
		switch {
		case worst:
			s.X, s.Y = float64(e.Change), less(e.MaxMax)
			s.XLow, s.XHigh = less(e.Ratio.AvgLow), less(e.Ratio.AvgHigh)
		case v.look.difference:
			d := e.Difference
			avg, most := v.waits(&v.Report.Pairs[c])
			avg0, most0 := v.waits(&v.Report.Baseline)
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
	for i, c := range v.choicesAt() {
		if x := p.Choice(c); x == v.Report.Learned.Choice() || x == v.Report.Recommended.Choice() || points[i].Baseline {
			points[i].Quiet = false
		}
	}
	return points
}

func (v *View) drawCloud(worst bool) func(plot.Frame) string {
	return func(f plot.Frame) string {
		s := plot.Scatter{Frame: f, Of: "pair", Change: true, XUnit: plot.Percent, YUnit: plot.Percent, X: "average wait against FCFS",
			Y:    "longest wait of a week, mean, against FCFS",
			Bars: "first to last decile of single weeks, each against FCFS on the same one", Points: v.cloud(worst), Key: v.key()}
		if worst {
			s.Y = "longest wait of all weeks against FCFS"
		}
		if v.look.difference && !worst {
			s.XUnit, s.YUnit = plot.Seconds, plot.Seconds
		}
		s.Title = v.frontTitle(s.Points)
		s.Subtitle = v.weeksOf() + "; pooled over weeks, as in the table; bars: single weeks" + v.idleWords() +
			"; colour is the queue, shape the backfilling; less is better in both"
		return s.SVG()
	}
}

// frontTitle says how the front stands, and that what was learned need not be
// on it: it was chosen on other weeks.
func (v *View) frontTitle(points []plot.ScatterPoint) string {
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
	if len(front) > 0 && !v.look.train && x.Threshold == v.threshold() && !slices.Contains(names, pairName(x)) {
		title += "; " + pairName(x) + ", chosen on the others, is none of them"
	}
	return title
}

func (v *View) cloudTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "queue + backfill").Add(lab.InChanges, "average wait",
		"longest wait of a week, mean").Add(lab.InRatios, "longest wait of all weeks").
		Add(lab.InRatios, "average wait, mean of weekly ratios", "p10", "p90", "longest wait, mean of weekly ratios", "p10", "p90").
		Add(lab.InSeconds, "average wait, mean of weekly differences", "p10", "p90", "longest wait, mean of weekly differences", "p10",
			"p90").Add(lab.InWords, "front")
	for _, c := range v.choicesAt() {
		e := v.points()[c]
		front := ""
		if e.Front {
			front = "yes"
		}
		row := append([]lab.Datum{lab.Text(pairName(v.Report.Plan.Choice(c)))}, lab.Data(e.Change, e.MaxChange, e.MaxMax,
			e.Ratio.Avg, e.Ratio.AvgLow, e.Ratio.AvgHigh, e.Ratio.Max, e.Ratio.MaxLow, e.Ratio.MaxHigh,
			e.Difference.Avg, e.Difference.AvgLow, e.Difference.AvgHigh, e.Difference.Max, e.Difference.MaxLow, e.Difference.MaxHigh)...)
		n.Row(append(row, lab.Text(front))...)
	}
	return n
}

// ---- primary and backfilling orders

// grid is the table of pairs, with the proposed one framed.
func (v *View) grid(f plot.Frame, values [][]report.Float) plot.Grid {
	p := &v.Report.Plan
	g := plot.Grid{Frame: f, Rows: order.Labels(p.Primaries), Columns: order.Labels(p.Backfills), Of: "queue", With: "backfilling"}
	for _, row := range values {
		g.Values = append(g.Values, lab.Floats(row))
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

func (v *View) drawGiven(f plot.Frame) string {
	h := &v.explained.Heat[v.at()]
	g := v.grid(f, h.Given)
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
	g.Subtitle = v.Lab.Summary.Name + ", " + numeral.Weeks(v.Report.Done) + " of the testing half, " + under(h.Threshold) +
		"; each row against the same queue order with " + h.Against + " backfilling" + v.framed(&g)
	return g.SVG()
}

func (v *View) drawGrid(f plot.Frame) string {
	h := &v.explained.Heat[v.at()]
	g := v.grid(f, h.Change)
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
	g.Subtitle = v.Lab.Summary.Name + ", " + numeral.Weeks(v.Report.Done) + " of the testing half, " + under(h.Threshold) + v.framed(&g)
	return g.SVG()
}

func (v *View) framed(g *plot.Grid) string {
	if g.Framed {
		return "; framed is the pair that training chose"
	}
	return ""
}

func (v *View) gridTable(given bool) func() *lab.Numbers {
	return func() *lab.Numbers {
		p, h := &v.Report.Plan, &v.explained.Heat[v.at()]
		values := h.Change
		if given {
			values = h.Given
		}
		n := (&lab.Numbers{}).Add(lab.InWords, "queue \\ backfill").Add(lab.InChanges, order.Labels(p.Backfills)...)
		for i, o := range order.Labels(p.Primaries) {
			n.Line(o, values[i]...)
		}
		return n
	}
}
