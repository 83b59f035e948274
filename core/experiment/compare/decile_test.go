package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

// elevenRows wait 0 to 10 times as long as the baseline's 100 s of ten jobs, in no order.
func elevenRows() (rows []Row) {
	for _, x := range []int64{7, 0, 3, 10, 5, 1, 9, 2, 8, 4, 6} {
		rows = append(rows, Row{
			Runs:       []metric.Run{{Jobs: 10, SumWait: 100, MaxWait: 10}, {Jobs: 10, SumWait: 100 * x, MaxWait: 50 * x}},
			Breakdowns: []metric.Breakdown{{Ended: []int64{100}, Week: []int64{100}}, {Ended: []int64{100 * x}, Week: []int64{100 * x}}},
			Counts:     metric.Counts{Week: []int64{10}},
			Shape:      metric.Shape{Load: float64(x), Spread: float64(x), Compensation: float64(x), Again: float64(x), DayLag: float64(x)},
		})
	}
	return rows
}

func TestDecilesOfResamplesAreTheirFirstAndLastTenth(t *testing.T) {
	rows := elevenRows()
	require.Equal(t, report.Point{Avg: 5, AvgLow: 1, AvgHigh: 9, Max: 25, MaxLow: 5, MaxHigh: 45}, point(rows, 1))
	w := weekly(rows, 1)
	require.Equal(t, [5]report.Float{10, 25, 50, 75, 90}, [5]report.Float{w.P10, w.P25, w.Median, w.P75, w.P90})
	require.Equal(t, report.Band{Mean: []report.Float{4}, Low: []report.Float{0}, High: []report.Float{8}}, curve(rows, 1))
	r := &Report{Orders: []Order{{Order: "FCFS", AvgWait: 10}}}
	list := kept(r, &rows[0], rows)
	require.Len(t, list, 6)
	for _, x := range list[1:] {
		require.Equal(t, Agreement{What: x.What, Log: 7, Mean: 5, Low: 1, High: 9}, x)
	}
}
