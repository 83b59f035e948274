package resample

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

func area(t *job.Trace) (sum float64) {
	for i := range t.Size {
		sum += float64(t.Size[i]) * float64(t.Run[i])
	}
	return sum
}

func TestScaledArrivalsKeepTheJobsAndSqueezeTheirTimes(t *testing.T) {
	s := mustNew(t, trace(1, 2000, 20, 8), Draw)
	var plain, scaled job.Trace
	s.Make(&plain, 10, 1, 1)
	s.Make(&scaled, 10, 1, 1)
	Scale(&scaled, 1.25, Arrivals, 1, 1)
	require.Equal(t, plain.Size, scaled.Size)
	require.Equal(t, plain.Run, scaled.Run)
	for i, r := range plain.Submit {
		require.InDelta(t, float64(r)/1.25, float64(scaled.Submit[i]), 1)
	}
	require.IsNonDecreasing(t, scaled.Submit)
	require.Equal(t, 8, ScaledWeeks(10, 1.25, Arrivals))
	require.Equal(t, 10, ScaledWeeks(10, 1.25, Sizes))
}

func TestScaledSizesCarryTheLoadOnAverageWithinTheMachine(t *testing.T) {
	for _, load := range []float64{0.5, 1.1, 2} {
		tr := trace(1, 20000, 20, 8)
		tr.Procs = 1000 // no job outgrows it
		for i := range tr.Size {
			tr.Size[i] = 2 + tr.Size[i]%30
		}
		s := mustNew(t, tr, Draw)
		var plain, scaled job.Trace
		s.Make(&plain, 10, 1, 1)
		s.Make(&scaled, 10, 1, 1)
		Scale(&scaled, load, Sizes, 1, 1)
		require.Equal(t, plain.Submit, scaled.Submit)
		require.InEpsilon(t, load*area(&plain), area(&scaled), 0.02)
		scaled.Procs = 20
		Scale(&scaled, 3, Sizes, 1, 1)
		for _, q := range scaled.Size {
			require.True(t, q >= 1 && q <= 20)
		}
	}
}

// Whoever scales users changes no job but by whole weeks, and takes or leaves all that one submitted in a week.
func TestScaledUsersKeepTheirHoursAndCarryTheLoadOnAverage(t *testing.T) {
	type what struct{ week, user int64 }
	of := func(t *job.Trace, j int) [5]int64 {
		return [5]int64{t.Submit[j] % job.Week, t.Run[j], t.Request[j], int64(t.Size[j]), int64(t.User[j])}
	}
	s := mustNew(t, trace(1, 4000, 20, 8), Block)
	for _, load := range []float64{0.1, 0.9, 1.1, 2.5} {
		got, want := 0.0, 0.0
		for k := range uint64(40) {
			var plain, scaled, again job.Trace
			for _, x := range []*job.Trace{&plain, &scaled, &again} {
				s.Make(x, 10, 1, k)
			}
			Scale(&scaled, load, Users, 1, k)
			Scale(&again, load, Users, 1, k)
			require.Equal(t, scaled.Submit, again.Submit)
			require.IsNonDecreasing(t, scaled.Submit)
			require.Len(t, scaled.Queue, len(plain.Queue))
			got, want = got+area(&scaled), want+load*area(&plain)
			left, had, groups := map[[5]int64]int{}, map[[5]int64]int{}, map[what][2]int{}
			for j := range plain.Submit {
				had[of(&plain, j)]++
				w := what{plain.Submit[j] / job.Week, int64(plain.User[j])}
				groups[w] = [2]int{groups[w][0] + 1}
			}
			for j := range scaled.Submit {
				require.Positive(t, had[of(&scaled, j)], "a job that was not there")
				left[of(&scaled, j)]++
				w := what{scaled.Submit[j] / job.Week, int64(scaled.User[j])}
				groups[w] = [2]int{groups[w][0], groups[w][1] + 1}
			}
			for w, n := range groups {
				known := plain.Users[w.user] >= 0
				require.True(t, !known || load > 1 || n[1] == 0 || n[1] == n[0], "a week of a user is whole or not there: %v %v", w, n)
			}
		}
		require.InEpsilon(t, want, got, 0.05, load)
	}
	require.Equal(t, 10, ScaledWeeks(10, 1.25, Users))
}

func TestScaledUsersWhoAreNotKnownComeAndGoByJob(t *testing.T) {
	tr := trace(1, 4000, 20, 8)
	tr.Users = []int64{-1}
	clear(tr.User)
	s := mustNew(t, tr, Block)
	var plain, scaled job.Trace
	s.Make(&plain, 10, 1, 1)
	s.Make(&scaled, 10, 1, 1)
	Scale(&scaled, 0.5, Users, 1, 1)
	require.InEpsilon(t, 0.5*float64(plain.Len()), float64(scaled.Len()), 0.1)
}

func TestScaledSizesAreDrawnAnewForEachResample(t *testing.T) {
	s := mustNew(t, trace(1, 2000, 20, 8), Draw)
	var a, b, c job.Trace
	for _, x := range []*job.Trace{&a, &b, &c} {
		s.Make(x, 10, 1, 1)
	}
	Scale(&a, 1.5, Sizes, 1, 1)
	Scale(&b, 1.5, Sizes, 1, 1)
	Scale(&c, 1.5, Sizes, 1, 2)
	require.Equal(t, a.Size, b.Size)
	require.NotEqual(t, a.Size, c.Size)
}

func TestOriginalIsTheLogsLastWeeksAsTheyWere(t *testing.T) {
	tr := trace(3, 2000, 20, 8)
	s := mustNew(t, tr, Original)
	first, weeks := tr.WholeWeeks()
	var made, other job.Trace
	s.Make(&made, 3, 1, 1)
	s.Make(&other, 3, 99, 7)
	require.Equal(t, made.Submit, other.Submit)
	begin, end := first+int64(weeks-3)*job.Week, first+int64(weeks)*job.Week
	n := 0
	for i, r := range tr.Submit {
		if r >= begin && r < end {
			require.Contains(t, made.Submit, r-begin)
			require.Positive(t, tr.Run[i])
			n++
		}
	}
	require.Equal(t, n, made.Len())
	s.Make(&made, 1000, 1, 1)
	require.Equal(t, s.Jobs(), made.Len())
}
