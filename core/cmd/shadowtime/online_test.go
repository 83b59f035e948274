package main

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/online"
	"shadowtime/core/report"
)

func TestOnlineAnswersAsTheContractSays(t *testing.T) {
	fixture.Long(t)
	path := sampleFile()
	args := []string{"online", "--resamples", "3", "--weeks", "2", "--json", "--strategies", "all,epsilon-greedy@0.5", path}
	one := must(t, append(args, "--workers", "1")...)
	require.Equal(t, one, must(t, append(args, "--workers", "3")...), "the number of workers does not matter")

	var r struct {
		Version  int
		Plan     online.Plan
		Digest   string
		AsLogged map[string]any
		AvgWait  *float64
		Best     struct {
			Order, Shown, Own string
			OwnChange         *float64
			Change, Low, High *float64
		}
		Verdict    report.Verdict
		Named      map[string]any
		Strategies []map[string]any
		Parameters []map[string]any
		Warnings   []map[string]string
	}
	d := json.NewDecoder(strings.NewReader(one))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&r))
	require.Equal(t, online.Version, r.Version)
	require.Len(t, r.Digest, 64)
	require.Len(t, r.Strategies, 12+2*13)
	require.NotEmpty(t, r.Best.Order)
	for _, s := range r.Strategies {
		hasKeys(t, s, "strategy", "period", "change", "own", "corrected", "low", "high", "simLow", "simHigh", "shown", "near", "regret",
			"regretFraction",
			"regretLow", "regretHigh",
			"regretOfBest", "ofBestLow", "ofBestHigh", "regretEach", "eachLow", "eachHigh")
		if strings.HasPrefix(s["strategy"].(string), "fixed:") {
			require.Nil(t, s["period"])
		}
	}
	require.Equal(t, "epsilon-greedy@0.5", r.Strategies[36]["strategy"])
	require.EqualValues(t, 86400, r.Strategies[36]["period"])
	require.Equal(t, "epsilon-greedy@0.5", r.Plan.Strategies[24])
	hasKeys(t, r.AsLogged, "weeks", "avgWait", "changes", "firstHalf", "secondHalf", "likeness", "bsldLikeness", "recorded")
	require.Len(t, r.AsLogged["changes"], len(r.Strategies))
	hasKeys(t, r.Named, "strategy", "period", "level", "change", "own", "low", "high", "resampled", "simLow", "simHigh", "among", "weeks",
		"more", "nextLow", "nextHigh", "follows", "peak", "chance", "lost")
	hasKeys(t, r.Named["lost"].(map[string]any), "other", "change", "own", "low", "high", "simLow", "simHigh", "shown", "verdict", "level")
	require.Equal(t, report.Undecided, r.Verdict, "of two weeks")
	require.Nil(t, r.Named["low"])
	require.Len(t, r.Parameters, 2, "epsilon by day and by week")
	hasKeys(t, r.Parameters[0], "strategy", "period", "chosen", "resamples", "change", "own", "low", "high", "simLow", "simHigh")
	require.Equal(t, "conditional", r.Warnings[len(r.Warnings)-1]["code"])
}

// hasKeys holds an object to its keys, all of them.
func hasKeys(t *testing.T, object map[string]any, keys ...string) {
	t.Helper()
	for _, key := range keys {
		require.Contains(t, object, key)
	}
	require.Len(t, object, len(keys))
}

func TestOnlineForPeopleAndPrograms(t *testing.T) {
	fixture.Long(t)
	path := sampleFile()
	few := []string{"online", "--resamples", "2", "--weeks", "2", "--strategies",
		"fixed:FCFS,fixed:SPF,full,random,epsilon-greedy,epsilon-greedy@0.5", "--period", "day,12h"}
	text := strings.Join(strings.Fields(must(t, append(few, path)...)), " ") // unwrapped
	for _, part := range []string{"Replaying your log: ", "full, choosing ", "baseline", "plausible", "in resamples", "simulation",
		"regret of each", "12h",
		"Of the values that epsilon-greedy (daily) has, the resamples of odd number choose ",
		"2 whole weeks are too short to claim anything. At least 4 are needed, and 8 or more are useful. Export a longer period. As " +
			"replayed, ",
		"! 2 resamples are few", "! This holds for workloads like this log",
		"At the start of every policy period (day, 12h)"} {
		require.Contains(t, text, part)
	}
	cells, err := csv.NewReader(strings.NewReader(must(t, append(few, "--csv", path)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 1+2+4*2)

	second := secondFile()
	text = must(t, append(few, path, second)...)
	for _, part := range []string{"second: ", "What the other logs choose for each (fixed order)", "(epsilon-greedy, day)",
		"(epsilon-greedy, 12h)", "its own is chosen on its odd resamples"} {
		require.Contains(t, text, part)
	}
	var both struct {
		Traces []struct{ Trace string }
		Votes  []struct {
			What    string
			Ballots []map[string]any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append(few, "--json", path, second)...)), &both))
	require.Len(t, both.Traces, 2)
	require.Len(t, both.Votes, 3)
	require.Len(t, both.Votes[0].Ballots, 2)

	var more map[string]any
	require.NoError(t, json.Unmarshal([]byte(must(t, append(few, "--json", "--evidence", path)...)), &more))
	require.Contains(t, more, "evidence")
	require.Contains(t, more, "methods")
	require.Contains(t, more, "strategies")
}

func TestOnlineSaysWhatIsWrong(t *testing.T) {
	path := sampleFile()
	for says, args := range map[string][]string{
		"no log":           {"online"},
		"fixed:ORDER":      {"online", "--strategies", "dance", path},
		"such as 12h":      {"online", "--period", "0s", path},
		"40h":              {"online", "--period", "month", path},
		"machine or queue": {"online", "--feedback", "dance", path},
		"lambda":           {"online", "--lambda", "3", path},
		"NOPE":             {"online", "--orders", "NOPE", path},
		"--workers":        {"online", "--workers", "0", path},
	} {
		status, out, errs := callCommand("", args...)
		require.Equal(t, 2, status, errs)
		require.Contains(t, errs, says)
		require.Empty(t, out)
	}
}
