// Package mirrortest is an archive with every fault, and what a mirror of it is to
// answer, wherever it runs.
package mirrortest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/mirror"
)

// Patience is how long a mirror under test waits for a source: many times what a sound one takes on a slow machine.
const Patience = 5 * time.Second

// Late is what is said of a source that takes longer.
var Late = fmt.Sprintf("did not begin to send slow.swf within %g seconds", Patience.Seconds())

// Large is the size of the largest log that passes.
const Large = 30 << 20

// Log is a log that the page can replay: 400 jobs on 64 processors, over ten weeks.
func Log() []byte {
	var b bytes.Buffer
	b.WriteString("; Version: 2.2\n; UnixStartTime: 843480031\n; MaxProcs: 64\n")
	for i := range 400 {
		procs, run := 1+i*7%64, 600+i*977%40000
		fmt.Fprintf(&b, "%d %d -1 %d %d -1 -1 %d %d -1 1 %d 1 -1 1 -1 -1 -1\n", i+1, i*15000, run, procs, procs, 2*run, 1+i%9)
	}
	return b.Bytes()
}

func large() []byte { return bytes.Repeat([]byte("; thirty-two bytes of a large log"[:32]), Large/32) }

// List is of the faulty archive; each log is named for its fault.
func List() mirror.List {
	text := Log()
	source := func(name string, content []byte) mirror.Source {
		sum := sha256.Sum256(content)
		return mirror.Source{Name: name, URL: "https://archive.example/" + name, Bytes: int64(len(content)),
			Digest: hex.EncodeToString(sum[:]), Title: "A log: " + name, Citation: "Nobody, 1996"}
	}
	list := mirror.List{source("sound.swf", text), source("large.swf", large()), source("wrong.swf", text)}
	for _, fault := range []string{"slow.swf", "failing.swf", "moved.swf", "short.swf", "huge.swf", "unsaid.swf", "packed.swf"} {
		list = append(list, source(fault, text))
	}
	dead := source("dead.swf", text)
	dead.URL = "https://dead.example/dead.swf"
	return append(list, dead)
}

// ListText is the list as a file.
func ListText() string {
	entries := make([]string, 0, len(List()))
	for _, s := range List() {
		entries = append(entries, fmt.Sprintf(`{"name": %q, "url": %q, "bytes": %d, "sha256": %q, "title": %q, "citation": %q}`, s.Name,
			s.URL, s.Bytes, s.Digest, s.Title, s.Citation))
	}
	return `{"logs": [` + strings.Join(entries, ",\n") + `]}`
}

// Archive is the faulty archive.
func Archive() http.Handler {
	text, long := Log(), large()
	wrong := bytes.Replace(text, []byte("MaxProcs: 64"), []byte("MaxProcs: 32"), 1)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		send := func(said int, content []byte) {
			w.Header().Set("Content-Length", strconv.Itoa(said))
			w.Write(content)
		}
		switch strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/"), ".swf") {
		case "sound":
			send(len(text), text)
		case "large":
			send(len(long), long)
		case "wrong":
			send(len(wrong), wrong)
		case "slow":
			select {
			case <-r.Context().Done():
			case <-time.After(2 * Patience):
			}
		case "moved":
			http.Redirect(w, r, "/sound.swf", http.StatusFound)
		case "short":
			send(len(text)/2, text[:len(text)/2])
		case "huge":
			send(mirror.MaxLog+1, text)
		case "unsaid":
			w.(http.Flusher).Flush()
			w.Write(text)
		case "packed":
			w.Header().Set("Content-Encoding", "gzip")
			send(len(text), text)
		default:
			http.Error(w, "out of order", http.StatusInternalServerError)
		}
	})
}

// Fetch asks the archive at a test's address for what is https elsewhere.
func Fetch(archive string) mirror.Fetch {
	at, _ := url.Parse(archive)
	return func(r *http.Request) (*http.Response, error) {
		if r.URL.Host == "dead.example" {
			return nil, io.ErrUnexpectedEOF
		}
		there := r.Clone(r.Context())
		there.URL.Scheme, there.URL.Host, there.Host = at.Scheme, at.Host, at.Host
		return http.DefaultTransport.RoundTrip(there)
	}
}

// Serve is the faulty archive at an address, till the test ends.
func Serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(Archive())
	t.Cleanup(s.Close)
	return s.URL
}

type question struct {
	method, path, condition string
	status                  int
	says                    string // that the text holds
	bytes                   int64  // of the answer; of HEAD: said
}

// Holds asks a mirror of the faulty archive everything; ask sends a request and
// follows no redirect.
func Holds(t *testing.T, base string, ask func(*http.Request) (*http.Response, error)) {
	t.Helper()
	list := List()
	sound := list[0]
	for _, q := range []question{
		{method: "GET", path: "/healthz", status: 200, says: "well"},
		{method: "GET", path: "/archive/index.json", status: 200, says: `"host":"archive.example"`, bytes: int64(len(list.Index()))},
		{method: "HEAD", path: "/archive/index.json", status: 200, bytes: int64(len(list.Index()))},
		{method: "GET", path: "/archive/sound.swf", status: 200, says: "; Version: 2.2", bytes: sound.Bytes},
		{method: "GET", path: "/archive/large.swf", status: 200, bytes: Large},
		{method: "GET", path: "/archive/wrong.swf", status: 200, says: "MaxProcs: 32"}, // the page sees to it
		{method: "HEAD", path: "/archive/sound.swf", status: 200, bytes: sound.Bytes},
		{method: "HEAD", path: "/archive/dead.swf", status: 200, bytes: sound.Bytes}, // as the list says
		{method: "GET", path: "/archive/sound.swf", condition: `"` + sound.Digest + `"`, status: 304},
		{method: "GET", path: "/archive/sound.swf", condition: `"other", W/"` + sound.Digest + `"`, status: 304},
		{method: "GET", path: "/archive/sound.swf", condition: `"other"`, status: 200, bytes: sound.Bytes},
		{method: "GET", path: "/archive/slow.swf", status: 504, says: "archive.example " + Late +
			": try later, or get the log there and drop it."},
		{method: "GET", path: "/archive/dead.swf", status: 502, says: "dead.example can't be reached for dead.swf: try later"},
		{method: "GET", path: "/archive/failing.swf", status: 502, says: "archive.example answers 500 for failing.swf"},
		{method: "GET", path: "/archive/moved.swf", status: 502, says: "has moved.swf at another address now"},
		{method: "GET", path: "/archive/short.swf", status: 502, says: "the log there has changed, or the list is wrong"},
		{method: "GET", path: "/archive/huge.swf", status: 502, says: "archive.example has 268435457 bytes for huge.swf"},
		{method: "GET", path: "/archive/unsaid.swf", status: 502, says: "does not say how long unsaid.swf is"},
		{method: "GET", path: "/archive/packed.swf", status: 502, says: "packed for the way"},
		{method: "GET", path: "/archive/none.swf", status: 404, says: "There is no such log"},
		{method: "GET", path: "/archive/", status: 404, says: "There is no such log"},
		{method: "GET", path: "/archive/x%2f..%2fsound.swf", status: 404, says: "There is no such"},
		{method: "GET", path: "/archive/%2e%2e%2fhealthz", status: 404, says: "There is no such"},
		{method: "GET", path: "/archive/https:%2f%2fdead.example%2fx", status: 404, says: "There is no such log"},
		{method: "GET", path: "/archive/sound.swf%00", status: 0},
		{method: "POST", path: "/archive/sound.swf", status: 405, says: "Only GET and HEAD"},
		{method: "DELETE", path: "/healthz", status: 405, says: "Only GET and HEAD"},
	} {
		t.Run(q.method+" "+strings.TrimPrefix(q.path, "/")+" "+q.condition, func(t *testing.T) { q.holds(t, base, ask) })
	}
}

func (q question) holds(t *testing.T, base string, ask func(*http.Request) (*http.Response, error)) {
	r, err := http.NewRequest(q.method, base+q.path, nil)
	require.NoError(t, err)
	r.Header.Set("Accept-Encoding", "identity")
	if q.condition != "" {
		r.Header.Set("If-None-Match", q.condition)
	}
	answer, err := ask(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	if q.status == 0 { // refused, by whichever stands before
		require.GreaterOrEqual(t, answer.StatusCode, 400)
		return
	}
	require.Equal(t, q.status, answer.StatusCode, "%.200s", text)
	require.Contains(t, string(text[:min(len(text), 4096)]), q.says)
	if q.bytes > 0 {
		require.Equal(t, q.bytes, answer.ContentLength)
	}
	if q.bytes > 0 && q.method == "GET" {
		require.Len(t, text, int(q.bytes))
	}
	for _, h := range mirror.Headers("'self'")[:3] {
		require.Equal(t, h[1], answer.Header.Get(h[0]))
	}
	require.Empty(t, answer.Header.Get("Content-Encoding"))
	kept := strings.HasSuffix(q.path, ".swf") && (q.status == 200 || q.status == 304)
	require.Equal(t, kept, strings.HasPrefix(answer.Header.Get("Cache-Control"), "public, max-age"), "only logs are kept, no fault")
}
