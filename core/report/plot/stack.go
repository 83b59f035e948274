package plot

import (
	"math"
	"strconv"
)

// Stack shows shares over time that add up to one: what part of the resamples
// was on each order in each period. Hollow orders are hatched.
type Stack struct {
	Frame
	Layers []Layer // from the bottom up
	// Period i stands at First + i*Step, as in Line.
	First, Step float64
	Ticks       []Tick
	X           string // what a period is: "week"
	XUnit       Unit
	Y           string // what the shares are: "share of resamples on each order"
}

// Layer is the share of one order, period by period, as fractions.
type Layer struct {
	Label  string // Name if empty
	Name   string // the order, which decides colour and form
	Hue    string // or a custom property, as in Bars
	Values []float64
}

func (l *Layer) label() string { return orWord(l.Label, l.Name) }

// heap adds the layers up: edge[k][i] is where layer k of period i begins,
// edge[k+1][i] where it ends. What is more than one in all is scaled to one.
func (f *Stack) heap(n int) [][]float64 {
	edge := make([][]float64, len(f.Layers)+1)
	edge[0] = make([]float64, n)
	for k := range f.Layers {
		edge[k+1] = make([]float64, n)
		for i := range edge[k+1] {
			v := 0.0
			if i < len(f.Layers[k].Values) {
				v = fine(f.Layers[k].Values[i])
			}
			edge[k+1][i] = edge[k][i] + v
		}
	}
	for i, sum := range edge[len(f.Layers)] {
		if sum > 1 {
			for k := range edge {
				edge[k][i] /= sum
			}
		}
	}
	return edge
}

// SVG draws the chart.
func (f *Stack) SVG() string {
	n := 0
	for k := range f.Layers {
		n = max(n, len(f.Layers[k].Values))
	}
	edge := f.heap(n)
	like := Line{First: f.First, Step: f.Step, Ticks: f.Ticks, X: f.X, XUnit: f.XUnit}
	desc := "Nothing to show yet."
	if n > 0 {
		desc = orWord(f.Y, "Shares") + " from " + like.name(0) + " to " + like.name(n-1) + ". On average "
		for k := range f.Layers {
			sum := 0.0
			for i := range edge[k] {
				sum += edge[k+1][i] - edge[k][i]
			}
			if k > 0 {
				desc += ", "
			}
			desc += f.Layers[k].label() + " " + Percent.Format(sum/float64(n))
		}
		desc += "."
	}
	c := f.open("stack", desc)
	y := c.top
	shares := Ticks(0, 1, 4, Percent)
	left, right := widest(shares)+10, c.w-4
	height := 210.0
	if c.w < 480 {
		height = 180
	}
	lead := 0.0
	if f.Y != "" {
		lead = float64(len(wrap(f.Y, textSize, c.w, 3)))*subLead + 4
	}
	height = f.inner(y+lead+66, height)

	// Names stand in their layers; if one has no room there, a key above has all.
	span := right - left
	places := make([]spot, len(f.Layers))
	var entries []entry
	missing := false
	for k := range f.Layers {
		l := &f.Layers[k]
		label := cut(l.label(), textSize*bold, span/2)
		places[k] = spot{math.NaN(), math.NaN()}
		only := label != l.label() && textWidth(l.label(), textSize) < span // the key alone has room for all of it
		if w := textWidth(label, textSize*bold) + 8; w > 8 && n > 0 && !only {
			places[k] = room(edge[k], edge[k+1], w/span*float64(n), 17/height)
		}
		if l.label() != "" {
			missing = missing || places[k].gap()
			entries = append(entries, entry{l.label(), hue(l.Name, l.Hue), 'f'})
		}
	}
	if missing {
		if h := c.key(entries, y); h > 0 {
			y += h
		}
	}
	y += c.heading(y, f.Y) + 4
	top, bottom := y+8, y+8+height
	if height < 120 {
		shares = Ticks(0, 1, 2, Percent)
	}
	ys := &Scale{Lo: 0, Hi: 1, From: bottom, To: top}
	xs := &Scale{Lo: 0, Hi: float64(max(n, 1)), From: left, To: right}
	c.horizontals(shares, ys, left, right, 0)
	c.s("\n")
	for k := range f.Layers {
		if m := hue(f.Layers[k].Name, f.Layers[k].Hue); m.Hollow {
			c.hatch(k, m)
		}
	}
	// A pixel holds one step: the mean of its periods.
	cols := min(n, int(span))
	mean := func(e []float64, j int) float64 {
		a, b, sum := j*n/cols, (j+1)*n/cols, 0.0
		for _, v := range e[a:b] {
			sum += v
		}
		return sum / float64(b-a)
	}
	c.s(`<g class="plot-stack" stroke-linejoin="round"`).stroke(paper).s(` stroke-width=".7">`)
	for k := range f.Layers {
		l := &f.Layers[k]
		m := hue(l.Name, l.Hue)
		c.s(`<path`).keyed(orWord(l.Name, l.Label)).tint(m)
		if m.Hollow {
			c.s(` fill="url(#`).t(c.id).s(`-h`).s(strconv.Itoa(k)).s(`)"`)
		} else {
			c.s(` fill="currentColor" fill-opacity=".72"`)
		}
		c.s(` d="`)
		for j := 0; j < cols; j++ {
			// Runs of periods in which the layer is there at all.
			if mean(edge[k+1], j)-mean(edge[k], j) < 5e-4 {
				continue
			}
			from := j
			c.move(xs.At(float64(j*n/cols)), ys.At(mean(edge[k], j)))
			for ; j < cols && mean(edge[k+1], j)-mean(edge[k], j) >= 5e-4; j++ {
				c.s(`V`).n(ys.At(mean(edge[k+1], j))).s(`H`).n(xs.At(float64((j + 1) * n / cols)))
			}
			for i := j - 1; i >= from; i-- {
				c.s(`V`).n(ys.At(mean(edge[k], i)))
				if i > from {
					c.s(`H`).n(xs.At(float64(i * n / cols)))
				}
			}
			c.s(`z`)
		}
		c.s("\"/>\n")
	}
	c.s(`</g><g class="plot-names" font-weight="600">`)
	c.s(`<g`).halo().s(`>`)
	for k, p := range places {
		if !p.gap() {
			c.text(xs.At(p.x), ys.At(p.y)+4.5, 'm', cut(f.Layers[k].label(), textSize*bold, span/2))
		}
	}
	c.s("</g></g>\n")
	c.base(left, right, bottom)
	if n > 0 {
		c.lanes([]lane{f.lane(&like, edge, xs, ys, n)})
	}

	step := like.at(1) - like.at(0)
	at := &Scale{Lo: like.at(0) - step/2, Hi: like.at(max(n-1, 0)) + step/2, From: left, To: right}
	y = like.below(c, at, n, left, right, bottom)
	return c.close(y - 4)
}

// room finds where a layer is thickest over so many periods: the middle of a
// place for its name, or a gap when it is nowhere thick enough.
func room(below, above []float64, periods, least float64) spot {
	n := len(below)
	best := spot{math.NaN(), math.NaN()}
	k := max(1, int(math.Ceil(periods)))
	if k > n {
		return best
	}
	stride := max(1, n/400)
	for i := 0; i+k <= n; i += stride {
		lo, hi := 0.0, 1.0
		for j := i; j < i+k && hi-lo >= least; j += max(1, k/200) {
			lo, hi = math.Max(lo, below[j]), math.Min(hi, above[j])
		}
		if hi-lo > least+1e-9 {
			least = hi - lo
			best = spot{float64(i) + float64(k)/2, (lo + hi) / 2}
		}
	}
	return best
}

// hatch defines the fill of a hollow layer.
func (c *canvas) hatch(k int, m Mark) {
	c.s(`<pattern id="`).t(c.id).s(`-h`).s(strconv.Itoa(k)).s(`" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><g`).tint(m)
	c.s(`><path fill="currentColor" fill-opacity=".13" d="M0 0h7v7H0z"/><path stroke="currentColor" stroke-width="3.2" stroke-opacity=".75" d="M0 0v7"/></g></pattern>`)
}

// lane gives what the layers are read by, the highest first.
func (f *Stack) lane(like *Line, edge [][]float64, xs, ys *Scale, n int) lane {
	l := lane{left: xs.From, top: ys.To, bottom: ys.From}
	parts := columns(n, min(104, int((xs.To-xs.From)/4)))
	for _, p := range parts {
		t := like.name(p[0])
		if p[1]-p[0] > 1 {
			t += " to " + like.name(p[1]-1)
		}
		l.times = append(l.times, t)
		l.x = append(l.x, xs.At(float64(p[0]+p[1])/2)-xs.From)
	}
	for k := len(f.Layers) - 1; k >= 0; k-- {
		r := reading{key: orWord(f.Layers[k].Name, f.Layers[k].Label), name: f.Layers[k].label()}
		for _, p := range parts {
			sum, mid := 0.0, 0.0
			for i := p[0]; i < p[1]; i++ {
				sum += edge[k+1][i] - edge[k][i]
				mid += edge[k+1][i] + edge[k][i]
			}
			periods := float64(p[1] - p[0])
			words := ""
			if sum/periods > 5e-4 {
				words = Percent.Format(sum / periods)
			}
			r.says, r.y = append(r.says, words), append(r.y, ys.At(mid/2/periods))
		}
		l.lines = append(l.lines, r)
	}
	return l
}
