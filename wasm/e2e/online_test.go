package e2e

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
)

// chosen is a row of the selection's table: the exact values its cells carry.
type chosen struct {
	Strategy, Period                                                                                string
	Change, Low, High, Fraction, FractionLow, FractionHigh, Each, EachLow, EachHigh, Regret, OfBest string
}

func (p *page) selection() []chosen {
	return eval[[]chosen](p,
		`[...document.querySelectorAll("table#selection tbody tr")].map(tr => { const td = tr.querySelectorAll("td:not([data-printed])"); return {Strategy: tr.dataset.strategy, Period: tr.dataset.period, Change: td[1].dataset.value, Low: td[1].dataset.low, High: td[1].dataset.high, Fraction: td[4].dataset.value, FractionLow: td[4].dataset.low, FractionHigh: td[4].dataset.high, Each: td[5].dataset.value, EachLow: td[5].dataset.low, EachHigh: td[5].dataset.high, Regret: td[6].dataset.value, OfBest: td[6].dataset.ofBest} })`)
}

// requireSelected compares the page's table with the command's report, figure
// by figure, to the last digit.
func (p *page) requireSelected(args ...string) {
	p.t.Helper()
	var r struct {
		Best struct {
			Own       string
			OwnChange json.Number
		}
		Strategies []struct {
			Strategy                              string
			Period                                *int64
			Own, Low, High                        json.Number
			Regret                                json.Number
			RegretFraction, RegretLow, RegretHigh json.Number
			RegretEach, EachLow, EachHigh         json.Number
			RegretOfBest                          json.Number
		}
	}
	require.NoError(p.t, json.Unmarshal(command(p.t, append([]string{"online", "--json"}, args...)...), &r))
	names := map[int64]string{86400: "day", 604800: "week", 43200: "12h"}
	want := []chosen{{Strategy: "best", Change: decimal(p.t, r.Best.OwnChange.String())}}
	for _, s := range r.Strategies {
		x := chosen{Strategy: s.Strategy}
		if s.Period != nil {
			x.Period = names[*s.Period]
		}
		for to, n := range map[*string]json.Number{&x.Change: s.Own, &x.Low: s.Low, &x.High: s.High, &x.Regret: s.Regret,
			&x.Fraction: s.RegretFraction, &x.FractionLow: s.RegretLow, &x.FractionHigh: s.RegretHigh,
			&x.OfBest: s.RegretOfBest, &x.Each: s.RegretEach, &x.EachLow: s.EachLow, &x.EachHigh: s.EachHigh} {
			if n != "" {
				*to = decimal(p.t, n.String())
			}
		}
		want = append(want, x)
	}
	got := p.selection()
	require.NotEmpty(p.t, got)
	for i := range got {
		x := &got[i]
		for _, v := range []*string{&x.Change, &x.Low, &x.High, &x.Fraction, &x.FractionLow, &x.FractionHigh, &x.Each, &x.EachLow,
			&x.EachHigh, &x.Regret, &x.OfBest} {
			if *v != "" {
				*v = decimal(p.t, *v)
			}
		}
	}
	// the best order's range is that of its own row, where there is one
	best := want[0]
	want[0] = got[0]
	want[0].Strategy, want[0].Change = best.Strategy, best.Change
	for i, s := range r.Strategies {
		if s.Strategy == "fixed:"+r.Best.Own {
			want[0] = want[1+i]
			want[0].Strategy = "best"
		}
	}
	require.Equal(p.t, want, got)
}

const online = "random,full,noisy,epsilon-greedy"

func (p *page) playhead() int {
	return eval[int](p, `+((document.querySelector(".playhead") || {dataset: {at: -1}}).dataset.at)`)
}

func TestTheOnlineDemoLearnsAndPlaysByItself(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	weeks := fixture.ByDay(6, 26)
	asked := []string{"--weeks", strconv.Itoa(weeks), "--resamples", strconv.Itoa(fixture.ByDay(4, 20))}
	p := open(t, "?demo=sample&view=online&resamples="+asked[3]+"&weeks="+asked[1])
	p.waitState("done")
	p.wait(`+(document.querySelector(".playhead")||{dataset:{at:0}}).dataset.at > 5`)
	require.Equal(t, "Pause", p.text("#story-play"))
	require.True(t, eval[bool](p, inSight("#online-answer-title")), "the page stays at its answer")
	p.nothingJumped()
	// while it plays, only playhead and reading are drawn
	eval[bool](p,
		`(() => { window.redrawn = 0; new MutationObserver(m => { window.redrawn += m.length }).observe(document.querySelector('[data-host="story"]'), {childList: true, subtree: true}); return true })()`)
	p.wait(`document.querySelector("#story-play").textContent === "Play"`)
	require.Zero(t, eval[int](p, `window.redrawn`))
	last := eval[int](p, `+document.getElementById("story-at").max`)
	require.Equal(t, 7*weeks-1, last)
	require.Equal(t, last, p.playhead())
	require.Contains(t, p.text(".reading"), fmt.Sprintf("Day %d (week %d): ", 7*weeks, weeks))
	require.Contains(t, p.text("#online-answer .verdict"), "Replaying your log: ")
	path := sample(t, ui.SampleJobs, ui.SampleSeed)
	p.requireSelected("--strategies", "random,full,epsilon-greedy", "--orders", "FCFS,SPF,SQF,SEXP,SRF,SAF", "--period", "day", asked[0],
		asked[1], asked[2], asked[3], path)

	// the slider, and a press on the chart
	eval[bool](p,
		`(() => { const f = document.getElementById("story-at"); f.value = 40; f.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
	p.wait(`document.querySelector(".reading").innerText.includes("Day 41 (week 6)")`)
	require.Contains(t, eval[string](p, `document.getElementById("story-at").getAttribute("aria-valuetext")`), "day 41: ")
	eval[bool](p, `(document.querySelector('.plot-story [data-arg="35"]').dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`)
	p.wait(`document.querySelector(".playhead").dataset.at === "35"`)
	require.Equal(t, 35, eval[int](p, `+document.getElementById("story-at").value`))
	head, column := eval[float64](p, `document.querySelector(".playhead").getBoundingClientRect().left`),
		eval[float64](p, `(r => r.left + r.width / 2)(document.querySelector('.plot-story [data-arg="35"]').getBoundingClientRect())`)
	require.InDelta(t, column, head, 3)
	p.shots("online-demo")
	for _, tab := range []string{"What was chosen", "Regret", "Each order for good", "Over time"} {
		p.press(tab)
		p.wait(`[...document.querySelectorAll("#online-answer .tab")].some(b => b.textContent === "` + tab +
			`" && b.getAttribute("aria-selected") === "true")`)
		p.shotOf("online-"+strings.ReplaceAll(strings.ToLower(tab), " ", "-"), "#online-answer .evidence")
	}
	p.shotOf("online-story", ".theatre")

	p.press("3 strategies")
	p.press("formulas and sources")
	p.press("6 orders")
	p.press("what if")
	p.press("more settings")
	p.everyControlHasAName(60)
	p.nothingIsWider("svg.plot")
}

func TestWithLessMotionNothingPlaysByItself(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=online&weeks=4&resamples=2")
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	require.NoError(t, err)
	p.sample()
	p.waitState("done")
	p.wait(`document.querySelector(".plot-story")`)
	require.Equal(t, "Play", p.text("#story-play"))
	require.Equal(t, 0, p.playhead())
	p.press("Play")
	p.wait(`+document.querySelector(".playhead").dataset.at > 4`)
}

func TestSelectionsAreTheCommandsFigures(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, 1500, 5)
	p := open(t, "?view=online")
	p.upload(path)
	p.waitState("loaded")
	p.set("online-weeks", "4")
	p.set("online-resamples", "3")
	p.press("Choose orders")
	p.waitState("done")
	p.requireSelected("--strategies", online, "--weeks", "4", "--resamples", "3", path)

	// more continue
	p.countTasks()
	p.set("online-resamples", "5")
	p.wait(`[...document.querySelectorAll(".question")].some(q => q.innerText.includes("2 to go"))`)
	p.press("Choose orders")
	p.waitState("done")
	require.Equal(t, 2, eval[int](p, `window.tasks`))
	p.requireSelected("--strategies", online, "--weeks", "4", "--resamples", "5", path)

	// every strategy, further values, other settings, the same agreement
	p.press("4 strategies")
	p.press("every strategy")
	p.set("values-epsilon-greedy", "0.5")
	eval[bool](p, `(document.getElementById("strategy-fixed").click(), true)`)
	p.press("formulas and sources")
	p.press("more settings")
	p.set("online-feedback", "machine")
	p.set("online-lambda", "0.9")
	p.set("online-period", "12h")
	p.set("online-dialect", "ocs")
	p.set("online-seed", "7")
	p.set("online-threshold", "20")
	few := strconv.Itoa(fixture.ByDay(1, 3))
	p.set("online-resamples", few)
	p.shots("online-settings")
	p.press("Choose orders")
	p.waitState("done")
	asked := []string{"--feedback", "machine", "--lambda", "0.9", "--period", "12h", "--dialect", "ocs", "--seed", "7", "--threshold",
		"20h", "--weeks", "4"}
	strategies := "random,full,noisy,noisy-job,epsilon-greedy,epsilon-greedy@0.5,epsilon-decay,ucb1,exp3,thompson,sw-ucb,d-ucb,linucb,fixed:FCFS,fixed:LCFS,fixed:SPF,fixed:LPF,fixed:SQF,fixed:LQF,fixed:LEXP,fixed:SEXP,fixed:SRF,fixed:LRF,fixed:SAF,fixed:LAF"
	p.requireSelected(append([]string{"--strategies", strategies, "--resamples", few, path}, asked...)...)
	p.press("What a parameter does")
	p.wait(`document.querySelector('[data-host="online-figure"]').innerText.includes("ε = 0.5")`)
	p.shots("online-every")

	// the same question from a link: natively each setting goes through one
	if fixture.Campaigns() {
		link := eval[string](p,
			`new Promise(r => { navigator.clipboard.writeText = r; [...document.querySelectorAll("button")].find(b => b.textContent.startsWith("copy a link to this ") && b.offsetParent).click() })`)
		u, err := url.Parse(link)
		require.NoError(t, err)
		again := open(t, "?"+u.RawQuery)
		again.upload(path)
		again.waitState("loaded")
		again.press("Choose orders")
		again.waitState("done")
		require.Equal(t, p.selection(), again.selection())
	}

	// the log itself
	p.set("online-weeks", "2")
	p.press("what if")
	p.set("online-variant", "original")
	p.press("Choose orders")
	p.waitState("done")
	require.Contains(t, p.text("#online-answer .verdict"), "2 whole weeks are too short to claim anything.")
	p.requireSelected(append([]string{"--strategies", strategies, "--variant", "original", path},
		append(asked[:len(asked)-1:len(asked)-1], "2")...)...)
	// and a story of it, after another study was prepared
	p.view("compare")
	p.waitState("loaded")
	p.set("weeks", "2")
	p.set("resamples", "2")
	eval[bool](p, `(document.getElementById("compare").click(), true)`)
	p.waitState("done")
	p.view("online")
	p.waitState("done")
	p.press("Open and play")
	p.wait(`document.querySelector(".plot-story")`)
}

func TestSeveralLogsLearnSideBySide(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	one, two := sample(t, 3000, 5), filepath.Join(t.TempDir(), "second.swf")
	command(t, "synth", "--procs", "128", "--jobs", "2500", "--seed", "11", "-o", two)
	p := open(t, "?view=online&weeks=3&resamples=4&strategies=full,epsilon-greedy,epsilon-greedy@0.5&period=day")
	p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{one, two}))
	p.wait(`document.querySelectorAll(".chip").length === 2 && document.querySelector("main").dataset.state === "loaded"`)
	p.press("Choose orders on all 2 logs")
	p.waitState("done")
	p.wait(`document.querySelectorAll("#selection-side thead th").length === 3`)
	p.shots("online-several")
	var all struct {
		Traces []struct {
			Trace     string
			Selection struct {
				Strategies []struct {
					Strategy string
					Own      json.Number
				}
			}
		}
	}
	args := []string{"--strategies", "full,epsilon-greedy,epsilon-greedy@0.5", "--period", "day", "--weeks", "3", "--resamples", "4"}
	p.requireSelected(append(args, two)...)
	out := command(t, append([]string{"online", "--json", one, two}, args...)...)
	require.NoError(t, json.Unmarshal(out, &all))
	for _, x := range all.Traces {
		for _, s := range x.Selection.Strategies {
			got := eval[string](p, `document.querySelector('#selection-side tr[data-strategy="`+s.Strategy+`"] td[data-trace="`+x.Trace+
				`"]').dataset.value`)
			require.Equal(t, decimal(t, s.Own.String()), decimal(t, got))
		}
	}
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll("table.votes").length`))
}

// A real log, as the page proposes it, on fewer resamples.
func TestSelectionOnARealTraceGivesTheCommandsFigures(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := watchable(t, "?view=online")
	p.upload(path)
	p.waitState("loaded")
	p.shots("online-loaded")
	p.set("online-resamples", "3")
	watched := p.watch()
	p.press("Choose orders")
	p.wait(`document.querySelector("#selection tbody tr")`)
	p.waitState("done")
	watched()
	p.requireSelected("--strategies", online, "--resamples", "3", path)
	p.press("Open and play")
	p.wait(`document.querySelector(".plot-story")`)
	at := eval[string](p,
		`(() => { const all = document.querySelectorAll('.plot-story [data-act="story-at"]'), mid = all[all.length >> 1]; mid.dispatchEvent(new MouseEvent("click", {bubbles: true})); return mid.dataset.arg })()`)
	p.wait(`document.querySelector(".playhead").dataset.at === "` + at + `"`)
	p.shots("online-real")
}
