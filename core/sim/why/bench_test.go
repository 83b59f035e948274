package why_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// BenchmarkStory measures what it costs to record a real log, to tell the story
// of the job that waited longest, and to look at an instant:
//
//	go test -run '^$' -bench . ./core/sim/why
func BenchmarkStory(b *testing.B) {
	for _, name := range []string{"KTH-SP2-1996-2.1-cln.swf.gz", "UniLu-Gaia-2014-1.swf.gz", "CEA-Curie-2011-2.1-cln.swf.gz"} {
		b.Run("trace="+name[:8], func(b *testing.B) {
			l, err := tracefile.Open(fixture.Path(b, "traces", name), nil)
			require.NoError(b, err)
			w := study.DefaultWorkload()
			t, _ := w.Prepare(l)
			saf, err := order.Parse("SAF")
			require.NoError(b, err)
			c := &sim.Config{Primary: saf, Backfill: saf, Threshold: sim.None}
			var tape *why.Tape
			b.Run("record", func(b *testing.B) {
				for b.Loop() {
					tape, err = why.Record(t, c)
					require.NoError(b, err)
				}
			})
			j := tape.Longest()
			b.Run("story", func(b *testing.B) {
				for b.Loop() {
					s, err := tape.Story(j)
					require.NoError(b, err)
					tape.Sentences(s)
				}
			})
			b.Run("instant", func(b *testing.B) {
				for b.Loop() {
					_, err := tape.At(tape.Starts[j])
					require.NoError(b, err)
				}
			})
		})
	}
}
