package tuning

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/core/tune"
)

// Intervals computed in pieces are those of the whole.
func TestATuningIsCompletedInPieces(t *testing.T) {
	p := pairsOf("FCFS,SPF,LPF,SQF", "FCFS,SPF,LEXP", study.None)
	p.Resamples = 12
	require.NoError(t, p.Normalise())
	var rows []tune.Row
	for k := 1; k <= p.Resamples; k++ {
		x := week{}
		for i := range p.Choices() + 1 {
			x.wait, x.max = append(x.wait, int64(900+(i*37+k*53)%211)), append(x.max, int64(200+i))
		}
		rows = append(rows, tuneRow(t, k, x, x))
	}
	want := Merge(p, job.Digest{}, rows)
	got := View(p, job.Digest{}, rows, func(c int) bool { return c%5 == 0 })
	unknown := func() (n int) {
		for _, x := range got.Pairs {
			if math.IsNaN(float64(x.Low)) {
				n++
			}
		}
		return n
	}
	before := unknown()
	require.Positive(t, before)
	next := got.Intervals(rows)
	require.True(t, next(3))
	require.Equal(t, before-3, unknown())
	for next(2) {
	}
	require.Equal(t, want, got)
	x, ok := got.Find(p.Choice(1))
	require.True(t, ok)
	require.Equal(t, want.Pairs[1], x)
	_, ok = got.Find(tune.Choice{Primary: "SAF", Backfill: "SAF"})
	require.False(t, ok)
	require.Equal(t, "20\u202fh", study.Seconds(72000).Words())
}
