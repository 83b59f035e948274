package plot

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
)

// Moment is a small schedule at one moment of it, large enough for a lecture: time
// to the right, who waits above in the queue's order, the machine's processors below.
// Who runs on by its request is drawn faintly, what is promised to the head dashed,
// and the processors beside it hatched. Without a moment it is the whole schedule.
type Moment struct {
	Frame
	Procs     int
	To        float64 // the time axis ends here
	Now       float64 // NaN: no moment
	Jobs      []MomentJob
	Queue     []string // labels of those who wait
	Most      int      // so many wait at any moment: room is kept for them
	Promises  []MomentPromise
	Shadow    float64   // NaN: there is none
	ExtraRows []RowSpan // free from then on
	Out       MomentOut
	Bands     []MomentBand // of rows; nil: all are processors
	Time      string       // what the time axis says, its unit included
	Unit      string
}

// MomentJob is a job that has a place.
type MomentJob struct {
	Label      string
	Key        string // whom it belongs to
	Start, End float64
	Until      float64 // where it ends by its request; no later than End: not drawn
	Rows       []RowSpan
	Slipped    bool // it started by backfilling
	Note       string
}

// MomentPromise is what is kept for one who waits.
type MomentPromise struct {
	Label      string
	From, Runs float64
	Rows       []RowSpan
}

// MomentOut are processors that are out for a time; without rows none are.
type MomentOut struct {
	From, To float64
	Rows     []RowSpan
}

// MomentBand is a band of rows with a name, from below, To excluded.
type MomentBand struct {
	Label    string
	From, To int
}

// RowSpan is rows of processors, from below, To excluded.
type RowSpan struct{ From, To int }

const (
	chipHigh = 20.0
	chipGap  = 5.0
	chipRows = 3
)

// SVG draws the chart.
func (f *Moment) SVG() string {
	procs := float64(min(max(f.Procs, 1), 1<<10))
	lo, hi := bounded(0, f.To)
	c := f.open("moment", f.desc())
	t := TicksWithin(0, procs, min(int(procs), 4), Whole)
	wide := widest(t)
	for _, b := range f.Bands {
		wide = math.Max(wide, textWidth(b.Label, textSize))
	}
	left, right := math.Max(wide+10, textWidth("queue", textSize)+10), c.w-2
	y := f.key(c)
	if f.Most > 0 && !(c.plain && f.whole()) {
		y = f.queue(c, left, right, y)
	}
	y += 24
	if f.Bands == nil {
		c.caption(0, y-9, c.w, 's', "processors")
	}
	top := y
	bottom := top + f.inner(top-c.top+38, math.Max(128, math.Min(procs*24, 300)))
	xs, ys := &Scale{Lo: lo, Hi: hi, From: left, To: right}, &Scale{Lo: 0, Hi: procs, From: bottom, To: top}
	if f.Bands == nil {
		c.horizontals(t, ys, left, left, 0)
	}
	for _, b := range f.Bands {
		a, z := ys.At(float64(b.To)), ys.At(float64(b.From))
		c.line(left, crisp(z), right, crisp(z)).stroke(soft).s(` stroke-opacity=".4"/>`)
		c.text(left-8, (a+z)/2+4.5, 'e', b.Label)
	}
	c.line(left, crisp(top), right, crisp(top)).stroke(soft).s(` stroke-dasharray="1 3"/>`)
	f.out(c, xs, ys)
	f.promise(c, xs, ys)
	c.s(`<g class="plot-jobs">`)
	for i := range f.Jobs {
		f.job(c, &f.Jobs[i], xs, ys)
	}
	c.s("</g>\n")
	f.lines(c, xs, top, bottom)
	c.base(left, right, bottom)
	labels := c.ticksWithin(max(2, min(10, int((right-left)/40))), xs, Whole, false)
	return c.foot(labels, xs, bottom, right, c.w-8, orWord(f.Time, "time"))
}

func (f *Moment) whole() bool { return f.Now != f.Now }

func (f *Moment) desc() string {
	d := numeral.Whole(float64(len(f.Jobs))) + " jobs on " + numeral.Whole(float64(f.Procs)) + " processors."
	if !f.whole() {
		d += " The moment is " + numeral.Number(f.Now) + numeral.Thin + f.Unit + "; " + numeral.Whole(float64(len(f.Queue))) + " wait."
	}
	if n := 0; len(f.Out.Rows) > 0 {
		for _, r := range f.Out.Rows {
			n += r.To - r.From
		}
		d += " " + numeral.Whole(float64(n)) + numeral.Plural(n, " processor is", " processors are") + " out from " +
			numeral.Number(f.Out.From) + " to " + numeral.Number(f.Out.To) + numeral.Thin + f.Unit + "."
	}
	for _, p := range f.Promises {
		d += " Job " + p.Label + " is promised its processors at " + numeral.Number(p.From) + numeral.Thin + f.Unit + "."
	}
	return d
}

// key tells what rectangles are and gives where it ends.
func (f *Moment) key(c *canvas) (y float64) {
	type keyed struct {
		words string
		draw  func(*canvas)
	}
	entries := []keyed{
		{"from the front", func(c *canvas) { c.part(Running) }},
		{"slipped in", func(c *canvas) { c.part(Backfilled) }},
		{"as requested", func(c *canvas) { c.requested(false) }},
		{"promised", func(c *canvas) { c.part(Head) }},
		{"extra", func(c *canvas) { c.hatched() }},
	}
	if f.whole() && c.plain {
		entries = entries[:2]
	}
	if len(f.Out.Rows) > 0 {
		entries = append(entries[:len(entries):len(entries)], keyed{"out", func(c *canvas) { c.closed() }})
		c.s(`<pattern id="`).t(c.id).s(`-out" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path stroke-width="1.5"`).stroke(ink).s(` d="M0 0v7"/></pattern>`)
	}
	c.s(`<pattern id="`).t(c.id).s(`-extra" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path stroke-width="1.2"`).stroke(accent).s(` d="M0 0v6"/></pattern>`)
	x, y := 0.0, c.top
	c.s(`<g class="plot-key">`)
	for _, e := range entries {
		w := 22 + textWidth(e.words, textSize)
		if x > 0 && x+w > c.w {
			x, y = 0, y+19
		}
		c.rect(x+0.75, y+2.75, 14.5, 11)
		e.draw(c)
		c.s(`/>`)
		c.text(x+22, y+12.5, 's', e.words)
		x += w + 14
	}
	c.s(`</g>`)
	return y + 26
}

// requested and hatched are how what may come, and what is left over, look.
func (c *canvas) requested(slipped bool) *canvas {
	of, share := ink, ".04"
	if slipped {
		of, share = accent, ".12"
	}
	return c.fill(of).s(` fill-opacity="`).s(share).s(`"`).stroke(of).s(` stroke-opacity=".5" stroke-dasharray="2 3"`)
}

func (c *canvas) hatched() *canvas {
	return c.s(` fill="url(#`).t(c.id).s(`-extra)" fill-opacity=".55"`)
}

// closed is how what is out looks.
func (c *canvas) closed() *canvas {
	return c.s(` fill="url(#`).t(c.id).s(`-out)" fill-opacity=".5"`).stroke(soft)
}

// out draws the processors that are out.
func (f *Moment) out(c *canvas, xs, ys *Scale) {
	if !(f.Out.From < xs.Hi) {
		return
	}
	x0, x1 := xs.At(f.Out.From), xs.At(math.Min(f.Out.To, xs.Hi))
	for _, r := range f.Out.Rows {
		a, b := ys.At(float64(r.To)), ys.At(float64(r.From))
		c.rect(x0+0.75, a+0.75, x1-x0-1.5, b-a-1.5).s(` class="out"`)
		c.closed().s(`/>`)
	}
}

// queue draws who waits as a row of chips, dashed to whom
// something is promised, and gives where the
// room for them ends.
func (f *Moment) queue(c *canvas, left, right, y float64) float64 {
	wide := 22.0
	for _, label := range f.Queue {
		wide = math.Max(wide, textWidth(label, textSize)+12)
	}
	each := max(1, int((right-left+chipGap)/(wide+chipGap)))
	rows := min(chipRows, (f.Most+each-1)/each)
	c.s(`<g class="plot-queue">`)
	c.soften("")
	c.text(0, y+14.5, 's', "queue")
	if len(f.Queue) == 0 {
		c.text(left, y+14.5, 's', "empty")
	}
	c.s(`</g>`)
	room := each * rows
	for i, label := range f.Queue {
		x, at := left+float64(i%each)*(wide+chipGap), y+float64(i/each)*(chipHigh+chipGap)
		if i == room-1 && len(f.Queue) > room {
			c.text(x+wide/2, at+14.5, 'm', "+"+numeral.Whole(float64(len(f.Queue)-room+1)))
			break
		}
		c.rect(x+0.75, at+0.75, wide-1.5, chipHigh-1.5).s(` rx="3"`)
		if slices.ContainsFunc(f.Promises, func(p MomentPromise) bool { return p.Label == label }) {
			c.part(Head)
		} else {
			c.fill(paper).stroke(soft)
		}
		c.s(`/>`)
		c.text(x+wide/2, at+14.5, 'm', label)
	}
	c.s("</g>\n")
	return y + float64(rows)*(chipHigh+chipGap)
}

// promise draws what is kept for those who wait, and what is left beside it.
func (f *Moment) promise(c *canvas, xs, ys *Scale) {
	if f.Shadow < xs.Hi {
		from := xs.At(f.Shadow)
		for _, r := range f.ExtraRows {
			a, b := ys.At(float64(r.To)), ys.At(float64(r.From))
			c.rect(from, a, xs.To-from, b-a).s(` class="extra"`)
			c.hatched().s(`/>`)
		}
	}
	c.s(`<g class="plot-promise">`)
	for i := range f.Promises {
		p := &f.Promises[i]
		if len(p.Rows) == 0 || !(p.From < xs.Hi) {
			continue
		}
		x0, x1 := xs.At(p.From), xs.At(math.Min(p.From+p.Runs, xs.Hi))
		for _, r := range p.Rows {
			a, b := ys.At(float64(r.To)), ys.At(float64(r.From))
			c.rect(x0+0.75, a+0.75, x1-x0-1.5, b-a-1.5).s(` rx="2"`)
			c.part(Head).s(`/>`)
		}
		at := p.Rows[widestRows(p.Rows)]
		f.label(c, p.Label, false, [3]float64{x0, x1, x1}, ys.At(float64(at.To)), ys.At(float64(at.From)))
	}
	c.s("</g>\n")
}

// widestRows is the place of the span that has most rows.
func widestRows(list []RowSpan) (most int) {
	for i, r := range list {
		if r.To-r.From > list[most].To-list[most].From {
			most = i
		}
	}
	return most
}

// job draws a job, and faintly what it may still take.
func (f *Moment) job(c *canvas, j *MomentJob, xs, ys *Scale) {
	if len(j.Rows) == 0 || !(j.Start < xs.Hi) {
		return
	}
	x0, x1, x2 := xs.At(j.Start), xs.At(math.Min(j.End, xs.Hi)), xs.At(math.Min(math.Max(j.Until, j.End), xs.Hi))
	at := j.Rows[widestRows(j.Rows)]
	c.s(`<g class="job"`)
	c.says("job "+j.Label+": "+j.Note, j.Key, spot{(x0 + math.Max(x1, x0+4)) / 2, ys.At(float64(at.From+at.To) / 2)})
	for _, r := range j.Rows {
		a, b := ys.At(float64(r.To)), ys.At(float64(r.From))
		if x2 > x1 {
			c.rect(x1, a+0.75, x2-x1-0.75, b-a-1.5)
			c.requested(j.Slipped).s(`/>`)
		}
		c.rect(x0+0.75, a+0.75, x1-x0-1.5, b-a-1.5).s(` rx="2"`)
		if j.Slipped {
			c.part(Backfilled).s(`/>`)
		} else {
			c.part(Running).s(`/>`)
		}
	}
	f.label(c, j.Label, j.Slipped, [3]float64{x0, x1, x2}, ys.At(float64(at.To)), ys.At(float64(at.From)))
	c.s("</g>\n")
}

// label writes a job's number where it has room: in what it has run, else in what it
// may still take.
func (f *Moment) label(c *canvas, label string, slipped bool, x [3]float64, a, b float64) {
	need := textWidth(label, textSize) + 4
	from, to := x[0], x[1]
	if to-from < need {
		from, to, slipped = x[1], x[2], false
	}
	if b-a < 12 || to-from < need {
		return
	}
	if slipped {
		c.s(`<g`).fill(paper).s(`>`)
	}
	c.text((from+to)/2, (a+b)/2+4.5, 'm', label)
	if slipped {
		c.s(`</g>`)
	}
}

// lines draws now and the shadow time. Where one is close to the other its name
// stands on the other side.
func (f *Moment) lines(c *canvas, xs *Scale, top, bottom float64) {
	if f.whole() {
		return
	}
	nx := crisp(xs.At(math.Min(f.Now, xs.Hi)))
	if f.Shadow == f.Shadow {
		const name = "shadow time"
		sx := crisp(xs.At(math.Min(f.Shadow, xs.Hi)))
		words := name
		if f.Shadow > xs.Hi {
			words += " " + numeral.Number(f.Shadow) + numeral.Thin + f.Unit + " →"
		}
		c.s(`<g class="shadow">`)
		if f.Shadow <= xs.Hi {
			c.line(sx, top-6, sx, bottom).s(` stroke-width="1.5" stroke-dasharray="4 3"`).stroke(accent).s(`/>`)
		}
		w := textWidth(words, textSize)
		if sx+6+w < c.w {
			c.text(math.Max(sx, textWidth("processors", textSize)+8)+6, top-9, 's', words)
		} else {
			c.text(sx-6, top-9, 'e', words)
		}
		c.s(`</g>`)
	}
	c.s(`<g class="now">`)
	c.line(nx, top-6, nx, bottom+4).s(` stroke-width="2"`).stroke(ink).s(`/>`)
	c.s("</g>\n")
}
