package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Thirty weeks that are made of three would be called evidence of thirty.
func TestAResampleInTheLogsPlaceHasNoMoreWeeksThanTheLog(t *testing.T) {
	for asked, has := range map[int]int{2: 2, 3: 3, 30: 3} {
		p := Default()
		p.Draw, p.Weeks = 1, asked
		p.Suit(&overview.Overview{WholeWeeks: 3})
		require.NoError(t, p.Normalise())
		require.Equal(t, has, p.Weeks)
	}
}

// Whatever names what was replayed names the resample, and never the log as it was.
func TestAnAnswerOfAResampleSaysSo(t *testing.T) {
	trace := busy(t)
	says := func(draw int) []string {
		p := few()
		p.Draw, p.Weeks = draw, 6
		require.NoError(t, p.Normalise())
		log, cleaning := p.Prepare(trace)
		r, err := NewRunner(log, p)
		require.NoError(t, err)
		row, err := r.Task(study.Logged, nil)
		require.NoError(t, err)
		source := report.SourceOf("busy", cleaning, 0, overview.Describe(log))
		answer := Merge(p, job.Digest{}, []Row{row}, source)
		return []string{answer.Methods(), answer.Briefly(), answer.Note()}
	}
	for _, text := range says(0) {
		require.Contains(t, text, "as it was")
		require.NotContains(t, text, "resample")
	}
	for _, text := range says(2) {
		require.NotContains(t, text, "as it was")
		require.NotContains(t, text, "as they were")
		require.Contains(t, text, "resample")
	}
}
