package plot

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
)

// Cause is the colour of what jobs waited for; a rule's is hatched: it is the same time as in vain, explained.
type Cause int

// The causes.
const (
	NoRoom Cause = iota
	Kept
	ByRule
	InVain
	causeCount = 4
)

// causePaints are their colours, steps those of shares from little to much.
var (
	causePaints = [causeCount]paint{{"--c-room", "#b9b3a8"}, {"--c-kept", "#6f8fa6"}, {"--c-held", "#8c2f39"}, {"--c-held", "#8c2f39"}}
	stepPaints  = [steps]paint{{"--w0", "#e6dfd4"}, {"--w1", "#d8bcb5"}, {"--w2", "#c4938f"}, {"--w3", "#a9656a"}, {"--w4", "#86303a"}}
)

const steps = 5

// large is the size of the words of these charts, in pixels; what is next to it stands so much below.
const (
	large     = 14.0
	largeLead = 20.0
	blot      = 12.0
	keyLead   = 24.0
)

// Shares shows what a whole is made of: a bar for each way to part it, with its legend below.
type Shares struct {
	Frame
	Bars []SharesBar
	Act  string // what a press on a part asks of the page, with the numbers of bar and part; "": nothing
}

// SharesBar is one bar.
type SharesBar struct {
	Label string
	Parts []SharesPart
}

// SharesPart is a part of a bar.
type SharesPart struct {
	Value float64 // in any unit
	Words string  // its value as it is written
	Label string
	Cause Cause
}

func (p *SharesPart) says() string { return p.Words + " " + p.Label }

// SVG draws the chart.
func (f *Shares) SVG() string {
	c := f.open("shares", f.desc())
	c.enlarge()
	left, y := f.margin(c), c.top
	for i := range f.Bars {
		y = f.bar(c, i, left, y) + 8
	}
	c.s(`</g>`)
	return c.close(math.Max(y, 8))
}

func (f *Shares) desc() string {
	desc := ""
	for i := range f.Bars {
		b := &f.Bars[i]
		if desc += b.Label; b.Label != "" {
			desc += ": "
		}
		for k := range b.Parts {
			if k > 0 {
				desc += ", "
			}
			desc += b.Parts[k].says()
		}
		desc += ". "
	}
	return orWord(desc, "Nothing to show yet.")
}

// margin is where bars begin: behind their names, which stand above them in a narrow chart.
func (f *Shares) margin(c *canvas) float64 {
	if c.w < 560 {
		return 0
	}
	for i := range f.Bars {
		if f.Bars[i].Label != "" {
			return 128
		}
	}
	return 0
}

// named are the lines of a bar's name: beside the bar, or above it.
func (f *Shares) named(b *SharesBar, width, left float64) []string {
	if left > 0 {
		width = left - 16
	}
	return wrap(b.Label, large, width, 3)
}

// bar draws one with its legend, and gives where that ends.
func (f *Shares) bar(c *canvas, i int, left, y float64) float64 {
	const height, between, least = 28.0, 2.0, 3.0
	b := &f.Bars[i]
	tallest := y
	lines := f.named(b, c.w, left)
	if left == 0 {
		for _, l := range lines {
			c.text(0, y+15, 's', l)
			y += largeLead
		}
	} else {
		tallest += largeLead * float64(len(lines))
		y += math.Max(0, (largeLead*float64(len(lines))-height)/2)
		for k, l := range lines {
			c.text(0, y+height/2+5+largeLead*(float64(k)-float64(len(lines)-1)/2), 's', l)
		}
	}
	sum := 0.0
	for k := range b.Parts {
		sum += fine(b.Parts[k].Value)
	}
	x := left
	room := c.w - left - between*float64(max(0, len(b.Parts)-1)) - least*float64(len(b.Parts))
	c.s(`<g class="plot-shares">`)
	for k := range b.Parts {
		p := &b.Parts[k]
		w := least
		if sum > 0 {
			w += room * fine(p.Value) / sum
		}
		c.rect(x, y, w, height).s(` rx="1"`).cause(p.Cause)
		c.press(f.Act, strconv.Itoa(i)+","+strconv.Itoa(k))
		c.says(p.says(), "", spot{x + w/2, y + height/2})
		c.s(`</rect>`).stripes(p.Cause, x, y, w, height)
		x += w + between
	}
	c.s("</g>\n")
	list := make([]legend, len(b.Parts))
	for k := range b.Parts {
		list[k] = legend{bold: b.Parts[k].Words, words: b.Parts[k].Label, cause: b.Parts[k].Cause}
	}
	return math.Max(tallest, c.causeKey(list, left, y+height+4))
}

// press names what a press on a mark asks of the page.
func (c *canvas) press(act, arg string) {
	if act != "" && !c.still {
		c.s(` data-act="`).t(act).s(`" data-arg="`).t(arg).s(`"`)
	}
}

// enlarge begins a group of words that are not small print.
func (c *canvas) enlarge() { c.s(`<g font-size="14">`) }

// cause fills a shape with the colour of one; stripes follow.
func (c *canvas) cause(x Cause) *canvas {
	if x == ByRule {
		return c.fill(stepPaints[1])
	}
	return c.fill(causePaints[max(0, min(x, causeCount-1))])
}

// stripes hatches a rectangle of what a rule held. They are lines and no pattern: a page refers to nothing.
func (c *canvas) stripes(cause Cause, x, y, w, h float64) {
	const apart = 9.0
	if cause != ByRule || w < 2 {
		return
	}
	c.s(`<path pointer-events="none" fill="none" stroke-width="2.2"`).stroke(causePaints[ByRule]).s(` d="`)
	for at := apart - h; at < w; at += apart {
		from, to := math.Max(at, 0), math.Min(at+h, w)
		c.move(x+from, y+h-(from-at)).s(`L`).xy(x+to, y+h-(to-at))
	}
	c.s(`"/>`)
}

// legend is an entry of a legend.
type legend struct {
	bold, words string
	cause       Cause
	step        paint // instead of the cause
}

// causeKey writes a legend, broken to the width, and gives where it ends.
func (c *canvas) causeKey(list []legend, left, y float64) float64 {
	if len(list) == 0 {
		return y
	}
	x := left
	c.s(`<g class="plot-key">`)
	for i := range list {
		e := &list[i]
		before, strong := 0.0, cut(e.bold, large*bold, (c.w-left)/2)
		if strong != "" {
			before = textWidth(strong, large*bold) + 3
		}
		words := cut(e.words, large, c.w-left-blot-8-before)
		w := blot + 8 + before + textWidth(words, large)
		if x > left && x+w > c.w {
			x, y = left, y+keyLead
		}
		c.rect(x, y+6, blot, blot).s(` rx="2"`)
		if e.step != nil {
			c.fill(e.step)
		} else {
			c.cause(e.cause)
		}
		if c.s(`/>`); e.step == nil {
			c.stripes(e.cause, x, y+6, blot, blot)
		}
		if strong != "" {
			c.s(`<g font-weight="600">`)
			c.text(x+blot+8, y+17, 's', strong)
			c.s(`</g>`)
		}
		c.text(x+blot+8+before, y+17, 's', words)
		x += w + 20
	}
	c.s("</g>\n")
	return y + keyLead
}

// Week shows shares of the hours of a week in five steps: one cell an hour, Monday first.
type Week struct {
	Frame
	Values [7][24]float64     // fractions; NaN where there is nothing to share
	Bounds [steps - 1]float64 // between the steps, ascending
	Of     string             // what the shares are of: "of the waiting"
	Line   int                // an hour of the day that a line marks, 1 to 23; 0: none
	Chosen int                // a cell that has a frame, 1 for Monday 0:00; 0: none
	Act    string             // what a press on a cell asks of the page, with its number; "": nothing
	Axis   string             // "local hour of the day"
}

// WeekBounds are those of shares of the waiting.
var WeekBounds = [steps - 1]float64{0.30, 0.45, 0.60, 0.75}

// SVG draws the chart.
func (f *Week) SVG() string {
	c := f.open("week", f.desc())
	c.how = "grid"
	c.enlarge()
	l := f.layout(c)
	c.s(`<g class="plot-labels">`)
	for i := range days {
		c.text(0, l.y(i)+l.h/2+5, 's', days[i].short)
	}
	c.s("</g>\n<g class=\"plot-week\">")
	for i := range f.Values {
		f.day(c, &l, i)
	}
	c.s("</g>\n")
	f.marks(c, &l)
	return c.close(f.foot(c, &l))
}

func (f *Week) desc() string {
	most, day, hour := math.Inf(-1), 0, 0
	for i := range f.Values {
		for j, v := range f.Values[i] {
			if v > most {
				most, day, hour = v, i, j
			}
		}
	}
	if !(most >= 0) {
		return "Nothing to show yet."
	}
	return "Seven days by 24 hours; most on " + days[day].long + " at " + hours(hour) + ": " + f.says(most) + "."
}

func (f *Week) says(v float64) string {
	if v != v {
		return "nothing"
	}
	text := numeral.Percent(v, 0)
	if f.Of != "" {
		text += " " + f.Of
	}
	return text
}

func (f *Week) layout(c *canvas) table {
	l := table{left: 40, top: c.top, h: 26}
	if f.Line > 0 && f.Line < 24 {
		l.top += 20
	}
	l.w = math.Min(math.Floor((c.w-l.left)/24*10)/10, 24)
	return l
}

func (f *Week) day(c *canvas, l *table, i int) {
	c.s(`<g class="day">`)
	for j, v := range f.Values[i] {
		c.rect(l.x(j), l.y(i), l.w-1, l.h-1).fill(stepPaints[f.step(v)])
		if v != v {
			c.s(` fill-opacity=".35"`)
		}
		c.press(f.Act, strconv.Itoa(24*i+j))
		c.says(days[i].short+" "+hours(j)+": "+f.says(v), "", l.mid(i, j))
		c.s(`</rect>`)
	}
	c.s("</g>\n")
}

// step is how strong a share is drawn.
func (f *Week) step(v float64) int {
	n := 0
	for n < len(f.Bounds) && v >= f.Bounds[n] {
		n++
	}
	return n
}

// marks draws the line of an hour and the frame of a cell.
func (f *Week) marks(c *canvas, l *table) {
	if at := f.Chosen - 1; at >= 0 && at < 7*24 {
		c.rect(l.x(at%24)-1, l.y(at/24)-1, l.w+1, l.h+1).s(` fill="none" stroke-width="2"`).stroke(ink).s(`/>`)
	}
	if f.Line < 1 || f.Line > 23 {
		return
	}
	x := l.x(f.Line) - 0.5
	c.line(x, l.top-6, x, l.y(7)).s(` stroke-width="1.5" stroke-dasharray="4 3"`).stroke(ink).s(`/>`)
	c.s(`<g font-weight="600">`)
	words := hours(f.Line)
	half := textWidth(words, large*bold) / 2
	c.text(math.Max(half, math.Min(c.w-half, x)), l.top-9, 'm', words)
	c.s(`</g>`)
}

// foot writes the hours and the steps, and gives where they end.
func (f *Week) foot(c *canvas, l *table) float64 {
	every := 3
	if l.w < 20 {
		every = 6
	}
	c.soften("plot-labels plot-x")
	for h := 0; h <= 24; h += every {
		anchor := byte('m')
		switch h {
		case 0:
			anchor = 's'
		case 24:
			anchor = 'e'
		}
		c.text(l.x(h), l.y(7)+18, anchor, strconv.Itoa(h))
	}
	c.s(`</g>`)
	y := l.y(7) + 24
	if f.Axis != "" {
		c.hush(l.x(24), y+13, 'e', cut(f.Axis, large, l.x(24)))
		y += largeLead
	}
	list := make([]legend, steps)
	for k := range list {
		list[k] = legend{words: f.stepWords(k), step: stepPaints[k]}
	}
	y = c.causeKey(list, 0, y+4)
	c.s(`</g>`)
	return y
}

func (f *Week) stepWords(k int) string {
	bare := func(v float64) string { return numeral.BarePercent(v, 0) }
	switch k {
	case 0:
		return "under " + bare(f.Bounds[0]) + numeral.PerCent
	case steps - 1:
		return "over " + bare(f.Bounds[k-1])
	}
	return bare(f.Bounds[k-1]) + " to " + bare(f.Bounds[k])
}

// Piles shows what groups waited for: a bar each, of parts side by side.
type Piles struct {
	Frame
	Rows   []Pile
	Axis   string // "waiting, thousand hours"
	Unit   Unit
	Causes []Legend // what the parts are
	Act    string   // what a press on a row asks of the page, with its number; "": nothing
}

// Pile is a bar.
type Pile struct {
	Label string
	Parts []float64 // as the legend has them
	Note  string    // behind the bar: "89 %"
}

// Legend says what a colour means.
type Legend struct {
	Cause Cause
	Words string
}

// SVG draws the chart.
func (f *Piles) SVG() string {
	c := f.open("piles", f.desc())
	c.enlarge()
	row := 36.0
	if f.dense() {
		row = 12
	}
	left, right, most := f.edges(c)
	y := c.top + 4
	bottom := y + row*float64(len(f.Rows))
	s := &Scale{Lo: 0, Hi: most, From: left, To: right}
	ticks := f.ticks(c, s)
	c.s(`<path class="plot-grid" fill="none"`).stroke(rule).s(` d="`)
	for i := range ticks {
		c.move(crisp(s.At(ticks[i].At)), y).s(`V`).n(bottom + 4)
	}
	c.s("\"/>\n<g class=\"plot-piles\">")
	for i := range f.Rows {
		f.row(c, i, s, y+row*float64(i), row)
	}
	c.s("</g>\n")
	c.soften("plot-labels plot-x")
	for i := range ticks {
		c.text(s.At(ticks[i].At), bottom+20, 'm', ticks[i].Label)
	}
	c.s(`</g>`)
	y = bottom + 28
	if f.Axis != "" {
		for _, l := range wrap(f.Axis, large, c.w, 2) {
			c.hush(c.w, y+13, 'e', l)
			y += largeLead
		}
	}
	list := make([]legend, len(f.Causes))
	for k, e := range f.Causes {
		list[k] = legend{words: e.Words, cause: e.Cause}
	}
	y = c.causeKey(list, 0, y+4)
	c.s(`</g>`)
	return c.close(y)
}

// dense says that there are so many rows that they are low, and every third has its label: the hours of a day.
func (f *Piles) dense() bool { return len(f.Rows) > 16 }

func (f *Piles) desc() string {
	desc := ""
	for i := range f.Rows {
		desc += f.says(i) + ". "
	}
	return orWord(desc, "Nothing to show yet.")
}

// says are the words of a row.
func (f *Piles) says(i int) string {
	r := &f.Rows[i]
	text := r.Label + ": "
	for k, v := range r.Parts {
		if k < len(f.Causes) {
			if k > 0 {
				text += ", "
			}
			text += f.Unit.Format(fine(v)) + " " + f.Causes[k].Words
		}
	}
	return text
}

// edges are where bars begin and the longest ends, and how long that is.
func (f *Piles) edges(c *canvas) (left, right, most float64) {
	note := 0.0
	for i := range f.Rows {
		sum := 0.0
		for _, v := range f.Rows[i].Parts {
			sum += fine(v)
		}
		most = math.Max(most, sum)
		left, note = widen(left, f.Rows[i].Label, large), widen(note, f.note(c, i), large*bold)
	}
	if !(most > 1e-6) {
		most = 1
	}
	left = math.Min(left, c.w*0.36) + 12
	return left, math.Max(left+40, c.w-note-10), math.Min(most, 1e12)
}

// note is what has room behind a bar.
func (f *Piles) note(c *canvas, i int) string { return cut(f.Rows[i].Note, large*bold, c.w/4) }

// ticks are round, and part the scale so that its labels have room.
func (f *Piles) ticks(c *canvas, s *Scale) (kept []Tick) {
	for n := 5; n >= 1; n-- {
		t := Ticks(0, s.Hi, n, f.Unit)
		kept = kept[:0]
		end, fits := math.Inf(-1), true
		for i := range t {
			if t[i].At > s.Hi {
				continue
			}
			x, w := s.At(t[i].At), textWidth(t[i].Label, large)/2
			fits = fits && x-w > end && x-w >= 0 && x+w <= c.w
			end = x + w + gap
			kept = append(kept, t[i])
		}
		if fits {
			return kept
		}
	}
	return nil
}

func (f *Piles) row(c *canvas, i int, s *Scale, y, row float64) {
	const between = 1.0
	height, labelled := 26.0, !f.dense() || i%3 == 0
	if f.dense() {
		height = 10
	}
	r := &f.Rows[i]
	c.s(`<g class="row"`)
	c.press(f.Act, strconv.Itoa(i))
	mid := y + row/2
	end := s.From
	for _, v := range r.Parts {
		end += (s.To - s.From) * fine(v) / s.Hi
	}
	c.says(f.says(i), "", spot{math.Min(end, s.To), mid})
	c.touch(y, row)
	if labelled {
		c.text(0, mid+5, 's', cut(r.Label, large, s.From-8))
	}
	x := s.From
	for k, v := range r.Parts {
		w := (s.To - s.From) * fine(v) / s.Hi
		if k < len(f.Causes) && w > 0 && x+w <= s.To+1 {
			c.rect(x, mid-height/2, math.Max(w-between, 0.5), height).cause(f.Causes[k].Cause).s(`/>`)
			c.stripes(f.Causes[k].Cause, x, mid-height/2, w-between, height)
		}
		x += w
	}
	if labelled {
		c.s(`<g font-weight="600">`)
		c.text(math.Min(x, s.To)+7, mid+5, 's', f.note(c, i))
		c.s("</g>")
	}
	c.s("</g>\n")
}
