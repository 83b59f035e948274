// Command wasmtest runs a Go test binary for js/wasm in a headless Chromium:
//
//	go build -o /tmp/wasmtest ./wasm/wasmtest
//	GOOS=js GOARCH=wasm go test -exec /tmp/wasmtest ./core/sim
//
// It prints what the test prints and ends with its exit status. Benchmarks and
// allocation counts work; files do not, a browser has none.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"

	"shadowtime/wasm/browser"
)

const page = `<!doctype html><script src="/wasm_exec.js"></script><script>
'use strict';
self.output = '';
const decoder = new TextDecoder();
globalThis.fs.writeSync = (fd, buf) => { self.output += decoder.decode(buf, {stream: true}); return buf.length };
globalThis.fs.write = (fd, buf, offset, length, position, callback) => { globalThis.fs.writeSync(fd, buf.subarray(offset, offset + length)); callback(null, length) };
// every file is missing, which a fuzz test takes as an empty corpus
globalThis.fs.constants.O_DIRECTORY = 65536;
globalThis.fs.open = (path, flags, mode, callback) => { const e = new Error('no such file'); e.code = 'ENOENT'; callback(e) };
(async () => {
  const go = new Go();
  go.argv = ARGS;
  go.exit = (code) => { self.testStatus = code };
  const {instance} = await WebAssembly.instantiateStreaming(fetch('/test.wasm'), go.importObject);
  await go.run(instance);
  if (self.testStatus === undefined) self.testStatus = 0;
})().catch((e) => { self.output += e.stack; self.testStatus = 2 });
</script>`

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: wasmtest TEST.wasm [flags of the test]")
		os.Exit(2)
	}
	status, err := run(os.Args[1], os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasmtest:", err)
		status = 2
	}
	os.Exit(status)
}

func run(binary string, args []string) (int, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return 0, err
	}
	argv, err := json.Marshal(args)
	if err != nil {
		return 0, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, strings.Replace(page, "ARGS", string(argv), 1))
	})
	mux.HandleFunc("/test.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, binary)
	})
	mux.HandleFunc("/wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	ctx, stop, err := tab()
	if err != nil {
		return 0, err
	}
	defer stop()
	return drive(ctx, server.URL)
}

// tab is one of the browser that SHADOWTIME_DEVTOOLS tells of, or else of a new one.
func tab() (context.Context, func(), error) {
	if address := os.Getenv("SHADOWTIME_DEVTOOLS"); address != "" {
		return browser.Attach(address)
	}
	path, ok := browser.Find()
	if !ok {
		return nil, nil, errors.New("no Chromium was found: install chromium or set SHADOWTIME_CHROMIUM to its path")
	}
	return browser.Start(path)
}

// drive waits for the test to end and prints what it printed.
func drive(ctx context.Context, url string) (int, error) {
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		return 0, err
	}
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`self.testStatus !== undefined`, chromedp.WithPollingTimeout(0))); err != nil {
		return 0, err
	}
	output, err := chromedp.Run(ctx, chromedp.Evaluate[string](`self.output`))
	if err != nil {
		return 0, err
	}
	fmt.Print(output)
	return chromedp.Run(ctx, chromedp.Evaluate[int](`self.testStatus`))
}
