package predict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/resample"
)

// A default time is no parameter of slurm.conf by itself, but of its partitions.
func TestALineOfAdviceIsWhole(t *testing.T) {
	a := &Asking{Jobs: 100, UsualJobs: 40, Usual: 86400, UsualRun: 3000, Cut: 5}
	for range Parts + 1 {
		a.Request, a.Run = append(a.Request, 36000), append(a.Run, 1800)
	}
	var lines []string
	for _, x := range ForSlurm(a) {
		lines = append(lines, x.Line)
	}
	require.Equal(t, []string{"PartitionName=DEFAULT DefaultTime=00:50:00", "OverTimeLimit=60", "SchedulerParameters=bf_resolution=600"},
		lines)
	require.Contains(t, ForSlurm(a)[0].Words, "before those of the partitions")
	require.Contains(t, ForSlurm(a)[2].Words, "with a comma")
	a.UsualRun = 86400
	require.Equal(t, "PartitionName=DEFAULT DefaultTime=1-00:00:00", ForSlurm(a)[0].Line)
}

// Nobody who made no request asked for what the job ran.
func TestJobsWithoutARequestAskForNothing(t *testing.T) {
	tr := &job.Trace{Procs: 8, Users: []int64{1}, Submit: []int64{0, 1, 2, 3}, Run: []int64{100, 50, 70, 9},
		Request: []int64{100, 100, 70, 9}, Size: []int32{1, 1, 1, 1}, User: make([]int32, 4), Unasked: []bool{false, false, true, true}}
	asking := func() *Asking {
		p := Default()
		p.Variant = resample.Whole
		r, err := NewRunner(tr, p)
		require.NoError(t, err)
		a, err := r.Asking()
		require.NoError(t, err)
		return a
	}
	a := asking()
	require.Equal(t, []int64{4, 2, 1, 2, 100}, []int64{a.Jobs, a.NoRequest, a.Cut, a.UsualJobs, a.Usual})
	require.Equal(t, []float64{150, 50}, []float64{a.Used, a.Beyond})
	require.Contains(t, Askings(a), "2 jobs have no request and are not counted in what is asked for.")
	require.Contains(t, ForSlurm(a)[0].Words, "100 % of the jobs ask for 1.7 min")
	tr.Unasked = []bool{true, true, true, true}
	a = asking()
	require.Equal(t, "No job of the log has a requested time: nobody can ask for too long.", Askings(a))
	require.Empty(t, ForSlurm(a))
}
