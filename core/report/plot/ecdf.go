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

// SVG draws the chart.
func (f *ECDF) SVG() string {
	sorted := make([][]float64, len(f.Series))
	lo, hi := math.Inf(1), math.Inf(-1)
	var entries []entry
	desc := ""
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
					lo, hi = math.Min(lo, x), math.Max(hi, x)
				}
			}
		}
		slices.Sort(v)
		sorted[i] = v
		if s.label() != "" && len(f.Series) > 1 {
			entries = append(entries, entry{s.label(), hue(s.Name, s.Hue), 'l'})
		}
		if len(v) > 0 && i < 12 {
			if l := s.label(); l != "" {
				desc += l + ": "
			}
			desc += f.quantiles(v) + ". "
		}
	}
	if hi < lo {
		lo, hi = 1, 10
	}
	if desc == "" {
		desc = "Nothing to show yet."
	}
	c := f.open("ecdf", desc)
	shares := Ticks(0, 1, 4, Percent)
	left, right := widest(shares)+10, c.w-8
	xs := &Scale{From: left + 2, To: right, Log: f.Log}
	on := func(t []Tick) *Scale {
		xs.Lo, xs.Hi = t[0].At, t[len(t)-1].At
		return xs
	}
	var t []Tick
	switch {
	case f.Signed:
		t = bentTicks(lo, hi, f.XUnit, 0)
		s := on(t)
		for sparse := 1; sparse < 5 && !c.fits(t, s); sparse++ {
			t = bentTicks(s.Lo, s.Hi, f.XUnit, sparse)
		}
	case f.Log:
		t = LogTicks(lo, hi, f.XUnit)
		if s := on(t); !c.fits(t, s) {
			t = c.thinned(t, s)
		}
	default:
		t = c.fitted(max(2, min(8, int((right-left)/70))), on, func(n int) []Tick { return Ticks(lo, hi, n, f.XUnit) })
	}
	// Names stand on the curves, or in a key above where they have no room.
	words := orWord(f.Of, "share")
	y := c.top + subLead*float64(len(wrap(words, textSize, c.w, 8))) + 4
	height := f.inner(y+60, 200)
	ys := &Scale{Lo: 0, Hi: 1, From: y + 8 + height, To: y + 8}
	names := c.onCurves(f.lane(sorted, xs, ys), xs, ys, entries)
	y = c.top
	if names == nil {
		y += c.key(entries, y)
	}
	y += c.heading(y, words) + 4
	if height = f.inner(y+60, 200); height < 120 {
		shares = Ticks(0, 1, 2, Percent)
	}
	top, bottom := y+8, y+8+height
	ys.From, ys.To = bottom, top
	c.horizontals(shares, ys, left, right, 0)
	c.verticals(t, xs, top, bottom, 0, 0, 0)
	for i, v := range sorted {
		if len(v) == 0 {
			continue
		}
		m := hue(f.Series[i].Name, f.Series[i].Hue)
		c.s(`<path class="plot-line" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"`)
		c.keyed(f.Series[i].key()).tint(m).dashes(m).s(` d="M`).xy(xs.From, bottom)
		// One step a pixel is as much as can be seen.
		lastX, lastY := xs.From, bottom
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
		c.s("\"/>\n")
	}
	c.base(left, right, bottom)
	for i, p := range names {
		if p.ok {
			m := hue(f.Series[i].Name, f.Series[i].Hue)
			c.s(`<g`).keyed(f.Series[i].key()).tint(m).s(`>`)
			c.point(m, p.box.x0+6, p.base-4.5)
			c.s(`<g font-weight="600"`).halo().s(`>`)
			c.text(p.box.x0+namedMark, p.base, 's', p.words)
			c.s(`</g></g>`)
		}
	}
	if len(sorted) > 0 {
		c.lanes([]lane{f.lane(sorted, xs, ys)})
	}
	return c.foot(t, xs, bottom, right, c.w-8, f.X)
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
