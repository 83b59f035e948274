package e2e

import (
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
)

// inRoom waits until a room is in sight.
func (p *page) inRoom(key string) {
	p.t.Helper()
	p.wait(`document.querySelector("#room-` + key + `[aria-current=page]") && document.querySelectorAll("[aria-current=page]").length === 1`)
}

// notLost holds that something has the focus.
func (p *page) notLost() {
	p.t.Helper()
	require.NotEqual(p.t, "BODY", p.focused(), "the focus falls to the body")
}

func (p *page) noWiderThanTheWindow() {
	p.t.Helper()
	for _, width := range []int64{390, 768, 1440} {
		p.resize(width, 900)
		require.LessOrEqual(p.t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
	}
	p.do(chromedp.EmulateReset())
}

// Four words lead everywhere, by keys and by mouse; Back goes through them.
func TestRoomsAreEnteredByKeysAndByMouse(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.inRoom("decide")
	p.noWiderThanTheWindow()
	p.shots("landing")
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	require.NoError(t, err)
	require.NotEqual(t, eval[string](p, `getComputedStyle(document.getElementById("room-decide")).borderTopColor`),
		eval[string](p, `getComputedStyle(document.getElementById("room-lab")).borderTopColor`), "the room is seen in forced colours")
	p.do(chromedp.EmulateReset())
	p.do(chromedp.KeyEvent("3"))
	p.inRoom("teach")
	p.wait(`document.querySelector(".view-little") && document.querySelector(".lesson").checkVisibility()`)
	p.notLost()
	p.shots("teach")
	p.do(chromedp.KeyEvent("4"))
	p.inRoom("lab")
	p.wait(`document.querySelector("#method-tune").checkVisibility()`)
	p.notLost()
	require.Equal(t, "?view=lab", eval[string](p, `location.search`))
	require.Len(t, eval[[]string](p, `[...document.querySelectorAll(".methods-list a span:empty")].map(e => e.outerHTML)`), 0)
	p.noWiderThanTheWindow()
	p.shots("lab")
	p.do(chromedp.KeyEvent("2"))
	p.inRoom("explore")
	require.Contains(t, p.text(".hero"), "Replay needs a log")
	p.notLost()
	eval[bool](p, `(history.back(), true)`)
	p.inRoom("lab")
	eval[bool](p, `(history.back(), true)`)
	p.inRoom("teach")

	p.upload(sample(t, 2000, 6))
	p.waitState("loaded")
	p.inRoom("decide")
	p.wait(`document.querySelector(".view-` + ui.Shows("decide") + `")`)
	p.click("#room-explore")
	p.wait(`document.querySelector(".view-replay")`)
	p.inRoom("explore")
	p.click("#room-lab")
	p.wait(`document.querySelector("#method-tune").checkVisibility()`)
	p.focus("method-tune")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.querySelector(".view-tune")`)
	p.inRoom("lab")
	require.Equal(t, "view-tune", p.focused())
	p.noWiderThanTheWindow()
	p.shots("method")
	p.focus("to-list")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.querySelector("#method-tune").checkVisibility() && !document.querySelector(".view-tune")`)
	require.Equal(t, "room-lab", p.focused())
	require.True(t, eval[bool](p, `document.querySelector(".strip").checkVisibility()`))
	p.shots("lab-with-a-log")
	eval[bool](p, `(history.back(), true)`)
	p.wait(`document.querySelector(".view-tune")`)

	p.do(chromedp.KeyEvent("?"))
	p.press("Switch one-letter keys off")
	p.wait(`document.querySelector(".keys-off")`)
	p.again()
	p.wait(`document.querySelector(".view-tune")`)
	p.do(chromedp.KeyEvent("3"), chromedp.KeyEvent("?"))
	p.drawn()
	require.True(t, eval[bool](p, `document.querySelector(".keys").hidden && !!document.querySelector(".view-tune")`), "the choice is kept")
}

// What links opened, they open.
func TestOldLinksOpenWhatTheyOpened(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	log := sample(t, 1500, 6)
	for _, x := range []struct{ query, view string }{{"?weeks=4", "compare"}, {"?view=replay", "replay"}, {"?view=tune", "tune"},
		{"?view=compare", "compare"}, {"?view=online", "online"}, {"?view=predict", "predict"}, {"?view=learn", "learn"},
		{"?view=cluster", "cluster"}, {"?view=train", "train"}, {"?view=reproduce", "reproduce"}}[:fixture.ByDay(2, 10)] {
		p := open(t, x.query)
		p.upload(log)
		p.waitState("loaded")
		p.wait(`document.querySelector(".view-` + x.view + `")`)
		room := "lab"
		for _, r := range []string{"decide", "explore"} {
			if ui.Shows(r) == x.view {
				room = r
			}
		}
		p.inRoom(room)
		if room == "lab" {
			p.click("#to-list")
			p.wait(`document.querySelector("#method-` + x.view + `").checkVisibility()`)
		}
	}
	p := open(t, "?view=little")
	p.wait(`document.querySelector(".view-little")`)
	p.inRoom("teach")
	q := open(t, "?view=reproduce")
	q.wait(`document.querySelector(".view-reproduce").checkVisibility()`)
	require.Contains(t, q.text("#in-sight"), "Choose the log")
	q.noWiderThanTheWindow()
	q.shots("reproduce-before-a-log")
}

// The palette finds a method, a setting of the view in sight and a page by keyboard alone.
func TestThePaletteFindsWhatThePageHas(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.upload(sample(t, 2000, 6))
	p.waitState("loaded")
	p.focus("find")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.activeElement.id === "palette-field"`)
	p.shots("palette")
	p.lookAt("the palette")
	chosen := func() string { return p.text("#palette-options [aria-selected=true] b") }
	require.Equal(t, "Decide", chosen())
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	p.wait(`document.activeElement.getAttribute("aria-activedescendant") === "palette-1"`)
	require.Equal(t, "Explore", chosen())
	p.do(chromedp.KeyEvent(kb.Escape))
	p.wait(`!document.querySelector(".palette")`)
	p.wait(`document.activeElement.id === "find"`)

	// a key that the page takes is no character: the debugger would type it all the same
	key := func(init string) {
		require.False(t, eval[bool](p,
			`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {`+init+`, bubbles: true, cancelable: true}))`), init)
	}
	open := []string{`key: "k", ctrlKey: true`, `key: ">"`, `key: "K", metaKey: true`}
	find := func(words string) {
		key(open[0])
		open = append(open[1:], open[0])
		p.wait(`document.activeElement.id === "palette-field"`)
		p.do(chromedp.KeyEvent(words))
		require.Equal(t, words, eval[string](p, `document.activeElement.value`))
		p.wait(`document.querySelector("#palette-options [aria-selected=true]") || document.querySelector(".palette [role=status]")`)
	}
	find("tune")
	p.wait(`document.querySelector("#palette-options [aria-selected=true] b").innerText === "Tune"`)
	key(`key: "Enter"`)
	p.wait(`document.querySelector(".view-tune") && !document.querySelector(".palette")`)
	p.notLost()
	find("seed")
	p.wait(`document.querySelector("#palette-options [aria-selected=true] small").innerText === "setting"`)
	key(`key: "Enter"`)
	p.wait(`document.activeElement.dataset.set === "seed"`)
	eval[bool](p, `(document.activeElement.blur(), true)`)
	find("xyzzy")
	p.wait(`document.querySelector(".palette [role=status]")`)
	require.Equal(t, "false", eval[string](p, `document.activeElement.getAttribute("aria-expanded")`))
	p.do(chromedp.KeyEvent(kb.Escape))
	p.wait(`!document.querySelector(".palette")`)
}

// The doors of the first page: what is behind each is one press away, and another log later.
func TestTheFirstPageHasThreeDoors(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.press("How to export them")
	p.wait(`document.querySelector("#door").innerText.includes("sacct")`)
	for _, path := range []string{"server_priv/accounting", "lsb.acct", "common/accounting"} {
		require.Contains(t, p.text("#door"), path)
	}
	p.noWiderThanTheWindow()
	p.shots("door")
	p.lookAt("the first page with a door open")
	p.press("More examples")
	p.wait(`document.querySelectorAll(".examples a").length > 3`)
	p.press("Choose a study")
	p.wait(`document.querySelector(".view-reproduce")`)
	p.drop("mine.swf", must(os.ReadFile(sample(t, 2000, 6))))
	p.waitState("loaded")
	p.press("Another log")
	p.wait(`document.querySelector("#drop").checkVisibility()`)
	p.noWiderThanTheWindow()
	p.shots("another-log")
	p.resize(390, 900)
	small := eval[[]string](p,
		`[...document.querySelectorAll(".rooms a, .masthead-tools button, .a-door button, .strip-actions button")].filter(e => e.checkVisibility()).filter(e => { const r = e.getBoundingClientRect(); return r.height < 44 || r.width < 44 }).map(e => e.outerHTML)`)
	require.Empty(t, small, "targets of a finger's size")
	p.do(chromedp.EmulateReset())
	p.click("[data-act=door][data-arg=examples]")
	p.wait(`document.querySelector("#door").hidden || document.querySelector(".examples")`)
	if eval[bool](p, `document.querySelector("#door").hidden`) {
		p.click("[data-act=door][data-arg=examples]")
	}
	p.click(".examples a[data-arg*=replay]")
	p.wait(`document.querySelector(".view-replay")`)
	p.inRoom("explore")
}
