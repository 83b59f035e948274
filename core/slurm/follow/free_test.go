package follow

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim/why"
	"shadowtime/core/slurm/model"
)

// beginnings are how many daemons run a run's jobs by the clock, begun at as many instants of the second in which
// the real one did, as BOOT_TIME says: one pass of other luck moves starts by minutes.
const beginnings = 20

// spread is what came of them, in the mean, and the least and the greatest mean wait.
type spread struct{ mean, low, high, near float64 }

func byTheClock(r *Run) (x spread) {
	x.low = math.Inf(1)
	l := r.Free()
	begun := l.Begun
	if at, ok := r.begun(); ok {
		begun = r.milli(at)
	}
	for i := range int64(beginnings) {
		l.Begun = begun + (i-beginnings/2)*milliSecond/beginnings
		n := l.Run(false).Recorded
		x.mean += n.Here / beginnings
		x.low, x.high = min(x.low, n.Here), max(x.high, n.Here)
		x.near += float64(n.Near) / float64(n.Jobs) / beginnings
	}
	return x
}

// At the instants of the real passes a free run is the real one, but for starts of other luck.
func TestFreeRunsComeNearAtTheRecordedPasses(t *testing.T) {
	fixture.Long(t)
	for _, name := range []string{"age-size", "base", "bf-interval", "bf-max-job-start", "bf-max-job-test", "builtin", "cores",
		"defaults", "defaults-plain", "fair-classic", "fair-enforce", "fair-tree", "features", "limits", "overtime", "qos", "queue-depth",
		"reserve1", "window-doubling"} {
		l := runOf(t, name).Free()
		a := l.Run(true)
		require.Zero(t, a.Left, name)
		n := a.Recorded
		require.GreaterOrEqual(t, float64(n.Near), 0.95*float64(n.Jobs), name)
		require.InEpsilon(t, n.MeanWait, n.Here, 0.01, name)
	}
}

// By the clock it is the real one in the mean of several beginnings.
func TestFreeRunsComeNearByTheClock(t *testing.T) {
	fixture.Long(t)
	for _, name := range []string{"base", "bf-max-job-start", "bf-max-job-test", "builtin", "defaults", "limits", "overtime",
		"queue-depth"} {
		r := runOf(t, name)
		x := byTheClock(r)
		require.InEpsilon(t, r.Free().Run(true).Recorded.MeanWait, x.mean, 0.04, name)
		require.GreaterOrEqual(t, x.near, 0.95, name)
	}
}

// Two real runs of the same jobs, with OverTimeLimit=1 and without: of the first one's records, run without it, come
// the ends of the second, and its waits. Under its own limits every job runs as it did.
func TestAnotherOverTimeLimitEndsJobsWhereTheMachineDid(t *testing.T) {
	r, other := runOf(t, "overtime"), runOf(t, "limits")
	l := r.Free()
	l.Begun = l.recorded
	l.Run(false)
	for k, task := range l.Tasks {
		require.Equal(t, l.Daemon.Starts[k]+task.Runs, l.Daemon.Ends[k])
	}
	l.settings.OverTimeLimit = other.Config.Settings.OverTimeLimit
	l.Daemon.Load(&l.machine, l.settings, l.Jobs, l.Tasks)
	here := l.Run(false).MeanWait
	killed, wait := 0, 0.0
	for k, real := range other.jobs {
		wait += float64(real.start-real.submit) / milliSecond / float64(len(other.jobs))
		ran := l.Daemon.Ends[k] - l.Daemon.Starts[k]
		if !real.killed {
			require.Equal(t, l.Tasks[k].Runs, ran)
			continue
		}
		killed++
		require.Less(t, ran, l.Tasks[k].Runs)
		require.InDelta(t, real.end-real.start, ran, 2*milliSecond, "job %d", real.id)
	}
	require.Equal(t, 11, killed)
	require.InEpsilon(t, wait, here, 0.04)
}

// The page says how near free runs come.
func TestThePageSaysHowNearFreeRunsCome(t *testing.T) {
	fixture.Long(t)
	var b strings.Builder
	percent := func(part float64) string { return fmt.Sprintf("%.0f %%", 100*part) }
	of := func(wait, all float64) string {
		return strings.Replace(fmt.Sprintf("%+.1f %%", 100*(wait/all-1)), "-0.0", "+0.0", 1)
	}
	for _, name := range runs(t) {
		r := runOf(t, name)
		n := r.Free().Run(true).Recorded
		x := byTheClock(r)
		b.WriteString(row(name, fmt.Sprintf("%.1f s", n.MeanWait), of(n.Here, n.MeanWait), percent(float64(n.Near)/float64(n.Jobs)),
			of(x.mean, n.MeanWait), of(x.low, n.MeanWait)+" to "+of(x.high, n.MeanWait), percent(x.near)))
	}
	fixture.Tables(t, page, map[string]string{"free": b.String()})
}

// A real log of two years is replayed under Slurm's defaults, and all its jobs start.
func TestALogIsReplayedUnderSlurmsDefaults(t *testing.T) {
	fixture.Long(t)
	l, err := tracefile.Open(fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz"), nil)
	require.NoError(t, err)
	tr, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	c, err := model.Read("", model.V2205)
	require.NoError(t, err)
	unix, ok := l.Header.Int("UnixStartTime")
	require.True(t, ok)
	x, err := FreeLog(tr, why.Waits(tr, l), unix, c)
	require.NoError(t, err)
	a := x.Run(false)
	require.Equal(t, 54_044, a.Jobs)
	require.Zero(t, a.Left)
	require.Equal(t, 1_841_035, a.Passes["backfill"])
	require.Equal(t, 28_723, int(math.Round(a.MeanWait)), "s")
	require.Equal(t, 25_652, int(math.Round(a.Recorded.MeanWait)), "s")
}

// Passes that are left out, since they would do what the one before did, would have started nobody. A replay
// allocates nothing.
func TestPassesThatAreLeftOutWouldStartNobody(t *testing.T) {
	fixture.Long(t)
	l, err := tracefile.Open(fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz"), nil)
	require.NoError(t, err)
	tr, _ := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	if !fixture.Campaigns() {
		some := fixture.Fewer(2500, 10_000)
		tr.Submit = tr.Submit[:some]
	}
	c, err := model.Read("", model.V2205)
	require.NoError(t, err)
	unix, _ := l.Header.Int("UnixStartTime")
	x, err := FreeLog(tr, nil, unix, c)
	require.NoError(t, err)
	few := x.Run(false)
	starts := slices.Clone(x.Daemon.Starts)
	require.Zero(t, testing.AllocsPerRun(1, func() { x.Daemon.Replay(x.Begun, nil) }))
	x.Daemon.Every = true
	require.Equal(t, few.Passes, x.Run(false).Passes)
	require.Equal(t, starts, x.Daemon.Starts)
}

func TestALogOfTooManyProcessorsNeedsNodes(t *testing.T) {
	tr := &job.Trace{Procs: model.MaxNodes + 1, Submit: []int64{0}, Run: []int64{5}, Request: []int64{0}, Size: []int32{8},
		User: []int32{0}, Users: []int64{1}}
	c, err := model.Read("", model.V2205)
	require.NoError(t, err)
	_, err = FreeLog(tr, nil, 0, c)
	require.ErrorContains(t, err, "give NodeName lines")
	c, err = model.Read("NodeName=n[1-2] CPUs=4\nPartitionName=a Nodes=n1\nPartitionName=b Nodes=ALL", model.V2205)
	require.NoError(t, err)
	x, err := FreeLog(tr, nil, 0, c)
	require.NoError(t, err)
	require.Equal(t, 1, x.Run(false).Left, "the first partition has 4 CPUs")
	tr.Size[0] = 4
	x, err = FreeLog(tr, nil, 0, c)
	require.NoError(t, err)
	a := x.Run(false)
	require.Equal(t, 1, a.Jobs)
	require.Nil(t, a.Recorded)
}

// Over time a run's users have the fair share that the real Slurm logged as priorities: with a weight of 100,000 for it
// alone, they are it.
func TestFairShareOverTimeIsWhatSlurmLogged(t *testing.T) {
	for _, name := range []string{"fair-tree", "fair-enforce", "fair-classic"} {
		r := runOf(t, name)
		require.NotEmpty(t, r.logged)
		l := r.Free()
		l.History = &model.History{}
		l.Run(true)
		h := l.History
		of := map[int64]int32{}
		for i := range l.Jobs {
			of[l.Jobs[i].ID] = l.Jobs[i].Association
		}
		all, same := 0, 0
		for _, x := range r.logged {
			now := (r.milli(x.at) - l.recorded%milliSecond) / milliSecond
			k := 0
			for k < len(h.Moments) && h.Moments[k].At <= now {
				k++
			}
			if k == 0 { // nothing was computed yet
				continue
			}
			all++
			if math.Abs(float64(x.priority)/100_000-h.Moments[k-1].Fair[of[x.job]]) < 0.0001 {
				same++
			}
		}
		require.Greater(t, all, 60, name)
		require.Equal(t, all, same, name)
	}
}
