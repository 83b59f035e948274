// Package stats compares queue orders over the same resamples (common random
// numbers), so that every comparison is paired. Its input is the total waits
// W_k of each order in resample k, in the order of k, as whole seconds.
//
// There are two errors. That of the simulation, which more resamples make
// smaller: [Fieller], or the percentiles of a [Bootstrap]; the former says how
// often they cover the truth. And that of the log, whose weeks are a sample of
// what the machine could show: [Weeks]. [Among] is the level for one that was
// chosen among many, [NearBest] says which orders cannot be told from the best,
// [Difference] how far two are apart, [Hindsight] what not knowing the best one
// cost, [AcrossLogs] what several logs say together. [WonShare] and [BestShares]
// count resamples, [SignedRank] and [Holm] compare where tails are too heavy for
// means, [Pair] says what common random numbers bought, [Needed] and [Stop] how
// many resamples it takes, [Warnings] what a reader must know first.
//
// Everything is the same bit for bit natively and in WASM: sums are integers
// or own loops in the order of k, and what gonum computes from exp or erf is
// rounded to nine significant digits before it is used.
package stats

import (
	"math"
	"strconv"
)

// Change is the pooled relative difference of a policy to its baseline,
//
//	sum_k (W_k(P) - W_k(B)) / sum_k W_k(B)
//
// (Reis, "Learning to control large-scale parallel platforms", 2018, eq. 6.11),
// with a two-sided interval over resamples. Mid is NaN when the baseline's sum
// is zero; Low and High are NaN where there is no bounded interval, always with
// fewer than two resamples.
type Change struct{ Mid, Low, High float64 }

// HalfWidth is half the length of the interval, the "plus or minus", NaN
// without an interval. An interval need not lie evenly around Mid.
func (c Change) HalfWidth() float64 { return round9((c.High - c.Low) / 2) }

// between makes a Change of an estimate and the ends of its confidence interval, which
// rounding must not push past the estimate.
func between(mid, low, high float64) Change {
	return Change{Mid: mid, Low: min(mid, round9(low)), High: max(mid, round9(high))}
}

func unknown(mid float64) Change { return Change{Mid: mid, Low: math.NaN(), High: math.NaN()} }

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

// round9 keeps nine significant digits: what gonum computes may differ in the
// last bits between platforms.
func round9(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	if err != nil {
		return x
	}
	return y
}
