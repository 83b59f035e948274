//go:build js && wasm

package main

import (
	"bytes"
	"errors"
	"strconv"
	"syscall/js"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/overview"
	"shadowtime/core/sim/held"
	"shadowtime/core/study/desk"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/wasm/pool"
)

// engine is the machine room of the page: one worker that reads logs and keeps
// the last one, and a pool that computes.
type engine struct {
	desk  *pool.Pool
	tasks *pool.Pool
	// sources ask for the logs on the page; a desk that was restarted (a reading
	// cancelled, say) is given them again
	sources map[job.Digest]pool.Setup
	logs    int // read so far: each has a key of its own
	ready   ready
	post    func(func())
	traces  int // cleaned so far, likewise

	spare  func() *pool.Pool // a pool of one worker more
	asides map[whom]*aside   // once something is asked aside
	plans  int               // so far: each has a key of its own
}

// whom is asked aside: by kind, and whether it is asked apart from the others of its kind.
type whom struct {
	kind  string
	apart bool
}

// aside is the worker that computes a kind beside all tasks.
type aside struct {
	*pool.Pool
	plan pool.Setup // that was asked of last
}

// newEngine starts one worker a core, or as many as the address asks for; barred
// is told why they can't be.
func newEngine(asked string, l *loop, barred func(why string)) *engine {
	spawn := func(receive func(pool.Message)) pool.Worker { return spawn(l, receive) }
	cores := js.Global().Get("navigator").Get("hardwareConcurrency")
	n := 2
	if cores.Type() == js.TypeNumber {
		n = cores.Int()
	}
	if n > 2 {
		n-- // leave one for the page
	}
	if k, err := strconv.Atoi(asked); err == nil && k >= 1 && k <= ui.MaxWorkers {
		n = k
	}
	job.ZoneOffset = zoneOffset
	return &engine{desk: pool.New(1, spawn, barred), tasks: pool.New(n, spawn, barred), sources: map[job.Digest]pool.Setup{}, post: l.post,
		spare: func() *pool.Pool { return pool.New(1, spawn, barred) }, asides: map[whom]*aside{}}
}

// ready is the trace that was made with the log read last, for who asks for it.
type ready struct {
	log   job.Digest
	clean desk.Cleaning
	trace *lab.Trace
}

func (e *engine) Workers() int { return e.tasks.Size() }

func (e *engine) Open(file any, name string, o account.Options, clean desk.Cleaning, progress func(done, total int),
	done func(*overview.Summary, error)) {
	e.read("Reading "+name, func(clean *desk.Cleaning) pool.Post {
		return pool.Post{Op: "file", Data: desk.FileRequest(name, o, clean), Beside: file}
	}, clean, progress, done)
}

func (e *engine) Save(log job.Digest, told job.Machine, to string, done func(file any, err error)) {
	e.desk.Add(&pool.Request{
		Post: pool.Post{Op: desk.OpSave, Data: desk.SaveRequest(log, told, to)}, Doing: "Saving the log",
		Needs: []pool.Setup{e.sources[log]},
		Done:  func(a pool.Answer, err error) { done(a.Beside, cancelled(err)) },
	})
}

func (e *engine) Sample(procs, jobs int, seed uint64, clean desk.Cleaning, done func(*overview.Summary, error)) {
	e.read("Making the sample", func(clean *desk.Cleaning) pool.Post {
		return pool.Post{Op: desk.OpSynth, Data: desk.SynthRequest(procs, jobs, seed, clean)}
	}, clean, nil, done)
}

func (e *engine) Problem(name string, clean desk.Cleaning, done func(*overview.Summary, error)) {
	e.read("Making the log", func(clean *desk.Cleaning) pool.Post {
		return pool.Post{Op: desk.OpProblem, Data: desk.ProblemRequest(name, clean)}
	}, clean, nil, done)
}

// read hands a log's request to the desk, and remembers it when it worked: a
// desk that was restarted since (a reading cancelled, say) is given it again, without
// the trace, which is here.
func (e *engine) read(doing string, ask func(*desk.Cleaning) pool.Post, clean desk.Cleaning, progress func(done, total int),
	done func(*overview.Summary, error)) {
	e.logs++
	e.ready = ready{}
	source := pool.Setup{Key: "log " + strconv.Itoa(e.logs), Kept: true, Post: ask(nil)}
	e.desk.Add(&pool.Request{Post: ask(&clean), Doing: doing, Gives: source.Key, Progress: func(n, of float64) {
		if progress != nil {
			progress(int(n), int(of))
		}
	}, Done: func(a pool.Answer, err error) {
		if err != nil {
			done(nil, cancelled(err))
			return
		}
		s, c, err := desk.DecodeOpened(a.Data)
		if err == nil && c != nil {
			e.sources[s.Digest] = source
			e.ready = ready{s.Digest, clean, e.traced(c, a.Beside)}
		}
		done(s, err)
	}})
}

// traced is a trace of the desk's, by a key of its own.
func (e *engine) traced(c *desk.Cleaned, bytes any) *lab.Trace {
	e.traces++
	return &lab.Trace{Cleaning: c.Cleaning, Overview: c.Overview, Jobs: jobs{"trace " + strconv.Itoa(e.traces), bytes}}
}

func (e *engine) Clean(log job.Digest, clean desk.Cleaning, done func(*lab.Trace, error)) {
	r := e.ready
	e.ready = ready{} // whoever asks otherwise has no use for it, and it is as large as the log
	if r.trace != nil && r.log == log && r.clean == clean {
		e.post(func() { done(r.trace, nil) })
		return
	}
	e.desk.Add(&pool.Request{
		Doing: "Cleaning the log",
		Post:  pool.Post{Op: desk.OpClean, Data: desk.CleanRequest(log, clean)},
		Needs: []pool.Setup{e.sources[log]},
		Done: func(a pool.Answer, err error) {
			if err != nil {
				done(nil, cancelled(err))
				return
			}
			c, err := desk.DecodeCleaned(a.Data)
			if err != nil {
				done(nil, err)
				return
			}
			done(e.traced(c, a.Beside), nil)
		},
	})
}

func (e *engine) Waits(log job.Digest, clean desk.Cleaning, done func([]int64, error)) {
	e.desk.Add(&pool.Request{
		Post: pool.Post{Op: desk.OpWaits, Data: desk.CleanRequest(log, clean)}, Doing: "Looking up waits",
		Needs: []pool.Setup{e.sources[log]},
		Done: func(a pool.Answer, err error) {
			if err != nil {
				done(nil, cancelled(err))
				return
			}
			done(desk.DecodeWaits(a.Data))
		},
	})
}

func (e *engine) Held(log job.Digest, clean desk.Cleaning, done func(*held.Account, error)) {
	e.desk.Add(&pool.Request{
		Post: pool.Post{Op: desk.OpHeld, Data: desk.CleanRequest(log, clean)}, Doing: "Looking up what jobs waited for",
		Needs: []pool.Setup{e.sources[log]},
		Done: func(a pool.Answer, err error) {
			if err != nil {
				done(nil, cancelled(err))
				return
			}
			done(desk.DecodeHeld(a.Data))
		},
	})
}

func (e *engine) Ask(log job.Digest, kind string, request []byte, done func([]byte, error)) {
	e.desk.Add(&pool.Request{Post: pool.Post{Op: desk.OpAsk, Data: desk.AskRequest(log, kind, request)}, Doing: "Asking the log",
		Needs: []pool.Setup{e.sources[log]},
		Done:  func(a pool.Answer, err error) { done(a.Data, cancelled(err)) }})
}

func (e *engine) Forget(log job.Digest) {
	e.desk.Add(&pool.Request{Post: pool.Post{Op: desk.OpForget, Data: log[:]}, Doing: "Forgetting a log", Takes: e.sources[log].Key,
		Done: func(pool.Answer, error) {}})
	delete(e.sources, log)
}

// jobs are those of a trace: bytes that stay JavaScript's, and the key by which
// workers know whether they have them.
type jobs struct {
	key   string
	bytes any
}

func (e *engine) CancelReading() { e.desk.Cancel() }

// setup is what a worker that computes on a trace must have been given first.
func (x jobs) setup() pool.Setup {
	return pool.Setup{Key: x.key, Post: pool.Post{Op: desk.OpTrace, Beside: x.bytes}}
}

// needs are what a worker must have been given before it answers for a study.
func needs(s lab.Subject) []pool.Setup {
	return []pool.Setup{s.Trace.Jobs.(jobs).setup(),
		{Key: s.Kind + " " + string(s.Plan), Post: pool.Post{Op: desk.OpPrepare, Data: desk.PrepareRequest(s.Kind, s.Plan)}},
	}
}

func (e *engine) Task(s lab.Subject, k int, share lab.Share, progress func(done float64), done func([]byte, error)) {
	e.tasks.Add(&pool.Request{
		Doing:    "task " + strconv.Itoa(k) + " of " + s.Kind,
		Post:     pool.Post{Op: desk.OpTask, Data: desk.PartRequest(k, share.At, share.Of)},
		Needs:    needs(s),
		Progress: func(n, _ float64) { progress(n) },
		Done:     func(a pool.Answer, err error) { done(a.Data, cancelled(err)) },
	})
}

func (e *engine) Detail(s lab.Subject, request []byte, done func([]byte, error)) {
	e.tasks.Add(&pool.Request{Post: pool.Post{Op: desk.OpDetail, Data: request}, Doing: "a picture of " + s.Kind, Needs: needs(s),
		Done: func(a pool.Answer, err error) { done(a.Data, cancelled(err)) }})
}

func (e *engine) CancelTasks() { e.tasks.Cancel() }

func (e *engine) Aside(s lab.Subject, k int, request []byte, progress func(float64), done func([]byte, error)) {
	of := whom{s.Kind, s.Apart}
	x := e.asides[of]
	if x == nil {
		x = &aside{Pool: e.spare()}
		e.asides[of] = x
	}
	if !bytes.HasSuffix(x.plan.Data, s.Plan) { // as it is in what was prepared
		e.plans++
		x.plan = pool.Setup{Key: s.Kind + " " + strconv.Itoa(e.plans),
			Post: pool.Post{Op: desk.OpPrepare, Data: desk.PrepareRequest(s.Kind, s.Plan)}}
	}
	needs := []pool.Setup{x.plan}
	if s.Trace != nil {
		needs = []pool.Setup{s.Trace.Jobs.(jobs).setup(), x.plan}
	}
	post := pool.Post{Op: desk.OpTask, Data: desk.TaskRequest(k)}
	if request != nil {
		post = pool.Post{Op: desk.OpDetail, Data: request}
	}
	x.Add(&pool.Request{Post: post, Doing: "task " + strconv.Itoa(k) + " of " + s.Kind, Needs: needs,
		Progress: func(n, _ float64) { progress(n) },
		Done: func(a pool.Answer, err error) {
			if s.Apart { // asked once: its memory is given back
				x.Rest()
			}
			done(a.Data, cancelled(err))
		}})
}

func (e *engine) CancelAside(kind string) {
	for _, apart := range []bool{false, true} {
		if x := e.asides[whom{kind, apart}]; x != nil {
			x.Cancel()
		}
	}
}

func cancelled(err error) error {
	if errors.Is(err, pool.ErrCancelled) {
		return lab.ErrCancelled
	}
	return err
}

// webWorker is a web worker seen from Go.
type webWorker struct {
	js   js.Value
	hear js.Func
}

// spawn starts a web worker; boot.js knows how.
func spawn(l *loop, receive func(pool.Message)) pool.Worker {
	w := &webWorker{}
	w.hear = js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.keep(func() { receive(message(args[0])) })
		return nil
	})
	w.js = js.Global().Call("shadowtimeSpawn", w.hear)
	return w
}

// message reads what public/worker.js posts, and what boot.js says of its end.
func message(data js.Value) pool.Message {
	var m pool.Message
	if v := data.Get("fatal"); v.Type() == js.TypeString {
		m.Fatal, m.Err = true, v.String()
	}
	m.Died = data.Get("died").Truthy()
	if v := data.Get("error"); v.Type() == js.TypeString {
		m.Err = v.String()
	}
	if v := data.Get("id"); v.Type() == js.TypeNumber {
		m.ID = v.Int()
	}
	m.Ready = data.Get("ready").Truthy()
	if v := data.Get("total"); v.Type() == js.TypeNumber {
		m.Progress, m.Done, m.Total = true, data.Get("done").Float(), v.Float()
	}
	if v := data.Get("answer"); v.Truthy() {
		m.Answer.Data = make([]byte, v.Length())
		js.CopyBytesToGo(m.Answer.Data, v)
	}
	if v := data.Get("beside"); v.Truthy() {
		m.Answer.Beside = v
	}
	return m
}

func (w *webWorker) Post(id int, p pool.Post) {
	m := js.Global().Get("Object").New()
	m.Set("id", id)
	m.Set("op", p.Op)
	bytes := js.Global().Get("Uint8Array").New(len(p.Data))
	js.CopyBytesToJS(bytes, p.Data)
	m.Set("data", bytes)
	if v, ok := p.Beside.(js.Value); ok {
		m.Set("beside", v)
	}
	w.js.Call("post", m, []any{bytes.Get("buffer")})
}

func (w *webWorker) Terminate() {
	w.js.Call("end") // nothing is heard of it any more
	w.hear.Release()
}
