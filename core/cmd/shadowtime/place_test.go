package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/place"
)

func placing(args ...string) []string {
	return append([]string{"place", "--jobs-first", "40", "--stretches", "3", "--pairs", "first-high_gflops,shortest-*"}, args...)
}

func TestPlacementsGiveTheSameBytesForAnyNumberOfWorkers(t *testing.T) {
	path := weeksFile()
	require.Equal(t, must(t, placing("--json", "--workers", "1", path)...), must(t, placing("--json", "--workers", "3", path)...))
}

func TestPlacementsPrintOneReportInThreeForms(t *testing.T) {
	path := weeksFile()
	var r place.Report
	require.NoError(t, json.Unmarshal([]byte(must(t, placing("--json", path)...)), &r))
	require.Equal(t, 3, r.Stretches)
	require.Len(t, r.Choices, 14)
	rows, err := csv.NewReader(strings.NewReader(must(t, placing("--csv", path)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 15)
	require.Equal(t, r.Choices[3].Name, rows[4][0])
	text := strings.Join(strings.Fields(must(t, placing(path)...)), " ")
	for _, s := range []string{"3 stretches, 120 jobs", "baseline", "first-high_gflops", "HDeepRM's model",
		"waits are of the mean stretch"} {
		require.Contains(t, text, s)
	}
}

// A platform is one whether it is named, described or in a file.
func TestAPlatformInAFileIsTheOneOfItsDescription(t *testing.T) {
	path := weeksFile()
	spec, ok := platform.BuiltinSpec("fatthin")
	require.True(t, ok)
	file := filepath.Join(t.TempDir(), "mine.json")
	require.NoError(t, os.WriteFile(file, []byte(spec.Text()), 0o600))
	want := must(t, placing("--csv", "--platform", "fatthin", path)...)
	require.Equal(t, want, must(t, placing("--csv", "--platform", file, path)...))
	require.Equal(t, want, must(t, placing("--csv", "--platform", spec.Text(), path)...))
	status, _, said := callCommand("", placing("--platform", "nowhere", path)...)
	require.Equal(t, 2, status)
	require.Contains(t, said, "--platform \"nowhere\"")
	status, _, said = callCommand("", placing("--jobs-skip", "900000", path)...)
	require.Equal(t, 1, status)
	require.Contains(t, said, "no jobs can be run")
}
