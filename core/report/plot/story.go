package plot

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
)

// Story shows how one strategy chose orders on one trace, lane under lane on
// one axis of time: the order in force; what was expected of every order, the
// chosen ones marked; the jobs waiting; what the waiting came to, against one
// order all the time.
type Story struct {
	Frame
	Orders []string
	// By period: the order chosen, an index into Orders; the wait per job, in
	// seconds, that was expected of each order, NaN where nothing was; the jobs
	// waiting; the change of all waiting until the period's end, in seconds.
	Chosen   []int
	Expected [][]float64
	Queue    []float64
	Ahead    []float64
	// A period takes Step units of the axis X: a seventh of a week.
	Step float64
	X    string
	Unit string // what a period is called: "day"
	Base string // what Ahead is against: "FCFS"
	Act  string // names what a press on a period asks of the page

	top, bottom float64 // of the lanes, once drawn
}

// Sizes of the lanes.
const (
	ribbonH = 20.0
	queueH  = 56.0
	aheadH  = 84.0
)

// storyPlan says where the lanes of a story are.
type storyPlan struct {
	rowH        float64 // of an order's row of expectations
	xs          Scale   // periods
	most        float64 // of Queue
	queue       []Tick
	ahead       []Tick
	left, right float64
	n, cols     int     // periods, and in how many columns they are drawn
	used        []bool  // the orders that were ever chosen
	hi          float64 // the ratio of expectations that is drawn darkest
	expects     bool    // there are expectations
}

func (f *Story) plan(w float64) storyPlan {
	p := storyPlan{rowH: 14}
	if n := len(f.Orders); n > 14 {
		p.rowH = math.Max(3, 196/float64(n))
	}
	for _, v := range f.Queue {
		p.most = math.Max(p.most, fine(v))
	}
	p.queue = covering(0, math.Max(1, p.most), 2, Whole)
	lo, hi := 0.0, 0.0
	for _, v := range f.Ahead {
		if math.Abs(v) <= most {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
	}
	if lo == hi {
		hi = 3600
	}
	p.ahead = covering(lo/3600, hi/3600, 3, Number)
	for i := range p.ahead {
		p.ahead[i].At *= 3600
	}
	plus(p.ahead)
	p.left = math.Max(widest(p.queue), widest(p.ahead))
	for _, o := range f.Orders {
		p.left = math.Max(p.left, textWidth(cut(o, textSize, 90), textSize)+18)
	}
	p.left = math.Min(p.left+10, w/3)
	p.right = w - 8
	p.n = len(f.Chosen)
	p.xs = Scale{Lo: 0, Hi: math.Max(1, float64(p.n)), From: p.left, To: p.right}
	p.cols = min(p.n, int(p.xs.To-p.xs.From))
	return p
}

// Place says where on the chart a moment stands, counted in periods: the page
// moves a line there, through all Lanes.
func (f *Story) Place(at float64) float64 {
	c := canvas{w: f.across()}
	p := f.plan(c.w)
	return p.xs.At(at)
}

// Lanes says from where to where on the chart the lanes go. It is known once
// the chart was drawn.
func (f *Story) Lanes() (top, bottom float64) { return f.top, f.bottom }

// shadesOf are the opacities of the steps from the least wait expected at the
// time to the longest.
var shadesOf = [6]string{".03", ".1", ".18", ".28", ".4", ".55"}

// shortest bounds the waits that are compared: below a minute they are alike.
const shortest = 60.0

// ratios gives, for a period, how many times the least wait expected each
// order's is; NaN for those of which nothing is expected.
func ratios(expected []float64, into []float64) []float64 {
	least := math.Inf(1)
	for _, v := range expected {
		if v < least {
			least = v
		}
	}
	into = into[:0]
	for _, v := range expected {
		into = append(into, math.Max(v, shortest)/math.Max(least, shortest)) // NaN stays
	}
	return into
}

// bound is the ratio that is drawn darkest: nine of ten are below.
func (f *Story) bound() (hi float64, known bool) {
	var all, row []float64
	stride := 1 + len(f.Expected)/500
	for i := 0; i < len(f.Expected); i += stride {
		row = ratios(f.Expected[i], row)
		for _, v := range row {
			if v <= most {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		return 2, false
	}
	slices.Sort(all)
	return math.Max(numeral.Quantile(all, 0.9), 1.05), true
}

// SVG draws the chart.
func (f *Story) SVG() string {
	c := f.open("story", f.desc())
	p := f.plan(c.w)
	p.hi, p.expects = f.bound()
	p.used = make([]bool, len(f.Orders))
	for _, i := range f.Chosen {
		if i >= 0 && i < len(p.used) {
			p.used[i] = true
		}
	}
	return f.draw(c, &p)
}

// draw draws lane under lane: the words of each take what height they need.
func (f *Story) draw(c *canvas, p *storyPlan) string {
	f.top = c.top + 18
	y := f.force(c, p, c.top) + 10
	y = f.expectations(c, p, y) + 10
	y = f.waiting(c, p, y) + 12
	f.bottom = f.balance(c, p, y)
	f.hover(c, &p.xs, f.top, f.bottom)
	step := f.Step
	if !(step > 0) {
		step = 1
	}
	at := &Scale{Lo: 0, Hi: p.xs.Hi * step, From: p.left, To: p.right}
	var labels []Tick
	if len(f.Chosen) > 0 {
		labels = c.ticksWithin(max(2, min(12, int((p.right-p.left)/60))), at, Whole, false)
	}
	return c.foot(labels, at, f.bottom, p.right, c.w-8, f.X)
}

// lane writes the words of one and gives where it begins.
func (c *canvas) lane(y float64, words string) float64 {
	y += c.heading(y, words) + 2
	return y
}

// force draws the order in force and gives where that ends, as all lanes do.
func (f *Story) force(c *canvas, p *storyPlan, y float64) float64 {
	open := ""
	for i, o := range f.Orders {
		if p.used[i] && Style(o).Hollow {
			open = "; open boxes: large or last first"
		}
	}
	y = c.lane(y, "order in force"+open)
	c.s(`<g class="plot-ribbon">`)
	for i := range f.Orders {
		if p.used[i] {
			c.chosen(f, p, i, y, ribbonH)
		}
	}
	c.s("</g>\n")
	return y + ribbonH
}

// expectations draws a row an order: what was expected of it, and when it was chosen.
func (f *Story) expectations(c *canvas, p *storyPlan, y float64) float64 {
	if p.expects {
		y = c.lane(y, "wait per job that it expects of each order: faint the least of all, strong "+numeral.Number(p.hi)+
			" times that; in colour: chosen")
	} else {
		y = c.lane(y, "when each order was chosen")
	}
	for i, o := range f.Orders {
		m := Style(o)
		mid := y + p.rowH/2
		if p.rowH >= 12 {
			c.s(`<g`).tint(m).s(`><g transform="translate(`).xy(p.left-12, mid).s(`) scale(.8)">`)
			c.point(m, 0, 0)
			c.s(`</g></g>`)
			c.text(p.left-22, mid+4.5, 'e', cut(o, textSize, math.Min(90, p.left-24)))
		}
		if p.expects {
			c.expected(f, p, i, y)
		}
		if p.used[i] {
			c.chosen(f, p, i, y+1, p.rowH-2)
		}
		y += p.rowH
	}
	c.s("\n")
	return y
}

// waiting draws the jobs that wait.
func (f *Story) waiting(c *canvas, p *storyPlan, y float64) float64 {
	y = c.lane(y, "jobs waiting") + 6
	s := &Scale{From: y + queueH, To: y}
	s.over(p.queue)
	c.horizontals(p.queue, s, p.left, p.right, 0)
	c.s(`<g fill="currentColor" color="`).color(ink).s(`"><path class="plot-queue" fill-opacity=".3" d="`)
	c.area(f.steps(f.Queue, &p.xs, s), s.At(0))
	c.s("\"/></g>\n")
	c.base(p.left, p.right, y+queueH)
	return y + queueH
}

// balance draws what the waiting came to: less lies below the line, more above.
func (f *Story) balance(c *canvas, p *storyPlan, y float64) float64 {
	y = c.lane(y, "waiting so far against "+orWord(f.Base, "FCFS")+" all the time, hours; below the line: less") + 6
	s := &Scale{From: y + aheadH, To: y}
	s.over(p.ahead)
	c.horizontals(p.ahead, s, p.left, p.right, 0)
	ends := &Scale{Lo: p.xs.Lo - 1, Hi: p.xs.Hi - 1, From: p.xs.From, To: p.xs.To} // a value stands at its period's end
	pts := decimate(f.Ahead, ends, s)
	zero := s.At(0)
	for _, side := range [2]float64{-1, 1} {
		part := slices.Clone(pts)
		for i := range part {
			part[i].y = zero - side*math.Max(0, side*(zero-part[i].y)) // a gap stays one
		}
		c.s(`<path fill-opacity=".28"`).fill(changed(side)).s(` d="`)
		c.area(part, zero)
		c.s(`"/>`)
	}
	c.s(`<path class="plot-line" fill="none" stroke-width="1.6" stroke-linejoin="round"`).stroke(ink).s(` d="`)
	c.trail(pts)
	c.s("\"/>\n")
	c.ground(p.left, p.right, zero, true)
	return y + aheadH
}

// first is the first period of a column, a pixel or more wide.
func (p *storyPlan) first(j int) int { return j * p.n / p.cols }

// chosen draws where an order was chosen, in its colour and form.
func (c *canvas) chosen(f *Story, p *storyPlan, order int, y, h float64) {
	m := Style(f.Orders[order])
	has := func(j int) bool {
		for i := p.first(j); i < p.first(j+1); i++ {
			if f.Chosen[i] == order {
				return true
			}
		}
		return false
	}
	// Hollow is an open box: two bars, and paper between them.
	if m.Hollow {
		c.s(`<path`).fill(paper).s(` d="`)
		c.bars(p, y, h, has)
		c.s(`"/>`)
	}
	c.s(`<path fill="currentColor"`).tint(m).s(` d="`)
	if m.Hollow {
		c.bars(p, y, h*0.3, has)
		c.bars(p, y+h*0.7, h*0.3, has)
	} else {
		c.bars(p, y, h, has)
	}
	c.s(`"/>`)
}

// bars appends a bar for every run of columns.
func (c *canvas) bars(p *storyPlan, y, h float64, has func(j int) bool) {
	for j := 0; j < p.cols; j++ {
		if !has(j) {
			continue
		}
		x := p.xs.At(float64(p.first(j)))
		for j++; j < p.cols && has(j); j++ {
		}
		c.move(x, y).s(`H`).n(p.xs.At(float64(p.first(j)))).s(`v`).n(h).s(`H`).n(x).s(`z`)
	}
}

// expected shades an order's row: the longer the wait expected of it beside the
// least one at the time, the darker.
func (c *canvas) expected(f *Story, p *storyPlan, order int, y float64) {
	level := make([]int, p.cols)
	var row []float64
	scale := &Scale{Lo: 1, Hi: p.hi, From: 0, To: float64(len(shadesOf)) - 1e-9, Log: true}
	for j := range level {
		level[j] = -1
		if i := p.first(j); i < len(f.Expected) && order < len(f.Expected[i]) {
			row = ratios(f.Expected[i], row)
			if v := row[order]; v == v {
				level[j] = int(scale.At(v))
			}
		}
	}
	c.s(`<g`).fill(ink).s(`>`)
	for k, shade := range shadesOf {
		at := len(c.b)
		c.s(`<path fill-opacity="`).s(shade).s(`" d="`)
		before := len(c.b)
		c.bars(p, y+0.5, p.rowH-1, func(j int) bool { return level[j] == k })
		if len(c.b) == before {
			c.b = c.b[:at]
			continue
		}
		c.s(`"/>`)
	}
	c.s(`</g>`)
}

// steps turns values that hold for a period into the corners of their line.
func (f *Story) steps(v []float64, xs, ys *Scale) []spot {
	cols := min(len(v), int(xs.To-xs.From))
	var pts []spot
	for j := 0; j < cols; j++ {
		a, b := j*len(v)/cols, (j+1)*len(v)/cols
		peak := 0.0
		for _, x := range v[a:b] {
			peak = math.Max(peak, fine(x))
		}
		pts = append(pts, spot{xs.At(float64(a)), ys.At(peak)}, spot{xs.At(float64(b)), ys.At(peak)})
	}
	return pts
}

// Says tells one period in words.
func (f *Story) Says(i int) string {
	if i < 0 || i >= len(f.Chosen) {
		return ""
	}
	words := orWord(f.Unit, "period") + " " + numeral.Whole(float64(i+1)) + ": "
	at := f.Chosen[i]
	if at >= 0 && at < len(f.Orders) {
		words += f.Orders[at]
		if i < len(f.Expected) && at < len(f.Expected[i]) {
			if v := f.Expected[i][at]; v == v {
				words += ", expects " + Seconds.Format(v) + " a job"
			}
		}
	}
	if i < len(f.Queue) {
		words += "; " + numeral.Whole(fine(f.Queue[i])) + " jobs wait"
	}
	if i < len(f.Ahead) {
		words += "; " + Number.change(math.Round(f.Ahead[i]/3600)) + numeral.Thin + "h so far"
	}
	return words
}

// hover lays columns over all lanes that say their periods.
func (f *Story) hover(c *canvas, xs *Scale, top, bottom float64) {
	n := len(f.Chosen)
	cols := min(n, 182, int((xs.To-xs.From)/3))
	if cols <= 0 {
		return
	}
	c.s(`<g class="plot-hover" fill-opacity="0">`)
	for k := 0; k < cols; k++ {
		a, b := k*n/cols, (k+1)*n/cols
		x0, x1 := xs.At(float64(a)), xs.At(float64(b))
		c.rect(x0, top, x1-x0, bottom-top)
		if f.Act != "" && !c.still {
			c.s(` data-act="`).t(f.Act).s(`" data-arg="`).s(strconv.Itoa(a)).s(`"`)
		}
		c.says(f.Says(a), "", spot{(x0 + x1) / 2, top})
		c.s(`</rect>`)
	}
	c.s("</g>\n")
}

func (f *Story) desc() string {
	n := len(f.Chosen)
	if n == 0 {
		return "Nothing to show yet."
	}
	count := make([]int, len(f.Orders))
	best := -1
	for _, i := range f.Chosen {
		if i >= 0 && i < len(count) {
			if count[i]++; best < 0 || count[i] > count[best] {
				best = i
			}
		}
	}
	d := numeral.Whole(float64(n)) + " choices"
	if best >= 0 {
		d += "; most often " + f.Orders[best] + ", " + numeral.Whole(float64(count[best])) + " times"
	}
	return d + ". First " + f.Says(0) + "; last " + f.Says(n-1) + "."
}
