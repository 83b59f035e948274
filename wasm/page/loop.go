//go:build js && wasm

package main

import (
	"fmt"
	"syscall/js"

	"github.com/vugu/vugu"
)

// loop runs what the browser and the workers bring, in order, with Vugu's
// render lock held. Browser callbacks only post: one that waited for the lock
// while a render is under way would stop the program.
type loop struct {
	env    vugu.EventEnv
	queue  []func()
	frames []func()      // after these nothing is rendered
	news   []func() bool // from workers: see tell
	drawn  float64       // when it was rendered last, in seconds
	timed  bool          // a render is to come by itself
	wake   chan struct{}
	failed func(what string)

	undrawn string // why the page could not be drawn the last time
}

func newLoop(env vugu.EventEnv) *loop {
	return &loop{env: env, wake: make(chan struct{}, 1)}
}

// post queues f; it never blocks.
func (l *loop) post(f func()) {
	l.queue = append(l.queue, f)
	l.stir()
}

// frame queues f, which draws into hosts only: a frame of an animation must not
// cost a render of the page.
func (l *loop) frame(f func()) {
	l.frames = append(l.frames, f)
	l.stir()
}

// often is how many seconds lie at least between renders for news.
const often = 0.4

// tell queues f, which takes what a worker brings: it says whether that must be
// seen at once. Else the page is rendered for it a few times a second only, since
// every render emits the whole page.
func (l *loop) tell(f func() bool) {
	l.news = append(l.news, f)
	l.stir()
}

// told runs the news, and says whether to render.
func (l *loop) told() bool {
	if len(l.news) == 0 {
		return false
	}
	at := false
	for len(l.news) > 0 {
		batch := l.news
		l.news = nil
		for _, f := range batch {
			l.keep(func() { at = f() || at })
		}
	}
	now := seconds()
	if at || now-l.drawn >= often {
		return true
	}
	if !l.timed {
		l.timed = true
		js.Global().Call("setTimeout", once(func() { l.post(func() { l.timed = false }) }), 1000*(l.drawn+often-now))
	}
	return false
}

// seconds is the page's clock.
func seconds() float64 { return js.Global().Get("performance").Call("now").Float() / 1000 }

func (l *loop) stir() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *loop) start() {
	go func() {
		for range l.wake {
			env := l.env // of this turn: another may take its place
			env.Lock()
			render := l.told()
			for _, f := range l.frames {
				l.keep(f)
			}
			l.frames = nil
			for len(l.queue) > 0 {
				render = true
				batch := l.queue
				l.queue = nil
				for _, f := range batch {
					l.keep(f)
				}
			}
			if render {
				l.drawn = seconds()
				env.UnlockRender()
			} else {
				env.UnlockOnly()
			}
		}
	}()
}

// keep runs f, and says what it failed over, if it did: no input may end the page.
func (l *loop) keep(f func()) {
	defer func() {
		if r := recover(); r != nil {
			l.failed(fmt.Sprint(r))
		}
	}()
	f()
}

// listen calls f for the events of a type, as long as the page lives.
func (l *loop) listen(target js.Value, typ string, f func(e event)) {
	target.Call("addEventListener", typ, js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.keep(func() { f(event{Value: args[0]}) })
		return nil
	}))
}

// render draws the page anew. What can't be drawn must not end it: what is there
// stays, results among it, and the shell of the page says so until it can be drawn:
// that is tried again once by itself, and with all that happens.
func (l *loop) render(draw func() error, drawn func()) (ok bool) {
	why := ""
	func() {
		defer func() {
			if r := recover(); r != nil {
				why = fmt.Sprint(r)
			}
		}()
		if err := draw(); err != nil {
			why = err.Error()
			return
		}
		drawn()
	}()
	if why == l.undrawn {
		return why == ""
	}
	if l.undrawn == "" {
		js.Global().Call("setTimeout", once(func() { l.post(func() {}) }), 1000)
	}
	l.undrawn = why
	text := ""
	if why != "" {
		text = "It shows what it showed before, and what was computed is kept (" + why + "). Take back what you did last, or reload the " +
			"page; please report it."
	}
	js.Global().Call("shadowtimeUndrawn", text)
	return why == ""
}
