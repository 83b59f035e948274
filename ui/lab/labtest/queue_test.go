package labtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report/link"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

const listed = "questions"

// asking is a page on a log, with Compare in sight and running.
func asking(t *testing.T) (*ui.App, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 3000, Seed: 3})
	a.Start("view=compare&orders=FCFS,SPF&resamples=2&weeks=1")
	labtest.Load(a, m)
	require.Empty(t, s.Drawn[listed])
	a.Run()
	require.Equal(t, lab.Running, a.State)
	return a, m, s
}

// asks asks a question of a view.
func asks(a *ui.App, query string) {
	a.Inquire(query)
	a.Run()
}

// A run belongs to its question: other views, and other questions of its own view, can be asked meanwhile and show nothing of it; what
// is asked waits, and is computed in turn, each once.
func TestARunBelongsToItsQuestionAndOthersWaitForIt(t *testing.T) {
	a, m, s := asking(t)
	share := a.Progress()
	a.SetView("decide")
	require.NotEqual(t, lab.Running, a.State)
	require.True(t, a.CanCompute())
	require.Zero(t, a.Progress())
	require.Empty(t, a.ProgressText())
	a.Run()
	require.NotEqual(t, lab.Running, a.State, "it waits")
	a.Run()
	require.Equal(t, "1 running, 1 waiting", a.QueueLine(), "once")
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	require.NotEqual(t, lab.Running, a.State, "another question of the same view")
	require.Equal(t, "1 running, 2 waiting", a.QueueLine())
	for _, task := range m.Tasks {
		require.Equal(t, "compare", task.Subject.Kind, "one question at a time")
	}
	require.Contains(t, s.Tab, "Compare: orders FCFS,SPF")
	a.Inquire("view=compare&orders=FCFS,SPF&resamples=2&weeks=1")
	require.Equal(t, lab.Running, a.State, "it is the one that runs")
	require.Equal(t, share, a.Progress())
	a.SetView("replay")
	m.FinishAll()
	require.Empty(t, a.QueueLine())
	require.False(t, a.Working())
	require.Empty(t, s.Tab)
	require.Equal(t, "replay", a.View.Key(), "nothing comes into sight by itself")
	require.Equal(t, 3, strings.Count(s.Drawn[listed], `data-act="answer-open"`))
	a.Inquire("view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	require.Equal(t, lab.Done, a.State)
	a.SetView("decide")
	require.Equal(t, lab.Done, a.State)
}

// What waits is moved up, removed and had back; the one that runs is cancelled from wherever one is, and the next begins.
func TestWhatWaitsIsMovedUpRemovedAndHadBack(t *testing.T) {
	a, m, s := asking(t)
	for _, orders := range []string{"SAF", "SQF", "SEXP"} {
		asks(a, "view=compare&orders=FCFS,"+orders+"&resamples=2&weeks=1")
	}
	order := func(want ...string) {
		t.Helper()
		at := 0
		for _, x := range want {
			i := strings.Index(s.Drawn[listed][at:], "FCFS,"+x)
			require.GreaterOrEqual(t, i, 0, x)
			at += i
		}
	}
	order("SPF", "SAF", "SQF", "SEXP")
	a.Act("queue-first", "2")
	order("SPF", "SEXP", "SAF", "SQF")
	a.Act("queue-remove", "1")
	require.Equal(t, "1 running, 2 waiting", a.QueueLine())
	require.Contains(t, s.Drawn[listed], "Removed: ")
	a.Act("queue-undo", "")
	order("SPF", "SEXP", "SAF", "SQF")
	for _, arg := range []string{"", "-1", "3", "x"} {
		a.Act("queue-remove", arg)
		a.Act("queue-first", arg)
		a.Act("answer-open", arg)
		a.Act("answer-pin", arg)
	}
	order("SPF", "SEXP", "SAF", "SQF")
	a.SetView("decide")
	a.Key("Escape")
	require.Equal(t, "1 running, 3 waiting", a.QueueLine(), "Esc stops what is in sight")
	a.Act("queue-cancel", "")
	require.Equal(t, "1 running, 2 waiting", a.QueueLine())
	require.Contains(t, s.Tab, "FCFS,SEXP")
	m.FinishAll()
	require.Equal(t, 3, strings.Count(s.Drawn[listed], `data-act="answer-open"`), "what was cancelled has no answer")
	require.NotContains(t, s.Drawn[listed], "FCFS,SPF")
}

// An answer in sight that has no sentence is not one to be opened.
func TestAnAnswerWithoutASentenceIsListedAsShown(t *testing.T) {
	a, m, s := asking(t)
	m.FinishAll()
	asks(a, "view=replay&order=SPF&beside=nothing")
	m.FinishAll()
	require.Contains(t, s.Drawn[listed], "Shown on this page")
	require.NotContains(t, s.Drawn[listed], "Ready: open it")
}

// Answers come back by a press with what they said, are named and pinned, and Back leads to what was in sight before.
func TestAnswersComeBackAreNamedAndPinned(t *testing.T) {
	a, m, s := asking(t)
	m.FinishAll()
	said := s.Drawn["verdict"]
	require.Equal(t, lab.Done, a.State)
	require.NotContains(t, s.Drawn[listed], "Ready: open it")
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	m.FinishAll()
	require.NotEqual(t, said, s.Drawn["verdict"])
	a.SetField("question-name-1", "question-name-1", "The first <b>")
	a.Act("answer-pin", "1")
	require.Less(t, strings.Index(s.Drawn[listed], "<b>The first &lt;b&gt;</b>"), strings.Index(s.Drawn[listed], "FCFS,SAF"))
	a.SetView("decide")
	entries := len(s.Visited)
	a.Act("answer-open", "1")
	require.Equal(t, "compare", a.View.Key())
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, said, s.Drawn["verdict"])
	require.Greater(t, len(s.Visited), entries)
	asks(a, "view=compare&orders=FCFS,SPF&resamples=2&weeks=1")
	require.Equal(t, 2, strings.Count(s.Drawn[listed], `data-act="answer-open"`), "nothing of it was to be computed")
}

// A log that comes stops what runs; what waits goes on once it is read, on its own log.
func TestWhatWaitsGoesOnOnceALogIsRead(t *testing.T) {
	a, m, _ := asking(t)
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	first := a.Trace
	m.Log = m.Add("second", lublin.Config{Procs: 32, Jobs: 3000, Seed: 4})
	labtest.Load(a, m)
	require.NotSame(t, first, a.Trace)
	require.NotEqual(t, lab.Running, a.State)
	require.Equal(t, "1 running", a.QueueLine())
	for _, task := range m.Tasks {
		require.Same(t, first, task.Subject.Trace)
	}
	m.FinishAll()
	a.Select("0")
	require.Equal(t, lab.Done, a.State)
}

// Who asks for it, is told when a run of over a minute ends; of a shorter one, or not asked for, nobody is.
func TestTheEndOfALongRunIsToldOnRequest(t *testing.T) {
	a, m, s := asking(t)
	require.Contains(t, s.Drawn[listed], "queue-notify")
	a.Act("queue-notify", "")
	require.Equal(t, []string{""}, s.Notified, "the browser is asked")
	s.Frozen = true
	m.FinishAll()
	require.Len(t, s.Notified, 1, "it was short")
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	s.Hours, s.Frozen = 1, false
	m.FinishAll()
	require.Len(t, s.Notified, 2)
	require.Contains(t, s.Notified[1], "Answered: Compare")
	a.Act("queue-notify", "")
	asks(a, "view=compare&orders=FCFS,SQF&resamples=2&weeks=1")
	s.Hours, s.Frozen = 1, false
	m.FinishAll()
	require.Len(t, s.Notified, 2, "it was taken back")
}

// Two answers that are chosen stand side by side, with what both say and, where their figures are of one thing, a row a choice; a third
// takes the place of the older.
func TestTwoAnswersStandSideBySide(t *testing.T) {
	a, m, s := asking(t)
	m.FinishAll()
	first := a.Lab.Finding()
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	m.FinishAll()
	second := a.Lab.Finding()
	require.NotContains(t, s.Drawn[listed], "two-answers")
	a.Act("answer-beside", "0")
	require.Contains(t, s.Drawn[listed], "Choose a second answer")
	a.Act("answer-beside", "1")
	text := s.Drawn[listed]
	for _, f := range []*link.Finding{first, second} {
		require.Contains(t, text, lab.Esc(f.Said))
		for _, r := range f.Chart.Rows {
			if !r.Baseline {
				require.Contains(t, text, lab.Esc(numeral.Change(r.Mid)), r.Name)
			}
		}
	}
	require.Contains(t, text, "<caption>Raw change of the mean wait against FCFS</caption>")
	require.Equal(t, 2, strings.Count(text, "baseline"))
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	m.FinishAll()
	require.Equal(t, 2, strings.Count(s.Drawn[listed], ">Leave out<"), "one that is asked again stays where it was")
	asks(a, "view=predict&resamples=2&weeks=1")
	m.FinishAll()
	a.Act("answer-beside", "0")
	text = s.Drawn[listed]
	require.Contains(t, text, "stand in no table")
	require.Equal(t, 1, strings.Count(text, "<p>"+lab.Esc(first.Said))+strings.Count(text, "<p>"+lab.Esc(second.Said)),
		"the older is left out")
	a.Act("answer-beside", "0")
	require.NotContains(t, s.Drawn[listed], `class="two-answers"`)
}

// A frame of another page is not let notify anybody: nothing there offers it.
func TestNoFrameOffersToNotify(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Start("embed=compare&orders=FCFS,SPF&resamples=2&weeks=1")
	require.True(t, a.InFrame)
	labtest.Load(a, m)
	a.Run()
	require.Contains(t, s.Drawn[listed], "queue-cancel")
	require.NotContains(t, s.Drawn[listed], "queue-notify")
}

// A log that was removed comes back by Undo, by Back and with its answer; Forward takes it away again. One that a question
// runs on stays, and it is said why.
func TestALogThatWasRemovedComesBack(t *testing.T) {
	a, m, s := asking(t)
	first := a.Trace
	m.FinishAll()
	said := s.Drawn["verdict"]
	m.Log = m.Add("second", lublin.Config{Procs: 32, Jobs: 3000, Seed: 4})
	labtest.Load(a, m)
	asks(a, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1")
	second := a.Trace
	a.Act("drop", "")
	require.Len(t, a.Shelf, 2)
	require.Contains(t, a.Message, "a question about it runs")
	a.Select("0")
	a.Act("drop", "")
	require.Len(t, a.Shelf, 1, "none is asked about it")
	a.Act("drop-undo", "")
	require.Same(t, first, a.Trace)
	m.FinishAll()

	removed := func(log *lab.Trace, is bool) {
		t.Helper()
		require.Equal(t, is, !slices.ContainsFunc(a.Shelf, func(o *lab.Opened) bool { return o.Trace == log }))
	}
	before, ask := a.Entry, "view=compare&orders=FCFS,SAF&resamples=2&weeks=1"
	entries := len(s.Visited)
	a.Act("drop", "")
	removed(first, true)
	require.Same(t, second, a.Trace)
	require.NotEmpty(t, a.Removed())
	require.Len(t, s.Visited, entries+1)
	require.Equal(t, before+1, a.Entry)
	a.Step(ask, before)
	removed(first, false)
	require.Same(t, first, a.Trace)
	require.Empty(t, a.Removed())
	a.Step(ask, before+1)
	removed(first, true)
	require.Same(t, second, a.Trace)
	require.Contains(t, s.Drawn[listed], `data-arg="1"`)
	a.Act("answer-open", "1")
	require.Same(t, first, a.Trace, "with its answer")
	require.Equal(t, said, s.Drawn["verdict"])
	a.Step(ask, a.Entry)
	removed(first, false)

	a.Act("drop", "")
	m.Log = m.Add("third", lublin.Config{Procs: 32, Jobs: 3000, Seed: 5})
	labtest.Load(a, m)
	a.Act("drop", "")
	require.Len(t, m.Forgot, 1, "the one before goes for good")
	a.Act("answer-open", "1")
	require.Same(t, second, a.Trace)
	require.Contains(t, a.Message, "was removed since: open the log again")
}

// A log that is dropped beside another is a step: Back brings the one before into sight, Forward the dropped one, each with
// its question; where several are dropped at once, the last alone is one.
func TestBackBringsTheLogBefore(t *testing.T) {
	a, m, s := asking(t)
	first := a.Trace
	m.FinishAll()
	said, before, entries := s.Drawn["verdict"], a.Entry, len(s.Visited)
	const ask = "view=compare&orders=FCFS,SPF&resamples=2&weeks=1"
	m.Log = m.Add("second", lublin.Config{Procs: 32, Jobs: 3000, Seed: 4})
	labtest.Load(a, m)
	second := a.Trace
	require.NotSame(t, first, second)
	require.Len(t, s.Visited, entries+1, "of the same question")
	require.Equal(t, before+1, a.Entry)

	a.Step(ask, before)
	require.Same(t, first, a.Trace)
	require.Equal(t, said, s.Drawn["verdict"], "with its answer")
	require.Len(t, s.Visited, entries+1)
	a.Step(ask, before+1)
	require.Same(t, second, a.Trace)
	require.Len(t, a.Shelf, 2)

	a.Step(ask, before)
	a.Select("1")
	require.Equal(t, before, a.Entry, "a log that is chosen is no step")
	a.Select("0")
	a.Act("drop", "")
	require.Same(t, second, a.Trace)
	a.Step(ask, before)
	require.Same(t, first, a.Trace, "what was removed comes back")
}
