package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Spark is a curve the size of a word: no axes, its words in the title.
type Spark struct {
	Frame         // Title says what it is; Width and Height default to 160 x 28
	Values        []float64
	Unit          Unit
	Name, Hue     string  // colour, as in Bars
	Ref           float64 // a faint line at this value, when not 0
	Lo, Hi        float64 // fixed range; from the data, with 0, when equal
	WithoutGround bool    // no soft area under the curve
}

// SVG draws the chart.
func (f *Spark) SVG() string {
	lo, hi := math.Inf(1), math.Inf(-1)
	last := math.NaN()
	for _, v := range f.Values {
		if math.Abs(v) <= most {
			lo, hi, last = math.Min(lo, v), math.Max(hi, v), v
		}
	}
	desc := "No values yet."
	if hi >= lo {
		desc = numeral.Whole(float64(len(f.Values))) + " values from " + f.Unit.Format(lo) + " to " + f.Unit.Format(hi) +
			", the last " + f.Unit.Format(last) + "."
	}
	g := *f
	if g.Width == 0 {
		g.Width = 160
	}
	if g.Height == 0 {
		g.Height = 28
	}
	w, h := float64(min(max(g.Width, 16), maxWidth)), float64(min(max(g.Height, 8), 400))
	g.Untitled = true
	c := g.open("spark", desc)
	// open bounds the width of charts with words; this one has none.
	c.b = c.b[:0]
	label := desc
	if f.Title != "" {
		label = f.Title + ": " + desc
	}
	c.s(`<svg xmlns="http://www.w3.org/2000/svg" class="plot plot-spark" role="img" aria-label="`).t(label)
	c.s(`" width="`).n(w).s(`" height="`).n(h).s(`" viewBox="0 0 `).xy(w, h).s(`" fill="none" stroke-linejoin="round"`)
	m := hue(f.Name, f.Hue)
	c.tint(m)
	c.says(label, "", spot{w / 2, h / 2})
	c.s(`<desc>`).t(orWord(f.Desc, desc)).s(`</desc>`)
	if hi >= lo {
		if f.Lo < f.Hi {
			lo, hi = f.Lo, f.Hi
		} else {
			lo, hi = math.Min(lo, 0), math.Max(hi, 0)
			if f.Ref == f.Ref && math.Abs(f.Ref) <= most {
				lo, hi = math.Min(lo, f.Ref), math.Max(hi, f.Ref)
			}
		}
		lo, hi = bounded(lo, hi)
		x := &Scale{Lo: 0, Hi: math.Max(1, float64(len(f.Values)-1)), From: 1.5, To: w - 4}
		y := &Scale{Lo: lo, Hi: hi, From: h - 2, To: 3}
		if f.Ref != 0 && y.Holds(f.Ref) {
			c.line(0, crisp(y.At(f.Ref)), w, crisp(y.At(f.Ref))).stroke(rule).s(`/>`)
		}
		pts := decimate(f.Values, x, y)
		if !f.WithoutGround {
			c.s(`<path fill="currentColor" fill-opacity=".12" d="`)
			c.area(pts, y.At(math.Max(lo, math.Min(hi, 0))))
			c.s(`"/>`)
		}
		c.s(`<path stroke="currentColor" stroke-width="1.2" d="`)
		c.trail(pts)
		c.s(`"/>`)
		for i := len(pts) - 1; i >= 0; i-- {
			if !pts[i].gap() {
				c.s(`<circle cx="`).n(pts[i].x).s(`" cy="`).n(pts[i].y).s(`" r="2" fill="currentColor"/>`)
				break
			}
		}
	}
	c.s("</svg>\n")
	return string(c.b)
}
