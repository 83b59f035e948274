package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

func TestAPartHasOfItsJobsWhatRulesLookAt(t *testing.T) {
	whole := &job.Trace{User: []int32{0, 1, 0, 2}, Partition: []int32{5, 6, 7, 8}, Users: []int64{3, 4, 9},
		Rules: []rule.Bound{{Rule: rule.New(rule.Stop), Spans: []rule.Span{{From: 1, To: 2}}}}, Calendar: job.Calendar{Monday: 7}}
	p := part{jobs: []int32{1, 3}}
	p.obey(whole)
	require.Equal(t, job.Trace{User: []int32{1, 2}, Partition: []int32{6, 8}, Users: whole.Users, Rules: whole.Rules,
		Calendar: whole.Calendar}, p.trace)
	whole.Rules = nil
	p.obey(whole)
	require.Nil(t, p.trace.Rules)
}
