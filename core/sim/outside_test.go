package sim_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// outside sees of a run what anybody sees: when jobs were submitted, started
// and ended.
type outside struct {
	trace  *job.Trace
	config *sim.Config
	rules  sim.Rules
	starts []int64
}

// free counts the processors that no job uses just after an instant.
func (o *outside) free(now int64) int64 {
	n := o.trace.Procs
	for j, start := range o.starts {
		if start <= now && now < start+o.trace.Run[j] {
			n -= int64(o.trace.Size[j])
		}
	}
	return n
}

// head is the first of the jobs that wait just after an instant, -1 if none.
func (o *outside) head(now int64) int {
	head := -1
	for j, start := range o.starts {
		if o.trace.Submit[j] <= now && now < start && (head < 0 || o.before(j, head, now)) {
			head = j
		}
	}
	return head
}

// before says whether the later of two jobs, j, goes before the other.
func (o *outside) before(j, i int, now int64) bool {
	late := func(j int) bool {
		age, p := now-o.trace.Submit[j], max(o.trace.Request[j], 1)
		return o.config.Threshold >= 0 && age > o.config.Threshold ||
			o.config.Slowdown > 0 && float64(age+p)/float64(p) > o.config.Slowdown
	}
	key := func(j int) uint64 {
		r := o.trace.Submit[j]
		return order.Sortable(o.config.Primary.Key(o.trace.Request[j], o.trace.Size[j], r-o.trace.Start, now-r))
	}
	switch {
	case late(j) || late(i):
		return late(j) && !late(i)
	case key(j) != key(i):
		return key(j) < key(i)
	}
	return o.rules.PrimaryTies == sim.LastCome
}

// Under every order, threshold, dialect and backfilling. Where conservative
// backfilling keeps promises, a promise to another can hold the head back.
func TestFromOutsideNoMoreThanAllAreBusyAndNoneIdlesWhileTheHeadFits(t *testing.T) {
	e := sim.New()
	heads := 0
	for seed := range cases(250) {
		r := rand.New(rand.NewPCG(uint64(seed), 41))
		tr := simtest.Trace(r, 1+r.IntN(45))
		c := simtest.Config(r)
		e.Load(tr)
		require.NoError(t, e.Run(c))
		o := outside{tr, c, c.Dialect.Rules(), e.Starts()}
		if c.Rules != nil {
			o.rules = *c.Rules
		}
		var instants []int64
		for j, start := range o.starts {
			require.GreaterOrEqual(t, start, tr.Submit[j], "no start before submit")
			instants = append(instants, tr.Submit[j], start, start+tr.Run[j])
		}
		slices.Sort(instants)
		for _, now := range slices.Compact(instants) {
			free := o.free(now)
			require.GreaterOrEqual(t, free, int64(0), "more busy than there are at %d\n%s", now, describe(tr, c))
			head := o.head(now)
			if head < 0 || c.Promises == sim.Kept {
				continue
			}
			heads++
			require.Greater(t, int64(tr.Size[head]), free, "index %d waits and fits at %d\n%s", head, now, describe(tr, c))
		}
	}
	require.Greater(t, heads, cases(1000), "heads that waited")
}
