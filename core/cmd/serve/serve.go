// Package serve serves the built page to this machine's browser, as any static host
// would, and no more than that; told of an archive it passes on its logs.
package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job/mirror"
)

// built are the files without which there is no page.
var built = []string{"index.html", "shadowtime.wasm.zst", "wasm_exec.js", "vugu.js"}

// Run is the verb: it serves until a signal ends it.
func Run(c *cli.Call) error {
	addr := c.Flags.String("addr", "127.0.0.1:8080", "`address` to listen on")
	dir := c.Flags.String("dir", "public", "`folder` of the built page")
	next := c.Flags.Bool("next", false, "use the next free port when the port is taken")
	frames := c.Flags.String("frames", "self", "`who` may show the page in a frame of theirs: self (this server alone), any, or origins "+
		"with commas, as in https://course.example.edu")
	archive := c.Flags.String("archive", "", "`file` that lists public logs, to pass them on to the page from where they are, as "+
		"wasm/edge/logs.example.json does")
	if _, err := c.Parse(0); err != nil {
		return err
	}
	ancestors, err := framers(*frames)
	if err != nil {
		return err
	}
	for _, name := range built {
		if _, err := os.Stat(filepath.Join(*dir, name)); err != nil {
			return fmt.Errorf("%s is missing in %s: run ./build.sh build first, in the project's folder", name, *dir)
		}
	}
	logs, err := mirrorOf(*archive, ancestors)
	if err != nil {
		return err
	}
	l, err := listen(*addr, *next, c)
	if err != nil {
		return err
	}
	site, done, err := Site{Dir: *dir, Addr: l.Addr().String(), Frames: ancestors, Mirror: logs}.Handler()
	if err != nil {
		return err
	}
	defer done()
	fmt.Fprintf(c.Stdout, "Shadowtime is on http://%s/\n(end it with Ctrl-C)\n", l.Addr())
	server := server(site)
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

// mirrorOf passes on the logs that a file lists; none without one.
func mirrorOf(file, frames string) (*mirror.Mirror, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := mirror.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &mirror.Mirror{List: list, Frames: frames, Fetch: http.DefaultTransport.RoundTrip, Check: true}, nil
}

// framers are those who may frame the page, as a policy names them.
func framers(text string) (string, error) {
	switch text {
	case "self":
		return "'self'", nil
	case "any":
		return "*", nil
	}
	list := []string{"'self'"}
	for _, s := range strings.Split(text, ",") {
		s = strings.TrimSpace(s)
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" ||
			strings.ContainsAny(s, ";\"' ") {
			return "", cli.Usef("--frames %q: write self, any, or origins with commas, as in https://course.example.edu", s)
		}
		list = append(list, u.Scheme+"://"+u.Host)
	}
	return strings.Join(list, " "), nil
}

// listen opens the address; a taken port is said, and with next the following
// ones are tried.
func listen(addr string, next bool, c *cli.Call) (net.Listener, error) {
	host, portText, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, cli.Usef("--addr %q: write host:port, as in 127.0.0.1:8080", addr)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 65535 {
		return nil, cli.Usef("--addr %q: the port is a number from 0 to 65535", addr)
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
		fmt.Fprintf(c.Stderr, "port %d is taken, trying %d\n", port, port+1)
		port++
	}
}
