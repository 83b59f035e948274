package stats

import "math"

// Pairing says what replaying the same resamples under both orders bought.
//
// Correlation is Pearson's, of W_k(P) and W_k(B) over k: NaN when one of the two
// does not vary. Factor is the variance that the pooled change would have, had
// each order been given resamples of its own, over the variance that it has,
//
//	(Var P + r^2 Var B) / Var(P - r B),  r = sum W(P) / sum W(B)
//
// (the variance of a ratio to first order: Cochran, "Sampling techniques",
// 1977, eq. 6.13; common random numbers: Law, "Simulation modeling and
// analysis", 2015, section 11.2), so that about Factor times as many unpaired
// resamples would give the same interval. Below 1 pairing did harm; +Inf when
// P is a fixed multiple of B; NaN when neither varies or the baseline never
// waits.
type Pairing struct{ Correlation, Factor float64 }

// Pair measures the Pairing of a policy and a baseline by their total waits, one entry a resample.
func Pair(policy, base []int64) Pairing {
	total := sum(base)
	if total == 0 {
		return Pairing{Correlation: math.NaN(), Factor: math.NaN()}
	}
	n := float64(len(base))
	r := float64(sum(policy)) / float64(total)
	mp, mb := float64(sum(policy))/n, float64(total)/n
	var pp, pb, bb float64
	for k := range base {
		x, y := float64(policy[k])-mp, float64(base[k])-mb
		pp += float64(x * x)
		pb += float64(x * y)
		bb += float64(y * y)
	}
	s := moments(policy, base)
	return Pairing{
		Correlation: round9(max(-1, min(1, pb/math.Sqrt(pp)/math.Sqrt(bb)))),
		Factor:      round9((pp/(mb*mb) + r*r*bb/(mb*mb)) / s.ee),
	}
}
