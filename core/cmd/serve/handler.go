package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"strings"
	"time"

	"shadowtime/core/job/mirror"
)

// Bounds of a request to the page's server.
const (
	maxHeader  = 32 << 10
	maxURL     = 8 << 10
	headerTime = 10 * time.Second
	readTime   = 30 * time.Second
	writeTime  = 10 * time.Minute // for the slowest line that loads the page
	idleTime   = 2 * time.Minute
)

// server serves a folder at an address that is listened on.
func server(h http.Handler) *http.Server {
	return &http.Server{Handler: h, MaxHeaderBytes: maxHeader, ReadHeaderTimeout: headerTime, ReadTimeout: readTime,
		WriteTimeout: writeTime, IdleTimeout: idleTime}
}

// Site is the page's folder as any static host would serve it, and no more: files
// in the folder (no link leads out of it), none that begins with a dot, no lists
// of files.
type Site struct {
	Dir    string
	Addr   string         // that is listened on: besides loopback names the only host answered for
	Frames string         // origins that may show the page in a frame, as in a policy's frame-ancestors
	Mirror *mirror.Mirror // passes public logs through; nil: there is none, and the page does not ask
}

// Handler serves the site, and lets go of its folder with done.
func (s Site) Handler() (h http.Handler, done func() error, err error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, nil, err
	}
	inside := root.FS()
	var told http.Handler
	if s.Mirror != nil {
		if told, err = s.told(inside); err != nil {
			return nil, nil, errors.Join(err, root.Close())
		}
	}
	files := http.FileServerFS(inside)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		for _, h := range mirror.Headers(s.Frames) {
			header.Set(h[0], h[1])
		}
		if status, words := s.refuse(r, inside); status != 0 {
			if status == http.StatusMethodNotAllowed {
				header.Set("Allow", "GET, HEAD")
			}
			http.Error(w, words, status)
			return
		}
		if t := typeOf(r.URL.Path); t != "" {
			header.Set("Content-Type", t)
		}
		if s.mirrored(r.URL.Path) {
			told.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}), root.Close, nil
}

// told serves what a site with an archive has more: the page that is told of it, the
// script that lists its logs, and the logs.
func (s Site) told(files fs.FS) (http.Handler, error) {
	html, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(files, "sw.js"); err == nil {
		return nil, fmt.Errorf("%s holds sw.js, which keeps a page that knows of no archive: serve public with --archive", s.Dir)
	}
	page, err := mirror.Page(string(html))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Dir, err)
	}
	began := time.Now()
	text := func(name, content string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", typeOf(name))
			http.ServeContent(w, r, name, began, strings.NewReader(content))
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/", s.Mirror)
	mux.Handle("/{$}", text("index.html", page))
	mux.Handle("/index.html", text("index.html", page))
	mux.Handle("/"+mirror.ScriptName, text(mirror.ScriptName, string(mirror.Script)))
	return mux, nil
}

// mirrored says whether a path is answered by what told makes.
func (s Site) mirrored(at string) bool {
	return s.Mirror != nil && (at == "/" || at == "/index.html" || at == "/"+mirror.ScriptName || mirror.Answers(at))
}

// refuse is the status, and the words, of a request that is not answered; 0 of one
// that is.
func (s Site) refuse(r *http.Request, files fs.FS) (int, string) {
	switch {
	case !s.answersFor(r.Host):
		return http.StatusMisdirectedRequest, fmt.Sprintf("This server answers for localhost and %s, not for %q: start it with the "+
			"address it is to be reached by.", s.Addr, r.Host)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return http.StatusMethodNotAllowed, "Only GET and HEAD: nothing is taken here, logs stay in the browser."
	case len(r.URL.RequestURI()) > maxURL:
		return http.StatusRequestURITooLong, fmt.Sprintf("The address has more than %d bytes.", maxURL)
	case !strings.HasPrefix(r.URL.Path, "/") || strings.ContainsAny(r.URL.Path, "\x00\\"):
		return http.StatusBadRequest, "The address names no file."
	}
	for part := range strings.SplitSeq(r.URL.Path, "/") {
		if strings.HasPrefix(part, ".") {
			return http.StatusNotFound, "There is no such file."
		}
	}
	if s.mirrored(r.URL.Path) {
		return 0, ""
	}
	name := strings.Trim(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "."
	}
	if info, err := fs.Stat(files, name); err != nil {
		return http.StatusNotFound, "There is no such file."
	} else if !info.IsDir() && !info.Mode().IsRegular() { // a pipe or a device would hold the answer, or never end
		return http.StatusNotFound, "There is no such file."
	} else if info.IsDir() {
		if _, err := fs.Stat(files, path.Join(name, "index.html")); err != nil {
			return http.StatusNotFound, "There is no such file: folders are not listed."
		}
	}
	return 0, ""
}

// answersFor says whether a request's host is one of the server's: a page of
// another name that resolves to this machine is not.
func (s Site) answersFor(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.Trim(hostport, "[]")
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	bound, _, _ := net.SplitHostPort(s.Addr)
	if strings.EqualFold(host, bound) {
		return true
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	if ip.IsLoopback() {
		return true
	}
	every, err := netip.ParseAddr(bound)
	return bound == "" || err == nil && every.IsUnspecified() // all of the machine's own addresses
}

// typeOf names the types that the page needs, so that a machine without a table
// of them serves it alike.
func typeOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".gz", ".zst":
		return "application/octet-stream"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".md":
		return "text/plain; charset=utf-8"
	default:
		return mime.TypeByExtension(ext)
	}
}
