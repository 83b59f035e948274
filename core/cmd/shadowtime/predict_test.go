package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture"
)

func predictJSON(t *testing.T, args ...string) predicted {
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
			require.NoError(t, json.Unmarshal([]byte(must(t, "replay", "--json", "--clean", "prediction", "--dialect", dialect, "--backfill", backfill, path)), &r))
			p := predictJSON(t, "--predictor", "requested", "--dialect", dialect, "--backfill", backfill, path)
			r.Seconds, p.Seconds = 0, 0
			require.Equal(t, r, p.replayed, "%s %s", dialect, backfill)
			require.Zero(t, p.Corrections)
		}
	}
	require.Zero(t, float64(predictJSON(t, "--predictor", "clairvoyant", path).MAE))
	require.Positive(t, predictJSON(t, "--predictor", "ave2", path).Corrections)
}

func TestTheScheduleHasThePredictions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jobs.csv")
	p := predictJSON(t, "--jobs", file, "--predictor", "ave3", sampleFile())
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
	p := predictJSON(t, "--along", "trace", "--predictor", "ave2", "--procs", "80640", fixture.Path(t, "traces", "CEA-Curie-2011-2.1-cln.swf.gz"))
	require.InDelta(t, 5217.2, float64(p.MAE), 0.2)
	require.Zero(t, p.Corrections)
}

func TestPredictSaysWhatIsWrong(t *testing.T) {
	path := sampleFile()
	for says, args := range map[string][]string{
		"ave1 to ave64":       {"predict", "--predictor", "ave0", path},
		"OVER,UNDER,WEIGHT":   {"predict", "--loss", "square", path},
		"incremental or doub": {"predict", "--correction", "none", path},
		"knows no prediction": {"predict", "--dialect", "ocs", path},
		"simulation or trace": {"predict", "--along", "road", path},
		"unknown queue order": {"predict", "--backfill", "NOPE", path},
		"0 arguments":         {"predict"},
	} {
		status, out, errs := callCommand("", args...)
		require.Equal(t, 2, status, errs)
		require.Contains(t, errs, says)
		require.Empty(t, out)
	}
}
