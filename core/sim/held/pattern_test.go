package held_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/sim/held"
)

// Patterns are what a look at all jobs for each start says, and at each second for what would be by chance.
func TestPatternsAreThoseOfAllStartsAndSeconds(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 71))
		trace := draw(r)
		for j := range trace.Submit {
			trace.Submit[j] /= 400
			for _, x := range []*int64{&trace.Run[j], &trace.Request[j], &trace.Wait[j]} {
				*x = (*x + 49) / 50
			}
		}
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		a, err := held.AccountOf(record, &held.Machine{})
		require.NoError(t, err)
		pass := held.NewPass(record)
		_, err = pass.Run(&held.Machine{})
		require.NoError(t, err)
		for i, want := range patterns(trace, record, pass.Vain) {
			require.InDelta(t, want.Seen, a.Patterns[i].Seen, 1e-12, "pattern %d of seed %d", i, seed)
			if i != held.InBatches && i != held.OnTheHour {
				require.InDelta(t, want.Chance, a.Patterns[i].Chance, 1e-12, "pattern %d of seed %d", i, seed)
			}
		}
	}
}

func patterns(t *job.Trace, r *held.Record, vain []int64) (list [held.Patterns]held.Pattern) {
	const soon, batch = 30, 30
	covered := func(own func(k int) bool) float64 {
		first, last := r.Span()
		seconds := map[int64]bool{}
		for k := range vain {
			if end := r.Start(int32(k)) + t.Run[k]; r.Has(k) && own(k) {
				for s := range int64(soon) {
					seconds[end+s] = true
				}
			}
		}
		return float64(len(seconds)) / float64(last-first)
	}
	n := 0.0
	for j := range vain {
		if vain[j] == 0 {
			continue
		}
		n++
		at, near := r.Start(int32(j)), 0
		var follows, own bool
		for k := range vain {
			if !r.Has(k) {
				continue
			}
			start := r.Start(int32(k))
			end := start + t.Run[k]
			if end >= at-soon && end <= at {
				follows, own = true, own || t.User[k] == t.User[j]
			}
			if start >= at-batch && start <= at+batch {
				near++
			}
		}
		wall := at + t.Calendar.Ahead(at) - t.Calendar.Monday
		minute := (wall%1800 + 1800) % 1800
		for i, is := range [held.Patterns]bool{follows, own, near > 3, minute <= 60 || minute >= 1740} {
			if is {
				list[i].Seen++
			}
		}
		list[held.AfterOwnEnd].Chance += covered(func(k int) bool { return t.User[k] == t.User[j] })
	}
	for i := range list {
		list[i].Seen /= max(n, 1)
	}
	list[held.AfterOwnEnd].Chance /= max(n, 1)
	list[held.AfterAnEnd].Chance = covered(func(int) bool { return true })
	return list
}
