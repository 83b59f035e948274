package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/react"
	"shadowtime/core/report"
)

// usersFile is a log of users who wait.
func usersFile(t *testing.T, more ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "users.swf")
	must(t, append([]string{"synth", "--model", "users", "--procs", "64", "--weeks", "6", "--users", "12", "--seed", "2", "-o", file},
		more...)...)
	return file
}

func TestReactAnswersForUsersWhoReactAndWhoDoNot(t *testing.T) {
	fixture.Long(t)
	file := usersFile(t)
	text := must(t, "react", "--orders", "SPF,LQF", "--replicates", "2", file)
	require.Regexp(t, `(?s)in\s+place\s+of\s+FCFS.*if\s+users\s+wait\s+for\s+their\s+jobs,.*If\s+users\s+do\s+not\s+react,`, text)
	require.Regexp(t, `returned\s+the\s+same\s+day\s+in\s+half\s+of\s+the\s+cases\s+after|no\s+sign\s+that\s+long\s+waits`, text)
	require.NotContains(t, text, "total")

	var got react.Report
	args := []string{"react", "--json", "--orders", "SPF,LQF", "--replicates", "2", file}
	out := must(t, args...)
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, "logged", got.Ends)
	require.Len(t, got.Orders, 3)
	require.Equal(t, "FCFS", got.Orders[0].Order)
	require.Positive(t, got.Orders[1].Ignore.AvgWait)
	require.Contains(t, []report.Verdict{report.Shown, report.Leaning, report.Undecided}, got.Verdict)
	require.InDelta(t, 1, float64(got.Sync+got.Async+got.Anchor), 1e-9)
	require.Equal(t, out, must(t, append(args, "--workers", "1")...), "for any number of workers")
	require.NotEqual(t, out, must(t, append(args, "--seed", "3")...))
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--ends", "simulated")...)), &got))
	require.Equal(t, "simulated", got.Ends)
}

func TestReactSaysWhereUsersCannotBeToldApart(t *testing.T) {
	alone := writeLog(t, "; MaxProcs: 8\n1 0 0 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n2 9 0 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n")
	status, out, errs := callCommand("", "react", alone)
	require.Equal(t, 1, status)
	require.Empty(t, out)
	require.Contains(t, errs, "users can't be told apart")
	for says, wrong := range map[string][]string{
		"--replicates \"0\"": {"--replicates", "0"}, "unknown queue order": {"--orders", "NONE"}, "--ends \"none\"": {"--ends", "none"},
		"--dialect \"pyss\": use shadowtime or ocs": {"--dialect", "pyss"},
	} {
		status, _, errs := callCommand("", append([]string{"react", usersFile(t)}, wrong...)...)
		require.NotZero(t, status)
		require.Contains(t, errs, says)
	}
}

func TestSynthMakesUsersOfEachForm(t *testing.T) {
	seen := map[string]bool{}
	for _, home := range []string{"response", "slowdown", "campaign"} {
		text, err := os.ReadFile(usersFile(t, "--home", home, "--async", "0.2"))
		require.NoError(t, err)
		require.Regexp(t, regexp.MustCompile(`users who wait for their jobs, made by Shadowtime, seed 2`), string(text))
		seen[string(text)] = true
	}
	require.Len(t, seen, 3)
	status, _, errs := callCommand("", "synth", "--model", "users", "--home", "never")
	require.Equal(t, 2, status)
	require.Contains(t, errs, "use response, slowdown or campaign")
	status, _, errs = callCommand("", "synth", "--model", "users", "--procs", "4")
	require.Equal(t, 2, status)
	require.Contains(t, errs, "4 processors: choose from 8")
}

// A replay of one order with users who wait is what react says of it.
func TestAReplayOfUsersWhoWaitIsWhatReactSays(t *testing.T) {
	fixture.Long(t)
	var replayed struct {
		Users, Rough         any
		AvgWait, JobsPerWeek float64
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "replay", "--users", "react", "--order", "SPF", "--json", weeksFile())), &replayed))
	var answer struct {
		Orders []struct {
			Order string
			React struct{ AvgWait, JobsPerWeek float64 }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "react", "--orders", "SPF", "--threshold", "none", "--json", weeksFile())), &answer))
	require.Equal(t, "SPF", answer.Orders[1].Order)
	require.Equal(t, "react", replayed.Users)
	require.Equal(t, answer.Orders[1].React.AvgWait, replayed.AvgWait)
	require.Equal(t, answer.Orders[1].React.JobsPerWeek, replayed.JobsPerWeek)
	for _, args := range [][]string{{"--users", "maybe"}, {"--users", "react", "--primary", "SPF"}, {"--users", "react", "--jobs", "-"}} {
		status, _, errs := callCommand("", append(append([]string{"replay"}, args...), weeksFile())...)
		require.Equal(t, 2, status)
		require.Contains(t, errs, "--users")
	}
}
