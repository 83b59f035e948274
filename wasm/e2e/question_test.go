package e2e

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// inSight is JavaScript for whether an element lies in the window.
func inSight(selector string) string {
	return `(r => r.height > 0 && r.top >= 0 && r.bottom <= window.innerHeight)(document.querySelector('` + selector +
		`').getBoundingClientRect())`
}

// focused is the id of what has the focus, or its tag.
func (p *page) focused() string {
	return eval[string](p, `document.activeElement.id || document.activeElement.tagName`)
}

// focus puts the focus on an element, as the tab key would.
func (p *page) focus(id string) {
	p.t.Helper()
	eval[bool](p, `(document.getElementById("`+id+`").focus(), true)`)
	require.Equal(p.t, id, p.focused())
}

// From a drop to the answer by keyboard alone: the question is in sight, a rough
// answer comes by itself, the focus is never lost, and an earlier answer stays.
func TestADroppedLogIsAskedAboutAndAnsweredByKeyboard(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := open(t, "?view=compare")
	for _, width := range []int64{390, 768, 1440} {
		p.resize(width, 900)
		require.LessOrEqual(t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
	}
	p.upload(path)
	p.waitState("loaded")
	require.True(t, eval[bool](p, inSight(".sentence")), "the question is in sight")
	require.True(t, eval[bool](p, inSight("#compare")), "and its button")
	require.False(t, eval[bool](p, `!!document.getElementById("glance").offsetParent`), "the overview is folded")
	require.Equal(t, "46", eval[string](p, `document.getElementById("weeks").value`), "no more weeks than the log has")
	p.wait(`document.getElementById("answer").dataset.standing === "rough"`)
	require.Equal(t, "loaded", p.state())
	require.Contains(t, p.text(".verdict-note"), "A rough answer, made at once from ")
	require.Contains(t, p.text(".verdict-note"), "Compare computes the 60 that you ask for")
	require.Len(t, p.results(), 12)
	require.Equal(t, "0", eval[string](p, `document.querySelector("main").dataset.done`))
	p.shots("rough")

	p.set("resamples", strconv.Itoa(fixture.ByDay(4, 12)))
	if !fixture.Campaigns() {
		p.set("weeks", "12")
	}
	p.focus("compare")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.activeElement.id === "answer-cancel"`)
	p.waitState("done")
	p.wait(`document.activeElement.id === "compare"`)
	require.Equal(t, "asked", eval[string](p, `document.getElementById("answer").dataset.standing`))
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll(".verdict-note")].map(e => e.innerText)`))

	// pinned, and asked again with another threshold
	p.press("keep this answer to compare with the next")
	p.wait(`document.querySelector(".pinned-note")`)
	before := p.results()
	p.set("threshold", "1.5")
	p.wait(`document.getElementById("answer").dataset.standing === "earlier"`)
	require.Contains(t, p.text(".verdict-note"), "threshold 40h instead of 90m")
	require.Equal(t, before, p.results(), "the earlier answer stays in sight")
	p.shots("earlier")
	p.press("Compare")
	p.waitState("done")
	p.wait(`document.querySelector("#pinned tbody tr")`)
	waits := func(rows []row) map[string]float64 {
		m := map[string]float64{}
		for _, r := range rows {
			var x float64
			_, err := fmt.Sscan(r.Values[5], &x)
			require.NoError(t, err)
			m[r.Order] = x
		}
		return m
	}
	then, now := waits(before), waits(p.results())
	type beside struct {
		Key   string
		Value float64
	}
	rows := eval[[]beside](p,
		`[...document.querySelectorAll("#pinned tbody tr")].map(tr => ({Key: tr.dataset.key, Value: +tr.querySelectorAll("td")[2].dataset.value}))`)
	require.GreaterOrEqual(t, len(rows), 12)
	for _, r := range rows[len(rows)-12:] {
		require.InDelta(t, now[r.Key]/then[r.Key]-1, r.Value, 1e-9, "as the waits of both answers: %s", r.Key)
	}
	p.shots("pinned")

	// Enter goes to a room, whose word keeps the focus
	p.focus("room-explore")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.querySelector("#room-explore[aria-current=page]")`)
	require.Equal(t, "room-explore", p.focused())
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll("h1").length`))
}

func TestALinkThatCannotBeReadSaysSoBeforeAnyLog(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	for query, says := range map[string]string{"?weeks=many": "whole number", "?weaks=4": "weaks"} { // the views' own tests have more
		p := open(t, query)
		require.Equal(t, "empty", p.state())
		p.wait(`document.getElementById("message").offsetParent`)
		require.Contains(t, p.text("#message"), says)
		require.True(t, eval[bool](p, inSight("#message")), query)
	}
}

// Whatever runs, Cancel answers at once.
func TestCancelAnswersWhateverRuns(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := filepath.Join(t.TempDir(), "users.swf")
	command(t, "synth", "--model", "users", "--procs", "64", "--weeks", "20", "--users", "20", "--seed", "5", "-o", path)
	p := open(t, "")
	p.upload(path)
	p.waitState("loaded")
	for _, view := range []struct{ name, button, tasks string }{{"compare", "Compare", "resamples"},
		{"react", "Let users wait", "react-replicates"},
		{"online", "Choose orders", "online-resamples"}, {"tune", "Tune", "tune-weeks"}, {"predict", "Predict", "predict-resamples"},
		{"learn", "Fit an order", "learn-pairs"}, {"cluster", "Run them", "cluster-stretches"}} {
		p.view(view.name)
		p.set(view.tasks, "1000") // more than there is time for
		p.press(view.button)
		p.waitState("running")
		p.wait(`+document.querySelector("main").dataset.done >= 1`)
		require.Equal(t, "cancelled", eval[string](p,
			`([...document.querySelectorAll("[data-act=cancel]")].find(b => b.offsetParent).click(), document.querySelector("main").dataset.state)`), view.name)
	}
}

// A study's way of asking sets the form, and what is put back is so alone. What
// has the focus keeps it, and a first look answers by itself.
func TestAQuestionIsAskedAsAStudyDid(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := open(t, "?orders=SPF")
	p.upload(path)
	p.waitState("loaded")
	value := func(id string) string { return eval[string](p, `document.getElementById("`+id+`").value`) }
	require.Equal(t, "none 40 same", value("protocol")+" "+value("threshold")+" "+value("backfill-order"))
	p.focus("protocol")
	p.set("protocol", "run2018")
	p.wait(`document.getElementById("studied-fold")`)
	require.Equal(t, "protocol", p.focused())
	require.Equal(t, "run2018 55.56 LQF 104", value("protocol")+" "+value("threshold")+" "+value("backfill-order")+" "+value("weeks"))
	p.wait(`document.querySelector(".sentence").innerText.includes("all 12 orders") && document.querySelector(".sentence").innerText.trim().endsWith("weeks, as run in 2018.")`)
	p.wait(`document.querySelector(".strip-facts").innerText.replace(/\D/g, "").startsWith("27992")`) // cleaned as the study did
	p.wait(`document.getElementById("answer").dataset.standing === "rough"`)

	p.focus("studied-fold")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.getElementById("studied-threshold")`)
	require.Equal(t, "studied-fold", p.focused())
	require.Equal(t, 7, eval[int](p, `document.querySelectorAll("#studied tbody tr").length`))
	p.focus("studied-threshold")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.getElementById("studied-threshold").innerText === "as the study"`)
	require.Equal(t, "studied-threshold", p.focused())
	require.Equal(t, "40 LQF 104", value("threshold")+" "+value("backfill-order")+" "+value("weeks"))
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll("#studied tr.back").length`))
	for _, width := range []int64{390, 768, 1440} {
		p.resize(width, 900)
		require.LessOrEqual(t, eval[int](p, `document.documentElement.scrollWidth`), int(width))
	}
	p.set("protocol", "none")
	p.wait(`!document.getElementById("studied-fold")`)
	require.Equal(t, "40 same 46", value("threshold")+" "+value("backfill-order")+" "+value("weeks"))
}
