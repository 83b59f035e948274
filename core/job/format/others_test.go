package format

import (
	"bytes"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

// Logs of other programs than Slurm that people have: what is right was worked out by hand.
func TestFilesOfOtherProgramsGiveTheirRightValues(t *testing.T) {
	for file, want := range map[string]struct {
		start                       int64 // Unix time of the first submit
		submits, waits, runs, procs []int64
		limits                      []int64
		format                      string
	}{
		"records.json": {1706608800, []int64{0, 86400}, []int64{60, 0}, []int64{3600, 1800}, []int64{4, 2},
			[]int64{-1, -1}, "JSON records"},
		"lines.json": {1706608800, []int64{0, 86400}, []int64{60, 0}, []int64{3600, 1800}, []int64{4, 2},
			[]int64{-1, -1}, "JSON records"},
		"cobalt.log": {1483228700, []int64{0}, []int64{90}, []int64{220}, []int64{512}, []int64{3600}, "PBS accounting"},
		"two-swf.swf": {1704103200, []int64{0, 600, 2678400, 2679000}, []int64{60, 60, 60, 60}, []int64{3600, 1800, 3600, 1800},
			[]int64{4, 4, 4, 4}, []int64{7200, 7200, 7200, 7200}, job.Standard},
		"maxnodes-only.swf": {1704103200, []int64{0, 600, 900}, []int64{60, 60, 60}, []int64{3600, 1800, 1800}, []int64{4, 4, 4},
			[]int64{7200, 7200, 7200}, job.Standard},
	} {
		l, err := Read(bytes.NewReader(fixture.Bytes(t, "inputs", path.Join("faults", "tables", file))), file)
		require.NoError(t, err, file)
		require.Zero(t, l.Bad, file)
		start, _ := l.Header.Int("UnixStartTime")
		require.Equal(t, want.start, start, file)
		for f, values := range map[job.Field][]int64{job.Submit: want.submits, job.Wait: want.waits, job.Run: want.runs,
			job.Alloc:   want.procs,
			job.ReqTime: want.limits} {
			require.Equal(t, values, l.Col[f].Values(), "%s: %s", file, f)
		}
		require.Equal(t, want.format, l.Examined().Format, file)
	}
	l, err := Read(bytes.NewReader(fixture.Bytes(t, "inputs", "faults/tables/maxnodes-only.swf")), "x")
	require.NoError(t, err)
	require.Equal(t, int64(12), job.MachineOf(l, 0).Procs, "2 nodes are no 2 processors: the most that jobs had at once")
}
