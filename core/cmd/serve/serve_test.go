package serve

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/job/mirror"
	"shadowtime/core/job/mirrortest"
)

// visited is what a site answers to one request.
func visited(t *testing.T, s Site, method, host, target string) *http.Response {
	t.Helper()
	h, done, err := s.Handler()
	require.NoError(t, err)
	defer done()
	r := httptest.NewRequest(method, "http://127.0.0.1/", nil)
	r.Host, r.URL.Path, r.RequestURI = host, target, target
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestASiteGivesItsFilesAndNoOthers(t *testing.T) {
	dir := builtFolder(t)
	outside := filepath.Join(t.TempDir(), "secret.txt")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link.txt")))
	require.NoError(t, os.Symlink(filepath.Dir(outside), filepath.Join(dir, "away")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".hidden"), []byte("secret"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "listed"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "listed", "a.txt"), []byte("a"), 0o600))
	s := Site{Dir: dir, Addr: "127.0.0.1:8080", Frames: "'self'"}
	for _, c := range []struct {
		status               int
		method, host, target string
	}{
		{200, "GET", "127.0.0.1:8080", "/"},
		{200, "HEAD", "localhost:8080", "/shadowtime.wasm.zst"},
		{200, "GET", "[::1]:8080", "/listed/a.txt"},
		{404, "GET", "localhost", "/listed/"},
		{404, "GET", "localhost", "/listed"},
		{404, "GET", "localhost", "/link.txt"},
		{404, "GET", "localhost", "/away/secret.txt"},
		{404, "GET", "localhost", "/.hidden"},
		{404, "GET", "localhost", "/../" + filepath.Base(outside)},
		{404, "GET", "localhost", "/listed/../../secret.txt"},
		{404, "GET", "localhost", "/none"},
		{400, "GET", "localhost", "/a\x00b"},
		{400, "GET", "localhost", `/..\secret.txt`},
		{414, "GET", "localhost", "/" + strings.Repeat("a", maxURL)},
		{405, "POST", "localhost", "/"},
		{405, "PUT", "localhost", "/index.html"},
		{405, "DELETE", "localhost", "/index.html"},
		{421, "GET", "evil.example", "/"},
		{421, "GET", "192.0.2.7:8080", "/"},
		{421, "GET", "", "/"},
	} {
		r := visited(t, s, c.method, c.host, c.target)
		require.Equal(t, c.status, r.StatusCode, "%s %s %.40q", c.method, c.host, c.target)
		require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
		require.Contains(t, r.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'")
		require.Equal(t, "no-referrer", r.Header.Get("Referrer-Policy"))
	}
	require.Equal(t, "GET, HEAD", visited(t, s, "POST", "localhost", "/").Header.Get("Allow"))
	s.Addr = "[::]:8080"
	require.Equal(t, 200, visited(t, s, "GET", "192.0.2.7:8080", "/").StatusCode, "bound to all of the machine's addresses")
	require.Equal(t, 421, visited(t, s, "GET", "evil.example", "/").StatusCode, "names are not addresses")
}

func TestFramesNameOrigins(t *testing.T) {
	for text, want := range map[string]string{
		"self": "'self'", "any": "*", "https://a.example, http://b.example:81": "'self' https://a.example http://b.example:81",
	} {
		got, err := framers(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"", "a.example", "ftp://a.example", "https://a.example/x", "https://a.example; script-src *",
		"https://a.example'"} {
		_, err := framers(text)
		require.ErrorContains(t, err, "write self, any, or origins", text)
	}
}

func TestTheServersPolicyIsThePages(t *testing.T) {
	page, err := os.ReadFile("../../../public/index.html")
	require.NoError(t, err)
	m := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
	require.NotNil(t, m)
	require.Equal(t, string(m[1]), mirror.Policy)
	for _, part := range strings.Split(mirror.Policy, "; ") {
		if strings.HasPrefix(part, "script-src ") || strings.HasPrefix(part, "worker-src ") {
			require.NotRegexp(t, `'unsafe-eval'|'unsafe-inline'|blob:|data:|\*|https?:`, part, "nothing runs but the page's own files")
		}
	}
	require.True(t, strings.HasPrefix(mirror.Policy, "default-src 'none'; "))
}

// With nosniff a browser takes a type at its word.
func TestFilesComeWithTheTypesThatThePageNeeds(t *testing.T) {
	dir := t.TempDir()
	s := Site{Dir: dir, Addr: "127.0.0.1:8080", Frames: "'self'"}
	for name, want := range map[string]string{
		"index.html": "text/html", "style.css": "text/css", "boot.js": "text/javascript", "icon.svg": "image/svg+xml",
		"shadowtime.wasm.zst": "application/octet-stream", "manifest.webmanifest": "application/manifest+json",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("a"), 0o600))
		if name == "index.html" {
			name = ""
		}
		require.Contains(t, visited(t, s, "GET", "localhost", "/"+name).Header.Get("Content-Type"), want, name)
	}
}

func TestAnArchiveIsServedBesideThePageThatIsToldOfIt(t *testing.T) {
	fixture.Long(t)
	dir := builtFolder(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("<head></head><body></body>"), 0o600))
	m := &mirror.Mirror{List: mirrortest.List(), Frames: "'self'", Fetch: mirrortest.Fetch(mirrortest.Serve(t)),
		Patience: mirrortest.Patience}
	h, done, err := Site{Dir: dir, Addr: "127.0.0.1:8080", Frames: "'self'", Mirror: m}.Handler()
	require.NoError(t, err)
	defer done()
	server := httptest.NewServer(h)
	defer server.Close()
	mirrortest.Holds(t, server.URL, http.DefaultTransport.RoundTrip)
	for _, name := range []string{"/", "/index.html"} {
		r := visited(t, Site{Dir: dir, Addr: "127.0.0.1:8080", Frames: "'self'", Mirror: m}, "GET", "localhost", name)
		text, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Contains(t, string(text), `<meta name="shadowtime-archive" content="archive/index.json">`)
	}
	plain := Site{Dir: dir, Addr: "127.0.0.1:8080", Frames: "'self'"}
	for _, path := range []string{"/archive/index.json", "/archive/sound.swf", "/healthz", "/archive.js"} {
		require.Equal(t, 404, visited(t, plain, "GET", "localhost", path).StatusCode)
		require.Equal(t, 421, visited(t, Site{Dir: dir, Addr: "127.0.0.1:8080", Mirror: m}, "GET", "evil.example", path).StatusCode)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sw.js"), nil, 0o600))
	_, _, err = Site{Dir: dir, Mirror: m}.Handler()
	require.ErrorContains(t, err, "keeps a page that knows of no archive")
}

func TestATakenPortIsSaidAndTheNextOneUsed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	var errs bytes.Buffer
	c := &cli.Call{Stderr: &errs}
	_, err = listen(taken.Addr().String(), false, c)
	require.ErrorContains(t, err, "port "+strconv.Itoa(port)+" is taken")
	l, err := listen(taken.Addr().String(), true, c)
	require.NoError(t, err)
	defer l.Close()
	require.Contains(t, errs.String(), "port "+strconv.Itoa(port)+" is taken")
	require.Greater(t, l.Addr().(*net.TCPAddr).Port, port)
}

func builtFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range built {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f), nil, 0o644))
	}
	return dir
}

// A pipe or a device is no file: reading it would never end.
func TestAPipeIsNoFile(t *testing.T) {
	dir := builtFolder(t)
	if err := exec.Command("mkfifo", filepath.Join(dir, "pipe.txt")).Run(); err != nil {
		t.Skip("no mkfifo here: ", err)
	}
	s := Site{Dir: dir, Addr: "127.0.0.1:8080", Frames: "'self'"}
	require.Equal(t, 404, visited(t, s, "GET", "localhost", "/pipe.txt").StatusCode)
}
