package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// A link may name its log, which is fetched from the page's own host; of another host
// it is said why not.
func TestALinkNamesALogBesideThePage(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	mux := http.NewServeMux()
	mux.Handle("/", built(t))
	mux.HandleFunc("/logs/mine.swf", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, sample(t, 4000, 3)) })
	p := openAt(t, mux, "?orders=spf,saf&resamples=4&weeks=1&trace=logs/mine.swf")
	p.waitState("loaded")
	require.Equal(t, "mine", p.text(".strip-name"))
	p.press("Compare")
	p.wait(`location.hash.startsWith("#result=") && location.search.includes("trace=logs")`)
	p.again()
	p.wait(`document.querySelector("#shared[data-checked=confirmed]")`)

	for address, why := range map[string]string{"logs/gone.swf": "the host answers 404",
		"https://elsewhere.example/a.swf": "asks none but its own, so that no log can leave it", "http://[": "that is no address"} {
		q := openAt(t, mux, "?trace="+url.QueryEscape(address), `addEventListener("error", () => {})`)
		q.wait(`document.querySelector("#message").innerText.includes("` + why + `")`)
		require.Equal(t, "error", q.state())
		if why[0] == 'a' {
			q.shots("trace")
		}
	}
}

// A link is an answer: the address of a page that computed one shows it in another
// page without a log, and once the log is there it is confirmed.
func TestTheAddressIsTheAnswer(t *testing.T) {
	beside(t)
	log := must(os.ReadFile(sample(t, 4000, 3)))
	p := open(t, "?orders=spf,saf&resamples=4&weeks=1&workers=1")
	p.drop("mine.swf", log)
	p.waitState("loaded")
	p.press("Compare")
	p.wait(`location.hash.startsWith("#result=")`)
	first := eval[string](p, `location.href`)
	require.Less(t, len(first), 4000, "what mail and chats carry whole")
	rows := p.results()

	p.set("weeks", "2")
	p.press("Compare")
	p.wait(`document.querySelector("main").dataset.state === "done" && location.search.includes("weeks=2") && location.hash.length > 8`)
	eval[bool](p, `(history.back(), true)`)
	p.wait(`location.href === ` + strconv.Quote(first))
	p.wait(`document.getElementById("weeks").value === "1"`)
	p.waitState("done")
	require.Equal(t, rows, p.results(), "Back shows the answer to the question before")

	another := httptest.NewServer(built(t)) // which has kept nothing
	t.Cleanup(another.Close)
	q := openIn(t, browser.Borrowed(t), another.URL, strings.TrimPrefix(first, p.url+"/"))
	q.wait(`document.querySelector("#shared[data-checked=unchecked] svg")`)
	require.Equal(t, "empty", q.state())
	require.Contains(t, q.text("#shared"), "Computed elsewhere on mine")
	require.Contains(t, q.text("#shared-table"), "SAF")
	for _, width := range []int64{390, 1440} {
		for _, theme := range []string{"light", "dark"} {
			q.shot("shared", width, theme)
		}
	}
	q.drop("mine.swf", log)
	q.wait(`document.querySelector("#shared[data-checked=confirmed]")`)
	require.Equal(t, rows, q.results())
	require.Equal(t, first[strings.Index(first, "#"):], eval[string](q, `location.hash`))
	q.shot("confirmed", 1440, "light")
}

// A dotted word leads to its entry of the glossary, which is marked: one at the end can't be scrolled to the top.
func TestTheWordThatIsLookedUpIsMarked(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	server := httptest.NewServer(built(t))
	t.Cleanup(server.Close)
	p := &page{t: t, ctx: browser.Borrowed(t), url: server.URL}
	p.listen()
	for _, width := range []int64{390, 1440} {
		p.do(chromedp.EmulateViewport(width, 1000), chromedp.Navigate("about:blank"),
			chromedp.Navigate(server.URL+"/docs/glossary.html#threshold"))
		p.wait(`document.readyState === "complete"`)
		require.Equal(t, []string{"Threshold"}, eval[[]string](p,
			`[...document.querySelectorAll("dt")].filter(e => parseFloat(getComputedStyle(e).borderLeftWidth) > 0).map(e => e.innerText)`))
		require.True(t, eval[bool](p, `(r => r.top >= 0 && r.bottom <= innerHeight)(document.getElementById("threshold").getBoundingClientRect())`))
	}
}

// recounted is what a page says of an answer: its sentences, what is to be known before it is believed, and the changes with
// their ranges.
type recounted struct {
	Said     string
	Cautions []string
	Changes  []string
}

// toldIn reads that of the part of the page that a selector finds.
func (p *page) toldIn(selector string) recounted {
	p.t.Helper()
	return eval[recounted](p, `(part => ({Said: words(part.querySelector(".verdict, #verdict").innerText),
		Cautions: [...part.querySelectorAll("ul.caution > li")].map(li => words(li.textContent)),
		Changes: [...part.querySelectorAll("#shared-table td")].map(td => words(td.innerText)).filter(change => change !== "baseline")}))(document.querySelector("`+selector+`"))`)
}

// Every kind of link shows in a browser that has kept nothing what the page showed that made it: the verdict with longest
// wait and who loses, the ranges or that there is none, and the cautions.
func TestEveryKindOfLinkSaysWhatItsPageSaid(t *testing.T) {
	beside(t)
	fixture.Long(t)
	log := must(os.ReadFile(sample(t, 1500, 3)))
	another := httptest.NewServer(built(t))
	t.Cleanup(another.Close)
	const words = `window.words = s => s.replace(/[\s\u202f]+/g, " ").trim()`
	// by day half of them: natively each kind of link is compared with its page's figures
	for _, asked := range [][2]string{
		{"decide", "orders=spf&backfills=spf&thresholds=none,10h"},
		{"compare", "orders=spf,saf&resamples=4&weeks=1"},
		{"train", "platform=fastslow&jobs-first=12&episodes=20&seeds=3"},
		{"replay", "order=SAF"},
		{"learn", "pairs=12&trials=64&days=2&orders=FCFS,SAF"},
		{"tune", "pairs=FCFS,SPF%20x%20FCFS,SAF&resamples=2"},
		{"online", "weeks=1&resamples=2&strategies=full,ucb1"},
		{"predict", "weeks=1&resamples=2"},
		{"cluster", "stretches=4&pairs=first-high_gflops,shortest-low_power&jobs-first=50"},
		{"react", "orders=SPF,SAF"},
	}[:fixture.ByDay(5, 10)] {
		view, question := asked[0], asked[1]
		t.Run(view, func(t *testing.T) {
			p := open(t, "?workers=1&view="+view+"&"+question, words)
			p.drop("mine.swf", log)
			p.waitState("loaded")
			p.click(".view-" + view + " .primary")
			p.wait(`location.hash.startsWith("#result=") && document.querySelector("main").dataset.state === "done"`)
			frames(p)
			page, all := p.toldIn(".view-"+view), eval[string](p, `words(document.querySelector("main").textContent)`)
			q := openIn(t, browser.Borrowed(t), another.URL, strings.TrimPrefix(eval[string](p, `location.href`), p.url+"/"), words)
			q.wait(`document.querySelector("#shared[data-checked=unchecked]")`)
			link := q.toldIn("#shared")
			require.Contains(t, link.Said, page.Said)
			require.Equal(t, page.Cautions, link.Cautions)
			require.NotEmpty(t, link.Changes)
			for _, change := range link.Changes {
				require.Contains(t, strings.ReplaceAll(all, " ", ""), strings.ReplaceAll(change, " ", ""),
					"no other figure than on the page")
			}
			if view == "decide" {
				require.Equal(t, strings.Contains(all, "Who loses"), strings.Contains(link.Said, "Who loses"))
			}
		})
	}
}

// Where the page is not given the clipboard it copies as one does who marks a text, and
// where that can't be done it says so.
func TestALinkIsCopiedOrSaidNotToBe(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=sample&orders=spf,saf&resamples=2&weeks=1")
	p.waitState("done")
	eval[bool](p,
		`(navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed")), document.execCommand = what => { window.copied = what === "copy" && document.activeElement.value; `+noted+`; return true }, true)`)
	eval[bool](p, `([...document.querySelectorAll('[data-act="link"]')].find(b => b.offsetParent).focus(), true)`)
	p.press("copy a link to this answer")
	p.wait(`window.copied === location.href`)
	p.wait(`[...document.querySelectorAll("button")].some(b => b.textContent === "link copied")`)
	require.True(t, eval[bool](p, `document.activeElement.textContent === "link copied" && !document.querySelector("body > textarea")`))
	eval[bool](p, `(document.execCommand = () => false, true)`)
	p.press("link copied")
	p.wait(`document.querySelector("#message").innerText.includes("Nothing was copied")`)
	p.wait(`[...document.querySelectorAll("button")].some(b => b.textContent === "copy a link to this answer")`)
	p.shots("uncopied")
}
