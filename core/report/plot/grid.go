package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Grid shows a change for each row order with each column order: the number
// in its cell while it fits, on a ground in the colour of less or of more.
type Grid struct {
	Frame
	Rows, Columns []string    // orders
	Of, With      string      // what rows and columns are: "queue", "backfilling"
	Values        [][]float64 // a row a row
	Says          string      // what a value is: "change in waiting"
	Chosen        [2]int      // row and column of a cell that is framed; Framed says so
	Framed        bool
	Unmarked      bool // rows and columns are no orders: they have no marks
}

func (f *Grid) at(i, j int) float64 {
	if i >= len(f.Values) || j >= len(f.Values[i]) {
		return math.NaN()
	}
	return f.Values[i][j]
}

// written is a change in whole percent, without the sign of percent.
func written(v float64) string {
	if v != v {
		return "–"
	}
	s := numeral.Signed(numeral.BarePercent(v, 0))
	if math.Abs(v) > 99.995 {
		return numeral.Signed(numeral.BarePercent(math.Copysign(99.99, v), 0))
	}
	return s
}

// strong is the change from which on cells have the full colour.
const strong = 0.5

// SVG draws the chart.
func (f *Grid) SVG() string {
	w := f.measure()
	c := f.open("cells", w.desc)
	c.how = "grid"
	l := f.layout(c, &w)
	return f.draw(c, &l)
}

// gridWords are what a grid says, and how wide that is.
type gridWords struct {
	desc, what              string
	labelW, columnW, valueW float64
}

func (f *Grid) measure() gridWords {
	w := gridWords{desc: "Nothing to show yet.", what: orWord(f.Says, "change")}
	least, row, column := math.Inf(1), "", ""
	for i, o := range f.Rows {
		w.labelW = widen(w.labelW, o, textSize)
		for j, b := range f.Columns {
			v := f.at(i, j)
			w.valueW = widen(w.valueW, written(v), textSize)
			if v < least {
				least, row, column = v, o, b
			}
		}
	}
	for _, o := range f.Columns {
		w.columnW = widen(w.columnW, o, textSize)
	}
	if least < math.Inf(1) {
		w.desc = w.what + " for " + numeral.Whole(float64(len(f.Rows))) + " by " + numeral.Whole(float64(len(f.Columns))) +
			" orders; least with " + row + " and " + column + ": " + Percent.change(least) + "."
	}
	return w
}

// gridPlan is where everything of a grid stands.
type gridPlan struct {
	table
	gridWords
	fits bool // numbers have room in their cells
}

// layout places the cells below what rows and columns are.
func (f *Grid) layout(c *canvas, w *gridWords) gridPlan {
	l := gridPlan{gridWords: *w}
	l.across(c.w, w.labelW, len(f.Columns), 84)
	l.h = math.Max(16, math.Min(l.w, 30))
	l.fits = w.valueW+6 <= l.w
	l.down(f.Rows, w.columnW)
	y := c.top
	y += c.caption(l.left, y+12, c.w-l.left, 's', f.With+" →")
	y += c.heading(y, f.Of+" ↓") - 4
	l.top = y + l.head
	return l
}

func (f *Grid) draw(c *canvas, l *gridPlan) string {
	c.s(`<g class="plot-columns">`)
	for j, o := range f.Columns {
		l.column(c, j, o, o, !f.Unmarked)
	}
	c.s("</g>\n<g class=\"plot-grid-cells\">")
	for i := range f.Rows {
		f.row(c, l, i)
	}
	c.s(`</g>`)
	if i, j := f.Chosen[0], f.Chosen[1]; f.Framed && i < len(f.Rows) && j < len(f.Columns) {
		c.rect(l.x(j), l.y(i), l.w, l.h).s(` fill="none" stroke-width="2" class="plot-chosen"`).stroke(accent).s(`/>`)
	}
	y := l.y(len(f.Rows)) + 12
	y += c.shades(y)
	words := l.what
	if l.fits {
		words = "%, " + words
	}
	y += c.heading(y, words)
	return c.close(y + 4)
}

func (f *Grid) row(c *canvas, l *gridPlan, i int) {
	o := f.Rows[i]
	l.table.row(c, i, o, o, !f.Unmarked)
	for j, b := range f.Columns {
		v := f.at(i, j)
		c.rect(l.x(j)+0.5, l.y(i)+0.5, l.w-1, l.h-1)
		c.strength(v)
		c.says(o+" with "+b+": "+l.what+" "+Percent.change(v), "", l.mid(i, j))
		c.s(`</rect>`)
	}
	if l.fits {
		c.s(`<g pointer-events="none" text-anchor="middle">`)
		for j := range f.Columns {
			at := l.mid(i, j)
			c.text(at.x, at.y+4.5, 's', written(f.at(i, j)))
		}
		c.s(`</g>`)
	}
	c.s("</g>\n")
}

// strength is the ground of a change: the larger, the stronger.
func (c *canvas) strength(v float64) {
	part := 0.0
	if v == v {
		part = math.Min(math.Abs(v)/strong, 1)
	}
	c.fill(changed(v)).s(` fill-opacity="`).frac(math.Max(0.03, part*0.5)).s(`"`)
}

// shades is the key of a grid, from less to more.
func (c *canvas) shades(y float64) float64 {
	return c.ramp(y, Percent.change(-strong)+" or less", Percent.change(strong)+" or more", 9, func(k int) {
		c.strength(float64(k-4) / 4 * strong)
	})
}

// ramp is a key of n shades between two words, that stand below where there is
// no room beside. It returns the height taken.
func (c *canvas) ramp(y float64, from, to string, n int, paint func(k int)) float64 {
	x, width := textWidth(from, textSize)+8, 17*float64(n)
	beside := x+width+6+textWidth(to, textSize) <= c.w
	height := 21.0
	c.s(`<g class="plot-key"><g`).fill(soft).s(`>`)
	if beside {
		c.text(0, y+11, 's', from)
		c.text(x+width+6, y+11, 's', to)
	} else {
		x = 0
		for _, l := range wrap("from "+from+" to "+to, textSize, c.w, 4) {
			c.text(0, y+height+9, 's', l)
			height += subLead
		}
		height += 2
	}
	c.s(`</g>`)
	for k := range n {
		c.rect(x+17*float64(k), y, 16, 13)
		paint(k)
		c.s(`/>`)
	}
	c.s("</g>\n")
	return height
}
