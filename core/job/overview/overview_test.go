package overview

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

func sample(t *testing.T) (*job.Log, *job.Trace) {
	t.Helper()
	l, err := lublin.Sample(lublin.Config{Procs: 100, Jobs: 3000, Seed: 1})
	require.NoError(t, err)
	l.Digest = job.DigestOf(l)
	tr, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	return l, tr
}

func TestEveryJobIsInOneClassOfEachChart(t *testing.T) {
	_, tr := sample(t)
	o := Describe(tr)
	for _, bins := range [][]Bin{o.Size, o.Run, o.Accuracy} {
		jobs, work := int64(0), 0.0
		for _, b := range bins {
			jobs += b.Jobs
			work += b.Work
		}
		require.Equal(t, int64(tr.Len()), jobs)
		require.InEpsilon(t, o.Load*float64(tr.Procs)*float64(o.Last-o.First), work, 1e-9)
	}
	hours := int64(0)
	for _, n := range o.Hour {
		hours += n
	}
	require.Equal(t, int64(tr.Len()), hours)
	require.Equal(t, tr.Len(), o.Asked+o.AtLimit)
	weeks := 0.0
	for _, w := range o.Week {
		weeks += w * job.Week
	}
	require.InEpsilon(t, o.Load*float64(o.Last-o.First), weeks, 1e-9)
}

func TestJobsFallIntoTheirClasses(t *testing.T) {
	tr := &job.Trace{Procs: 100, Users: []int64{-1}, Submit: []int64{0, 3600, 7200, 2 * job.Week},
		Run: []int64{0, 50, 899, 900}, Request: []int64{0, 100, 899, 1800}, Size: []int32{1, 3, 64, 100}, User: make([]int32, 4)}
	o := Describe(tr)
	require.False(t, o.Known)
	require.Equal(t, int64(1), o.Size[0].Jobs)
	require.Equal(t, int64(1), o.Size[1].Jobs)
	require.Equal(t, Bin{64, 100, 2, 64*899 + 100*900}, o.Size[6])
	require.Equal(t, int64(1), o.Run[0].Jobs, "zero seconds are a class of their own")
	require.Equal(t, int64(1), o.Run[4].Jobs, "899 s is below 15 min")
	require.Equal(t, int64(1), o.Run[5].Jobs, "900 s is not")
	require.Equal(t, 2, o.AtLimit, "0 of 0 and 899 of 899")
	require.Equal(t, int64(2), o.Accuracy[10].Jobs, "a half is the eleventh twentieth")
	require.Len(t, o.Week, 3)
	require.Equal(t, int64(2), o.Hour[0]) // the last job comes two weeks later
}

func TestNoJobsAreDescribedToo(t *testing.T) {
	o := Describe(&job.Trace{Procs: 4})
	require.Equal(t, 0, o.Jobs)
	require.Zero(t, o.Load)
}

func TestOverviewAndSummarySurviveTheWire(t *testing.T) {
	l, tr := sample(t)
	o := Describe(tr)
	var taken Overview
	require.NoError(t, wire.Decode(wire.Encode(o), &taken))
	require.Equal(t, o, &taken)

	l.Name = "KTH-SP2"
	s := Summarise(l)
	message, got := wire.Encode(s), &Summary{}
	require.NoError(t, wire.Decode(message, got))
	require.Equal(t, s, got)
	require.Equal(t, "KTH-SP2", got.Known)
	require.Error(t, wire.Decode(message[:20], &Summary{}))
}

// Far more work than the machine can do in a week or more is a warning.
func TestAnOverloadedTraceIsSaid(t *testing.T) {
	tr := &job.Trace{Procs: 10, Submit: []int64{0, job.Week}, Run: []int64{2 * job.Week, 1}, Request: []int64{2 * job.Week, 1},
		Size: []int32{7, 1}, User: []int32{0, 0}, Users: []int64{1}}
	require.Contains(t, Describe(tr).Overload(), "140")
	tr.Size[0] = 5
	require.Empty(t, Describe(tr).Overload())
	tr.Size[0], tr.Submit[1] = 7, job.Week-1
	require.Empty(t, Describe(tr).Overload(), "a few days may begin with much")
}

// A load above that of the whole machine is never shown alone: it is doubted, or told why.
func TestALoadAboveTheMachineIsExplainedOrDoubted(t *testing.T) {
	tr := &job.Trace{Procs: 10, Submit: []int64{0, job.Week}, Run: []int64{job.Week, 1}, Request: []int64{job.Week, 1},
		Size: []int32{10, 1}, User: []int32{0, 0}, Users: []int64{1}}
	says := func(work int64) string {
		tr.Run[0] = work / 10
		few, says := Describe(tr).Beyond()
		require.Equal(t, few == "", says == "")
		return says
	}
	require.Empty(t, says(9*job.Week))
	require.Contains(t, says(11*job.Week), "queue grows until the last submit")
	require.Contains(t, says(13*job.Week), "check the machine's size")
	tr.Submit[1] = 3600
	require.Contains(t, says(10*job.Day), "60 minutes, and jobs run on after that")
}

// A job without a request used no share of it: it is in no bar, and counted.
func TestJobsWithoutARequestUseNoShareOfIt(t *testing.T) {
	tr := &job.Trace{Procs: 8, Users: []int64{1}, Submit: []int64{0, 1, 2, 3}, Run: []int64{100, 50, 70, 9},
		Request: []int64{100, 100, 70, 9}, Size: []int32{1, 1, 1, 1}, User: make([]int32, 4), Unasked: []bool{false, false, true, true}}
	o := Describe(tr)
	require.Equal(t, []int{1, 1, 2, 2}, []int{o.AtLimit, o.Asked, o.Unasked(), o.Requests()})
	jobs := int64(0)
	for _, b := range o.Accuracy {
		jobs += b.Jobs
	}
	require.EqualValues(t, 2, jobs)
	rows := o.Table("requests")
	require.Equal(t, []string{"no request", "", "2", "", ""}, rows[len(rows)-1])
	require.Equal(t, "0.5", rows[len(rows)-2][3], "of those with one")
	tr.Unasked = []bool{true, true, true, true}
	rows = Describe(tr).Table("requests")
	require.Equal(t, []string{"1", "", "0", "", ""}, rows[len(rows)-2])
	require.Equal(t, "4", rows[len(rows)-1][2])
	tr.Unasked = nil
	require.Len(t, Describe(tr).Table("requests"), len(rows)-1)
}
