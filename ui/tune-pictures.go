package ui

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/tune"
)

// pictures are those of the published study, of this log.
func (t *tuner) pictures() []picture {
	if t.explained == nil {
		return nil
	}
	return []picture{
		{"pairs", "Average and longest wait", t.drawCloud(false), t.cloudTable},
		{"worst", "Longest wait of all weeks", t.drawCloud(true), t.cloudTable},
		{"given", "Backfill orders", t.drawGiven, t.gridTable(true)},
		{"all", "All pairs", t.drawGrid, t.gridTable(false)},
		{"moves", "With the threshold", t.drawMoves, t.movesTable},
		{"steps", "Every threshold", t.drawSteps, t.stepsTable},
		{"carry", "Does it carry over", t.drawCarry, t.carryTable},
		{"weeks", "Single weeks", t.drawWeekly, t.weeklyTable},
	}
}

// markOf is a pair's mark: the colour and filling of its queue order, a shape
// for its backfill order.
func (t *tuner) markOf(c tune.Choice) *plot.Mark {
	m := plot.Style(c.Primary)
	m.Shape = backfillShape(slices.Index(t.report.Plan.Backfills, c.Backfill))
	return &m
}

// backfillShape is the shape of the i-th backfill order; there are ten.
func backfillShape(i int) plot.Shape {
	return plot.Shape(max(0, i) % (int(plot.Cross) + 1))
}

// key explains the marks: colours, then shapes.
func (t *tuner) key() []plot.KeyEntry {
	var list []plot.KeyEntry
	for _, o := range t.report.Plan.Primaries {
		m := plot.Style(o)
		m.Shape = plot.Circle
		list = append(list, plot.KeyEntry{Label: o, Mark: m})
	}
	for i, o := range t.report.Plan.Backfills {
		m := plot.Mark{Var: "--ink-soft", Fallback: "#5f5b53", Shape: backfillShape(i)}
		list = append(list, plot.KeyEntry{Label: "+ " + o, Mark: m})
	}
	return list
}

// choicesAt are the choices with the threshold looked at.
func (t *tuner) choicesAt() []int {
	n := len(t.report.Plan.Thresholds)
	var list []int
	for c := t.at(); c < len(t.report.Pairs); c += n {
		list = append(list, c)
	}
	return list
}

func (t *tuner) weeksOf() string {
	return t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " " + t.halfWords() + ", " + under(t.threshold())
}

// ---- average and longest wait

// loudest is how many points of a cloud carry their names.
const loudest = 9

func (t *tuner) cloud(worst bool) (points []plot.ScatterPoint) {
	p := &t.report.Plan
	less := func(x report.Float) float64 { return float64(x) - 1 }
	for _, c := range t.choicesAt() {
		x := p.Choice(c)
		e := t.points()[c]
		s := plot.ScatterPoint{Label: pairName(x), Mark: t.markOf(x), Baseline: x.IsBaseline(), Quiet: true}
		switch {
		case worst:
			s.X, s.Y = less(e.Ratio.Avg), less(e.MaxMax)
			s.XLow, s.XHigh = less(e.Ratio.AvgLow), less(e.Ratio.AvgHigh)
		case t.look.difference:
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
	for i, c := range t.choicesAt() {
		if x := p.Choice(c); x == t.report.Learned.Choice() || x == t.report.Recommended.Choice() || points[i].Baseline {
			points[i].Quiet = false
		}
	}
	return points
}

func (t *tuner) drawCloud(worst bool) func(plot.Frame) string {
	return func(f plot.Frame) string {
		s := plot.Scatter{Frame: f, Of: "pair", Change: true, XUnit: plot.Percent, YUnit: plot.Percent, X: "average wait against FCFS", Y: "longest wait of a week against FCFS",
			Bars: "first to last decile of the weeks", Points: t.cloud(worst), Key: t.key()}
		if worst {
			s.Y = "longest wait of all weeks against FCFS"
		}
		if t.look.difference && !worst {
			s.XUnit, s.YUnit = plot.Seconds, plot.Seconds
		}
		front := plot.Front(s.Points)
		s.Title = strconv.Itoa(len(front)) + " of " + strconv.Itoa(len(s.Points)) + " pairs are beaten by no other in both"
		if len(front) == 1 {
			s.Title = s.Points[front[0]].Label + " has the least average and the least longest wait"
		} else if len(front) > 1 {
			s.Title += ", from " + s.Points[front[0]].Label + " to " + s.Points[front[len(front)-1]].Label
		}
		s.Subtitle = t.weeksOf() + "; each week relative to FCFS on the same one, means; colour is the queue, shape the backfilling; less is better in both"
		return s.SVG()
	}
}

func (t *tuner) cloudTable() [][]string {
	rows := [][]string{{"queue + backfill", "avg", "avg p10", "avg p90", "max", "max p10", "max p90", "max of all weeks", "avg difference, s", "p10", "p90", "max difference, s", "p10", "p90", "front"}}
	for _, c := range t.choicesAt() {
		e := t.points()[c]
		front := ""
		if e.Front {
			front = "yes"
		}
		row := []string{pairName(t.report.Plan.Choice(c))}
		for _, x := range []report.Float{e.Ratio.Avg, e.Ratio.AvgLow, e.Ratio.AvgHigh, e.Ratio.Max, e.Ratio.MaxLow, e.Ratio.MaxHigh, e.MaxMax,
			e.Difference.Avg, e.Difference.AvgLow, e.Difference.AvgHigh, e.Difference.Max, e.Difference.MaxLow, e.Difference.MaxHigh} {
			row = append(row, exact(x))
		}
		rows = append(rows, append(row, front))
	}
	return rows
}

// ---- primary and backfill orders

// grid is the table of pairs, with the proposed one framed.
func (t *tuner) grid(f plot.Frame, values [][]report.Float) plot.Grid {
	p := &t.report.Plan
	g := plot.Grid{Frame: f, Rows: p.Primaries, Columns: p.Backfills, Of: "queue", With: "backfilling"}
	for _, row := range values {
		g.Values = append(g.Values, floats(row))
	}
	x := t.report.Learned.Choice()
	g.Chosen, g.Framed = [2]int{slices.Index(p.Primaries, x.Primary), slices.Index(p.Backfills, x.Backfill)}, x.Threshold == t.threshold()
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

func (t *tuner) drawGiven(f plot.Frame) string {
	h := &t.explained.Heat[t.at()]
	g := t.grid(f, h.Given)
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
	o := t.report.Plan.Backfills[best]
	g.Title = "Backfilling by " + o + " waits least: " + figure.Share(-columns[best]) + " less than by " + h.Against + " in the mean over queue orders; under " + strconv.Itoa(wins) + " of " + strconv.Itoa(len(h.Given)) + " nothing is better"
	if !(columns[best] < -0.0005) {
		g.Title = "No backfill order waits less than " + h.Against + " in the mean over queue orders"
	}
	g.Subtitle = t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " judging weeks, " + under(h.Threshold) + "; each row against the same queue order with " + h.Against + " backfilling" + t.framed(&g)
	return g.SVG()
}

func (t *tuner) drawGrid(f plot.Frame) string {
	h := &t.explained.Heat[t.at()]
	g := t.grid(f, h.Change)
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
	g.Subtitle = t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " judging weeks, " + under(h.Threshold) + t.framed(&g)
	return g.SVG()
}

func (t *tuner) framed(g *plot.Grid) string {
	if g.Framed {
		return "; framed is the pair that was learned"
	}
	return ""
}

func (t *tuner) gridTable(given bool) func() [][]string {
	return func() [][]string {
		p, h := &t.report.Plan, &t.explained.Heat[t.at()]
		values := h.Change
		if given {
			values = h.Given
		}
		rows := [][]string{append([]string{"queue \\ backfill"}, p.Backfills...)}
		for i, o := range p.Primaries {
			row := []string{o}
			for _, x := range values[i] {
				row = append(row, exact(x))
			}
			rows = append(rows, row)
		}
		return rows
	}
}
