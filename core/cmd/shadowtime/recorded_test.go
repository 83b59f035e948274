package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// waited is a log whose own records say that every job waited an hour, all but the first
// of some jobs.
func waited(t *testing.T, unknown int) string {
	t.Helper()
	b, err := os.ReadFile(weeksFile())
	require.NoError(t, err)
	lines := strings.Split(string(b), "\n")
	for i, line := range lines {
		f := strings.Fields(line)
		if len(f) < 18 || strings.HasPrefix(line, ";") {
			continue
		}
		if unknown--; unknown < 0 {
			f[2] = "3600"
		}
		lines[i] = strings.Join(f, " ")
	}
	return writeLog(t, strings.Join(lines, "\n"))
}

func TestTheMachinesOwnRecordStandsBesideItsReplay(t *testing.T) {
	fixture.Long(t)
	asked := map[string][]string{
		"compare": {"--resamples", "2", "--weeks", "3", "--orders", "FCFS,SPF"},
		"online":  {"--resamples", "2", "--weeks", "3", "--strategies", "full"},
		"tune":    {"--pairs", "7x7", "--threshold", "none", "--weeks", "3"},
		"predict": {"--resamples", "2", "--weeks", "3"},
	}

	with, without := waited(t, 0), weeksFile()
	for verb, args := range asked {
		say := func(more ...string) string {
			return strings.ReplaceAll(strings.Join(strings.Fields(must(t, append(append([]string{verb}, args...), more...)...)), " "),
				"\u202f", " ")
		}
		text := say(with)
		require.Contains(t, text, "Replaying your log", verb)
		record := "own record" + map[string]string{"tune": " of that half"}[verb] + ": 1.00 h."
		require.Contains(t, text, " Your machine's "+record+" ", verb)
		require.NotContains(t, say(without), "own record", "the log has no waits")
		require.NotContains(t, say("--load", "1.2", with), "own record", "other jobs are replayed")

		file := filepath.Join(t.TempDir(), "report.html")
		must(t, append(append([]string{verb}, args...), "--html", file, with)...)
		page, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, strings.ReplaceAll(string(page), "\u202f", " "), record, verb)

		var r struct {
			AsLogged struct {
				Recorded *struct {
					AvgWait  float64
					Jobs, Of int
				}
			}
		}
		require.NoError(t, json.Unmarshal([]byte(must(t, append(append([]string{verb}, args...), "--json", with)...)), &r))
		require.NotNil(t, r.AsLogged.Recorded, verb)
		require.Equal(t, 3600.0, r.AsLogged.Recorded.AvgWait)
		require.Equal(t, r.AsLogged.Recorded.Of, r.AsLogged.Recorded.Jobs)
		require.Positive(t, r.AsLogged.Recorded.Jobs)
		saved := filepath.Join(t.TempDir(), "a.study.json")
		must(t, append(append([]string{verb}, args...), "--save", saved, with)...)
		again := strings.Join(strings.Fields(must(t, "show", saved)), " ")
		require.Contains(t, strings.ReplaceAll(again, "\u202f", " "), record, "%s, of a saved study", verb)
	}
	part := must(t, append(append([]string{"predict"}, asked["predict"]...), waited(t, 700))...)
	require.Regexp(t, `own\s+record,\s+of\s+\S+\s+of\s+these\s+\S+\s+jobs:\s+1\.00\Wh\.`, part)
}

// The record of two logs, summed up from their lines alone, is what stands beside the
// replay; on KTH-SP2 jobs waited twice as long as EASY would have had them wait.
func TestTheRecordOfARealLogIsThatOfItsLines(t *testing.T) {
	fixture.Long(t)
	for name, record := range map[string]string{"KTH-SP2-1996-2.1-cln": "own record: 4.25 h.",
		"SDSC-SP2-1998-4.2-cln": "own record: 7.13 h."} {
		path := fixture.Path(t, "traces", name+".swf.gz")
		text := strings.Join(strings.Fields(must(t, "compare", "--orders", "FCFS,SPF", "--resamples", "2", path)), " ")
		require.Contains(t, strings.ReplaceAll(text, "\u202f", " "), record, name)
	}
}

// KTH-SP2's jobs on a machine eight times as large: FCFS waits 0 s, and LCFS was named
// for being no worse.
func TestWhereNobodyWaitsNoOrderIsNamed(t *testing.T) {
	fixture.Long(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	for verb, words := range map[string]string{"compare": "nothing to gain.", "online": "nothing to gain.",
		"tune":    "Nobody waits with FCFS in the second half: there is nothing to gain.",
		"predict": "there is nothing to gain from predictions."} {
		args := []string{verb, "--procs", "800", "--weeks", "4"}
		if verb == "tune" {
			args = append(args, "--pairs", "7x7", "--threshold", "none")
		} else {
			args = append(args, "--resamples", "4")
		}
		text := strings.Join(strings.Fields(must(t, append(args, path)...)), " ")
		require.Contains(t, text, words, verb)
		require.NotRegexp(t, `best guess|waits least|would have cut|shown better than FCFS|does best`, text, verb)
	}
}

// None of this site's jobs has a limit: what EASY plans with are run times.
func TestALogWithoutRequestsIsNotSaidToUseThem(t *testing.T) {
	path := fixture.Path(t, "inputs", "slurm-aws-steps.psv.gz")
	text := strings.Join(strings.Fields(must(t, "compare", "--resamples", "2", "--orders", "FCFS,SPF", path)), " ")
	require.Contains(t, text, "orders and reservations use run times, which stand for the requests that the log does not have")
	require.NotContains(t, text, "use requested times")
}
