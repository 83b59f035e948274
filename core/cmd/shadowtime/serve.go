package main

import (
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
)

func serveVerb() verb {
	return verb{
		name: "serve", args: "",
		short: "serve the built page to this machine's browser",
		examples: []string{
			"shadowtime serve",
			"shadowtime serve --addr 127.0.0.1:9000",
		},
		run: runServe,
	}
}

// built are the files without which there is no page.
var built = []string{"index.html", "shadowtime.wasm.gz", "wasm_exec.js"}

func runServe(c *call) error {
	addr := c.flags.String("addr", "127.0.0.1:8080", "`address` to listen on")
	dir := c.flags.String("dir", "public", "`folder` of the built page")
	next := c.flags.Bool("next", false, "use the next free port when the port is taken")
	if _, err := c.parse(0); err != nil {
		return err
	}
	for _, name := range built {
		if _, err := os.Stat(filepath.Join(*dir, name)); err != nil {
			return fmt.Errorf("%s is missing in %s: run ./build.sh build first, in the project's folder", name, *dir)
		}
	}
	l, err := listen(*addr, *next, c)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "Shadowtime is on http://%s/\n(end it with Ctrl-C)\n", l.Addr())
	server := &http.Server{Handler: Handler(*dir)}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		server.Close()
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// listen opens the address; a taken port is said, and with next the following
// ones are tried.
func listen(addr string, next bool, c *call) (net.Listener, error) {
	host, portText, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, usef("--addr %q: write host:port, as in 127.0.0.1:8080", addr)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 65535 {
		return nil, usef("--addr %q: the port is a number from 0 to 65535", addr)
	}
	for tries := 0; ; tries++ {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return nil, err
		}
		if !next || tries == 100 || port == 65535 {
			return nil, fmt.Errorf("port %d is taken: give another with --addr, or --next to use the next free one", port)
		}
		fmt.Fprintf(c.stderr, "port %d is taken, trying %d\n", port, port+1)
		port++
	}
}

// Handler serves the page's folder as any static host would, with the types
// named, so that a machine without a MIME table serves it alike.
func Handler(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch filepath.Ext(r.URL.Path) {
		case ".gz":
			w.Header().Set("Content-Type", "application/octet-stream")
		case ".js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		case ".md":
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		default:
			if t := mime.TypeByExtension(filepath.Ext(r.URL.Path)); t != "" {
				w.Header().Set("Content-Type", t)
			}
		}
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}
