//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

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
	el := canvas.Underlying()
	if el.Get("width").Int() != width || el.Get("height").Int() != height {
		el.Set("width", width)
		el.Set("height", height)
	}
	el.Call("getContext", "2d").Call("putImageData", js.Global().Get("ImageData").New(array, width, height), 0, 0)
}

// resolved are the colours of a palette on the paper of the theme in sight.
func resolved(palette []lab.Tone) [][3]byte {
	style := js.Global().Call("getComputedStyle", root().Underlying())
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

// fingers are the pointers that are down on a canvas.
type fingers struct {
	at    map[int][2]float64
	on    js.Value
	moved bool
}

// slack is by how many pixels a press may move and still be one.
const slack = 4

// stage tells the view in sight what is done on its canvases.
func (b *browser) stage(app *ui.App) {
	l := b.loop
	down := fingers{at: map[int][2]float64{}}
	of := func(e js.Value) js.Value {
		if t := e.Get("target"); t.Get("closest").Truthy() {
			return t.Call("closest", "canvas[data-stage]")
		}
		return js.Null()
	}
	tell := func(on js.Value, x, y float64, g lab.Gesture) {
		box := on.Call("getBoundingClientRect")
		g.On = on.Get("id").String()
		g.X = (x - box.Get("left").Float()) / box.Get("width").Float()
		g.Y = (y - box.Get("top").Float()) / box.Get("height").Float()
		if g.Kind == lab.Pan {
			g.By /= box.Get("width").Float()
		}
		do := l.frame
		if g.Kind == lab.Press || g.Kind == lab.Open { // the link is another one
			do = l.post
		}
		do(func() {
			if s, ok := app.View.(lab.Stage); ok && app.Trace != nil {
				s.Gesture(g)
			}
		})
	}
	place := func(e js.Value) [2]float64 {
		return [2]float64{e.Get("clientX").Float(), e.Get("clientY").Float()}
	}
	l.listen(document(), "pointerdown", func(e *dom.BasicEvent) {
		on := of(e.Value)
		if !on.Truthy() {
			return
		}
		on.Call("setPointerCapture", e.Get("pointerId"))
		down.on, down.moved = on, len(down.at) > 0
		down.at[e.Get("pointerId").Int()] = place(e.Value)
	})
	l.listen(document(), "pointermove", func(e *dom.BasicEvent) {
		now, id := place(e.Value), e.Get("pointerId").Int()
		was, held := down.at[id]
		switch {
		case !held:
			if on := of(e.Value); on.Truthy() {
				tell(on, now[0], now[1], lab.Gesture{Kind: lab.Point})
			}
			return
		case !down.moved && math.Hypot(now[0]-was[0], now[1]-was[1]) < slack:
			return
		}
		down.moved = true
		down.at[id] = now
		for other, at := range down.at {
			if other != id { // two fingers
				before, after := math.Abs(was[0]-at[0]), math.Abs(now[0]-at[0])
				if before > slack && after > slack {
					tell(down.on, (now[0]+at[0])/2, now[1], lab.Gesture{Kind: lab.Zoom, By: before / after})
				}
				return
			}
		}
		tell(down.on, now[0], now[1], lab.Gesture{Kind: lab.Pan, By: now[0] - was[0]})
	})
	for _, typ := range [...]string{"pointerup", "pointercancel"} {
		l.listen(document(), typ, func(e *dom.BasicEvent) {
			id := e.Get("pointerId").Int()
			if at, held := down.at[id]; held {
				delete(down.at, id)
				if typ == "pointerup" && !down.moved {
					tell(down.on, at[0], at[1], lab.Gesture{Kind: lab.Press})
				}
			}
		})
	}
	l.listen(document(), "pointerout", func(e *dom.BasicEvent) {
		if on := of(e.Value); on.Truthy() && len(down.at) == 0 {
			tell(on, 0, 0, lab.Gesture{Kind: lab.Leave})
		}
	})
	l.listen(document(), "dblclick", func(e *dom.BasicEvent) {
		if on := of(e.Value); on.Truthy() {
			at := place(e.Value)
			tell(on, at[0], at[1], lab.Gesture{Kind: lab.Open})
		}
	})
	l.listen(document(), "keydown", func(e *dom.BasicEvent) {
		key, on := e.Get("key").String(), of(e.Value)
		if on.Truthy() && slices.Contains(lab.Keys[:], key) && !e.Get("ctrlKey").Bool() && !e.Get("metaKey").Bool() {
			e.PreventDefault()
			tell(on, 0, 0, lab.Gesture{Kind: lab.Key, Key: key})
		}
	})
	// a wheel scrolls the page, unless the picture was pressed or the fingers pinch
	wheel := js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0]
		on := of(e)
		if !on.Truthy() {
			return nil
		}
		dx, dy, at := e.Get("deltaX").Float(), e.Get("deltaY").Float(), place(e)
		switch {
		case math.Abs(dx) > math.Abs(dy):
			tell(on, at[0], at[1], lab.Gesture{Kind: lab.Pan, By: -dx})
		case e.Get("ctrlKey").Bool() || document().Get("activeElement").Equal(on):
			tell(on, at[0], at[1], lab.Gesture{Kind: lab.Zoom, By: math.Pow(1.0015, max(-400, min(400, dy)))})
		default:
			return nil
		}
		e.Call("preventDefault")
		return nil
	})
	document().Call("addEventListener", "wheel", wheel, map[string]any{"passive": false})
	themed := js.FuncOf(func(js.Value, []js.Value) any {
		l.frame(b.repaint)
		return nil
	})
	js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Call("addEventListener", "change", themed)
	js.Global().Get("MutationObserver").New(themed).Call("observe", root().Underlying(), map[string]any{"attributes": true, "attributeFilter": []any{"data-theme"}})
}
