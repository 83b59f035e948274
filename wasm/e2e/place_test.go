package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/fixture"
)

// requirePlaced holds the page to what the verb prints, byte for byte.
func (p *page) requirePlaced(path string, args ...string) {
	p.t.Helper()
	want := string(command(p.t, append(append([]string{"place", "--csv"}, args...), path)...))
	require.Equal(p.t, want, p.saved(`.view-cluster [data-act="save"][data-arg="csv"]`))
}

func TestARealTraceIsPlacedAsByTheCommand(t *testing.T) {
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := open(t, "?view=cluster&stretches=60")
	p.upload(path)
	p.waitState("loaded")
	p.wait(`document.querySelector(".view-cluster #results")`) // a rough answer comes by itself
	p.shots("cluster-rough")
	watched := p.watch()
	began := time.Now()
	p.press("Run them")
	p.waitState("done")
	watched()
	t.Logf("60 stretches of 200 jobs under 72 choices: after %.1f s", time.Since(began).Seconds())
	p.requirePlaced(path, "--stretches", "60")
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
	p.requirePlaced(path, "--stretches", "60", "--time", "slowdown", "--against", "shortest-low_power+easy")

	// another platform is another question
	p.set("cluster-platform", "gaia")
	p.wait(`document.querySelector("#cluster-answer").dataset.standing === "earlier"`)
	p.press("Run them")
	p.waitState("done")
	p.requirePlaced(path, "--stretches", "60", "--time", "slowdown", "--against", "shortest-low_power+easy", "--platform", "gaia")
}
