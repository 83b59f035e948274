package cluster_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
	"shadowtime/core/job"
)

// A limit of a year, which Slurm writes for none, is no request: as where a log has none, the run time stands for it.
func TestALimitOfAYearIsNoRequest(t *testing.T) {
	l := &job.Log{}
	for i, limit := range []int64{job.Endless, -1, 7200, job.Endless - 60} {
		var row [job.NumFields]int64
		for f := range row {
			row[f] = -1
		}
		row[job.ID], row[job.Submit], row[job.Run], row[job.Alloc], row[job.ReqTime] = int64(i+1), int64(i), 3600, 1, limit
		l.Add(&row, i+1)
	}
	got := cluster.FromLog(l, anyMachine(rand.New(rand.NewPCG(1, 2))), cluster.Options{})
	require.Equal(t, []float64{3600, 3600, 7200, job.Endless - 60}, got.Request)
}
