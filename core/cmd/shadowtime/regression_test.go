package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/trials"
)

const regressionPage = "../../../public/docs/regression.html"

// What the study released fits as it printed, and the page has it so.
func TestTheReleasedScoresGiveTable3(t *testing.T) {
	scores, err := again().releasedScores(fixture.Path(t, "golden/regress", "scores.csv.gz"))
	require.NoError(t, err)
	r := learn.FitScores(reproduce.ScorePlan(nil), "", scores)
	page, err := os.ReadFile(regressionPage)
	require.NoError(t, err)
	for i, printed := range published.Regressions() {
		m := r.Models[i]
		require.Equal(t, printed.Model, m.Name)
		require.Len(t, m.Coefficients, len(printed.Theta))
		require.Len(t, printed.VIF, len(printed.Theta)-1)
		for j, c := range m.Coefficients {
			slack := 0.021
			if i < 2 {
				slack = 0.005 // three digits are printed
			}
			require.InEpsilon(t, printed.Theta[j], float64(c.Value), slack, "%s %s", m.Name, c.Feature)
			if j > 0 {
				require.InDelta(t, printed.VIF[j-1], float64(c.VIF), 0.11, "%s %s", m.Name, c.Feature)
			}
			row := `<tr><th scope="row">` + strings.ToUpper(m.Name[:1]) + m.Name[1:] + ": " + c.Feature + `</th><td class="num">` +
				learn.Power(report.Float(printed.Theta[j])) +
				`</td><td class="num">` + learn.Power(c.Value) + `</td><td class="num">` + learn.Power(c.Stderr) +
				`</td><td class="num">` + learn.Power(c.StderrByPair) + `</td>`
			require.True(t, strings.Contains(string(page), row), "%s is not on the page: ./build.sh publish regression writes it anew", row)
		}
	}
}

// The medians that stand for released windows are theirs.
func TestReleasedMediansAreThoseOfTheReleasedWindows(t *testing.T) {
	for _, x := range published.Windowed() {
		if x.Other {
			continue
		}
		file, err := os.Open(fixture.Path(t, "golden/regress", "study-"+x.Log+".csv"))
		require.NoError(t, err)
		rows, err := csv.NewReader(file).ReadAll()
		require.NoError(t, err)
		require.NoError(t, file.Close())
		for name, want := range x.Medians() {
			var values []float64
			for _, row := range rows[1:] {
				if row[0] != x.Scenario {
					continue
				}
				if text := row[slices.Index(rows[0], name)]; text != "" {
					v, err := strconv.ParseFloat(text, 64)
					require.NoError(t, err)
					values = append(values, v)
				}
			}
			require.Len(t, values, x.Windows)
			slices.Sort(values)
			require.InEpsilon(t, values[len(values)/2], want, 6e-4, "%s %s %s", x.Log, x.Scenario, name)
		}
	}
}

// Every table and chart is what the command writes.
func TestTheRegressionPageIsWhatTheCommandWrites(t *testing.T) {
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		t.Skip("a minute of computing: set SHADOWTIME_CAMPAIGNS")
	}
	was, err := os.ReadFile(regressionPage)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), filepath.Base(regressionPage))
	require.NoError(t, os.WriteFile(path, was, 0o600))
	must(t, "reproduce", "--study", "regression", "--page", path, "--scores", fixture.Path(t, "golden/regress", "scores.csv.gz"),
		fixture.Path(t, "traces", "lublin_256.swf.gz"), fixture.Path(t, "traces", logFiles["SDSC-SP2"]),
		fixture.Path(t, "traces", "CEA-Curie-2011-2.1-cln.swf.gz"), fixture.Path(t, "traces", logFiles["KTH-SP2"]))
	is, err := os.ReadFile(path)
	require.NoError(t, err)
	lines, now := strings.Split(string(was), "\n"), strings.Split(string(is), "\n")
	require.Equal(t, len(lines), len(now))
	for i := range lines {
		require.Equal(t, lines[i], now[i], "line %d", i+1)
	}
}

// A made-up log under a name of the study's is asked what can be asked of any.
func TestTheStudyOfRegressedOrdersIsAskedOfEveryLogThatItNames(t *testing.T) {
	fixture.Long(t)
	text := "; MaxProcs: 128\n"
	for i := range 200 {
		text += fmt.Sprintln(i+1, 31500*i, 3, 3000+(i*i)%30000, 10+(i*13)%110, -1, -1, 10+(i*13)%110, 40000, -1, 1, i%3,
			"-1 -1 -1 -1 -1 -1")
	}
	dir := t.TempDir()
	write := func(name string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	sdsc, other := write("SDSC-SP2-made.swf"), write("mine.swf")
	out := must(t, "reproduce", "--study", "regression", sdsc, other)
	require.Contains(t, out, "SDSC-SP2, easy: released, 47 windows")
	require.NotContains(t, out, "Table 3", "that is of the log that was learned from")
	require.NotContains(t, out, "mine")

	var all struct {
		Printed []struct{ Model string }
		Logs    []struct {
			Log     string
			Learned *struct{}
			Windows []struct {
				Dialect, Scenario string
				Medians, Released map[string]float64
			}
			Choices []struct {
				Candidates []struct{ Formula string }
				Chosen     int
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "reproduce", "--study", "regression", "--json", sdsc)), &all))
	require.Len(t, all.Printed, 4)
	require.Len(t, all.Logs, 1)
	require.Nil(t, all.Logs[0].Learned)
	require.Len(t, all.Logs[0].Windows, 6)
	require.Len(t, all.Logs[0].Choices, 2, "learned from each half")
	for _, x := range all.Logs[0].Choices {
		require.Len(t, x.Candidates, 75)
		require.Equal(t, -1, x.Chosen, "its windows have not more jobs than those that do not count")
	}
	for _, w := range all.Logs[0].Windows {
		require.Len(t, w.Medians, 10)
		require.Equal(t, w.Dialect == "gc", w.Released != nil, "what was released is the program's")
	}

	for _, bad := range []struct {
		args []string
		says string
	}{
		{[]string{"--study", "regression", other}, "it is of lublin_256, SDSC-SP2 and CEA-Curie"},
		{[]string{"--study", "orders", "--scores", "x.csv", sdsc}, "only --study regression has scores"},
		{[]string{"--study", "orders,regression", sdsc}, "regression or heterogeneous alone"},
	} {
		_, _, errs := callCommand("", append([]string{"reproduce"}, bad.args...)...)
		require.Contains(t, errs, bad.says)
	}
	require.Equal(t, 32, trials.DefaultSizes.Queued)
}
