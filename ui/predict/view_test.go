package predict

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is the view on a page with a log.
func page(t *testing.T, query string) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, predict.Kind(), triples.Kind())
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 3000, Seed: 2})
	a.Start(query)
	require.Empty(t, a.Message)
	labtest.Load(a, m)
	return a, v, m, s
}

func TestTheStudyFollowsTheMainJob(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "weeks=2&resamples=4")
	require.Equal(t, lab.Loaded, a.State)
	a.Run()
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 5, "the log itself and four resamples")
	require.Contains(t, s.Drawn["predict-verdict"], "The first resamples are being replayed.")
	m.Finish(0)
	require.Nil(t, v.Report, "the log itself is no resample")
	m.Finish(0)
	require.Contains(t, s.Drawn["predict-verdict"], "So far, after 1 of 4 resamples: ")
	require.Contains(t, s.Drawn["predict-verdict"], "Replaying your log: ")
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State)
	require.Contains(t, v.Verdict.Stopped(), "Predict continues from here")
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 4, v.Report.Done)
	require.Contains(t, s.Drawn[hostLadder], "run times known")
	require.Contains(t, s.Drawn[hostTable], `data-way="ave2-incremental-SJBF"`)

	// other ways of looking need nothing new, another way of predicting does
	a.Set("objective", "avgWait")
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn[hostLadder], "change of the average wait")
	a.Set("predictor-of", "history2")
	require.Contains(t, s.Drawn["predict-verdict"], "The answer to the question before, with predictor learned instead of history2.")
}

// Nothing is asked of the log itself before it is looked at, and once alone.
func TestDetailsAreAskedForWhenTheyAreLookedAt(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "weeks=2&resamples=2")
	a.Run()
	require.Empty(t, m.Asked)
	m.FinishAll()
	require.Len(t, m.Asked, 5, "errors are of all ways of the ladder")
	require.Contains(t, s.Drawn[v.Figures.FigureHost()], "The log itself is being replayed")
	for len(m.Asked) > 0 {
		m.Answer()
	}
	require.Contains(t, s.Drawn[v.Figures.FigureHost()], "<svg")
	for _, tab := range []string{"values", "groups", "time", "weights"} {
		a.Act("tab", tab)
		require.Empty(t, m.Asked, "%s has all it needs", tab)
		require.Contains(t, s.Drawn[v.Figures.FigureHost()], "<svg", tab)
		require.NotEmpty(t, v.Figures.Pictures()[0].Table().Rows)
	}
	a.Act("tab", "tail")
	a.Act("tab", "tail")
	require.Len(t, m.Asked, 1, "once")
	m.Answer()
	require.Contains(t, s.Drawn[v.Figures.FigureHost()], "The longest wait is")
	a.Act("picture", "svg")
	require.NotEmpty(t, s.Files)
	clear(s.Files)
	a.Set("correction", "doubling")
	a.Run()
	m.FinishAll()
	require.NotEmpty(t, m.Asked, "another plan, other details")
	a.Act("picture", "svg")
	require.Empty(t, s.Files, "what is not there is not saved")
}

func TestAJobIsLookedUpByItsNumber(t *testing.T) {
	fixture.Long(t)
	a, _, m, s := page(t, "weeks=2&resamples=2")
	a.Run()
	m.FinishAll()
	answer := func() {
		for len(m.Asked) > 0 {
			m.Answer()
		}
	}
	answer()
	require.Contains(t, s.Drawn[hostJob], "Slowed down most under this way")
	a.Set("predict-number", "12")
	require.Contains(t, s.Drawn[hostJob], "The log is being replayed.")
	answer()
	require.Contains(t, s.Drawn[hostJob], "Job 12 of user ")
	a.Set("predict-number", "999999")
	answer()
	require.Contains(t, s.Drawn[hostJob], "Job 999999 is not among those simulated")
	a.SetField("predict-number", "predict-number", "twelve")
	require.Contains(t, s.Refused["predict-number"], "give the number that the log")
	a.Act("predict-asking", "")
	require.Contains(t, s.Drawn[hostAsking], "replayed once for each")
	answer()
	require.Contains(t, s.Drawn[hostAsking], "times the processor time")
	require.Contains(t, s.Drawn[hostAsking], "DefaultTime=")
	require.Contains(t, s.Drawn[hostAsking], "No simulation has shown what it does")
}

// The map is of all logs, that in sight first, and says what others would choose.
func TestTheMapIsOfEveryLoadedLog(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "weeks=1&resamples=1")
	m.Log = m.Add("second", lublin.Config{Procs: 64, Jobs: 2500, Seed: 7})
	a.OpenFiles([]ui.File{{Name: "second.swf"}})
	m.Read(overview.Summarise(m.Log), nil)
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn[hostMap], "map the study’s 128 ways")
	require.Contains(t, s.Drawn[hostMap], "each of the 2 logs")
	a.Act("predict-map", "")
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 131, "EASY, the 128 and two bounds")
	require.Equal(t, triples.Name, m.Tasks[0].Subject.Kind)
	require.Same(t, v.Lab.Trace, m.Tasks[0].Subject.Trace, "the log in sight comes first")
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn[hostMap], "The other logs choose ")
	require.Contains(t, s.Drawn[hostMap], `id="predict-correlations"`)
	require.NotContains(t, s.Drawn[hostMap], "map the study’s")
	a.Act("predict-map-csv", "")
	require.Equal(t, 1+2*130, strings.Count(s.Files["shadowtime-triples.csv"], "\n"))

	b, again, m2, s2 := page(t, "weeks=1&resamples=1") // as after a reload
	rows, log := 0, m.Log.Digest
	a.Store.Rows(log, func(kept []lab.KeptRow, err error) {
		require.NoError(t, err)
		for _, row := range kept {
			again.Recall(log, row)
			rows++
		}
	})
	require.Greater(t, rows, 131)
	m2.Log = m.Log
	m2.Logs[log] = m.Log
	b.OpenFiles([]ui.File{{Name: "second.swf"}})
	m2.Read(overview.Summarise(m.Log), nil)
	require.Empty(t, m2.Tasks)
	require.Equal(t, v.atlas()[1], again.atlas()[0], "the first log has none yet")
	require.NotEmpty(t, s2.Drawn[hostMap])
}
