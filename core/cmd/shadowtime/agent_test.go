package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/train"
)

// twoJobs are those of HDeepRM's first scenario, five seconds at the mean speed.
const twoJobs = `{"nb_res": 4, "jobs": [{"id": 0, "subtime": 0, "res": 1, "profile": "p"}, {"id": 1, "subtime": 0, "res": 1, "profile": "p"}],
 "profiles": {"p": {"type": "parallel_homogeneous", "com": 0, "cpu": 21e9, "req_time": 5, "req_ops": 21e9, "mem": 8000, "mem_bw": 24}}}`

// written is a file of a test.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func courses(t *testing.T, args ...string) (r train.Report) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"agent"}, args...)...)), &r))
	return r
}

func TestAnAgentThatGoesOnIsOneThatNeverStopped(t *testing.T) {
	jobs, dir := written(t, "two.json", twoJobs), t.TempDir()
	once, twice := filepath.Join(dir, "once.json"), filepath.Join(dir, "twice.json")
	train := func(model, episodes string, more ...string) train.Report {
		return courses(t, append([]string{"train", "--platform", "spread", "--model", model, "--episodes", episodes, "--json",
			jobs}, more...)...)
	}
	how := []string{"--agent", "actor-critic", "--hidden", "8", "--actions", "first-high_gflops,first-high_mem_bw", "--seed", "5"}
	whole := train(once, "60", how...)
	first := train(twice, "23", append(how, "--resume")...) // there is none yet
	second := train(twice, "37", "--resume")
	require.Equal(t, 24, second.First)
	require.Equal(t, whole.Rewards, append(first.Rewards, second.Rewards...))
	require.Equal(t, whole.Losses, append(first.Losses, second.Losses...))
	a, err := os.ReadFile(once)
	require.NoError(t, err)
	b, err := os.ReadFile(twice)
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))

	tested := courses(t, "test", "--platform", "spread", "--model", once, "--greedy", "--episodes", "3", "--json", jobs)
	require.True(t, tested.Test)
	require.Empty(t, tested.Losses)
	require.Equal(t, tested.Makespans[0], tested.Makespans[2], "greedy agents do the same each time")
}

func TestSeedsInParallelAreEachWhatTheyAreAlone(t *testing.T) {
	log := sampleFile()
	ask := func(more ...string) []string {
		return append([]string{"train", "--platform", "fastslow", "--jobs-first", "60", "--work", "accuracy", "--episodes", "4", "--json",
			log}, more...)
	}
	var texts []string
	for _, workers := range []string{"1", "3"} {
		texts = append(texts, must(t, append([]string{"agent"}, ask("--seed", "4", "--seeds", "3", "--workers", workers)...)...))
	}
	require.Equal(t, texts[0], texts[1])
	many, alone := courses(t, ask("--seed", "4", "--seeds", "3")...), courses(t, ask("--seed", "5")...)
	require.Equal(t, many.Seeds[1], *alone.Curves)
	require.NotEqual(t, many.Seeds[0].Makespans, many.Seeds[1].Makespans)
	require.Len(t, many.Bands.Makespans, 4)
	require.Len(t, many.Actions, 37)
}

// The paths of a file of options are relative to it.
func TestAFileOfOptionsStandsWhereNoFlagDoes(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	put("in/two.json", twoJobs)
	must(t, "platform", "convert", "spread", "-o", filepath.Join(dir, "in", "spread.json"))
	options := put("options.json",
		`{"seed": 9, "workload_file_path": "in/two.json", "platform_file_path": "in/spread.json", "colour": 1, "pybatsim": {
		"env": {"objective": "makespan", "observation": "small", "actions": {"selection": [{"shortest": ["high_gflops", "high_mem_bw"]}]}},
		"agent": {"type": "LEARNING", "hidden": 4, "lr": 0.02}}}`)
	status, out, errs := callCommand("", "agent", "train", "--options", options, "--lr", "0.01", "--episodes", "2", "--json")
	require.Equal(t, 0, status, errs)
	require.Contains(t, errs, "not known, and not used: colour")
	var r train.Report
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, []any{uint64(9), "small", 4, 0.01}, []any{r.Plan.Seed, r.Plan.Observe, r.Plan.Hidden, r.Plan.LR})
	require.Equal(t, []string{"shortest-high_gflops", "shortest-high_mem_bw"}, r.Actions)
	for cores, want := range map[string]int{"4": 0, "8": 1} {
		more := put("more.json", `{"nb_resources": `+cores+`, "workload_file_path": "in/two.json",
			"platform_file_path": "in/spread.json"}`)
		status, _, errs = callCommand("", "agent", "train", "--options", more, "--episodes", "1", "--json")
		require.Equal(t, want, status, errs)
		require.Equal(t, want == 1, strings.Contains(errs, "nb_resources is "+cores+", and the platform has 4 cores"), errs)
	}
}

// The platform's own jobs are those that Batsim's file has.
func TestAPlatformWithJobsOfItsOwnNeedsNoWorkload(t *testing.T) {
	ask := []string{"train", "--platform", "spread", "--episodes", "5", "--json"}
	read, own := courses(t, append(ask, written(t, "two.json", twoJobs))...), courses(t, ask...)
	require.NotEqual(t, read.Digest, own.Digest)
	require.Equal(t, read.Curves, own.Curves)
	require.Len(t, own.Digest, 64)
}

func TestCoursesAreWrittenALineASeedAndEpisode(t *testing.T) {
	ask := []string{"train", "--platform", "spread", "--episodes", "3", "--actions", "first-high_gflops,first-high_mem_bw"}
	r := courses(t, append(ask, "--json", "--seeds", "2")...)
	lines := strings.Split(must(t, append(append([]string{"agent"}, ask...), "--csv", "--seeds", "2")...), "\n")
	require.Equal(t, "baseline,seed,episode,decisions,reward,loss,entropy,makespan,energy,first-high_gflops,first-high_mem_bw", lines[0])
	require.Len(t, lines, 1+2*3+1)
	require.True(t, strings.HasPrefix(lines[5], "none,2,2,1,"+strconv.FormatFloat(float64(r.Seeds[1].Rewards[1]), 'g', -1, 64)+","),
		lines[5])
	tested := must(t, append([]string{"agent", "test", "--csv"}, ask[1:]...)...)
	require.Contains(t, tested, "\nnone,1,1,1,", "tests have no loss")
}

// Scenario 1's rewards are 6, 6.6 and 8.4.
func TestFixedPairsEarnWhatTheyDo(t *testing.T) {
	jobs := written(t, "two.json", twoJobs)
	for pair, want := range map[string]float64{"low_power": 6, "high_gflops": 6.6, "high_mem_bw": 8.4} {
		r := courses(t, "test", "--agent", "classic", "--place", pair, "--platform", "spread", "--episodes", "1", "--json", jobs)
		require.InDelta(t, want, float64(r.Rewards[0]), 1e-12, pair)
		require.Equal(t, []string{"shortest-" + pair}, r.Actions)
	}
}

func TestWhatAgentsLearnedIsSaidInWords(t *testing.T) {
	jobs := written(t, "two.json", twoJobs)
	ask := []string{"agent", "train", "--platform", "spread", "--baseline", "mean", "--actions",
		"first-high_gflops,first-high_mem_bw", jobs}
	one := must(t, ask...)
	require.Contains(t, one, "reinforce trained for 350 episodes, objective makespan, observation minimal, seed 1")
	require.Regexp(t, `316 to 350 +8\.4 `, one)
	require.Contains(t, one, "At the first decision of the last episode: first-high_mem_bw 1.00.")
	many := must(t, append(ask, "--seeds", "12")...)
	require.Regexp(t, `first-high_mem_bw +12 +12\n`, many)
	status, _, errs := callCommand("", "agent", "test", "--platform", "spread", jobs)
	require.Zero(t, status)
	require.Contains(t, errs, "has learned nothing")
}

func TestAWrongCallOfAgentSaysWhatToDo(t *testing.T) {
	jobs, empty := written(t, "two.json", twoJobs), written(t, "none.json", `{"jobs": [], "profiles": {}}`)
	model := filepath.Join(t.TempDir(), "model.json")
	must(t, "agent", "train", "--platform", "spread", "--episodes", "1", "--model", model, jobs)
	on := func(args ...string) []string { return append(args, "--platform", "spread", jobs) }
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "agent train or shadowtime agent test", on()},
		{2, "no machine: give --platform, gaia, spread", []string{"train", jobs}},
		{2, "no workload", []string{"train", "--platform", "fastslow"}},
		{2, "--seeds 0: give 1 to 10000", on("train", "--seeds", "0")},
		{2, "--workers 0", on("train", "--workers", "0")},
		{2, "--resume: say with --model", on("train", "--resume")},
		{2, "leave it out of a test", on("test", "--resume", "--model", model)},
		{2, "--model has one agent", on("train", "--seeds", "2", "--model", model)},
		{2, "nothing is written onto its own input", on("train", "--model", jobs)},
		{2, "agent classic learns nothing", on("train", "--agent", "classic", "--model", model)},
		{2, `"first-last" is no action`, on("train", "--actions", "first-last")},
		{1, "trained with hidden 16, not 4", on("test", "--model", model, "--hidden", "4")},
		{1, "no model of an agent", on("test", "--model", empty)},
		{1, "it was trained on another platform", on("test", "--model", trainedOn(t, "fastslow", jobs), "--observe", "normal")},
		{1, "no job is left to simulate", []string{"train", "--platform", "spread", empty}},
		{1, "", on("test", "--model", "nowhere.json")},
	} {
		status, out, errs := callCommand("", append([]string{"agent"}, c.args...)...)
		require.Equal(t, c.status, status, "%v: %s", c.args, errs)
		require.Contains(t, errs, c.says)
		require.Empty(t, out)
	}
}

// trainedOn is the file of a model that observes all of a platform.
func trainedOn(t *testing.T, platform, jobs string) string {
	t.Helper()
	model := filepath.Join(t.TempDir(), "model.json")
	out := must(t, "agent", "train", "--platform", platform, "--observe", "normal", "--episodes", "1", "--model", model, jobs)
	require.True(t, strings.Contains(out, platform))
	return model
}
