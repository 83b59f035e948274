package feedback

import (
	"math"

	"shadowtime/core/base/stats"
)

// RangeOf is that of a change if users wait, with its simulation error: of weeks' sums over all
// replicates, the policy's multiplied by one factor so that their ratio is that of the mean
// figures and not of sums of other numbers of jobs.
func RangeOf(change, failing float64, policy, base []int64) stats.Range {
	list, ratio := make([]int64, len(policy)), 1+change
	factor := 1.0
	if all := total(policy); all > 0 {
		factor = ratio * float64(total(base)) / float64(all)
	}
	for w, x := range policy {
		list[w] = int64(math.Round(float64(x) * factor))
	}
	return stats.RangeOf(list, base).Erring(failing / ratio)
}

func total(list []int64) (sum int64) {
	for _, x := range list {
		sum += x
	}
	return sum
}
