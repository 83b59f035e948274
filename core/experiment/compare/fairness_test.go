package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

func TestUsersLoseWhoseJobsWaitATenthLonger(t *testing.T) {
	row := Row{
		Counts:     metric.Counts{User: []int64{3, 1, 0, 2}, Work: []int64{50, 30, 0, 20}},
		Breakdowns: []metric.Breakdown{{User: []int64{100, 100, 0, 0}}, {User: []int64{110, 111, 0, 1}}},
	}
	users, work := losers(&row, 1)
	require.InDelta(t, 2.0/3, users, 1e-12, "the second and the fourth of the three who submitted anything")
	require.InDelta(t, 0.5, work, 1e-12)
	users, work = losers(&row, 0)
	require.Zero(t, users)
	require.Zero(t, work)
}

func TestFairnessIsAMeanOverResamplesWithAnInterval(t *testing.T) {
	r, e, rows, _ := evidence(t)
	require.Len(t, e.Fair, len(r.Orders))
	require.Equal(t, report.Float(0), e.Fair[0].Users.Mean, "nobody loses against the baseline itself")
	list := fairness(rows, len(r.Orders), stats.Weeks{Log: 50, Resample: 50, Block: 1})
	for i, f := range list {
		require.InDelta(t, float64(e.Fair[i].Users.Mean), float64(f.Users.Mean), 1e-12)
		for _, x := range []Figure{f.Users, f.Work, f.Gini} {
			require.True(t, x.Low <= x.Mean && x.Mean <= x.High && x.Mean >= 0 && x.Mean <= 1)
		}
	}
}

func TestWhatResamplesKeepIsSetBesideTheLog(t *testing.T) {
	r, e, rows, _ := evidence(t)
	require.Len(t, e.Kept, 6)
	for _, k := range e.Kept {
		require.True(t, k.Log.Known() && k.Low <= k.Mean && k.Mean <= k.High, k.What)
	}
	require.InDelta(t, float64(r.AsLogged.AvgWait), float64(e.Kept[0].Log), 1e-9)
	require.Nil(t, kept(r, nil, rows), "while the log itself is not known")
	require.False(t, e.Kept[5].Ratio(), "an autocorrelation has a sign")
}
