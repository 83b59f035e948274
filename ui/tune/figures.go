package tune

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// ---- with and without the threshold

// moved is where the moves lead to: the threshold looked at, or the longest
// one when that is none.
func (v *View) moved() study.Seconds {
	if s := v.threshold(); s >= 0 {
		return s
	}
	list := v.Report.Plan.Thresholds
	return list[min(1, len(list)-1)]
}

// waits are a choice's average wait, and its longest of a week, in the weeks
// looked at.
func (v *View) waits(x *tune.Tuned) (avg, most float64) {
	if v.look.train {
		return float64(x.TrainAvg), float64(x.TrainMax)
	}
	return float64(x.TestAvg), float64(x.TestMax)
}

func (v *View) drawMoves(f plot.Frame) string {
	p := &v.Report.Plan
	s := plot.Scatter{Frame: f, NoFront: true, XUnit: plot.Seconds, YUnit: plot.Seconds, X: "average wait",
		Y: "longest wait of a week, mean"}
	to, by := v.moved(), v.backfilling()
	moves := v.explained.MovesTo(p, by, to)
	best, bestFrom := (*tune.Tuned)(nil), (*tune.Tuned)(nil)
	for _, m := range moves {
		x, from := &v.Report.Pairs[m.To], &v.Report.Pairs[m.From]
		avg, most := v.waits(x)
		avg0, most0 := v.waits(from)
		s.Points = append(s.Points, plot.ScatterPoint{Name: x.Primary, X: avg, Y: most, From: &plot.Spot{X: avg0, Y: most0}})
		if best == nil || x.Primary == v.Report.Learned.Primary {
			best, bestFrom = x, from
		}
	}
	s.Title = "No moves: the search tried no threshold, or none but that"
	if best != nil {
		avg, most := v.waits(best)
		avg0, most0 := v.waits(bestFrom)
		verb := "brings"
		if most > most0 {
			verb = "takes"
		}
		s.Title = "On these " + v.halfWords() + " a threshold of " + to.Words() + " " + verb + " the longest wait under " + best.Primary +
			" from " + numeral.Duration(most0) + " to " + numeral.Duration(most) +
			", the average from " + numeral.Duration(avg0) + " to " + numeral.Duration(avg)
		s.YRefs = []plot.Ref{{At: float64(to), Label: "the threshold: " + to.Words()}}
	}
	s.Subtitle = v.Lab.Summary.Name + ", " + strconv.Itoa(v.Report.Done) + " " + v.halfWords() + "; each queue order with backfilling by " +
		by + ", faded without threshold"
	return s.SVG()
}

func (v *View) movesTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "queue + backfill").Add(lab.InSeconds, "threshold", "average without", "longest without",
		"average with", "longest with")
	for _, m := range v.explained.MovesTo(&v.Report.Plan, v.backfilling(), v.moved()) {
		x, from := &v.Report.Pairs[m.To], &v.Report.Pairs[m.From]
		avg, most := v.waits(x)
		avg0, most0 := v.waits(from)
		n.Line(pairName(x.Choice()), report.Float(x.Threshold), report.Float(avg0), report.Float(most0), report.Float(avg),
			report.Float(most))
	}
	return n
}

// ---- every threshold

func (v *View) drawSteps(f plot.Frame) string {
	s := plot.Sweep{Frame: f, X: "threshold", XUnit: plot.Seconds, Cursor: -1}
	learn := func() plot.Series { return plot.Series{Label: "training", Hue: "--ink-soft"} }
	judge := func() plot.Series { return plot.Series{Label: "testing", Hue: "--accent"} }
	series := [2][2]plot.Series{{learn(), judge()}, {learn(), judge()}}
	base := &v.Report.Baseline
	steps := slices.Clone(v.explained.Swept)
	slices.Reverse(steps) // rising, none last
	best, least := -1, math.Inf(1)
	for i, x := range steps {
		c := &v.Report.Pairs[x.Learned]
		if x.Threshold >= 0 {
			s.Settings = append(s.Settings, float64(x.Threshold))
		} else {
			s.None = true
		}
		for k, halves := range [2][2]report.Float{{1 + v.explained.Train[x.Learned].Change, 1 + v.explained.Test[x.Learned].Change},
			{c.TrainMax / base.TrainMax, c.TestMax / base.TestMax}} {
			for j, share := range halves {
				series[k][j].Values = append(series[k][j].Values, float64(share))
			}
		}
		if change := float64(v.explained.Test[x.Learned].Change); change < least {
			best, least = i, change
		}
	}
	same := []plot.Ref{{At: 1, Label: "as FCFS without threshold"}}
	s.Panels = []plot.SweepPanel{
		{Y: "average wait, as a share of that under FCFS", YUnit: plot.Percent, Series: series[0][:], Refs: same},
		{Y: "longest wait of a week, mean, as a share of that under FCFS", YUnit: plot.Percent, Series: series[1][:], Refs: same},
	}
	s.Title = "What training chose, with each threshold"
	if best >= 0 {
		x := steps[best]
		name := "without threshold"
		if x.Threshold >= 0 {
			name = "with " + x.Threshold.Words()
		}
		s.Title = "On these testing weeks the average wait is least " + name + ": " + numeral.Change(v.explained.Test[x.Learned].Change) +
			" against FCFS, and " + numeral.Change(v.explained.Train[x.Learned].Change) + " on the weeks it was trained on" +
			v.Report.Pairs[x.Learned].Doubt()
	}
	s.Subtitle = v.Lab.Summary.Name + ", " + strconv.Itoa(v.Report.Done) + " weeks of each half; with each threshold, the pair that was " +
		"best on the training weeks; lines between points are interpolated"
	return s.SVG()
}

func (v *View) stepsTable() *lab.Numbers {
	var list []tune.Tuned
	for _, x := range v.explained.Swept {
		list = append(list, v.Report.Pairs[x.Learned])
	}
	return thresholdsTable("learned", list)
}

// thresholdsTable is what pairs do with thresholds, a row each.
func thresholdsTable(pair string, list []tune.Tuned) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "threshold", pair).Add(lab.InSeconds, "train average", "test average", "train longest",
		"test longest").
		Add(lab.InChanges, "change", "in the half itself", "low", "high", "simulation low", "simulation high")
	for i := range list {
		c := &list[i]
		n.Row(append([]lab.Datum{lab.Text(c.Threshold.Words()), lab.Text(pairName(c.Choice()))}, lab.Data(c.TrainAvg, c.TestAvg, c.TrainMax,
			c.TestMax, c.Change, c.Own, c.Low, c.High, c.SimLow, c.SimHigh)...)...)
	}
	return n
}

// ---- does the ranking carry over

func (v *View) drawCarry(f plot.Frame) string {
	x := &v.explained.Transfer[v.at()]
	s := plot.Scatter{Frame: f, NoFront: true, Change: true, Diagonal: "the same on both", XUnit: plot.Percent, YUnit: plot.Percent,
		X: "average wait against FCFS, training weeks", Y: "average wait against FCFS, testing weeks", Key: v.key()}
	if v.look.difference {
		s.XUnit, s.YUnit = plot.Seconds, plot.Seconds
	}
	p := &v.Report.Plan
	rank := make([]int, len(x.Choices))
	for i := range rank {
		rank[i] = i
	}
	slices.SortStableFunc(rank, func(a, b int) int { return cmp.Compare(x.Train[a], x.Train[b]) })
	for i, c := range x.Choices {
		choice := p.Choice(c)
		q := plot.ScatterPoint{Label: pairName(choice), Mark: v.markOf(choice), X: float64(x.Train[i]) - 1, Y: float64(x.Test[i]) - 1,
			Quiet: true, Baseline: choice.IsBaseline()}
		if v.look.difference {
			q.X, q.Y = float64(x.TrainDifference[i]), float64(x.TestDifference[i])
		}
		q.Quiet = !choice.IsBaseline() && choice != v.Report.Learned.Choice() && !slices.Contains(rank[:min(4, len(rank))], i) &&
			!slices.Contains(rank[max(0, len(rank)-2):], i)
		s.Points = append(s.Points, q)
	}
	rho := float64(x.Spearman)
	words := strconv.FormatFloat(rho, 'f', 2, 64)
	switch {
	case math.IsNaN(rho):
		s.Title = "Whether the ranking carries over can't be said"
	case rho >= 0.8:
		s.Title = "The ranking carries over to these testing weeks (rank correlation " + words + " over " +
			numeral.Count(len(x.Choices)) + " pairs)"
	case rho >= 0.5:
		s.Title = "The ranking carries over in part to these testing weeks (rank correlation " + words + " over " +
			numeral.Count(len(x.Choices)) + " pairs)"
	default:
		s.Title = "The ranking does not carry over to these testing weeks (rank correlation " + words + " over " +
			numeral.Count(len(x.Choices)) + " pairs)"
	}
	kendall := ""
	if x.Kendall.Known() {
		kendall = ", Kendall's is " + strconv.FormatFloat(float64(x.Kendall), 'f', 2, 64)
	}
	s.Subtitle = v.Lab.Summary.Name + ", " + strconv.Itoa(v.Report.Done) + " weeks of each half, " + under(x.Threshold) +
		"; Spearman's correlation" + kendall + "; colour is the queue, shape the backfilling"
	return s.SVG()
}

func (v *View) carryTable() *lab.Numbers {
	x := &v.explained.Transfer[v.at()]
	n := (&lab.Numbers{}).Add(lab.InWords, "queue + backfill").Add(lab.InChanges, "average wait, training",
		"average wait, testing").Add(lab.InSeconds, "difference, training", "difference, testing")
	for i, c := range x.Choices {
		n.Line(pairName(v.Report.Plan.Choice(c)), x.Train[i]-1, x.Test[i]-1, x.TrainDifference[i], x.TestDifference[i])
	}
	return n
}

// ---- single weeks

func (v *View) drawWeekly(f plot.Frame) string {
	w := &v.explained.Weekly
	m := plot.Multiples{Frame: f, Unsaid: true}
	for i, o := range w.Primaries {
		l := plot.Line{First: 1, X: "week", XUnit: plot.Whole, Y: "average wait of the week's jobs", YUnit: plot.Seconds,
			Series: []plot.Series{{Name: o, Values: lab.Floats(w.Avg[i])}}}
		if !v.look.difference {
			l.Y, l.YUnit, l.Change = "average wait against FCFS on the same week", plot.Percent, true
			change := lab.Floats(w.Relative[i])
			for k := range change {
				change[k]--
			}
			l.Series[0].Values = change
		}
		if !v.look.difference && o == "FCFS" && w.Backfill == "FCFS" && w.Threshold < 0 {
			continue // nothing but zero
		}
		m.Panels = append(m.Panels, l)
	}
	m.Title = v.wildness()
	m.Subtitle = v.Lab.Summary.Name + ", the first " + strconv.Itoa(len(w.Baseline)) + " training weeks as they were drawn, each queue " +
		"order with backfilling by " + w.Backfill + ", " + under(w.Threshold) + "; a line that leaves its panel goes on beyond it"
	return m.SVG()
}

// wildness says how far single weeks lie apart.
func (v *View) wildness() string {
	w := &v.explained.Weekly
	name, of := v.Report.Learned.Primary, w.Relative
	i := slices.Index(w.Primaries, name)
	if i < 0 || name == "FCFS" && !v.look.difference {
		i = len(w.Primaries) - 1
		name = w.Primaries[i]
	}
	var known []float64
	if v.look.difference {
		of = w.Avg
	}
	for _, x := range lab.Floats(of[i]) {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			known = append(known, x)
		}
	}
	if len(known) < 10 {
		return "Single weeks, too few to say how far they lie apart"
	}
	slices.Sort(known)
	low, high := numeral.Quantile(known, 0.1), numeral.Quantile(known, 0.9)
	if v.look.difference {
		return "One week proves nothing: under " + name + " eight of the drawn weeks in ten wait from " + numeral.Duration(low) + " to " +
			numeral.Duration(high) + " on average"
	}
	return "One week proves nothing: under " + name + " eight of the drawn weeks in ten lie from " + numeral.Change(low-1) + " to " +
		numeral.Change(high-1) + " against FCFS"
}

func (v *View) weeklyTable() *lab.Numbers {
	w := &v.explained.Weekly
	n := (&lab.Numbers{}).Add(lab.InWords, "week")
	for _, o := range w.Primaries {
		n.Add(lab.InSeconds, o).Add(lab.InRatios, o+" / FCFS")
	}
	for k := range w.Baseline {
		row := []lab.Datum{lab.Text(strconv.Itoa(k + 1))}
		for i := range w.Primaries {
			row = append(row, lab.Data(w.Avg[i][k], w.Relative[i][k])...)
		}
		n.Row(row...)
	}
	return n
}
