package comparison

import (
	"encoding/csv"
	"strconv"
	"strings"

	"shadowtime/core/figure"
)

// CSV writes the table of orders, one row an order in the plan's order, with a
// header line. Undefined figures are empty.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"order", "change", "low", "high", "sim_low", "sim_high", "near_best", "wins", "best", "resamples",
		"avg_wait_s", "max_wait_s", "max_max_wait_s", "avg_bsld", "utilization", "late", "makespan_s"})
	for _, o := range r.Orders {
		_ = w.Write([]string{o.Order, figure.Exact(o.Change), figure.Exact(o.Low), figure.Exact(o.High), figure.Exact(o.SimLow), figure.Exact(o.SimHigh), strconv.FormatBool(o.Near), figure.Exact(o.Wins), figure.Exact(o.Best),
			strconv.Itoa(r.Done), figure.Exact(o.AvgWait), figure.Exact(o.MaxWait), strconv.FormatInt(o.MaxMaxWait, 10),
			figure.Exact(o.AvgBsld), figure.Exact(o.Utilization),
			figure.Exact(o.Late), figure.Exact(o.Makespan)})
	}
	w.Flush()
	return b.String()
}
