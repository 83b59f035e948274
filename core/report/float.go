package report

import (
	"cmp"
	"math"
	"strconv"
)

// Level is the confidence of the intervals.
const Level = 0.95

// Few resamples, fewer than these, are too few for an interval that is made of
// drawing them anew, and for anything but caution.
const Few = 10

// Float is a figure that may be undefined: NaN is null in JSON.
type Float float64

// MarshalJSON writes null for what is not a number.
func (f Float) MarshalJSON() ([]byte, error) {
	x := float64(f)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, x, 'g', -1, 64), nil
}

// Known says whether the figure is a number.
func (f Float) Known() bool { return f == f }

// Floats are figures as charts take them.
func Floats(v []Float) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}

// Ascending orders figures from the least to the most, those that are not
// known last.
func Ascending[F ~float64](a, b F) int {
	switch {
	case a != a && b != b:
		return 0
	case a != a:
		return 1
	case b != b:
		return -1
	}
	return cmp.Compare(a, b)
}

// ZeroNaN is x, or 0 for what is not a number.
func ZeroNaN(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}
