package study_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// asking is a log of two weeks whose users ask for up to ten times what they need.
func asking() *job.Trace {
	t := &job.Trace{Procs: 8, Users: []int64{1}}
	for j := range 400 {
		at := int64(j) * 2 * job.Week / 400
		run := int64(1 + j%97)
		t.Submit, t.Run, t.Request = append(t.Submit, at), append(t.Run, run), append(t.Request, run*int64(1+j%10))
		t.Size, t.User = append(t.Size, 1), append(t.User, 0)
	}
	t.Submit[399] = 2*job.Week - 1
	return t
}

func TestRequestsComeCloserToRunTimesAndNeverBelow(t *testing.T) {
	made := func(share float64) *job.Trace {
		w := study.DefaultWorkload()
		w.Weeks, w.Closer = 2, share
		m, err := w.Maker(asking())
		require.NoError(t, err)
		var dst job.Trace
		require.NoError(t, m.Make(&dst, 1))
		return &dst
	}
	was, half, exact := made(0), made(0.5), made(1)
	shorter := 0
	for j := range was.Request {
		require.Equal(t, was.Run[j], exact.Request[j], "exact")
		require.Equal(t, was.Run[j]+(was.Request[j]-was.Run[j]+1)/2, half.Request[j])
		require.Equal(t, was.Submit[j], half.Submit[j], "nothing else changes")
		if half.Request[j] < was.Request[j] {
			shorter++
		}
	}
	require.Greater(t, shorter, len(was.Request)/2)
}

// A log of which nearly all weeks are empty, as one time that is years off makes it, is resampled like any: what is
// drawn without a job is drawn again, the same at each asking.
func TestEveryResampleHasJobs(t *testing.T) {
	for _, v := range []resample.Variant{resample.Block, resample.Draw} {
		sparse := asking()
		sparse.Submit[399] = 1000 * job.Week
		w := study.DefaultWorkload()
		w.Weeks, w.Variant, w.Warmup, w.Drain = 2, v, 0, 0
		m, err := w.Maker(sparse)
		require.NoError(t, err)
		for k := 1; k <= 20; k++ {
			var dst, again job.Trace
			require.NoError(t, m.Make(&dst, k), "%s, %d", v, k)
			require.Positive(t, dst.Len())
			require.NoError(t, m.Make(&again, k))
			require.Equal(t, dst.Submit, again.Submit)
		}
	}
}
