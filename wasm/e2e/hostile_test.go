package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture/hostile"
	"shadowtime/wasm/browser"
)

// answer is what a page shows after something was done to it.
type answer struct {
	State, Said string
	Marked      int  // elements that text has become
	Alive       bool // a button does what it is for
}

// looks is what looks at the page: saw() once it is drawn.
const looks = `
	const drawn = () => new Promise(r => requestAnimationFrame(() => setTimeout(r)));
	const theme = () => document.querySelector('[data-act="theme"]').getAttribute("aria-label");
	const saw = async () => {
		const was = theme();
		document.querySelector('[data-act="theme"]').click();
		for (let i = 0; i < 200 && theme() === was; i++) await drawn();
		return {State: document.querySelector("main").dataset.state, Said: document.getElementById("message").textContent + document.querySelector("#fatal p").textContent,
			Marked: document.querySelectorAll("[` + hostile.Mark + `]").length, Alive: theme() !== was};
	};`

const answered = `(async () => {` + looks + `return saw() })()`

// requirePlain holds that an answer is a sentence or a plain page.
func requirePlain(t *testing.T, of string, a answer) {
	t.Helper()
	require.True(t, a.Alive, "%.200s: the page is dead", of)
	require.Zero(t, a.Marked, "%.200s: text became elements", of)
	require.Empty(t, hostile.Wrong(a.Said), "%.200s: %s", of, a.Said)
	require.Contains(t, []string{"empty", "loaded", "running", "done", "error", "cancelled", "reading"}, a.State, of)
	if a.State == "error" {
		require.NotEmpty(t, a.Said, of)
	}
}

// Links are followed on a page that lives, as Back does; some open one.
func TestHostileLinksLeaveThePageAlive(t *testing.T) {
	p := open(t, "?workers=1")
	p.upload(sample(t, 300, 7))
	p.waitState("loaded")
	links, err := json.Marshal(hostile.Links())
	require.NoError(t, err)
	for i, a := range eval[[]answer](p, `(async () => {`+looks+`
		const all = [];
		for (const link of `+string(links)+`) {
			history.replaceState(null, "", "?" + link);
			dispatchEvent(new PopStateEvent("popstate"));
			all.push(await saw());
		}
		return all;
	})()`) {
		requirePlain(t, hostile.Links()[i], a)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(browser.Public(t))))
	defer server.Close()
	opened := &page{t: t, ctx: browser.New(t), url: server.URL}
	opened.listen()
	for i, link := range hostile.Links() {
		if i%20 == 0 {
			opened.do(chromedp.Navigate(server.URL + "/?" + link))
			opened.wait(`document.querySelector("main") && !document.getElementById("starting")`)
			requirePlain(t, link, eval[answer](opened, answered))
		}
	}
	require.Empty(t, opened.failures)
}

func TestHostileFilesLeaveThePageAlive(t *testing.T) {
	p := open(t, "?resamples=2&weeks=2&workers=1")
	eval[bool](p, `(new MutationObserver(() => { const s = document.querySelector("main").dataset.state; if (s === "reading") window.begun = true; else if (window.begun) window.over = true })
		.observe(document.querySelector("main"), {attributes: true}), document.querySelector('[data-act="import-report"]').click(), document.querySelector('[data-act="glance"]').click(), true)`)
	for _, f := range hostile.Files() {
		path := filepath.Join(t.TempDir(), f.Name)
		require.NoError(t, os.WriteFile(path, f.Bytes, 0o600))
		eval[bool](p, `(window.begun = window.over = false, true)`)
		p.upload(path)
		p.wait(`window.over`)
		requirePlain(t, f.Name, eval[answer](p, answered))
	}
}
