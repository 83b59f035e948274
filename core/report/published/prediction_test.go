package published_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report/published"
)

func TestPrintedSlowdownsBelongTogether(t *testing.T) {
	list := published.Predicted()
	require.Len(t, list, 6)
	seen := map[string]bool{}
	for _, s := range list {
		require.False(t, seen[s.Log])
		seen[s.Log] = true
		for i, bounds := range s.Learned {
			require.Less(t, bounds[0], bounds[1], s.Log)
			require.Greater(t, s.Clairvoyant[i], 1.0)
		}
		require.GreaterOrEqual(t, s.Chosen, s.Learned[1][0], "%s: the best of all is no worse than what is chosen", s.Log)
		require.LessOrEqual(t, s.Chosen, s.Learned[1][1], s.Log)
		for _, v := range []float64{s.Clairvoyant[0], s.EASY, s.EASYPP, s.Learned[0][0], s.Chosen} {
			require.InDelta(t, math.Round(v*10), v*10, 1e-9, "%s: one decimal", s.Log)
		}
		// Whole percents are cut or rounded.
		for _, x := range []struct {
			of      float64
			percent int8
		}{{s.Clairvoyant[0], s.ClairvoyantLess}, {s.Chosen, s.ChosenLess}, {s.EASYPP, s.EASYPPLess}} {
			require.InDelta(t, 100*(1-x.of/s.EASY), float64(x.percent), 1.05, s.Log)
		}
	}
}

func TestSumsOfTheReleasedTablesAreThoseOfThePrintedFigures(t *testing.T) {
	for _, s := range published.Predicted() {
		if s.ChosenSum == 0 {
			continue
		}
		sum := 0.0
		for _, other := range published.Predicted() {
			if other.Log != s.Log {
				sum += other.InSteps()
			}
		}
		require.InDelta(t, s.ChosenSum, sum, 5*published.Precision4)
		require.Less(t, s.AverageSum, s.ChosenSum)
	}
}
