package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// requireTrained holds the page's courses, those with a baseline or without, to the
// command's of the same seeds, figure by figure.
func (p *page) requireTrained(baseline string, args ...string) {
	p.t.Helper()
	lines := strings.SplitAfter(p.saved(`[data-act="train-csv"]`), "\n")
	got := lines[0]
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, baseline+",") {
			got += line
		}
	}
	require.Equal(p.t, string(command(p.t, append([]string{"agent", "train", "--csv", "--baseline", baseline}, args...)...)), got)
}

// The link on a slide: two jobs, no log, and what is learned is what the command
// learns, to the last bit of the saved agent.
func TestTheSpreadDemonstrationLearnsAsTheCommandDoes(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	seeds := strconv.Itoa(fixture.ByDay(4, 8))
	p := open(t, "?demo=spread&seeds="+seeds)
	p.wait(`document.querySelector('[data-host="train-live-1"] svg')`)
	p.waitState("done")
	p.wait(`document.querySelector(".watching").textContent.includes("350 of 350")`)
	require.Contains(t, p.text(".verdict"), "After 350 episodes "+seeds+" of "+seeds+" seeds spread the two jobs over both processors")
	require.Contains(t, p.text(".verdict"), "In the plain form, as published")
	actions := "shortest-high_gflops,shortest-high_mem_bw,shortest-low_power,first-high_gflops,first-high_mem_bw"
	args := []string{"--platform", "spread", "--actions", actions, "--episodes", "350"}
	for _, baseline := range []string{"mean", "none"} {
		p.requireTrained(baseline, append(args, "--seeds", seeds)...)
	}
	path := filepath.Join(t.TempDir(), "model.json")
	command(t, append([]string{"agent", "train", "--baseline", "mean", "--model", path}, args...)...)
	model, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(model), p.saved(`[data-act="train-model"]`))
	p.shots("train-spread")
}

// A course of a log's jobs can be stopped where it is, and goes on from there.
func TestJobsOfALogAreLearnedFromAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, 600, 5)
	p := open(t,
		"?view=train&clean=none&platform=fastslow&jobs-first=12&episodes=40&seeds=3&agent=actor-critic&objective=energy_consumption&observe=small&actions=first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power")
	p.upload(path)
	p.waitState("loaded")
	p.press("Train")
	p.wait(`document.querySelector(".watching")?.textContent.includes("episode")`)
	p.press("Stop")
	p.waitState("done")
	stopped := p.text(".watching")
	require.NotContains(t, stopped, "40 of 40")
	p.press("Go on")
	p.wait(`document.querySelector(".watching").textContent.includes("40 of 40")`)
	require.Contains(t, p.text(".verdict"), "EASY")
	p.requireTrained("none", "--platform", "fastslow", "--jobs-first", "12", "--episodes", "40", "--seeds", "3", "--agent", "actor-critic",
		"--objective", "energy_consumption",
		"--observe", "small", "--actions", "first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power", path)
	asked := []string{"train", "--clean", "none", "--platform", "fastslow", "--jobs-first", "12", "--episodes", "40", "--seeds", "3",
		"--agent", "actor-critic", "--objective", "energy_consumption", "--observe", "small", "--actions",
		"first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power", "--csv", path}
	require.Equal(t, string(command(t, asked...)), p.saved(`[data-act="train-csv"]`))
	require.Equal(t, string(command(t, append(asked, "--tests")...)), p.saved(`.view-train [data-act="save"][data-arg="csv"]`))
	p.shots("train-log")
	p.shot("train-log", 768, "light")
	p.shot("train-log", 1920, "dark")
}
