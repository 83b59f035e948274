package report_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// A log of six weeks from a Wednesday: five from Monday to Monday, four as
// shuffle counts them, since those of the first and of the last submit go.
func TestMethodsOfAShuffleSpeakOfItsOwnWeeks(t *testing.T) {
	l := &job.Log{Name: "a log", Header: job.Header{Pairs: []job.Pair{{Key: "MaxProcs", Value: "8"},
		{Key: "UnixStartTime", Value: "1704283200"}, {Key: "TimeZone", Value: "0"}}}}
	add := func(at int64) {
		l.Add(&[job.NumFields]int64{job.ID: 1, job.Submit: at, job.Run: 60, job.Alloc: 1, job.ReqProcs: 1, job.ReqTime: 60, job.Status: 1,
			job.User: at / job.Week % 3}, l.Len()+1)
	}
	for at := int64(3600); at < 6*job.Week; at += 3600 {
		add(at)
	}
	w := study.DefaultWorkload()
	w.Variant = resample.Shuffle
	tr, cleaning := w.Prepare(l)
	s := report.SourceOf(l.Name, cleaning, 0, overview.Describe(tr))
	require.Equal(t, 5, s.WholeWeeks)
	source, err := resample.New(tr, resample.Shuffle, true)
	require.NoError(t, err)
	require.Equal(t, source.Weeks(), s.ClockWeeks)
	require.Equal(t, 4, s.ClockWeeks)
	words := s.Workload(w, 20)
	require.Contains(t, words, "counted from instant 0 of the log's clock and not from Monday")
	require.Contains(t, words, "each resample has all 4). ")
	require.NotContains(t, words, "52 weeks")
	require.NotContains(t, words, s.Calendar)
	require.Equal(t, 4, s.Length(w))
	w.Weeks = 3
	require.Contains(t, s.Workload(w, 20), "each resample has the first 3 of 4). ")
	w.Variant = resample.Block
	require.Contains(t, s.Workload(w, 20), "20 resamples of 3 weeks were made from the log's 5 whole weeks")
}

// A log of eleven days may lie over two Mondays and have no week between them: it is told in days,
// by the answer as by the description.
func TestALogWithoutAWholeWeekIsToldInDays(t *testing.T) {
	s := report.Source{Lasts: 11*job.Day + 4000}
	require.Equal(t, "11 days", s.Span(1))
	c := report.Claim{Weeks: 1}
	require.Equal(t, "11 days are too short to claim anything. At least 4 weeks are needed, and 8 or more are useful. "+
		"Export a longer period.", c.Short(report.Subject{Alone: s.Alone()}))
	s.WholeWeeks = 1
	require.Equal(t, "1 week", s.Span(1))
	require.Contains(t, c.Short(report.Subject{Alone: s.Alone()}), "1 whole week is too short")
}

// Where run times stand for missing requests, orders do look at run times.
func TestNeverAtRunTimesIsSaidWhereAllJobsAskedAlone(t *testing.T) {
	of := func(none, kept int) (string, string) {
		s := report.Source{Cleaning: &job.Cleaning{NoRequest: none, Kept: kept}}
		return s.LookAt(), s.Asked()
	}
	look, asked := of(0, 400)
	require.Equal(t, "Orders look at requested times, never at run times. ", look)
	require.Equal(t, "requested times", asked)
	look, asked = of(387, 387)
	require.Equal(t, "None of the 387 jobs has a requested time: run times stand for them, and orders look at those. ", look)
	require.Equal(t, "run times, which stand for the requests that the log does not have", asked)
	look, asked = of(12, 400)
	require.Equal(t, "Orders look at requested times. For 12 of 400 jobs the request is missing, and the run time stands for it. ", look)
	require.Equal(t, "requested times, and for the 12 of 400 jobs without one the run time, which stands for it", asked)
	require.NotContains(t, look, "never")
}
