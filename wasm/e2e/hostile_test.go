package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/hostile"
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
	const turn = () => new Promise(r => { const c = new MessageChannel(); c.port1.onmessage = r; c.port2.postMessage(0) });
	const theme = () => document.querySelector('[data-act="theme"]').getAttribute("aria-label");
	const saw = async () => {
		const was = theme();
		document.querySelector('[data-act="theme"]').click();
		await turn();
		return {State: document.querySelector("main").dataset.state, Said: document.getElementById("message").textContent + document.querySelector("#fatal p").textContent,
			Marked: document.querySelectorAll("[` + hostile.Mark + `]").length, Alive: theme() !== was};
	};`

const answered = `(async () => {` + looks + `return saw() })()`

// wrong is what is wrong with an answer that is neither a sentence nor a plain page.
func (a answer) wrong() string {
	switch {
	case !a.Alive:
		return "the page is dead"
	case a.Marked > 0:
		return "text became elements"
	case !slices.Contains([]string{"empty", "loaded", "running", "done", "error", "cancelled", "reading"}, a.State):
		return "the state is " + a.State
	case a.State == "error" && a.Said == "":
		return "it says nothing"
	}
	return hostile.Wrong(a.Said)
}

// note adds what is wrong, if anything, to what failed.
func note(failed []string, of string, a answer) []string {
	if w := a.wrong(); w != "" {
		return append(failed, fmt.Sprintf("%.200s: %s: %s", of, w, a.Said))
	}
	return failed
}

// Links are followed on a page that lives, as Back does; some open one.
func TestHostileLinksLeaveThePageAlive(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?workers=1")
	p.upload(sample(t, 300, 7))
	p.waitState("loaded")
	var failed []string
	var some []string
	for i := 0; i < len(hostile.Links()); i += fixture.ByDay(12, 1) {
		some = append(some, hostile.Links()[i])
	}
	links, err := json.Marshal(some)
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
		failed = note(failed, some[i], a)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(browser.Public(t))))
	defer server.Close()
	opened := &page{t: t, ctx: browser.Borrowed(t), url: server.URL}
	opened.listen()
	for i, link := range some {
		if i%fixture.ByDay(3, 20) == 0 {
			opened.do(chromedp.Navigate(server.URL + "/?" + link))
			opened.wait(`document.querySelector("main") && !document.getElementById("starting")`)
			failed = note(failed, link, eval[answer](opened, answered))
		}
	}
	require.Empty(t, opened.failures)
	hostile.Survived(t, hostile.LinksInPage, len(some), failed)
}

func TestHostileFilesLeaveThePageAlive(t *testing.T) {
	fixture.Rare(t)
	p := open(t, "?resamples=2&weeks=2&workers=1")
	eval[bool](p,
		`(new MutationObserver(() => { const s = document.querySelector("main").dataset.state; if (s === "reading") window.begun = true; else if (window.begun) { window.over = true; `+noted+` } })
		.observe(document.querySelector("main"), {attributes: true}), document.querySelector('[data-act="import-report"]').click(), document.querySelector('[data-act="glance"]').click(), true)`)
	var failed []string
	for _, f := range hostile.Files() {
		path := filepath.Join(t.TempDir(), f.Name)
		require.NoError(t, os.WriteFile(path, f.Bytes, 0o600))
		eval[bool](p, `(window.begun = window.over = false, true)`)
		p.upload(path)
		p.wait(`window.over`)
		failed = note(failed, f.Name, eval[answer](p, answered))
	}
	hostile.Survived(t, hostile.FilesInPage, len(hostile.Files()), failed)
}
