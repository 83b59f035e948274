package plot

import (
	"math"
	"slices"
)

// ECDF shows distributions as cumulative curves: at each value, the share of
// what is not larger.
type ECDF struct {
	Frame
	Series []Sample
	Log    bool   // logarithmic x axis; values of 0 and less count at its left end
	Signed bool   // of seconds more or less: even in the logarithm both ways from 0
	X      string // what is measured, with its unit unless XUnit writes it
	XUnit  Unit
	Of     string // what the shares are shares of: "share of jobs"
}

// Sample is the values of one curve or strip, in any order; unknown ones are left out.
type Sample struct {
	Label  string // Name if empty
	Name   string // the order, which decides colour and form
	Hue    string // or a custom property, as in Bars
	Values []float64
}

func (s *Sample) label() string { return orWord(s.Label, s.Name) }
func (s *Sample) key() string   { return orWord(s.Name, s.Label) }
func (s *Sample) mark() Mark    { return hue(s.Name, s.Hue) }

// SVG draws the chart.
func (f *ECDF) SVG() string {
	w := f.measure()
	c := f.open("ecdf", orWord(w.desc, "Nothing to show yet."))
	l := f.layout(c, &w)
	return f.draw(c, &l)
}

// ecdfWords are the values of the curves in order, and what is said of them.
type ecdfWords struct {
	sorted  [][]float64
	lo, hi  float64 // of what is drawn
	entries []entry
	desc    string
}

func (f *ECDF) measure() ecdfWords {
	w := ecdfWords{lo: math.Inf(1), hi: math.Inf(-1)}
	for i := range f.Series {
		s := &f.Series[i]
		v := make([]float64, 0, len(s.Values))
		for _, x := range s.Values {
			if x == x {
				if f.Signed {
					x = bend(x)
				}
				v = append(v, x)
				if math.Abs(x) <= most && (!f.Log || x > 0) {
					w.lo, w.hi = math.Min(w.lo, x), math.Max(w.hi, x)
				}
			}
		}
		slices.Sort(v)
		w.sorted = append(w.sorted, v)
		if s.label() != "" && len(f.Series) > 1 {
			w.entries = append(w.entries, entry{s.label(), s.mark(), 'l'})
		}
		if len(v) > 0 && i < 12 {
			if l := s.label(); l != "" {
				w.desc += l + ": "
			}
			w.desc += f.quantiles(v) + ". "
		}
	}
	if w.hi < w.lo {
		w.lo, w.hi = 1, 10
	}
	return w
}

// ecdfPlan is where everything of the curves stands.
type ecdfPlan struct {
	ecdfWords
	xs, ys    Scale
	t, shares []Tick
	left      float64
	names     []place // on the curves, or none where a key has them
}

// layout looks for room for the names on the curves; where there is none, a key
// above them moves all down.
func (f *ECDF) layout(c *canvas, w *ecdfWords) ecdfPlan {
	l := ecdfPlan{ecdfWords: *w, shares: Ticks(0, 1, 4, Percent)}
	l.left = widest(l.shares) + 10
	l.xs = Scale{From: l.left + 2, To: c.w - 8, Log: f.Log}
	f.axis(c, &l)
	words := orWord(f.Of, "share")
	y := c.top + subLead*float64(len(wrap(words, textSize, c.w, 8))) + 4
	l.ys = Scale{Lo: 0, Hi: 1, From: y + 8 + f.inner(y+60, 200), To: y + 8}
	l.names = c.onCurves(f.lane(l.sorted, &l.xs, &l.ys), &l.xs, &l.ys, l.entries)
	y = c.top
	if l.names == nil {
		y += c.key(l.entries, y)
	}
	y += c.heading(y, words) + 4
	height := f.inner(y+60, 200)
	if height < 120 {
		l.shares = Ticks(0, 1, 2, Percent)
	}
	l.ys.From, l.ys.To = y+8+height, y+8
	return l
}

// axis gives the x axis its ticks and its ends.
func (f *ECDF) axis(c *canvas, l *ecdfPlan) {
	switch s := &l.xs; {
	case f.Signed:
		l.t = bentTicks(l.lo, l.hi, f.XUnit, 0)
		s.over(l.t)
		for sparse := 1; sparse < 5 && !c.fits(l.t, s); sparse++ {
			l.t = bentTicks(s.Lo, s.Hi, f.XUnit, sparse)
		}
	case f.Log:
		l.t = c.decades(s, l.lo, l.hi, f.XUnit, false)
	default:
		l.t = c.roundTicks(max(2, min(8, int((c.w-8-l.left)/70))), s, l.lo, l.hi, f.XUnit)
	}
}

func (f *ECDF) draw(c *canvas, l *ecdfPlan) string {
	right, bottom := c.w-8, l.ys.From
	c.horizontals(l.shares, &l.ys, l.left, right, 0)
	c.verticals(l.t, &l.xs, l.ys.To, bottom, 0, 0, 0)
	for i, v := range l.sorted {
		if len(v) > 0 {
			m := f.Series[i].mark()
			c.s(`<path class="plot-line" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"`)
			c.keyed(f.Series[i].key()).tint(m).dashes(m).s(` d="M`).xy(l.xs.From, bottom)
			c.stairs(v, &l.xs, &l.ys)
			c.s("\"/>\n")
		}
	}
	c.base(l.left, right, bottom)
	for i, p := range l.names {
		if p.ok {
			m := f.Series[i].mark()
			c.s(`<g`).keyed(f.Series[i].key()).tint(m).s(`>`)
			c.point(m, p.box.x0+6, p.base-4.5)
			c.s(`<g font-weight="600"`).halo().s(`>`)
			c.text(p.box.x0+namedMark, p.base, 's', p.words)
			c.s(`</g></g>`)
		}
	}
	if len(l.sorted) > 0 {
		c.lanes([]lane{f.lane(l.sorted, &l.xs, &l.ys)})
	}
	return c.foot(l.t, &l.xs, bottom, right, c.w-8, scaled(f.X, f.Log))
}

// stairs goes up a step a value; one a pixel is as much as can be seen.
func (c *canvas) stairs(v []float64, xs, ys *Scale) {
	lastX, lastY := xs.From, ys.From
	for k := 0; k < len(v); {
		x := math.Round(xs.At(v[k])*2) / 2
		for k < len(v) && math.Round(xs.At(v[k])*2)/2 == x {
			k++
		}
		if x != lastX {
			c.s(`H`).n(x)
			lastX = x
		}
		if y := ys.At(float64(k) / float64(len(v))); y != lastY {
			c.s(`V`).n(y)
			lastY = y
		}
	}
	if lastX < xs.To {
		c.s(`H`).n(xs.To)
	}
}

// namedMark is the room of a mark before the name of a curve.
const namedMark = 15.0

// onCurves finds a place for each name beside its curve, clear of the others;
// nil where one of them has none, or there are too many to look for.
func (c *canvas) onCurves(l lane, xs, ys *Scale, entries []entry) []place {
	const many = 4
	if len(entries) == 0 || len(entries) > many || len(entries) != len(l.lines) {
		return nil
	}
	area := box{xs.From + 2, ys.To + 1, xs.To - 1, ys.From - 3}
	var curves, taken []box
	for i := range l.lines {
		for k := 1; k < len(l.x); k++ {
			curves = append(curves, stretch(spot{l.left + l.x[k-1], l.lines[i].y[k-1]}, spot{l.left + l.x[k], l.lines[i].y[k]}, 2)...)
		}
	}
	out := make([]place, len(l.lines))
	for i := range l.lines {
		best := place{cost: 6} // on a line is no place
		for k := 8; k < len(l.x)-8; k += 4 {
			at := spot{l.left + l.x[k], l.lines[i].y[k]}
			p := settle(at, namedMark+textWidth(entries[i].label, textSize*bold), area, nil, taken, nil, curves)
			if p.ok && !p.lead && p.cost < best.cost {
				best = p
				best.words = entries[i].label
			}
		}
		if !best.ok {
			return nil
		}
		out[i] = best
		taken = append(taken, best.box)
	}
	return out
}

// quantiles tells a distribution in a sentence.
func (f *ECDF) quantiles(v []float64) string {
	q := func(p float64) string { return f.format(v[int(p*float64(len(v)-1)+0.5)]) }
	return "median " + q(0.5) + ", a tenth up to " + q(0.1) + ", nine tenths up to " + q(0.9)
}

// format writes what is at a place of the axis.
func (f *ECDF) format(x float64) string {
	if f.Signed {
		return f.XUnit.change(straight(x))
	}
	return f.XUnit.Format(x)
}

// lane gives what the curves are read by: the share of what is not larger, at
// places side by side.
func (f *ECDF) lane(sorted [][]float64, xs, ys *Scale) lane {
	const places = 96
	l := lane{left: xs.From, top: ys.To, bottom: ys.From}
	for i := range f.Series {
		l.lines = append(l.lines, reading{key: f.Series[i].key(), name: f.Series[i].label()})
	}
	for k := 0; k <= places; k++ {
		p := float64(k) / places
		x := xs.Lo + p*(xs.Hi-xs.Lo)
		if xs.Log {
			x = xs.back(p)
		}
		l.times = append(l.times, "up to "+f.format(x))
		l.x = append(l.x, xs.At(x)-xs.From)
		for i, v := range sorted {
			r := &l.lines[i]
			if len(v) == 0 {
				r.says, r.y = append(r.says, ""), append(r.y, 0)
				continue
			}
			n, _ := slices.BinarySearch(v, math.Nextafter(x, math.Inf(1)))
			share := float64(n) / float64(len(v))
			r.says, r.y = append(r.says, Percent.Format(share)), append(r.y, ys.At(share))
		}
	}
	return l
}
