package numeral

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// toTen are 0 to 10, of which every percentile is known by heart.
func toTen() (list []float64) {
	for i := range 11 {
		list = append(list, float64(i))
	}
	return list
}

func TestThePercentilesOfZeroToTenAreATenthOfTheirNumber(t *testing.T) {
	v := toTen()
	for p := range 101 {
		assert.InDelta(t, float64(p)/10, Quantile(v, float64(p)/100), 1e-12, "%d %%", p)
	}
	for p, want := range map[float64]float64{0: 0, 0.1: 1, 0.2: 2, 0.25: 2.5, 0.5: 5, 0.75: 7.5, 0.9: 9, 1: 10} {
		assert.Equal(t, want, Quantile(v, p), "%v", p)
	}
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 2.5, 0.75: 3.25, 1: 4} {
		assert.Equal(t, want, Quantile([]float64{1, 2, 3, 4}, p), "%v", p)
	}
	assert.Equal(t, 7.0, Quantile([]float64{7}, 0.9))
	assert.True(t, math.IsNaN(Quantile(nil, 0.9)))
	assert.Equal(t, math.Inf(1), Quantile([]float64{1, math.Inf(1), math.Inf(1)}, 0.75), "not infinity less infinity")
}
