package metric

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// users submit one job each at the start of a day; work is by day and user.
func daily(work [][]int64) *job.Trace {
	t := &job.Trace{Procs: 10}
	for u := range work[0] {
		t.Users = append(t.Users, int64(u))
	}
	for d, users := range work {
		for u, x := range users {
			if x > 0 {
				t.Submit, t.Run = append(t.Submit, int64(d)*job.Day), append(t.Run, x)
				t.Size, t.User = append(t.Size, 1), append(t.User, int32(u))
			}
		}
	}
	return t
}

func TestAWorkloadsShapeIsItsDefinitions(t *testing.T) {
	days := make([][]int64, 28)
	for d := range days {
		days[d] = []int64{0, 0}
	}
	// two users make way for each other: 10, 20, 10, 20 and 20, 10, 20, 10
	for w := range 4 {
		days[7*w] = []int64{int64(10 + 10*(w%2)), int64(20 - 10*(w%2))}
	}
	s := ShapeOf(daily(days), 4)
	require.Equal(t, 0.0, s.Spread)
	require.Equal(t, 0.0, s.Compensation)
	require.Equal(t, 1.0, s.Again)
	require.InDelta(t, 120.0/(10*4*job.Week), s.Load, 1e-15)

	// one works every other week alone
	for w := range 4 {
		days[7*w] = []int64{int64(30 * (w % 2)), 0}
	}
	s = ShapeOf(daily(days), 4)
	require.InDelta(t, math.Sqrt(300)/15, s.Spread, 1e-15)
	require.Equal(t, 1.0, s.Compensation)
	require.Equal(t, 0.0, s.Again)
	require.True(t, math.IsNaN(ShapeOf(daily(days[:7]), 1).Spread), "one week has no spread")
}

func TestUsersWhoDoNotKnowOfEachOtherDoNotCompensate(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	days := make([][]int64, 7*400)
	for d := range days {
		for range 20 {
			days[d] = append(days[d], rng.Int64N(1000))
		}
	}
	s := ShapeOf(daily(days), 400)
	require.InDelta(t, 1, s.Compensation, 0.25)
	require.InDelta(t, 0, s.DayLag, 0.08)
}

func TestAShapeSurvivesTheWire(t *testing.T) {
	s := Shape{1, 2, -3.5, 0.25, 0.5}
	var taken Shape
	require.NoError(t, wire.Decode(wire.Encode(&s), &taken))
	require.Equal(t, s, taken)
}
