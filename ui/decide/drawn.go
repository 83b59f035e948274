package decide

import (
	"shadowtime/core/experiment/rules"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// drawRule draws what a rule compares, or puts the drawing away.
func (v *View) drawRule(i int) {
	h := v.holding
	x := &h.list[i]
	if x.drawing = !x.drawing; !x.drawing || x.drawn != nil {
		return
	}
	at := 0 // among those in force
	for k := range h.list[:i] {
		if !h.list[k].off {
			at++
		}
	}
	text, list := h.text, h.inForce()
	v.Lab.Engine.Aside(v.subject(), 0, rules.DrawRequest(list, at), func(float64) {}, func(b []byte, err error) {
		v.Lab.Post(func() {
			if v.holding != h || h.text != text || i >= len(h.list) {
				return
			}
			if err == nil {
				h.list[i].drawn, err = rules.DrawingOf(b)
			}
			if err != nil {
				h.list[i].drawing = false
				v.Lab.Message = "The rule can’t be drawn: " + err.Error() + "."
			}
			v.drawHeld()
		})
	})
}

// drawnHTML is the drawing of a rule, as a row of the table.
func (v *View) drawnHTML(x *ruling) string {
	if !x.drawing || x.off {
		return ""
	}
	html := `<p class="hint">Its jobs are being counted.</p>`
	if x.drawn != nil {
		c := x.drawn.Chart()
		c.Frame = plot.Frame{ID: lab.Esc(x.rule.Text()), Title: c.Title, Subtitle: c.Subtitle, Width: min(v.Lab.Browser.Width()-32, 736)}
		html = `<figure>` + c.SVG() + `</figure>`
	}
	return `<tr class="rule-drawn"><td colspan="5">` + html + `</td></tr>`
}

// erase puts all drawings away that are of other rules than those in force.
func (h *holding) erase() {
	for i := range h.list {
		h.list[i].drawn, h.list[i].drawing = nil, false
	}
}
