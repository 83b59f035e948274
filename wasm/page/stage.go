//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"shadowtime/ui"
	"shadowtime/ui/lab"
)

// Paint puts pixels on a canvas, in the colours of the theme in sight.
func (b *browser) Paint(id string, width, height int, pixels []uint32, palette []lab.Tone) {
	canvas := b.field(id)
	if canvas == nil || width <= 0 || height <= 0 {
		return
	}
	b.paint[id] = func() { b.Paint(id, width, height, pixels, palette) }
	colours := resolved(palette)
	n := 4 * width * height
	if len(b.bytes) < n {
		b.bytes = make([]byte, n)
	}
	bytes := b.bytes[:n]
	for i, p := range pixels[:width*height] {
		c, to := colours[p], bytes[4*i:4*i+4:4*i+4]
		to[0], to[1], to[2], to[3] = c[0], c[1], c[2], 255
	}
	array, ok := b.arrays[n]
	if !ok {
		if array = js.Global().Get("Uint8ClampedArray").New(n); len(b.arrays) > 4 {
			clear(b.arrays)
		}
		b.arrays[n] = array
	}
	js.CopyBytesToJS(array, bytes)
	el := canvas.Value
	if el.Get("width").Int() != width || el.Get("height").Int() != height {
		el.Set("width", width)
		el.Set("height", height)
	}
	el.Call("getContext", "2d").Call("putImageData", js.Global().Get("ImageData").New(array, width, height), 0, 0)
}

// resolved are the colours of a palette on the paper of the theme in sight.
func resolved(palette []lab.Tone) [][3]byte {
	style := js.Global().Call("getComputedStyle", root().Value)
	property := func(name string) [3]float64 {
		return hex(strings.TrimSpace(style.Call("getPropertyValue", name).String()))
	}
	paper := property("--paper")
	list := make([][3]byte, len(palette))
	for i, t := range palette {
		c := property(t.Name)
		for k := range c {
			list[i][k] = byte(math.Round(paper[k] + (c[k]-paper[k])*t.Strength))
		}
	}
	return list
}

// hex reads #rrggbb; black is what is no such colour.
func hex(text string) (c [3]float64) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 {
		return c
	}
	return [3]float64{float64(n >> 16), float64(n >> 8 & 255), float64(n & 255)}
}

// repaint paints all canvases in another theme's colours.
func (b *browser) repaint() {
	for _, f := range b.paint {
		f()
	}
}

// fingers are the pointers that are down on a canvas, of which the view in sight is
// told.
type fingers struct {
	app   *ui.App
	loop  *loop
	at    map[int][2]float64
	began [2]float64 // where the last was put down
	on    js.Value
	moved bool
}

// slack is by how many pixels a press may move and still be one.
const slack = 4

// stage tells the view in sight what is done on its canvases.
func (b *browser) stage(app *ui.App) {
	l := b.loop
	f := &fingers{app: app, loop: l, at: map[int][2]float64{}}
	l.listen(document(), "pointerdown", f.press)
	l.listen(document(), "pointermove", f.move)
	l.listen(document(), "pointerup", f.lift)
	l.listen(document(), "pointercancel", f.lift)
	l.listen(document(), "pointerout", func(e event) {
		if on := canvasOf(e.Value); on.Truthy() && len(f.at) == 0 {
			f.tell(on, [2]float64{}, lab.Gesture{Kind: lab.Leave})
		}
	})
	l.listen(document(), "dblclick", func(e event) {
		if on := canvasOf(e.Value); on.Truthy() {
			f.tell(on, placeOf(e.Value), lab.Gesture{Kind: lab.Open})
		}
	})
	l.listen(document(), "keydown", func(e event) {
		key, on := e.Get("key").String(), canvasOf(e.Value)
		if on.Truthy() && slices.Contains(lab.Keys[:], key) && !e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() {
			e.preventDefault()
			if e.Get("shiftKey").Bool() && strings.HasPrefix(key, "Arrow") {
				key = lab.Shifted + key
			}
			f.tell(on, [2]float64{}, lab.Gesture{Kind: lab.Key, Key: key})
		}
	})
	wheel := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.wheel(args[0])
		return nil
	})
	document().Call("addEventListener", "wheel", wheel, map[string]any{"passive": false})
	themed := js.FuncOf(func(js.Value, []js.Value) any {
		l.frame(b.repaint)
		return nil
	})
	js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Call("addEventListener", "change", themed)
	js.Global().Get("MutationObserver").New(themed).Call("observe", root().Value,
		map[string]any{"attributes": true, "attributeFilter": []any{"data-theme"}})
}

// canvasOf is the canvas that an event is on, placeOf where it is in the window.
func canvasOf(e js.Value) js.Value {
	if t := e.Get("target"); t.Get("closest").Truthy() {
		return t.Call("closest", "canvas[data-stage]")
	}
	return js.Null()
}

func placeOf(e js.Value) [2]float64 {
	return [2]float64{e.Get("clientX").Float(), e.Get("clientY").Float()}
}

// tell says what was done where on a canvas, in parts of its size.
func (f *fingers) tell(on js.Value, at [2]float64, g lab.Gesture) {
	box := on.Call("getBoundingClientRect")
	g.On = on.Get("id").String()
	g.X = (at[0] - box.Get("left").Float()) / box.Get("width").Float()
	g.Y = (at[1] - box.Get("top").Float()) / box.Get("height").Float()
	if g.Kind == lab.Pan {
		g.By /= box.Get("width").Float()
		g.From = (f.began[0] - box.Get("left").Float()) / box.Get("width").Float()
	}
	do := f.loop.frame
	if g.Kind == lab.Press || g.Kind == lab.Open || g.Kind == lab.Drop { // the link is another one
		do = f.loop.post
	}
	app := f.app
	do(func() {
		if s, ok := app.View.(lab.Stage); ok && app.Trace != nil {
			s.Gesture(g)
		}
	})
}

// press puts a finger down.
func (f *fingers) press(e event) {
	on := canvasOf(e.Value)
	if !on.Truthy() {
		return
	}
	on.Call("setPointerCapture", e.Get("pointerId"))
	f.on, f.moved = on, len(f.at) > 0
	f.began = placeOf(e.Value)
	f.at[e.Get("pointerId").Int()] = f.began
}

// move moves it, or points where it is not down.
func (f *fingers) move(e event) {
	now, id := placeOf(e.Value), e.Get("pointerId").Int()
	was, held := f.at[id]
	switch {
	case !held:
		if on := canvasOf(e.Value); on.Truthy() {
			f.tell(on, now, lab.Gesture{Kind: lab.Point})
		}
		return
	case !f.moved && math.Hypot(now[0]-was[0], now[1]-was[1]) < slack:
		return
	}
	f.moved = true
	f.at[id] = now
	for other, at := range f.at {
		if other != id { // two fingers
			before, after := math.Abs(was[0]-at[0]), math.Abs(now[0]-at[0])
			if before > slack && after > slack {
				f.tell(f.on, [2]float64{(now[0] + at[0]) / 2, now[1]}, lab.Gesture{Kind: lab.Zoom, By: before / after})
			}
			return
		}
	}
	f.tell(f.on, now, lab.Gesture{Kind: lab.Pan, By: now[0] - was[0], Mouse: e.Get("pointerType").String() == "mouse"})
}

// lift takes it up: where it did not move it was a press.
func (f *fingers) lift(e event) {
	id := e.Get("pointerId").Int()
	if at, held := f.at[id]; held {
		delete(f.at, id)
		switch {
		case f.moved:
			f.tell(f.on, at, lab.Gesture{Kind: lab.Drop})
		case e.Get("type").String() == "pointerup":
			f.tell(f.on, at, lab.Gesture{Kind: lab.Press})
		}
	}
}

// wheel scrolls the page, unless the picture was pressed or the fingers pinch.
func (f *fingers) wheel(e js.Value) {
	on := canvasOf(e)
	if !on.Truthy() {
		return
	}
	dx, dy, at := e.Get("deltaX").Float(), e.Get("deltaY").Float(), placeOf(e)
	switch {
	case math.Abs(dx) > math.Abs(dy):
		f.tell(on, at, lab.Gesture{Kind: lab.Pan, By: -dx})
	case e.Get("ctrlKey").Bool() || document().Get("activeElement").Equal(on):
		f.tell(on, at, lab.Gesture{Kind: lab.Zoom, By: math.Pow(1.0015, max(-400, min(400, dy)))})
	default:
		return
	}
	e.Call("preventDefault")
}
