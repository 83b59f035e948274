package plot

import (
	"math"
	"strconv"
)

// Frame is what every chart has round it.
type Frame struct {
	Title    string // states the finding
	Subtitle string // what is shown, of what
	Desc     string // for those who cannot see it; made from the data if empty
	ID       string // unique in the document; made from kind and title if empty
	Width    int    // pixels of the host; below 280 counts as 280, 0 as 720
	Height   int    // of the whole; 0: what the chart needs
	// Untitled leaves title and subtitle to the page; the name of the drawing
	// stays the title.
	Untitled bool
	// Standalone is for files: plain colours and fonts instead of inherited
	// ones, a paper ground with a margin of 12 pixels, nothing to be read by a
	// pointer.
	Standalone bool
	// Still is for pages without a program: nothing to be read by a pointer.
	Still bool
	// Paper is for print: the width of the file in millimetres, instead of Width.
	// Words are 9 points high, the ground is white.
	Paper float64
}

// Surround is the frame itself, of a chart of whatever form.
func (f *Frame) Surround() *Frame { return f }

// A unit of a chart is as long on paper, in millimetres, that words of textSize
// are 9 points high.
const millimetres = 9.0 / textSize * 25.4 / 72

// paint is a colour, handed on by address: a CSS custom property and what it is
// without a page.
type (
	paint  = *colour
	colour struct{ name, fallback string }
)

var (
	ink    = &colour{"--ink", "#1d1c1a"}
	soft   = &colour{"--ink-soft", "#5f5b53"}
	paper  = &colour{"--paper", "#fbfaf7"}
	rule   = &colour{"--rule", "#dedad0"}
	accent = &colour{"--accent", "#8c2f39"}
	// What a change is: less waiting and more of it, in every chart the same two
	// and the colour of nothing else.
	better = &colour{"--better", "#5142c4"}
	worse  = &colour{"--worse", "#7a4a10"}
)

// Sizes, in pixels. Everything stands on a grid of four.
const (
	textSize  = 12.5
	titleSize = 17.0
	titleLead = 22.0
	subSize   = 12.5
	subLead   = 17.0
	minWidth  = 280
	maxWidth  = 4000
)

// canvas builds the text of one SVG.
type canvas struct {
	b     []byte
	id    string
	plain bool
	still bool    // nothing to be read by a pointer
	paper float64 // width of the file in millimetres
	head  int     // where the height goes
	read  bool    // it holds what a pointer reads
	how   string  // how it is read: data-read
	name  string  // the drawing's
	few   bool    // the x axis has less than three places to name
	w     float64
	top   float64 // where the chart may begin, below the title
}

// open writes the head of an SVG whose height is not known yet; close puts it
// in. kind becomes a class.
func (f *Frame) open(kind, desc string) *canvas {
	plain := f.Standalone || f.Paper > 0
	c := &canvas{plain: plain, still: plain || f.Still, paper: f.Paper, w: f.across()}
	c.id = f.ID
	if c.id == "" {
		h := uint32(2166136261)
		for _, s := range [2]string{kind, f.Title + "\n" + f.Subtitle} {
			for i := 0; i < len(s); i++ {
				h = (h ^ uint32(s[i])) * 16777619
			}
		}
		c.id = "plot-" + kind + "-" + strconv.FormatUint(uint64(h), 36)
	}
	if f.Desc != "" {
		desc = f.Desc
	}
	c.name = orWord(f.Title, kind)
	c.b = make([]byte, 0, 8<<10)
	c.s(`<svg xmlns="http://www.w3.org/2000/svg" class="plot plot-`).s(kind).s(`" width="`).length(c.w + 2*c.margin())
	c.head = len(c.b)
	c.s(`" font-size="12.5" style="font-variant-numeric:tabular-nums"`)
	switch {
	case c.paper > 0: // fonts that journals name, and what has their widths
		c.s(` font-family="Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"`)
	case c.plain:
		c.s(` font-family="system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"`)
	}
	c.fill(ink).s(`>`)
	if c.plain { // in a page a title would be a tooltip
		c.s(`<title id="`).t(c.id).s(`-t">`).t(c.name).s(`</title>`)
		if f.Untitled && f.Subtitle != "" { // for the caption of who prints it
			desc = f.Subtitle + ". " + desc
		}
	}
	c.s(`<desc id="`).t(c.id).s(`-d">`).t(desc).s(`</desc>`)
	c.b = append(c.b, '\n')
	if c.plain {
		c.rect(-c.margin(), -c.margin(), c.w+2*c.margin(), 0)
		c.b = c.b[:len(c.b)-len(`height="0"`)]
		c.s(`height="100%"`).fill(paper).s(`/>`)
	}
	if !f.Untitled {
		y := 0.0
		if f.Title != "" {
			c.s(`<g class="plot-title" font-size="17" font-weight="600">`)
			for _, l := range wrap(f.Title, titleSize*wide, c.w-4, 20) {
				c.text(0, y+17, 's', l)
				y += titleLead
			}
			c.s(`</g>`)
			y += 3
		}
		if f.Subtitle != "" {
			c.soften("plot-subtitle")
			for _, l := range wrap(f.Subtitle, subSize, c.w-4, 20) {
				c.text(0, y+13, 's', l)
				y += subLead
			}
			c.s(`</g>`)
			y += 3
		}
		if y > 0 {
			y += 8
		}
		c.top = y
	}
	return c
}

// across is the width of the drawing.
func (f *Frame) across() float64 {
	if f.Paper > 0 {
		return math.Max(minWidth, math.Min(maxWidth, f.Paper/millimetres-2*paperMargin))
	}
	w := f.Width
	if w == 0 {
		w = 720
	}
	return float64(min(max(w, minWidth), maxWidth))
}

// inner is the height of the data's area when so much goes to what surrounds
// it: the given one if no height was asked for.
func (f *Frame) inner(around, given float64) float64 {
	if f.Height <= 0 {
		return given
	}
	return math.Max(60, math.Min(float64(f.Height), 2000)-around)
}

// close ends the SVG and writes its height where the width stands.
func (c *canvas) close(height float64) string {
	c.s("</svg>\n")
	var h canvas
	m := c.margin()
	height = math.Ceil(height) + 2*m
	h.paper = c.paper
	h.s(`" height="`).length(height).s(`" viewBox="`).xy(-m, -m).s(` `).xy(c.w+2*m, height)
	h.s(`"`)
	switch {
	case c.plain:
		h.s(` role="img" aria-labelledby="`).t(c.id).s(`-t `).t(c.id).s(`-d`)
	case c.read: // the arrows are the chart's while it has the focus
		h.s(` role="application" aria-roledescription="chart" tabindex="0" data-read="`).s(c.how).s(`" aria-label="`).t(c.name).s(`" aria-describedby="`).t(c.id).s(`-d`)
	default:
		h.s(` role="img" aria-label="`).t(c.name).s(`" aria-describedby="`).t(c.id).s(`-d`)
	}
	return string(c.b[:c.head]) + string(h.b) + string(c.b[c.head:])
}

// margin is what a file has round its chart; in a page the host has it.
func (c *canvas) margin() float64 {
	switch {
	case c.paper > 0:
		return paperMargin
	case c.plain:
		return 12
	}
	return 0
}

const paperMargin = 3.0

// length writes the width or height of the file: in pixels, or in millimetres
// of paper.
func (c *canvas) length(v float64) *canvas {
	if c.paper > 0 {
		return c.frac(v * millimetres).s(`mm`)
	}
	return c.n(v)
}

// s appends markup.
func (c *canvas) s(markup string) *canvas { c.b = append(c.b, markup...); return c }

// t appends text, escaped.
func (c *canvas) t(text string) *canvas { c.b = appendText(c.b, text); return c }

// n appends a coordinate to a tenth of a pixel. No coordinate is ever NaN,
// whatever it was computed from.
func (c *canvas) n(v float64) *canvas {
	return c.tenths(tenths(v))
}

// xy appends the coordinates of a place, move those of one where a stroke begins.
func (c *canvas) xy(x, y float64) *canvas   { return c.n(x).s(` `).n(y) }
func (c *canvas) move(x, y float64) *canvas { return c.s(`M`).xy(x, y) }

func tenths(v float64) int64 {
	if !(math.Abs(v) < 1e6) {
		v = 0
	}
	return int64(math.Round(v * 10))
}

func (c *canvas) tenths(i int64) *canvas {
	if i < 0 {
		c.b = append(c.b, '-')
		i = -i
	}
	c.b = strconv.AppendInt(c.b, i/10, 10)
	if i%10 != 0 {
		c.b = append(c.b, '.', byte('0'+i%10))
	}
	return c
}

// frac appends a fraction to three decimals.
func (c *canvas) frac(v float64) *canvas {
	if !(v > 0) {
		v = 0
	}
	c.b = strconv.AppendFloat(c.b, math.Round(math.Min(v, 1e6)*1000)/1000, 'f', -1, 64)
	return c
}

// color appends the value of a colour.
func (c *canvas) color(p paint) *canvas {
	if c.paper > 0 && p == paper {
		return c.s("#ffffff")
	}
	if c.plain {
		return c.s(p.fallback)
	}
	return c.s("var(").s(p.name).s(", ").s(p.fallback).s(")")
}

func (c *canvas) fill(p paint) *canvas   { return c.s(` fill="`).color(p).s(`"`) }
func (c *canvas) stroke(p paint) *canvas { return c.s(` stroke="`).color(p).s(`"`) }

// soften begins a group of soft words.
func (c *canvas) soften(class string) *canvas {
	if c.s(`<g`); class != "" {
		c.s(` class="`).s(class).s(`"`)
	}
	return c.fill(soft).s(`>`)
}

// hush writes soft words alone.
func (c *canvas) hush(x, y float64, anchor byte, s string) {
	c.soften("")
	c.text(x, y, anchor, s)
	c.s(`</g>`)
}

// touch is the area of a row in which it is read.
func (c *canvas) touch(y, h float64) { c.rect(0, y, c.w, h).s(` fill-opacity="0"/>`) }

// halo keeps text readable on top of lines.
func (c *canvas) halo() *canvas {
	return c.s(` paint-order="stroke" stroke-width="3.5" stroke-linejoin="round"`).stroke(paper)
}

// text writes s at the baseline y; anchor is s, m or e for start, middle, end.
func (c *canvas) text(x, y float64, anchor byte, s string) {
	c.s(`<text x="`).n(x).s(`" y="`).n(y).s(`"`)
	switch anchor {
	case 'm':
		c.s(` text-anchor="middle"`)
	case 'e':
		c.s(` text-anchor="end"`)
	}
	c.s(`>`).t(s).s(`</text>`)
}

// rect writes the beginning of a rectangle, up to its attributes.
func (c *canvas) rect(x, y, w, h float64) *canvas {
	return c.s(`<rect x="`).n(x).s(`" y="`).n(y).s(`" width="`).n(math.Max(w, 0)).s(`" height="`).n(math.Max(h, 0)).s(`"`)
}

// line writes a straight line up to its attributes.
func (c *canvas) line(x1, y1, x2, y2 float64) *canvas {
	c.s(`<path d="M`).xy(x1, y1)
	switch {
	case y1 == y2:
		c.s(`H`).n(x2)
	case x1 == x2:
		c.s(`V`).n(y2)
	default:
		c.s(`L`).xy(x2, y2)
	}
	return c.s(`"`)
}

// crisp moves a coordinate to the middle of a pixel, where a line of one pixel
// is sharp.
func crisp(v float64) float64 { return math.Floor(v) + 0.5 }
