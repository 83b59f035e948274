package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// BCa is Change with the bias-corrected and accelerated interval: the quantiles
// Phi(z0 + (z0+z)/(1 - a(z0+z))) of the draws, z the normal quantiles of the
// two tails, z0 that of the share of draws below the estimate (those equal to
// it count half), a the acceleration by the jackknife over resamples (Efron,
// "Better bootstrap confidence intervals", JASA 82, 1987; Efron and Tibshirani
// 1993, eqs. 14.9, 14.10 and 14.15). There is no interval when all draws lie on
// one side of the estimate.
//
// It is second-order correct, yet covers less than the percentile interval on
// the heavy tails that waits have (see Fieller): its acceleration is estimated
// from third moments, which 60 resamples do not show.
func (b *Bootstrap) BCa(policy, base []int64, level float64) Change {
	mid := pooled(sum(policy), sum(base))
	if !b.replicate(policy, base) {
		return unknown(mid)
	}
	below := 0.0
	for _, r := range b.ratio {
		if r < mid {
			below++
		} else if r == mid {
			below += 0.5
		}
	}
	z0 := mathext.NormalQuantile(below / float64(b.draws))
	a, ok := acceleration(policy, base)
	if math.IsInf(z0, 0) || !ok {
		return unknown(mid)
	}
	tail := (1 - level) / 2
	return Change{Mid: mid, Low: b.quantile(shifted(z0, a, tail)), High: b.quantile(shifted(z0, a, 1-tail))}
}

// shifted is the share of draws that BCa takes for the tail p. Erf differs in
// its last bits between platforms, so nine digits are kept.
func shifted(z0, a, p float64) float64 {
	z := z0 + mathext.NormalQuantile(p)
	denominator := 1 - float64(a*z)
	if denominator <= 0 { // beyond the transformation's pole: the last draw
		if z > 0 {
			return 1
		}
		return 0
	}
	return round9(distuv.UnitNormal.CDF(z0 + z/denominator))
}

// acceleration is a = sum d^3 / (6 (sum d^2)^1.5), d the mean of the changes
// with one resample left out less each of them; zero when they are all equal,
// false when one of them has no baseline to divide by.
func acceleration(policy, base []int64) (float64, bool) {
	p, q := sum(policy), sum(base)
	left := make([]float64, len(policy))
	mean := 0.0
	for k := range left {
		left[k] = pooled(p-policy[k], q-base[k])
		mean += left[k]
	}
	if math.IsNaN(mean) {
		return 0, false
	}
	mean /= float64(len(left))
	var squares, cubes float64
	for _, x := range left {
		d := mean - x
		squares += float64(d * d)
		cubes += float64(d * d * d)
	}
	if squares == 0 {
		return 0, true
	}
	return cubes / (6 * squares * math.Sqrt(squares)), true
}
