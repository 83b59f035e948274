package plot

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
)

// Strips shows distributions under each other: a row an order, its values as
// faint dots, below them the box of the middle half with the median and a line
// between the first and the last decile.
type Strips struct {
	Frame
	Rows  []Sample // drawn in this order
	Log   bool     // logarithmic axis; values of 0 and less stand at its left end
	X     string   // what is measured, with its unit unless XUnit writes it
	XUnit Unit
	Dot   string // what one dot is: "a week"
	Ref   *Ref   // a reference line, such as the median of all orders
}

// dots is how many values of a row are drawn at most, the least and the
// greatest among them.
const dots = 240

// SVG draws the chart.
func (f *Strips) SVG() string {
	n := len(f.Rows)
	sorted := make([][]float64, n)
	says, mids, wide := make([]string, n), make([]string, n), make([]string, n)
	lo, hi := math.Inf(1), math.Inf(-1)
	labelW, midW, wideW := 0.0, 0.0, 0.0
	under, thinned := false, false
	for i := range f.Rows {
		r := &f.Rows[i]
		for _, x := range r.Values {
			if x == x {
				sorted[i] = append(sorted[i], math.Max(-most, math.Min(most, x)))
			}
		}
		v := sorted[i]
		slices.Sort(v)
		thinned = thinned || len(v) > dots
		for _, x := range v {
			if f.Log && !(x > 0) {
				under = true
				continue
			}
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
		says[i], mids[i], wide[i] = r.label()+": no values", "–", "–"
		if len(v) > 0 {
			w := f.XUnit.Format
			mids[i] = w(numeral.Quantile(v, 0.5))
			says[i] = r.label() + ": median " + mids[i] + ", half between " + w(numeral.Quantile(v, 0.25)) + " and " + w(numeral.Quantile(v, 0.75)) +
				", eight tenths between " + w(numeral.Quantile(v, 0.1)) + " and " + w(numeral.Quantile(v, 0.9)) + ", from " + w(v[0]) + " to " + w(v[len(v)-1]) +
				", " + numeral.Whole(float64(len(v))) + " values"
			if a := numeral.Quantile(v, 0.1); a > 0 {
				wide[i] = "×" + numeral.Thin + numeral.Number(numeral.Quantile(v, 0.9)/a)
			}
		}
		labelW = wider(labelW, r.label(), textSize)
		midW = wider(midW, mids[i], textSize)
		wideW = wider(wideW, wide[i], textSize)
	}
	if f.Ref != nil && f.Ref.At > 0 && f.Ref.At <= most {
		lo, hi = math.Min(lo, f.Ref.At), math.Max(hi, f.Ref.At)
	}
	if hi < lo {
		lo, hi = 1, 10
	}
	desc := "Nothing to show yet."
	if n > 0 {
		desc = orWord(f.X, "Values") + " in " + numeral.Whole(float64(n)) + " rows. "
		for i := range says {
			if i < 12 {
				desc += says[i] + ". "
			}
		}
	}
	c := f.open("strips", desc)
	y := c.top

	// Columns: mark and name, the strip, the median, on wide charts the spread.
	labelW = math.Min(labelW, math.Max(60, c.w*0.3))
	midHead, wideHead := "median", "decile ratio"
	midW = wider(midW, midHead, textSize)
	wideW = wider(wideW, wideHead, textSize)
	left, right := labelW+28, c.w-midW-14
	spreads := f.Log && right-wideW-18-left > c.w*0.5 && c.w > 520
	if spreads {
		right -= wideW + 18
	}
	if right-left < c.w*0.35 { // numbers so long that hovering has to say them
		right, midW, spreads = c.w-8, 0, false
	}
	if right-left < 60 {
		left = right - 60
		labelW = left - 28
	}
	midX := right + 14 + midW

	var entries []entry
	plain := soft.mark()
	if n > 0 {
		dot := orWord(f.Dot, "a value")
		if thinned {
			dot += ", thinned"
		}
		entries = []entry{{dot, plain, 'o'}, {"median, middle half, deciles", plain, 'q'}}
	}
	y += c.key(entries, y)

	s := &Scale{From: left + 2, To: right, Log: f.Log}
	on := func(t []Tick) *Scale {
		s.Lo, s.Hi = t[0].At, t[len(t)-1].At
		return s
	}
	var t []Tick
	if f.Log {
		t = LogTicks(lo, hi, f.XUnit)
		if under {
			t[0].Label = "≤" + numeral.Thin + t[0].Label
		}
		if q := on(t); !c.fits(t, q) {
			t = c.thinned(t, q)
		}
	} else {
		t = c.fitted(max(2, min(8, int((right-left)/60))), on, func(k int) []Tick { return Ticks(math.Min(lo, 0), hi, k, f.XUnit) })
	}
	var names []string
	for i := range f.Rows {
		names = append(names, f.Rows[i].label())
	}
	const drop = 9.0
	rowH := math.Max(34, nameHeight(labelW, names)+4)
	top := y
	if midW > 0 && n > 0 {
		c.faint("plot-labels")
		c.text(midX, y+12, 'e', midHead)
		if spreads {
			c.text(c.w-2, y+12, 'e', wideHead)
		}
		c.s(`</g>`)
		top += 16
	}
	if f.Ref != nil && s.Holds(f.Ref.At) && top == y {
		top += 16
	}
	bottom := top + 4 + rowH*float64(n) + 4
	c.verticals(t, s, top, bottom, 0, 0, 0)
	c.s("\n")
	if f.Ref != nil && s.Holds(f.Ref.At) {
		x := crisp(s.At(f.Ref.At))
		c.ref(x, top, x, bottom)
		if label := cut(f.Ref.Label, textSize, right-left); label != "" {
			w := textWidth(label, textSize) / 2
			c.text(math.Max(left+w, math.Min(right-w, x)), top-4, 'm', label)
		}
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		v := sorted[i]
		m := hue(r.Name, r.Hue)
		row := top + 4 + rowH*float64(i)
		c.s(`<g class="plot-row"`).tint(m)
		c.says(says[i], orWord(r.Name, r.Label), spot{s.At(numeral.Quantile(v, 0.5)), row + rowH - 9})
		c.touch(row, rowH)
		c.swarm(v, s, row+drop)
		if len(v) > 0 {
			c.box(v, m, s, row+rowH-9)
		}
		c.point(m, 6, row+rowH/2)
		for k, lines := 0, wrap(r.label(), textSize, labelW, 4); k < len(lines); k++ {
			c.text(16, row+rowH/2+4.5+nameLead*(float64(k)-float64(len(lines)-1)/2), 's', lines[k])
		}
		if midW > 0 {
			c.text(midX, row+rowH/2+4.5, 'e', mids[i])
		}
		if spreads {
			c.hush(c.w-2, row+rowH/2+4.5, 'e', wide[i])
		}
		c.s("</g>\n")
	}
	c.base(left, right, bottom)
	c.below(t, s, bottom, true)
	y = bottom + 38
	x := f.X
	if spreads && n > 0 {
		if x != "" {
			x += " · "
		}
		x += "decile ratio: the last over the first decile"
	}
	y += c.caption(c.w-2, y, c.w-8, 'e', x)
	return c.close(y - 4)
}

// swarm draws values as dots round y, those that would cover each other moved
// up and down; all of them are one path.
func (c *canvas) swarm(v []float64, s *Scale, y float64) {
	if len(v) == 0 {
		return
	}
	const size, lanes = 3.0, 5
	c.s(`<path class="plot-dots" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-opacity=".38" d="`)
	k := min(len(v), dots)
	column, count := math.Inf(-1), 0
	var at spot
	for i := 0; i < k; i++ {
		x := v[0]
		if k > 1 {
			x = v[i*(len(v)-1)/(k-1)]
		}
		bin := math.Floor(s.At(x)/size)*size + size/2
		if bin != column {
			column, count = bin, 0
		}
		if count >= lanes { // as dense as can be shown
			continue
		}
		// 0, 1 up, 1 down, 2 up, 2 down.
		lane := float64((count + 1) / 2)
		if count%2 == 1 {
			lane = -lane
		}
		count++
		p := spot{bin, y + lane*size}
		if i == 0 {
			c.move(p.x, p.y)
		} else {
			c.s(`m`).tenths(tenths(p.x) - tenths(at.x)).s(` `).tenths(tenths(p.y) - tenths(at.y))
		}
		c.s(`h0`)
		at = p
	}
	c.s(`"/>`)
}

// box draws the deciles as a line, the quartiles as a box and the median.
func (c *canvas) box(v []float64, m Mark, s *Scale, y float64) {
	q := func(p float64) float64 { return s.At(numeral.Quantile(v, p)) }
	a, b := q(0.25), q(0.75)
	c.line(q(0.1), y, q(0.9), y).s(` stroke="currentColor" stroke-width="1.4"/>`)
	c.quartiles(m, a, b, q(0.5), y)
}

func (c *canvas) quartiles(m Mark, a, b, mid, y float64) {
	c.rect(a, y-4, math.Max(b-a, 1), 8)
	if m.Hollow {
		c.fill(paper).s(` stroke="currentColor" stroke-width="1.4" stroke-dasharray="5 3"/>`)
	} else {
		c.s(` fill="currentColor"/>`)
	}
	c.line(mid, y-6.5, mid, y+6.5).s(` stroke-width="4.5"`).stroke(paper).s(`/>`)
	c.line(mid, y-6.5, mid, y+6.5).s(` stroke-width="2"`).stroke(ink).s(`/>`)
}
