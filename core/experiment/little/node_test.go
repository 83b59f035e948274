package little

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/slurm/model"
)

// A job without GPUs on the last node that has some keeps one from two idle GPUs; where processors are kept for them it is the other
// way round.
func TestAJobWithoutGPUsBlocksOneWithThem(t *testing.T) {
	m, err := Run(gpus())
	require.NoError(t, err)
	full, kept := m.Sides[0], m.Sides[1]
	require.Equal(t, [2]int64{2, 0}, [2]int64{full.Wait(3), kept.Wait(3)})
	require.Equal(t, [2]int64{0, 4}, [2]int64{full.Wait(2), kept.Wait(2)})
	told, err := full.Tell(2)
	require.NoError(t, err)
	require.Equal(t, []Finding{{4, false, "waits", "it asks for 1 processor and 1 GPU of a node; node 1 has 0 processors and 0 " +
		"GPUs free, node 2 has 0 processors and 2 GPUs free; the GPUs of node 2 are idle, and jobs 2 and 3 have the processors " +
		"beside them"}}, told.Jobs)
	told, err = kept.Tell(2)
	require.NoError(t, err)
	var words []string
	for _, f := range told.Jobs {
		words = append(words, f.Does+" "+f.Since)
	}
	all := strings.Join(words, "\n")
	require.Contains(t, all, "node 2 has 2 processors and 2 GPUs free (0 for jobs without GPUs)")
	require.Contains(t, all, "starts it asks for 1 processor and 1 GPU of a node; node 1 has 0 processors and 0 GPUs free, node 2 has 2 "+
		"processors and 2 GPUs free: it goes to node 2")
	f, err := full.Picture(2)
	require.NoError(t, err)
	require.Contains(t, f.SVG(), ">GPUs<")
}

// No node gives more than it has, all jobs start, and each goes where Slurm's own rules of nodes have it: the engine that sites' logs are
// replayed with picks the same node, and has no room for one that waits.
func TestNodesAreThoseOfSlurm(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	spread := 0
	for range 300 {
		e := on(2+r.Int64N(9), nil, fairly(Fullest), fairly(Kept))
		for range 1 + r.IntN(12) {
			e.Jobs = append(e.Jobs, Job{Arrives: r.Int64N(9), Runs: 1 + r.Int64N(6), Requests: 9, Procs: 1 + r.Int64N(e.Procs)})
			e.GPUs = append(e.GPUs, r.Int64N(1+NodeGPUs))
		}
		m, err := Run(e)
		require.NoError(t, err)
		for _, s := range m.Sides {
			for _, at := range m.Steps {
				free := s.rooms()
				for row := range e.Jobs {
					if s.Start(row) <= at && s.End(row) > at {
						s.take(&free, row, s.has[row])
					}
				}
				for _, x := range free {
					require.GreaterOrEqual(t, min(x.procs, x.gpus), int64(0))
				}
			}
		}
		spread += slurms(t, m.Sides[0])
	}
	require.Greater(t, spread, 300, "jobs of one node, in which a choice was seen")
}

// slurms sets each start of a job that one node can hold beside what Slurm's engine does at that hour.
func slurms(t *testing.T, s *Schedule) (seen int) {
	e := s.of
	half := e.halves()
	m := &model.Machine{Nodes: nodes, CPUs: []int32{int32(half[0]), int32(half[1])}, Up: model.NewNodes(nodes), Users: 1}
	m.Up.Add(0, nodes)
	m.Partitions = []model.Partition{{Nodes: m.Up}}
	m.Equip([]string{"gpu:2", "gpu:2"})
	jobs := make([]model.Job, len(e.Jobs))
	for row := range jobs {
		j := e.Jobs[row]
		a := &model.Ask{Tasks: 1, Each: int32(j.Procs), Least: 1}
		if g := e.GPUs[row]; g > 0 {
			a.Wants = []model.Want{{Kinds: 1, N: int32(g)}}
		}
		jobs[row] = model.Job{ID: int64(row), Limit: j.Requests * hour, Nodes: 1, CPUs: int32(j.Procs), Ask: a, Feature: -1,
			Association: -1}
	}
	var engine model.Engine
	engine.Load(m, model.New(model.V2205), jobs)
	for row := range jobs {
		if e.Jobs[row].Procs > half[0] {
			continue
		}
		at := s.Start(row)
		engine.Empty()
		for other := range jobs {
			if start := s.Start(other); start < at && s.End(other) > at || start == at && s.at[other] < s.at[row] {
				on := model.NewNodes(nodes)
				var pieces []model.Piece
				for i, n := range s.has[other] {
					if n > 0 {
						on.Add(i, i+1)
						pieces = append(pieces, model.Piece{Node: int32(i), CPUs: int32(n), Devices: model.Devices{int32(e.GPUs[other])}})
					}
				}
				jobs[other].End = s.End(other) * hour
				engine.Run(int32(other), on, pieces)
			}
		}
		engine.Wait(int32(row))
		engine.Main(at*hour, true)
		require.Len(t, engine.Started, 1)
		for i, n := range s.has[row] {
			require.Equal(t, n > 0, engine.On(int32(row)).Has(i))
		}
		seen++
	}
	return seen
}

// What is typed and linked of GPUs comes back, and no more of them are asked for than a node has.
func TestGPUsAreTypedAndLinked(t *testing.T) {
	e := gpus()
	_, err := e.Type("sbatch -n 2 -t 3 --gres=gpu:2")
	require.NoError(t, err)
	require.Equal(t, int64(2), e.GPUs[5])
	link := map[string]string{}
	e.Write(func(key, text string) { link[key] = text })
	back, err := Read(func(key string) string { return link[key] })
	require.NoError(t, err)
	require.True(t, e.Same(back))
	require.ErrorContains(t, e.SetGPUs(0, "3"), "job 1, GPUs: \"3\" is none of 0 to 2 whole GPUs")
	link["gpus"] = "1.1.1.1.1.1.1"
	_, err = Read(func(key string) string { return link[key] })
	require.ErrorContains(t, err, "more than 6 jobs")
	_, err = First().Type("sbatch -t 3 --gres=gpu:1")
	require.ErrorContains(t, err, "this machine has no GPUs")
	_, err = e.Type("scontrol create reservation StartTime=6 Duration=2:00")
	require.ErrorContains(t, err, "fair share or nodes")
}
