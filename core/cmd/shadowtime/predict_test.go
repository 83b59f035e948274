package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func predictAnswer(t *testing.T, args ...string) predicted {
	t.Helper()
	var p predicted
	require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"predict", "--json"}, args...)...)), &p))
	return p
}

// With what users request in the place of predictions it is the replay.
func TestPredictingRequestsIsReplaying(t *testing.T) {
	path := sampleFile()
	for _, dialect := range []string{"shadowtime", "pyss"} {
		for _, backfill := range []string{"FCFS", "SPF"} {
			var r replayed
			require.NoError(t, json.Unmarshal([]byte(must(t, "replay", "--json", "--clean", "prediction", "--dialect", dialect,
				"--backfill", backfill, path)), &r))
			p := predictAnswer(t, "--predictor", "requested", "--dialect", dialect, "--backfill", backfill, path)
			r.Seconds, p.Seconds = 0, 0
			require.Equal(t, r, p.replayed, "%s %s", dialect, backfill)
			require.Zero(t, p.Corrections)
		}
	}
	require.Zero(t, float64(predictAnswer(t, "--predictor", "clairvoyant", path).MAE))
	require.Positive(t, predictAnswer(t, "--predictor", "ave2", path).Corrections)
}

func TestTheScheduleHasThePredictions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jobs.csv")
	p := predictAnswer(t, "--jobs", file, "--predictor", "ave3", sampleFile())
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"job", "submit", "start", "end", "procs", "user", "predicted"}, rows[0])
	require.Len(t, rows, int(p.Jobs)+1)
	sum := 0.0
	for _, row := range rows[1:] {
		n := func(i int) float64 {
			v, err := strconv.ParseFloat(row[i], 64)
			require.NoError(t, err)
			return v
		}
		sum += max(n(6)-(n(3)-n(2)), (n(3)-n(2))-n(6))
	}
	require.InDelta(t, float64(p.MAE), sum/float64(p.Jobs), 1e-6)
}

// Reis 2018, table 4.8: averages of two along CEA-Curie's own starts.
func TestAlongTheTraceOnlyPredictionsAreMade(t *testing.T) {
	if testing.Short() {
		t.Skip("a log of 300,000 jobs")
	}
	p := predictAnswer(t, "--along", "trace", "--predictor", "ave2", "--procs", "80640",
		fixture.Path(t, "traces", "CEA-Curie-2011-2.1-cln.swf.gz"))
	require.InDelta(t, 5217.2, float64(p.MAE), 0.2)
	require.Zero(t, p.Corrections)
}

// Triples are replayed as one by one, and for each log the others choose.
func TestTriplesAreTheReplaysOfTheirParts(t *testing.T) {
	fixture.Long(t)
	path, other := sampleFile(), secondFile()
	var all struct {
		Logs []struct {
			Trace                 string
			Others, OthersLearned string
			Triples, Clairvoyant  []struct {
				Triple      string
				AvgBsld     float64
				Corrections int
			}
		}
	}
	list := "requested-FCFS,ave2-doubling-SJBF,learned(linear,square,unit)-incremental-SAF"
	require.NoError(t, json.Unmarshal([]byte(must(t, "predict", "--json", "--triples", list, path, other)), &all))
	require.Len(t, all.Logs, 2)
	for i, flags := range [][]string{
		{"--predictor", "requested", "--backfill", "FCFS"},
		{"--predictor", "ave2", "--correction", "doubling"},
		{"--predictor", "learned", "--loss", "linear,square,unit", "--backfill", "SAF"},
	} {
		x, p := all.Logs[0].Triples[i], predictAnswer(t, append(flags, path)...)
		require.Equal(t, float64(p.AvgBsld), x.AvgBsld, x.Triple)
		require.Equal(t, p.Corrections, x.Corrections, x.Triple)
	}
	require.Len(t, all.Logs[0].Clairvoyant, 2)
	require.NotEmpty(t, all.Logs[0].Others)
	require.Equal(t, "learned(linear,square,unit)-incremental-SAF", all.Logs[1].OthersLearned)
	text := must(t, "predict", "--triples", list, path, other)
	require.Contains(t, text, "The other logs choose "+all.Logs[0].Others)
	require.Contains(t, text, "clairvoyant-SJBF (the bound)")
	require.NotContains(t, must(t, "predict", "--triples", "ave2-doubling-SJBF", path), "The other logs choose", "there is no other")
}

func TestPredictSaysWhatIsWrong(t *testing.T) {
	path := sampleFile()
	for says, args := range map[string][]string{
		"ave1 to ave64":              {"predict", "--predictor", "ave0", path},
		"OVER,UNDER,WEIGHT":          {"predict", "--loss", "square", path},
		"incremental or doub":        {"predict", "--correction", "none", path},
		"use shadowtime or p":        {"predict", "--dialect", "ocs", path},
		"simulation or trace":        {"predict", "--along", "road", path},
		"nothing is scheduled along": {"predict", "--along", "trace", "--queue-depth", "32", path},
		"unknown queue order":        {"predict", "--backfill", "NOPE", path},
		"0 arguments":                {"predict"},
		"triple \"nobody":            {"predict", "--triples", "nobody-FCFS", path},
		"add --resamples 60":         {"predict", "--weeks", "4", path},
		"with --resamples 60":        {"predict", "--csv", path},
		"--workers 0":                {"predict", "--workers", "0", path},
	} {
		status, out, errs := callCommand("", args...)
		require.Equal(t, 2, status, errs)
		require.Contains(t, errs, says)
		require.Empty(t, out)
	}
}
