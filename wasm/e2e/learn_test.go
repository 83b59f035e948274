package e2e

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// requireLearned holds the page to the two verbs that do the same: learn on one half
// of the log, windows of what was learned on the other.
func (p *page) requireLearned(learn, windows []string, path string) {
	p.t.Helper()
	var r struct {
		Formula string
		Models  []struct {
			Name         string
			Coefficients []struct {
				Feature             string
				Value, StderrByPair *json.Number
				Determined          bool
			}
		}
	}
	require.NoError(p.t, json.Unmarshal(command(p.t, append(append([]string{"learn", "--json", "--part", "first"}, learn...), path)...),
		&r))
	want := map[string][]string{}
	for _, m := range r.Models {
		for _, c := range m.Coefficients {
			want[m.Name+" "+c.Feature] = []string{decimal(p.t, c.Value.String()), decimal(p.t, c.StderrByPair.String())}
		}
	}
	p.press("Its weights")
	p.wait(`document.querySelector('[data-host="learn-figure"] svg .plot-title')`)
	rows, err := csv.NewReader(strings.NewReader(p.saved(`[data-host="learn-tools"] [data-arg="csv"]`))).ReadAll()
	require.NoError(p.t, err)
	got := map[string][]string{}
	for _, row := range rows[1:] {
		got[row[0]+" "+row[1]] = []string{decimal(p.t, row[2]), decimal(p.t, row[4])}
	}
	require.Equal(p.t, want, got)
	require.Equal(p.t, strings.TrimPrefix(r.Formula, "expr:"), p.text(`.learned code`))
	orders := "FCFS,SPF,SAF,WFP3,UNICEF,F2,LIN,mine=" + r.Formula
	require.Equal(p.t, string(command(p.t, append(append([]string{"windows", "--csv", "--part", "second", "--scenario", "easy", "--orders",
		orders}, windows...), path)...)), p.saved(`.view-learn [data-act="save"][data-arg="csv"]`))
}

func TestARealTracesOrderIsLearnedAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := watchable(t, "?view=learn")
	p.upload(path)
	p.waitState("loaded")
	trials := "1024"
	p.set("learn-pairs", "60")
	p.set("learn-trials", trials)
	p.shots("learn-question")
	watched := p.watch()
	p.press("Fit an order")
	p.wait(`document.querySelector(".learned code")`)
	p.waitState("done")
	watched()
	p.requireLearned([]string{"--pairs", "60", "--trials", trials, "--features", "lin"}, nil, path)
	for _, tab := range []string{"Window by window", "Its weights", "Who goes first", "Do scores settle"} {
		p.press(tab)
		p.wait(`document.querySelector('[data-host="learn-figure"] svg .plot-title')`)
		p.shotOf("learn-"+strings.ReplaceAll(strings.ToLower(tab), " ", "-"), `.gallery`)
	}
	p.shots("learn-answer")
	// features chosen by windows, of the same scores
	p.press("Choose the features by windows")
	p.wait(`document.querySelector('[data-host="learn-choice"] table')`)
	p.waitState("done")
	require.Equal(t, string(command(t, "choose", "--csv", "--pairs", "60", "--trials", trials, path)), p.saved(`[data-act="choice-csv"]`))
	p.press("Scores or windows")
	p.wait(`document.querySelector('[data-host="learn-figure"] svg .plot-title')`)
	p.shotOf("learn-choice", `[data-host="learn-choice"]`)
	// more pairs go on from those that are scored
	p.set("learn-pairs", "70")
	p.press("Fit an order")
	p.waitState("done")
	p.requireLearned([]string{"--pairs", "70", "--trials", trials, "--features", "lin"}, nil, path)
}

// What was learned is an order in the other views.
func TestALearnedOrderIsTriedInOtherViews(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=learn&pairs=20&trials=256&features=log(p)%2Blog(q)&days=2")
	p.upload(sample(t, 4000, 5))
	p.waitState("loaded")
	p.press("Fit an order")
	p.waitState("done")
	p.press("compare it")
	p.wait(`document.querySelector(".view-compare")`)
	p.set("resamples", "2")
	p.set("weeks", "2")
	p.press("Compare")
	p.waitState("done")
	require.True(t, eval[bool](p, `[...document.querySelectorAll("#results tbody tr")].some(tr => tr.dataset.order === "mine")`))
}

// The study that the page saves is the command's, and so are the tables, though the page
// cleans alike for all its views and keeps jobs of no run time for the others.
func TestAFittedOrderIsTheCommandsFile(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	log, theirs := idle(t, sample(t, 3000, 5)), filepath.Join(t.TempDir(), "theirs.study.json")
	line := []string{"learn", "--part", "first", "--features", "lin", "--pairs", "12", "--trials", "64"}
	judged := append(line[:len(line):len(line)], "--judge", "--days", "7", "--orders", "FCFS,SAF")
	command(t, append(judged[:len(judged):len(judged)], "--save", theirs, log)...)
	written, err := os.ReadFile(theirs)
	require.NoError(t, err)

	p := open(t, "?view=learn&pairs=12&trials=64&days=7&orders=FCFS,SAF")
	p.upload(log)
	p.waitState("loaded")
	p.press("Fit an order")
	p.waitState("done")
	require.Equal(t, string(command(t, append(judged[:len(judged):len(judged)], "--csv", log)...)),
		p.saved(`.view-learn [data-act="save"][data-arg="csv"]`))
	require.Equal(t, string(command(t, append(line[:len(line):len(line)], "--csv", log)...)), p.saved(`[data-act="learn-csv"]`))
	eval[bool](p,
		`(() => { const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t; `+noted+` }); return make(b) }; return true })()`)
	p.press("save this study")
	p.wait(`window.saved`)
	require.Equal(t, string(written), eval[string](p, `window.saved`))
}

// idle has every tenth job of a log run for no time.
func idle(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for i, line := range lines {
		if fields := strings.Fields(line); i%10 == 0 && len(fields) == 18 && fields[0] != ";" {
			fields[3] = "0"
			lines[i] = strings.Join(fields, " ") + "\n"
		}
	}
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644))
	return path
}
