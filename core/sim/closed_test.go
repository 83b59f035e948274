package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// closedConfig draws a configuration that knows closures.
func closedConfig(r *rand.Rand) *sim.Config {
	c := simtest.Config(r)
	c.Dialect, c.Promises = sim.Shadowtime, sim.Anew
	if c.Rules != nil {
		c.Rules.SparingExtra = false
	}
	c.Backfilling = sim.Backfilling(r.IntN(3))
	return c
}

func TestEngineEqualsOracleOnMachinesWithClosures(t *testing.T) {
	e := sim.New()
	later, n := 0, fixture.Fewer(400, 6000)
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 41))
		tr := simtest.Trace(r, 1+r.IntN(40))
		e.Load(tr)
		c := closedConfig(r)
		require.NoError(t, e.Run(c))
		open := append([]int64(nil), e.Starts()...)
		simtest.Close(r, tr)
		e.Load(tr)
		require.NoError(t, e.Run(c))
		want := oracle.Starts(tr, simtest.Setup(c))
		if !equal(want, e.Starts()) {
			t.Fatalf("seed %d\nclosures %v\n%s\nwant %v\ngot  %v", seed, tr.Closures, describe(tr, c), want, e.Starts())
		}
		if !equal(open, want) {
			later++
		}
	}
	require.Greater(t, later, n/5, "closures matter to many of them")
}

// A job of every trace far behind: in most phases no closure matters, and the fast engine runs.
func TestPhasesInWhichNoClosureMattersChangeNothing(t *testing.T) {
	fixture.Long(t)
	e := sim.New()
	for seed := range fixture.Fewer(400, 2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 42))
		tr := &job.Trace{Procs: 8}
		clock := int64(0)
		for range 60 {
			clock += r.Int64N(12)
			tr.Submit, tr.Run = append(tr.Submit, clock), append(tr.Run, r.Int64N(9))
			tr.Request = append(tr.Request, tr.Run[len(tr.Run)-1]+r.Int64N(4))
			tr.Size = append(tr.Size, int32(1+r.IntN(8)))
		}
		for at := r.Int64N(100); at < clock; at += 60 + r.Int64N(100) {
			tr.Closures = append(tr.Closures, job.Closure{From: at, To: at + 1 + r.Int64N(30), Procs: 1 + r.Int64N(8),
				Known: []int64{job.Foreknown, at, at - 10}[r.IntN(3)]})
		}
		c := closedConfig(r)
		e.Load(tr)
		require.NoError(t, e.Run(c))
		if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
			t.Fatalf("seed %d\nclosures %v\n%s\nwant %v\ngot  %v", seed, tr.Closures, describe(tr, c), want, e.Starts())
		}
		// In steps, and from states on the way: the same.
		var s sim.State
		want := append([]int64(nil), e.Starts()...)
		require.NoError(t, e.Start(c))
		for at := int64(0); at < clock; at += 1 + r.Int64N(50) {
			require.NoError(t, e.Advance(at))
			require.NoError(t, e.Snapshot(&s))
		}
		require.NoError(t, e.Finish())
		require.Equal(t, want, e.Starts())
		require.NoError(t, e.StartAt(c, &s, tr.Len()))
		require.NoError(t, e.Finish())
		for j := s.Arrived; j < tr.Len(); j++ {
			require.Equal(t, want[j], e.Starts()[j])
		}
		e.Load(tr) // an engine whose run broke off
	}
}

// Announced in time, and where jobs end by their requests, a closure finds its processors free.
func TestNeverMoreThanWhatIsNotOutIsBusy(t *testing.T) {
	e := sim.New()
	for seed := range fixture.Fewer(400, 3000) {
		r := rand.New(rand.NewPCG(uint64(seed), 43))
		tr := simtest.Trace(r, 1+r.IntN(40))
		for j := range tr.Request {
			tr.Request[j] = max(tr.Request[j], tr.Run[j], 1)
		}
		simtest.Close(r, tr)
		for i := range tr.Closures {
			tr.Closures[i].Known = job.Foreknown
		}
		e.Load(tr)
		c := closedConfig(r)
		require.NoError(t, e.Run(c))
		at := append([]int64(nil), e.Starts()...)
		for _, x := range tr.Closures {
			at = append(at, x.From)
		}
		for _, now := range at {
			left := tr.Procs
			for _, x := range tr.Closures {
				if x.From <= now && now < x.To {
					left -= x.Procs
				}
			}
			for j, s := range e.Starts() {
				if s <= now && now < s+tr.Run[j] {
					left -= int64(tr.Size[j])
				}
			}
			busy := false
			for j, s := range e.Starts() {
				busy = busy || s <= now && now < s+tr.Run[j]
			}
			if busy && left < 0 {
				t.Fatalf("seed %d: %d processors too many at %d\nclosures %v\n%s", seed, -left, now, tr.Closures, describe(tr, c))
			}
		}
	}
}

// A maintenance: who would run into it waits, who ends before does not, who needs none of its
// processors neither.
func TestAMachineDrainsAheadOfAMaintenance(t *testing.T) {
	tr := &job.Trace{Procs: 4, Closures: []job.Closure{{From: 100, To: 200, Procs: 3, Known: job.Foreknown}},
		Submit: []int64{0, 0, 0, 150}, Run: []int64{10, 10, 10, 1}, Request: []int64{120, 90, 500, 50}, Size: []int32{2, 2, 1, 1}}
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	c := &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None}
	e := sim.New()
	starts := func() []int64 {
		e.Load(tr)
		require.NoError(t, e.Run(c))
		return append([]int64(nil), e.Starts()...)
	}
	require.Equal(t, []int64{200, 0, 0, 150}, starts())
	c.Backfilling = sim.NoBackfilling
	require.Equal(t, []int64{200, 200, 210, 210}, starts(), "behind a head that waits for its end")
	tr.Closures[0].Known = 100
	require.Equal(t, []int64{0, 0, 10, 150}, starts(), "nobody knew")
}

func TestWhatDoesNotKnowClosuresSaysWhatDoes(t *testing.T) {
	tr := simtest.Trace(rand.New(rand.NewPCG(1, 1)), 5)
	tr.Closures = []job.Closure{{From: 1, To: 2, Procs: 1}}
	fcfs := order.Twelve()[0]
	e := sim.New()
	e.Load(tr)
	for says, c := range untold {
		c.Primary, c.Backfill, c.Threshold = fcfs, fcfs, sim.None
		require.EqualError(t, e.Run(&c), "processors that are out for a time: they cannot be replayed with "+says)
	}
	require.ErrorContains(t, new(sim.ForetoldEngine).Run(tr, &sim.Foresight{}), "no closure")
	tr.Closures[0].To = 1
	e.Load(tr)
	require.ErrorContains(t, e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs}), "closure at index 0")
}

func FuzzEngineEqualsOracleWithClosures(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := rand.New(rand.NewPCG(a, b))
		tr := simtest.Trace(r, 1+r.IntN(30))
		simtest.Close(r, tr)
		c := closedConfig(r)
		e := sim.New()
		e.Load(tr)
		require.NoError(t, e.Run(c))
		if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
			t.Fatalf("closures %v\n%s\nwant %v\ngot  %v", tr.Closures, describe(tr, c), want, e.Starts())
		}
	})
}

func TestAPreparedEngineDoesNotAllocateForClosures(t *testing.T) {
	tr := simtest.Trace(rand.New(rand.NewPCG(7, 3)), 40)
	simtest.Close(rand.New(rand.NewPCG(7, 4)), tr)
	e := sim.New()
	for _, b := range []sim.Backfilling{sim.Easy, sim.NoBackfilling, sim.Conservative} {
		c := &sim.Config{Primary: order.Twelve()[2], Backfill: order.Twelve()[1], Threshold: 5, Backfilling: b}
		e.Load(tr)
		require.NoError(t, e.Run(c))
		require.Zero(t, testing.AllocsPerRun(3, func() {
			if e.Run(c) != nil {
				t.Fail()
			}
		}))
	}
}
