package stats_test

import (
	"fmt"

	"shadowtime/core/base/stats"
)

// What ten resamples waited in total, in seconds, under two orders: busy ones
// are busy under both, so the difference is known better than either.
func Example() {
	base := []int64{9200, 14100, 8800, 21500, 12000, 7600, 16900, 11300, 9900, 13400}
	policy := []int64{8100, 12700, 8300, 17900, 10400, 7700, 14200, 10100, 8800, 11800}

	draws := stats.NewBootstrap(len(base), 2000, 1)
	c := draws.Change(policy, base, 0.95)
	fmt.Printf("change %.1f %%, bootstrap interval [%.1f, %.1f]\n", 100*c.Mid, 100*c.Low, 100*c.High)
	c = stats.Fieller(policy, base, 0.95)
	fmt.Printf("change %.1f %%, paired t interval [%.1f, %.1f]\n", 100*c.Mid, 100*c.Low, 100*c.High)

	fmt.Println("better in", stats.Wins(policy, base), "of", len(base))
	fmt.Printf("pairing is worth %.0f times as many resamples\n", stats.Pair(policy, base).Factor)
	n, _ := stats.Needed(len(base), c.HalfWidth(), 0.01)
	fmt.Println("for one point to each side:", n, "resamples")
	// Output:
	// change -11.8 %, bootstrap interval [-14.1, -8.7]
	// change -11.8 %, paired t interval [-14.6, -7.5]
	// better in 9 of 10
	// pairing is worth 72 times as many resamples
	// for one point to each side: 124 resamples
}
