// Package paired compares two policies over the same resamples (common random
// numbers), so that every comparison is paired.
package paired

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
)

// Change is the pooled relative difference of a policy to its baseline,
//
//	sum_k (W_k(P) - W_k(B)) / sum_k W_k(B)
//
// (Reis, "Learning to control large-scale parallel platforms", 2018, eq. 6.11),
// with the two-sided percentile bootstrap interval over resamples. Mid is NaN
// when the baseline's sum is zero, Low and High are NaN with fewer than two
// resamples.
type Change struct{ Mid, Low, High float64 }

// stream keeps the bootstrap's random numbers apart from the resamples', whose
// streams are 1, 2, ...
const stream = 1 << 63

// Bootstrap holds the draws of resamples with replacement that all policies of
// a report share.
type Bootstrap struct {
	n, draws int
	index    []int32
	ratio    []float64
}

// NewBootstrap draws the given number of times n of n resamples.
func NewBootstrap(n, draws int, seed uint64) *Bootstrap {
	b := &Bootstrap{n: n, draws: draws}
	if n < 2 {
		return b
	}
	rng := rand.New(rand.NewPCG(seed, stream))
	b.index = make([]int32, n*draws)
	for i := range b.index {
		b.index[i] = int32(rng.Uint32N(uint32(n)))
	}
	b.ratio = make([]float64, draws)
	return b
}

// Change computes the pooled change of policy against base, one entry a
// resample, with its interval at the given level (0.95).
func (b *Bootstrap) Change(policy, base []int64, level float64) Change {
	c := Change{Mid: pooled(sum(policy), sum(base)), Low: math.NaN(), High: math.NaN()}
	if b.n < 2 || math.IsNaN(c.Mid) {
		return c
	}
	for d := 0; d < b.draws; d++ {
		var p, q int64
		for _, k := range b.index[d*b.n : (d+1)*b.n] {
			p += policy[k]
			q += base[k]
		}
		r := pooled(p, q)
		if math.IsNaN(r) {
			return c // a draw in which nobody waits has no ratio
		}
		b.ratio[d] = r
	}
	slices.Sort(b.ratio)
	tail := (1 - level) / 2
	c.Low = round9(stat.Quantile(tail, stat.LinInterp, b.ratio, nil))
	c.High = round9(stat.Quantile(1-tail, stat.LinInterp, b.ratio, nil))
	return c
}

func pooled(policy, base int64) float64 {
	if base == 0 {
		return math.NaN()
	}
	return float64(policy-base) / float64(base)
}

func sum(v []int64) (s int64) {
	for _, x := range v {
		s += x
	}
	return s
}

// Wins counts the resamples in which policy has less than base, ties one half.
func Wins(policy, base []int64) float64 {
	w := 0.0
	for k := range policy {
		switch {
		case policy[k] < base[k]:
			w++
		case policy[k] == base[k]:
			w += 0.5
		}
	}
	return w
}

// round9 keeps nine significant digits: what gonum computes may differ in the
// last bits between platforms.
func round9(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	if err != nil {
		return x
	}
	return y
}
