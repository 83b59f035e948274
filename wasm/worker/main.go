//go:build js && wasm

// Package worker is the page's program in the role of a compute worker: bytes
// in, study, bytes out. public/worker.js starts it, streams files into it and
// carries its answers back. One worker serves one role at a time: the desk
// (reads a log and keeps it, so that cleaning can change without reading
// again), or a member of the pool (computes tasks of one plan on one trace).
package worker

import (
	"syscall/js"

	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/study/desk"
)

// Serve answers requests as long as the worker lives.
func Serve() {
	d := desk.New(append(experiment.Kinds(), experiment.Alone()...)...)
	self := js.Global()
	var piece []byte // of a file: a new one for each would be much garbage
	job.ZoneOffset = func(name string, unix int64) (int64, bool) {
		v := self.Call("shadowtimeOffset", name, float64(unix))
		if v.IsNull() {
			return 0, false
		}
		return int64(v.Float()), true
	}
	self.Set("shadowtimeHandle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		op := args[0].String()
		m := desk.Message{Beside: toGo(args[2], nil)}
		if op == desk.OpFeed || op == desk.OpUnpack { // the desk keeps nothing of it
			piece = toGo(args[1], piece)
			m.Data = piece
		} else {
			m.Data = toGo(args[1], nil)
		}
		answer, err := d.Handle(op, m, func(done float64, total int) {
			self.Call("shadowtimeProgress", done, total)
		})
		if err != nil {
			return err.Error()
		}
		out := self.Get("Object").New()
		out.Set("answer", toJS(answer.Data))
		if answer.Beside != nil {
			out.Set("beside", toJS(answer.Beside))
		}
		return out
	}))
	self.Call("shadowtimeReady")
	select {}
}

// toGo copies bytes, into the room where they fit.
func toGo(v js.Value, room []byte) []byte {
	if !v.Truthy() {
		return nil
	}
	n := v.Length()
	if n > cap(room) {
		room = make([]byte, n)
	}
	b := room[:n]
	js.CopyBytesToGo(b, v)
	return b
}

func toJS(b []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}
