package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawnAsk is what a job may ask of nodes of eight CPUs, 16 GB and four GPUs of two kinds.
func drawnAsk(r *rand.Rand) *Ask {
	a := &Ask{Tasks: 1 + r.Int32N(12), Each: 1 + r.Int32N(3), Least: 1}
	switch r.IntN(5) {
	case 0:
		a.Least = 1 + r.Int32N(3)
		a.Tasks, a.Each, a.Most, a.Exclusive = a.Least, 1, a.Least, r.IntN(2) == 0
	case 1:
		a.Wants = []Want{{Kinds: uint8(1 + r.IntN(3)), N: 1 + r.Int32N(2)}}
	case 2:
		a.Memory = []int64{AllMemory, 3000, 9000}[r.IntN(3)]
	case 3:
		a.Least, a.PerNode = 2, 1+r.Int32N(3)
		a.Tasks = 2 * a.PerNode
	}
	if a.Memory == 0 {
		a.PerCPU = []int64{0, 1000, 3000}[r.IntN(3)]
	}
	return a
}

// Candidates that are kept up while running jobs are taken away are those of a look at all nodes: the same answer, the same nodes and
// the same pieces.
func TestCandidatesAreKeptUpWhileJobsAreTakenAway(t *testing.T) {
	const nodes = 70
	kept := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(60, seed))
		m := &Machine{Nodes: nodes, Up: NewNodes(nodes), Users: 1, CPUs: make([]int32, nodes), Memory: make([]int64, nodes)}
		m.Up.Add(0, nodes)
		m.Partitions = []Partition{{Nodes: m.Up}}
		gres := make([]string, nodes)
		for i := range nodes {
			m.CPUs[i], m.Memory[i], gres[i] = 8, 16_000, []string{"", "gpu:a:2,gpu:b:2", "gpu:b:4"}[r.IntN(3)]
		}
		m.Equip(gres)
		s := New(V2205)
		s.Memory = r.IntN(4) > 0
		s.Settle()
		jobs := make([]Job, 120)
		for k := range jobs {
			jobs[k] = Job{ID: int64(k), Limit: 60 * (1 + r.Int64N(9)), Feature: -1, Association: -1, Ask: drawnAsk(r)}
		}
		e := new(Engine)
		e.Load(m, s, jobs)
		e.free.Join(m.Up)
		for k := range jobs[1:] {
			j := &jobs[1+k]
			if e.fit(j, e.free, &e.has) {
				j.End = j.Limit
				e.Run(int32(1+k), e.pick, e.pieces)
			}
		}
		for i := range nodes {
			if r.IntN(3) == 0 {
				e.free.take(i)
			}
		}
		j := &jobs[0]
		j.Ask = drawnAsk(r)
		e.known = false
		e.later.fill(&e.has)
		for _, k := range slices.Clone(e.running) {
			if !e.touches(k) {
				continue
			}
			e.remove(k)
			known := e.known
			fits := e.suffices(j)
			pick, pieces := slices.Clone(e.pick), slices.Clone(e.pieces)
			if known {
				kept++
				o, other := e.offered, slices.Clone(e.other)
				require.Equal(t, fits, e.offers(j.Ask, e.free, &e.later, false) && e.lays(j.Ask, &e.later), "seed %d", seed)
				if e.known {
					require.Equal(t, o, e.offered, "seed %d", seed)
					require.True(t, other.Equal(e.other), "seed %d", seed)
				}
			}
			if fits {
				require.True(t, pick.Equal(e.pick), "seed %d", seed)
				require.Equal(t, pieces, e.pieces, "seed %d", seed)
				break
			}
		}
	}
	require.Greater(t, kept, 500)
}
