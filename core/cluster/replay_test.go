package cluster_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// bag is a machine that is nothing but so many equal processors.
func bag(cores int, speed float64) *platform.Machine {
	m := &platform.Machine{Nodes: []platform.Node{{To: int32(cores)}}}
	for c := range int32(cores) {
		m.Processors = append(m.Processors, platform.Processor{From: c, To: c + 1, Speed: speed, Power: 1})
	}
	return m
}

// Without memory, bandwidth and differences between processors a cluster is what
// replay simulates: every job starts in the same second, also at a speed by which work and
// times are rounded.
func TestABagOfEqualProcessorsIsReplayed(t *testing.T) {
	fixture.Long(t)
	rules, err := job.ParsePreset("online")
	require.NoError(t, err)
	l := log(t, "KTH-SP2-1996-2.1-cln.swf.gz")
	trace, _ := job.Clean(l, rules, job.MachineOf(l, 0))
	sameAsReplay(t, trace, bag(int(trace.Procs), 1))
}

// Where jobs come and end in the same seconds, an end is no later than the shadow for a
// rounding.
func TestTiesAreThoseOfAReplayAtEverySpeed(t *testing.T) {
	fixture.Long(t)
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 8))
		trace := &job.Trace{Procs: 2 + r.Int64N(12)}
		at := int64(0)
		for range 40 {
			at += 7 * r.Int64N(3)
			run := 7 * (1 + r.Int64N(9))
			trace.Submit, trace.Run = append(trace.Submit, at), append(trace.Run, run)
			trace.Request = append(trace.Request, run+7*r.Int64N(3))
			trace.Size = append(trace.Size, 1+int32(r.Int64N(trace.Procs)))
		}
		for _, speed := range []float64{0.1, 9.04, 1.0 / 3} {
			sameAsReplay(t, trace, bag(int(trace.Procs), speed))
		}
	}
}

func TestTheMeanSpeedOfEqualCoresIsTheirSpeed(t *testing.T) {
	for cores := 1; cores < 3000; cores += 7 {
		require.Equal(t, 0.1, bag(cores, 0.1).Reference())
	}
}

func sameAsReplay(t *testing.T, trace *job.Trace, m *platform.Machine) {
	load := cluster.FromTrace(trace, m, cluster.Options{Seed: 1})
	require.Equal(t, trace.Len(), load.Len())
	clear(load.Bandwidth)
	if load.Memory != nil {
		clear(load.Memory)
	}
	for by, name := range map[cluster.Selection]string{cluster.SelectFirst: "FCFS", cluster.SelectShortest: "SPF"} {
		o, err := order.Parse(name)
		require.NoError(t, err)
		for b, way := range map[cluster.Backfilling]sim.Backfilling{cluster.NoBackfilling: sim.NoBackfilling, cluster.Easy: sim.Easy,
			cluster.EasyAware: sim.Easy} {
			e := sim.New()
			e.Load(trace)
			require.NoError(t, e.Run(&sim.Config{Primary: o, Backfill: o, Backfilling: way, Threshold: sim.None}))
			s := cluster.New(m, load)
			s.Run(cluster.Action{Select: by, Place: cluster.PlaceHighCores, Backfill: b})
			for j, start := range e.Starts() {
				require.InDelta(t, start-trace.Submit[0], s.Start(j), 1e-3, "job %d under %s, %s, speed %v", j, name, b,
					m.Processors[0].Speed)
			}
		}
	}
}
