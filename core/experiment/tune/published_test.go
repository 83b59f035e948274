package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// Average waits of the original log, without resampling or threshold (Lelong,
// Reis and Trystram 2017, table 1; EXP is LEXP here).
func TestPublishedAverageWaitsOfTheOriginalSDSCLog(t *testing.T) {
	fixture.Long(t)
	log, err := tracefile.Open(fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz"), nil)
	require.NoError(t, err)
	p := Default()
	tr, _ := p.Prepare(log)
	require.Equal(t, 49_865, tr.Len())
	e := sim.New()
	e.Load(tr)
	for name, want := range map[string]float64{"EXP": 6765, "SQF": 11_234} {
		c, err := study.Config(name, name, study.None, "easy", "ocs")
		require.NoError(t, err)
		require.NoError(t, e.Run(&c))
		require.InEpsilon(t, want, float64(measure(tr, e.Starts(), p.Tau).Wait)/float64(tr.Len()), 1e-3, name)
	}
}
