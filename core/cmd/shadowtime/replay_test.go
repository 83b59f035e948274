package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
	"shadowtime/core/sim"
)

// waitOf is the summed wait of a replay.
func waitOf(t *testing.T, args ...string) int64 {
	t.Helper()
	var r replayed
	require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"replay", "--json"}, args...)...)), &r))
	return r.SumWait
}

func TestPromisesChangeConservativeBackfillingAlone(t *testing.T) {
	path := sampleFile()
	conservative := []string{"--backfilling", "conservative", path}
	anew := waitOf(t, conservative...)
	require.Equal(t, anew, waitOf(t, append(conservative, "--promises", "anew")...))
	require.NotEqual(t, anew, waitOf(t, append(conservative, "--promises", "kept")...))
	require.Equal(t, waitOf(t, path), waitOf(t, path, "--promises", "kept"))
	for words, flags := range map[string][]string{"EASY-SPF-SPF": {}, "SPF, no backfilling": {"--backfilling", "none"},
		"SPF, conservative, promises anew": {"--backfilling", "conservative"}, "SPF, conservative, promises kept": {"--backfilling", "conservative", "--promises", "kept"}} {
		require.Contains(t, must(t, append([]string{"replay", "--order", "SPF", path}, flags...)...), " "+words+"  threshold none")
	}
}

// Keys of plans and their JSON stay what they were where nothing is kept.
func TestAPlanSaysThatPromisesAreKept(t *testing.T) {
	plan := func(args ...string) (string, compare.Plan) {
		var r struct{ Plan json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"compare", "--json", "--resamples", "1", "--weeks", "1", "--orders", "FCFS", sampleFile()}, args...)...)), &r))
		var p compare.Plan
		require.NoError(t, json.Unmarshal(r.Plan, &p))
		return string(r.Plan), p
	}
	text, kept := plan("--backfilling", "conservative", "--promises", "kept")
	require.Contains(t, text, `"promises":"kept"`)
	require.Equal(t, sim.Kept, kept.Promises)
	text, anew := plan("--backfilling", "conservative")
	require.NotContains(t, text, "promises")
	require.NotEqual(t, anew.Key(), kept.Key())
	text, easy := plan("--promises", "kept")
	require.NotContains(t, text, "promises", "EASY promises nothing of the kind")
	require.Equal(t, sim.Anew, easy.Promises)
}
