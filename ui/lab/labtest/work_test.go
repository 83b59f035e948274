package labtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job/lublin"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// What a view asks for may be of another view's kind: it is not that other's.
func TestWorkIsOfTheViewThatAskedForIt(t *testing.T) {
	fixture.Long(t)
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("posing", lublin.Config{Procs: 64, Jobs: 3000, Seed: 3})
	labtest.PoseAs(m, labtest.KTH)
	a.Start("view=reproduce&resamples=2&study=orders")
	labtest.Load(a, m)
	a.Run()
	require.Equal(t, lab.Running, a.State)
	require.Equal(t, "compare", m.Tasks[0].Subject.Kind)
	require.True(t, a.Computes("reproduce"))
	require.False(t, a.Computes("compare"))
	require.Contains(t, s.Drawn["reproduce-verdict"], "being replayed")
	a.SetView("compare")
	require.NotContains(t, s.Drawn["verdict"], "being replayed")
	m.Finish(1)
	require.NotContains(t, s.Drawn["verdict"], "being replayed")
	require.Equal(t, lab.Loaded, a.State, "nothing of the view in sight is computed")
	a.Cancel()
	require.True(t, a.Working(), "nor cancelled")
	a.Act("queue-cancel", "")
	require.Equal(t, lab.Loaded, a.State)
	a.SetView("reproduce")
	require.Equal(t, lab.Cancelled, a.State)
	require.Contains(t, s.Drawn["reproduced"], "as run in 2018")
}

// A log that comes while another is computed stops that, and the focus goes to the question: its Cancel is gone.
func TestALogThatComesDuringARunHasTheFocusAtItsQuestion(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 3000, Seed: 3})
	a.Start("view=compare&resamples=2")
	labtest.Load(a, m)
	a.Run()
	require.Equal(t, lab.Running, a.State)
	m.Log = m.Add("second", lublin.Config{Procs: 32, Jobs: 3000, Seed: 4})
	labtest.Load(a, m)
	require.Equal(t, lab.Loaded, a.State)
	require.Contains(t, s.Focused, "question-title")
}

// One replay may take minutes: what is known of it is shown.
func TestProgressCountsWhatIsDoneOfAStep(t *testing.T) {
	a, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Start("view=compare&orders=FCFS,SAF&resamples=1&weeks=1")
	labtest.Load(a, m)
	a.Run()
	require.Zero(t, a.Progress())
	before := 0.
	for _, steps := range []float64{0.5, 1, 1.25} { // of two tasks of two
		m.Tasks[0].Tell(steps)
		require.InDelta(t, steps/4, a.Progress(), 1e-9)
		require.Greater(t, a.Progress(), before)
		before = a.Progress()
	}
	require.Regexp(t, `^0 of 1 resamples · [0-9.]+ replays a minute · about .* left$`, a.ProgressText())
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
}

// The task after a row may take a minute: the row is shown before it ends, also where it came too early to be drawn.
func TestARowThatCameTooEarlyIsShownWhileTheNextIsComputed(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Start("view=compare&orders=FCFS,SAF&resamples=5&weeks=1")
	labtest.Load(a, m)
	a.Run()
	m.Finish(0)
	m.Finish(0)
	s.Frozen = true
	m.Finish(0)
	was := s.Drawn["verdict"]
	m.Finish(0)
	require.Equal(t, was, s.Drawn["verdict"], "too early")
	s.Frozen = false
	for range 20 {
		m.Tasks[0].Tell(1)
	}
	require.NotEqual(t, was, s.Drawn["verdict"])
}
