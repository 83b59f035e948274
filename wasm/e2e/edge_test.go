package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/mirror"
	"shadowtime/core/job/mirrortest"
	"shadowtime/wasm/browser"
	"shadowtime/wasm/edge/edgetest"
)

// told is a copy of the built page, told that its host passes on logs.
func told(t *testing.T) (site string) {
	t.Helper()
	site = t.TempDir()
	require.NoError(t, os.CopyFS(site, os.DirFS(browser.Public(t))))
	at := filepath.Join(site, "index.html")
	html, err := os.ReadFile(at)
	require.NoError(t, err)
	page, err := mirror.Page(string(html))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(at, []byte(page), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(site, mirror.ScriptName), mirror.Script, 0o644))
	return site
}

// mirrored serves it as a host does that passes on the faulty archive's logs.
func mirrored(t *testing.T) http.Handler {
	t.Helper()
	files := http.FileServer(http.Dir(told(t)))
	mux := http.NewServeMux()
	mux.Handle("/archive/", &mirror.Mirror{List: mirrortest.List(), Frames: "'self'", Fetch: mirrortest.Fetch(mirrortest.Serve(t)),
		Patience: mirrortest.Patience})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", mirror.Policy)
		files.ServeHTTP(w, r)
	})
	return mux
}

const archiveList = `document.querySelector("archive-list").shadowRoot`

// A log that passed unread, as at the edge, and is not the list's is not taken: the page says so,
// and what was taken before stays.
func TestALogThatIsNotTheListsIsNotTaken(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	server := httptest.NewServer(mirrored(t))
	t.Cleanup(server.Close)
	p := &page{t: t, ctx: browser.New(t), url: server.URL}
	p.visit(p.url + "/")
	p.wait(archiveList + `.querySelectorAll("button[data-log]").length === 11`)
	p.take("wrong")
	p.wait(archiveList + `.querySelector("[role=status]").textContent.includes("is not the log of the list: its SHA-256 begins with")`)
	require.Contains(t, eval[string](p, archiveList+`.querySelector("[role=status]").textContent`), "It is not taken.")
	require.Equal(t, "empty", p.state())
	require.Zero(t, eval[int](p, `document.getElementById("file").files.length`))
}

// An archive's faults end in a sentence, and its log in an answer.
func TestALogOfAnArchiveIsOnePressAway(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	server := httptest.NewServer(mirrored(t))
	t.Cleanup(server.Close)
	p := &page{t: t, ctx: browser.New(t), url: server.URL}
	p.visit(p.url + "/")
	p.wait(archiveList + `.querySelectorAll("button[data-log]").length === 11`)
	p.shot("archive", 1440, "light")
	p.shot("archive", 390, "dark")
	for _, fault := range [][2]string{
		{"wrong", "is not the log of the list: its SHA-256 begins with"},
		{"slow", mirrortest.Late},
		{"dead", "dead.example can't be reached"},
		{"huge", "has 268435457 bytes for huge.swf"},
		{"short", "bytes for short.swf, the list of logs"},
		{"moved", "at another address now"},
	} {
		p.take(fault[0])
		p.wait(archiveList + `.querySelector("[role=status]").textContent.includes("` + fault[1] + `")`)
		require.Equal(t, "empty", p.state())
	}
	p.take("sound")
	p.wait(`document.querySelector("main").dataset.state !== "empty"`)
	p.wait(`document.querySelector("main").innerText.includes("sound")`)
	p.press("Ask")
	p.waitState("done")
	require.NotEmpty(t, p.text("#decide-answer"))
}

// In workerd, as at the edge: the platform serves the page, the worker the log.
func TestTheEdgeServesThePageAndOnePressTakesALog(t *testing.T) {
	fixture.Long(t)
	p := &page{t: t, ctx: browser.New(t), url: edgetest.Start(t, mirrortest.Serve(t), told(t))}
	p.visit(p.url + "/")
	p.wait(archiveList + `.querySelectorAll("button[data-log]").length === 11`)
	p.take("sound")
	p.wait(`document.querySelector("main").innerText.includes("sound")`)
	p.press("Ask")
	p.waitState("done")
	require.NotEmpty(t, p.text("#decide-answer"))
}

func TestThePlainPageAsksForNoArchive(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
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
	button := archiveList + `.querySelector("button[data-log='` + log + `.swf']")`
	p.wait(`!` + button + `.disabled`) // one is loaded at a time
	eval[bool](p, `(`+button+`.click(), true)`)
}
