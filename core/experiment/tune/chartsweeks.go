package tune

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
)

func (v *Charts) moves() paper.Chart {
	p := &v.Report.Plan
	s := plot.Scatter{NoFront: true, XUnit: plot.Seconds, YUnit: plot.Seconds, X: "average wait",
		Y: "longest wait of a week, mean"}
	to, by := v.Moved(), v.Backfilling()
	moves := v.Evidence.MovesTo(p, by, to)
	best, bestFrom := (*Tuned)(nil), (*Tuned)(nil)
	for _, m := range moves {
		x, from := &v.Report.Pairs[m.To], &v.Report.Pairs[m.From]
		avg, most := v.Waits(x)
		avg0, most0 := v.Waits(from)
		s.Points = append(s.Points, plot.ScatterPoint{Name: x.Primary, X: avg, Y: most, From: &plot.Spot{X: avg0, Y: most0}})
		if best == nil || x.Primary == v.Report.Learned.Primary {
			best, bestFrom = x, from
		}
	}
	s.Title = "No moves: the search tried no threshold, or none but that"
	if best != nil {
		avg, most := v.Waits(best)
		avg0, most0 := v.Waits(bestFrom)
		verb := "brings"
		if most > most0 {
			verb = "takes"
		}
		s.Title = "On these " + v.halfWords() + " a threshold of " + to.Words() + " " + verb + " the longest wait under " + best.Primary +
			" from " + numeral.Duration(most0) + " to " + numeral.Duration(most) +
			", the average from " + numeral.Duration(avg0) + " to " + numeral.Duration(avg)
		s.YRefs = []plot.Ref{{At: float64(to), Label: "the threshold: " + to.Words()}}
	}
	s.Subtitle = v.Report.Source.Name + ", " + v.counted() +
		"; each queue order with backfilling by " + by + ", faded without threshold"
	return &s
}

func (v *Charts) steps() paper.Chart {
	s := plot.Sweep{X: "threshold", XUnit: plot.Seconds, Cursor: -1}
	learn := func() plot.Series { return plot.Series{Label: "training", Hue: "--ink-soft"} }
	judge := func() plot.Series { return plot.Series{Label: "testing", Hue: "--accent"} }
	series := [2][2]plot.Series{{learn(), judge()}, {learn(), judge()}}
	base := &v.Report.Baseline
	steps := slices.Clone(v.Evidence.Swept)
	slices.Reverse(steps) // rising, none last
	best, least := -1, math.Inf(1)
	for i, x := range steps {
		c := &v.Report.Pairs[x.Learned]
		if x.Threshold >= 0 {
			s.Settings = append(s.Settings, float64(x.Threshold))
		} else {
			s.None = true
		}
		for k, halves := range [2][2]report.Float{{1 + v.Evidence.Train[x.Learned].Change, 1 + v.Evidence.Test[x.Learned].Change},
			{c.TrainMax / base.TrainMax, c.TestMax / base.TestMax}} {
			for j, share := range halves {
				series[k][j].Values = append(series[k][j].Values, float64(share))
			}
		}
		if change := float64(v.Evidence.Test[x.Learned].Change); change < least {
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
		s.Title = "On these testing weeks the average wait is least " + name + ": " + numeral.Change(v.Evidence.Test[x.Learned].Change) +
			" against FCFS, and " + numeral.Change(v.Evidence.Train[x.Learned].Change) + " on the weeks it was trained on" +
			v.Report.Pairs[x.Learned].Doubt()
	}
	s.Subtitle = v.Report.Source.Name + ", " + numeral.Weeks(v.Report.Done) + " of each half; with each threshold, the " +
		"pair that was best on the training weeks; lines between points are interpolated"
	return &s
}

func (v *Charts) carry() paper.Chart {
	x := &v.Evidence.Transfer[v.At()]
	s := plot.Scatter{NoFront: true, Change: true, Diagonal: "the same on both", XUnit: plot.Percent, YUnit: plot.Percent,
		X: "average wait against FCFS, training weeks", Y: "average wait against FCFS, testing weeks", Key: v.key()}
	if v.Look.Difference {
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
		q := plot.ScatterPoint{Label: PairName(choice), Mark: v.markOf(choice), X: float64(x.Train[i]) - 1, Y: float64(x.Test[i]) - 1,
			Quiet: true, Baseline: choice.IsBaseline()}
		if v.Look.Difference {
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
	s.Subtitle = v.Report.Source.Name + ", " + numeral.Weeks(v.Report.Done) + " of each half, " + under(x.Threshold) +
		"; Spearman's correlation" + kendall + "; colour is the queue, shape the backfilling"
	return &s
}

func (v *Charts) weekly() paper.Chart {
	w := &v.Evidence.Weekly
	m := plot.Multiples{Unsaid: true}
	for i, o := range w.Primaries {
		l := plot.Line{First: 1, X: "week", XUnit: plot.Whole, Y: "average wait of the week's jobs", YUnit: plot.Seconds,
			Series: []plot.Series{{Name: o, Values: report.Floats(w.Avg[i])}}}
		if !v.Look.Difference {
			l.Y, l.YUnit, l.Change = "average wait against FCFS on the same week", plot.Percent, true
			change := report.Floats(w.Relative[i])
			for k := range change {
				change[k]--
			}
			l.Series[0].Values = change
		}
		if !v.Look.Difference && o == "FCFS" && w.Backfill == "FCFS" && w.Threshold < 0 {
			continue // nothing but zero
		}
		m.Panels = append(m.Panels, l)
	}
	m.Title = v.wildness()
	m.Subtitle = v.Report.Source.Name + ", the first " + strconv.Itoa(len(w.Baseline)) + " training weeks as they were drawn, each queue " +
		"order with backfilling by " + w.Backfill + ", " + under(w.Threshold) + "; a line that leaves its panel goes on beyond it"
	return &m
}

// wildness says how far single weeks lie apart.
func (v *Charts) wildness() string {
	w := &v.Evidence.Weekly
	name, of := v.Report.Learned.Primary, w.Relative
	i := slices.Index(w.Primaries, name)
	if i < 0 || name == "FCFS" && !v.Look.Difference {
		i = len(w.Primaries) - 1
		name = w.Primaries[i]
	}
	var known []float64
	if v.Look.Difference {
		of = w.Avg
	}
	for _, x := range report.Floats(of[i]) {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			known = append(known, x)
		}
	}
	if len(known) < 10 {
		return "Single weeks, too few to say how far they lie apart"
	}
	slices.Sort(known)
	low, high := numeral.Quantile(known, 0.1), numeral.Quantile(known, 0.9)
	if v.Look.Difference {
		return "One week proves nothing: under " + name + " eight of the drawn weeks in ten wait from " + numeral.Duration(low) + " to " +
			numeral.Duration(high) + " on average"
	}
	return "One week proves nothing: under " + name + " eight of the drawn weeks in ten lie from " + numeral.Change(low-1) + " to " +
		numeral.Change(high-1) + " against FCFS"
}
