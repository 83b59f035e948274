package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

const oneState = `{"id":7,"slurm":"25.05.8","conf":{"nodes":4,"resolution":60,"window":1440,"max_job_test":500},"now":700,` +
	`"jobs":[{"id":1,"prio":5,"nodes":2,"limit":10}]}` + "\n"

func TestEachStateHasALineOfAnswer(t *testing.T) {
	status, out, errs := callCommand(oneState+"\n"+strings.Replace(oneState, "7", "8", 1), "slurm", "pass", "-")
	require.Equal(t, 0, status, errs)
	require.Equal(t, `{"id":7,"out":{"1":["R",700,1300,"0-1"]}}`+"\n"+`{"id":8,"out":{"1":["R",700,1300,"0-1"]}}`+"\n", out)
	status, out, errs = callCommand(oneState+strings.Replace(oneState, `"now":700`, `"now":-1`, 1), "slurm", "pass", "-")
	require.Equal(t, 1, status)
	require.Equal(t, 1, strings.Count(out, "\n"), "what was decided before is printed")
	require.Contains(t, errs, "standard input, line 2: now: -1: give a whole number")
	_, _, errs = callCommand("; no state", "slurm", "pass", "-")
	require.Contains(t, errs, `standard input, line 1: ";" where a value belongs`)
	_, _, errs = callCommand("", "slurm", "run", sampleFile(), "--conf", "-")
	require.Contains(t, errs, "standard input: the file is empty: leave it out")
}

// A flag of another use would be left out without a word, and the answer be taken for one that heeds it.
func TestSlurmIsCalledRightly(t *testing.T) {
	for words, want := range map[string]string{
		"slurm":                                   "write script, check, pass, follow, run, change, compare, search or when",
		"slurm pass":                              "pass needs files",
		"slurm pass a b":                          "pass takes one file, and 2 are given: a, b",
		"slurm script a":                          "script takes no file: leave out a",
		"slurm make x":                            `"make": write script, check, pass, follow, run, change, compare, search or when`,
		"slurm when x --job y":                    `--job: one more job: limit=y: write it as 2h`,
		"slurm when x --job cpus=0":               "write a whole number from 1 on",
		"slurm run x.swf --plans y":               "--plans is of follow: leave it out of run",
		"slurm run x --set a=1":                   "--set is of change: leave it out of run",
		"slurm run x --resamples 3":               "--resamples is of change",
		"slurm check x --orders SPF":              "--orders is of compare",
		"slurm script --json":                     "and when: leave it out of script",
		"slurm when x --slurm-version y":          "--slurm-version y: give one as",
		"slurm change x --set a=1 --resamples -3": "--resamples -3: give 1 to 10000, or 0 for none",
		"slurm pass --conf x -":                   "--conf is of follow",
		"slurm follow x.csv":                      "follow needs the configuration and the passes",
		"slurm follow x.csv --conf y":             "follow needs the configuration and the passes",
	} {
		status, _, errs := callCommand("", strings.Fields(words)...)
		require.Equal(t, 2, status, words)
		require.Contains(t, errs, want, words)
	}
}

// The plans and priorities that lie beside a run are found, and the answer has its keys.
func TestARunIsFollowedByTheCommand(t *testing.T) {
	at := func(kind string) string { return fixture.Path(t, "golden", "slurm-runs", "qos"+kind) }
	out := must(t, "slurm", "follow", at(".csv"), "--conf", at(".conf"), "--passes", at(".passes.csv.gz"), "--json")
	var a map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	for key, want := range map[string]float64{"passes": 633, "passesEqual": 632, "starts": 70, "startsEqual": 70, "plans": 5326,
		"plansEqual": 5324, "priorities": 170, "prioritiesEqual": 170, "left": 10} {
		require.Equal(t, want, a[key], key)
	}
	require.NotEmpty(t, a["missed"])
	table := must(t, "slurm", "follow", at(".csv"), "--conf", at(".conf"), "--passes", at(".passes.csv.gz"))
	require.Contains(t, table, "Slurm 22.05\n")
	require.Contains(t, table, "70.714 s  backfill: Slurm starts, here starts 37\n")

	alone := filepath.Join(t.TempDir(), "qos.csv")
	b, err := os.ReadFile(at(".csv"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(alone, b, 0o644))
	out = must(t, "slurm", "follow", alone, "--conf", at(".conf"), "--passes", at(".passes.csv.gz"), "--json")
	require.Contains(t, out, `"plans":0,`)
}

// A recorded run and a log are run by one verb, and how near it comes is said.
func TestJobsAreRunFreelyByTheCommand(t *testing.T) {
	fixture.Long(t)
	at := func(kind string) string { return fixture.Path(t, "golden", "slurm-runs", "qos"+kind) }
	var a map[string]any
	out := must(t, "slurm", "run", at(".csv"), "--conf", at(".conf"), "--passes", at(".passes.csv.gz"), "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	require.Equal(t, "22.05", a["version"])
	require.Equal(t, []any{75.0, 0.0, 20.0}, []any{a["jobs"], a["left"], a["byMain"]})
	near := a["recorded"].(map[string]any)
	require.Equal(t, []any{75.0, 20.0, 5.0, 75.0}, []any{near["jobs"], near["byMain"], near["within"], near["near"]})
	require.InEpsilon(t, near["meanWait"], near["here"], 0.001)
	require.Contains(t, must(t, "slurm", "run", at(".csv"), "--conf", at(".conf")), "started by main")

	conf := filepath.Join(t.TempDir(), "slurm.conf")
	require.NoError(t, os.WriteFile(conf, []byte("SLURM_VERSION=25.05.8\nSchedulerType=sched/builtin\n"), 0o600))
	out = must(t, "slurm", "run", sampleFile(), "--conf", conf)
	require.Regexp(t, `(?m)^ *Slurm +25\.05 *$`, out)
	require.Regexp(t, `(?m)^ *by backfill +0 *$`, out)
	require.NotEqual(t, out, must(t, "slurm", "run", sampleFile()))

	status, _, errs := callCommand("", "slurm", "run", sampleFile(), "--passes", at(".passes.csv.gz"))
	require.Equal(t, 2, status)
	require.Contains(t, errs, "is a log")
	require.NoError(t, os.WriteFile(conf, []byte("NodeName=n[1-2] CPUs=none\n"), 0o600))
	status, _, errs = callCommand("", "slurm", "run", sampleFile(), "--conf", conf)
	require.Equal(t, 1, status)
	require.Contains(t, errs, "slurm.conf: line 1: CPUs=none")
	require.NoError(t, os.WriteFile(conf, []byte("NodeName=n1\nPartitionName=p Nodes=ALL\n"), 0o600))
	out = must(t, "slurm", "run", sampleFile(), "--conf", conf, "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	require.Positive(t, a["left"], "jobs that no partition has the nodes for are counted")
}
