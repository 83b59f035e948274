package compare

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/job/tracefile"
)

// BenchmarkTask measures one task on real logs, a resample of half a year under twelve orders, and what
// all of it beside the engine takes of the engine's time: to draw, load, measure and encode.
func BenchmarkTask(b *testing.B) {
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "CEA-Curie-2011-2.1-cln"} {
		b.Run("trace="+name, func(b *testing.B) {
			l, err := tracefile.Open(fixture.Path(b, "traces", name+".swf.gz"), nil)
			require.NoError(b, err)
			p := Default()
			p.Weeks = 26
			t, _ := p.Prepare(l)
			r, err := NewRunner(t, p)
			require.NoError(b, err)
			var w wire.Writer
			whole, engine := math.Inf(1), math.Inf(1) // seconds, the least of each
			for b.Loop() {
				began := time.Now()
				row, err := r.Task(1, nil)
				require.NoError(b, err)
				w = wire.Writer{}
				row.Wire(wire.Both{Put: &w})
				whole = min(whole, time.Since(began).Seconds())
				began = time.Now()
				for i := range r.configs {
					require.NoError(b, r.engine.Run(&r.configs[i]))
				}
				engine = min(engine, time.Since(began).Seconds())
			}
			b.ReportMetric(1e3*engine, "ms-engine")
			b.ReportMetric(100*(whole-engine)/engine, "%-beside")
		})
	}
}
