package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Lanes is a schedule of rigid jobs: time to the right, processors downwards, who
// runs where as rectangles or, of many jobs, as cells; beneath, on the same axis,
// how many jobs wait and how many processors are busy. The strength of the colour is
// a job's class, the first the faintest.
type Lanes struct {
	Frame
	From, To float64 // seconds
	Procs    float64
	Rows     float64  // drawn, those beyond the machine too
	Classes  []string // what each means, at most as many as there are tones
	Tones    []LaneTone
	Of       string // what classes are of: "waited"
	Boxes    []LaneBox
	// Cells are the classes from 1, 0 for idle, of Columns times as many rows of
	// cells, from the top; nil: Boxes are drawn.
	Cells       []uint8
	Columns     int
	Out         []LaneBox // processors that are out, hatched
	Queue, Busy LaneSeries
	X           string // what time is counted from
	Seen        *LaneSeen
}

// LaneTone is a colour, a custom property as in Bars, and how strong it is.
type LaneTone struct {
	Hue      string
	Strength float64
}

// LaneBox is a part of a job.
type LaneBox struct {
	Start, End float64
	Low, High  float64 // rows, High excluded
	Class      int     // from 0
	Name       string
}

// LaneSeries is the least and the greatest of a number in equal parts of the time.
type LaneSeries struct{ Least, Most []float64 }

// strengths are how strong the classes are drawn.
var strengths = [...]float64{0.22, 0.4, 0.58, 0.78, 1}

// OthersStrength is that of the soft ink in which all others are drawn, where some among
// many have colours.
const OthersStrength = 0.3

// UserHues are the colours of some among many.
func UserHues() (list []string) {
	for _, p := range people {
		list = append(list, p.name)
	}
	return list
}

// tones are those of the classes.
func (f *Lanes) tones() []LaneTone {
	if len(f.Tones) > 0 {
		return f.Tones
	}
	list := make([]LaneTone, len(strengths))
	for i, s := range strengths {
		list[i] = LaneTone{accent.name, s}
	}
	return list
}

// paint is the colour of a tone.
func (t LaneTone) paint() paint {
	if p := paintOf(t.Hue); p != nil {
		return p
	}
	return ink
}

// outWords say what is hatched.
func (f *Lanes) outWords() string {
	if len(f.Out) == 0 {
		return ""
	}
	return "; hatched processors are out"
}

// SVG draws the chart.
func (f *Lanes) SVG() string {
	lo, hi := bounded(f.From, f.To)
	if f.Seen != nil && f.Seen.Now >= hi { // nothing of it is in sight
		all := *f
		all.Seen = nil
		return all.SVG()
	}
	c := f.open("lanes", f.desc(lo, hi))
	left, right := 8+math.Max(textWidth(numeral.Whole(f.Procs), textSize), textWidth("processors", textSize)), c.w-8
	const series, air = 46.0, 26.0
	above := 4 + f.Seen.above()
	height := f.inner(c.top+above+2*(series+air)+92, math.Max(180, math.Min(340, (right-left)*0.42)))
	xs := &Scale{Lo: lo, Hi: hi, From: left, To: right}
	rows := math.Max(f.Rows, math.Max(f.Procs, 1))
	ys := &Scale{Lo: 0, Hi: rows, From: c.top + above, To: c.top + above + height}
	c.rect(left, ys.From, right-left, ys.At(f.Procs)-ys.From).fill(rule).s(` fill-opacity="0.35"/>`)
	c.b = append(c.b, '\n')
	if f.Cells != nil {
		f.cells(c, xs, ys)
	} else {
		f.boxes(c, xs, ys)
	}
	if len(f.Out) > 0 {
		c.s(`<path class="out" fill="none" stroke-width="1.2"`).stroke(soft).s(` d="`)
		for i := range f.Out {
			b := &f.Out[i]
			c.hatches(xs.At(b.Start), ys.At(b.Low), xs.At(b.End), ys.At(b.High))
		}
		c.s(`"/>`)
	}
	if rows > f.Procs {
		c.line(left, crisp(ys.At(f.Procs)), right, crisp(ys.At(f.Procs))).s(` stroke-dasharray="4 3"`).stroke(ink).s(`/>`)
	}
	if f.Seen != nil {
		f.seen(c, xs, ys)
	}
	c.soften("plot-labels plot-y")
	c.text(left-8, ys.From+9, 'e', "0")
	c.text(left-8, ys.To, 'e', numeral.Whole(rows))
	c.text(left-8, (ys.From+ys.To)/2+4, 'e', "processors")
	c.s(`</g>`)
	y := ys.To
	for _, s := range []struct {
		name string
		of   LaneSeries
		most float64
	}{{"waiting", f.Queue, 0}, {"busy", f.Busy, f.Procs}} {
		y = c.series(s.name, s.of, xs, y+air, series, s.most)
		f.coming(c, xs, y-series, y)
	}
	labels := c.ticksWithin(max(2, min(8, int((right-left)/70))), xs, Seconds, false)
	c.below(labels, xs, y+3, true)
	y += 41
	y += c.caption(right, y, c.w-8, 'e', orWord(f.X, "time")+"; the pale part of waiting and busy is between the least and the most in a "+
		"column"+f.outWords())
	return c.close(f.key(c, y-4) + 2)
}

// boxes draws rectangles, one at least half a pixel wide.
func (f *Lanes) boxes(c *canvas, xs, ys *Scale) {
	tones := f.tones()
	for i := range f.Boxes {
		b := &f.Boxes[i]
		tone := tones[max(0, min(b.Class, len(tones)-1))]
		x, y := xs.At(b.Start), ys.At(b.Low)
		c.rect(x, y, math.Max(xs.At(b.End)-x, 0.5), ys.At(b.High)-y).fill(tone.paint()).s(` fill-opacity="`).frac(tone.Strength).s(`"`)
		if ys.At(b.High)-y > 3 {
			c.stroke(paper).s(` stroke-width="0.5"`)
		}
		c.s(`/>`)
		if w := textWidth(b.Name, textSize); b.Name != "" && xs.At(b.End)-x > w+6 && ys.At(b.High)-y > textSize+3 {
			c.s(`<g`).fill(ink).halo().s(`>`)
			c.text((x+xs.At(b.End))/2, (y+ys.At(b.High))/2+4.5, 'm', b.Name)
			c.s(`</g>`)
		}
	}
	c.b = append(c.b, '\n')
}

// cells draws runs of like cells, one path a class.
func (f *Lanes) cells(c *canvas, xs, ys *Scale) {
	if f.Columns <= 0 || len(f.Cells) < f.Columns {
		return
	}
	n := len(f.Cells) / f.Columns
	w, h := (xs.To-xs.From)/float64(f.Columns), (ys.To-ys.From)/float64(n)
	for class, tone := range f.tones() {
		c.s(`<path fill="none" stroke-opacity="`).frac(tone.Strength).s(`" stroke-width="`).frac(h).s(`"`).stroke(tone.paint()).s(` d="`)
		for row := range n {
			line := f.Cells[row*f.Columns : (row+1)*f.Columns]
			for k := 0; k < len(line); {
				end := k + 1
				for end < len(line) && line[end] == line[k] {
					end++
				}
				if int(line[k]) == class+1 {
					c.move(xs.From+float64(k)*w, ys.From+(float64(row)+0.5)*h).s(`h`).n(float64(end-k) * w)
				}
				k = end
			}
		}
		c.s(`"/>`)
		c.b = append(c.b, '\n')
	}
}

// series draws a number's extremes as a band; it returns where it ends.
func (c *canvas) series(name string, s LaneSeries, xs *Scale, top, height, most float64) float64 {
	for _, v := range s.Most {
		most = math.Max(most, v)
	}
	most = math.Max(most, 1)
	ys := &Scale{Lo: 0, Hi: most, From: top + height, To: top}
	c.soften("plot-labels plot-y")
	c.text(xs.From-8, top+9, 'e', numeral.Whole(most))
	c.text(xs.From-8, top+height, 'e', name)
	c.s(`</g>`)
	c.line(xs.From, crisp(top+height), xs.To, crisp(top+height)).stroke(rule).s(`/>`)
	n := min(len(s.Least), len(s.Most))
	if n == 0 {
		return top + height
	}
	w := (xs.To - xs.From) / float64(n)
	c.s(`<path`).fill(accent).s(` fill-opacity="0.45" d="M`).xy(xs.From, ys.From)
	for i := range n {
		c.s(`L`).xy(xs.From+float64(i)*w, ys.At(s.Most[i])).s(`h`).n(w)
	}
	c.s(`V`).n(ys.From).s(`z"/><path`).fill(accent).s(` fill-opacity="0.55" d="M`).xy(xs.From, ys.From)
	for i := range n {
		c.s(`L`).xy(xs.From+float64(i)*w, ys.At(s.Least[i])).s(`h`).n(w)
	}
	c.s(`V`).n(ys.From).s(`z"/>`)
	return top + height
}

// key says what the strengths mean; it returns where it ends.
func (f *Lanes) key(c *canvas, y float64) float64 {
	var list []keyed
	tones := f.tones()
	for i, words := range f.Classes[:min(len(f.Classes), len(tones))] {
		if i == 0 && f.Of != "" {
			words = f.Of + " " + words
		}
		list = append(list, c.tone(tones[i], words))
	}
	y = c.entries(list, y)
	if f.Seen != nil {
		y = c.entries(f.Seen.key(c), y)
	}
	return y
}

func (f *Lanes) desc(lo, hi float64) string {
	d := "A schedule of " + numeral.Duration(hi-lo) + " on " + numeral.Whole(f.Procs) + " processors. Rows are only for drawing: which " +
		"processors a job used is not known."
	for _, s := range []struct {
		words string
		of    LaneSeries
	}{{" jobs wait at most", f.Queue}, {" processors are busy at most", f.Busy}} {
		most := 0.0
		for _, v := range s.of.Most {
			most = math.Max(most, v)
		}
		d += " " + numeral.Whole(most) + s.words + "."
	}
	return d + f.Seen.says()
}
