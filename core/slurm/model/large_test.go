package model

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// large is a daemon of a machine of 1,000 nodes with 128 CPUs, 512 GB and 4 GPUs each, and so many jobs for it, which keep it
// nearly full: of a few CPUs or GPUs, of a node or of several, some alone on theirs.
func large(jobs int) *Daemon {
	const nodes = 1000
	m := &Machine{Nodes: nodes, Up: NewNodes(nodes), Users: 50, CPUs: make([]int32, nodes), Memory: make([]int64, nodes)}
	m.Up.Add(0, nodes)
	m.Partitions = []Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	gres := make([]string, nodes)
	for i := range nodes {
		m.CPUs[i], m.Memory[i], gres[i] = 128, 512_000, "gpu:a100:4"
	}
	m.Equip(gres)
	s := New(V2205)
	s.Memory = true
	s.Settle()
	r := rand.New(rand.NewPCG(9, 9))
	var list []Job
	var tasks []Task
	at := 0.0
	for k := range jobs {
		a := &Ask{Tasks: 1, Each: 1 + r.Int32N(16), Least: 1, PerCPU: 4000}
		switch x := r.Float64(); {
		case x < 0.03:
			a.Least = 1 + r.Int32N(16)
			a.Tasks, a.Each, a.Most, a.Exclusive = a.Least, 1, a.Least, true
		case x < 0.1:
			a.Tasks, a.Each = 1+r.Int32N(512), 1
		case x < 0.3:
			a.Wants = []Want{{1, 1 + r.Int32N(4)}}
		}
		cpus := float64(a.CPUs())
		if a.Exclusive {
			cpus = 128 * float64(a.Least)
		}
		run := int64(60 + r.ExpFloat64()*7200)
		at += cpus * float64(run) / (nodes * 128 * 0.97)
		submit := int64(at) + 1_700_000_000
		list = append(list, Job{ID: int64(k + 1), Submit: submit, Eligible: submit, Limit: 60 * (1 + run*(1+r.Int64N(4))/60),
			Nodes: a.Least, CPUs: a.CPUs(), Ask: a, User: r.Int32N(50), Feature: -1, Association: -1})
		tasks = append(tasks, Task{Eligible: submit * second, Runs: run * second})
	}
	d := new(Daemon)
	d.Load(m, s, list, tasks)
	return d
}

// A large machine's jobs all run.
func TestALargeMachineIsRun(t *testing.T) {
	d := large(2000)
	d.Replay(1_700_000_000*second-500, nil)
	require.NotContains(t, d.Starts, int64(Unstarted))
}

func BenchmarkLargeMachine(b *testing.B) {
	for b.Loop() {
		d := large(100_000)
		d.Replay(1_700_000_000*second-500, nil)
		wait := 0.0
		for k, at := range d.Starts {
			wait += float64(at-d.tasks[k].Eligible) / second / float64(len(d.Starts))
		}
		b.ReportMetric(wait, "s-wait")
		b.ReportMetric(float64(d.Passes[BackfillPass]), "backfill-passes")
	}
}
