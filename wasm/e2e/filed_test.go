package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
)

// The page hands out the bytes that the command writes, and each opens the other's.
func TestAStudyIsTheSameFileInPageAndCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	log, dir := sample(t, 3000, 5), t.TempDir()
	theirs, ours := filepath.Join(dir, "theirs.study.json"), filepath.Join(dir, "ours.study.json")
	asked := []string{"compare", "--weeks", "3", "--resamples", "6", "--orders", "SPF,SAF", "--json"}
	report := command(t, append(asked, "--save", theirs, log)...)
	written, err := os.ReadFile(theirs)
	require.NoError(t, err)

	p := open(t, "?orders=SPF,SAF&weeks=3&resamples=6")
	p.upload(log)
	p.waitState("loaded")
	p.press("Compare")
	p.waitState("done")
	eval[bool](p,
		`(() => { const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t; `+noted+` }); return make(b) }; return true })()`)
	p.press("save this study")
	p.wait(`window.saved`)
	saved := eval[string](p, `window.saved`)
	require.Equal(t, string(written), saved)
	require.NoError(t, os.WriteFile(ours, []byte(saved), 0o600))
	require.Equal(t, string(report), string(command(t, "show", "--json", ours)))
	eval[bool](p, `window.saved = "", true`)
	p.press("save the report")
	p.wait(`window.saved.includes("</html>")`)

	q := open(t, "?view=compare")
	q.upload(theirs)
	q.wait(`document.querySelector("#shared") && document.querySelector("#shared").innerText.includes("A study that was saved")`)
	q.shots("study")
	q.upload(log)
	q.waitState("done")
	require.Equal(t, p.results(), q.results())
}

// question is something small of a kind, as page and command are asked it.
type question struct {
	query, press string
	verb         []string // nil: the command computes none
}

// questions are those of each kind of the registry that has a view, by its name.
var questions = map[string]question{
	"compare": {"clean=online&orders=SPF,SAF&weeks=3&resamples=3&queue-depth=8&backfill-tries=3", "Compare", []string{"compare", "--orders",
		"SPF,SAF", "--weeks", "3", "--resamples", "3", "--queue-depth", "8", "--backfill-tries", "3"}},
	"decide": {"view=decide&clean=online&orders=SPF,SAF&backfills=none&thresholds=none,2h", "Ask", []string{"decide", "--clean", "online",
		"--orders", "SPF,SAF", "--backfills", "none", "--thresholds", "none,2h"}},
	"react": {"view=react&clean=online&orders=SPF,SAF&replicates=3", "Let users wait", []string{"react", "--clean", "online", "--orders",
		"SPF,SAF", "--replicates", "3"}},
	"replay": {"view=replay&order=SPF", "Replay", nil}, // it keeps no rows
	"online": {"view=online&clean=online&strategies=full,random&orders=FCFS,SPF&weeks=3&resamples=3", "Choose orders", []string{"online",
		"--strategies", "full,random", "--orders", "FCFS,SPF", "--weeks", "3", "--resamples", "3"}},
	"tune": {"view=tune&clean=online&pairs=FCFS,SPF%20x%20SPF&threshold=none,20h&weeks=4", "Tune", []string{"tune", "--clean", "online",
		"--pairs", "FCFS,SPF x SPF", "--threshold", "none,20h", "--weeks", "4"}},
	"predict": {"view=predict&clean=online&weeks=3&resamples=3", "Predict", []string{"predict", "--clean", "online", "--weeks", "3",
		"--resamples", "3"}},
	"learn": {"view=learn&pairs=12&trials=64&days=5&orders=FCFS,SAF", "Fit an order", []string{"learn", "--part", "first", "--features",
		"lin", "--pairs", "12", "--trials", "64", "--judge", "--days", "5", "--orders", "FCFS,SAF"}},
	"cluster": {"view=cluster&jobs-first=40&stretches=3&pairs=first-high_gflops,shortest-low_power", "Run them", []string{"place",
		"--jobs-first", "40", "--stretches", "3", "--pairs", "first-high_gflops,shortest-low_power"}},
	"train": {"view=train&platform=fastslow&jobs-first=8&episodes=3&seeds=2&hidden=4", "Train", []string{"train", "--platform", "fastslow",
		"--jobs-first", "8", "--episodes", "3", "--seeds", "2", "--hidden", "4"}},
}

// shownBy names the view of a kind that has none of its own.
var shownBy = map[string]string{"triples": "predict", "windows": "learn", "rules": "decide"}

// Studies of each kind are what the command computes and go the same road: saved in the
// page, shown by the command, gone on from by it, and opened in a fresh page.
func TestStudiesOfEveryKindGoFromPageToCommandAndBack(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	log, there, back := sample(t, 1500, 5), 0, 0
	for _, kind := range experiment.Kinds() {
		x, ok := questions[kind.Name]
		if shownBy[kind.Name] != "" {
			continue
		}
		require.True(t, ok, "say in filed_test.go how page and command are asked for a small %s", kind.Name)
		if there++; there > fixture.ByDay(3, len(questions)) {
			continue // the same road: natively all kinds go it
		}
		p := open(t, "?"+x.query)
		p.upload(log)
		p.waitState("loaded")
		p.press(x.press)
		p.waitState("done")
		eval[bool](p,
			`(() => { const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t; `+noted+` }); return make(b) }; return true })()`)
		save := func(p *page) string {
			p.press("save this study")
			p.wait(`window.saved`)
			return eval[string](p, `(t => { window.saved = ""; return t })(window.saved)`)
		}
		saved, path := save(p), filepath.Join(t.TempDir(), "ours.study.json")
		require.NoError(t, os.WriteFile(path, []byte(saved), 0o600))
		p.press("save the report")
		p.wait(`window.saved.includes("</html>")`)
		page := eval[string](p, `window.saved`)
		require.Contains(t, page, "<svg ")
		if x.verb == nil {
			require.Contains(t, string(command(t, "show", path)), " mean wait with FCFS, ")
		} else {
			require.Equal(t, string(command(t, append(append([]string{}, x.verb...), "--json", log)...)),
				string(command(t, "show", "--json", path)), x.query)
			require.Equal(t, string(command(t, append(append([]string{}, x.verb...), log)...)),
				string(command(t, x.verb[0], "--continue", path, log)), x.query)
			require.Contains(t, page, "<pre>shadowtime "+x.verb[0]+" ")
		}

		if back++; back > fixture.ByDay(1, len(questions)) {
			continue
		}
		q := open(t, "")
		q.upload(path)
		q.wait(`document.querySelector("#shared") && document.querySelector("#shared").innerText.includes("A study that was saved")`)
		q.upload(log)
		if x.verb == nil {
			q.waitState("loaded")
			q.press(x.press)
		}
		q.waitState("done")
		eval[bool](q,
			`(() => { const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t; `+noted+` }); return make(b) }; return true })()`)
		require.Equal(t, saved, save(q), x.query)
	}
}

// The page hands a question to the command, whose script is the same, and goes on from
// the rows that it keeps.
func TestAQuestionGoesToAnotherMachineAndItsRowsComeBack(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	log, dir := sample(t, 3000, 5), t.TempDir()
	p := open(t, "?orders=SPF,SAF&weeks=3&resamples=6")
	p.upload(log)
	p.waitState("loaded")
	p.press("run it on the command line")
	eval[bool](p, `(navigator.clipboard.writeText = t => { window.copied = t; `+noted+` }, true)`)
	copied := func(button string) string {
		p.press(button)
		p.wait(`window.copied`)
		return eval[string](p, `(t => { window.copied = ""; return t })(window.copied)`)
	}
	line := copied("Copy the command")
	name := filepath.Base(log)
	words := strings.Fields(strings.TrimSpace(line))
	require.Equal(t, []string{"shadowtime", name}, []string{words[0], words[len(words)-1]}, line)
	asked := append(words[1:len(words)-1:len(words)-1], log)
	kept := filepath.Join(dir, "kept")
	theirs := string(command(t, append(asked, "--keep", kept, "--slurm")...))
	same := func(script string) string { // but for places, and what was measured
		return regexp.MustCompile(`(?m)^(# shadowtime .*|(dir|program|shares|minutes|memory)=.*)$`).ReplaceAllString(script, "$2")
	}
	require.Equal(t, same(strings.ReplaceAll(theirs, log, name)), same(copied("Copy the script")))
	p.shots("elsewhere")

	command(t, append(asked, "--keep", kept, "--share", "2/2")...)
	rows, err := filepath.Glob(filepath.Join(kept, "*", "*.rows"))
	require.NoError(t, err)
	p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), rows))
	p.wait(`document.querySelector("#message").innerText.includes("tasks are taken, computed elsewhere by ")`)
	p.wait(`["done", "cancelled"].includes(document.querySelector("main").dataset.state)`)
	p.shots("rows")
	p.press("Compare")
	p.waitState("done")
	p.requireSame(asked[1:]...)
}
