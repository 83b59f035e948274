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
)

// The saved report has the lines that are printed, whole, and what can't be set before
// them.
func TestTheReportOfATuningHasTheLinesForSlurm(t *testing.T) {
	fixture.Slow(t)
	args := []string{"tune", "--pairs", "FCFS,SPF,SQF x SPF,SQF", "--threshold", "40h,20h", "--bound", "1.2", "--block", "1", "--weeks",
		"60", "--backfill-tries", "5"}
	file := filepath.Join(t.TempDir(), "report.html")
	must(t, append(args, "--html", file, yearFile())...)
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	page := html.UnescapeString(string(b))
	var r struct {
		Setting struct {
			Words string
			Slurm []struct {
				Lines []string
				Words string
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--json", "--evidence", yearFile())...)), &r))
	printed := must(t, append(args, yearFile())...)
	require.Contains(t, strings.Join(strings.Fields(printed), " "), "Set SPF for the queue and for backfilling, jobs that have waited "+
		"more than 20 h first. In the second half it would have cut the mean wait by ")
	require.Contains(t, page, "<h2>In your scheduler’s terms</h2>\n<p>"+r.Setting.Words)
	last := strings.Index(page, r.Setting.Words)
	for _, h := range r.Setting.Slurm {
		at := strings.Index(page, h.Words)
		require.Greater(t, at, last, h.Words)
		last = at
		for _, line := range h.Lines {
			require.Contains(t, page, line)
			require.Contains(t, printed, "    "+line+"\n")
		}
	}
	require.Contains(t, page, "<pre>SchedulerParameters=bf_job_part_count_reserve=1,bf_max_job_test=6</pre>")
	require.NotContains(t, page, "=...")
}
