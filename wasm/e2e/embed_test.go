package e2e

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// around is a page of another origin with the page in a frame; a second frame, of
// the first's siblings, speaks to it without being the page around it.
func around(t *testing.T, query string) *page {
	t.Helper()
	framed := httptest.NewServer(http.FileServer(http.Dir(browser.Public(t))))
	t.Cleanup(framed.Close)
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><link rel="icon" href="data:,"><main></main>
<iframe id="f" style="width:760px;height:300px" src="` + framed.URL + "/" + query + `"></iframe>
<script>
var before = history.length, heard = [], f = document.getElementById("f"), target = "` + framed.URL + `"
addEventListener("message", e => { if (e.source === f.contentWindow) { heard.push(Object.assign({from: e.origin}, e.data)) } })
const tell = m => f.contentWindow.postMessage(Object.assign({shadowtime: 1}, m), target)
const of = type => heard.filter(m => m.type === type)
const inner = document.createElement("iframe")
const meddle = m => { inner.contentWindow.eval("parent.f.contentWindow.postMessage(" + JSON.stringify(Object.assign({shadowtime: 1}, m)) + ", '*')") }
document.body.append(inner)
</script>`))
	}))
	t.Cleanup(outer.Close)
	p := &page{t: t, ctx: browser.Borrowed(t), url: outer.URL}
	p.framed = framed.URL
	p.listen()
	p.do(chromedp.Navigate(outer.URL + "/"))
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.Empty(t, p.failures, "a page reported errors")
	})
	return p
}

// within evaluates an expression in the frame.
func (p *page) within(expression string) {
	p.t.Helper()
	p.mu.Lock()
	inner := p.inner
	p.mu.Unlock()
	require.NotEmpty(p.t, inner, "the frame is there")
	_, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](expression, chromedp.EvalAwaitPromise, func(e *runtime.EvaluateParams) {
		e.UniqueContextID = inner
	}))
	require.NoError(p.t, err)
}

// A frame answers the page around it, once that has said hello, and nobody else.
func TestAFrameAnswersThePageAroundItAlone(t *testing.T) {
	beside(t)
	log := base64.StdEncoding.EncodeToString(must(os.ReadFile(sample(t, 1500, 3))))
	p := around(t, "?embed=compare&theme=dark")
	p.within(`(document.getElementById("starting") ? new Promise(r => new MutationObserver((_, o) => document.getElementById("starting") || r(o.disconnect())).observe(document, {subtree: true, childList: true})) : Promise.resolve())
		.then(() => { addEventListener("message", e => { if (e.data.type === "handled?") parent.postMessage({type: "handled"}, "*") }); return true })`)
	eval[bool](p, `(meddle({type: "hello"}), tell({type: "theme", name: "light"}), tell({type: "handled?"}), true)`)
	p.wait(`heard.length > 0`)
	require.Equal(t, []string{"handled"}, eval[[]string](p, `heard.splice(0).map(m => m.type)`),
		"nothing is said before a hello, and that of another window is none")

	eval[bool](p, `(tell({type: "hello"}), true)`)
	p.wait(`of("ready").length === 1 && of("height").length > 0`)
	require.Equal(t, eval[string](p, `target`), eval[string](p, `heard[0].from`))
	low := eval[float64](p, `of("height").at(-1).height`)
	require.Greater(t, low, 100.)
	require.Less(t, low, 600., "the chrome is hidden")

	eval[bool](p, `(meddle({type: "ask", query: "demo=sample"}), true)`)
	eval[bool](p, `(tell({type: "load", name: "given.swf", bytes: Uint8Array.from(atob("`+log+`"), c => c.charCodeAt(0))}), true)`)
	p.wait(`of("state").some(m => m.state === "loaded")`)
	eval[bool](p, `(tell({type: "ask", query: "orders=spf&resamples=2&weeks=1", run: true}), true)`)
	p.wait(`of("done").length > 0`)
	result := `of("done")[0].result`
	require.Equal(t, "given", eval[string](p, result+`.log`))
	require.Equal(t, "compare", eval[string](p, result+`.view`))
	require.Len(t, eval[string](p, result+`.digest`), 64)
	require.Contains(t, eval[string](p, result+`.rows.map(r => r.name).join()`), "SPF")
	p.wait(`of("height").at(-1).height > ` + "600")
	require.Zero(t, eval[int](p, `history.length - before`), "a frame makes no entries in the history of the page around it")

	eval[bool](p, `(tell({type: "ask", query: "nonsense=1", run: false}), true)`)
	p.wait(`of("error").some(m => m.message.includes("nonsense"))`)
	last := strconv.Itoa(fixture.Fewer(2_000, 20_000))
	eval[bool](p, `((() => { for (let i = 1; i <= `+last+`; i++) tell({type: "ask", query: "seed=" + i}) })(), true)`)
	p.wait(`of("state").some(m => m.query && m.query.includes("seed=` + last + `"))`) // of those that wait the last one counts
	eval[bool](p, `(tell({type: "load", name: "", bytes: "x"}), true)`)
	p.wait(`of("error").some(m => m.message.includes("has bytes"))`)
}

// A run that the page around asks for takes neither its focus nor its place: who writes there goes on writing.
func TestAFrameLeavesThePageAroundItsFocusAndItsPlace(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	log := base64.StdEncoding.EncodeToString(must(os.ReadFile(sample(t, 1500, 3))))
	p := around(t, "?embed=compare")
	eval[bool](p, `(tell({type: "hello"}), true)`)
	p.wait(`of("ready").length === 1`)
	eval[bool](p, `(tell({type: "load", name: "given.swf", bytes: Uint8Array.from(atob("`+log+`"), c => c.charCodeAt(0))}), true)`)
	p.wait(`of("state").some(m => m.state === "loaded")`)
	eval[bool](p, `(document.body.insertAdjacentHTML("afterbegin", "<input id=mine>"), f.style.marginTop = "3000px", mine.focus(), true)`)
	eval[bool](p, `(tell({type: "ask", query: "orders=spf&resamples=2&weeks=1", run: true}), true)`)
	p.wait(`of("done").length > 0`)
	frames(p)
	require.Equal(t, "mine", eval[string](p, `document.activeElement.id`))
	require.Zero(t, eval[float64](p, `scrollY`))
}

// The visitor's own log stays the visitor's: the page around is told that there is
// an answer, and neither that nor the question.
func TestAFrameTellsNothingOfAVisitorsLog(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	secret := filepath.Join(t.TempDir(), "secret.swf")
	require.NoError(t, os.WriteFile(secret, must(os.ReadFile(sample(t, 1500, 3))), 0o644))
	p := around(t, "?embed=compare&orders=spf&resamples=2&weeks=1")
	eval[bool](p, `(tell({type: "hello"}), true)`)
	p.wait(`of("ready").length === 1`)
	at := eval[[]float64](p, `(r => [r.x + 300, r.y + 150])(f.getBoundingClientRect())`)
	for _, step := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		_, err := chromedp.Call(p.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{Type: step, X: at[0], Y: at[1],
			Data: &input.DragData{Files: []string{secret}, DragOperationsMask: 1}})
		require.NoError(t, err)
	}
	p.wait(`of("state").some(m => m.state === "loaded")`)
	eval[bool](p, `(tell({type: "ask", query: "orders=spf&resamples=2&weeks=1", run: true}), true)`)
	p.wait(`of("done").length > 0`)
	require.True(t, eval[bool](p, `of("done")[0].own`))
	require.NotContains(t, eval[string](p, `JSON.stringify(heard)`), "secret")
	require.False(t, eval[bool](p, `heard.some(m => m.result || m.query)`))
}

// The lecture's experiments are what its buttons say: each is answered, and every
// frame is as high as what is in it.
func TestTheLecturesExperimentsAreAnswered(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := openCourse(t)
	p.wait(`document.querySelector("iframe[src]").style.height !== ""`)
	all := eval[int](p, `document.querySelectorAll(".tools:has([data-ask])").length`)
	for i := range fixture.ByDay(min(1, all), all) {
		tools := `document.querySelectorAll(".tools:has([data-ask])")[` + strconv.Itoa(i) + `]`
		eval[bool](p, `(`+tools+`.querySelector("button").click(), true)`)
		p.wait(tools + `.nextElementSibling.textContent.startsWith("Your machine found")`)
	}
	eval[bool](p, `(document.querySelectorAll("[data-ask]")[1].click(), true)`)
	p.wait(`document.querySelector(".tools + .answer").textContent === "Computing on your machine."`)
	p.wait(`document.querySelector(".tools + .answer").textContent.startsWith("Your machine found")`)
	t.Log(eval[[]string](p, `[...document.querySelectorAll(".answer")].map(a => a.textContent)`))
}

// Beside each experiment of the course its frame is to be copied: with the question that was pressed last, and the address in full.
func TestTheFramesOfTheCourseAreCopiedWithTheirQuestion(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := openCourse(t)
	require.Equal(t, eval[int](p, `document.querySelectorAll(".experiment").length`),
		eval[int](p, `[...document.querySelectorAll(".experiment")].filter(e => e.innerText.includes("Copy the frame")).length`))
	eval[bool](p, `(navigator.clipboard.writeText = async t => { window.copied = t }, true)`)
	const asking = `[...document.querySelectorAll(".experiment")].find(e => e.querySelector("[data-ask]"))`
	copied := func() url.Values {
		eval[bool](p, `(window.copied = "", [...`+asking+`.querySelectorAll("button")].at(-1).click(), true)`)
		p.wait(`window.copied`)
		u, err := url.Parse(eval[string](p, `new DOMParser().parseFromString(window.copied, "text/html").querySelector("iframe").src`))
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(u.String(), p.url+"/"), u.String())
		return u.Query()
	}
	before := copied()
	require.True(t, before.Has("embed"), before)
	eval[bool](p, `(`+asking+`.querySelector("[data-ask]").click(), true)`)
	asked, err := url.ParseQuery(eval[string](p, asking+`.querySelector("[data-ask]").dataset.ask`))
	require.NoError(t, err)
	after := copied()
	for key := range asked {
		require.Equal(t, asked.Get(key), after.Get(key), key)
	}
	require.NotEqual(t, before, after)
}

func openCourse(t *testing.T) *page {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(browser.Public(t))))
	t.Cleanup(server.Close)
	p := &page{t: t, ctx: browser.Borrowed(t), url: server.URL}
	p.listen()
	p.do(chromedp.Navigate(server.URL + "/course/index.html"))
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.Empty(t, p.failures, "a page reported errors")
	})
	return p
}

// What the page hands out to be embedded is, pasted into another page, the same answer.
func TestTheSnippetToCopyIsTheAnswerInAnotherPage(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=sample&orders=spf,saf&resamples=2&weeks=1")
	p.waitState("done")
	eval[bool](p, `(navigator.clipboard.writeText = t => { window.copied = t; `+noted+` }, true)`)
	p.press("embed this")
	p.wait(`document.querySelector("#elsewhere select")`)
	eval[bool](p,
		`(() => { const s = document.getElementById("embed-theme"); s.value = "dark"; s.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
	p.wait(`document.querySelector("#elsewhere pre").innerText.includes("theme=dark")`)
	p.press("Copy the HTML")
	p.wait(`window.copied`)
	p.shots("embed")
	snippet := eval[string](p, `window.copied`)
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><link rel="icon" href="data:,"><main>` + snippet + `</main>`))
	}))
	t.Cleanup(outer.Close)
	q := &page{t: t, ctx: browser.Borrowed(t), url: outer.URL}
	q.listen()
	q.do(chromedp.Navigate(outer.URL + "/"))
	q.wait(`parseInt(document.querySelector("iframe").style.height) > 1500`)
	require.Empty(t, q.failures)
}
