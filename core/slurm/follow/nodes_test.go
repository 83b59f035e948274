package follow

import (
	"strings"
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

// Where jobs stop others, which are requeued, fewer passes come out: no file says when nodes are clean again, nor which priority a
// requeued job has.
func TestPassesThatPreemptComeOutMostly(t *testing.T) {
	a := nodesRun(t, "b-preempt-requeue").follow(true)
	require.Equal(t, 463, a.Passes)
	require.GreaterOrEqual(t, a.PassesEqual, 434)
	require.GreaterOrEqual(t, a.StartsEqual, 209)
}

// mini are the files of a minimal case of a site.
func mini(t *testing.T, conf, jobs string) *Site {
	t.Helper()
	text := func(name string) string { return string(fixture.Bytes(t, "golden", "slurm-nodes", "mini", name)) }
	x, err := siteOf(t, text(conf), text(jobs))
	require.NoError(t, err)
	x.Believe()
	return x
}

// waited is how long a job waited here, s.
func waited(t *testing.T, x *Site, id int64) float64 {
	t.Helper()
	told, ok := x.Tell(id)
	require.True(t, ok)
	return told.Here
}

// Twelve tasks, six on each of two nodes, do not fit four nodes that are half full; two jobs of 100 GB do not fit one node of
// 128 GB; and where nodes are whole by default, jobs of one CPU do not share one.
func TestJobsOfNodesWaitForNodes(t *testing.T) {
	require.InDelta(t, 570, waited(t, mini(t, "slurm.conf", "jobs4.psv"), 3), 30, "that far are full passes apart")
	require.InDelta(t, 600, waited(t, mini(t, "m.conf", "mem.psv"), 2), 30)

	jobs := string(fixture.Bytes(t, "golden", "slurm-nodes", "mini", "jobs4.psv"))
	conf := string(fixture.Bytes(t, "golden", "slurm-nodes", "mini", "slurm.conf"))
	alone := strings.NewReplacer("12|12|12|2|cpu=12", "16|16|2|2|cpu=2", "--ntasks-per-node=6", "--exclusive").Replace(jobs)
	x, err := siteOf(t, conf, alone)
	require.NoError(t, err)
	x.Believe()
	require.InDelta(t, 570, waited(t, x, 3), 30, "whole nodes")

	few := mini(t, "nosel.conf", "jobs4.psv")
	require.True(t, few.Scene.Machine.Whole)
	require.InDelta(t, 570, waited(t, few, 3), 30)
	conf = string(fixture.Bytes(t, "golden", "slurm-nodes", "mini", "nosel.conf"))
	x, err = siteOf(t, strings.Replace(conf, "22.05.8", "23.11.1", 1), jobs)
	require.NoError(t, err)
	require.True(t, x.Scene.Machine.Shared(), "cons_tres is the default since 23.11")
}

// A site's jobs on nodes of many CPUs, memory and GPUs wait as long as they did, each group of them.
func TestGroupsOfJobsWaitAsTheyDid(t *testing.T) {
	file := func(name string) string {
		return string(fixture.Bytes(t, "golden", "slurm-nodes", "import-a-memory-gres", name))
	}
	x, err := siteOf(t, file("config.txt"), file("node.txt"), file("partition.txt"), file("qos.psv"), file("assoc.psv"), file("jobs.psv"))
	require.NoError(t, err)
	a := x.Believe()
	require.Zero(t, a.Left)
	const exclusive, gpu, other = 0, 1, 2
	var waits [3][2]float64
	var n [3]float64
	for _, k := range x.judged() {
		ask, of := x.Scene.Jobs[k].Ask, other
		switch {
		case ask.Exclusive:
			of = exclusive
		case len(ask.Wants) > 0:
			of = gpu
		}
		machine, here := x.waits(k)
		waits[of][0], waits[of][1], n[of] = waits[of][0]+machine, waits[of][1]+here, n[of]+1
	}
	for i := range waits {
		machine, here := waits[i][0]/n[i], waits[i][1]/n[i]
		require.InDelta(t, machine, here, max(3, 0.15*machine), "%d: %v jobs", i, n[i])
	}
	require.Equal(t, [3]float64{17, 54, 183}, n)
}
