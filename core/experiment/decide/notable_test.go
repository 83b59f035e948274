package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/problem"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// standing are the keys of what stands out of a log.
func standing(t *testing.T, log *job.Trace) (keys []string) {
	p := few()
	require.NoError(t, p.Normalise())
	r, err := NewRunner(log, p)
	require.NoError(t, err)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	report := Merge(r.plan, job.Digest{}, []Row{row}, report.Source{})
	require.LessOrEqual(t, len(report.StandsOut), mostNotable)
	for _, n := range report.StandsOut {
		require.NotEmpty(t, n.Words)
		keys = append(keys, n.Key)
	}
	return keys
}

// Of machines that do what is supposed, with many users, at loads up to the full machine, nothing stands out.
func TestNothingStandsOutOfALogOfChance(t *testing.T) {
	for seed := uint64(1); seed <= uint64(fixture.ByDay(4, 12)); seed++ {
		for _, jobs := range []int{4000, 12000} { // three weeks, ten
			p := few()
			trace, _ := p.Prepare(studytest.Log(t, lublin.Config{Procs: 64, Jobs: jobs, Seed: seed}, 1))
			recordUnder(t, trace, "FCFS")
			require.Empty(t, standing(t, trace), "%d jobs, seed %d", jobs, seed)
		}
	}
}

// What is made to stand out does: a user who floods the queue, requests ten times too long, waiting that no order made, one
// partition with all the waiting, nights without work.
func TestWhatIsMadeToStandOutDoes(t *testing.T) {
	for name, want := range map[string]string{"flood": IsUser, "requests": IsRequests} {
		made, err := problem.Find(name)
		require.NoError(t, err)
		l, err := made.Make()
		require.NoError(t, err)
		p := few()
		trace, _ := p.Prepare(l)
		require.Contains(t, standing(t, trace), want, name)
	}
	p := few()
	trace, _ := p.Prepare(studytest.Log(t, lublin.Config{Procs: 64, Jobs: 4000, Seed: 1}, 1))
	recordUnder(t, trace, "FCFS")
	trace.Partition = make([]int32, trace.Len())
	for j := range trace.Wait {
		if trace.Partition[j] = int32(j % 4); j%4 != 2 {
			trace.Wait[j] /= 50
		}
	}
	require.Contains(t, standing(t, trace), IsPartition)
	for j := range trace.Wait {
		trace.Wait[j] += 40 * 3600
	}
	require.Contains(t, standing(t, trace), IsNotOrder)
	trace.Calendar.Unix = 1
	for j := range trace.Wait {
		trace.Run[j], trace.Request[j] = 3600, 7200
		trace.Wait[j] = 0
		at := (trace.Submit[j] + trace.Calendar.Ahead(trace.Submit[j]) - trace.Calendar.Monday) % job.Day
		if at < 8*3600 || at > 18*3600 {
			trace.Wait[j] = (job.Day + 9*3600 - at) % job.Day
		}
	}
	n, is := nightly(trace)
	require.True(t, is)
	require.Less(t, n.Figure, n.Beside)
	trace.Calendar.Unix = 0
	_, is = nightly(trace)
	require.False(t, is, "the hour of the day is not known")
}
