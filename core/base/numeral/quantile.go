package numeral

import "math"

// Quantile of sorted values, between the two nearest of them: the value at
// p (n-1) counted from 0, so that the median of 1, 2, 3 is 2 (definition 7 of
// Hyndman and Fan, "Sample quantiles in statistical packages", The American
// Statistician 50, 1996). Charts, titles and tables have theirs from here: one
// factor is one number. NaN of no values.
func Quantile(v []float64, p float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	at := p * float64(len(v)-1)
	i := int(at)
	if i+1 >= len(v) || at == float64(i) || v[i] == v[i+1] {
		return v[i]
	}
	return v[i] + float64((at-float64(i))*(v[i+1]-v[i]))
}
