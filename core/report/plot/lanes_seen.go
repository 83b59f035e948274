package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// LaneSeen is what the scheduler expects from an instant on. It is drawn over what
// came, of which the scheduler knew nothing yet.
type LaneSeen struct {
	Now     float64   // seconds, as From and To of Lanes
	Clock   string    // the same in words
	Boxes   []LaneBox // who runs, until when he asked to; Class is that of Tones
	Tones   []LaneTone
	Classes []string // what they mean
	// Until is the instant that is promised to the head of the queue, in Words; without
	// words there is none.
	Until float64
	Words string
	// Places are those promised to jobs that wait, of which Place says what they are.
	Places []LaneBox
	Place  string
	// Extra is the room of the extra processors, from Until on: Low to High alone count.
	Extra []LaneBox
}

const (
	seenAbove   = 38.0 // what the names of the two lines take above the schedule
	hatchApart  = 7.0  // hatches, along an edge
	dashes      = "5 3"
	paleStrokes = 0.62 // how far a series pales that is still to come
)

// above is what the instant takes above the schedule.
func (s *LaneSeen) above() float64 {
	if s == nil {
		return 0
	}
	return seenAbove
}

// seen draws the instant over the schedule, and names its lines above.
func (f *Lanes) seen(c *canvas, xs, ys *Scale) {
	s := f.Seen
	x := func(at float64) float64 { return math.Max(xs.From, math.Min(xs.To, xs.At(at))) }
	now := x(s.Now)
	machine := ys.At(f.Procs)
	c.rect(now, ys.From, xs.To-now, ys.To-ys.From).fill(paper).s(`/>`)
	c.rect(now, ys.From, xs.To-now, machine-ys.From).fill(rule).s(` fill-opacity="0.35"/>`)
	c.b = append(c.b, '\n')
	for i := range s.Boxes {
		b := &s.Boxes[i]
		left, right := x(b.Start), x(b.End)
		if right <= left {
			continue
		}
		tone := s.Tones[max(0, min(b.Class, len(s.Tones)-1))]
		c.rect(left, ys.At(b.Low), right-left,
			ys.At(b.High)-ys.At(b.Low)).fill(tone.paint()).s(` fill-opacity="`).frac(tone.Strength).s(`"`)
		if ys.At(b.High)-ys.At(b.Low) > 3 {
			c.stroke(paper).s(` stroke-width="0.5"`)
		}
		c.s(`/>`)
	}
	if s.Words != "" && s.Until < xs.Hi {
		c.s(`<path fill="none" stroke-width="1.5"`).stroke(accent).s(` d="`)
		for i := range s.Extra {
			c.hatches(x(s.Until), ys.At(s.Extra[i].Low), xs.To, ys.At(s.Extra[i].High))
		}
		c.s(`"/>`)
	}
	for i := range s.Places {
		b := &s.Places[i]
		left, right := x(b.Start), x(b.End)
		if right <= left {
			continue
		}
		c.rect(left, ys.At(b.Low), right-left, ys.At(b.High)-ys.At(b.Low)).fill(paper).stroke(accent).s(` stroke-dasharray="` +
			dashes + `"/>`)
		if w := textWidth(b.Name, textSize); b.Name != "" && right-left > w+6 && ys.At(b.High)-ys.At(b.Low) > textSize+3 {
			c.s(`<g`).fill(ink).halo().s(`>`)
			c.text((left+right)/2, (ys.At(b.Low)+ys.At(b.High))/2+4.5, 'm', b.Name)
			c.s(`</g>`)
		}
	}
	c.b = append(c.b, '\n')
	c.flag(s.Now, s.Clock, ink, xs, ys, seenAbove, "")
	if s.Words != "" {
		c.flag(s.Until, s.Words, accent, xs, ys, seenAbove/2-1, dashes)
	}
}

// hatches draws the diagonals of a rectangle, as a part of a path.
func (c *canvas) hatches(left, top, right, bottom float64) {
	for k := math.Ceil((left + top) / hatchApart); k*hatchApart < right+bottom; k++ {
		sum := k * hatchApart // x + y along the diagonal
		x0, x1 := math.Max(left, sum-bottom), math.Min(right, sum-top)
		if x0 < x1 {
			c.move(x0, sum-x0).s(`L`).xy(x1, sum-x1)
		}
	}
}

// flag draws an instant as a line and its name above, on the side with more room; one
// out of sight has an arrow to where it is.
func (c *canvas) flag(at float64, words string, p paint, xs, ys *Scale, height float64, dash string) {
	x, y := math.Max(xs.From, math.Min(xs.To, xs.At(at))), ys.From-height
	bottom := ys.To
	switch {
	case at > xs.Hi:
		words, bottom = words+" →", ys.From
	case at < xs.Lo:
		words, bottom = "← "+words, ys.From
	}
	c.line(x, y, x, bottom).s(` stroke-width="2"`).stroke(p)
	if dash != "" {
		c.s(` stroke-dasharray="`).s(dash).s(`"`)
	}
	c.s(`/><g`).fill(p).halo().s(`>`)
	if x > (xs.From+xs.To)/2 {
		c.text(x-5, y+12, 'e', cut(words, textSize, x-5))
	} else {
		c.text(x+5, y+12, 's', cut(words, textSize, c.w-x-5))
	}
	c.s(`</g>`)
}

// coming pales what a series shows of what is still to come.
func (f *Lanes) coming(c *canvas, xs *Scale, top, bottom float64) {
	if f.Seen == nil {
		return
	}
	x := math.Max(xs.From, xs.At(f.Seen.Now))
	c.rect(x, top, xs.To-x, bottom-top).fill(paper).s(` fill-opacity="`).frac(paleStrokes).s(`"/>`)
}

// keyed is a word of a key and what stands before it.
type keyed struct {
	words string
	draw  func(x, y float64) // 14 wide, 12 high; nil: nothing does
}

// entries writes a key, as many words to a line as fit; it returns where it ends.
func (c *canvas) entries(list []keyed, y float64) float64 {
	x := 0.0
	for _, e := range list {
		left := 20.0
		if e.draw == nil {
			left = 0
		}
		w := left + textWidth(e.words, textSize) + 16
		if x > 0 && x+w > c.w {
			x, y = 0, y+18
		}
		if e.draw != nil {
			e.draw(x, y+2)
		}
		c.text(x+left, y+12.5, 's', e.words)
		x += w
	}
	if len(list) == 0 {
		return y
	}
	return y + 24
}

// tone is the entry of a colour.
func (c *canvas) tone(t LaneTone, words string) keyed {
	return keyed{words, func(x, y float64) {
		c.rect(x, y, 14, 12).fill(t.paint()).s(` fill-opacity="`).frac(t.Strength).s(`"/>`)
	}}
}

// key says what is drawn from the instant on.
func (s *LaneSeen) key(c *canvas) (list []keyed) {
	list = append(list, keyed{words: "right of the line, as the scheduler expects:"})
	for i, words := range s.Classes[:min(len(s.Classes), len(s.Tones))] {
		list = append(list, c.tone(s.Tones[i], words))
	}
	if len(s.Places) > 0 {
		list = append(list, keyed{s.Place, func(x, y float64) {
			c.rect(x+0.5, y+0.5, 13, 11).s(` fill="none" stroke-dasharray="3 2"`).stroke(accent).s(`/>`)
		}})
	}
	if len(s.Extra) > 0 {
		list = append(list, keyed{"extra processors", func(x, y float64) {
			c.s(`<path fill="none" stroke-width="1.5"`).stroke(accent).s(` d="`)
			c.hatches(x, y, x+14, y+12)
			c.s(`"/>`)
		}})
	}
	return list
}

// says describes the instant to who can't see it.
func (s *LaneSeen) says() string {
	if s == nil {
		return ""
	}
	text := " From " + s.Clock + " on it shows what the scheduler expects: " + numeral.Count(len(s.Boxes)) + " parts of jobs that run"
	if len(s.Places) > 0 {
		text += ", " + s.Place
	}
	if s.Words != "" {
		text += "; " + s.Words
	}
	return text + "."
}
