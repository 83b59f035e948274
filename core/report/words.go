package report

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Longest compares the longest waits, as a factor.
func Longest(policy, base float64) string {
	f := policy / base
	switch {
	case math.IsNaN(f):
		return "nobody waited long under either"
	case base == 0:
		return "the longest wait has nothing to be compared with"
	case f > 1.05:
		return "the longest wait grew " + numeral.Number(f) + "-fold"
	case f < 0.95:
		return "the longest wait shrank to " + numeral.Share(f) + " of its length"
	}
	return "the longest wait stayed about the same"
}
