//go:build js && wasm

package main

import (
	"html"
	"slices"
	"strings"
	"syscall/js"

	"honnef.co/go/js/dom/v2"

	"shadowtime/ui/lab"
)

// refusal is a field whose text could not be taken.
type refusal struct {
	id, why string
	text    string // what was refused: when the field says something else, it is over
}

// Refuse marks a field and says why at it. The marks are set again after every
// render, which takes away what Vugu did not set.
func (b *browser) Refuse(id, why string, column int) {
	b.refused = slices.DeleteFunc(b.refused, func(r refusal) bool { return r.id == id })
	el := byID(id)
	if el == nil {
		return
	}
	if why == "" {
		b.unmark(id, el)
	} else {
		b.refused = append(b.refused, refusal{id, why, el.Underlying().Get("value").String()})
		if field := el.Underlying(); column > 0 && field.Get("type").String() == "text" {
			field.Call("focus")
			field.Call("setSelectionRange", column-1, column)
		}
	}
	b.mark()
}

func (b *browser) refuses(id string) bool {
	return slices.ContainsFunc(b.refused, func(r refusal) bool { return r.id == id })
}

func (b *browser) unmark(id string, el *dom.BasicElement) {
	el.RemoveAttribute("aria-invalid")
	el.RemoveAttribute("aria-describedby")
	if said := byID(id + "-refused"); said != nil {
		said.Underlying().Call("remove")
	}
}

// mark marks what is refused, after a render: fields of panels say why in their
// own row, those of a question's sentence below it.
func (b *browser) mark() {
	below := ""
	b.refused = slices.DeleteFunc(b.refused, func(r refusal) bool {
		el := byID(r.id)
		if el == nil { // its part of the form was folded away
			return true
		}
		if el.Underlying().Get("value").String() != r.text {
			return false // it is being written anew
		}
		el.SetAttribute("aria-invalid", "true")
		el.SetAttribute("aria-describedby", r.id+"-refused")
		row := el.Underlying().Call("closest", ".host-root p, .host-root :is(.strategy, .refuses)")
		if !row.Truthy() {
			below += refused(r)
		} else if byID(r.id+"-refused") == nil {
			row.Call("insertAdjacentHTML", "beforeend", refused(r))
		}
		return false
	})
	b.Draw(lab.HostRefusals, below)
}

func refused(r refusal) string {
	return `<span class="refused" role="alert" id="` + html.EscapeString(r.id) + `-refused">` + html.EscapeString(r.why) + `</span> `
}

// Attend moves the focus when the coming render is done, to the first of the ids that is in sight.
func (b *browser) Attend(id string, always bool) { b.attend, b.always = id, always }

// Borrow keeps what has the focus, for Return.
func (b *browser) Borrow(id string) {
	b.lender = document().Get("activeElement")
	b.Attend(id, true)
}

// Return gives the focus back when the coming render is done, if what had it is still there.
func (b *browser) Return() { b.back = true }

// Find moves the focus to a field when the coming render is done.
func (b *browser) Find(key string) { b.sought = key }

// giveBack moves the focus as Return and Find asked for.
func (b *browser) giveBack() {
	if lender := b.lender; b.back && lender.Truthy() && lender.Get("isConnected").Bool() {
		lender.Call("focus", map[string]any{"preventScroll": true})
	}
	b.back = false
	if b.sought == "" {
		return
	}
	key := js.Global().Get("CSS").Call("escape", b.sought).String()
	b.sought = ""
	for _, selector := range []string{`#in-sight [data-set="` + key + `"]`, `#in-sight [data-act="fold"][data-arg="` + key + `"]`} {
		if el := document().Call("querySelector", selector); el.Truthy() {
			el.Call("focus")
			return
		}
	}
}

// rendered does what waits for the end of a render.
func (b *browser) rendered() {
	b.mark()
	if box := byID("message"); box != nil {
		if text := box.Underlying().Get("textContent").String(); text != b.said {
			b.said = text
			if text != "" {
				b.Reveal("message")
			}
		}
	}
	b.giveBack()
	if b.attend == "" || b.outside() {
		b.attend = ""
		return
	}
	at := document().Get("activeElement")
	idle := !at.Truthy() || at.Equal(document().Get("body")) || at.Get("dataset").Get("act").String() == "cancel" ||
		!at.Call("checkVisibility").Bool()
	for id := range strings.FieldsSeq(b.attend) {
		if el := byID(id); el != nil && (b.always || idle) && el.Underlying().Call("checkVisibility").Bool() {
			el.Underlying().Call("focus", map[string]any{"preventScroll": true})
			break
		}
	}
	b.attend = ""
}

// tabKeys lets arrows go from tab to tab, each of which shows its panel at once.
func tabKeys(e *dom.BasicEvent) {
	ev := e.Underlying()
	at := ev.Get("target").Call("closest", "[role=tab]")
	if !at.Truthy() {
		return
	}
	tabs := at.Call("closest", "[role=tablist]").Call("querySelectorAll", "[role=tab]")
	n, i := tabs.Length(), 0
	for i < n && !tabs.Index(i).Equal(at) {
		i++
	}
	switch ev.Get("key").String() {
	case "ArrowRight":
		i = (i + 1) % n
	case "ArrowLeft":
		i = (i + n - 1) % n
	case "Home":
		i = 0
	case "End":
		i = n - 1
	default:
		return
	}
	e.PreventDefault()
	id := tabs.Index(i).Get("id").String()
	tabs.Index(i).Call("click")
	// pressing it may have drawn the tabs anew
	js.Global().Call("requestAnimationFrame", once(func() {
		if el := byID(id); el != nil {
			el.Underlying().Call("focus")
		}
	}))
}

// once is a function that JavaScript calls one time.
func once(f func()) js.Func {
	var g js.Func
	g = js.FuncOf(func(js.Value, []js.Value) any {
		g.Release()
		f()
		return nil
	})
	return g
}
