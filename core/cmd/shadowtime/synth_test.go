package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/problem"
	"shadowtime/core/job/swf"
	"shadowtime/core/study/desk"
)

func TestSynthMakesTheModelAskedForAtTheLoadAskedFor(t *testing.T) {
	args := []string{"synth", "--procs", "64", "--jobs", "800", "--seed", "3"}
	status, sample, told := callCommand("", args...)
	require.Zero(t, status)
	require.Equal(t, sample, must(t, append(args, "--model", "sample", "--load", "0")...))
	require.Regexp(t, `^800 jobs on 64 processors, offered load 0\.8[45]\d\d\n$`, told)
	require.Contains(t, sample[:strings.IndexByte(sample, '\n')], "users with habits, sizes and run times drawn after Lublin and "+
		"Feitelson 2003")

	_, model, _ := callCommand("", append(args, "--model", "lublin")...)
	require.Contains(t, model[:strings.IndexByte(model, '\n')], "model of Lublin and Feitelson 2003 as it is, made by")
	_, scaled, told := callCommand("", append(args, "--model", "lublin", "--load", "0.7")...)
	require.Equal(t, "800 jobs on 64 processors, offered load 0.7000\n", told)
	require.NotEqual(t, model, scaled)

	for says, wrong := range map[string][]string{"use sample, lublin or users": {"--model", "jann"}, "the load is 11": {"--load", "11"},
		"--users, --weeks: model sample follows":                         {"--users", "-1", "--weeks", "9"},
		"--jobs: model users follows":                                    {"--model", "users"},
		"--problem is a log as it is: leave out --jobs, --procs, --seed": {"--problem", "wide"}} {
		status, out, errs := callCommand("", append(args, wrong...)...)
		require.Equal(t, 2, status)
		require.Empty(t, out)
		require.Contains(t, errs, says)
	}
}

// What the command writes is the log that the page's worker makes.
func TestAProblemIsTheSameInTheCommandAndInThePage(t *testing.T) {
	fixture.Long(t)
	for _, p := range problem.All() {
		status, text, told := callCommand("", "synth", "--problem", p.Name)
		require.Zero(t, status)
		require.Contains(t, told, p.Question)
		written, err := swf.Read(strings.NewReader(text), "x")
		require.NoError(t, err)
		answer, err := desk.New().Handle(desk.OpProblem, desk.Message{Data: desk.ProblemRequest(p.Name, nil)}, nil)
		require.NoError(t, err)
		s, _, err := desk.DecodeOpened(answer.Data)
		require.NoError(t, err)
		require.Equal(t, s.Digest, job.DigestOf(written))
		require.Equal(t, problem.Prefix+p.Name, s.Name)
	}
	status, out, errs := callCommand("", "synth", "--problem", "narrow")
	require.Equal(t, 2, status)
	require.Empty(t, out)
	require.Contains(t, errs, "use wide, flood, requests, full")
}
