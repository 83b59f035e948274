package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Bars shows how something is distributed over bins: sizes, run times, the
// accuracy of requests. It stands upright while its labels fit and lies down
// on narrow screens.
type Bars struct {
	Frame
	Bins []Bin
	// Edges, one more than Bins, label the boundaries of the bins instead of
	// the bins; the chart then always stands upright.
	Edges []string
	Axis  string // what the bins are, with its unit: "processors"
	Share string // what the heights are: "share of jobs"
	Of    string // what Count counts, for hovering: "jobs"
	Name  string // an order, for its colour; ink if empty
	Hue   string // or a criterion's custom property, such as "--size"
}

// Bin is one bar.
type Bin struct {
	Label string
	Share float64 // fraction, 0 to 1
	Count float64 // what it was computed from; not shown if 0 or unknown
}

// fine is what can be drawn as a length.
func fine(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return math.Min(v, most)
}

// hue is the colour a chart was asked for.
func hue(name, property string) Mark {
	if p := paintOf(property); p != nil {
		return p.mark()
	}
	if name != "" {
		return Style(name)
	}
	return ink.mark()
}

// paintOf is the colour of a custom property, if there is one.
func paintOf(property string) paint {
	for _, list := range [3][]paint{hues[:], {accent, ink, soft, better, worse}, people[:]} {
		for _, p := range list {
			if p.name == property {
				return p
			}
		}
	}
	return nil
}

// mark is a colour without a form.
func (p *colour) mark() Mark { return Mark{Var: p.name, Fallback: p.fallback} }

// changed is the colour of a change: that of less up to nothing, that of more
// beyond.
func changed(v float64) paint {
	if v > 0 {
		return worse
	}
	return better
}

func (f *Bars) says(b *Bin, i int) string {
	label := b.Label
	if label == "" && len(f.Edges) == len(f.Bins)+1 {
		label = f.Edges[i] + " to " + f.Edges[i+1]
	}
	v := label + ": " + Percent.Format(b.Share)
	if b.Count > 0 {
		v += ", " + numeral.Whole(b.Count)
		if f.Of != "" {
			v += " " + f.Of
		}
	}
	return v
}

// SVG draws the chart.
func (f *Bars) SVG() string {
	n := len(f.Bins)
	peak, at := 0.0, 0
	for i := range f.Bins {
		if v := fine(f.Bins[i].Share); v > peak {
			peak, at = v, i
		}
	}
	desc := "Nothing to show yet."
	if n > 0 {
		desc = numeral.Whole(float64(n)) + " bins"
		if f.Axis != "" {
			desc += " of " + f.Axis
		}
		desc += "; the largest is " + f.says(&f.Bins[at], at) + "."
	}
	if peak < 1e-6 {
		peak = 0.01
	}
	c := f.open("bars", desc)
	share := f.Share
	if share == "" {
		share = "share"
	}
	m := hue(f.Name, f.Hue)
	if len(f.Edges) == n+1 && n > 0 {
		return f.upright(c, m, share, peak)
	}
	w := 0.0
	for i := range f.Bins {
		w = widen(w, f.Bins[i].Label, textSize)
	}
	if n > 0 && w+gap > (c.w-52)/float64(n) {
		return f.lying(c, m, share, peak, w)
	}
	return f.upright(c, m, share, peak)
}

func (f *Bars) upright(c *canvas, m Mark, share string, peak float64) string {
	n := len(f.Bins)
	y := c.top
	y += c.heading(y, share) + 4
	height := f.inner(y+60, 190)
	bottom := y + 12 + height
	t := upward(0, peak, height, Percent)
	left := widest(t) + 10
	s := &Scale{Lo: 0, Hi: t[len(t)-1].At, From: bottom, To: y + 12}
	c.horizontals(t, s, left, c.w, 0)
	band := (c.w - left - 4) / float64(max(n, 1))
	air := math.Min(math.Max(1, band*0.16), 10)
	if len(f.Edges) == n+1 {
		air = math.Min(air, 1)
	}
	// Values stand on the bars when all of them fit.
	written := n <= 24
	for i := range f.Bins {
		if textWidth(Percent.Format(f.Bins[i].Share), textSize)+4 > band {
			written = false
		}
	}
	c.s(`<g class="plot-bars" fill="currentColor"`).tint(m).s(`>`)
	for i := range f.Bins {
		b := &f.Bins[i]
		x := left + 2 + band*float64(i)
		top := s.At(fine(b.Share))
		c.s(`<g class="bin"`)
		c.says(f.says(b, i), "", spot{x + band/2, top})
		c.rect(x, s.To, band, bottom-s.To).s(` fill-opacity="0"/>`)
		c.bar(x+air, top, band-2*air, bottom-top, m)
		c.s("</g>")
	}
	c.s("</g>\n")
	if written {
		c.s(`<g`).halo().s(`>`)
		for i := range f.Bins {
			c.text(left+2+band*(float64(i)+0.5), s.At(fine(f.Bins[i].Share))-5, 'm', Percent.Format(f.Bins[i].Share))
		}
		c.s(`</g>`)
	}
	c.base(left, c.w, bottom)
	x := &Scale{Lo: 0, Hi: float64(max(n, 1)), From: left + 2, To: c.w - 2}
	var labels []Tick
	if len(f.Edges) == n+1 {
		for i, e := range f.Edges {
			labels = append(labels, Tick{float64(i), cut(e, textSize, c.w/2)})
		}
	} else {
		for i := range f.Bins {
			labels = append(labels, Tick{float64(i) + 0.5, cut(f.Bins[i].Label, textSize, c.w/2)})
		}
	}
	if !c.fits(labels, x) {
		labels = c.thinned(labels, x)
	}
	c.few = n < threeTicks
	c.below(labels, x, bottom, len(f.Edges) == n+1)
	y = bottom + 38
	y += c.caption(c.w, y, c.w-8, 'e', f.Axis)
	return c.close(y - 4)
}

func (f *Bars) lying(c *canvas, m Mark, share string, peak, labelW float64) string {
	const rowH = 22.0
	y := c.top
	y += c.heading(y, share+" by "+orWord(f.Axis, "bin")) + 4
	labelW = math.Min(labelW, c.w*0.4)
	valueW := 0.0
	for i := range f.Bins {
		valueW = widen(valueW, Percent.Format(f.Bins[i].Share), textSize)
	}
	left := labelW + 10
	s := &Scale{Lo: 0, Hi: peak, From: left, To: math.Max(left+20, c.w-valueW-10)}
	bottom := y + 4 + rowH*float64(len(f.Bins))
	c.s(`<g class="plot-bars" fill="currentColor"`).tint(m).s(`>`)
	for i := range f.Bins {
		b := &f.Bins[i]
		top := y + 4 + rowH*float64(i)
		c.s(`<g class="bin"`)
		end := s.At(fine(b.Share))
		c.says(f.says(b, i), "", spot{end, top + rowH/2})
		c.touch(top, rowH)
		c.bar(left, top+3, end-left, rowH-6, m)
		c.s(`<g`).fill(ink).s(`>`)
		c.text(labelW, top+rowH/2+4.5, 'e', cut(b.Label, textSize, labelW))
		c.text(end+6, top+rowH/2+4.5, 's', Percent.Format(b.Share))
		c.s("</g></g>")
	}
	c.s("</g>\n")
	c.line(crisp(left), y+4, crisp(left), bottom).s(` class="plot-base"`).stroke(soft).s(`/>`)
	return c.close(bottom + 6)
}

// bar draws one bar: solid, or an outline for a hollow mark.
func (c *canvas) bar(x, y, w, h float64, m Mark) {
	if h <= 0 || w <= 0 {
		return
	}
	if m.Hollow {
		c.rect(x+0.75, y+0.75, w-1.5, h-1.5).s(` fill-opacity=".12" stroke="currentColor" stroke-width="1.5" stroke-dasharray="5 3"/>`)
		return
	}
	c.rect(x, y, w, h).s(`/>`)
}

func orWord(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
