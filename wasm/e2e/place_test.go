package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster/platform"
)

// requirePlaced holds the page to what the verb prints, byte for byte.
func (p *page) requirePlaced(path string, args ...string) {
	p.t.Helper()
	want := string(command(p.t, append(append([]string{"place", "--csv"}, args...), path)...))
	require.Equal(p.t, want, p.saved(`.view-cluster [data-act="save"][data-arg="csv"]`))
}

func TestARealTraceIsPlacedAsByTheCommand(t *testing.T) {
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	const stretches = "20"
	p := watchable(t, "?view=cluster&stretches="+stretches)
	p.upload(path)
	p.waitState("loaded")
	p.wait(`document.querySelector(".view-cluster #results")`) // a rough answer comes by itself
	p.shots("cluster-rough")
	watched := p.watch()
	p.press("Run them")
	p.waitState("done")
	watched()
	p.requirePlaced(path, "--stretches", stretches)
	p.shots("cluster-answer")
	for _, tab := range []string{"What saves energy", "What saves time", "Stretch by stretch"} {
		p.press(tab)
		p.wait(`document.querySelector('[data-host="cluster-figure"] svg .plot-title')`)
	}

	// a run is played
	p.press("Play it")
	p.wait(`document.querySelector('[data-host="cluster-play-chart"] svg')`)
	p.wait(`document.querySelector('[data-host="cluster-play-reading"]').innerText.includes("cores are busy")`)
	p.shots("cluster-play")

	// other times and another baseline are shown of the same runs
	p.set("cluster-time", "slowdown")
	p.waitState("done")
	p.set("cluster-base", "shortest-low_power+easy")
	p.waitState("done")
	p.requirePlaced(path, "--stretches", stretches, "--time", "slowdown", "--against", "shortest-low_power+easy")

	// another platform is another question
	p.set("cluster-platform", "gaia")
	p.wait(`document.querySelector("#cluster-answer").dataset.standing === "earlier"`)
	p.press("Run them")
	p.waitState("done")
	p.requirePlaced(path, "--stretches", stretches, "--time", "slowdown", "--against", "shortest-low_power+easy", "--platform", "gaia")
}

// dropOn drops a file on what a selector finds.
func (p *page) dropOn(selector, name, text string) {
	p.t.Helper()
	eval[bool](p, `(() => { const d = new DataTransfer(); d.items.add(new File([`+strconv.Quote(text)+`], "`+name+`"));
		return document.querySelector("`+selector+
		`").dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true})) })()`)
}

func TestAPlatformIsDroppedOnItsFieldAndElsewhereSaidToBeNone(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	fastslow := string(command(t, "platform", "convert", "fastslow"))
	p := open(t, "?view=cluster&stretches=2&pairs=first-high_gflops,shortest-low_power&jobs-first=50")
	p.dropOn("main", "fastslow.json", fastslow)
	p.waitState("error")
	const none = "this describes a platform, not jobs"
	require.Contains(t, p.text("#message"), none)
	p.upload(sample(t, 1000, 7))
	p.waitState("loaded")
	p.press("Run them")
	p.waitState("done")
	answer := p.text("#cluster-answer")
	p.drop("site.json", []byte(fastslow)) // as "Add a log" does
	p.wait(`document.getElementById("message")?.innerText.includes("` + none + `")`)
	require.Equal(t, answer, p.text("#cluster-answer"))

	// what the page saves is what the command writes
	p.press("the platform")
	p.wait(`document.getElementById("cluster-description")`)
	require.Equal(t, fastslow, p.saved(`[data-act="cluster-describe"]`))

	said := ""
	for name, hostile := range map[string]string{
		"ten million cores": strings.Replace(fastslow, `"cores":`, `"cores":1000000`, 1),
		"no types":          `{"name": "none", "platform": {"clusters": [{"id": "c", "nodes": [{"type": "x", "number": 1}]}]}}`,
		"less than none":    strings.Replace(fastslow, `"number":`, `"number":-`, 1),
		"a log":             "; Version: 2\n1 0 0 10 1\n",
		"a megabyte":        strings.Repeat(" ", platform.MaxFile+1),
	} {
		p.dropOn("#cluster-description", "own.json", hostile)
		p.wait(`![null, undefined, ` + strconv.Quote(said) +
			`].includes(document.getElementById("cluster-description-refused")?.innerText)`)
		said = eval[string](p, `document.getElementById("cluster-description-refused").innerText`)
		t.Log(name + ": " + said)
		require.Equal(t, answer, p.text("#cluster-answer"), name)
		require.NotContains(t, p.text("main"), "earlier", name)
	}
	p.dropOn("#cluster-description", "own.json", strings.Replace(fastslow, "fastslow", "own", 1))
	p.wait(`document.querySelector("#cluster-answer").dataset.standing === "earlier"`)
	require.Equal(t, strings.Replace(fastslow, "fastslow", "own", 1), p.saved(`[data-act="cluster-describe"]`))

	// a tariff is taken from a file, too
	p.press("Run them")
	p.waitState("done")
	p.press("Play it")
	p.wait(`document.getElementById("play-tariff")`)
	p.dropOn("#play-tariff", "prices.csv", "1,2\n")
	p.wait(`document.getElementById("play-tariff-refused")`)
	prices := ""
	for h := range 24 {
		prices += strconv.Itoa(h) + ",2\n"
	}
	p.dropOn("#play-tariff", "prices.csv", prices)
	p.wait(`document.querySelector('[data-host="cluster-play-cost"]').innerText.includes("This run costs")`)
	require.Equal(t, prices, eval[string](p, `document.getElementById("play-tariff").value`))
}
