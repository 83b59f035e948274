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
func (l *Layer) mark() Mark    { return hue(l.Name, l.Hue) }

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
	w := f.measure()
	c := f.open("stack", f.desc(&w))
	l := f.layout(c, &w)
	return f.draw(c, &l)
}

// stackWords are the layers on each other, and an axis that names their periods.
type stackWords struct {
	n    int
	edge [][]float64
	like Line
}

func (f *Stack) measure() stackWords {
	w := stackWords{like: Line{First: f.First, Step: f.Step, Ticks: f.Ticks, X: f.X, XUnit: f.XUnit}}
	for k := range f.Layers {
		w.n = max(w.n, len(f.Layers[k].Values))
	}
	w.edge = f.heap(w.n)
	return w
}

func (f *Stack) desc(w *stackWords) string {
	if w.n == 0 {
		return "Nothing to show yet."
	}
	desc := orWord(f.Y, "Shares") + " from " + w.like.name(0) + " to " + w.like.name(w.n-1) + ". On average "
	for k := range f.Layers {
		sum := 0.0
		for i := range w.edge[k] {
			sum += w.edge[k+1][i] - w.edge[k][i]
		}
		if k > 0 {
			desc += ", "
		}
		desc += f.Layers[k].label() + " " + Percent.Format(sum/float64(w.n))
	}
	return desc + "."
}

// stackPlan is where everything of a stack stands.
type stackPlan struct {
	stackWords
	shares []Tick
	xs, ys Scale
	cols   int    // a pixel holds one step
	places []spot // of the names, gaps for those without
}

func (f *Stack) layout(c *canvas, w *stackWords) stackPlan {
	l := stackPlan{stackWords: *w, shares: Ticks(0, 1, 4, Percent)}
	l.xs = Scale{Lo: 0, Hi: float64(max(w.n, 1)), From: widest(l.shares) + 10, To: c.w - 4}
	l.cols = min(w.n, int(l.xs.To-l.xs.From))
	height, lead, y := 210.0, 0.0, c.top
	if c.w < 480 {
		height = 180
	}
	if f.Y != "" {
		lead = float64(len(wrap(f.Y, textSize, c.w, 3)))*subLead + 4
	}
	height = f.inner(y+lead+66, height)
	if entries := f.names(&l, height); entries != nil {
		y += c.key(entries, y)
	}
	y += c.heading(y, f.Y) + 4
	if height < 120 {
		l.shares = Ticks(0, 1, 2, Percent)
	}
	l.ys = Scale{Lo: 0, Hi: 1, From: y + 8 + height, To: y + 8}
	return l
}

// name is what has room in a layer: half of the width.
func (f *Stack) name(k int, span float64) string {
	return cut(f.Layers[k].label(), textSize*bold, span/2)
}

// names finds places for the names in their layers; if one has no room there, a
// key has all.
func (f *Stack) names(l *stackPlan, height float64) (key []entry) {
	l.places = make([]spot, len(f.Layers))
	span, missing := l.xs.To-l.xs.From, false
	for k := range f.Layers {
		whole, label := f.Layers[k].label(), f.name(k, span)
		l.places[k] = spot{math.NaN(), math.NaN()}
		only := label != whole && textWidth(whole, textSize) < span // the key alone has room for all of it
		if w := textWidth(label, textSize*bold) + 8; w > 8 && l.n > 0 && !only {
			l.places[k] = room(l.edge[k], l.edge[k+1], w/span*float64(l.n), 17/height)
		}
		if whole != "" {
			missing = missing || l.places[k].gap()
			key = append(key, entry{whole, f.Layers[k].mark(), 'f'})
		}
	}
	if !missing {
		return nil
	}
	return key
}

func (f *Stack) draw(c *canvas, l *stackPlan) string {
	left, right, bottom := l.xs.From, l.xs.To, l.ys.From
	c.horizontals(l.shares, &l.ys, left, right, 0)
	c.s("\n")
	for k := range f.Layers {
		if m := f.Layers[k].mark(); m.Hollow {
			c.hatch(k, m)
		}
	}
	c.s(`<g class="plot-stack" stroke-linejoin="round"`).stroke(paper).s(` stroke-width=".7">`)
	for k := range f.Layers {
		f.layer(c, l, k)
	}
	c.s(`</g><g class="plot-names" font-weight="600"><g`).halo().s(`>`)
	for k, p := range l.places {
		if !p.gap() {
			c.text(l.xs.At(p.x), l.ys.At(p.y)+4.5, 'm', f.name(k, right-left))
		}
	}
	c.s("</g></g>\n")
	c.base(left, right, bottom)
	if l.n > 0 {
		c.lanes([]lane{f.lane(l)})
	}
	like := &l.like
	step := like.at(1) - like.at(0)
	at := &Scale{Lo: like.at(0) - step/2, Hi: like.at(max(l.n-1, 0)) + step/2, From: left, To: right}
	return c.close(like.below(c, at, l.n, left, right, bottom) - 4)
}

// mean is where layer k begins in a step: the mean of its periods.
func (l *stackPlan) mean(k, j int) float64 {
	a, b, sum := j*l.n/l.cols, (j+1)*l.n/l.cols, 0.0
	for _, v := range l.edge[k][a:b] {
		sum += v
	}
	return sum / float64(b-a)
}

// x is where a step begins; holds says whether a layer is there in it at all.
func (l *stackPlan) x(j int) float64     { return l.xs.At(float64(j * l.n / l.cols)) }
func (l *stackPlan) holds(k, j int) bool { return l.mean(k+1, j)-l.mean(k, j) >= 5e-4 }

// layer draws one in runs of periods in which it is there.
func (f *Stack) layer(c *canvas, l *stackPlan, k int) {
	m := f.Layers[k].mark()
	c.s(`<path`).keyed(orWord(f.Layers[k].Name, f.Layers[k].Label)).tint(m)
	if m.Hollow {
		c.s(` fill="url(#`).t(c.id).s(`-h`).s(strconv.Itoa(k)).s(`)"`)
	} else {
		c.s(` fill="currentColor" fill-opacity=".72"`)
	}
	c.s(` d="`)
	for j := 0; j < l.cols; j++ {
		if !l.holds(k, j) {
			continue
		}
		from := j
		c.move(l.x(j), l.ys.At(l.mean(k, j)))
		for ; j < l.cols && l.holds(k, j); j++ {
			c.s(`V`).n(l.ys.At(l.mean(k+1, j))).s(`H`).n(l.x(j + 1))
		}
		for i := j - 1; i >= from; i-- {
			c.s(`V`).n(l.ys.At(l.mean(k, i)))
			if i > from {
				c.s(`H`).n(l.x(i))
			}
		}
		c.s(`z`)
	}
	c.s("\"/>\n")
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
func (f *Stack) lane(p *stackPlan) lane {
	xs, ys, edge, like := &p.xs, &p.ys, p.edge, &p.like
	l := lane{left: xs.From, top: ys.To, bottom: ys.From}
	parts := columns(p.n, min(104, int((xs.To-xs.From)/4)))
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
