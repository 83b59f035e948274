package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report"
)

func TestABandGoesFromTheFifthToTheNinetyFifthPercentileOfSeeds(t *testing.T) {
	var courses []Curves
	for _, x := range []report.Float{7, 0, 3, 10, 5, 1, 9, 2, 8, 4, 6} {
		courses = append(courses, Curves{Rewards: []report.Float{10 * x}})
	}
	three := percentiles(courses, func(c *Curves) report.Float { return c.Rewards[0] })
	require.InDeltaSlice(t, []float64{5, 50, 95}, []float64{float64(three[0]), float64(three[1]), float64(three[2])}, 1e-12)
}
