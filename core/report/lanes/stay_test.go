package lanes

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
)

// Whatever conservative backfilling promises has rows of its own: no two jobs, of those
// that run and those that have a place, share one at an instant, and none is beyond the
// machine.
func TestEachPlaceThatIsPromisedHasRowsOfItsOwn(t *testing.T) {
	fixture.Long(t)
	places := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		tr := simtest.Trace(r, 1+r.IntN(60))
		c := *simtest.Config(r)
		c.Backfilling, c.Depth, c.Tries = sim.Conservative, 0, 0
		for j := range tr.Run { // a job that runs past its request makes places that no machine has
			tr.Request[j] = max(tr.Request[j], tr.Run[j])
		}
		tape, err := why.Record(tr, &c)
		require.NoError(t, err)
		l := Place(tr, tape.Starts, why.Unknown)
		for range 5 {
			s, err := tape.At(tape.Starts[r.IntN(tr.Len())])
			require.NoError(t, err)
			if len(s.Passes) == 0 {
				continue
			}
			var running, reserved []*Stay
			for _, x := range s.Running {
				running = append(running, &Stay{x.Job, s.Now, x.Projected, l.Spans(x.Job)})
			}
			for _, x := range s.Passes[len(s.Passes)-1].Queue {
				if x.Place != why.Unknown && x.Reason != why.Front && x.Reason != why.Backfilled {
					reserved = append(reserved, &Stay{Job: x.Job, From: x.Place, To: x.Place + tr.Request[x.Job]})
				}
			}
			l.Reserve(running, reserved)
			places += len(reserved)
			apart(t, tr, append(running, reserved...), len(running))
		}
	}
	require.Greater(t, places, 1000)
}

// apart holds stays to be on rows that nobody else has, those from the first on to be
// as wide as their jobs.
func apart(t *testing.T, tr *job.Trace, stays []*Stay, first int) {
	t.Helper()
	for i, a := range stays {
		n := int64(0)
		for _, x := range a.Rows {
			require.True(t, x.From >= 0 && int64(x.To) <= tr.Procs)
			n += int64(x.To - x.From)
		}
		if i >= first {
			require.Equal(t, int64(tr.Size[a.Job]), n)
		}
		require.True(t, slices.IsSortedFunc(a.Rows, func(x, y Span) int { return cmp.Compare(x.From, y.From) }))
		for _, b := range stays[:i] {
			if a.From >= b.To || b.From >= a.To {
				continue
			}
			for _, x := range a.Rows {
				for _, y := range b.Rows {
					require.False(t, x.From < y.To && y.From < x.To, "jobs %d and %d", a.Job, b.Job)
				}
			}
		}
	}
}
