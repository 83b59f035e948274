package cluster_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/cmd/bench"
)

// A run allocates nothing, whatever is decided and asked in it, after one run of
// its kind.
func TestARunDoesNotAllocate(t *testing.T) {
	fixture.Long(t)
	m := bench.Blend(12)
	l := bench.Crowd(m, 100, 1, 1)
	s := cluster.New(m, l)
	s.KeepCores(true)
	seen := make([]float64, 0, cluster.Normal.Len(m))
	for i, a := range append(every(), cluster.Void) {
		out := []cluster.Closure{{From: 50, To: 500, Known: 20, Nodes: []int32{0}}}
		require.NoError(t, s.Close(out[:i%2]))
		run := func() {
			rng := 0
			for s.Reset(); s.Next(); {
				seen = s.Observe(cluster.Normal, 0.05, seen[:0])
				if rng++; a.Void && (rng%3 > 0 || !s.MayIdle()) {
					s.Act(cluster.Action{Select: cluster.Selection(rng % 6), Place: cluster.Placing(rng / 6 % 6),
						Backfill: cluster.EasyAware})
				} else {
					s.Act(a)
				}
				for o := range cluster.Objectives {
					s.Reward(cluster.Objective(o))
				}
			}
			s.Metrics()
		}
		run()
		require.Zero(t, testing.AllocsPerRun(1, run), a.String())
	}
}

func gaia(t testing.TB, jobs int) (*platform.Machine, *cluster.Load) {
	m := machine(t, "gaia.platform.json")
	return m, cluster.FromLog(log(t, "UniLu-Gaia-2014-1.swf.gz"), m, cluster.Options{Skip: 4, First: jobs, Seed: 1})
}

// It takes a few milliseconds: machines are slow at times, but not that slow.
func TestAThousandJobsOfGaiaTakeLessThanThreeTenthsOfASecond(t *testing.T) {
	fixture.Rare(t)
	if runtime.GOARCH == "wasm" {
		t.Skip("the bound is that of native runs")
	}
	m, l := gaia(t, 1000)
	s := cluster.New(m, l)
	for _, a := range every() {
		began := time.Now()
		s.Run(a)
		require.Less(t, time.Since(began), 300*time.Millisecond, fmt.Sprint(a, "-", a.Backfill))
	}
}

// The first 1,000 jobs of Gaia, every pair.
func BenchmarkGaia(b *testing.B) {
	m, l := gaia(b, 1000)
	s := cluster.New(m, l)
	for _, a := range every() {
		b.Run(fmt.Sprint(a, "-", a.Backfill), func(b *testing.B) {
			b.ReportAllocs()
			decisions := 0
			for b.Loop() {
				decisions += s.Run(a).Decisions
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
