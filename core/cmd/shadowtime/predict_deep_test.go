package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/report"
)

// studied is predict as a study, of few and short resamples.
func studied(args ...string) []string {
	return append([]string{"predict", "--resamples", "4", "--weeks", "2"}, args...)
}

func wayNames(r *predict.Report) (names []string) {
	for _, w := range r.Ways {
		names = append(names, w.Way)
	}
	return names
}

var ladder = []string{"requested-FCFS", "requested-SJBF", "ave2-incremental-SJBF", "learned(square,linear,area)-incremental-SJBF",
	"clairvoyant-SJBF"}

func TestPredictGivesTheSameBytesForAnyNumberOfWorkers(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	args := studied("--json", "--evidence", "--triples", "ave3-doubling-SAF")
	one := must(t, append(args, "--workers", "1", path)...)
	require.Equal(t, one, must(t, append(args, "--workers", "3", path)...))
	require.NotEqual(t, one, must(t, append(args, "--seed", "8", path)...))
}

func TestAStudyOfPredictionsPrintsItsReport(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	var r predict.Report
	out := must(t, studied("--json", path)...)
	require.Equal(t, 1, strings.Count(out, "\n"), "one object")
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, ladder, wayNames(&r))
	require.Equal(t, 4, r.Plan.Resamples)
	require.Len(t, r.Digest, 64)
	require.Equal(t, ladder[3], r.Named.Way, "the one asked about")
	require.Equal(t, report.Undecided, r.Verdict)
	require.True(t, r.Named.Low < r.Named.Change && r.Named.Change < r.Named.High)
	require.Len(t, r.AsLogged.Ways, len(ladder))
	require.Equal(t, "conditional", r.Warnings[len(r.Warnings)-1].Code)

	rows, err := csv.NewReader(strings.NewReader(must(t, studied("--csv", path)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(ladder))
	require.Equal(t, []string{"way", "resampled"}, rows[0][:2])

	text := must(t, studied(path)...)
	for _, s := range append([]string{"baseline", "Replaying your log: ", "The mean bounded slowdown is ", "! 4 resamples are few",
		"plausible", "in resamples", "simulation", "report format 1"}, ladder...) {
		require.Contains(t, text, s)
	}
	require.NotContains(t, text, "\n%", "a figure is not parted from its unit")
}

func TestTriplesStandBesideTheLadder(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	const also = "ave3-doubling-SAF,clairvoyant-FCFS,requested-SJBF"
	var r predict.Report
	out := must(t, studied("--json", "--triples", also, path)...)
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, append(append([]string{}, ladder...), "ave3-doubling-SAF", "clairvoyant-FCFS"), wayNames(&r), "each once")
	require.NotNil(t, r.Named)
	require.NotContains(t, r.Named.Way, "clairvoyant")
	require.Equal(t, out, must(t, studied("--json", "--also", also, path)...), "it is a setting")
	require.Contains(t, strings.Join(strings.Fields(must(t, studied("--triples", also, path)...)), " "),
		"Of the 4 ways tried that don't know run times ")

	// the ladder is what it is alone
	var alone predict.Report
	require.NoError(t, json.Unmarshal([]byte(must(t, studied("--json", path)...)), &alone))
	for i, w := range alone.Ways {
		same := func(a, b report.Float) { require.True(t, a == b || !a.Known() && !b.Known(), w.Way) }
		same(w.Change, r.Ways[i].Change)
		same(w.Own, r.Ways[i].Own)
		same(w.Low, r.Ways[i].Low)
		same(w.SimLow, r.Ways[i].SimLow)
		require.Equal(t, w.AvgBsld, r.Ways[i].AvgBsld)
	}
}

func TestPredictionsOnSeveralLogsStandSideBySide(t *testing.T) {
	fixture.Long(t)
	one, two := sampleFile(), secondFile()
	var both struct {
		Traces []struct {
			Trace  string
			Report json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, studied("--json", one, two)...)), &both))
	require.Len(t, both.Traces, 2)
	for i, path := range []string{one, two} {
		require.JSONEq(t, must(t, studied("--json", path)...), string(both.Traces[i].Report))
	}
	rows, err := csv.NewReader(strings.NewReader(must(t, studied("--csv", one, two)...))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2*len(ladder))
	require.Equal(t, []string{"trace", "way"}, rows[0][:2])
	require.Equal(t, []string{"second", ladder[0]}, rows[1+len(ladder)][:2])
	lines := strings.Split(strings.TrimSpace(must(t, studied(one, two)...)), "\n\n")
	require.Contains(t, strings.ToLower(lines[len(lines)-1]), "knowing run times exactly")
}

// The log itself is one figure, in a study and replayed once.
func TestAStudyBeginsWithTheLogAsReplayed(t *testing.T) {
	path := weeksFile()
	var r predict.Report
	require.NoError(t, json.Unmarshal([]byte(must(t, studied("--json", "--predictor", "ave2", path)...)), &r))
	once := predictAnswer(t, "--predictor", "ave2", path)
	logged := r.AsLogged.Ways[r.Plan.Asked()]
	require.Equal(t, once.AvgBsld, logged.AvgBsld)
	require.Equal(t, once.MAE, logged.MAE)
	require.EqualValues(t, once.Corrections, logged.Corrections)
}

func TestTheEvidenceOfPredictionsIsAddedOnDemand(t *testing.T) {
	fixture.Long(t)
	path := weeksFile()
	var r struct {
		*predict.Report
		Sentence, Methods string
		Evidence          predict.Evidence
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, studied("--json", "--evidence", path)...)), &r))
	require.Equal(t, ladder, wayNames(r.Report))
	require.NotEmpty(t, r.Sentence)
	require.Contains(t, r.Methods, "under EASY backfilling")
	require.Len(t, r.Evidence.Behind, len(ladder))
	require.NotEmpty(t, r.Evidence.Tail)
	require.NotEmpty(t, r.Evidence.Asking.Users)
	require.NotContains(t, must(t, studied("--json", path)...), `"evidence"`)
}

func TestAStudyOfPredictionsSaysWhatIsWrong(t *testing.T) {
	path := sampleFile()
	empty := filepath.Join(t.TempDir(), "empty.swf")
	require.NoError(t, os.WriteFile(empty, []byte("; MaxProcs: 8\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n"), 0o644))
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, `triple "nobody`, studied("--triples", "nobody-FCFS", path)},
		{2, "--resamples", []string{"predict", "--resamples", "0", path}},
		{2, "objective", studied("--objective", "median", path)},
		{2, "no log", studied()},
		{2, "--workers 0", studied("--workers", "0", path)},
		{2, "add --resamples 60", []string{"predict", "--objective", "avgWait", path}},
		{2, "with --resamples 60", []string{"predict", "--json", "--evidence", path}},
		{1, "does not exist", studied("nowhere.swf")},
	} {
		status, out, errs := callCommand("", c.args...)
		require.Equal(t, c.status, status, "%v: %s", c.args, errs)
		require.Contains(t, errs, c.says, "%v", c.args)
		require.Empty(t, out)
	}
}
