package sim_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
)

// heard is what a listener was told.
type heard struct{ done, all []int }

func (h *heard) tell(done, all int) {
	h.done, h.all = append(h.done, done), append(h.all, all)
}

// ascends checks that it goes up to all that a trace of n jobs has, and is said at
// the end once.
func (h *heard) ascends(t *testing.T, n int, of any) {
	t.Helper()
	require.True(t, slices.IsSorted(h.done), "%+v", of)
	require.Equal(t, []int{2 * n}, slices.Compact(h.all), "%+v", of)
	require.Equal(t, len(h.done)-1, slices.Index(h.done, 2*n), "%+v", of)
}

// furthest is the largest stride between two calls.
func (h *heard) furthest() (stride int) {
	before := 0
	for _, d := range h.done {
		stride, before = max(stride, d-before), d
	}
	return stride
}

func TestARunTellsHowFarItIsAndIsTheSame(t *testing.T) {
	fixture.Long(t)
	for _, e := range []*sim.Engine{sim.New(), sim.NewWithTrees(4)} {
		tr := synthetic(fixture.Fewer(150, 300), fixture.Fewer(50, 100), 1)
		e.Load(tr)
		for _, c := range everyConfig(t) {
			require.NoError(t, e.Run(c))
			want := slices.Clone(e.Starts())
			var h heard
			with := *c
			with.Progress = h.tell
			require.NoError(t, e.Run(&with))
			require.Equal(t, want, e.Starts())
			h.ascends(t, tr.Len(), simtest.Setup(c))
			said := len(h.done)
			require.NoError(t, e.Run(c))
			require.Len(t, h.done, said, "a later run is another's")
		}
	}
}

func TestARunIsToldOfAtBoundedIntervals(t *testing.T) {
	fixture.Long(t)
	light, over, little := synthetic(20_000, 0, 0.5), synthetic(6_000, 0, 2), synthetic(600, 0, 2)
	age, err := order.Parse("expr:max(age, p)")
	require.NoError(t, err)
	saf, err := order.Parse("SAF")
	require.NoError(t, err)
	for _, x := range []struct {
		name string
		c    sim.Config
		tr   *job.Trace
		most int
	}{
		// A job counts twice, and each time comes with an instant at most.
		{"few wait", sim.Config{Primary: saf, Backfill: saf}, light, 2 * sim.Pace},
		{"every job is looked at", sim.Config{Primary: age, Backfill: age}, over, 2_000},
		{"many are tried", sim.Config{Primary: saf, Backfill: saf, Tries: 1 << 20}, over, 2_000},
		{"each is placed", sim.Config{Primary: saf, Backfill: saf, Backfilling: sim.Conservative}, little, 250},
		{"each keeps its place", sim.Config{Primary: saf, Backfill: saf, Backfilling: sim.Conservative, Promises: sim.Kept}, little, 250},
	} {
		for _, dialect := range []sim.Dialect{sim.Shadowtime, sim.PYSS} {
			t.Run(x.name+"/"+dialect.String(), func(t *testing.T) {
				var h heard
				x.c.Threshold, x.c.Dialect, x.c.Progress = sim.None, dialect, h.tell
				e := sim.New()
				e.Load(x.tr)
				require.NoError(t, e.Run(&x.c))
				h.ascends(t, x.tr.Len(), x.name)
				t.Log(len(h.done), h.furthest())
				require.LessOrEqual(t, h.furthest(), x.most)
			})
		}
	}
}

// A burst is placed in one pass: it is told of meanwhile, though nothing starts.
func TestALongPassIsToldOf(t *testing.T) {
	tr := synthetic(1_000, 1_000, 1)
	fcfs := order.Twelve()[0]
	said := 0
	c := &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Backfilling: sim.Conservative, Promises: sim.Kept,
		Progress: func(int, int) { said++ }}
	e := sim.New()
	e.Load(tr)
	require.NoError(t, e.Start(c))
	require.NoError(t, e.Advance(tr.Submit[0]+1))
	require.Greater(t, said, 5)
}

// Jobs end long before they asked to, and a thousand wait: a pass that keeps promises looks for
// earlier places where more is free alone.
func TestKeepingPromisesLooksWhereMoreIsFree(t *testing.T) {
	fixture.Long(t)
	tr := synthetic(1_000, 1_000, 1)
	for j := range tr.Request {
		tr.Request[j] = tr.Run[j] * int64(1+j%5)
	}
	fcfs := order.Twelve()[0]
	said := 0
	e := sim.New()
	e.Load(tr)
	require.NoError(t, e.Run(&sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None, Backfilling: sim.Conservative,
		Promises: sim.Kept, Progress: func(int, int) { said++ }}))
	require.Less(t, said, 8_000, "12,414 where every place was sought anew")
}

func TestTellingDoesNotAllocate(t *testing.T) {
	e := sim.New()
	tr := synthetic(6_000, 0, 2)
	e.Load(tr)
	said := 0
	age, err := order.Parse("expr:max(age, p)")
	require.NoError(t, err)
	c := &sim.Config{Primary: age, Backfill: age, Threshold: sim.None, Progress: func(int, int) { said++ }}
	require.Zero(t, testing.AllocsPerRun(1, func() {
		if err := e.Run(c); err != nil {
			t.Fatal(err)
		}
	}))
	require.Greater(t, said, 20)
}

func TestAForetoldRunTellsHowFarItIsAndIsTheSame(t *testing.T) {
	fixture.Long(t)
	tr := synthetic(6_000, 0, 2)
	for _, backfill := range []string{"FCFS", "SPF", "LEXP"} {
		for _, dialect := range []sim.Dialect{sim.Shadowtime, sim.PYSS} {
			o, err := order.Parse(backfill)
			require.NoError(t, err)
			c := sim.Foresight{Foreteller: &predictor.Requested{}, Backfill: o, Threshold: sim.None, Dialect: dialect}
			var e sim.ForetoldEngine
			require.NoError(t, e.Run(tr, &c))
			want := slices.Clone(e.Starts())
			var h heard
			c.Progress = h.tell
			require.NoError(t, e.Run(tr, &c))
			require.Equal(t, want, e.Starts())
			h.ascends(t, tr.Len(), backfill)
			require.LessOrEqual(t, h.furthest(), 2_000)
		}
	}
}
