package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim"
)

// How much of the queue is looked at may decide the sign: it is asked the other way.
func TestTheOldestJobsAreSetBesideTheWholeQueue(t *testing.T) {
	depths := func(change func(p *Plan)) (words map[string]int) {
		p := Default()
		change(&p)
		require.NoError(t, p.Normalise())
		words = map[string]int{}
		for _, v := range Variations(p) {
			if v.Plan.Depth != p.Depth && v.Plan.Backfilling == p.Backfilling {
				words[v.Words] = v.Plan.Depth
			}
		}
		return words
	}
	require.Equal(t, map[string]int{"only the 32 oldest jobs ranked": 32}, depths(func(p *Plan) {}))
	require.Equal(t, map[string]int{"the whole queue ranked": 0}, depths(func(p *Plan) { p.Depth = 7 }))
	require.Empty(t, depths(func(p *Plan) { p.Backfilling = sim.Conservative.String() }), "it plans the whole queue")
}

// Slurm reserves for every job unless told not to: the question is asked there too, last, as that
// takes longest; and of a scheduler that reserves for all, as if it reserved for one.
func TestAReservationForEveryJobIsAskedBesideOne(t *testing.T) {
	for own, other := range map[sim.Backfilling]sim.Backfilling{sim.Easy: sim.Conservative, sim.NoBackfilling: sim.Conservative,
		sim.Conservative: sim.Easy} {
		p := Default()
		p.Backfilling = own.String()
		if own == sim.Easy {
			p.Depth = 7
		}
		require.NoError(t, p.Normalise())
		list := Variations(p)
		require.Equal(t, other.String(), list[len(list)-1].Plan.Backfilling, own)
		for _, v := range list[:len(list)-1] {
			require.Equal(t, own.String(), v.Plan.Backfilling)
		}
	}
}
