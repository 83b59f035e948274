package e2e

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/figure"
)

// requireTrained holds the page's courses, those with a baseline or without, to the
// command's of the same seeds, figure by figure.
func (p *page) requireTrained(baseline string, args ...string) {
	p.t.Helper()
	var r struct {
		Seeds []struct {
			Seed                                            uint64
			Decisions                                       []int
			Rewards, Losses, Entropies, Makespans, Energies []float64
			Preferences                                     [][]float64
		}
	}
	require.NoError(p.t, json.Unmarshal(command(p.t, append([]string{"agent", "train", "--json", "--baseline", baseline}, args...)...), &r))
	var want [][]string
	for _, s := range r.Seeds {
		for i := range s.Rewards {
			line := []string{baseline, strconv.FormatUint(s.Seed, 10), strconv.Itoa(i + 1), strconv.Itoa(s.Decisions[i])}
			for _, x := range append([]float64{s.Rewards[i], s.Losses[i], s.Entropies[i], s.Makespans[i], s.Energies[i]}, s.Preferences[i]...) {
				line = append(line, figure.Exact(x))
			}
			want = append(want, line)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(p.saved(`[data-act="train-csv"]`))).ReadAll()
	require.NoError(p.t, err)
	var got [][]string
	for _, row := range rows[1:] {
		if row[0] == baseline {
			got = append(got, row)
		}
	}
	require.Equal(p.t, want, got)
}

// The link on a slide: two jobs, no log, and what is learned is what the command
// learns, to the last bit of the saved agent.
func TestTheSpreadDemonstrationLearnsAsTheCommandDoes(t *testing.T) {
	p := open(t, "?demo=spread&seeds=8")
	began := time.Now()
	p.wait(`document.querySelector('[data-host="train-live-1"] svg')`)
	t.Logf("learning is seen after %.1f s", time.Since(began).Seconds())
	p.waitState("done")
	p.wait(`document.querySelector(".watching").textContent.includes("350 of 350")`)
	t.Logf("all is learned and played after %.1f s", time.Since(began).Seconds())
	require.Contains(t, p.text(".verdict"), "After 350 episodes 8 of 8 seeds spread the two jobs over both processors")
	require.Contains(t, p.text(".verdict"), "In the plain form, as published")
	actions := "shortest-high_gflops,shortest-high_mem_bw,shortest-low_power,first-high_gflops,first-high_mem_bw"
	args := []string{"--platform", "spread", "--actions", actions, "--episodes", "350"}
	for _, baseline := range []string{"mean", "none"} {
		p.requireTrained(baseline, append(args, "--seeds", "8")...)
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
	path := sample(t, 600, 5)
	p := open(t, "?view=train&clean=none&platform=fastslow&jobs-first=12&episodes=40&seeds=3&agent=actor-critic&objective=energy_consumption&observe=small&actions=first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power")
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
	p.requireTrained("none", "--platform", "fastslow", "--jobs-first", "12", "--episodes", "40", "--seeds", "3", "--agent", "actor-critic", "--objective", "energy_consumption",
		"--observe", "small", "--actions", "first-high_gflops,first-low_power,shortest-high_gflops,shortest-low_power", path)
	p.shots("train-log")
	p.shot("train-log", 768, "light")
	p.shot("train-log", 1920, "dark")
}
