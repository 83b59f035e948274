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

// A load by users may leave nobody of a log with few of them: it is drawn again then, the log itself too. Who takes what is
// drawn once is told that users have none.
func TestALogOfOneUserHasJobsUnderAnyLoad(t *testing.T) {
	one := asking()
	for j := range one.User {
		one.User[j] = 0
	}
	one.Users = []int64{7}
	refused := 0
	for seed := range uint64(20) {
		w := study.DefaultWorkload()
		w.Load, w.LoadBy, w.Seed, w.Warmup, w.Drain = 0.3, resample.Users, seed, 0, 0
		m, err := w.Maker(one)
		require.NoError(t, err)
		for _, k := range []int{study.Logged, 1} {
			var dst, once job.Trace
			require.NoError(t, m.Make(&dst, k), "seed %d, %d", seed, k)
			require.Positive(t, dst.Len())
			if err := m.MakeOnce(&once, k); err != nil {
				require.ErrorContains(t, err, "there 0.3 times in the mean have none here")
				refused++
			}
		}
	}
	require.Positive(t, refused)
}
