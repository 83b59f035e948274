package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// sceneOf is the scene of a folder of a site's files.
func sceneOf(t *testing.T, folder string) *Scene {
	t.Helper()
	var files []File
	names, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, n := range names {
		text, err := os.ReadFile(filepath.Join(folder, n.Name()))
		require.NoError(t, err)
		files = append(files, File{Name: n.Name(), Text: string(text)})
	}
	s, err := Read(files, nil)
	require.NoError(t, err)
	l, err := s.Log()
	require.NoError(t, err)
	c, err := s.Scene(l)
	require.NoError(t, err)
	return c
}

// A real daemon's records: a life that was put back into the queue runs as long as it did, not to its limit, and a resized job is
// one, which holds no node behind its end.
func TestLivesOfRecordsRunAsLongAsTheyDid(t *testing.T) {
	c := sceneOf(t, fixture.Path(t, "golden", "daemons", "slurm-requeue"))
	require.Len(t, c.Jobs, 3)
	sum := int64(0)
	for i := range c.Tasks {
		sum += c.Tasks[i].Runs
	}
	require.Equal(t, int64((12+2+20)*milli), sum)
	require.Empty(t, c.Left)

	c = sceneOf(t, fixture.Path(t, "golden", "daemons", "slurm-resize"))
	require.Len(t, c.Jobs, 50, "one that was stopped for another is one with what it ran then")
	require.Equal(t, map[string]int{"ended without having run": 2}, c.Left)
	resized := 0
	for i := range c.Jobs {
		if c.Jobs[i].ID == 28 {
			resized++
			require.Equal(t, int64(21*milli), c.Tasks[i].Runs)
			require.Equal(t, int32(12), c.Jobs[i].CPUs, "248 processor seconds in 21 s")
		}
	}
	require.Equal(t, 1, resized)
	notes := strings.Join(c.Notes, "\n")
	require.Contains(t, notes, "1 job is joined from several records")
	require.Contains(t, notes, "45 jobs have no limit", "a limit of a year is none")
}
