package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// bag is a machine that is nothing but so many equal processors.
func bag(cores int) *platform.Machine {
	m := &platform.Machine{Nodes: []platform.Node{{To: int32(cores)}}}
	for c := range int32(cores) {
		m.Processors = append(m.Processors, platform.Processor{From: c, To: c + 1, Speed: 1, Power: 1})
	}
	return m
}

// Without memory, bandwidth and differences between processors a cluster is what
// replay simulates: every job starts in the same second.
func TestABagOfEqualProcessorsIsReplayed(t *testing.T) {
	rules, err := job.ParsePreset("online")
	require.NoError(t, err)
	l := log(t, "KTH-SP2-1996-2.1-cln.swf.gz")
	trace, _ := job.Clean(l, rules, job.MachineOf(l, 0))
	m := bag(int(trace.Procs))
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
				require.Equal(t, float64(start-trace.Submit[0]), s.Start(j), "job %d under %s, %s", j, name, b)
			}
		}
	}
}
