package believe

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// Eleven jobs that wait 0 to 1000 s.
func TestPercentilesOfWaitsAreThoseOfJobs(t *testing.T) {
	tr := &job.Trace{Procs: 4}
	var starts []int64
	var jobs []int32
	for i, wait := range []int64{700, 0, 300, 1000, 500, 100, 900, 200, 800, 400, 600} {
		tr.Submit, tr.Run, tr.Size = append(tr.Submit, int64(i)), append(tr.Run, 10), append(tr.Size, 1)
		starts, jobs = append(starts, int64(i)+wait), append(jobs, int32(i))
	}
	s := side(tr, starts, jobs, waits(tr, starts, jobs))
	require.EqualValues(t, 500, s.MedianWait)
	require.EqualValues(t, 1000, s.MaxWait)
	require.Len(t, s.Percentiles, 101)
	for i, x := range s.Percentiles {
		require.InDelta(t, 10*float64(i), float64(x), 1e-9, "%d %%", i)
	}
}
