package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// axe is the text of axe-core, which only this test needs: no user of the page
// does, and it is no part of the repository. .ci/run fetches it.
func axe(t *testing.T) string {
	t.Helper()
	path := os.Getenv("SHADOWTIME_AXE")
	if path == "" {
		t.Skip("AXE-CORE WAS NOT GIVEN: whether the page can be used by everybody was not looked at; set SHADOWTIME_AXE to the path of " +
			"its axe.min.js, as .ci/run does")
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// inspection gathers what axe-core finds on one page in its states.
type inspection struct {
	*page
	runs  int
	turn  int                 // of the pairs it is looked at in
	found map[string][]string // where, by finding
}

// inspect opens a page with axe-core in it. It comes through the debugger, which
// the page's content security policy does not stop.
func inspect(t *testing.T, query string) *inspection {
	text := axe(t)
	return inspectPage(open(t, query), text)
}

// inspectPage puts axe-core into a page.
func inspectPage(p *page, text string) *inspection {
	t := p.t
	eval[bool](p, text+";true")
	x := &inspection{page: p, found: map[string][]string{}}
	t.Cleanup(func() {
		t.Logf("axe-core looked %d times", x.runs)
		var list []string
		for what, where := range x.found {
			list = append(list, what+"\n    "+strings.Join(where, ", "))
		}
		slices.Sort(list)
		require.Empty(t, list, "%s", strings.Join(list, "\n"))
	})
	return x
}

// lookAt looks at a page that another test has brought into a state; without
// axe-core, which others say is missing, it does not.
func (p *page) lookAt(state string) {
	p.t.Helper()
	if os.Getenv("SHADOWTIME_AXE") != "" {
		inspectPage(p, axe(p.t)).look(state, twice)
	}
}

// dressed is a width and a theme. What axe-core finds depends on each of them
// alone, so two pairs show all that four would.
type dressed struct {
	width int64
	theme string
}

var (
	twice = []dressed{{390, "dark"}, {1440, "light"}}
	fully = []dressed{{390, "dark"}, {1440, "dark"}, {1440, "light"}, {390, "light"}}
)

// next is one of the two pairs, in turns: what views have in common is seen in both. Where
// campaigns are asked for it is both.
func (x *inspection) next() []dressed {
	if fixture.Campaigns() {
		return twice
	}
	x.turn++
	return twice[x.turn%2 : x.turn%2+1]
}

// look lets axe-core look at the page as it is now.
func (x *inspection) look(state string, in []dressed) {
	x.t.Helper()
	for _, d := range in {
		x.dress(d.width, d.theme)
		x.find("document", fmt.Sprintf("%s, %s at %d", state, d.theme, d.width))
	}
	x.do(chromedp.EmulateReset())
}

// find lets axe-core look at a part of the page as it is now.
func (x *inspection) find(part, where string) {
	x.t.Helper()
	found := eval[[]string](x.page,
		`axe.run(`+part+
			`, {resultTypes: ["violations"]}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical").flatMap(v => v.nodes.map(n => v.impact + " " + v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replaceAll("\n", " "))))`)
	x.runs++
	for _, f := range found {
		x.found[f] = append(x.found[f], where)
	}
}

// unfold presses everything in sight that unfolds something, once: some things fold up
// when others unfold.
func (x *inspection) unfold() {
	eval[bool](x.page, `(window.pressed ??= new Set(), true)`)
	const name = `(e => e.textContent + e.id + JSON.stringify(e.dataset))`
	const folded = `[...document.querySelectorAll("[aria-expanded=false]")].filter(e => e.offsetParent && !e.disabled && !pressed.has(` +
		name + `(e)))`
	for eval[bool](x.page, `(f => { f.slice(0, 1).forEach(e => { pressed.add(`+name+
		`(e)); e.click() }); return f.length > 0 })(`+folded+`)`) {
	}
	eval[bool](x.page, `(pressed.clear(), document.querySelectorAll("details").forEach(e => { e.open = true }), true)`)
}

// gallery looks at each picture behind the answer, with its numbers.
func (x *inspection) gallery() {
	const tabs = `[...document.querySelectorAll(".tab")].filter(e => e.offsetParent)`
	names := eval[[]string](x.page, tabs+`.map(e => e.textContent)`)
	require.Greater(x.t, len(names), 2)
	for _, d := range x.next() {
		x.dress(d.width, d.theme)
		for i, name := range names {
			eval[bool](x.page, fmt.Sprintf(`(%s[%d].click(), true)`, tabs, i))
			x.wait(`document.querySelector(".gallery .figure svg")`)
			x.find(`document.querySelector(".gallery")`, fmt.Sprintf("picture %s, %s at %d", name, d.theme, d.width))
		}
	}
}

// Axe-core finds nothing serious or critical in any view and state.
func TestEveryViewAndStateCanBeUsedByEverybody(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	text, err := os.ReadFile(sample(t, 2000, 6))
	require.NoError(t, err)
	other := sample(t, 4000, 9)
	for i, v := range []struct{ view, button, weeks, tasks, done string }{
		{"compare", "Compare", "weeks", "resamples", "table#results tbody tr"},
		{"online", "Choose orders", "online-weeks", "online-resamples", "#selection tbody tr"},
		{"tune", "Tune", "tune-weeks", "tune-weeks", "#pairs tbody tr"},
		{"predict", "Predict", "predict-weeks", "predict-resamples", "table#results tbody tr"},
		{"learn", "Fit an order", "learn-days", "learn-pairs", "table#results tbody tr"},
	} {
		t.Run(v.view, func(t *testing.T) {
			t.Parallel()
			x := inspect(t, "?view="+v.view)
			x.turn = i
			if v.view == "compare" {
				x.look("empty", fully)
			}
			x.drop("first.swf", append([]byte("not a job\n"), text...))
			x.waitState("loaded")
			x.set(v.weeks, "-3")
			x.wait(`[...document.querySelectorAll(".message, [role=alert], [aria-invalid=true]")].some(e => e.offsetParent && e.closest("main"))`)
			x.unfold()
			x.look("loaded and unfolded, with an error at a field", x.next())
			x.set(v.weeks, "2")
			x.set(v.tasks, "5000")
			x.press(v.button)
			x.waitState("running")
			x.look("running", x.next())
			require.Equal(t, "running", x.state(), "it was still running when it was looked at")
			x.press("Cancel")
			x.waitState("cancelled")
			x.look("cancelled", x.next())
			x.set(v.tasks, "4")
			x.press(v.button)
			x.waitState("done")
			x.wait(`document.querySelector("` + v.done + `")`)
			x.unfold()
			if v.view == "compare" {
				x.look("answer", fully)
			} else {
				x.look("answer", twice)
			}
			x.gallery()
			if v.view == "predict" {
				x.press("work it out")
				x.wait(`document.querySelector(".advice")`)
				x.press("map the study’s 128 ways")
				x.wait(`document.querySelector('[data-act="predict-map-csv"]')`)
				x.waitState("done")
				x.look("asked for more", x.next())
			}
			study := map[string]string{"compare": "run2018", "online": "run2018", "tune": "tuning2017", "predict": "predict2018",
				"learn": "regress2022"}[v.view]
			ids := map[string]string{"online": "online-", "tune": "tune-", "predict": "predict-", "learn": "learn-"}[v.view]
			x.set(ids+"protocol", study)
			x.wait(`document.getElementById("` + ids + `studied-fold")`)
			x.unfold()
			x.look("asked as a study did", x.next())
			x.set(ids+"protocol", "none")
			x.set(v.weeks, "2")
			x.set(v.tasks, "4")
			x.upload(other)
			x.wait(`document.querySelectorAll(".shelf .chip").length === 2`)
			x.waitState("loaded")
			x.press(v.button + " on all 2 logs")
			x.waitState("done")
			x.look("several logs", twice[:1])
		})
	}
}

func TestAStudyRunAgainCanBeUsedByEverybody(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	x := inspect(t, "?view=reproduce&study=orders&resamples=2")
	x.drop("unknown.swf", must(os.ReadFile(sample(t, 2000, 6))))
	x.waitState("loaded")
	x.look("a log without figures", twice[:1])
	x.upload(path)
	x.wait(`document.querySelectorAll(".shelf .chip").length === 2`)
	x.waitState("loaded")
	x.look("loaded", twice)
	x.press("Reproduce")
	x.waitState("done")
	x.wait(`document.querySelector(".reproduced svg")`)
	x.look("run again", fully)
	x.view("compare")
	x.wait(`document.querySelector(".view-compare")`)
	x.set("resamples", "2")
	x.press("Compare")
	x.waitState("done")
	x.wait(`document.querySelector("[data-printed]")`)
	x.look("beside what was published", twice)
}

func TestMachinesOfUnequalProcessorsCanBeUsedByEverybody(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	x := inspect(t, "?view=cluster&stretches=3")
	x.drop("first.swf", must(os.ReadFile(sample(t, 2000, 6))))
	x.waitState("loaded")
	x.wait(`document.querySelector(".view-cluster #results")`) // a rough answer comes by itself
	x.set("cluster-stretches", "-3")
	x.wait(`[...document.querySelectorAll("[aria-invalid=true]")].some(e => e.offsetParent)`)
	x.unfold()
	x.look("loaded and unfolded, with an error at a field", twice)
	x.set("cluster-stretches", "3")
	x.press("Run them")
	x.waitState("done")
	x.unfold()
	x.look("answer", fully)
	x.gallery()
	x.press("Play it")
	x.wait(`document.querySelector('[data-host="cluster-play-chart"] svg')`)
	x.look("playing a run", twice)
}

func TestTrainingCanBeUsedByEverybody(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	x := inspect(t, "?demo=spread&seeds=4&episodes=60")
	x.wait(`document.querySelector('[data-host="train-live-0"] svg')`)
	x.look("being watched", twice)
	x.waitState("done")
	x.wait(`document.querySelector(".watching").textContent.includes("60 of 60")`)
	x.set("train-seed", "9")
	x.unfold()
	x.look("trained and unfolded, with an error at a field", fully)
	x.gallery()
	x.set("train-jobs", "log")
	x.set("train-jobs-first", "5")
	x.set("train-episodes", "3")
	x.press("Train")
	x.waitState("done")
	x.look("tested on jobs of a log", twice)
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
