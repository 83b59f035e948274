package follow

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// nodesRun is a run of a real Slurm on nodes of many CPUs.
func nodesRun(t testing.TB, name string) *Run {
	t.Helper()
	file := func(kind string) File {
		return File{name + kind, string(fixture.Bytes(t, "golden", "slurm-nodes", name+kind))}
	}
	r, err := ReadRun(file(".csv"), file(".conf"), file(".passes.csv.gz"))
	require.NoError(t, err)
	require.NoError(t, r.ReadSubmits(file(".submit.txt")))
	return r
}

// Every pass that a real Slurm logged on nodes of many CPUs, those right after an end too, starts the jobs that it started, but
// for a few; on the same nodes likewise.
func TestPassesOnNodesOfManyCPUsComeOut(t *testing.T) {
	for name, least := range map[string]Answer{
		"e-cores-shared": {Passes: 343, PassesEqual: 336, Starts: 258, StartsEqual: 254},
		"a4-no-memory":   {Passes: 345, PassesEqual: 338, Starts: 258, StartsEqual: 252},
		"a-memory-gres":  {Passes: 383, PassesEqual: 381, Starts: 258, StartsEqual: 254, Either: 1}} {
		a := nodesRun(t, name).follow(true)
		for _, m := range a.Missed {
			t.Log(name, m)
		}
		a.Missed = nil
		require.Equal(t, least, a, name)
	}
}
