package replay

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// brush is the map of all of the log, a density of each schedule, with a frame round the
// stretch in sight that is dragged, drawn anew or moved by keys.
type brush struct {
	v      *View
	of     string // what the density is of
	width  int
	base   []uint32 // its pixels without the frame
	pixels []uint32
	tones  []lab.Tone
	said   string // what it shows
	doing  drag
	last   float64 // where the drag was last
	anchor float64 // where it began
}

// drag is what a drag does to the frame.
type drag int

const (
	moves drag = iota
	left       // its edges
	right
	draws
)

// Heights of a schedule in the map, what is between two, and how far from an edge a drag takes it, in pixels.
const (
	mapTall, mapLow = 44, 32
	apart           = 8
	grip            = 10
)

// draw paints the map.
func (r *brush) draw() {
	v, b := r.v, r.v.Lab.Browser
	x := v.scene
	r.paint()
	b.Draw(hostMap, `<canvas id="`+mapID+`" data-stage tabindex="0" role="slider" aria-label="The stretch of time in sight" aria-valuemin="0" `+
		`aria-valuemax="100" aria-valuenow="0" aria-orientation="horizontal" class="replay-map"></canvas>`+ticks(x, x.first, x.last, r.width))
	from, to := x.window(v.at)
	copy(r.pixels, r.base)
	r.frame(from, to)
	b.Paint(mapID, r.width, len(r.pixels)/r.width, r.pixels, r.tones)
	b.Say(mapID, why.Clock(x.trace, from)+" to "+why.Clock(x.trace, to))
	b.Draw(hostMapTitle, `<p class="replay-heading"><b>`+lab.Esc(r.said)+`</b> <span>`+lab.Esc(r.explains())+`</span></p>`)
	drawn := "drawn as jobs; beyond " + numeral.Duration(float64(longest)) + " as a density"
	if v.dense() {
		drawn = "drawn as a density; up to " + numeral.Duration(float64(longest)) + " as jobs"
	}
	b.Draw(hostMapKey, `<p class="replay-key"><span class="replay-span">`+lab.Esc(numeral.Duration(float64(to-from))+" in the frame, "+drawn)+
		`</span>`+v.paint(0).key()+`</p>`)
}

// explains says what the map is and how the frame is moved.
func (r *brush) explains() string {
	x, text := r.v.scene, "Busy processors. "
	if r.v.at.colour == colours[0][0] {
		text = "Busy processors by how long their jobs waited. "
	}
	if len(x.starts) > 1 {
		above := x.called(1)
		if x.logged(1) {
			above = x.under(1)
		}
		text += "Above: " + above + ". Below: " + x.called(0) + ". "
	}
	return text + "Drag the frame or its edges, or use the arrow keys."
}

// paint makes the density of all of the log, once.
func (r *brush) paint() {
	v, x := r.v, r.v.scene
	width := max(240, v.Lab.Browser.Width())
	high := mapTall
	if width < 600 {
		high = mapLow
	}
	p0, sides := v.paint(0), len(x.starts)
	of := x.key + v.at.colour + v.User() + strconv.Itoa(width) + strconv.Itoa(sides) + strconv.Itoa(len(p0.Words))
	if r.of == of {
		return
	}
	r.of, r.width = of, width
	n := width * (sides*high + (sides-1)*apart)
	r.base, r.pixels = make([]uint32, n), make([]uint32, n)
	r.tones = p0.palette[:len(p0.palette):len(p0.palette)]
	var long [2]float64
	for side := range sides {
		paint, tone, row := p0, uint32(waited), sides-1-side
		if side > 0 {
			paint = v.paint(side)
			tone = uint32(len(r.tones))
			r.tones = append(r.tones, paint.palette[waited:]...)
		}
		shares := make([]float64, bars(width)*len(paint.Words))
		layout := x.layout(side)
		layout.Density(x.first, x.last, paint.Classes, len(paint.Words), shares)
		from := row * (high + apart) * width
		stack(r.base[from:from+high*width], width, shares, tone, layout.Rows)
		long[side] = waitedLong(shares, len(paint.Words))
	}
	r.said = "All of the log"
	if v.at.colour == colours[0][0] {
		r.said = numeral.Capital(x.under(sides-1)) + " " + numeral.Share(long[sides-1]) + " of the busy processors have jobs that waited " +
			"over 6 h"
		if sides > 1 {
			r.said += ", " + x.under(0) + " " + numeral.Share(long[0])
		}
	}
}

// longWaits is the first class of waits over six hours.
const longWaits = 3

// waitedLong is the share of a density that has jobs with long waits.
func waitedLong(shares []float64, n int) float64 {
	long, all := 0.0, 0.0
	for i, v := range shares {
		if all += v; i%n >= longWaits {
			long += v
		}
	}
	return long / math.Max(all, 1e-9)
}

// ends are the frame's edges, as shares of the map.
func (r *brush) ends() (from, to float64) {
	x := r.v.scene
	a, b := x.window(r.v.at)
	all := float64(x.last - x.first)
	return float64(a-x.first) / all, float64(b-x.first) / all
}

// frame paints the frame, with a handle at either edge.
func (r *brush) frame(from, to int64) {
	w, h := r.width, len(r.pixels)/r.width
	a, b := r.ends()
	l := min(int(a*float64(w)), w-4)
	e := max(min(int(b*float64(w)), w), l+4)
	for y := range h {
		edge := 2
		if y < 2 || y >= h-2 {
			edge = e - l
		} else if 2*y > h-24 && 2*y < h+24 {
			edge = min(5, (e-l)/2)
		}
		for i := range edge {
			r.pixels[y*w+l+i], r.pixels[y*w+e-1-i] = line, line
		}
	}
}

// gesture moves the frame.
func (r *brush) gesture(g lab.Gesture) {
	v, x := r.v, r.v.scene
	at := func(share float64) int64 { return x.first + int64(share*float64(x.last-x.first)) }
	from, to := x.window(v.at)
	switch g.Kind {
	case lab.Press:
		span := to - from
		if v.at.from == v.at.to {
			span = pressed
		}
		v.look(around(at(g.X), span))
	case lab.Pan:
		if was := g.X - g.By; math.Abs(was-r.last) > 1e-9 || r.last == 0 {
			r.begin(was)
		}
		r.last = g.X
		switch r.doing {
		case moves:
			by := int64(g.By * float64(x.last-x.first))
			v.look(from+by, to+by)
		case left:
			v.look(min(at(g.X), to-least), to)
		case right:
			v.look(from, max(at(g.X), from+least))
		case draws:
			v.look(at(min(r.anchor, g.X)), at(max(r.anchor, g.X)))
		}
	case lab.Zoom:
		wide := max(int64(float64(to-from)*g.By), least)
		v.look(around((from+to)/2, wide))
	case lab.Key:
		v.key(g.Key)
	}
}

// begin finds what a drag does that begins at a place.
func (r *brush) begin(at float64) {
	from, to := r.ends()
	near := grip / float64(max(r.width, 1))
	inner := math.Min(near, (to-from)/3)
	r.anchor = at
	switch whole := to-from > 0.999; {
	case at >= from-near && at <= from+inner && !whole:
		r.doing = left
	case at >= to-inner && at <= to+near && !whole:
		r.doing = right
	case at < from || at > to || whole:
		r.doing = draws
	default:
		r.doing = moves
	}
}

// open chooses the stretch that is looked at first: the week when most jobs wait, of a log
// that is not drawn as jobs in whole.
func (v *View) open() {
	x := v.scene
	v.at.from, v.at.to = 0, 0
	if x.last-x.first > longest {
		x.layout(0)
		peak := x.queue[0].Peak(x.first, x.last)
		v.look(peak-pressed/2, peak+pressed/2)
	}
	v.opened = [2]int64{v.at.from, v.at.to}
}
