package sim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// instants draws a few instants round those of a trace, ascending.
func instants(r *rand.Rand, t *job.Trace, n int) []int64 {
	first, last := t.Submit[0]-3, t.Submit[t.Len()-1]+1
	for j := range t.Run {
		last = max(last, t.Submit[j]+t.Run[j]+1)
	}
	var list []int64
	for range n {
		list = append(list, first+r.Int64N(last-first+1))
		if r.IntN(3) == 0 { // exactly at an arrival
			list[len(list)-1] = t.Submit[r.IntN(t.Len())]
		}
	}
	slices.Sort(list)
	return list
}

func TestARunInPiecesEqualsARunInOne(t *testing.T) {
	engines := []*sim.Engine{sim.New(), sim.NewWithTrees(4)}
	for seed := range cases(1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 21))
		tr := simtest.Trace(r, 1+r.IntN(80))
		e := engines[seed%2]
		e.Load(tr)
		c := simtest.Config(r)
		require.NoError(t, e.Run(c))
		want := slices.Clone(e.Starts())
		require.NoError(t, e.Start(c))
		var s sim.State
		for _, until := range instants(r, tr, r.IntN(20)) {
			require.NoError(t, e.Advance(until))
			if r.IntN(3) == 0 {
				require.NoError(t, e.Snapshot(&s), "looking changes nothing")
			}
			if r.IntN(5) == 0 {
				require.NoError(t, e.SetOrders(c.Primary, c.Backfill))
			}
		}
		require.NoError(t, e.Finish())
		if !equal(want, e.Starts()) {
			t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
		}
	}
}

// Every order, dialect and backfilling, in pieces.
func TestARunInPiecesEqualsARunInOneUnderEveryOption(t *testing.T) {
	fixture.Long(t)
	for _, e := range []*sim.Engine{sim.New(), sim.NewWithTrees(4)} {
		r := rand.New(rand.NewPCG(8, 8))
		for _, c := range everyConfig(t) {
			tr := simtest.Trace(r, 60)
			e.Load(tr)
			require.NoError(t, e.Run(c))
			want := slices.Clone(e.Starts())
			require.NoError(t, e.Start(c))
			for _, until := range instants(r, tr, 8) {
				require.NoError(t, e.Advance(until))
			}
			require.NoError(t, e.Finish())
			require.Equal(t, want, e.Starts(), "%+v", simtest.Setup(c))
		}
	}
}

func TestSwitchingOrdersAndThresholdsEqualsTheOracleDoingTheSame(t *testing.T) {
	engines := []*sim.Engine{sim.New(), sim.NewWithTrees(4)}
	every := order.Every()
	for seed := range cases(3000) {
		r := rand.New(rand.NewPCG(uint64(seed), 22))
		tr := simtest.Trace(r, 1+r.IntN(60))
		e := engines[seed%2]
		e.Load(tr)
		c := simtest.Config(r)
		s := simtest.Setup(c)
		require.NoError(t, e.Start(c))
		for _, at := range instants(r, tr, r.IntN(6)) {
			require.NoError(t, e.Advance(at))
			p := every[r.IntN(len(every))]
			b := p
			if r.IntN(2) == 0 {
				b = every[r.IntN(len(every))]
			}
			require.NoError(t, e.SetOrders(p, b))
			x := oracle.Switch{At: at, Primary: p.Name(), Backfill: b.Name()}
			if seed%3 == 0 {
				threshold := r.Int64N(400) - 50
				x.Threshold = &threshold
				require.NoError(t, e.SetThreshold(threshold))
			}
			s.Switches = append(s.Switches, x)
		}
		require.NoError(t, e.Finish())
		if want := oracle.Starts(tr, s); !equal(want, e.Starts()) {
			t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c)+fmt.Sprint(s.Switches), want, e.Starts())
		}
	}
}

func TestGoingOnFromASnapshotEqualsTheUninterruptedRun(t *testing.T) {
	a, b := []*sim.Engine{sim.New(), sim.NewWithTrees(4)}, []*sim.Engine{sim.NewWithTrees(3), sim.New()}
	var s sim.State
	for seed := range cases(1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 23))
		tr := simtest.Trace(r, 1+r.IntN(80))
		first, second := a[seed%2], b[seed%2]
		first.Load(tr)
		second.Load(tr)
		c := simtest.Config(r)
		require.NoError(t, first.Run(c))
		want := slices.Clone(first.Starts())
		require.NoError(t, first.Start(c))
		require.NoError(t, first.Advance(instants(r, tr, 1)[0]))
		require.NoError(t, first.Snapshot(&s))
		require.NoError(t, second.StartAt(c, &s, tr.Len()))
		require.NoError(t, second.Finish())
		require.NoError(t, first.Finish())
		require.Equal(t, want, first.Starts(), "seed %d", seed)
		got := second.Starts()
		check := func(j int) {
			if want[j] != got[j] {
				t.Fatalf("seed %d: job index %d\n%s\nfrom %+v\nwant %v\ngot  %v", seed, j, describe(tr, c), s, want, got)
			}
		}
		for _, run := range s.Running {
			check(int(run.Job))
		}
		for _, j := range s.Waiting {
			check(int(j))
		}
		for j := s.Arrived; j < tr.Len(); j++ {
			check(j)
		}
	}
}

// From a state made by hand, under any order, until any job: as the oracle.
func TestARunFromAStateEqualsTheOracles(t *testing.T) {
	engines := []*sim.Engine{sim.New(), sim.NewWithTrees(4)}
	for seed := range cases(3000) {
		r := rand.New(rand.NewPCG(uint64(seed), 24))
		tr := simtest.Trace(r, 1+r.IntN(60))
		e := engines[seed%2]
		e.Load(tr)
		s := sim.State{Now: instants(r, tr, 1)[0], Acted: r.IntN(2) == 0}
		for s.Arrived < tr.Len() && tr.Submit[s.Arrived] < s.Now {
			s.Arrived++
		}
		last := s.Arrived + r.IntN(tr.Len()-s.Arrived+1)
		if s.Acted {
			last = tr.Len()
		}
		free := tr.Procs
		for j := range s.Arrived {
			oldest := max(tr.Submit[j], s.Now-tr.Run[j])
			switch {
			case r.IntN(3) == 0 && oldest <= s.Now && int64(tr.Size[j]) <= free:
				free -= int64(tr.Size[j])
				s.Running = append(s.Running, sim.Running{Job: int32(j), Start: oldest + r.Int64N(s.Now-oldest+1)})
			case r.IntN(2) == 0:
				s.Waiting = append(s.Waiting, int32(j))
			}
		}
		slices.SortStableFunc(s.Running, func(a, b sim.Running) int { return int(a.Start - b.Start) })
		if s.Acted && len(s.Running) == 0 && len(s.Waiting) > 0 {
			s.Acted = false // it would have started them
		}
		i := &oracle.Initial{Now: s.Now, Arrived: s.Arrived, Start: map[int]int64{}, Acted: s.Acted, Last: last}
		for _, run := range s.Running {
			i.Running = append(i.Running, int(run.Job))
			i.Start[int(run.Job)] = run.Start
		}
		for _, j := range s.Waiting {
			i.Waiting = append(i.Waiting, int(j))
		}
		c := simtest.Config(r)
		o := simtest.Setup(c)
		o.Initial = i
		want := oracle.Starts(tr, o)
		require.NoError(t, e.StartAt(c, &s, last))
		for _, until := range instants(r, tr, r.IntN(4)) {
			require.NoError(t, e.Advance(until))
		}
		require.NoError(t, e.Finish())
		for j := range last {
			met := j >= s.Arrived || slices.Contains(i.Waiting, j) || slices.Contains(i.Running, j)
			if got := e.Starts()[j]; met && got != want[j] {
				t.Fatalf("seed %d: job index %d\n%s\nlast %d, from %+v\nwant %v\ngot  %v", seed, j, describe(tr, c), last, s,
					want, e.Starts())
			}
		}
	}
}

func TestSwitchesSnapshotsAndPeriodsDoNotAllocate(t *testing.T) {
	tr := synthetic(600, 200, 1)
	e, period := sim.New(), sim.New()
	e.Load(tr)
	period.Load(tr)
	every := order.Every()
	own, err := order.Parse("mix:0.5*SAF+2*LEXP")
	require.NoError(t, err)
	every = append(every, own)
	c := &sim.Config{Threshold: 5000}
	end := tr.Submit[tr.Len()-1] + 100_000
	var s sim.State
	run := func() {
		if err := e.Start(c); err != nil {
			t.Fatal(err)
		}
		for i, o := range every {
			from := end * int64(i) / int64(len(every))
			err := e.Advance(from)
			err2 := e.SetOrders(o, every[(i*5+i%2)%len(every)])
			err3 := e.Snapshot(&s)
			p := sim.Config{Threshold: sim.None, Primary: o, Backfill: o}
			err4 := period.StartAt(&p, &s, min(tr.Len(), s.Arrived+100))
			err5 := period.Finish()
			if err != nil || err2 != nil || err3 != nil || err4 != nil || err5 != nil {
				t.Fatal(err, err2, err3, err4, err5)
			}
		}
		if err := e.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	run() // makes the state's slices
	require.Zero(t, min(allocations(run), allocations(run), allocations(run)))
}

func TestAStateThatCannotBeIsAnError(t *testing.T) {
	tr := &job.Trace{Procs: 4, Submit: []int64{0, 1, 2, 9}, Run: []int64{9, 9, 9, 9}, Request: []int64{9, 9, 9, 9},
		Size: []int32{2, 3, 2, 4}}
	c := &sim.Config{Threshold: sim.None}
	for want, s := range map[string]sim.State{
		"5 jobs have arrived":               {Now: 5, Arrived: 5},
		"index 2 was submitted before now":  {Now: 5, Arrived: 2},
		"index 3 has arrived":               {Now: 5, Arrived: 4},
		"index 3 waits and has not":         {Now: 5, Arrived: 3, Waiting: []int32{3}},
		"index 1 waits and is not listed":   {Now: 5, Arrived: 3, Waiting: []int32{2, 1}},
		"index -1 runs and has not":         {Now: 5, Arrived: 3, Running: []sim.Running{{-1, 2}}},
		"index 0 runs and is listed twice":  {Now: 5, Arrived: 3, Running: []sim.Running{{0, 2}}, Waiting: []int32{0}},
		"index 1 runs and started at 0":     {Now: 5, Arrived: 3, Running: []sim.Running{{1, 0}}},
		"index 0 runs and started at 6":     {Now: 5, Arrived: 3, Running: []sim.Running{{0, 6}}},
		"index 0 runs and is not listed in": {Now: 5, Arrived: 3, Running: []sim.Running{{2, 3}, {0, 2}}},
		"index 1 runs on more processors":   {Now: 5, Arrived: 3, Running: []sim.Running{{0, 2}, {1, 2}}},
		"they have not started":             {Now: 5, Arrived: 3, Waiting: []int32{1}, Acted: true},
		"index 0 runs and would have ended": {Now: 10, Arrived: 4, Running: []sim.Running{{0, 0}}},
	} {
		e := sim.New()
		require.ErrorContains(t, e.StartAt(c, &s, 4), "no trace")
		e.Load(tr)
		require.ErrorContains(t, e.StartAt(c, &s, 4), want)
		require.ErrorContains(t, e.Finish(), "no run was started")
		require.ErrorContains(t, e.Advance(1), "no run was started")
		require.ErrorContains(t, e.Snapshot(&sim.State{}), "no run was started")
		require.ErrorContains(t, e.SetOrders(c.Primary, c.Backfill), "no run was started")
		require.ErrorContains(t, e.SetThreshold(1), "no run was started")
		require.NoError(t, e.StartAt(c, &sim.State{Now: 5, Arrived: 3, Running: []sim.Running{{0, 2}}, Waiting: []int32{1, 2}}, 4))
		require.NoError(t, e.Finish())
		require.Equal(t, []int64{2, 11, 20, 29}, e.Starts())
	}
}
