//go:build js && wasm

// Command page is the main program of the page: it mounts the ui and gives it
// the worker pool and the browser.
package main

import (
	"net/url"

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
	browser := newBrowser()
	app.Engine = newEngine()
	app.Browser = browser
	app.Post = func(f func()) { loop.post(func() { f() }) }
	loop.failed = func(what string) {
		app.Message = "Something in the page failed (" + what + "). What was computed is kept; please report what you did last."
	}
	browser.listen(app, loop)

	query, _ := url.ParseQuery(trimQuestion(dom.GetWindow().Location().Search()))
	loop.post(func() { app.Start(query.Get("demo")) })
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

func trimQuestion(s string) string {
	if len(s) > 0 && s[0] == '?' {
		return s[1:]
	}
	return s
}
