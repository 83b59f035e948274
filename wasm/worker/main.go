//go:build js && wasm

// Command worker is the compute worker of the page: bytes in, study, bytes
// out. public/worker.js starts it, streams files into it and carries its
// answers back. One worker serves one role at a time: the desk (reads a log
// and keeps it, so that cleaning can change without reading again), or a
// member of the pool (computes tasks of one plan on one trace).
//
// It links neither fmt nor encoding/json: every worker carries its own copy.
package main

import (
	"syscall/js"

	"shadowtime/wasm/desk"
)

func main() {
	var d desk.Desk
	self := js.Global()
	self.Set("shadowtimeHandle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		op := args[0].String()
		var data []byte
		if args[1].Truthy() {
			data = make([]byte, args[1].Length())
			js.CopyBytesToGo(data, args[1])
		}
		answer, err := d.Handle(op, data, func(done, total int) {
			self.Call("shadowtimeProgress", done, total)
		})
		if err != nil {
			return err.Error()
		}
		out := self.Get("Uint8Array").New(len(answer))
		js.CopyBytesToJS(out, answer)
		return out
	}))
	self.Call("shadowtimeReady")
	select {}
}
