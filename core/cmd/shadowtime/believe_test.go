package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/believe"
)

func TestBelieveFindsTheSchedulerThatMadeALog(t *testing.T) {
	fixture.Long(t)
	made := t.TempDir() + "/made.swf"
	must(t, "replay", "--order", "SAF", "--threshold", "20h", "--swf", made, sampleFile())
	var got struct {
		Jobs, Known       int
		Logged, Simulated struct {
			AvgWait, MedianWait, Utilization float64
			MaxWait                          int64
		}
		RankCorrelation float64
		AboveMachine    int
		Nearest         []struct {
			Order, Backfilling string
			Threshold          *int64
			Distance           float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "believe", "--json", "--order", "SAF", "--threshold", "20h", made)), &got))
	require.Equal(t, got.Logged, got.Simulated)
	require.Equal(t, got.Jobs, got.Known)
	require.InDelta(t, 1, got.RankCorrelation, 1e-12)
	require.Zero(t, got.AboveMachine)
	n := got.Nearest[0]
	require.Equal(t, []any{"SAF", "easy", int64(72000), 0.0}, []any{n.Order, n.Backfilling, *n.Threshold, n.Distance})
	require.Contains(t, must(t, "believe", "--nearest=false", made), "on the machine")
	text := must(t, "believe", "--primary", "LAF", "--backfill", "LQF", made)
	require.Regexp(t, "EASY-LAF with LQF behind the head .* asked", text)
	require.Contains(t, text, "as near")
	status, _, errs := callCommand("", "believe", writeLog(t, "; MaxProcs: 8\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n"))
	require.Equal(t, 1, status)
	require.Contains(t, errs, "how it ran is not known")
}

// A log as Slurm writes it with its site's files says how near Slurm as it is set comes, with the figures of slurm run.
func TestBelieveSaysHowNearSlurmAsSetComes(t *testing.T) {
	folder := fixture.Path(t, "golden", "slurm-runs", "import-fair-tree")
	files := []string{"sacct.psv", "sacctmgr-assoc.psv", "sacctmgr-qos.psv", "scontrol-config.txt", "scontrol-partition.txt", "sshare.psv"}
	for i := range files {
		files[i] = filepath.Join(folder, files[i])
	}
	var got struct {
		Slurm *believe.AsSet
	}
	var run struct {
		Judged   int
		Distance float64
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"believe", "--nearest=false", "--json"}, files...)...)), &got))
	require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"slurm", "run", "--json"}, files...)...)), &run))
	require.Equal(t, run.Judged, got.Slurm.Jobs)
	require.InDelta(t, run.Distance, float64(got.Slurm.Distance), 1e-12)
	require.Contains(t, must(t, append([]string{"believe", "--nearest=false"}, files...)...), "Slurm as it is set was replayed on")
}
