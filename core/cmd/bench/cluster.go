package bench

import (
	"math/rand/v2"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
)

// Cluster is a machine of unequal processors, and jobs for it.
type Cluster struct {
	Name    string
	Machine *platform.Machine
	Load    *cluster.Load
}

// Clusters are Gaia and machines of growing size.
func Clusters() ([]*Cluster, error) {
	x, err := gaia()
	if err != nil {
		return nil, err
	}
	list := []*Cluster{x}
	for _, n := range []int{10, 100, 1000, 10_000} {
		list = append(list, Nodes(n))
	}
	return list, nil
}

// gaia is a synthetic load of 1,000 jobs on the 2,280 cores of the platform gaia.
func gaia() (*Cluster, error) {
	spec, _ := platform.BuiltinSpec("gaia")
	m, err := spec.Lay()
	if err != nil {
		return nil, err
	}
	return &Cluster{"gaia-1k", m, Crowd(m, 1000, 0.6, 3)}, nil
}

// Nodes is a machine of so many nodes of about ten cores, and twenty jobs a node at
// load 0.6, at most 20,000: what an event costs at one size is to be held against
// another's.
func Nodes(n int) *Cluster {
	m := Blend(n)
	return &Cluster{"nodes-" + short(n), m, Crowd(m, min(20*n, 20_000), 0.6, 1)}
}

// Blend is a machine of nodes of three kinds, each of two processors.
func Blend(nodes int) *platform.Machine {
	m := &platform.Machine{}
	for n := range nodes {
		v := platform.Node{Memory: float64(16000 * (1 + n%3)), From: int32(len(m.Processors))}
		for i := range 2 {
			from := int32(m.Cores())
			m.Processors = append(m.Processors, platform.Processor{
				Node: int32(n), From: from, To: from + 4 + int32(n%3),
				Speed: float64(8 + n%3 + i), Power: float64(10 + n%3), Bandwidth: 32,
			})
		}
		v.To = int32(len(m.Processors))
		m.Nodes = append(m.Nodes, v)
	}
	return m
}

// Crowd is jobs that offer a machine so much of what its cores can do; 1 is more
// than it can do, as cores wait for slower ones and for bandwidth.
func Crowd(m *platform.Machine, jobs int, load float64, seed uint64) *cluster.Load {
	rng := rand.New(rand.NewPCG(seed, 9))
	l := &cluster.Load{}
	ref, t, cores := m.Reference(), 0.0, load*float64(m.Cores())
	for id := range jobs {
		size := 1 + rng.Int32N(min(40, int32(m.Cores())/4))
		request := float64(60 * (1 + rng.IntN(60)))
		work := request * ref * (0.1 + 0.9*rng.Float64())
		l.ID = append(l.ID, int64(id))
		l.Submit, l.Request, l.Size = append(l.Submit, t), append(l.Request, request), append(l.Size, size)
		l.Memory, l.Bandwidth = append(l.Memory, float64(rng.IntN(2000))), append(l.Bandwidth, 4*float64(1+rng.IntN(6)))
		l.Work, l.Requested = append(l.Work, work), append(l.Requested, ref*request)
		t += rng.ExpFloat64() * float64(size) * work / ref / cores
	}
	l.Arrange()
	return l
}

// Scheduled is what the table shows of clusters: each way of placing, and each way
// of backfilling.
func Scheduled() []cluster.Action {
	pair := func(s cluster.Selection, p cluster.Placing, b cluster.Backfilling) cluster.Action {
		return cluster.Action{Select: s, Place: p, Backfill: b}
	}
	return []cluster.Action{
		pair(cluster.SelectShortest, cluster.PlaceHighSpeed, cluster.NoBackfilling),
		pair(cluster.SelectShortest, cluster.PlaceHighSpeed, cluster.Easy),
		pair(cluster.SelectShortest, cluster.PlaceHighSpeed, cluster.EasyAware),
		pair(cluster.SelectFirst, cluster.PlaceHighBandwidth, cluster.Easy),
		pair(cluster.SelectSmallest, cluster.PlaceHighCores, cluster.NoBackfilling),
		pair(cluster.SelectLowMemory, cluster.PlaceHighMemory, cluster.NoBackfilling),
		pair(cluster.SelectLowBandwidth, cluster.PlaceLowPower, cluster.NoBackfilling),
		pair(cluster.SelectRandom, cluster.PlaceRandom, cluster.NoBackfilling),
	}
}

// OneCluster measures one way of scheduling on one cluster, and how many decisions
// a run has. A job is two events, as elsewhere; cores are processors.
func OneCluster(x *Cluster, a cluster.Action, effort Effort, clock Clock) (r Row, decisions int) {
	r = Row{Trace: x.Name, Order: a.String() + "-" + a.Backfill.String(), Jobs: x.Load.Len(), Procs: int64(x.Machine.Cores())}
	before := allocated()
	s := cluster.New(x.Machine, x.Load)
	_ = r.measure(func() error {
		m := s.Run(a)
		r.AvgWait, decisions = m.AvgWait, m.Decisions
		return nil
	}, before, effort, clock)
	return r, decisions
}
