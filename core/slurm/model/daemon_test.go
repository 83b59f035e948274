package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A daemon that does ever less often what recurs does it as set at first, then so many parts of what has passed apart, an hour at
// most; and a job that an end makes room for starts at the main pass after it all the same.
func TestWhatRecursComesEverLessOften(t *testing.T) {
	const days = 20
	m := &Machine{Nodes: 1, Up: NewNodes(1), Users: 1}
	m.Up.Add(0, 1)
	m.Partitions = []Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	s := New(V2205)
	s.Settle()
	var jobs []Job
	var tasks []Task
	for k := range int64(days) { // each has the machine for a day
		jobs = append(jobs, Job{ID: k + 1, Limit: 2 * 86400, Nodes: 1, CPUs: 1, Feature: -1, Association: -1})
		tasks = append(tasks, Task{Runs: 86400 * second})
	}
	var passes [2][noPass]int
	var starts [2][]int64
	for i, sparser := range []int64{0, 50} {
		d := new(Daemon)
		d.Load(m, s, jobs, tasks)
		d.Sparser = sparser
		d.Replay(0, nil)
		passes[i], starts[i] = d.Passes, append(starts[i], d.Starts...)
	}
	require.Greater(t, passes[0][BackfillPass], (days-1)*86400/int(s.Interval)*9/10)
	require.Greater(t, passes[0][FullPass], (days-1)*86400/int(s.SchedInterval)*9/10)
	for _, kind := range []Kind{FullPass, BackfillPass} {
		require.Less(t, passes[1][kind], passes[0][kind]/15)
		require.Greater(t, passes[1][kind], (days-1)*24, "an hour at most")
	}
	for k := range starts[0] {
		require.InDelta(t, starts[0][k], starts[1][k], float64(k+1)*10*second, "main passes follow each end")
	}

	d := Daemon{Sparser: 50, begun: 1000 * second}
	require.Equal(t, int64(30*second), d.recurs(30, 1000*second))
	require.Equal(t, int64(30*second), d.recurs(30, 2500*second))
	require.Equal(t, int64(144*second), d.recurs(30, 8200*second))
	require.Equal(t, int64(3600*second), d.recurs(30, 1e6*second))
	require.Equal(t, int64(7200*second), d.recurs(7200, 1e6*second), "never more often than set")
}
