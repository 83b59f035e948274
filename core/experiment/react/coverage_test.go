package react

import (
	"math"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/population"
)

// judged is what the answers of logs are worth, against what the same users do in the long
// run.
type judged struct {
	worlds, orders, covered        int
	shown, leaning, wrong          int // of these wrong in sign
	best, near                     int
	wait, slowdown, weekly, openly float64 // sums of errors without sign
}

// settlement is a world of 64 processors: a third each with nobody, 30 and 60 % who do not
// wait.
func settlement(i int, form population.Form) population.Config {
	c := population.Config{Procs: 64, Seed: uint64(1101 + i), Form: form}
	switch at := i / 3 % 8; i % 3 {
	case 0:
		c.Users = 15 + 3*at
	case 1:
		c.Users, c.Async = 13+2*at, 0.3
	case 2:
		c.Users, c.Async = 9+at, 0.6
	}
	return c
}

// lived are the users of a world under an order for so many weeks.
func lived(t *testing.T, c population.Config, weeks int, name string) (metric.Run, *job.Log) {
	c.Weeks = weeks
	users, err := population.New(c)
	require.NoError(t, err)
	o, err := order.Parse(name)
	require.NoError(t, err)
	e := sim.New()
	require.NoError(t, e.LoadFed(64, 0, 400*weeks))
	require.NoError(t, e.RunFed(&sim.Config{Primary: o, Backfill: o, Threshold: 40 * 3600}, users))
	arrived := e.Arrived()
	return metric.Measure(&arrived, e.Starts(), 10), users.Log(e)
}

// judge asks logs of so many weeks.
func judge(t *testing.T, worlds, weeks, long int, form population.Form) (all judged) {
	var mutex sync.Mutex
	var group sync.WaitGroup
	gate := make(chan bool, runtime.GOMAXPROCS(0))
	for i := range worlds {
		group.Go(func() {
			gate <- true
			defer func() { <-gate }()
			c := settlement(i, form)
			p := Default()
			require.NoError(t, p.Normalise())
			var truth []metric.Run
			for _, name := range p.Orders {
				run, _ := lived(t, c, long, name)
				truth = append(truth, run)
			}
			_, log := lived(t, c, weeks, "FCFS")
			trace, _ := p.Prepare(log)
			r := merged(p, rowsOf(t, trace, p))
			mutex.Lock()
			defer mutex.Unlock()
			all.add(r, truth)
		})
	}
	group.Wait()
	return all
}

// add judges one answer.
func (x *judged) add(r *Report, truth []metric.Run) {
	x.worlds++
	best, named, waits := 1, r.at, make([]float64, len(truth))
	for i := 1; i < len(truth); i++ {
		o := &r.Orders[i]
		change := func(of func(r *metric.Run) float64) float64 { return of(&truth[i])/of(&truth[0]) - 1 }
		waits[i] = change((*metric.Run).AvgWait)
		if waits[i] < waits[best] {
			best = i
		}
		x.orders++
		if float64(o.Low) <= waits[i] && waits[i] <= float64(o.High) {
			x.covered++
		}
		agree := float64(o.React.Change.AvgWait)*waits[i] > 0
		switch o.Verdict {
		case report.Shown:
			x.shown++
		case report.Leaning:
			x.leaning++
		}
		if o.Verdict != report.Undecided && !agree {
			x.wrong++
		}
		x.wait += math.Abs(float64(o.React.Change.AvgWait) - waits[i])
		x.openly += math.Abs(float64(o.Ignore.Change.AvgWait) - waits[i])
		x.slowdown += math.Abs(float64(o.React.Change.AvgBsld) - change((*metric.Run).AvgBsld))
		x.weekly += math.Abs(float64(o.React.Change.JobsPerWeek) - change(func(r *metric.Run) float64 { return float64(r.Jobs) }))
	}
	if best == named {
		x.best++
	}
	if waits[named]-waits[best] <= near {
		x.near++
	}
}

func (x *judged) log(t *testing.T, weeks int) {
	n := float64(x.orders) / 100
	t.Logf("%d weeks: range holds %d of %d, shown %d, leaning %d, wrong %d; best named %d, within two points %d of %d", weeks, x.covered,
		x.orders, x.shown, x.leaning, x.wrong, x.best, x.near, x.worlds)
	t.Logf("errors in points: wait %.1f (open %.1f), slowdown %.1f, jobs a week %.1f", x.wait/n, x.openly/n, x.slowdown/n, x.weekly/n)
}

// Evidence.html has the same of more worlds, and these as those made after all was fixed.
func TestTheRangeHoldsWhatTheSameUsersDoInTheLongRun(t *testing.T) {
	if !fixture.Whole(t) {
		t.Skip("worlds of 2,000 weeks take minutes; a few short ones are held below")
	}
	for _, weeks := range []int{26, 52, 100} {
		x := judge(t, 24, weeks, 2000, population.Response)
		x.log(t, weeks)
		require.GreaterOrEqual(t, x.covered, x.orders*9/10)
		require.Zero(t, x.wrong)
		if weeks >= 52 { // orders that differ by less are told apart by no shorter log
			require.GreaterOrEqual(t, x.near, x.worlds*9/10)
			require.LessOrEqual(t, x.slowdown, 0.05*float64(x.orders))
		}
	}
	for _, form := range []population.Form{population.Slowdown, population.Campaign} {
		x := judge(t, 12, 52, 2000, form)
		t.Logf("form %d", form)
		x.log(t, 52)
		require.GreaterOrEqual(t, x.covered, x.orders*9/10)
		require.Zero(t, x.wrong)
	}
}

func TestTheRangeHoldsTheTruthOfAFewWorlds(t *testing.T) {
	fixture.Long(t)
	x := judge(t, 3, 26, 200, population.Response)
	require.GreaterOrEqual(t, x.covered, x.orders*9/10)
	require.Zero(t, x.wrong)
}
