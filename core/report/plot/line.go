package plot

import (
	"cmp"
	"math"
	"slices"
)

// Line shows values over time, a series a line; one series may be an area.
type Line struct {
	Frame
	Series []Series
	// Value i stands at First + i*Step; a Step of 0 is 1. X is written on the
	// axis as a number unless Ticks say otherwise.
	First, Step float64
	Ticks       []Tick // labels of the x axis, in the same numbers
	X           string // what the x axis counts, also said of a value: "week"
	XUnit       Unit
	End         string // of panels: when the last value is, which stands for all that ends after the others: "later"
	Y           string // what the y axis shows, with its unit: "load"
	YUnit       Unit
	Refs        []Ref
	Band        string // names the bands: "10th to 90th percentile"
	Area        bool   // fill below the first series
	Change      bool   // values are changes: with their sign, the zero line stands out
	Roomy       bool   // it is looked at alone: higher than beside others
	// Names says where value i is, instead of First, Step and X.
	Names       func(i int) string
	left, right float64 // room beside the lines, at least
}

// Series is one line. Low and High, if given, are a band round it. A value
// that is no number is a gap.
type Series struct {
	Label     string // what is written at the line; Name if empty
	Name      string // the order, which decides colour and form
	Hue       string // or a custom property, as in Bars
	Values    []float64
	Low, High []float64
	Level     float64 // where it should be, dashed; 0: nowhere
}

func (s *Series) label() string { return orWord(s.Label, s.Name) }
func (s *Series) mark() Mark    { return hue(s.Name, s.Hue) }
func (s *Series) hasBand() bool { return len(s.Low) > 0 && len(s.High) > 0 }

// Ref is a horizontal reference line.
type Ref struct {
	At    float64
	Label string
}

// spot is a point on the screen; a gap in a line is one whose y is no number.
type spot struct{ x, y float64 }

func (p spot) gap() bool { return p.y != p.y }

// decimate places values on the screen. When there are more than two a pixel
// it keeps the least and the greatest of each pixel, in their order, so that
// no peak is lost.
func decimate(values []float64, x, y *Scale) []spot {
	n := len(values)
	pixels := int(math.Abs(x.To-x.From)) + 1
	place := func(i int) spot {
		v := values[i]
		if v != v {
			return spot{x.At(float64(i)), math.NaN()}
		}
		return spot{x.At(float64(i)), y.At(v)}
	}
	if n <= 2*pixels {
		out := make([]spot, n)
		for i := range values {
			out[i] = place(i)
		}
		return out
	}
	out := make([]spot, 0, 2*pixels)
	for p := 0; p < pixels; p++ {
		a, b := p*n/pixels, (p+1)*n/pixels
		lo, hi := -1, -1
		for i := a; i < b; i++ {
			if v := values[i]; v == v {
				if lo < 0 || v < values[lo] {
					lo = i
				}
				if hi < 0 || v > values[hi] {
					hi = i
				}
			}
		}
		switch {
		case a == b:
		case lo < 0:
			out = append(out, spot{x.At(float64(a)), math.NaN()})
		case lo == hi:
			out = append(out, place(lo))
		default:
			out = append(out, place(min(lo, hi)), place(max(lo, hi)))
		}
	}
	return out
}

// trail appends the path of a line, broken at gaps; a lone point is a dash.
func (c *canvas) trail(pts []spot) {
	for i, p := range pts {
		switch {
		case p.gap():
		case i == 0 || pts[i-1].gap():
			c.move(p.x, p.y)
			if i+1 == len(pts) || pts[i+1].gap() {
				c.s(`h2`)
			}
		default:
			c.by(pts[i-1], p)
		}
	}
}

// by appends the straight way from a to b, both rounded first, so that many
// small steps do not drift.
func (c *canvas) by(a, b spot) {
	dx, dy := tenths(b.x)-tenths(a.x), tenths(b.y)-tenths(a.y)
	c.s(`l`).tenths(dx)
	if dy >= 0 {
		c.s(` `)
	}
	c.tenths(dy)
}

// area appends the path between a line and a base.
func (c *canvas) area(pts []spot, base float64) {
	for i := 0; i < len(pts); i++ {
		if pts[i].gap() {
			continue
		}
		c.move(pts[i].x, base)
		for from := (spot{pts[i].x, base}); i < len(pts) && !pts[i].gap(); i++ {
			c.by(from, pts[i])
			from = pts[i]
		}
		c.s(`V`).n(base).s(`z`)
	}
}

// between appends the path between two lines of equal length.
func (c *canvas) between(a, b []spot) {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		if a[i].gap() || b[i].gap() {
			continue
		}
		from := i
		for ; i < n && !a[i].gap() && !b[i].gap(); i++ {
			if i == from {
				c.move(a[i].x, a[i].y)
			} else {
				c.by(a[i-1], a[i])
			}
		}
		at := a[i-1]
		for j := i - 1; j >= from; j-- {
			c.by(at, b[j])
			at = b[j]
		}
		c.s(`z`)
	}
}

// spread thins a band to one place a pixel: the least of low, the greatest of
// high.
func spread(low, high []float64, x, y *Scale) (a, b []spot) {
	n := min(len(low), len(high))
	pixels := int(math.Abs(x.To-x.From)) + 1
	if n <= pixels {
		pixels = n
	}
	for p := 0; p < pixels; p++ {
		i0, i1 := p*n/pixels, (p+1)*n/pixels
		lo, hi := math.NaN(), math.NaN()
		for i := i0; i < i1; i++ {
			if l, h := low[i], high[i]; l == l && h == h {
				if lo != lo || l < lo {
					lo = l
				}
				if hi != hi || h > hi {
					hi = h
				}
			}
		}
		px := x.At(float64(i0+i1-1) / 2)
		pa, pb := spot{px, math.NaN()}, spot{px, math.NaN()}
		if lo == lo && hi == hi {
			pa.y, pb.y = y.At(lo), y.At(hi)
		}
		a, b = append(a, pa), append(b, pb)
	}
	return a, b
}

// extent is the range of the y axis: from 0, as far as the data and the
// references go.
func (f *Line) extent() (lo, hi float64) {
	see := func(v float64) {
		if math.Abs(v) <= most {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	for i := range f.Series {
		s := &f.Series[i]
		for _, v := range s.Values {
			see(v)
		}
		see(s.Level)
		n := min(len(s.Low), len(s.High))
		for j := 0; j < n; j++ {
			see(s.Low[j])
			see(s.High[j])
		}
	}
	for _, r := range f.Refs {
		see(r.At)
	}
	if lo == hi {
		hi = 1
	}
	return lo, hi
}

// write puts a value in words.
func (f *Line) write(v float64) string {
	if f.Change {
		return f.YUnit.change(v)
	}
	return f.YUnit.Format(v)
}

func (f *Line) points() int {
	n := 0
	for i := range f.Series {
		n = max(n, len(f.Series[i].Values))
	}
	return n
}

func (f *Line) at(i int) float64 {
	step := f.Step
	if step == 0 || step != step {
		step = 1
	}
	return f.First + step*float64(i)
}

// name writes where value i stands.
func (f *Line) name(i int) string {
	if f.Names != nil {
		return f.Names(i)
	}
	x := f.at(i)
	if f.End != "" && i == f.points()-1 {
		return f.End
	}
	for _, t := range f.Ticks {
		if t.At == x && t.Label != "" {
			return t.Label
		}
	}
	u := f.XUnit
	if u == Number && x == math.Floor(x) {
		u = Whole
	}
	if f.X == "" || u == Seconds {
		return u.Format(x)
	}
	return f.X + " " + u.Format(x)
}

// SVG draws the chart.
func (f *Line) SVG() string {
	w := f.measure()
	c := f.open("line", f.desc(w.n))
	l := f.layout(c, &w)
	return f.draw(c, &l)
}

// lineWords are how far the values go, how many series have names, and how wide
// what stands at their ends is.
type lineWords struct {
	n      int // values
	lo, hi float64
	named  int
	tagW   float64
}

func (f *Line) measure() (w lineWords) {
	w.n = f.points()
	w.lo, w.hi = f.extent()
	for i := range f.Series {
		if f.Series[i].label() != "" {
			w.named++
			w.tagW = widen(w.tagW, f.tag(&f.Series[i]), textSize)
		}
	}
	return w
}

// linePlan is where everything of the lines stands.
type linePlan struct {
	n           int
	t           []Tick
	xs, ys      Scale
	left, right float64
	atEnds      bool // names stand at the ends of their lines
}

// layout names the series at their ends, or in a key above when there is no room.
func (f *Line) layout(c *canvas, w *lineWords) (l linePlan) {
	l.n = w.n
	height := f.height(c.w)
	l.atEnds = w.named > 1 && w.tagW+30 < c.w*0.24 && float64(w.named)*15 < height
	y := c.top
	y += c.key(f.entries(w.named > 1 && !l.atEnds), y)
	y += c.heading(y, f.Y) + 4
	height = f.inner(y+60, height)
	l.t = upward(w.lo, w.hi, height, f.YUnit)
	if f.Change {
		plus(l.t)
	}
	l.ys.From = height
	l.ys.over(l.t)
	for _, r := range f.Refs { // the name of a reference at the top stands above it
		if r.Label != "" && l.ys.Holds(r.At) && l.ys.At(r.At) < 14 {
			y += 12
			break
		}
	}
	l.ys.From, l.ys.To = y+8+height, y+8
	l.left, l.right = widest(l.t)+10, c.w-4
	if l.atEnds {
		l.right = c.w - w.tagW - 24
	}
	l.left, l.right = math.Max(l.left, f.left), math.Min(l.right, c.w-f.right)
	l.xs = Scale{Lo: 0, Hi: math.Max(1, float64(w.n-1)), From: l.left + 2, To: l.right}
	if w.n == 1 {
		l.xs.Lo, l.xs.Hi = -1, 1
	}
	return l
}

// Align has charts that stand below each other have their times below each other.
func Align(list ...*Line) {
	left, right := 0.0, 0.0
	for _, f := range list {
		w := f.measure()
		c := f.open("line", "")
		l := f.layout(c, &w)
		left, right = math.Max(left, l.left), math.Max(right, c.w-l.right)
	}
	for _, f := range list {
		f.left, f.right = left, right
	}
}

// height is that of the lines where none was asked for.
func (f *Line) height(width float64) float64 {
	height := 220.0
	if f.Area && len(f.Series) == 1 {
		height = 160
	}
	if width < 480 {
		height = math.Min(height, 190)
	}
	if f.Roomy {
		height = math.Max(height, math.Min(width*0.42, 420))
	}
	return height
}

// entries are those of the key: of all names or none, and of the first band.
func (f *Line) entries(names bool) (list []entry) {
	banded := false
	for i := range f.Series {
		s := &f.Series[i]
		if names && s.label() != "" {
			list = append(list, entry{s.label(), s.mark(), 'l'})
		}
		if s.hasBand() && !banded {
			banded = true
			list = append(list, entry{orWord(f.Band, "low to high"), s.mark(), 'b'})
		}
	}
	return list
}

func (f *Line) draw(c *canvas, l *linePlan) string {
	left, right, bottom := l.left, l.right, l.ys.From
	c.horizontals(l.t, &l.ys, left, right, 0)
	c.s("\n")
	for i := range f.Series {
		if s := &f.Series[i]; s.hasBand() {
			c.band(s, ".16", &l.xs, &l.ys)
			c.s("\n")
		}
	}
	ends := make([]spot, len(f.Series))
	for i := range f.Series {
		ends[i] = f.series(c, l, i)
	}
	c.ground(left, right, l.ys.At(0), f.Change)
	c.refs(f.Refs, &l.ys, left, right)
	if l.atEnds {
		f.names(c, ends, right, l.ys.To, bottom)
	}
	q := f.lane(f.Series, l.n, &l.xs, left, &l.ys, min(130, int((l.xs.To-l.xs.From)/4)), f)
	q.left, q.top, q.bottom = left, l.ys.To, bottom
	c.lanes([]lane{q})
	at := &Scale{Lo: f.at(0), Hi: f.at(max(l.n-1, 1)), From: l.xs.From, To: l.xs.To}
	if l.n == 1 {
		at.Lo, at.Hi = f.at(-1), f.at(1)
	}
	return c.close(f.below(c, at, l.n, left, right, bottom) - 4)
}

// band draws what lies round a series.
func (c *canvas) band(s *Series, strength string, xs, ys *Scale) {
	a, b := spread(s.Low, s.High, xs, ys)
	c.s(`<path class="plot-band" fill="currentColor" fill-opacity="`).s(strength).s(`"`).keyed(s.key()).tint(s.mark()).s(` d="`)
	c.between(a, b)
	c.s(`"/>`)
}

// series draws a line and gives where it ends.
func (f *Line) series(c *canvas, l *linePlan, i int) (end spot) {
	s := &f.Series[i]
	m := s.mark()
	pts := decimate(s.Values, &l.xs, &l.ys)
	c.s(`<g class="plot-line" fill="none"`).keyed(s.key()).tint(m).s(`>`)
	if i == 0 && f.Area {
		c.s(`<path fill="currentColor" fill-opacity=".14" d="`)
		c.area(pts, l.ys.At(0))
		c.s(`"/>`)
	}
	c.s(`<path stroke="currentColor" stroke-linejoin="round" stroke-width="`)
	if len(pts) > int(l.right-l.left) {
		c.s(`1`)
	} else {
		c.s(`1.8`)
	}
	c.s(`"`).dashes(m).s(` d="`)
	c.trail(pts)
	c.s(`"/>`)
	if s.Level > 0 && l.ys.Holds(s.Level) {
		c.s(`<path stroke="currentColor" stroke-width="1.4" stroke-dasharray="5 3" d="`).move(l.left, crisp(l.ys.At(s.Level)))
		c.s(`H`).n(l.right).s(`"/>`)
	}
	c.s("</g>\n")
	for j := len(pts) - 1; j >= 0; j-- {
		if !pts[j].gap() {
			return pts[j]
		}
	}
	return spot{l.right, math.NaN()}
}

// below writes the x axis and gives where the chart ends.
func (f *Line) below(c *canvas, at *Scale, n int, left, right, bottom float64) float64 {
	labels := f.Ticks
	if len(labels) == 0 {
		if n > 0 {
			u := f.XUnit
			if u == Number && f.at(0) == math.Floor(f.at(0)) && f.at(1) == math.Floor(f.at(1)) {
				u = Whole
			}
			labels = c.ticksWithin(max(2, min(10, int((right-left)/70))), at, u, false)
			if n == 1 {
				labels = []Tick{{f.at(0), u.Format(f.at(0))}}
			}
		}
	} else {
		var kept []Tick
		for _, l := range labels {
			if math.Min(at.Lo, at.Hi) <= l.At && l.At <= math.Max(at.Lo, at.Hi) {
				kept = append(kept, Tick{l.At, cut(l.Label, textSize, c.w/2)})
			}
		}
		if labels = kept; !c.fits(labels, at) {
			labels = c.thinned(labels, at)
		}
	}
	c.few = n < threeTicks || len(f.Ticks) > 0 && len(f.Ticks) < threeTicks
	c.below(labels, at, bottom, true)
	y := bottom + 38
	if f.X != "" && len(f.Ticks) == 0 {
		y += c.caption(right, y, c.w-8, 'e', f.X)
	} else {
		y -= 8
	}
	return y
}

// refs draws reference lines and their names, which stay clear of each other. A name stands
// above the right end of its line, or below it or further left where it would cross what is
// drawn.
func (c *canvas) refs(refs []Ref, s *Scale, left, right float64, drawn ...[]spot) {
	taken := math.Inf(1)
	for _, r := range refs {
		if !s.Holds(r.At) {
			continue
		}
		y := crisp(s.At(r.At))
		c.ref(left, y, right, y)
		if label := cut(r.Label, textSize, right-left-8); label != "" && math.Abs(y-taken) > 16 {
			at := besideOf(y, left, right, textWidth(label, textSize), min(s.From, s.To), max(s.From, s.To), drawn)
			c.s(`<g`).halo().s(`>`)
			c.text(at.x, at.y, 'e', label)
			c.s(`</g>`)
			taken = y
		}
	}
}

// besideOf is the right end and the base of words of a width that name a line at y, where they
// keep clear of what is drawn; above its right end where they nowhere do.
func besideOf(y, left, right, width, top, bottom float64, drawn [][]spot) spot {
	for x := right - 4; x-width >= left; x -= 8 {
		for _, base := range [...]float64{y - 5, y + 14} {
			if base-11 >= top && base+3 <= bottom && !slices.ContainsFunc(drawn, func(list []spot) bool {
				return meets(list, x-width-3, x+3, base-12, base+5)
			}) {
				return spot{x, base}
			}
		}
	}
	return spot{right - 4, y - 5}
}

// meets tells whether the straight lines between points pass through a box.
func meets(list []spot, left, right, top, bottom float64) bool {
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		if b.x < a.x {
			a, b = b, a
		}
		if a.gap() || b.gap() || a.x > right || b.x < left {
			continue
		}
		at := func(x float64) float64 {
			if b.x == a.x {
				return a.y
			}
			return a.y + (b.y-a.y)*(x-a.x)/(b.x-a.x)
		}
		y0, y1 := at(max(a.x, left)), at(min(b.x, right))
		if b.x == a.x {
			y1 = b.y
		}
		if min(y0, y1) <= bottom && max(y0, y1) >= top {
			return true
		}
	}
	return false
}

// tag is what stands at the end of a line: its name, and where there is room for
// it what it comes to.
func (f *Line) tag(s *Series) string {
	if v, k := s.last(); f.Roomy && k >= 0 {
		return s.label() + " " + f.write(v)
	}
	return s.label()
}

// names writes the series' names at their ends, moved apart where lines end
// close together, with a short lead from line to name.
func (f *Line) names(c *canvas, ends []spot, right, top, bottom float64) {
	var order []int
	for i := range f.Series {
		if f.Series[i].label() != "" && !ends[i].gap() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ends[a].y, ends[b].y) })
	y := make([]float64, len(order))
	for k, i := range order {
		y[k] = ends[i].y
	}
	stacked(y, bottom)
	c.s(`<g class="plot-names">`)
	for k, i := range order {
		s := &f.Series[i]
		e := ends[i]
		c.s(`<g`).keyed(s.key()).tint(s.mark()).s(`>`)
		c.s(`<path fill="none" stroke="currentColor" stroke-width="1.2" d="M`).xy(e.x+1, e.y)
		c.s(`L`).xy(right+10, y[k]).s(`h5"/>`)
		c.text(right+19, y[k]+4.5, 's', f.tag(s))
		c.s(`</g>`)
	}
	c.s("</g>\n")
}

// stacked moves names apart whose heights are given from top to bottom.
func stacked(y []float64, bottom float64) {
	const lead = 15.0
	for k := 1; k < len(y); k++ {
		y[k] = math.Max(y[k], y[k-1]+lead)
	}
	// What was pushed below the chart is pushed back up.
	for k := len(y) - 1; k >= 0; k-- {
		limit := bottom
		if k < len(y)-1 {
			limit = y[k+1] - lead
		}
		y[k] = math.Min(y[k], limit)
	}
}

func (f *Line) desc(n int) string {
	if n == 0 {
		return "Nothing to show yet."
	}
	d := orWord(f.Y, "Values") + " from " + f.name(0) + " to " + f.name(n-1) + ". "
	for i := range f.Series {
		if i == 12 {
			break
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range f.Series[i].Values {
			if v == v {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
		if hi < lo {
			continue
		}
		if l := f.Series[i].label(); l != "" {
			d += l + ": "
		}
		d += f.write(lo) + " to " + f.write(hi)
		if at := f.Series[i].Level; at > 0 {
			d += ", dashed " + f.write(at)
		}
		d += ". "
	}
	return d
}
