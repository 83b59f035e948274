package compare

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
)

// Columns are those of the table of orders; its file has one column more where a formula has a name.
func (r *Report) Columns() *report.Table[*Order] {
	type column = report.Column[*Order]
	base, times := r.Baseline().Order, numeral.Durations[report.Float]
	columns := []column{{Key: "order", Head: "Order", Paper: "order", File: "order", Words: func(o *Order) string { return o.Order },
		Tip: "queue order of EASY: the front of the queue gets the reservation, the rest may backfill in the same order"}}
	columns = append(columns, report.ChangeColumns(func(o *Order) *report.Judged { return &o.Judged },
		column{Key: "change", Head: "Raw change of the mean wait", Unit: report.RangeHead(r.ByWeeks()), Paper: "raw",
			Ranged: "plausible", Mark: "baseline",
			Tip: "of the mean wait in the log's own whole weeks, relative to the baseline: Σ(W − W₀) / ΣW₀; negative is less waiting"},
		column{Key: "sim", Head: "In resamples", Unit: report.ErrorHead(r.Done > 1 && r.Bounded()), Paper: "in resamples",
			Ranged: "simulation",
			Tip:    "the same pooled over all resamples, with its simulation error: how far ever more of them could lie"})...)
	columns = append(columns, column{File: "near_best", Words: func(o *Order) string { return strconv.FormatBool(o.Near) }},
		column{Key: "wins", Head: "Won", Unit: "resamples", Paper: "won", File: "wins", Mark: numeral.Unknown,
			Tip:   "resamples in which the total wait is less than the baseline's; a tie counts one half",
			Value: func(o *Order) report.Float { return o.Wins }, Write: report.Plain, Fixed: report.Decimals(-1)},
		column{Key: "best", Head: "Best", Unit: "resamples", Paper: "best", File: "best",
			Tip:   "resamples in which the total wait is the least of all orders; ties are shared",
			Value: func(o *Order) report.Float { return o.Best }, Write: tenths, Fixed: report.Decimals(1)},
		report.Count[*Order]("resamples", r.Done),
		column{Key: "avgwait", Head: "AvgWait", Paper: "AvgWait", File: "avg_wait_s",
			Tip:   "mean wait of a job, over all jobs of all resamples: wait = start − submit",
			Value: func(o *Order) report.Float { return o.AvgWait }, Write: times},
		column{Key: "maxwait", Head: "MaxWait", Unit: "mean", Paper: "MaxWait", File: "max_wait_s",
			Tip:   "the longest wait of a resample, mean over resamples",
			Value: func(o *Order) report.Float { return o.MaxWait }, Write: times},
		column{Key: "maxmaxwait", Head: "MaxWait", Unit: "of all", Paper: "MaxMaxWait", File: "max_max_wait_s",
			Tip:   "the longest wait of all resamples",
			Whole: true, Value: func(o *Order) report.Float { return report.Float(o.MaxMaxWait) }, Write: times},
		column{Key: "bsld", Head: "Slowdown", Unit: "bounded, mean", Paper: "AvgBsld", File: "avg_bsld",
			Tip:   "mean of max(1, (wait + p) / max(p, τ)) with τ = " + strconv.FormatInt(r.Plan.Tau, 10) + " s",
			Value: func(o *Order) report.Float { return o.AvgBsld }, Write: numeral.Numbers[report.Float], Fixed: report.Decimals(2)},
		column{Key: "utilization", Head: "Utilization", Unit: "mean", Paper: "utilization", File: "utilization",
			Tip:   "Σ q p / (m × time from the first submit to the last end), mean over resamples",
			Value: func(o *Order) report.Float { return o.Utilization }, Write: report.Shares, Fixed: report.Decimals(4)},
		report.Figure("late", func(o *Order) report.Float { return o.Late }),
		column{Key: "makespan", Head: "Makespan", Unit: "mean", File: "makespan_s",
			Tip:   "from the first submit to the last end, mean over resamples",
			Value: func(o *Order) report.Float { return o.Makespan }, Write: times})
	if order.AnyNamed(r.Plan.Orders...) {
		columns = append(columns, column{File: "formula",
			Words: func(o *Order) string { return order.FormulaOf(r.Plan.Orders[r.Index(o.Order)]) }})
	}
	return &report.Table[*Order]{Columns: columns, Baseline: func(o *Order) bool { return o.Order == base }}
}

// tenths writes shares of resamples.
func tenths([]report.Float) func(report.Float) string {
	return func(x report.Float) string { return numeral.Plain(math.Round(float64(x)*10) / 10) }
}

// CSV writes the table of orders, one row an order in the plan's order.
func (r *Report) CSV() string { return r.Columns().CSV(report.Rows(r.Orders)) }

// Table is the table of orders in words, the one that waits least first.
func (r *Report) Table() [][]string { return r.Columns().Sheet(report.Rows(r.Ranked())) }
