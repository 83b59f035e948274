//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	vjs "github.com/vugu/vugu/js"
	"honnef.co/go/js/dom/v2"

	"shadowtime/ui"
)

// browser does for the ui what only a browser can.
type browser struct {
	doc   dom.Document
	hosts map[string]dom.Element
	drawn map[string]string
	loop  *loop
}

func newBrowser() *browser {
	return &browser{doc: dom.GetWindow().Document(), hosts: map[string]dom.Element{}, drawn: map[string]string{}}
}

// host is the element that a host's content lives in; it outlives renders.
func (b *browser) host(name string) dom.Element {
	h, ok := b.hosts[name]
	if !ok {
		h = b.doc.CreateElement("div")
		h.SetAttribute("class", "host-root")
		h.SetAttribute("data-host", name)
		b.hosts[name] = h
	}
	return h
}

func (b *browser) Mount(name string, el vjs.Value) {
	h := b.host(name).Underlying()
	node := js.Value(el)
	if !h.Get("parentNode").Equal(node) {
		node.Call("replaceChildren", h)
	}
}

func (b *browser) Draw(name, html string) {
	if b.drawn[name] == html {
		return
	}
	b.drawn[name] = html
	b.host(name).SetInnerHTML(html)
}

func (b *browser) Width() int {
	main := b.doc.GetElementByID("main")
	if main == nil {
		return 720
	}
	return main.Underlying().Get("clientWidth").Int()
}

func (b *browser) input() dom.Element { return b.doc.GetElementByID("file") }

func (b *browser) ChooseFile() { b.input().Underlying().Call("click") }

func (b *browser) SetValue(id, value string) {
	if el := b.doc.GetElementByID(id); el != nil {
		el.Underlying().Set("value", value)
	}
}

func (b *browser) Focus(id string) {
	if el := b.doc.GetElementByID(id); el != nil {
		el.Underlying().Call("focus")
	}
}

// Reveal scrolls after the coming render, in which the section may appear.
func (b *browser) Reveal(id string) {
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		f.Release()
		if el := b.doc.GetElementByID(id); el != nil {
			el.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
		return nil
	})
	js.Global().Call("requestAnimationFrame", f)
}

func (b *browser) Theme(name string) {
	root := b.doc.DocumentElement()
	if name == "" {
		root.RemoveAttribute("data-theme")
		return
	}
	root.SetAttribute("data-theme", name)
}

func (b *browser) Now() float64 {
	return js.Global().Get("performance").Call("now").Float() / 1000
}

// Animate asks for one frame after the other, as long as step wants more.
func (b *browser) Animate(step func(now float64) bool) {
	var frame js.Func
	frame = js.FuncOf(func(js.Value, []js.Value) any {
		b.loop.frame(func() {
			if step(b.Now()) {
				js.Global().Call("requestAnimationFrame", frame)
			} else {
				frame.Release()
			}
		})
		return nil
	})
	js.Global().Call("requestAnimationFrame", frame)
}

func (b *browser) Still() bool {
	return js.Global().Call("matchMedia", "(prefers-reduced-motion: reduce)").Get("matches").Bool()
}

func (b *browser) Download(name, mime string, data []byte) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	blob := js.Global().Get("Blob").New([]any{bytes}, map[string]any{"type": mime})
	b.save(name, blob)
}

func (b *browser) save(name string, blob js.Value) {
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	a := b.doc.CreateElement("a")
	a.SetAttribute("href", url.String())
	a.SetAttribute("download", name)
	a.Underlying().Call("click")
	js.Global().Get("URL").Call("revokeObjectURL", url)
}

// DownloadPNG draws the SVG on a canvas of twice its size.
func (b *browser) DownloadPNG(name, svg string) {
	blob := js.Global().Get("Blob").New([]any{svg}, map[string]any{"type": "image/svg+xml"})
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	img := js.Global().Get("Image").New()
	var loaded js.Func
	loaded = js.FuncOf(func(js.Value, []js.Value) any {
		loaded.Release()
		w, h := img.Get("width").Int(), img.Get("height").Int()
		canvas := b.doc.CreateElement("canvas").Underlying()
		canvas.Set("width", 2*w)
		canvas.Set("height", 2*h)
		ctx := canvas.Call("getContext", "2d")
		ctx.Call("scale", 2, 2)
		ctx.Call("drawImage", img, 0, 0)
		js.Global().Get("URL").Call("revokeObjectURL", url)
		var done js.Func
		done = js.FuncOf(func(_ js.Value, args []js.Value) any {
			done.Release()
			if args[0].Truthy() {
				b.save(name, args[0])
			}
			return nil
		})
		canvas.Call("toBlob", done, "image/png")
		return nil
	})
	img.Set("onload", loaded)
	img.Set("src", url)
}

func (b *browser) Copy(text string) {
	if c := js.Global().Get("navigator").Get("clipboard"); c.Truthy() {
		c.Call("writeText", text)
	}
}

func (b *browser) Address() string {
	l := dom.GetWindow().Location()
	return l.Origin() + l.Pathname()
}

// started tells the page's shell that the program runs.
func (b *browser) started() { js.Global().Call("shadowtimeStarted") }

// listen connects the events that are not Vugu's: files, keys, width, and
// clicks inside hosts. Every handler only posts.
func (b *browser) listen(app *ui.App, l *loop) {
	b.loop = l
	open := func(files js.Value) {
		if !files.Truthy() {
			return
		}
		var list []ui.File
		for i := range files.Length() {
			f := files.Index(i)
			list = append(list, ui.File{Handle: f, Name: f.Get("name").String()})
		}
		l.post(func() { app.OpenFiles(list) })
	}
	input := b.input()
	input.AddEventListener("change", false, func(dom.Event) {
		open(input.Underlying().Get("files"))
		// so that the same file can be chosen again
		l.post(func() { input.Underlying().Set("value", "") })
	})

	body := b.doc.DocumentElement()
	dragging := func(on bool) {
		if on {
			body.Class().Add("dragging")
		} else {
			body.Class().Remove("dragging")
		}
	}
	for _, typ := range []string{"dragenter", "dragover"} {
		body.AddEventListener(typ, false, func(e dom.Event) {
			e.PreventDefault()
			dragging(true)
		})
	}
	body.AddEventListener("dragleave", false, func(e dom.Event) {
		if e.Underlying().Get("relatedTarget").IsNull() {
			dragging(false)
		}
	})
	body.AddEventListener("drop", false, func(e dom.Event) {
		e.PreventDefault()
		dragging(false)
		open(e.Underlying().Get("dataTransfer").Get("files"))
	})

	b.doc.AddEventListener("keydown", false, func(e dom.Event) {
		ev := e.Underlying()
		if ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool() || ev.Get("altKey").Bool() {
			return
		}
		key := ev.Get("key").String()
		if key != "Escape" && ev.Get("target").Call("matches", "input, select, textarea").Bool() {
			return
		}
		if strings.Contains(" ? o s c t Escape ", " "+key+" ") {
			l.post(func() { app.Key(key) })
		}
	})

	b.doc.AddEventListener("click", false, func(e dom.Event) {
		target := e.Underlying().Get("target").Call("closest", "[data-act]")
		if !target.Truthy() {
			return
		}
		act, arg := target.Call("getAttribute", "data-act").String(), target.Call("getAttribute", "data-arg").String()
		l.post(func() { app.Act(act, arg) })
	})

	// fields inside hosts, sliders among them: what they change is drawn into
	// hosts
	b.doc.AddEventListener("input", false, func(e dom.Event) {
		target := e.Underlying().Get("target").Call("closest", "[data-input]")
		if !target.Truthy() {
			return
		}
		what, value := target.Call("getAttribute", "data-input").String(), target.Get("value").String()
		l.frame(func() { app.Act(what, value) })
	})

	width := b.Width()
	dom.GetWindow().AddEventListener("resize", false, func(dom.Event) {
		l.post(func() {
			if w := b.Width(); w != width {
				width = w
				app.Resized()
			}
		})
	})
}
