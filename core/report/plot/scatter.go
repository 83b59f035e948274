package plot

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/numeral"
)

// Scatter sets two things against each other of which less is better, average
// and longest wait: a point an order, bars between its deciles, the Pareto
// front as a stepped line. What lies in the shade is beaten on both.
type Scatter struct {
	Frame
	Points       []ScatterPoint
	X, Y         string // what the axes show, with what it is relative to
	XUnit, YUnit Unit
	XLog, YLog   bool // logarithmic axes; points that are not positive are left out
	// Change says that values are changes: they get signs, and the baseline
	// lies at zero.
	Change bool
	// Bars names the bars: "first to last decile of 20 resamples".
	Bars    string
	NoFront bool
	Of      string // what a point is: "order" if empty
	Key     []KeyEntry
	// Diagonal draws the line on which both are the same, under this name.
	Diagonal string
	YRefs    []Ref // lines at values of Y
}

// KeyEntry explains a mark.
type KeyEntry struct {
	Label string
	Mark  Mark
}

// ScatterPoint is one order.
type ScatterPoint struct {
	Label string // Name if empty
	Name  string // the order, which decides the mark
	X, Y  float64
	// The ends of the bars; no bar where they do not differ.
	XLow, XHigh, YLow, YHigh float64
	Baseline                 bool // reference lines go through it
	Note                     string
	Mark                     *Mark // instead of the order's
	Quiet                    bool  // one of many: no name, and its bars are faint
	From                     *Spot // it came from there: a faded mark, and an arrow
}

// Spot is a place in values.
type Spot struct{ X, Y float64 }

func (p *ScatterPoint) label() string { return orWord(p.Label, p.Name) }

func (p *ScatterPoint) mark() Mark {
	if p.Mark != nil {
		return *p.Mark
	}
	return Style(p.Name)
}

// Front gives the points that no other beats, from the least X on: no other
// point is better in one and not worse in the other. Of equal points the first
// counts.
func Front(points []ScatterPoint) []int {
	var order []int
	for i := range points {
		if p := &points[i]; p.X == p.X && p.Y == p.Y {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(points[a].X, points[b].X), cmp.Compare(points[a].Y, points[b].Y))
	})
	var front []int
	for _, i := range order {
		if k := len(front); k == 0 || points[i].Y < points[front[k-1]].Y {
			front = append(front, i)
		}
	}
	return front
}

// box is the rectangle of a label in a chart, which may not lie on another or beyond the frame.
type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool {
	return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
}

// within says whether a label stays in the frame of its chart.
func (a box) within(b box) bool {
	return a.x0 >= b.x0 && a.x1 <= b.x1 && a.y0 >= b.y0 && a.y1 <= b.y1
}

// axis is one of the two.
type axis struct {
	points []extremes
	log    bool
}

// extremes are the place of a point, and of the ends of its bar.
type extremes struct{ at, low, high float64 }

// domain is the range of an axis. Points far beyond most others do not squeeze
// them on a linear one.
func (a *axis) domain() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	var ends []float64
	see := func(v float64) {
		if math.Abs(v) <= most && (!a.log || v > 0) {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	for _, p := range a.points {
		v := p.at
		if v != v || a.log && !(v > 0) {
			continue
		}
		see(v)
		if p.low < p.high {
			see(p.low)
			see(p.high)
			v = math.Max(v, p.high)
		}
		ends = append(ends, v)
	}
	if hi < lo {
		return 1, 10
	}
	if a.log {
		lo, hi = positive(lo, hi)
		// A sixteenth of the range as air on both sides.
		air := math.Sqrt(math.Sqrt(math.Sqrt(math.Sqrt(hi / lo))))
		return lo / air, hi * air
	}
	for i := range ends {
		ends[i] = math.Min(ends[i], most) - lo
	}
	hi = math.Min(hi, lo+clip(ends))
	if lo > 0 && lo < hi*0.5 {
		lo = 0
	}
	lo, hi = bounded(lo, hi)
	if far := math.Max(math.Abs(lo), math.Abs(hi)); hi-lo < far/50 { // as good as the same
		lo, hi = lo-far/100, hi+far/100
	}
	air := (hi - lo) / 24
	if lo != 0 {
		lo -= air
	}
	return lo, hi + air
}

// fineTicks gives the places of a logarithmic axis from lo to hi in steps of
// 1, 2 and 5, of durations in the steps people count in; coarser if there are
// more than most, in equal steps where few would be left.
func fineTicks(lo, hi float64, most int, u Unit) []Tick {
	var all []float64
	if u == Seconds && lo > 0.5 && hi < 8.64e6 {
		all = []float64{1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 3 * 3600, 6 * 3600, 12 * 3600,
			86400, 2 * 86400, 4 * 86400, 7 * 86400, 14 * 86400, 28 * 86400, 56 * 86400}
	} else {
		scale := 1.0
		if u == Seconds && lo > 86400 {
			scale = 86400
		}
		for e := int(math.Floor(math.Log10(lo/scale))) - 1; len(all) < 1000; e++ {
			for _, m := range [3]float64{1, 2, 5} {
				all = append(all, step{m, e}.size()*scale)
			}
			if all[len(all)-1] > hi {
				break
			}
		}
	}
	var in []Tick
	for _, v := range all {
		if v < lo || v > hi {
			continue
		}
		label := u.Format(v)
		switch {
		case u == Seconds && (v == 86400 || v == 2*86400):
			label = numeral.Grouped(v/86400, 0) + numeral.Thin + "d"
		case u == Number && v < 1e-3:
			label = numeral.Scientific(v)
		}
		in = append(in, Tick{v, label})
	}
	if len(in) < 4 { // a short range: equal steps say more
		return TicksWithin(lo, hi, max(most, 1), u)
	}
	for k := 1; ; k++ {
		if (len(in)+k-1)/k <= max(most, 1) {
			var kept []Tick
			for i := 0; i < len(in); i += k {
				kept = append(kept, in[i])
			}
			return kept
		}
	}
}

// SVG draws the chart.
func (f *Scatter) SVG() string {
	w := f.measure()
	c := f.open("scatter", f.desc(&w))
	c.how = "near"
	l := f.layout(c, &w)
	f.ground(c, &l)
	f.settle(c, &l)
	return f.draw(c, &l)
}

// scatterWords are the ranges of the points, and what is said of each.
type scatterWords struct {
	x, y     axis
	dots     []scatterDot
	front    []int
	baseline int // -1 for none
}

// scatterDot is a point as it is drawn.
type scatterDot struct {
	drawn, front bool
	says         string
	at           spot
	tag          place // of its name
}

func (f *Scatter) measure() scatterWords {
	n := len(f.Points)
	w := scatterWords{x: axis{make([]extremes, n), f.XLog}, y: axis{make([]extremes, n), f.YLog}, dots: make([]scatterDot, n), baseline: -1}
	for i := range f.Points {
		p := &f.Points[i]
		drawn := p.X == p.X && p.Y == p.Y && !(f.XLog && !(p.X > 0)) && !(f.YLog && !(p.Y > 0))
		w.dots[i].drawn = drawn
		if p.Baseline && drawn && w.baseline < 0 {
			w.baseline = i
		}
		x, y := extremes{p.X, p.XLow, p.XHigh}, extremes{p.Y, p.YLow, p.YHigh}
		if p.Quiet { // what is faint does not squeeze what is not
			x, y = extremes{p.X, p.X, p.X}, extremes{p.Y, p.Y, p.Y}
		}
		if p.From != nil {
			x.low, x.high = math.Min(p.From.X, p.X), math.Max(p.From.X, p.X)
			y.low, y.high = math.Min(p.From.Y, p.Y), math.Max(p.From.Y, p.Y)
		}
		if !drawn {
			x.at, y.at = math.NaN(), math.NaN()
		}
		w.x.points[i], w.y.points[i] = x, y
	}
	if !f.NoFront {
		for _, i := range Front(f.Points) {
			if w.dots[i].drawn {
				w.front = append(w.front, i)
				w.dots[i].front = true
			}
		}
	}
	for i := range w.dots {
		w.dots[i].says = f.says(&f.Points[i], w.dots[i].front)
	}
	return w
}

// scatterPlan is where everything of the points stands, and what is in the way of
// their names.
type scatterPlan struct {
	scatterWords
	xs, ys       Scale
	xt, yt       []Tick
	steps        []spot // of the front
	marks, taken []box  // which names do not cover
	lines        []box  // which they rather avoid
	unnamed      []entry
}

func (f *Scatter) layout(c *canvas, w *scatterWords) scatterPlan {
	l := scatterPlan{scatterWords: *w}
	y := c.top
	y += c.key(f.entries(w), y)
	y += c.heading(y, scaled(f.Y, f.YLog)) + 4
	height := f.inner(y+60, math.Max(250, math.Min(c.w*0.56, 420)))
	l.ys = Scale{From: y + 8 + height, To: y + 8, Log: f.YLog}
	l.ys.Lo, l.ys.Hi = w.y.domain()
	l.yt = f.levels(&l.ys, height)
	l.xs = Scale{From: math.Min(widest(l.yt)+10, c.w*0.5), To: c.w - 10, Log: f.XLog}
	l.xs.Lo, l.xs.Hi = w.x.domain()
	for i := range l.yt {
		l.yt[i].Label = cut(l.yt[i].Label, textSize, l.xs.From-9.9)
	}
	most := max(2, min(9, int((l.xs.To-l.xs.From)/64)))
	if f.XLog {
		most = max(most, 12)
	}
	lo, hi := l.xs.Lo, l.xs.Hi
	l.xt = c.fitted(most, &l.xs, false, func(n int) []Tick { return f.ticks(lo, hi, n, f.XUnit, f.XLog) })
	// What lies beyond an axis stands at its edge with an arrow.
	for i := range l.dots {
		l.dots[i].at = spot{l.xs.At(f.Points[i].X), l.ys.At(f.Points[i].Y)}
	}
	for _, i := range l.front {
		l.steps = append(l.steps, l.dots[i].at)
	}
	return l
}

// entries are those of the key.
func (f *Scatter) entries(w *scatterWords) (list []entry) {
	if len(w.front) > 0 {
		list = append(list, entry{"Pareto front: no " + orWord(f.Of, "order") + " is better on both", soft.mark(), 's'})
	}
	for i := range f.Points {
		if p := &f.Points[i]; w.dots[i].drawn && (p.XLow < p.XHigh || p.YLow < p.YHigh) {
			list = append(list, entry{orWord(f.Bars, "first to last decile"), soft.mark(), 'i'})
			break
		}
	}
	for _, e := range f.Key {
		list = append(list, entry{e.Label, e.Mark, 'p'})
	}
	return list
}

// ticks gives those of an axis, about n of them.
func (f *Scatter) ticks(lo, hi float64, n int, u Unit, log bool) (t []Tick) {
	if log {
		t = fineTicks(lo, hi, n, u)
	} else {
		t = TicksWithin(lo, hi, n, u)
	}
	if f.Change {
		plus(t)
	}
	return t
}

// levels gives the ticks of the y axis, as many as have room.
func (f *Scatter) levels(ys *Scale, height float64) (best []Tick) {
	for k := max(9, int(height/36)); k > 0; k-- {
		t := f.ticks(ys.Lo, ys.Hi, k, f.YUnit, f.YLog)
		least := 22.0
		if len(t) == threeTicks {
			least = 16
		}
		near := false
		for i := 1; i < len(t); i++ {
			near = near || ys.At(t[i-1].At)-ys.At(t[i].At) < least
		}
		if !near && len(t) > len(best) {
			best = t
		}
	}
	return best
}

// ground draws what lies below the points and tells what their names avoid.
func (f *Scatter) ground(c *canvas, l *scatterPlan) {
	left, right, top, bottom := l.xs.From, l.xs.To, l.ys.To, l.ys.From
	c.shade(l.steps, right, top)
	c.horizontals(l.yt, &l.ys, left, right, math.Inf(-1))
	c.verticals(l.xt, &l.xs, top, bottom, 0, 0, 0)
	c.s("\n")
	if at, ok := f.origin(l); ok {
		rx, ry := crisp(at.x), crisp(at.y)
		c.s(`<path class="plot-ref" fill="none" stroke-dasharray="2 3"`).stroke(ink).s(` d="M`).xy(left, ry).s(`H`).n(right)
		c.move(rx, top).s(`V`).n(bottom).s("\"/>\n")
		l.lines = append(l.lines, box{left, ry, right, ry}, box{rx, top, rx, bottom})
	}
	c.base(left, right, bottom)
	slanted, name := f.diagonal(c, &l.xs, &l.ys)
	l.lines, l.taken = append(l.lines, slanted...), name
	c.refs(f.YRefs, &l.ys, left, right)
	for _, r := range f.YRefs {
		if y := l.ys.At(r.At); l.ys.Holds(r.At) {
			l.lines = append(l.lines, box{left, y, right, y})
			l.taken = append(l.taken, box{right - textWidth(r.Label, textSize) - 6, y - 18, right, y})
		}
	}
	l.lines = append(l.lines, c.front(l.steps, right, top)...)
	for i := range f.Points {
		if d := &l.dots[i]; d.drawn {
			l.marks = append(l.marks, box{d.at.x - 7, d.at.y - 7, d.at.x + 7, d.at.y + 7})
			if !f.Points[i].Quiet {
				l.lines = append(l.lines, f.bars(&f.Points[i], d.at, &l.xs, &l.ys)...)
			}
			l.lines = append(l.lines, f.way(&f.Points[i], d.at, &l.xs, &l.ys)...)
		}
	}
}

// origin is where lines of reference cross: at the baseline, or at no change.
func (f *Scatter) origin(l *scatterPlan) (at spot, ok bool) {
	switch {
	case l.baseline >= 0:
		return l.dots[l.baseline].at, true
	case f.Change && l.xs.Holds(0) && l.ys.Holds(0) && !f.XLog && !f.YLog:
		return spot{l.xs.At(0), l.ys.At(0)}, true
	}
	return at, false
}

// settle finds places for the names, those of the front first; a key below has
// those without.
func (f *Scatter) settle(c *canvas, l *scatterPlan) {
	named := 0
	for i := range l.dots {
		if l.dots[i].drawn && !f.Points[i].Quiet {
			named++
		}
	}
	if named > 60 {
		return
	}
	area := box{l.xs.From + 2, l.ys.To + 1, c.w - 1, l.ys.From - 2}
	var leads []box
	for _, front := range [2]bool{true, false} {
		for i := range l.dots {
			d := &l.dots[i]
			if !d.drawn || d.front != front || f.Points[i].Quiet {
				continue
			}
			words := f.tag(i, &l.xs, &l.ys)
			if words == "" {
				continue
			}
			size := textSize
			if front {
				size *= bold
			}
			words = cut(words, size, c.w-24)
			d.tag = settle(d.at, textWidth(words, size), area, l.marks, l.taken, leads, l.lines)
			d.tag.words = words
			if !d.tag.ok {
				if len(l.unnamed) < 24 {
					l.unnamed = append(l.unnamed, entry{words, f.Points[i].mark(), 'p'})
				}
				continue
			}
			l.taken = append(l.taken, d.tag.box)
			if d.tag.lead {
				leads = append(leads, d.tag.way(d.at))
			}
		}
	}
}

func (f *Scatter) draw(c *canvas, l *scatterPlan) string {
	c.s(`<g class="plot-points">`)
	for i := range f.Points {
		p, d := &f.Points[i], &l.dots[i]
		if !d.drawn {
			continue
		}
		c.s(`<g class="plot-point"`).tint(p.mark())
		c.says(d.says, orWord(p.Name, p.Label), d.at)
		f.arrow(c, p, d.at, &l.xs, &l.ys)
		f.cross(c, p, d.at, &l.xs, &l.ys)
		c.edge(p, d.at, &l.xs, &l.ys)
		c.point(p.mark(), d.at.x, d.at.y)
		c.s("</g>\n")
	}
	c.s(`</g><g class="plot-names">`)
	for i := range f.Points {
		if l.dots[i].tag.ok {
			f.name(c, &f.Points[i], &l.dots[i])
		}
	}
	c.s("</g>\n")
	c.below(l.xt, &l.xs, l.ys.From, true)
	y := l.ys.From + 38
	y += c.caption(l.xs.To, y, l.xs.To-8, 'e', scaled(f.X, f.XLog))
	if len(l.unnamed) > 0 {
		y += c.key(l.unnamed, y-8)
	}
	return c.close(y - 4)
}

// name writes that of a point at its place, and a line to it where it is far.
func (f *Scatter) name(c *canvas, p *ScatterPoint, d *scatterDot) {
	if d.tag.lead {
		w := d.tag.way(d.at)
		c.s(`<path fill="none" stroke-width=".8"`).stroke(soft).s(` d="M`).xy(w.x0, w.y0).s(`L`).xy(w.x1, w.y1).s(`"/>`)
	}
	c.s(`<g`).keyed(orWord(p.Name, p.Label))
	if d.front {
		c.s(` font-weight="600"`)
	}
	c.halo().s(`>`)
	c.text(d.tag.box.x0+1, d.tag.base, 's', d.tag.words)
	c.s(`</g>`)
}

// tag is what is written at a point: its name, and its value where that is
// beyond an axis.
func (f *Scatter) tag(i int, xs, ys *Scale) string {
	p := &f.Points[i]
	words := p.label()
	if !xs.Holds(p.X) {
		words += " " + f.write(f.XUnit, p.X)
	}
	if !ys.Holds(p.Y) {
		words += " " + f.write(f.YUnit, p.Y)
	}
	return words
}

func (f *Scatter) write(u Unit, v float64) string {
	if f.Change {
		return u.change(v)
	}
	return u.Format(v)
}

func (f *Scatter) says(p *ScatterPoint, front bool) string {
	part := func(name string, u Unit, v, lo, hi float64) string {
		s := name + " " + f.write(u, v)
		if lo < hi {
			s += " (" + f.write(u, lo) + " to " + f.write(u, hi) + ")"
		}
		return s
	}
	s := p.label() + ": " + part(orWord(f.X, "x"), f.XUnit, p.X, p.XLow, p.XHigh) + "; " + part(orWord(f.Y, "y"), f.YUnit, p.Y,
		p.YLow, p.YHigh)
	if p.From != nil {
		s += "; from " + f.write(f.XUnit, p.From.X) + ", " + f.write(f.YUnit, p.From.Y)
	}
	if p.Baseline {
		s += "; reference"
	}
	if front {
		s += "; on the Pareto front"
	}
	if p.Note != "" {
		s += "; " + p.Note
	}
	return s
}

func (f *Scatter) desc(w *scatterWords) string {
	if len(w.dots) == 0 {
		return "Nothing to show yet."
	}
	d := orWord(f.Y, "y") + " against " + orWord(f.X, "x") + ", " + numeral.Whole(float64(len(w.dots))) + " points. "
	for k, i := range w.front {
		if k < 12 {
			d += w.dots[i].says + ". "
		}
	}
	return d
}

// shade darkens what the front beats.
func (c *canvas) shade(steps []spot, right, top float64) {
	if len(steps) == 0 {
		return
	}
	c.s(`<path class="plot-beaten" fill-opacity=".035"`).fill(ink).s(` d="M`).xy(steps[0].x, top)
	for _, p := range steps {
		c.s(`H`).n(p.x).s(`V`).n(p.y)
	}
	c.s(`H`).n(right).s(`V`).n(top).s(`z"/>`)
}

// front draws the stepped line and gives its pieces.
func (c *canvas) front(steps []spot, right, top float64) (pieces []box) {
	if len(steps) == 0 {
		return nil
	}
	c.s(`<path class="plot-front" fill="none" stroke-width="1.4"`).stroke(soft).s(` d="M`).xy(steps[0].x, top)
	x, y := steps[0].x, top
	for _, p := range steps {
		if p.x != x {
			c.s(`H`).n(p.x)
			pieces = append(pieces, box{x, y, p.x, y})
		}
		c.s(`V`).n(p.y)
		pieces = append(pieces, box{p.x, math.Min(y, p.y), p.x, math.Max(y, p.y)})
		x, y = p.x, p.y
	}
	c.s(`H`).n(right).s("\"/>\n")
	return append(pieces, box{x, y, right, y})
}

// bars gives where a point's bars lie.
func (f *Scatter) bars(p *ScatterPoint, at spot, xs, ys *Scale) (out []box) {
	if p.XLow < p.XHigh {
		if a, b := xs.At(p.XLow), xs.At(p.XHigh); b > a {
			out = append(out, box{a, at.y, b, at.y})
		}
	}
	if p.YLow < p.YHigh {
		if a, b := ys.At(p.YHigh), ys.At(p.YLow); b > a {
			out = append(out, box{at.x, a, at.x, b})
		}
	}
	return out
}

// cross draws the bars of a point.
func (f *Scatter) cross(c *canvas, p *ScatterPoint, at spot, xs, ys *Scale) {
	b := f.bars(p, at, xs, ys)
	if len(b) == 0 {
		return
	}
	if p.Quiet {
		c.s(`<path fill="none" stroke="currentColor" stroke-width="1" stroke-opacity=".22" d="`)
	} else {
		c.s(`<path fill="none" stroke="currentColor" stroke-width="1.3" stroke-opacity=".62" d="`)
	}
	for _, b := range b {
		c.move(b.x0, b.y0)
		if b.y0 == b.y1 {
			c.s(`H`).n(b.x1)
		} else {
			c.s(`V`).n(b.y1)
		}
	}
	c.s(`"/>`)
}

// edge draws arrows at a point that lies beyond an axis.
func (c *canvas) edge(p *ScatterPoint, at spot, xs, ys *Scale) {
	arrow := func(d string) {
		c.s(`<path fill="currentColor" d="M`).xy(at.x, at.y).s(d).s(`"/>`)
	}
	if p.X > xs.Hi {
		arrow("m10 0l-7-4.5v9z")
	}
	if p.X < xs.Lo {
		arrow("m-10 0l7-4.5v9z")
	}
	if p.Y > ys.Hi {
		arrow("m0-10l-4.5 7h9z")
	}
	if p.Y < ys.Lo {
		arrow("m0 10l-4.5-7h9z")
	}
}

// place is where a label stands.
type place struct {
	box   box
	base  float64 // its baseline
	words string
	cost  float64
	lead  bool // a line leads to it
	ok    bool
}

// way is the line from the point to its label.
func (p *place) way(from spot) box {
	x := math.Max(p.box.x0, math.Min(p.box.x1, from.x))
	y := math.Max(p.box.y0, math.Min(p.box.y1, from.y))
	dx, dy := x-from.x, y-from.y
	d := math.Sqrt(dx*dx + dy*dy)
	if d < 9 {
		return box{x, y, x, y}
	}
	return box{from.x + dx*7/d, from.y + dy*7/d, x, y}
}

// Directions a label may lie in, the better ones first, and how far away.
var (
	around = [...]spot{{1, 0}, {1, -1}, {-1, 0}, {1, 1}, {-1, -1}, {-1, 1}, {0, -1}, {0, 1}}
	rings  = [...]float64{9, 15, 24, 36, 50, 66}
)

// settle finds the best free place for a label of width w at a point: inside
// the area, on no point and no other label, rather not on lines, and near.
func settle(at spot, w float64, area box, marks, taken, leads, lines []box) place {
	const up, down = textSize * 0.74, textSize * 0.2
	best, least := place{}, math.Inf(1)
	for k, r := range rings {
		for d, dir := range around {
			x := at.x + dir.x*r
			switch {
			case dir.x < 0:
				x -= w
			case dir.x == 0:
				x -= w / 2
			}
			base := at.y + 4.5
			switch diag := dir.x != 0; {
			case dir.y < 0 && diag:
				base = at.y - r*0.55
			case dir.y < 0:
				base = at.y - r + 1
			case dir.y > 0 && diag:
				base = at.y + r*0.55 + up
			case dir.y > 0:
				base = at.y + r - 1 + up
			}
			b := box{x - 1, base - up - 1, x + w + 1, base + down + 1}
			if !b.within(area) {
				continue
			}
			p := place{box: b, base: base, lead: k > 0, ok: true}
			cost := float64(k)*9 + float64(d)*0.6
			free := true
			for _, o := range marks {
				free = free && !b.meets(o)
			}
			for _, o := range taken {
				free = free && !b.meets(o)
			}
			for _, o := range leads {
				free = free && !crosses(o, b)
			}
			if !free {
				continue
			}
			for _, o := range lines {
				if b.meets(box{o.x0 - 1, o.y0 - 1, o.x1 + 1, o.y1 + 1}) {
					cost += 7
				}
			}
			if p.lead {
				way := p.way(at)
				for _, o := range taken {
					if crosses(way, o) {
						cost += 40
					}
				}
				for _, o := range marks {
					if crosses(way, o) && !o.meets(box{at.x - 1, at.y - 1, at.x + 1, at.y + 1}) {
						cost += 15
					}
				}
			}
			if cost < least {
				best, least = p, cost
				best.cost = cost
			}
		}
	}
	return best
}

// crosses says whether the line from one corner of way to the other meets b.
func crosses(way, b box) bool {
	const steps = 16
	for i := 0; i <= steps; i++ {
		x := way.x0 + (way.x1-way.x0)*float64(i)/steps
		y := way.y0 + (way.y1-way.y0)*float64(i)/steps
		if x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1 {
			return true
		}
	}
	return false
}
