package replay

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/lanes"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// projection is what the scheduler expects from an instant on, by the rows of the
// picture: who runs until when, where the head is to start, which rows are extra.
type projection struct {
	now, shadow int64 // why.Unknown: nothing is promised
	runs        []expected
	head        why.Running // its Start the shadow time; Job why.None: it has no rows
	room, extra []lanes.Span
	reserved    []*lanes.Stay // the head's too, where everybody is promised a place
}

// expected is a job that runs, in a colour.
type expected struct {
	why.Running
	colour uint32
}

// projection is what is expected at the instant in sight.
func (i *instant) projection() *projection {
	if i.expected == nil {
		i.expected = i.project()
	}
	return i.expected
}

// project lays out what is expected. Of the rows that are free at the shadow time the
// head has the lowest run that holds it whole, else the lowest; the extra ones are the
// lowest of the others.
func (i *instant) project() *projection {
	s, t := i.seen, i.tape.Trace
	b := &projection{now: s.Now, shadow: why.Unknown, head: why.Running{Job: why.None}}
	layout := i.v.scene.layout(i.v.side())
	begun := map[int]uint32{}
	for k := range s.Passes {
		for _, x := range s.Passes[k].Queue {
			switch x.Reason {
			case why.Front:
				begun[x.Job] = fronted
			case why.Backfilled:
				begun[x.Job] = slipped
			}
		}
	}
	for _, r := range s.Running {
		c := uint32(running)
		if x, ok := begun[r.Job]; ok {
			c = x
		}
		b.runs = append(b.runs, expected{r, c})
	}
	p := i.pass()
	if p == nil || p.Head == why.None {
		return b
	}
	if p.Shadow == why.Unknown { // conservative backfilling promises everybody a place
		i.reserve(b, p)
		return b
	}
	b.shadow = p.Shadow
	busy := make([]bool, layout.Rows)
	for _, r := range s.Running {
		if r.Projected > p.Shadow {
			for _, x := range layout.Spans(r.Job) {
				for row := x.From; row < x.To; row++ {
					busy[row] = true
				}
			}
		}
	}
	b.head = why.Running{Job: p.Head, Start: p.Shadow, Projected: p.Shadow + t.Request[p.Head]}
	b.room = lowest(busy, t.Size[p.Head])
	b.extra = lowest(busy, int32(max(0, i.extra(p))))
	return b
}

// reserve lays out the places that are promised to those that wait.
func (i *instant) reserve(b *projection, p *why.Pass) {
	t, layout := i.tape.Trace, i.v.scene.layout(i.v.side())
	var stays []*lanes.Stay
	for _, r := range i.seen.Running {
		stays = append(stays, &lanes.Stay{Job: r.Job, From: i.seen.Now, To: r.Projected, Rows: layout.Spans(r.Job)})
	}
	for _, x := range p.Queue {
		if x.Place != why.Unknown && x.Reason != why.Front && x.Reason != why.Backfilled {
			b.reserved = append(b.reserved, &lanes.Stay{Job: x.Job, From: x.Place, To: x.Place + t.Request[x.Job]})
		}
	}
	layout.Reserve(stays, b.reserved)
	for _, s := range b.reserved {
		if s.Job == p.Head {
			b.shadow, b.room = s.From, s.Rows
			b.head = why.Running{Job: s.Job, Start: s.From, Projected: s.To}
		}
	}
}

// lowest takes so many of the rows that are not busy.
func lowest(busy []bool, q int32) (list []lanes.Span) {
	run, from := int32(0), 0
	for row := range busy {
		if run++; busy[row] {
			run = 0
		}
		if run == q {
			from = row + 1 - int(q)
			break
		}
	}
	for row := from; row < len(busy) && q > 0; row++ {
		if busy[row] {
			continue
		}
		busy[row] = true
		q--
		if n := len(list); n > 0 && list[n-1].To == int32(row) {
			list[n-1].To++
		} else {
			list = append(list, lanes.Span{From: int32(row), To: int32(row) + 1})
		}
	}
	return list
}

// dash and gap are those of a dashed line, hatched how far apart hatches are.
const (
	dash, gap = 5, 3
	hatched   = 6
)

// expect paints what the scheduler expects over what came: beneath, what it did not
// know yet pales.
func (s *stage) expect(b *projection, from, to int64) {
	w, h := s.width, s.height()
	view := s.view(from, to)
	all := lanes.Span{To: int32(view.Bottom)}
	now, _, _, _ := view.Box(b.now, b.now, all)
	for y := range h {
		for x := now; x < w; x++ {
			s.pixels[y*w+x] = idle
		}
	}
	for y := h; y < len(s.pixels)/w; y++ {
		for x := now; x < w; x++ {
			if p := &s.pixels[y*w+x]; *p == strong || *p == pale {
				*p = outer
			}
		}
	}
	layout := s.v.scene.layout(s.v.side())
	chosen := s.v.chosen()
	for _, r := range b.runs {
		for _, span := range layout.Spans(r.Job) {
			left, top, right, bottom := view.Box(b.now, max(r.Projected, b.now), span)
			c := r.colour
			if r.Job == chosen {
				c = mark
			}
			s.box(left, top, max(right, min(left+1, w)), bottom, c)
		}
	}
	if b.shadow != why.Unknown {
		s.promised(b, view)
	}
	for y := range len(s.pixels) / w {
		for x := max(0, now-1); x < min(now+1, w); x++ {
			if b.now >= from && b.now <= to {
				s.pixels[y*w+x] = line
			}
		}
	}
}

// box fills a rectangle, with an edge at the top and at the right where there is room.
func (s *stage) box(left, top, right, bottom int, colour uint32) {
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			c := colour
			if bottom-top > roomy && y == top || right-left > roomy && x == right-1 {
				c = paper
			}
			s.pixels[y*s.width+x] = c
		}
	}
}

// promised paints the shadow time, the head's place from then on, and the room of the
// extra processors.
func (s *stage) promised(b *projection, view lanes.Window) {
	w := s.width
	for _, stay := range b.reserved {
		for _, span := range stay.Rows {
			s.dashed(view, stay.From, stay.To, span, reserved)
		}
	}
	for _, span := range b.extra {
		s.hatch(view, b.shadow, view.To, span, promise)
	}
	for _, span := range b.room {
		s.dashed(view, b.head.Start, b.head.Projected, span, paper)
	}
	if b.shadow < view.From || b.shadow > view.To {
		return
	}
	at, _, _, _ := view.Box(b.shadow, b.shadow, lanes.Span{})
	for y := range s.height() {
		for x := max(0, at-1); x < min(at+1, w); x++ {
			if y%(dash+gap) < dash {
				s.pixels[y*w+x] = promise
			}
		}
	}
}

// hatch hatches rows from an instant to another.
func (s *stage) hatch(view lanes.Window, from, to int64, rows lanes.Span, colour uint32) {
	left, top, right, bottom := view.Box(from, to, rows)
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			if (x+y)%hatched < 2 {
				s.pixels[y*s.width+x] = colour
			}
		}
	}
}

// dashed paints a place that is promised, on a ground; one without room for an edge has
// the edge's colour.
func (s *stage) dashed(view lanes.Window, from, to int64, rows lanes.Span, ground uint32) {
	left, top, right, bottom := view.Box(from, to, rows)
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			c := ground
			if (y == top || y == bottom-1 || x == left || x == right-1) && (x+y)%(dash+gap) < dash {
				c = promise
			}
			s.pixels[y*s.width+x] = c
		}
	}
}

// expectation is a tone and its meaning.
type expectation struct {
	tone  uint32
	words string
}

// expectations are the tones of the jobs that run at an instant, and what they mean.
var expectations = [...]expectation{{running, "runs as long as requested"}, {fronted, "starts from the front"}, {slipped, "is backfilled"}}

// key says what the picture has right of the instant.
func (b *projection) key() (html string) {
	for _, x := range expectations {
		html += ` <span><i style="background:var(` + palette[x.tone].Name + `);opacity:` + strconv.FormatFloat(palette[x.tone].Strength,
			'f', 2, 64) + `"></i>` + x.words + `</span>`
	}
	if html += ` <span><i class="line"></i>` + b.place() + `</span>`; len(b.reserved) == 0 {
		html += ` <span><i class="hatch"></i>extra processors</span>`
	}
	return html
}

// place says what is drawn with dashes.
func (b *projection) place() string {
	if len(b.reserved) > 0 {
		return "the place promised to each that waits"
	}
	return "the head’s place from the shadow time"
}

// until says what the head is promised.
func (b *projection) until() string {
	words := "shadow time, in "
	if len(b.reserved) > 0 {
		words = "promised to the head, in "
	}
	return words + numeral.Duration(float64(b.shadow-b.now))
}

// mostPlaces is how many places a saved picture has at most, those that begin first: each
// is an element or more.
const mostPlaces = 400

// drawn is the instant for the picture that is saved, of a stretch from an instant to
// another.
func (i *instant) drawn(from, to int64) *plot.LaneSeen {
	b, layout := i.projection(), i.v.scene.layout(i.v.side())
	at := func(t int64) float64 { return float64(t - from) }
	f := &plot.LaneSeen{Now: at(b.now), Clock: why.Clock(i.tape.Trace, b.now)}
	for _, x := range expectations {
		f.Tones, f.Classes = append(f.Tones, plot.LaneTone{Hue: palette[x.tone].Name, Strength: palette[x.tone].Strength}),
			append(f.Classes, x.words)
	}
	f.Tones = append(f.Tones, i.v.paint(i.v.side()).chosen())
	boxes := func(job int, start, end int64, rows []lanes.Span, class int) (list []plot.LaneBox) {
		for _, x := range rows {
			list = append(list, plot.LaneBox{Start: at(start), End: at(end), Low: float64(x.From), High: float64(x.To), Class: class,
				Name: i.v.scene.number(job)})
		}
		return list
	}
	for _, r := range b.runs {
		class := len(expectations) // the chosen one's
		if r.Job != i.v.chosen() {
			class = slices.IndexFunc(expectations[:], func(x expectation) bool { return x.tone == r.colour })
		}
		f.Boxes = append(f.Boxes, boxes(r.Job, b.now, max(r.Projected, b.now), layout.Spans(r.Job), class)...)
	}
	if b.shadow == why.Unknown {
		return f
	}
	f.Until, f.Words, f.Place = at(b.shadow), b.until(), b.place()
	f.Extra = boxes(b.head.Job, b.shadow, to, b.extra, 0)
	if len(b.reserved) == 0 {
		f.Places = boxes(b.head.Job, b.head.Start, b.head.Projected, b.room, 0)
	}
	for _, s := range b.reserved {
		if len(f.Places) >= mostPlaces {
			f.Place += ", the first " + numeral.Count(mostPlaces) + " of them"
			break
		}
		f.Places = append(f.Places, boxes(s.Job, s.From, s.To, s.Rows, 0)...)
	}
	return f
}

// marks name the lines and the room that are painted.
func (s *stage) marks(b *projection, from, to int64) string {
	t := s.v.scene.trace
	share := func(at int64) float64 { return float64(at-from) / float64(to-from) }
	html := flag("now", share(b.now), why.Clock(t, b.now))
	if b.shadow != why.Unknown && b.shadow >= from && b.now <= to {
		html += flag("promise", share(b.shadow), b.until())
	}
	view := s.view(from, to)
	if left, top, right, bottom := s.widest(view, b.room, b.shadow, b.head.Projected); b.head.Job != why.None && bottom-top > 15 &&
		right-left > 70 {
		html += label(left+6, top, bottom, "job "+s.v.scene.number(b.head.Job))
	}
	if left, top, _, bottom := s.widest(view, b.extra, b.shadow, to); len(b.extra) > 0 && bottom-top > 15 && s.width-left > 70 {
		n := int64(0)
		for _, x := range b.extra {
			n += int64(x.To - x.From)
		}
		html += label(max(left+6, s.width-84), top, bottom, numeral.Count(n)+" extra")
	}
	return html
}

// widest is the box of the span with most rows.
func (s *stage) widest(view lanes.Window, spans []lanes.Span, from, to int64) (left, top, right, bottom int) {
	for _, x := range spans {
		if l, t, r, b := view.Box(from, to, x); b-t > bottom-top {
			left, top, right, bottom = l, t, r, b
		}
	}
	return left, top, right, bottom
}

// flag is a name at a line, to whose left or right there is more room; of one that is
// out of sight it says where that is.
func flag(class string, share float64, words string) string {
	side, at := "left", min(max(share, 0), 1)
	if share > 0.5 {
		side, at = "right", 1-at
	}
	switch {
	case share > 1:
		words += " →"
	case share < 0:
		words = "← " + words
	}
	return `<span class="` + class + ` ` + side + `" style="` + side + `:` + strconv.FormatFloat(100*at, 'f', 2, 64) + `%">` +
		lab.Esc(words) + `</span>`
}

// label is a name in the middle of a box.
func label(left, top, bottom int, words string) string {
	return `<span class="within" style="left:` + strconv.Itoa(left) + `px;top:` + strconv.Itoa((top+bottom)/2) + `px">` +
		lab.Esc(words) + `</span>`
}
