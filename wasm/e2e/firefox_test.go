package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// fox is the page in a Firefox.
type fox struct {
	t *testing.T
	*browser.Firefox
}

func (f fox) visit(url string) {
	f.t.Helper()
	require.NoError(f.t, f.Navigate(url))
	f.wait(`document.querySelector("main") && !document.getElementById("starting")`)
}

func (f fox) wait(expression string) {
	f.t.Helper()
	if err := f.Wait(expression); err != nil {
		f.t.Fatalf("waiting for %s: %v; the page says: %s", expression, err, f.text("body"))
	}
}

func (f fox) waitState(state string) {
	f.t.Helper()
	f.wait(`document.querySelector("main").dataset.state === "` + state + `"`)
}

func (f fox) text(selector string) (text string) {
	f.t.Helper()
	require.NoError(f.t, f.Evaluate(`document.querySelector("`+selector+`").innerText`, &text))
	return text
}

// changes are the orders of the table with how much each changes waiting.
func (f fox) changes() (rows map[string]string) {
	f.t.Helper()
	require.NoError(f.t,
		f.Evaluate(`Object.fromEntries([...document.querySelectorAll("table#results tbody tr")].map(tr => [tr.dataset.order, tr.querySelector("td:not([data-printed])").dataset.value]))`,
			&rows))
	return rows
}

// requireChanges holds the table to the command's report.
func (f fox) requireChanges(args ...string) {
	f.t.Helper()
	var r struct {
		Orders []struct {
			Order string
			Own   json.Number
		}
	}
	require.NoError(f.t, json.Unmarshal(command(f.t, append([]string{"compare", "--json"}, args...)...), &r))
	want, got := map[string]string{}, map[string]string{}
	for _, o := range r.Orders {
		want[o.Order] = decimal(f.t, o.Own.String())
	}
	for order, change := range f.changes() {
		got[order] = decimal(f.t, change)
	}
	require.Equal(f.t, want, got)
}

// drop drops a file on the page.
func (f fox) drop(path string) {
	f.t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(f.t, err)
	var taken bool
	require.NoError(f.t, f.Evaluate(`{ const d = new DataTransfer(); d.items.add(new File([`+strconv.Quote(string(text))+
		`], "dropped.swf"));
		return !document.querySelector("main").dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true})) }`,
		&taken))
	require.True(f.t, taken)
}

// own are the hosts that a Firefox asks of itself.
var own = regexp.MustCompile(`\.mozilla\.(com|net|org)(:\d+)?$`)

// Firefox runs the demo and a chosen log of the served page, then the one file, then
// the site without network, and requests nothing from anywhere else.
func TestFirefoxComputesWhatTheCommandDoes(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	var left atomic.Value
	proxy := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if !own.MatchString(r.Host) {
			left.Store(r.Host)
		}
	}))
	defer proxy.Close()
	f := fox{t, browser.NewFirefox(t, proxy.Listener.Addr().String())}
	server := httptest.NewServer(http.FileServer(http.Dir(browser.Public(t))))
	defer server.Close()

	path := sample(t, 2000, 5)
	f.visit(server.URL + "/?demo=sample&weeks=4&resamples=2&orders=FCFS,SAF")
	f.waitState("done")
	require.Len(t, f.changes(), 2)

	compute := func(url string, give func()) {
		f.visit(url + "?weeks=4&resamples=2")
		give()
		f.waitState("loaded")
		f.wait(`[...document.querySelectorAll("button")].some(b => b.textContent.trim() === "Compare" && b.offsetParent && !b.disabled && (b.click(), true))`)
		f.waitState("running")
		f.waitState("done")
		f.requireChanges("--weeks", "4", "--resamples", "2", path)
	}
	compute(server.URL+"/", func() { f.drop(path) })
	compute("file://"+filepath.Join(dist(t), "shadowtime.html"), func() { require.NoError(t, f.Choose("input[type=file]", path)) })
	// the address follows the question there, too
	f.wait(`location.href.startsWith("file://") && location.search.includes("weeks=4") && location.hash.length > 100`)
	f.wait(`(document.querySelector('.colophon a[href="docs/evidence.html"]').click(), document.querySelector("dialog.document[open]"))`)
	var requests []string
	require.NoError(t, f.Evaluate(`performance.getEntriesByType("resource").map(e => e.name)`, &requests))
	for _, r := range requests {
		require.True(t, strings.HasPrefix(r, "data:") || strings.HasPrefix(r, "blob:"), r)
	}
	for _, address := range []string{server.URL, "file://"} {
		complaints, err := f.Complaints(address)
		require.NoError(t, err)
		require.Empty(t, complaints)
	}
	require.NoError(t, f.Navigate("about:blank"))

	site := &host{t: t, dir: filepath.Join(dist(t), "site"), sent: map[string]bool{}}
	site.start()
	f.visit("http://" + site.addr + below)
	f.wait(`document.getElementById("offline").textContent.includes("Kept in this browser")`)
	site.cut()
	f.visit("http://" + site.addr + below + "?demo=sample&weeks=4&resamples=2&orders=FCFS,SAF")
	f.waitState("done")
	require.Nil(t, left.Load(), "a request left the machine")
}
