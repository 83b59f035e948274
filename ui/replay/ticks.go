package replay

import (
	"strconv"

	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// room is what the words of a mark take, in pixels.
const room = 56

// ticks are those of a stretch of time on so many pixels: dates where the log has them,
// else the time from the left edge on.
func ticks(s *scene, from, to int64, width int) string {
	most := max(2, min(12, width/84))
	last := 1 - room/float64(max(width, 2*room))
	var list []plot.Tick
	if c := &s.trace.Calendar; c.Unix > 0 && to-from >= 2*3600 {
		list = lab.Dates(c, from, to, most, last)
	} else {
		for _, t := range plot.TicksWithin(0, float64(to-from), most, plot.Seconds) {
			if share := t.At / float64(to-from); share <= last {
				list = append(list, plot.Tick{At: share, Label: t.Label})
			}
		}
	}
	html := `<p class="replay-ticks">`
	for _, t := range list {
		html += `<span style="left:` + strconv.FormatFloat(100*t.At, 'f', 2, 64) + `%">` + lab.Esc(t.Label) + `</span>`
	}
	return html + `</p>`
}
