package tune

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	core "shadowtime/core/tune"
	"shadowtime/ui/lab"
)

// pictures are those of the published study, of this log.
func (v *View) pictures() []lab.Picture {
	if v.explained == nil {
		return nil
	}
	return []lab.Picture{
		{Key: "pairs", Tab: "Average and longest wait", Draw: v.drawCloud(false), Table: v.cloudTable},
		{Key: "worst", Tab: "Longest wait of all weeks", Draw: v.drawCloud(true), Table: v.cloudTable},
		{Key: "given", Tab: "Backfill orders", Draw: v.drawGiven, Table: v.gridTable(true), Told: lab.Changes},
		{Key: "all", Tab: "All pairs", Draw: v.drawGrid, Table: v.gridTable(false), Told: lab.Changes},
		{Key: "moves", Tab: "With the threshold", Draw: v.drawMoves, Table: v.movesTable},
		{Key: "steps", Tab: "Every threshold", Draw: v.drawSteps, Table: v.stepsTable, Told: lab.Changes},
		{Key: "carry", Tab: "Does it carry over", Draw: v.drawCarry, Table: v.carryTable},
		{Key: "weeks", Tab: "Single weeks", Draw: v.drawWeekly, Table: v.weeklyTable},
	}
}

// markOf is a pair's mark: the colour and filling of its queue order, a shape
// for its backfill order.
func (v *View) markOf(c core.Choice) *plot.Mark {
	m := plot.Style(c.Primary)
	m.Shape = backfillShape(slices.Index(v.report.Plan.Backfills, c.Backfill))
	return &m
}

// backfillShape is the shape of the i-th backfill order; there are ten.
func backfillShape(i int) plot.Shape {
	return plot.Shape(max(0, i) % (int(plot.Cross) + 1))
}

// key explains the marks: colours, then shapes.
func (v *View) key() []plot.KeyEntry {
	var list []plot.KeyEntry
	for _, o := range v.report.Plan.Primaries {
		m := plot.Style(o)
		m.Shape = plot.Circle
		list = append(list, plot.KeyEntry{Label: o, Mark: m})
	}
	for i, o := range v.report.Plan.Backfills {
		m := plot.Mark{Var: "--ink-soft", Fallback: "#5f5b53", Shape: backfillShape(i)}
		list = append(list, plot.KeyEntry{Label: "+ " + o, Mark: m})
	}
	return list
}

// choicesAt are the choices with the threshold looked at.
func (v *View) choicesAt() []int {
	n := len(v.report.Plan.Thresholds)
	var list []int
	for c := v.at(); c < len(v.report.Pairs); c += n {
		list = append(list, c)
	}
	return list
}

func (v *View) weeksOf() string {
	return v.Lab.Summary.Name + ", " + strconv.Itoa(v.report.Done) + " " + v.halfWords() + ", " + under(v.threshold())
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
	return " without the " + figure.Count(n) + " in which nobody waits"
}

// loudest is how many points of a cloud carry their names.
const loudest = 9

func (v *View) cloud(worst bool) (points []plot.ScatterPoint) {
	p := &v.report.Plan
	less := func(x report.Float) float64 { return float64(x) - 1 }
	for _, c := range v.choicesAt() {
		x := p.Choice(c)
		e := v.points()[c]
		s := plot.ScatterPoint{Label: pairName(x), Mark: v.markOf(x), Baseline: x.IsBaseline(), Quiet: true}
		switch {
		case worst:
			s.X, s.Y = less(e.Ratio.Avg), less(e.MaxMax)
			s.XLow, s.XHigh = less(e.Ratio.AvgLow), less(e.Ratio.AvgHigh)
		case v.look.difference:
			d := e.Difference
			s.X, s.Y = float64(d.Avg), float64(d.Max)
			s.XLow, s.XHigh, s.YLow, s.YHigh = float64(d.AvgLow), float64(d.AvgHigh), float64(d.MaxLow), float64(d.MaxHigh)
		default:
			s.X, s.Y = less(e.Ratio.Avg), less(e.Ratio.Max)
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
		if x := p.Choice(c); x == v.report.Learned.Choice() || x == v.report.Recommended.Choice() || points[i].Baseline {
			points[i].Quiet = false
		}
	}
	return points
}

func (v *View) drawCloud(worst bool) func(plot.Frame) string {
	return func(f plot.Frame) string {
		s := plot.Scatter{Frame: f, Of: "pair", Change: true, XUnit: plot.Percent, YUnit: plot.Percent, X: "average wait against FCFS", Y: "longest wait of a week against FCFS",
			Bars: "first to last decile of the weeks", Points: v.cloud(worst), Key: v.key()}
		if worst {
			s.Y = "longest wait of all weeks against FCFS"
		}
		if v.look.difference && !worst {
			s.XUnit, s.YUnit = plot.Seconds, plot.Seconds
		}
		front := plot.Front(s.Points)
		s.Title = strconv.Itoa(len(front)) + " of " + strconv.Itoa(len(s.Points)) + " pairs are beaten by no other in both"
		if len(front) == 1 {
			s.Title = s.Points[front[0]].Label + " has the least average and the least longest wait"
		} else if len(front) > 1 {
			s.Title += ", from " + s.Points[front[0]].Label + " to " + s.Points[front[len(front)-1]].Label
		}
		s.Subtitle = v.weeksOf() + "; each week relative to FCFS on the same one, means" + v.idleWords() + "; colour is the queue, shape the backfilling; less is better in both"
		return s.SVG()
	}
}

func (v *View) cloudTable() [][]string {
	rows := [][]string{{"queue + backfill", "avg", "avg p10", "avg p90", "max", "max p10", "max p90", "max of all weeks", "avg difference, s", "p10", "p90", "max difference, s", "p10", "p90", "front"}}
	for _, c := range v.choicesAt() {
		e := v.points()[c]
		front := ""
		if e.Front {
			front = "yes"
		}
		row := []string{pairName(v.report.Plan.Choice(c))}
		for _, x := range []report.Float{e.Ratio.Avg, e.Ratio.AvgLow, e.Ratio.AvgHigh, e.Ratio.Max, e.Ratio.MaxLow, e.Ratio.MaxHigh, e.MaxMax,
			e.Difference.Avg, e.Difference.AvgLow, e.Difference.AvgHigh, e.Difference.Max, e.Difference.MaxLow, e.Difference.MaxHigh} {
			row = append(row, lab.Digits(x))
		}
		rows = append(rows, append(row, front))
	}
	return rows
}

// ---- primary and backfill orders

// grid is the table of pairs, with the proposed one framed.
func (v *View) grid(f plot.Frame, values [][]report.Float) plot.Grid {
	p := &v.report.Plan
	g := plot.Grid{Frame: f, Rows: p.Primaries, Columns: p.Backfills, Of: "queue", With: "backfilling"}
	for _, row := range values {
		g.Values = append(g.Values, lab.Floats(row))
	}
	x := v.report.Learned.Choice()
	g.Chosen, g.Framed = [2]int{slices.Index(p.Primaries, x.Primary), slices.Index(p.Backfills, x.Backfill)}, x.Threshold == v.threshold()
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
	o := v.report.Plan.Backfills[best]
	g.Title = "Backfilling by " + o + " waits least: " + figure.Share(-columns[best]) + " less than by " + h.Against + " in the mean over queue orders; under " + strconv.Itoa(wins) + " of " + strconv.Itoa(len(h.Given)) + " nothing is better"
	if !(columns[best] < -0.0005) {
		g.Title = "No backfill order waits less than " + h.Against + " in the mean over queue orders"
	}
	g.Subtitle = v.Lab.Summary.Name + ", " + strconv.Itoa(v.report.Done) + " judging weeks, " + under(h.Threshold) + "; each row against the same queue order with " + h.Against + " backfilling" + v.framed(&g)
	return g.SVG()
}

func (v *View) drawGrid(f plot.Frame) string {
	h := &v.explained.Heat[v.at()]
	g := v.grid(f, h.Change)
	g.Says = "change in waiting against FCFS without threshold"
	rows, columns := means(h.Change)
	a, b := spreadOf(rows), spreadOf(columns)
	points := func(x float64) string { return figure.Number(math.Round(100*x)) + " points" }
	switch {
	case len(rows) < 2 || len(columns) < 2:
		g.Title = "What each pair changes"
	case a >= b:
		g.Title = "The queue's order matters more than the backfill order: its means spread over " + points(a) + ", those of backfill orders over " + points(b)
	default:
		g.Title = "The backfill order matters more than the queue's: its means spread over " + points(b) + ", those of queue orders over " + points(a)
	}
	g.Subtitle = v.Lab.Summary.Name + ", " + strconv.Itoa(v.report.Done) + " judging weeks, " + under(h.Threshold) + v.framed(&g)
	return g.SVG()
}

func (v *View) framed(g *plot.Grid) string {
	if g.Framed {
		return "; framed is the pair that was learned"
	}
	return ""
}

func (v *View) gridTable(given bool) func() [][]string {
	return func() [][]string {
		p, h := &v.report.Plan, &v.explained.Heat[v.at()]
		values := h.Change
		if given {
			values = h.Given
		}
		rows := [][]string{append([]string{"queue \\ backfill"}, p.Backfills...)}
		for i, o := range p.Primaries {
			row := []string{o}
			for _, x := range values[i] {
				row = append(row, lab.Digits(x))
			}
			rows = append(rows, row)
		}
		return rows
	}
}
