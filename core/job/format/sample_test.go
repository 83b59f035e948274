package format

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

func TestEverySampleHasTheSameJobs(t *testing.T) {
	fields := []job.Field{job.Submit, job.Wait, job.Run, job.Alloc, job.ReqProcs, job.ReqTime, job.Status, job.User, job.Queue}
	kinds := map[string]bool{}
	var first [][]int64
	for _, name := range Samples() {
		l, err := Read(strings.NewReader(Sample(name)), name)
		require.NoError(t, err, name)
		require.Zero(t, l.Bad, name)
		require.Empty(t, l.Doubts, name)
		var jobs [][]int64
		for _, f := range fields {
			if f == job.Queue && name == "slurm.psv" { // whose queues are partitions, beside the QOS
				f = job.Partition
			}
			jobs = append(jobs, l.Col[f].Values())
		}
		if first == nil {
			first = jobs
		}
		require.Equal(t, first, jobs, name)
		require.Equal(t, 6, l.Len())
		require.EqualValues(t, 64, job.MachineOf(l, 0).Procs, name)
		m := l.Imported()
		kinds[m.Format] = true
	}
	require.Len(t, kinds, len(Samples()), "each is of a format of its own")
	require.Empty(t, Sample("none"))
}
