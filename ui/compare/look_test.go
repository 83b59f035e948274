package compare

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

func TestAFirstLookComputesByItselfWhileThePageRests(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	a.Rough, s.Frozen = true, true
	v.Plan = compare.Default()
	labtest.Load(a, m)
	require.Equal(t, lab.Loaded, a.State)
	require.True(t, a.CanCompute(), "the full answer can be asked for at once")
	require.Equal(t, 2, v.Plan.Weeks, "a resample has no more weeks than the log")
	n := len(m.Tasks) - 1
	require.GreaterOrEqual(t, n, 4)
	require.LessOrEqual(t, n, 10)
	require.Equal(t, study.Logged, m.Tasks[0].K, "the answer is of the log itself")
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	require.Equal(t, lab.Loaded, a.State)
	require.Equal(t, lab.Rough, v.Verdict.Standing)
	require.Contains(t, s.Drawn["verdict"], "A rough answer, made at once from")
	require.Contains(t, s.Drawn["verdict"], "Compare computes the 60 that you ask for")
	require.NotContains(t, s.Drawn["verdict"], "So far")
	require.Equal(t, "0", a.DataDone())
	require.Equal(t, n, v.Report.Done)
	require.Contains(t, s.Focused, "question-title", "nobody asked for it: the focus stays where the log left it")

	a.Run() // continues from there
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 60-n)
	require.Equal(t, lab.Asked, v.Verdict.Standing)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 60, v.Report.Done)
	require.NotContains(t, s.Drawn["verdict"], "rough")
}

func TestAPressTakesThePlaceOfAFirstLook(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	a.Rough = true
	labtest.Load(a, m)
	late := m.Tasks[0]
	a.Run()
	require.Equal(t, 1, m.Ended)
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 5)
	late.Done([]byte("late"), nil)
	late.Done(nil, lab.ErrCancelled)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 4, v.Report.Done)
}

// A look ends by what it knows: it takes as long as it takes, and says meanwhile how far it is.
func TestALookEndsWithItsAnswerWhateverTheClockSays(t *testing.T) {
	for _, hours := range []float64{0, 10} {
		a, v, m, s := page(t)
		a.Rough, s.Hours = true, hours
		v.Plan = compare.Default()
		labtest.Load(a, m)
		n := len(m.Tasks) - 1
		require.Greater(t, n, 1)
		require.Contains(t, s.Drawn["verdict"], "A first, rough answer is on its way.")
		m.Tasks[0].Tell(float64(len(v.Plan.Orders)) / 2)
		require.Contains(t, s.Drawn["verdict"], "is computed.", "half of a task")
		for done := 0; len(m.Tasks) > 0; done++ {
			require.True(t, v.Lab.Looking(v.Kind))
			if done > 1 {
				require.Contains(t, s.Drawn["verdict"], "made at once from "+strconv.Itoa(done-1)+" of "+strconv.Itoa(n)+" ")
			}
			m.Finish(0)
		}
		require.Zero(t, m.Ended, "nothing was cancelled")
		require.False(t, v.Lab.Looking(v.Kind))
		require.Equal(t, lab.Rough, v.Verdict.Standing)
		require.Equal(t, n, v.Report.Done)
		require.Contains(t, s.Drawn["verdict"], "made at once from "+strconv.Itoa(n)+" resamples")
	}
}

func TestAFailedLookSaysNothing(t *testing.T) {
	a, v, m, _ := page(t)
	a.Rough = true
	labtest.Load(a, m)
	m.Tasks[0].Done(nil, errors.New("no"))
	require.Equal(t, lab.Loaded, a.State)
	require.Empty(t, a.Message)
	require.Nil(t, v.Report)
	require.True(t, a.CanCompute())
}

func TestALookOfALargeLogIsOfShortResamples(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	o := *a.Current()
	for _, jobs := range []int{1, 100, 30_000, 300_000, 5_000_000} {
		overview := *o.Trace.Overview
		overview.Jobs, overview.WholeWeeks = jobs, 36
		o.Trace = &lab.Trace{Overview: &overview, Cleaning: o.Trace.Cleaning}
		p := compare.Default()
		n := v.Roughly(&o, &p, 60)
		replays := float64(jobs) / 36 * float64(p.Weeks*n*len(p.Orders))
		require.GreaterOrEqual(t, n, 4)
		require.LessOrEqual(t, n, 10)
		require.GreaterOrEqual(t, p.Weeks, 1)
		if p.Weeks > 1 {
			require.LessOrEqual(t, replays, 2_100_000.0, "%d jobs", jobs)
		}
		t.Logf("%d jobs: %d resamples of %d weeks, %.0f replayed", jobs, n, p.Weeks, replays)
	}
}

func TestARefusedFieldSaysWhyAndKeepsTheLastGoodValue(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.SetField("weeks", "weeks", "-3")
	require.Contains(t, s.Refused["weeks"], "whole number")
	require.Contains(t, s.Refused["weeks"], "Until then it is 3")
	require.Empty(t, a.Message)
	require.Equal(t, 3, v.Plan.Weeks)
	a.SetField("formula", "formula", "p * foo")
	require.Contains(t, s.Refused["formula"], "column 5")
	require.Equal(t, 5, s.At["formula"])
	a.SetField("weeks", "weeks", "2")
	require.Empty(t, s.Refused["weeks"])
	require.NotEmpty(t, s.Refused["formula"], "another field's stays")
	require.Equal(t, 2, v.Plan.Weeks)
}

func TestTheFocusFollowsARun(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	require.Contains(t, s.Focused, "question-title")
	a.Run()
	require.Equal(t, lab.CancelID(v), s.Focused)
	a.Cancel()
	require.Equal(t, lab.RestIDs(v), s.Focused)
	a.Run()
	require.Equal(t, lab.CancelID(v), s.Focused)
	m.FinishAll()
	require.Equal(t, lab.RestIDs(v), s.Focused)
}

func TestAPinnedAnswerStandsBesideTheNextPairedByResample(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn["pinned"], `data-act="pin"`)
	then, rows := v.Report, v.Basis
	a.Act("pin", "")
	require.Contains(t, s.Drawn["pinned"], "Kept.")
	a.Set("threshold", "1")
	require.NotContains(t, s.Drawn["pinned"], "<table")
	a.Run()
	m.FinishAll()
	html := s.Drawn["pinned"]
	require.Contains(t, html, "threshold 40h instead of 1h")
	require.Contains(t, html, then.Named.Order)
	require.Equal(t, 1, strings.Count(html, "<table"))
	kept := then.Choices(rows)
	require.True(t, kept.Pairs(v.Report.Choices(v.Basis)))
	a.Set("seed", "9")
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn["pinned"], "not of the same resamples")
	a.Act("unpin", "")
	require.NotContains(t, s.Drawn["pinned"], "<table")
}

func TestALinkSaysWhatItHasThatNothingTakes(t *testing.T) {
	a, v, _, _ := page(t)
	a.Start("weaks=4&weeks=5")
	require.Contains(t, a.Message, `"weaks"`)
	require.Equal(t, 5, v.Plan.Weeks)
}
