package slurm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Drawing nothing is the replay itself, a draw is the same each time, and the answer's range is that of its draws.
func TestPartsOfASecondAreDrawnAndSaid(t *testing.T) {
	fixture.Long(t)
	var files []site.File
	for _, name := range []string{"scontrol-config.txt", "scontrol-partition.txt", "sacct.psv"} {
		files = append(files, site.File{Name: name, Text: string(fixture.Bytes(t, "golden", "slurm-runs", "import-fair-tree", name))})
	}
	s, err := site.Read(files, nil)
	require.NoError(t, err)
	x, err := Prepare(s, 0)
	require.NoError(t, err)
	a, err := Replay(s, x)
	require.NoError(t, err)
	none, ok := waited(x, 0)
	require.True(t, ok)
	require.InDelta(t, a.Recorded.Here, none, 1e-9)
	require.Equal(t, jitters, a.Seconds.Draws)
	different := map[float64]bool{}
	for k := range uint64(jitters) {
		one, _ := waited(x, k+1)
		again, _ := waited(x, k+1)
		require.Equal(t, one, again)
		require.True(t, float64(a.Seconds.Low) <= one && one <= float64(a.Seconds.High))
		different[one] = true
	}
	require.Greater(t, len(different), 4)
	require.Contains(t, a.Says(), a.Seconds.says())
	for jobs, draws := range map[int]int{10: 8, fewJobs: 8, fewJobs + 1: 2, manyJobs: 2, manyJobs + 1: 0} {
		require.Equal(t, draws, jittersOf(jobs))
	}
	require.Equal(t, model.V2205, s.Version)
}
