package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func classes(waits ...int64) []int64 {
	v := make([]int64, WaitBins)
	for _, w := range waits {
		v[WaitBin(w)]++
	}
	return v
}

func TestTheGiniOfWaitsIsTheTextbooks(t *testing.T) {
	require.InDelta(t, 0, Gini(classes(1, 1, 1, 1)), 1e-12)
	require.InDelta(t, 0.75, Gini(classes(0, 0, 0, 1)), 1e-12, "one waits for all")
	require.True(t, math.IsNaN(Gini(classes(0, 0))))
	// against the definition, sum |x - y| / (2 n^2 mean), on exact waits
	rng := rand.New(rand.NewPCG(8, 8))
	var waits []int64
	for range 600 {
		waits = append(waits, int64(math.Exp(9*rng.Float64())))
	}
	slices.Sort(waits)
	total, apart := 0.0, 0.0
	for _, x := range waits {
		total += float64(x)
		for _, y := range waits {
			apart += math.Abs(float64(x - y))
		}
	}
	n := float64(len(waits))
	require.InDelta(t, apart/(2*n*total), Gini(classes(waits...)), 0.01)
}
