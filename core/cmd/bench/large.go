package bench

import (
	"math/rand/v2"

	"shadowtime/core/slurm/model"
)

// Of a large machine: when its first job comes, s, and how many ms a second has.
const (
	epoch = 1_700_000_000
	milli = 1000
)

// Large is a daemon of Slurm's with a machine of 1,000 nodes with 128 CPUs, 512 GB and 4 GPUs each, and so many jobs for it, which keep it
// nearly full: of a few CPUs or GPUs, of a node or of several, some alone on theirs.
func Large(jobs int) *model.Daemon {
	const nodes = 1000
	m := &model.Machine{Nodes: nodes, Up: model.NewNodes(nodes), Users: 50, CPUs: make([]int32, nodes), Memory: make([]int64, nodes)}
	m.Up.Add(0, nodes)
	m.Partitions = []model.Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	gres := make([]string, nodes)
	for i := range nodes {
		m.CPUs[i], m.Memory[i], gres[i] = 128, 512_000, "gpu:a100:4"
	}
	m.Equip(gres)
	s := model.New(model.V2205)
	s.Memory = true
	s.Settle()
	r := rand.New(rand.NewPCG(9, 9))
	var list []model.Job
	var tasks []model.Task
	at := 0.0
	for k := range jobs {
		a := &model.Ask{Tasks: 1, Each: 1 + r.Int32N(16), Least: 1, PerCPU: 4000}
		switch x := r.Float64(); {
		case x < 0.03:
			a.Least = 1 + r.Int32N(16)
			a.Tasks, a.Each, a.Most, a.Exclusive = a.Least, 1, a.Least, true
		case x < 0.1:
			a.Tasks, a.Each = 1+r.Int32N(512), 1
		case x < 0.3:
			a.Wants = []model.Want{{Kinds: 1, N: 1 + r.Int32N(4)}}
		}
		cpus := float64(a.CPUs())
		if a.Exclusive {
			cpus = 128 * float64(a.Least)
		}
		run := int64(60 + r.ExpFloat64()*7200)
		at += cpus * float64(run) / (nodes * 128 * 0.97)
		submit := int64(at) + epoch
		list = append(list, model.Job{ID: int64(k + 1), Submit: submit, Eligible: submit, Limit: 60 * (1 + run*(1+r.Int64N(4))/60),
			Nodes: a.Least, CPUs: a.CPUs(), Ask: a, User: r.Int32N(50), Feature: -1, Association: -1})
		tasks = append(tasks, model.Task{Eligible: submit * milli, Runs: run * milli})
	}
	d := new(model.Daemon)
	d.Load(m, s, list, tasks)
	return d
}

// OneLarge measures how long Slurm's passes take for so many jobs of it.
func OneLarge(jobs int, effort Effort, clock Clock) Row {
	r := Row{Trace: "large-" + short(jobs), Order: slurms, Jobs: jobs, Procs: 128_000}
	before := allocated()
	d := Large(jobs)
	_ = r.measure(func() error {
		d.Replay(epoch*milli-milli/2, nil)
		return nil
	}, before, effort, clock)
	for k, at := range d.Starts {
		r.AvgWait += float64(at-d.Jobs[k].Submit*milli) / milli / float64(jobs)
	}
	return r
}
