package main

import (
	"bytes"
	"encoding/csv"
	"html"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/study"
)

// A line that a report prints is one that a shell and this command read back.
func TestTheCommandLineOfAPlanAsksForThatPlan(t *testing.T) {
	eachKind(t, func(t *testing.T, _ string, k kind) {
		if k.plan == nil {
			return // a replay's has a test of its own
		}
		for _, set := range append([]string{""}, k.sets...) {
			p := k.plan()
			for kv := range strings.FieldsSeq(set) {
				key, text, _ := strings.Cut(kv, "=")
				s := p.Settings().Find(key)
				require.NotNil(t, s, key)
				require.NoError(t, s.Set(strings.ReplaceAll(text, "_x_", " x ")))
			}
			require.NoError(t, p.Normalise())
			usual := k.plan()
			require.NoError(t, usual.Normalise())
			line := p.Settings().Command(k.verb, usual.Settings(), "it's a log.swf")

			args := shellWords(t, line)
			require.Equal(t, []string{"shadowtime", k.verb.Name}, args[:2])
			read := k.plan()
			c := cli.NewCall(&shadowtime, &cli.Verb{Name: args[1]}, args[2:], nil, io.Discard, io.Discard)
			c.Declare(read.Settings())
			rest, err := c.Parse(1)
			require.NoError(t, err, line)
			require.Equal(t, []string{"it's a log.swf"}, rest)
			require.NoError(t, read.Normalise())
			require.Equal(t, p, read, line)
		}
	})
}

// shellWords are the words that a shell reads in a line.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	words, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
}

// askedBy is the plan that a link's query asks for.
func askedBy(t *testing.T, query string) replay.Plan {
	t.Helper()
	said, err := url.ParseQuery(query)
	require.NoError(t, err)
	p := replay.Default()
	require.NoError(t, p.Settings().Read(said.Get))
	require.NoError(t, p.Normalise())
	return p
}

// A replay's line, of one schedule or of two, makes the very schedules, and the page that
// it writes asks for the same plan.
func TestAReplaysCommandLineMakesItsSchedules(t *testing.T) {
	fixture.Long(t)
	path, file := filepath.Join(t.TempDir(), "log.swf"), filepath.Join(t.TempDir(), "jobs.csv")
	must(t, "replay", "--swf", path, sampleFile()) // the log has no waits
	for _, set := range []string{
		"", "beside=nothing", "order=expr:min(p,3600)*q-age beside=nothing backfill=SPF", "order=SQF beside=LAF backfill=expr:p*q " +
			"threshold=none",
		"backfilling=conservative promises=kept beside=SQF", "backfilling=none beside=nothing procs=300",
		"beside=logged queue-depth=20 backfill-tries=3", "dialect=pyss clean=none beside=nothing",
	} {
		p := replay.Default()
		for kv := range strings.FieldsSeq(set) {
			key, text, _ := strings.Cut(kv, "=")
			require.NoError(t, p.Settings().Find(key).Set(text), kv)
		}
		require.NoError(t, p.Normalise())
		line := p.Command("KTH SP2")
		args := shellWords(t, line)
		require.Equal(t, "KTH SP2", args[len(args)-1])
		args = append(args[1:len(args)-1], path)

		log, err := tracefile.Open(path, nil)
		require.NoError(t, err)
		trace, _ := p.Prepare(log)
		runner, err := replay.NewRunner(trace, p)
		require.NoError(t, err)
		row, err := runner.Task(study.Logged, nil)
		require.NoError(t, err)
		must(t, append(args, "--jobs", file)...)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		require.NoError(t, err)
		for i, j := range trace.FileOrder() {
			at, is := rows[i+1], strconv.FormatInt(row.Starts[0][j], 10)
			if args[0] == "diff" {
				is = strconv.FormatInt(row.Starts[0][j]-trace.Submit[j], 10)
				require.Equal(t, is, at[7], line)
				if len(row.Starts) > 1 {
					require.Equal(t, strconv.FormatInt(row.Starts[1][j]-trace.Submit[j], 10), at[6], line)
				}
				continue
			}
			require.Equal(t, is, at[2], line)
		}
		require.Equal(t, p, askedBy(t, linkIn(must(t, append(args, "--html", "-")...))), line)
	}
	for _, set := range [][2]string{{"load", "1.2"}, {"closer", "0.5"}} {
		p := replay.Default()
		require.NoError(t, p.Settings().Find(set[0]).Set(set[1]))
		require.Empty(t, p.Command("log"), "no verb supposes other jobs than the log has")
	}
}

// linkIn and lineIn are how a page says that it is made again.
func linkIn(page string) string {
	return html.UnescapeString(regexp.MustCompile(`<code>\?([^<]*)</code>`).FindStringSubmatch(page)[1])
}

func lineIn(page string) string {
	return html.UnescapeString(regexp.MustCompile(`<pre>([^<]*)</pre>`).FindStringSubmatch(page)[1])
}
