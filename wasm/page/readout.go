//go:build js && wasm

package main

import (
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
)

// readout reads charts and tables to the visitor: the mark nearest to a mouse
// or a finger, or the one that the arrow keys are at, in one box; lines with a
// line through all panels; and it dims what belongs to others. What is read,
// and where, stands in data attributes (see core/report/plot/readout.go). It draws
// nothing but its own box and the sign at a mark.
type readout struct {
	box, live js.Value
	sheet     js.Value // dims what is not in sight
	of        js.Value // what is read: [data-read], or an element alone
	marks     []mark
	lanes     [][]float64 // their left, top and bottom
	at        int         // the mark, -1 for none
	keys      bool        // the arrow keys brought us there
	key       string
}

// mark is what can be read, at a place from the corner of what holds it.
type mark struct {
	el              js.Value
	x, y            float64
	key             string
	lane, line, col int // of lines
	time, name      string
	says            string
}

// sayAll is up to how many lines of a panel all are said together.
const sayAll = 6

func newReadout(l *loop) *readout {
	r := &readout{at: -1, of: js.Null()}
	r.box, r.live = create("div").Value, create("div").Value
	r.box.Set("className", "readout")
	r.box.Set("hidden", true)
	r.live.Set("className", "visually-hidden")
	r.live.Call("setAttribute", "aria-live", "polite")
	document().Get("body").Call("append", r.box, r.live)
	r.sheet = js.Global().Get("CSSStyleSheet").New()
	document().Set("adoptedStyleSheets", []any{r.sheet})

	for _, typ := range [...]string{"pointermove", "pointerdown"} {
		l.listen(document(), typ, func(e event) { r.point(e.Value) })
	}
	l.listen(root().Value, "pointerleave", func(e event) {
		if e.Get("pointerType").String() == "mouse" { // a finger that is lifted leaves too
			r.hide()
		}
	})
	l.listen(document(), "focusin", func(e event) { r.focus(e.Get("target")) })
	l.listen(document(), "focusout", func(event) {
		if r.keys {
			r.hide()
		}
	})
	l.listen(document(), "keydown", func(e event) { r.press(e.Value) })
	document().Call("addEventListener", "scroll", js.FuncOf(func(js.Value, []js.Value) any {
		if !r.keys {
			r.hide()
		}
		return nil
	}), true)
	return r
}

func attr(el js.Value, name string) string {
	if v := el.Call("getAttribute", name); v.Truthy() {
		return v.String()
	}
	return ""
}

func numbers(list string) (out []float64) {
	for _, s := range strings.Fields(list) {
		v, _ := strconv.ParseFloat(s, 64)
		out = append(out, v)
	}
	return out
}

func all(el js.Value, selector string, f func(el js.Value)) {
	list := el.Call("querySelectorAll", selector)
	for i := range list.Length() {
		f(list.Index(i))
	}
}

// owner is what an element belongs to that is read: a chart or a table, or the
// element itself.
func owner(el js.Value) js.Value {
	if !el.Get("closest").Truthy() { // the document
		return js.Null()
	}
	if c := el.Call("closest", "[data-read]"); c.Truthy() {
		return c
	}
	return el.Call("closest", "[data-v]")
}

// enter learns the marks of what is read now.
func (r *readout) enter(of js.Value) {
	if r.of.Equal(of) && of.Get("localName").String() == "svg" {
		return
	}
	same := r.of.Equal(of)
	if !same {
		r.hide()
	}
	r.of, r.marks, r.lanes = of, nil, nil
	if !same {
		r.at = -1
	}
	from := of.Call("getBoundingClientRect")
	add := func(el js.Value) {
		m := mark{el: el, lane: -1, says: attr(el, "data-v")}
		if at := numbers(attr(el, "data-at")); len(at) == 2 {
			m.x, m.y = at[0], at[1]
		} else {
			b := el.Call("getBoundingClientRect")
			m.x = b.Get("left").Float() + b.Get("width").Float()/2 - from.Get("left").Float()
			m.y = b.Get("top").Float() + b.Get("height").Float()/2 - from.Get("top").Float()
		}
		m.key = keyOf(el)
		r.marks = append(r.marks, m)
	}
	if attr(of, "data-v") != "" {
		add(of)
	}
	all(of, "[data-v]", add)
	var times []string
	var xs []float64
	all(of, ".plot-lanes > g", func(l js.Value) {
		if t := attr(l, "data-t"); t != "" {
			times, xs = strings.Split(t, "|"), numbers(attr(l, "data-x"))
		}
		box := numbers(attr(l, "data-box"))
		line := 0
		all(l, "g", func(el js.Value) {
			words, y := strings.Split(attr(el, "data-w"), "|"), numbers(attr(el, "data-p"))
			for i, w := range words {
				if w != "" && i < len(y) && i < len(xs) && i < len(times) {
					r.marks = append(r.marks, mark{el: l, x: box[0] + xs[i], y: y[i], key: attr(el, "data-line"),
						lane: len(r.lanes), line: line, col: i, time: times[i], name: attr(el, "data-n"), says: w})
				}
			}
			line++
		})
		r.lanes = append(r.lanes, box)
	})
}

// point reads what is nearest to the pointer.
func (r *readout) point(e js.Value) {
	target := e.Get("target")
	of := owner(target)
	if !of.Truthy() {
		if !r.keys || e.Get("type").String() == "pointerdown" {
			r.rest(keyOf(target))
		}
		return
	}
	r.enter(of)
	b := of.Call("getBoundingClientRect")
	x, y := e.Get("clientX").Float()-b.Get("left").Float(), e.Get("clientY").Float()-b.Get("top").Float()
	best, least := -1, math.Inf(1)
	hit, near := target.Call("closest", "[data-v]"), attr(of, "data-read") == "near"
	svg := of.Get("localName").String() == "svg"
	for i := range r.marks {
		m := &r.marks[i]
		d := math.Hypot(m.x-x, m.y-y)
		switch {
		case m.lane >= 0: // first the panel, then the time, then the line
			box := r.lanes[m.lane]
			beside := math.Max(0, math.Max(box[1]-y, y-box[2])) + math.Max(0, box[0]-x)
			d = beside*1e6 + math.Abs(m.x-x)*1e3 + math.Abs(m.y-y)
		case !near && hit.Truthy() && m.el.Equal(hit):
			d = -1
		case !svg: // a table has explanations of its cells, and only of them
			continue
		}
		if d < least {
			best, least = i, d
		}
	}
	r.keys = false
	if best < 0 {
		r.rest(keyOf(target))
		return
	}
	r.show(best)
	if e.Get("buttons").Int()&1 != 0 {
		r.pull()
	}
}

// slider is that of a chart that is pulled like it; not truthy where there is none.
func (r *readout) slider() js.Value {
	if host := r.of.Call("closest", "[data-pull]"); host.Truthy() {
		return document().Call("getElementById", attr(host, "data-pull"))
	}
	return js.Null()
}

// pull moves the slider of a chart to the time that is read: it draws the chart anew.
func (r *readout) pull() {
	slider := r.slider()
	if !slider.Truthy() || r.at < 0 || r.marks[r.at].lane < 0 {
		return
	}
	value := strconv.Itoa(r.marks[r.at].col)
	if slider.Get("value").String() == value {
		return
	}
	slider.Set("value", value)
	slider.Call("dispatchEvent", js.Global().Get("Event").New("input", map[string]any{"bubbles": true}))
}

// keyOf is whom an element belongs to.
func keyOf(el js.Value) string {
	if el.Get("closest").Truthy() {
		if k := el.Call("closest", "[data-key]"); k.Truthy() {
			return attr(k, "data-key")
		}
	}
	return ""
}

// focus reads what the keyboard came to.
func (r *readout) focus(el js.Value) {
	if !el.Get("closest").Truthy() || !el.Call("matches", "[data-read]:focus-visible, [data-v]:focus-visible").Bool() {
		return
	}
	r.enter(el)
	r.keys = true
	if slider := r.slider(); r.at < 0 && slider.Truthy() {
		col, _ := strconv.Atoi(slider.Get("value").String())
		r.at = slices.IndexFunc(r.marks, func(m mark) bool { return m.lane == 0 && m.col == col })
	}
	r.show(max(r.at, 0))
}

// press moves between marks.
func (r *readout) press(e js.Value) {
	el := document().Get("activeElement")
	if !el.Truthy() || !el.Call("hasAttribute", "data-read").Bool() || e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() ||
		e.Get("metaKey").Bool() {
		return
	}
	r.enter(el)
	key, to := e.Get("key").String(), r.at
	switch n := len(r.marks); {
	case key == "Escape":
		if r.box.Get("hidden").Bool() { // it ends what is running
			return
		}
		r.hide()
		e.Call("stopImmediatePropagation")
		return
	case n == 0:
		return
	case key == "Enter" && r.at >= 0:
		r.marks[r.at].el.Call("dispatchEvent", js.Global().Get("MouseEvent").New("click", map[string]any{"bubbles": true}))
		return
	case r.at < 0 && strings.HasPrefix(key, "Arrow"):
		to = 0
	case key == "ArrowRight":
		to = r.next(1, 0)
	case key == "ArrowLeft":
		to = r.next(-1, 0)
	case key == "ArrowDown":
		to = r.next(0, 1)
	case key == "ArrowUp":
		to = r.next(0, -1)
	case key == "Home":
		to = r.end(-1)
	case key == "End":
		to = r.end(1)
	default:
		return
	}
	e.Call("preventDefault")
	r.keys = true
	r.show(to)
	r.pull()
}

// next is the mark beside the one at hand: of lines the next time, the next
// line or panel; in a grid the next cell; else the next one along an axis.
func (r *readout) next(dx, dy int) int {
	m := &r.marks[r.at]
	best, least := r.at, math.Inf(1)
	grid := r.of.Get("localName").String() != "svg" || attr(r.of, "data-read") == "grid"
	for i := range r.marks {
		o := &r.marks[i]
		along, across := (o.x-m.x)*float64(dx)+(o.y-m.y)*float64(dy), math.Abs(o.x-m.x)*math.Abs(float64(dy))+
			math.Abs(o.y-m.y)*math.Abs(float64(dx))
		d := along
		switch {
		case i == r.at:
			continue
		case m.lane >= 0 && dx != 0:
			if o.lane != m.lane || o.line != m.line {
				continue
			}
			along = float64((o.col - m.col) * dx)
			d = along
		case m.lane >= 0:
			along = float64(((o.lane-m.lane)*1000 + o.line - m.line) * dy)
			d = along*1e6 + math.Abs(float64(o.col-m.col))
		case grid && dx != 0:
			if across > 1.5 { // another row
				continue
			}
		case grid:
			d = along*1e3 + across
		case math.Abs(along) < 1e-9: // in the same place along the axis: as they come
			if dx+dy > 0 == (i > r.at) {
				along, d = 1e-12, 1e-12*math.Abs(float64(i-r.at))
			}
		default:
			if dx+dy > 0 {
				d += 1e-9 * float64(i)
			} else {
				d -= 1e-9 * float64(i)
			}
		}
		if along > 0 && d < least {
			best, least = i, d
		}
	}
	return best
}

// end is the first or the last mark, of the line or row at hand.
func (r *readout) end(way int) int {
	to, m := max(r.at, 0), &r.marks[max(r.at, 0)]
	grid := attr(r.of, "data-read") == "grid"
	for i := range r.marks {
		o, at := &r.marks[i], &r.marks[to]
		switch {
		case m.lane >= 0 && (o.lane != m.lane || o.line != m.line), grid && math.Abs(o.y-m.y) > 1.5:
		case grid && (o.x-at.x)*float64(way) > 0, !grid && (i-to)*way > 0:
			to = i
		}
	}
	return to
}

// words are what a mark says: of lines the time, then each line of the panel.
func (r *readout) words(i int) (text, rich string) {
	m := &r.marks[i]
	if m.lane < 0 {
		return m.says, html.EscapeString(m.says)
	}
	lines := map[int]bool{}
	for k := range r.marks {
		if r.marks[k].lane == m.lane {
			lines[r.marks[k].line] = true
		}
	}
	text, rich = m.time, "<b>"+html.EscapeString(m.time)+"</b>"
	if panel := attr(m.el, "data-n"); panel != "" {
		text, rich = panel+", "+text, html.EscapeString(panel)+"<br>"+rich
	}
	part := ": "
	for k := range r.marks {
		o := &r.marks[k]
		if o.lane != m.lane || o.col != m.col || len(lines) > sayAll && k != i {
			continue
		}
		words := o.says
		if o.name != "" {
			words = o.name + " " + words
		}
		text += part + words
		part = "; "
		words = html.EscapeString(words)
		if k == i && len(lines) > 1 {
			words = "<strong>" + words + "</strong>"
		}
		rich += "<br>" + words
	}
	return text, rich
}

// show reads a mark; a negative one is none.
func (r *readout) show(i int) {
	if i < 0 || i >= len(r.marks) {
		r.hide()
		return
	}
	fresh := i != r.at || r.box.Get("hidden").Bool()
	r.at = i
	if !fresh {
		return
	}
	m := &r.marks[i]
	text, rich := r.words(i)
	r.box.Set("innerHTML", rich)
	r.box.Set("hidden", false)
	r.light(m.key)
	x0, y0, x1, y1 := r.sign(m)
	r.place(x0, y0, x1, y1, m.lane >= 0)
	if r.keys {
		r.live.Set("textContent", text)
	}
}

// sign draws where a mark is, and says what the box must not cover, on the
// screen.
func (r *readout) sign(m *mark) (x0, y0, x1, y1 float64) {
	from := r.of.Call("getBoundingClientRect")
	left, top := from.Get("left").Float(), from.Get("top").Float()
	n := func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
	circle := func(x, y, radius float64) string {
		return `<circle cx="` + n(x) + `" cy="` + n(y) + `" r="` + n(radius) + `"/>`
	}
	x0, y0, x1, y1 = left+m.x-9, top+m.y-9, left+m.x+9, top+m.y+9
	if r.of.Get("localName").String() != "svg" {
		b := m.el.Call("getBoundingClientRect")
		return b.Get("left").Float(), b.Get("top").Float(), b.Get("right").Float(), b.Get("bottom").Float()
	}
	drawn := ""
	switch name := m.el.Get("localName").String(); {
	case m.lane >= 0:
		x := m.x - r.lanes[m.lane][0]
		for _, b := range r.lanes {
			drawn += `<path d="M` + n(b[0]+x) + ` ` + n(b[1]) + `V` + n(b[2]) + `"/>`
		}
		for k := range r.marks {
			if o := &r.marks[k]; o.col == m.col {
				drawn += circle(o.x, o.y, 3.5)
			}
		}
		drawn += circle(m.x, m.y, 6)
	case m.el.Equal(r.of):
	case name == "g":
		drawn = circle(m.x, m.y, 9)
	default:
		b := m.el.Call("getBoundingClientRect")
		x0, y0, x1, y1 = b.Get("left").Float(), b.Get("top").Float(), b.Get("right").Float(), b.Get("bottom").Float()
		drawn = `<path d="M` + n(x0-left) + ` ` + n(y0-top) + `h` + n(x1-x0) + `v` + n(y1-y0) + `h` + n(x0-x1) + `z"/>`
		if y1-y0 > 100 { // a column of a chart
			y0, y1 = top+m.y-9, top+m.y+9
		}
	}
	sign := r.of.Call("querySelector", ".plot-here")
	if !sign.Truthy() {
		sign = document().Call("createElementNS", "http://www.w3.org/2000/svg", "g")
		sign.Call("setAttribute", "class", "plot-here")
		r.of.Call("append", sign)
	}
	sign.Set("innerHTML", drawn)
	return x0, y0, x1, y1
}

// place puts the box beside a mark, inside of what is read and of the window.
func (r *readout) place(x0, y0, x1, y1 float64, aside bool) {
	const air = 8.0
	b := r.of.Call("getBoundingClientRect")
	left, top, right, bottom := b.Get("left").Float(), b.Get("top").Float(), b.Get("right").Float(), b.Get("bottom").Float()
	window := root().Value
	left, top = math.Max(left, 0), math.Max(top, 0)
	right, bottom = math.Min(right, window.Get("clientWidth").Float()), math.Min(bottom, window.Get("clientHeight").Float())
	style := r.box.Get("style")
	style.Set("left", "0")
	style.Set("top", "0")
	style.Set("maxWidth", strconv.FormatFloat(math.Max(120, math.Min(288, right-left-air)), 'f', 0, 64)+"px")
	w, h := r.box.Get("offsetWidth").Float(), r.box.Get("offsetHeight").Float()
	across := math.Max(left, math.Min(right-w, (x0+x1-w)/2))
	up := math.Max(top, math.Min(bottom-h, (y0+y1-h)/2))
	places := [][2]float64{{across, y0 - air - h}, {across, y1 + air}, {x1 + air, up}, {x0 - air - w, up}}
	if aside {
		places = [][2]float64{places[2], places[3], places[0], places[1]}
	}
	x, y := across, bottom+air // too small to hold it
	for _, p := range places {
		if p[0] >= left-0.5 && p[0]+w <= right+0.5 && p[1] >= top-0.5 && p[1]+h <= bottom+0.5 {
			x, y = p[0], p[1]
			break
		}
	}
	style.Set("left", strconv.FormatFloat(x+js.Global().Get("scrollX").Float(), 'f', 1, 64)+"px")
	style.Set("top", strconv.FormatFloat(y+js.Global().Get("scrollY").Float(), 'f', 1, 64)+"px")
}

// light dims all that belongs to others than a key, in charts and tables that
// hold it; "" dims nothing.
func (r *readout) light(key string) {
	if key == r.key {
		return
	}
	r.key = key
	css := ""
	if key != "" {
		is := `[data-key="` + js.Global().Get("CSS").Call("escape", key).String() + `"]`
		css = `main svg:has(` + is + `) [data-key]:not(` + is + `){opacity:.28}main tr` + is + `>*{background:var(--paper-2)}`
	}
	r.sheet.Call("replaceSync", css)
}

func (r *readout) hide() { r.rest("") }

// rest says nothing, and leaves in sight what belongs to a key.
func (r *readout) rest(key string) {
	r.light(key)
	if r.box.Get("hidden").Bool() {
		return
	}
	r.box.Set("hidden", true)
	if sign := r.of.Call("querySelector", ".plot-here"); sign.Truthy() {
		sign.Call("remove")
	}
	r.live.Set("textContent", "")
	r.keys = false
}

// redrawn reads on in a host that was drawn anew, without saying it aloud again.
func (r *readout) redrawn(host js.Value) {
	of, at, keys, marks := r.of, r.at, r.keys, len(r.marks)
	switch {
	case !of.Truthy():
		return
	case !of.Get("isConnected").Bool():
		r.hide()
		r.of = js.Null()
		return
	case !host.Call("contains", of).Bool():
		return
	}
	shown := !r.box.Get("hidden").Bool()
	said := r.live.Get("textContent")
	r.hide()
	r.of = js.Null()
	r.enter(of)
	if len(r.marks) != marks { // another chart stands in the same element
		at, shown = -1, false
	}
	if shown {
		r.keys = false
		r.show(at)
		r.live.Set("textContent", said)
	}
	r.at, r.keys = at, keys
}
