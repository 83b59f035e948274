package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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

	for says, wrong := range map[string][]string{"use sample, lublin or users": {"--model", "jann"}, "the load is 11": {"--load", "11"}} {
		status, out, errs := callCommand("", append(args, wrong...)...)
		require.Equal(t, 2, status)
		require.Empty(t, out)
		require.Contains(t, errs, says)
	}
}
