package report

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
)

// CSV writes the table of orders, one row an order in the plan's order, with a
// header line. Undefined figures are empty.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"order", "change", "low", "high", "wins", "best", "resamples",
		"avg_wait_s", "max_wait_s", "max_max_wait_s", "avg_bsld", "utilization"})
	for _, o := range r.Orders {
		_ = w.Write([]string{o.Order, cell(o.Change), cell(o.Low), cell(o.High), cell(o.Wins), cell(o.Best),
			strconv.Itoa(r.Done), cell(o.AvgWait), cell(o.MaxWait), strconv.FormatInt(o.MaxMaxWait, 10),
			cell(o.AvgBsld), cell(o.Utilization)})
	}
	w.Flush()
	return b.String()
}

func cell(f Float) string {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return ""
	}
	return strconv.FormatFloat(float64(f), 'g', -1, 64)
}
