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
	l := f.measure()
	c := f.open("multiples", f.desc())
	f.layout(c, &l)
	return f.draw(c, &l)
}

func (f *Multiples) desc() string {
	if len(f.Panels) == 0 {
		return "Nothing to show yet."
	}
	desc := orWord(f.first().Y, "Values") + " in " + numeral.Whole(float64(len(f.Panels))) + " panels on the same scales. "
	for i := range f.Panels {
		if i < 12 {
			desc += f.words(&f.Panels[i]) + ". "
		}
	}
	return desc
}

// multiplesPlan is where everything of the panels stands.
type multiplesPlan struct {
	x0, x1, lo, hi   float64 // the ranges that all share
	t, labels        []Tick
	axis             Scale // of every panel, from its left
	cols, rows       int
	least, air       float64 // how wide a panel is at least, and what lies between two
	left, pw, panelH float64 // room for labels, and a panel
	lines, headH     float64 // of the heads
	stride           float64 // from row to row
	y                float64 // where the first row begins
}

func (f *Multiples) measure() (l multiplesPlan) {
	l.x0, l.x1, l.lo, l.hi = f.domains()
	l.lo, l.hi = bounded(l.lo, l.hi)
	return l
}

// layout gives panels at least panelWidth and rows as full as can be. How wide
// labels are, and with them panels, is known only when heights are.
func (f *Multiples) layout(c *canvas, l *multiplesPlan) {
	l.y = c.top
	l.y += c.key(f.entries(), l.y)
	l.y += c.heading(l.y, f.first().Y) + 4
	l.air, l.panelH, l.least, l.lines = 26, 96, panelWidth, 1
	if c.paper > 0 && c.w < 400 { // a column of a journal: all have to stand on one page
		l.air, l.panelH, l.least = 14, 64, 90
	}
	l.t = f.levels(l.lo, l.hi, l.panelH)
	l.left = math.Min(widest(l.t)+8, c.w/2)
	n, most := max(len(f.Panels), 1), 4
	if f.Columns > 0 {
		most = f.Columns
	}
	l.cols = max(1, min(most, n, int((c.w-margin+l.air)/(l.least+l.left+l.air))))
	l.rows = (n + l.cols - 1) / l.cols
	l.cols = (n + l.rows - 1) / l.rows
	f.heads(c, l)
	if each := f.inner(l.y+float64(l.rows)*(l.headH+36)+20, 0) / float64(l.rows); f.Height > 0 {
		l.panelH = math.Max(60, math.Min(each, 400))
	} else if l.pw > 330 {
		l.panelH = 120
	}
	l.t = f.levels(l.lo, l.hi, l.panelH)
	l.left = math.Min(widest(l.t)+8, c.w/2)
	for i := range l.t {
		l.t[i].Label = cut(l.t[i].Label, textSize, l.left-7.9)
	}
	f.heads(c, l)
	l.axis = Scale{Lo: l.x0, Hi: l.x1, From: 1, To: l.pw - 3}
	l.labels = f.across(&l.axis, 6-l.left, l.pw+margin-2)
	c.few = f.first().points() < threeTicks
	l.stride = l.headH + l.panelH + 36
}

// entries are those of the key: of bands, if there are any.
func (f *Multiples) entries() []entry {
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			if f.Panels[i].Series[j].hasBand() {
				return []entry{{orWord(f.first().Band, "low to high"), soft.mark(), 'b'}}
			}
		}
	}
	return nil
}

// heads gives panels their width and finds how high their heads get.
func (f *Multiples) heads(c *canvas, l *multiplesPlan) {
	l.pw = math.Min((c.w-margin-l.air*float64(l.cols-1))/float64(l.cols)-l.left, 560)
	for i := range f.Panels {
		l.lines = math.Max(l.lines, f.head(c, &f.Panels[i], 0, 0, l.pw+l.aside(), false))
	}
	l.headH = 4 + 18*l.lines
}

// aside is how far heads begin over the labels, where panels are small.
func (l *multiplesPlan) aside() float64 {
	if l.least < panelWidth {
		return l.left - 6
	}
	return 0
}

func (f *Multiples) draw(c *canvas, l *multiplesPlan) string {
	lanes := make([]lane, len(f.Panels))
	for i := range f.Panels {
		lanes[i] = f.panel(c, l, i)
	}
	c.lanes(lanes)
	y := l.y
	y += l.stride*float64(l.rows) - 36
	y += 36
	right := (l.left+l.pw+l.air)*float64(min(l.cols, max(len(f.Panels), 1))) - l.air
	x := f.first()
	if x.X == "" || len(x.Ticks) > 0 {
		return c.close(y - 8 - 4)
	}
	words := x.X
	if x.End != "" {
		words += ", and all that ends " + x.End
	}
	y += c.caption(right, y, right-8, 'e', words)
	return c.close(y - 4)
}

// panel draws one and gives what it is read by.
func (f *Multiples) panel(c *canvas, l *multiplesPlan, i int) lane {
	p, first := &f.Panels[i], f.first()
	px := l.left + (l.left+l.pw+l.air)*float64(i%l.cols)
	top, right := l.y+l.headH+l.stride*float64(i/l.cols), px+l.pw
	bottom := top + l.panelH
	ys := &Scale{From: bottom, To: top}
	ys.over(l.t)
	at := &Scale{Lo: l.x0, Hi: l.x1, From: px + 1, To: right - 3}
	c.s(`<g class="plot-panel">`)
	f.head(c, p, px-l.aside(), top-8-18*(l.lines-1), l.pw+l.aside(), true)
	c.horizontals(l.t, ys, px, right, 0)
	for j := range p.Series {
		if s := &p.Series[j]; s.hasBand() {
			c.band(s, ".18", p.within(at, min(len(s.Low), len(s.High))), ys)
		}
	}
	zero := bottom
	if ys.Holds(0) {
		zero = ys.At(0)
	}
	c.ground(px, right, zero, first.Change)
	for _, r := range p.Refs {
		if ys.Holds(r.At) {
			y := crisp(ys.At(r.At))
			c.ref(px, y, right, y)
		}
	}
	for j := range p.Series {
		f.line(c, p, &p.Series[j], at, ys, j == 0)
	}
	l.scale(c, at, px, bottom)
	n := p.points()
	read := Line{YUnit: first.YUnit, Change: first.Change}
	like := Line{First: p.First, Step: p.Step, X: first.X, XUnit: first.XUnit, Ticks: first.Ticks}
	q := read.lane(p.Series, n, p.within(&l.axis, n), 0, ys, min(104, int(l.pw/2)), &like)
	q.left, q.top, q.bottom, q.right = px, top, bottom, right
	if len(p.Series) != 1 {
		q.name = p.Title
	}
	return q
}

// scale draws the x axis of a panel, whose labels stay within its slot.
func (l *multiplesPlan) scale(c *canvas, at *Scale, px, bottom float64) {
	c.s(`<path class="plot-ticks" fill="none"`).stroke(soft).s(` d="M`).xy(px, crisp(bottom)).s(`H`).n(px + l.pw)
	for _, k := range l.labels {
		c.move(crisp(at.At(k.At)), bottom).s(`v4`)
	}
	c.s(`"/>`)
	c.xLabels()
	for _, k := range l.labels {
		c.text(px+under(&l.axis, k, 6-l.left, l.pw+margin-2), bottom+17, 'm', k.Label)
	}
	c.s("</g></g>\n")
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
		if n := len(t); best == nil || n >= threeTicks && height/float64(n-1) >= 18 && (len(best)-1)*18 > int(height) || n >= threeTicks &&
			len(best) < threeTicks {
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
