package main

import (
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/windows"
)

func windowed(args ...string) []string { return append([]string{"windows", "--days", "3"}, args...) }

func TestWindowsGiveTheSameBytesForAnyNumberOfWorkers(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	for _, dialect := range []string{"shadowtime", "gc"} {
		args := windowed("--json", "--scenario", "easy", "--dialect", dialect)
		require.Equal(t, must(t, append(args, "--workers", "1", path)...), must(t, append(args, "--workers", "3", path)...))
	}
}

func TestWindowsPrintOneReportInThreeForms(t *testing.T) {
	path := weeksFile()
	var r windows.Report
	out := must(t, windowed("--json", "--orders", "FCFS,SAF,LIN", "--windows", "9", path)...)
	require.Equal(t, 1, strings.Count(out, "\n"), "one object")
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Len(t, r.Windows, 9)
	require.Len(t, r.Windows[0].AvgBsld, 3)
	require.Len(t, r.Medians, 3)
	require.Len(t, r.Differences, 2)
	require.True(t, r.Plan.Clean.DropZeroRun, "jobs of no run time are left out in any case")

	rows, err := csv.NewReader(strings.NewReader(must(t, windowed("--csv", "--orders", "FCFS,SAF,LIN", "--windows", "9",
		path)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 10)
	require.Equal(t, []string{"start", "jobs", "FCFS", "SAF", "LIN"}, rows[0])
	require.Equal(t, strconv.FormatInt(r.Windows[8].Start, 10), rows[9][0])

	text := must(t, windowed("--orders", "FCFS,SAF,LIN", "--windows", "9", path)...)
	for _, s := range []string{"9 windows of 3 days", "has the least median of 9 windows", "baseline", "Holm", "signed-rank"} {
		require.Contains(t, strings.Join(strings.Fields(text), " "), s)
	}

	var later windows.Report
	out = must(t, windowed("--json", "--orders", "FCFS,SAF,LIN", "--start", rows[3][0], path)...)
	require.NoError(t, json.Unmarshal([]byte(out), &later))
	require.Equal(t, r.Windows[2:3], later.Windows, "a window is the same from its start on")
}

func TestWhatIsNoWindowIsSaidOfTheFile(t *testing.T) {
	good := sampleFile()
	unknown := writeLog(t, "; MaxProcs: 2\n1 0 -1 -1 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n")
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{1, "sample.swf: the log's jobs come within", []string{"windows", "--days", "3650", good}},
		{1, "run time negative or unknown", []string{"windows", unknown}},
		{1, "run time negative or unknown", []string{"windows", "--dialect", "gc", unknown}},
		{1, "give an earlier start", []string{"windows", "--start", "999999999", good}},
		{2, "use actual, estimates or easy", []string{"windows", "--scenario", "perfect", good}},
		{2, "use shadowtime or gc", []string{"windows", "--dialect", "ocs", good}},
		{2, "give instants of the log's clock", []string{"windows", "--start", "soon", good}},
		{2, "name one order", []string{"windows", "--orders", "none", good}},
		{2, "--workers", []string{"windows", "--workers", "0", good}},
		{2, "0 arguments instead of 1", []string{"windows"}},
	} {
		status, out, errs := callCommand("", c.args...)
		require.Equal(t, c.status, status, "%v: %s", c.args, errs)
		require.Contains(t, errs, c.says, "%v", c.args)
		require.Empty(t, out)
	}
}

// The medians of the study's released results, in its own dialect, and what its
// pool makes of Lublin's model, where a model of another hand has the same.
func TestMediansOverWindowsAreTheStudys(t *testing.T) {
	fixture.Long(t)
	medians := func(log string, args ...string) string {
		var r windows.Report
		out := must(t, append(append([]string{"windows", "--json", "--dialect", "gc"}, args...), fixture.Path(t, "traces", log))...)
		require.NoError(t, json.Unmarshal([]byte(out), &r))
		var list []string
		for _, name := range r.Plan.Orders {
			list = append(list, strconv.FormatFloat(float64(r.Medians[name]), 'f', 0, 64))
		}
		return strings.Join(list, " ")
	}
	const six = "FCFS,WFP3,UNICEF,SPF,SAF,F2"
	require.Equal(t, "630 60 26 22 13 16", medians("SDSC-SP2-1998-4.2-cln.swf.gz", "--windows", "47", "--orders", six))
	require.Equal(t, "630 244 92 48 28 30", medians("SDSC-SP2-1998-4.2-cln.swf.gz", "--windows", "47", "--orders", six,
		"--scenario", "estimates"))
	require.Equal(t, "8108 6323 3295 209 100 582", medians("lublin_256.swf.gz", "--orders", "WFP3,UNICEF,SPF,SAF,F2,LIN"))
	require.Equal(t, "139 37 45 21 20 54", medians("lublin_256.swf.gz", "--orders", "WFP3,UNICEF,SPF,SAF,F2,LIN", "--pool", "0"))
}
