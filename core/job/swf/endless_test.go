package swf_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/format"
)

// One log without limits, with Slurm's limit of a year for half of its jobs, and for all.
func TestALimitOfAYearIsNone(t *testing.T) {
	var first *job.Trace
	for name, years := range map[string]string{"sy-none.swf.gz": "",
		"sy-half.swf.gz": "2\u202f474 of 5\u202f000 jobs have a limit of 365 days",
		"sy-year.swf.gz": "5\u202f000 of 5\u202f000 jobs have a limit of 365 days"} {
		log, err := job.ReadFrom(bytes.NewReader(fixture.Bytes(t, "golden", "daemons", name)), format.NewReader(name))
		require.NoError(t, err, name)
		trace, cleaning := job.Clean(log, job.Presets()[0].Rules, job.MachineOf(log, 0))
		require.Equal(t, cleaning.Kept, cleaning.NoRequest, name)
		if first == nil {
			first = trace
		}
		require.Equal(t, first.Request, trace.Request, name)
		m := log.Examined()
		notes := strings.Join(m.Words(), "\n")
		require.Contains(t, notes, "5\u202f000 of 5\u202f000 jobs without a time limit", name)
		require.Contains(t, notes, years, name)
	}
}
