package main

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

// daysLog is a log of so many days from a Wednesday on, on eight processors, in which
// jobs wait.
func daysLog(t *testing.T, days int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(days), 5))
	var b strings.Builder
	b.WriteString("; MaxProcs: 8\n; UnixStartTime: 999648000\n; TimeZoneString: UTC\n")
	at := int64(0)
	for i := 1; at < int64(days)*job.Day-4000; i++ {
		run, size := 600+rng.Int64N(16000), 1+rng.IntN(8)
		for _, x := range []int64{int64(i), at, rng.Int64N(9000), run, int64(size), -1, -1, int64(size), run * (1 + rng.Int64N(4)), -1, 1,
			1 + rng.Int64N(5), 1, 1, 1, 1, -1, -1} {
			b.WriteString(strconv.FormatInt(x, 10) + " ")
		}
		b.WriteString("\n")
		at += rng.Int64N(10000)
	}
	return writeLog(t, b.String())
}

// bound is what an answer says of a choice.
type bound struct{ Change, Low, High *float64 }

// A log without a whole week is replayed as it was, and nothing is claimed of it: no
// verb stops, and none has an interval.
func TestALogWithoutAWholeWeekIsReplayedAsItWas(t *testing.T) {
	fixture.Long(t)
	logs := []string{daysLog(t, 3), daysLog(t, 11)}
	if path, ok := fixture.Find("inputs", "slurm-xdmod-utc.psv.gz"); ok {
		logs = append(logs, path)
	} else {
		t.Log("(no folder ../shared: no real accounting file of eleven days is tried)")
	}
	for _, log := range logs {
		for verb, flags := range map[string][]string{
			"compare": {"--orders", "SPF,SAF"}, "online": {"--strategies", "full,random", "--period", "day"},
			"tune": {"--pairs", "FCFS,SPF x FCFS,SPF"}, "predict": {"--resamples", "60"},
		} {
			ask := append(append([]string{verb}, flags...), log)
			var x struct {
				Plan                            struct{ Variant string }
				Orders, Strategies, Pairs, Ways []bound
				Named                           *struct{ bound }
			}
			require.NoError(t, json.Unmarshal([]byte(must(t, append(ask, "--json")...)), &x), verb)
			require.Equal(t, "whole", x.Plan.Variant, "%s %s", verb, log)
			known := 0
			for _, list := range [][]bound{x.Orders, x.Strategies, x.Pairs, x.Ways} {
				for i, c := range list {
					if i > 0 && c.Change != nil {
						require.True(t, c.Low == nil && c.High == nil, "%s", verb)
						known++
					}
				}
			}
			require.NotZero(t, known, verb)
			text := strings.Join(strings.Fields(must(t, ask...)), " ")
			require.Contains(t, text, "too short to claim", verb)
			require.Contains(t, text, "8", verb)
			require.NotContains(t, text, "1 resample", verb)
			require.NotContains(t, text, "Set ", verb)
			require.NotContains(t, text, "own last weeks", verb)
		}
	}
}

// One short log beside a long one takes nothing from it.
func TestALogWithoutAWholeWeekTakesNoResamplesFromAnother(t *testing.T) {
	long := sampleFile()
	ask := []string{"compare", "--json", "--orders", "SPF", "--resamples", "3", "--weeks", "2"}
	var alone map[string]any
	require.NoError(t, json.Unmarshal([]byte(must(t, append(ask, long)...)), &alone))
	var both struct {
		Traces []struct{ Report map[string]any }
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, append(ask, daysLog(t, 3), long)...)), &both))
	require.Len(t, both.Traces, 2)
	require.EqualValues(t, 1, both.Traces[0].Report["plan"].(map[string]any)["resamples"])
	for _, key := range []string{"plan", "orders", "asLogged", "named"} {
		require.Equal(t, alone[key], both.Traces[1].Report[key], key)
	}
}

// What a log of less than a week offers per week is not known, and no load is made up for it.
func TestALogWithoutAWeekHasNoLoad(t *testing.T) {
	log := writeLog(t, "; MaxProcs: 8\n1 0 -1 600 4 -1 -1 4 900 -1 1 1 1 1 1 1 -1 -1\n")
	for _, verb := range []string{"compare", "predict", "online"} {
		require.NotContains(t, must(t, verb, "--resamples", "1", log), "offered load", verb)
	}
	_, _, said := callCommand("", "tune", log)
	require.Contains(t, said, "the second half of the log, to judge by, has no jobs: take a longer log, or compare orders on all of it")
}

// Jobs that take no time keep no processor busy for no time: that is no number, and none is printed.
func TestJobsWithoutARunTimeHaveNoUtilization(t *testing.T) {
	log := writeLog(t, "; MaxProcs: 8\n1 0 -1 0 4 -1 -1 4 0 -1 1 1 1 1 1 1 -1 -1\n")
	for _, verb := range []string{"compare", "replay"} {
		require.NotContains(t, must(t, verb, log), "NaN", verb)
	}
}

// A half that is learned from has fewer places than the log: more pairs are refused before any is computed, by the number asked for.
func TestPairsAreHeldAgainstTheHalfTheyComeFrom(t *testing.T) {
	log := daysLog(t, 9)
	for _, verb := range []string{"choose", "learn --part first"} {
		status, out, said := callCommand("", append(strings.Fields(verb), log)...)
		require.Equal(t, 1, status, verb)
		require.Empty(t, out)
		require.Contains(t, said, "jobs can begin: ask for at most so many pairs, not 440", verb)
	}
}
