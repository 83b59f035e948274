package bench_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/bench"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/slurm/model"
)

func TestATableHasARowForEachTraceAndOrder(t *testing.T) {
	var tick int64
	clock := func() int64 { tick += 1e6; return tick }
	configs := bench.Standard()[:2]
	rows, err := bench.Run([]*job.Trace{bench.Light(500), bench.Overload(100)}, configs, bench.Effort{Tries: 2, Least: 2e6}, clock)
	require.NoError(t, err)
	require.Len(t, rows, 4)
	for i, r := range rows {
		require.Equal(t, configs[i%2].Name, r.Order)
		require.Positive(t, r.NsPerEvent)
		require.InEpsilon(t, 1e9, r.NsPerEvent*r.EventsPerSec, 1e-9)
		require.Positive(t, r.BytesPerJob)
		require.Len(t, r.Fields("here"), len(bench.Heading()))
	}
	require.Equal(t, "light-500", rows[0].Trace)
	require.Greater(t, rows[2].AvgWait, rows[0].AvgWait, "overload waits")
}

func TestTheTracesHaveTheShapeTheirNamesSay(t *testing.T) {
	fixture.Long(t)
	kth, err := bench.KTHLike()
	require.NoError(t, err)
	require.EqualValues(t, 100, kth.Procs)
	require.InEpsilon(t, 28_000, kth.Len(), 0.01)
	sdsc, err := bench.SDSCLike()
	require.NoError(t, err)
	require.EqualValues(t, 128, sdsc.Procs)
	require.Equal(t, "light-10k", bench.Light(10_000).Name)
}

func TestAConfigurationIsReadFromItsName(t *testing.T) {
	c, err := bench.Parse("FCFS-SPF@20h")
	require.NoError(t, err)
	require.Equal(t, "FCFS", c.Primary.Name())
	require.Equal(t, "SPF", c.Backfill.Name())
	require.EqualValues(t, 72_000, c.Threshold)
	for _, bad := range []string{"XYZ", "FCFS-", "SAF@soon", "SAF@-1h"} {
		_, err := bench.Parse(bad)
		require.Error(t, err, bad)
	}
	c, err = bench.Parse("SAF@conservative")
	require.NoError(t, err)
	require.Equal(t, sim.Conservative, c.Backfilling)
	require.Equal(t, sim.None, c.Threshold)
	require.Less(t, len(bench.Static()), len(bench.Standard()))
	c, err = bench.Parse("SAF@users")
	require.NoError(t, err)
	require.True(t, c.Reacts)
	require.Equal(t, "SAF", c.Backfill.Name())
	c, err = bench.Parse("Slurm")
	require.NoError(t, err)
	require.True(t, c.Slurm)
	foretold, err := bench.Parse("ave2-incremental-SJBF")
	require.NoError(t, err)
	require.NotNil(t, foretold.Foretold)
	var tick int64
	row, err := bench.One(bench.Light(300), &foretold, bench.Effort{Tries: 1, Least: 1}, func() int64 { tick += 1e6; return tick })
	require.NoError(t, err)
	require.Positive(t, row.NsPerEvent)
	for _, c := range bench.Static() {
		require.Nil(t, c.Foretold, "its cost grows with the queue")
	}
}

// A pass and a search have rows like replays: of a trace that tells no waits, of those that rules make.
func TestAPassAndASearchHaveRows(t *testing.T) {
	var tick int64
	clock := func() int64 { tick += 1e6; return tick }
	trace := bench.Overload(60)
	var rows []bench.Row
	for _, name := range []string{"pass", "search"} {
		c, err := bench.Parse(name)
		require.NoError(t, err)
		require.True(t, c.Aged(), "its cost grows with the queue")
		r, err := bench.One(trace, &c, bench.Effort{Tries: 1, Least: 1}, clock)
		require.NoError(t, err)
		require.Equal(t, name, r.Order)
		require.Positive(t, r.NsPerEvent)
		require.Positive(t, r.AvgWait, "rules held jobs")
		require.Equal(t, name == "pass", r.TimesEasy > 0, "a pass is held against EASY's replay")
		rows = append(rows, r)
	}
	require.LessOrEqual(t, rows[1].AvgWait, rows[0].AvgWait, "a search explains some of it")
	require.Empty(t, trace.Wait, "the trace is as it was")
}

func TestAClusterHasARowLikeATrace(t *testing.T) {
	var tick int64
	x := bench.Nodes(3)
	for _, a := range bench.Scheduled() {
		r, decisions := bench.OneCluster(x, a, bench.Effort{Tries: 1, Least: 1}, func() int64 { tick += 1e6; return tick })
		require.Equal(t, "nodes-3", r.Trace)
		require.Equal(t, a.String()+"-"+a.Backfill.String(), r.Order)
		require.Equal(t, 60, r.Jobs)
		require.Positive(t, r.NsPerEvent)
		require.Positive(t, r.BytesPerJob)
		require.GreaterOrEqual(t, decisions, 60)
	}
	list, err := bench.Clusters()
	require.NoError(t, err)
	require.EqualValues(t, 2280, list[0].Machine.Cores())
	require.Equal(t, 99998, list[4].Machine.Cores())
}

func TestDecisionsAreToldInTens(t *testing.T) {
	var x bench.Figures
	row := bench.Row{Trace: "nodes-10", Order: "random-random-none", Jobs: 200, NsPerEvent: 400}
	shown := func() string {
		text, n := x.Fill([]byte(`<td data-of="nodes-10 random-random-none"></td>`))
		require.Equal(t, 1, n)
		return bench.Place.FindString(string(text))[len(`<td data-of="nodes-10 random-random-none">`):]
	}
	x.Decisions(&row, 277)
	require.Equal(t, "1,730", shown())
	x.Decisions(&row, 11)
	require.Equal(t, "69", shown())
}

// Growth has a log, ten times its jobs and its nodes, and queues, each measured with users who wait and by Slurm's passes.
func TestGrowthIsMeasuredInJobsNodesAndQueues(t *testing.T) {
	fixture.Long(t)
	logs, queues := bench.Growth()
	var list []*job.Trace
	for _, trace := range append(logs, queues...) {
		x, err := trace()
		require.NoError(t, err)
		list = append(list, x)
	}
	require.InEpsilon(t, 10*list[0].Len(), list[1].Len(), 0.02)
	require.Equal(t, 10*list[0].Procs, list[2].Procs)
	require.Equal(t, 10*list[3].Len(), list[4].Len())
	var tick int64
	clock := func() int64 { tick += 1e6; return tick }
	rows, err := bench.Run(list[:1], bench.Growing(), bench.Effort{Tries: 1, Least: 1}, clock)
	require.NoError(t, err)
	var orders []string
	for _, r := range rows {
		orders = append(orders, r.Order)
		require.Positive(t, r.NsPerEvent)
		require.Positive(t, r.AvgWait)
	}
	require.Equal(t, []string{"SAF", "SAF@rules", "SAF@users", "Slurm"}, orders)
	_, err = bench.Run(list[3:4], bench.Growing(), bench.Effort{Tries: 1, Least: 1}, clock)
	require.ErrorContains(t, err, "users can't be told apart")
}

// A large machine's jobs all start, and it has a row like a trace; its figure is in seconds.
func TestALargeMachineIsRun(t *testing.T) {
	d := bench.Large(2000)
	d.Replay(1_699_999_999_500, nil)
	require.NotContains(t, d.Starts, int64(model.Unstarted))
	now := int64(0)
	r := bench.OneLarge(1000, bench.Effort{Tries: 1, Least: 1}, func() int64 { now += 2_000_000_000; return now })
	require.Equal(t, [2]string{"large-1k", "Slurm"}, [2]string{r.Trace, r.Order})
	require.Equal(t, 1000, r.Jobs)
	var x bench.Figures
	x.Seconds(&r)
	page, n := x.Fill([]byte(`<span data-of="large-1k Slurm">0</span>`))
	require.Equal(t, 1, n)
	require.Equal(t, `<span data-of="large-1k Slurm">2</span>`, string(page))
}
