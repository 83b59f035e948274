package learn

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFeatureGrowsFromItsFirstDecileToItsLast(t *testing.T) {
	training := &Training{Block: 1}
	for _, x := range []float64{7, 0, 3, 10, 5, 1, 9, 2, 8, 4, 6} {
		training.P, training.Q, training.R = append(training.P, x), append(training.Q, 2), append(training.R, 5)
		training.Score = append(training.Score, 1)
	}
	r := &Report{Training: training}
	for text, want := range map[string]float64{"p": 8, "p q": 16, "p^2": 81 - 1, "r": 0} {
		x, err := ParseTerm(text)
		require.NoError(t, err)
		require.Equal(t, want, r.step(x), text)
	}
}
