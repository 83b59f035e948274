package stats

import "math"

// BestShares counts, for each order, the resamples in which it has the least
// total wait of all; w orders that tie get 1/w of the resample each. wait holds
// one row an order, one entry a resample. The counts are kept whole until the
// end, so they do not depend on the sequence of resamples.
func BestShares(wait [][]int64) []float64 {
	if len(wait) == 0 {
		return nil
	}
	shared := make([]int, len(wait)*len(wait)) // how often order i was best with j others
	for k := range wait[0] {
		least, tied := int64(math.MaxInt64), 0
		for i := range wait {
			switch {
			case wait[i][k] < least:
				least, tied = wait[i][k], 1
			case wait[i][k] == least:
				tied++
			}
		}
		for i := range wait {
			if wait[i][k] == least {
				shared[i*len(wait)+tied-1]++
			}
		}
	}
	best := make([]float64, len(wait))
	for i := range best {
		for j, n := range shared[i*len(wait) : (i+1)*len(wait)] {
			best[i] += float64(n) / float64(j+1)
		}
	}
	return best
}

// Best is the order with the least total over all resamples, the first of them
// when several have it.
func Best(wait [][]int64) int {
	best, least := 0, int64(math.MaxInt64)
	for i := range wait {
		if s := sum(wait[i]); s < least {
			best, least = i, s
		}
	}
	return best
}
