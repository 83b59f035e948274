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
			l.run(func() { at = f() || at })
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
			l.env.Lock()
			render := l.told()
			for _, f := range l.frames {
				l.run(f)
			}
			l.frames = nil
			for len(l.queue) > 0 {
				render = true
				batch := l.queue
				l.queue = nil
				for _, f := range batch {
					l.run(f)
				}
			}
			if render {
				l.drawn = seconds()
				l.env.UnlockRender()
			} else {
				l.env.UnlockOnly()
			}
		}
	}()
}

// run keeps the page alive when f fails: an input must never end it.
func (l *loop) run(f func()) {
	defer func() {
		if r := recover(); r != nil {
			l.failed(fmt.Sprint(r))
		}
	}()
	f()
}
