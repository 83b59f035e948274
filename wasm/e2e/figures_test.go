package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// spoken is what the readout says, "" while it is hidden.
func (p *page) spoken() string {
	return eval[string](p, `(b => b.hidden ? "" : b.innerText.replaceAll("\n", "; "))(document.querySelector(".readout"))`)
}

// away moves the mouse off everything that is read.
func (p *page) away() { p.do(chromedp.MouseEvent("mouseMoved", 2, 2)) }

// scroll brings an element into sight. The page hears of it at its next frame, and reads nothing
// on that was read before.
func (p *page) scroll(selector string) {
	p.t.Helper()
	eval[bool](p, `(document.querySelector('`+selector+`').scrollIntoView({block: "center", behavior: "instant"}), true)`)
	p.drawn()
}

// spot brings a place of a chart into sight, given in its own units, and says
// where it is on the screen.
func (p *page) spot(chart string, x, y float64) (float64, float64) {
	p.t.Helper()
	p.scroll(chart)
	at := eval[[]float64](p, `(r => [r.left, r.top])(document.querySelector('`+chart+`').getBoundingClientRect())`)
	return at[0] + x, at[1] + y
}

// touch taps a place of the screen.
func (p *page) touch(x, y float64) {
	p.t.Helper()
	for _, typ := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
		params := input.DispatchTouchEventParams{Type: typ, TouchPoints: []*input.TouchPoint{}}
		if typ == input.DispatchTouchEventTypeTouchStart {
			params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: x, Y: y})
		}
		_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params)
		require.NoError(p.t, err)
	}
}

// keys presses keys with the focus on a chart, as one who came there by Tab.
func (p *page) keys(chart string, list ...string) {
	p.t.Helper()
	eval[bool](p, `(document.querySelector('`+chart+`').focus({focusVisible: true}), true)`)
	for _, k := range list {
		p.do(chromedp.KeyEvent(k))
	}
}

// tab shows a picture of the gallery.
func (p *page) tab(name string) {
	p.t.Helper()
	p.press(name)
	p.wait(`[...document.querySelectorAll(".tab")].some(b => b.textContent === "` + name +
		`" && b.getAttribute("aria-selected") === "true")`)
	p.drawn()
}

const (
	forest  = `[data-host="forest"] svg.plot`
	gallery = `[data-host="compare-figure"] svg.plot`
)

var comparisons = []string{"Over time", "Who beats whom", "Average and longest wait", "How long jobs wait", "Single weeks", "Who gains",
	"Who pays", "Like the log?"}

func TestFiguresAreRead(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=sample&resamples=4")
	p.waitState("done")
	p.dress(1440, "light")

	t.Run("ByMouseTouchAndKeysInTheSameWords", func(t *testing.T) {
		at := eval[[]float64](p, `document.querySelectorAll('`+forest+` [data-v]')[3].dataset.at.split(" ").map(Number)`)
		want := eval[string](p, `document.querySelectorAll('`+forest+` [data-v]')[3].dataset.v`)
		x, y := p.spot(forest, at[0], at[1])
		p.do(chromedp.MouseEvent("mouseMoved", x, y))
		require.Equal(t, want, p.spoken())
		p.away()
		require.Empty(t, p.spoken())
		p.touch(x, y)
		require.Equal(t, want, p.spoken())
		p.away()
		p.keys(forest, kb.Home, kb.ArrowDown, kb.ArrowDown, kb.ArrowDown)
		require.Equal(t, want, p.spoken())
		require.Equal(t, strings.ReplaceAll(want, "\u202f", " "), p.text("[aria-live].visually-hidden"))
		p.do(chromedp.KeyEvent(kb.Escape))
		require.Empty(t, p.spoken())
		require.True(t, eval[bool](p, `document.activeElement.matches('`+forest+`')`), "the focus stays")

		// a week of the third panel of the small multiples
		p.tab("Over time")
		box := eval[[]float64](p, `document.querySelectorAll('`+gallery+` .plot-lanes > g')[2].dataset.box.split(" ").map(Number)`)
		xs := eval[[]float64](p, `document.querySelector('`+gallery+` .plot-lanes > g').dataset.x.split(" ").map(Number)`)
		x, y = p.spot(gallery, box[0]+xs[5]+0.4, (box[1]+box[2])/2)
		p.do(chromedp.MouseEvent("mouseMoved", x, y))
		said := p.spoken()
		require.Regexp(t, `^week 6; \w+ [+−]?[0-9.]+\x{202f}% \([+−]?[0-9.]+\x{202f}% to [+−]?[0-9.]+\x{202f}%\)$`, said)
		panels := eval[int](p, `document.querySelectorAll('`+gallery+` .plot-lanes > g').length`)
		require.Equal(t, 11, panels)
		require.Equal(t, panels, eval[int](p, `document.querySelectorAll('`+gallery+` .plot-here path').length`),
			"a line through every panel")
		p.away()
		require.Zero(t, eval[int](p, `document.querySelectorAll(".plot-here").length`))
		p.touch(x, y)
		require.Equal(t, said, p.spoken())
		p.away()
		right := strings.Split(strings.Repeat(kb.ArrowRight, 5), "")
		p.keys(gallery, append([]string{kb.ArrowUp, kb.ArrowUp, kb.Home, kb.ArrowDown, kb.ArrowDown}, right...)...)
		require.Equal(t, said, p.spoken())
		p.do(chromedp.KeyEvent(kb.End))
		require.Regexp(t, fmt.Sprintf(`^week %d; `, len(xs)), p.spoken())
	})

	t.Run("BesideTheMarkAndInsideTheFigure", func(t *testing.T) {
		for _, name := range comparisons {
			p.tab(name)
			for _, width := range []int64{390, 1440}[:fixture.ByDay(1, 2)] {
				p.dress(width, "light")
				p.spot(gallery, 0, 0)
				p.away()
				p.keys(gallery, kb.Home)
				for _, k := range []string{kb.ArrowRight, kb.ArrowDown, kb.End, kb.ArrowUp, kb.ArrowLeft} {
					p.do(chromedp.KeyEvent(k))
					require.NotEmpty(t, p.spoken(), name)
					wrong := eval[string](p, `(() => {
						const f = document.querySelector('`+gallery+
						`').getBoundingClientRect(), b = document.querySelector(".readout").getBoundingClientRect();
						const c = [...document.querySelectorAll('`+gallery+` .plot-here :is(circle, path)')].pop().getBoundingClientRect();
						const inside = b.left >= f.left - 1 && b.right <= f.right + 1 && b.top >= f.top - 1 && b.bottom <= f.bottom + 1;
						const over = b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom;
						return (inside ? "" : "leaves the figure") + (over ? "covers the mark" : "") })()`)
					require.Empty(t, wrong, "%s, width %d: %s", name, width, p.spoken())
				}
			}
		}
		p.dress(1440, "light")
		p.away()
	})

	t.Run("WithAllThatBelongsToAnOrder", func(t *testing.T) {
		p.tab("Over time")
		faded := func(chart, key string, same bool) bool {
			not := ":not"
			if same {
				not = ":is"
			}
			return eval[bool](p, `[...document.querySelectorAll('`+chart+` [data-key]`+not+`([data-key="`+key+
				`"])')].every(e => getComputedStyle(e).opacity < 1)`)
		}
		p.scroll("#results")
		at := eval[[]float64](p,
			`(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector('tr[data-order="SPF"] td:last-child').getBoundingClientRect())`)
		p.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
		for _, chart := range []string{forest, gallery} {
			require.True(t, faded(chart, "SPF", false), "the others fade in %s", chart)
			require.False(t, faded(chart, "SPF", true), "SPF stays in %s", chart)
		}
		p.away()
		require.False(t, faded(forest, "SPF", false))
	})

	t.Run("AndTablesExplainTheirCells", func(t *testing.T) {
		p.keys("#results", kb.Home)
		first := p.spoken()
		require.NotEmpty(t, first)
		p.do(chromedp.KeyEvent(kb.ArrowDown))
		require.NotEqual(t, first, p.spoken())
		p.do(chromedp.KeyEvent(kb.Escape))
		require.Empty(t, p.spoken())
	})

	t.Run("AsOneStopAChartWithoutTooltips", func(t *testing.T) {
		p.press("What is in it")
		for _, name := range comparisons {
			p.tab(name)
			require.Empty(t,
				eval[[]string](p,
					`[...document.querySelectorAll("main svg.plot:not(.plot-spark)")].filter(s => s.getAttribute("tabindex") !== "0" || s.querySelector("[tabindex]") || !s.getAttribute("aria-label")).map(s => s.outerHTML.slice(0, 200))`),
				name)
			require.Zero(t, eval[int](p, `document.querySelectorAll("main [title], main title").length`), name)
		}
	})

	t.Run("AndPrintInTheWidthOfAColumn", func(t *testing.T) {
		p.tab("Who beats whom")
		eval[bool](p,
			`(s => { s.value = "single"; s.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.getElementById("compare-size"))`)
		p.wait(`document.querySelector(".figure-caption")`)
		require.Contains(t, p.text(".figure-caption"), eval[string](p,
			`document.querySelector('`+gallery+`').getAttribute("aria-label").replaceAll("\u202f", " ")`), "the title is the caption's")
		eval[bool](p,
			`(window.files = [], URL.createObjectURL = (make => b => { window.files.push(b); `+noted+`; return make.call(URL, b) })(URL.createObjectURL), document.querySelector('[data-host="compare-tools"] [data-arg="png"]').click(), true)`)
		p.wait(`window.files.some(b => b.type === "image/png")`)
		png := eval[[]float64](p,
			`window.files.find(b => b.type === "image/png").arrayBuffer().then(b => new DataView(b)).then(v => [v.getUint32(16), v.getUint32(41)])`)
		require.InDelta(t, 89/25.4*600, png[0], 8, "pixels")
		require.Equal(t, 23622.0, png[1], "dots a metre")
		eval[bool](p,
			`(s => { s.value = "screen"; s.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.getElementById("compare-size"))`)
	})

	t.Run("WithNoWordsCutOrOnEachOther", func(t *testing.T) {
		for _, width := range []int64{320, 1440, 390, 768, 1920}[:fixture.ByDay(2, 5)] {
			p.dress(width, "light")
			for _, name := range comparisons {
				p.tab(name)
				p.legible(t, fmt.Sprintf("%s, width %d", name, width))
			}
		}
		p.dress(1440, "light")
		p.tab("Over time")
		p.press("in one chart")
		p.wait(`document.querySelector('[data-host="compare-figure"] .plot-line .plot-names, [data-host="compare-figure"] svg.plot-line')`)
		p.legible(t, "over time, together")
	})

	t.Run("AndEveryControlHasANameAndNothingIsWiderThanThePhone", func(t *testing.T) {
		p.press("more settings")
		p.press("all 12 orders")
		p.press("None left out")
		p.everyControlHasAName(30)
		p.nothingIsWider(".plot-forest")
	})
}

// legible says which words of the charts in sight leave them or overlap.
func (p *page) legible(t *testing.T, what string) {
	t.Helper()
	require.Empty(t, eval[[]string](p, `(() => {
		const wrong = [];
		for (const svg of document.querySelectorAll("main svg.plot")) {
			const f = svg.getBoundingClientRect();
			if (!f.width) continue;
			const list = [...svg.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect()]).filter(([w]) => w.trim());
			list.forEach(([w, a], i) => {
				if (a.left < f.left - 1 || a.right > f.right + 1 || a.top < f.top - 3 || a.bottom > f.bottom + 3) wrong.push(w + " leaves " + svg.getAttribute("aria-label"));
				for (const [v, b] of list.slice(0, i))
					if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4) wrong.push(w + " overlaps " + v + " in " + svg.getAttribute("aria-label"));
			});
		}
		return wrong })()`), what)
	require.LessOrEqual(t, eval[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`), 0,
		"%s: the page scrolls sideways: %s", what, eval[string](p,
			`(e => e.length ? e.pop().outerHTML.slice(0, 300) : "")([...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 50 && !e.closest(".scroll")))`))
}
