package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// A history holds what priorities were, at moments equally far apart, however long it goes on: parts of shares are all
// of them together, usage is that of all below, an account has its best user's fair share, and without new jobs a
// half-life halves usage.
func TestAHistoryTellsWhatPrioritiesWere(t *testing.T) {
	fixture.Long(t)
	const period, half, periods = 60, 6000, 5*MaxMoments/2 + 7
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(9, seed))
		tree, jobs := forest(r)
		m := &Machine{Nodes: 8, Partitions: []Partition{{Nodes: nodesOf(8, 0, 1, 2, 3, 4, 5, 6, 7)}}}
		s := New(V2205)
		s.HalfLife, s.CalcPeriod, s.Enforce, s.FairTree = half, period, true, seed%2 == 0
		p := NewPriorities(m, s, tree, 0)
		p.History = &History{}
		all := map[int64]Priorities{}
		for now := int64(period); now <= periods*period; now += period {
			p.Fade(now)
			for i := range jobs {
				if j := &jobs[i]; j.Start <= now && j.End > now-period {
					p.Use(j, min(j.End, now))
				}
			}
			p.Rank(now)
			p.History.take(p, now, int(now%7))
			all[now] = Priorities{Associations: slices.Clone(p.Associations)}
		}
		h := p.History
		require.Len(t, h.Moments, (periods+3)/4)
		level := map[int32]float64{}
		for i := 1; i < len(tree); i++ {
			level[tree[i].Parent] += p.Part(int32(i))
		}
		for _, sum := range level {
			require.InDelta(t, 1, sum, 1e-9)
		}
		for k, x := range h.Moments {
			now := x.At
			require.Equal(t, h.Moments[0].At+int64(k)*4*period, now)
			require.Equal(t, int(now%7), x.Waiting)
			best := slices.Repeat([]float64{-1}, len(tree))
			below := make([]float64, len(tree))
			for i, a := range all[now].Associations {
				require.Equal(t, a.Usage, x.Usage[i])
				if !a.User {
					continue
				}
				if s.FairTree {
					require.Equal(t, a.Factor, x.Fair[i])
				}
				require.True(t, x.Fair[i] >= 0 && x.Fair[i] <= 1)
				for up := int32(i); up >= 0; up = tree[up].Parent {
					best[up], below[up] = max(best[up], x.Fair[i]), below[up]+a.Usage
				}
			}
			for i := range tree {
				require.InDelta(t, below[i], x.Usage[i], 1e-6*below[i])
				require.Equal(t, best[i], x.Fair[i])
			}
		}
		k := len(h.Moments) - 1 - half/(4*period)
		require.Positive(t, h.Moments[k].Usage[0])
		require.InDelta(t, 0.5, h.Moments[len(h.Moments)-1].Usage[0]/h.Moments[k].Usage[0], 0.001)
	}
}

// Who used less of what is due to them comes first: in Fair Tree by rank, in classic fair share by a factor that halves
// with each usage as large as the shares.
func TestFairShareOrdersUsersByWhatTheyUsed(t *testing.T) {
	for _, fairTree := range []bool{true, false} {
		r := rand.New(rand.NewPCG(10, 1))
		tree := []Association{{Parent: -1}}
		for range 9 {
			used := 1 + float64(r.IntN(1000))
			tree[0].Usage += used
			tree = append(tree, Association{User: true, Shares: 1 + r.Int64N(9), Usage: used})
		}
		s := New(V2205)
		s.FairTree, s.HalfLife = fairTree, 0
		p := NewPriorities(&Machine{Nodes: 1, Partitions: []Partition{{Nodes: nodesOf(1, 0)}}}, s, tree, 0)
		p.Fade(1)
		p.Rank(1)
		f := make([]float64, len(tree))
		p.Fair(f)
		order := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
		slices.SortFunc(order, func(a, b int) int { return int(math.Copysign(1, f[b]-f[a])) })
		for i := range order[1:] {
			a, b := order[i], order[i+1]
			part := func(k int) float64 { return tree[k].Usage / tree[0].Usage / p.Part(int32(k)) }
			require.Less(t, part(a), part(b))
			if !fairTree {
				require.InEpsilon(t, math.Exp2(-part(a)), f[a], 1e-9)
			}
		}
	}
}
