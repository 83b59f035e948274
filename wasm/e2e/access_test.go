package e2e

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	devtools "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// ask has the example answered, or a log that SHADOWTIME_DECIDE names.
func (p *page) ask() {
	p.t.Helper()
	if path := os.Getenv("SHADOWTIME_DECIDE"); path != "" {
		p.askOf(path)
		return
	}
	p.sample()
	p.answered()
}

// askOf has a log's file answered.
func (p *page) askOf(path string) {
	p.t.Helper()
	p.upload(path)
	p.wait(`document.querySelectorAll(".check-card li").length >= 3`)
	p.press("Ask")
	p.answered()
}

func (p *page) answered() {
	p.t.Helper()
	p.waitState("done")
	p.wait(`document.querySelector(".manners")`)
}

// few are enough settings for an answer with all of its parts, in a tenth of the time.
const few = "view=decide&orders=srf,lexp&backfills=spf&thresholds=none,20h,10h"

// What is said of an answer is held on one of the example, which is asked for once.
func TestTheExamplesAnswerIsReadPrintedAndReached(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.resize(1440, 1000)
	p.ask()
	for _, law := range []struct {
		name  string
		holds func(*testing.T, *page)
	}{
		{"in one press", decideAnswersInOnePress},
		{"it prints as a report", decidePrintsItsReportOnTwoPages},
		{"forced colours", whatIsChosenIsSeenInForcedColours},
		{"the worst check", theWorstCheckFollowsTheReaderDownThePage},
		{"on a phone", thePhoneShowsTheAnswerInItsFirstScreen},
		{"unfolded", whatIsUnfoldedAndScrolledStaysSo},
		{"in place", theAnswerIsReadInPlace},
	} {
		t.Run(law.name, func(t *testing.T) {
			law.holds(t, &page{t: t, ctx: p.ctx, url: p.url})
			_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
			require.NoError(t, err)
			eval[bool](p, `(document.documentElement.removeAttribute("data-theme"), document.querySelectorAll("details").forEach(d => { d.open = false }), scrollTo(0, 0), true)`)
		})
	}
}

// On a phone the answer's sentence, its verdict and what it is worth stand in the first screen:
// what was read folds to a line, and opens. Nothing is smaller than a finger, and nothing wider
// than the page.
func thePhoneShowsTheAnswerInItsFirstScreen(t *testing.T, p *page) {
	p.resize(390, 844)
	require.Empty(t, eval[[]string](p, `["#decide-checks-brief", "#decide-brief", "[data-host=decide-verdict]", ".sure"].filter(s => {
		const r = document.querySelector(s).getBoundingClientRect(); return !r.height || r.bottom + scrollY > 844 })`))
	eval[bool](p, `(document.querySelectorAll("details").forEach(d => { d.open = true }), true)`)
	p.click("#decide-brief")
	p.wait(`document.getElementById("decide").checkVisibility()`)
	p.click("#decide-checks-brief")
	p.wait(`document.querySelector(".check-card").checkVisibility()`)
	require.Equal(t, "decide-checks-brief", eval[string](p, `(document.getElementById("decide-checks-brief").focus(), document.activeElement.id)`))
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll("#app :is(button, select, summary, input:not([type=checkbox], [type=radio]))")].filter(e => {
		const r = e.getBoundingClientRect(); return e.checkVisibility() && (r.height < 44 || r.width < 44) }).map(e => e.outerHTML.slice(0, 90))`))
	for _, width := range []int64{390, 768, 1440} {
		p.resize(width, 900)
		require.LessOrEqual(t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
	}
}

// focusable finds in each host of what was found the first control that is in sight: a host, and where
// among its elements the control is.
const focusable = `[...document.querySelectorAll("#in-sight :is(.checks, .answer, .evidence) [data-host]")].map(h => [h.dataset.host, [...h.querySelectorAll("*")].findIndex(e =>
	e.matches("button, select, summary, input, a[href], [tabindex]") && !e.disabled && e.checkVisibility())]).filter(([, at]) => at >= 0)`

// hold gives the focus to such a control, and remembers the node.
func (p *page) hold(host string, at int) {
	p.t.Helper()
	require.True(p.t, eval[bool](p, fmt.Sprintf(`(held = document.querySelector("[data-host='%s']").querySelectorAll("*")[%d], held.focus({preventScroll: true}), document.activeElement === held)`,
		host, at)), host)
}

// What streams is patched: whatever has the focus in a host has it when more rows are there, and
// is the same node. After a press on the button that asks the focus is on Cancel, then on the
// button again.
func TestTheFocusStaysWhileResultsStream(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=compare&orders=spf,saf&resamples=2&weeks=4", `window.held = null`)
	p.sample()
	p.waitState("done")
	ask := func(n int) {
		p.set("resamples", strconv.Itoa(n))
		p.wait(`!document.getElementById("compare").disabled`)
		eval[bool](p, `(document.getElementById("compare").focus(), document.activeElement.click(), true)`)
		p.wait(`document.activeElement.id === "answer-cancel" || document.querySelector("main").dataset.state === "done"`)
	}
	ask(4)
	p.waitState("done")
	p.wait(`document.activeElement.id === "compare"`)
	held := map[string]bool{}
	for i := 0; ; i++ {
		ask(12 + 8*i)
		p.wait(`document.querySelector("main").dataset.done > 0`)
		type place struct {
			Host string
			At   int
		}
		list := eval[[]place](p, focusable+`.map(([Host, At]) => ({Host, At}))`)
		if i >= len(list) {
			break
		}
		c := list[i]
		p.hold(c.Host, c.At)
		p.waitState("done")
		require.True(t, eval[bool](p, `held.isConnected && document.activeElement === held`), "%s: %s", c.Host,
			eval[string](p, `document.activeElement.outerHTML.slice(0, 200)`))
		held[c.Host] = true
	}
	t.Log(held)
	require.Greater(t, len(held), 3)
}

// The answer is drawn anew around what has the focus, is unfolded, or was scrolled.
func whatIsUnfoldedAndScrolledStaysSo(t *testing.T, p *page) {
	p.resize(1440, 900)
	eval[bool](p, `(window.held = null, document.querySelectorAll(".view-decide details").forEach(d => { d.open = true }), true)`)
	opened := eval[int](p, `document.querySelectorAll(".view-decide details[open]").length`)
	require.Positive(t, opened)
	measure := []string{"slowdown", "wait"}
	for i, host := range eval[[]string](p, focusable+`.map(([host]) => host)`) {
		at := eval[int](p, `Object.fromEntries(`+focusable+`)["`+host+`"]`)
		p.hold(host, at)
		said := p.text(".verdict")
		p.set("decide-measure", measure[i%2])
		p.wait(`document.querySelector(".verdict").innerText.replaceAll("\u202f", " ") !== ` + strconv.Quote(said))
		require.True(t, eval[bool](p, `held.isConnected && document.activeElement === held`), host)
	}
	require.Equal(t, opened, eval[int](p, `document.querySelectorAll(".view-decide details[open]").length`))
}

// A page prints as the report: two pages of A4, light, with neither rooms nor tools.
func decidePrintsItsReportOnTwoPages(t *testing.T, p *page) {
	p.resize(1440, 900)
	eval[bool](p, `(document.documentElement.dataset.theme = "dark", true)`)
	sheet := true
	r, err := chromedp.Call(p.ctx, devtools.PrintToPDF, devtools.PrintToPDFParams{PreferCSSPageSize: &sheet})
	require.NoError(t, err)
	require.Equal(t, 2, bytes.Count(r.Data, []byte("/Type /Page\n")))
	_, err = chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	require.Equal(t, "rgb(29, 28, 26)", eval[string](p, `getComputedStyle(document.querySelector(".verdict p")).color`), "light in either theme")
	for selector, shows := range map[string]bool{".strip-name": true, ".check-card": true, ".sentence": true, ".verdict p": true,
		".manner":           false, // no advice: only where somebody unfolds it
		".paper-charts svg": true, ".doubts summary": true, ".methods": true, "[data-host=decide-paper] pre": true,
		".rooms": false, ".actions": false, ".trades": false, ".colophon": false, ".beyond": false, ".doubts details > div": false} {
		require.Equal(t, shows, eval[bool](p, `document.querySelector("`+selector+`").checkVisibility()`), selector)
	}
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll("button")].filter(b => b.checkVisibility()).map(b => b.textContent)`))
}

// Under rules the paper also has each of them, and its changes.
func TestPaperUnderRulesHasFourPagesAtMost(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	p := open(t, "?view=decide&orders=spf&backfills=spf&thresholds=none,10h&rules="+url.QueryEscape("end by 17:00 Mon-Fri over 80m from "+
		"1996-11-11; not 00:00-17:00 Mon-Fri over 489m until 1996-11-11; 14 processors missing until 1996-10-17; end by 08:30 Mon-Fri "+
		"over 4h from 1997-01-01; not 04:30-08:00 Mon-Fri over 170m from 1996-10-14"))
	p.askOf(fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"))
	sheet := true
	r, err := chromedp.Call(p.ctx, devtools.PrintToPDF, devtools.PrintToPDFParams{PreferCSSPageSize: &sheet})
	require.NoError(t, err)
	require.LessOrEqual(t, bytes.Count(r.Data, []byte("/Type /Page\n")), 4)
}

// What is no advice leaves the paper without lines to set, however many files belong to a card.
func TestPaperHasNoLinesOfWhatIsNoAdvice(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=decide&orders=spf&backfills=spf&thresholds=none,10h")
	p.askOf(fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"))
	files := eval[[]string](p, `[...document.querySelectorAll("[data-card=balanced] details pre")].map(e => e.textContent.trim())`)
	require.Greater(t, len(files), 1, "a script belongs to it")
	paper := eval[string](p, `[...document.querySelectorAll(".on-paper")].map(e => e.textContent).join("")`)
	for _, text := range files {
		require.NotContains(t, paper, text)
	}
	sheet := true
	pages := func() int {
		r, err := chromedp.Call(p.ctx, devtools.PrintToPDF, devtools.PrintToPDFParams{PreferCSSPageSize: &sheet})
		require.NoError(t, err)
		n := bytes.Count(r.Data, []byte("/Type /Page\n"))
		if dir := os.Getenv("SHADOWTIME_SHOTS"); dir != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "decide-"+strconv.Itoa(n)+".pdf"), r.Data, 0o644))
		}
		return n
	}
	require.Equal(t, 2, pages())
}

// Once the check card is out of sight its worst line stands in the strip, which stays as high as it
// was, and leads back to the card.
func theWorstCheckFollowsTheReaderDownThePage(t *testing.T, p *page) {
	p.resize(390, 844)
	for _, width := range []int64{390, 1440} {
		p.resize(width, 844)
		seen, high := `document.querySelector(".worst").checkVisibility({visibilityProperty: true})`, `document.querySelector(".strip").offsetHeight`
		require.False(t, eval[bool](p, seen), "%d px", width)
		before := eval[int](p, high)
		eval[bool](p, `(scrollTo(0, 1200), true)`)
		p.wait(seen)
		require.Zero(t, eval[int](p, `Math.round(document.querySelector(".strip").getBoundingClientRect().top)`), "the strip stays")
		require.Equal(t, before, eval[int](p, high), "%d px", width)
		p.click(".worst")
		p.wait(`document.activeElement.id.startsWith("decide-checks-")`)
		p.wait("!" + seen)
	}
}

// Where colours are the system's, the chosen room and tab have a box, and doubtful checks a bar.
func whatIsChosenIsSeenInForcedColours(t *testing.T, p *page) {
	p.resize(1440, 900)
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	require.NoError(t, err)
	border := func(selector string) string {
		return eval[string](p, `(s => s.borderTopWidth + " " + s.borderTopColor)(getComputedStyle(document.querySelector("`+selector+`")))`)
	}
	require.NotEqual(t, border(".room[aria-current=false]"), border(".room[aria-current=page]"))
	require.Equal(t, "2", border(".room[aria-current=page]")[:1])
}

// A screen reader finds its way: one main, headings without a gap, regions with names of their
// own, no id twice, tables with heads; and all text tokens are 4.5 to 1 on the paper, by day and
// by night.
func TestLandmarksHeadingsAndContrastAreInOrder(t *testing.T) {
	beside(t)
	p := open(t, "?workers=1&"+few)
	p.resize(1440, 900)
	p.askOf(sample(t, 2000, 3))
	eval[bool](p, `(document.querySelectorAll("details").forEach(d => { d.open = true }), true)`)
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll("main").length`))
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(h => h.checkVisibility()).map(h => [+h.tagName[1], h.textContent])
		.filter(([level], i, all) => level > (i ? all[i - 1][0] : 0) + 1).map(h => h.join(" "))`), "headings that skip a level")
	require.Empty(t, eval[[]string](p, `(ids => ids.filter((id, i) => ids.indexOf(id) < i))([...document.querySelectorAll("[id]")].map(e => e.id))`), "ids twice")
	name := `(e => e.getAttribute("aria-label") ?? document.getElementById(e.getAttribute("aria-labelledby"))?.textContent ?? "")`
	regions := `[...document.querySelectorAll("section, [role=region], nav")].filter(e => e.checkVisibility()).map(` + name + `)`
	require.Empty(t, eval[[]string](p, `(r => r.filter((n, i) => !n || r.indexOf(n) < i))(`+regions+`)`), "regions without a name of their own")
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll("main table")].filter(e => !e.querySelector("th")).map(e => e.outerHTML.slice(0, 80))`))
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll("main :is(ul, ol)")].filter(l => [...l.children].some(c => c.tagName !== "LI") && !l.matches("[role]")).map(l => l.outerHTML.slice(0, 80))`))
	for _, theme := range []string{"light", "dark"} {
		p.dress(1440, theme)
		require.Empty(t, eval[[]string](p, `(() => {
			const style = getComputedStyle(document.documentElement), tone = n => {
				const c = style.getPropertyValue(n).trim(), h = c.length === 4 ? [...c.slice(1)].map(x => x + x) : c.slice(1).match(/../g);
				const [r, g, b] = h.map(x => parseInt(x, 16) / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
				return .2126 * r + .7152 * g + .0722 * b };
			const ratio = (a, b) => (Math.max(tone(a), tone(b)) + .05) / (Math.min(tone(a), tone(b)) + .05);
			return [["ink", "paper"], ["ink-soft", "paper"], ["ink-soft", "paper-2"], ["faded", "paper"], ["accent", "paper"], ["accent-ink", "accent"],
				["better", "paper"], ["worse", "paper"], ["good", "paper"], ["doubt", "doubt-tint"], ["fix", "fix-tint"], ["ink-soft", "doubt-tint"], ["ink-soft", "fix-tint"]]
				.filter(([a, b]) => ratio("--" + a, "--" + b) < 4.5).map(([a, b]) => a + " on " + b + " " + ratio("--" + a, "--" + b).toFixed(2)) })()`), theme)
	}
}

// The skip link leads to the answer, and keys of one letter can be switched off for good.
func TestTheAnswerIsOnePressAwayAndLettersCanBeOff(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?"+few) // with a storage of its own, which keeps that letters are off
	p.askOf(sample(t, 3000, 3))
	eval[bool](p, `(document.querySelector(".skip").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.activeElement.id === "decide-answer-title"`)
	require.NotContains(t, eval[string](p, `location.hash`), "main")
	p.press("Keys")
	p.press("Switch one-letter keys off")
	p.wait(`document.querySelector("#keys button").textContent.endsWith("on")`)
	eval[bool](p, `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "4", bubbles: true}))`)
	p.press("Keys") // what comes after is handled
	p.wait(`document.querySelector(".keys").hidden`)
	require.Equal(t, "page", eval[string](p, `document.getElementById("room-decide").getAttribute("aria-current")`))
	require.Equal(t, "off", eval[string](p, `localStorage.getItem("shadowtime-keys")`))
}
