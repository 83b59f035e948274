package compare

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// ---- like the log?

// drawKept shows what resamples keep of the log, each figure against the log's
// own.
func drawKept(v *look, f plot.Frame) string {
	c := plot.Forest{Frame: f, Axis: "in resamples, against the log itself", Interval: "first to last decile of " + v.resamples(),
		Less: "less than in the log", More: "more"}
	for _, k := range v.evidence.Kept {
		if !k.Ratio() {
			continue
		}
		against := func(x float64) float64 { return x/float64(k.Log) - 1 }
		row := plot.ForestRow{Label: k.What, Mid: against(float64(k.Mean)), Low: against(float64(k.Low)), High: against(float64(k.High))}
		row.Undefined = math.IsNaN(row.Mid) || math.IsInf(row.Mid, 0)
		row.Note = numeral.Number(k.Log) + " in the log"
		c.Rows = append(c.Rows, row)
	}
	c.Title = "What resamples keep of the log is known when the log itself has been replayed"
	if a := v.report.AsLogged; a != nil && a.Likeness.Known() {
		like := float64(a.Likeness)
		c.Title = "Under " + v.base() + " jobs wait " + numeral.Number(math.Round(100*like)/100) + " times as long " + v.where() +
			" as in a replay of the log"
		if v.one() {
			c.Title += ", all of it"
		} else if like >= stats.LeastLike && like <= stats.MostLike {
			c.Title += ": like it"
		} else {
			c.Title += ": not like it"
		}
	}
	c.Subtitle = "means over " + v.resamples() + ", of waits over all their jobs, and deciles of single ones, of " +
		numeral.Weeks(v.report.Plan.Weeks) + ", as ratios to the log’s whole weeks as they were"
	return c.SVG()
}

func keptTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "what", "unit", "log", "resamples", "p10", "p90")
	for i, k := range v.evidence.Kept {
		unit, words := lab.InNumbers, ""
		if i == 0 { // waits come first
			unit, words = lab.InSeconds, "s"
		}
		row := []lab.Datum{lab.Text(k.What), lab.Text(words)}
		for _, x := range []report.Float{k.Log, k.Mean, k.Low, k.High} {
			row = append(row, lab.Figure(unit, x))
		}
		n.Row(row...)
	}
	return n
}
