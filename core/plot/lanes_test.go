package plot

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/plot/plottest"
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
	require.Contains(t, svg, "Rows are placed for drawing")
	require.NotContains(t, (&Lanes{}).SVG(), "NaN")
	require.NotContains(t, (&Lanes{Cells: []uint8{1}, Columns: 3}).SVG(), "NaN")
}
