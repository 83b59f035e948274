package guard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/order"
)

// steady are n jobs of one processor that run 100 s, one each so many seconds.
func steady(n int, each int64) *job.Trace {
	t := &job.Trace{Procs: 100, Users: []int64{7}, Calendar: job.Calendar{Monday: monday}}
	for j := range n {
		t.Submit, t.Run, t.Request = append(t.Submit, int64(j)*each), append(t.Run, 100), append(t.Request, 200)
		t.Size, t.User = append(t.Size, 1), append(t.User, 0)
	}
	return t
}

// Jobs wait ever longer under a limit that they would fill, and no longer in a log of twice their number under one that they would not.
func TestWaitsGrowWithTheLogWhereMoreIsOfferedThanALimitHolds(t *testing.T) {
	first, err := order.Parse("FCFS")
	require.NoError(t, err)
	for _, x := range []struct {
		each int64
		rule rule.Rule
		want float64 // offered
	}{{40, limit(rule.User, rule.Jobs, 2), 1.25}, {60, limit(rule.User, rule.Jobs, 2), 100.0 / 120},
		{30, limit(rule.All, rule.Procs, 3), 10. / 9}, {40, limit(rule.All, rule.Procs, 3), 10. / 12},
		{20, limit(rule.User, rule.Work, 600), 1.25}, {50, limit(rule.User, rule.Work, 600), 0.5}} {
		mean := func(n int) float64 {
			tr := steady(n, x.each)
			g := load(t, tr, false, x.rule)
			share, j := g.Offered(0)
			require.InEpsilon(t, x.want, share, 0.01)
			require.EqualValues(t, n-1, j)
			tr.Rules = []rule.Bound{{Rule: x.rule}}
			e := sim.New()
			e.Load(tr)
			require.NoError(t, e.Run(&sim.Config{Primary: first, Backfill: first, Threshold: sim.None}))
			sum := 0.0
			for j, at := range e.Starts() {
				sum += float64(at - tr.Submit[j])
			}
			return sum / float64(n)
		}
		few, many := mean(1000), mean(2000)
		if x.want > 1 {
			require.InEpsilon(t, 2*few, many, 0.05, x.rule.Text())
		} else {
			require.InDelta(t, few, many, 1, x.rule.Text())
		}
	}
}

// What is offered is counted of those whom a limit concerns, while it holds, of the subject who would hold most.
func TestWhatIsOfferedToALimitIsOfItsOwnJobs(t *testing.T) {
	tr := three()
	tr.Submit = []int64{0, 50, 400}
	tr.Size[2] = 9
	offered := func(r rule.Bound, strict bool) (float64, int32) {
		var g guard.Guard
		require.NoError(t, g.Load(tr, []rule.Bound{r}, strict))
		return g.Offered(0)
	}
	share, j := offered(rule.Bound{Rule: limit(rule.User, rule.Procs, 10)}, false)
	require.InDelta(t, 900./4000, share, 1e-12)
	require.EqualValues(t, 2, j)
	share, j = offered(rule.Bound{Rule: limit(rule.User, rule.Jobs, 1), Spans: []rule.Span{{From: 40, To: 240}}}, false)
	require.InDelta(t, 0.5, share, 1e-12)
	require.EqualValues(t, 1, j)
	soft := limit(rule.User, rule.Jobs, 1)
	soft.Soft = true
	for _, r := range []rule.Rule{soft, rule.New(rule.Hours), rule.New(rule.Missing)} {
		r.Most, r.To = 1, 60
		share, j = offered(rule.Bound{Rule: r}, true)
		require.Zero(t, share, r.Text())
		require.EqualValues(t, -1, j)
	}
	tr.Submit = []int64{0, 0, 0}
	share, _ = offered(rule.Bound{Rule: limit(rule.User, rule.Jobs, 1)}, false)
	require.Zero(t, share, "one instant")
}

// In a log that is shorter than its jobs a limit is offered no more than all of them hold at once.
func TestALogShorterThanItsJobsOffersNoMoreThanAllHoldAtOnce(t *testing.T) {
	for _, n := range []int{2, 3, 40} {
		tr := steady(n, 1)
		tr.Run[1], tr.Request[1] = 36_000, 36_000
		for _, x := range []struct {
			rule   rule.Rule
			atOnce float64
		}{{limit(rule.User, rule.Jobs, 2), 1}, {limit(rule.All, rule.Procs, 2), 1}, {limit(rule.User, rule.Work, 2), 36_000}} {
			share, j := load(t, tr, false, x.rule).Offered(0)
			require.Positive(t, share)
			require.LessOrEqual(t, share, float64(n)*x.atOnce/2, x.rule.Text())
			require.NotEqualValues(t, -1, j)
		}
	}
	tr := steady(3, 1)
	for j := range tr.Run {
		tr.Run[j] = 36_000
	}
	share, _ := load(t, tr, false, limit(rule.User, rule.Jobs, 1)).Offered(0)
	require.InEpsilon(t, 3, share, 1e-12)
}
