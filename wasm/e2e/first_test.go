package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/wasm/browser"
)

// visit opens a page of that width whose program comes when it is let go.
func visit(t *testing.T, width int64, query string) (p *page, letGo func()) {
	t.Helper()
	files := http.FileServer(http.Dir(browser.Public(t)))
	held := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm.zst") {
			select {
			case <-held:
			case <-r.Context().Done():
			}
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p = &page{t: t, ctx: browser.Borrowed(t), url: server.URL}
	p.do(chromedp.EmulateViewport(width, 900), chromedp.Navigate(server.URL+"/"+query))
	var once bool
	return p, func() {
		if !once {
			once = true
			close(held)
		}
	}
}

// shifts is the sum of what moved without being asked to, and what it was.
func (p *page) shifts() (sum float64, what []string) {
	p.t.Helper()
	type shift struct {
		Value float64
		Of    string
	}
	list := eval[[]shift](p, `new Promise(done => {
		const list = [];
		new PerformanceObserver(l => { for (const e of l.getEntries()) if (!e.hadRecentInput) list.push({Value: e.value, Of: e.sources.map(s => s.node && (s.node.firstElementChild?.dataset.host || s.node.className || s.node.dataset?.host || s.node.nodeName) + " " + Math.round(s.previousRect.y) + ">" + Math.round(s.currentRect.y)).join(", ")}) }).observe({type: "layout-shift", buffered: true});
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(list), 50)));
	})`)
	for _, s := range list {
		sum += s.Value
		what = append(what, fmt.Sprintf("%.4f by %s", s.Value, s.Of))
	}
	return sum, what
}

// nothingJumped holds that little moved by itself since the page was opened, where
// campaigns are asked for.
func (p *page) nothingJumped() {
	p.t.Helper()
	if !fixture.Campaigns() { // the browser counts them by frames
		return
	}
	sum, what := p.shifts()
	p.t.Logf("layout shift %.4f", sum)
	require.Less(p.t, sum, 0.1, what)
}

// The welcome is there before the program is, nothing moves when the program
// takes over, and no width is broken by it. Each page is opened at its width.
func TestTheFirstPageIsReadableBeforeTheProgramAndStaysInPlace(t *testing.T) {
	beside(t)
	for _, width := range []int64{390, 768, 1440}[:fixture.Fewer(1, 3)] {
		t.Run(strconv.FormatInt(width, 10), func(t *testing.T) {
			p, letGo := visit(t, width, "")
			defer letGo()
			places := func() map[string][]float64 {
				return eval[map[string][]float64](p,
					`Object.fromEntries([...document.querySelectorAll(".rooms a, .hero h2, .lead, .drop, .drop button, .privacy, .lesson svg, .steps label, .colophon a")].map((e, i) => { const r = e.getBoundingClientRect(); return [i + " " + e.textContent.trim().slice(0, 30), [r.x, r.y, r.width, r.height]] }))`)
			}
			before := places()
			require.Greater(t, len(before), 12)
			for what, r := range before {
				require.Positive(t, r[2]*r[3], what)
				require.LessOrEqual(t, r[0]+r[2], float64(width)+1, "%s is wider than the page", what)
			}
			require.Contains(t, p.text("main"), "never uploaded")
			require.Equal(t, 1, eval[int](p, `document.querySelectorAll("input[type=file]").length`))
			letGo()
			p.wait(`!document.getElementById("starting")`)
			require.Equal(t, before, places(), "what was there stays where it was")
			require.Equal(t, "empty", p.state())
			require.LessOrEqual(t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
			p.nothingJumped()
		})
	}
}

func TestWhatAVisitorDoesBeforeTheProgramRunsIsDoneWhenItDoes(t *testing.T) {
	beside(t)
	path := sample(t, 1000, 7)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	log := string(text)
	shorter := log[:strings.LastIndexByte(strings.TrimSpace(log), '\n')+1]
	drop := func(p *page, name, log string) {
		eval[bool](p, `(() => { const d = new DataTransfer(); d.items.add(new File([`+strconv.Quote(log)+`], "`+name+`"));
			return document.querySelector("main").dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true})) })()`)
	}
	t.Run("files dropped", func(t *testing.T) {
		p, letGo := visit(t, 1440, "")
		defer letGo()
		drop(p, "first.swf", log)
		drop(p, "second.swf", shorter)
		require.Contains(t, p.text("#starting"), "first.swf, second.swf")
		letGo()
		p.wait(`document.querySelectorAll(".shelf .chip").length === 2`)
		p.waitState("loaded")
		require.Contains(t, p.text(".shelf"), "first")
		require.Contains(t, p.text(".shelf"), "second")
	})
	if !fixture.Every() {
		return
	}
	t.Run("a file chosen", func(t *testing.T) {
		p, letGo := visit(t, 1440, "")
		defer letGo()
		p.upload(path)
		letGo()
		p.waitState("loaded")
		require.Contains(t, p.text(".strip-facts"), "1 000 jobs")
		require.Equal(t, "", eval[string](p, `document.getElementById("file").value`))
	})
	t.Run("the sample asked for", func(t *testing.T) {
		p, letGo := visit(t, 1440, "?weeks=4&resamples=2")
		defer letGo()
		p.press("Open the example")
		p.press("Open the example")
		letGo()
		p.waitState("done")
	})
	t.Run("a log pasted", func(t *testing.T) {
		p, letGo := visit(t, 1440, "")
		defer letGo()
		eval[bool](p, `(() => { const d = new DataTransfer(); d.setData("text", `+strconv.Quote(log)+`);
			return document.querySelector("main").dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true})) })()`)
		letGo()
		p.waitState("loaded")
		require.Contains(t, p.text(".strip-facts"), "1 000 jobs")
	})
}

// Each press counts, in its order, one of a key too.
func TestPressesBeforeTheProgramRunsAreDoneInTheirOrder(t *testing.T) {
	beside(t)
	p, letGo := visit(t, 1440, "")
	defer letGo()
	for _, what := range []string{"#room-teach", "#room-explore", "#room-teach", "[data-act=theme]", "[data-act=keys]"} {
		p.click(what)
	}
	p.do(chromedp.KeyEvent("t"), chromedp.KeyEvent("2"), chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	require.Contains(t, p.text("#starting"), "then what you asked for is done")
	letGo()
	p.wait(`document.querySelector("#palette-field")?.checkVisibility()`)
	require.Equal(t, "explore", eval[string](p, `document.querySelector("main").dataset.room`))
	require.Equal(t, "dark", eval[string](p, `document.documentElement.dataset.theme`))
	require.True(t, eval[bool](p, `document.getElementById("keys").checkVisibility()`))
}

// A link that is pressed with a key that asks for another tab or window is the browser's, before the program runs and
// after, and nothing happens in this one.
func TestAnotherTabIsTheBrowsers(t *testing.T) {
	beside(t)
	p, letGo := visit(t, 1440, "")
	defer letGo()
	eval[bool](p, `(addEventListener("click", e => { window.left = !e.defaultPrevented; e.preventDefault() }), true)`)
	press := func(key string) bool {
		return eval[bool](p, `(document.getElementById("room-explore").dispatchEvent(new MouseEvent("click",
			{bubbles: true, cancelable: true`+key+`})), window.left)`)
	}
	keys := []string{", ctrlKey: true", ", metaKey: true", ", shiftKey: true"}
	for _, key := range keys {
		require.True(t, press(key), key)
	}
	require.NotContains(t, p.text("#starting"), "then what you asked for is done")
	letGo()
	p.wait(`!document.getElementById("starting")`)
	for _, key := range keys {
		require.True(t, press(key), key)
	}
	p.inRoom("decide")
	require.False(t, press(""))
	p.inRoom("explore")
}

// The program draws into what was served: who holds a control down, or has the focus on it, while it takes over, has
// pressed it.
func TestAPressIsHeldOverTheProgramsStart(t *testing.T) {
	beside(t)
	p, letGo := visit(t, 1440, "")
	defer letGo()
	eval[bool](p, `(window.served = [...document.querySelectorAll("#app :is(button, a, input, label, section)")]).length > 40`)
	third := `document.querySelectorAll(".steps label")[2]`
	eval[bool](p, `(`+third+`.scrollIntoView({block: "center"}), true)`)
	at := eval[[]float64](p, `(r => [r.x + r.width / 2, r.y + r.height / 2])(`+third+`.getBoundingClientRect())`)
	p.do(chromedp.MouseEvent("mousePressed", at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	eval[bool](p, `(document.querySelectorAll(".steps input")[1].focus(), true)`) // the press took it away
	letGo()
	p.wait(`!document.getElementById("starting")`)
	// but for the door of studies, which never changes and is one node of the program's
	require.Empty(t, eval[[]string](p, `served.filter(e => !e.isConnected && e.dataset.arg !== "reproduce").map(e => e.outerHTML)`))
	require.Equal(t, "1", eval[string](p, `document.activeElement.value`))
	p.do(chromedp.MouseEvent("mouseReleased", at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	p.wait(third + `.querySelector("input").checked`)
}

// scene is what can be seen of the lesson's jobs, and the hour at which now
// stands.
func (p *page) scene() (jobs string, hour float64) {
	jobs = eval[string](p,
		`[...document.querySelectorAll(".lesson .job")].filter(e => +getComputedStyle(e).opacity > .5).map(e => e.dataset.v[0]).sort().join("")`)
	return jobs,
		eval[float64](p,
			`(() => { const s = getComputedStyle(document.querySelector(".lesson .now")); return new DOMMatrix(s.transform).e / parseFloat(s.getPropertyValue("--unit")) + +s.getPropertyValue("--still") })()`)
}

// moments are those of the lesson's steps.
var moments = []struct {
	jobs string
	hour float64
	at   float64 // of the time in which they pass by
}{{"A", 0, 0.1}, {"AB", 1, 0.3}, {"ABC", 2, 0.5}, {"ABCD", 3, 0.7}, {"ABCDE", 5, 0.9}}

func TestTheLessonPassesThroughItsMomentsOnce(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	eval[bool](p,
		`(() => { window.lesson = document.getAnimations().find(a => a.animationName === "lesson"); lesson.pause(); return lesson.effect.getTiming().iterations === 1 })()`)
	for _, m := range moments {
		eval[bool](p, fmt.Sprintf(`(t => { lesson.currentTime = t.delay + t.duration * %g; return true })(lesson.effect.getTiming())`,
			m.at))
		jobs, hour := p.scene()
		require.Equal(t, m.jobs, jobs)
		require.InDelta(t, m.hour, hour, 0.01)
	}
	eval[bool](p, `(lesson.finish(), true)`)
	jobs, hour := p.scene()
	require.Equal(t, "ABCDE", jobs)
	require.InDelta(t, 5, hour, 0.01)
}

// Each step shows the picture at its moment, by keyboard too; where less motion
// is asked for it stands still at the last.
func TestTheLessonIsSteppedThrough(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.dress(1440, "light")
	jobs, hour := p.scene()
	require.Equal(t, "ABCDE", jobs)
	require.InDelta(t, 5, hour, 0.01)
	eval[bool](p, `(document.querySelector(".steps input").focus(), true)`)
	p.do(chromedp.KeyEvent(" "))
	for _, m := range moments {
		jobs, hour := p.scene()
		require.Equal(t, m.jobs, jobs)
		require.InDelta(t, m.hour, hour, 0.01)
		p.do(chromedp.KeyEvent(kb.ArrowDown))
		p.drawn()
	}
}

func TestLongNamesOfLogsKeepToTheirLines(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	text, err := os.ReadFile(sample(t, 1000, 7))
	require.NoError(t, err)
	p := open(t, "")
	p.drop("UniLu-Gaia-2014-2.1-cln.swf", text)
	p.waitState("loaded")
	p.drop(strings.Repeat("a_name_without_a_place_to_break_", 5)+".swf", text[:len(text)/2])
	p.wait(`document.querySelectorAll(".shelf .chip").length === 2`)
	for _, width := range []int64{390, 768} {
		p.dress(width, "light")
		lines := func(selector, height string) float64 { // of a line each
			return eval[float64](p, `Math.max(...[...document.querySelectorAll("`+selector+
				`")].map(e => { const s = getComputedStyle(e), r = document.createRange(); r.selectNodeContents(e); return (`+height+
				`) / parseFloat(s.lineHeight) }))`)
		}
		require.InDelta(t, 2, lines(".strip-name", `e.clientHeight - parseFloat(s.paddingTop) - parseFloat(s.paddingBottom)`), 0.1)
		require.Less(t, lines(".chip", `r.getBoundingClientRect().height`), 1.5)
		require.LessOrEqual(t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
	}
}
