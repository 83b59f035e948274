package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// weeks are weighed so many times to see how far choices go together.
const multiplied = 2000

// Separate is how many choices that have nothing to do with each other those are worth that
// the ranges are of: from 1, where all go together, to as many as there are. Intervals of
// each at a level of 1 - (1-level)/Separate hold together at the level. Over draws of weights
// of weeks, the same for all (a multiplier bootstrap: Chernozhukov, Chetverikov, Kato, Ann.
// Stat. 41, 2013), the greatest of the standardised sums of residuals stays below a bound with
// a chance of level; so many separate normal ones would have that bound (Bonferroni).
func Separate(of []Range, level float64) float64 {
	var units [][]float64
	for i := range of {
		if r := &of[i]; r.Known() {
			squares := 0.0
			for _, e := range r.residual {
				squares += float64(e * e)
			}
			if squares > 0 {
				unit := make([]float64, len(r.residual))
				for w, e := range r.residual {
					unit[w] = e / math.Sqrt(squares)
				}
				units = append(units, unit)
			}
		}
	}
	if len(units) < 2 {
		return 1
	}
	weeks := len(units[0])
	stream := rand.New(rand.NewPCG(2, uint64(weeks)))
	weight, greatest := make([]float64, weeks), make([]float64, multiplied)
	for k := range greatest {
		for w := range weight {
			weight[w] = nearlyNormal(stream)
		}
		for _, unit := range units {
			sum := 0.0
			for w, e := range unit {
				sum += float64(weight[w] * e)
			}
			greatest[k] = max(greatest[k], math.Abs(sum))
		}
	}
	slices.Sort(greatest)
	bound := greatest[int(math.Ceil(level*multiplied))-1]
	worth := (1 - level) / math.Erfc(bound/math.Sqrt2)
	return min(max(1, math.Ceil(10*worth)/10), float64(len(of)))
}

// nearlyNormal draws from a distribution that is the same on every platform, of mean 0 and
// variance 1.
func nearlyNormal(stream *rand.Rand) float64 {
	return (stream.Float64() + stream.Float64() + stream.Float64() + stream.Float64() - 2) * math.Sqrt(3)
}
