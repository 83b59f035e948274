package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/reproduce"
)

const heterogeneousPage = "../../../public/docs/heterogeneous.html"

func gaiaLog(t *testing.T) string { return fixture.Path(t, "traces", "UniLu-Gaia-2014-1.swf.gz") }

// What is quickly computed stands on the page as it comes out.
func TestThePageOfHeterogeneousClustersHasWhatComesOut(t *testing.T) {
	fixture.Long(t)
	text, err := os.ReadFile(heterogeneousPage)
	require.NoError(t, err)
	r := &reproducing{Call: tasks.NewCall(cli.NewCall(&shadowtime, &cli.Verb{}, nil, nil, nil, io.Discard))}
	s := &reproduce.Heterogeneous{Log: "Gaia"}
	s.Pays, err = reproduce.Pays()
	require.NoError(t, err)
	based := &reproduce.FormCourses{LearningForm: reproduce.Forms()[1]}
	based.Courses, err = seeds(r, reproduce.Seeds, "", based.Train)
	require.NoError(t, err)
	require.GreaterOrEqual(t, based.Settles(), 90)
	require.Zero(t, based.Errs())
	s.Learned = []*reproduce.FormCourses{based}

	log, err := r.Open(gaiaLog(t))
	require.NoError(t, err)
	g, err := reproduce.OnGaia(log)
	require.NoError(t, err)
	q := reproduce.Consolidating()[0]
	drawn := &reproduce.PairAnswer{PairQuestion: q}
	for seed := range uint64(reproduce.Seeds) {
		c := g.Ask(&q, seed+1)
		require.Zero(t, c.MaxWait)
		drawn.Seeds = append(drawn.Seeds, c)
	}
	band := reproduce.Middle(drawn.Values(func(c *reproduce.PairContrast) float64 { return c.Energy }))
	require.True(t, band[0] > -0.56 && band[2] < -0.35, "%v", band)
	s.Energy = []*reproduce.PairAnswer{drawn}
	s.First, s.Later, s.All = g.Asked(1000, 0), g.Asked(1000, 4), g.Asked(0, 0)
	for _, g := range s.Grids() {
		for row := range strings.Lines(g.HTML()) {
			require.True(t, strings.Contains(string(text), row), "%s is not on the page: ./build.sh publish heterogeneous writes it anew",
				row)
		}
	}
}

// Every table and chart is what the command writes.
func TestThePageOfHeterogeneousClustersIsWhatTheCommandWrites(t *testing.T) {
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		t.Skip("a minute of computing: set SHADOWTIME_CAMPAIGNS")
	}
	was, err := os.ReadFile(heterogeneousPage)
	require.NoError(t, err)
	path := written(t, filepath.Base(heterogeneousPage), string(was)) // charts are called after it
	must(t, "reproduce", "--study", "heterogeneous", "--page", path, gaiaLog(t))
	is, err := os.ReadFile(path)
	require.NoError(t, err)
	lines, now := strings.Split(string(was), "\n"), strings.Split(string(is), "\n")
	require.Equal(t, len(lines), len(now))
	for i := range lines {
		require.Equal(t, lines[i], now[i], "line %d", i+1)
	}
}

func TestTheStudyOfHeterogeneousClustersIsOfItsLog(t *testing.T) {
	for _, bad := range []struct {
		says string
		args []string
	}{
		{"is of one log, UniLu-Gaia", []string{"a.swf", "b.swf"}},
		{"it is of UniLu-Gaia", []string{written(t, "other.swf", "; MaxProcs: 8\n1 0 0 5 1 -1 -1 1 5 -1 1 1 -1 -1 -1 -1 -1 -1\n")}},
		{"only --study regression has scores", []string{"--scores", "x.csv", "a.swf"}},
		{"does not exist", []string{filepath.Join(t.TempDir(), "UniLu-Gaia.swf")}},
	} {
		status, out, errs := callCommand("", append([]string{"reproduce", "--study", "heterogeneous"}, bad.args...)...)
		require.NotZero(t, status)
		require.Contains(t, errs, bad.says)
		require.Empty(t, out)
	}
}

// Without a log there is the scenario that needs none.
func TestTheScenarioWithoutALogIsTables(t *testing.T) {
	fixture.Long(t)
	var all struct {
		Seeds int
		Forms []struct {
			Settles, Spreads int
			Spread           []float64
		}
		Policies []any
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "reproduce", "--study", "heterogeneous", "--resamples", "12", "--json")), &all))
	require.Equal(t, 12, all.Seeds)
	require.Len(t, all.Forms, len(reproduce.Forms()))
	require.Empty(t, all.Policies)
	for _, f := range all.Forms {
		require.Len(t, f.Spread, all.Seeds)
		require.LessOrEqual(t, f.Settles, f.Spreads)
	}
	require.Greater(t, all.Forms[1].Settles, all.Forms[0].Settles)
}
