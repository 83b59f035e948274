package cluster_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
)

// cases is how many random ones a law is tried on.
func cases(n uint64) uint64 {
	if os.Getenv("SHADOWTIME_CAMPAIGNS") != "" {
		return 20 * n
	}
	return n
}

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// anyMachine has few kinds of anything, so that keys are often equal.
func anyMachine(rng *rand.Rand) *platform.Machine {
	m := &platform.Machine{}
	for n := range 1 + rng.IntN(4) {
		v := platform.Node{Memory: pick(rng, 0, 1000, 2500, 16000.5), From: int32(len(m.Processors))}
		for range 1 + rng.IntN(3) {
			from := int32(m.Cores())
			m.Processors = append(m.Processors, platform.Processor{
				Node: int32(n), From: from, To: from + 1 + rng.Int32N(4),
				Speed: pick(rng, 4, 4.4, 17.6), Power: pick(rng, 10, 7.5, 20), Bandwidth: pick(rng, 0, 12.8, 25.6, 32),
			})
		}
		v.To = int32(len(m.Processors))
		m.Nodes = append(m.Nodes, v)
	}
	return m
}

// anyLoad has jobs that the machine can hold, at times that are often the same or
// nearly so.
func anyLoad(rng *rand.Rand, m *platform.Machine) *cluster.Load {
	l := &cluster.Load{}
	round := rng.IntN(2) == 0
	fixed := rng.IntN(3) == 0
	t := 0.0
	for id := range 1 + rng.IntN(25) {
		t += pick(rng, 0, 0, 5e-7, 1, 3.25, 20, 100)
		size, memory := 1+rng.Int32N(min(8, int32(m.Cores()))), pick[float64](rng, 0, 0, 100, 900, 2500)
		bandwidth := pick[float64](rng, 0, 4, 8, 24)
		if !round {
			memory, bandwidth = memory*0.3, bandwidth*0.8
		}
		if !cluster.Holds(m, size, memory) {
			size, memory = 1, 0
		}
		request := pick[float64](rng, 1, 10, 10, 60, 200)
		work := request * m.Reference() * pick(rng, 0, 0.3, 1, 1, 1.2)
		requested := request * m.Reference()
		l.Fixed = append(l.Fixed, fixed && rng.IntN(3) == 0)
		if l.Fixed[id] {
			work, requested = work/m.Reference(), request
		}
		l.ID = append(l.ID, int64(id))
		l.Submit, l.Request, l.Size = append(l.Submit, t), append(l.Request, request), append(l.Size, size)
		l.Memory, l.Bandwidth = append(l.Memory, memory), append(l.Bandwidth, bandwidth)
		l.Work, l.Requested = append(l.Work, work), append(l.Requested, requested)
	}
	if !fixed {
		l.Fixed = nil
	}
	l.Arrange()
	return l
}

// every action: all pairs without, with and with aware backfilling.
func every() []cluster.Action {
	var list []cluster.Action
	for _, b := range []cluster.Backfilling{cluster.NoBackfilling, cluster.Easy, cluster.EasyAware} {
		for _, a := range cluster.Pairs() {
			a.Backfill = b
			list = append(list, a)
		}
	}
	return list
}

// Both are driven by the same choices, and are asked all they can be asked.
func sameAsOracle(t *testing.T, m *platform.Machine, l *cluster.Load, closures []cluster.Closure, seed uint64,
	choose func(mayIdle bool) cluster.Action,
) {
	s, o := cluster.New(m, l), newSlow(m, l, seed)
	require.NoError(t, s.Close(closures))
	o.closures = closures
	s.Seed(seed)
	s.KeepCores(true)
	s.Reset()
	for o.next() {
		require.True(t, s.Next())
		require.Equal(t, o.now, s.Now())
		require.Equal(t, len(o.waiting), s.Queue())
		seen := s.Observe(cluster.Normal, 0.05, nil)
		for i, want := range o.observe(0.05) {
			near(t, want, seen[i], "number ", i, " seen at ", o.now)
		}
		a := choose(s.MayIdle())
		o.act(a)
		s.Act(a)
		require.Equal(t, len(o.started), len(s.Started()))
		for i, j := range s.Started() {
			require.Equal(t, o.started[i], int(j), "%s at %v", a, o.now)
		}
		for k, name := range cluster.ObjectiveNames() {
			near(t, o.reward(name), s.Reward(cluster.Objective(k)), name, " at ", o.now)
		}
	}
	require.False(t, s.Next())
	for j := range l.Len() {
		require.Equal(t, o.start[j], s.Start(j), "job %d", j)
		require.Equal(t, o.end[j], s.End(j), "job %d", j)
		var cores []int
		for _, span := range s.Cores(j) {
			for c := span.From; c < span.To; c++ {
				cores = append(cores, int(c))
			}
		}
		require.Equal(t, o.cores[j], cores, "job %d", j)
	}
	got := s.Metrics()
	require.Equal(t, o.decisions, got.Decisions)
	near(t, o.energy, got.Energy, "energy")
	near(t, o.over, got.OverBandwidth, "over bandwidth")
}

func TestTheEngineDoesAsTheOracleUnderEveryPair(t *testing.T) {
	for k := range cases(10) {
		rng := rand.New(rand.NewPCG(k, 5))
		m := anyMachine(rng)
		l := anyLoad(rng, m)
		for _, a := range every() {
			sameAsOracle(t, m, l, nil, k, func(bool) cluster.Action { return a })
		}
	}
}

func TestTheEngineDoesAsTheOracleUnderChangingActions(t *testing.T) {
	fixture.Long(t)
	all := every()
	for k := range cases(800) {
		rng := rand.New(rand.NewPCG(k, 6))
		m := anyMachine(rng)
		l := anyLoad(rng, m)
		sameAsOracle(t, m, l, nil, k, anything(rng, all))
	}
}

// anything chooses any of the actions, at times to do nothing.
func anything(rng *rand.Rand, all []cluster.Action) func(mayIdle bool) cluster.Action {
	return func(mayIdle bool) cluster.Action {
		if mayIdle && rng.IntN(8) == 0 {
			return cluster.Void
		}
		return pick(rng, all...)
	}
}

// anyClosures are foreknown, announced, or failures, most of them while jobs are about.
func anyClosures(rng *rand.Rand, m *platform.Machine, l *cluster.Load) (list []cluster.Closure) {
	last := l.Submit[l.Len()-1] + 100
	for range 1 + rng.IntN(4) {
		from := pick(rng, 0, last*rng.Float64(), math.Floor(last*rng.Float64()), l.Submit[rng.IntN(l.Len())])
		x := cluster.Closure{From: from, To: from + pick(rng, 1, 10, 60, 60, 300.5), Known: pick(rng, math.Inf(-1), from, from-20)}
		for n := range m.Nodes {
			if rng.IntN(2) == 0 {
				x.Nodes = append(x.Nodes, int32(n))
			}
		}
		list = append(list, x)
	}
	return list
}

func TestTheEngineDoesAsTheOracleWhereNodesAreOut(t *testing.T) {
	fixture.Long(t)
	all := every()
	for k := range cases(600) {
		rng := rand.New(rand.NewPCG(k, 9))
		m := anyMachine(rng)
		l := anyLoad(rng, m)
		sameAsOracle(t, m, l, anyClosures(rng, m, l), k, anything(rng, all))
	}
}

// auditor follows a run and counts for itself.
type auditor struct {
	t        *testing.T
	m        *platform.Machine
	l        *cluster.Load
	owner    []int32
	busy     []int32
	over     []bool
	cores    map[int32][]int32
	done     map[int32]float64
	started  map[int32]bool
	rates    map[int32]float64
	watts    float64
	since    float64
	joules   float64
	instants int
}

func audit(t *testing.T, m *platform.Machine, l *cluster.Load) *auditor {
	a := &auditor{
		t: t, m: m, l: l, owner: make([]int32, m.Cores()), busy: make([]int32, len(m.Processors)), over: make([]bool, len(m.Processors)),
		cores: map[int32][]int32{}, done: map[int32]float64{}, started: map[int32]bool{}, rates: map[int32]float64{},
	}
	for c := range a.owner {
		a.owner[c] = -1
	}
	for _, p := range m.Processors {
		a.watts += 0.05 * p.Power * float64(p.To-p.From)
	}
	return a
}

// pass counts what happens until an instant.
func (a *auditor) pass(now float64) {
	require.GreaterOrEqual(a.t, now, a.since)
	for j, r := range a.rates {
		a.done[j] += r * (now - a.since)
	}
	a.joules += a.watts * (now - a.since)
	a.since = now
}

func (a *auditor) Submitted(now float64, j int32) {
	a.pass(now)
	require.LessOrEqual(a.t, math.Abs(now-a.l.Submit[j]), 1.001e-6)
}

func (a *auditor) Started(now float64, j int32, cores []int32) {
	a.pass(now)
	require.False(a.t, a.started[j], "it starts once")
	require.Len(a.t, cores, int(a.l.Size[j]))
	require.GreaterOrEqual(a.t, now, a.l.Submit[j]-1.001e-6)
	for i, c := range cores {
		require.Equal(a.t, int32(-1), a.owner[c], "the core is idle")
		require.True(a.t, i == 0 || cores[i-1] < c)
		a.owner[c] = j
	}
	a.started[j] = true
	a.cores[j] = append([]int32(nil), cores...)
	a.rates[j] = 0
}

func (a *auditor) Ended(now float64, j int32) {
	a.pass(now)
	left := a.l.Work[j] - a.done[j]
	require.LessOrEqual(a.t, math.Abs(left), 2e-6*a.rates[j]+1e-9*a.l.Work[j], "job %d has done its work", j)
	for _, c := range a.cores[j] {
		a.owner[c] = -1
	}
	delete(a.rates, j)
}

func (a *auditor) Processor(now float64, i, busy int32, over bool) {
	a.pass(now)
	a.busy[i], a.over[i] = busy, over
}

func (a *auditor) Instant(now float64, s *cluster.Sim) {
	a.pass(now)
	a.instants++
	used, busyCores, overs := make([]float64, len(a.m.Nodes)), 0, 0
	a.watts = 0
	for i, p := range a.m.Processors {
		busy, asked := int32(0), 0.0
		for c := p.From; c < p.To; c++ {
			require.Equal(a.t, int(a.owner[c]), s.Owner(int(c)))
			if j := a.owner[c]; j >= 0 {
				busy++
				asked += a.l.Bandwidth[j]
				used[p.Node] += a.l.Memory[j]
			}
		}
		require.Equal(a.t, busy, a.busy[i])
		require.Equal(a.t, asked > p.Bandwidth+1e-9, a.over[i])
		busyCores += int(busy)
		if a.over[i] {
			overs++
		}
		for c := p.From; c < p.To; c++ {
			a.watts += cluster.Powers[s.CoreState(int(c))] * p.Power
		}
	}
	for n, v := range a.m.Nodes {
		require.LessOrEqual(a.t, used[n], v.Memory+1e-6, "memory is a hard limit")
		near(a.t, v.Memory-used[n], s.FreeMemory(n), "free memory")
	}
	require.Equal(a.t, busyCores, s.Busy())
	require.Equal(a.t, overs, s.Over())
	near(a.t, a.watts, s.Power(), "power")
	for j := range a.rates {
		a.rates[j] = math.Inf(1)
		for _, c := range a.cores[j] {
			p := 0
			for a.m.Processors[p].To <= c {
				p++
			}
			a.rates[j] = min(a.rates[j], a.m.Processors[p].Speed*cluster.Speeds[s.CoreState(int(c))])
		}
		if a.l.Fixed != nil && a.l.Fixed[j] {
			a.rates[j] = 1
		}
	}
}

func TestCoresAreNeverSharedMemoryIsNeverOverAndWorkAndEnergyAreConserved(t *testing.T) {
	fixture.Long(t)
	all := every()
	for k := range cases(400) {
		rng := rand.New(rand.NewPCG(k, 7))
		m := anyMachine(rng)
		l := anyLoad(rng, m)
		s := cluster.New(m, l)
		a := audit(t, m, l)
		s.Follow(a)
		if k%4 == 0 {
			require.NoError(t, s.Close(anyClosures(rng, m, l)))
		}
		got := s.Run(pick(rng, all...))
		require.Equal(t, l.Len(), got.Jobs)
		require.Len(t, a.done, l.Len())
		near(t, a.joules, got.Energy, "energy")
		require.LessOrEqual(t, got.Decisions, a.instants, "one decision an instant")
	}
}

// Whoever waits has a reason, and the head is one of them.
func TestWhoWaitsLacksCoresOrMemoryOrStandsInLine(t *testing.T) {
	seen := map[cluster.Why]int{}
	for k := range cases(300) {
		rng := rand.New(rand.NewPCG(k, 8))
		m := anyMachine(rng)
		l := anyLoad(rng, m)
		s := cluster.New(m, l)
		if k%3 == 0 {
			require.NoError(t, s.Close(anyClosures(rng, m, l)))
		}
		a := pick(rng, every()...)
		for s.Reset(); s.Next(); {
			s.Act(a)
			head, lacks := s.Head()
			if s.Queue() == 0 {
				require.Equal(t, -1, head)
				continue
			}
			require.NotEqual(t, cluster.InLine, lacks)
			for _, j := range s.Waiting(nil) {
				why := s.Why(int(j))
				seen[why]++
				require.NotEqual(t, cluster.NotBlocked, why)
				require.NotEqual(t, cluster.InLine, s.Why(head), "the head waits for something")
			}
		}
	}
	for _, why := range []cluster.Why{cluster.LacksCores, cluster.LacksMemory, cluster.InLine, cluster.Barred} {
		require.Positive(t, seen[why], why.Words())
	}
}
