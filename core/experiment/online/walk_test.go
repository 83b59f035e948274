package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim"
)

// Rows of replays that take over what others did from equal states are those of replays that do all themselves, whether
// there is room for all states, for some or for none.
func TestReplaysThatMeetAreThoseOfReplaysApart(t *testing.T) {
	for _, late := range []string{"", front, Both} {
		p := small()
		p.Late, p.Strategies = late, append(p.Strategies, "full@0.9", "noisy", "sw-ucb@5", "epsilon-greedy@0.5")
		for k := range 4 {
			r := runner(t, p)
			met := task(t, r, k)
			require.True(t, r.walked)
			require.NotEmpty(t, r.walk.courses)
			turns := 0
			for _, l := range r.learnt {
				turns += l.length.turns
			}
			require.Less(t, len(r.walk.courses), len(r.arms)*int(int64(r.weeks)*7)+turns*7, "none met another")

			apart := runner(t, p)
			apart.walk.step = 0
			require.Equal(t, task(t, apart, k), met)
			require.False(t, apart.walked)

			for _, most := range []int{0, 300} {
				full := runner(t, p)
				full.walk.most = most
				require.Equal(t, met, task(t, full, k))
			}
		}
	}
}

// What is more than machine and queue is not met again: replays then do all themselves.
func TestReplaysWhosePastMattersStayApart(t *testing.T) {
	p := small()
	p.Backfilling = sim.Conservative.String()
	r := runner(t, p)
	task(t, r, 1)
	require.False(t, r.walked)
}
