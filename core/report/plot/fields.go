package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Fields shows how a share depends on two things, each on a logarithmic axis: panels
// side by side on the same axes, of cells that are the darker the greater the share. A
// line runs where it passes one half.
type Fields struct {
	Frame
	Panels       []Field
	X, Y         string // what the axes are
	XUnit, YUnit Unit
	Xs, Ys       []float64 // edges of the cells, rising and positive: one more than cells
	Says         string    // what a share is: "of the jobs go first"
	Line         string    // names the line
}

// Field is one panel.
type Field struct {
	Title  string
	Values [][]float64 // by cell of Ys, the lowest first, and of Xs; NaN: unknown
}

func (f *Field) at(i, j int) float64 {
	if i < 0 || j < 0 || i >= len(f.Values) || j >= len(f.Values[i]) {
		return math.NaN()
	}
	return f.Values[i][j]
}

// cells is how many there are along an axis.
func cells(edges []float64) int { return max(0, len(edges)-1) }

// darkness is how dark a share is.
func darkness(v float64) float64 { return 0.04 + 0.62*math.Max(0, math.Min(1, v)) }

// SVG draws the chart.
func (f *Fields) SVG() string {
	nx, ny := cells(f.Xs), cells(f.Ys)
	desc := "Nothing to show yet."
	if len(f.Panels) > 0 && nx > 0 && ny > 0 {
		desc = numeral.Whole(float64(len(f.Panels))) + " panels over " + f.X + " and " + f.Y + ". "
		for i := range f.Panels {
			p := &f.Panels[i]
			desc += p.Title + ": " + Percent.Format(p.at(0, 0)) + " " + f.Says + " at the least of both, " +
				Percent.Format(p.at(ny-1, nx-1)) + " at the most. "
		}
	}
	c := f.open("fields", desc)
	c.how = "grid"
	y := c.top
	if nx == 0 || ny == 0 {
		return c.close(y + 8)
	}
	const air, panelH = 26.0, 150.0
	ys := logTicks(f.Ys[0], f.Ys[ny], f.YUnit)
	left := math.Min(widest(ys)+8, c.w/2)
	n := max(len(f.Panels), 1)
	cols := max(1, min(4, n, int((c.w-margin+air)/(panelWidth+left+air))))
	cols = (n + (n+cols-1)/cols - 1) / ((n + cols - 1) / cols)
	pw := math.Min((c.w-margin-air*float64(cols-1))/float64(cols)-left, 420)
	y += c.heading(y, scaled(f.Y, true)+" ↑") + 4
	titles := 1.0
	for i := range f.Panels {
		titles = math.Max(titles, float64(len(wrap(f.Panels[i].Title, textSize, (pw+left)*0.9, 3))))
	}
	headH := 6 + 17*titles
	stride := headH + panelH + 40
	for i := range f.Panels {
		p := &f.Panels[i]
		px, top := left+(left+pw+air)*float64(i%cols), y+headH+stride*float64(i/cols)
		at := logScale(f.Xs, px, px+pw)
		up := logScale(f.Ys, top+panelH, top)
		c.s(`<g class="plot-panel"><g font-weight="600">`)
		for k, line := range wrap(p.Title, textSize, (pw+left)*0.9, 3) {
			c.text(px-left, top-headH+13+17*float64(k), 's', line)
		}
		c.s(`</g>`)
		f.paint(c, p, at, up)
		f.half(c, p, at, up)
		c.soften("plot-labels")
		for _, t := range ys {
			if up.Holds(t.At) {
				c.text(px-6, up.At(t.At)+4.5, 'e', t.Label)
			}
		}
		c.s(`</g><g class="plot-labels plot-x"`).fill(soft).s(`>`)
		for _, t := range c.thinned(held(logTicks(f.Xs[0], f.Xs[nx], f.XUnit), at), at) {
			c.text(math.Min(at.At(t.At), px+pw+margin-textWidth(t.Label, textSize)/2), top+panelH+17, 'm', t.Label)
		}
		c.s("</g></g>\n")
	}
	y += stride * float64((n+cols-1)/cols)
	right := (left+pw+air)*float64(min(cols, n)) - air
	y += c.caption(right, y-3, right, 'e', scaled(f.X, true)+" →")
	y += 4
	y += c.ramp(y, "none", "all "+f.Says, 9, func(k int) {
		c.fill(ink).s(` fill-opacity="`).frac(darkness(float64(k) / 8)).s(`"`)
	})
	if f.Line != "" {
		y += c.heading(y, "line: "+f.Line)
	}
	return c.close(y + 4)
}

// paint fills the cells.
func (f *Fields) paint(c *canvas, p *Field, at, up *Scale) {
	c.s(`<g class="plot-fields"`).fill(ink).s(`>`)
	for i := range cells(f.Ys) {
		for j := range cells(f.Xs) {
			v := p.at(i, j)
			if v != v {
				continue
			}
			x0, x1, y0, y1 := at.At(f.Xs[j]), at.At(f.Xs[j+1]), up.At(f.Ys[i+1]), up.At(f.Ys[i])
			c.rect(x0, y0, x1-x0, y1-y0).s(` fill-opacity="`).frac(darkness(v)).s(`"`)
			c.says(f.X+" "+f.XUnit.Format(f.Xs[j])+", "+f.Y+" "+f.YUnit.Format(f.Ys[i])+": "+Percent.Format(v)+" "+f.Says, "",
				spot{(x0 + x1) / 2, (y0 + y1) / 2})
			c.s(`</rect>`)
		}
	}
	c.s(`</g>`)
}

// half draws the line between cells below and above one half.
func (f *Fields) half(c *canvas, p *Field, at, up *Scale) {
	c.s(`<path class="plot-contour" fill="none" stroke-width="2"`).stroke(accent).s(` d="`)
	apart := func(a, b float64) bool { return a == a && b == b && (a < 0.5) != (b < 0.5) }
	for i := range cells(f.Ys) {
		for j := range cells(f.Xs) {
			v := p.at(i, j)
			if apart(v, p.at(i, j+1)) {
				c.move(at.At(f.Xs[j+1]), up.At(f.Ys[i])).s(`V`).n(up.At(f.Ys[i+1]))
			}
			if apart(v, p.at(i+1, j)) {
				c.move(at.At(f.Xs[j]), up.At(f.Ys[i+1])).s(`H`).n(at.At(f.Xs[j+1]))
			}
		}
	}
	c.s(`"/>`)
}

// logScale is the scale of an axis of cells.
func logScale(edges []float64, from, to float64) *Scale {
	return &Scale{Lo: edges[0], Hi: edges[len(edges)-1], From: from, To: to, Log: true}
}

// held are the ticks that a scale holds.
func held(t []Tick, s *Scale) (list []Tick) {
	for _, x := range t {
		if s.Holds(x.At) {
			list = append(list, x)
		}
	}
	return list
}
