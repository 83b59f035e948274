package lanes_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report/lanes"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// BenchmarkFrame measures what it costs to lay out a real log's schedule and to
// draw a frame of it, whole and zoomed in:
//
//	go test -run '^$' -bench . ./core/report/lanes
func BenchmarkFrame(b *testing.B) {
	for _, name := range []string{"KTH-SP2-1996-2.1-cln.swf.gz", "CEA-Curie-2011-2.1-cln.swf.gz"} {
		b.Run("trace="+name[:8], func(b *testing.B) {
			l, err := tracefile.Open(fixture.Path(b, "traces", name), nil)
			require.NoError(b, err)
			w := study.DefaultWorkload()
			t, _ := w.Prepare(l)
			saf, err := order.Parse("SAF")
			require.NoError(b, err)
			e := sim.New()
			e.Load(t)
			require.NoError(b, e.Run(&sim.Config{Primary: saf, Backfill: saf, Threshold: sim.None}))
			x, busy := lanes.Place(t, e.Starts(), why.Unknown), lanes.Busy(t, e.Starts(), why.Unknown)
			b.Run("place", func(b *testing.B) {
				for b.Loop() {
					x = lanes.Place(t, e.Starts(), why.Unknown)
				}
			})
			b.Run("busy", func(b *testing.B) {
				for b.Loop() {
					busy = lanes.Busy(t, e.Starts(), why.Unknown)
				}
			})
			colours := make([]uint32, t.Len())
			for j := range colours {
				colours[j] = uint32(j) | 0xff000000
			}
			pixels := make([]uint32, 1440*500)
			first, last := t.Submit[0], t.Submit[t.Len()-1]
			least, most := make([]int64, 1440), make([]int64, 1440)
			for _, zoom := range []int64{1, 10, 100, 1000} {
				part := (last - first) / zoom
				at := first + (last-first)/3
				if zoom == 1 {
					at = first
				}
				b.Run("zoom="+strconv.FormatInt(zoom, 10), func(b *testing.B) {
					for b.Loop() {
						x.Draw(lanes.Window{From: at, To: at + part, Top: 0, Bottom: t.Procs, Width: 1440, Height: 500}, colours, 0, pixels)
						busy.Columns(at, at+part, least, most)
					}
				})
			}
		})
	}
}
