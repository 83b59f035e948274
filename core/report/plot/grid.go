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
	n, m := len(f.Rows), len(f.Columns)
	desc, least, at := "Nothing to show yet.", math.Inf(1), [2]int{}
	labelW, valueW := 0.0, 0.0
	for i := range f.Rows {
		labelW = wider(labelW, f.Rows[i], textSize)
		for j := range f.Columns {
			v := f.at(i, j)
			valueW = wider(valueW, written(v), textSize)
			if v < least {
				least, at = v, [2]int{i, j}
			}
		}
	}
	columnW := 0.0
	for _, o := range f.Columns {
		columnW = wider(columnW, o, textSize)
	}
	what := orWord(f.Says, "change")
	if least < math.Inf(1) {
		desc = what + " for " + numeral.Whole(float64(n)) + " by " + numeral.Whole(float64(m)) + " orders; least with " + f.Rows[at[0]] + " and " + f.Columns[at[1]] + ": " + Percent.change(least) + "."
	}
	c := f.open("cells", desc)
	c.how = "grid"
	labelW = math.Min(labelW, math.Max(60, c.w*0.34))
	left := labelW + 30
	cw := math.Min((c.w-left-2)/float64(max(m, 1)), 84)
	ch := math.Max(16, math.Min(cw, 30))
	if h := nameHeight(labelW, f.Rows); h > nameLead+2 {
		ch = math.Max(ch, h)
	}
	fits := valueW+6 <= cw
	turned := columnW+8 > cw
	head := 30.0
	if turned {
		head = 18 + math.Min(columnW, longName)
	}
	if cw < 13 {
		head = 14
	}
	y := c.top
	y += c.caption(left, y+12, c.w-left, 's', f.With+" →")
	y += c.heading(y, f.Of+" ↓") - 4
	y += head
	x := func(j int) float64 { return left + cw*float64(j) }
	c.s(`<g class="plot-columns">`)
	for j, o := range f.Columns {
		mid := x(j) + cw/2
		if cw >= 10 && !f.Unmarked {
			c.pin(Style(o), mid, y-9)
		}
		switch {
		case cw < 13:
		case turned:
			c.turned(mid+4.5, y-18, cut(o, textSize, longName))
		default:
			c.text(mid, y-18, 'm', o)
		}
	}
	c.s("</g>\n<g class=\"plot-grid-cells\">")
	for i, o := range f.Rows {
		top := y + ch*float64(i)
		c.s(`<g class="row"`).keyed(o).s(`>`)
		if !f.Unmarked {
			c.pin(Style(o), left-12, top+ch/2)
		}
		c.named(left-22, top+ch/2, labelW, o)
		for j, b := range f.Columns {
			v := f.at(i, j)
			c.rect(x(j)+0.5, top+0.5, cw-1, ch-1)
			part := math.Min(math.Abs(v)/strong, 1)
			if v != v {
				part = 0
			}
			c.fill(changed(v)).s(` fill-opacity="`).frac(math.Max(0.03, part*0.5)).s(`"`)
			c.says(o+" with "+b+": "+what+" "+Percent.change(v), "", spot{x(j) + cw/2, top + ch/2})
			c.s(`</rect>`)
		}
		if fits {
			c.s(`<g pointer-events="none" text-anchor="middle">`)
			for j := range f.Columns {
				c.text(x(j)+cw/2, top+ch/2+4.5, 's', written(f.at(i, j)))
			}
			c.s(`</g>`)
		}
		c.s("</g>\n")
	}
	c.s(`</g>`)
	if i, j := f.Chosen[0], f.Chosen[1]; f.Framed && i < n && j < m {
		c.rect(x(j), y+ch*float64(i), cw, ch).s(` fill="none" stroke-width="2" class="plot-chosen"`).stroke(accent).s(`/>`)
	}
	y += ch*float64(n) + 12
	y += c.shades(y)
	words := "%, " + what
	if !fits {
		words = what
	}
	y += c.heading(y, words)
	return c.close(y + 4)
}

// shades is the key of a grid, from less to more.
func (c *canvas) shades(y float64) float64 {
	return c.ramp(y, Percent.change(-strong)+" or less", Percent.change(strong)+" or more", 9, func(k int) {
		part := float64(k-4) / 4
		c.fill(changed(part)).s(` fill-opacity="`).frac(math.Max(0.03, math.Abs(part)*0.5)).s(`"`)
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
