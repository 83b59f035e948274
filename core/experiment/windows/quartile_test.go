package windows

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/report"
)

// Eleven windows of slowdowns 1 to 11, and twice as much under another order.
func TestQuartilesAreThoseOfWindows(t *testing.T) {
	p := Default()
	p.Orders = []string{"FCFS", "SPF"}
	var rows []Row
	for k, x := range []float64{8, 1, 4, 11, 6, 2, 10, 3, 9, 5, 7} {
		rows = append(rows, Row{K: k + 1, Jobs: 9, Outcomes: []Outcome{{Jobs: 2, SumBsld: 2 * x}, {Jobs: 2, SumBsld: 4 * x}}})
	}
	r := Merge("log", job.Digest{}, 4, p, rows)
	require.Equal(t, map[string]report.Float{"FCFS": 6, "SPF": 12}, r.Medians)
	require.Equal(t, map[string][2]report.Float{"FCFS": {3.5, 8.5}, "SPF": {7, 17}}, r.Quartiles)
}
