package learn

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// stand stands for another view that takes orders.
type stand struct {
	*View
	key, text string
}

func (s *stand) Key() string                { return "compare" }
func (s *stand) Name() string               { return "Compare" }
func (s *stand) Set(key, text string)       { s.key, s.text = key, text }
func (s *stand) Look(*lab.Opened) *lab.Work { return nil }

func page(t *testing.T, query string) (*ui.App, *View, *stand, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	var other *stand
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v, other = New(l), &stand{View: New(l)}
		return []lab.View{v, other}
	}, learn.Kind(), windows.Kind(), compare.Kind())
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 4000, Seed: 2})
	a.Start(query)
	require.Empty(t, a.Message)
	labtest.Load(a, m)
	return a, v, other, m, s
}

// Pairs of one half come first, then windows of the other, under what was fitted.
func TestWindowsJudgeWhatPairsTaught(t *testing.T) {
	a, v, _, m, s := page(t, "pairs=6&trials=64&days=2")
	a.Run()
	require.Len(t, m.Tasks, 7, "the log and six pairs")
	for range 6 {
		require.Equal(t, learn.Name, m.Tasks[0].Subject.Kind)
		m.Finish(0)
	}
	require.Contains(t, s.Drawn["learn-verdict"], "So far, after ")
	require.Nil(t, v.judged())
	m.Finish(0)
	require.Len(t, m.Tasks, 1, "how many windows there are")
	require.Equal(t, windows.Name, m.Tasks[0].Subject.Kind)
	p, err := study.DecodePlan[windows.Plan](m.Tasks[0].Subject.Plan)
	require.NoError(t, err)
	require.Equal(t, study.SecondHalf, p.Part)
	require.Equal(t, "mine="+v.Report.Formula, p.Orders[len(p.Orders)-1])
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Greater(t, len(v.judged().Windows), 1)
	require.Contains(t, s.Drawn[hostForest], ">mine<")
	require.Contains(t, s.Drawn["learn-verdict"], "The learned order ")
	require.Contains(t, s.Drawn["learn-verdict"], "determined")
	require.Equal(t, a.DataDone(), a.DataTotal())

	// more pairs go on, and are judged anew
	done := v.Report.Done
	a.Set("pairs", "8")
	require.Equal(t, lab.Cancelled, a.State, "some of it is known")
	a.Run()
	require.Len(t, m.Tasks, 8-done)
	m.FinishAll()
	require.Equal(t, 8, v.Report.Done)
	require.Equal(t, lab.Done, a.State)
}

func TestOtherWindowsNeedNoOtherPairs(t *testing.T) {
	a, v, _, m, s := page(t, "pairs=4&trials=64&days=2")
	a.Run()
	m.FinishAll()
	a.Set("days", "1")
	require.Nil(t, v.judged())
	a.Run()
	for _, x := range m.Tasks {
		require.Equal(t, windows.Name, x.Subject.Kind)
	}
	m.FinishAll()
	require.NotNil(t, v.judged())
	a.SetField("learn-days", "days", "none")
	require.Contains(t, s.Refused["learn-days"], "give a whole number")
	require.Equal(t, 1, v.Judging.Days)
}

func TestALearnedOrderGoesIntoOtherViews(t *testing.T) {
	a, v, other, m, s := page(t, "pairs=4&trials=64&days=2")
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn[hostOrder], "compare it")
	a.Act("learn-try", "compare")
	require.Same(t, other, a.View)
	require.Equal(t, "orders", other.key)
	require.Equal(t, "FCFS,SPF,SAF,mine="+v.Report.Formula, other.text)
}

func TestMoreFeaturesThanJobsAreSaidAndLeftOut(t *testing.T) {
	a, v, _, m, s := page(t, "pairs=1&trials=6&sizes=4,6&features=qua&days=2")
	a.Run()
	m.FinishAll()
	require.Empty(t, v.Report.Formula)
	require.Contains(t, s.Drawn["learn-verdict"], "No order could be fitted")
	require.Empty(t, s.Drawn[hostOrder])
	require.Equal(t, lab.Done, a.State)
}

// Windows of both quarters are asked for when somebody presses for them, and what they
// choose is what the core says of the same scores.
func TestFeaturesAreChosenByWindowsOnDemand(t *testing.T) {
	fixture.Long(t)
	a, v, other, m, s := page(t, "pairs=6&trials=64&days=2")
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn[hostChoice], "Choose the features by windows")
	a.Act("choose", "")
	require.Equal(t, lab.Running, a.State)
	require.Contains(t, s.Drawn[hostChoice], "are being replayed")
	for i, part := range []study.Part{study.ThirdQuarter, study.LastQuarter} {
		require.Len(t, m.Tasks, 1, "how many windows there are")
		p, err := study.DecodePlan[windows.Plan](m.Tasks[0].Subject.Plan)
		require.NoError(t, err)
		require.Equal(t, part, p.Part)
		require.Greater(t, len(p.Orders), 70)
		m.Finish(0)
		for n := len(m.Tasks); n > 0; n-- {
			m.Finish(0)
		}
		require.Equal(t, i == 1, v.chosen() != nil)
	}
	require.Equal(t, lab.Done, a.State)
	r := v.chosen()
	require.Contains(t, s.Drawn[hostChoice], " does best on the ")
	require.Contains(t, s.Drawn[hostChoice], "by the windows to choose by")
	a.Act("choice-csv", "")
	require.Equal(t, r.CSV(), s.Files[a.FileName("csv", "learn", "features")])
	a.Act("choice-try", "compare")
	require.Equal(t, "FCFS,SPF,SAF,mine="+r.Candidates[r.Chosen].Formula, other.text)
	a.SetView("learn")

	// another question, another answer; back, and it is there again
	a.Set("seed", "5")
	require.Nil(t, v.chosen())
	require.Empty(t, s.Drawn[hostChoice], "there is no answer yet")
	a.Set("seed", "1")
	require.Same(t, r, v.chosen())
	a.Act("choose", "")
	require.Empty(t, m.Tasks, "what is known is not computed again")
}

func TestNothingIsChosenWhereTheWholeLogTaught(t *testing.T) {
	a, _, _, m, s := page(t, "pairs=4&trials=64&days=2&part=whole")
	a.Run()
	m.FinishAll()
	require.Empty(t, s.Drawn[hostChoice])
	a.Act("choose", "")
	require.Empty(t, m.Tasks)
}

// Jobs of no run time are left out here whatever the page's cleaning keeps: its report and
// its study count the jobs as the command's do, and its command judges the order.
func TestTheJobsOfNoRunTimeAreNotCounted(t *testing.T) {
	a, v, _, m, s := page(t, "pairs=6&trials=64&days=2")
	log := m.Logs[m.Log.Digest]
	made := *log
	log.Col, log.Line = [job.NumFields]job.Column{}, job.Column{}
	for i := range made.Len() {
		row := made.At(i)
		if i%10 == 0 {
			row[job.Run] = 0
		}
		log.Add(&row, i+1)
	}
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	rules := v.Lab.Rules
	require.False(t, rules.DropZeroRun)
	_, kept := job.Clean(log, rules, job.MachineOf(log, 0))
	rules.DropZeroRun = true
	trace, left := job.Clean(log, rules, job.MachineOf(log, 0))
	require.Equal(t, kept.Kept-left.Kept, 400)
	require.Equal(t, left, v.Report.Source.Cleaning)
	x := v.Filed(v.Paper())
	require.Equal(t, left, x.Log.Cleaning)
	require.Equal(t, overview.Describe(trace), x.Log.Overview)
	require.Contains(t, v.Report.Methods(), numeral.Count(left.Kept)+" of 4\u202f000 jobs were kept")
	require.NotNil(t, v.judged())

	a.Act("elsewhere", "")
	require.Contains(t, s.Drawn["elsewhere"], "shadowtime learn --part first --features lin --pairs 6 --trials 64 --judge --days 2 ")
	require.Equal(t, 1, strings.Count(s.Drawn["elsewhere"], "--judge --days"), "an array of processes has nothing to judge yet")
	v.Set("part", "whole")
	a.Act("elsewhere", "")
	a.Act("elsewhere", "")
	require.NotContains(t, s.Drawn["elsewhere"], "--judge")
	require.Contains(t, s.Drawn["elsewhere"], "--features lin --pairs 6 --trials 64 ")
}
