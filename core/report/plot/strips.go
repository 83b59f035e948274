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
	w := f.measure()
	c := f.open("strips", f.desc(&w))
	l := f.layout(c, &w)
	return f.draw(c, &l)
}

// stripsWords are the values of the rows in order, what is said of them, and how
// wide that is.
type stripsWords struct {
	lo, hi              float64 // of what is drawn
	under, thinned      bool    // there is more: at the left end, than is drawn
	rows                []stripWords
	names               []string
	labelW, midW, wideW float64
}

// stripWords are those of one row.
type stripWords struct {
	values          []float64
	says, mid, wide string
}

const medianHead, decilesHead = "median", "decile ratio"

func (f *Strips) measure() stripsWords {
	n := len(f.Rows)
	w := stripsWords{lo: math.Inf(1), hi: math.Inf(-1), rows: make([]stripWords, n), names: make([]string, n)}
	w.midW = textWidth(medianHead, textSize)
	w.wideW = textWidth(decilesHead, textSize)
	for i := range f.Rows {
		f.read(&w, i)
	}
	if f.Ref != nil && f.Ref.At > 0 && f.Ref.At <= most {
		w.lo, w.hi = math.Min(w.lo, f.Ref.At), math.Max(w.hi, f.Ref.At)
	}
	if w.hi < w.lo {
		w.lo, w.hi = 1, 10
	}
	return w
}

// read sorts the values of a row and puts them in words.
func (f *Strips) read(w *stripsWords, i int) {
	var v []float64
	r := &f.Rows[i]
	for _, x := range r.Values {
		if x == x {
			v = append(v, math.Max(-most, math.Min(most, x)))
		}
	}
	slices.Sort(v)
	w.thinned = w.thinned || len(v) > dots
	for _, x := range v {
		if f.Log && !(x > 0) {
			w.under = true
			continue
		}
		w.lo, w.hi = math.Min(w.lo, x), math.Max(w.hi, x)
	}
	name := r.label()
	says, mid, wide := name+": no values", "–", "–"
	if len(v) > 0 {
		at := func(part float64) string { return f.XUnit.Format(numeral.Quantile(v, part)) }
		mid = at(0.5)
		says = name + ": median " + mid + ", half between " + at(0.25) + " and " + at(0.75) +
			", eight tenths between " + at(0.1) + " and " + at(0.9) + ", from " + f.XUnit.Format(v[0]) + " to " +
			f.XUnit.Format(v[len(v)-1]) +
			", " + numeral.Whole(float64(len(v))) + " values"
		if a := numeral.Quantile(v, 0.1); a > 0 {
			wide = "×" + numeral.Thin + numeral.Number(numeral.Quantile(v, 0.9)/a)
		}
	}
	w.rows[i], w.names[i] = stripWords{v, says, mid, wide}, name
	w.labelW = widen(w.labelW, name, textSize)
	w.midW = widen(w.midW, mid, textSize)
	w.wideW = widen(w.wideW, wide, textSize)
}

func (f *Strips) desc(w *stripsWords) string {
	n := len(f.Rows)
	if n == 0 {
		return "Nothing to show yet."
	}
	desc := orWord(f.X, "Values") + " in " + numeral.Whole(float64(n)) + " rows. "
	for i := range min(n, 12) {
		desc += w.rows[i].says + ". "
	}
	return desc
}

// stripsPlan is where everything of the strips stands, in columns: mark and name,
// the strip, the median, on wide charts the spread.
type stripsPlan struct {
	stripsWords
	s                     Scale
	t                     []Tick
	left, right, midX     float64
	head, top, bottom     float64 // of the columns' heads, and of the strips
	rowH                  float64
	medians, spreads, ref bool // which are there
}

func (f *Strips) layout(c *canvas, w *stripsWords) stripsPlan {
	l := stripsPlan{stripsWords: *w, medians: true}
	l.columns(c.w, f.Log)
	l.s = Scale{From: l.left + 2, To: l.right, Log: f.Log}
	l.head = c.top
	n := len(f.Rows)
	if n > 0 {
		dot := orWord(f.Dot, "a value")
		if l.thinned {
			dot += ", thinned"
		}
		l.head += c.key([]entry{{dot, soft.mark(), 'o'}, {"median, middle half, deciles", soft.mark(), 'q'}}, l.head)
	}
	if f.Log {
		l.t = c.decades(&l.s, l.lo, l.hi, f.XUnit, l.under)
	} else {
		l.t = c.roundTicks(max(2, min(8, int((l.right-l.left)/60))), &l.s, math.Min(l.lo, 0), l.hi, f.XUnit)
	}
	l.rowH = math.Max(34, nameHeight(l.labelW, l.names)+4)
	l.ref = f.Ref != nil && l.s.Holds(f.Ref.At)
	l.top = l.head
	if l.medians = l.medians && n > 0; l.medians || l.ref {
		l.top += 16
	}
	l.bottom = l.top + 4 + l.rowH*float64(n) + 4
	return l
}

// columns gives the strips what names and numbers leave.
func (l *stripsPlan) columns(width float64, log bool) {
	l.labelW = math.Min(l.labelW, math.Max(60, width*0.3))
	l.left, l.right = l.labelW+28, width-l.midW-14
	if l.spreads = log && l.right-l.wideW-18-l.left > width*0.5 && width > 520; l.spreads {
		l.right -= l.wideW + 18
	}
	if l.right-l.left < width*0.35 { // numbers so long that hovering has to say them
		l.right, l.midW, l.medians, l.spreads = width-8, 0, false, false
	}
	if l.right-l.left < 60 {
		l.left = l.right - 60
		l.labelW = l.left - 28
	}
	l.midX = l.right + 14 + l.midW
}

func (f *Strips) draw(c *canvas, l *stripsPlan) string {
	if l.medians {
		c.soften("plot-labels")
		c.text(l.midX, l.head+12, 'e', medianHead)
		if l.spreads {
			c.text(c.w-2, l.head+12, 'e', decilesHead)
		}
		c.s(`</g>`)
	}
	c.verticals(l.t, &l.s, l.top, l.bottom, 0, 0, 0)
	c.s("\n")
	if l.ref {
		x := crisp(l.s.At(f.Ref.At))
		c.ref(x, l.top, x, l.bottom)
		if label := cut(f.Ref.Label, textSize, l.right-l.left); label != "" {
			w := textWidth(label, textSize) / 2
			c.text(math.Max(l.left+w, math.Min(l.right-w, x)), l.top-4, 'm', label)
		}
	}
	for i := range f.Rows {
		f.row(c, l, i)
	}
	c.base(l.left, l.right, l.bottom)
	words := scaled(f.X, f.Log)
	if l.spreads && len(f.Rows) > 0 {
		if words != "" {
			words += " · "
		}
		words += "decile ratio: the last over the first decile"
	}
	return c.foot(l.t, &l.s, l.bottom, c.w-2, c.w-8, words)
}

func (f *Strips) row(c *canvas, l *stripsPlan, i int) {
	const drop = 9.0
	r, w := &f.Rows[i], &l.rows[i]
	m := r.mark()
	y := l.top + 4 + l.rowH*float64(i)
	base, box := y+l.rowH/2+4.5, y+l.rowH-drop
	c.s(`<g class="plot-row"`).tint(m)
	c.says(w.says, orWord(r.Name, r.Label), spot{l.s.At(numeral.Quantile(w.values, 0.5)), box})
	c.touch(y, l.rowH)
	c.swarm(w.values, &l.s, y+drop)
	if len(w.values) > 0 {
		c.box(w.values, m, &l.s, box)
	}
	c.point(m, 6, y+l.rowH/2)
	for k, lines := 0, wrap(l.names[i], textSize, l.labelW, 4); k < len(lines); k++ {
		c.text(16, base+nameLead*(float64(k)-float64(len(lines)-1)/2), 's', lines[k])
	}
	if l.medians {
		c.text(l.midX, base, 'e', w.mid)
	}
	if l.spreads {
		c.hush(c.w-2, base, 'e', w.wide)
	}
	c.s("</g>\n")
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
