package plot

import (
	"math"
	"strings"

	"shadowtime/core/base/numeral"
)

// gap is what lies at least between two labels of an axis.
const gap = 10.0

// threeTicks is how many labels an axis has at least: with fewer nobody reads a
// scale off it.
const threeTicks = 3

// fitted gives the ticks of the longest list that make returns, for counts
// from most down, whose labels fit side by side on a scale, which reaches from
// the first to the last where it is to be round. Where less than three do, only
// the last one carries the unit.
func (c *canvas) fitted(most int, s *Scale, round bool, make func(n int) []Tick) []Tick {
	most = max(most, 8)
	var t, best []Tick
	for _, every := range [3]int{1, 2, 3} {
		for _, bare := range [2]bool{false, true} {
			for n := most * every; n >= 1; n-- {
				if t = everyNth(make(n), every); bare {
					unitOnce(t)
				}
				if len(t) <= len(best) {
					continue
				}
				air := gap
				if bare { // numbers are told apart at once
					air = 6
				}
				if round {
					s.over(t)
				}
				if c.apart(t, s, air) {
					best = t
				}
			}
			if len(best) >= threeTicks {
				return best
			}
		}
	}
	t = make(1)
	if len(best) > 0 {
		return best
	}
	if round {
		s.over(t)
	}
	return c.thinned(t, s)
}

// everyNth keeps the labels of every k-th place, zero among them.
func everyNth(t []Tick, k int) (kept []Tick) {
	zero := 0
	for i := range t {
		if t[i].At == 0 {
			zero = i
		}
	}
	for i := range t {
		if (i-zero)%k == 0 {
			kept = append(kept, t[i])
		}
	}
	return kept
}

// unitOnce leaves the unit to the last label where all have the same.
func unitOnce(t []Tick) {
	unit := ""
	for i := range t {
		_, u := unitOf(t[i].Label)
		if i > 0 && u != unit {
			return
		}
		unit = u
	}
	for i := range len(t) - 1 {
		t[i].Label, _ = unitOf(t[i].Label)
	}
}

// unitOf parts a label into its number and its unit.
func unitOf(label string) (number, unit string) {
	if i := strings.LastIndex(label, numeral.Thin); i >= 0 && (label[i+len(numeral.Thin)] > '9' || label[i+len(numeral.Thin)] == '%') {
		return label[:i], label[i:]
	}
	return label, ""
}

func (c *canvas) fits(t []Tick, s *Scale) bool { return c.apart(t, s, gap) }

// apart says whether labels stand side by side with so much air between.
func (c *canvas) apart(t []Tick, s *Scale, air float64) bool {
	end := math.Inf(-1)
	for i := range t {
		x, w := c.inside(s.At(t[i].At), t[i].Label), textWidth(t[i].Label, textSize)
		if x-w/2 < end+air {
			return false
		}
		end = x + w/2
	}
	return end <= c.w+1
}

// thinned keeps every k-th label, k as small as fits; ticks of dropped labels
// stay.
func (c *canvas) thinned(t []Tick, s *Scale) []Tick {
	best := 0
	for k := 2; k <= len(t) && (best == 0 || k <= best*2); k++ {
		// The last label is worth twice the smallest step.
		if best > 0 && (len(t)-1)%k != 0 {
			continue
		}
		var kept []Tick
		for i := 0; i < len(t); i += k {
			kept = append(kept, t[i])
		}
		if c.fits(kept, s) {
			if (len(t)-1)%k == 0 {
				return kept
			}
			if best == 0 {
				best = k
			}
		}
	}
	if best > 0 {
		var kept []Tick
		for i := 0; i < len(t); i += best {
			kept = append(kept, t[i])
		}
		return kept
	}
	if len(t) > 1 {
		return t[:1]
	}
	return t
}

// below writes tick labels under y, kept inside the chart, and ticks.
func (c *canvas) below(t []Tick, s *Scale, y float64, stubs bool) {
	if stubs {
		c.s(`<path class="plot-ticks" fill="none"`).stroke(soft).s(` d="`)
		for i := range t {
			c.move(crisp(s.At(t[i].At)), y).s(`v4`)
		}
		c.s(`"/>`)
	}
	c.xLabels()
	for i := range t {
		c.text(c.inside(s.At(t[i].At), t[i].Label), y+18, 'm', t[i].Label)
	}
	c.s(`</g>`)
}

// xLabels begins those of an x axis.
func (c *canvas) xLabels() {
	if c.few {
		c.soften("plot-labels")
	} else {
		c.soften("plot-labels plot-x")
	}
}

// inside moves the middle of a label so that it does not leave the chart.
func (c *canvas) inside(x float64, label string) float64 {
	w := textWidth(label, textSize) / 2
	return math.Max(w, math.Min(c.w-w, x))
}

// verticals draws the grid lines of an x axis from top to bottom and, where
// words stand between, on n further strips: from strip to the end of each row.
func (c *canvas) verticals(t []Tick, s *Scale, top, bottom, strip, row float64, n int) {
	c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
	for i := range t {
		x := crisp(s.At(t[i].At))
		c.move(x, top).s(`V`).n(bottom)
		for k := 0; k < n; k++ {
			y := strip + row*float64(k)
			c.move(x, y).s(`V`).n(bottom + row*float64(k+1))
		}
	}
	c.s(`"/>`)
}

// horizontals draws the grid lines of a y axis between left and right and
// writes its labels so that they end before left. The line of base is the axis
// itself.
func (c *canvas) horizontals(t []Tick, s *Scale, left, right, base float64) {
	c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
	for i := range t {
		if t[i].At != base {
			c.move(left, crisp(s.At(t[i].At))).s(`H`).n(right)
		}
	}
	c.s(`"/>`)
	c.soften("plot-labels plot-y")
	for i := range t {
		c.text(left-8, s.At(t[i].At)+4.5, 'e', t[i].Label)
	}
	c.s(`</g>`)
}

// covering is Ticks, of three labels at least.
func covering(lo, hi float64, n int, u Unit) []Tick {
	for k := n; k < n+4; k++ {
		if t := Ticks(lo, hi, k, u); len(t) >= threeTicks {
			return t
		}
	}
	return ticks(lo, lo+2, 2, u, true) // of whole numbers there are no halves
}

// upward gives the ticks of a y axis from lo to hi: of the counts that leave
// room between lines the one that wastes the least height.
func upward(lo, hi, height float64, u Unit) []Tick {
	lo, hi = bounded(lo, hi)
	var best []Tick
	least := math.Inf(1)
	for n := max(2, int(height/52)); n <= max(4, int(height/30)); n++ {
		t := Ticks(lo, hi, n, u)
		span := t[len(t)-1].At - t[0].At
		each := height / float64(len(t)-1)
		if len(best) >= threeTicks && (each < 26 || len(t) < threeTicks) {
			continue
		}
		if len(best) < threeTicks && len(t) >= threeTicks {
			least = math.Inf(1)
		}
		if span < least*(1-0.04) || span <= least*(1+1e-9) && each >= 34 {
			best, least = t, span
		}
	}
	if len(best) < threeTicks {
		return covering(lo, hi, 2, u)
	}
	return best
}

// ground is the line that bars and areas stand on; of changes, that of no change.
func (c *canvas) ground(left, right, y float64, change bool) {
	c.line(left, crisp(y), right, crisp(y))
	if change {
		c.s(` class="plot-zero" stroke-width="1.25"`).stroke(ink).s(`/>`)
	} else {
		c.s(` class="plot-base"`).stroke(soft).s(`/>`)
	}
}

func (c *canvas) base(left, right, y float64) { c.ground(left, right, y, false) }

// ref is a line of reference.
func (c *canvas) ref(x0, y0, x1, y1 float64) {
	c.line(x0, y0, x1, y1).s(` class="plot-ref" stroke-dasharray="2 3"`).stroke(ink).s(`/>`)
}

// ticksWithin gives those of a scale that lie within it, about n of them.
func (c *canvas) ticksWithin(n int, s *Scale, u Unit, change bool) []Tick {
	return c.fitted(n, s, false, func(n int) []Tick {
		t := TicksWithin(s.Lo, s.Hi, n, u)
		if change {
			plus(t)
		}
		return t
	})
}

// over has a scale reach from the first tick to the last.
func (s *Scale) over(t []Tick) { s.Lo, s.Hi = t[0].At, t[len(t)-1].At }

// decades gives a logarithmic scale its ends, and its ticks that fit; under says
// that less lies at its left end.
func (c *canvas) decades(s *Scale, lo, hi float64, u Unit, under bool) []Tick {
	t := logTicks(lo, hi, u)
	if under {
		t[0].Label = "≤" + numeral.Thin + t[0].Label
	}
	if s.over(t); !c.fits(t, s) {
		t = c.thinned(t, s)
	}
	return t
}

// scaled are an axis's words, which say so where its scale is logarithmic.
func scaled(words string, log bool) string {
	switch {
	case !log:
		return words
	case words == "":
		return "log scale"
	}
	return words + ", log scale"
}

// roundTicks gives a scale round ends, and its ticks that fit, about n of them.
func (c *canvas) roundTicks(n int, s *Scale, lo, hi float64, u Unit) []Tick {
	return c.fitted(n, s, true, func(n int) []Tick { return Ticks(lo, hi, n, u) })
}

// foot writes the x axis and below it what it shows, and closes the chart.
func (c *canvas) foot(t []Tick, s *Scale, bottom, right, width float64, words string) string {
	c.below(t, s, bottom, true)
	y := bottom + 38
	y += c.caption(right, y, width, 'e', words)
	return c.close(y - 4)
}

// widen is the greater of a width and that of words.
func widen(w float64, words string, size float64) float64 {
	return math.Max(w, textWidth(words, size))
}

// widest is the width of the longest label.
func widest(t []Tick) float64 {
	w := 0.0
	for i := range t {
		w = widen(w, t[i].Label, textSize)
	}
	return w
}

// heading is a caption below y, of what stands under it.
func (c *canvas) heading(y float64, s string) float64 {
	return c.caption(0, y+12, c.w, 's', s)
}

// caption writes the words of an axis in soft ink, broken to the width, and
// returns the height they took.
func (c *canvas) caption(x, y, width float64, anchor byte, s string) float64 {
	if s == "" {
		return 0
	}
	h := 0.0
	c.soften("plot-axis")
	for _, l := range wrap(s, textSize, width, 8) {
		c.text(x, y+h, anchor, l)
		h += subLead
	}
	c.s(`</g>`)
	return h
}

// subscript says below an axis what it shows: from its beginning where one line
// has room for it, else over all of the width. It returns where that ends.
func (c *canvas) subscript(x, width, y float64, s string, broken bool) float64 {
	if broken || len(wrap(s, textSize, width, 2)) != 1 {
		x, width = 4, c.w-8
	}
	return y + c.caption(x, y, width, 's', s)
}

// entry is one line of a key.
type entry struct {
	label string
	mark  Mark
	form  byte // l line, p point, b band, d dotted reference, f filled area, i interval, o dots, q box, s step
}

// key writes a row of entries, broken to the width: a piece of line or a
// swatch, and its words. It returns the height taken.
func (c *canvas) key(entries []entry, y float64) float64 {
	if len(entries) == 0 {
		return 0
	}
	const sample = 22.0
	x, top := 0.0, y
	c.s(`<g class="plot-key">`)
	for _, e := range entries {
		lines := wrap(e.label, textSize, c.w-sample-8, 3)
		w := sample + 6.0
		for _, l := range lines {
			w = math.Max(w, sample+6+textWidth(l, textSize))
		}
		if x > 0 && x+w > c.w {
			x, y = 0, y+18
		}
		c.s(`<g fill="none"`).tint(e.mark).s(`>`)
		c.sample(e, x, y+8)
		c.s(`</g>`)
		for i, l := range lines {
			if i > 0 {
				y += subLead
			}
			c.text(x+sample+6, y+12.5, 's', l)
		}
		x += w + 16
	}
	c.s(`</g>`)
	return y - top + 24
}

func (c *canvas) sample(e entry, x, y float64) {
	switch e.form {
	case 'b':
		c.rect(x, y-5, 22, 10).s(` fill="currentColor" fill-opacity=".16"/>`)
	case 'p':
		c.point(e.mark, x+11, y)
	case 'f':
		if e.mark.Hollow {
			c.rect(x+0.75, y-4.25, 20.5,
				8.5).s(` fill="currentColor" fill-opacity=".13" stroke="currentColor" stroke-opacity=".75" stroke-width="1.5"/>`)
			c.s(`<path stroke="currentColor" stroke-width="2.4" stroke-opacity=".75" d="M`).xy(x+2, y+4).s(`l8-8m0 8l8-8"/>`)
		} else {
			c.rect(x, y-5, 22, 10).s(` fill="currentColor" fill-opacity=".72"/>`)
		}
	case 'i':
		c.s(`<path stroke="currentColor" stroke-width="1.4" d="M`).xy(x+3, y).s(`h16m-8-6v12"/>`)
	case 'o':
		c.s(`<path stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-opacity=".6" d="M`).xy(x+4,
			y).s(`h0m5-1.5h0m0 3h0m5-1.5h0m5 0h0"/>`)
	case 'q':
		c.line(x, y, x+22, y).s(` stroke="currentColor" stroke-width="1.4"/>`)
		c.quartiles(e.mark, x+5, x+17, x+10, y)
	case 's':
		c.s(`<path stroke="currentColor" stroke-width="1.4" d="M`).xy(x+1, y-5).s(`h7v5h6v5h7"/>`)
	case 'd':
		c.line(x, y, x+22, y).s(` stroke="currentColor" stroke-dasharray="2 3"/>`)
	default:
		c.line(x, y, x+22, y).s(` stroke="currentColor" stroke-width="2"`).dashes(e.mark).s(`/>`)
	}
}

// plus puts signs before the labels of increases.
func plus(t []Tick) {
	for i := range t {
		if t[i].At > 0 {
			t[i].Label = "+" + t[i].Label
		}
	}
}

// directions writes what lies on either side of the zero line of a change,
// shortened to the room there is.
func (c *canvas) directions(zero, y float64, less, more string) {
	c.soften("plot-direction")
	left, right := less+" ←", "→ "+more
	if textWidth(left, textSize) > zero-8 {
		left = first(less) + " ←"
	}
	if textWidth(left, textSize) > zero-8 {
		left = "←"
	}
	if textWidth(left, textSize) > zero-8 {
		left = ""
	}
	if textWidth(right, textSize) > c.w-zero-8 {
		right = "→ " + first(more)
	}
	if textWidth(right, textSize) > c.w-zero-8 {
		right = "→"
	}
	if textWidth(right, textSize) > c.w-zero-8 {
		right = ""
	}
	c.text(zero-8, y, 'e', left)
	c.text(zero+8, y, 's', right)
	c.s(`</g>`)
}
