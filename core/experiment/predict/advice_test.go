package predict

import (
	"testing"

	"github.com/stretchr/testify/require"
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
