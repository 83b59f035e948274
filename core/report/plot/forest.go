package plot

import (
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
)

// Forest compares orders with a reference: one row an order, its relative
// change as a point, the uncertainty as a whisker, the numbers beside.
type Forest struct {
	Frame
	Rows []ForestRow // drawn in this order
	// Axis says what changes against what; "change in total waiting" if empty.
	Axis string
	// Interval names the whiskers; "95 % interval" if empty.
	Interval string
	// Less and More name the two directions; "less waiting", "more waiting".
	Less, More string
	// Refs are dotted lines at changes worth comparing with, named below.
	Refs []Ref
	// Aside names the marks of the rows' Asides, below the chart: "hollow: as
	// published (Reis 2018, table 6.3)".
	Aside string
}

// ForestRow is one order's change, as fractions: -0.23 is 23 percent less.
type ForestRow struct {
	Label string // what is written at the left; Name if empty
	Name  string // the order, which decides the mark
	// Mid, Low and High are the change and its interval. An interval whose ends
	// are equal or unknown is still to come: the point stands alone.
	Mid, Low, High float64
	// SimLow and SimHigh are an inner interval, drawn thick: the part of the
	// uncertainty that more resamples take away. None when they are equal.
	SimLow, SimHigh float64
	Note            string  // shown at the right of wide charts and on hover
	Best            bool    // stands out
	Baseline        bool    // the reference itself
	Undefined       bool    // there is no change to speak of (the reference is 0)
	Asides          []Aside // what others found, drawn below the whisker
	Hue             string  // or a custom property, as in Bars
}

func (r *ForestRow) mark() Mark { return hue(r.Name, r.Hue) }

func (r *ForestRow) label() string {
	if r.Label == "" {
		return r.Name
	}
	return r.Label
}

// known says whether there is a point to draw.
func (r *ForestRow) known() bool { return !r.Undefined && r.Mid == r.Mid }

// span is the interval in order, and whether there is one.
func (r *ForestRow) span() (lo, hi float64, ok bool) {
	lo, hi = r.Low, r.High
	if lo > hi {
		lo, hi = hi, lo
	}
	return lo, hi, r.known() && lo == lo && hi == hi && lo < hi
}

// clip bounds a range of extents: an end that is several times farther out
// than three quarters of the rows does not flatten all the others.
func clip(ends []float64) float64 {
	if len(ends) == 0 {
		return 0
	}
	slices.Sort(ends)
	if len(ends) == 1 {
		return ends[0]
	}
	k := (len(ends) - 1) * 3 / 4
	if len(ends) == 2 {
		k = 0
	}
	limit := math.Max(ends[k], 0.1)
	for far := 6 * limit; k < len(ends) && ends[k] <= math.Min(3*limit, far); k++ {
		limit = math.Max(limit, ends[k])
	}
	if k == len(ends) {
		return ends[k-1]
	}
	return limit
}

// clips bounds two sides of zero by what most ends on either reach: whatever
// side it is on, the one far out does not flatten the others.
func clips(left, right []float64) (lo, hi float64) {
	var all []float64
	for _, side := range [2][]float64{left, right} {
		for _, v := range side {
			if v > 0 {
				all = append(all, math.Min(v, most))
			}
		}
	}
	limit := math.Inf(1)
	switch n := len(all); {
	case n > 3:
		limit = clip(all)
	case n > 1:
		if slices.Sort(all); all[n-1] > 8*all[n-2] {
			limit = all[n-2]
		}
	}
	for _, v := range left {
		lo = math.Max(lo, math.Min(v, math.Min(limit, most)))
	}
	for _, v := range right {
		hi = math.Max(hi, math.Min(v, math.Min(limit, most)))
	}
	return lo, hi
}

// ends is how far the rows reach to either side of zero.
func (f *Forest) ends() (left, right []float64) {
	for i := range f.Rows {
		r := &f.Rows[i]
		if !r.known() || r.Baseline {
			continue
		}
		a, b, ok := r.span()
		if !ok {
			a, b = r.Mid, r.Mid
		}
		left = append(left, math.Max(0, -math.Min(a, r.Mid)))
		right = append(right, math.Max(0, math.Max(b, r.Mid)))
	}
	return left, right
}

// reaching is how far ends reach, as far as the other side does.
func reaching(ends []float64, other float64) float64 {
	far := 0.0
	for _, v := range ends {
		far = math.Max(far, v)
	}
	return math.Min(far, other)
}

// extent is the range of an axis on which what reaches so far has room.
func extent(left, right []float64) (lo, hi float64) {
	// Each side is judged against both: a small left does not clip the right.
	lo, hi = clip(left), clip(right)
	lo, hi = math.Max(lo, reaching(left, hi)), math.Max(hi, reaching(right, lo))
	lo, hi = math.Min(lo, most), math.Min(hi, most)
	if lo+hi == 0 {
		lo, hi = 0.1, 0.1
	}
	lo, hi = math.Max(lo, hi*0.12), math.Max(hi, lo*0.12)
	return -lo, hi
}

func first(words string) string {
	word, _, _ := strings.Cut(words, " ")
	return word
}

// halved puts a place between any two ticks when there are few, and beyond the
// outermost where the scale goes on: lines without labels.
func halved(t []Tick, s Scale) []Tick {
	if len(t) < 2 || len(t) > 3 {
		return t
	}
	var out []Tick
	half := (t[1].At - t[0].At) / 2
	for i := -1; i <= 2*len(t)-1; i++ {
		if v := t[0].At + half*float64(i); s.Holds(v) {
			out = append(out, Tick{At: v})
		}
	}
	return out
}

// decimals is how many changes are written with on an axis of that span: as
// many as tables have, and one more where that would make them alike.
func decimals(span float64) int {
	if span > 0.03 {
		return 1
	}
	return 2
}

// SVG draws the chart.
func (f *Forest) SVG() string {
	axis, interval := f.Axis, f.Interval
	if axis == "" {
		axis = "change in total waiting"
	}
	if interval == "" {
		interval = "95" + numeral.Thin + "% interval"
	}
	less, more := f.Less, f.More
	if less == "" {
		less = "less waiting"
	}
	if more == "" {
		more = "more waiting"
	}
	left, right := f.ends()
	lo, hi := extent(left, right)
	dec := decimals(hi - lo) // of our own figures, however far others lie
	beside, hang := f.beside(), 0.0
	if beside {
		lo, hi = f.widened(lo, hi, left, right)
		hang = asideRoom
	}

	// Words first: they decide the columns.
	n := len(f.Rows)
	mids, spans, says := make([]string, n), make([]string, n), make([]string, n)
	labelW, midW, spanW, noteW := 0.0, 0.0, 0.0, 0.0
	whiskers, best := false, -1
	for i := range f.Rows {
		r := &f.Rows[i]
		a, b, ok := r.span()
		switch {
		case !r.known():
			mids[i], spans[i] = "–", "undefined"
			says[i] = r.label() + ": undefined"
		case ok:
			whiskers = true
			mids[i] = numeral.SignedPercent(r.Mid, dec)
			spans[i] = numeral.IntervalTo(a, b, dec)
			says[i] = r.label() + ": " + mids[i] + ", " + interval + " " + spans[i]
		default:
			mids[i] = numeral.SignedPercent(r.Mid, dec)
			says[i] = r.label() + ": " + mids[i]
			if !r.Baseline {
				says[i] += ", no interval"
			}
		}
		if r.Baseline {
			spans[i] = "reference"
			says[i] += ", reference"
		}
		if r.Best {
			says[i] += ", best"
			if best < 0 {
				best = i
			}
		}
		if r.Note != "" {
			says[i] += "; " + r.Note
		}
		says[i] += r.said(dec)
		size := textSize
		if r.Best {
			size *= bold
		}
		labelW = wider(labelW, r.label(), size)
		midW = wider(midW, mids[i], size)
		spanW = wider(spanW, spans[i], textSize)
		noteW = wider(noteW, r.Note, textSize)
	}

	desc := axis + ": "
	switch {
	case n == 0:
		desc = "No orders to compare yet."
	case best >= 0:
		desc += says[best] + "; " + numeral.Whole(float64(n)) + " rows."
	default:
		desc += numeral.Whole(float64(n)) + " rows, first " + says[0] + "."
	}
	c := f.open("forest", desc)

	// Three layouts: numbers in one line; the interval under the number; on
	// narrow screens with long labels, words above each whisker.
	const pad = 16.0
	rowH, stacked, twoLines, apart := 26+hang, false, false, false
	valueW := midW + 8 + spanW
	room := func() float64 { return c.w - labelW - valueW - 2*pad }
	if least := math.Max(200, c.w*0.42); room() < least {
		twoLines = true
		rowH = 38
		valueW = math.Max(midW, spanW)
		if room() < math.Max(140, c.w*0.4) {
			twoLines, stacked = false, true
			rowH = 44 + hang
		}
	}
	noteX := 0.0
	if !stacked && !twoLines && noteW > 0 && room()-noteW-pad >= c.w*0.42 {
		noteX = c.w - noteW
		valueW += noteW + pad
	}
	x0, x1 := labelW+pad, c.w-valueW-pad
	if stacked {
		x0, x1 = 8, c.w-8
		if midW+spanW+16 > c.w { // no room for the numbers: what is read out has them
			for i := range spans {
				spans[i] = ""
			}
			spanW = 0
		}
		if labelW+midW+spanW+32 > c.w { // the numbers have a line of their own
			apart, rowH = true, 62+hang
		}
	}
	low := 12 + hang        // how far above the end of a stacked row its whisker is
	strip := rowH - low - 7 // and where its lines begin

	s := Scale{From: x0, To: x1}
	s.Lo, s.Hi = lo-(hi-lo)*0.03, hi+(hi-lo)*0.03
	t := c.fitted(max(2, min(10, int((x1-x0)/52))), func([]Tick) Scale { return s },
		func(n int) []Tick {
			t := TicksWithin(s.Lo, s.Hi, n, Percent)
			plus(t)
			return t
		})
	grid := halved(t, s)
	zero := crisp(s.At(0))

	y := c.top
	// The directions stand on both sides of the zero line.
	c.directions(zero, y+13, less, more)
	y += 22
	top := y
	bottom := y + 4 + rowH*float64(n) + 4
	y += 4
	if stacked { // lines spare the words
		c.verticals(grid, s, top, y, y+strip, rowH, n)
	} else {
		c.verticals(grid, s, top, bottom, 0, 0, 0)
	}
	c.s(`<path class="plot-zero" fill="none" stroke-width="1.25"`).stroke(ink).s(` d="M`).xy(zero, top-18)
	if stacked {
		c.s(`V`).n(y)
		for i := 0; i < n; i++ {
			c.move(zero, y+strip+rowH*float64(i)).s(`v`).n(rowH - strip)
		}
	} else {
		c.s(`V`).n(bottom)
	}
	c.s("\"/>\n")
	refs := ""
	for _, r := range f.Refs {
		if s.Holds(r.At) {
			x := crisp(s.At(r.At))
			c.s(`<path class="plot-ref" fill="none" stroke-dasharray="2 3"`).stroke(ink).s(` d="M`).xy(x, top).s(`V`)
			if stacked { // lines spare the words
				c.n(y)
				for i := range f.Rows {
					c.move(x, y+strip+rowH*float64(i)).s(`v`).n(rowH - strip)
				}
			} else {
				c.n(bottom)
			}
			c.s(`"/>`)
			refs += " · dotted: " + r.Label
		}
	}
	for i := range f.Rows {
		r := &f.Rows[i]
		m := r.mark()
		mid := y + rowH/2
		c.s(`<g class="plot-row`)
		if r.Best {
			c.s(` best`)
		}
		c.s(`"`).tint(m)
		at := spot{s.At(r.Mid), mid}
		if !r.known() || r.Baseline {
			at.x = zero
		}
		if stacked {
			at.y = y + rowH - low
		}
		c.says(says[i], orWord(r.Name, r.Label), at)
		if r.Best {
			c.rect(0, y+1, c.w, rowH-2).s(` rx="3"`).fill(ink).s(` fill-opacity=".06"/>`)
		} else {
			c.touch(y, rowH)
		}
		base := mid + 4.5
		line := mid
		var lx, mx, sx float64
		mAnchor, sAnchor, sBase := byte('e'), byte('s'), base
		switch {
		case stacked:
			base, line = y+17, y+rowH-low
			lx, sBase = 4, base
			if sx = c.w - 4 - spanW; apart {
				sBase += 18
			}
			mx = sx - 8
		case twoLines:
			mx, sx, sAnchor = c.w-4, c.w-4, 'e'
			if spans[i] != "" {
				base, sBase = mid-3, mid+13
			}
			lx = 4
		default:
			lx = 4
			right := c.w - 4
			if noteX > 0 {
				right = noteX - pad
			}
			sx = right - spanW
			mx = sx - 8
		}
		c.asides(r, s, line)
		c.whisker(r, m, s, line)
		if r.known() && !r.Baseline && !stacked { // what lies beyond the axis is told at its arrow
			w := textWidth(mids[i], textSize)
			a, b, ok := r.span() // a whisker that reaches back over the axis takes the room
			switch {
			case r.Mid > s.Hi && s.To-40-w > zero+4 && (!ok || s.At(a) > s.To-40):
				c.text(s.To-40, line+4.5, 'e', mids[i])
			case r.Mid < s.Lo && s.From+40+w < zero-4 && (!ok || s.At(b) < s.From+40):
				c.text(s.From+40, line+4.5, 's', mids[i])
			}
		}
		weight := ``
		if r.Best {
			weight = ` font-weight="600"`
		}
		label := r.label()
		if apart {
			label = cut(label, textSize*bold, c.w-8)
		}
		if weight != "" {
			c.s(`<g`).s(weight).s(`>`)
		}
		lBase := mid + 4.5
		if stacked {
			lBase, base = base, sBase
		}
		c.text(lx, lBase, 's', label)
		c.text(mx, base, mAnchor, mids[i])
		if weight != "" {
			c.s(`</g>`)
		}
		if spans[i] != "" || noteX > 0 && r.Note != "" {
			c.faint("")
			if spans[i] != "" {
				c.text(sx, sBase, sAnchor, spans[i])
			}
			if noteX > 0 && r.Note != "" {
				c.text(noteX, base, 's', r.Note)
			}
			c.s(`</g>`)
		}
		c.s("</g>\n")
		y += rowH
	}

	c.base(x0, x1, bottom)
	c.below(t, s, bottom, true)
	y = bottom + 38
	words := axis
	if whiskers {
		words += " · whiskers: " + interval
	}
	words += refs
	if beside && f.Aside != "" {
		words += " · " + f.Aside
	}
	lines := wrap(words, textSize, x1-x0, 2)
	if len(lines) == 1 && !stacked {
		y += c.caption(x0, y, x1-x0, 's', words)
	} else {
		y += c.caption(4, y, c.w-8, 's', words)
	}
	return c.close(y - 4)
}

// whisker draws a row's interval and point; what lies beyond the axis ends in
// an arrow at its edge.
func (c *canvas) whisker(r *ForestRow, m Mark, s Scale, y float64) {
	if !r.known() {
		return
	}
	if r.Baseline {
		c.point(m, s.At(0), y)
		return
	}
	a, b, ok := r.span()
	if !ok {
		a, b = r.Mid, r.Mid
	}
	inside := s.Holds(r.Mid)
	beyond, below := b > s.Hi, a < s.Lo
	x0, x1 := s.At(a), s.At(b)
	if beyond {
		x1 -= 3
		if a > s.Hi {
			x0 = math.Max(x1-28, s.At(math.Max(s.Lo, 0)))
		}
	}
	if below {
		x0 += 3
		if b < s.Lo {
			x1 = math.Min(x0+28, s.At(math.Min(s.Hi, 0)))
		}
	}
	if a, b := math.Max(r.SimLow, s.Lo), math.Min(r.SimHigh, s.Hi); a < b {
		c.line(s.At(a), y, s.At(b), y).s(` class="plot-inner" stroke="currentColor" stroke-width="7" stroke-opacity=".3"/>`)
	}
	if x1-x0 > 0.5 {
		c.line(x0, y, x1, y).s(` stroke="currentColor" stroke-width="2"`).dashes(m).s(`/>`)
	}
	// Ends: a small stop where the interval ends, an arrow where the axis does.
	if stop := ok && !below && a <= s.Hi; stop || ok && !beyond && b >= s.Lo {
		c.s(`<path stroke="currentColor" stroke-width="2" d="`)
		if stop {
			c.move(x0, y-3.5).s(`v7`)
		}
		if ok && !beyond && b >= s.Lo {
			c.move(x1, y-3.5).s(`v7`)
		}
		c.s(`"/>`)
	}
	if beyond {
		c.s(`<path fill="currentColor" d="M`).xy(s.To+5, y).s(`l-9-5v10z"/>`)
	}
	if below {
		c.s(`<path fill="currentColor" d="M`).xy(s.From-5, y).s(`l9-5v10z"/>`)
	}
	if inside {
		c.point(m, s.At(r.Mid), y)
	}
}
