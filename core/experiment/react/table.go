package react

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// Columns are those of the table of orders, both answers side by side: figures on the page and in the file, on paper the
// baseline's figures and changes against them.
func (r *Report) Columns() *report.Table[*Order] {
	type column = report.Column[*Order]
	base := func(o *Order) bool { return o.Order == r.Orders[0].Order }
	figure := func(key, head, unit, tip, paper, file string, of, change func(o *Order) report.Float,
		write func([]report.Float) func(report.Float) string, alone func(report.Float) string) column {
		return column{Key: key, Head: head, Unit: unit, Tip: tip, Paper: paper, File: file, Value: of, Write: write,
			Said: func(o *Order) string {
				if base(o) {
					return alone(of(o))
				}
				return numeral.Change(change(o))
			}}
	}
	columns := []column{{Key: "order", Head: "Order", Paper: "order", File: "order", Words: func(o *Order) string { return o.Order }},
		{File: "verdict", Words: func(o *Order) string { return string(o.Verdict) }}}
	for _, x := range []struct {
		key, unit, paper string
		of               func(o *Order) *Answer
	}{
		{"ignore", "if users do not react", "wait, no reaction", func(o *Order) *Answer { return &o.Ignore }},
		{"react", "if they wait", "wait, if they wait", func(o *Order) *Answer { return &o.React }},
	} {
		wait := func(o *Order) report.Float { return x.of(o).Change.AvgWait }
		columns = append(columns,
			figure(x.key+"-wait", "Mean wait", x.unit, "small: the change against the baseline in the same answer, with its plausible "+
				"range if users wait", x.paper, x.key+"_avg_wait_s", func(o *Order) report.Float { return x.of(o).AvgWait }, wait,
				numeral.Durations[report.Float], numeral.Duration[report.Float]),
			figure(x.key+"-bsld", "Slowdown", x.unit, "mean of max(1, (wait + p) / max(p, τ))", "slowdown", x.key+"_avg_bsld",
				func(o *Order) report.Float { return x.of(o).AvgBsld }, func(o *Order) report.Float { return x.of(o).Change.AvgBsld },
				numeral.Numbers[report.Float], numeral.Number[report.Float]),
			figure(x.key+"-weekly", "Jobs", "a week, "+x.unit, "jobs submitted a week of the log", "jobs a week", x.key+"_jobs_per_week",
				func(o *Order) report.Float { return x.of(o).JobsPerWeek },
				func(o *Order) report.Float { return x.of(o).Change.JobsPerWeek },
				numeral.Numbers[report.Float], numeral.Number[report.Float]),
			report.Figure(x.key+"_change", wait))
		if x.key == "react" {
			waits := &columns[len(columns)-4]
			waits.Ranged, waits.Range = "plausible", func(o *Order) (low, high report.Float) { return o.Low, o.High }
		}
	}
	columns = append(columns, report.Figure("low", func(o *Order) report.Float { return o.Low }),
		report.Figure("high", func(o *Order) report.Float { return o.High }),
		column{Key: "error", Paper: "simulation", File: "simulation_error", Value: func(o *Order) report.Float { return o.Error.AvgWait },
			Said: func(o *Order) string {
				if base(o) {
					return ""
				}
				return "±" + numeral.Percent(o.Error.AvgWait, 1)
			}},
		column{Key: "verdict", Words: func(o *Order) string {
			if base(o) {
				return ""
			}
			return string(o.Verdict)
		}}, report.Count[*Order]("replicates", r.Replicates))
	return &report.Table[*Order]{Columns: columns, Baseline: base}
}

// Table is the answer's table in words, with its head.
func (r *Report) Table() [][]string {
	return r.Columns().Sheet(report.Rows(r.Orders), "order", "ignore-wait", "ignore-bsld", "ignore-weekly", "react-wait", "error",
		"react-bsld", "react-weekly", "verdict")
}

// CSV has a line an order, below a line of names; what is not known is empty.
func (r *Report) CSV() string { return r.Columns().CSV(report.Rows(r.Orders)) }
