package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/study"
)

func TestABoundLeavesRoomForSoLongAThreshold(t *testing.T) {
	for bound, want := range map[float64]study.Seconds{1: 0, 1.1: 18_000, 1.5: 45_000, 2: 60_000} {
		require.InDelta(t, float64(want), float64(longestThreshold(100_000, bound)), 1, "%v", bound)
	}
}

// Two weeks whose longest waits are 10 and 20 now, each drawn twice: the greatest is 10 with a
// chance of 1/4, else 20.
func TestTheChanceToKeepABoundIsThatOfTheGreatestWeekDrawn(t *testing.T) {
	for _, x := range []struct {
		then  []int64
		bound float64
		want  float64
	}{
		{[]int64{10, 20}, 1, 1}, {[]int64{15, 30}, 1.5, 1}, // at the bound it is kept
		{[]int64{16, 30}, 1.5, 0.75}, // not where the first week comes twice
		{[]int64{15, 31}, 1.5, 0.25}, // only there
		{[]int64{99, 99}, 1.5, 0}, {[]int64{0, 0}, 1, 1},
	} {
		require.InDelta(t, x.want, keeps([]int64{10, 20}, x.then, x.bound), 1e-15, "%v", x)
	}
}

func TestALongestWaitAtItsBoundIsHeld(t *testing.T) {
	result := func(most int64) *Result {
		r := &Result{Longest: []int64{most, most, 0}}
		r.MaxWait = most
		return r
	}
	c := func(threshold study.Seconds) Candidate {
		return Candidate{Front: "SPF", Backfill: "SPF", Threshold: threshold}
	}
	require.True(t, holds(c(44_900), result(100_000), result(150_000), 1.5))
	require.True(t, holds(c(0), result(100_000), result(150_000), 1.5))
	require.False(t, holds(c(45_100), result(100_000), result(150_000), 1.5), "no room for the threshold")
	require.False(t, holds(c(study.None), result(100_000), result(100_000), 1.5), "nothing holds it")
	require.False(t, holds(c(44_900), result(100_000), result(150_001), 1.5), "above the bound")
	later := result(150_000)
	later.Longest = []int64{100_000, 150_000, 900_000}
	now := result(100_000)
	require.True(t, holds(c(44_900), now, later, 1.5), "what came after all weeks is none of them")
}
