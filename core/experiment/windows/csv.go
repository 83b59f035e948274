package windows

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/csv"
	"shadowtime/core/sim/order"
)

// CSV writes a line a window: when it begins, its jobs, and the mean bounded slowdown
// under each order.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(append([]string{"start", "jobs"}, order.Labels(r.Plan.Orders)...)) // a strings.Builder takes every write
	for _, x := range r.Windows {
		row := []string{strconv.FormatInt(x.Start, 10), strconv.Itoa(x.Jobs)}
		for _, name := range order.Labels(r.Plan.Orders) {
			row = append(row, numeral.Exact(x.AvgBsld[name]))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.String()
}
