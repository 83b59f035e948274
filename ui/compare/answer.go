package compare

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	p, source := v.Report.Plan, v.Lab.Source()
	return "The raw change is that of the mean wait relative to " + order.Label(p.Baseline) +
		", in the log's own weeks replayed as they were. " +
		v.intervals() +
		source.LookAt() + "Seed " + strconv.FormatUint(p.Seed, 10) + "; the same settings give the same figures everywhere."
}

// intervals says what the range and the simulation error are about.
func (v *View) intervals() string {
	s := ""
	if v.Report.ByWeeks() {
		s = "Its plausible range (95 % for all orders together) is made of those weeks' sums. It holds if the machine's weeks " +
			"go on as these did. "
	}
	if v.Report.Bounded() && v.Report.Done > 1 {
		s += "In resamples the same is pooled over all of them. Its simulation error (95 %, " + compare.IntervalName(v.Report.Plan) +
			") says how far more resamples could lie, and carries no claim. "
	}
	return s
}

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	v.Tell()
	v.Pin.Draw(v.Pins())
	if v.Report == nil {
		v.Printed.Take(nil)
		v.Lab.Clear(hostForest, hostTable)
		v.explainIt()
		v.drawEvidence()
		return
	}
	v.Printed.Take(v.Report.Published())
	b.Draw(hostForest, v.forest(plot.Frame{Width: b.Width()}))
	v.drawTable()
	v.drawVaried()
	if v.Lab.Computes(v.Kind) {
		v.explain.Draw(b, v.explained == nil, func() {
			v.explainIt()
			v.drawEvidence()
		})
		return
	}
	v.Lab.Then(v.explainIt, v.drawEvidence)
}

// forest is the chart of paired changes.
func (v *View) forest(f plot.Frame) string { return lab.Forest(v.chart(), f) }

func (v *View) chart() plot.Forest {
	f := v.Report.Forest(v.Lab.Summary.Name)
	for i := range f.Rows {
		f.Rows[i].Asides = v.Printed.Asides(f.Rows[i].Name, study.None)
	}
	f.Aside = v.Printed.Words()
	return f
}

// drawTable draws the results table: of every order's cells some have a tip of what explains them.
func (v *View) drawTable() {
	t, all := &v.table, v.Report.Columns()
	t.Columns = lab.Columns(all, true)
	t.Row = func(o *compare.Order) string {
		s := ` data-order="` + lab.Esc(o.Order) + `"` + lab.Keyed(o.Order)
		if all.Baseline(o) {
			s += ` class="baseline"`
		}
		return s
	}
	t.Of("order").Cell = func(o *compare.Order) lab.Cell { return lab.OrderCell(o.Order, v.Report.Plan.Orders) }
	t.Of("sim").Dress = func(o *compare.Order, c *lab.Cell) { c.Tip, _ = v.surety(o.Order) }
	t.Of("wins").Dress = func(o *compare.Order, c *lab.Cell) { _, c.Tip = v.surety(o.Order) }
	t.Columns = lab.WithPrinted(&v.Printed, t.Columns, func(o *compare.Order) (string, study.Seconds) { return o.Order, study.None })
	v.Lab.Browser.Draw(hostTable, t.HTML(report.Rows(v.Report.Ranked())))
}

// surety says how precise an order's change is, and how sure its wins are.
func (v *View) surety(name string) (precision, won string) {
	if v.explained == nil {
		return "", ""
	}
	for i, o := range v.explained.Orders {
		if o != name || i == 0 { // the baseline is not compared with itself
			continue
		}
		x := v.explained.Paired[i]
		percent := func(f report.Float) string { return numeral.Percent(float64(f), 0) }
		if v.Report.Bounded() && x.Won.Known() {
			won = "won " + percent(x.Won) + " of the resamples; simulation error " + percent(x.WonLow) + " to " + percent(x.WonHigh) +
				" (exact, ties one half)"
		}
		if x.Needed > 0 {
			precision = "about " + numeral.Count(x.Needed) + " resamples give ±1 percentage point"
		}
		if !math.IsNaN(float64(x.Correlation)) {
			if precision != "" {
				precision += "; "
			}
			precision += "total waits correlate with the baseline's over resamples at " +
				numeral.Number(math.Round(float64(x.Correlation)*100)/100)
		}
	}
	return precision, won
}

// Excerpt is the answer in short.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil || len(v.Report.Orders) < 2 {
		return nil
	}
	return &lab.Excerpt{Said: lab.Whole(v.Report), Chart: v.chart(), Report: v.Report.CSV(),
		Cautions: v.cautions()}
}
