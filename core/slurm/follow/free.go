package follow

import (
	"cmp"
	"fmt"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/slurm/model"
)

// Replay is what came of jobs that a daemon ran freely: of submissions, limits and run times, without a
// look at when they started on the machine. Times are seconds.
type Replay struct {
	Version  string         `json:"version"`
	Jobs     int            `json:"jobs"`     // that started
	Left     int            `json:"left"`     // that can't fit the machine, or never started
	MeanWait float64        `json:"meanWait"` // of these
	ByMain   int            `json:"byMain"`   // started by a main pass
	Passes   map[string]int `json:"passes"`   // made, by kind
	Recorded *Nearness      `json:"recorded"` // null where no wait is recorded
}

// Nearness sets starts beside those that were recorded: of jobs whose recorded start is known.
type Nearness struct {
	Jobs     int     `json:"jobs"`
	MeanWait float64 `json:"meanWait"` // as recorded
	Here     float64 `json:"here"`     // the same jobs' mean wait in the replay
	ByMain   *int    `json:"byMain"`   // started by a main pass; null where no record says who started them
	Within   float64 `json:"within"`   // bf_interval, or 5 s where that is shorter
	Near     int     `json:"near"`     // start within that of their recorded start
}

// atLeast is the shortest time within which starts count as near, s.
const atLeast = 5

// Load is jobs in a daemon's hands, and what records say of them.
type Load struct {
	Daemon  model.Daemon
	Jobs    []model.Job
	Submits []int64 // ms of the epoch
	Tasks   []model.Task
	Starts  []int64 // as recorded, ms of the epoch, or model.Unstarted
	Main    []bool  // as recorded, who started them; nil: no record says
	Left    int     // that can't fit the machine
	Begun   int64   // when the daemon begins, ms of the epoch

	History *model.History // of fair share, which Run fills; nil: nobody asks

	machine  model.Machine
	settings model.Settings
	fitting  *model.Fitting
	tree     []model.Association
	qos      int64
	goesOn   bool // the daemon has run before: fair share has been computed
	eligible bool // waits count from when jobs are eligible: of one that depends on others, from their ends here
	passes   []model.Instant
	recorded int64 // when the daemon began that made them, ms of the epoch
}

// Free prepares a run's jobs to be replayed.
func (r *Run) Free() *Load {
	f := &following{Run: r}
	f.prepare()
	l := &Load{machine: f.machine, settings: r.Config.Settings, Main: []bool{}}
	at := map[int64][]int32{}
	var of []int // record of each job
	for k := range r.jobs {
		if l.fits(&f.state[k]) {
			at[r.jobs[k].id] = append(at[r.jobs[k].id], int32(len(of)))
			of = append(of, k)
		}
	}
	l.Left = len(r.jobs) - len(of)
	tree := f.tree() // it says each job's association
	for i, k := range of {
		j := &r.jobs[k]
		t := model.Task{Eligible: r.milli(j.submit), Runs: max(0, j.end-j.start), Cut: j.killed,
			Most: (60*j.limit + r.Config.Settings.OverTimeLimit) * milliSecond}
		if len(j.after) == 0 {
			t.Eligible = max(t.Eligible, r.milli(j.eligible))
		}
		for _, id := range j.after {
			for _, o := range at[id] {
				if o != int32(i) {
					t.After = append(t.After, o)
				}
			}
		}
		l.Jobs, l.Tasks = append(l.Jobs, f.state[k]), append(l.Tasks, t)
		l.Starts, l.Main = append(l.Starts, r.milli(j.start)), append(l.Main, j.main)
		l.Submits = append(l.Submits, r.milli(j.submit))
	}
	kinds := map[string]model.Kind{"main": model.MainPass, "full": model.FullPass, "backfill": model.BackfillPass}
	for _, p := range r.passes {
		l.passes = append(l.passes, model.Instant{At: r.milli(p.at), Kind: kinds[p.kind]})
	}
	sorted.Stable(l.passes, func(a, b model.Instant) int { return cmp.Compare(a.At, b.At) })
	if at, ok := r.begun(); ok {
		l.recorded = r.milli(at)
	}
	qos := int64(0)
	for _, q := range r.qos {
		qos = max(qos, q.priority)
	}
	l.load(tree, qos)
	return l
}

// milli is a moment of the run in ms of the epoch.
func (r *Run) milli(at int64) int64 { return r.Epoch*milliSecond + at }

// FreeLog prepares a log's jobs: of each its processors, its request as the limit, its user, and waits as
// recorded, below 0 where they are not. A configuration without nodes has as many as the log's machine
// has processors. All jobs are sent to the first partition. Users share alike.
func FreeLog(t *job.Trace, waits []int64, unix int64, c *model.Config) (*Load, error) {
	l := &Load{settings: c.Settings}
	if len(c.Names) == 0 && t.Procs > model.MaxNodes {
		return nil, fmt.Errorf("%d processors are more than %d nodes of one CPU: give NodeName lines with CPUs=", t.Procs, model.MaxNodes)
	}
	m := &l.machine
	*m = machineOf(c, int(t.Procs))
	m.Users = max(1, len(t.Users))
	tree := []model.Association{{Parent: -1}}
	for range t.Users {
		tree = append(tree, model.Association{Parent: 0, User: true, Shares: 1})
	}
	for k := range t.Submit {
		submit := unix + t.Submit[k]
		j := model.Job{ID: int64(k), Submit: submit, Limit: max(1, (t.Request[k]+59)/60) * 60, Nodes: t.Size[k],
			CPUs: t.Size[k], User: t.User[k], Feature: -1, Association: t.User[k] + 1}
		switch {
		case m.Shared():
			j.Nodes, j.Ask = 1, &model.Ask{Tasks: j.CPUs, Each: 1, Least: 1}
		case m.CPUs != nil:
			j.Nodes = m.Filling(m.Partitions[0].Nodes, int64(j.CPUs))
		}
		if !l.fits(&j) {
			l.Left++
			continue
		}
		start := int64(model.Unstarted)
		if waits != nil && waits[k] >= 0 {
			start = (submit + waits[k]) * milliSecond
		}
		l.Jobs, l.Starts, l.Submits = append(l.Jobs, j), append(l.Starts, start), append(l.Submits, submit*milliSecond)
		l.Tasks = append(l.Tasks, model.Task{Eligible: submit * milliSecond, Runs: t.Run[k] * milliSecond})
	}
	l.load(tree, 0)
	return l, nil
}

// machineOf is a configuration's machine; where it names no nodes, of so many with one CPU each.
func machineOf(c *model.Config, nodes int) model.Machine {
	if n := len(c.Names); n > 0 {
		nodes = n
	}
	m := model.Machine{Nodes: nodes, Up: model.NewNodes(nodes), Partitions: c.Partitions, Users: 1}
	m.Up.Add(0, nodes)
	if slices.Max(append(c.CPUs, 1)) > 1 {
		m.CPUs, m.Memory, m.Whole = c.CPUs, c.Memory, c.Linear
		m.Equip(c.Devices)
	}
	if len(c.Names) == 0 || len(c.Partitions) == 0 {
		m.Partitions = []model.Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	}
	return m
}

// fits says whether a job's nodes are enough when nobody else runs.
func (l *Load) fits(j *model.Job) bool {
	if l.fitting == nil {
		l.fitting = model.NewFitting(&l.machine, &l.settings)
	}
	return l.fitting.Fits(j, l.machine.Up)
}

// load puts all into the daemon's hands. It begins half a second before the first job comes.
func (l *Load) load(tree []model.Association, qos int64) {
	l.Begun, l.tree, l.qos = 0, tree, qos
	for _, t := range l.Tasks {
		if l.Begun == 0 || t.Eligible < l.Begun {
			l.Begun = t.Eligible
		}
	}
	l.Begun -= milliSecond / 2
	l.Daemon.Load(&l.machine, l.settings, l.Jobs, l.Tasks)
}

// wait is how long a job that started waited here, ms.
func (l *Load) wait(k int) int64 {
	came := l.Submits[k]
	if l.eligible && len(l.Tasks[k].After) > 0 {
		came = l.Daemon.Jobs[k].Eligible * milliSecond
	}
	return l.Daemon.Starts[k] - came
}

// Run runs the jobs, by the clock or at the instants of the passes that were recorded, and says how near
// it came.
func (l *Load) Run(recorded bool) *Replay {
	d := &l.Daemon
	begun, given := l.Begun, []model.Instant(nil)
	if recorded {
		given = l.passes
		if l.recorded != 0 {
			begun = l.recorded
		}
	}
	if l.settings.Multifactor || l.settings.Order != nil {
		d.Priorities = model.NewPriorities(&l.machine, l.settings, slices.Clone(l.tree), begun/milliSecond)
		d.Priorities.QOS = l.qos
		if l.History != nil {
			*l.History = model.History{}
			d.Priorities.History = l.History
		}
		if l.goesOn {
			d.Priorities.Fade(begun / milliSecond)
			d.Priorities.Rank(begun / milliSecond)
		}
	}
	d.Replay(begun, given)
	s := &l.settings
	a := &Replay{Version: s.Version.String(), Left: l.Left, Passes: map[string]int{"main": d.Passes[model.MainPass],
		"full": d.Passes[model.FullPass], "backfill": d.Passes[model.BackfillPass]}}
	var known []int
	for k := range l.Submits { // jobs; behind them are the same in their other partitions
		if d.Starts[k] == model.Unstarted {
			a.Left++
			continue
		}
		a.Jobs++
		a.MeanWait += float64(l.wait(k))
		if d.By[k] != model.BackfillPass {
			a.ByMain++
		}
		if l.Starts[k] != model.Unstarted {
			known = append(known, k)
		}
	}
	a.MeanWait /= float64(max(1, a.Jobs)) * milliSecond
	a.Recorded = l.near(known)
	return a
}

// near is how near jobs come to their record; nil of none.
func (l *Load) near(jobs []int) *Nearness {
	if len(jobs) == 0 {
		return nil
	}
	n, byMain := Nearness{Jobs: len(jobs), Within: float64(max(atLeast, l.settings.Interval))}, 0
	for _, k := range jobs {
		logged, here := l.waits(k)
		n.MeanWait += logged
		n.Here += here
		if off := l.Daemon.Starts[k] - l.Starts[k]; float64(max(off, -off)) <= n.Within*milliSecond {
			n.Near++
		}
		if l.Main != nil && l.Main[k] {
			byMain++
		}
	}
	n.MeanWait /= float64(len(jobs))
	n.Here /= float64(len(jobs))
	if l.Main != nil {
		n.ByMain = &byMain
	}
	return &n
}

// waits are those of a job on the machine and here, s.
func (l *Load) waits(k int) (logged, here float64) {
	return float64(max(0, l.Starts[k]-l.Submits[k])) / milliSecond, float64(max(0, l.wait(k))) / milliSecond
}
