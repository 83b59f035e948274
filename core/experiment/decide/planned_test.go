package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim"
)

// EASY is shown, and Slurm plans for every job unless told not to: where that turns the answer,
// its condition says so, with the word that tells Slurm.
func TestASettingThatTurnsUnderSlurmsOwnPlanSaysSo(t *testing.T) {
	r := &Report{Ways: []Way{{Key: asLoad, Own: .2, Change: .2}, {Key: asScheduler, Own: .056, Change: .056}}}
	require.Equal(t, " With a reservation for every job, as in Slurm without bf_job_part_count_reserve=1, the setting raises "+
		r.what()+" by 5.6\u202f%.", r.planned())
	r.Plan.Backfilling = sim.Conservative.String()
	require.Empty(t, r.planned(), "that is how it was asked")
	r.Plan.Backfilling = sim.Easy.String()
	r.Ways[1].Own, r.Ways[1].Change = -.01, -.01
	require.Empty(t, r.planned(), "it holds")
	r.Ways = r.Ways[:1]
	require.Empty(t, r.planned(), "not asked")
}
