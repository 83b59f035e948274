package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tuning"
)

// ---- with and without the threshold

// moved is where the moves lead to: the threshold looked at, or the longest
// one when that is none.
func (t *tuner) moved() study.Seconds {
	if s := t.threshold(); s >= 0 {
		return s
	}
	list := t.report.Plan.Thresholds
	return list[min(1, len(list)-1)]
}

// waits are a choice's average wait, and its longest of a week, in the weeks
// looked at.
func (t *tuner) waits(x *tuning.Tuned) (avg, most float64) {
	if t.look.train {
		return float64(x.TrainAvg), float64(x.TrainMax)
	}
	return float64(x.TestAvg), float64(x.TestMax)
}

func (t *tuner) drawMoves(f plot.Frame) string {
	p := &t.report.Plan
	s := plot.Scatter{Frame: f, NoFront: true, XUnit: plot.Seconds, YUnit: plot.Seconds, X: "average wait", Y: "longest wait of a week, mean"}
	to, by := t.moved(), t.backfilling()
	moves := t.explained.MovesTo(p, by, to)
	best, bestFrom := (*tuning.Tuned)(nil), (*tuning.Tuned)(nil)
	for _, m := range moves {
		x, from := &t.report.Pairs[m.To], &t.report.Pairs[m.From]
		avg, most := t.waits(x)
		avg0, most0 := t.waits(from)
		s.Points = append(s.Points, plot.ScatterPoint{Name: x.Primary, X: avg, Y: most, From: &plot.Spot{X: avg0, Y: most0}})
		if best == nil || x.Primary == t.report.Learned.Primary {
			best, bestFrom = x, from
		}
	}
	s.Title = "No moves: the search tried no threshold, or none but that"
	if best != nil {
		avg, most := t.waits(best)
		avg0, most0 := t.waits(bestFrom)
		verb := "brings"
		if most > most0 {
			verb = "takes"
		}
		s.Title = "A threshold of " + to.Words() + " " + verb + " the longest wait under " + best.Primary + " from " + figure.Duration(most0) + " to " + figure.Duration(most) +
			", the average from " + figure.Duration(avg0) + " to " + figure.Duration(avg)
		s.YRefs = []plot.Ref{{At: float64(to), Label: "the threshold: " + to.Words()}}
	}
	s.Subtitle = t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " " + t.halfWords() + "; each queue order with backfilling by " + by + ", faded without threshold"
	return s.SVG()
}

func (t *tuner) movesTable() [][]string {
	rows := [][]string{{"queue + backfill", "threshold, s", "avg without, s", "max without, s", "avg with, s", "max with, s"}}
	for _, m := range t.explained.MovesTo(&t.report.Plan, t.backfilling(), t.moved()) {
		x, from := &t.report.Pairs[m.To], &t.report.Pairs[m.From]
		avg, most := t.waits(x)
		avg0, most0 := t.waits(from)
		rows = append(rows, []string{pairName(x.Choice()), x.Threshold.String(), exact(report.Float(avg0)), exact(report.Float(most0)), exact(report.Float(avg)), exact(report.Float(most))})
	}
	return rows
}

// ---- every threshold

func (t *tuner) drawSteps(f plot.Frame) string {
	s := plot.Sweep{Frame: f, X: "threshold", XUnit: plot.Seconds, Cursor: -1}
	learn := func() plot.Series { return plot.Series{Label: "learning", Hue: "--size"} }
	judge := func() plot.Series { return plot.Series{Label: "judging", Hue: "--time"} }
	series := [2][2]plot.Series{{learn(), judge()}, {learn(), judge()}}
	base := &t.report.Baseline
	steps := slices.Clone(t.explained.Swept)
	slices.Reverse(steps) // rising, none last
	best, least := -1, math.Inf(1)
	for i, x := range steps {
		c := &t.report.Pairs[x.Learned]
		if x.Threshold >= 0 {
			s.Settings = append(s.Settings, float64(x.Threshold))
		} else {
			s.None = true
		}
		for k, v := range [2][2]report.Float{{c.TrainAvg / base.TrainAvg, c.TestAvg / base.TestAvg}, {c.TrainMax / base.TrainMax, c.TestMax / base.TestMax}} {
			for j := range v {
				series[k][j].Values = append(series[k][j].Values, float64(v[j]))
			}
		}
		if v := float64(c.TestAvg / base.TestAvg); v < least {
			best, least = i, v
		}
	}
	same := []plot.Ref{{At: 1, Label: "as FCFS without threshold"}}
	s.Panels = []plot.SweepPanel{
		{Y: "average wait, as a share of that under FCFS", YUnit: plot.Percent, Series: series[0][:], Refs: same},
		{Y: "longest wait of a week, mean, as a share of that under FCFS", YUnit: plot.Percent, Series: series[1][:], Refs: same},
	}
	s.Title = "What was learned, with each threshold"
	if best >= 0 {
		x := steps[best]
		c := &t.report.Pairs[x.Learned]
		name := "without threshold"
		if x.Threshold >= 0 {
			name = "with " + x.Threshold.Words()
		}
		s.Title = "Judged, the average wait is least " + name + ": " + figure.Change(c.TestAvg/base.TestAvg-1) + " against FCFS, and " + figure.Change(c.TrainAvg/base.TrainAvg-1) + " where it was learned"
	}
	s.Subtitle = t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " weeks of each half; with each threshold, the pair that was best on the learning weeks; lines between points are interpolated"
	return s.SVG()
}

func (t *tuner) stepsTable() [][]string {
	rows := [][]string{{"threshold", "learned", "train avg, s", "test avg, s", "train max, s", "test max, s", "change", "low", "high"}}
	for _, x := range t.explained.Swept {
		c := &t.report.Pairs[x.Learned]
		rows = append(rows, []string{x.Threshold.Words(), pairName(c.Choice()), exact(c.TrainAvg), exact(c.TestAvg), exact(c.TrainMax), exact(c.TestMax), exact(c.Change), exact(c.Low), exact(c.High)})
	}
	return rows
}

// ---- does the ranking carry over

func (t *tuner) drawCarry(f plot.Frame) string {
	x := &t.explained.Transfer[t.at()]
	s := plot.Scatter{Frame: f, NoFront: true, Change: true, Diagonal: "the same on both", XUnit: plot.Percent, YUnit: plot.Percent,
		X: "average wait against FCFS, learning weeks", Y: "average wait against FCFS, judging weeks", Key: t.key()}
	if t.look.difference {
		s.XUnit, s.YUnit = plot.Seconds, plot.Seconds
	}
	p := &t.report.Plan
	rank := make([]int, len(x.Choices))
	for i := range rank {
		rank[i] = i
	}
	slices.SortStableFunc(rank, func(a, b int) int { return cmp.Compare(x.Train[a], x.Train[b]) })
	for i, c := range x.Choices {
		choice := p.Choice(c)
		q := plot.ScatterPoint{Label: pairName(choice), Mark: t.markOf(choice), X: float64(x.Train[i]) - 1, Y: float64(x.Test[i]) - 1, Quiet: true, Baseline: choice.IsBaseline()}
		if t.look.difference {
			q.X, q.Y = float64(x.TrainDifference[i]), float64(x.TestDifference[i])
		}
		q.Quiet = !choice.IsBaseline() && choice != t.report.Learned.Choice() && !slices.Contains(rank[:min(4, len(rank))], i) && !slices.Contains(rank[max(0, len(rank)-2):], i)
		s.Points = append(s.Points, q)
	}
	rho := float64(x.Spearman)
	figure := strconv.FormatFloat(rho, 'f', 2, 64)
	switch {
	case math.IsNaN(rho):
		s.Title = "Whether the ranking carries over can't be said"
	case rho >= 0.8:
		s.Title = "The ranking carries over: what is best on learning weeks is near the best on judging ones (rank correlation " + figure + ")"
	case rho >= 0.5:
		s.Title = "The ranking carries over in part (rank correlation " + figure + ")"
	default:
		s.Title = "The ranking does not carry over (rank correlation " + figure + "): the halves of this log ask for different orders"
	}
	s.Subtitle = t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " weeks of each half, " + under(x.Threshold) + "; Spearman's correlation, Kendall's is " + strconv.FormatFloat(float64(x.Kendall), 'f', 2, 64) + "; colour is the queue, shape the backfilling"
	return s.SVG()
}

func (t *tuner) carryTable() [][]string {
	x := &t.explained.Transfer[t.at()]
	rows := [][]string{{"queue + backfill", "train", "test", "train difference, s", "test difference, s"}}
	for i, c := range x.Choices {
		rows = append(rows, []string{pairName(t.report.Plan.Choice(c)), exact(x.Train[i]), exact(x.Test[i]), exact(x.TrainDifference[i]), exact(x.TestDifference[i])})
	}
	return rows
}

// ---- single weeks

func (t *tuner) drawWeekly(f plot.Frame) string {
	w := &t.explained.Weekly
	m := plot.Multiples{Frame: f, Unsaid: true, Columns: 1}
	if f.Width >= 600 {
		m.Columns = 2
	}
	for i, o := range w.Primaries {
		l := plot.Line{First: 1, X: "week", XUnit: plot.Whole, Y: "average wait of the week's jobs", YUnit: plot.Seconds, Series: []plot.Series{{Name: o, Values: floats(w.Avg[i])}}}
		if !t.look.difference {
			l.Y, l.YUnit, l.Change = "average wait against FCFS on the same week", plot.Percent, true
			v := floats(w.Relative[i])
			for k := range v {
				v[k]--
			}
			l.Series[0].Values = v
		}
		if !t.look.difference && o == "FCFS" && w.Backfill == "FCFS" && w.Threshold < 0 {
			continue // nothing but zero
		}
		m.Panels = append(m.Panels, l)
	}
	m.Title = t.wildness()
	m.Subtitle = t.app.Summary.Name + ", the first " + strconv.Itoa(len(w.Baseline)) + " learning weeks as they were drawn, each queue order with backfilling by " + w.Backfill + ", " + under(w.Threshold) + "; a line that leaves its panel goes on beyond it"
	return m.SVG()
}

// wildness says how far single weeks lie apart.
func (t *tuner) wildness() string {
	w := &t.explained.Weekly
	name, of := t.report.Learned.Primary, w.Relative
	i := slices.Index(w.Primaries, name)
	if i < 0 || name == "FCFS" && !t.look.difference {
		i = len(w.Primaries) - 1
		name = w.Primaries[i]
	}
	var v []float64
	if t.look.difference {
		of = w.Avg
	}
	for _, x := range floats(of[i]) {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			v = append(v, x)
		}
	}
	if len(v) < 10 {
		return "Single weeks are wild"
	}
	slices.Sort(v)
	low, high := v[len(v)/10], v[len(v)*9/10]
	if t.look.difference {
		return "One week proves nothing: under " + name + " eight weeks in ten wait between " + figure.Duration(low) + " and " + figure.Duration(high) + " on average"
	}
	return "One week proves nothing: under " + name + " eight weeks in ten lie between " + figure.Change(report.Float(low-1)) + " and " + figure.Change(report.Float(high-1)) + " against FCFS"
}

func (t *tuner) weeklyTable() [][]string {
	w := &t.explained.Weekly
	rows := [][]string{{"week"}}
	for _, o := range w.Primaries {
		rows[0] = append(rows[0], o+", s", o+" / FCFS")
	}
	for k := range w.Baseline {
		row := []string{strconv.Itoa(k + 1)}
		for i := range w.Primaries {
			row = append(row, exact(w.Avg[i][k]), exact(w.Relative[i][k]))
		}
		rows = append(rows, row)
	}
	return rows
}
