//go:build js && wasm

// Command edge is the mirror as a Cloudflare Worker. The platform serves the page's
// files; this is started for what is none of them.
package main

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"syscall/js"
	"time"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare/fetch"

	"shadowtime/core/job/mirror"
)

// Set by the build: the list of logs in base64, and, of a test, what it waits for an
// archive.
var (
	logs     string
	patience string
)

func main() {
	text, err := base64.StdEncoding.DecodeString(logs)
	if err != nil {
		panic("the list of logs was not built in whole: " + err.Error())
	}
	list, err := mirror.Parse(string(text))
	if err != nil {
		panic("the list of logs: " + err.Error()) // the build reads it first
	}
	wait, _ := time.ParseDuration(patience)
	workers.Serve(&mirror.Mirror{List: list, Frames: "'self'", Fetch: ask, Patience: wait, Bodyless: bodyless})
}

// ask is the platform's fetch, called as the true global object's: js.Global is a
// stand-in of which it knows nothing, and throws.
func ask(r *http.Request) (*http.Response, error) {
	client := fetch.NewClient(fetch.WithBinding(js.Global().Get("globalThis")))
	return client.Do(&fetch.Request{Request: r}, &fetch.RequestInit{Redirect: fetch.RedirectModeManual})
}

// bodyless answers HEAD. A length without a body must not become a stream of that
// length, which would break off.
func bodyless(w http.ResponseWriter, bytes int64) {
	w.Header().Set("Content-Length", strconv.FormatInt(bytes, 10))
	w.WriteHeader(http.StatusOK)
	w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(js.Null())
}
