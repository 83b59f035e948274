package worlds

import (
	"math"
)

// Spread is the standard deviation of a week's part in the logarithm of a ratio, as
// stats.Range has it before it looks at other logs: what a log says of itself. It is of
// len(base) - 1 degrees of freedom.
func Spread(policy, base []int64) float64 {
	n := float64(len(base))
	ratio, mean, squares := float64(total(policy))/float64(total(base)), float64(total(base))/n, 0.0
	for w := range base {
		e := (float64(policy[w]) - float64(ratio*float64(base[w]))) / mean
		squares += float64(e * e)
	}
	return math.Sqrt(squares/(n-1)) / ratio
}

// Sample is the spread of a log under one order.
type Sample struct{ Spread, Freedom float64 }

// Prior is the distribution of spreads that makes the observed ones likeliest: the variance
// of a log is middle^2 x weeks over a chi-square of so many degrees of freedom, so that an
// observed one over middle^2 has Fisher's F of its own degrees and of these. It is searched
// in steps of a hundredth and a tenth.
func Prior(of []Sample) (middle, weeks float64) {
	best := math.Inf(-1)
	for nu := 0.5; nu <= 30; nu += 0.1 {
		for s := 0.05; s <= 2; s += 0.01 {
			sum := 0.0
			for _, o := range of {
				sum += logDensity(o.Spread*o.Spread/(s*s), o.Freedom, nu) - 2*math.Log(s)
			}
			if sum > best {
				best, middle, weeks = sum, s, nu
			}
		}
	}
	return middle, weeks
}

// logDensity is the logarithm of the density of Fisher's F at x.
func logDensity(x, a, b float64) float64 {
	gamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	return a/2*math.Log(a/b) + (a/2-1)*math.Log(x) - (a+b)/2*math.Log(1+a/b*x) + gamma((a+b)/2) - gamma(a/2) - gamma(b/2)
}
