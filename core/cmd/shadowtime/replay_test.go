package main

import (
	"encoding/json"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/compare"
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
		"SPF, conservative, promises anew": {"--backfilling", "conservative"}, "SPF, conservative, promises kept": {"--backfilling",
			"conservative", "--promises", "kept"}} {
		require.Contains(t, must(t, append([]string{"replay", "--order", "SPF", path}, flags...)...), " "+words+"  threshold none")
	}
}

// Keys of plans and their JSON stay what they were where nothing is kept.
func TestAPlanSaysThatPromisesAreKept(t *testing.T) {
	plan := func(args ...string) (string, compare.Plan) {
		var r struct{ Plan json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(must(t, append([]string{"compare", "--json", "--resamples", "1", "--weeks", "1",
			"--orders", "FCFS", sampleFile()}, args...)...)), &r))
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

func TestAReplayIsAPageWithTheFiguresThatItPrints(t *testing.T) {
	fixture.Long(t)
	file, path := filepath.Join(t.TempDir(), "page.html"), sampleFile()
	for _, args := range [][]string{
		{"replay"}, {"replay", "--primary", "SAF", "--backfill", "SPF", "--threshold", "40h", "--tau", "60"},
		{"replay", "--order", "expr:p*q", "--backfilling", "conservative"}, {"replay", "--order", "SQF", "--from", "0", "--to", "86400"},
	} {
		said := must(t, append(args, "--html", file, path)...)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		page := string(text)
		for row := range strings.Lines(said) {
			name, rest := strings.TrimSpace(row[:18]), strings.Fields(row[18:])
			require.Contains(t, page, `<th scope="row">`+name+`</th>`)
			require.Contains(t, html.UnescapeString(page), rest[0])
		}
		figures := 2 // all of it, and the week of the longest wait
		if slices.Contains(args, "--from") {
			figures = 1
		}
		require.Equal(t, 2*figures, strings.Count(page, "<svg"), "wide and narrow")
		require.Contains(t, page, "We replayed the log ")
		require.NotContains(t, page, "Before it is believed", "nothing was left out")
		line := shellWords(t, lineIn(page))
		require.Equal(t, page, must(t, append(line[1:len(line)-1], "--html", "-", path)...), "the line makes the same bytes")
		_, err = url.ParseQuery(linkIn(page))
		require.NoError(t, err)
	}
	dropped := must(t, "replay", "--html", "-", writeLog(t, busyLog+"6 5 0 4 99 -1 -1 99 4 -1 1 1 1 1 1 1 -1 -1\nnonsense\n"))
	require.Contains(t, dropped, "Before it is believed")
	require.Contains(t, dropped, "Left out 1: ")
	require.Contains(t, dropped, "1 line of the log can’t be read.")
	status, _, complaint := callCommand("", "replay", "--from", "5", path)
	require.Equal(t, 2, status)
	require.Contains(t, complaint, "--svg and --html")
}

// - is standard output, for a schedule as for all else that is written; the answer is
// then left out.
func TestAScheduleGoesToStandardOutputWhereAsked(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{{"replay"}, {"predict", "--predictor", "requested"}} {
		file := filepath.Join(t.TempDir(), "jobs.csv")
		must(t, append(args, "--jobs", file, sampleFile())...)
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), must(t, append(args, "--jobs", "-", sampleFile())...))
		require.NoFileExists(t, "-")
	}
}
