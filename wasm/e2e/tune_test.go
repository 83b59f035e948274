package e2e

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
)

// tunedRow is a row of the table of pairs: the exact values its cells carry.
type tunedRow struct {
	Primary, Backfill, Threshold, Low, High string
	Values                                  []string
}

// tuned reads the whole table of pairs.
func (p *page) tuned() map[string]tunedRow {
	p.t.Helper()
	if eval[bool](p, `!!document.querySelector("#tune-all-rows[aria-expanded=false]")`) {
		eval[bool](p, `(document.getElementById("tune-all-rows").click(), true)`)
		p.wait(`document.querySelector("#tune-all-rows[aria-expanded=true]")`)
	}
	list := eval[[]tunedRow](p,
		`[...document.querySelectorAll("table#pairs tbody tr")].map(tr => { const n = [...tr.querySelectorAll("td[data-value]")]; return {Primary: tr.dataset.primary, Backfill: tr.dataset.backfill, Threshold: tr.dataset.threshold, Low: n[0].dataset.low || "", High: n[0].dataset.high || "", Values: n.map(td => td.dataset.value)} })`)
	rows := map[string]tunedRow{}
	for _, r := range list {
		rows[r.Primary+" "+r.Backfill+" "+r.Threshold] = r
	}
	return rows
}

// requireTuned compares the table with the command's report, figure by figure,
// to the last digit.
func (p *page) requireTuned(args ...string) {
	p.t.Helper()
	type tuned struct {
		Primary, Backfill                                                                                                     string
		Threshold                                                                                                             *int64
		Own, Corrected, Change, Low, High, TrainAvg, TrainMax, TrainMaxMax, TrainBsld, TestAvg, TestMax, TestMaxMax, TestBsld *json.Number
	}
	var r struct {
		Pairs    []tuned
		Learned  tuned
		Sentence string
	}
	require.NoError(p.t, json.Unmarshal(command(p.t, append([]string{"tune", "--json", "--evidence"}, args...)...), &r))
	write := func(n *json.Number) string {
		if n == nil {
			return ""
		}
		return decimal(p.t, n.String())
	}
	name := func(x tuned) string {
		threshold := "none"
		if x.Threshold != nil {
			threshold = fmt.Sprintf("%dh", *x.Threshold/3600)
		}
		return x.Primary + " " + x.Backfill + " " + threshold
	}
	got := p.tuned()
	if len(got) > len(r.Pairs) { // the baseline has a row even where it was not tried
		delete(got, "FCFS FCFS none")
	}
	require.Len(p.t, got, len(r.Pairs))
	for _, x := range r.Pairs {
		row, ok := got[name(x)]
		require.True(p.t, ok, "%s: the page has %v", name(x), got)
		var values []string
		for _, v := range row.Values {
			if v != "" {
				v = decimal(p.t, v)
			}
			values = append(values, v)
		}
		lead := x.Own
		if lead == nil {
			lead = x.Change
		}
		require.Equal(p.t, []string{write(lead), write(x.Corrected), write(x.Change), write(x.TrainAvg), write(x.TrainMax),
			write(x.TrainBsld), write(x.TestAvg), write(x.TestMax), write(x.TestMaxMax), write(x.TestBsld)}, values, name(x))
		if row.Low != "" {
			require.Equal(p.t, []string{write(x.Low), write(x.High)}, []string{decimal(p.t, row.Low), decimal(p.t, row.High)}, name(x))
		}
	}
	thin := strings.NewReplacer("\u202f", " ", "\n", " ")
	verdict := strings.Join(strings.Fields(p.text(`[data-host='tune-verdict']`)), " ")
	logged, found := strings.CutSuffix(verdict, thin.Replace(r.Sentence))
	require.True(p.t, found, "the page says %q, the command %q", verdict, r.Sentence)
	require.Regexp(p.t, `^Replaying your log.s second half: .*\. $`, logged)
}

// tab shows a picture of the search and waits until it is there.
func (p *page) tuneTab(name string) {
	p.press(name)
	p.wait(`[...document.querySelectorAll(".tab")].some(b => b.offsetParent && b.textContent === "` + name +
		`" && b.getAttribute("aria-selected") === "true")`)
	p.wait(`document.querySelector('[data-host="tune-figure"] svg .plot-title')`)
}

func TestTheTuneDemoTunesTheSampleAsTheCommandDoes(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	query := "?demo=sample&view=tune&threshold=none,20h"
	if !fixture.Campaigns() {
		query += "&weeks=6"
	}
	p := open(t, query)
	p.wait(`document.querySelector("table#pairs tbody tr")`)
	p.waitState("done")
	p.nothingJumped()
	weeks := eval[string](p, `document.getElementById("tune-weeks").value`)
	require.Equal(t, weeks, eval[string](p, `document.querySelector("main").dataset.done`))
	p.shots("tune-demo")
	p.requireTuned("--threshold", "none,20h", "--weeks", weeks, "--clean", "online", sample(t, ui.SampleJobs, ui.SampleSeed))
	// the slider reads what was computed: at its right end, the search without
	// threshold
	p.slide(200)
	p.wait(`document.querySelector("#theta-reading .note").textContent === "computed"`)
	said := `document.getElementById("theta").getAttribute("aria-valuetext")`
	require.Equal(t, "none", eval[string](p, said), "which is what the slider says")
	pair := eval[[]string](p, `[document.getElementById("tune-queue").value, document.getElementById("tune-with").value]`)
	row := p.tuned()[pair[0]+" "+pair[1]+" none"]
	require.Equal(t, []string{"-1", row.Values[6], row.Values[7]},
		eval[[]string](p, `[...document.querySelectorAll("#theta-reading [data-value]")].map(e => e.dataset.value)`))
	before := eval[string](p, `document.querySelector('[data-host="tune-sweep"] .plot-cursor').getAttribute("d")`)
	p.slide(37)
	p.wait(`document.querySelector("#theta-reading .note").textContent.startsWith("interpolated between")`)
	require.NotEqual(t, before, eval[string](p, `document.querySelector('[data-host="tune-sweep"] .plot-cursor').getAttribute("d")`))
	require.Equal(t, eval[string](p, `document.querySelector("#theta-reading dd").textContent`), eval[string](p, said))
	// its thumb stands below the cursor of the picture
	require.Less(t,
		eval[float64](p,
			`(() => { const s = document.getElementById("theta").getBoundingClientRect(), c = document.querySelector('[data-host="tune-sweep"] .plot-cursor').getBoundingClientRect(); return Math.abs(s.left + 10 + (s.width - 20) * 37 / 200 - (c.left + c.right) / 2) })()`),
		2.0)
	p.shots("tune-theta")

	p.press("more settings")
	p.press("7 × 7 pairs")
	p.press("none, 20 h")
	p.nothingIsWider(`[data-host="tune-sweep"] svg`)
}

// slide moves the chooser's slider to a notch, as a drag does.
func (p *page) slide(notch int) {
	eval[bool](p,
		fmt.Sprintf(`(() => { const s = document.getElementById("theta"); s.value = %d; s.dispatchEvent(new Event("input", {bubbles: true})); return true })()`,
			notch))
}

func TestARealTraceIsTunedAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := watchable(t, "?view=tune&threshold=none,20h")
	p.upload(path)
	p.waitState("loaded")
	require.Contains(t, p.text("#tune-cleaning"), `"online" is in force`)
	p.press("Use queue-tuning")
	p.wait(`document.getElementById("tune-cleaning").hidden`)
	p.waitState("loaded")
	p.shots("tune-question")
	p.set("tune-weeks", "30")
	watched := p.watch()
	p.press("Tune")
	p.wait(`document.querySelector("table#pairs tbody tr")`)
	p.waitState("done")
	watched()
	p.shots("tune-real")
	p.requireTuned("--threshold", "none,20h", "--weeks", "30", path)
	for _, tab := range []string{"Average and longest wait", "Longest wait of all weeks", "Backfilling orders", "All pairs",
		"With the threshold", "Every threshold", "Does it carry over", "Single weeks"} {
		p.tuneTab(tab)
		p.shotOf("tune-"+strings.ReplaceAll(strings.ToLower(tab), " ", "-"), `section.evidence:not([hidden])`)
	}
	// the same weeks answer another question
	p.set("tune-bounded", "bound")
	p.set("tune-bound", "1.2")
	p.waitState("done")
	p.requireTuned("--threshold", "none,20h", "--weeks", "30", "--bound", "1.2", path)
}

func TestOtherPairsAndThresholdsGiveTheCommandsFigures(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, fixture.ByDay(3000, 9000), 5)
	p := open(t, "?view=tune")
	p.upload(path)
	p.waitState("loaded")
	p.press("7 × 7 pairs")
	p.wait(`document.querySelector(".tune-orders")`)
	for _, id := range []string{"tune-primary-LCFS", "tune-primary-LPF", "tune-primary-LQF", "tune-primary-SAF", "tune-backfill-LCFS",
		"tune-backfill-LQF"} {
		eval[bool](p, `(() => { const box = document.getElementById("`+id+`"); box.focus(); box.click(); return true })()`)
		p.drawn()
		require.Equal(t, id, eval[string](p, `document.activeElement.id`), "the box that was ticked keeps the focus")
	}
	p.wait(`document.getElementById("tune-pairs").textContent === "5 × 5 pairs"`)
	p.press("80 h, 40 h, 20 h")
	p.set("tune-hours", "none, 40, 10, 3, 1")
	p.press("more settings")
	p.set("tune-seed", "4")
	p.set("tune-load", "1.1")
	p.set("tune-tau", "60")
	p.set("tune-objective", "avgBsld")
	weeks := fixture.ByDay(2, 12)
	p.set("tune-weeks", strconv.Itoa(weeks))
	p.shots("tune-settings")
	p.everyControlHasAName(30)
	p.press("Tune")
	p.waitState("done")
	asked := []string{"--weeks", strconv.Itoa(weeks), "--seed", "4", "--load", "1.1", "--tau", "60", "--objective", "avgBsld",
		"--clean", "online",
		"--threshold", "none,40h,10h,3h,1h",
		"--pairs", "FCFS,SPF,SQF,SAF,LEXP x FCFS,SPF,LPF,SQF,LEXP", path}
	p.requireTuned(asked...)
	p.everyControlHasAName(30)
	require.Equal(t, 0, eval[int](p, `document.querySelectorAll("#tune-try").length`), "enough thresholds were searched")

	// the same question from a link: natively each setting goes through one
	if fixture.Campaigns() {
		link := eval[string](p,
			`new Promise(r => { navigator.clipboard.writeText = r; [...document.querySelectorAll("button")].find(b => b.offsetParent && b.textContent.startsWith("copy a link to this ")).click() })`)
		u, err := url.Parse(link)
		require.NoError(t, err)
		again := open(t, "?"+u.RawQuery)
		again.upload(path)
		again.waitState("loaded")
		again.press("Tune")
		again.waitState("done")
		require.Equal(t, p.tuned(), again.tuned())
	}

	// two more weeks compute two tasks
	p.countTasks()
	p.set("tune-weeks", strconv.Itoa(weeks+2))
	p.press("Tune")
	p.waitState("done")
	require.Equal(t, 2, eval[int](p, `window.tasks`))
	asked[1] = strconv.Itoa(weeks + 2)
	p.requireTuned(asked...)
}

func TestACancelledSearchStopsAndContinues(t *testing.T) {
	t.Parallel()
	fixture.Rare(t) // the same is held natively
	path := sample(t, 9000, 6)
	p := open(t, "?view=tune")
	p.upload(path)
	p.waitState("loaded")
	p.set("tune-weeks", "5000")
	p.press("Tune")
	p.wait(`+document.querySelector("main").dataset.done >= 3`)
	p.press("Cancel")
	require.Equal(t, "cancelled", p.state())
	have := eval[int](p, `+document.querySelector("main").dataset.done`)
	require.Contains(t, p.text("#tune-answer"), "Tune continues from here")
	p.set("tune-weeks", fmt.Sprint(have+2))
	p.press("Tune")
	p.waitState("done")
	p.requireTuned("--weeks", fmt.Sprint(have+2), "--clean", "online", path)
}

func TestSeveralLogsAreTunedLogByLog(t *testing.T) {
	t.Parallel()
	fixture.Rare(t) // the same is held natively
	const weeks = "12"
	one, two := sample(t, 9000, 5), filepath.Join(t.TempDir(), "second.swf")
	command(t, "synth", "--procs", "128", "--jobs", "8000", "--seed", "11", "-o", two)
	p := open(t, "?view=tune&resamples="+weeks) // of before: it says no threshold
	p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{one, two}))
	p.wait(`document.querySelectorAll(".chip").length === 2 && document.querySelector("main").dataset.state === "loaded"`)
	p.press("Tune on all 2 logs")
	p.waitState("done")
	p.wait(`document.querySelectorAll("#tune-side tbody tr").length === 2`)
	p.shots("tune-several")
	p.requireTuned("--threshold", "none,20h", "--weeks", weeks, "--clean", "online", two)
	name := strings.TrimSuffix(filepath.Base(one), ".swf")
	p.press(name)
	p.wait(`document.querySelector(".strip-name").innerText === "` + name + `"`)
	p.waitState("done")
	p.requireTuned("--threshold", "none,20h", "--weeks", weeks, "--clean", "online", one)
}
