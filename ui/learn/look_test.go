package learn

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// looking is the page with a log whose question has a first look.
func looking(t *testing.T, query string) (*View, *labtest.Machine, *labtest.Screen, func()) {
	t.Helper()
	a, v, _, m, s := page(t, query)
	a.Rough, s.Frozen = true, true
	m.Tasks = nil
	m.Log = m.Add("second", lublin.Config{Procs: 64, Jobs: 4000, Seed: 3})
	labtest.Load(a, m)
	return v, m, s, a.Run
}

// finish answers the tasks there are, first those that others wait for.
func finish(m *labtest.Machine) {
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
}

func TestAFirstLookLearnsFromFewPairsAndJudgesThat(t *testing.T) {
	fixture.Long(t)
	v, m, s, run := looking(t, "view=learn&pairs=80&trials=4096&days=2")
	require.Len(t, m.Tasks, 65, "few pairs, and the log")
	p, err := study.DecodePlan[learn.Plan](m.Tasks[0].Subject.Plan)
	require.NoError(t, err)
	require.Equal(t, learn.Trials(2048), p.Trials, "fewer trials")
	require.Contains(t, s.Drawn["learn-verdict"], "A first, rough answer is on its way.")
	finish(m)
	require.NotNil(t, v.judged())
	require.Greater(t, len(v.judged().Windows), 1)
	require.Equal(t, lab.Rough, v.Verdict.Standing)
	require.Contains(t, s.Drawn["learn-verdict"], "A rough answer, made at once from 64 pairs with 2\u202f048 trials each. Fit an "+
		"order takes the 80 with 4\u202f096 trials each that you ask for.")
	require.NotContains(t, s.Drawn[hostOrder], "compare it", "a rough order goes nowhere")
	done, wanted := v.Known()
	require.Zero(t, done)
	require.Equal(t, 80, wanted)

	run()
	require.Len(t, m.Tasks, 81, "of other trials: nothing of it is known")
	require.Equal(t, learn.Name, m.Tasks[0].Subject.Kind)
	m.FinishAll()
	require.Equal(t, lab.Asked, v.Verdict.Standing)
	require.Equal(t, 80, v.Report.Done)
	require.Contains(t, s.Drawn[hostOrder], "compare it")
	require.NotContains(t, s.Drawn["learn-verdict"], "rough")
}

func TestWhatALookFoundOfTheQuestionItselfIsKept(t *testing.T) {
	fixture.Long(t)
	v, m, s, run := looking(t, "view=learn&pairs=70&trials=64&days=2")
	finish(m)
	require.Contains(t, s.Drawn["learn-verdict"], "made at once from 64 pairs with 64 trials each. Fit an order takes the 70 with 64 "+
		"trials each")
	run()
	require.Len(t, m.Tasks, 6)
	m.FinishAll()
	require.Equal(t, 70, v.Report.Done)
	require.Equal(t, lab.Asked, v.Verdict.Standing)
}

// A question that is as small as a look is answered by it.
func TestALookOfASmallQuestionIsItsAnswer(t *testing.T) {
	v, m, s, _ := looking(t, "view=learn&starts=0,900,1500&trials=32&days=2")
	finish(m)
	require.Equal(t, lab.Asked, v.Verdict.Standing)
	require.Equal(t, 3, v.Report.Done)
	require.NotContains(t, s.Drawn["learn-verdict"], "rough")
	done, wanted := v.Known()
	require.Equal(t, wanted, done)
}

func TestALookAtALogTooShortSaysNothing(t *testing.T) {
	v, m, _, _ := looking(t, "view=learn&pairs=10000&trials=64")
	require.NotEmpty(t, m.Tasks)
	m.Tasks[0].Done(nil, errors.New("no"))
	require.Nil(t, v.Report)
	require.Empty(t, v.Lab.Message)
}
