package plot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report/plottest"
)

// lanes is a small schedule, as boxes or as cells.
func lanes(cells bool, width int) *Lanes {
	f := &Lanes{Frame: Frame{Title: "Two jobs <and> one beyond the machine", ID: "lanes", Width: width}, To: 7200, Procs: 8, Rows: 9,
		Classes: []string{"under a minute", "up to 1 h", "longer"}, Of: "waited", X: "time since the begin",
		Queue: LaneSeries{[]float64{0, 1, 0}, []float64{1, 3, 0}}, Busy: LaneSeries{[]float64{5, 5, 0}, []float64{8, 9, 5}}}
	if cells {
		f.Columns, f.Cells = 4, []uint8{1, 1, 0, 2, 3, 3, 3, 3}
		return f
	}
	f.Boxes = []LaneBox{{0, 3600, 0, 5, 0, "7"}, {600, 7200, 5, 9, 2, "8"}, {0, 0, 0, 1, 1, "9"}}
	return f
}

func TestASchedulesChartIsNeatAndLosesNoJob(t *testing.T) {
	for _, width := range []int{300, 720, 1400} {
		svg := lanes(false, width).SVG()
		plottest.Neat(t, "boxes", svg, textWidth)
		require.Equal(t, 1+3+3, strings.Count(svg, "<rect"), "the machine's ground, a rectangle a job, and the key")
		plottest.Neat(t, "cells", lanes(true, width).SVG(), textWidth)
	}
	svg := lanes(true, 720).SVG()
	require.Equal(t, len(strengths), strings.Count(svg, "stroke-opacity"), "a path a class")
	require.Contains(t, svg, "Rows are only for drawing")
	require.NotContains(t, (&Lanes{}).SVG(), "NaN")
	require.NotContains(t, (&Lanes{Cells: []uint8{1}, Columns: 3}).SVG(), "NaN")
}

// seen has an instant in the middle of the small schedule.
func seen(now float64) *LaneSeen {
	return &LaneSeen{Now: now, Clock: "day 1, 0:30:00", Boxes: []LaneBox{{1800, 9000, 0, 5, 0, ""}, {1800, 2400, 5, 7, 1, ""}},
		Tones: []LaneTone{{"--ink", 0.28}, {"--accent", 0.85}}, Classes: []string{"runs as long as requested", "is backfilled"},
		Until: 3000, Words: "shadow time, in 20 min", Places: []LaneBox{{3000, 6600, 5, 7, 0, "12"}},
		Place: "the head’s place from the shadow time", Extra: []LaneBox{{Low: 7, High: 8}}}
}

// What the scheduler expects at an instant is in the saved picture as on the page: its
// line, who runs, the head's place, the room that is extra, and what all that means.
func TestAnInstantIsDrawnOverTheSchedule(t *testing.T) {
	for _, width := range []int{300, 720, 1400} {
		for _, cells := range []bool{false, true} {
			f := lanes(cells, width)
			without := f.SVG()
			f.Seen = seen(1800)
			svg := f.SVG()
			plottest.Neat(t, "an instant", svg, textWidth)
			for _, words := range []string{"day 1, 0:30:00", "shadow time, in 20 min", "runs as long as requested", "is backfilled",
				"the head’s place", "extra processors", "as the scheduler expects"} {
				require.Contains(t, svg, words)
			}
			// two grounds, two jobs, a place, two series that pale, three swatches of the key
			require.Equal(t, strings.Count(without, "<rect")+2+2+1+2+3, strings.Count(svg, "<rect"))
		}
	}
	f := lanes(false, 720)
	without := f.SVG()
	f.Seen = seen(7200)
	require.Equal(t, without, f.SVG(), "an instant to the right is out of sight")
	f.Seen = seen(-60)
	plottest.Neat(t, "an instant to the left", f.SVG(), textWidth)
	require.Contains(t, f.SVG(), "← day 1")
	f.Seen = seen(1800)
	f.Seen.Until = 9000
	require.Contains(t, f.SVG(), "shadow time, in 20 min →")
}

// Hatches fill their rectangle and stay in it.
func TestHatchesStayInTheirRoom(t *testing.T) {
	var c canvas
	c.hatches(100, 50, 160, 60)
	var x0, y0, x1, y1 float64
	parts := strings.Split(string(c.b), "M")[1:]
	require.Greater(t, len(parts), 8)
	for _, part := range parts {
		_, err := fmt.Sscanf(part, "%f %fL%f %f", &x0, &y0, &x1, &y1)
		require.NoError(t, err)
		require.True(t, x0 >= 100 && x1 <= 160 && y0 <= 60 && y1 >= 50, part)
	}
}
