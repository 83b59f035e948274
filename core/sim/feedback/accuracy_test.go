package feedback_test

import (
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/population"
)

// base is EASY(FCFS) with the threshold that the truth has too.
var base = sim.Config{Threshold: 40 * 3600}

// candidates are the orders that a world is asked about.
func candidates(tb testing.TB) (list []order.Order) {
	for _, name := range []string{"SPF", "SAF", "SQF"} {
		o, err := order.Parse(name)
		require.NoError(tb, err)
		list = append(list, o)
	}
	return list
}

// lived is what a population does under one order.
func lived(tb testing.TB, c population.Config, weeks int, o order.Order) (feedback.Figures, *population.Population, *sim.Engine) {
	c.Weeks = weeks
	p, err := population.New(c)
	require.NoError(tb, err)
	e := sim.New()
	require.NoError(tb, e.LoadFed(int64(c.Procs), 0, 400*weeks))
	cfg := base
	cfg.Primary, cfg.Backfill = o, o
	require.NoError(tb, e.RunFed(&cfg, p))
	t := e.Arrived()
	m := metric.Measure(&t, e.Starts(), 10)
	return feedback.Figures{Wait: m.AvgWait(), Slowdown: m.AvgBsld(), Weekly: float64(m.Jobs) / float64(weeks)}, p, e
}

// error is how far off answers are, in points.
type deviation struct {
	sum, size, most float64
	n               int
}

func (d *deviation) add(x float64) {
	d.sum += 100 * x
	d.size += 100 * math.Abs(x)
	d.most = max(d.most, 100*math.Abs(x))
	d.n++
}

func (d *deviation) bias() float64 { return d.sum / float64(d.n) }
func (d *deviation) mean() float64 { return d.size / float64(d.n) }

// side is how one kind of replay did over worlds.
type side struct {
	wait, slowdown, weekly deviation
	best, near             int
}

func (s *side) log(t *testing.T, name string, worlds int) {
	t.Logf("%-6s wait %+.1f / %.1f / %.1f  slowdown %+.1f / %.1f / %.1f  jobs a week %+.1f / %.1f / %.1f  best %d near %d of %d", name,
		s.wait.bias(), s.wait.mean(), s.wait.most, s.slowdown.bias(), s.slowdown.mean(), s.slowdown.most,
		s.weekly.bias(), s.weekly.mean(), s.weekly.most, s.best, s.near, worlds)
}

// judge holds the answers of logs against what the same users do in the long run.
func judge(t *testing.T, worlds []population.Config, weeks, long int) (open, closed side) {
	orders := candidates(t)
	for _, c := range worlds {
		truth, _, _ := lived(t, c, long, order.Order{})
		_, p, e := lived(t, c, weeks, order.Order{})
		s, err := feedback.NewComparison(p.Trace(e), feedback.Plan{Base: base, Orders: orders})
		require.NoError(t, err)
		a, err := s.Replay(runtime.GOMAXPROCS(0))
		require.NoError(t, err)
		var real []float64
		for i, o := range orders {
			f, _, _ := lived(t, c, long, o)
			real = append(real, f.Wait/truth.Wait-1)
			for _, x := range []struct {
				*side
				feedback.Change
			}{{&open, a.Orders[i].OpenChange}, {&closed, a.Orders[i].ClosedChange}} {
				x.wait.add(x.Wait - real[i])
				x.slowdown.add(x.Slowdown - (f.Slowdown/truth.Slowdown - 1))
				x.weekly.add(x.Weekly - (f.Weekly/truth.Weekly - 1))
			}
		}
		open.name(real, a, func(o *feedback.Outcome) float64 { return o.OpenChange.Wait })
		closed.name(real, a, func(o *feedback.Outcome) float64 { return o.ClosedChange.Wait })
		t.Logf("%+v: %.0f s, %.0f jobs a week, truth %.3f, open %.3f %.3f %.3f, closed %.3f %.3f %.3f, waited %.2f, C %.1f h, "+
			"likeness %.2f %.3f",
			c, truth.Wait, truth.Weekly, real, a.Orders[0].OpenChange.Wait, a.Orders[1].OpenChange.Wait, a.Orders[2].OpenChange.Wait,
			a.Orders[0].ClosedChange.Wait, a.Orders[1].ClosedChange.Wait, a.Orders[2].ClosedChange.Wait, a.Sync, a.HalfHours,
			a.Likeness.Wait, a.Likeness.Weekly)
	}
	return open, closed
}

// name counts whether the order that waits least is named.
func (s *side) name(real []float64, a *feedback.Answer, of func(o *feedback.Outcome) float64) {
	best, named := 0, 0
	for i := range real {
		if real[i] < real[best] {
			best = i
		}
		if of(&a.Orders[i]) < of(&a.Orders[named]) {
			named = i
		}
	}
	if best == named {
		s.best++
	}
	if real[named]-real[best] <= 0.02 {
		s.near++
	}
}

// settlement are worlds of 64 processors, a third each with nobody, 30 and 60 % who
// do not wait.
func settlement(n int, form population.Form) (list []population.Config) {
	for i := range n {
		c := population.Config{Procs: 64, Seed: uint64(701 + i), Form: form}
		switch i % 3 {
		case 0:
			c.Users = 16 + 3*(i/3)
		case 1:
			c.Users, c.Async = 14+2*(i/3), 0.3
		case 2:
			c.Users, c.Async = 10+i/3, 0.6
		}
		list = append(list, c)
	}
	return list
}

func TestUsersWhoWaitAreForetoldWithinPointsOfWhatTheyDo(t *testing.T) {
	fixture.Rare(t)
	const worlds = 24
	open, closed := judge(t, settlement(worlds, population.Response), 100, 2000)
	open.log(t, "open", worlds)
	closed.log(t, "closed", worlds)
	require.LessOrEqual(t, closed.wait.mean(), 3.0)
	require.LessOrEqual(t, math.Abs(closed.wait.bias()), 1.5)
	require.LessOrEqual(t, closed.wait.most, 10.0)
	require.LessOrEqual(t, closed.slowdown.mean(), 5.0)
	require.LessOrEqual(t, closed.weekly.mean(), 2.5)
	// SPF and SAF are within a point of each other in half of these worlds.
	require.GreaterOrEqual(t, closed.near, worlds*4/5)
	require.Less(t, open.best, closed.best)
	require.Less(t, open.near, closed.near)
}

// What sends these home is not what is fitted. Nine worlds are too few to say how often the
// best is named.
func TestUsersOfAnotherFormAreForetoldBetterClosedThanOpen(t *testing.T) {
	fixture.Long(t)
	forms := []population.Form{population.Slowdown, population.Campaign}
	if !fixture.Campaigns() {
		forms = forms[1:]
	}
	worlds := fixture.ByDay(5, 9)
	for _, form := range forms {
		open, closed := judge(t, settlement(worlds, form), 100, 300)
		t.Logf("form %d", form)
		open.log(t, "open", worlds)
		closed.log(t, "closed", worlds)
		require.Less(t, closed.wait.mean(), open.wait.mean()/2)
		require.Less(t, closed.weekly.mean(), open.weekly.mean()/2)
	}
}

func TestAClosedReplayIsNearerTheTruthThanAnOpenOne(t *testing.T) {
	fixture.Long(t)
	open, closed := judge(t, settlement(3, population.Response), 40, 200)
	require.Less(t, closed.wait.mean(), open.wait.mean())
	require.Less(t, closed.weekly.mean(), open.weekly.mean()/2)
}
