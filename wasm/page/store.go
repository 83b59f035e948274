//go:build js && wasm

package main

import (
	"cmp"
	"errors"
	"strconv"
	"syscall/js"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/ui/lab"
)

// store keeps logs and rows in IndexedDB: what is known of logs apart from their files,
// since each row changes it, and rows by log, kind, key and task. What it is asked for
// waits in a queue; between two requests of a transaction nothing else is awaited, or
// the browser would end it. Whatever shares the page's address may write there too: an
// entry that is not what is written here is passed over.
type store struct {
	queue chan func()
	db    js.Value
	tabs  js.Value // tells the others
	off   bool     // nothing is kept, though the browser can't remember that
	keys  string   // the choice of keys, where the browser does not remember it
}

const (
	database  = "shadowtime"
	keeping   = "shadowtime-keep"     // in localStorage
	letters   = "shadowtime-keys"     // likewise
	defaults  = "shadowtime-defaults" // likewise
	inSight   = "shadowtime-sight"    // in sessionStorage
	logsTable = "logs"                // by digest
	fileTable = "files"               // likewise
	rowsTable = "rows"                // by [digest, kind, key, task]
)

// newStore opens nothing yet; changed is called when another tab changed what is kept.
func newStore(changed func()) *store {
	s := &store{queue: make(chan func(), 1<<16)}
	if tabs, err := attempt(func() js.Value { return global("BroadcastChannel").New(database) }); err == nil {
		s.tabs = tabs
		tabs.Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any { changed(); return nil }))
	}
	go func() {
		for f := range s.queue {
			f()
		}
	}()
	return s
}

// attempt is f, whose exception is an error.
func attempt(f func() js.Value) (v js.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = lab.ErrBarred
			if e, ok := r.(js.Error); ok {
				err = inWords(e.Value)
			}
		}
	}()
	return f(), nil
}

// inWords says what a DOMException is.
func inWords(e js.Value) error {
	if !e.Truthy() {
		return errors.New("the browser does not say why")
	}
	switch name := e.Get("name").String(); name {
	case "QuotaExceededError":
		return lab.ErrFull
	case "SecurityError", "InvalidStateError", "UnknownError", "NotAllowedError", "TypeError":
		return lab.ErrBarred
	case "VersionError":
		return errors.New("what is kept here is of a later form of this page")
	default:
		return errors.New("the browser says " + name)
	}
}

// global is a part of the page's global object whose mere mention may be forbidden: an
// exception of a property that syscall/js gets would end the program.
func global(name string) js.Value {
	return js.Global().Get("Reflect").Call("get", js.Global(), name)
}

// await is a request's result.
func await(request js.Value) (js.Value, error) {
	came := make(chan error, 1)
	good := js.FuncOf(func(js.Value, []js.Value) any { came <- nil; return nil })
	bad := js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		came <- inWords(request.Get("error"))
		return nil
	})
	defer good.Release()
	defer bad.Release()
	request.Set("onsuccess", good)
	request.Set("onerror", bad)
	request.Set("onblocked", bad)
	if err := <-came; err != nil {
		return js.Undefined(), err
	}
	return request.Get("result"), nil
}

// open is the database.
func (s *store) open() (js.Value, error) {
	if s.db.Truthy() {
		return s.db, nil
	}
	request, err := attempt(func() js.Value { return global("indexedDB").Call("open", database, 1) })
	if err != nil {
		return request, err
	}
	upgrade := once(func() {
		for _, table := range []string{logsTable, fileTable, rowsTable} {
			request.Get("result").Call("createObjectStore", table)
		}
	})
	request.Set("onupgradeneeded", upgrade)
	db, err := await(request)
	if err != nil {
		return db, err
	}
	db.Set("onclose", js.FuncOf(func(js.Value, []js.Value) any { s.db = js.Undefined(); return nil }))
	s.db = db
	return db, nil
}

// sound is f, whose panic over a value of another type is an error.
func sound(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = lab.ErrOdd
		}
	}()
	return f()
}

// tx is a transaction: what f does is done in full or not at all.
type tx struct{ js.Value }

func (s *store) within(mode string, f func(t tx) error) error {
	db, err := s.open()
	if err != nil {
		return err
	}
	v, err := attempt(func() js.Value {
		return db.Call("transaction", []any{logsTable, fileTable, rowsTable}, mode)
	})
	if err != nil {
		s.db = js.Undefined()
		return err
	}
	over := make(chan error, 1)
	complete := js.FuncOf(func(js.Value, []js.Value) any { over <- nil; return nil })
	abort := js.FuncOf(func(js.Value, []js.Value) any { over <- inWords(v.Get("error")); return nil })
	defer complete.Release()
	defer abort.Release()
	v.Set("oncomplete", complete)
	v.Set("onabort", abort)
	if err := sound(func() error { return f(tx{v}) }); err != nil {
		_, _ = attempt(func() js.Value { return v.Call("abort") })
		<-over
		return err
	}
	return <-over
}

// do asks a table for something.
func (t tx) do(table, method string, args ...any) (js.Value, error) {
	request, err := attempt(func() js.Value { return t.Call("objectStore", table).Call(method, args...) })
	if err != nil {
		return request, err
	}
	return await(request)
}

// all does several things, up to the first that fails.
func (t tx) all(steps ...[]any) error {
	for _, x := range steps {
		if _, err := t.do(x[0].(string), x[1].(string), x[2:]...); err != nil {
			return err
		}
	}
	return nil
}

// room says whether so many bytes more may be kept.
func (t tx) room(bytes int) error {
	list, err := t.do(logsTable, "getAll")
	if err != nil {
		return err
	}
	for i := range list.Length() {
		if x, ok := entryOf(list.Index(i)); ok {
			bytes += x.Bytes
		}
	}
	if bytes > lab.MaxKept {
		return lab.ErrFull
	}
	return nil
}

// later queues what is to be done, and its answer.
func (s *store) later(f func()) { s.queue <- f }

// change queues a change, of which the other tabs hear.
func (s *store) change(f func(t tx) error, done func(error)) {
	s.later(func() {
		err := s.within("readwrite", f)
		if err == nil && s.tabs.Truthy() {
			_, _ = attempt(func() js.Value { return s.tabs.Call("postMessage", "changed") }) // who hears nothing reads anew when asked
		}
		done(err)
	})
}

func (s *store) Logs(done func([]lab.StoredLog, error)) {
	s.later(func() {
		var list []entry
		odd := false
		err := s.within("readonly", func(t tx) error {
			all, err := t.do(logsTable, "getAll")
			if err != nil {
				return err
			}
			for i := range all.Length() {
				x, ok := entryOf(all.Index(i))
				if odd = odd || !ok; ok {
					list = append(list, x)
				}
			}
			return nil
		})
		sorted.Stable(list, func(a, b entry) int { return cmp.Compare(b.at, a.at) })
		var logs []lab.StoredLog
		for _, x := range list {
			logs = append(logs, x.StoredLog)
		}
		if err == nil && odd {
			err = lab.ErrOdd
		}
		done(logs, err)
	})
}

// entry is one of the table of logs.
type entry struct {
	lab.StoredLog
	rowBytes int
	at       float64 // when it was kept
}

// entryOf reads one; false: it is none.
func entryOf(v js.Value) (x entry, ok bool) {
	err := sound(func() error {
		x.Name, x.As, x.Import = text(v, "name"), text(v, "as"), text(v, "import")
		x.Bytes, x.Rows, x.rowBytes = count(v, "bytes"), count(v, "rows"), count(v, "rowBytes")
		x.at = float64(count(v, "at"))
		x.When = js.Global().Get("Date").New(x.at).Call("toLocaleString", js.Undefined(),
			map[string]any{"dateStyle": "medium", "timeStyle": "short"}).String()
		if !x.Digest.Parse(text(v, "digest")) {
			return lab.ErrOdd
		}
		return nil
	})
	return x, err == nil
}

// text and count are members of those types; others panic, as those of no object do.
func text(v js.Value, key string) string {
	if v = v.Get(key); v.Type() != js.TypeString {
		panic(lab.ErrOdd)
	}
	return v.String()
}

func count(v js.Value, key string) int {
	n := v.Get(key).Float()
	if !(n >= 0 && n <= 1<<53) {
		panic(lab.ErrOdd)
	}
	return int(n)
}

// isA says whether a value is one of a class of the browser.
func isA(v js.Value, class string) bool { return v.InstanceOf(js.Global().Get(class)) }

func (s *store) KeepLog(k lab.StoredLog, file any, done func(error)) {
	id := k.Digest.Hex()
	content, size := js.Null(), 0
	if f, ok := file.(js.Value); ok {
		content, size = f, f.Get("size").Int()
	}
	s.change(func(t tx) error {
		was, err := t.do(logsTable, "get", id)
		if err != nil {
			return err
		}
		x, ok := entryOf(was)
		if !ok { // rows that nobody counted go with what should have
			x = entry{}
			if _, err := t.do(rowsTable, "delete", rowsOf(id)); err != nil {
				return err
			}
		}
		if err := t.room(size + x.rowBytes - x.Bytes); err != nil {
			return err
		}
		return t.all([]any{fileTable, "put", content, id}, []any{logsTable, "put", map[string]any{
			"digest": id, "name": k.Name, "as": k.As, "import": k.Import,
			"rows": x.Rows, "rowBytes": x.rowBytes, "bytes": size + x.rowBytes, "at": js.Global().Get("Date").Call("now"),
		}, id})
	}, done)
}

func (s *store) File(log job.Digest, done func(lab.StoredLog, any, error)) {
	s.later(func() {
		var k lab.StoredLog
		var file any
		err := s.within("readonly", func(t tx) error {
			about, err := t.do(logsTable, "get", log.Hex())
			if err != nil {
				return err
			}
			x, ok := entryOf(about)
			switch {
			case about.IsUndefined():
				return lab.ErrGone
			case !ok || x.Digest != log:
				return lab.ErrOdd
			}
			k = x.StoredLog
			content, err := t.do(fileTable, "get", log.Hex())
			switch {
			case err != nil:
				return err
			case isA(content, "Blob"):
				file = content
			case !content.IsNull() || k.As != "": // it was made here
				return lab.ErrOdd
			}
			return nil
		})
		done(k, file, err)
	})
}

func (s *store) KeepRow(log job.Digest, row lab.KeptRow, done func(error)) {
	s.later(func() {
		done(s.within("readwrite", func(t tx) error {
			id := log.Hex()
			about, err := t.do(logsTable, "get", id)
			x, ok := entryOf(about)
			if err != nil || !ok { // another tab deleted it
				return err
			}
			at := []any{id, row.Kind, row.Key, row.K}
			was, err := t.do(rowsTable, "get", at)
			if err != nil {
				return err
			}
			more, rows := len(row.Row), 1
			if held, ok := heldBy(was); ok {
				more, rows = more-held, 0
			}
			if err := t.room(more); err != nil {
				return err
			}
			for key, n := range map[string]int{"bytes": x.Bytes + more, "rowBytes": x.rowBytes + more, "rows": x.Rows + rows} {
				about.Set(key, max(0, n))
			}
			bytes := js.Global().Get("Uint8Array").New(len(row.Row))
			js.CopyBytesToJS(bytes, row.Row)
			defer free(bytes)
			return t.all([]any{rowsTable, "put", map[string]any{"kind": row.Kind, "key": row.Key, "k": row.K, "build": build(),
				"row": bytes, "sum": sumOf(id, row)}, at},
				[]any{logsTable, "put", about, id})
		}))
	})
}

// free lets go of an array's bytes at once, where the browser can: a row of a schedule has some millions.
func free(array js.Value) {
	if buffer := array.Get("buffer"); buffer.Get("transfer").Truthy() {
		buffer.Call("transfer", 0)
	}
}

// build is the program's: another one's rows may be of another meaning.
func build() js.Value { return js.Global().Get("shadowtimeBuild") }

// rowsOf is the range of a log's rows: texts and numbers come before lists.
func rowsOf(id string) js.Value {
	return js.Global().Get("IDBKeyRange").Call("bound", []any{id}, []any{id, []any{}})
}

// rowOf reads a row of a log; false: it is none of this program, or was changed.
func rowOf(id string, v js.Value) (row lab.KeptRow, ok bool) {
	err := sound(func() error {
		bytes := v.Get("row")
		if !v.Get("build").Equal(build()) || !isA(bytes, "Uint8Array") || bytes.Length() > lab.MaxKept {
			return lab.ErrOdd
		}
		row = lab.KeptRow{Kind: text(v, "kind"), Key: text(v, "key"), K: count(v, "k"), Row: make([]byte, bytes.Length())}
		js.CopyBytesToGo(row.Row, bytes)
		if text(v, "sum") != sumOf(id, row) {
			return lab.ErrOdd
		}
		return nil
	})
	return row, err == nil
}

// others says that a row is of another program, which may mean another thing by it.
func others(v js.Value) bool {
	return sound(func() error {
		if text(v, "build") == build().String() {
			return lab.ErrOdd
		}
		return nil
	}) == nil
}

// heldBy is how many bytes a row has that is to be replaced, of whichever build.
func heldBy(v js.Value) (n int, ok bool) {
	err := sound(func() error {
		if v = v.Get("row"); !isA(v, "Uint8Array") {
			return lab.ErrOdd
		}
		n = v.Length()
		return nil
	})
	return n, err == nil
}

// sumOf ties a row to its question: one that is cut off or of another would be no
// answer to it.
func sumOf(id string, row lab.KeptRow) string {
	var w wire.Writer
	for _, text := range []string{id, row.Kind, row.Key} {
		w.String(text)
	}
	w.Int(int64(row.K))
	return strconv.FormatUint(wire.Sum(wire.Sum(wire.Start, w.B), row.Row), 16)
}

func (s *store) Rows(log job.Digest, done func([]lab.KeptRow, error)) {
	s.later(func() {
		var rows []lab.KeptRow
		odd := false
		err := s.within("readonly", func(t tx) error {
			all, err := t.do(rowsTable, "getAll", rowsOf(log.Hex()))
			if err != nil {
				return err
			}
			for i := range all.Length() {
				row, ok := rowOf(log.Hex(), all.Index(i))
				if ok {
					rows = append(rows, row)
				}
				odd = odd || !ok && !others(all.Index(i))
			}
			return nil
		})
		if err == nil && odd {
			err = lab.ErrOdd
		}
		done(rows, err)
	})
}

func (s *store) Delete(log job.Digest, done func(error)) {
	id := log.Hex()
	s.change(func(t tx) error {
		return t.all([]any{logsTable, "delete", id}, []any{fileTable, "delete", id}, []any{rowsTable, "delete", rowsOf(id)})
	}, done)
}

func (s *store) DeleteAll(done func(error)) {
	s.change(func(t tx) error {
		return t.all([]any{logsTable, "clear"}, []any{fileTable, "clear"}, []any{rowsTable, "clear"})
	}, done)
}

// siteKey is that of a site's files among those of logs.
const siteKey = "site"

func (s *store) KeepSite(files []byte, done func(error)) {
	s.change(func(t tx) error {
		if files == nil {
			_, err := t.do(fileTable, "delete", siteKey)
			return err
		}
		if err := t.room(len(files)); err != nil {
			return err
		}
		array := js.Global().Get("Uint8Array").New(len(files))
		js.CopyBytesToJS(array, files)
		_, err := t.do(fileTable, "put", array, siteKey)
		return err
	}, done)
}

func (s *store) Site(done func([]byte, error)) {
	s.later(func() {
		var files []byte
		err := s.within("readonly", func(t tx) error {
			v, err := t.do(fileTable, "get", siteKey)
			if err != nil || v.IsUndefined() {
				return err
			}
			if !isA(v, "Uint8Array") {
				return lab.ErrOdd
			}
			files = make([]byte, v.Get("length").Int())
			js.CopyBytesToGo(files, v)
			return nil
		})
		done(files, err)
	})
}

// ---- small things, which the browser remembers where it may

func remembered(where, key string) string {
	v, err := attempt(func() js.Value { return global(where).Call("getItem", key) })
	if err != nil || v.Type() != js.TypeString {
		return ""
	}
	return v.String()
}

func remember(where, key, text string) error {
	_, err := attempt(func() js.Value { return global(where).Call("setItem", key, text) })
	return err
}

func (s *store) Keeps() bool { return !s.off && remembered("localStorage", keeping) != "nothing" }

func (s *store) SetKeeps(on bool) error {
	text := "all"
	if !on {
		text = "nothing"
	}
	err := remember("localStorage", keeping, text)
	s.off = err != nil && !on
	if !on {
		for _, key := range []string{letters, defaults} {
			_, _ = attempt(func() js.Value { return global("localStorage").Call("removeItem", key) })
		}
	}
	return err
}

func (s *store) Letters() bool { return cmp.Or(s.keys, remembered("localStorage", letters)) != "off" }

func (s *store) SetLetters(on bool) error {
	s.keys = "on"
	if !on {
		s.keys = "off"
	}
	if !s.Keeps() {
		return nil
	}
	return remember("localStorage", letters, s.keys)
}

func (s *store) Defaults() string { return remembered("localStorage", defaults) }

func (s *store) SetDefaults(query string) error { return remember("localStorage", defaults, query) }

// InSight is for a reload and for Back: whom a link leads here begins anew.
func (s *store) InSight() (log job.Digest, ok bool) {
	came := js.Global().Get("performance").Call("getEntriesByType", "navigation").Index(0)
	if !came.Truthy() || came.Get("type").String() == "navigate" {
		return log, false
	}
	ok = log.Parse(remembered("sessionStorage", inSight))
	return log, ok
}

func (s *store) SetInSight(log job.Digest) { _ = remember("sessionStorage", inSight, log.Hex()) }
