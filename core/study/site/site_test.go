package site_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/study/site"
)

// steady is a log of n jobs a minute apart.
func steady(n int) *job.Trace {
	t := &job.Trace{Name: "steady", Procs: 4}
	for j := range n {
		t.Submit = append(t.Submit, int64(60*j))
		t.Run = append(t.Run, 100)
		t.Request = append(t.Request, 200)
		t.Size = append(t.Size, int32(1+j%4))
		t.User = append(t.User, 0)
	}
	t.Users = []int64{1}
	return t
}

func TestStretchesFollowOneAnotherAndShareNoJob(t *testing.T) {
	s := site.Default()
	s.Platform, s.First, s.Skip = "spread", 10, 3
	m, err := s.Machine()
	require.NoError(t, err)
	trace := steady(50)
	all, err := s.Jobs(trace, m, 0, 1)
	require.NoError(t, err)
	require.Equal(t, 47, all.Len())
	require.Equal(t, 4, s.Stretches(all))
	from := 3
	for k := 1; k <= 4; k++ {
		l, err := s.Load(trace, m, k, 1)
		require.NoError(t, err)
		require.Equal(t, 10, l.Len())
		require.Zero(t, l.Submit[0])
		require.Equal(t, int32(1+from%4), l.Size[0])
		from += 10
	}
	_, err = s.Load(trace, m, 6, 1)
	require.ErrorContains(t, err, "stretch 6 has no jobs")
	s.First = 0
	require.Equal(t, 1, s.Stretches(all))
	_, err = s.Load(trace, m, 2, 1)
	require.ErrorContains(t, err, "there is one stretch")
}

// Jobs that fit nowhere belong to no stretch: those behind them are the next ones.
func TestJobsThatFitNowhereAreInNoStretch(t *testing.T) {
	s := site.Default()
	s.Platform, s.First = "spread", 3
	m, err := s.Machine()
	require.NoError(t, err)
	trace := steady(12)
	for j := range trace.Size {
		if j%2 == 0 {
			trace.Size[j] = 100
		}
	}
	first, err := s.Load(trace, m, 1, 1)
	require.NoError(t, err)
	require.Equal(t, []int64{2, 4, 6}, first.ID)
	second, err := s.Load(trace, m, 2, 1)
	require.NoError(t, err)
	require.Equal(t, []int64{8, 10, 12}, second.ID)
	require.Equal(t, []float64{0, 120, 240}, second.Submit)
	_, err = s.Load(trace, m, 3, 1)
	require.ErrorContains(t, err, "stretch 3 has no jobs: 6 can be run, 3 at a time")
	for j := range trace.Size {
		trace.Size[j] = 100
	}
	_, err = s.Load(trace, m, 1, 1)
	require.ErrorContains(t, err, "12 fit nowhere on spread")
}

func TestAPlatformIsANameOrADescription(t *testing.T) {
	s := site.Default()
	set := s.Settings().Find("platform")
	require.NoError(t, set.Set(" spread "))
	require.Equal(t, "spread", s.Platform)
	spec, ok := platform.BuiltinSpec("spread")
	require.True(t, ok)
	text, err := spec.Encode()
	require.NoError(t, err)
	require.NoError(t, set.Set(text))
	require.Equal(t, text, set.Get(), "what is read back is the same platform")
	m, err := s.Machine()
	require.NoError(t, err)
	require.Equal(t, 4, m.Cores())
	for _, bad := range []string{"", "none", "{", "{}", `{"platform":{}}`, strings.Repeat("x", 20_000), "<b>"} {
		err := set.Set(bad)
		require.Error(t, err, bad)
		require.Less(t, len(err.Error()), 400, "%.20s", bad)
		require.Equal(t, text, s.Platform, "a refused text changes nothing")
	}
	_, err = cluster.ParseWork(s.Work)
	require.NoError(t, err)
}
