package reproduce_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/job/tracefile"
)

// What tables 1 and 2 of the queue-tuning study print of a log at hand comes out to the second.
func TestWaitsOfAWholeLogAreThosePrinted(t *testing.T) {
	fixture.Long(t)
	l, err := tracefile.Open(fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz"), nil)
	require.NoError(t, err)
	list, err := reproduce.WholesOf(l, "SDSC-SP2")
	require.NoError(t, err)
	require.Len(t, list, 4)
	printed := 0
	for _, w := range list {
		if w.Printed != nil {
			printed++
			require.InEpsilon(t, float64(*w.Printed), w.Ours, 1e-4, w.Setting)
		} else {
			require.Equal(t, "longest wait", w.What)
			require.Positive(t, w.Ours)
		}
	}
	require.Equal(t, 2, printed)
	none, err := reproduce.WholesOf(l, "KTH-SP2")
	require.NoError(t, err)
	require.Empty(t, none, "nothing is printed of it")
}
