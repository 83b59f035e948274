package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Matrix shows who beats whom, how often: a row and a column an order, in each
// cell the share of resamples in which the row's order waits less than the
// column's. The number stands in the cell while it fits; where it does not,
// the row's wins fill their cells and its losses are small squares.
type Matrix struct {
	Frame
	Orders []MatrixOrder // rows and columns, in this order; up to 18 read well
	// Share[i][j] says how often order i beats order j, from 0 to 1, ties
	// counted as one half. The diagonal is not looked at.
	Share [][]float64
	Beats string // "waits less than" if empty
	Of    string // what the shares are shares of: "20 resamples"
	// Framed cells are those whose difference is more than chance; Notes say of
	// each what else there is to say. Both may be missing.
	Framed [][]bool
	Notes  [][]string
	Frames string // names the frames
}

// MatrixOrder is one row and column.
type MatrixOrder struct {
	Label string // what is written; Name if empty
	Name  string // the order, which decides the mark
}

func (o *MatrixOrder) label() string { return orWord(o.Label, o.Name) }

func (f *Matrix) at(i, j int) float64 {
	if i == j || i >= len(f.Share) || j >= len(f.Share[i]) {
		return math.NaN()
	}
	v := f.Share[i][j]
	if v != v {
		return v
	}
	return math.Max(0, math.Min(1, v))
}

// shadesOfShare are those of a cell by how far its share is from one half, a
// tenth a step: the row's wins in the colour of less waiting, its losses in that
// of more.
var shadesOfShare = [5]string{".08", ".18", ".3", ".43", ".58"}

// shade is the step of a share, -1 for one half.
func shade(v float64) int {
	d := math.Abs(v - 0.5)
	if d < 1e-9 {
		return -1
	}
	return min(max(int(math.Ceil(d*10-1e-9))-1, 0), 4)
}

// often writes a share without its sign; what is not all is not 100, what is
// not nothing is not 0.
func often(v float64) string {
	s := numeral.BarePercent(v, 0)
	switch {
	case v > 0 && s == "0":
		return "<1"
	case v < 1 && s == "100":
		return ">99"
	}
	return s
}

// SVG draws the chart.
func (f *Matrix) SVG() string {
	w := f.measure()
	c := f.open("matrix", w.desc)
	c.how = "grid"
	l := w.layout(c)
	return f.draw(c, &l)
}

// matrixWords are what a matrix says, and how wide that is.
type matrixWords struct {
	beats, desc     string
	names           []string
	longest, valueW float64
}

// measure finds who wins most, which tells the chart in a sentence.
func (f *Matrix) measure() matrixWords {
	w := matrixWords{beats: orWord(f.Beats, "waits less than"), desc: "Nothing to show yet."}
	n, most, best := len(f.Orders), math.Inf(-1), -1
	for i := range f.Orders {
		sum := 0.0
		for j := range f.Orders {
			if v := f.at(i, j); v == v {
				sum += v
				w.valueW = widen(w.valueW, often(v), textSize)
			}
		}
		if sum > most {
			most, best = sum, i
		}
		w.names = append(w.names, f.Orders[i].label())
		w.longest = widen(w.longest, w.names[i], textSize)
	}
	if n > 1 {
		w.desc = numeral.Whole(float64(n)) + " orders, each against each; " + w.names[best] + " " + w.beats +
			" the others most often, in " + Percent.Format(most/float64(n-1)) + " on average."
	}
	return w
}

// matrixPlan is where everything of a matrix stands.
type matrixPlan struct {
	table
	matrixWords
	written bool    // shares have room in their cells
	air     float64 // round a cell
}

func (w *matrixWords) layout(c *canvas) matrixPlan {
	l := matrixPlan{matrixWords: *w, air: 1}
	l.across(c.w, w.longest, len(w.names), 58)
	l.written = w.valueW+5 <= l.w
	l.h = math.Max(15, math.Min(l.w, 23))
	if l.written {
		l.h = 25
	}
	if l.w < l.h && l.w > 13 {
		l.h = math.Max(l.w, 15)
	}
	if l.w < 20 {
		l.air = 0.5
	}
	l.down(w.names, w.longest)
	l.top = c.top + l.head
	return l
}

func (f *Matrix) draw(c *canvas, l *matrixPlan) string {
	n := len(f.Orders)
	c.s(`<g class="plot-columns">`)
	for j, name := range l.names {
		l.column(c, j, f.Orders[j].Name, name, true)
	}
	c.s("</g>\n")
	c.s(`<g class="plot-matrix" fill="currentColor">`)
	for i := range f.Orders {
		f.row(c, l, i)
	}
	c.s(`</g>`)
	// The diagonal: an order against itself.
	if n > 1 {
		c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
		for i := range n {
			c.move(l.x(i)+l.w*0.35, crisp(l.top+l.h*(float64(i)+0.5))).s(`h`).n(l.w * 0.3)
		}
		c.s("\"/>\n")
	}
	y := l.y(n) + 12
	if n > 0 {
		f.legend(c, y, l.written)
		y += 21
	}
	words := "share of " + orWord(f.Of, "resamples") + " in which the row " + l.beats + " the column"
	if l.written {
		words = "%, " + words
	}
	if f.Frames != "" {
		words += "; framed: " + f.Frames
	}
	y += c.heading(y, words)
	return c.close(y + 4)
}

// row draws a row: wins first, then losses, two colours, set once each.
func (f *Matrix) row(c *canvas, l *matrixPlan, i int) {
	l.table.row(c, i, f.Orders[i].Name, l.names[i], true)
	for _, p := range [2]paint{better, worse} {
		c.s(`<g color="`).color(p).s(`">`)
		for j := range f.Orders {
			if i != j && (f.at(i, j) > 0.5) == (p == better) {
				f.cell(c, l, i, j)
			}
		}
		c.s(`</g>`)
	}
	if i < len(f.Framed) {
		c.s(`<path class="plot-framed" fill="none" pointer-events="none" stroke-width="1.3"`).stroke(ink).s(` d="`)
		for j, framed := range f.Framed[i] {
			if framed {
				c.square(l.x(j)+l.air+0.6, l.y(i)+l.air+0.6, l.w-2*l.air-1.2, l.h-2*l.air-1.2)
			}
		}
		c.s(`"/>`)
	}
	if l.written {
		c.s(`<g pointer-events="none" text-anchor="middle"`).fill(ink).s(`>`)
		for j := range f.Orders {
			if i != j {
				at := l.mid(i, j)
				c.text(at.x, at.y+4.5, 's', often(f.at(i, j)))
			}
		}
		c.s(`</g>`)
	}
	c.s("</g>\n")
}

// cell draws how often i beats j: a loss without a number is a small square.
func (f *Matrix) cell(c *canvas, l *matrixPlan, i, j int) {
	v := f.at(i, j)
	x, y, w, h := l.x(j)+l.air, l.y(i)+l.air, l.w-2*l.air, l.h-2*l.air
	if !l.written && v <= 0.5 {
		d := math.Max(3, math.Min(w, h)*0.42)
		x, y, w, h = x+(w-d)/2, y+(h-d)/2, d, d
	}
	c.s(`<path d="`)
	c.square(x, y, w, h)
	c.s(`" fill-opacity="`)
	k := shade(v)
	switch {
	case v != v || k < 0 && l.written:
		c.s(`0`)
	case k < 0:
		c.s(`.03`)
	default:
		c.s(shadesOfShare[k])
	}
	c.s(`"`)
	says := "not known"
	if v == v {
		says = often(v) + numeral.PerCent
	}
	if i < len(f.Notes) && f.Notes[i][j] != "" {
		says += ", " + f.Notes[i][j]
	}
	c.says(l.names[i]+" "+l.beats+" "+l.names[j]+": "+says, "", l.mid(i, j))
	c.s(`</path>`)
}

// legend shows the shades from never to always.
func (f *Matrix) legend(c *canvas, y float64, written bool) {
	c.s(`<g class="plot-key" fill="currentColor">`)
	from, to := "never", "always"
	x := textWidth(from, textSize) + 8
	c.soften("")
	c.text(0, y+11, 's', from)
	c.text(x+10*17+6, y+11, 's', to)
	c.s(`</g>`)
	for k := 0; k < 10; k++ {
		p, o, w := better, 0, 16.0
		if k >= 5 {
			o = k - 5
		} else if p, o = worse, 4-k; !written {
			w = 6
		}
		c.rect(x+17*float64(k)+(16-w)/2, y+(13-math.Min(13, w))/2, w,
			math.Min(13, w)).s(` color="`).color(p).s(`" fill-opacity="`).s(shadesOfShare[o]).s(`"/>`)
	}
	c.s("</g>\n")
}
