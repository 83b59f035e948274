package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// limitedConfig draws a configuration whose queue is limited.
func limitedConfig(r *rand.Rand) *sim.Config {
	c := simtest.Config(r)
	if c.Backfilling == sim.Conservative {
		c.Backfilling = sim.Easy
	}
	for c.Depth == 0 && c.Tries == 0 {
		c.Depth = []int{0, 1, 2, 3, 5, 8, 20, 1000}[r.IntN(8)]
		c.Tries = []int{0, 0, 1, 2, 3, 7, 30}[r.IntN(7)]
	}
	return c
}

func TestALimitedQueueEqualsTheOracleInEveryDialect(t *testing.T) {
	engines := []*sim.Engine{sim.New(), sim.NewWithTrees(6)}
	mattered := 0
	for seed := range cases(1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 41))
		tr := simtest.Trace(r, 1+r.IntN(50))
		e := engines[seed%2]
		e.Load(tr)
		for range 4 {
			c := limitedConfig(r)
			require.NoError(t, e.Run(c))
			if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
				t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
			}
			before := slices.Clone(e.Starts())
			watch := watcher{tb: t, trace: tr, config: c, reserved: map[int]int64{}, head: -1, upper: upperBounds(tr)}
			c.Observer = &watch
			require.NoError(t, e.Run(c))
			require.Equal(t, before, e.Starts(), "an observer changes nothing")
			watch.drained()
			c.Depth, c.Tries, c.Observer = 0, 0, nil
			require.NoError(t, e.Run(c))
			if !equal(before, e.Starts()) {
				mattered++
			}
		}
	}
	require.Greater(t, mattered, 50)
}

func TestLimitsOfTheWholeQueueAreNoLimits(t *testing.T) {
	fixture.Long(t)
	e := sim.New()
	for seed := range cases(500) {
		r := rand.New(rand.NewPCG(uint64(seed), 42))
		tr := simtest.Trace(r, 1+r.IntN(300))
		e.Load(tr)
		c := limitedConfig(r)
		c.Depth, c.Tries = 0, 0
		require.NoError(t, e.Run(c))
		want := slices.Clone(e.Starts())
		n := tr.Len()
		for _, limits := range [][2]int{{n, 0}, {0, n}, {n, n}, {n + 1, math.MaxInt}} {
			c.Depth, c.Tries = limits[0], limits[1]
			require.NoError(t, e.Run(c))
			require.Equal(t, want, e.Starts(), describe(tr, c))
		}
	}
}

// Whatever the orders, thresholds and ties are: only the oldest can be ranked.
func TestADepthOfOneIsFCFSWithoutBackfilling(t *testing.T) {
	e := sim.New()
	fcfs := order.Twelve()[0]
	require.True(t, fcfs.Arrival())
	for seed := range cases(500) {
		r := rand.New(rand.NewPCG(uint64(seed), 43))
		tr := simtest.Trace(r, 1+r.IntN(60))
		e.Load(tr)
		c := limitedConfig(r)
		if c.Dialect == sim.PYSS { // a pass an event, whose number depends on the order
			c.Dialect = sim.OCS
		}
		c.Depth = 1
		require.NoError(t, e.Run(c))
		got := slices.Clone(e.Starts())
		require.NoError(t, e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Backfilling: sim.NoBackfilling}))
		require.Equal(t, e.Starts(), got, describe(tr, c))
	}
}

// One processor is left beside the first job. The head needs both; of those
// behind it the shortest is tried, and is too long.
func TestAJobThatCannotStartCountsAsTried(t *testing.T) {
	tr := jobs(2, [4]int64{0, 10, 10, 1}, [4]int64{1, 9, 9, 2}, [4]int64{2, 20, 20, 1}, [4]int64{2, 5, 5, 1})
	e := sim.New()
	e.Load(tr)
	spf, err := order.Parse("SPF")
	require.NoError(t, err)
	lpf, err := order.Parse("LPF")
	require.NoError(t, err)
	for tries, last := range map[int]int64{0: 2, 1: 19, 2: 2} {
		c := &sim.Config{Backfill: lpf, Threshold: sim.None, Tries: tries}
		require.NoError(t, e.Run(c))
		require.Equal(t, last, e.Starts()[3], "%d tries", tries)
		c.Backfill = spf
		require.NoError(t, e.Run(c))
		require.Equal(t, int64(2), e.Starts()[3], "%d tries, the shortest first", tries)
	}
}

// SPF sees two jobs: the long ones go before the short one that came last. Once
// one of them has started, it is seen.
func TestTheOldestMoveUpAsOthersStart(t *testing.T) {
	tr := jobs(1, [4]int64{0, 5, 5, 1}, [4]int64{1, 30, 30, 1}, [4]int64{2, 20, 20, 1}, [4]int64{3, 1, 1, 1})
	e := sim.New()
	e.Load(tr)
	spf, err := order.Parse("SPF")
	require.NoError(t, err)
	for depth, want := range map[int][]int64{0: {0, 26, 6, 5}, 1: {0, 5, 35, 55}, 2: {0, 26, 5, 25}, 3: {0, 26, 6, 5}} {
		require.NoError(t, e.Run(&sim.Config{Primary: spf, Backfill: spf, Threshold: sim.None, Depth: depth}))
		require.Equal(t, want, e.Starts(), "a depth of %d", depth)
	}
}

// A backfilled job makes room in the list for one that may start as well.
func TestWhoMovesUpIsTriedInTheSamePass(t *testing.T) {
	tr := jobs(4, [4]int64{0, 10, 10, 2}, [4]int64{1, 9, 9, 4}, [4]int64{1, 5, 5, 1}, [4]int64{1, 4, 4, 1})
	e := sim.New()
	e.Load(tr)
	require.NoError(t, e.Run(&sim.Config{Threshold: sim.None, Depth: 2}))
	require.Equal(t, []int64{0, 10, 1, 1}, e.Starts())
	require.NoError(t, e.Run(&sim.Config{Threshold: sim.None, Depth: 2, Tries: 1}))
	require.Equal(t, []int64{0, 10, 1, 6}, e.Starts(), "it is one try too many, until a job ends")
}

func TestLimitsHoldFromAStateAndInPieces(t *testing.T) {
	fixture.Long(t)
	e, other := sim.New(), sim.New()
	for seed := range cases(500) {
		r := rand.New(rand.NewPCG(uint64(seed), 44))
		tr := simtest.Trace(r, 1+r.IntN(60))
		e.Load(tr)
		other.Load(tr)
		c := limitedConfig(r)
		require.NoError(t, e.Run(c))
		want := slices.Clone(e.Starts())
		require.NoError(t, e.Start(c))
		var s sim.State
		for _, until := range instants(r, tr, 4) {
			require.NoError(t, e.Advance(until))
			require.NoError(t, e.Snapshot(&s))
			require.NoError(t, other.StartAt(c, &s, tr.Len()))
			require.NoError(t, other.Finish())
			for _, j := range s.Waiting {
				require.Equal(t, want[j], other.Starts()[j], describe(tr, c))
			}
			for j := s.Arrived; j < tr.Len(); j++ {
				require.Equal(t, want[j], other.Starts()[j], describe(tr, c))
			}
		}
		require.NoError(t, e.Finish())
		require.Equal(t, want, e.Starts(), describe(tr, c))
	}
}

func TestALimitThatCannotBeIsAnError(t *testing.T) {
	e := sim.New()
	e.Load(&job.Trace{})
	for want, c := range map[string]sim.Config{
		"depth of -1":        {Depth: -1},
		"-2 tries":           {Tries: -2},
		"use easy or none":   {Depth: 1, Backfilling: sim.Conservative},
		"plans the whole qu": {Tries: 1, Backfilling: sim.Conservative},
	} {
		require.ErrorContains(t, e.Run(&c), want)
	}
}
