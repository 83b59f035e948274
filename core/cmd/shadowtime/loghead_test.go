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
	require.Equal(t, "1 resample of 1 week", report.Source{}.Traces(study.Workload{Weeks: 1}, 1))
	require.Equal(t, "60 resamples of 52 weeks", report.Source{}.Traces(study.Workload{Weeks: 52}, 60))
}
