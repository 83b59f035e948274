package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheMiddleOfSeedsIsFromTheFifthToTheNinetyFifthPercentile(t *testing.T) {
	v := []float64{7, 0, 3, 10, 5, 1, 9, 2, 8, 4, 6}
	m, d := Middle(v), quantiles(v, 0.1, 0.9)
	require.InDeltaSlice(t, []float64{0.5, 5, 9.5}, m[:], 1e-12)
	require.Equal(t, [3]float64{1, 5, 9}, d)
}
