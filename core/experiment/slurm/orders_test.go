package slurm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/report"
)

// Three orders can be set in Slurm by its own parameters: they do the same by name.
func TestAnOrderInSlurmDoesWhatTheParametersDoThatMakeIt(t *testing.T) {
	fixture.Long(t)
	log := weeks(5)
	made := []struct{ order, set string }{
		{"FCFS", "PriorityType=priority/basic"},
		{"LQF", "PriorityWeightAge=0\nPriorityWeightJobSize=1000000"},
		{"SQF", "PriorityWeightAge=0\nPriorityWeightJobSize=1000000\nPriorityFavorSmall=YES"},
	}
	a, err := slurm.CompareOrders(siteOf(t, conf, log), 0, []string{"FCFS", "LQF", "SQF", "SPF", "LXF=-(age+p)/p"}, &slurm.Question{})
	require.NoError(t, err)
	require.Len(t, a.Orders, 5)
	for i, x := range made {
		c := changed(t, siteOf(t, conf, log), x.set, 0)
		require.Equal(t, x.order, a.Orders[i].Order)
		require.Equal(t, c.Changed, a.Orders[i].Waited, x.order)
		require.Equal(t, c.AsSet, a.AsSet)
	}
	least := a.Orders[a.Named]
	for _, o := range a.Orders {
		require.LessOrEqual(t, least.Mean, o.Mean)
		require.Zero(t, o.Never)
	}
	require.NotEqual(t, a.Orders[0].Waited, a.Orders[4].Waited, "an aged order is none of arrival")
	require.Equal(t, a.Verdict, least.Verdict)
	require.Len(t, a.Table(), 6)
	require.False(t, a.Verdict != report.Shown && strings.HasPrefix(a.Says[0], "Set"))
	_, err = slurm.CompareOrders(siteOf(t, conf, log), 0, []string{"SPFF"}, &slurm.Question{})
	require.ErrorContains(t, err, "SPFF")
}
