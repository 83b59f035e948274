package main

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/slurm/set"
)

// The saved report has the lines that are printed, whole, and what can't be set before
// them.
func TestTheReportOfATuningHasTheLinesForSlurm(t *testing.T) {
	fixture.Long(t)
	args := []string{"tune", "--pairs", "FCFS,SPF,SQF x SPF,SQF", "--threshold", "40h,20h", "--bound", "1.2", "--block", "1", "--weeks",
		"60", "--backfill-tries", "5"}
	file := filepath.Join(t.TempDir(), "report.html")
	printed := must(t, append(args, "--html", file, yearFile())...)
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	page := html.UnescapeString(string(b))
	var r struct {
		Setting struct {
			Words string
			Slurm set.Setup
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--json", "--evidence", yearFile())...)), &r))
	require.Contains(t, strings.Join(strings.Fields(printed), " "), "SPF with a threshold of 20 h would have cut the mean wait by ")
	require.Contains(t, page, "<h2>In your scheduler’s terms</h2>\n<p>"+r.Setting.Words+" "+tune.Advises)
	require.NotEmpty(t, r.Setting.Slurm.Lines)
	for _, term := range r.Setting.Slurm.Terms() {
		require.Contains(t, page, term.Words)
		for _, line := range term.Lines {
			require.Contains(t, page, line)
			require.Contains(t, printed, "    "+line+"\n")
		}
	}
	require.Contains(t, printed, "bf_job_part_count_reserve=1,bf_window=10080,bf_continue,bf_max_job_test=6")
	require.NotContains(t, page, "=...")
}
