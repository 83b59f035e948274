package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report"
	"shadowtime/core/study"
)

// What heads an answer agrees with its numbers: one job is no jobs, and one week no weeks.
func TestTheHeadOfAnAnswerAgreesWithItsNumbers(t *testing.T) {
	require.Equal(t, "a: 1 job, 1 processor", logHead("a", 1, 1))
	require.Equal(t, "a: 2 jobs, 8 processors", logHead("a", 2, 8))
	require.Equal(t, "a: 25\u202f000 jobs, 8\u202f192 processors", logHead("a", 25000, 8192))
	require.Equal(t, "1 resample of 1 week", report.Source{}.Traces(study.Workload{Weeks: 1}, 1))
	require.Equal(t, "60 resamples of 52 weeks", report.Source{}.Traces(study.Workload{Weeks: 52}, 60))
	one := writeLog(t, "; MaxProcs: 10\n1 0 5 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n")
	for _, args := range [][]string{{"rules"}, {"diff", "--b", "logged"}, {"jobstat"}} {
		out := must(t, append(args, one)...)
		require.Contains(t, out, ": 1 job", args)
		require.NotContains(t, out, ": 1 jobs", args)
	}
}
