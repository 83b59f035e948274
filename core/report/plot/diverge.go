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
	Whisker string // names the lines; RangeName if empty
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
		v += ", " + orWord(f.Whisker, RangeName) + " " + f.Unit.change(lo) + " to " + f.Unit.change(hi)
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
	w := f.measure()
	c := f.open("diverge", w.desc)
	l := f.layout(c, &w)
	return f.draw(c, &l)
}

// divergeWords are the rows that are drawn, and how wide their words are.
type divergeWords struct {
	rows                   []DivergeRow
	desc, hidden           string
	at                     int     // the row that stands for hidden ones, -1 for none
	lo, hi                 float64 // how far they reach to either side
	whiskers               bool
	labelW, valueW, countW float64
}

func (f *Diverge) measure() divergeWords {
	w := divergeWords{rows: f.ranks(), at: -1}
	w.desc = f.desc(w.rows)
	f.fold(&w)
	var left, right []float64
	for i := range w.rows {
		r := &w.rows[i]
		if i == w.at {
			continue
		}
		w.labelW = widen(w.labelW, r.Label, textSize)
		w.valueW = widen(w.valueW, f.value(r), textSize)
		if r.Count > 0 {
			w.countW = widen(w.countW, numeral.Whole(r.Count), textSize)
		}
		a, b, ok := r.span()
		if w.whiskers = w.whiskers || ok; !ok {
			a, b = r.Change, r.Change
		}
		if a == a {
			left = append(left, math.Max(0, -math.Min(a, r.Change)))
			right = append(right, math.Max(0, math.Max(b, r.Change)))
		}
	}
	if w.countW > 0 {
		w.countW = widen(w.countW, f.Of, textSize)
	}
	lo, hi := clips(left, right)
	if lo+hi == 0 {
		lo, hi = 0.1, 0.1
	}
	w.lo, w.hi = math.Max(lo, hi*0.06), math.Max(hi, lo*0.06)
	return w
}

// ranks are the rows from who gains most on; what is not known comes last.
func (f *Diverge) ranks() []DivergeRow {
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
	return rows
}

func (f *Diverge) desc(rows []DivergeRow) string {
	n := len(rows)
	if n == 0 {
		return "Nothing to show yet."
	}
	gain, lose := 0, 0
	for i := range rows {
		if rows[i].Change < 0 {
			gain++
		} else if rows[i].Change > 0 {
			lose++
		}
	}
	return numeral.Whole(float64(n)) + " rows: " + numeral.Whole(float64(gain)) + " with less, " + numeral.Whole(float64(lose)) +
		" with more. First " + f.says(&rows[0]) + "; last " + f.says(&rows[n-1]) + "."
}

// fold leaves both ends of too many rows, and one line for those between.
func (f *Diverge) fold(w *divergeWords) {
	rows, n := w.rows, len(w.rows)
	if n <= shown+1 {
		return
	}
	a := (shown + 1) / 2
	b := n - (shown - a)
	w.hidden = numeral.Whole(float64(b-a)) + " more between"
	if lo, hi := rows[a].Change, rows[b-1].Change; !f.InOrder && lo == lo && hi == hi {
		w.hidden = numeral.Whole(float64(b-a)) + " more, " + f.Unit.change(lo) + " to " + f.Unit.change(hi)
	}
	w.at, w.rows = a, slices.Concat(rows[:a], []DivergeRow{{Label: w.hidden}}, rows[b:])
}

// divergePlan is where everything of a diverging chart stands.
type divergePlan struct {
	divergeWords
	s                        Scale
	t                        []Tick
	zero, top, first, bottom float64
	rowH                     float64
	stacked, valued, counted bool    // words above their bars; with values; with counts
	valueX                   float64 // where values end
}

func (f *Diverge) layout(c *canvas, w *divergeWords) divergePlan {
	const pad = 12.0
	l := divergePlan{divergeWords: *w, rowH: 21, valued: true, counted: w.countW > 0, valueX: c.w - 2}
	if len(w.rows) > 24 {
		l.rowH = 18
	}
	x0, x1 := w.labelW+pad, l.valueX-w.valueW-pad
	if l.counted {
		x1 -= w.countW + pad
		l.valueX -= w.countW + pad
	}
	if l.counted && x1-x0 < 130 {
		l.counted, l.valueX = false, c.w-2
		x1 += w.countW + pad
	}
	if x1-x0 < 100 {
		l.valued, x1 = false, c.w-8
	}
	if l.stacked = w.labelW > math.Max(70, c.w*0.34) || c.w-w.labelW-w.valueW-2*pad < 200; l.stacked {
		x0, x1, l.rowH, l.valued, l.counted, l.valueX = 10, c.w-10, 38, true, false, c.w-2
	}
	lo, hi := w.lo, w.hi
	l.s = Scale{Lo: -lo - (lo+hi)*0.02, Hi: hi + (lo+hi)*0.02, From: x0, To: x1}
	l.t = c.ticksWithin(max(4, min(9, int((x1-x0)/56))), &l.s, f.Unit, true)
	l.zero = crisp(l.s.At(0))
	l.top = c.top + 22
	l.first = l.top + 4
	l.bottom = l.top + 8 + l.rowH*float64(len(w.rows))
	return l
}

func (f *Diverge) draw(c *canvas, l *divergePlan) string {
	more := orWord(f.More, "more waiting")
	if l.counted && f.Of != "" {
		// The head of the counts and the direction share a line.
		room := c.w - l.countW - 12
		if l.zero+8+textWidth("→ "+more, textSize) > room {
			more = first(more)
		}
		if l.zero+8+textWidth("→ "+more, textSize) > room {
			more = ""
		}
		c.soften("plot-labels")
		c.text(c.w-2, c.top+13, 'e', f.Of)
		c.s(`</g>`)
	}
	c.directions(l.zero, c.top+13, orWord(f.Less, "less waiting"), more)
	n := len(l.rows)
	if l.stacked { // lines spare the words
		c.verticals(l.t, &l.s, l.top, l.first, l.first+l.rowH-19, l.rowH, n)
	} else {
		c.verticals(l.t, &l.s, l.top, l.bottom, 0, 0, 0)
	}
	c.s("\n")
	for i := range l.rows {
		if i == l.at {
			l.rest(c)
		} else {
			f.row(c, l, i)
		}
	}
	l.axis(c)
	words := orWord(f.Axis, "change in mean waiting") + " by " + orWord(f.Group, "group")
	if l.whiskers {
		words += " · lines: " + orWord(f.Whisker, RangeName)
	}
	return c.close(c.subscript(l.s.From, c.w-l.s.From, l.bottom+38, words, false) - 4)
}

// place is where the bar of a row has its middle, and where its words stand.
func (l *divergePlan) place(i int) (mid, words float64) {
	mid = l.first + l.rowH*(float64(i)+0.5)
	if l.stacked {
		return mid + l.rowH/2 - 11, mid - 3
	}
	return mid, mid + 4.5
}

// rest draws the line that stands for hidden rows.
func (l *divergePlan) rest(c *canvas) {
	mid, words := l.place(l.at)
	c.s(`<g class="plot-rest"`)
	c.says(l.hidden, "", spot{l.zero, mid})
	c.rect(0, l.first+l.rowH*float64(l.at), c.w, l.rowH).fill(paper).s(`/>`)
	c.hush(4, words, 's', cut("… "+l.hidden, textSize, c.w-8))
	c.s("</g>\n")
}

func (f *Diverge) row(c *canvas, l *divergePlan, i int) {
	r := &l.rows[i]
	mid, words := l.place(i)
	c.s(`<g class="plot-row"`)
	c.says(f.says(r), "", spot{l.s.At(r.Change), mid})
	c.touch(l.first+l.rowH*float64(i), l.rowH)
	if r.Change != 0 && r.Change == r.Change {
		f.bar(c, r, &l.s, l.zero, mid, math.Min(14, l.rowH-7))
	}
	if l.stacked {
		c.text(4, words, 's', cut(r.Label, textSize, c.w-l.valueW-16))
	} else {
		c.text(l.labelW, words, 'e', r.Label)
	}
	if l.valued {
		c.text(l.valueX, words, 'e', f.value(r))
	}
	if l.counted && r.Count > 0 {
		c.hush(c.w-2, words, 'e', numeral.Whole(r.Count))
	}
	c.s("</g>\n")
}

// axis draws the line of no change, which spares words, and the scale.
func (l *divergePlan) axis(c *canvas) {
	c.s(`<path class="plot-zero" fill="none" stroke-width="1.25"`).stroke(ink).s(` d="M`).xy(l.zero, l.top-18)
	if l.stacked {
		c.s(`V`).n(l.first)
		for i := range l.rows {
			if i != l.at {
				c.move(l.zero, l.first+l.rowH*float64(i+1)-19).s(`v19`)
			}
		}
		c.move(l.zero, l.bottom-4)
	} else if l.at >= 0 {
		c.s(`V`).n(l.first + l.rowH*float64(l.at)).s(`m0 `).n(l.rowH)
	}
	c.s(`V`).n(l.bottom).s("\"/>\n")
	c.base(l.s.From, l.s.To, l.bottom)
	c.below(l.t, &l.s, l.bottom, true)
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
		if hi > s.Hi && r.Change <= s.Hi {
			c.s(`<path`).fill(ink).s(` d="M`).xy(s.To+7, y).s(`l-7-4v8z"/>`)
		}
		if lo < s.Lo && r.Change >= s.Lo {
			c.s(`<path`).fill(ink).s(` d="M`).xy(s.From-7, y).s(`l7-4v8z"/>`)
		}
	}
}
