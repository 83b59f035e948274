//go:build js && wasm

package main

import (
	"fmt"

	"github.com/vugu/vugu"
)

// loop runs what the browser and the workers bring, in order, with Vugu's
// render lock held. Browser callbacks only post: one that waited for the lock
// while a render is under way would stop the program.
type loop struct {
	env    vugu.EventEnv
	queue  []func()
	frames []func() // after these nothing is rendered
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
			render := len(l.frames) == 0
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
