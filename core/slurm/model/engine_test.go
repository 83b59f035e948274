package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// crowd is a machine with jobs for it, in order of submission.
func crowd(shared bool) (*Machine, []Job, []int64) {
	const nodes = 70
	m := &Machine{Nodes: nodes, Up: NewNodes(nodes), Users: 3}
	m.Limits = []Limit{{4, -1, -1, -1, true}, {-1, 60, -1, -1, false}, {-1, -1, 30, -1, true}, {-1, -1, -1, 80_000, false}}
	m.Up.Add(0, nodes)
	m.Outages = []Outage{{2000, 4000, nodesOf(nodes, 3, 15, 66, 67, 68)}}
	low := NewNodes(nodes)
	low.Add(0, 20)
	m.Partitions = []Partition{{Nodes: m.Up, Tier: 1}, {Nodes: low, Tier: 2}}
	if shared {
		m.CPUs = make([]int32, nodes)
		m.Memory = make([]int64, nodes)
		gres := make([]string, nodes)
		for i := range m.CPUs {
			m.CPUs[i], m.Memory[i] = 4, 4000
			gres[i] = [...]string{"", "gpu:a:2", "gpu:b:4", "gpu:a:1,gpu:b:1"}[i%4]
		}
		m.Equip(gres)
	}
	r := rand.New(rand.NewPCG(3, 4))
	var jobs []Job
	var runs []int64
	at := int64(1000)
	for i := range 300 {
		at += r.Int64N(60)
		j := Job{ID: int64(i), Submit: at, Eligible: at, Limit: 60 * (1 + r.Int64N(30)), Nodes: 1 + r.Int32N(12), CPUs: 1 + r.Int32N(40),
			Partition: r.Int32N(2), User: r.Int32N(3), Feature: -1, Association: -1}
		if shared {
			each := 1 + int32(i%3)
			j.Ask = &Ask{Tasks: 1 + j.CPUs/(2*each), Each: each, Least: 1, PerCPU: int64(i%4) * 300}
			switch i % 7 {
			case 1:
				j.Ask.Exclusive, j.Ask.Least, j.Ask.Most = true, 2, 2
				j.Ask.Tasks = 2
			case 2:
				j.Ask.Memory, j.Ask.PerCPU, j.Ask.Tasks = 3000, 0, 3
			case 3:
				j.Ask.Wants, j.Ask.Tasks = []Want{{1 << (i % 2), 2}}, 2
			case 4:
				j.Ask.Wants, j.Ask.Tasks = []Want{{3, 1}}, 1
			case 5:
				j.Ask.Each, j.Ask.PerNode, j.Ask.Least, j.Ask.Tasks = 1, 2, 3, 6
			}
			j.Nodes, j.CPUs = j.Ask.Least, j.Ask.CPUs()
		}
		if i%5 > 0 {
			j.Limits = []int32{j.User, (j.User + 1) % 3}[:1+i%2]
			if i%3 == 0 {
				j.Limits = append(j.Limits, 3)
			}
		}
		jobs = append(jobs, j)
		runs = append(runs, 1+r.Int64N(j.Limit))
	}
	return m, jobs, runs
}

// Whatever the version, each job starts once and after its submission, on nodes of its partition that nobody
// has and that is up, no more runs under a limit than may, in the end all have run, and twice is once.
func TestAMachineIsRunByPasses(t *testing.T) {
	fixture.Long(t)
	for _, version := range []Version{V2205, V2505, V2505Groups, V2605} {
		for _, shared := range []bool{false, true} {
			first := schedule(t, crowded(version, shared))
			require.Equal(t, first, schedule(t, crowded(version, shared)), "%s %v", version, shared)
			require.NotEqual(t, first, schedule(t, several(version, shared)), "%s %v", version, shared)
		}
	}
}

// several is a daemon with the same crowd, of which every fourth job may run in both partitions.
func several(version Version, shared bool) *Daemon {
	d := crowded(version, shared)
	jobs, tasks := d.Jobs, d.tasks
	for k := range jobs {
		if k%4 == 0 {
			other := jobs[k]
			other.Partition, other.Turn = 1-other.Partition, 1
			other.Also, jobs[k].Also = []int32{int32(k)}, []int32{int32(len(jobs))}
			jobs, tasks = append(jobs, other), append(tasks, tasks[k])
		}
	}
	d.Load(d.machine, d.set, jobs, tasks)
	return d
}

func schedule(t *testing.T, d *Daemon) string {
	t.Helper()
	d.Explain()
	d.begin(999_500, nil)
	running, ran := map[int32]bool{}, 0
	told := ""
	for more := true; more; {
		d.Started = d.Started[:0]
		more = d.step()
		for _, k := range d.Started {
			require.False(t, running[k])
			running[k] = true
			ran++
			require.Equal(t, d.now, d.Starts[k])
			require.GreaterOrEqual(t, d.now, d.tasks[k].Eligible)
			waited := int64(0)
			for _, ms := range d.Waited[k] {
				waited += ms
			}
			require.InDelta(t, d.now-max(d.begun, d.Jobs[k].Eligible*second), waited, second, "each moment of a wait has its reason")
			if down := &d.machine.Outages[0]; d.now >= down.From*second && d.now < down.To*second {
				require.False(t, d.On(k).Meets(down.Nodes))
			}
			for _, o := range d.tasks[k].After {
				require.LessOrEqual(t, d.Ends[o], d.now)
			}
			told += fmt.Sprint(k, d.now, d.On(k))
		}
		for k := range running {
			if !slices.Contains(d.ending, k) {
				delete(running, k)
				require.Equal(t, d.now, d.Ends[k], "each ends in its time")
			}
		}
		if len(d.Started) > 0 {
			fits(t, &d.Engine, running)
		}
	}
	most := 0
	for k := range d.Jobs {
		if first := d.first(int32(k)); first == int32(k) {
			most++
		} else if d.Starts[k] != Unstarted {
			require.Equal(t, d.Starts[k], d.Starts[first], "it is known by its first partition")
		}
	}
	require.Equal(t, most, ran, "all run, each in one partition")
	return told
}

// crowded is a daemon with a crowd of jobs.
func crowded(version Version, shared bool) *Daemon {
	m, jobs, runs := crowd(shared)
	s := New(version)
	s.Memory = true
	s.Settle()
	tasks := make([]Task, len(jobs))
	for k := range jobs {
		tasks[k] = Task{Eligible: jobs[k].Submit*second + int64(k), Runs: runs[k] * second}
		if k%10 == 9 {
			tasks[k].After = []int32{int32(k - 7), int32(k - 1)}
		}
	}
	d := new(Daemon)
	d.Load(m, s, jobs, tasks)
	return d
}

// What comes before decides what comes: jobs that come later do not move a start before them.
func TestNoStartDependsOnLaterJobs(t *testing.T) {
	all := crowded(V2205, false)
	all.Replay(999_500, nil)
	const some = 150
	few := crowded(V2205, false)
	few.Load(few.machine, few.set, few.Jobs[:some], few.tasks[:some])
	few.Replay(999_500, nil)
	until, same := all.tasks[some].Eligible, 0
	for k, at := range few.Starts {
		if at < until || all.Starts[k] < until {
			require.Equal(t, all.Starts[k], at)
			same++
		}
	}
	require.Greater(t, same, some/3)
}

// Passes come in their time: of backfill a bf_interval apart at least, of main batch_sched_delay, and a full
// one each sched_interval, for as long as someone waits.
func TestPassesComeInTheirTime(t *testing.T) {
	d := crowded(V2205, false)
	d.begin(999_500, nil)
	last, before := [noPass]int64{d.begun, d.begun, d.begun}, d.Passes
	longest := int64(0)
	for d.step() {
		for kind := range noPass {
			if d.Passes[kind] == before[kind] {
				continue
			}
			since := d.now - last[kind]
			last[kind] = d.now
			switch kind {
			case BackfillPass:
				require.GreaterOrEqual(t, since, d.set.Interval*second)
			case MainPass:
				require.Greater(t, since, (d.set.BatchSchedDelay-1)*second)
			case FullPass:
				longest = max(longest, since)
			}
		}
		before = d.Passes
	}
	require.Less(t, longest, (d.set.SchedInterval+3)*second)
	for kind, n := range d.Passes {
		require.Positive(t, n, kind)
	}

	for name, options := range map[string]Settings{"no backfill": {Interval: -1, SchedInterval: 60}, "no full pass": {SchedInterval: -1}} {
		d := crowded(V2205, false)
		d.set.Interval, d.set.SchedInterval = options.Interval, options.SchedInterval
		d.Replay(999_500, nil)
		require.Equal(t, options.Interval < 0, d.Passes[BackfillPass] == 0, name)
		require.Equal(t, options.SchedInterval < 0, d.Passes[FullPass] == 0, name)
	}
}

// Jobs that wait for each other, or for nodes that nobody frees, don't keep it going for ever.
func TestADaemonWithNothingLeftToDoStops(t *testing.T) {
	d := crowded(V2205, false)
	d.tasks[0].After, d.tasks[1].After = []int32{1}, []int32{0}
	d.Load(d.machine, d.set, d.Jobs, d.tasks)
	d.Jobs[2].Nodes = int32(d.machine.Nodes) + 1
	d.Replay(999_500, nil)
	for k, start := range d.Starts {
		require.Equal(t, k <= 2 || k == 9, start == Unstarted, "job %d", k)
	}
}

// Passes that are left out, since they would do what the one before did, would have started nobody.
func TestPassesThatAreLeftOutStartNobody(t *testing.T) {
	fixture.Long(t)
	for _, version := range []Version{V2205, V2505} {
		for seed := range uint64(4) {
			a, b := crowded(version, seed%2 == 1), crowded(version, seed%2 == 1)
			r := rand.New(rand.NewPCG(9, seed))
			for k := range a.tasks { // few that last, some past their limit
				if a.Jobs[k].Limit *= 1 + r.Int64N(40); k%3 > 0 {
					a.tasks[k].Runs = second * (1 + r.Int64N(a.Jobs[k].Limit))
				}
				a.tasks[k].Eligible += int64(k) * r.Int64N(200_000)
			}
			const some = 100
			b.Load(b.machine, a.set, slices.Clone(a.Jobs[:some]), a.tasks[:some])
			a.Load(a.machine, a.set, a.Jobs[:some], a.tasks[:some])
			a.set.Window = 3600 * (2 + int64(seed))
			b.set.Window, b.Every = a.set.Window, true
			a.Replay(999_500, nil)
			b.Replay(999_500, nil)
			require.Equal(t, b.Starts, a.Starts, "%s %d", version, seed)
			require.Equal(t, b.Passes, a.Passes)
		}
	}
}

// Once it has seen its largest pass a daemon allocates nothing.
func TestAReplayAllocatesNothing(t *testing.T) {
	fixture.Long(t)
	for _, shared := range []bool{false, true} {
		for _, d := range []*Daemon{crowded(V2205, shared), several(V2205, shared)} {
			d.Replay(999_500, nil)
			require.Zero(t, testing.AllocsPerRun(3, func() { d.Replay(999_500, nil) }))
		}
	}
}

// fits says that what runs has room, and what it asks for.
func fits(t *testing.T, e *Engine, running map[int32]bool) {
	t.Helper()
	used, under := make([]int32, e.machine.Nodes), make([]Limit, len(e.machine.Limits))
	left := newStock(e.machine, true) // nothing, where nodes are whole
	for k := range running {
		j, on := &e.Jobs[k], e.On(k)
		require.True(t, e.machine.Partitions[j.Partition].Nodes.holds(on))
		if e.shared {
			asks(t, e, k, &left)
		} else {
			require.Equal(t, int(j.Nodes), on.Count())
			for i := range used {
				if on.Has(i) {
					used[i]++
				}
			}
		}
		for _, l := range j.Limits {
			under[l] = Limit{Jobs: under[l].Jobs + 1, CPUs: under[l].CPUs + int64(j.CPUs), Nodes: under[l].Nodes + int64(j.Nodes),
				Seconds: under[l].Seconds + int64(j.CPUs)*(j.End-max(j.Start, e.counted))}
		}
	}
	for l, most := range e.machine.Limits {
		require.False(t, above(under[l].Jobs, most.Jobs) || above(under[l].CPUs, most.CPUs) || above(under[l].Nodes, most.Nodes) ||
			above(under[l].Seconds, most.Seconds))
	}
	require.LessOrEqual(t, slices.Max(used), int32(1))
	for i := 0; e.shared && i < len(left.cpus); i++ {
		require.GreaterOrEqual(t, left.cpus[i], int32(0))
		require.GreaterOrEqual(t, left.memory[i], int64(0))
		for _, n := range left.devices[i] {
			require.GreaterOrEqual(t, n, int32(0))
		}
	}
}

// asks says that a running job has what it asks for, and takes it off what is left.
func asks(t *testing.T, e *Engine, k int32, left *stock) {
	t.Helper()
	a, m, all := e.Jobs[k].Ask, e.machine, int32(0)
	pieces := e.Pieces(k, nil)
	require.Equal(t, len(pieces), e.On(k).Count())
	require.GreaterOrEqual(t, len(pieces), int(a.Least))
	require.True(t, a.Most == 0 || len(pieces) <= int(a.Most))
	for i := range pieces {
		p := &pieces[i]
		require.True(t, e.On(k).Has(int(p.Node)))
		left.change(p, -1)
		all += p.CPUs
		if a.Exclusive {
			require.Equal(t, Piece{p.Node, m.CPUs[p.Node], int64(m.CPUs[p.Node]) * a.PerCPU, m.Devices[p.Node]}, *p)
			continue
		}
		require.Zero(t, p.CPUs%a.Each, "a task is on one node")
		require.True(t, a.PerNode == 0 || p.CPUs == a.PerNode*a.Each)
		require.Equal(t, max(a.Memory, int64(p.CPUs)*a.PerCPU), p.Memory)
		for _, w := range a.Wants {
			n := int32(0)
			for kind, has := range p.Devices {
				if w.Kinds>>kind&1 != 0 {
					n += has
				}
			}
			require.Equal(t, w.N, n)
		}
	}
	require.True(t, a.Exclusive || all == a.CPUs())
}
