package compare

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/csv"
	"shadowtime/core/sim/order"
)

// CSV writes the table of orders, one row an order in the plan's order, with a
// header line; one column more where a formula has a name. Undefined figures are
// empty.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	named := order.AnyNamed(r.Plan.Orders...)
	line := func(formula string, row ...string) {
		if named {
			row = append(row, formula)
		}
		_ = w.Write(row)
	}
	line("formula", "order", "change", "own", "low", "high", "sim_low", "sim_high", "near_best", "wins", "best", "resamples",
		"avg_wait_s", "max_wait_s", "max_max_wait_s", "avg_bsld", "utilization", "late", "makespan_s")
	for i, o := range r.Orders {
		line(order.FormulaOf(r.Plan.Orders[i]), o.Order, numeral.Exact(o.Change), numeral.Exact(o.Own), numeral.Exact(o.Low),
			numeral.Exact(o.High),
			numeral.Exact(o.SimLow), numeral.Exact(o.SimHigh), strconv.FormatBool(o.Near), numeral.Exact(o.Wins), numeral.Exact(o.Best),
			strconv.Itoa(r.Done), numeral.Exact(o.AvgWait), numeral.Exact(o.MaxWait), strconv.FormatInt(o.MaxMaxWait, 10),
			numeral.Exact(o.AvgBsld), numeral.Exact(o.Utilization),
			numeral.Exact(o.Late), numeral.Exact(o.Makespan))
	}
	w.Flush()
	return b.String()
}
