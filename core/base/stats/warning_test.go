package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The share that starts at once is of the jobs; what an order saves is of the waiting,
// and may be most of it.
func TestManyWhoStartAtOnceDoNotMakeASavingSmall(t *testing.T) {
	for share, words := range map[float64]string{
		0.514: "51 % of the jobs start at once; the saving falls on the other 49 %.",
		0.999: "99.90 % of the jobs start at once; the saving falls on the other 0.10 %.",
		1:     "All jobs start at once: there is nothing to save.",
	} {
		require.Equal(t, Warning{Idle, words}, Warnings(Facts{ZeroWaits: share})[0])
	}
}
