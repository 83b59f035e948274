package report_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/report"
	"shadowtime/core/resample"
	"shadowtime/core/study"
)

// A log of six weeks from a Wednesday: five from Monday to Monday, four as
// shuffle counts them, since those of the first and of the last submit go.
func TestMethodsOfAShuffleSpeakOfItsOwnWeeks(t *testing.T) {
	l := &job.Log{Name: "a log", Header: job.Header{Pairs: []job.Pair{{Key: "MaxProcs", Value: "8"}, {Key: "UnixStartTime", Value: "1704283200"}, {Key: "TimeZone", Value: "0"}}}}
	add := func(at int64) {
		l.Add(&[job.NumFields]int64{job.ID: 1, job.Submit: at, job.Run: 60, job.Alloc: 1, job.ReqProcs: 1, job.ReqTime: 60, job.Status: 1, job.User: at / job.Week % 3}, l.Len()+1)
	}
	for at := int64(3600); at < 6*job.Week; at += 3600 {
		add(at)
	}
	w := study.DefaultWorkload()
	w.Variant = resample.Shuffle
	tr, cleaning := w.Prepare(l)
	s := report.SourceOf(l.Name, cleaning, 0, overview.Of(tr))
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
