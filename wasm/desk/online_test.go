package desk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/online"
	"shadowtime/core/wire"
)

// A worker gives the rows and the stories that the native runner gives, and
// may be asked for both in any order.
func TestAWorkerLetsStrategiesChooseAsTheCoreDoes(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	require.NoError(t, err)
	p := online.Default()
	p.Weeks, p.Strategies = 2, []string{"full", "epsilon-greedy", "random"}
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(log)
	runner, err := online.NewRunner(trace, p)
	require.NoError(t, err)

	var w, plan wire.Writer
	trace.Encode(&w)
	p.Encode(&plan)
	var d Desk
	handle(t, &d, OpPrepare, PrepareRequest(w.B, online.Kind, plan.B))
	steps := 0
	for _, k := range []int{3, 1} {
		b, err := d.Handle(OpTask, TaskRequest(k), func(done, total int) {
			steps++
			require.Equal(t, runner.Steps(), total)
		})
		require.NoError(t, err)
		r := wire.NewReader(b)
		got := online.DecodeRow(r)
		require.NoError(t, r.Close())
		want, err := runner.Task(k, nil)
		require.NoError(t, err)
		require.Equal(t, want.Learnt, got.Learnt)

		for i, e := range p.Entries() {
			story := ask(t, &d, online.Ask{K: 2, Strategy: e.Strategy.Name(), Period: e.Period})
			want, err := runner.Open(2, e.Strategy.Name(), e.Period)
			require.NoError(t, err)
			require.Equal(t, want.Chosen, story.Chosen, "%d", i)
			require.Equal(t, want.Difference(), story.Difference())
		}
	}
	require.Equal(t, 2*runner.Steps(), steps)

	_, err = d.Handle(OpDetail, encode(online.Ask{K: 1, Strategy: "exp3", Period: job.Day}), nil)
	require.ErrorContains(t, err, "exp3")
	_, err = d.Handle(OpDetail, []byte{1, 2, 3}, nil)
	require.Error(t, err)
	_, err = d.Handle(OpPrepare, PrepareRequest(w.B, online.Kind, encoded(compare.Default())), nil)
	require.Error(t, err, "the plan of another kind")
}

func encode(a online.Ask) []byte {
	var w wire.Writer
	a.Encode(&w)
	return w.B
}

func ask(t *testing.T, d *Desk, a online.Ask) *online.Story {
	t.Helper()
	r := wire.NewReader(handle(t, d, OpDetail, encode(a)))
	s, err := online.DecodeStory(r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	return s
}
