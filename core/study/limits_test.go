package study_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

func TestConservativeBackfillingRefusesLimitsInWords(t *testing.T) {
	for want, l := range map[string]study.Limits{
		"queue-depth 32: conservative backfilling plans the whole queue; use easy or none, or 0 for all": {Depth: 32, Tries: 9},
		"backfill-tries 9: conservative": {Tries: 9},
	} {
		p := compare.Default()
		p.Limits, p.Backfilling = l, sim.Conservative.String()
		require.ErrorContains(t, p.Normalise(), want)
		p.Backfilling = sim.Easy.String()
		require.NoError(t, p.Normalise())
		require.Equal(t, l, p.Limits)
		p.Backfilling = sim.NoBackfilling.String()
		require.NoError(t, p.Normalise())
		require.Equal(t, study.Limits{Depth: l.Depth}, p.Limits, "nobody is tried behind the head")
	}
}

func TestWordsSayEveryLimitInForce(t *testing.T) {
	require.Empty(t, study.Limits{}.LimitWords())
	require.Empty(t, study.Limits{}.LimitMethods())
	require.Equal(t, ", only the 32 oldest jobs ranked, at most 5 tried to backfill", study.Limits{Depth: 32, Tries: 5}.LimitWords())
	require.Equal(t, ", only the oldest job ranked", study.Limits{Depth: 1}.LimitWords())
	both := study.Limits{Depth: 32, Tries: 1}.LimitMethods()
	require.Contains(t, both, "ranked and considered the 32 oldest waiting jobs by submit time alone")
	require.Contains(t, both, "At most 1 job behind the head was tried")
}
