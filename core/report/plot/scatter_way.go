package plot

import "math"

// diagonal draws the line on which both values are the same, with its name at
// its upper end, and gives where they lie.
func (f *Scatter) diagonal(c *canvas, xs, ys *Scale) (lines, name []box) {
	a, b := math.Max(xs.Lo, ys.Lo), math.Min(xs.Hi, ys.Hi)
	if f.Diagonal == "" || !(a < b) {
		return nil, nil
	}
	from, to := spot{xs.At(a), ys.At(a)}, spot{xs.At(b), ys.At(b)}
	c.line(from.x, from.y, to.x, to.y).s(` class="plot-ref" fill="none" stroke-dasharray="2 3"`).stroke(ink).s(`/>`)
	lines = stretch(from, to, 10)
	// left of the upper end, where the upper half is
	if words := cut(f.Diagonal, textSize, to.x-xs.From-12); words != "" {
		w := textWidth(words, textSize)
		at := spot{to.x - 12, math.Max(to.y+11, ys.To+12)}
		c.s(`<g`).fill(soft).halo().s(`>`)
		c.text(at.x, at.y, 'e', words)
		c.s(`</g>`)
		name = []box{{at.x - w - 2, at.y - 12, at.x + 2, at.y + 4}}
	}
	return lines, name
}

// stretch cuts a slanted line into n boxes.
func stretch(from, to spot, n int) (pieces []box) {
	for i := range n {
		a, b := float64(i)/float64(n), float64(i+1)/float64(n)
		x0, x1 := from.x+(to.x-from.x)*a, from.x+(to.x-from.x)*b
		y0, y1 := from.y+(to.y-from.y)*a, from.y+(to.y-from.y)*b
		pieces = append(pieces, box{math.Min(x0, x1), math.Min(y0, y1), math.Max(x0, x1), math.Max(y0, y1)})
	}
	return pieces
}

// start is where a point came from, on the screen.
func (p *ScatterPoint) start(xs, ys *Scale) (at spot, ok bool) {
	if p.From == nil || p.From.X != p.From.X || p.From.Y != p.From.Y {
		return at, false
	}
	return spot{xs.At(p.From.X), ys.At(p.From.Y)}, true
}

// way is where the arrow to a point lies.
func (f *Scatter) way(p *ScatterPoint, at spot, xs, ys *Scale) []box {
	from, ok := p.start(xs, ys)
	if !ok {
		return nil
	}
	return append(stretch(from, at, 10), box{from.x - 5, from.y - 5, from.x + 5, from.y + 5})
}

// arrow draws a faded mark where the point came from, and the way.
func (f *Scatter) arrow(c *canvas, p *ScatterPoint, at spot, xs, ys *Scale) {
	from, ok := p.start(xs, ys)
	if !ok {
		return
	}
	dx, dy := at.x-from.x, at.y-from.y
	d := math.Sqrt(dx*dx + dy*dy)
	c.s(`<g opacity=".38">`)
	c.point(p.mark(), from.x, from.y)
	c.s(`</g>`)
	if d < 18 {
		return
	}
	dx, dy = dx/d, dy/d
	head := spot{at.x - dx*7, at.y - dy*7}
	c.s(`<path fill="none" stroke="currentColor" stroke-width="1.5" stroke-opacity=".7" d="M`).xy(from.x+dx*6, from.y+dy*6)
	c.s(`L`).xy(head.x, head.y)
	for _, side := range [2]float64{1, -1} {
		c.move(head.x-dx*7+side*dy*3.5, head.y-dy*7-side*dx*3.5).s(`L`).xy(head.x, head.y)
	}
	c.s(`"/>`)
}
