package report

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
)

// Band is a figure over time: pooled over resamples as the figures of the table
// are, with the 10th and the 90th percentile of those of single resamples.
type Band struct {
	Mean []Float `json:"mean"` // pooled: sums over resamples, one divided by the other
	Low  []Float `json:"p10"`
	High []Float `json:"p90"`
}

// Cumulative is the band of growing sums over time as fractions of totals, one a
// row: step gives what entry t adds to the sum of row k. The last value is the
// pooled change, bit for bit as the table has it. Rows whose total is 0 have no
// fraction of their own: they are in the pooled one alone.
func Cumulative(times int, totals []int64, step func(t, k int) int64) Band {
	var b Band
	all := int64(0)
	for _, x := range totals {
		all += x
	}
	sum, own := make([]int64, len(totals)), make([]float64, 0, len(totals))
	for t := range times {
		pooled := int64(0)
		own = own[:0]
		for k, total := range totals {
			sum[k] += step(t, k)
			pooled += sum[k]
			if total > 0 {
				own = append(own, float64(sum[k])/float64(total))
			}
		}
		b.Mean = append(b.Mean, Fraction(pooled, all))
		low, high := Deciles(own)
		b.Low, b.High = append(b.Low, low), append(b.High, high)
	}
	return b
}

// Fraction is a part of all, not known of nothing.
func Fraction(part, all int64) Float {
	if all == 0 {
		return Float(math.NaN())
	}
	return Float(float64(part) / float64(all))
}

// Point is an average and a longest wait relative to the baseline (1: the same),
// with the first and last decile of those of single resamples.
type Point struct {
	Avg     Float `json:"avg"`
	AvgLow  Float `json:"avgP10"`
	AvgHigh Float `json:"avgP90"`
	Max     Float `json:"max"`
	MaxLow  Float `json:"maxP10"`
	MaxHigh Float `json:"maxP90"`
}

// PointOf takes the means and the deciles of averages and of longest waits.
func PointOf(avg, most []float64) Point {
	p := Point{Avg: Mean(avg), Max: Mean(most)}
	p.AvgLow, p.AvgHigh = Deciles(avg)
	p.MaxLow, p.MaxHigh = Deciles(most)
	return p
}

// Mean is the mean in the order of the values, NaN of none.
func Mean(v []float64) Float {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return Float(s / float64(len(v)))
}

// Deciles are the 10th and the 90th percentile.
func Deciles(values []float64) (low, high Float) {
	q := Quantiles(values, 0.1, 0.9)
	return q[0], q[1]
}

// Quantiles leaves values as they are; without any, or with an undefined one,
// they are not defined.
func Quantiles(values []float64, of ...float64) []Float {
	q := make([]Float, len(of))
	v := slices.Clone(values)
	slices.Sort(v) // NaN come first
	for i, p := range of {
		q[i] = Float(math.NaN())
		if len(v) > 0 && !math.IsNaN(v[0]) {
			q[i] = Float(numeral.Quantile(v, p))
		}
	}
	return q
}
