package sacct

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/jsontext"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

func TestJobsTakenOutOfAnAnswerAreThoseOfTheAnswer(t *testing.T) {
	whole := string(fixture.Bytes(t, "inputs", "slurm-json-24.05.json"))
	want, err := accounttest.Read(whole, NewJSON("x", account.Options{}))
	require.NoError(t, err)
	v, err := jsontext.Read(whole)
	require.NoError(t, err)
	jobs := member(v, "jobs")
	lines := ""
	for _, x := range jobs.Elements() {
		lines += x.Compact() + "\n"
	}
	for name, text := range map[string]string{"jq .jobs": jobs.Raw(), "jq -c .jobs": jobs.Compact() + "\n", "jq -c .jobs[]": lines,
		"jq -s": "[" + whole + "]", "jq -s, lines": "[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",") + "]"} {
		require.True(t, SniffList([]byte(text[:min(len(text), 4096)])), name)
		l, err := accounttest.Read(text, NewList("x", account.Options{}))
		accounttest.Lawful(t, l, err)
		for f := range job.NumFields {
			require.Equal(t, want.Col[f].Values(), l.Col[f].Values(), "%s: %s", name, job.Field(f))
		}
		require.Equal(t, want.Import.Records, l.Import.Records, name)
		require.Empty(t, l.Faults, name)
		require.NotContains(t, strings.Join(l.Import.Warnings, " "), "cut off", name)
		if name == "jq -s" {
			continue
		}
		l, _ = accounttest.Read(text[:len(text)*2/3], NewList("x", account.Options{}))
		require.True(t, l.Bad > 0 || strings.Contains(strings.Join(l.Import.Warnings, " "), "cut off"), "%s, cut off", name)
	}
	require.False(t, SniffList([]byte(whole[:4096])), "an answer has its own reader")
}
