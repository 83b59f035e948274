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

// longName is how long the name of a column is that stands upwards.
const longName = 260.0

// named writes the name of a row, on lines of its own where it is long, before
// x and round the middle of the row.
func (c *canvas) named(x, mid, width float64, name string) {
	lines := wrap(name, textSize, width, 4)
	y := mid + 4.5 - nameLead/2*float64(len(lines)-1)
	for _, l := range lines {
		c.text(x, y, 'e', l)
		y += nameLead
	}
}

const nameLead = 14.0

// nameHeight is how high the names of rows are at most.
func nameHeight(width float64, names []string) float64 {
	h := 0.0
	for _, n := range names {
		h = math.Max(h, nameLead*float64(len(wrap(n, textSize, width, 4)))+2)
	}
	return h
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
	n := len(f.Orders)
	beats := orWord(f.Beats, "waits less than")
	// Who wins most tells the chart in a sentence.
	desc, most, best := "Nothing to show yet.", math.Inf(-1), -1
	labelW, valueW := 0.0, 0.0
	for i := range f.Orders {
		sum := 0.0
		for j := range f.Orders {
			if v := f.at(i, j); v == v {
				sum += v
				valueW = wider(valueW, often(v), textSize)
			}
		}
		if sum > most {
			most, best = sum, i
		}
		labelW = wider(labelW, f.Orders[i].label(), textSize)
	}
	if n > 1 {
		desc = numeral.Whole(float64(n)) + " orders, each against each; " + f.Orders[best].label() + " " + beats +
			" the others most often, in " + Percent.Format(most/float64(n-1)) + " on average."
	}
	c := f.open("matrix", desc)
	c.how = "grid"

	// Columns carry their names upright or turned, or only their marks.
	longest := labelW
	labelW = math.Min(labelW, math.Max(60, c.w*0.34))
	left := labelW + 30
	cw := math.Min((c.w-left-2)/float64(max(n, 1)), 58)
	written := valueW+5 <= cw
	ch := math.Max(15, math.Min(cw, 23))
	if written {
		ch = 25
	}
	if cw < ch && cw > 13 {
		ch = math.Max(cw, 15)
	}
	var names []string
	for i := range f.Orders {
		names = append(names, f.Orders[i].label())
	}
	if h := nameHeight(labelW, names); h > nameLead+2 {
		ch = math.Max(ch, h)
	}
	turned := longest+8 > cw
	head := 30.0
	if turned {
		head = 18 + math.Min(longest, longName)
	}
	if cw < 13 {
		head = 14
	}
	y := c.top + head
	x := func(j int) float64 { return left + cw*float64(j) }
	c.s(`<g class="plot-columns">`)
	for j := range f.Orders {
		o := &f.Orders[j]
		mid := x(j) + cw/2
		if cw >= 10 {
			c.pin(Style(o.Name), mid, y-9)
		}
		switch {
		case cw < 13:
		case turned:
			c.turned(mid+4.5, y-18, cut(o.label(), textSize, longName))
		default:
			c.text(mid, y-18, 'm', o.label())
		}
	}
	c.s("</g>\n")

	air := 1.0
	if cw < 20 {
		air = 0.5
	}
	c.s(`<g class="plot-matrix" fill="currentColor">`)
	for i := range f.Orders {
		o := &f.Orders[i]
		top := y + ch*float64(i)
		words := o.label() + " " + beats
		c.s(`<g class="row"`).keyed(orWord(o.Name, o.Label)).s(`><g`).tint(Style(o.Name)).s(`>`)
		c.point(Style(o.Name), left-12, top+ch/2)
		c.s(`</g>`)
		c.named(left-22, top+ch/2, labelW, o.label())
		// Wins first, then losses: two colours, set once each.
		for _, wins := range [2]bool{true, false} {
			if wins {
				c.s(`<g color="`).color(better).s(`">`)
			} else {
				c.s(`<g color="`).color(worse).s(`">`)
			}
			for j := range f.Orders {
				v := f.at(i, j)
				if i == j || (v > 0.5) != wins {
					continue
				}
				w, h := cw-2*air, ch-2*air
				cx, cy := x(j)+air, top+air
				if !written && !wins && v == v {
					d := math.Max(3, math.Min(w, h)*0.42)
					cx, cy, w, h = cx+(w-d)/2, cy+(h-d)/2, d, d
				}
				c.s(`<path d="M`).xy(cx, cy).s(`h`).n(w).s(`v`).n(h).s(`h`).n(-w).s(`z" fill-opacity="`)
				k := shade(v)
				switch {
				case v != v || k < 0 && written:
					c.s(`0`)
				case k < 0:
					c.s(`.03`)
				default:
					c.s(shadesOfShare[k])
				}
				c.s(`"`)
				val := often(v) + numeral.Thin + "%"
				if v != v {
					val = "not known"
				}
				if i < len(f.Notes) && f.Notes[i][j] != "" {
					val += ", " + f.Notes[i][j]
				}
				c.says(words+" "+f.Orders[j].label()+": "+val, "", spot{x(j) + cw/2, top + ch/2})
				c.s(`</path>`)
			}
			c.s(`</g>`)
		}
		if i < len(f.Framed) {
			c.s(`<path class="plot-framed" fill="none" pointer-events="none" stroke-width="1.3"`).stroke(ink).s(` d="`)
			for j, framed := range f.Framed[i] {
				if framed {
					c.move(x(j)+air+0.6, top+air+0.6).s(`h`).n(cw - 2*air - 1.2).s(`v`).n(ch - 2*air - 1.2).s(`h`).n(1.2 + 2*air - cw).s(`z`)
				}
			}
			c.s(`"/>`)
		}
		if written {
			c.s(`<g pointer-events="none" text-anchor="middle"`).fill(ink).s(`>`)
			for j := range f.Orders {
				v := f.at(i, j)
				if i == j {
					continue
				}
				c.text(x(j)+cw/2, top+ch/2+4.5, 's', often(v))
			}
			c.s(`</g>`)
		}
		c.s("</g>\n")
	}
	c.s(`</g>`)
	// The diagonal: an order against itself.
	if n > 1 {
		c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
		for i := 0; i < n; i++ {
			mid := crisp(y + ch*(float64(i)+0.5))
			c.move(x(i)+cw*0.35, mid).s(`h`).n(cw * 0.3)
		}
		c.s("\"/>\n")
	}
	y += ch*float64(n) + 12
	if n > 0 {
		f.legend(c, y, written)
		y += 21
	}
	words := "share of " + orWord(f.Of, "resamples") + " in which the row " + beats + " the column"
	if written {
		words = "%, " + words
	}
	if f.Frames != "" {
		words += "; framed: " + f.Frames
	}
	y += c.heading(y, words)
	return c.close(y + 4)
}

// legend shows the shades from never to always.
func (f *Matrix) legend(c *canvas, y float64, written bool) {
	c.s(`<g class="plot-key" fill="currentColor">`)
	from, to := "never", "always"
	x := textWidth(from, textSize) + 8
	c.faint("")
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
		c.rect(x+17*float64(k)+(16-w)/2, y+(13-math.Min(13, w))/2, w, math.Min(13, w)).s(` color="`).color(p).s(`" fill-opacity="`).s(shadesOfShare[o]).s(`"/>`)
	}
	c.s("</g>\n")
}

// turned writes text upwards from x, y, its baseline at x.
func (c *canvas) turned(x, y float64, s string) {
	c.s(`<text transform="translate(`).xy(x, y).s(`) rotate(-90)">`).t(s).s(`</text>`)
}
