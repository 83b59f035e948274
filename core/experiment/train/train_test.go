package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/agent"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

func sample(t testing.TB, jobs int) *job.Trace {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: jobs, Seed: 3})
	require.NoError(t, err)
	trace, _ := job.Clean(log, job.Presets()[0].Rules, job.MachineOf(log, 0))
	return trace
}

func runner(t testing.TB, p Plan) *Runner {
	r, err := NewRunner(sample(t, 300), p)
	require.NoError(t, err)
	return r
}

// Taken step by step, in parts of any length, a course is the one that a task has.
func TestACourseStepByStepIsTheTasks(t *testing.T) {
	for _, who := range []string{agent.Reinforce, agent.ActorCritic} {
		p := subject().Plan
		p.Agent.Agent, p.Agent.Episodes = who, 40
		row, err := runner(t, p).Task(2, nil)
		require.NoError(t, err)
		r := runner(t, p)
		var all Course
		var state *agent.State
		for _, count := range []int{1, 7, 20, 12} {
			q := Request{K: 2, From: all.Len() + 1, Count: count, State: state}
			b, err := r.Detail(q.Encode())
			require.NoError(t, err)
			taken, err := DecodeTaken(b)
			require.NoError(t, err)
			all.Append(&taken.Course)
			state = &taken.State
		}
		require.Equal(t, row.Course, all)
	}
}

func TestAPointOfALongCourseStandsForSeveralEpisodes(t *testing.T) {
	p := Spread()
	p.Agent.Episodes = 1201
	row, err := runner(t, p).Task(1, nil)
	require.NoError(t, err)
	require.NoError(t, p.Normalise())
	require.Equal(t, 3, p.Every())
	require.Equal(t, p.Points(), row.Course.Len())
	require.Equal(t, 401, p.Points())
	require.Equal(t, []int{3, 1200, 1201}, []int{p.EpisodeOf(0), p.EpisodeOf(399), p.EpisodeOf(400)})
	q := Request{K: 1, From: 1, Count: 3}
	taken, err := runner(t, p).take(&q)
	require.NoError(t, err)
	c := &taken.Course
	require.Equal(t, (c.Rewards[0]+c.Rewards[1]+c.Rewards[2])/3, row.Course.Rewards[0])
	require.Equal(t, c.Preferences[2], row.Course.Preferences[0])
}

// Two jobs that share bandwidth last 5.25 s when each has a processor of its own,
// whatever log is there.
func TestTheScenarioNeedsNoLog(t *testing.T) {
	row, err := runner(t, Spread()).Task(1, nil)
	require.NoError(t, err)
	p := Spread()
	want := []float64{21 / 3.3, 5.25, 7, 21 / 3.3, 5.25}
	for _, x := range row.Tests {
		require.False(t, x.Unseen, "there is nothing else to run")
		if x.Who >= 0 {
			require.InDelta(t, want[x.Who], x.Makespan, 1e-9, p.Choices()[x.Who])
		}
	}
	require.Len(t, row.Tests, 3+2*5)
	p.Platform = "fatthin"
	_, err = runner(t, p).Task(1, nil)
	require.ErrorContains(t, err, "fatthin has no jobs of its own")
}

func TestTheStretchBehindIsNeverLearnedFrom(t *testing.T) {
	p := subject().Plan
	r := runner(t, p)
	ground, err := r.Task(0, nil)
	require.NoError(t, err)
	require.Equal(t, [2]int{8, 8}, [2]int{ground.Ground.Jobs, ground.Ground.Unseen})
	row, err := r.Task(1, nil)
	require.NoError(t, err)
	p.Skip = 8
	behind, err := runner(t, p).Task(1, nil)
	require.NoError(t, err)
	for i, x := range row.Tests {
		if n := len(row.Tests) / 2; i >= n && x.Who >= 0 {
			y := behind.Tests[i-n]
			y.Unseen = true
			require.Equal(t, x, y, "pairs have nothing learned: they do there what they do here")
		}
	}
	p.Skip, p.First = 0, 0
	row, err = runner(t, p).Task(1, nil)
	require.NoError(t, err)
	for _, x := range row.Tests {
		require.False(t, x.Unseen, "all jobs were learned from")
	}
}

func TestARequestThatCannotBeSaysWhy(t *testing.T) {
	r := runner(t, subject().Plan)
	for _, q := range []Request{{K: 0, From: 1, Count: 1}, {K: 1, From: 1, Count: 1001}, {K: 1, From: 1, Count: 0}} {
		_, err := r.Detail(q.Encode())
		require.ErrorContains(t, err, "ask for 1 to 1000")
	}
	q := Request{K: 1, From: 2, Count: 1}
	_, err := r.Detail(q.Encode())
	require.ErrorContains(t, err, "nothing learned before it")
	q.State = &agent.State{}
	_, err = r.Detail(q.Encode())
	require.ErrorContains(t, err, "numbers, where this network has")
}
