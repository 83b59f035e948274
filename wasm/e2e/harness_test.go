package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	devtools "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
	"shadowtime/wasm/browser"
)

// patience bounds one wait, so that a hanging page is a failure and not a
// hanging test. It is long, as tests share the processors with others.
const patience = 5 * time.Minute

var (
	buildOnce sync.Once
	builtAt   string
	buildErr  error
	temporary []string // folders that tests have in common
)

func TestMain(m *testing.M) {
	browser.Adopt()
	code := m.Run()
	browser.Close()
	fixture.Spent("browser")
	if builtAt != "" {
		_ = os.RemoveAll(filepath.Dir(builtAt))
	}
	for _, dir := range temporary {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// page is the built page in a tab.
type page struct {
	t   *testing.T
	ctx context.Context
	url string

	mu       sync.Mutex
	requests []string
	loaded   int      // requests made before the page had started
	failures []string // exceptions and console errors

	framed string // the origin of a frame in it, if any,
	inner  string // and where it can be evaluated
}

// open serves the built page and opens it in a browser, which runs the scripts
// before any of the page's.
func open(t *testing.T, query string, scripts ...string) *page {
	t.Helper()
	return openAt(t, built(t), query, scripts...)
}

// built serves the built page, its program unpacked, as hosts do that know Zstandard: the tests
// of the start have it packed.
func built(t *testing.T) http.Handler {
	t.Helper()
	public := browser.Public(t)
	policy := policyOf(t, public)
	files, program := http.FileServer(http.Dir(public)), module(t)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy) // workers are told of it here alone
		if r.URL.Path == "/shadowtime.wasm.zst" {
			_, _ = w.Write(program)
			return
		}
		files.ServeHTTP(w, r)
	})
}

// unpacked reads the page's program, once.
var unpacked = sync.OnceValues(func() ([]byte, error) {
	packed, err := os.ReadFile("../../public/shadowtime.wasm.zst")
	if err != nil {
		return nil, err
	}
	z, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.DecodeAll(packed, nil)
})

// module is the page's program as the browser compiles it.
func module(t *testing.T) []byte {
	t.Helper()
	browser.Public(t)
	b, err := unpacked()
	require.NoError(t, err)
	return b
}

// policyOf is what the page in a folder forbids.
func policyOf(t *testing.T, folder string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	require.NoError(t, err)
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
	require.NotNil(t, policy)
	return string(policy[1])
}

// openAt is open of what a handler serves.
func openAt(t *testing.T, h http.Handler, query string, scripts ...string) *page {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return openIn(t, browser.Borrowed(t), server.URL, query, scripts...)
}

// openAlone is open in a process of its own, whose main thread can be watched.
func openAlone(t *testing.T, query string) *page {
	t.Helper()
	server := httptest.NewServer(built(t))
	t.Cleanup(server.Close)
	return openIn(t, browser.Alone(t), server.URL, query)
}

// watchable is open, in a process of its own where its main thread will be watched (watch).
func watchable(t *testing.T, query string) *page {
	t.Helper()
	if fixture.Campaigns() {
		return openAlone(t, query)
	}
	return open(t, query)
}

// beside lets a test run beside others, where each has a tab of its own.
func beside(t *testing.T) {
	if fixture.Every() {
		t.Parallel()
	}
}

// openIn is openAt of what is served at an address, in a tab.
func openIn(t *testing.T, tab context.Context, address, query string, scripts ...string) *page {
	t.Helper()
	p := &page{t: t, ctx: tab, url: address}
	p.inject(append(scripts,
		`addEventListener("securitypolicyviolation", e => console.error(e.violatedDirective, e.blockedURI, e.sourceFile, e.lineNumber))`)...)
	p.listen()
	p.do(chromedp.Navigate(address + "/" + query))
	p.wait(`document.querySelector("main") && !document.getElementById("starting")`)
	p.mu.Lock()
	p.loaded = len(p.requests)
	p.mu.Unlock()
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for i, r := range p.requests {
			u, err := url.Parse(r)
			require.NoError(t, err)
			if u.Scheme != "blob" && u.Scheme != "data" {
				require.True(t, strings.HasPrefix(r, address+"/"), "a request left the page's origin: %s", r)
				// a worker that is started anew, and what a link names
				if u.Path != "/worker.js" && u.Path != "/wasm_exec.js" && !strings.HasPrefix(u.Path, "/logs/") {
					require.Less(t, i, p.loaded, "a request after the page was loaded: %s", r)
				}
			}
		}
		require.NotEmpty(t, p.requests)
		require.Empty(t, p.failures, "the page reported errors")
	})
	return p
}

// inject has each page run the scripts before its own.
func (p *page) inject(scripts ...string) {
	p.t.Helper()
	for _, s := range scripts {
		added, err := chromedp.Call(p.ctx, devtools.AddScriptToEvaluateOnNewDocument,
			devtools.AddScriptToEvaluateOnNewDocumentParams{Source: s})
		require.NoError(p.t, err)
		p.t.Cleanup(func() {
			_, err := chromedp.Call(p.ctx, devtools.RemoveScriptToEvaluateOnNewDocument,
				devtools.RemoveScriptToEvaluateOnNewDocumentParams(added))
			require.NoError(p.t, err)
		})
	}
}

// listen notes what the page requests, and what it complains of.
func (p *page) listen() {
	p.t.Helper()
	require.NoError(p.t, chromedp.Listen(p.ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := ev.(type) {
		case *network.EventRequestWillBeSent:
			p.requests = append(p.requests, e.Request.URL)
		case *runtime.EventExecutionContextCreated:
			if e.Context.Origin == p.framed {
				p.inner = e.Context.UniqueID
			}
		case *runtime.EventExceptionThrown:
			text := e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				text += " " + e.ExceptionDetails.Exception.Description
			}
			p.failures = append(p.failures, text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError {
				p.failures = append(p.failures, fmt.Sprint(e.Args))
			}
		}
	}))
	_, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	require.NoError(p.t, err)
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	require.NoError(p.t, chromedp.Do(ctx, steps...))
}

// watching is the promise that an expression holds. It is evaluated when something has
// happened on the page that it could depend on, once a turn however much that was.
const watching = `(expression => new Promise(done => {
	const holds = () => { try { return !!expression() } catch { return false } };
	if (holds()) return done(true);
	const turn = new MessageChannel(), over = new AbortController();
	let due = false;
	const look = () => { if (!due) { due = true; turn.port2.postMessage(0) } };
	const watch = new MutationObserver(look);
	turn.port1.onmessage = () => {
		due = false;
		if (!holds()) return;
		watch.disconnect();
		over.abort();
		turn.port1.close();
		done(true);
	};
	const all = {subtree: true, childList: true, characterData: true, attributes: true};
	watch.observe(document, all);
	for (const e of document.querySelectorAll("*")) if (e.shadowRoot) watch.observe(e.shadowRoot, all);
	const heard = {capture: true, passive: true, signal: over.signal};
	for (const type of ["load", "message", "focusin", "focusout", "input", "change", "click", "close", "toggle", "resize", "scroll", "animationend", "transitionend",
		"storage", "popstate", "hashchange", "noted"]) addEventListener(type, look, heard);
	navigation.addEventListener("currententrychange", look, heard);
	document.addEventListener("readystatechange", look, heard);
}))(() => %s)`

// noted is JavaScript by which a script of a test tells that what it notes has changed.
const noted = `dispatchEvent(new Event("noted"))`

// wait waits until a JavaScript expression holds.
func (p *page) wait(expression string) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	// chromedp's own polling makes a function of a text, which the page's policy forbids
	for {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(watching, expression), chromedp.EvalAwaitPromise))
		if err == nil {
			return
		}
		var thrown *chromedp.ExceptionError
		if ctx.Err() != nil || errors.As(err, &thrown) {
			p.t.Fatalf("waiting for %s: %v; the page says: %s", expression, err, p.text("main"))
		} // else the page is being left for another
	}
}

func (p *page) waitState(state string) {
	p.t.Helper()
	p.wait(`document.querySelector("main").dataset.state === "` + state + `"`)
}

func eval[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, patience)
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return v
}

func (p *page) state() string { return eval[string](p, `document.querySelector("main").dataset.state`) }

func (p *page) text(selector string) string {
	return eval[string](p, `(document.querySelector("`+selector+`")||{innerText:"(not there)"}).innerText.replaceAll("\u202f", " ")`)
}

// press clicks the visible button of that name, as a person would.
func (p *page) press(name string) {
	p.t.Helper()
	expr := `[...document.querySelectorAll("button")].filter(b => b.textContent.trim().replaceAll("\u202f", " ") === "` + name +
		`" && b.offsetParent && !b.disabled)`
	p.wait(expr + `.length > 0`)
	eval[bool](p, `(`+expr+`[0].click(), true)`)
}

// click clicks what a selector finds first.
func (p *page) click(selector string) {
	p.t.Helper()
	p.wait(`document.querySelector("` + selector + `")?.checkVisibility()`)
	eval[bool](p, `(document.querySelector("`+selector+`").click(), true)`)
}

// view goes to a view as a visitor does: through its room, or from the Lab's list.
func (p *page) view(key string) {
	p.t.Helper()
	for _, room := range []string{"decide", "explore", "teach"} {
		if ui.Shows(room) == key {
			p.click("#room-" + room)
			p.wait(`document.querySelector(".view-` + key + `")`)
			return
		}
	}
	p.click("#room-lab")
	p.click("#method-" + key)
	p.wait(`document.querySelector(".view-` + key + `")`)
}

// sample opens the example, from the first page or beside a log.
func (p *page) sample() {
	p.t.Helper()
	if eval[bool](p, `!document.querySelector("[data-act=sample]")?.checkVisibility()`) {
		p.press("Another log")
	}
	p.press("Open the example")
}

// set types into the field with that id.
func (p *page) set(id, value string) {
	p.t.Helper()
	eval[bool](p, `(() => { const f = document.getElementById("`+id+`"); f.value = "`+value+
		`"; f.dispatchEvent(new Event("change", {bubbles: true})); return true })()`)
}

// upload gives a file to the page's file input.
func (p *page) upload(path string) {
	p.t.Helper()
	p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{path}))
}

// drop drops a file made of bytes on the drop zone.
func (p *page) drop(name string, content []byte) {
	p.t.Helper()
	path := filepath.Join(p.t.TempDir(), name)
	require.NoError(p.t, os.WriteFile(path, content, 0o644))
	p.upload(path)
}

// countTasks counts in window.tasks the tasks that workers are given from now on.
func (p *page) countTasks() {
	p.t.Helper()
	eval[bool](p,
		`(() => { const post = Worker.prototype.postMessage; window.tasks = 0; Worker.prototype.postMessage = function (m, t) { if (m.op === "task") window.tasks++; return post.call(this, m, t) }; return true })()`)
}

// row is a row of the results table: the exact values its cells carry.
type row struct {
	Order  string
	Values []string
}

func (p *page) results() []row {
	return eval[[]row](p,
		`[...document.querySelectorAll("table#results tbody tr")].map(tr => ({Order: tr.dataset.order, Values: [...tr.querySelectorAll("td:not([data-printed])")].map(td => [td.dataset.value, td.dataset.low, td.dataset.high].filter(v => v !== undefined).join(" "))}))`)
}

// shot writes a screenshot of the whole page when SHADOWTIME_SHOTS names a
// folder.
func (p *page) shot(name string, width int64, theme string) {
	dir := os.Getenv("SHADOWTIME_SHOTS")
	if dir == "" {
		return
	}
	p.dress(width, theme)
	frames(p)
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	require.NoError(p.t, err)
	require.NoError(p.t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%d.png", name, theme, width)), png, 0o644))
}

// dress shows the page at a width, in a theme, without motion.
func (p *page) dress(width int64, theme string) {
	p.t.Helper()
	p.resize(width, 1000)
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(p.t, err)
	eval[bool](p, `(document.documentElement.dataset.theme = "`+theme+`", true)`)
}

// resize shows the page in a window of that size, and waits until it is drawn so.
func (p *page) resize(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height))
	p.wait(fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
	p.drawn()
}

// drawn waits until the page has done what it does of a new size or place: who observes a size,
// asks for a frame or for a turn after the page did has it after the page.
func (p *page) drawn() {
	p.t.Helper()
	eval[bool](p, `new Promise(r => new ResizeObserver((_, o) => { o.disconnect(); requestAnimationFrame(() => setTimeout(r, 0, true)) }).observe(document.body))`)
}

// frames waits for two of them, for who takes a picture, or asks what moved.
func frames(p *page) {
	p.t.Helper()
	eval[bool](p, `new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => r(true), 50))))`)
}

// shotOf takes pictures of one element, wide and narrow, light and dark.
func (p *page) shotOf(name, selector string) {
	dir := os.Getenv("SHADOWTIME_SHOTS")
	if dir == "" {
		return
	}
	for _, width := range []int64{1440, 390} {
		for _, theme := range []string{"light", "dark"} {
			p.dress(width, theme)
			frames(p)
			png, err := chromedp.Run(p.ctx, chromedp.Screenshot(chromedp.CSS(selector)))
			require.NoError(p.t, err)
			require.NoError(p.t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("figure-%s-%s-%d.png", name, theme, width)), png, 0o644))
		}
	}
	p.do(chromedp.EmulateReset())
}

// shots takes the four pictures that every view is looked at in.
func (p *page) shots(name string) {
	if os.Getenv("SHADOWTIME_SHOTS") == "" {
		return
	}
	for _, w := range []int64{1440, 390} {
		for _, theme := range []string{"light", "dark"} {
			p.shot(name, w, theme)
		}
	}
	p.do(chromedp.EmulateReset())
}
