package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLogsThatAgreeAreOneMean(t *testing.T) {
	a := AcrossLogs([]float64{-0.2, -0.2, -0.2, math.NaN()}, []float64{0.05, 0.05, 0.05, 0.05}, 0.95)
	require.Equal(t, 3, a.Logs)
	require.InDelta(t, -0.2, a.Mean, 1e-9)
	require.Equal(t, 0.0, a.Between)
	require.InDelta(t, 4.302652730*0.05/math.Sqrt(3), (a.High-a.Low)/2, 1e-6)
	two := AcrossLogs([]float64{-0.2, -0.1}, []float64{0.01, 0.01}, 0.95)
	require.False(t, math.IsNaN(two.Low))
	require.True(t, math.IsNaN(two.NextLow), "two logs foretell nothing")
	require.True(t, math.IsNaN(AcrossLogs([]float64{-0.2}, []float64{0.1}, 0.95).Low))
	require.True(t, math.IsNaN(AcrossLogs(nil, nil, 0.95).Mean))
}

// Logs whose changes are -10 % and 10 points apart: their mean, and one more.
func TestAnotherLogIsForetold(t *testing.T) {
	simulated(t)
	rng := rand.New(rand.NewPCG(12, 1))
	const trials, logs = 2000, 7
	mean, next := 0, 0
	for range trials {
		var y, e []float64
		for range logs {
			se := 0.02 + 0.06*rng.Float64()
			y = append(y, -0.1+0.1*rng.NormFloat64()+se*rng.NormFloat64())
			e = append(e, se)
		}
		a := AcrossLogs(y, e, 0.95)
		if a.Low <= -0.1 && -0.1 <= a.High {
			mean++
		}
		if truth := -0.1 + 0.1*rng.NormFloat64(); a.NextLow <= truth && truth <= a.NextHigh {
			next++
		}
	}
	t.Logf("the mean of logs is covered in %.1f %%, another log in %.1f %%", 100*float64(mean)/trials, 100*float64(next)/trials)
	require.InDelta(t, 0.95, float64(mean)/trials, 0.03)
	require.InDelta(t, 0.95, float64(next)/trials, 0.04)
}
