package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/slurm/model"
)

// Times of a plain load, s: all happens at multiples of grain, and no two limits end within a group of ends.
const (
	grain = 6000
	apart = 70
	sixty = 60
)

// plain is a load on which named nodes, groups of ends and rounding make no difference: each job takes one
// node or all of them.
func plain(r *rand.Rand, nodes int32) *job.Trace {
	t := &job.Trace{Procs: int64(nodes)}
	at := int64(grain)
	for i := range int64(sixty) {
		at += grain * int64(r.IntN(3))
		size := int32(1)
		if r.IntN(4) == 0 {
			size = nodes
		}
		limit := grain*int64(1+r.IntN(12)) + apart*i
		t.Submit, t.Size, t.Request = append(t.Submit, at), append(t.Size, size), append(t.Request, limit)
		t.Run = append(t.Run, grain*(1+r.Int64N(limit/grain)))
	}
	return t
}

// ours are the starts by our own engine.
func ours(t *testing.T, tr *job.Trace, b sim.Backfilling) []int64 {
	t.Helper()
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	e := sim.New()
	e.Load(tr)
	require.NoError(t, e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Backfilling: b}))
	return e.Starts()
}

// daemon is one with a trace, whose priorities are prio's.
func daemon(tr *job.Trace, s model.Settings, prio func(k int) int64) *model.Daemon {
	n := int(tr.Procs)
	m := &model.Machine{Nodes: n, Up: model.NewNodes(n), Users: 1}
	m.Up.Add(0, n)
	m.Partitions = []model.Partition{{Nodes: m.Up, Tier: 1, Factor: 1}}
	var jobs []model.Job
	var tasks []model.Task
	for k := range tr.Submit {
		jobs = append(jobs, model.Job{ID: int64(k), Submit: tr.Submit[k], Limit: tr.Request[k], Nodes: tr.Size[k], CPUs: tr.Size[k],
			Feature: -1, Association: -1, Priority: prio(k)})
		tasks = append(tasks, model.Task{Eligible: 1000 * tr.Submit[k], Runs: 1000 * tr.Run[k]})
	}
	d := new(model.Daemon)
	d.Load(m, s, jobs, tasks)
	d.FreeAfter = 0
	return d
}

// onGrid runs the daemon with a pass of a kind at each instant at which something can happen.
func onGrid(d *model.Daemon, kind model.Kind) []int64 {
	var given []model.Instant
	for at := int64(grain); at < 20*sixty*grain; at += grain {
		given = append(given, model.Instant{At: 1000 * at, Kind: kind})
	}
	d.Replay(0, given)
	var starts []int64
	for _, at := range d.Starts {
		starts = append(starts, at/1000)
	}
	return starts
}

func same(int) int64 { return 0 }

// Where the numbers of nodes, the groups of ends and the grids make no difference, one reservation is EASY,
// reservations for all are conservative backfilling, and the main pass alone is neither.
func TestReservationsMakeEasyAndConservativeBackfilling(t *testing.T) {
	differ := 0
	for _, version := range []model.Version{model.V2205, model.V2505, model.V2605} {
		for seed := range uint64(40) {
			tr := plain(rand.New(rand.NewPCG(7, seed)), int32(2+seed%7))
			s := model.New(version)
			s.Resolution, s.Window = 1, 43200*60
			s.Settle()
			conservative := onGrid(daemon(tr, s, same), model.BackfillPass)
			require.Equal(t, ours(t, tr, sim.Conservative), conservative, "%s seed %d", version, seed)
			s.PartCountResv = 1
			easy := onGrid(daemon(tr, s, same), model.BackfillPass)
			require.Equal(t, ours(t, tr, sim.Easy), easy, "%s seed %d", version, seed)
			require.Equal(t, ours(t, tr, sim.NoBackfilling), onGrid(daemon(tr, s, same), model.FullPass), "%s seed %d", version, seed)

			for k := range tr.Size { // with jobs of any size the two differ
				tr.Size[k] = 1 + int32(k)%int32(tr.Procs)
			}
			easy = onGrid(daemon(tr, s, same), model.BackfillPass)
			s.PartCountResv = 0
			if !slices.Equal(easy, onGrid(daemon(tr, s, same), model.BackfillPass)) {
				differ++
			}
		}
	}
	require.Greater(t, differ, 3*40/2)
}

// With weights of 0 multifactor priorities are the order of submission.
func TestWeightsOfNothingLeaveTheOrderOfSubmission(t *testing.T) {
	tr := plain(rand.New(rand.NewPCG(8, 1)), 5)
	s := model.New(model.V2205)
	s.Settle()
	basic := daemon(tr, s, same)
	basic.Replay(0, nil)
	s.Multifactor = true
	d := daemon(tr, s, same)
	m := &model.Machine{Nodes: 5, Up: model.NewNodes(5), Users: 1}
	m.Up.Add(0, 5)
	m.Partitions = []model.Partition{{Nodes: m.Up, Factor: 1}}
	d.Priorities = model.NewPriorities(m, s, nil, 0)
	d.Replay(0, nil)
	require.Equal(t, basic.Starts, d.Starts)
}
