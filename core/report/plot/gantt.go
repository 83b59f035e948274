package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Gantt is a small picture of a schedule for teaching EASY backfilling, at one
// moment of it: time to the right, the queue above, the machine's processors
// below, one rectangle a job.
//
// The picture can be shown at earlier moments without being drawn anew. What is
// not there from the beginning carries the custom property --from, the moment
// from which on it is; the bar of a job that waits --since and --for, from when
// on and how long it has waited; the line of now --still, where it stands, and
// --unit, the pixels of a unit of time. A style that knows the moment does the
// rest.
type Gantt struct {
	Frame
	Procs     int // height of the machine
	Jobs      []GanttJob
	From, To  float64 // shown times; from the jobs when equal
	Now       float64
	Promised  float64 // when the head got its reservation
	Shadow    float64 // when the head starts; not drawn unless after From
	Extra     int     // processors free beside the head from Shadow on
	ExtraLane int     // the lowest of them
	Time      string  // what the time axis says, its unit included: "time, hours"
	Unit      string  // the sign of that unit: "h"
}

// GanttJob is one job.
type GanttJob struct {
	Label      string
	Submit     float64 // from here on it waits
	Start, End float64 // on the machine; of no meaning for one that waits
	Lane       int     // lowest processor, from 0
	Height     int     // processors
	Role       Role
	Note       string // stands beside the bar of a job that waits
}

// Role is what a job does at the moment of a chart: it runs, heads the queue, waits.
type Role int

// The parts. The head waits for what is reserved for it; who else waits has no
// reservation.
const (
	Running Role = iota
	Head
	Waiting
	Backfilled
)

var parts = [...]struct{ class, words string }{
	Running:    {"running", "running"},
	Head:       {"head", "reserved"},
	Waiting:    {"waiting", "waiting"},
	Backfilled: {"backfilled", "backfilled"},
}

func (p Role) known() Role {
	if p < 0 || int(p) >= len(parts) {
		return Running
	}
	return p
}

// waits says whether the job stands in the queue now.
func (j *GanttJob) waits() bool { return j.Role == Waiting || j.Role == Head }

// placed says whether the job has its place on the machine.
func (j *GanttJob) placed() bool { return j.Role != Waiting && j.Start == j.Start && j.End == j.End }

// queueRow is the height of a job in the queue.
const queueRow = 20.0

// SVG draws the picture.
func (f *Gantt) SVG() string {
	lo, hi := f.span()
	procs := min(max(f.Procs, 1), 1<<20)
	shadow := f.Shadow > lo && f.Shadow < hi
	c := f.open("gantt", f.desc(procs, shadow))
	y := f.key(c)
	queue := 0
	for i := range f.Jobs {
		if f.Jobs[i].waits() {
			queue++
		}
	}

	t := TicksWithin(0, float64(procs), min(procs, 4), Whole)
	left, right := widest(t)+10, c.w-2
	const queueWord, machineWord, nowWord, shadowWord = "queue", "processors", "now", "shadow time"
	left = math.Max(left, textWidth(machineWord, textSize)+8) // it stands above the axis, beside the line of now
	xs := &Scale{Lo: lo, Hi: hi, From: left, To: right}
	now := f.Now >= lo && f.Now <= hi
	nx, sx := crisp(xs.At(f.Now)), crisp(xs.At(f.Shadow))
	over := y + 16 // where the line of now begins
	y = over + 4
	queueTop := y
	y += queueRow * float64(queue)
	// The shadow time's name stands beside its line, at the height of the machine's.
	y += 26
	c.caption(0, y-11, c.w, 's', machineWord)
	top := y
	bottom := top + f.inner(top-c.top+38, math.Max(110, math.Min(float64(procs)*18, 180)))
	ys := &Scale{Lo: 0, Hi: float64(procs), From: bottom, To: top}
	c.horizontals(t, ys, left, left, 0)
	// The machine's edge.
	c.line(left, crisp(top), right, crisp(top)).stroke(soft).s(` stroke-dasharray="1 3"/>`)

	if shadow && f.Extra > 0 {
		a, b := ys.At(float64(f.ExtraLane+f.Extra)), ys.At(float64(f.ExtraLane))
		c.s(`<g class="extra"`).from(f.Promised).s(`>`)
		c.rect(sx, a, right-sx, b-a).fill(accent).s(` fill-opacity=".1"/>`)
		if label := numeral.Whole(float64(f.Extra)) + " extra"; textWidth(label, textSize)+12 < right-xs.At(f.lastIn(f.ExtraLane,
			f.Extra)) && b-a > 15 {
			c.text(right-6, (a+b)/2+4.5, 'e', label)
		}
		c.s("</g>\n")
	}

	c.s(`<g class="plot-jobs">`)
	if queue > 0 {
		c.hush(0, queueTop+queueRow/2+4.5, 's', queueWord)
	}
	row := queueTop
	for i := range f.Jobs {
		j := &f.Jobs[i]
		p := j.Role.known()
		c.s(`<g class="job `).s(parts[p].class).s(`"`).from(f.seen(j))
		at := spot{xs.At((j.Submit + math.Max(f.Now, j.Submit)) / 2), row + queueRow/2}
		if j.placed() {
			at = spot{xs.At((j.Start + j.End) / 2), ys.At(float64(j.Lane) + float64(j.Height)/2)}
		}
		c.says(j.Label+": "+f.words(j), "", at)
		if j.waits() {
			f.wait(c, j, xs, row)
			row += queueRow
		}
		if j.placed() {
			f.place(c, j, xs, ys, [2]float64{xs.At(f.Now), sx})
		}
		c.s("</g>\n")
	}
	c.s(`</g>`)

	if shadow {
		c.s(`<g class="shadow"`).from(f.Promised).s(`>`)
		c.line(sx, top-20, sx, bottom).s(` stroke-width="1.5" stroke-dasharray="4 3"`).stroke(accent).s(`/>`)
		// Ahead of the line, where now does not pass, if there is room.
		if w := textWidth(shadowWord, textSize); sx+6+w < c.w {
			c.text(math.Max(sx, textWidth(machineWord, textSize))+6, top-11, 's', shadowWord)
		} else {
			c.text(sx-6, top-11, 'e', shadowWord)
		}
		c.s(`</g>`)
	}
	if now {
		c.s(`<g class="now" style="--still:`).frac(f.Now).s(`;--unit:`).frac((right - left) / (hi - lo)).s(`px">`)
		c.line(nx, over, nx, bottom).s(` stroke-width="1.5"`).stroke(ink).s(`/>`)
		c.text(c.inside(nx, nowWord), over-4, 'm', nowWord)
		c.s(`</g>`)
	}
	c.base(left, right, bottom)
	labels := c.ticksWithin(max(2, min(8, int((right-left)/40))), xs, Number, false)
	return c.foot(labels, xs, bottom, right, c.w-8, orWord(f.Time, "time"))
}

// span is what the time axis shows.
func (f *Gantt) span() (lo, hi float64) {
	lo, hi = f.From, f.To
	if !(lo < hi) {
		lo, hi = math.Inf(1), math.Inf(-1)
		for i := range f.Jobs {
			if j := &f.Jobs[i]; math.Abs(j.Start) <= most && math.Abs(j.End) <= most {
				lo, hi = math.Min(lo, j.Start), math.Max(hi, j.End)
			}
		}
		if hi < lo {
			lo, hi = 0, 1
		}
	}
	return bounded(lo, hi)
}

// seen is the moment from which on a job is in the picture.
func (f *Gantt) seen(j *GanttJob) float64 {
	if j.waits() {
		return j.Submit
	}
	return j.Start
}

// lastIn is when the last job of some processors ends, the shadow time at least.
func (f *Gantt) lastIn(lane, height int) float64 {
	end := f.Shadow
	for i := range f.Jobs {
		if j := &f.Jobs[i]; j.placed() && j.Lane < lane+height && j.Lane+j.Height > lane {
			end = math.Max(end, j.End)
		}
	}
	return end
}

// at writes a time.
func (f *Gantt) at(v float64) string {
	if f.Unit == "" {
		return numeral.Number(v)
	}
	return numeral.Number(v) + numeral.Thin + f.Unit
}

func (f *Gantt) desc(procs int, shadow bool) string {
	d := numeral.Whole(float64(len(f.Jobs))) + " jobs on " + numeral.Whole(float64(procs)) + " processors."
	if shadow {
		d += " The head of the queue starts at the shadow time, " + f.at(f.Shadow) + "."
	}
	return d
}

// words say what a job does.
func (f *Gantt) words(j *GanttJob) string {
	s := parts[j.Role.known()].words + ", " + numeral.Whole(float64(j.Height)) + " processor"
	if j.Height != 1 {
		s += "s"
	}
	if j.placed() {
		s += ", " + f.at(j.Start) + " to " + f.at(j.End)
	}
	if j.waits() {
		s += "; in the queue since " + f.at(j.Submit)
	}
	return s
}

// key tells the parts apart and gives where it ends.
func (f *Gantt) key(c *canvas) (y float64) {
	has := [len(parts)]bool{}
	for i := range f.Jobs {
		has[f.Jobs[i].Role.known()] = true
	}
	has[Waiting] = has[Waiting] || has[Head] // its bar in the queue
	y = c.top
	x := 0.0
	c.s(`<g class="plot-key">`)
	for p := range parts {
		if !has[p] {
			continue
		}
		w := 22 + textWidth(parts[p].words, textSize)
		if x > 0 && x+w > c.w {
			x, y = 0, y+19
		}
		if Role(p) == Waiting {
			c.rect(x, y+5, 16, waitBar)
		} else {
			c.rect(x+0.75, y+2.75, 14.5, 11)
		}
		c.part(Role(p)).s(`/>`)
		c.text(x+22, y+12.5, 's', parts[p].words)
		x += w + 16
	}
	c.s(`</g>`)
	if x > 0 {
		y += 24
	}
	return y
}

// waitBar is how thick the bar of a job in the queue is.
const waitBar = 7.0

// wait draws the bar of a job in the queue, from its submission until now.
func (f *Gantt) wait(c *canvas, j *GanttJob, xs *Scale, y float64) {
	until := math.Max(f.Now, j.Submit)
	x0, x1, mid := xs.At(j.Submit), xs.At(until), y+queueRow/2
	c.s(`<g class="wait" style="--since:`).frac(j.Submit).s(`;--for:`).frac(until - j.Submit).s(`">`)
	c.rect(x0, mid-waitBar/2, x1-x0, waitBar)
	c.part(Waiting).s(`/></g>`)
	if w := textWidth(j.Label, textSize); w+6 < x0-xs.From {
		c.text(x0-5, mid+4.5, 'e', j.Label)
	} else {
		c.text(xs.From+w+2, mid+4.5, 'e', j.Label)
	}
	if textWidth(j.Note, textSize)+8 < xs.To-x1 {
		c.text(x1+8, mid+4.5, 's', j.Note)
	}
}

// place draws a job on the machine.
func (f *Gantt) place(c *canvas, j *GanttJob, xs, ys *Scale, cuts [2]float64) {
	p := j.Role.known()
	x0, x1 := xs.At(j.Start), xs.At(j.End)
	a, b := ys.At(float64(j.Lane)+float64(j.Height)), ys.At(float64(j.Lane))
	c.rect(x0+0.75, a+0.75, x1-x0-1.5, b-a-1.5).s(` rx="2"`)
	c.part(p).s(`/>`)
	at, room := clear(x0, x1, cuts[:])
	if textWidth(j.Label, textSize)+6 > room || b-a < 15 {
		return
	}
	if p == Backfilled {
		c.s(`<g`).fill(paper).s(`>`)
	}
	c.text(at, (a+b)/2+4.5, 'm', j.Label)
	if p == Backfilled {
		c.s(`</g>`)
	}
}

// from writes the moment from which on something is in the picture.
func (c *canvas) from(at float64) *canvas {
	return c.s(` style="--from:`).frac(at).s(`"`)
}

// clear is the middle and the width of the widest part of x0 to x1 that no
// line at one of cuts crosses.
func clear(x0, x1 float64, cuts []float64) (middle, room float64) {
	best := [2]float64{x0, x1}
	for _, at := range cuts {
		if a, b := best[0], best[1]; at > a && at < b {
			if at-a > b-at {
				best = [2]float64{a, at}
			} else {
				best = [2]float64{at, b}
			}
		}
	}
	return (best[0] + best[1]) / 2, best[1] - best[0]
}

// part writes how a part's rectangles look.
func (c *canvas) part(p Role) *canvas {
	switch p {
	case Head:
		return c.fill(paper).stroke(accent).s(` stroke-width="1.5" stroke-dasharray="4 3"`)
	case Waiting:
		return c.fill(soft).s(` fill-opacity=".55"`)
	case Backfilled:
		return c.fill(accent).stroke(accent).s(` stroke-width="1.5"`)
	}
	return c.fill(ink).s(` fill-opacity=".14"`).stroke(ink).s(` stroke-opacity=".35"`)
}
