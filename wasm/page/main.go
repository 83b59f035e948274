//go:build js && wasm

// Command page is the main program of the page: it mounts the ui and gives it
// the worker pool and the browser.
package main

import (
	"net/url"
	"os"
	"strings"
	"syscall/js"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"shadowtime/ui"
	"shadowtime/ui/views"
	"shadowtime/wasm/worker"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		worker.Serve()
	}
	renderer, env := stage()
	loop := newLoop(renderer.EventEnv())
	app := ui.NewApp(views.All)
	query := strings.TrimPrefix(location().Search(), "?")
	asked, _ := url.ParseQuery(query) // the app says what is wrong with it
	browser := newBrowser()
	app.Browser = browser
	app.Entry = numbered()
	app.Rough = true
	app.Post = loop.post
	app.Tell = func(f func()) {
		loop.tell(func() bool {
			before := app.State
			f()
			return app.State != before
		})
	}
	loop.failed = func(what string) {
		loop.post(func() {
			app.Message = "Something in the page failed (" + what + "). What was computed is kept; please report what you did last."
		})
	}
	app.Engine = newEngine(asked.Get("workers"), loop, func(why string) {
		loop.post(func() { app.Message = "Nothing can be computed: " + why + "." })
	})
	app.Store = newStore(func() { loop.post(app.KeptChanged) })
	browser.listen(app, loop)
	browser.framed(app, loop)

	loop.post(func() { app.Arrive(query, strings.TrimPrefix(location().Hash(), "#")) })
	draw := func() error {
		// an input that a render takes away tells of a change: nobody made one
		rendering(true)
		defer rendering(false)
		built := env.RunBuild(app)
		ui.Fit(built)
		return renderer.Render(built)
	}
	if err := draw(); err != nil {
		panic(err)
	}
	browser.rendered()
	browser.started(app)
	loop.start()
	for renderer.EventWait() {
		if !loop.render(draw, browser.rendered) {
			renderer, env = stage()
			loop.env = renderer.EventEnv()
		}
	}
}

// stage is what draws the page. One that failed keeps half a render, which its next
// would begin with, and so does its helper: it is given up for another.
func stage() (*domrender.JSRenderer, *vugu.BuildEnv) {
	if half := js.Global().Get("vuguState"); half.Truthy() {
		half.Set("bufferedInnerHTML", nil)
	}
	var renderer *domrender.JSRenderer
	var err error
	make := once(func() { renderer, err = domrender.New("#app") })
	js.Global().Call("shadowtimeStaging", make) // which needs no eval of its helper
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	return renderer, env
}

// rendering tells the shell of the page that Vugu draws.
func rendering(on bool) { js.Global().Call("shadowtimeRendering", on) }
