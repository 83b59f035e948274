package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Band is a mean with its 10th and 90th percentile over resamples.
type Band struct {
	Mean []Float `json:"mean"`
	Low  []Float `json:"p10"`
	High []Float `json:"p90"`
}

// Cumulative is the band of growing sums over time: step gives what entry t
// adds to the sum of row k, of so many rows, and total is what all is a fraction
// of.
func Cumulative(times, rows int, total float64, step func(t, k int) int64) Band {
	var b Band
	sum := make([]int64, rows)
	at := make([]float64, rows)
	for t := range times {
		mean := 0.0
		for k := range sum {
			sum[k] += step(t, k)
			at[k] = float64(sum[k]) / total
			mean += at[k]
		}
		b.Mean = append(b.Mean, Float(mean/float64(rows)))
		low, high := Deciles(at)
		b.Low, b.High = append(b.Low, low), append(b.High, high)
	}
	return b
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
			q[i] = Float(stat.Quantile(p, stat.LinInterp, v, nil))
		}
	}
	return q
}
