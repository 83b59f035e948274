package tune

import (
	"strconv"

	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// charts are the figures of the report, as they are looked at.
func (v *View) charts() *tune.Charts {
	return &tune.Charts{Report: v.Report, Evidence: v.explained, Look: v.look}
}

// pictures are they with their tables.
func (v *View) pictures() (list []lab.Picture) {
	if v.explained == nil {
		return nil
	}
	c := v.charts()
	for _, x := range c.List() {
		list = append(list, lab.Picture{Key: x.Key, Tab: x.Tab, Table: func() *lab.Numbers { return tables[x.Key](c) },
			Draw: func(f plot.Frame) string { return paper.Of(x.Make()).Draw(f) }})
	}
	return list
}

// tables are those behind the figures, by their keys.
var tables = map[string]func(*tune.Charts) *lab.Numbers{
	"pairs": cloudTable, "worst": cloudTable, "given": givenTable, "all": allTable,
	"moves": movesTable, "steps": stepsTable, "carry": carryTable, "weeks": weeklyTable,
}

func cloudTable(v *tune.Charts) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "queue + backfill").Add(lab.InChanges, "average wait",
		"longest wait of a week, mean").Add(lab.InRatios, "longest wait of all weeks").
		Add(lab.InRatios, "average wait, mean of weekly ratios", "p10", "p90", "longest wait, mean of weekly ratios", "p10", "p90").
		Add(lab.InSeconds, "average wait, mean of weekly differences", "p10", "p90", "longest wait, mean of weekly differences", "p10",
			"p90").Add(lab.InWords, "front")
	for _, c := range v.Choices() {
		e := v.Points()[c]
		front := ""
		if e.Front {
			front = "yes"
		}
		row := append([]lab.Datum{lab.Text(tune.PairName(v.Report.Plan.Choice(c)))}, lab.Data(e.Change, e.MaxChange, e.MaxMax,
			e.Ratio.Avg, e.Ratio.AvgLow, e.Ratio.AvgHigh, e.Ratio.Max, e.Ratio.MaxLow, e.Ratio.MaxHigh,
			e.Difference.Avg, e.Difference.AvgLow, e.Difference.AvgHigh, e.Difference.Max, e.Difference.MaxLow, e.Difference.MaxHigh)...)
		n.Row(append(row, lab.Text(front))...)
	}
	return n
}

func givenTable(v *tune.Charts) *lab.Numbers { return gridTable(v, v.Evidence.Heat[v.At()].Given) }
func allTable(v *tune.Charts) *lab.Numbers   { return gridTable(v, v.Evidence.Heat[v.At()].Change) }

func gridTable(v *tune.Charts, values [][]report.Float) *lab.Numbers {
	p := &v.Report.Plan
	n := (&lab.Numbers{}).Add(lab.InWords, "queue \\ backfill").Add(lab.InChanges, order.Labels(p.Backfills)...)
	for i, o := range order.Labels(p.Primaries) {
		n.Line(o, values[i]...)
	}
	return n
}

func movesTable(v *tune.Charts) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "queue + backfill").Add(lab.InSeconds, "threshold", "average without", "longest without",
		"average with", "longest with")
	for _, m := range v.Evidence.MovesTo(&v.Report.Plan, v.Backfilling(), v.Moved()) {
		x, from := &v.Report.Pairs[m.To], &v.Report.Pairs[m.From]
		avg, most := v.Waits(x)
		avg0, most0 := v.Waits(from)
		n.Line(tune.PairName(x.Choice()), report.Float(x.Threshold), report.Float(avg0), report.Float(most0), report.Float(avg),
			report.Float(most))
	}
	return n
}

func stepsTable(v *tune.Charts) *lab.Numbers {
	var list []tune.Tuned
	for _, x := range v.Evidence.Swept {
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
		n.Row(append([]lab.Datum{lab.Text(c.Threshold.Words()), lab.Text(tune.PairName(c.Choice()))}, lab.Data(c.TrainAvg, c.TestAvg,
			c.TrainMax, c.TestMax, c.Change, c.Own, c.Low, c.High, c.SimLow, c.SimHigh)...)...)
	}
	return n
}

func carryTable(v *tune.Charts) *lab.Numbers {
	x := &v.Evidence.Transfer[v.At()]
	n := (&lab.Numbers{}).Add(lab.InWords, "queue + backfill").Add(lab.InChanges, "average wait, training",
		"average wait, testing").Add(lab.InSeconds, "difference, training", "difference, testing")
	for i, c := range x.Choices {
		n.Line(tune.PairName(v.Report.Plan.Choice(c)), x.Train[i]-1, x.Test[i]-1, x.TrainDifference[i], x.TestDifference[i])
	}
	return n
}

func weeklyTable(v *tune.Charts) *lab.Numbers {
	w := &v.Evidence.Weekly
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
