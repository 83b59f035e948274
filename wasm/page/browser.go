//go:build js && wasm

package main

import (
	"errors"
	"slices"
	"strings"
	"syscall/js"

	vjs "github.com/vugu/vugu/js"
	"honnef.co/go/js/dom/v2"

	"shadowtime/core/report/archive"
	"shadowtime/core/study/keep"
	"shadowtime/ui"
	"shadowtime/ui/lab"
)

// browser does for the ui what only a browser can.
type browser struct {
	hosts map[string]*dom.BasicElement
	drawn map[string]string
	paint map[string]func() // paints a canvas again
	bytes []byte            // of the canvas painted last
	// arrays are the browser's of as many bytes: each is copied when it is shown.
	arrays map[int]js.Value
	loop   *loop
	read   *readout

	refused []refusal
	width   int      // of the room for charts, 0: not known
	said    string   // the page's message
	title   string   // the tab's, while nothing runs
	attend  string   // id of what gets the focus after the coming render
	always  bool     // wherever the focus is
	lender  js.Value // had the focus before it was borrowed
	back    bool     // it gets it again
	sought  string   // key of the setting whose field gets it
	inFrame bool     // of another page
}

// newBrowser keeps the hosts that the page came with.
func newBrowser() *browser {
	b := &browser{hosts: map[string]*dom.BasicElement{}, drawn: map[string]string{}, paint: map[string]func(){}, arrays: map[int]js.Value{}}
	served := document().Call("querySelectorAll", "[data-host]")
	for i := range served.Length() {
		h := element(served.Index(i))
		b.hosts[h.GetAttribute("data-host")] = h
	}
	return b
}

// host is the element that a host's content lives in; it outlives renders.
func (b *browser) host(name string) *dom.BasicElement {
	h, ok := b.hosts[name]
	if !ok {
		h = create("div")
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
	h := b.host(name).Underlying()
	js.Global().Call("shadowtimeDraw", h, html)
	b.read.redrawn(h)
}

// Width is looked up once, and when it changes: asking for it has the browser lay
// out what was drawn since.
func (b *browser) Width() int {
	if b.width == 0 {
		main := byID("main")
		if main == nil {
			return 720
		}
		b.width = main.Underlying().Get("clientWidth").Int()
	}
	return b.width
}

func (b *browser) input() *dom.BasicElement { return byID("file") }

func (b *browser) ChooseFile() { b.input().Underlying().Call("click") }

// field is what has that id, also in a host that is not mounted yet.
func (b *browser) field(id string) *dom.BasicElement {
	el := byID(id)
	if el == nil {
		for _, h := range b.hosts {
			if found := element(h.Underlying().Call("querySelector", "#"+js.Global().Get("CSS").Call("escape",
				id).String())); found != nil {
				el = found
			}
		}
	}
	return el
}

func (b *browser) SetValue(id, value string) {
	el := b.field(id)
	switch {
	case el == nil || b.refuses(id): // what was written stays until it is written anew
	case el.Underlying().Get("type").String() == "checkbox":
		el.Underlying().Set("checked", value == "true")
	default:
		el.Underlying().Set("value", value)
	}
}

func (b *browser) Say(id, words string) {
	if el := b.field(id); el != nil {
		el.SetAttribute("aria-valuetext", words)
	}
}

func (b *browser) Focus(id string) {
	if el := byID(id); el != nil {
		el.Underlying().Call("focus")
	}
}

// outside says that the reader is at the page around, whose focus and place are its own.
func (b *browser) outside() bool { return b.inFrame && !document().Call("hasFocus").Bool() }

// Reveal scrolls after the coming render, in which the section may appear.
func (b *browser) Reveal(id string) {
	js.Global().Call("requestAnimationFrame", once(func() {
		if el := byID(id); el != nil && !b.outside() {
			el.Underlying().Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
	}))
}

func (b *browser) Later(f func()) {
	js.Global().Call("setTimeout", once(func() { b.loop.post(f) }), 0)
}

// AfterPaint waits for a frame, but not for long: a page that nobody sees has none.
func (b *browser) AfterPaint(f func()) {
	const long = 250 // ms
	waits := true
	next := func() {
		if waits {
			waits = false
			b.Later(f)
		}
	}
	js.Global().Call("requestAnimationFrame", once(next))
	js.Global().Call("setTimeout", once(next), long)
}

// Notify goes by what the browser has: some have no notifications.
func (b *browser) Notify(words string) {
	n := js.Global().Get("Notification")
	switch {
	case n.IsUndefined():
	case words == "":
		n.Call("requestPermission")
	case n.Get("permission").String() == "granted":
		n.New(words)
	}
}

// Title keeps the page's own name behind what it says.
func (b *browser) Title(words string) {
	if b.title == "" {
		b.title = document().Get("title").String()
	}
	if words != "" {
		words += " - Shadowtime"
	} else {
		words = b.title
	}
	document().Set("title", words)
}

func (b *browser) Theme(name string) {
	root := root()
	if name == "" {
		root.RemoveAttribute("data-theme")
		return
	}
	root.SetAttribute("data-theme", name)
}

func (b *browser) Now() float64 {
	return seconds()
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

func (b *browser) DownloadFile(name, mime string, file any) {
	b.save(name, js.Global().Get("Blob").New([]any{file.(js.Value)}, map[string]any{"type": mime}))
}

func (b *browser) File(name, text string) any { return js.Global().Get("File").New([]any{text}, name) }

// Get leaves it to boot.js, which knows the page's own host.
func (b *browser) Get(address string, say func(done, total int) bool, done func(file any, name string, err error)) {
	told := js.FuncOf(func(_ js.Value, args []js.Value) any { return say(args[0].Int(), args[1].Int()) })
	settle(js.Global().Call("shadowtimeGet", address, ui.MaxTrace, told), func(file js.Value) {
		told.Release()
		done(file, file.Get("name").String(), nil)
	}, func(why js.Value) {
		told.Release()
		done(nil, "", errors.New(why.Get("message").String()))
	})
}

// Follow presses a link, which the one file hears of, too.
func (b *browser) Follow(address string) {
	a := create("a")
	a.SetAttribute("href", address)
	document().Get("body").Call("append", a.Underlying())
	a.Underlying().Call("click")
	a.Underlying().Call("remove")
}

func (b *browser) Print() { js.Global().Call("print") }

func (b *browser) save(name string, blob js.Value) {
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	a := create("a")
	a.SetAttribute("href", url.String())
	a.SetAttribute("download", name)
	a.Underlying().Call("click")
	js.Global().Get("URL").Call("revokeObjectURL", url)
}

// DownloadPNG draws the SVG on a canvas, in the resolution it asks for.
func (b *browser) DownloadPNG(name, svg string) {
	blob := js.Global().Get("Blob").New([]any{svg}, map[string]any{"type": "image/svg+xml"})
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	img := js.Global().Get("Image").New()
	var loaded js.Func
	loaded = js.FuncOf(func(js.Value, []js.Value) any {
		loaded.Release()
		dpi := lab.Resolution(svg)
		w, h := img.Get("width").Int()*dpi/96, img.Get("height").Int()*dpi/96
		canvas := create("canvas").Underlying()
		canvas.Set("width", w)
		canvas.Set("height", h)
		canvas.Call("getContext", "2d").Call("drawImage", img, 0, 0, w, h)
		js.Global().Get("URL").Call("revokeObjectURL", url)
		var done js.Func
		done = js.FuncOf(func(_ js.Value, args []js.Value) any {
			done.Release()
			if args[0].Truthy() {
				var read js.Func
				read = js.FuncOf(func(_ js.Value, args []js.Value) any {
					read.Release()
					bytes := js.Global().Get("Uint8Array").New(args[0])
					png := make([]byte, bytes.Length())
					js.CopyBytesToGo(png, bytes)
					b.Download(name, "image/png", lab.Resolved(png, dpi))
					return nil
				})
				args[0].Call("arrayBuffer").Call("then", read)
			}
			return nil
		})
		canvas.Call("toBlob", done, "image/png")
		return nil
	})
	img.Set("onload", loaded)
	img.Set("src", url)
}

func (b *browser) Copy(text string, refused func()) {
	marked := func() {
		if !copyMarked(text) {
			refused()
		}
	}
	c := js.Global().Get("navigator").Get("clipboard")
	if !c.Truthy() { // of a page that came without encryption
		marked()
	} else if promise := c.Call("writeText", text); promise.Truthy() {
		settle(promise, func(js.Value) {}, func(js.Value) { marked() })
	}
}

// copyMarked copies as one who marks a text does, which a page in another's frame may
// where it is not given the clipboard.
func copyMarked(text string) bool {
	focused := document().Get("activeElement")
	field := create("textarea")
	field.SetAttribute("readonly", "")
	field.SetAttribute("aria-hidden", "true")
	f := field.Underlying()
	f.Set("value", text)
	f.Get("style").Set("cssText", "position:fixed;top:0;opacity:0")
	document().Get("body").Call("append", f)
	f.Call("select")
	done := document().Call("execCommand", "copy").Truthy()
	f.Call("remove")
	if focused.Truthy() {
		focused.Call("focus", map[string]any{"preventScroll": true})
	}
	return done
}

// Address is where the page is, without its question; of a file the origin would
// not say it.
func (b *browser) Address() string {
	href := location().Href()
	if i := strings.IndexAny(href, "?#"); i >= 0 {
		return href[:i]
	}
	return href
}

// Visit writes the address. Where a page is a file, or a frame without an origin,
// the browser does not let it.
func (b *browser) Visit(link string, at int, entry bool) {
	if b.inFrame { // Back is the page's around it, and a reload asks what its address does
		return
	}
	defer func() { _ = recover() }()
	how := "replaceState"
	if entry {
		how = "pushState"
	}
	js.Global().Get("history").Call(how, at, "", link)
}

// numbered is the number that Visit gave to the entry of the history that is in sight.
func numbered() int {
	if at := js.Global().Get("history").Get("state"); at.Type() == js.TypeNumber {
		return at.Int()
	}
	return 0
}

// started tells the page's shell that the program runs, and follows the width
// from now on.
func (b *browser) started(app *ui.App) {
	js.Global().Call("shadowtimeStarted")
	resized := js.FuncOf(func(js.Value, []js.Value) any {
		b.loop.post(func() {
			was := b.width
			b.width = 0
			switch now := b.Width(); {
			case now == 0: // a frame that is hidden: what is drawn stays as wide as it was
				b.width = was
			case now != was && was != 0:
				app.Resized()
			}
		})
		return nil
	})
	js.Global().Get("ResizeObserver").New(resized).Call("observe", byID("main").Underlying())
}

// dropInto reads a file that was dropped on a field, not much further than a field
// takes.
func dropInto(field, files js.Value, app *ui.App, l *loop) {
	id, key := field.Get("id").String(), field.Call("getAttribute", "data-set").String()
	n := files.Length()
	take := func(text string, err error) {
		l.post(func() { app.DropField(id, key, text, n, err) })
	}
	textOf(files.Index(0).Call("slice", 0, ui.MaxDropped+1), take)
}

// sortOut opens files that were chosen or dropped: studies and rows of studies, as their
// first bytes say, on the page; open takes all others, and tells them apart.
func sortOut(files js.Value, app *ui.App, l *loop, open func([]ui.File)) {
	if !files.Truthy() {
		return
	}
	left := files.Length()
	logs := make([]ui.File, left) // in their order, without a handle where there is none
	rows := make([]lab.RowsFile, left)
	var broken error // why rows can't be read
	size := 0.0      // of them
	done := func() {
		if left--; left > 0 {
			return
		}
		if logs = slices.DeleteFunc(logs, func(f ui.File) bool { return f.Handle == nil }); len(logs) > 0 {
			l.post(func() { open(logs) })
		}
		if rows = slices.DeleteFunc(rows, func(f lab.RowsFile) bool { return f.Bytes == nil }); len(rows) > 0 || broken != nil {
			l.post(func() { app.OpenRows(rows, broken) })
		}
	}
	study := func(f js.Value, name string) {
		var err error
		if f.Get("size").Float() > archive.MaxBytes {
			err = archive.ErrLarge
		}
		if err != nil {
			l.post(func() { app.OpenStudy(name, "", err) })
			done()
			return
		}
		textOf(f, func(text string, err error) {
			l.post(func() { app.OpenStudy(name, text, err) })
			done()
		})
	}
	for i := range files.Length() {
		f, name := files.Index(i), files.Index(i).Get("name").String()
		bytesOf(f.Call("slice", 0, ui.Head), func(b []byte, err error) {
			head := string(b)
			switch {
			case archive.Is(head):
				study(f, name)
			case !keep.Is(head):
				logs[i] = ui.File{Handle: f, Name: name, Head: lab.HeadOf(head), Size: f.Get("size").Float()}
				done()
			case size+f.Get("size").Float() > archive.MaxBytes:
				broken = archive.ErrLarge
				done()
			default:
				size += f.Get("size").Float()
				bytesOf(f, func(b []byte, err error) {
					if rows[i] = (lab.RowsFile{Name: name, Bytes: b}); err != nil {
						broken = err
					}
					done()
				})
			}
		})
	}
}

// Text reads a file as it is.
func (b *browser) Text(file any, done func(text string, err error)) {
	bytesOf(file.(js.Value), func(b []byte, err error) { done(string(b), err) })
}

// errUnread is a file that went, or that may not be read.
var errUnread = errors.New("the browser can't read it")

// textOf reads a file's text, bytesOf its bytes.
func textOf(file js.Value, take func(text string, err error)) {
	settle(file.Call("text"), func(v js.Value) { take(v.String(), nil) }, func(js.Value) { take("", errUnread) })
}

func bytesOf(file js.Value, take func(b []byte, err error)) {
	settle(file.Call("arrayBuffer"), func(v js.Value) {
		array := js.Global().Get("Uint8Array").New(v)
		b := make([]byte, array.Length())
		js.CopyBytesToGo(b, array)
		take(b, nil)
	}, func(js.Value) { take(nil, errUnread) })
}

// settle calls one of both when a promise is kept, or broken.
func settle(promise js.Value, kept, broken func(js.Value)) {
	var read, failed js.Func
	over := func() { read.Release(); failed.Release() }
	read = js.FuncOf(func(_ js.Value, args []js.Value) any {
		over()
		kept(args[0])
		return nil
	})
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		over()
		broken(args[0])
		return nil
	})
	promise.Call("then", read, failed)
}

// listen connects the events that are not Vugu's: files, keys, width, and
// clicks inside hosts. Every handler only posts.
func (b *browser) listen(app *ui.App, l *loop) {
	b.loop, b.read = l, newReadout(l)
	b.stage(app)
	b.listenFiles(app, l)
	listenPaste(app, l)
	listenKeys(app, l)
	listenFields(app, l)
	l.listen(js.Global(), "popstate", func(*dom.BasicEvent) {
		l.post(func() { app.Step(strings.TrimPrefix(location().Search(), "?"), numbered()) })
	})
	l.listen(js.Global(), "focus", func(*dom.BasicEvent) { l.post(app.KeptChanged) })
}

// listenFiles hears of files that are chosen, or dropped on the page.
func (b *browser) listenFiles(app *ui.App, l *loop) {
	input := b.input().Underlying()
	l.listen(input, "change", func(*dom.BasicEvent) {
		sortOut(input.Get("files"), app, l, app.OpenFiles)
		// so that the same file can be chosen again
		l.post(func() { input.Set("value", "") })
	})
	body := root()
	for _, typ := range []string{"dragenter", "dragover"} {
		l.listen(body.Underlying(), typ, func(e *dom.BasicEvent) {
			e.PreventDefault()
			body.Class().Add("dragging")
		})
	}
	l.listen(body.Underlying(), "dragleave", func(e *dom.BasicEvent) {
		if e.Underlying().Get("relatedTarget").IsNull() {
			body.Class().Remove("dragging")
		}
	})
	l.listen(body.Underlying(), "drop", func(e *dom.BasicEvent) {
		e.PreventDefault()
		body.Class().Remove("dragging")
		files := e.Underlying().Get("dataTransfer").Get("files")
		if field := closest(e, "textarea[data-set]:not([data-files])"); field.Truthy() && files.Length() > 0 {
			dropInto(field, files, app, l)
			return
		}
		open := app.OpenFiles
		if closest(e, sayers).Truthy() {
			open = app.OpenSaid
		}
		sortOut(files, app, l, open)
	})
	l.listen(body.Underlying(), "change", func(e *dom.BasicEvent) {
		if chosen := closest(e, "input[data-said]"); chosen.Truthy() {
			sortOut(chosen.Get("files"), app, l, app.OpenSaid)
			l.post(func() { chosen.Set("value", "") })
		}
	})
}

// sayers are the parts of the page that take files for what they say of the log in sight.
const sayers = ".held"

// closest is what an event is on, or is within, that a selector means.
func closest(e *dom.BasicEvent, selector string) js.Value {
	return e.Underlying().Get("target").Call("closest", selector)
}

// listenPaste hears of files and words that are pasted on the page.
func listenPaste(app *ui.App, l *loop) {
	l.listen(document(), "paste", func(e *dom.BasicEvent) {
		if closest(e, "input, select, textarea, [contenteditable]").Truthy() {
			return
		}
		pasted := e.Underlying().Get("clipboardData")
		if files := pasted.Get("files"); files.Length() > 0 {
			e.PreventDefault()
			sortOut(files, app, l, app.OpenFiles)
			return
		}
		if text := pasted.Call("getData", "text").String(); strings.TrimSpace(text) != "" {
			e.PreventDefault()
			if !strings.HasSuffix(text, "\n") { // who copies leaves the last line's end behind
				text += "\n"
			}
			file := js.Global().Get("File").New([]any{text}, ui.Pasted)
			sortOut(js.Global().Get("Array").New(file), app, l, app.OpenFiles)
		}
	})
}

// listenKeys hears keys that are pressed anywhere but in fields.
func listenKeys(app *ui.App, l *loop) {
	l.listen(document(), "keydown", tabKeys)
	l.listen(document(), "keydown", func(e *dom.BasicEvent) {
		ev := e.Underlying()
		if finds(e, app, l) {
			return
		}
		if ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool() || ev.Get("altKey").Bool() {
			return
		}
		key, target := ev.Get("key").String(), ev.Get("target")
		if key != "Escape" && target.Call("matches", "input, select, textarea").Bool() {
			return
		}
		if key == "Escape" && target.Call("matches", `[data-esc][aria-expanded="true"]`).Bool() { // what it unfolded goes first
			target.Call("click")
			return
		}
		if strings.Contains(" ? > 1 2 3 4 o s c t Escape ", " "+key+" ") {
			if key == ">" {
				e.PreventDefault() // else the field that it opens would be written into
			}
			l.post(func() { app.Key(key) })
		}
	})
}

// finds handles the key that opens the palette wherever the focus is, and those of its field;
// false: it is none of them.
func finds(e *dom.BasicEvent, app *ui.App, l *loop) bool {
	ev := e.Underlying()
	key := ev.Get("key").String()
	if (ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool()) && !ev.Get("altKey").Bool() && strings.EqualFold(key, "k") {
		e.PreventDefault()
		l.post(app.Find)
		return true
	}
	if ev.Get("target").Get("id").String() != "palette-field" {
		return false
	}
	if strings.Contains(" ArrowDown ArrowUp Enter Escape Tab ", " "+key+" ") && !ev.Get("isComposing").Bool() {
		e.PreventDefault()
		l.post(func() { app.FindKey(key) })
	}
	return true
}

// elsewhere says that a press on a link asks the browser for another tab or window, or to save what it names.
func elsewhere(e *dom.BasicEvent) bool {
	return slices.ContainsFunc([]string{"ctrlKey", "metaKey", "shiftKey", "altKey"}, func(key string) bool {
		return e.Underlying().Get(key).Bool()
	})
}

// listenFields hears of clicks and of fields: what they ask for goes to the log or
// the view in sight.
func listenFields(app *ui.App, l *loop) {
	l.listen(document(), "click", func(e *dom.BasicEvent) {
		target := closest(e, "[data-act]")
		if !target.Truthy() {
			return
		}
		if target.Call("getAttribute", "href").Truthy() { // a tab is a link too
			if elsewhere(e) {
				return
			}
			e.PreventDefault()
		}
		act, arg := target.Call("getAttribute", "data-act").String(), ""
		if v := target.Call("getAttribute", "data-arg"); v.Truthy() {
			arg = v.String()
		}
		l.post(func() { app.Act(act, arg) })
	})
	l.listen(document(), "change", func(e *dom.BasicEvent) {
		target := closest(e, "[data-set]")
		if !target.Truthy() {
			return
		}
		key, value := target.Call("getAttribute", "data-set").String(), target.Get("value").String()
		if target.Get("type").String() == "checkbox" {
			value = "false"
			if target.Get("checked").Bool() {
				value = "true"
			}
		}
		id := target.Get("id").String()
		l.post(func() { app.SetField(id, key, value) })
	})
	// fields inside hosts, sliders among them: what they change is drawn into
	// hosts
	l.listen(document(), "input", func(e *dom.BasicEvent) {
		target := closest(e, "[data-input]")
		if !target.Truthy() {
			return
		}
		what, value := target.Call("getAttribute", "data-input").String(), target.Get("value").String()
		l.frame(func() { app.Act(what, value) })
	})
}
