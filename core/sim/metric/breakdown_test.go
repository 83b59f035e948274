package metric

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

func TestEveryWaitHasOneClassAndItsBound(t *testing.T) {
	last := 0
	for wait := int64(0); wait < 5000; wait++ {
		b := WaitBin(wait)
		require.GreaterOrEqual(t, b, last, wait)
		last = b
		require.LessOrEqual(t, wait, WaitBound(b), wait)
		if b > 0 {
			require.Greater(t, wait, WaitBound(b-1), wait)
		}
	}
	for _, wait := range []int64{1 << 20, 1<<33 + 12345, 1 << 37} {
		b := WaitBin(wait)
		require.LessOrEqual(t, wait, WaitBound(b))
		require.Greater(t, wait, WaitBound(b-1))
	}
	require.Equal(t, WaitBins-1, WaitBin(1<<62))
}

func TestDetailsAddUpToTheRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	tr := &job.Trace{Procs: 100, Users: []int64{-1, 4, 9}}
	var starts []int64
	at := int64(0)
	for range 500 {
		at += rng.Int64N(5000)
		tr.Submit = append(tr.Submit, at)
		tr.Run = append(tr.Run, rng.Int64N(100_000))
		tr.Size = append(tr.Size, int32(1+rng.IntN(100)))
		tr.User = append(tr.User, int32(rng.IntN(3)))
		starts = append(starts, at+max(0, rng.Int64N(2*job.Week)-job.Week))
	}
	run := Measure(tr, starts, 10)
	w := NewWatch(tr, 2)
	d, c := w.Breakdown(starts), w.Counts()
	sum := func(v []int64) (s int64) {
		for _, x := range v {
			s += x
		}
		return s
	}
	require.Equal(t, run.Jobs, sum(d.Waits))
	for _, v := range [][]int64{d.Ended, d.Week, d.Size, d.Run, d.Hour, d.User} {
		require.Equal(t, run.SumWait, sum(v))
	}
	for _, v := range [][]int64{c.Week, c.Size, c.Run, c.Hour, c.User} {
		require.Equal(t, run.Jobs, sum(v))
	}
	require.Equal(t, run.Area, float64(sum(c.Work)))
	require.Len(t, d.Ended, 3, "two weeks, and all that is later")

	var breakdown Breakdown
	require.NoError(t, wire.Decode(wire.Encode(&d), &breakdown))
	require.Equal(t, d, breakdown)
	var counts Counts
	require.NoError(t, wire.Decode(wire.Encode(&c), &counts))
	require.Equal(t, c, counts)
}
