package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/report/published"
)

func TestEveryCampaignCanBeAskedAndKnowsItsLogs(t *testing.T) {
	require.Len(t, tasks.Campaigns(), 7)
	for _, p := range tasks.Campaigns() {
		require.NotEmpty(t, p.Title)
		require.NotEmpty(t, p.Source)
		for _, run := range p.Runs {
			v := shadowtime.Find(run.Verb)
			require.NotNil(t, v, run.Verb)
			var out strings.Builder
			c := cli.NewCall(&shadowtime, v, append(slices.Clone(run.Flags), "-h"), nil, &out, &out)
			require.ErrorIs(t, v.Run.Run(c), flag.ErrHelp, "%s: every flag is known", p.Name)
			for _, s := range c.Settings(false) {
				if c.Gave(s.Key) {
					require.NoError(t, s.Set(c.Flags.Lookup(s.Key).Value.String()), "%s: every value can be", p.Name)
				}
			}
		}
		for _, l := range p.Logs {
			require.NotEmpty(t, l.Where)
			name, ok := published.Known(l.Digest)
			require.True(t, !ok || name == l.Name, l.Name)
			require.True(t, ok || !slices.Contains([]string{"KTH-SP2", "SDSC-SP2", "CEA-Curie", "UniLu-Gaia"}, l.Name),
				"%s is known by its digest", l.Name)
		}
	}
	require.Contains(t, must(t, "campaign"), "Table 6.2")
	page, err := os.ReadFile("../../../public/docs/campaigns.html")
	require.NoError(t, err)
	for _, p := range tasks.Campaigns() {
		require.Contains(t, string(page), `<th scope="row">`+p.Name+`</th>`)
	}
}

func TestACampaignTakesTheLogsAtHandAndNamesTheOthers(t *testing.T) {
	fixture.Long(t)
	logs := t.TempDir()
	b, err := os.ReadFile(weeksFile())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(logs, "CTC-SP2-1996-3.1-cln.swf"), b, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(logs, "KTH-SP2-1996-2.1-cln.swf"), b, 0o600)) // it is not
	ask := func(dir string, more ...string) (string, string) {
		status, out, said := callCommand("", append([]string{"campaign", "pairs", "--logs", logs, "--keep", dir, "--resamples",
			"2"}, more...)...)
		require.Equal(t, 0, status, said)
		return out, said
	}
	once, shared := filepath.Join(t.TempDir(), "once"), filepath.Join(t.TempDir(), "shared")
	out, said := ask(once)
	require.Contains(t, said, "KTH-SP2 is not in "+logs+" and is left out: get KTH-SP2-1996-2.1-cln.swf.gz from https://")
	require.NotContains(t, said, "CTC-SP2 is not in")
	require.Contains(t, out, filepath.Join(once, "report.html"))
	led := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(logs, "CTC-SP2-1996-3.1-cln.swf"), filepath.Join(led, "report.html")))
	status, _, errs := callCommand("", "campaign", "pairs", "--logs", logs, "--keep", led)
	require.Equal(t, 1, status)
	require.Contains(t, errs, filepath.Join(led, "report.html")+" is no file of its own: remove it")
	_, said = ask(shared, "--share", "1/2")
	require.Contains(t, said, "share 1/2: ")
	ask(shared, "--share", "2/2")
	require.NoFileExists(t, filepath.Join(shared, "report.html"))
	ask(shared)
	want, err := os.ReadFile(filepath.Join(once, "report.html"))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(shared, "report.html"))
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
	require.Contains(t, string(got), `<th scope="row">CTC-SP2: `)
	require.Contains(t, string(got), `<th scope="col">printed</th>`)

	row := regexp.MustCompile(`<tr><th scope="row">CTC-SP2: .*`).FindString(string(want))
	page, err := os.ReadFile("../../../public/docs/published.html")
	require.NoError(t, err)
	require.NotContains(t, string(page), row)
	onto := written(t, "published.html", string(page))
	ask(shared, "--page", onto)
	page, err = os.ReadFile(onto)
	require.NoError(t, err)
	require.Contains(t, string(page), row, "the same rows in a page that has a place for them")
	require.NotContains(t, string(page), "<h2>1. ")
}

func TestAnEstimateHasEveryLogOfTheCampaign(t *testing.T) {
	logs := t.TempDir()
	b, err := os.ReadFile(weeksFile())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(logs, "CTC-SP2-1996-3.1-cln.swf"), b, 0o600))
	out := must(t, "campaign", "pairs", "--logs", logs, "--estimate", "--workers", "2")
	require.Regexp(t, `CTC-SP2 +7,000 +250 +[0-9.]+ +measured`, strings.ReplaceAll(out, "\u202f", ","))
	require.Equal(t, 6, strings.Count(out, "by its jobs a month"), out)
	require.Contains(t, out, "h on 2 workers")
}

func TestACampaignSaysWhatIsWrong(t *testing.T) {
	weeks := t.TempDir()
	b, err := os.ReadFile(weeksFile())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(weeks, "CTC-SP2-1996-3.1-cln.swf"), b, 0o600))
	for _, x := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, `"dance" is not known: use decides, exploration, orders`, []string{"dance"}},
		{2, "say in which folder", []string{"orders"}},
		{2, "exploration is computed by online, which fills no page", []string{"exploration", "--logs", weeks, "--keep", t.TempDir(),
			"--page", "x.html"}},
		{2, "--html and --page", []string{"pairs", "--logs", weeks, "--keep", t.TempDir(), "--page", "x.html", "--html", "y.html"}},
		{1, "none of the campaign's logs is there", []string{"orders", "--logs", t.TempDir(), "--keep", t.TempDir()}},
		{1, "no such file", []string{"orders", "--logs", filepath.Join(t.TempDir(), "x"), "--keep", t.TempDir()}},
	} {
		status, out, said := callCommand("", append([]string{"campaign"}, x.args...)...)
		require.Equal(t, x.status, status, said)
		require.Empty(t, out)
		require.Contains(t, said, x.says)
	}
}
