package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"shadowtime/core/base/jsontext"
)

// Policy is what the page may load and run.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; " +
	"connect-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'"

// Headers are those of every answer, the page's files among them; frames are the
// origins that may show the page in a frame.
func Headers(frames string) [][2]string {
	return [][2]string{
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Content-Security-Policy", Policy + "; frame-ancestors " + frames},
		{"Cache-Control", "no-cache"}, // kept, and asked for anew
	}
}

const (
	indexName  = "index.json"
	patience   = 20 * time.Second // until a source begins to answer
	passTime   = 5 * time.Minute  // until its log has passed
	cacheWords = "public, max-age=3600"
)

// Fetch asks a source. It follows no redirect: the list names where logs are.
type Fetch func(*http.Request) (*http.Response, error)

// Mirror answers for /archive/ and /healthz.
type Mirror struct {
	List     List
	Frames   string // origins that may frame the page
	Fetch    Fetch
	Patience time.Duration                            // 0: 20 s
	Bodyless func(w http.ResponseWriter, bytes int64) // answers HEAD where the platform needs more than a header; nil: it does not
	Check    bool                                     // a log that is not the list's is broken off; elsewhere the page alone sees to it

	lock sync.Mutex
	busy map[string]int // how much is asked of a host
}

// most is how much is asked of a host at a time.
const most = 8

// enter says whether one more may be asked of a host, and counts it.
func (m *Mirror) enter(host string) bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.busy == nil {
		m.busy = map[string]int{}
	}
	if m.busy[host] >= most {
		return false
	}
	m.busy[host]++
	return true
}

func (m *Mirror) leave(host string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.busy[host]--
}

// Answers says whether a path is the mirror's.
func Answers(path string) bool {
	return path == "/healthz" || path == "/archive" || strings.HasPrefix(path, "/archive/")
}

func (m *Mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, h := range Headers(m.Frames) {
		w.Header().Set(h[0], h[1])
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		m.say(w, r, http.StatusMethodNotAllowed, "Only GET and HEAD: nothing is taken here, logs stay in the browser.")
		return
	}
	name, below := strings.CutPrefix(r.URL.Path, "/archive/")
	source, known := m.List.named(name)
	switch {
	case r.URL.Path == "/healthz":
		m.say(w, r, http.StatusOK, "well")
	case below && name == indexName:
		m.write(w, r, http.StatusOK, "application/json", m.List.Index())
	case below && known:
		m.log(w, r, source)
	default:
		m.say(w, r, http.StatusNotFound, "There is no such log: archive/index.json lists those that are.")
	}
}

// log passes a log through. What the list knows answers what needs no log.
func (m *Mirror) log(w http.ResponseWriter, r *http.Request, s Source) {
	tag := `"` + s.Digest + `"`
	if isOne(r.Header.Values("If-None-Match"), tag) {
		found(w.Header(), tag)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method == http.MethodHead {
		found(w.Header(), tag)
		m.bodyless(w, "application/octet-stream", s.Bytes)
		return
	}
	u, _ := url.Parse(s.URL)
	if !m.enter(u.Host) {
		w.Header().Set("Retry-After", "10")
		m.say(w, r, http.StatusServiceUnavailable, u.Host+" is asked for "+strconv.Itoa(most)+" logs already: try again in a moment.")
		return
	}
	defer m.leave(u.Host)
	ctx, stop := context.WithTimeout(r.Context(), passTime)
	defer stop()
	answer, status, words := m.ask(ctx, s)
	if status != 0 {
		m.say(w, r, status, words)
		return
	}
	defer answer.Body.Close()
	found(w.Header(), tag)
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(s.Bytes, 10))
	// as it is and not bounded by a reader of ours: a platform may pass the stream
	// itself, and the length that both sides were told bounds it
	var to io.Writer = w
	if m.Check {
		to = &checked{to: w, sum: sha256.New(), left: s.Bytes, want: s.Digest}
	}
	if _, err := io.Copy(to, answer.Body); err != nil {
		panic(http.ErrAbortHandler) // the header is sent: what can be told is that it broke off
	}
}

// checked passes bytes on, the last of them once their digest is the list's.
type checked struct {
	to   io.Writer
	sum  hash.Hash
	left int64
	want string
}

var errOther = errors.New("its SHA-256 is another than the list's")

func (c *checked) Write(b []byte) (int, error) {
	c.sum.Write(b)
	if c.left -= int64(len(b)); c.left <= 0 && hex.EncodeToString(c.sum.Sum(nil)) != c.want {
		return 0, errOther
	}
	return c.to.Write(b)
}

func found(h http.Header, tag string) {
	h.Set("ETag", tag)
	h.Set("Cache-Control", cacheWords)
}

// isOne says whether a condition names the tag.
func isOne(values []string, tag string) bool {
	for _, v := range values {
		for one := range strings.SplitSeq(v, ",") {
			if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
				return true
			}
		}
	}
	return false
}

type answered struct {
	answer *http.Response
	err    error
}

// ask is a source's answer, or the status and words of why there is none. Not every
// platform's fetch heeds a context: time is kept here.
func (m *Mirror) ask(ctx context.Context, s Source) (*http.Response, int, string) {
	u, _ := url.Parse(s.URL)
	host := u.Host
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return nil, http.StatusBadGateway, "The address of " + s.Name + " is none that can be asked: see the list of logs."
	}
	// a packed transfer would unpack to other bytes than the list's
	ask.Header.Set("Accept-Encoding", "identity")
	came := make(chan answered, 1)
	go func() {
		answer, err := m.Fetch(ask)
		came <- answered{answer, err}
	}()
	wait := m.Patience
	if wait == 0 {
		wait = patience
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		go func() { // what comes too late is let go
			if late := <-came; late.err == nil {
				late.answer.Body.Close()
			}
		}()
		return nil, http.StatusGatewayTimeout, host + " did not begin to send " + s.Name + " within " + strconv.FormatFloat(wait.Seconds(),
			'f', -1, 64) + " seconds: try later, or get the log there and drop it."
	case a := <-came:
		if a.err != nil {
			return nil, http.StatusBadGateway, unreached(s, host)
		}
		if words := wrong(a.answer, s, host); words != "" {
			a.answer.Body.Close()
			return nil, http.StatusBadGateway, words
		}
		return a.answer, 0, ""
	}
}

func unreached(s Source, host string) string {
	return host + " can't be reached for " + s.Name + ": try later, or get the log there and drop it."
}

// wrong says why an answer is not the log of the list.
func wrong(a *http.Response, s Source, host string) string {
	packed := a.Header.Get("Content-Encoding")
	length, err := strconv.ParseInt(a.Header.Get("Content-Length"), 10, 64)
	switch {
	case a.StatusCode >= 300 && a.StatusCode < 400:
		return host + " has " + s.Name + " at another address now: the list of logs needs it."
	case a.StatusCode >= 520 && a.StatusCode <= 530: // Cloudflare's own words for it
		return unreached(s, host)
	case a.StatusCode != http.StatusOK:
		return host + " answers " + strconv.Itoa(a.StatusCode) + " for " + s.Name + ": try later, or get the log there and drop it."
	case packed != "" && packed != "identity" && packed != "x-gzip": // that is said of a .gz that is sent as it is
		return host + " sends " + s.Name + " packed for the way (" + jsontext.Short(packed) +
			"): the list of logs needs an address that sends the file as it is."
	case err != nil:
		return host + " does not say how long " + s.Name + " is: the list of logs needs an address that does."
	case length != s.Bytes:
		return host + " has " + strconv.FormatInt(length, 10) + " bytes for " + s.Name + ", the list of logs " + strconv.FormatInt(s.Bytes,
			10) + ": the log there has changed, or the list is wrong."
	}
	return ""
}

func (m *Mirror) say(w http.ResponseWriter, r *http.Request, status int, words string) {
	m.write(w, r, status, "text/plain; charset=utf-8", []byte(words+"\n"))
}

func (m *Mirror) write(w http.ResponseWriter, r *http.Request, status int, kind string, text []byte) {
	if r.Method == http.MethodHead && status == http.StatusOK {
		m.bodyless(w, kind, int64(len(text)))
		return
	}
	w.Header().Set("Content-Type", kind)
	if r.Method == http.MethodHead {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	w.Write(text)
}

// bodyless answers HEAD with the length of what GET would bring.
func (m *Mirror) bodyless(w http.ResponseWriter, kind string, bytes int64) {
	w.Header().Set("Content-Type", kind)
	if m.Bodyless != nil {
		m.Bodyless(w, bytes)
		return
	}
	w.Header().Set("Content-Length", strconv.FormatInt(bytes, 10))
	w.WriteHeader(http.StatusOK)
}
