package e2e

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture"
)

// again reloads the page.
func (p *page) again() {
	p.t.Helper()
	eval[bool](p, `(window.before = true)`)
	p.do(chromedp.Reload())
	p.wait(`!window.before && document.querySelector("main") && !document.getElementById("starting")`)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.loaded = len(p.requests)
}

const (
	keptLine = `document.querySelector("#kept-logs tbody tr")`
	noLine   = `document.querySelector("#kept") && !` + keptLine
)

// What was read and computed is there after a reload, and in another tab, until it is
// deleted, or nothing is to be kept.
func TestLogsAndResultsAreKeptInTheBrowser(t *testing.T) {
	log := must(os.ReadFile(sample(t, 2000, 3)))
	p := open(t, "?orders=spf,saf&resamples=4&weeks=1")
	p.wait(noLine)
	p.drop("mine.swf", log)
	p.waitState("loaded")
	p.press("Compare")
	p.wait(`location.hash.startsWith("#result=") && document.querySelector("main").dataset.state === "done"`)
	rows := p.results()
	p.wait(keptLine + `.innerText.includes("mine")`)
	p.wait(keptLine + `.cells[2].innerText >= "5"`) // with the log itself
	p.shots("kept")

	p.countTasks()
	p.again()
	p.waitState("done")
	require.Equal(t, rows, p.results())
	require.Equal(t, "", eval[string](p, `(document.querySelector("#shared")||{innerText:""}).innerText`), "it was computed here")

	other := p.beside()
	other.listen()
	defer func() {
		other.mu.Lock()
		defer other.mu.Unlock()
		require.Empty(t, other.failures)
	}()
	other.visit(p.url + "/?orders=spf,saf&resamples=4&weeks=1")
	other.wait(keptLine)
	require.Equal(t, "empty", other.state(), "a new tab begins anew")
	other.press("mine")
	other.waitState("done")
	require.Equal(t, rows, other.results())
	linked := p.beside()
	linked.visit(eval[string](p, `location.href`))
	linked.wait(`document.querySelector("#shared[data-checked=confirmed]")`)
	require.Equal(t, rows, linked.results(), "the log of a link's answer is among what is kept")
	other.press("delete")
	other.wait(noLine)
	p.wait(noLine)
	require.Equal(t, rows, p.results(), "what is on a page stays")

	if !fixture.Every() {
		return
	}
	p.press("keep nothing")
	p.wait(`document.querySelector("#kept").innerText.includes("Nothing is kept, as you chose")`)
	p.again()
	p.waitState("empty")
	p.drop("mine.swf", log)
	p.wait(`["loaded", "done"].includes(document.querySelector("main").dataset.state)`)
	require.False(t, eval[bool](p, `!!`+keptLine))
	p.press("keep logs and results")
	p.wait(keptLine)
	p.press("delete all")
	p.wait(noLine)
}

func TestAPageThatMayKeepNothingComputesAndSaysSo(t *testing.T) {
	fixture.Long(t)
	forbid := `for (const name of ["indexedDB", "localStorage", "sessionStorage"]) Object.defineProperty(window, name, {get() { throw new DOMException("no", "SecurityError") }});`
	full := `IDBObjectStore.prototype.put = function () { throw new DOMException("full", "QuotaExceededError") };`
	for said, script := range map[string]string{"as in a private window": forbid, "no more room": full} {
		p := open(t, "?demo=sample&weeks=1&resamples=2", script)
		p.waitState("done")
		p.wait(`document.querySelector("#kept").innerText.includes("` + said + `")`)
		p.shots("kept-not")
		p.press("keep nothing")
		p.wait(`document.querySelector("#kept").innerText.includes("Nothing is kept, as you chose")`)
	}
}
