package e2e

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// again reloads the page.
func (p *page) again() { p.reopen(chromedp.Reload()) }

// afresh goes to the page without a question: what is answered meanwhile comes into the address, and would come back with it.
func (p *page) afresh() { p.reopen(chromedp.Navigate(p.url + "/")) }

// reopen goes to a page that is not the one before.
func (p *page) reopen(how chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	eval[bool](p, `(window.before = true)`)
	p.do(how)
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
	t.Parallel()
	fixture.Long(t)
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
	p.press("Store nothing in this browser")
	p.wait(`document.querySelector("#kept").innerText.includes("Nothing is kept, as you chose")`)
	p.again()
	p.waitState("empty")
	p.drop("mine.swf", log)
	p.wait(`["loaded", "done"].includes(document.querySelector("main").dataset.state)`)
	require.False(t, eval[bool](p, `!!`+keptLine))
	p.press("Store logs and results")
	p.wait(keptLine)
	p.press("delete all")
	p.wait(noLine)
}

// stored does something with the page's tables of logs, files and rows.
func (p *page) stored(do string) {
	p.t.Helper()
	require.True(p.t,
		eval[bool](p,
			`new Promise((good, bad) => { const open = indexedDB.open("shadowtime", 1); open.onerror = bad; open.onsuccess = () => {
		const db = open.result, t = db.transaction(["logs", "files", "rows"], "readwrite");
		const logs = t.objectStore("logs"), files = t.objectStore("files"), rows = t.objectStore("rows");
		t.oncomplete = () => { db.close(); good(true) };
		t.onabort = () => bad(t.error);
		`+do+`
	} })`))
}

// What is no entry of this page's, or is one no more.
const odd = `[5, -1, "text", true, null, 10n, [], {}, [1, 2], new Date(0), new Map([[1, 2]]), new Uint8Array(3), new Blob(["x"])]`

func TestAnOddEntryOfTheStoreEndsNothing(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	log := must(os.ReadFile(sample(t, 2000, 3)))
	p := open(t, "?orders=spf,saf&resamples=4&weeks=1")
	p.wait(noLine)
	p.drop("mine.swf", log)
	p.waitState("loaded")
	p.press("Compare")
	p.wait(`location.hash.startsWith("#result=") && document.querySelector("main").dataset.state === "done"`)
	want := p.results()
	p.wait(keptLine + `.cells[2].innerText >= "5"`)
	const hint = `document.querySelector("#kept").innerText.includes("not kept by this page")`
	require.False(t, eval[bool](p, hint))

	// entries of other types, of missing and of wrong members, beside a log that is whole
	p.stored(`logs.getAll().onsuccess = e => { const right = e.target.result[0];
		` + odd +
		`.forEach((x, i) => { logs.put(x, i); files.put(x, i); rows.put(x, [right.digest, i]); rows.put({...right, row: x}, [right.digest, "x", i]) });
		Object.keys(right).forEach((key, i) => { const less = {...right}; delete less[key]; logs.put(less, [i]);
			` + odd +
		`.concat(NaN, Infinity, 1e300).forEach((x, j) => { if (typeof x !== typeof right[key] || !(x >= 0 && x < 1e15)) logs.put({...right, [key]: x, ...(key === "digest" ? {} : {digest: "00"})}, [i, j]) }) });
	}`)
	// rows that are cut, longer, another's, of no length or of one beyond memory
	p.stored(`rows.openCursor().onsuccess = e => { const at = e.target.result; if (!at) return;
		const v = at.value, n = v && v.row && v.row.length;
		if (v && v.build === shadowtimeBuild && v.row instanceof Uint8Array && "k" in v) {
			const bad = [{...v, row: v.row.slice(0, n >> 1)}, {...v, row: new Uint8Array(n)}, {...v, k: v.k + 1}, {...v, row: {length: 3e9}}, {...v, row: new Uint8Array([...v.row, 1])}][v.k % 5];
			at.update({...bad, odd: true});
		}
		at.continue() }`)
	eval[bool](p, `(localStorage.setItem("shadowtime-keep", "{"), true)`)
	p.again()
	eval[bool](p, `(begin => { IDBDatabase.prototype.transaction = function (...a) { const t = begin.apply(this, a);
		if (a[1] === "readwrite") t.addEventListener("complete", () => dispatchEvent(new Event("written"))); return t }; return true })(IDBDatabase.prototype.transaction)`)
	p.waitState("loaded")
	p.wait(`document.querySelector("#kept").innerText.includes("Some results kept of this log were changed since")`)
	p.press("Compare")
	p.waitState("done")
	require.Equal(t, want, p.results(), "what was odd is computed again")
	p.wait(hint)
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll("#kept-logs tbody tr").length`))
	// each is kept anew
	eval[bool](p, `new Promise(good => { const look = () => { const open = indexedDB.open("shadowtime", 1); open.onsuccess = () => {
		const rows = open.result.transaction("rows").objectStore("rows").getAll();
		rows.onsuccess = () => { open.result.close(); if (!rows.result.some(v => v?.odd)) good(true) } } };
		addEventListener("written", look); look() })`)
	p.again()
	p.waitState("done")
	require.Equal(t, want, p.results())

	// the log itself, and what was in sight
	for _, do := range []string{
		`logs.getAllKeys().onsuccess = e => logs.put({}, e.target.result.find(x => typeof x === "string"))`,
		`files.getAllKeys().onsuccess = e => files.put("no file", e.target.result.find(x => typeof x === "string"))`,
		`files.clear()`,
	} {
		p.stored(do)
		p.again()
		p.waitState("empty")
		p.drop("mine.swf", log)
		p.wait(`["loaded", "done"].includes(document.querySelector("main").dataset.state)`)
		p.wait(keptLine + `.innerText.includes("mine")`)
	}
	// one bit of the log's file
	file := `new Promise(good => { const open = indexedDB.open("shadowtime", 1); open.onsuccess = () => {
		const all = open.result.transaction("files").objectStore("files").getAll(); all.onsuccess = async () => {
			window.flipped = new Uint8Array(await all.result.find(x => x instanceof Blob && x.size > 9).arrayBuffer());
			for (let i = flipped.length - 1; ; i--) if (flipped[i] >= 48 && flipped[i] < 56) { flipped[i] ^= 1; break }
			open.result.close(); good(true) } } })`
	require.True(t, eval[bool](p, file))
	p.stored(`files.getAllKeys().onsuccess = e => files.put(new File([flipped], "mine.swf"), e.target.result.find(x => typeof x === "string"))`)
	p.again()
	p.wait(`document.querySelector("main").innerText.includes("can't be shown again: what this browser kept of it was changed since")`)
	require.Equal(t, "empty", p.state())
	p.drop("mine.swf", log)
	p.wait(`!["empty", "reading"].includes(document.querySelector("main").dataset.state)`) // with what a first look had kept, or none

	eval[bool](p, `(sessionStorage.setItem("shadowtime-sight", "no digest"), true)`)
	p.again()
	p.waitState("empty")
	p.press("delete all")
	p.wait(noLine + ` && !` + hint)
}

func TestAPageThatMayKeepNothingComputesAndSaysSo(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	forbid := `for (const name of ["indexedDB", "localStorage", "sessionStorage"]) Object.defineProperty(window, name, {get() { throw new DOMException("no", "SecurityError") }});`
	full := `IDBObjectStore.prototype.put = function () { throw new DOMException("full", "QuotaExceededError") };`
	for said, script := range map[string]string{"as in a private window": forbid, "no more room": full} {
		if said == "as in a private window" { // and no word to other tabs
			script += `Object.defineProperty(window, "BroadcastChannel", {get() { throw new DOMException("no", "SecurityError") }});`
		}
		p := open(t, "?demo=sample&weeks=1&resamples=2", script)
		p.waitState("done")
		p.wait(`document.querySelector("#kept").innerText.includes("` + said + `")`)
		p.shots("kept-not")
		p.press("Store nothing in this browser")
		p.wait(`document.querySelector("#kept").innerText.includes("Nothing is kept, as you chose")`)
	}
}
