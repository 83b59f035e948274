package metric

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

func TestARunIsMeasuredAsDefined(t *testing.T) {
	tr := &job.Trace{Procs: 10, Submit: []int64{0, 100, 100}, Run: []int64{100, 2, 0}, Size: []int32{5, 10, 1}}
	r := Measure(tr, []int64{0, 120, 110}, 10)
	require.Equal(t, Run{Jobs: 3, SumWait: 30, MaxWait: 20, SumBsld: 1 + 2.2 + 1, MaxBsld: 2.2, Area: 520, First: 0, Last: 122}, r)
	require.Equal(t, 10.0, r.AvgWait())
	require.Equal(t, int64(122), r.Makespan())
	require.InDelta(t, 520.0/1220, r.Utilization(10), 1e-12)
	require.Equal(t, 1+11+10.0, Measure(tr, []int64{0, 120, 110}, 1).SumBsld)
}

func TestNoJobsHaveNoMean(t *testing.T) {
	r := Measure(&job.Trace{Procs: 1}, nil, 10)
	require.True(t, math.IsNaN(r.AvgWait()))
	require.True(t, math.IsNaN(r.Utilization(1)))
}

func TestARunSurvivesTheWire(t *testing.T) {
	r := Run{1, 2, 3, 4.5, 5.5, 6.5, 7, 8}
	var taken Run
	require.NoError(t, wire.Decode(wire.Encode(&r), &taken))
	require.Equal(t, r, taken)
}
