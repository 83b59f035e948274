package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"shadowtime/core/base/random"
)

// stored is how many drawn indices are kept; more are drawn again for every
// order, which costs time instead of memory and gives the same numbers.
const stored = 1 << 24

// Bootstrap holds the draws of resamples with replacement that all policies of
// a report share.
type Bootstrap struct {
	n, draws int
	seed     uint64
	index    []int32 // all draws, or room for one
	ratio    []float64
}

// NewBootstrap draws the given number of times n of n resamples.
func NewBootstrap(n, draws int, seed uint64) *Bootstrap {
	b := &Bootstrap{n: n, draws: draws, seed: seed}
	if n < 2 {
		return b
	}
	b.ratio = make([]float64, draws)
	if n*draws > stored {
		b.index = make([]int32, n)
		return b
	}
	b.index = make([]int32, n*draws)
	b.draw(b.source(), b.index)
	return b
}

// Counts calls f for every draw of m of n resamples with replacement with how
// often each is in it, which f must not keep. With m = n the draws are those of
// NewBootstrap.
func Counts(n, m, draws int, seed uint64, f func(times []int32)) {
	rng, times := (&Bootstrap{seed: seed}).source(), make([]int32, n)
	for range draws {
		clear(times)
		for range m {
			times[rng.Uint32N(uint32(n))]++
		}
		f(times)
	}
}

func (b *Bootstrap) source() *rand.Rand { return rand.New(rand.NewPCG(b.seed, random.Bootstrap)) }

func (b *Bootstrap) draw(rng *rand.Rand, index []int32) {
	for i := range index {
		index[i] = int32(rng.Uint32N(uint32(b.n)))
	}
}

// Change computes the pooled change of policy against base, one entry a
// resample, with its percentile interval at the given level (0.95): the
// quantiles (1-level)/2 and (1+level)/2 of the change over draws of the pairs
// with replacement (Efron and Tibshirani, "An introduction to the bootstrap",
// 1993, section 13.3).
func (b *Bootstrap) Change(policy, base []int64, level float64) Change {
	mid := pooled(sum(policy), sum(base))
	if !b.replicate(policy, base) {
		return unknown(mid)
	}
	tail := (1 - level) / 2
	return Change{Mid: mid, Low: b.quantile(tail), High: b.quantile(1 - tail)}
}

// replicate computes the change of every draw, sorted. It is false when there
// is no interval: with fewer than two resamples, or when nobody waits under the
// baseline in some draw, which then has no ratio.
func (b *Bootstrap) replicate(policy, base []int64) bool {
	if len(policy) != b.n || len(base) != b.n {
		panic("paired: one total for each of the bootstrap's resamples is needed")
	}
	if b.n < 2 {
		return false
	}
	known := b.every(func(d int, index []int32) bool {
		b.ratio[d] = pooled(drawn(policy, index), drawn(base, index))
		return !math.IsNaN(b.ratio[d])
	})
	if !known {
		return false
	}
	slices.Sort(b.ratio)
	return true
}

// every calls f with each draw, until it returns false; it says whether it never
// did.
func (b *Bootstrap) every(f func(d int, index []int32) bool) bool {
	var rng *rand.Rand
	if len(b.index) < b.n*b.draws {
		rng = b.source()
	}
	index := b.index[:b.n]
	for d := range b.draws {
		if rng != nil {
			b.draw(rng, index)
		} else {
			index = b.index[d*b.n : (d+1)*b.n]
		}
		if !f(d, index) {
			return false
		}
	}
	return true
}

// drawn is the total of the resamples of a draw.
func drawn(v []int64, index []int32) (s int64) {
	for _, k := range index {
		s += v[k]
	}
	return s
}

// quantile of the replicates, which must be sorted.
func (b *Bootstrap) quantile(p float64) float64 {
	return round9(stat.Quantile(p, stat.LinInterp, b.ratio, nil))
}
