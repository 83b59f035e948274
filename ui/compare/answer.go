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
	return "The change is that of the mean wait relative to " + order.Label(p.Baseline) +
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

func wins(f report.Float) string { return strconv.FormatFloat(float64(f), 'f', -1, 64) }

// columns are those of the results table, one row an order.
func (v *View) columns() lab.Table[*compare.Order] {
	baseline := func(o *compare.Order) bool { return v.Report != nil && o.Order == v.Report.Baseline().Order }
	type row = *compare.Order
	number := func(key, head, unit, tip string, of func(o row) report.Float,
		column func([]report.Float) func(report.Float) string) lab.Column[row] {
		return lab.Column[row]{Key: key, Head: head, Unit: unit, Tip: tip,
			Value: func(o row) float64 { return float64(of(o)) }, Column: lab.Alike(of, column)}
	}
	percents := func(values []report.Float) func(report.Float) string { return numeral.Percents(values, false) }
	return lab.Table[row]{
		ID: "results", Caption: "All figures of the comparison; a press on a heading sorts", Act: "sort", Sort: "change",
		Row: func(o row) string {
			s := ` data-order="` + lab.Esc(o.Order) + `"` + lab.Keyed(o.Order)
			if baseline(o) {
				s += ` class="baseline"`
			}
			return s
		},
		Columns: []lab.Column[row]{
			{Key: "order", Head: "Order", Text: true,
				Tip:   "queue order of EASY: the front of the queue gets the reservation, the rest may backfill in the same order",
				Words: func(o row) string { return o.Order },
				Cell: func(o row) lab.Cell {
					return lab.Cell{Head: true, HTML: lab.Swatch(o.Order) + `<span` +
						lab.Says(lab.OrderTip(o.Order, v.Report.Plan.Orders...)) + `>` + lab.Esc(o.Order) + `</span>`}
				}},
			{Key: "change", Head: "Change",
				Tip:   "of the mean wait in the log's own whole weeks, relative to the baseline: Σ(W − W₀) / ΣW₀; negative is less waiting",
				Value: func(o row) float64 { change, _, _ := o.Leading(); return float64(change) },
				Cell: func(o row) lab.Cell {
					if baseline(o) {
						return lab.Mark(0, "baseline")
					}
					change, low, high := o.Leading()
					return lab.Change(change, low, high, true)
				}},
			{Key: "sim", Head: "In resamples",
				Tip:   "the same pooled over all resamples, with its simulation error: how far ever more of them could lie",
				Value: func(o row) float64 { return float64(o.Change) },
				Cell: func(o row) lab.Cell {
					if baseline(o) {
						return lab.Mark(0, "–")
					}
					c := lab.Change(o.Change, o.SimLow, o.SimHigh, true)
					c.Tip, _ = v.surety(o.Order)
					return c
				}},
			{Key: "wins", Head: "Won", Unit: "resamples",
				Tip:   "resamples in which the total wait is less than the baseline's; a tie counts one half",
				Value: func(o row) float64 { return float64(o.Wins) },
				Cell: func(o row) lab.Cell {
					if baseline(o) {
						return lab.Mark(0, "–")
					}
					c := lab.Number(o.Wins, wins(o.Wins))
					_, c.Tip = v.surety(o.Order)
					return c
				}},
			{Key: "best", Head: "Best", Unit: "resamples",
				Tip:   "resamples in which the total wait is the least of all orders; ties are shared",
				Value: func(o row) float64 { return float64(o.Best) },
				Cell:  func(o row) lab.Cell { return lab.Number(o.Best, numeral.Plain(math.Round(float64(o.Best)*10)/10)) }},
			number("avgwait", "AvgWait", "", "mean wait of a job, over all jobs of all resamples: wait = start − submit",
				func(o row) report.Float { return o.AvgWait }, numeral.Durations[report.Float]),
			number("maxwait", "MaxWait", "mean", "the longest wait of a resample, mean over resamples",
				func(o row) report.Float { return o.MaxWait }, numeral.Durations[report.Float]),
			number("maxmaxwait", "MaxWait", "of all", "the longest wait of all resamples",
				func(o row) report.Float { return report.Float(o.MaxMaxWait) }, numeral.Durations[report.Float]),
			number("bsld", "Slowdown", "bounded, mean", "mean of max(1, (wait + p) / max(p, τ))",
				func(o row) report.Float { return o.AvgBsld }, numeral.Numbers[report.Float]),
			number("utilization", "Utilization", "mean", "Σ q p / (m × time from the first submit to the last end), mean over resamples",
				func(o row) report.Float { return o.Utilization }, percents),
			number("makespan", "Makespan", "mean", "from the first submit to the last end, mean over resamples",
				func(o row) report.Float { return o.Makespan }, numeral.Durations[report.Float]),
		},
	}
}

// drawTable draws the results table.
func (v *View) drawTable() {
	for i := range v.table.Columns {
		switch c := &v.table.Columns[i]; c.Key {
		case "bsld":
			c.Tip = "mean of max(1, (wait + p) / max(p, τ)) with τ = " + strconv.FormatInt(v.Report.Plan.Tau, 10) + " s"
		case "change":
			if c.Unit = "mean wait"; v.Report.ByWeeks() {
				c.Unit = "mean wait, 95" + numeral.PerCent
			}
		case "sim":
			c.Unit = lab.Interval(v.Report.Done > 1 && v.Report.Bounded())
		}
	}
	v.table.Columns = lab.WithPrinted(&v.Printed, v.table.Columns,
		func(o *compare.Order) (string, study.Seconds) { return o.Order, study.None })
	ranked := v.Report.Ranked()
	rows := make([]*compare.Order, len(ranked))
	for i := range ranked {
		rows[i] = &ranked[i]
	}
	v.Lab.Browser.Draw(hostTable, v.table.HTML(rows))
}

// surety says how precise an order's change is, and how sure its wins are.
func (v *View) surety(name string) (precision, won string) {
	if v.explained == nil {
		return "", ""
	}
	for i, o := range v.explained.Orders {
		if o != name {
			continue
		}
		x := v.explained.Paired[i]
		percent := func(f report.Float) string { return numeral.Percent(float64(f), 0) }
		if v.Report.Bounded() && x.Won.Known() {
			won = "won " + percent(x.Won) + " of the resamples; 95 % interval " + percent(x.WonLow) + " to " + percent(x.WonHigh) +
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
	return &lab.Excerpt{Said: v.Report.Sentence(), Chart: v.chart(), Report: v.Report.CSV()}
}
