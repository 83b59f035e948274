package plot

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
)

// Diverge shows who gains and who loses: a row a group (users, classes of size
// or run time, hours), a bar to the left for less waiting, to the right for
// more. Those who gain most stand first unless the groups have an order of
// their own.
type Diverge struct {
	Frame
	Rows []DivergeRow
	// InOrder leaves the rows as they are: classes that have an order.
	InOrder bool
	Name    string // the order compared
	Group   string // what a row is: "user"
	Of      string // what counts count: "jobs"
	Axis    string // "change in mean waiting" if empty
	Unit    Unit   // Percent for relative changes, Seconds for differences
	Whisker string // names the intervals; "95 % interval" if empty
	// Less and More name the two directions; "less waiting", "more waiting".
	Less, More string
}

// DivergeRow is one group.
type DivergeRow struct {
	Label  string
	Change float64 // as a fraction for Percent: -0.23 is 23 percent less
	// Low and High are an interval, if they differ.
	Low, High float64
	Count     float64 // what it was computed from; not shown if 0 or unknown
}

func (r *DivergeRow) span() (lo, hi float64, ok bool) {
	lo, hi = math.Min(r.Low, r.High), math.Max(r.Low, r.High)
	return lo, hi, r.Change == r.Change && lo < hi
}

// shown is how many rows are drawn; of more, the extremes at both ends.
const shown = 39

func (f *Diverge) says(r *DivergeRow) string {
	v := r.Label
	if f.Group != "" {
		v = f.Group + " " + v
	}
	if r.Change != r.Change {
		v += ": not known"
	} else {
		v += ": " + f.Unit.change(r.Change)
	}
	if lo, hi, ok := r.span(); ok {
		v += ", " + orWord(f.Whisker, usualInterval) + " " + f.Unit.change(lo) + " to " + f.Unit.change(hi)
	}
	if r.Count > 0 {
		v += ", " + numeral.Whole(r.Count)
		if f.Of != "" {
			v += " " + f.Of
		}
	}
	return v
}

// SVG draws the chart.
func (f *Diverge) SVG() string {
	rows := slices.Clone(f.Rows)
	if !f.InOrder {
		sorted.Stable(rows, func(a, b DivergeRow) int {
			if na, nb := a.Change != a.Change, b.Change != b.Change; na || nb {
				if na == nb {
					return 0
				}
				if na {
					return 1
				}
				return -1
			}
			return cmp.Compare(a.Change, b.Change)
		})
	}
	gain, lose := 0, 0
	for i := range rows {
		if rows[i].Change < 0 {
			gain++
		} else if rows[i].Change > 0 {
			lose++
		}
	}
	group := orWord(f.Group, "group")
	desc := "Nothing to show yet."
	if n := len(rows); n > 0 {
		desc = numeral.Whole(float64(n)) + " rows: " + numeral.Whole(float64(gain)) + " with less, " + numeral.Whole(float64(lose)) +
			" with more. First " + f.says(&rows[0]) + "; last " + f.says(&rows[n-1]) + "."
	}
	// Too many rows: both ends, and one line for those between.
	hidden, at := "", -1
	if n := len(rows); n > shown+1 {
		a := (shown + 1) / 2
		b := n - (shown - a)
		hidden = numeral.Whole(float64(b-a)) + " more between"
		if lo, hi := rows[a].Change, rows[b-1].Change; !f.InOrder && lo == lo && hi == hi {
			hidden = numeral.Whole(float64(b-a)) + " more, " + f.Unit.change(lo) + " to " + f.Unit.change(hi)
		}
		at = a
		rows = slices.Concat(rows[:a], []DivergeRow{{Label: hidden}}, rows[b:])
	}
	c := f.open("diverge", desc)

	n := len(rows)
	labelW, valueW, countW := 0.0, 0.0, 0.0
	var left, right []float64
	whiskers := false
	for i := range rows {
		r := &rows[i]
		if i == at {
			continue
		}
		labelW = wider(labelW, r.Label, textSize)
		valueW = wider(valueW, f.value(r), textSize)
		if r.Count > 0 {
			countW = wider(countW, numeral.Whole(r.Count), textSize)
		}
		a, b, ok := r.span()
		if whiskers = whiskers || ok; !ok {
			a, b = r.Change, r.Change
		}
		if a == a {
			left = append(left, math.Max(0, -math.Min(a, r.Change)))
			right = append(right, math.Max(0, math.Max(b, r.Change)))
		}
	}
	if countW > 0 {
		countW = wider(countW, f.Of, textSize)
	}
	lo, hi := clips(left, right)
	if lo+hi == 0 {
		lo, hi = 0.1, 0.1
	}
	lo, hi = math.Max(lo, hi*0.06), math.Max(hi, lo*0.06)

	const pad = 12.0
	rowH := 21.0
	if n > 24 {
		rowH = 18
	}
	stacked := labelW > math.Max(70, c.w*0.34) || c.w-labelW-valueW-2*pad < 200
	if stacked { // words above their bars
		rowH, labelW = 38, 0
	}
	x0, x1 := labelW+pad, c.w-2-valueW-pad
	counted := countW > 0
	if counted {
		x1 -= countW + pad
	}
	if counted && x1-x0 < 130 {
		counted = false
		x1 += countW + pad
	}
	valued := true
	if x1-x0 < 100 {
		valued, x1 = false, c.w-8
	}
	if stacked {
		x0, x1, valued, counted = 10, c.w-10, true, false
	}
	s := &Scale{Lo: -lo - (lo+hi)*0.02, Hi: hi + (lo+hi)*0.02, From: x0, To: x1}
	t := c.fitted(max(4, min(9, int((x1-x0)/56))), func([]Tick) *Scale { return s }, func(k int) []Tick {
		t := TicksWithin(s.Lo, s.Hi, k, f.Unit)
		plus(t)
		return t
	})
	zero := crisp(s.At(0))
	y := c.top
	less, more := orWord(f.Less, "less waiting"), orWord(f.More, "more waiting")
	if counted && f.Of != "" {
		// The head of the counts and the direction share a line.
		if zero+8+textWidth("→ "+more, textSize) > c.w-countW-12 {
			more = first(more)
		}
		if zero+8+textWidth("→ "+more, textSize) > c.w-countW-12 {
			more = ""
		}
		c.faint("plot-labels")
		c.text(c.w-2, y+13, 'e', f.Of)
		c.s(`</g>`)
	}
	c.directions(zero, y+13, less, more)
	y += 22
	top, bottom := y, y+8+rowH*float64(n)
	if stacked { // lines spare the words
		c.verticals(t, s, top, top+4, top+4+rowH-19, rowH, n)
	} else {
		c.verticals(t, s, top, bottom, 0, 0, 0)
	}
	c.s("\n")
	y += 4
	for i := range rows {
		r := &rows[i]
		mid := y + rowH*(float64(i)+0.5)
		words := mid + 4.5
		if stacked {
			words = mid - 3
			mid += rowH/2 - 11
		}
		if i == at {
			c.s(`<g class="plot-rest"`)
			c.says(hidden, "", spot{zero, mid})
			c.rect(0, y+rowH*float64(i), c.w, rowH).fill(paper).s(`/>`)
			c.faint("")
			c.text(4, words, 's', cut("… "+hidden, textSize, c.w-8))
			c.s("</g></g>\n")
			continue
		}
		c.s(`<g class="plot-row"`)
		c.says(f.says(r), "", spot{s.At(r.Change), mid})
		c.touch(y+rowH*float64(i), rowH)
		if r.Change != 0 && r.Change == r.Change {
			f.bar(c, r, s, zero, mid, math.Min(14, rowH-7))
		}
		if stacked {
			c.text(4, words, 's', cut(r.Label, textSize, c.w-valueW-16))
		} else {
			c.text(labelW, words, 'e', r.Label)
		}
		if valued {
			right := c.w - 2
			if counted {
				right -= countW + pad
			}
			c.text(right, words, 'e', f.value(r))
		}
		if counted && r.Count > 0 {
			c.hush(c.w-2, words, 'e', numeral.Whole(r.Count))
		}
		c.s("</g>\n")
	}
	c.s(`<path class="plot-zero" fill="none" stroke-width="1.25"`).stroke(ink).s(` d="M`).xy(zero, top-18)
	if stacked {
		c.s(`V`).n(y)
		for i := range n {
			if i != at {
				c.move(zero, y+rowH*float64(i+1)-19).s(`v19`)
			}
		}
		c.move(zero, bottom-4)
	} else if at >= 0 {
		c.s(`V`).n(y + rowH*float64(at)).s(`m0 `).n(rowH)
	}
	c.s(`V`).n(bottom).s("\"/>\n")
	c.base(x0, x1, bottom)
	c.below(t, s, bottom, true)
	y = bottom + 38
	words := orWord(f.Axis, "change in mean waiting") + " by " + group
	if whiskers {
		words += " · lines: " + orWord(f.Whisker, usualInterval)
	}
	if len(wrap(words, textSize, c.w-x0, 2)) == 1 {
		y += c.caption(x0, y, c.w-x0, 's', words)
	} else {
		y += c.caption(4, y, c.w-8, 's', words)
	}
	return c.close(y - 4)
}

func (f *Diverge) value(r *DivergeRow) string {
	if r.Change != r.Change {
		return "–"
	}
	return f.Unit.change(r.Change)
}

// bar draws a row's bar and interval; what goes beyond the axis ends in an
// arrow at its edge.
func (f *Diverge) bar(c *canvas, r *DivergeRow, s *Scale, zero, y, h float64) {
	x := s.At(r.Change)
	a, b := math.Min(x, zero), math.Max(x, zero)
	c.s(`<g`).fill(changed(r.Change)).s(`>`)
	c.rect(a, y-h/2, b-a, h).s(` fill-opacity=".8"/>`)
	if r.Change > s.Hi {
		c.s(`<path d="M`).xy(s.To+8, y).s(`l-8-`).n(h/2 + 1).s(`v`).n(h + 2).s(`z"/>`)
	}
	if r.Change < s.Lo {
		c.s(`<path d="M`).xy(s.From-8, y).s(`l8-`).n(h/2 + 1).s(`v`).n(h + 2).s(`z"/>`)
	}
	c.s(`</g>`)
	if lo, hi, ok := r.span(); ok && lo < s.Hi && hi > s.Lo {
		c.line(s.At(lo), y, s.At(hi), y).s(` stroke-width="1.4"`).stroke(ink).s(`/>`)
	}
}
