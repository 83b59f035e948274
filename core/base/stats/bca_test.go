package stats

import (
	"math"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"
)

// All n^n draws of four resamples, each once: the bootstrap without chance.
func everyDraw(n int) *Bootstrap {
	b := &Bootstrap{n: n, draws: 1}
	for range n {
		b.draws *= n
	}
	for d := range b.draws {
		for range n {
			b.index = append(b.index, int32(d%n))
			d /= n
		}
	}
	b.ratio = make([]float64, b.draws)
	return b
}

// normal quantiles by bisection of the error function
func probit(p float64) float64 {
	low, high := -9.0, 9.0
	for range 100 {
		if mid := (low + high) / 2; math.Erfc(-mid/math.Sqrt2)/2 < p {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

func TestIntervalsOfAllDrawsAreTheExactOnes(t *testing.T) {
	policy, base := []int64{50, 83, 127, 264}, []int64{100, 91, 113, 140}
	var all []float64
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				for l := range 4 {
					p := policy[i] + policy[j] + policy[k] + policy[l]
					b := base[i] + base[j] + base[k] + base[l]
					all = append(all, float64(p)/float64(b)-1)
				}
			}
		}
	}
	sort.Float64s(all)
	mid := float64(50+83+127+264)/float64(100+91+113+140) - 1
	below := 0.0
	for _, x := range all {
		switch {
		case math.Abs(x-mid) < 1e-12:
			below += 0.5
		case x < mid:
			below++
		}
	}
	// the acceleration from the four ratios with one left out, by hand
	left := []float64{
		474.0/344 - 1, 441.0/353 - 1, 397.0/331 - 1, 260.0/304 - 1,
	}
	mean := (left[0] + left[1] + left[2] + left[3]) / 4
	var s2, s3 float64
	for _, x := range left {
		s2 += math.Pow(mean-x, 2)
		s3 += math.Pow(mean-x, 3)
	}
	a, z0 := s3/(6*math.Pow(s2, 1.5)), probit(below/256)
	end := func(tail float64) float64 {
		z := z0 + probit(tail)
		return math.Erfc(-(z0+z/(1-a*z))/math.Sqrt2) / 2
	}
	// gonum's linear quantile: the share i/n is reached at the i-th value
	quantile := func(p float64) float64 {
		x := p*256 - 1
		i := int(x)
		return all[i] + (x-float64(i))*(all[i+1]-all[i])
	}
	moved := 0
	for _, level := range []float64{0.5, 0.6, 0.7, 0.8, 0.9} {
		tail := (1 - level) / 2
		plain := everyDraw(4).Change(policy, base, level)
		require.InDelta(t, quantile(tail), plain.Low, 1e-8)
		require.InDelta(t, quantile(1-tail), plain.High, 1e-8)
		c := everyDraw(4).BCa(policy, base, level)
		require.InDelta(t, mid, c.Mid, 1e-12)
		require.InDelta(t, quantile(end(tail)), c.Low, 1e-7)
		require.InDelta(t, quantile(end(1-tail)), c.High, 1e-7)
		if c != plain {
			moved++
		}
	}
	require.Greater(t, moved, 2, "on so few values some ends coincide")

	many := NewBootstrap(4, 100_000, 3).Change(policy, base, 0.9)
	exact := everyDraw(4).Change(policy, base, 0.9)
	require.InDelta(t, exact.Low, many.Low, 0.03)
	require.InDelta(t, exact.High, many.High, 0.03)
}

// With a constant baseline the change is a mean, whose acceleration is a sixth
// of its skewness: sum d^3 / (6 (sum d^2)^1.5) (Efron 1987, section 6).
func TestTheAccelerationOfAMeanIsASixthOfItsSkewness(t *testing.T) {
	policy, base := shifted1000(maize)
	mean := 314.0 / 15
	var s2, s3 float64
	for _, x := range maize {
		s2 += math.Pow(float64(x)-mean, 2)
		s3 += math.Pow(float64(x)-mean, 3)
	}
	a, ok := acceleration(policy, base)
	require.True(t, ok)
	require.InEpsilon(t, s3/(6*math.Pow(s2, 1.5)), a, 1e-9)
	a, ok = acceleration([]int64{7, 7, 7}, []int64{9, 9, 9})
	require.True(t, ok)
	require.Zero(t, a)
}

func TestBCaHasNoIntervalWithoutDrawsOnBothSides(t *testing.T) {
	c := NewBootstrap(5, 200, 1).BCa([]int64{7, 7, 7, 7, 7}, []int64{9, 9, 9, 9, 9}, 0.95)
	require.InDelta(t, -2.0/9, c.Low, 1e-9, "all equal: half of them count as below")
	require.InDelta(t, -2.0/9, c.High, 1e-9)
	require.True(t, math.IsNaN(NewBootstrap(1, 200, 1).BCa([]int64{7}, []int64{9}, 0.95).Low))
	require.True(t, math.IsNaN(NewBootstrap(2, 200, 1).BCa([]int64{7, 1}, []int64{9, 0}, 0.95).Low))
}

func TestDrawsThatAreNotKeptAreTheSame(t *testing.T) {
	policy, base := someWaits(5, 30)
	kept := NewBootstrap(30, 300, 9)
	again := &Bootstrap{n: 30, draws: 300, seed: 9, index: make([]int32, 30), ratio: make([]float64, 300)}
	for range 2 {
		require.Equal(t, kept.Change(policy, base, 0.95), again.Change(policy, base, 0.95))
		require.Equal(t, kept.BCa(base, policy, 0.95), again.BCa(base, policy, 0.95))
	}
}
