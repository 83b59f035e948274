package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
	"shadowtime/wasm/browser"
)

// host serves a folder below a sub-path, as brotli where it may, and can be cut
// off. It keeps its port meanwhile: another program could take it.
type host struct {
	t      *testing.T
	dir    string
	server *httptest.Server
	addr   string

	mu    sync.Mutex
	asked []string
	sent  map[string]bool // as brotli
}

// door is where a host listens. Who comes while it is shut is sent away unheard.
type door struct {
	net.Listener
	shut atomic.Bool
}

func (d *door) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil || !d.shut.Load() {
			return c, err
		}
		_ = c.Close()
	}
}

const below = "/course/lab/"

func (h *host) start() {
	h.t.Helper()
	files, policy := http.FileServer(http.Dir(h.dir)), policyOf(h.t, h.dir)
	h.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, below)
		h.mu.Lock()
		defer h.mu.Unlock()
		h.asked = append(h.asked, name)
		w.Header().Set("Cache-Control", "max-age=3600") // as hosts send
		w.Header().Set("Content-Security-Policy", policy)
		if text, err := os.ReadFile(filepath.Join(h.dir, name)); err == nil {
			w.Header().Set("Etag", `"`+hash(text)+`"`)
		}
		if packed, err := os.ReadFile(filepath.Join(h.dir, name+".br")); err == nil &&
			strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
			h.sent[name] = true
			w.Header().Set("Content-Encoding", "br")
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
			_, _ = w.Write(packed)
			return
		}
		http.StripPrefix(below, files).ServeHTTP(w, r)
	}))
	h.server.Listener = &door{Listener: h.server.Listener}
	h.server.Start()
	h.t.Cleanup(h.server.Close)
	h.addr = h.server.Listener.Addr().String()
}

// cut is a network that fails from now on, until mend.
func (h *host) cut() {
	h.server.Listener.(*door).shut.Store(true)
	h.server.CloseClientConnections()
}

func (h *host) mend() { h.server.Listener.(*door).shut.Store(false) }

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// since is what was asked for since the last time.
func (h *host) since() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	asked := h.asked
	h.asked = nil
	return asked
}

// deploy changes a file and, where it is whole, the hash by which it is known.
func (h *host) deploy(name, more string, whole bool) {
	h.t.Helper()
	at := filepath.Join(h.dir, name)
	old, err := os.ReadFile(at)
	require.NoError(h.t, err)
	require.NoError(h.t, os.WriteFile(at, append(old, more...), 0o644))
	sw := filepath.Join(h.dir, "sw.js")
	for _, packed := range []string{at, sw} {
		require.NoError(h.t, os.Remove(packed+".br"))
	}
	worker, err := os.ReadFile(sw)
	require.NoError(h.t, err)
	require.Contains(h.t, string(worker), hash(old))
	other := hash(append(old, more...))
	if !whole {
		other = hash(nil)
	}
	require.NoError(h.t, os.WriteFile(sw, []byte(strings.Replace(string(worker), hash(old), other, 1)), 0o644))
}

func (p *page) offline(words string) {
	p.t.Helper()
	p.wait(`document.getElementById("offline").textContent.includes("` + words + `")`)
}

func (p *page) visit(url string) {
	p.t.Helper()
	p.do(chromedp.Navigate(url))
	p.wait(`document.querySelector("main") && !document.getElementById("starting")`)
}

// beside opens a tab beside the page's, with the same storage.
func (p *page) beside() *page {
	p.t.Helper()
	return &page{t: p.t, ctx: browser.Beside(p.t, p.ctx), url: p.url}
}

// damages a file where it is kept: it is fetched again.
func (h *host) damages(p *page, url string) {
	h.t.Helper()
	h.mend()
	entry := `caches.keys().then(async names => { const cache = await caches.open(names[0]), key = "` + url + `?sha256=` +
		hash(must(os.ReadFile(filepath.Join(h.dir, "style.css")))) + `"; `
	eval[bool](p, entry+`await cache.put(key, new Response("damaged", {headers: (await cache.match(key)).headers})); return true })`)
	p.visit(url)
	require.NotEqual(h.t, "damaged", eval[string](p, entry+`return (await cache.match(key)).text() })`))
	require.NotEmpty(h.t, eval[string](p, `getComputedStyle(document.documentElement).getPropertyValue("--ink")`))
	h.cut()
}

func TestTheHostedPageWorksWithoutNetworkAndChangesWhenAsked(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	h := &host{t: t, dir: t.TempDir(), sent: map[string]bool{}}
	require.NoError(t, os.CopyFS(h.dir, os.DirFS(filepath.Join(dist(t), "site"))))
	h.start()
	url := "http://" + h.addr + below
	p := &page{t: t, ctx: browser.New(t), url: url}
	p.listen()

	p.visit(url)
	p.offline("Kept in this browser")
	p.shots("offline-kept")
	p.lookAt("kept")
	r, err := chromedp.Call(p.ctx, cdppage.GetInstallabilityErrors, cdp.Empty{})
	require.NoError(t, err)
	for _, e := range r.InstallabilityErrors {
		require.Equal(t, "in-incognito", e.ErrorID) // which a tab of tests is
	}

	require.Contains(t, h.sent, "shadowtime.wasm.zst", "the program came as brotli, unpacked")

	h.cut()
	p.visit(url + "?demo=sample&weeks=4&resamples=2")
	p.waitState("done")
	p.requireSame("--weeks", "4", "--resamples", "2", sample(t, ui.SampleJobs, ui.SampleSeed))
	p.do(chromedp.Navigate(url + "docs/method.html"))
	p.wait(`document.querySelector("h1").textContent === "How results are defined"`)
	p.do(chromedp.Navigate(url + "docs/"))
	p.wait(`document.querySelector("h1").textContent === "Documentation"`)
	p.visit(url)

	h.damages(p, url)

	// a version whose files are not what it says is not taken
	h.deploy("style.css", ":root { --of: broken }", false)
	h.since()
	h.mend()
	update := `navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => true, () => true)`
	eval[bool](p, update)
	eval[bool](p,
		`navigator.serviceWorker.getRegistration().then(r => new Promise(done => { const w = r.installing ?? r.waiting, look = () => { if (!w || w.state === "redundant") done(true) };
			w?.addEventListener("statechange", look); look() }))`)
	p.offline("Kept in this browser")

	// one that is: what it has in common with the old one is not fetched again
	require.NoError(t, os.RemoveAll(h.dir))
	require.NoError(t, os.CopyFS(h.dir, os.DirFS(filepath.Join(dist(t), "site"))))
	h.deploy("style.css", ":root { --of: second }", true)
	h.since()
	eval[bool](p, update)
	p.offline("A new version is ready")
	asked := slices.DeleteFunc(h.since(), func(name string) bool { return name == "sw.js" }) // which a browser asks for when it likes
	require.Equal(t, []string{"style.css"}, asked)
	p.shots("offline-news")
	p.lookAt("a new version is ready")
	version := `getComputedStyle(document.documentElement).getPropertyValue("--of").trim()`
	p.press("Later")
	p.offline("Kept in this browser")
	p.visit(url)
	require.Equal(t, "", eval[string](p, version))
	p.offline("A new version is ready")
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		// Chromium lets a version take over once the one before has nothing left to do,
		// which can take minutes.
		t.Log("(SHADOWTIME_CAMPAIGNS is not set: that a new version takes over when asked is not tried)")
		return
	}
	other := p.beside()
	other.visit(url)
	eval[bool](p, `(window.before = true)`)
	p.press("Reload now")
	p.wait(`!window.before && document.querySelector("main") && !document.getElementById("starting")`)
	other.offline("Another tab has changed to the new version")
	require.Equal(t, "", eval[string](other, version), "what is open stays as it is")
	require.Equal(t, "second", eval[string](p, version))
	p.offline("Kept in this browser")

	// the switch
	p.press("Keep it no longer")
	p.offline("Not kept")
	held := `Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(l => l[0].map(r => "registered at " + r.scope).concat(l[1]))`
	require.Empty(t, eval[[]string](p, held))
	p.visit(url)
	p.offline("Not kept")
	require.Empty(t, eval[[]string](p, held))
	p.press("Keep it for use without network")
	p.offline("Kept in this browser")
	require.Len(t, eval[[]string](p, held), 2)
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Empty(t, p.failures)
}
