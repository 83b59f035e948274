package main

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// asRun is the command of a golden run.
func asRun(t *testing.T, flags map[string]any) []string {
	args := []string{"cluster"}
	for key, value := range flags {
		switch key {
		case "trace":
			in := "cluster"
			if strings.HasSuffix(value.(string), ".gz") {
				in = filepath.Join("..", "traces")
			}
			args = append(args, fixture.Path(t, "golden", in, value.(string)))
		case "platform", "types":
			args = append(args, "--"+key, fixture.Path(t, "golden", "cluster", value.(string)))
		default:
			args = append(args, "--"+key, fmt.Sprint(value))
		}
	}
	return args
}

// eachGolden calls f with every line of a golden file that is of no log: those of
// logs are held below the command.
func eachGolden[T any](t *testing.T, name string, f func(flags map[string]any, x T)) {
	file, err := os.Open(fixture.Path(t, "golden", "cluster", name))
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		var of struct{ Flags map[string]any }
		require.NoError(t, json.Unmarshal(s.Bytes(), &of))
		if first := of.Flags["jobs-first"]; first != nil && first.(float64) != 100 {
			continue
		}
		var x T
		require.NoError(t, json.Unmarshal(s.Bytes(), &x))
		f(of.Flags, x)
	}
	require.NoError(t, s.Err())
}

func nearly(t *testing.T, want, got float64, what ...any) {
	t.Helper()
	require.LessOrEqual(t, math.Abs(want-got), 1e-9*max(1, math.Abs(want)), "%v: want %v, got %v", what, want, got)
}

func TestClusterAnswersAsTheModelDoes(t *testing.T) {
	fixture.Long(t)
	schedule, runs, ofLog := filepath.Join(t.TempDir(), "s.csv"), 0, 0
	eachGolden(t, "runs.jsonl.gz", func(flags map[string]any, x struct {
		Metrics  map[string]float64
		Dropped  map[string]int
		Schedule [][5]any
	}) {
		if flags["jobs-first"] != nil {
			if ofLog++; ofLog > 2 {
				return
			}
		}
		runs++
		args := append(asRun(t, flags), "--json", "--schedule", schedule)
		var got map[string]any
		require.NoError(t, json.Unmarshal([]byte(must(t, args...)), &got))
		for key, want := range x.Metrics {
			nearly(t, want, got[key].(float64), key, args)
		}
		require.Len(t, got["droppedBy"], len(x.Dropped))
		require.Equal(t, 0.0, got["dropped"])
		if x.Schedule == nil {
			return
		}
		text, err := os.ReadFile(schedule)
		require.NoError(t, err)
		rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		require.NoError(t, err)
		require.Equal(t, []string{"job", "submit", "start", "end", "cores"}, rows[0])
		require.Len(t, rows, len(x.Schedule)+1)
		for i, want := range x.Schedule {
			row := rows[i+1]
			require.Equal(t, fmt.Sprint(want[0]), row[0])
			for k := 1; k < 4; k++ {
				v, err := strconv.ParseFloat(row[k], 64)
				require.NoError(t, err)
				nearly(t, want[k].(float64), v, row)
			}
			require.Equal(t, want[4], row[4])
		}
	})
	require.Equal(t, 83, runs)
}

func TestStepsOfClusterAreThoseOfTheModel(t *testing.T) {
	type step struct {
		T           float64
		Queue       int
		Action      string
		Started     []int64
		Observation []float64
		Rewards     map[string]float64
	}
	logs := 0
	eachGolden(t, "steps.jsonl.gz", func(flags map[string]any, x struct{ Steps []step }) {
		logs++
		lines := strings.Split(strings.TrimSpace(must(t, append(asRun(t, flags), "--steps", "-")...)), "\n")
		require.Len(t, lines, len(x.Steps))
		for i, want := range x.Steps {
			var got step
			require.NoError(t, json.Unmarshal([]byte(lines[i]), &got))
			require.InDeltaSlice(t, want.Observation, got.Observation, 1e-9)
			require.InDeltaMapValues(t, want.Rewards, got.Rewards, 1e-6)
			nearly(t, want.T, got.T)
			want.Observation, want.Rewards, want.T = got.Observation, got.Rewards, got.T
			require.Equal(t, want, got)
		}
	})
	require.Equal(t, 9, logs)
}

func TestClusterIsToldToPeopleToo(t *testing.T) {
	out := must(t, "cluster", "--platform", "spread", "--place", "high_mem_bw")
	for _, s := range []string{"1 node,", "shortest-high_mem_bw", "makespan                       5.2  s",
		"energy                         563  J"} {
		require.Contains(t, out, s)
	}
}

// The workload that is written is the one that ran: it runs the same, without the
// log and its draws.
func TestAWorkloadThatIsWrittenRunsAsTheLogDid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.json")
	how := []string{"cluster", "--platform", "gaia", "--backfilling", "easy", "--json"}
	first := must(t, append(how, "--workload", path, "--jobs-first", "150", "--jobs-skip", "20", "--work", "accuracy", sampleFile())...)
	second := must(t, append(how, path)...)
	var a, b map[string]any
	require.NoError(t, json.Unmarshal([]byte(first), &a))
	require.NoError(t, json.Unmarshal([]byte(second), &b))
	require.Equal(t, 150.0, b["jobs"])
	for key, want := range a {
		if v, is := want.(float64); is {
			nearly(t, v, b[key].(float64), key)
		}
	}
}

func TestJobsThatAreNamedKeepTheirNames(t *testing.T) {
	jobs := written(t, "named.json", strings.NewReplacer(`"id": 0`, `"id": "a,\"b\""`, `"id": 1`, `"id": "c"`).Replace(twoJobs))
	out := must(t, "cluster", "--platform", "spread", "--schedule", "-", jobs)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{`a,"b"`, "c"}, []string{rows[1][0], rows[2][0]})
	require.Contains(t, must(t, "cluster", "--platform", "spread", "--steps", "-", "--observe", "minimal", jobs),
		`"started":["a,\"b\"","c"]`)
}

func TestABadCallOfClusterNamesTheRemedy(t *testing.T) {
	none := written(t, "none.json",
		`{"jobs": [{"id": 1, "subtime": 0, "res": 5, "profile": "p"}], "profiles": {"p": {"type": "delay", "delay": 1, "req_time": 1}}}`)
	path := written(t, "two.json", twoJobs)
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "no machine: give --platform, gaia", []string{path}},
		{2, "no workload: name a log", []string{"--platform", "gaia"}},
		{2, "2 arguments", []string{"--platform", "gaia", path, path}},
		{2, "use random, first, shortest", []string{"--platform", "gaia", "--select", "longest", path}},
		{2, "use none, easy or easy-aware", []string{"--platform", "gaia", "--backfilling", "hard", path}},
		{2, "--schedule and --steps both write", []string{"--platform", "gaia", "--schedule", "-", "--steps", "-", path}},
		{2, "nothing is written onto its own input", []string{"--platform", "gaia", "--workload", path, path}},
		{1, "no job is left to simulate; 1 left out: not even the empty platform can hold it", []string{"--platform", "spread", none}},
		{1, "two.json: line 2", []string{"--platform", "spread", written(t, "two.json", strings.Replace(twoJobs, "21e9", "-1", 1))}},
		{1, "built-in platform", []string{"--platform", "nowhere", path}},
	} {
		status, out, errs := callCommand("", append([]string{"cluster"}, c.args...)...)
		require.Equal(t, c.status, status, errs)
		require.Contains(t, errs, c.says)
		require.Empty(t, out)
	}
}

// Gaia's first thousand jobs as the study describes them.
func TestJobsAreDescribedAsTheStudyDescribesThem(t *testing.T) {
	fixture.Long(t)
	log := fixture.Path(t, "traces", "UniLu-Gaia-2014-1.swf.gz")
	var a struct {
		Jobs   int
		Fields map[string]map[string]float64
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "jobstat", "--platform", "gaia", "--jobs-first", "1000", "--json", log)), &a))
	require.Equal(t, 1000, a.Jobs)
	require.InDeltaSlice(t, []float64{6, 36, 1920, 9588}, []float64{a.Fields["size"]["median"], a.Fields["size"]["p95"],
		a.Fields["mem"]["p95"], a.Fields["mem"]["max"]}, 0.1)
	require.Equal(t, "7\n", must(t, "jobstat", "--jobs-skip", "4", "--jobs-first", "1000", log, "size", "median"))
	require.Equal(t, "23.2\n", must(t, "jobstat", written(t, "w.json", strings.Replace(twoJobs, `"mem_bw": 24`, `"mem_bw": 23.2`, 1)),
		"mem_bw", "p2.5"))
	table := must(t, "jobstat", "--platform", "spread")
	require.Regexp(t, `req_time: requested time, s +5 +5 `, table)
	for _, args := range [][]string{{}, {log, "cpu"}, {log, "size", "mode"}, {log, "size", "p101"}, {log, "size", "p"},
		{log, "size", "pNaN"}, {log, "size", "mean", "more"}} {
		status, _, errs := callCommand("", append([]string{"jobstat"}, args...)...)
		require.Equal(t, 2, status, args)
		require.NotEmpty(t, errs)
	}
}

func TestTwoRunsAreComparedByWhatBothTell(t *testing.T) {
	jobs, dir := written(t, "two.json", twoJobs), t.TempDir()
	schedule := filepath.Join(dir, "s.csv")
	fast := written(t, "fast.json", must(t, "cluster", "--platform", "spread", "--json", jobs))
	spread := written(t, "spread.json", must(t, "cluster", "--platform", "spread", "--place", "high_mem_bw", "--schedule", schedule,
		"--json", jobs))
	var c struct{ First, Second, Change map[string]float64 }
	ask := func(args ...string) {
		c.First, c.Second, c.Change = nil, nil, nil
		require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"metrics", "--json"}, args...)...)), &c))
	}
	ask(fast, spread)
	nearly(t, 661.8181818181818, c.First["energy"])
	nearly(t, 563.1818181818181/661.8181818181818-1, c.Change["energy"])
	require.Equal(t, 1.0, c.Second["decisions"])
	ask(spread, schedule)
	require.NotContains(t, c.First, "energy", "a schedule does not tell it")
	require.Len(t, c.First, 8)
	for key, v := range c.First {
		nearly(t, v, c.Second[key], key)
	}
	ask(written(t, "out_jobs.csv",
		"job_id,workload_name,submission_time,requested_number_of_resources,starting_time,finish_time\n0,w,0,1,1,5\n1,w,2,1,2,2\n"),
		written(t, "out_schedule.csv", "consumed_joules,makespan,max_waiting_time,mean_waiting_time,nb_jobs_finished\n100,5,1,0.5,2\n"))
	require.Equal(t, map[string]float64{"jobs": 2, "makespan": 5, "avgWait": 0.5, "maxWait": 1}, c.First)
	require.Equal(t, c.First, c.Second)

	require.Contains(t, must(t, "metrics", fast, spread), "makespan, s")
	replayed := filepath.Join(dir, "r.csv")
	answer := written(t, "r.json", must(t, "replay", "--jobs", replayed, "--json", sampleFile()))
	ask(answer, replayed)
	nearly(t, c.First["avgWait"], c.Second["avgWait"])

	head := "job,submit,start,end,cores\n"
	for text, says := range map[string]string{
		"":                            "neither an answer in JSON nor a schedule",
		"a,b\n1,2\n":                  "column submit is missing: a schedule has submit, start and end",
		head:                          "has no jobs",
		head + "1,2\n":                "wrong number of fields",
		head + "1,0,x,3,\"0\"\n":      `line 2, start is "x": give a number`,
		head + "1,0,NaN,3,\"0\"\n":    `start is "NaN"`,
		"{":                           "line 1",
		"{}":                          "holds no metrics",
		`{"makespan": 1e999}`:         "makespan is out of range",
		`{"makespan": "x"}`:           "holds no metrics",
		"mean_waiting_time,nb_jobs\n": "has a head and no figures",
		"mean_waiting_time\nx\n":      `mean_waiting_time is "x"`,
	} {
		status, out, errs := callCommand("", "metrics", fast, written(t, "bad", text))
		require.Equal(t, 1, status, text)
		require.Contains(t, errs, says)
		require.Empty(t, out)
	}
	status, _, errs := callCommand("", "metrics", written(t, "a.json", `{"energy": 3}`), schedule)
	require.Equal(t, 1, status)
	require.Contains(t, errs, "no metric in common")
}
