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
