package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
)

// schedule asks replay for a file and reads it.
func schedule(t *testing.T, flag, log string, more ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "out")
	must(t, append([]string{"replay", "--" + flag, path, log}, more...)...)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func TestAScheduleIsDrawnBetweenItsInstants(t *testing.T) {
	log := writeLog(t, busyLog)
	svg := schedule(t, "svg", log)
	for _, name := range []string{">1<", ">2<", ">4<"} {
		require.Contains(t, svg, name, "a job's number stands on it")
	}
	require.NotContains(t, schedule(t, "svg", log, "--from", "12", "--to", "14"), ">4<")
	own := schedule(t, "svg", log, "--from", "day 1, 00:00:12", "--to", "14")
	require.Equal(t, schedule(t, "svg", log, "--from", "12", "--to", "14"), own)
	require.Contains(t, own, "from day 1, 00:00:12 to day 1, 00:00:14")
	dated := writeLog(t, "; UnixStartTime: 856000000\n; TimeZone: 3600\n"+busyLog)
	require.Contains(t, schedule(t, "svg", dated, "--from", "1997-02-15 10:46:40", "--to", "1997-02-15 10:46:50"),
		"from 1997-02-15 10:46:40 to 1997-02-15 10:46:50")
	for says, args := range map[string][]string{
		"does not say when it was":      {"--from", "1997-02-15"},
		`--to "noon" is no instant`:     {"--to", "noon"},
		"the end is not after":          {"--from", "9", "--to", "9"},
		"say what --svg draws: name it": nil,
	} {
		all := append([]string{"replay", "--svg", filepath.Join(t.TempDir(), "x.svg"), log}, args...)
		if args == nil {
			all, says = []string{"replay", "--from", "3", log}, "--svg and --html draw: name a file"
		}
		status, _, errs := callCommand("", all...)
		require.Equal(t, 2, status, errs)
		require.Contains(t, errs, says)
	}
}

func TestOtherToolsAreGivenTheSameSchedule(t *testing.T) {
	log := writeLog(t, busyLog)
	own, err := csv.NewReader(strings.NewReader(schedule(t, "jobs", log))).ReadAll()
	require.NoError(t, err)

	rows, err := csv.NewReader(strings.NewReader(schedule(t, "batsim", log))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, len(own))
	require.Equal(t, strings.Split(batsimColumns, ","), rows[0])
	for i, r := range rows[1:] {
		want := own[i+1] // job, submit, start, end, procs, user
		require.Equal(t, []string{want[0], want[1], want[4], want[2], want[3]}, []string{r[0], r[3], r[4], r[8], r[10]})
	}
	require.Equal(t, "0-4", rows[1][14])

	var trace struct {
		TraceEvents []struct {
			Ph, Name string
			Ts, Dur  int64
			Args     map[string]any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(schedule(t, "chrome-trace", log)), &trace))
	jobs, counts := 0, 0
	for _, e := range trace.TraceEvents {
		switch e.Ph {
		case "X":
			jobs++
			require.Contains(t, e.Args, "wait")
		case "C":
			counts++
		}
	}
	require.Equal(t, 5, jobs)
	require.Positive(t, counts)
}

func TestWaitsAreReplacedAndAllElseIsKept(t *testing.T) {
	log := writeLog(t, busyLog+"6 5 3 -1 4 -1 -1 4 4 -1 0 1 1 1 1 1 -1 -1\n") // cleaning leaves it out
	path := filepath.Join(t.TempDir(), "waits.swf")
	must(t, "replay", "--waits", path, log)
	before, err := tracefile.Open(log, nil)
	require.NoError(t, err)
	after, err := tracefile.Open(path, nil)
	require.NoError(t, err)
	for f := job.ID; f < job.NumFields; f++ {
		if f != job.Wait {
			require.Equal(t, before.Col[f].Values()[:5], after.Col[f].Values(), f)
		}
	}
	require.Equal(t, []int64{0, 5, 0, 0, 7}, after.Col[job.Wait].Values())
	require.Equal(t, waitOf(t, log), waitOf(t, path))
}
