package plot

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
)

// Density sets two waits of many jobs against each other: darker where there are more.
// An axis is even in the logarithm of the wait and a minute; on the diagonal both are
// the same.
type Density struct {
	Frame
	N     int
	Cells []int32 // Cells[y*N+x], x to the right, y upwards
	Most  float64 // the longest wait there is room for, seconds
	X, Y  string  // whose waits they are: "under FCFS"
	Act   string  // what a press on a cell does, with its number; "": nothing
}

// minute is what is added to a wait before its logarithm is taken.
const minute = 60.0

// roundWaits are those that an axis names.
var roundWaits = []float64{0, 60, 600, 3600, 6 * 3600, 86400, 4 * 86400, 20 * 86400, 100 * 86400, 500 * 86400}

func (f *Density) ticks() (t []Tick) {
	for _, w := range roundWaits {
		if w <= f.Most {
			t = append(t, Tick{(w + minute) / minute, Seconds.Format(w)})
		}
	}
	return t
}

// SVG draws the chart.
func (f *Density) SVG() string {
	most, jobs, same := int32(0), 0, 0
	for i, n := range f.Cells {
		most = max(most, n)
		if jobs += int(n); i%f.N == i/f.N {
			same += int(n)
		}
	}
	desc := "Nothing to show yet."
	if jobs > 0 {
		desc = numeral.Count(jobs) + " jobs by their waits " + f.X + " and " + f.Y + "; of " + numeral.Count(same) +
			" both are about the same."
	}
	c := f.open("density", desc)
	c.how = "grid"
	t := f.ticks()
	left := widest(t) + 10
	y := c.top
	y += c.heading(y, scaled("wait "+f.Y, true)) + 8
	n := float64(max(f.N, 1))
	side := math.Min(c.w-left-8, 460)
	side = math.Min(side, f.inner(y+100, side))
	if cell := math.Floor(side / n); cell >= 3 {
		side = cell * n // cells of whole pixels
	}
	cell := side / n
	xs := &Scale{Lo: 1, Hi: (math.Max(f.Most, minute) + minute) / minute, From: left, To: left + side, Log: true}
	ys := &Scale{Lo: xs.Lo, Hi: xs.Hi, From: y + side, To: y, Log: true}
	c.rect(left, y, side, side).s(` fill="none"`).stroke(rule).s(`/>`)
	heights := t
	for k := 2; len(heights) > 2 && math.Abs(ys.At(heights[0].At)-ys.At(heights[1].At)) < 16; k++ {
		heights = everyNth(t, k)
	}
	c.horizontals(heights, ys, left, left+side, 0)
	on := t
	if !c.fits(on, xs) {
		on = c.thinned(on, xs)
	}
	c.verticals(on, xs, y, y+side, 0, 0, 0)
	c.s(`<g class="plot-density" fill="currentColor"`).tint(hue("", "--accent")).s(`>`)
	edge := func(i int) float64 { return minute * (xs.back(float64(i)/n) - 1) }
	span := func(i int) string {
		if i == 0 {
			return "up to " + Seconds.Format(edge(1))
		}
		return Seconds.Format(edge(i)) + " to " + Seconds.Format(edge(i+1))
	}
	for i, k := range f.Cells {
		if k == 0 {
			continue
		}
		col, row := i%f.N, i/f.N
		at := spot{left + cell*float64(col), y + side - cell*float64(row+1)}
		c.rect(at.x, at.y, cell, cell).s(` fill-opacity="`).frac(shadeOf(k, most)).s(`"`)
		if f.Act != "" && !c.still {
			c.s(` data-act="`).t(f.Act).s(`" data-arg="`).s(strconv.Itoa(i)).s(`"`)
		}
		c.says(numeral.Count(int(k))+" "+numeral.Plural(int(k), "job waits ", "jobs wait ")+span(col)+" "+f.X+", "+span(row)+" "+f.Y, "",
			spot{at.x + cell/2, at.y + cell/2})
		c.s(`</rect>`)
	}
	c.s("</g>\n")
	c.line(left, y+side, left+side, y).s(` class="plot-ref" fill="none" pointer-events="none" stroke-dasharray="2 3"`).stroke(ink).s(`/>`)
	c.below(on, xs, y+side, true)
	y += side + 38
	y += c.caption(left+side, y, left+side-8, 'e', scaled("wait "+f.X, true))
	if most > 0 {
		steps := min(5, int(most))
		c.s(`<g fill="currentColor"`).tint(hue("", "--accent")).s(`>`)
		y += c.ramp(y+4, "1", numeral.Jobs(int(most)), steps, func(k int) {
			share := 0.0
			if steps > 1 {
				share = float64(k) / float64(steps-1)
			}
			c.s(` fill-opacity="`).frac(leastShade + (1-leastShade)*share).s(`"`)
		}) + 4
		c.s(`</g>`)
	}
	return c.close(y)
}

const leastShade = 0.16

// shadeOf grows with the logarithm of a count.
func shadeOf(n, most int32) float64 {
	if most <= 1 {
		return 1
	}
	return leastShade + (1-leastShade)*math.Log2(float64(n))/math.Log2(float64(most))
}

// bend is the place of a signed wait on an axis that is even in the logarithm of it and
// a minute, both ways from 0; straight is the wait at a place.
func bend(wait float64) float64 {
	return math.Copysign(math.Log2(1+math.Abs(wait)/minute), wait)
}

func straight(place float64) float64 {
	lo, hi := 0.0, 1e12
	for range 80 { // math.Exp2 gives other last bits in WASM than on amd64
		if mid := (lo + hi) / 2; bend(mid) < math.Abs(place) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Copysign(hi, place)
}

// bentTicks are signed waits from below lo to beyond hi, places both; of a sparser set
// only the rounder ones, and always 0.
func bentTicks(lo, hi float64, u Unit, sparse int) (t []Tick) {
	sets := [...][]int{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {3, 5, 7, 9}, {4, 7}, {5}, {}}
	add := func(w float64) { t = append(t, Tick{bend(w), u.change(w)}) }
	set := sets[min(sparse, len(sets)-1)]
	for k := len(set) - 1; k >= 0; k-- {
		if i := set[k]; sparse == 0 && (i == 1 || bend(-roundWaits[i-1]) > lo) || bend(-roundWaits[i]) >= lo {
			add(-roundWaits[i])
		}
	}
	add(0)
	for _, i := range set {
		if sparse == 0 && (i == 1 || bend(roundWaits[i-1]) < hi) || bend(roundWaits[i]) <= hi {
			add(roundWaits[i])
		}
	}
	return t
}
