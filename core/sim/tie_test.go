package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Of two late jobs of one second, in the place of one, ocs backfills the later:
// thresholds make their keys equal, and ties go the other way round.
func TestLateJobsOfOneSecondAreBackfilledInReverseWhereTiesAre(t *testing.T) {
	tr := &job.Trace{
		Procs:   4,
		Submit:  []int64{0, 0, 1, 2, 2},
		Run:     []int64{20, 8, 5, 2, 2},
		Request: []int64{20, 8, 5, 2, 2},
		Size:    []int32{2, 2, 4, 2, 2},
	}
	e := sim.New()
	e.Load(tr)
	c := &sim.Config{Threshold: 0, Dialect: sim.OCS}
	for _, primary := range []string{"LCFS", "FCFS", "LEXP"} {
		c.Primary, _ = order.Parse(primary)
		c.Backfill, _ = order.Parse("SAF")
		for dialect, want := range map[sim.Dialect][]int64{
			sim.OCS:        {0, 0, 20, 10, 8},
			sim.Shadowtime: {0, 0, 20, 8, 10},
		} {
			c.Dialect = dialect
			require.NoError(t, e.Run(c))
			require.Equal(t, want, e.Starts(), "%s %v", primary, dialect)
		}
	}
}
