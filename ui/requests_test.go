package ui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/plot"
)

// Jobs without a request are in no bar of what jobs use of theirs, and counted below.
func TestTheChartOfRequestsCountsThoseWithout(t *testing.T) {
	tr := &job.Trace{Procs: 8, Users: []int64{1}, Submit: []int64{0, 1, 2, 3}, Run: []int64{100, 10, 70, 9},
		Request: []int64{100, 100, 70, 9}, Size: []int32{1, 1, 1, 1}, User: make([]int32, 4)}
	for _, x := range []struct {
		unasked []bool
		says    []string
	}{
		{nil, []string{"25 % of jobs use less than half", "75 % use all of it<"}},
		{[]bool{false, false, true, true}, []string{"50 % of jobs use less than half",
			"50 % use all of it; 2 jobs have no request and are not counted"}},
		{[]bool{true, true, true, true}, []string{"No job has a requested time", "run times stand for the requests"}},
	} {
		tr.Unasked = x.unasked
		drawn := strings.ReplaceAll(requestsChart(overview.Describe(tr), plot.Frame{Width: 900}), "\u202f", " ")
		for _, words := range x.says {
			require.Contains(t, drawn, words)
		}
	}
}
