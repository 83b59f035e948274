//go:build js && wasm

package main

import (
	"errors"
	"strconv"
	"syscall/js"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/ui"
	"shadowtime/wasm/desk"
	"shadowtime/wasm/pool"
)

// engine is the machine room of the page: one worker that reads logs and keeps
// the last one, and a pool that computes.
type engine struct {
	desk  *pool.Pool
	tasks *pool.Pool
	// sources ask for the logs on the page; a desk that was restarted (a reading
	// cancelled, say) is given them again
	sources map[job.Digest]*pool.Request
}

// newEngine starts one worker a core, or as many as the address asks for.
func newEngine(asked string) *engine {
	cores := js.Global().Get("navigator").Get("hardwareConcurrency")
	n := 2
	if cores.Type() == js.TypeNumber {
		n = cores.Int()
	}
	if n > 2 {
		n-- // leave one for the page
	}
	if k, err := strconv.Atoi(asked); err == nil && k >= 1 && k <= 64 {
		n = k
	}
	return &engine{desk: pool.New(1, spawn), tasks: pool.New(n, spawn), sources: map[job.Digest]*pool.Request{}}
}

func (e *engine) Workers() int { return e.tasks.Size() }

func (e *engine) Open(file any, name string, progress func(done, total int), done func(*overview.Summary, error)) {
	e.read(&pool.Request{Op: "file", Data: []byte(name), File: file, Progress: progress}, done)
}

func (e *engine) Sample(procs, jobs int, seed uint64, done func(*overview.Summary, error)) {
	e.read(&pool.Request{Op: desk.OpSynth, Data: desk.SynthRequest(procs, jobs, seed)}, done)
}

// read hands a log's request to the desk, and remembers it when it worked.
func (e *engine) read(r *pool.Request, done func(*overview.Summary, error)) {
	r.Done = func(b []byte, err error) {
		if err != nil {
			done(nil, cancelled(err))
			return
		}
		s, err := overview.DecodeSummary(b)
		if err == nil {
			e.sources[s.Digest] = &pool.Request{Op: r.Op, Data: r.Data, File: r.File}
		}
		done(s, err)
	}
	e.desk.Add(r)
}

func (e *engine) Clean(log job.Digest, rules job.Rules, procs int64, done func(*ui.Trace, error)) {
	e.clean(desk.CleanRequest(log, rules, procs), e.sources[log], done)
}

func (e *engine) Forget(log job.Digest) {
	delete(e.sources, log)
	e.desk.Add(&pool.Request{Op: desk.OpForget, Data: log[:], Done: func([]byte, error) {}})
}

// clean asks the desk for a trace; a desk that lost its log reads it again.
func (e *engine) clean(request []byte, source *pool.Request, done func(*ui.Trace, error)) {
	e.desk.Add(&pool.Request{Op: desk.OpClean, Data: request, Done: func(b []byte, err error) {
		if err != nil && err.Error() == desk.ErrNoLog.Error() && source != nil {
			again := *source
			again.Done = func(_ []byte, err error) {
				if err != nil {
					done(nil, cancelled(err))
					return
				}
				e.clean(request, nil, done)
			}
			e.desk.Add(&again)
			return
		}
		if err != nil {
			done(nil, cancelled(err))
			return
		}
		c, err := desk.DecodeCleaned(b)
		if err != nil {
			done(nil, err)
			return
		}
		done(&ui.Trace{Cleaning: c.Cleaning, Overview: c.Overview, Data: c.Trace}, nil)
	}})
}

func (e *engine) CancelReading() { e.desk.Cancel() }

func (e *engine) Prepare(t *ui.Trace, kind string, plan []byte) {
	e.tasks.Setup(desk.OpPrepare, desk.PrepareRequest(t.Data, kind, plan))
}

func (e *engine) Task(k int, progress func(done int), done func([]byte, error)) {
	e.tasks.Add(&pool.Request{
		Op:       desk.OpTask,
		Data:     desk.TaskRequest(k),
		Progress: func(n, _ int) { progress(n) },
		Done:     func(b []byte, err error) { done(b, cancelled(err)) },
	})
}

func (e *engine) Detail(request []byte, done func([]byte, error)) {
	e.tasks.Add(&pool.Request{Op: desk.OpDetail, Data: request, Done: func(b []byte, err error) { done(b, cancelled(err)) }})
}

func (e *engine) CancelTasks() { e.tasks.Cancel() }

func cancelled(err error) error {
	if errors.Is(err, pool.ErrCancelled) {
		return ui.ErrCancelled
	}
	return err
}

// worker is a web worker seen from Go.
type worker struct {
	js      js.Value
	message js.Func
	failure js.Func
}

// spawn starts a web worker; boot.js knows how.
func spawn(receive func(pool.Message)) pool.Worker {
	w := &worker{js: js.Global().Call("shadowtimeSpawn")}
	w.message = js.FuncOf(func(_ js.Value, args []js.Value) any {
		receive(message(args[0].Get("data")))
		return nil
	})
	w.failure = js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].Get("message")
		what := "it could not be started"
		if text.Type() == js.TypeString {
			what = text.String()
		}
		receive(pool.Message{Fatal: true, Err: "The compute worker failed: " + what})
		return nil
	})
	w.js.Set("onmessage", w.message)
	w.js.Set("onerror", w.failure)
	return w
}

// message reads what public/worker.js posts.
func message(data js.Value) pool.Message {
	var m pool.Message
	if v := data.Get("fatal"); v.Truthy() {
		m.Fatal = true
		if v.Type() == js.TypeString {
			m.Err = v.String()
		}
	}
	if v := data.Get("error"); v.Type() == js.TypeString {
		m.Err = v.String()
	}
	if v := data.Get("id"); v.Type() == js.TypeNumber {
		m.ID = v.Int()
	}
	m.Ready = data.Get("ready").Truthy()
	if v := data.Get("total"); v.Type() == js.TypeNumber {
		m.Progress, m.Done, m.Total = true, data.Get("done").Int(), v.Int()
	}
	if v := data.Get("answer"); v.Truthy() {
		m.Answer = make([]byte, v.Length())
		js.CopyBytesToGo(m.Answer, v)
	}
	return m
}

func (w *worker) Post(id int, op string, data []byte, file any) {
	m := js.Global().Get("Object").New()
	m.Set("id", id)
	m.Set("op", op)
	if f, ok := file.(js.Value); ok {
		m.Set("file", f)
		m.Set("name", string(data))
		w.js.Call("postMessage", m)
		return
	}
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	m.Set("data", bytes)
	w.js.Call("postMessage", m, []any{bytes.Get("buffer")})
}

func (w *worker) Terminate() {
	w.js.Call("terminate")
	w.js.Set("onmessage", js.Null())
	w.js.Set("onerror", js.Null())
	w.message.Release()
	w.failure.Release()
}
