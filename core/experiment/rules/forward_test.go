package rules

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/metric"
)

// Rules help where a replay tells better who waits long and hardly worse how long.
func TestRulesHelpWhereAReplayComesNearer(t *testing.T) {
	like := func(simulated, rank float64) metric.Likeness {
		return metric.Likeness{Jobs: 9, Known: 9, Logged: 100, Simulated: simulated, Rank: rank}
	}
	for _, x := range []struct {
		open, ruled metric.Likeness
		helps       bool
	}{
		{like(50, 0.2), like(60, 0.4), true}, {like(50, 0.4), like(60, 0.4), false}, {like(90, 0.2), like(50, 0.4), false},
		{like(90, 0.2), like(85, 0.4), true}, {like(0, math.NaN()), like(80, 0.4), true}, {like(50, 0.2), like(0, math.NaN()), false},
	} {
		f := Forward{Open: x.open, Ruled: x.ruled}
		require.Equal(t, x.helps, f.Helps(), "%+v", x)
	}
}
