package main

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study/protocol"
)

func TestReproduceSaysWhatIsWrong(t *testing.T) {
	path := sampleFile()
	for says, want := range map[string]struct {
		status int
		args   []string
	}{
		"no log":             {2, []string{"reproduce"}},
		"of orders, strateg": {2, []string{"reproduce", "--study", "dance", path}},
		"--workers":          {2, []string{"reproduce", "--workers", "0", path}},
		"--resamples":        {2, []string{"reproduce", "--resamples", "-1", path}},
		"KTH-SP2, CTC-SP2":   {1, []string{"reproduce", path}},
	} {
		status, out, errs := callCommand("", want.args...)
		require.Equal(t, want.status, status, errs)
		require.Contains(t, errs, says)
		require.Empty(t, out)
	}
}

// What reproduce sets beside the printed figures is what compare answers under the
// same protocol.
func TestReproduceComputesWhatCompareDoesUnderTheProtocol(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	path := fixture.Path(t, "traces", logFiles["KTH-SP2"])
	var all struct {
		Tables []struct {
			Log, Study string
			Checked    bool
			Readings   []struct {
				Protocol string
				Fit      published.Fit
				Cells    []struct {
					Name    string
					Printed float64
					Ours    *report.Bounds
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "reproduce", "--json", "--study", "orders", "--resamples", "2", path)), &all))
	require.Len(t, all.Tables, 1)
	x := all.Tables[0]
	require.Equal(t, "KTH-SP2", x.Log)
	require.True(t, x.Checked)
	require.Len(t, x.Readings, 2)
	for _, r := range x.Readings {
		var c compare.Report
		require.NoError(t, json.Unmarshal([]byte(must(t, "compare", "--json", "--protocol", r.Protocol, "--resamples", "2", path)), &c))
		require.Equal(t, 104, c.Plan.Weeks, "a protocol's weeks do not follow the log")
		require.Len(t, r.Cells, 11)
		for _, cell := range r.Cells {
			at := c.Index(cell.Name)
			require.Equal(t, c.Orders[at].Change, cell.Ours.Change, cell.Name)
			require.Equal(t, c.Orders[at].SimLow, cell.Ours.SimLow, cell.Name)
		}
		require.Equal(t, 11, r.Fit.N)
	}
}

func TestFlagsGoBeforeAProtocol(t *testing.T) {
	var c compare.Report
	require.NoError(t, json.Unmarshal([]byte(must(t, "compare", "--json", "--weeks", "3", "--resamples", "1", "--orders", "SPF",
		"--threshold", "none", "--week-start", "calendar", "--protocol", "run2018", sampleFile())), &c))
	require.Equal(t, "run2018", c.Plan.Protocol)
	require.Equal(t, []string{"FCFS", "SPF"}, c.Plan.Orders)
	require.EqualValues(t, -1, c.Plan.Threshold)
	require.Equal(t, 3, c.Plan.Weeks)
	require.Equal(t, "LQF", c.Plan.Backfill)
	require.Equal(t, "ocs", c.Plan.Dialect)
	require.Equal(t, "queue-tuning", c.Plan.Clean.Preset())
	status, _, errs := callCommand("", "compare", "--protocol", "tuning2017", sampleFile())
	require.Equal(t, 2, status, "it says nothing of comparing")
	require.Contains(t, errs, "use none, text2018 or run2018")
}

func TestAPageWithoutAPlaceForATableIsSaidAndLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(path, []byte("<p>nothing</p>"), 0o600))
	require.ErrorContains(t, cli.Edit(path, func(p *cli.Page) error { return fillPage(p, reproduce.Tables(nil).Page()) }),
		"put one where the table is to stand")
	left, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "<p>nothing</p>", string(left))
}

// The documentation has a table of every protocol and every setting that it says.
func TestTheDocumentationHasEveryProtocol(t *testing.T) {
	page, err := os.ReadFile(publishedPage)
	require.NoError(t, err)
	text := string(page)
	for _, kind := range []string{compare.Name, online.Name, tune.Name} {
		for _, p := range protocol.For(kind) {
			require.True(t, strings.Contains(text, "<code>"+p.Name+"</code>"), p.Name)
			for _, v := range p.Values(kind) {
				require.True(t, strings.Contains(text, "<code>--"+v.Key+" "+html.EscapeString(v.Text)+"</code>"), "%s of %s: %s", kind,
					p.Name, v.Key)
				require.True(t, v.Why == "" || strings.Contains(text, html.EscapeString(v.Why)), "%s of %s: %s", kind, p.Name, v.Why)
			}
		}
	}
}
