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
	// Interval names the whiskers; RangeName if empty.
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
	// SimLow and SimHigh are what resamples leave open, drawn thick: the part of the
	// uncertainty that more of them take away; none when they are equal. Sim is their mean,
	// a tick; none at 0.
	Sim, SimLow, SimHigh float64
	// Halves are the change in parts of what was looked at, drawn as dots.
	Halves    []float64
	Note      string  // shown at the right of wide charts and on hover
	Best      bool    // stands out
	Baseline  bool    // the reference itself
	Undefined bool    // there is no change to speak of (the reference is 0)
	Asides    []Aside // what others found, drawn below the whisker
	Hue       string  // or a custom property, as in Bars
	// Act and Arg are what a press on the row asks of the page; "": nothing.
	Act, Arg string
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

// Span is the interval in order, and whether there is one.
func (r *ForestRow) Span() (lo, hi float64, ok bool) {
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
		a, b, ok := r.Span()
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

// RangeName is what whiskers are where nothing else is said.
const RangeName = "plausible range (95" + numeral.Thin + "%)"

func first(words string) string {
	word, _, _ := strings.Cut(words, " ")
	return word
}

// halved puts a place between any two ticks when there are few, and beyond the
// outermost where the scale goes on: lines without labels.
func halved(t []Tick, s *Scale) []Tick {
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
	w := f.measure()
	c := f.open("forest", f.desc(&w))
	l := f.layout(c, &w)
	return c.close(f.draw(c, &l))
}

// forestWords are what a forest says, and how wide its columns are.
type forestWords struct {
	axis, interval             string
	lo, hi                     float64 // of the axis
	beside                     bool    // there are asides
	whiskers                   bool
	best                       int // the first best row, -1 for none
	rows                       []rowWords
	labelW, midW, spanW, noteW float64
}

// rowWords are the change of a row, its interval, and all that is said of it.
type rowWords struct{ mid, span, says string }

// measure puts the rows in words: they decide the columns.
func (f *Forest) measure() forestWords {
	w := forestWords{axis: orWord(f.Axis, "change in total waiting"), interval: orWord(f.Interval, RangeName), best: -1}
	left, right := f.ends()
	w.lo, w.hi = extent(left, right)
	dec := decimals(w.hi - w.lo) // of our own figures, however far others lie
	if w.beside = f.beside(); w.beside {
		w.lo, w.hi = f.widened(w.lo, w.hi, left, right)
	}
	w.rows = make([]rowWords, len(f.Rows))
	for i := range f.Rows {
		w.say(i, &f.Rows[i], dec)
	}
	return w
}

// say puts row i in words.
func (w *forestWords) say(i int, r *ForestRow, dec int) {
	mid, span := "–", "undefined"
	says := r.label() + ": "
	a, b, ok := r.Span()
	switch {
	case !r.known():
		says += span
	case ok:
		w.whiskers = true
		mid, span = numeral.SignedPercent(r.Mid, dec), numeral.IntervalTo(a, b, dec)
		says += mid + ", " + w.interval + " " + span
	default:
		mid, span = numeral.SignedPercent(r.Mid, dec), ""
		if says += mid; !r.Baseline {
			says += ", no range"
		}
	}
	if r.Baseline {
		span = "reference"
		says += ", reference"
	}
	size := textSize
	if r.Best {
		says += ", best"
		size *= bold
		if w.best < 0 {
			w.best = i
		}
	}
	if r.Note != "" {
		says += "; " + r.Note
	}
	says += r.parts(dec)
	w.rows[i] = rowWords{mid, span, says + r.said(dec)}
	w.labelW = widen(w.labelW, r.label(), size)
	w.midW = widen(w.midW, mid, size)
	w.spanW = widen(w.spanW, span, textSize)
	w.noteW = widen(w.noteW, r.Note, textSize)
}

// parts says what the dots and the tick of a row are.
func (r *ForestRow) parts(dec int) (words string) {
	if len(r.Halves) == 2 {
		words += "; halves " + numeral.SignedPercent(r.Halves[0], dec) + " and " + numeral.SignedPercent(r.Halves[1], dec)
	}
	if r.Sim != 0 {
		words += "; in resamples " + numeral.SignedPercent(r.Sim, dec)
	}
	return words
}

// legend names the marks that rows have besides points and whiskers.
func (f *Forest) legend() (words string) {
	halves, sim := false, false
	for i := range f.Rows {
		halves, sim = halves || len(f.Rows[i].Halves) > 0, sim || f.Rows[i].Sim != 0
	}
	if halves {
		words += " · dots: the log's halves"
	}
	if sim {
		words += " · tick: mean of resamples, thick: its simulation error"
	}
	return words
}

func (f *Forest) desc(w *forestWords) string {
	n := len(f.Rows)
	rows := numeral.Whole(float64(n)) + " rows"
	switch {
	case n == 0:
		return "No orders to compare yet."
	case w.best >= 0:
		return w.axis + ": " + w.rows[w.best].says + "; " + rows + "."
	}
	return w.axis + ": " + rows + ", first " + w.rows[0].says + "."
}

// forestPlan is where everything of a forest stands, in one of three ways:
// numbers in one line; the interval under the number; on narrow screens with
// long labels, words above each whisker.
type forestPlan struct {
	forestWords
	stacked, twoLines, apart bool
	s                        Scale
	t, grid                  []Tick
	zero, top, bottom        float64
	first, rowH              float64 // where the first row begins, and how high each is
	low                      float64 // how far above the end of a stacked row its whisker is,
	strip                    float64 // and where its lines begin
	valueW                   float64 // of all numbers
	midX, spanX, noteX       float64 // 0: there are no notes
	spanAnchor               byte
}

// columnGap is what lies between the names, the whiskers and the numbers.
const columnGap = 16.0

func (f *Forest) layout(c *canvas, w *forestWords) forestPlan {
	l := forestPlan{forestWords: *w}
	l.arrange(c.w)
	l.s.Lo, l.s.Hi = w.lo-(w.hi-w.lo)*0.03, w.hi+(w.hi-w.lo)*0.03
	l.t = c.ticksWithin(max(2, min(10, int((l.s.To-l.s.From)/52))), &l.s, Percent, true)
	if t := l.t; len(t) == 2 { // a third label, on the short side
		l.s.Lo = min(l.s.Lo, 2*t[0].At-t[1].At)
		l.t = c.ticksWithin(threeTicks, &l.s, Percent, true)
	}
	l.grid = halved(l.t, &l.s)
	l.zero = crisp(l.s.At(0))
	l.top = c.top + 22
	l.first = l.top + 4
	l.bottom = l.first + l.rowH*float64(len(f.Rows)) + 4
	return l
}

// room is what names and numbers leave of the width.
func (l *forestPlan) room(width float64) float64 {
	return width - l.labelW - l.valueW - 2*columnGap
}

// arrange decides how the words stand, and gives the whiskers the rest.
func (l *forestPlan) arrange(width float64) {
	hang := 0.0
	if l.beside {
		hang = asideRoom
	}
	l.rowH = 26 + hang
	l.valueW = l.midW + 8 + l.spanW
	if l.room(width) < math.Max(200, width*0.42) {
		l.twoLines, l.rowH = true, 38
		l.valueW = math.Max(l.midW, l.spanW)
		if l.room(width) < math.Max(140, width*0.4) {
			l.twoLines, l.stacked, l.rowH = false, true, 44+hang
		}
	}
	right := width - 4
	if !l.stacked && !l.twoLines && l.noteW > 0 && l.room(width)-l.noteW-columnGap >= width*0.42 {
		l.noteX = width - l.noteW
		l.valueW += l.noteW + columnGap
		right = l.noteX - columnGap
	}
	l.s.From, l.s.To = l.labelW+columnGap, width-l.valueW-columnGap
	if l.stacked {
		l.stack(width, hang)
	}
	l.low = 12 + hang
	l.strip = l.rowH - l.low - 7
	l.spanX, l.spanAnchor = right-l.spanW, 's'
	l.midX = l.spanX - 8
	if l.twoLines {
		l.midX, l.spanX, l.spanAnchor = right, right, 'e'
	}
}

// stack gives the words a line above the whisker, or two.
func (l *forestPlan) stack(width, hang float64) {
	l.s.From, l.s.To = 8, width-8
	if l.midW+l.spanW+16 > width { // no room for the numbers: what is read out has them
		for i := range l.rows {
			l.rows[i].span = ""
		}
		l.spanW = 0
	}
	if l.labelW+l.midW+l.spanW+32 > width { // the numbers have a line of their own
		l.apart, l.rowH = true, 62+hang
	}
}

// draw draws the forest and gives where it ends.
func (f *Forest) draw(c *canvas, l *forestPlan) float64 {
	// The directions stand on both sides of the zero line.
	c.directions(l.zero, c.top+13, orWord(f.Less, "less waiting"), orWord(f.More, "more waiting"))
	if l.stacked { // lines spare the words
		c.verticals(l.grid, &l.s, l.top, l.first, l.first+l.strip, l.rowH, len(l.rows))
	} else {
		c.verticals(l.grid, &l.s, l.top, l.bottom, 0, 0, 0)
	}
	c.s(`<path class="plot-zero" fill="none" stroke-width="1.25"`).stroke(ink).s(` d="M`).xy(l.zero, l.top-18)
	l.through(c, l.zero)
	c.s("\"/>\n")
	refs := f.refs(c, l)
	for i := range f.Rows {
		f.row(c, l, i)
	}
	c.base(l.s.From, l.s.To, l.bottom)
	c.below(l.t, &l.s, l.bottom, true)
	return f.caption(c, l, refs)
}

// through goes down over all rows, but for the words of stacked ones.
func (l *forestPlan) through(c *canvas, x float64) {
	if !l.stacked {
		c.s(`V`).n(l.bottom)
		return
	}
	c.s(`V`).n(l.first)
	for i := range l.rows {
		c.move(x, l.first+l.strip+l.rowH*float64(i)).s(`v`).n(l.rowH - l.strip)
	}
}

// refs draws the dotted lines and gives their names.
func (f *Forest) refs(c *canvas, l *forestPlan) (names string) {
	for _, r := range f.Refs {
		if l.s.Holds(r.At) {
			x := crisp(l.s.At(r.At))
			c.s(`<path class="plot-ref" fill="none" stroke-dasharray="2 3"`).stroke(ink).s(` d="M`).xy(x, l.top)
			l.through(c, x)
			c.s(`"/>`)
			names += " · dotted: " + r.Label
		}
	}
	return names
}

func (f *Forest) row(c *canvas, l *forestPlan, i int) {
	r := &f.Rows[i]
	m := r.mark()
	y := l.first + l.rowH*float64(i)
	at := spot{l.s.At(r.Mid), y + l.rowH/2}
	if !r.known() || r.Baseline {
		at.x = l.zero
	}
	if l.stacked {
		at.y = y + l.rowH - l.low
	}
	c.s(`<g class="plot-row`)
	if r.Best {
		c.s(` best`)
	}
	c.s(`"`).tint(m)
	if r.Act != "" && !c.still {
		c.s(` data-act="`).t(r.Act).s(`" data-arg="`).t(r.Arg).s(`"`)
	}
	c.says(l.rows[i].says, orWord(r.Name, r.Label), at)
	if r.Best {
		c.rect(0, y+1, c.w, l.rowH-2).s(` rx="3"`).fill(ink).s(` fill-opacity=".06"/>`)
	} else {
		c.touch(y, l.rowH)
	}
	c.asides(r, &l.s, at.y)
	c.whisker(r, m, &l.s, at.y)
	f.beyond(c, l, i, at.y)
	f.words(c, l, i, y)
	c.s("</g>\n")
}

// beyond tells what lies outside the axis at its arrow, unless a whisker that
// reaches back over the axis takes the room.
func (f *Forest) beyond(c *canvas, l *forestPlan, i int, y float64) {
	r, mid, s := &f.Rows[i], l.rows[i].mid, &l.s
	if !r.known() || r.Baseline || l.stacked {
		return
	}
	w := textWidth(mid, textSize)
	a, b, ok := r.Span()
	switch {
	case r.Mid > s.Hi && s.To-40-w > l.zero+4 && (!ok || s.At(a) > s.To-40):
		c.text(s.To-40, y+4.5, 'e', mid)
	case r.Mid < s.Lo && s.From+40+w < l.zero-4 && (!ok || s.At(b) < s.From+40):
		c.text(s.From+40, y+4.5, 's', mid)
	}
}

// words writes the name and the numbers of the row that begins at y.
func (f *Forest) words(c *canvas, l *forestPlan, i int, y float64) {
	r, w, label := &f.Rows[i], &l.rows[i], f.Rows[i].label()
	base := y + l.rowH/2 + 4.5
	mid, span := base, base
	switch {
	case l.apart:
		label = cut(label, textSize*bold, c.w-8)
		base = y + 17
		mid, span = base+18, base+18
	case l.stacked:
		base = y + 17
		mid, span = base, base
	case l.twoLines && w.span != "":
		mid, span = y+l.rowH/2-3, y+l.rowH/2+13
	}
	if r.Best {
		c.s(`<g font-weight="600">`)
	}
	c.text(4, base, 's', label)
	c.text(l.midX, mid, 'e', w.mid)
	if r.Best {
		c.s(`</g>`)
	}
	noted := l.noteX > 0 && r.Note != ""
	if w.span == "" && !noted {
		return
	}
	c.soften("")
	if w.span != "" {
		c.text(l.spanX, span, l.spanAnchor, w.span)
	}
	if noted {
		c.text(l.noteX, mid, 's', r.Note)
	}
	c.s(`</g>`)
}

// caption says what the axis shows, and gives where that ends.
func (f *Forest) caption(c *canvas, l *forestPlan, refs string) float64 {
	words := l.axis
	if l.whiskers {
		words += " · whiskers: " + l.interval
	}
	words += refs
	if l.beside && f.Aside != "" {
		words += " · " + f.Aside
	}
	words += f.legend()
	return c.subscript(l.s.From, l.s.To-l.s.From, l.bottom+38, words, l.stacked) - 4
}

// whisker draws a row's interval and point; what lies beyond the axis ends in
// an arrow at its edge.
func (c *canvas) whisker(r *ForestRow, m Mark, s *Scale, y float64) {
	if !r.known() {
		return
	}
	if r.Baseline {
		c.point(m, s.At(0), y)
		return
	}
	a, b, ok := r.Span()
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
	if x := r.Sim; x != 0 && s.Holds(x) {
		c.line(s.At(x), y-8, s.At(x), y+8).s(` class="plot-tick" stroke="currentColor" stroke-width="1.5" stroke-opacity=".7"/>`)
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
	c.halves(r, s, y)
	if inside {
		c.point(m, s.At(r.Mid), y)
	}
}

// halves draws a row's dots, below its whisker's line so that none hides the point.
func (c *canvas) halves(r *ForestRow, s *Scale, y float64) {
	for _, x := range r.Halves {
		if x == x && s.Holds(x) {
			c.s(`<circle class="plot-half" cx="`).n(s.At(x)).s(`" cy="`).n(y).s(`" r="2.6" fill="currentColor"/>`)
		}
	}
}
