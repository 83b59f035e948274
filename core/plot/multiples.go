package plot

import (
	"math"

	"shadowtime/core/figure"
)

// Multiples shows many small line charts on the same scales: a panel an order
// or a criterion, each under its mark, name and last value. It is what to take
// when the lines of one [Line] would cover each other.
type Multiples struct {
	Frame
	// Panels are lines over the same axes: X, XUnit, Ticks, Y, YUnit, Band,
	// Change and the labels of Refs are those of the first. Of a panel's frame
	// only the title is used: the series' names if empty.
	Panels  []Line
	Columns int // how many side by side; 0: as many as read well
	// Unsaid leaves the last values out of the heads, where they mean nothing.
	Unsaid bool
}

func (f *Multiples) first() *Line {
	if len(f.Panels) == 0 {
		return &Line{}
	}
	return &f.Panels[0]
}

// domains gives the ranges all panels share. A panel several times higher than
// most does not flatten the others: it leaves its frame.
func (f *Multiples) domains() (x0, x1, lo, hi float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	var below, above []float64
	for i := range f.Panels {
		p := &f.Panels[i]
		n := p.points()
		for _, k := range [2]int{0, n - 1} {
			if v := p.at(k); n > 0 && math.Abs(v) <= most {
				x0, x1 = math.Min(x0, v), math.Max(x1, v)
			}
		}
		a, b := p.extent()
		below, above = append(below, -a), append(above, b)
	}
	if len(f.Panels) == 0 {
		return 0, 1, 0, 1
	}
	if x0 > x1 {
		x0, x1 = 0, 1
	}
	if x0 == x1 {
		x0, x1 = x0-1, x1+1
	}
	lo, hi = clips(below, above)
	lo = -lo
	if lo == hi {
		hi = 1
	}
	return x0, x1, lo, hi
}

// last is the last known value of a series, and its index, -1 if there is none.
func (s *Series) last() (float64, int) {
	for i := len(s.Values) - 1; i >= 0; i-- {
		if v := s.Values[i]; v == v {
			return v, i
		}
	}
	return math.NaN(), -1
}

// words tells a panel in a sentence.
func (f *Multiples) words(p *Line) string {
	l := f.first()
	d := p.Title
	for i := range p.Series {
		s := &p.Series[i]
		v, k := s.last()
		if d != "" {
			if i == 0 {
				d += ": "
			} else {
				d += "; "
			}
		}
		if n := s.label(); n != "" && n != p.Title {
			d += n + " "
		}
		d += "at the end " + l.write(v)
		if k >= 0 && k < len(s.Low) && k < len(s.High) {
			d += ", " + orWord(l.Band, "low to high") + " " + l.write(s.Low[k]) + " to " + l.write(s.High[k])
		}
	}
	return d
}

// SVG draws the chart.
func (f *Multiples) SVG() string {
	l := f.first()
	desc := "Nothing to show yet."
	if len(f.Panels) > 0 {
		desc = orWord(l.Y, "Values") + " in " + figure.Whole(float64(len(f.Panels))) + " panels on the same scales. "
		for i := range f.Panels {
			if i < 12 {
				desc += f.words(&f.Panels[i]) + ". "
			}
		}
	}
	c := f.open("multiples", desc)
	x0, x1, lo, hi := f.domains()
	y := c.top

	var entries []entry
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			if s := &f.Panels[i].Series[j]; len(entries) == 0 && len(s.Low) > 0 && len(s.High) > 0 {
				entries = append(entries, entry{orWord(l.Band, "low to high"), Mark{Var: soft.name, Fallback: soft.fallback}, 'b'})
			}
		}
	}
	y += c.key(entries, y)
	y += c.caption(0, y+12, c.w, 's', l.Y) + 4

	// The grid: panels at least as wide as their words, rows as full as can be.
	n := max(len(f.Panels), 1)
	least := 128.0
	for i := range f.Panels {
		least = math.Max(least, math.Min(f.head(c, &f.Panels[i], 0, 0, math.Inf(1), true, false)+6, 240))
	}
	const air, headH = 22.0, 22.0
	panelH := 84.0
	lo, hi = bounded(lo, hi)
	if span := hi - lo; lo != 0 {
		lo -= span * 0.04
	}
	hi += (hi - lo) * 0.04
	var t []Tick
	ticks := func() {
		for k := max(2, int(panelH/15)); k > 0; k-- {
			t = TicksWithin(lo, hi, k, l.YUnit)
			if l.Change {
				plus(t)
			}
			if len(t) < 2 || (t[1].At-t[0].At)/(hi-lo)*panelH >= 18 {
				return
			}
		}
	}
	ticks()
	left := widest(t) + 10
	cols := f.Columns
	if cols <= 0 {
		cols = min(n, max(1, int((c.w-left+air)/(least+air))))
		if least+air < 190 {
			cols = min(cols, max(2, int((c.w-left+air)/(150+air))))
		}
		rows := (n + cols - 1) / cols
		cols = (n + rows - 1) / rows
	}
	cols = min(max(cols, 1), max(1, int((c.w-left)/80)), 60)
	rows := (n + cols - 1) / cols
	const margin = 10.0 // a label may stand out of its panel
	across := func() float64 { return math.Min((c.w-left-margin-air*float64(cols-1))/float64(cols), 420) }
	pw := across()
	if each := f.inner(y+float64(rows)*(headH+18)+44, 0) / float64(rows); f.Height > 0 {
		panelH = math.Max(40, math.Min(each, 400))
	} else if pw > 260 {
		panelH = 110
	}
	ticks()
	left = widest(t) + 10
	pw = across()
	titled := true // all panels or none
	for i := range f.Panels {
		titled = titled && f.head(c, &f.Panels[i], 0, 0, math.Inf(1), true, false) <= pw
	}
	span := hi - lo
	stride := headH + panelH + 18
	for i := range f.Panels {
		p := &f.Panels[i]
		px := left + (pw+air)*float64(i%cols)
		top := y + headH + stride*float64(i/cols)
		bottom := top + panelH
		ys := Scale{Lo: lo, Hi: hi, From: bottom, To: top}
		at := Scale{Lo: x0, Hi: x1, From: px + 1, To: px + pw - 3}
		words := f.words(p)
		c.s(`<g class="plot-panel"`)
		if len(f.Panels) <= 40 {
			if !c.plain {
				c.s(` tabindex="0" role="img" aria-label="`).t(words).s(`"`)
			}
		}
		c.s(` data-v="`).t(words).s(`">`)
		f.head(c, p, px, top-8, pw, titled, true)
		if i%cols == 0 {
			c.horizontals(t, ys, px, px+pw, 0)
		} else {
			c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
			for _, k := range t {
				if k.At != 0 {
					c.s(`M`).n(px).s(` `).n(crisp(ys.At(k.At))).s(`H`).n(px + pw)
				}
			}
			c.s(`"/>`)
		}
		zero := crisp(ys.At(0))
		for j := range p.Series {
			s := &p.Series[j]
			m := hue(s.Name, s.Hue)
			if len(s.Low) > 0 && len(s.High) > 0 {
				k := min(len(s.Low), len(s.High))
				a, b := spread(s.Low, s.High, p.within(at, k), ys)
				c.s(`<path class="plot-band" fill="currentColor" fill-opacity=".18"`).tint(m).s(` d="`)
				c.between(a, b)
				c.s(`"/>`)
			}
		}
		if !ys.Holds(0) {
			zero = crisp(bottom)
		}
		c.line(px, zero, px+pw, zero)
		if l.Change {
			c.s(` class="plot-zero" stroke-width="1.25"`).stroke(ink).s(`/>`)
		} else {
			c.s(` class="plot-base"`).stroke(soft).s(`/>`)
		}
		for _, r := range p.Refs {
			if ys.Holds(r.At) {
				c.line(px, crisp(ys.At(r.At)), px+pw, crisp(ys.At(r.At))).s(` class="plot-ref" stroke-dasharray="2 3"`).stroke(ink).s(`/>`)
			}
		}
		for j := range p.Series {
			s := &p.Series[j]
			m := hue(s.Name, s.Hue)
			xs := p.within(at, len(s.Values))
			values, out := inFrame(s.Values, lo-span*1e-9, hi+span*1e-9)
			c.s(`<g class="plot-line" fill="none"`).tint(m).s(`><path stroke="currentColor" stroke-linejoin="round" stroke-width="1.8"`)
			c.dashes(m).s(` d="`)
			c.trail(decimate(values, xs, ys))
			c.s(`"/>`)
			if out >= 0 { // where a line leaves the panel
				x := math.Max(px+6, math.Min(px+pw-6, xs.At(float64(out))))
				if s.Values[out] > 0 {
					c.s(`<path fill="currentColor" d="M`).n(x).s(` `).n(top - 3).s(`l5 8h-10z"/>`)
				} else {
					c.s(`<path fill="currentColor" d="M`).n(x).s(` `).n(bottom + 3).s(`l5-8h-10z"/>`)
				}
			}
			c.s(`</g>`)
		}
		f.hover(c, p, at, top, bottom)
		c.s("</g>\n")
	}
	// The x axis stands under the lowest panel of each column.
	y += stride*float64(rows) - 18
	if k := len(f.Panels); k > 0 {
		one := Scale{Lo: x0, Hi: x1, From: left + 1, To: left + pw - 3}
		labels := f.across(one, left-10, left+pw+margin-2)
		for j := 0; j < min(cols, k); j++ {
			row := (k - 1 - j) / cols
			bottom := y - stride*float64(rows-1-row)
			px := left + (pw+air)*float64(j)
			at := Scale{Lo: x0, Hi: x1, From: px + 1, To: px + pw - 3}
			c.s(`<path class="plot-ticks" fill="none"`).stroke(soft).s(` d="M`).n(px).s(` `).n(crisp(bottom)).s(`H`).n(px + pw)
			for _, t := range labels {
				c.s(`M`).n(crisp(at.At(t.At))).s(` `).n(bottom).s(`v4`)
			}
			c.s(`"/><g class="plot-labels"`).fill(soft).s(`>`)
			for _, t := range labels {
				c.text(at.At(t.At), bottom+18, 'm', t.Label)
			}
			c.s(`</g>`)
		}
	}
	y += 38
	right := left + (pw+air)*float64(min(cols, n)) - air
	if l.X != "" && len(l.Ticks) == 0 {
		words := l.X
		if l.End != "" {
			words += ", and all that ends " + l.End
		}
		y += c.caption(right, y, right-8, 'e', words)
	} else {
		y -= 8
	}
	return c.close(y - 4)
}

// within places the values of a line on a shared axis.
func (f *Line) within(at Scale, n int) Scale {
	s := Scale{Lo: 0, Hi: float64(n - 1), From: at.At(f.at(0)), To: at.At(f.at(n - 1))}
	if n < 2 {
		s.Lo, s.Hi, s.From, s.To = -1, 1, at.At(f.at(0)), at.At(f.at(0))
	}
	return s
}

// inFrame leaves out what lies outside lo to hi but for the first value
// outside, so that the line reaches the edge; out is where it last does, -1 if
// it never leaves.
func inFrame(values []float64, lo, hi float64) (kept []float64, out int) {
	out = -1
	inside := func(i int) bool { return i >= 0 && i < len(values) && values[i] >= lo && values[i] <= hi }
	for i := range values {
		if v := values[i]; v == v && !inside(i) {
			if kept == nil {
				kept = append([]float64(nil), values...)
			}
			if inside(i - 1) {
				out = i
			} else if out < 0 {
				out = i
			}
			if !inside(i-1) && !inside(i+1) {
				kept[i] = math.NaN()
			}
		}
	}
	if kept == nil {
		return values, -1
	}
	return kept, out
}

// head writes a panel's marks, names and last values, or says how wide that
// is. What has no room is left out: first the title, which the marks imply,
// then the values.
func (f *Multiples) head(c *canvas, p *Line, x, y, width float64, titled, draw bool) float64 {
	type piece struct {
		m           *Mark
		name, value string
	}
	var pieces []piece
	if p.Title != "" && len(p.Series) != 1 {
		pieces = append(pieces, piece{nil, p.Title, ""})
	}
	for i := range p.Series {
		s := &p.Series[i]
		m := hue(s.Name, s.Hue)
		q := piece{&m, s.label(), ""}
		if len(p.Series) == 1 && p.Title != "" {
			q.name = p.Title
		}
		if v, k := s.last(); k >= 0 && !f.Unsaid {
			q.value = f.first().write(v)
		}
		pieces = append(pieces, q)
	}
	const after = 14.0
	wide := func() float64 {
		w := 0.0
		for _, q := range pieces {
			if w += textWidth(q.name, textSize*bold) + after; q.m != nil {
				w += 16
			}
			if q.value != "" {
				w += 7 + textWidth(q.value, textSize*bold)
			}
		}
		return math.Max(0, w-after)
	}
	if !titled && len(pieces) > 1 && pieces[0].m == nil {
		pieces = pieces[1:]
	}
	if wide() > width {
		for i := range pieces {
			if len(pieces) > 1 || textWidth(pieces[i].value, textSize*bold) > width/2 {
				pieces[i].value = ""
			}
		}
	}
	if !draw {
		return wide()
	}
	each := (width+after)/float64(max(len(pieces), 1)) - after
	c.s(`<g font-weight="600">`)
	tight := wide() > width
	for _, q := range pieces {
		room := each
		if q.m != nil {
			room -= 16
		}
		if q.value != "" {
			room -= 7 + textWidth(q.value, textSize*bold)
		}
		if tight {
			q.name = cut(q.name, textSize*bold, room)
		}
		if q.m != nil && (!tight || each > 12) {
			c.s(`<g`).tint(*q.m).s(`>`)
			c.point(*q.m, x+6, y-4.5)
			c.s(`</g>`)
			x += 16
		}
		if q.name != "" {
			c.text(x, y, 's', q.name)
		}
		x += textWidth(q.name, textSize*bold)
		if q.value != "" {
			c.s(`<g font-weight="400">`)
			c.text(x+7, y, 's', q.value)
			c.s(`</g>`)
			x += 7 + textWidth(q.value, textSize*bold)
		}
		x += after
	}
	c.s(`</g>`)
	return 0
}

// across gives the ticks of the shared x axis that fit under one panel.
func (f *Multiples) across(s Scale, from, to float64) []Tick {
	l := f.first()
	fits := func(t []Tick) bool {
		end := from - gap
		for i := range t {
			x, w := s.At(t[i].At), textWidth(t[i].Label, textSize)
			if x-w/2 < end+gap || x+w/2 > to {
				return false
			}
			end = x + w/2
		}
		return true
	}
	if len(l.Ticks) > 0 {
		var in []Tick
		for _, t := range l.Ticks {
			if s.Holds(t.At) {
				in = append(in, t)
			}
		}
		for k := 1; k <= len(in); k++ {
			var kept []Tick
			for i := 0; i < len(in); i += k {
				kept = append(kept, in[i])
			}
			if fits(kept) {
				return kept
			}
		}
		return nil
	}
	u := l.XUnit
	if u == Number && s.Lo == math.Floor(s.Lo) && s.Hi == math.Floor(s.Hi) {
		u = Whole
	}
	last := s.Hi
	if l.End != "" { // it has a name instead of a number
		last = l.at(max(0, l.points()-2))
	}
	for k := max(2, int((s.To-s.From)/60)); k > 0; k-- {
		if t := TicksWithin(s.Lo, last, k, u); fits(t) {
			return t
		}
	}
	return nil
}

// hover lays columns over a panel that say the values in their middle.
func (f *Multiples) hover(c *canvas, p *Line, at Scale, top, bottom float64) {
	n := p.points()
	cols := min(n, 8)
	if cols == 0 {
		return
	}
	l := f.first()
	xs := p.within(at, n)
	like := Line{First: p.First, Step: p.Step, X: l.X, XUnit: l.XUnit, End: l.End, Ticks: l.Ticks, Series: p.Series}
	c.s(`<g class="plot-hover" fill-opacity="0">`)
	for k := 0; k < cols; k++ {
		a, b := k*n/cols, (k+1)*n/cols
		i := (a + b) / 2
		x0, x1 := xs.At(float64(a)-0.5), xs.At(float64(b)-0.5)
		says := like.name(i)
		for j := range p.Series {
			s := &p.Series[j]
			if i >= len(s.Values) || s.Values[i] != s.Values[i] {
				continue
			}
			if says += ": "; j > 0 {
				says = says[:len(says)-2] + "; "
			}
			if name := s.label(); name != "" {
				says += name + " "
			}
			says += l.write(s.Values[i])
			if i < len(s.Low) && i < len(s.High) {
				says += " (" + l.write(s.Low[i]) + " to " + l.write(s.High[i]) + ")"
			}
		}
		c.rect(math.Min(x0, x1), top, math.Abs(x1-x0), bottom-top)
		c.says(says, false)
		c.s(`</rect>`)
	}
	c.s(`</g>`)
}
