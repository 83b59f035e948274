package cluster_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
	"shadowtime/core/platform"
)

// A run allocates nothing, whatever is decided and asked in it, after one run of
// its kind.
func TestARunDoesNotAllocate(t *testing.T) {
	m := blend(12)
	l := crowd(m, 100, 1)
	s := cluster.New(m, l)
	s.KeepCores(true)
	seen := make([]float64, 0, cluster.Normal.Len(m))
	for _, a := range append(every(), cluster.Void) {
		run := func() {
			rng := 0
			for s.Reset(); s.Next(); {
				seen = s.Observe(cluster.Normal, 0.05, seen[:0])
				if rng++; a.Void && (rng%3 > 0 || !s.MayIdle()) {
					s.Act(cluster.Action{Select: cluster.Selection(rng % 6), Place: cluster.Placing(rng / 6 % 6), Backfill: cluster.EasyAware})
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

// blend is a machine of nodes of three kinds.
func blend(nodes int) *platform.Machine {
	m := &platform.Machine{}
	for n := range nodes {
		v := platform.Node{Memory: float64(16000 * (1 + n%3)), From: int32(len(m.Processors))}
		for i := range 2 {
			from := int32(m.Cores())
			m.Processors = append(m.Processors, platform.Processor{
				Node: int32(n), From: from, To: from + 4 + int32(n%3),
				Speed: float64(8 + n%3 + i), Power: float64(10 + n%3), Bandwidth: 32,
			})
		}
		v.To = int32(len(m.Processors))
		m.Nodes = append(m.Nodes, v)
	}
	return m
}

// crowd is jobs that keep a machine full.
func crowd(m *platform.Machine, jobs int, seed uint64) *cluster.Load {
	rng := rand.New(rand.NewPCG(seed, 9))
	l := &cluster.Load{}
	ref, t, mean := m.Reference(), 0.0, float64(m.Cores())
	for id := range jobs {
		size := 1 + rng.Int32N(min(40, int32(m.Cores())/4))
		request := float64(60 * (1 + rng.IntN(60)))
		work := request * ref * (0.1 + 0.9*rng.Float64())
		l.ID = append(l.ID, int64(id))
		l.Submit, l.Request, l.Size = append(l.Submit, t), append(l.Request, request), append(l.Size, size)
		l.Memory, l.Bandwidth = append(l.Memory, float64(rng.IntN(2000))), append(l.Bandwidth, 4*float64(1+rng.IntN(6)))
		l.Work, l.Requested = append(l.Work, work), append(l.Requested, ref*request)
		t += rng.ExpFloat64() * float64(size) * work / ref / mean
	}
	l.Arrange()
	return l
}

func gaia(t testing.TB, jobs int) (*platform.Machine, *cluster.Load) {
	m := machine(t, "gaia.platform.json")
	return m, cluster.FromLog(log(t, "UniLu-Gaia-2014-1.swf.gz"), m, cluster.Options{Skip: 4, First: jobs, Seed: 1})
}

// The first 1,000 jobs of Gaia, every pair: at most 0.3 s each on a common machine.
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

// What a decision costs on machines of growing size, equally full of jobs of equal
// sizes.
func BenchmarkSize(b *testing.B) {
	for _, nodes := range []int{10, 100, 1000} {
		m := blend(nodes)
		l := crowd(m, 20*nodes, 1)
		s := cluster.New(m, l)
		for _, a := range []cluster.Action{
			{Select: cluster.SelectShortest, Place: cluster.PlaceHighSpeed},
			{Select: cluster.SelectShortest, Place: cluster.PlaceHighSpeed, Backfill: cluster.Easy},
			{Select: cluster.SelectFirst, Place: cluster.PlaceHighBandwidth, Backfill: cluster.EasyAware},
			{Select: cluster.SelectFirst, Place: cluster.PlaceRandom},
			{Select: cluster.SelectLowMemory, Place: cluster.PlaceHighMemory},
		} {
			b.Run(fmt.Sprint(m.Cores(), "/", a, "-", a.Backfill), func(b *testing.B) {
				decisions := 0
				for b.Loop() {
					decisions += s.Run(a).Decisions
				}
				b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
			})
		}
	}
}
