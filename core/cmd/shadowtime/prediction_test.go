package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/study/protocol"
)

const predictionPage = "../../../public/docs/prediction.html"

// archived writes KTH-SP2 before cleaning, as far as the study keeps it, as a log: the
// jobs lie beside its program's answers.
func archived(t *testing.T) string {
	t.Helper()
	file, err := os.Open(fixture.Path(t, "golden/predict", "KTH-SP2.predict.csv.gz"))
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)
	rows, err := csv.NewReader(z).ReadAll()
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("; MaxProcs: 100\n")
	for _, r := range rows[1:] {
		id, submit, run, request, procs, user := r[0], r[1], r[2], r[3], r[4], r[5]
		fmt.Fprintln(&b, id, submit, -1, run, procs, -1, -1, procs, request, -1, 1, user, "-1 -1 -1 -1 -1 -1")
	}
	path := filepath.Join(t.TempDir(), "KTH-SP2-1996-2.swf")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

func again() *reproducing {
	return &reproducing{Call: tasks.NewCall(cli.NewCall(&shadowtime, &cli.Verb{Name: "reproduce"}, nil, nil, io.Discard, io.Discard))}
}

// Of the log that the study took, what it printed comes out to the last digit.
func TestKTHsPrintedSlowdownsComeOut(t *testing.T) {
	fixture.Long(t)
	path, list := archived(t), reproduce.TriplesApart()
	whole := os.Getenv("SHADOWTIME_CAMPAIGNS") != ""
	if whole {
		list = reproduce.Triples()
	}
	versions, err := again().foretell(path, list)
	require.NoError(t, err)
	require.Len(t, versions, 1)
	grids := versions.Grids()[:3]
	page, err := os.ReadFile(predictionPage)
	require.NoError(t, err)
	for _, g := range grids {
		require.Equal(t, "KTH-SP2: printed", g.Rows[0][0])
		for i, away := range g.Rows[2][1:] {
			if whole || g.ID != "table-4-6" || i < 4 {
				require.Contains(t, []string{"=", ""}, away, "%s, %s", g.ID, g.Head[1+i])
			}
		}
		if whole || g.ID != "table-4-6" {
			g.Rows = g.Rows[:3]
			require.True(t, strings.Contains(string(page), g.HTML()), "%s is another: ./build.sh publish writes it anew", g.ID)
		}
	}
	if !whole {
		return
	}
	// And of all its triples.
	file, err := os.Open(fixture.Path(t, "golden/predict", "KTH-SP2.triples.csv"))
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	n := 0
	for _, r := range rows[1:] {
		if r[0] == "twice-requested" { // no triple of the text's
			continue
		}
		name := r[0]
		if name == "learned" {
			name += "(" + r[1] + "," + r[2] + "," + r[3]
			if r[4] != "0" {
				name += "," + r[4]
			}
			name += ")"
		}
		if r[5] != "none" {
			name += "-" + r[5]
		}
		want, err := strconv.ParseFloat(r[8], 64)
		require.NoError(t, err)
		require.InDelta(t, want, versions[0].Bsld(name+"-"+r[6]), 1e-6, name)
		n++
	}
	require.Equal(t, 369, n, "its answers lack one of ours")
}

// What is kept of the logs is what the page has: every table and chart, whole.
func TestThePredictionPageIsWhatTheCommandWrites(t *testing.T) {
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		t.Skip("many minutes of computing: set SHADOWTIME_CAMPAIGNS")
	}
	was, err := os.ReadFile(predictionPage)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), filepath.Base(predictionPage))
	require.NoError(t, os.WriteFile(path, was, 0o600))
	must(t, "reproduce", "--study", "prediction", "--page", path, archived(t), fixture.Path(t, "traces", logFiles["KTH-SP2"]),
		fixture.Path(t, "traces", logFiles["SDSC-SP2"]), fixture.Path(t, "traces", "CEA-Curie-2011-2.1-cln.swf.gz"))
	is, err := os.ReadFile(path)
	require.NoError(t, err)
	lines, now := strings.Split(string(was), "\n"), strings.Split(string(is), "\n")
	require.Equal(t, len(lines), len(now))
	for i := range lines {
		require.Equal(t, lines[i], now[i], "line %d", i+1)
	}
	charts, err := filepath.Glob(filepath.Join(filepath.Dir(path), "charts", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, charts)
	for _, chart := range charts {
		is, err := os.ReadFile(chart)
		require.NoError(t, err)
		was, err := os.ReadFile(filepath.Join(filepath.Dir(predictionPage), "charts", filepath.Base(chart)))
		require.NoError(t, err)
		require.True(t, bytes.Equal(was, is), "%s is another", filepath.Base(chart))
	}
}

// A made-up log under a study's name: what the study asks can be asked of any.
func TestTheStudyOfPredictionsIsAskedOfEveryLogThatItNames(t *testing.T) {
	fixture.Long(t)
	text := "; MaxProcs: 100\n"
	for i := range 80 {
		request := 60 + 40*(i%7)
		if i == 50 {
			request = -1
		}
		text += fmt.Sprintln(i+1, 20*i, 3, 30+(i*i)%300, 10+(i*13)%60, -1, -1, 10+(i*13)%60, request, -1, 1, i%3, "-1 -1 -1 -1 -1 -1")
	}
	dir := t.TempDir()
	write := func(name string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	curie, ctc, other := write("CEA-Curie-made.swf"), write("CTC-SP2-made.swf"), write("mine.swf")

	out := must(t, "reproduce", "--study", "prediction", ctc, other, curie)
	for _, words := range []string{"Table 4.1", "Table 4.6", "Table 4.7", "Table 4.8", "CTC-SP2-made: run here",
		"CTC-SP2-made less 1 without a request", "CEA-Curie-made: difference", "Metacentrum: printed"} {
		require.Contains(t, out, words)
	}
	require.NotContains(t, out, "mine")

	var all struct {
		Logs []struct {
			Log, Version string
			Procs        int
			Figures      []struct{ Name string }
			Triples      []struct{ Triple string }
			Nudged       []float64
			Along        []struct{ MAE float64 }
			Others       *struct{ Triple string }
		}
		Correlations []struct{ Pearson float64 }
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "reproduce", "--study", "prediction", "--json", ctc, curie)), &all))
	require.Len(t, all.Logs, 4, "each with its jobs without a request, and without them")
	require.Len(t, all.Correlations, 6)
	for _, l := range all.Logs {
		require.Len(t, l.Figures, 9)
		require.Len(t, l.Triples, len(reproduce.Triples()))
		require.Len(t, l.Nudged, reproduce.Nudges)
		require.Equal(t, l.Log == reproduce.AlongLog, len(l.Along) > 0)
		require.Equal(t, strings.Contains(l.Version, "less"), l.Others == nil, "the first version chooses")
	}
	require.Equal(t, 80640, all.Logs[2].Procs)

	status, _, errs := callCommand("", "reproduce", "--study", "prediction", other)
	require.Equal(t, 1, status)
	require.Contains(t, errs, "it did of KTH-SP2, CTC-SP2")
	status, _, errs = callCommand("", "reproduce", "--study", "orders,prediction", ctc)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "or prediction, regression or heterogeneous alone")
}

func TestTheStudysProtocolIsOneOfPredict(t *testing.T) {
	p := predict.Default()
	require.NoError(t, p.Settings().Find("protocol").Set(protocol.Predict2018))
	found, ok := protocol.Find(protocol.Predict2018, "predict")
	require.True(t, ok)
	page, err := os.ReadFile(predictionPage)
	require.NoError(t, err)
	for _, v := range found.Values("predict") {
		require.Equal(t, v.Text, p.Settings().Find(v.Key).Get(), v.Key)
		require.True(t, strings.Contains(string(page), "<code>--"+v.Key+" "+html.EscapeString(v.Text)+"</code>"), v.Key)
	}
	require.EqualValues(t, reproduce.SlowdownTau, p.Tau)
	require.Equal(t, "learned(square,linear,area)-incremental-SJBF", reproduce.InSteps)
	x, err := triples.Parse(reproduce.InSteps)
	require.NoError(t, err)
	require.Equal(t, triples.SJBF, x.Backfill)
}
