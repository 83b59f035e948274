//go:build js && wasm

// Command page is the main program of the page: it mounts the ui and gives it
// the worker pool and the browser.
package main

import (
	"net/url"
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"
	"honnef.co/go/js/dom/v2"

	"shadowtime/ui"
)

func main() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		panic(err)
	}
	loop := newLoop(renderer.EventEnv())
	app := ui.NewApp()
	query := strings.TrimPrefix(dom.GetWindow().Location().Search(), "?")
	asked, _ := url.ParseQuery(query) // the app says what is wrong with it
	browser := newBrowser()
	app.Engine = newEngine(asked.Get("workers"))
	app.Browser = browser
	app.Post = func(f func()) { loop.post(func() { f() }) }
	loop.failed = func(what string) {
		app.Message = "Something in the page failed (" + what + "). What was computed is kept; please report what you did last."
	}
	browser.listen(app, loop)

	loop.post(func() { app.Start(query) })
	for first, ok := true, true; ok; ok = renderer.EventWait() {
		if err := renderer.Render(env.RunBuild(app)); err != nil {
			panic(err)
		}
		if first {
			first = false
			browser.started()
			loop.start()
		}
	}
}
