package plot

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
)

// Sweep shows what a setting does: panels under each other over one
// logarithmic axis of a threshold, at whose right end there is none. Values
// that were computed are points; the lines between them are straight, and
// stand for nothing that was computed.
type Sweep struct {
	Frame
	Settings []float64 // where values were computed, rising
	None     bool      // and one more value, without any
	X        string    // what is set: "threshold"
	XUnit    Unit
	Panels   []SweepPanel
	// Cursor is a place on the axis from 0 to 1, where the panels are read;
	// negative for none.
	Cursor float64
	Signs  []SweepSign
}

// SweepSign marks a setting that is spoken of elsewhere too, whatever series it is of.
type SweepSign struct {
	Setting float64 // negative: none
	Label   string
	Mark    Mark
	Values  []float64 // one a panel
}

// SweepPanel is what one quantity does.
type SweepPanel struct {
	Y      string // what it is
	YUnit  Unit
	Series []Series // a value a setting; the last is that of none
	Refs   []Ref
	Band   string // names the bands
}

// finite is the part of the axis for settings when there is none besides.
const finite = 0.88

// part is the place of a setting on the axis, from 0 to 1.
func (f *Sweep) part(v float64) float64 {
	span := 1.0
	if f.None {
		span = finite
	}
	if f.isNone(v) {
		return 1
	}
	lo, hi := f.ends()
	if !(hi > lo) {
		return span / 2
	}
	return span * (&Scale{Lo: lo, Hi: hi, From: 0, To: 1, Log: true}).At(math.Max(v, lo))
}

func (f *Sweep) isNone(v float64) bool { return v != v || v < 0 }

// ends are the least setting that a logarithm has, half the next one for
// zero, and the largest.
func (f *Sweep) ends() (lo, hi float64) {
	lo, hi = math.Inf(1), 0.0
	zero := false
	for _, v := range f.Settings {
		if v > 0 {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
		zero = zero || v == 0
	}
	if hi == 0 {
		return 1, 1
	}
	if zero {
		lo /= 2
	}
	return lo, hi
}

// At is the setting at a place on the axis; negative where there is none. A
// place between the largest setting and none is that of the nearer of them.
func (f *Sweep) At(place float64) float64 {
	lo, hi := f.ends()
	span := 1.0
	if f.None {
		span = finite
		if len(f.Settings) == 0 || place > (span+1)/2 {
			return -1
		}
	}
	if !(hi > lo) {
		return hi
	}
	v := (&Scale{Lo: lo, Hi: hi, Log: true}).back(math.Max(0, math.Min(1, place/span)))
	for _, s := range f.Settings { // a computed one is met exactly
		if math.Abs(f.part(s)-place) < 0.006 {
			return s
		}
	}
	return v
}

// Place is where a setting stands on the axis, from 0 to 1.
func (f *Sweep) Place(v float64) float64 { return f.part(v) }

// Read is the value of a series at a setting, and whether it was computed:
// values between are on the straight line of the picture.
func (f *Sweep) Read(values []float64, setting float64) (v float64, computed bool) {
	n := len(f.Settings)
	if f.isNone(setting) {
		if f.None && n < len(values) {
			return values[n], true
		}
		return math.NaN(), false
	}
	for i, s := range f.Settings {
		switch {
		case i >= len(values):
			return math.NaN(), false
		case s == setting:
			return values[i], true
		case s > setting && i > 0:
			a, b, at := f.part(f.Settings[i-1]), f.part(s), f.part(setting)
			return values[i-1] + (values[i]-values[i-1])*(at-a)/(b-a), false
		}
	}
	return math.NaN(), false
}

// Span is where the axis lies in the picture, in pixels, so that a slider can
// be put below it.
func (f *Sweep) Span() (left, right float64) {
	width := f.across()
	names := 0.0
	for i := range f.Panels {
		p := &f.Panels[i]
		t := f.vertical(p)
		left = math.Max(left, widest(t)+10)
		if len(p.Series) > 1 {
			for j := range p.Series {
				names = math.Max(names, textWidth(p.Series[j].label(), textSize)+24)
			}
		}
	}
	if names > width*0.24 {
		names = 0
	}
	right = width - math.Max(names, 16)
	return math.Min(math.Max(left, 16), width*0.4), right
}

const sweepHeight = 128.0

// vertical gives the ticks of a panel, from zero.
func (f *Sweep) vertical(p *SweepPanel) []Tick {
	l := Line{Series: p.Series, Refs: slices.Clone(p.Refs)}
	for i := range f.Signs {
		for j, v := range f.Signs[i].Values {
			if p == &f.Panels[j] {
				l.Refs = append(l.Refs, Ref{At: v})
			}
		}
	}
	lo, hi := l.extent()
	return upward(lo, hi, sweepHeight, p.YUnit)
}

// SVG draws the chart.
func (f *Sweep) SVG() string {
	c := f.open("sweep", f.desc())
	y := c.top
	left, right := f.Span()
	xs := &Scale{Lo: 0, Hi: 1, From: left, To: right}
	var entries []entry
	named := right < c.w-16
	for i := range f.Panels {
		for j := range f.Panels[i].Series {
			s := &f.Panels[i].Series[j]
			if i == 0 && !named && len(f.Panels[i].Series) > 1 {
				entries = append(entries, entry{s.label(), s.mark(), 'l'})
			}
			if i == 0 && j == 0 && len(s.Low) > 0 {
				entries = append(entries, entry{orWord(f.Panels[i].Band, "interval"), s.mark(), 'b'})
			}
		}
	}
	y += c.key(entries, y)
	bottom := y
	var lanes []lane
	for i := range f.Panels {
		var l lane
		bottom, l = f.panel(c, &f.Panels[i], xs, y)
		lanes = append(lanes, l)
		y = bottom + 22
	}
	c.lanes(lanes)
	var labels []Tick
	for _, v := range f.Settings {
		labels = append(labels, Tick{f.part(v), f.setting(v)})
	}
	if f.None {
		labels = append(labels, Tick{1, "none"})
	}
	few := len(labels) < threeTicks
	if !c.fits(labels, xs) {
		labels = f.spaced(c, labels, xs)
	}
	c.few = few
	return c.foot(labels, xs, bottom, right, right-8, scaled(f.X, true))
}

// setting writes one on the axis; days only where hours are not whole, so that
// all are read in one unit.
func (f *Sweep) setting(v float64) string {
	if h := v / 3600; f.XUnit == Seconds && h == math.Floor(h) && h <= 240 {
		return numeral.Whole(h) + numeral.Thin + "h"
	}
	return f.XUnit.Format(v)
}

// spaced keeps the labels that have room, the last one first.
func (f *Sweep) spaced(c *canvas, labels []Tick, xs *Scale) (kept []Tick) {
	edge := math.Inf(1)
	for i := len(labels) - 1; i >= 0; i-- {
		x, w := c.inside(xs.At(labels[i].At), labels[i].Label), textWidth(labels[i].Label, textSize)
		if x+w/2+gap <= edge && x-w/2 >= -1 {
			kept = append([]Tick{labels[i]}, kept...)
			edge = x - w/2
		}
	}
	return kept
}

// panel draws one quantity below y and gives where it ends, and what it is read
// by.
func (f *Sweep) panel(c *canvas, p *SweepPanel, xs *Scale, y float64) (float64, lane) {
	y += c.heading(y, p.Y) + 4
	t := f.vertical(p)
	ys := &Scale{Lo: t[0].At, Hi: t[len(t)-1].At}
	top, bottom := y+8, y+8+sweepHeight
	ys.From, ys.To = bottom, top
	limit := xs.From - 9.9
	for i := range t {
		t[i].Label = cut(t[i].Label, textSize, limit)
	}
	c.horizontals(t, ys, xs.From, xs.To, 0)
	c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
	for _, v := range f.Settings {
		c.move(crisp(xs.At(f.part(v))), top).s(`V`).n(bottom)
	}
	if f.None {
		c.move(crisp(xs.To), top).s(`V`).n(bottom)
	}
	c.s("\"/>\n")
	c.base(xs.From, xs.To, bottom)
	drawn, names := f.drawn(c, p, xs, ys)
	c.refs(p.Refs, ys, xs.From, xs.To, drawn...)
	ends := make([]spot, len(p.Series))
	for i := range p.Series {
		ends[i] = f.series(c, &p.Series[i], xs, ys)
	}
	if f.Cursor >= 0 && f.Cursor <= 1 {
		x := crisp(xs.At(f.Cursor))
		c.line(x, top-6, x, bottom).s(` class="plot-cursor" stroke-width="1.5"`).stroke(accent).s(`/>`)
		for i := range p.Series {
			s := &p.Series[i]
			if v, _ := f.Read(s.Values, f.At(f.Cursor)); v == v {
				c.s(`<circle r="5.5" fill="none" stroke-width="2" cx="`).n(x).s(`" cy="`).n(ys.At(v)).s(`"`).stroke(accent).s(`/>`)
			}
		}
	}
	f.signs(c, p, xs, ys, names)
	if xs.To < c.w-16 && len(p.Series) > 1 {
		(&Line{Series: p.Series}).names(c, ends, xs.To, top, bottom)
	}
	return bottom, f.lane(p, xs, ys)
}

// signs draws the marks of settings that are spoken of, with their names in the first panel.
func (f *Sweep) signs(c *canvas, p *SweepPanel, xs, ys *Scale, names []spot) {
	for i := range f.Signs {
		s := &f.Signs[i]
		for j, v := range s.Values {
			if p != &f.Panels[j] || v != v {
				continue
			}
			c.s(`<g`).tint(s.Mark).s(`>`)
			c.point(s.Mark, xs.At(f.part(s.Setting)), ys.At(v))
			c.s("</g>\n")
			if j == 0 {
				c.s(`<g`).halo().s(`>`)
				c.text(names[i].x, names[i].y, 'm', s.Label)
				c.s("</g>\n")
			}
		}
	}
}

// named is where the names of signs stand in the first panel: below their mark or above it, or
// beside these places, where they keep clear of the series and of each other.
func (f *Sweep) named(c *canvas, xs, ys *Scale, drawn [][]spot) (list []spot) {
	for i := range f.Signs {
		s := &f.Signs[i]
		if len(s.Values) == 0 || s.Values[0] != s.Values[0] {
			list = append(list, spot{0, math.NaN()})
			continue
		}
		x, y, w := xs.At(f.part(s.Setting)), ys.At(s.Values[0]), textWidth(s.Label, textSize)
		free := func(at spot) bool {
			for k, t := range list {
				if !t.gap() && math.Abs(t.x-at.x) < (w+textWidth(f.Signs[k].Label, textSize))/2+gap && math.Abs(t.y-at.y) < 14 {
					return false
				}
			}
			return at.y-11 >= ys.To-8 && at.y+3 <= ys.From && !slices.ContainsFunc(drawn, func(line []spot) bool {
				return meets(line, at.x-w/2-2, at.x+w/2+2, at.y-11, at.y+3)
			})
		}
		best := spot{c.inside(x, s.Label), y + 21}
		aside := w/2 + 6
		for _, at := range []spot{{x, y + 21}, {x, y - 12}, {x - aside, y + 21}, {x + aside, y - 12}, {x, y + 36}, {x + aside, y + 21},
			{x - aside, y - 12}, {x - aside, y + 36}} {
			if at.x = c.inside(at.x, s.Label); free(at) {
				best = at
				break
			}
		}
		list = append(list, best)
	}
	return list
}

// trail is where values stand, that of none at the right end.
func (f *Sweep) trail(values []float64, xs, ys *Scale) (list []spot) {
	n := len(f.Settings)
	for i, v := range values {
		x := xs.To
		if i < n {
			x = xs.At(f.part(f.Settings[i]))
		} else if !f.None || i > n {
			break
		}
		y := v
		if v == v {
			y = ys.At(v)
		}
		list = append(list, spot{x, y})
	}
	return list
}

// drawn is what words in a panel keep clear of: its series and, but for the names of signs, the
// cursor, the signs and their names.
func (f *Sweep) drawn(c *canvas, p *SweepPanel, xs, ys *Scale) (list [][]spot, names []spot) {
	for i := range p.Series {
		list = append(list, f.trail(p.Series[i].Values, xs, ys))
	}
	if p == &f.Panels[0] {
		names = f.named(c, xs, ys, list)
	}
	if f.Cursor >= 0 && f.Cursor <= 1 {
		x := xs.At(f.Cursor)
		list = append(list, []spot{{x, ys.To}, {x, ys.From}})
	}
	for i := range f.Signs {
		for j, v := range f.Signs[i].Values {
			if x := xs.At(f.part(f.Signs[i].Setting)); p == &f.Panels[j] {
				list = append(list, []spot{{x - 6, ys.At(v)}, {x + 6, ys.At(v)}})
			}
		}
	}
	for i, at := range names {
		w := textWidth(f.Signs[i].Label, textSize) / 2
		list = append(list, []spot{{at.x - w, at.y - 4}, {at.x + w, at.y - 4}})
	}
	return list, names
}

// series draws one series and gives where it ends.
func (f *Sweep) series(c *canvas, s *Series, xs, ys *Scale) (end spot) {
	m := s.mark()
	n := len(f.Settings)
	pts := f.trail(s.Values, xs, ys)
	var low, high []spot
	if len(s.Low) > 0 && len(s.High) > 0 {
		low, high = f.trail(s.Low, xs, ys), f.trail(s.High, xs, ys)
		k := min(len(pts), len(low), len(high))
		low, high = low[:k], high[:k]
	}
	end = spot{xs.To, math.NaN()}
	for _, p := range pts {
		if !p.gap() {
			end = p
		}
	}
	line := pts[:min(n, len(pts))]
	c.s(`<g class="plot-line" fill="none"`).keyed(s.key()).tint(m).s(`>`)
	if k := min(n, len(low)); k > 0 {
		c.s(`<path fill="currentColor" fill-opacity=".14" d="`)
		c.between(low[:k], high[:k])
		c.s(`"/>`)
	}
	if n < len(low) && !low[n].gap() && !high[n].gap() { // that of none is a whisker
		c.line(pts[n].x, low[n].y, pts[n].x, high[n].y).s(` stroke="currentColor" stroke-width="6" stroke-opacity=".18"/>`)
	}
	c.s(`<path stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"`).dashes(m).s(` d="`)
	c.trail(line)
	c.s(`"/>`)
	if n > 0 && n < len(pts) && !pts[n-1].gap() && !pts[n].gap() {
		c.line(pts[n-1].x, pts[n-1].y, pts[n].x, pts[n].y).s(` stroke="currentColor" stroke-dasharray="1 4" stroke-opacity=".6"/>`)
	}
	for _, p := range pts {
		if !p.gap() {
			c.point(m, p.x, p.y)
		}
	}
	c.s("</g>\n")
	return end
}

// lane gives what a panel is read by, at each setting.
func (f *Sweep) lane(p *SweepPanel, xs, ys *Scale) lane {
	l := lane{left: xs.From, top: ys.To, bottom: ys.From}
	if len(f.Panels) > 1 {
		l.name = p.Y
	}
	at := slices.Clone(f.Settings)
	if f.None {
		at = append(at, -1)
	}
	like := Line{YUnit: p.YUnit}
	for _, v := range at {
		says := f.setting(v)
		if f.isNone(v) {
			says = "none"
		}
		l.times = append(l.times, orWord(f.X, "setting")+" "+says)
		l.x = append(l.x, xs.At(f.part(v))-xs.From)
	}
	for i := range p.Series {
		s := &p.Series[i]
		r := reading{key: s.key(), name: s.label()}
		for k := range at {
			words, v := like.words(s, k, k+1)
			r.says, r.y = append(r.says, words), append(r.y, ys.At(v))
		}
		l.lines = append(l.lines, r)
	}
	return l
}

func (f *Sweep) desc() string {
	if len(f.Panels) == 0 {
		return "Nothing to show yet."
	}
	d := ""
	for i := range f.Panels {
		l := Line{Series: f.Panels[i].Series, YUnit: f.Panels[i].YUnit}
		lo, hi := math.Inf(1), math.Inf(-1)
		for j := range l.Series {
			for _, v := range l.Series[j].Values {
				if v == v {
					lo, hi = math.Min(lo, v), math.Max(hi, v)
				}
			}
		}
		if hi >= lo {
			d += f.Panels[i].Y + ": " + l.write(lo) + " to " + l.write(hi) + ". "
		}
	}
	return orWord(d, "Nothing to show yet.")
}
