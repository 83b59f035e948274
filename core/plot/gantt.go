package plot

import (
	"math"
	"strconv"

	"shadowtime/core/figure"
)

// Gantt is a small picture of a schedule for teaching EASY backfilling: time
// to the right, processors upwards, one rectangle a job.
//
// Every rectangle's group has the class "job" and that of its part, and the
// custom properties --t0 and --t1, its start and end as fractions of the width
// of the picture, and --i, its place in Jobs: styles may animate it.
type Gantt struct {
	Frame
	Procs      int // height of the picture
	Jobs       []GanttJob
	From, To   float64 // shown times; from the jobs when equal
	Now        float64
	Shadow     float64 // when the head starts; not drawn unless after From
	Extra      int     // processors free beside the head from Shadow on
	ExtraLane  int     // the lowest of them
	Time       string  // what the time axis says: "time, hours"
	XUnit      Unit
	Processors string // what the upward axis says: "processors"
}

// GanttJob is one rectangle.
type GanttJob struct {
	Label      string
	Start, End float64
	Lane       int // lowest processor, from 0
	Height     int // processors
	Part       Part
}

// Part is the part a job plays.
type Part int

// The parts. The head waits for its reservation; Reserved is a later start
// that is already fixed.
const (
	Running Part = iota
	Head
	Reserved
	Backfilled
)

var parts = [...]struct{ class, words string }{
	Running:    {"running", "running"},
	Head:       {"head", "head of the queue, reserved"},
	Reserved:   {"reserved", "reserved"},
	Backfilled: {"backfilled", "backfilled"},
}

func (p Part) known() Part {
	if p < 0 || int(p) >= len(parts) {
		return Running
	}
	return p
}

// SVG draws the picture.
func (f *Gantt) SVG() string {
	lo, hi := f.From, f.To
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
	lo, hi = bounded(lo, hi)
	procs := min(max(f.Procs, 1), 1<<20)
	has := [4]bool{}
	for i := range f.Jobs {
		has[f.Jobs[i].Part.known()] = true
	}
	desc := figure.Whole(float64(len(f.Jobs))) + " jobs on " + figure.Whole(float64(procs)) + " processors."
	shadow := f.Shadow > lo && f.Shadow < hi
	if shadow {
		desc += " The head of the queue starts at the shadow time, " + f.XUnit.Format(f.Shadow) + "."
	}
	c := f.open("gantt", desc)
	y := c.top
	// The parts are told apart by a key of small rectangles.
	kx := 0.0
	c.s(`<g class="plot-key">`)
	for p := range parts {
		if !has[p] {
			continue
		}
		w := 22 + textWidth(parts[p].words, textSize)
		if kx > 0 && kx+w > c.w {
			kx, y = 0, y+19
		}
		c.rect(kx+0.75, y+2.75, 14.5, 11)
		c.part(Part(p)).s(`/>`)
		c.text(kx+22, y+12.5, 's', parts[p].words)
		kx += w + 16
	}
	c.s(`</g>`)
	if kx > 0 {
		y += 24
	}
	y += c.caption(0, y+12, c.w, 's', orWord(f.Processors, "processors")) + 2

	height := f.inner(y+76, math.Max(110, math.Min(float64(procs)*18, 180)))
	top := y + 20 // room for the names of the two lines
	bottom := top + height
	t := TicksWithin(0, float64(procs), min(procs, 4), Whole)
	left, right := widest(t)+10, c.w-2
	ys := Scale{Lo: 0, Hi: float64(procs), From: bottom, To: top}
	xs := Scale{Lo: lo, Hi: hi, From: left, To: right}
	c.horizontals(t, ys, left, left, 0)
	// The machine's edge.
	c.line(left, crisp(top), right, crisp(top)).stroke(soft).s(` stroke-dasharray="1 3"/>`)

	if shadow && f.Extra > 0 {
		a, b := ys.At(float64(f.ExtraLane+f.Extra)), ys.At(float64(f.ExtraLane))
		x := xs.At(f.Shadow)
		c.s(`<g class="extra">`)
		c.rect(x, a, right-x, b-a).fill(accent).s(` fill-opacity=".1"/>`)
		label := "extra: " + figure.Whole(float64(f.Extra))
		if l := label + " free beside the head"; textWidth(l, textSize)+12 < right-x {
			label = l
		}
		if textWidth(label, textSize)+12 < right-x && b-a > 15 && !f.covered(f.Shadow, hi, f.ExtraLane, f.Extra) {
			c.s(`<g`).fill(soft).s(`>`)
			c.text((x+right)/2, (a+b)/2+4.5, 'm', label)
			c.s(`</g>`)
		}
		c.s("</g>\n")
	}
	c.s(`<g class="plot-jobs">`)
	cuts := [2]float64{xs.At(f.Now), xs.At(f.Shadow)}
	for i := range f.Jobs {
		j := &f.Jobs[i]
		if j.Start != j.Start || j.End != j.End {
			continue
		}
		p := j.Part.known()
		x0, x1 := xs.At(j.Start), xs.At(j.End)
		a, b := ys.At(float64(j.Lane)+float64(j.Height)), ys.At(float64(j.Lane))
		c.s(`<g class="job `).s(parts[p].class).s(`" style="--t0:`).frac((x0 - left) / (right - left)).s(`;--t1:`).frac((x1 - left) / (right - left)).s(`;--i:`)
		c.b = strconv.AppendInt(c.b, int64(i), 10)
		c.s(`"`)
		c.says(j.Label+": "+parts[p].words+", "+figure.Whole(float64(j.Height))+" processors, "+
			f.XUnit.Format(j.Start)+" to "+f.XUnit.Format(j.End), "", spot{(x0 + x1) / 2, (a + b) / 2})
		c.rect(x0+0.75, a+0.75, x1-x0-1.5, b-a-1.5).s(` rx="2"`)
		c.part(p).s(`/>`)
		at, room := clear(x0, x1, cuts[:])
		if textWidth(j.Label, textSize)+6 <= room && b-a >= 15 {
			if p == Backfilled {
				c.s(`<g`).fill(paper).s(`>`)
			}
			c.text(at, (a+b)/2+4.5, 'm', j.Label)
			if p == Backfilled {
				c.s(`</g>`)
			}
		}
		c.s("</g>\n")
	}
	c.s(`</g>`)

	now := f.Now >= lo && f.Now <= hi
	nx, sx := crisp(xs.At(f.Now)), crisp(xs.At(f.Shadow))
	if now {
		c.line(nx, top-6, nx, bottom).s(` class="now" stroke-width="1.5"`).stroke(ink).s(`/>`)
	}
	if shadow {
		c.line(sx, top-6, sx, bottom).s(` class="shadow" stroke-width="1.5" stroke-dasharray="4 3"`).stroke(accent).s(`/>`)
	}
	const nowWord, shadowWord = "now", "shadow time"
	nw, sw := textWidth(nowWord, textSize), textWidth(shadowWord, textSize)
	na, sa := c.inside(nx, nowWord), c.inside(sx, shadowWord)
	if now && shadow && math.Abs(na-sa) < (nw+sw)/2+gap {
		// Too close to stand over their lines: each steps to its own side.
		if need := (nw+sw)/2 + gap; na <= sa {
			na = math.Max(nw/2, sa-need)
			sa = math.Max(sa, na+need)
		} else {
			sa = math.Max(sw/2, na-need)
			na = math.Max(na, sa+need)
		}
	}
	if now {
		c.text(na, top-10, 'm', nowWord)
	}
	if shadow {
		c.text(sa, top-10, 'm', shadowWord)
	}

	c.line(left, crisp(bottom), right, crisp(bottom)).s(` class="plot-base"`).stroke(soft).s(`/>`)
	labels := c.fitted(max(2, min(8, int((right-left)/70))), func([]Tick) Scale { return xs },
		func(n int) []Tick { return TicksWithin(lo, hi, n, f.XUnit) })
	c.below(labels, xs, bottom, true)
	y = bottom + 38
	y += c.caption(right, y, c.w-8, 'e', orWord(f.Time, "time"))
	return c.close(y - 4)
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
func (c *canvas) part(p Part) *canvas {
	switch p {
	case Head:
		return c.fill(paper).stroke(accent).s(` stroke-width="1.5" stroke-dasharray="4 3"`)
	case Reserved:
		return c.fill(paper).stroke(soft).s(` stroke-width="1.2" stroke-dasharray="2 3"`)
	case Backfilled:
		return c.fill(accent).stroke(accent).s(` stroke-width="1.5"`)
	}
	return c.fill(ink).s(` fill-opacity=".14"`).stroke(ink).s(` stroke-opacity=".35"`)
}

// covered says whether a job stands in part of an area.
func (f *Gantt) covered(from, to float64, lane, height int) bool {
	for i := range f.Jobs {
		j := &f.Jobs[i]
		if j.End > from && j.Start < to && j.Lane < lane+height && j.Lane+j.Height > lane {
			return true
		}
	}
	return false
}
