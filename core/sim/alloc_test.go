package sim_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// everyConfig is each order under each option that chooses other code.
func everyConfig(t *testing.T) []*sim.Config {
	var all []*sim.Config
	orders := order.Every()
	own, err := order.Parse("mix:0.5*SAF+2*LEXP")
	require.NoError(t, err)
	orders = append(orders, own)
	for i, o := range orders {
		other := orders[(i+7)%len(orders)]
		for dialect := sim.Shadowtime; dialect <= sim.PYSS; dialect++ {
			for backfilling := sim.Easy; backfilling <= sim.Conservative; backfilling++ {
				all = append(all,
					&sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Dialect: dialect, Backfilling: backfilling},
					&sim.Config{Primary: o, Backfill: other, Threshold: 500, Dialect: dialect, Backfilling: backfilling},
					&sim.Config{Primary: o, Backfill: other, Threshold: sim.None, Slowdown: 5, Dialect: dialect, Backfilling: backfilling})
			}
		}
		all = append(all, &sim.Config{Primary: o, Backfill: other, Threshold: sim.None, Rules: &sim.Rules{BackfillTies: sim.Reversed}},
			&sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Depth: 16},
			&sim.Config{Primary: o, Backfill: other, Threshold: 500, Depth: 40, Tries: 9, Dialect: sim.Dialect(i % 3)},
			&sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Slowdown: 5, Tries: 9})
		if i%4 == 0 {
			all = append(all, &sim.Config{Primary: o, Backfill: o, Threshold: 500, Dialect: sim.Dialect(i / 4 % 3),
				Backfilling: sim.Conservative, Promises: sim.Kept})
		}
	}
	return all
}

// allocations counts those of one whole call: testing.AllocsPerRun rounds an
// average down.
func allocations(f func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

func TestAReplayDoesNotAllocate(t *testing.T) {
	e := sim.New()
	tr := synthetic(fixture.Fewer(200, 400), fixture.Fewer(75, 150), 1)
	e.Load(tr)
	require.NoError(t, e.Run(&sim.Config{Backfilling: sim.Conservative, Promises: sim.Kept})) // makes its profile
	for _, c := range everyConfig(t) {
		run := func() {
			if err := e.Run(c); err != nil {
				t.Fatal(err)
			}
		}
		// The first replay counts like any other. The runtime may allocate
		// beside a run, never beside all of three.
		least := allocations(run)
		for range 2 {
			if least > 0 {
				least = min(least, allocations(run))
			}
		}
		require.Zero(t, least, "%+v", simtest.Setup(c))
	}
}

func TestAPreparedEngineTakesSmallerTracesWithoutAllocation(t *testing.T) {
	e := sim.New()
	big, small := synthetic(500, 100, 1), synthetic(300, 50, 1)
	c := &sim.Config{Threshold: sim.None, Primary: order.Twelve()[10], Backfill: order.Twelve()[10]}
	e.Load(big)
	require.NoError(t, e.Run(c))
	require.Zero(t, testing.AllocsPerRun(3, func() {
		e.Load(small)
		if err := e.Run(c); err != nil {
			t.Fatal(err)
		}
		e.Load(big)
		if err := e.Run(c); err != nil {
			t.Fatal(err)
		}
	}))
}

// An engine keeps at most 64 bytes a job beside the trace.
func TestAnEngineKeepsAtMost64BytesAJob(t *testing.T) {
	for _, procs := range []int64{100, 80_640} {
		const n = 312_000
		tr := &job.Trace{Procs: procs}
		r := rand.New(rand.NewPCG(5, 5))
		for j := range n {
			tr.Submit = append(tr.Submit, int64(j))
			tr.Run = append(tr.Run, 100)
			tr.Request = append(tr.Request, 100)
			tr.Size = append(tr.Size, 1+r.Int32N(int32(procs)))
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		e := sim.New()
		e.Load(tr)
		runtime.ReadMemStats(&after)
		bytes := float64(after.TotalAlloc-before.TotalAlloc) / n
		t.Logf("m = %d: %.1f bytes a job", procs, bytes)
		require.LessOrEqual(t, bytes, 64.)
	}
}
