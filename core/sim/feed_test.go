package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// logFeed submits what a trace has, when it has it.
type logFeed struct {
	trace *job.Trace
	at    int
	ended []int64
}

func (f *logFeed) Begin() { f.at, f.ended = 0, f.ended[:0] }

func (f *logFeed) Next() (int64, bool) {
	if f.at == f.trace.Len() {
		return 0, false
	}
	return f.trace.Submit[f.at], true
}

func (f *logFeed) Arrive(now int64, list []sim.Arrival) []sim.Arrival {
	for t := f.trace; f.at < t.Len() && t.Submit[f.at] == now; f.at++ {
		list = append(list, sim.Arrival{Run: t.Run[f.at], Request: t.Request[f.at], Size: t.Size[f.at]})
	}
	return list
}

func (f *logFeed) End(now int64, job int) { f.ended = append(f.ended, now) }

// fedConfig draws a configuration that feeds have.
func fedConfig(r *rand.Rand) *sim.Config {
	c := simtest.Config(r)
	for c.Dialect == sim.PYSS {
		c = simtest.Config(r)
	}
	if r.IntN(4) == 0 && c.Backfilling != sim.Conservative {
		c.Depth, c.Tries = r.IntN(9), r.IntN(5)
	}
	return c
}

// Under every order, threshold, tie, limit and backfilling.
func TestAFeedOfALogIsReplayedAsTheLog(t *testing.T) {
	fixture.Long(t)
	fed, small := sim.New(), sim.NewWithTrees(4)
	for seed := range cases(750) {
		r := rand.New(rand.NewPCG(uint64(seed), 51))
		tr := simtest.Trace(r, 1+r.IntN(60))
		tr.Start = tr.Submit[0] - r.Int64N(100)
		c := fedConfig(r)
		f := &logFeed{trace: tr}
		for _, e := range []*sim.Engine{fed, small} {
			require.NoError(t, e.LoadFed(tr.Procs, tr.Start, 1))
			require.NoError(t, e.RunFed(c, f))
			require.Equal(t, oracle.Starts(tr, simtest.Setup(c)), e.Starts(), "%s", describe(tr, c))
			require.Len(t, f.ended, tr.Len())
			require.IsNonDecreasing(t, f.ended)
			got := e.Arrived()
			require.Equal(t, tr.Submit, got.Submit)
			require.Equal(t, tr.Size, got.Size)
		}
	}
}

// Queues become so long that indexes and lists would be trees.
func TestALongFeedIsReplayedAsTheLog(t *testing.T) {
	fixture.Long(t)
	open, fed := sim.New(), sim.New()
	tr := synthetic(4000, 2500, 1)
	open.Load(tr)
	require.NoError(t, fed.LoadFed(tr.Procs, tr.Start, 0))
	for _, o := range order.Every() {
		for _, threshold := range []int64{sim.None, 20_000} {
			for _, first := range []order.Order{{}, o} {
				c := &sim.Config{Primary: first, Backfill: o, Threshold: threshold}
				require.NoError(t, open.Run(c))
				require.NoError(t, fed.RunFed(c, &logFeed{trace: tr}))
				require.Equal(t, open.Starts(), fed.Starts(), "%s-%s %d", first, o, threshold)
			}
		}
	}
}

func TestAFedRunDoesNotAllocate(t *testing.T) {
	fixture.Long(t)
	tr := synthetic(fixture.Fewer(300, 600), 100, 1)
	f := &logFeed{trace: tr}
	e := sim.New()
	require.NoError(t, e.LoadFed(tr.Procs, tr.Start, tr.Len()))
	require.NoError(t, e.RunFed(&sim.Config{Backfilling: sim.Conservative, Promises: sim.Kept}, f)) // makes its profile
	for _, c := range everyConfig(t) {
		if c.Dialect == sim.PYSS {
			continue
		}
		require.NoError(t, e.RunFed(c, f)) // the list of arrivals
		require.Zero(t, testing.AllocsPerRun(1, func() {
			if err := e.RunFed(c, f); err != nil {
				t.Fatal(err)
			}
		}), "%+v", simtest.Setup(c))
	}
}

// liar announces what does not come.
type liar struct {
	logFeed
	next int64
	size int32
}

func (f *liar) Next() (int64, bool) { return f.next, true }

func (f *liar) Arrive(now int64, list []sim.Arrival) []sim.Arrival {
	if f.size != 0 {
		list = append(list, sim.Arrival{Size: f.size})
		f.next--
	}
	return list
}

func TestWhatAFeedCannotDoIsAnError(t *testing.T) {
	e := sim.New()
	none := sim.Config{Threshold: sim.None}
	require.ErrorContains(t, e.RunFed(&none, &liar{}), "no feed is loaded")
	require.ErrorContains(t, e.LoadFed(0, 0, 1), "set its size")
	require.ErrorContains(t, e.RunFed(&none, &liar{}), "no feed is loaded")
	require.NoError(t, e.LoadFed(4, 0, 1))
	require.ErrorContains(t, e.Run(&none), "RunFed")
	require.ErrorContains(t, e.RunFed(&none, &liar{}), "none came")
	require.ErrorContains(t, e.RunFed(&none, &liar{size: 5}), "5 processors")
	require.ErrorContains(t, e.RunFed(&none, &liar{size: 1}), "before")
	require.ErrorContains(t, e.RunFed(&none, &liar{next: 1 << 62}), "2^61")
	require.ErrorContains(t, e.RunFed(&sim.Config{Dialect: sim.PYSS}, &liar{}), "EachEvent")
	require.ErrorContains(t, e.RunFed(&sim.Config{Depth: -1}, &liar{}), "queue depth")
	tr := synthetic(20, 5, 1) // and the engine is as good as new
	require.NoError(t, e.LoadFed(tr.Procs, tr.Start, 1))
	require.NoError(t, e.RunFed(&none, &logFeed{trace: tr}))
	fed := append([]int64(nil), e.Starts()...)
	e.Load(tr)
	require.NoError(t, e.Run(&none))
	require.Equal(t, fed, e.Starts())
}
