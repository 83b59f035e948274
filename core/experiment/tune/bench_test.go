package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/tracefile"
)

// BenchmarkTask measures one task of the sweep over all pairs of the twelve
// orders on KTH-SP2: 288 weeks and pairs, with ten thresholds each.
func BenchmarkTask(b *testing.B) {
	log, err := tracefile.Open(fixture.Path(b, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"), nil)
	require.NoError(b, err)
	p := Default()
	p.Primaries, p.Backfills, err = ParsePairs(Twelve)
	require.NoError(b, err)
	p.Thresholds = Sweep()
	t, _ := p.Prepare(log)
	r, err := NewRunner(t, p)
	require.NoError(b, err)
	k, replays := 0, 0
	for b.Loop() {
		k++
		row, err := r.Task(k, nil)
		require.NoError(b, err)
		replays += row.Train.Replays() + row.Test.Replays()
	}
	b.ReportMetric(float64(replays)/float64(b.N), "replays/op")
}
