package decide

import (
	"math"
	"slices"

	"shadowtime/core/study"
)

// The three ways to set it differ in what becomes of the longest wait.
const (
	// SafeLongest is how many times that of now the longest wait may be where it is to stay
	// about as it is.
	SafeLongest = 1.1
	// Surely is the chance that is asked of a longest wait to stay within its bound in another
	// log like this one.
	Surely = 0.9
)

// longestThreshold is the longest threshold that a bound on the longest wait leaves room for.
// Jobs that have waited longer go first, but behind each other: the longest wait is the
// threshold and what such a queue adds. And another year of this machine can be quieter, with
// a shorter longest wait to be held against. On made-up machines of known truth (verdicts.html#decide)
// three tenths of the longest wait, times the bound, keep it in nine of ten other years; for bounds
// below 1.2 less than that.
func longestThreshold(longest int64, bound float64) study.Seconds {
	return study.Seconds(float64(longest) * min(0.3*bound, 1.8*(bound-1)))
}

// holds says whether a setting's longest wait is held to a bound: it has a threshold that the
// bound leaves room for, the log's longest wait is within it, and so will be that of another
// log like this one.
func holds(c Candidate, now, then *Result, bound float64) bool {
	weeks := max(1, len(now.Longest)-1) // the last entry is what came after all of them
	return c.Threshold >= 0 && c.Threshold <= longestThreshold(now.MaxWait, bound) &&
		float64(then.MaxWait) <= bound*float64(now.MaxWait) && keeps(now.Longest[:weeks], then.Longest[:weeks], bound) >= Surely
}

// keeps is the chance that the longest wait is at most so many times that of now in another
// log as long as this one, made of its weeks: each drawn alone, with replacement. Both longest
// waits are then the greatest of the weeks drawn, so the chance has a closed form: the sum over
// the values v of a week's longest wait now of the chance that v is the greatest and that no
// week has more than v times the bound.
func keeps(now, then []int64, bound float64) float64 {
	weeks := float64(len(now))
	values := slices.Sorted(slices.Values(now))
	chance := 0.0
	for _, v := range slices.Compact(values) {
		upTo, below := 0, 0
		for w := range now {
			if float64(then[w]) <= bound*float64(v) {
				if now[w] <= v {
					upTo++
				}
				if now[w] < v {
					below++
				}
			}
		}
		chance += math.Pow(float64(upTo)/weeks, weeks) - math.Pow(float64(below)/weeks, weeks)
	}
	return chance
}
