package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// seeing are formulas that look at more than the job, and the same keys written again.
func seeing(tb testing.TB) (orders []order.Order, keys []func(p, q, r, age float64, s oracle.Seen) float64) {
	tb.Helper()
	type key = func(p, q, r, age float64, s oracle.Seen) float64
	for _, x := range []struct {
		text string
		key  key
	}{
		{"(hour - 12)*p", func(p, q, r, age float64, s oracle.Seen) float64 { return (s.Hour - 12) * p }},
		{"(weekday - 3)*q + age", func(p, q, r, age float64, s oracle.Seen) float64 { return float64((s.Weekday-3)*q) + age }},
		{"(utilization - 0.5)*p*q", func(p, q, r, age float64, s oracle.Seen) float64 { return (s.Utilization - 0.5) * p * q }},
		{"(queued - 4)*q", func(p, q, r, age float64, s oracle.Seen) float64 { return (s.Queued - 4) * q }},
		{"(demand - 100)*p", func(p, q, r, age float64, s oracle.Seen) float64 { return (s.Demand - 100) * p }},
		{"left*q - 50*age", func(p, q, r, age float64, s oracle.Seen) float64 { return float64(s.Left*q) - float64(50*age) }},
		{"share", func(p, q, r, age float64, s oracle.Seen) float64 { return s.Share }},
		{"p*(0.01 + share)*max(1, queued)", func(p, q, r, age float64, s oracle.Seen) float64 {
			return p * (0.01 + s.Share) * max(1, s.Queued)
		}},
	} {
		o, err := order.Parse("expr:" + x.text)
		require.NoError(tb, err)
		require.True(tb, o.Sees())
		orders, keys = append(orders, o), append(keys, x.key)
	}
	return orders, keys
}

// Users, a clock that is not the trace's, and gaps of days, in which use fades.
func seenTrace(r *rand.Rand, n int) *job.Trace {
	t := simtest.Trace(r, n)
	t.Users = []int64{-1, 3, 8, 9}[:1+r.IntN(4)]
	t.User = make([]int32, n)
	for j := range t.User {
		t.User[j] = int32(r.IntN(len(t.Users)))
	}
	t.Calendar.Monday = t.Submit[0] - r.Int64N(job.Week)
	if r.IntN(8) == 0 {
		t.User = nil
	}
	return t
}

// What is seen is what a slow simulator adds up anew at each pass, in either place of an order, under limits and thresholds.
func TestOrdersThatSeeTheStateEqualTheOracle(t *testing.T) {
	e := sim.New()
	orders, keys := seeing(t)
	met := make([]int, len(orders))
	every := order.Every()
	for seed := range cases(1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 62))
		tr := seenTrace(r, 5+r.IntN(45))
		e.Load(tr)
		i := r.IntN(len(orders))
		c := &sim.Config{Primary: orders[i], Backfill: orders[i], Threshold: []int64{sim.None, sim.None, 0, 50, 5000}[r.IntN(5)],
			Dialect:     []sim.Dialect{sim.Shadowtime, sim.OCS}[r.IntN(2)],
			Backfilling: []sim.Backfilling{sim.Easy, sim.Easy, sim.NoBackfilling}[r.IntN(3)]}
		switch r.IntN(4) {
		case 0:
			c.Primary = every[r.IntN(len(every))]
		case 1:
			c.Backfill = every[r.IntN(len(every))]
		case 2:
			c.Depth, c.Tries = r.IntN(10), r.IntN(5)
		}
		want := simtest.Setup(c)
		for _, name := range []*string{&want.Primary, &want.Backfill} {
			if *name == orders[i].Name() {
				*name = "seen"
			}
		}
		want.KeySeen = keys[i]
		require.NoError(t, e.Run(c))
		starts := append([]int64(nil), e.Starts()...)
		if want := oracle.Starts(tr, want); !equal(want, starts) {
			t.Fatalf("seed %d %v\n%s\nusers %v monday %d\nwant %v\ngot  %v", seed, orders[i], describe(tr, c), tr.User, tr.Calendar.Monday,
				want, starts)
		}
		c.Observer = nothing{}
		require.NoError(t, e.Run(c))
		require.Equal(t, starts, e.Starts(), "an observer changes nothing")
		c.Primary, c.Backfill, c.Observer = order.Order{}, order.Order{}, nil
		require.NoError(t, e.Run(c))
		if !equal(starts, e.Starts()) {
			met[i]++
		}
	}
	for i, n := range met {
		require.Positive(t, n, orders[i].Name())
	}
}

// nothing watches.
type nothing struct{}

func (nothing) Arrive(int64, int)                {}
func (nothing) Pass(int64)                       {}
func (nothing) Start(int64, int)                 {}
func (nothing) Backfill(int64, int)              {}
func (nothing) Reserve(int64, int, int64, int64) {}
func (nothing) Place(int64, int, int64)          {}
func (nothing) Passed(int64, int)                {}
func (nothing) End(int64, int)                   {}

func TestOrdersThatSeeTheStateAreRefusedWhereItIsNotSeen(t *testing.T) {
	orders, _ := seeing(t)
	share, hour := orders[6], orders[0]
	tr := seenTrace(rand.New(rand.NewPCG(2, 62)), 20)
	e := sim.New()
	e.Load(tr)
	for says, c := range map[string]sim.Config{
		"looks at hour, which conservative": {Primary: hour, Backfilling: sim.Conservative},
		"a pass after every event":          {Backfill: share, Dialect: sim.PYSS},
	} {
		require.ErrorContains(t, e.Run(&c), says)
	}
	state := &sim.State{Now: tr.Submit[3] + 1}
	for state.Arrived < tr.Len() && tr.Submit[state.Arrived] < state.Now {
		state.Arrived++
	}
	require.ErrorContains(t, e.StartAt(&sim.Config{Primary: share, Threshold: sim.None}, state, tr.Len()),
		"begins with jobs on the machine")
	require.NoError(t, e.StartAt(&sim.Config{Primary: hour, Threshold: sim.None}, state, tr.Len()), "the clock is known")
	require.NoError(t, e.Start(&sim.Config{Primary: hour, Threshold: sim.None}))
	require.ErrorContains(t, e.SetOrders(share, share), "did not look at it from its beginning")
	require.NoError(t, e.SetOrders(hour, orders[2]))
	require.NoError(t, e.Finish())
	require.NoError(t, e.LoadFed(4, 0, 10))
	require.ErrorContains(t, e.RunFed(&sim.Config{Primary: hour}, nil), "users who wait for their jobs")
	closed := *tr
	closed.Closures = []job.Closure{{From: tr.Submit[0], To: tr.Submit[0] + 9, Procs: 1}}
	e.Load(&closed)
	require.ErrorContains(t, e.Run(&sim.Config{Primary: hour}), "processors out")
	require.ErrorContains(t, (&sim.Foresight{Primary: hour}).Check(), "predicted run times")
	require.ErrorContains(t, (&sim.Foresight{Backfill: share}).Check(), "looks at share")
}

func TestSeeingDoesNotAllocate(t *testing.T) {
	e := sim.New()
	tr := synthetic(200, 75, 1)
	tr.Users, tr.User = []int64{1, 2, 3}, make([]int32, tr.Len())
	for j := range tr.User {
		tr.User[j] = int32(j % 3)
	}
	e.Load(tr)
	orders, _ := seeing(t)
	for _, o := range orders {
		c := &sim.Config{Primary: o, Backfill: o, Threshold: 500}
		require.NoError(t, e.Run(c))
		require.Zero(t, allocations(func() { require.NoError(t, e.Run(c)) }), o.Name())
	}
}
