package e2e

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// known keeps the page's workers in window.workers: the desk first.
const known = `{ const W = Worker; window.workers = []; window.Worker = class extends W { constructor(...a) { super(...a); workers.push(this); ` + noted + ` } } }`

// without takes locks away, so that only silence tells that a worker is dead. That of one that was
// ended is over at once, whether it was asked before or is asked after: it is the timer that was
// set last as it was asked.
const without = `Object.defineProperty(Navigator.prototype, "locks", {value: undefined}); {
	const later = setTimeout, post = Worker.prototype.postMessage, end = Worker.prototype.terminate, dead = new Set(), due = new Map();
	let last;
	window.setTimeout = (f, ms, ...a) => {
		if (ms === 300_000) last = f;
		return later(f, ms, ...a);
	};
	Worker.prototype.postMessage = function (...a) {
		due.set(this, last);
		if (dead.has(this)) later(last);
		return post.apply(this, a);
	};
	Worker.prototype.terminate = function () {
		dead.add(this);
		later(due.get(this));
		return end.call(this);
	};
}`

// killed ends the first worker as it is given its first task, and the second with its second:
// neither answers it, however fast they are.
const killed = `{
	const W = Worker;
	window.killed = 0;
	window.Worker = class extends W {
		tasks = 0;
		postMessage(m, ...rest) {
			const at = workers.indexOf(this);
			if (at <= 2 && m.op === "task" && ++this.tasks === at) killed++, this.terminate();
			return super.postMessage(m, ...rest);
		}
	};
}`

// A worker that is ended from outside says nothing: the run ends all the same, with
// the rows of one that was left alone.
func TestARunEndsThoughItsWorkersDie(t *testing.T) {
	fixture.Long(t)
	query := "?demo=sample&resamples=24&weeks=4&workers=2&orders=FCFS,SPF,SAF,LEXP"
	quiet := open(t, query)
	quiet.waitState("done")
	want := quiet.results()
	require.NotEmpty(t, want)
	for name, scripts := range map[string][]string{"by their locks": {known}, "by their silence": {known, without}} {
		t.Run(name, func(t *testing.T) {
			p := open(t, query, append(scripts, killed)...)
			p.waitState("done")
			require.Equal(t, 2, eval[int](p, `killed`))
			require.Equal(t, want, p.results())
			// the first that is missed may have done the rest before the other is
			require.GreaterOrEqual(t, eval[int](p, `workers.length`), 4)
		})
	}
}

func TestALogIsReadThoughTheWorkerThatReadItDies(t *testing.T) {
	fixture.Long(t)
	big := sample(t, 30_000, 3)
	p := open(t, "?view=tune&workers=1", known) // which looks at nothing by itself
	// at its first word of how far it is: a browser empties the queue of who ends, so that it never comes to an answer
	eval[bool](p, `(workers[0].addEventListener("message", ({ data }) => {
		if ("total" in data && !window.ended) window.ended = true, workers[0].terminate();
	}), true)`)
	p.upload(big)
	p.waitState("loaded")
	require.True(t, eval[bool](p, `!!window.ended`))
	require.Contains(t, p.text(".strip-facts"), "30 000 jobs")

	// an idle one too, which is given the log again
	desks := eval[int](p, `workers.length`)
	eval[bool](p, `(workers.at(-1).terminate(), true)`)
	p.wait(`workers.length === ` + strconv.Itoa(desks+1))
	eval[bool](p, `(document.querySelector('[data-act="import-report"]').click(), true)`)
	p.wait(`document.getElementById("procs")`)
	p.set("procs", "300")
	p.wait(`document.querySelector(".strip-facts").innerText.includes("300")`)
}

// Why a worker ended, what it was doing, and what to do.
func TestAWorkerThatEndsSaysWhy(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	for name, c := range map[string]struct {
		change map[string]func([]byte) []byte // of served files
		jobs   int
		says   []string
	}{
		"out of memory": {map[string]func([]byte) []byte{"/shadowtime.wasm.zst": func([]byte) []byte { return withMemory(t, 400) }},
			150_000,
			[]string{": the worker ran out of memory", "take fewer jobs"}},
		"too deep": {map[string]func([]byte) []byte{"/worker.js": ending(`throw new RangeError("Maximum call stack size exceeded")`)}, 1000,
			[]string{"Reading synthetic-1000.swf: ", "the worker went too deep", "simpler settings"}},
		"a broken law": {map[string]func([]byte) []byte{"/worker.js": ending(`fs.writeSync(2, new TextEncoder().encode("panic: index out of range\n\ngoroutine 1")); throw new Error("unreachable")`)},
			1000,
			[]string{"Reading synthetic-1000.swf: ", "the worker stopped (panic: index out of range)", "report"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := openAt(t, changed(t, c.change), "")
			p.upload(sample(t, c.jobs, 3))
			p.wait(`document.getElementById("message").innerText`)
			for _, s := range c.says {
				require.Contains(t, p.text("#message"), s)
			}
		})
	}
}

// ending has a worker end in the middle of a log.
func ending(how string) func([]byte) []byte {
	return func(b []byte) []byte {
		return append(b, "\nconst wakes = self.shadowtimeReady; self.shadowtimeReady = () => { self.shadowtimeHandle = () => { "+how+
			" }; wakes() };\n"...)
	}
}

// withMemory is the page's program, unpacked, with a most of memory, in pages of 64 kB.
func withMemory(t *testing.T, pages int) []byte {
	t.Helper()
	module := module(t)
	at := 8
	for module[at] != 5 { // the section of memories
		size, n := binary.Uvarint(module[at+1:])
		at += 1 + n + int(size)
	}
	_, n := binary.Uvarint(module[at+1:])
	body := at + 1 + n
	require.Equal(t, []byte{1, 0}, module[body:body+2], "one memory, without bound")
	least, m := binary.Uvarint(module[body+2:])
	require.Less(t, int(least), pages)
	section := binary.AppendUvarint(binary.AppendUvarint([]byte{1, 1}, least), uint64(pages))
	out := append(bytes.Clone(module[:at]), 5, byte(len(section)))
	out = append(append(out, section...), module[body+2+m:]...)
	return out
}

// What is kept is a build's: it is known however its program came.
func TestABuildIsTheSamePackedAndUnpacked(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	unpacked := open(t, "")
	packed := openAt(t, changed(t, nil), "")
	build := eval[string](packed, `shadowtimeBuild`)
	require.True(t, strings.HasPrefix(build, strconv.Itoa(len(module(t)))+"-"), build)
	require.Equal(t, build, eval[string](unpacked, `shadowtimeBuild`))
}

// changed serves the page with some files changed; nil takes one away.
func changed(t *testing.T, change map[string]func([]byte) []byte) http.Handler {
	t.Helper()
	public := browser.Public(t)
	files, made := http.FileServer(http.Dir(public)), map[string][]byte{}
	for path, f := range change {
		b, err := os.ReadFile(filepath.Join(public, path))
		require.NoError(t, err)
		made[path] = f(b)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, ok := made[r.URL.Path]
		switch {
		case ok && b == nil:
			http.NotFound(w, r)
		case ok:
			if strings.HasSuffix(r.URL.Path, ".js") {
				w.Header().Set("Content-Type", "text/javascript")
			}
			_, _ = w.Write(b)
		default:
			files.ServeHTTP(w, r)
		}
	})
}

// Wherever the page can't work it says what is missing, and who can help.
func TestBrokenSurroundingsAreSaidInWords(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	as := func(text string) func([]byte) []byte { return func([]byte) []byte { return []byte(text) } }
	gone := func([]byte) []byte { return nil }
	for name, c := range map[string]struct {
		path   string // of what is changed
		change func([]byte) []byte
		policy string // of the host
		script string // that runs before the page's
		says   []string
	}{
		"a cut module": {path: "/shadowtime.wasm.zst", change: func(b []byte) []byte { return b[:len(b)/2] },
			says: []string{"cut or damaged", "./build.sh build"}},
		"a damaged module": {path: "/shadowtime.wasm.zst",
			change: func(b []byte) []byte { b = bytes.Clone(b); b[len(b)-6] ^= 1; return b }, says: []string{"cut or damaged", "Reload"}},
		"another file": {path: "/shadowtime.wasm.zst", change: as("<!doctype html>Please sign in"),
			says: []string{"no program of this page", "Reload"}},
		"an empty file": {path: "/shadowtime.wasm.zst", change: as(""), says: []string{"no program of this page"}},
		"no module": {path: "/shadowtime.wasm.zst", change: gone,
			says: []string{"shadowtime.wasm.zst could not be loaded (404)", "./build.sh build"}},
		"no wasm_exec.js": {path: "/wasm_exec.js", change: gone, says: []string{"wasm_exec.js could not be loaded",
			"./build.sh build"}},
		"no vugu.js":  {path: "/vugu.js", change: gone, says: []string{"vugu.js could not be loaded", "./build.sh build"}},
		"no zstd.js":  {path: "/zstd.js", change: gone, says: []string{"zstd.js could not be loaded", "./build.sh build"}},
		"no early.js": {path: "/early.js", change: gone, says: []string{"early.js could not be loaded", "./build.sh build"}},
		"no worker.js": {path: "/worker.js", change: gone, says: []string{"Nothing can be computed: a worker could not be " +
			"started from worker.js", "reload"}},
		"no workers": {script: `delete self.Worker`, says: []string{"no page start workers", "another browser"}},
		"workers that throw": {script: `self.Worker = function () { throw new DOMException("no", "SecurityError") }`,
			says: []string{"a worker could not be started", "worker-src"}},
		"workers forbidden":         {policy: "worker-src 'none'", says: []string{"a worker could not be started", "worker-src 'self'"}},
		"no WebAssembly":            {script: `delete self.WebAssembly`, says: []string{"WebAssembly is missing", "switch it on"}},
		"WebAssembly forbidden":     {policy: "script-src 'self'", says: []string{"forbids WebAssembly", "'wasm-unsafe-eval'"}},
		"an old browser":            {script: `delete self.DecompressionStream`, says: []string{"too old", "Firefox 113"}},
		"a frame of another origin": {policy: "sandbox allow-scripts", says: []string{"sandboxed frame", "allow-same-origin"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := http.FileServer(http.Dir(browser.Public(t)))
			var served http.Handler = h
			if c.path != "" {
				served = changed(t, map[string]func([]byte) []byte{c.path: c.change})
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if c.policy != "" {
					w.Header().Set("Content-Security-Policy", c.policy)
				}
				served.ServeHTTP(w, r)
			}))
			defer server.Close()
			p := &page{t: t, ctx: browser.Borrowed(t), url: server.URL}
			p.inject(c.script)
			p.do(chromedp.Navigate(server.URL))
			p.wait(`[...document.querySelectorAll("#fatal, #message")].some(e => !e.hidden && e.querySelector("p").innerText)`)
			said := p.text("#fatal:not([hidden])") + p.text("#message")
			for _, s := range c.says {
				require.Contains(t, said, s)
			}
			require.Zero(t, eval[int](p, `document.querySelectorAll("#starting").length`), "it is not said to be starting")
		})
	}
}

// What stops in the middle of a render, or before it, leaves results on the page,
// which is drawn right again as soon as it can be.
func TestAPageThatCannotBeDrawnKeepsItsResults(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=sample&resamples=2&weeks=2&orders=SAF,SPF&workers=1")
	p.waitState("done")
	rows := p.results()
	require.NotEmpty(t, rows)
	page := `document.getElementById("app").innerHTML`
	keys := func() { // shows them, and hides them
		p.press("Keys")
		p.wait(`!document.querySelector(".keys").hidden`)
		p.press("Keys")
		p.wait(`document.querySelector(".keys").hidden`)
	}
	keys()
	want := eval[string](p, page)
	// a render is handed over in buffers: how many were taken, and which of them is not, up to one that there is none of
	eval[bool](p,
		`(() => { const right = vuguRender; window.taken = 0; window.bad = 0; window.vuguRender = () => { if (++taken >= bad && bad) throw new Error("no room"); return right() }; return true })()`)
	for at := 1; ; at++ {
		eval[bool](p, `(taken = 0, bad = `+strconv.Itoa(at)+`, true)`)
		p.press("Keys")
		p.wait(`!document.getElementById("fatal").hidden || taken && !document.querySelector(".keys").hidden`)
		if eval[bool](p, `document.getElementById("fatal").hidden`) {
			require.Greater(t, at, 1)
			break
		}
		require.Contains(t, p.text("#fatal"), "could not be drawn")
		require.Contains(t, p.text("#fatal"), "no room")
		require.Equal(t, rows, p.results())
		eval[bool](p, `(bad = 0, true)`)
		p.press("Keys")
		p.wait(`document.getElementById("fatal").hidden`)
		require.Equal(t, want, eval[string](p, page), "it is as if nothing had been")
	}
}

// The renderer's one call is passed over, each time there is a new one, and nothing else.
func TestEvalIsGivenBackAfterTheRenderersCall(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "",
		`{ const own = window.eval; window.evals = []; window.eval = (text) => { evals.push(text); return own(text) }; window.was = window.eval }`)
	given := func(when string) {
		require.True(t, eval[bool](p, `window.eval === was`), when)
		require.Empty(t, eval[[]string](p, `evals`), when)
	}
	given("it started")
	eval[bool](p,
		`(() => { const right = vuguRender; window.bad = true; window.vuguRender = () => { if (bad) throw new Error("no room"); return right() }; return true })()`)
	p.press("Keys")
	p.wait(`!document.getElementById("fatal").hidden`)
	given("a draw failed")
	eval[bool](p, `(bad = false, true)`)
	p.press("Keys")
	p.wait(`document.getElementById("fatal").hidden`)
	given("another renderer draws")
}

func TestWithoutScriptsThePageSaysThatItNeedsThem(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	server := httptest.NewServer(http.FileServer(http.Dir(browser.Public(t))))
	defer server.Close()
	ctx := browser.New(t)
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(server.URL)))
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(t, err)
	var text strings.Builder
	for _, n := range tree.Nodes {
		if n.Name != nil && !n.Ignored {
			text.Write(n.Name.Value)
		}
	}
	require.Contains(t, text.String(), "needs JavaScript to do so: switch it on for this site, then reload.")
	require.NotContains(t, text.String(), "Starting the laboratory")
}
