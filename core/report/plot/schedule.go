package plot

import (
	"cmp"
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
)

// Schedule shows a run core by core: time to the right, cores downwards in the
// order of their numbers. What is busy has the colour of its speed, as on a
// Platform, what is idle beside a busy core a pale ground; hatched is a
// processor whose bandwidth is over-subscribed, the other way cores that are out.
//
// Few jobs on few cores are rectangles. Else the picture is a raster: in each of
// its cells the part that is busy is the strength of the colour.
type Schedule struct {
	Frame
	Kinds []NodeKind // in the order in which nodes, processors and cores are numbered
	Jobs  []ScheduleJob
	Over  []OverSpan
	Out   []OutSpan
	// What is shown, in seconds; all jobs if From is not before To.
	From, To float64
	X        string // names the axis: "time since the first submission"
	ByJob    bool   // shades tell jobs apart, and not the speeds of cores
	Chosen   string // label of a job that is picked out
	// Play draws the playhead at Now. A page that moves one draws its own, by
	// Place and Lanes.
	Play bool
	Now  float64

	drawn *schedulePlan
}

// ScheduleJob is a job that ran.
type ScheduleJob struct {
	Label      string
	Start, End float64 // seconds
	Cores      []CoreRange
	Note       string // what else is to be said of it
}

// CoreRange is cores From to To, To excluded.
type CoreRange struct{ From, To int }

// OverSpan is a time in which a processor is asked for more bandwidth than it has.
type OverSpan struct {
	Processor int
	From, To  float64
}

// OutSpan is a time in which cores are out.
type OutSpan struct {
	Cores    CoreRange
	From, To float64
}

// Bounds of what is drawn.
const (
	ganttCores  = 1 << 20 // more are said, not drawn
	ownBands    = 16      // so many processors are told apart
	pieces      = 3000    // rectangles; more become a raster
	rasterRuns  = 9000
	leastCore   = 1.0 // pixels of a core in a rectangle
	wholeCore   = 3.0 // from so many on a core has whole pixels
	tallestCore = 18.0
)

// Place says where on the chart a moment stands: the page moves a line there,
// through all Lanes. Known once the chart was drawn, like all that follow.
func (f *Schedule) Place(at float64) float64 {
	if f.drawn == nil {
		return 0
	}
	return f.drawn.xs.At(at)
}

// Lanes says from where to where on the chart the cores go.
func (f *Schedule) Lanes() (top, bottom float64) {
	if f.drawn == nil {
		return 0, 0
	}
	return f.drawn.top, f.drawn.bottom
}

// At is the moment and the core at a place on the chart.
func (f *Schedule) At(x, y float64) (moment float64, core int, ok bool) {
	p := f.drawn
	if p == nil || x < p.xs.From || x > p.xs.To {
		return 0, 0, false
	}
	for i := range p.bands {
		if b := &p.bands[i]; y >= b.y && y < b.y+b.high() {
			return p.xs.Lo + (x-p.xs.From)/(p.xs.To-p.xs.From)*(p.xs.Hi-p.xs.Lo), b.from + min(int((y-b.y)/b.high()*float64(b.to-b.from)),
				b.to-b.from-1), true
		}
	}
	return 0, 0, false
}

// ran says whether a job has a place: one that never ran has no times.
func (j *ScheduleJob) ran() bool {
	return math.Abs(j.Start) <= most && math.Abs(j.End) <= most && j.Start <= j.End
}

// coreBand is a number of cores that are named together.
type coreBand struct {
	name     string
	short    string // for narrow charts
	from, to int    // cores
	first    int    // row
	rows     int
	row      float64 // height
	y        float64
}

func (b *coreBand) high() float64 { return float64(b.rows) * b.row }

// at is the height of the upper edge of a core.
func (b *coreBand) at(core int) float64 {
	return b.y + b.high()*float64(core-b.from)/float64(b.to-b.from)
}

// schedulePlan is what is drawn where.
type schedulePlan struct {
	of          *platformPlan
	bands       []coreBand
	xs          Scale
	top, bottom float64
	cell        float64 // pixels of a raster's cell; 0: rectangles
	parts       []schedulePart
	awake       []awake
}

// schedulePart is what a job has of a processor.
type schedulePart struct {
	job, from, to int32
	processor     int32
	speed         float64
}

// awake is a time in which a processor has a busy core.
type awake struct {
	processor int32
	from, to  float64
}

// SVG draws the chart.
func (f *Schedule) SVG() string {
	p := f.plan()
	c := f.open("schedule", f.desc(p))
	f.drawn = p
	if len(p.bands) == 0 {
		y := c.top
		if p.of.all.cores > 0 {
			y += c.heading(y, "more than "+numeral.Count(ganttCores)+" cores are not drawn")
		}
		return c.close(y + 8)
	}
	p.lay(f, c)
	c.s(`<pattern id="`).t(c.id).s(`-over" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path stroke-width="1.5"`).stroke(ink).s(` d="M0 0v5"/></pattern>`)
	if len(f.Out) > 0 {
		c.s(`<pattern id="`).t(c.id).s(`-out" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path stroke-width="1"`).stroke(soft).s(` d="M0 0v7"/></pattern>`)
	}
	p.frame(c)
	p.out(c, f)
	if p.cell == 0 {
		p.rectangles(c, f)
	} else {
		p.raster(c, f)
	}
	p.pick(c, f)
	if f.Play && f.Now >= p.xs.Lo && f.Now <= p.xs.Hi {
		x := crisp(p.xs.At(f.Now))
		c.line(x, p.top-3, x, p.bottom+3).s(` class="now" stroke-width="1.5"`).stroke(ink).s(`/>`)
	}
	labels := c.ticksWithin(max(2, min(8, int((p.xs.To-p.xs.From)/70))), &p.xs, Seconds, false)
	c.below(labels, &p.xs, p.bottom+3, true)
	y := p.bottom + 41
	y += c.caption(p.xs.To, y, c.w-8, 'e', orWord(f.X, "time"))
	y = p.key(c, f, y-4)
	p.lanes(c, f)
	return c.close(y + 2)
}

func (f *Schedule) plan() *schedulePlan {
	p := &schedulePlan{of: counted(f.Kinds)}
	if p.of.all.cores > ganttCores || p.of.all.cores == 0 {
		return p
	}
	for i := range f.Jobs {
		if j := &f.Jobs[i]; j.ran() {
			for _, r := range j.Cores {
				p.of.parts(max(r.From, 0), min(r.To, p.of.all.cores), func(processor, from, to int, speed float64) {
					p.parts = append(p.parts, schedulePart{int32(i), int32(from), int32(to), int32(processor), speed})
				})
			}
		}
	}
	p.wake(f)
	p.name()
	return p
}

// wake finds when processors have a busy core.
func (p *schedulePlan) wake(f *Schedule) {
	list := make([]awake, len(p.parts))
	for i := range p.parts {
		j := &f.Jobs[p.parts[i].job]
		list[i] = awake{p.parts[i].processor, j.Start, j.End}
	}
	sorted.Stable(list, func(a, b awake) int {
		return cmp.Or(cmp.Compare(a.processor, b.processor), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, a := range list {
		if n := len(p.awake); n > 0 && p.awake[n-1].processor == a.processor && a.from <= p.awake[n-1].to {
			p.awake[n-1].to = math.Max(p.awake[n-1].to, a.to)
		} else {
			p.awake = append(p.awake, a)
		}
	}
}

// name makes the bands: processors where they are few, else kinds of nodes.
func (p *schedulePlan) name() {
	if p.of.all.processors <= ownBands {
		p.of.parts(0, p.of.all.cores, func(processor, from, to int, _ float64) {
			p.bands = append(p.bands, coreBand{name: p.of.nameOf(from), short: p.of.nameOf(from), from: from, to: to})
		})
		return
	}
	for i := range p.of.blocks {
		b := &p.of.blocks[i]
		band := coreBand{name: b.title(), short: orWord(b.kind.Name, "node"), from: b.from.cores, to: b.from.cores + b.number*b.each.cores}
		switch {
		case band.to == band.from:
		case len(p.bands) == drawnKinds:
			last := &p.bands[drawnKinds-1]
			last.name, last.short, last.to = "others", "others", band.to
		default:
			p.bands = append(p.bands, band)
		}
	}
}

// firstOf is the first of n that is, where all after it are too; n if none is.
func firstOf(n int, is func(i int) bool) int {
	low := 0
	for low < n {
		if mid := (low + n) / 2; is(mid) {
			n = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// kindOf is the kind of nodes of a core.
func (p *platformPlan) kindOf(core int) *platformBlock {
	i := firstOf(len(p.blocks), func(i int) bool {
		return p.blocks[i].from.cores+p.blocks[i].number*p.blocks[i].each.cores > core
	})
	return &p.blocks[i]
}

// parts goes through cores processor by processor.
func (p *platformPlan) parts(from, to int, do func(processor, from, to int, speed float64)) {
	for from < to {
		b := p.kindOf(from)
		node := (from - b.from.cores) / b.each.cores
		first, processor := b.from.cores+node*b.each.cores, b.from.processors+node*b.each.processors
		for i := range b.kind.Processors {
			q := &b.kind.Processors[i]
			n, cores := clamped(q.Number), clamped(q.Cores)
			for from < min(to, first+n*cores) {
				k := (from - first) / cores
				end := min(to, first+(k+1)*cores)
				do(processor+k, from, end, q.Speed)
				from = end
			}
			first, processor = first+n*cores, processor+n
		}
	}
}

// coresOf are those of a processor.
func (p *platformPlan) coresOf(processor int) (from, to int) {
	i := firstOf(len(p.blocks), func(i int) bool {
		return p.blocks[i].from.processors+p.blocks[i].number*p.blocks[i].each.processors > processor
	})
	if processor < 0 || i == len(p.blocks) {
		return 0, 0
	}
	b := &p.blocks[i]
	node, at := (processor-b.from.processors)/b.each.processors, (processor-b.from.processors)%b.each.processors
	from = b.from.cores + node*b.each.cores
	for k := range b.kind.Processors {
		q := &b.kind.Processors[k]
		n, cores := clamped(q.Number), clamped(q.Cores)
		if at < n {
			return from + at*cores, from + (at+1)*cores
		}
		from, at = from+n*cores, at-n
	}
	return 0, 0
}

// nameOf names the processor of a core, with its node if there are several.
func (p *platformPlan) nameOf(core int) string {
	b := p.kindOf(core)
	node := (core - b.from.cores) / b.each.cores
	first, name := b.from.cores+node*b.each.cores, ""
	for i := range b.kind.Processors {
		q := &b.kind.Processors[i]
		if name = orWord(q.Name, "processor"); core < first+clamped(q.Number)*clamped(q.Cores) {
			break
		}
		first += clamped(q.Number) * clamped(q.Cores)
	}
	if p.all.nodes > 1 {
		name = numeral.Count(b.from.nodes+node) + ": " + name
	}
	return name
}

// lay places bands and rows.
func (p *schedulePlan) lay(f *Schedule, c *canvas) {
	lo, hi := f.From, f.To
	if !(lo < hi) {
		lo, hi = math.Inf(1), math.Inf(-1)
		for i := range f.Jobs {
			if j := &f.Jobs[i]; j.ran() {
				lo, hi = math.Min(lo, j.Start), math.Max(hi, j.End)
			}
		}
		if hi < lo {
			lo, hi = 0, 1
		}
	}
	lo, hi = bounded(lo, hi)
	left := p.longest()
	if left > c.w*0.3 { // without how many there are
		for i := range p.bands {
			p.bands[i].name = p.bands[i].short
		}
		left = p.longest()
	}
	left = math.Ceil(math.Min(left, math.Min(170, c.w*0.42))) + 22
	p.xs = Scale{Lo: lo, Hi: hi, From: left, To: math.Floor(c.w - 6)}
	p.top = math.Ceil(c.top + 8)

	cores := float64(p.of.all.cores)
	aside := 4.0
	if len(p.bands) > 12 {
		aside = 2
	}
	height := f.inner(p.top+70, math.Max(80, math.Min(cores*tallestCore, 440))) - aside*float64(len(p.bands)-1)
	each := math.Min(height/cores, 2*tallestCore)
	if each >= wholeCore {
		each = math.Floor(each)
	}
	if each < leastCore || len(p.parts)+len(p.awake)+len(f.Over) > pieces {
		p.cell = 2
	}
	y, rows := p.top, 0
	for i := range p.bands {
		b := &p.bands[i]
		n := b.to - b.from
		b.rows, b.row = n, each
		if p.cell > 0 && each < wholeCore { // no edge of a cell lies within a pixel
			b.row = 2
			b.rows = min(n, max(2, int(math.Round(height*float64(n)/cores/b.row))))
		}
		b.y, b.first = y, rows
		rows += b.rows
		y += b.high() + aside
	}
	p.bottom = y - aside
}

// longest is how wide the widest name is.
func (p *schedulePlan) longest() (w float64) {
	for i := range p.bands {
		w = widen(w, p.bands[i].name, textSize)
	}
	return w
}

// frame draws the grounds of the bands and their names.
func (p *schedulePlan) frame(c *canvas) {
	y := make([]float64, len(p.bands))
	c.s(`<path class="plot-bands"`).fill(soft).s(` fill-opacity=".05" d="`)
	for i := range p.bands {
		b := &p.bands[i]
		c.square(p.xs.From, b.y, p.xs.To-p.xs.From, b.high())
		y[i] = b.y + b.high()/2
	}
	c.s(`"/>`)
	if len(y) > 0 && y[0] < p.top+4 {
		y[0] = p.top + 4
	}
	stacked(y, math.Max(p.bottom, p.top+15*float64(len(y)-1)))
	every := 1
	for p.bottom-p.top+12 < 15*float64((len(y)-1)/every) {
		every++
	}
	c.soften("plot-names")
	for i := 0; i < len(p.bands); i += every {
		b := &p.bands[i]
		mid := b.y + b.high()/2
		if every > 1 {
			y[i] = mid
		}
		c.text(p.xs.From-16, y[i]+4.5, 'e', cut(b.name, textSize, p.xs.From-22))
		c.s(`<path fill="none" stroke-width="1"`).stroke(soft).s(` d="M`).xy(p.xs.From-12, y[i]).s(`h2L`).xy(p.xs.From-4, mid).s(`h3"/>`)
	}
	c.s("</g>\n")
}

// tones are so many: of speeds, or of jobs.
const tones = 6

// tone is that of a speed, or of a job.
func (p *schedulePlan) tone(f *Schedule, speed float64, job int) int {
	switch {
	case f.ByJob:
		return job * 5 % tones // neighbours differ
	case p.of.fast == p.of.slow:
		return tones - 1
	}
	return min(max(int(math.Round((speed-p.of.slow)/(p.of.fast-p.of.slow)*(tones-1))), 0), tones-1)
}

// paint begins the attributes of a tone: its colour, and how strong it is.
func (p *schedulePlan) paint(f *Schedule, tone int) (paint, float64) {
	switch {
	case f.ByJob:
		return soft, 0.28 + 0.12*float64(tone)
	case p.of.fast == p.of.slow:
		return accent, 0.85
	}
	return accent, p.of.strength(p.of.slow + (p.of.fast-p.of.slow)*float64(tone)/(tones-1))
}

// box is where some cores are for some time. However short, it can be seen.
func (p *schedulePlan) box(from, to int, start, end float64) (x, y, w, h float64) {
	i := firstOf(len(p.bands), func(i int) bool { return p.bands[i].to > from })
	b := &p.bands[i]
	x, y = p.xs.At(start), b.at(from)
	w, h = p.xs.At(end)-x, b.at(min(to, b.to))-y
	return x, y, math.Max(w, 0.6), math.Max(h, 0.6)
}

// seen says whether a time is within what is shown.
func (p *schedulePlan) seen(from, to float64) bool { return from <= p.xs.Hi && to >= p.xs.Lo }

// rectangles draws few jobs on few cores.
func (p *schedulePlan) rectangles(c *canvas, f *Schedule) {
	var ground, over canvas
	for _, a := range p.awake {
		if from, to := p.of.coresOf(int(a.processor)); p.seen(a.from, a.to) {
			ground.square(p.box(from, to, a.from, a.to))
		}
	}
	c.s(`<path class="p2"`).fill(soft).s(` fill-opacity=".18" d="`).s(string(ground.b)).s("\"/>\n")
	var names []spotWord
	for i := 0; i < len(p.parts); {
		end := i + 1
		for end < len(p.parts) && p.parts[end].job == p.parts[i].job {
			end++
		}
		if j := &f.Jobs[p.parts[i].job]; p.seen(j.Start, j.End) {
			names = append(names, p.job(c, f, p.parts[i:end]))
		}
		i = end
	}
	p.spans(&over, f)
	p.hatch(c, &over)
	c.s(`<g class="plot-names" font-weight="600" pointer-events="none"`).halo().s(`>`)
	for _, n := range names {
		if n.word != "" {
			c.text(n.at.x, n.at.y, 's', n.word)
		}
	}
	c.s("</g>\n")
}

// spotWord is a word and where it stands.
type spotWord struct {
	at   spot
	word string
}

// job draws the parts of a job, and gives its name where there is room.
func (p *schedulePlan) job(c *canvas, f *Schedule, parts []schedulePart) (name spotWord) {
	j := &f.Jobs[parts[0].job]
	var by [tones]canvas
	largest, cores := 0.0, 0
	var at spot
	for i := range parts {
		x, y, w, h := p.box(int(parts[i].from), int(parts[i].to), j.Start, j.End)
		by[p.tone(f, parts[i].speed, int(parts[i].job))].square(x, y, math.Max(w-0.5, 0.6), math.Max(h-0.5, math.Min(h, 2)))
		cores += int(parts[i].to - parts[i].from)
		if w*h > largest {
			largest, at = w*h, spot{x + w/2, y + h/2}
			if name.word = ""; h >= 17 && textWidth(j.Label, textSize)*bold+10 <= w {
				name = spotWord{spot{x + 5, y + h/2 + 4.5}, j.Label}
			}
		}
	}
	c.s(`<g class="job"`)
	words := orWord(j.Label, "a job") + ": " + numeral.Count(cores) + numeral.Plural(cores, " core, ", " cores, ") +
		numeral.Duration(j.Start) + " to " + numeral.Duration(j.End)
	if j.Note != "" {
		words += "; " + j.Note
	}
	c.says(words, j.Label, at)
	for k := range by {
		if len(by[k].b) > 0 {
			of, strength := p.paint(f, k)
			c.s(`<path`).fill(of).s(` fill-opacity="`).frac(strength).s(`" d="`).s(string(by[k].b)).s(`"/>`)
		}
	}
	c.s("</g>\n")
	return name
}

// spans adds the times of over-subscription, one by one.
func (p *schedulePlan) spans(to *canvas, f *Schedule) {
	for _, o := range f.Over {
		if from, end := p.of.coresOf(o.Processor); from < end && p.seen(o.From, o.To) && o.From < o.To {
			to.square(p.box(from, end, o.From, o.To))
		}
	}
}

// hatch draws what is over-subscribed.
func (p *schedulePlan) hatch(c *canvas, over *canvas) {
	if len(over.b) > 0 {
		c.s(`<path class="p1" pointer-events="none" fill="url(#`).t(c.id).s(`-over)" d="`).s(string(over.b)).s("\"/>\n")
	}
}

// out draws which cores are out, band by band.
func (p *schedulePlan) out(c *canvas, f *Schedule) {
	var out canvas
	for _, o := range f.Out {
		start, end := math.Max(o.From, p.xs.Lo), math.Min(o.To, p.xs.Hi)
		for i := range p.bands {
			if from, to := max(o.Cores.From, p.bands[i].from), min(o.Cores.To, p.bands[i].to); from < to && start < end {
				out.square(p.box(from, to, start, end))
			}
		}
	}
	if len(out.b) > 0 {
		c.s(`<path class="plot-out" pointer-events="none" fill="url(#`).t(c.id).s(`-out)" d="`).s(string(out.b)).s("\"/>\n")
	}
}

// pick draws the chosen job over all.
func (p *schedulePlan) pick(c *canvas, f *Schedule) {
	if f.Chosen == "" {
		return
	}
	var of canvas
	for i := range p.parts {
		q := &p.parts[i]
		if j := &f.Jobs[q.job]; j.Label == f.Chosen && p.seen(j.Start, j.End) {
			x, y, w, h := p.box(int(q.from), int(q.to), j.Start, j.End)
			of.square(x, y, math.Max(w, 2), math.Max(h, 1))
		}
	}
	if len(of.b) > 0 {
		c.s(`<path class="chosen" pointer-events="none" stroke-width="1.2"`).stroke(ink).fill(ink).s(` d="`).s(string(of.b)).s("\"/>\n")
	}
}

// shares are, of each band and part of the time, what part of its cores is busy
// and what part over-subscribed.
func (p *schedulePlan) shares(f *Schedule, n int) (busy, over [][]float64) {
	zero := func() (t [][]float64) {
		for range p.bands {
			t = append(t, make([]float64, n))
		}
		return t
	}
	busy, over = zero(), zero()
	at := &Scale{Lo: p.xs.Lo, Hi: p.xs.Hi, From: 0, To: float64(n)}
	add := func(to [][]float64, from, end int, start, stop float64) {
		i := firstOf(len(p.bands), func(i int) bool { return p.bands[i].to > from })
		part := float64(end-from) / float64(p.bands[i].to-p.bands[i].from)
		a, b := at.At(start), at.At(stop)
		for k := int(a); k < n && float64(k) < b; k++ {
			to[i][k] += part * (math.Min(b, float64(k+1)) - math.Max(a, float64(k)))
		}
	}
	for i := range p.parts {
		j := &f.Jobs[p.parts[i].job]
		add(busy, int(p.parts[i].from), int(p.parts[i].to), j.Start, j.End)
	}
	for _, o := range f.Over {
		if from, to := p.of.coresOf(o.Processor); from < to && o.From < o.To {
			add(over, from, to, o.From, o.To)
		}
	}
	return busy, over
}

// lanes are read by time, band by band.
func (p *schedulePlan) lanes(c *canvas, f *Schedule) {
	n := min(96, int((p.xs.To-p.xs.From)/5))
	if c.still || p.cell == 0 || n < 1 {
		return
	}
	busy, over := p.shares(f, n)
	var list []lane
	var times []string
	var x []float64
	for k := range n {
		at := float64(2*k+1) / float64(2*n)
		times, x = append(times, numeral.Duration(p.xs.Lo+at*(p.xs.Hi-p.xs.Lo))), append(x, at*(p.xs.To-p.xs.From))
	}
	for i := range p.bands {
		b := &p.bands[i]
		r := reading{name: "busy"}
		for k := range n {
			words := numeral.Share(math.Min(busy[i][k], 1))
			if over[i][k] > 0.005 {
				words += ", bandwidth over-subscribed on " + numeral.Share(math.Min(over[i][k], 1))
			}
			r.says, r.y = append(r.says, words), append(r.y, math.Round(b.y+b.high()/2))
		}
		list = append(list, lane{name: b.name, left: p.xs.From, right: p.xs.To, top: b.y, bottom: b.y + b.high(), times: times, x: x,
			lines: []reading{r}})
	}
	c.lanes(list)
}

// key says what colours mean; it returns where it ends.
func (p *schedulePlan) key(c *canvas, f *Schedule, y float64) float64 {
	tint := func(of paint, strength float64) func(x, y float64) {
		return func(x, y float64) {
			c.rect(x, y, 13, 13).fill(of).s(` fill-opacity="`).frac(strength).s(`"/>`)
		}
	}
	var list []swatch
	switch {
	case f.ByJob:
		list = append(list, swatch{"a shade: a job", tint(soft, 0.6)})
	case p.of.fast > p.of.slow:
		y += p.of.ramp(c, y)
	default:
		list = append(list, swatch{"busy", tint(accent, 0.85)})
	}
	if len(f.Over) > 0 {
		list = append(list, swatch{"bandwidth over-subscribed", func(x, y float64) {
			tint(soft, 0.28)(x, y)
			c.rect(x, y, 13, 13).s(` fill="url(#`).t(c.id).s(`-over)"/>`)
		}})
	}
	if len(f.Out) > 0 {
		list = append(list, swatch{"out", func(x, y float64) { c.rect(x, y, 13, 13).s(` fill="url(#`).t(c.id).s(`-out)"/>`) }})
	}
	list = append(list, swatch{"idle beside a busy core", tint(soft, 0.18)})
	if f.Chosen != "" {
		list = append(list, swatch{"chosen: " + f.Chosen, tint(ink, 1)})
	}
	return y + c.swatches(list, y)
}

func (f *Schedule) desc(p *schedulePlan) string {
	if len(p.bands) == 0 {
		return "Nothing to show yet."
	}
	busy, lo, hi, n := 0.0, math.Inf(1), math.Inf(-1), 0
	for i := range f.Jobs {
		if j := &f.Jobs[i]; j.ran() {
			lo, hi, n = math.Min(lo, j.Start), math.Max(hi, j.End), n+1
		}
	}
	for i := range p.parts {
		j := &f.Jobs[p.parts[i].job]
		busy += float64(p.parts[i].to-p.parts[i].from) * (j.End - j.Start)
	}
	s := numeral.Jobs(n) + " on " + numeral.Count(p.of.all.cores) + numeral.Plural(p.of.all.cores,
		" core", " cores")
	if hi > lo {
		s += ", " + numeral.Duration(lo) + " to " + numeral.Duration(hi) + "; " + numeral.Share(busy/(hi-lo)/float64(p.of.all.cores)) +
			" of the cores busy on average"
	}
	over := 0.0
	for _, o := range f.Over {
		if o.To > o.From {
			over += o.To - o.From
		}
	}
	if len(f.Out) > 0 {
		s += ", some of which are out at times"
	}
	if over > 0 {
		s += ", processors over-subscribed for " + numeral.Duration(over) + " in all"
	}
	return s + "."
}
