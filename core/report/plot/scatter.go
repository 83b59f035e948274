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

// box is a rectangle on the screen.
type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool {
	return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
}

func (a box) within(b box) bool {
	return a.x0 >= b.x0 && a.x1 <= b.x1 && a.y0 >= b.y0 && a.y1 <= b.y1
}

// axis is one of the two.
type axis struct {
	values, low, high []float64
	log               bool
}

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
	for i, v := range a.values {
		if v != v || a.log && !(v > 0) {
			continue
		}
		see(v)
		if a.low[i] < a.high[i] {
			see(a.low[i])
			see(a.high[i])
			v = math.Max(v, a.high[i])
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
	n := len(f.Points)
	ax, ay := axis{log: f.XLog}, axis{log: f.YLog}
	drawn := make([]bool, n)
	baseline := -1
	for i := range f.Points {
		p := &f.Points[i]
		drawn[i] = p.X == p.X && p.Y == p.Y && !(f.XLog && !(p.X > 0)) && !(f.YLog && !(p.Y > 0))
		if p.Baseline && drawn[i] && baseline < 0 {
			baseline = i
		}
		ax.values, ax.low, ax.high = append(ax.values, p.X), append(ax.low, p.XLow), append(ax.high, p.XHigh)
		ay.values, ay.low, ay.high = append(ay.values, p.Y), append(ay.low, p.YLow), append(ay.high, p.YHigh)
		if p.Quiet { // what is faint does not squeeze what is not
			ax.low[i], ax.high[i], ay.low[i], ay.high[i] = p.X, p.X, p.Y, p.Y
		}
		if p.From != nil {
			ax.low[i], ax.high[i] = math.Min(p.From.X, p.X), math.Max(p.From.X, p.X)
			ay.low[i], ay.high[i] = math.Min(p.From.Y, p.Y), math.Max(p.From.Y, p.Y)
		}
		if !drawn[i] {
			ax.values[i], ay.values[i] = math.NaN(), math.NaN()
		}
	}
	onFront := make([]bool, n)
	var front []int
	if !f.NoFront {
		for _, i := range Front(f.Points) {
			if drawn[i] {
				front = append(front, i)
				onFront[i] = true
			}
		}
	}
	says := make([]string, n)
	for i := range f.Points {
		says[i] = f.says(&f.Points[i], onFront[i])
	}
	c := f.open("scatter", f.desc(front, says))
	c.how = "near"
	y := c.top
	var entries []entry
	grey := soft.mark()
	if len(front) > 0 {
		entries = append(entries, entry{"Pareto front: no " + orWord(f.Of, "order") + " is better on both", grey, 's'})
	}
	for i := range f.Points {
		if p := &f.Points[i]; drawn[i] && (p.XLow < p.XHigh || p.YLow < p.YHigh) {
			entries = append(entries, entry{orWord(f.Bars, "first to last decile"), grey, 'i'})
			break
		}
	}
	for _, e := range f.Key {
		entries = append(entries, entry{e.Label, e.Mark, 'p'})
	}
	y += c.key(entries, y)
	y += c.heading(y, f.Y) + 4

	height := f.inner(y+60, math.Max(250, math.Min(c.w*0.56, 420)))
	top, bottom := y+8, y+8+height
	lo, hi := ay.domain()
	ys := &Scale{Lo: lo, Hi: hi, From: bottom, To: top, Log: f.YLog}
	var yt []Tick
	for k := max(9, int(height/36)); k > 0; k-- {
		t := TicksWithin(lo, hi, k, f.YUnit)
		if f.YLog {
			t = fineTicks(lo, hi, k, f.YUnit)
		}
		least := 22.0
		if len(t) == threeTicks {
			least = 16
		}
		near := false
		for i := 1; i < len(t); i++ {
			near = near || ys.At(t[i-1].At)-ys.At(t[i].At) < least
		}
		if !near && len(t) > len(yt) {
			yt = t
		}
	}
	sign := func(t []Tick) []Tick {
		if f.Change {
			plus(t)
		}
		return t
	}
	yt = sign(yt)
	left, right := math.Min(widest(yt)+10, c.w*0.5), c.w-10
	for i := range yt {
		yt[i].Label = cut(yt[i].Label, textSize, left-9.9)
	}
	lo, hi = ax.domain()
	xs := &Scale{Lo: lo, Hi: hi, From: left, To: right, Log: f.XLog}
	var xt []Tick
	most := max(2, min(9, int((right-left)/64)))
	if f.XLog {
		xt = c.fitted(max(most, 12), xs, false, func(k int) []Tick { return sign(fineTicks(lo, hi, k, f.XUnit)) })
	} else {
		xt = c.fitted(most, xs, false, func(k int) []Tick { return sign(TicksWithin(lo, hi, k, f.XUnit)) })
	}

	// Places. What lies beyond an axis stands at its edge with an arrow.
	at := make([]spot, n)
	for i := range f.Points {
		at[i] = spot{xs.At(f.Points[i].X), ys.At(f.Points[i].Y)}
	}
	c.shade(front, at, left, right, top, bottom)
	c.horizontals(yt, ys, left, right, math.Inf(-1))
	c.verticals(xt, xs, top, bottom, 0, 0, 0)
	c.s("\n")
	// Reference lines through the baseline, or at no change.
	var rx, ry float64
	refs := true
	switch {
	case baseline >= 0:
		rx, ry = at[baseline].x, at[baseline].y
	case f.Change && xs.Holds(0) && ys.Holds(0) && !f.XLog && !f.YLog:
		rx, ry = xs.At(0), ys.At(0)
	default:
		refs = false
	}
	var lines []box // what labels rather avoid
	if refs {
		rx, ry = crisp(rx), crisp(ry)
		c.s(`<path class="plot-ref" fill="none" stroke-dasharray="2 3"`).stroke(ink).s(` d="M`).xy(left, ry).s(`H`).n(right)
		c.move(rx, top).s(`V`).n(bottom).s("\"/>\n")
		lines = append(lines, box{left, ry, right, ry}, box{rx, top, rx, bottom})
	}
	c.base(left, right, bottom)
	slanted, taken := f.diagonal(c, xs, ys)
	lines = append(lines, slanted...)
	c.refs(f.YRefs, ys, left, right)
	for _, r := range f.YRefs {
		if y := ys.At(r.At); ys.Holds(r.At) {
			lines = append(lines, box{left, y, right, y})
			taken = append(taken, box{right - textWidth(r.Label, textSize) - 6, y - 18, right, y})
		}
	}
	lines = append(lines, c.front(front, at, right, top)...)

	var marks []box
	for i := range f.Points {
		if drawn[i] {
			marks = append(marks, box{at[i].x - 7, at[i].y - 7, at[i].x + 7, at[i].y + 7})
			if !f.Points[i].Quiet {
				lines = append(lines, f.bars(&f.Points[i], at[i], xs, ys)...)
			}
			lines = append(lines, f.way(&f.Points[i], at[i], xs, ys)...)
		}
	}
	// Labels: those of the front choose first.
	var order []int
	for pass := 0; pass < 2; pass++ {
		for i := range f.Points {
			if drawn[i] && onFront[i] == (pass == 0) {
				order = append(order, i)
			}
		}
	}
	area := box{left + 2, top + 1, c.w - 1, bottom - 2}
	named := 0
	for _, i := range order {
		if !f.Points[i].Quiet {
			named++
		}
	}
	places := make([]place, n)
	var leads []box
	var unnamed []entry
	for _, i := range order {
		words := f.tag(i, xs, ys)
		size := textSize
		if onFront[i] {
			size *= bold
		}
		if words == "" || f.Points[i].Quiet {
			continue
		}
		if named > 60 {
			continue
		}
		words = cut(words, size, c.w-24)
		p := settle(at[i], textWidth(words, size), area, marks, taken, leads, lines)
		p.words = words
		places[i] = p
		if !p.ok {
			if len(unnamed) < 24 {
				unnamed = append(unnamed, entry{words, f.Points[i].mark(), 'p'})
			}
			continue
		}
		taken = append(taken, p.box)
		if p.lead {
			leads = append(leads, p.way(at[i]))
		}
	}
	c.s(`<g class="plot-points">`)
	for i := range f.Points {
		if !drawn[i] {
			continue
		}
		p := &f.Points[i]
		c.s(`<g class="plot-point"`).tint(p.mark())
		c.says(says[i], orWord(p.Name, p.Label), at[i])
		f.arrow(c, p, at[i], xs, ys)
		f.cross(c, p, at[i], xs, ys)
		c.edge(p, at[i], xs, ys)
		c.point(p.mark(), at[i].x, at[i].y)
		c.s("</g>\n")
	}
	c.s(`</g><g class="plot-names">`)
	for i := range f.Points {
		q := &places[i]
		if !q.ok {
			continue
		}
		if q.lead {
			w := q.way(at[i])
			c.s(`<path fill="none" stroke-width=".8"`).stroke(soft).s(` d="M`).xy(w.x0, w.y0).s(`L`).xy(w.x1, w.y1).s(`"/>`)
		}
		c.s(`<g`).keyed(orWord(f.Points[i].Name, f.Points[i].Label))
		if onFront[i] {
			c.s(` font-weight="600"`)
		}
		c.halo().s(`>`)
		c.text(q.box.x0+1, q.base, 's', q.words)
		c.s(`</g>`)
	}
	c.s("</g>\n")
	c.below(xt, xs, bottom, true)
	y = bottom + 38
	y += c.caption(right, y, right-8, 'e', f.X)
	if len(unnamed) > 0 {
		y += c.key(unnamed, y-8)
	}
	return c.close(y - 4)
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
	s := p.label() + ": " + part(orWord(f.X, "x"), f.XUnit, p.X, p.XLow, p.XHigh) + "; " + part(orWord(f.Y, "y"), f.YUnit, p.Y, p.YLow, p.YHigh)
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

func (f *Scatter) desc(front []int, says []string) string {
	if len(says) == 0 {
		return "Nothing to show yet."
	}
	d := orWord(f.Y, "y") + " against " + orWord(f.X, "x") + ", " + numeral.Whole(float64(len(says))) + " points. "
	for k, i := range front {
		if k < 12 {
			d += says[i] + ". "
		}
	}
	return d
}

// shade darkens what the front beats.
func (c *canvas) shade(front []int, at []spot, left, right, top, bottom float64) {
	if len(front) == 0 {
		return
	}
	c.s(`<path class="plot-beaten" fill-opacity=".035"`).fill(ink).s(` d="M`).xy(at[front[0]].x, top)
	for _, i := range front {
		c.s(`H`).n(at[i].x).s(`V`).n(at[i].y)
	}
	c.s(`H`).n(right).s(`V`).n(top).s(`z"/>`)
}

// front draws the stepped line and gives its pieces.
func (c *canvas) front(front []int, at []spot, right, top float64) (pieces []box) {
	if len(front) == 0 {
		return nil
	}
	c.s(`<path class="plot-front" fill="none" stroke-width="1.4"`).stroke(soft).s(` d="M`).xy(at[front[0]].x, top)
	x, y := at[front[0]].x, top
	for _, i := range front {
		p := at[i]
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
