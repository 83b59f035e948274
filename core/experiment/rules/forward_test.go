package rules

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
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

// A job that is left out may come long after the last that is known: it is in no week of the record.
func TestAJobThatIsLeftOutIsInNoWeek(t *testing.T) {
	n := 400
	trace := &job.Trace{Procs: 100, Users: []int64{1, 2}}
	free := int64(0)
	for j := range n {
		at := int64(j) * 6000
		start := max(at, free) // one job at a time of one user
		free = start + 9000
		trace.Submit, trace.Wait = append(trace.Submit, at), append(trace.Wait, start-at)
	}
	trace.Submit, trace.Wait = append(trace.Submit, 1<<40), append(trace.Wait, -1)
	trace.Run = slices.Repeat([]int64{9000}, n+1)
	trace.Request, trace.Size, trace.User = trace.Run, slices.Repeat([]int32{1}, n+1), make([]int32, n+1)
	r, err := NewRunner(trace, Default())
	require.NoError(t, err)
	f, err := r.Round(rounds+1, nil)
	require.NoError(t, err)
	require.Equal(t, "1 job a user", rule.Text(f.Rules()))
}
