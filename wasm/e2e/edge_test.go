package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/mirror"
	"shadowtime/core/mirror/mirrortest"
	"shadowtime/wasm/browser"
	"shadowtime/wasm/edge/edgetest"
)

// told serves the built page as a host does that passes on the faulty archive's logs.
func told(t *testing.T) http.Handler {
	t.Helper()
	public := browser.Public(t)
	html, err := os.ReadFile(filepath.Join(public, "index.html"))
	require.NoError(t, err)
	page, err := mirror.Page(string(html))
	require.NoError(t, err)
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(public)))
	mux.Handle("/archive/", &mirror.Mirror{List: mirrortest.List(), Frames: "'self'", Fetch: mirrortest.Fetch(mirrortest.Serve(t)), Patience: mirrortest.Patience})
	mux.HandleFunc("/"+mirror.ScriptName, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write(mirror.Script)
	})
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", mirror.Policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page))
	})
	return mux
}

const archiveList = `document.querySelector("archive-list").shadowRoot`

// An archive's faults end in a sentence, and its log in an answer.
func TestALogOfAnArchiveIsOnePressAway(t *testing.T) {
	p := openTold(t, told(t))
	p.wait(archiveList + `.querySelectorAll("button[data-log]").length === 11`)
	p.shot("archive", 1440, "light")
	p.shot("archive", 390, "dark")
	for _, fault := range [][2]string{
		{"wrong", "is not the log of the list: its SHA-256 begins with"},
		{"slow", "did not begin to send slow.swf within 0.3 seconds"},
		{"dead", "dead.example can't be reached"},
		{"huge", "has 268435457 bytes for huge.swf"},
		{"short", "the log there has changed"},
		{"moved", "at another address now"},
	} {
		p.take(fault[0])
		p.wait(archiveList + `.querySelector("[role=status]").textContent.includes("` + fault[1] + `")`)
		require.Equal(t, "empty", p.state())
	}
	p.take("sound")
	p.wait(`document.querySelector("main").dataset.state !== "empty"`)
	p.wait(`document.querySelector("main").innerText.includes("sound")`)
	p.press("Compare")
	p.waitState("done")
	require.NotEmpty(t, p.results())
}

// In workerd, as at the edge: the platform serves the page, the worker the log.
func TestTheEdgeServesThePageAndOnePressTakesALog(t *testing.T) {
	site := t.TempDir()
	require.NoError(t, os.CopyFS(site, os.DirFS(browser.Public(t))))
	at := filepath.Join(site, "index.html")
	html, err := os.ReadFile(at)
	require.NoError(t, err)
	page, err := mirror.Page(string(html))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(at, []byte(page), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(site, mirror.ScriptName), mirror.Script, 0o644))
	p := arrive(t, edgetest.Start(t, mirrortest.Serve(t), site))
	p.wait(archiveList + `.querySelectorAll("button[data-log]").length === 11`)
	p.take("sound")
	p.wait(`document.querySelector("main").innerText.includes("sound")`)
	p.press("Compare")
	p.waitState("done")
	require.NotEmpty(t, p.results())
}

func TestThePlainPageAsksForNoArchive(t *testing.T) {
	p := open(t, "")
	require.True(t, eval[bool](p, `document.querySelector("archive-list") !== null && `+archiveList+` === null`))
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.requests {
		require.NotContains(t, r, "archive")
	}
}

// take presses the button of a log.
func (p *page) take(log string) {
	p.t.Helper()
	eval[bool](p, `(`+archiveList+`.querySelector("button[data-log='`+log+`.swf']").click(), true)`)
}

// openTold opens the page of a host with an archive, which is asked again when a
// log is pressed.
func openTold(t *testing.T, h http.Handler) *page {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return arrive(t, server.URL)
}

// arrive opens the page of a host.
func arrive(t *testing.T, url string) *page {
	t.Helper()
	p := &page{t: t, ctx: browser.New(t), url: url}
	p.do(chromedp.Navigate(p.url + "/"))
	p.wait(`document.querySelector("main") && !document.getElementById("starting")`)
	return p
}
