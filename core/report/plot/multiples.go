package plot

import (
	"math"

	"shadowtime/core/base/numeral"
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
		desc = orWord(l.Y, "Values") + " in " + numeral.Whole(float64(len(f.Panels))) + " panels on the same scales. "
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
				entries = append(entries, entry{orWord(l.Band, "low to high"), soft.mark(), 'b'})
			}
		}
	}
	y += c.key(entries, y)
	y += c.heading(y, l.Y) + 4

	// The grid: panels at least panelWidth wide, rows as full as can be.
	n := max(len(f.Panels), 1)
	air, panelH, least := 26.0, 96.0, panelWidth
	if c.paper > 0 && c.w < 400 { // a column of a journal: all have to stand on one page
		air, panelH, least = 14, 64, 90
	}
	lo, hi = bounded(lo, hi)
	t := f.levels(lo, hi, panelH)
	left := math.Min(widest(t)+8, c.w/2)
	most := 4
	if f.Columns > 0 {
		most = f.Columns
	}
	cols := max(1, min(most, n, int((c.w-margin+air)/(least+left+air))))
	rows := (n + cols - 1) / cols
	cols = (n + rows - 1) / rows
	across := func() float64 { return math.Min((c.w-margin-air*float64(cols-1))/float64(cols)-left, 560) }
	pw := across()
	headLines, headH := 1.0, 22.0
	aside := func() float64 { // heads begin over the labels where panels are small
		if least < panelWidth {
			return left - 6
		}
		return 0
	}
	heads := func() {
		for i := range f.Panels {
			headLines = math.Max(headLines, f.head(c, &f.Panels[i], 0, 0, pw+aside(), false))
		}
		headH = 4 + 18*headLines
	}
	heads()
	if each := f.inner(y+float64(rows)*(headH+36)+20, 0) / float64(rows); f.Height > 0 {
		panelH = math.Max(60, math.Min(each, 400))
	} else if pw > 330 {
		panelH = 120
	}
	t = f.levels(lo, hi, panelH)
	lo, hi = t[0].At, t[len(t)-1].At
	left = math.Min(widest(t)+8, c.w/2)
	for i := range t {
		t[i].Label = cut(t[i].Label, textSize, left-7.9)
	}
	pw = across()
	heads()
	axis := &Scale{Lo: x0, Hi: x1, From: 1, To: pw - 3} // of every panel, from its left
	labels := f.across(axis, 6-left, pw+margin-2)
	c.few = f.first().points() < threeTicks
	stride := headH + panelH + 36
	var lanes []lane
	for i := range f.Panels {
		p := &f.Panels[i]
		px := left + (left+pw+air)*float64(i%cols)
		top := y + headH + stride*float64(i/cols)
		bottom := top + panelH
		ys := &Scale{Lo: lo, Hi: hi, From: bottom, To: top}
		at := &Scale{Lo: x0, Hi: x1, From: px + 1, To: px + pw - 3}
		c.s(`<g class="plot-panel">`)
		f.head(c, p, px-aside(), top-8-18*(headLines-1), pw+aside(), true)
		c.horizontals(t, ys, px, px+pw, 0)
		zero := ys.At(0)
		for j := range p.Series {
			s := &p.Series[j]
			if s.banded() {
				c.band(s, ".18", p.within(at, min(len(s.Low), len(s.High))), ys)
			}
		}
		if !ys.Holds(0) {
			zero = bottom
		}
		c.ground(px, px+pw, zero, l.Change)
		for _, r := range p.Refs {
			if ys.Holds(r.At) {
				at := crisp(ys.At(r.At))
				c.ref(px, at, px+pw, at)
			}
		}
		for j := range p.Series {
			f.line(c, p, &p.Series[j], at, ys, j == 0)
		}
		c.s(`<path class="plot-ticks" fill="none"`).stroke(soft).s(` d="M`).xy(px, crisp(bottom)).s(`H`).n(px + pw)
		for _, k := range labels {
			c.move(crisp(at.At(k.At)), bottom).s(`v4`)
		}
		c.s(`"/><g class="plot-labels`)
		if !c.few {
			c.s(` plot-x`)
		}
		c.s(`"`).fill(soft).s(`>`)
		for _, k := range labels {
			c.text(px+under(axis, k, 6-left, pw+margin-2), bottom+17, 'm', k.Label)
		}
		c.s("</g></g>\n")
		k := p.points()
		line := p.within(axis, k)
		read := Line{YUnit: l.YUnit, Change: l.Change}
		like := Line{First: p.First, Step: p.Step, X: l.X, XUnit: l.XUnit, Ticks: l.Ticks}
		q := read.lane(p.Series, k, line, 0, ys, min(104, int(pw/2)), &like)
		q.left, q.top, q.bottom, q.right = px, top, bottom, px+pw
		if q.name = p.Title; len(p.Series) == 1 {
			q.name = ""
		}
		lanes = append(lanes, q)
	}
	c.lanes(lanes)
	y += stride*float64(rows) - 36
	y += 36
	right := (left+pw+air)*float64(min(cols, n)) - air
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

// panelWidth is how wide a panel is at least, where the figure is; margin is the
// room at its right for a label that stands out of it.
const (
	panelWidth = 240.0
	margin     = 10.0
)

// levels are the labels of the y axis, both ends among them: as many as have
// room, three at least.
func (f *Multiples) levels(lo, hi, height float64) []Tick {
	l := f.first()
	var best []Tick
	for k := max(3, int(height/18)); k > 0; k-- {
		t := Ticks(lo, hi, k, l.YUnit)
		if n := len(t); best == nil || n >= threeTicks && height/float64(n-1) >= 18 && (len(best)-1)*18 > int(height) || n >= threeTicks && len(best) < threeTicks {
			best = t
		}
	}
	if len(best) < threeTicks {
		best = covering(lo, hi, 2, l.YUnit)
	}
	if l.Change {
		plus(best)
	}
	return best
}

// line draws a series in its panel; where it leaves it an arrow says how far it
// goes.
func (f *Multiples) line(c *canvas, p *Line, s *Series, at, ys *Scale, told bool) {
	m, xs, span := s.mark(), p.within(at, len(s.Values)), (ys.Hi-ys.Lo)*1e-9
	values, out := inFrame(s.Values, ys.Lo-span, ys.Hi+span)
	c.s(`<g class="plot-line" fill="none"`).keyed(s.key()).tint(m).s(`><path stroke="currentColor" stroke-linejoin="round" stroke-width="1.8"`)
	c.dashes(m).s(` d="`)
	c.trail(decimate(values, xs, ys))
	c.s(`"/>`)
	if out >= 0 {
		x := math.Max(at.From+5, math.Min(at.To-3, xs.At(float64(out))))
		up := s.Values[out] > 0
		y, far := ys.From+3, math.Inf(1)
		if up {
			y, far = ys.To-3, math.Inf(-1)
		}
		for _, v := range s.Values {
			if up && v > far || !up && v < far {
				far = v
			}
		}
		c.s(`<path fill="currentColor" d="M`).xy(x, y)
		if up {
			c.s(`l5 8h-10z"/>`)
		} else {
			c.s(`l5-8h-10z"/>`)
		}
		if told { // of several lines one has room for words
			words, anchor, wx, wy := "to "+f.first().write(far), byte('s'), x+9, ys.From-4
			if up {
				wy = ys.To + 10
			}
			wide := textWidth(words, textSize)
			if wx+wide > at.To {
				anchor, wx = 'e', x-9
			}
			if anchor == 's' || wx-wide > at.From { // else neither side has room
				c.s(`<g stroke="none"`).fill(ink).s(`><g`).halo().s(`>`)
				c.text(wx, wy, anchor, words)
				c.s(`</g></g>`)
			}
		}
	}
	c.s(`</g>`)
}

// within places the values of a line on a shared axis.
func (f *Line) within(at *Scale, n int) *Scale {
	s := &Scale{Lo: 0, Hi: float64(n - 1), From: at.At(f.at(0)), To: at.At(f.at(n - 1))}
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

// head writes a panel's marks, names and last values, broken to the width, or
// says how many lines that takes.
func (f *Multiples) head(c *canvas, p *Line, x, y, width float64, draw bool) (lines float64) {
	const after, mark = 14.0, 16.0
	from := x
	if draw {
		c.s(`<g font-weight="600"`).keyed(p.key()).s(`>`)
	}
	lines = 1
	put := func(m *Mark, name, value string) {
		if rest := wrap(name, textSize*bold, width-mark, 4); len(rest) > 1 { // a formula
			if x > from {
				x, y, lines = from, y+18, lines+1
			}
			for k, l := range rest[:len(rest)-1] {
				if draw {
					c.text(from+mark, y+18*float64(k), 's', l)
				}
			}
			down := float64(len(rest) - 1)
			name, y, lines = rest[len(rest)-1], y+18*down, lines+down
		}
		w := textWidth(name, textSize*bold)
		if m != nil {
			w += mark
		}
		if value != "" {
			w += 7 + textWidth(value, textSize)
		}
		if x > from && x+w > from+width {
			x, y, lines = from, y+18, lines+1
		}
		if draw {
			tx := x
			if m != nil {
				c.pin(*m, x+6, y-4.5)
				tx += mark
			}
			room := from + width - tx
			name = cut(name, textSize*bold, room)
			c.text(tx, y, 's', name)
			if value != "" && textWidth(name, textSize*bold)+7+textWidth(value, textSize) <= room+0.01 {
				c.s(`<g font-weight="400">`)
				c.text(tx+7+textWidth(name, textSize*bold), y, 's', value)
				c.s(`</g>`)
			}
		}
		x += w + after
	}
	if p.Title != "" && len(p.Series) != 1 {
		put(nil, p.Title, "")
	}
	for i := range p.Series {
		s := &p.Series[i]
		m, name, value := s.mark(), s.label(), ""
		if len(p.Series) == 1 && p.Title != "" {
			name = p.Title
		}
		if v, k := s.last(); k >= 0 && !f.Unsaid {
			value = f.first().write(v)
		}
		put(&m, name, value)
	}
	if draw {
		c.s(`</g>`)
	}
	return lines
}

// under is where the middle of a label stands below a panel: inside its slot.
func under(s *Scale, t Tick, from, to float64) float64 {
	half := textWidth(t.Label, textSize) / 2
	return math.Max(from+half, math.Min(to-half, s.At(t.At)))
}

// across gives the ticks of the x axis of a panel: both ends, and of those
// between as many as fit between from and to.
func (f *Multiples) across(s *Scale, from, to float64) []Tick {
	l := f.first()
	u := l.XUnit
	if u == Number && s.Lo == math.Floor(s.Lo) && s.Hi == math.Floor(s.Hi) {
		u = Whole
	}
	var given []Tick
	for _, t := range l.Ticks {
		if s.Holds(t.At) && (len(given) == 0 || t.At > given[len(given)-1].At) {
			given = append(given, Tick{t.At, cut(t.Label, textSize, (to-from)/2-gap)})
		}
	}
	last := s.Hi
	ends := []Tick{{s.Lo, u.Format(s.Lo)}, {s.Hi, u.Format(s.Hi)}}
	if l.End != "" { // what comes after the last step has a name
		last, ends[1].Label = l.at(max(0, l.points()-2)), l.End
	}
	if len(l.Ticks) > 0 {
		if len(given) == 0 {
			return nil
		}
		ends = []Tick{given[0], given[len(given)-1]}
	}
	inner := func(k int) (some []Tick) {
		switch {
		case len(l.Ticks) > 0:
			for i := 1; i < len(given)-1; i += max(1, (len(given)-2)/k) {
				some = append(some, given[i])
			}
		case k > 1:
			return TicksWithin(s.Lo, last, k, u)
		default:
			mid := (s.Lo + last) / 2
			if u == Whole {
				mid = math.Round(mid)
			}
			some = []Tick{{mid, u.Format(mid)}}
		}
		return some
	}
	half := func(t Tick) float64 { return textWidth(t.Label, textSize) / 2 }
	edge := under(s, ends[0], from, to) + half(ends[0]) + gap
	right := under(s, ends[1], from, to) - half(ends[1])
	if right < edge {
		return ends[:1]
	}
	for k := max(2, int((s.To-s.From)/50)); k > 0; k-- {
		out, edge := []Tick{ends[0]}, edge
		for _, t := range inner(k) {
			if x := under(s, t, from, to); x-half(t) >= edge && x+half(t) <= right-gap {
				out = append(out, t)
				edge = x + half(t) + gap
			}
		}
		if len(out) > 2 || len(out) == 2 && k == 1 { // one alone stands in the middle
			return append(out, ends[1])
		}
	}
	return ends
}

// key is whom a panel belongs to: its first series.
func (f *Line) key() string {
	if len(f.Series) == 0 {
		return ""
	}
	return f.Series[0].key()
}
