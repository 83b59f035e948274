package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// ruledTrace draws a trace with rules.
func ruledTrace(r *rand.Rand) *job.Trace {
	tr := simtest.Trace(r, 2+r.IntN(40))
	if r.IntN(3) == 0 {
		tr = simtest.Crowd(r, 20+r.IntN(60))
	}
	simtest.Rule(r, tr)
	return tr
}

func TestEngineEqualsOracleUnderRules(t *testing.T) {
	e := sim.New()
	later, n := 0, fixture.Fewer(300, fixture.ByDay(2500, 5000))
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 59))
		tr := ruledTrace(r)
		c := simtest.Ruled(r)
		rules := tr.Rules
		tr.Rules = nil
		e.Load(tr)
		require.NoError(t, e.Run(c))
		open := append([]int64(nil), e.Starts()...)
		tr.Rules = rules
		e.Load(tr)
		require.NoError(t, e.Run(c), "seed %d", seed)
		want := oracle.Starts(tr, simtest.Setup(c))
		if !equal(want, e.Starts()) {
			t.Fatalf("seed %d\nrules %+v\ncalendar %+v\n%s\nusers %v queues %v\nwant %v\ngot  %v",
				seed, tr.Rules, tr.Calendar, describe(tr, c),
				tr.User, tr.Queue, want, e.Starts())
		}
		if !equal(open, want) {
			later++
		}
	}
	require.Greater(t, later, n/4, "rules matter to many of them")
}

// Jobs that come one by one to a long queue under limits: what is known from the pass before still holds.
func TestWhatAPassFoundHoldsForAJobThatArrivesAlone(t *testing.T) {
	e := sim.New()
	for seed := range fixture.Fewer(200, fixture.ByDay(1200, 3000)) {
		r := rand.New(rand.NewPCG(uint64(seed), 62))
		tr := simtest.Crowd(r, 30+r.IntN(60))
		simtest.Rule(r, tr)
		for i := range tr.Rules {
			if x := &tr.Rules[i]; x.Kind == rule.Limit || i == 0 {
				x.Kind, x.Of, x.Class, x.Spans = rule.Limit, rule.Measure(r.IntN(2)), rule.Class{}, nil
				x.Per, x.Most = rule.User, 1+r.Int64N(3)+4*int64(x.Of)
			}
		}
		c := simtest.Ruled(r)
		if c.Threshold, c.Slowdown = sim.None, 0; c.Primary.Aged() {
			c.Primary, c.Backfill = order.Twelve()[0], order.Twelve()[2]
		}
		c.Backfilling = sim.Backfilling(r.IntN(8) / 7)
		e.Load(tr)
		require.NoError(t, e.Run(c))
		if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
			t.Fatalf("seed %d\nrules %+v\n%s\nwant %v\ngot  %v", seed, tr.Rules, describe(tr, c), want, e.Starts())
		}
	}
}

// In steps, with the orders exchanged, and from states on the way: the same.
func TestARunUnderRulesGoesOnFromAnyOfItsStates(t *testing.T) {
	e := sim.New()
	for seed := range fixture.Fewer(200, 1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 60))
		tr := ruledTrace(r)
		c := simtest.Ruled(r)
		at := tr.Submit[0] + r.Int64N(tr.Submit[tr.Len()-1]-tr.Submit[0]+1)
		s := simtest.Setup(c)
		s.Switches = []oracle.Switch{{At: at, Primary: s.Backfill, Backfill: s.Primary}}
		want := oracle.Starts(tr, s)
		e.Load(tr)
		require.NoError(t, e.Start(c))
		for step := tr.Submit[0]; step < at; step += 1 + (at-tr.Submit[0])/7 {
			require.NoError(t, e.Advance(step))
		}
		var state sim.State
		require.NoError(t, e.Advance(at))
		require.NoError(t, e.Snapshot(&state))
		require.NoError(t, e.SetOrders(c.Backfill, c.Primary))
		require.NoError(t, e.Finish())
		require.Equal(t, want, e.Starts(), "seed %d", seed)
		x := *c
		x.Primary, x.Backfill = c.Backfill, c.Primary
		require.NoError(t, e.StartAt(&x, &state, tr.Len()))
		require.NoError(t, e.Finish())
		for j := range want {
			if j >= state.Arrived || want[j] >= at {
				require.Equal(t, want[j], e.Starts()[j], "seed %d job %d", seed, j)
			}
		}
	}
}

// An observer is told of starts, and changes none of them.
func TestWhoWatchesARunUnderRulesChangesNothing(t *testing.T) {
	e := sim.New()
	for seed := range fixture.Fewer(200, 2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 61))
		tr := ruledTrace(r)
		c := simtest.Ruled(r)
		e.Load(tr)
		require.NoError(t, e.Run(c))
		want := append([]int64(nil), e.Starts()...)
		c.Observer = &counting{t: t, starts: make([]int64, tr.Len())}
		require.NoError(t, e.Run(c))
		require.Equal(t, want, e.Starts())
	}
}

// untold are ways of scheduling that know nothing of what keeps jobs from starting, by what an error says of each: the
// setting, its value and a remedy.
var untold = map[string]sim.Config{
	"the dialect ocs: choose shadowtime":               {Dialect: sim.OCS},
	"the dialect pyss: choose shadowtime":              {Dialect: sim.PYSS},
	"a queue depth of 2: set it to 0, which is all":    {Depth: 2},
	"3 tries to backfill: set them to 0, which is all": {Tries: 3},
	"promises that are kept: have them made anew":      {Backfilling: sim.Conservative, Promises: sim.Kept},
}

func TestWhatDoesNotKnowRulesSaysWhatDoes(t *testing.T) {
	tr := simtest.Trace(rand.New(rand.NewPCG(1, 1)), 5)
	tr.Rules = []rule.Bound{{Rule: rule.New(rule.Limit)}}
	tr.Rules[0].Most = 1
	fcfs := order.Twelve()[0]
	e := sim.New()
	e.Load(tr)
	for says, c := range untold {
		c.Primary, c.Backfill, c.Threshold = fcfs, fcfs, sim.None
		require.EqualError(t, e.Run(&c), "rules: they cannot be replayed with "+says)
	}
	require.EqualError(t, new(sim.ForetoldEngine).Run(tr, &sim.Foresight{}),
		"predicted run times know of no rule: leave them out, or take the rules off")
	tr.Closures = []job.Closure{{From: 1, To: 2, Procs: 1}}
	e.Load(tr)
	require.ErrorContains(t, e.Run(&sim.Config{}), "rules: they cannot be replayed while processors are out")
	tr.Closures = nil
	tr.Rules[0].Most = 0
	e.Load(tr)
	require.ErrorContains(t, e.Run(&sim.Config{}), "at most 0")
}

func FuzzEngineEqualsOracleUnderRules(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	e := sim.New()
	f.Fuzz(func(t *testing.T, a, b uint64) {
		r := rand.New(rand.NewPCG(a, b))
		tr := ruledTrace(r)
		c := simtest.Ruled(r)
		e.Load(tr)
		require.NoError(t, e.Run(c))
		if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
			t.Fatalf("rules %+v\ncalendar %+v\n%s\nwant %v\ngot  %v", tr.Rules, tr.Calendar, describe(tr, c), want, e.Starts())
		}
	})
}

func TestAPreparedEngineDoesNotAllocateUnderRules(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	tr := simtest.Trace(r, 40)
	simtest.Rule(r, tr)
	e := sim.New()
	for _, b := range []sim.Backfilling{sim.Easy, sim.NoBackfilling, sim.Conservative} {
		for _, primary := range []int{2, 6} {
			c := &sim.Config{Primary: order.Twelve()[primary], Backfill: order.Twelve()[1], Threshold: 5, Backfilling: b}
			e.Load(tr)
			require.NoError(t, e.Run(c))
			require.Zero(t, testing.AllocsPerRun(3, func() {
				if e.Run(c) != nil {
					t.Fail()
				}
			}))
		}
	}
}

// counting holds the engine's words to one another.
type counting struct {
	t       *testing.T
	starts  []int64
	waiting int
}

func (w *counting) Arrive(int64, int)   { w.waiting++ }
func (w *counting) Pass(int64)          { require.Positive(w.t, w.waiting) }
func (w *counting) Start(int64, int)    { w.waiting-- }
func (w *counting) Backfill(int64, int) { w.waiting-- }
func (w *counting) Reserve(now int64, _ int, shadow, extra int64) {
	require.GreaterOrEqual(w.t, shadow, now)
	require.GreaterOrEqual(w.t, extra, int64(0))
}
func (w *counting) Place(now int64, _ int, at int64) { require.GreaterOrEqual(w.t, at, now) }
func (w *counting) Passed(int64, int)                {}
func (w *counting) End(int64, int)                   {}
