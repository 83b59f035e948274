//go:build js && wasm

package main

import (
	"syscall/js"

	"shadowtime/core/report/link"
	"shadowtime/ui"
)

// framed hands embed.js, where the page is embedded, what a page around it may ask
// for. The page then makes no entries in a history that is not its own.
func (b *browser) framed(app *ui.App, l *loop) {
	hand := js.Global().Get("shadowtimeFramed")
	if hand.Type() != js.TypeFunction {
		return
	}
	b.inFrame = true
	hook := func(f func(args []js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any { f(args); return nil })
	}
	hand.Invoke(map[string]any{
		"ask": hook(func(args []js.Value) {
			query := args[0].String()
			l.post(func() { app.Inquire(query); args[1].Invoke() })
		}),
		"run": hook(func(args []js.Value) {
			l.post(func() {
				can := app.CanCompute()
				app.Run()
				args[0].Invoke(can)
			})
		}),
		"state": hook(func(args []js.Value) { l.frame(func() { args[0].Invoke(stateOf(app)) }) }),
	})
}

// stateOf is what embed.js is told.
func stateOf(app *ui.App) map[string]any {
	s := map[string]any{"state": string(app.State), "message": app.Message}
	if app.Trace == nil {
		return s
	}
	s["query"], s["link"] = app.Ask(app.First), app.Link(app.First)
	if file, ok := app.File.(js.Value); ok {
		s["file"] = file
	}
	if f := app.Lab.Finding(); f != nil {
		s["result"] = resultOf(f)
	}
	return s
}

// resultOf is a finding as an object, with what is not there left out.
func resultOf(f *link.Finding) map[string]any {
	rows := make([]any, len(f.Chart.Rows))
	for i := range f.Chart.Rows {
		r := &f.Chart.Rows[i]
		row := map[string]any{"name": r.Name, "label": r.Label, "baseline": r.Baseline, "best": r.Best}
		if !r.Undefined {
			row["change"] = r.Mid
			if r.Low != r.High {
				row["low"], row["high"] = r.Low, r.High
			}
		}
		rows[i] = row
	}
	return map[string]any{"view": f.View, "log": f.Log, "digest": f.Digest.Hex(), "jobs": f.Jobs, "report": f.Report.Hex(),
		"said": f.Said, "axis": f.Chart.Axis, "rows": rows, "rest": f.Rest}
}
