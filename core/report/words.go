package report

import (
	"math"

	"shadowtime/core/figure"
)

// Longest compares the longest waits, as a factor.
func Longest(policy, base float64) string {
	if base == 0 || math.IsNaN(policy/base) {
		return "nobody waited long under either"
	}
	f := policy / base
	switch {
	case f > 1.05:
		return "the longest wait grew " + figure.Number(f) + "-fold"
	case f < 0.95:
		return "the longest wait shrank to " + figure.Share(f) + " of its length"
	}
	return "the longest wait stayed about the same"
}
