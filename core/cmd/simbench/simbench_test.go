package simbench_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cmd/simbench"
	"shadowtime/core/job"
)

func TestATableHasARowForEachTraceAndOrder(t *testing.T) {
	var tick int64
	clock := func() int64 { tick += 1e6; return tick }
	configs := simbench.Standard()[:2]
	rows, err := simbench.Run([]*job.Trace{simbench.Light(500), simbench.Overload(100)}, configs, simbench.Effort{Tries: 2, Least: 2e6}, clock)
	require.NoError(t, err)
	require.Len(t, rows, 4)
	for i, r := range rows {
		require.Equal(t, configs[i%2].Name, r.Order)
		require.Positive(t, r.NsPerEvent)
		require.InEpsilon(t, 1e9, r.NsPerEvent*r.EventsPerSec, 1e-9)
		require.Positive(t, r.BytesPerJob)
		require.Len(t, r.Fields("here"), len(simbench.Heading()))
	}
	require.Equal(t, "light-500", rows[0].Trace)
	require.Greater(t, rows[2].AvgWait, rows[0].AvgWait, "overload waits")
}

func TestTheTracesHaveTheShapeTheirNamesSay(t *testing.T) {
	kth, err := simbench.KTHLike()
	require.NoError(t, err)
	require.EqualValues(t, 100, kth.Procs)
	require.InEpsilon(t, 28_000, kth.Len(), 0.01)
	sdsc, err := simbench.SDSCLike()
	require.NoError(t, err)
	require.EqualValues(t, 128, sdsc.Procs)
	require.Equal(t, "light-10k", simbench.Light(10_000).Name)
}

func TestAConfigurationIsReadFromItsName(t *testing.T) {
	c, err := simbench.Parse("FCFS-SPF@20h")
	require.NoError(t, err)
	require.Equal(t, "FCFS", c.Primary.Name())
	require.Equal(t, "SPF", c.Backfill.Name())
	require.EqualValues(t, 72_000, c.Threshold)
	for _, bad := range []string{"XYZ", "FCFS-", "SAF@soon", "SAF@-1h"} {
		_, err := simbench.Parse(bad)
		require.Error(t, err, bad)
	}
	require.Less(t, len(simbench.Static()), len(simbench.Standard()))
	foretold, err := simbench.Parse("ave2-incremental-SJBF")
	require.NoError(t, err)
	require.NotNil(t, foretold.Foretold)
	var tick int64
	row, err := simbench.One(simbench.Light(300), &foretold, simbench.Effort{Tries: 1, Least: 1}, func() int64 { tick += 1e6; return tick })
	require.NoError(t, err)
	require.Positive(t, row.NsPerEvent)
	for _, c := range simbench.Static() {
		require.Nil(t, c.Foretold, "its cost grows with the queue")
	}
}

func TestAClusterHasARowLikeATrace(t *testing.T) {
	var tick int64
	x := simbench.Nodes(3)
	for _, a := range simbench.Scheduled() {
		r, decisions := simbench.OneCluster(x, a, simbench.Effort{Tries: 1, Least: 1}, func() int64 { tick += 1e6; return tick })
		require.Equal(t, "nodes-3", r.Trace)
		require.Equal(t, a.String()+"-"+a.Backfill.String(), r.Order)
		require.Equal(t, 60, r.Jobs)
		require.Positive(t, r.NsPerEvent)
		require.Positive(t, r.BytesPerJob)
		require.GreaterOrEqual(t, decisions, 60)
	}
	list, err := simbench.Clusters()
	require.NoError(t, err)
	require.EqualValues(t, 2280, list[0].Machine.Cores())
	require.Equal(t, 99998, list[4].Machine.Cores())
}
