package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/gunzip"
	"shadowtime/ui"
)

// command runs the native command and returns what it printed.
func command(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(native(t), args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return out
}

// native builds the command once.
func native(t *testing.T) string {
	t.Helper()
	buildOnce.Do(func() {
		dir, err := os.MkdirTemp("", "shadowtime-native-")
		if err != nil {
			buildErr = err
			return
		}
		builtAt = filepath.Join(dir, "shadowtime")
		args := []string{"build", "-ldflags=-s -w", "-o", builtAt}
		// what was compiled for the tests serves the command, too; os.Getenv would make another result of
		// each file's name in go test's cache
		if overlay, ok := syscall.Getenv("SHADOWTIME_OVERLAY"); ok {
			args = append(args, "-overlay", overlay)
		}
		out, err := exec.Command("go", append(args, "shadowtime/core/cmd/shadowtime")...).CombinedOutput()
		if err != nil {
			buildErr = fmt.Errorf("%w: %s", err, out)
		}
	})
	require.NoError(t, buildErr)
	return builtAt
}

// sample writes a synthetic log and returns its path.
func sample(t *testing.T, jobs, seed int) string {
	path := filepath.Join(t.TempDir(), fmt.Sprintf("synthetic-%d.swf", jobs))
	command(t, "synth", "--procs", strconv.Itoa(ui.SampleProcs), "--jobs", strconv.Itoa(jobs), "--seed", strconv.Itoa(seed), "-o", path)
	return path
}

// requireSame compares the page's table with the command's report, figure by
// figure, to the last digit.
func (p *page) requireSame(args ...string) {
	p.t.Helper()
	var r struct {
		Orders []struct {
			Order                                                                    string
			Own, Corrected, Low, High, SimLow, SimHigh                               *float64
			Change                                                                   float64
			Wins, Best, AvgWait, MaxWait, MaxMaxWait, AvgBsld, Utilization, Makespan json.Number
		}
	}
	require.NoError(p.t, json.Unmarshal(command(p.t, append([]string{"compare", "--json"}, args...)...), &r))
	want := map[string][]string{}
	for i, o := range r.Orders {
		change, corrected, sim := "", "", plain(o.Change)
		if o.SimLow != nil {
			sim += " " + plain(*o.SimLow) + " " + plain(*o.SimHigh)
		}
		if o.Own != nil {
			change = plain(*o.Own)
		}
		if o.Low != nil {
			change += " " + plain(*o.Low) + " " + plain(*o.High)
		}
		if o.Corrected != nil {
			corrected = plain(*o.Corrected)
		}
		if i == 0 {
			change, corrected, sim = "0", "0", "0"
		}
		want[o.Order] = []string{change, corrected, sim}
		for _, n := range []json.Number{o.Wins, o.Best, o.AvgWait, o.MaxWait, o.MaxMaxWait, o.AvgBsld, o.Utilization, o.Makespan} {
			want[o.Order] = append(want[o.Order], decimal(p.t, n.String()))
		}
	}
	got := map[string][]string{}
	for _, row := range p.results() {
		for _, v := range row.Values {
			var parts []string
			for _, x := range strings.Fields(v) {
				parts = append(parts, decimal(p.t, x))
			}
			got[row.Order] = append(got[row.Order], strings.Join(parts, " "))
		}
	}
	require.NotEmpty(p.t, want)
	require.Equal(p.t, want, got)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// decimal writes a number in one way, whatever way it was written in.
func decimal(t *testing.T, s string) string {
	f, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return plain(f)
}

func TestTheDemoLinkComparesTheSampleAsTheCommandDoes(t *testing.T) {
	beside(t)
	query, asked := "", []string{"--resamples", strconv.Itoa(fixture.ByDay(10, 20))}
	if !fixture.Every() {
		query, asked = "&weeks=4&orders=FCFS,SAF,SPF&workers=1", []string{"--resamples", "2", "--weeks", "4", "--orders", "FCFS,SAF,SPF"}
	}
	p := open(t, "?demo=sample&resamples="+asked[1]+query)
	p.waitState("done")
	p.nothingJumped()
	require.Equal(t, asked[1], eval[string](p, `document.querySelector("main").dataset.done`))
	require.Contains(t, p.text(".verdict"), "Replaying your log: ")
	if fixture.Every() {
		require.Contains(t, p.text(".verdict"), "plausibly")
		asked = append(asked, "--weeks", eval[string](p, `document.getElementById("weeks").value`))
	}
	p.requireSame(append(asked, sample(t, ui.SampleJobs, ui.SampleSeed))...)
	p.shots("demo")
}

func TestALimitedQueueIsReplayedInThePageAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=sample&weeks=4&resamples=2&queue-depth=8&backfill-tries=3&orders=FCFS,SAF,WFP3")
	p.waitState("done")
	p.requireSame("--resamples", "2", "--weeks", "4", "--orders", "FCFS,SAF,WFP3", "--queue-depth", "8", "--backfill-tries", "3",
		sample(t, ui.SampleJobs, ui.SampleSeed))
	require.Contains(t, p.text(".sentence"), "only the 8 oldest jobs ranked, at most 3 tried to backfill")
}

func TestTheEmptyPageTeaches(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	require.Equal(t, "empty", p.state())
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll("input[type=file]").length`))
	require.Equal(t, 5, eval[int](p, `document.querySelectorAll(".plot-gantt .job").length`))
	require.Contains(t, p.text("main"), "never uploaded")
	p.shots("empty")
}

func TestARealTraceGivesTheCommandsFigures(t *testing.T) {
	fixture.Long(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := watchable(t, "?view=compare")
	p.upload(path)
	p.waitState("loaded")
	require.Contains(t, p.text(".strip"), "KTH-SP2-1996-2.1-cln")
	require.Contains(t, p.text(".strip-facts"), "28 475 jobs")
	require.Contains(t, p.text(".strip-facts"), "100 processors")
	p.shots("loaded")
	require.Equal(t, "60", eval[string](p, `document.getElementById("resamples").value`), "what is proposed")
	n := strconv.Itoa(fixture.ByDay(2, 4))
	p.set("resamples", n)
	watched := p.watch()
	p.press("Compare")
	p.wait(`document.querySelector("#results tbody tr")`)
	p.waitState("done")
	watched()
	p.requireSame("--resamples", n, path)
	require.Contains(t, p.text(".verdict"), "Replaying your log: 2.0 h mean wait with FCFS, ")
	require.Contains(t, p.text(".verdict"), "Your machine's own record: 4.25")
	require.Equal(t, 11, eval[int](p, `[...document.querySelectorAll("#results [data-printed]")].filter(td => td.dataset.value).length`),
		"what a study printed")
	require.Contains(t, p.text(".printed"), "Of the 11 changes that Reis 2018, table 6.3 has for KTH-SP2")
	p.shots("real")
	for _, tab := range []string{"Who beats whom", "Average and longest wait", "How long jobs wait", "Single weeks", "Who gains",
		"Who pays", "Like the log?", "Over time"} {
		p.press(tab)
		p.wait(`[...document.querySelectorAll(".tab")].some(b => b.textContent === "` + tab +
			`" && b.getAttribute("aria-selected") === "true")`)
		p.wait(`document.querySelector('[data-host="compare-figure"] svg .plot-title')`)
		p.shotOf(strings.ReplaceAll(strings.ToLower(strings.TrimSuffix(tab, "?")), " ", "-"), ".evidence")
	}
	p.press("Who gains")
	p.set("figure-group", "hour")
	p.wait(`document.querySelectorAll('[data-host="compare-figure"] .plot-heat .day rect').length === 168`)
	p.shotOf("hours-of-the-week", ".evidence")

	// other settings, the same agreement, by day on fewer weeks
	weeks := strconv.Itoa(fixture.ByDay(12, 46))
	p.set("weeks", weeks)
	p.press("1 left out")
	p.set("preset", "queue-tuning")
	p.wait(`document.querySelector(".strip-facts").innerText.includes("27\u202f992 jobs")`)
	p.shots("report")
	p.press("more settings")
	p.set("dialect", "ocs")
	p.press("what if")
	p.set("variant", "shuffle")
	p.set("seed", "7")
	p.set("tau", "60")
	p.press("Compare")
	p.waitState("done")
	p.requireSame("--resamples", n, "--weeks", weeks, "--clean", "queue-tuning", "--dialect", "ocs", "--variant", "shuffle", "--seed", "7",
		"--tau", "60", path)
	p.shots("settings")
	if !fixture.Campaigns() {
		return // by day WhatIfsGiveTheCommandsFigures asks for drawn jobs in the other dialect
	}
	p.set("variant", "draw")
	p.set("dialect", "pyss")
	p.wait(`document.getElementById("overrun").value === "swap"`)
	p.press("Compare")
	p.waitState("done")
	p.requireSame("--resamples", n, "--weeks", weeks, "--clean", "queue-tuning", "--dialect", "pyss", "--variant", "draw", "--seed", "7",
		"--tau", "60", path)
}

func TestACancelledComparisonStopsAndContinues(t *testing.T) {
	fixture.Long(t)
	path := sample(t, fixture.ByDay(2000, 5000), 3)
	weeks := strconv.Itoa(fixture.ByDay(10, 40))
	p := open(t, "?view=compare")
	p.upload(path)
	p.waitState("loaded")
	// count the workers that are ended
	eval[bool](p,
		`(() => { const end = Worker.prototype.terminate; window.ended = 0; Worker.prototype.terminate = function () { window.ended++; return end.call(this) }; return true })()`)
	p.set("weeks", weeks)
	p.set("resamples", "2000")
	p.press("Compare")
	p.wait(`+document.querySelector("main").dataset.done >= 3 && document.querySelectorAll("#results tbody tr").length === 12`)
	require.Equal(t, "running", p.state(), "partial results are there")
	p.press("Cancel")
	require.Equal(t, "cancelled", p.state())
	require.Positive(t, eval[int](p, `window.ended`), "the workers were ended, not only ignored")
	done := eval[int](p, `+document.querySelector("main").dataset.done`)
	require.Less(t, done, 2000)
	require.Contains(t, p.text("#answer"), "Compare continues from here")

	// asking for two more computes two more: it does not start over
	p.countTasks()
	have := eval[int](p, `+document.querySelector("main").dataset.done`)
	want := have + 2
	p.set("resamples", strconv.Itoa(want))
	p.press("Compare")
	p.waitState("done")
	require.LessOrEqual(t, eval[int](p, `window.tasks`), 5, "tasks under way when cancelled may be missing besides")
	p.requireSame("--weeks", weeks, "--resamples", strconv.Itoa(want), path)
}

func TestMoreResamplesContinue(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, 2000, 4)
	p := open(t, "?view=compare")
	p.upload(path)
	p.waitState("loaded")
	p.set("weeks", "4")
	p.set("resamples", "3")
	p.press("Compare")
	p.waitState("done")
	p.countTasks()
	p.set("resamples", "5")
	p.wait(`document.querySelector(".question").innerText.includes("2 to go")`)
	p.press("Compare")
	p.waitState("done")
	require.Equal(t, 2, eval[int](p, `window.tasks`))
	p.requireSame("--weeks", "4", "--resamples", "5", path)

	// the evidence as files
	eval[bool](p,
		`(() => { const make = URL.createObjectURL; window.files = []; URL.createObjectURL = function (b) { window.files.push(b); return make.call(this, b) }; HTMLAnchorElement.prototype.click = function () { (window.names = window.names || []).push(this.download); `+noted+` }; return true })()`)
	p.press("CSV")
	p.press("SVG")
	p.press("PNG")
	p.wait(`(window.names || []).length === 3`)
	require.Equal(t, []string{"shadowtime-synthetic-2000-compare.csv", "shadowtime-synthetic-2000-compare.svg",
		"shadowtime-synthetic-2000-compare.png"}, eval[[]string](p, `window.names`))
	require.Equal(t, string(command(t, "compare", "--csv", "--weeks", "4", "--resamples", "5", path)),
		eval[string](p, `window.files[0].text()`))
	require.Equal(t, "image/png", eval[string](p, `window.files[window.files.length - 1].type`))
	require.Greater(t, eval[int](p, `window.files[window.files.length - 1].size`), 10_000)

	// sorting the table
	eval[bool](p, `(document.getElementById("sort-order").click(), true)`)
	p.wait(`document.querySelector("#results tbody tr").dataset.order === "FCFS"`)
	require.Equal(t, "ascending", eval[string](p, `document.querySelector("#results th").getAttribute("aria-sort")`))
	require.Equal(t, "sort-order", eval[string](p, `document.activeElement.id`), "the pressed heading keeps the focus")
}

func TestAnOwnFormulaComparesAsInTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, 2000, 8)
	p := open(t, "?view=compare")
	p.upload(path)
	p.waitState("loaded")
	p.press("all 12 orders")
	p.press("none")
	p.set("formula", "p * foo")
	p.wait(`document.getElementById("formula-refused").innerText.includes("column 5")`)
	p.set("formula", "min(p, 3600) * q - 10 * age")
	eval[bool](p, `(document.getElementById("order-SAF").click(), true)`)
	p.set("weeks", "3")
	p.set("resamples", "3")
	p.press("Compare")
	p.waitState("done")
	p.requireSame("--weeks", "3", "--resamples", "3", "--orders", "SAF,expr:min(p, 3600) * q - 10 * age", path)
	p.shots("formula")

	// the same asked in other ways, as far as one looks
	p.press("Does this survive other assumptions?")
	p.wait(`document.querySelectorAll("#varied tbody tr").length >= 8 && document.querySelector("main").dataset.state === "running"`)
	p.wait(`document.querySelectorAll("#varied tbody tr")[1].innerText.includes("single weeks")`)
	p.press("Cancel")
	p.wait(`document.querySelector("main").dataset.state !== "running"`)
	require.Contains(t, p.text("#varied"), "as asked")
}

func gz(t *testing.T, content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func TestBadInputIsAnsweredAndLosesNothing(t *testing.T) {
	beside(t)
	good, err := os.ReadFile(sample(t, 2000, 5))
	require.NoError(t, err)
	p := open(t, "?view=compare&orders=spf&workers=1")
	line := "1 0 -1 100 4 -1 -1 4 200 -1 1 1 -1 -1 -1 -1 -1 -1"
	bad := []struct {
		name    string
		content []byte
		says    string
	}{
		{"empty.swf", nil, "empty"},
		{"picture.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"), "picture.png"},
		{"cut.swf.gz", gz(t, good)[:9000], "the compressed data ends too early"},
		{"garbage.swf.gz", append([]byte{0x1f, 0x8b}, bytes.Repeat([]byte{7}, 300)...), "damaged"},
		{"words.swf", []byte("this is no log\nat all\n"), "words.swf"},
		{"large.swf", []byte("; MaxProcs: 2\n" + line + "\n"), "more processors than the machine has"},
		{"norequest.swf", []byte("; MaxProcs: 8\n" + "1 -5 -1 -1 4 -1 -1 4 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n"), "submit time"},
	}
	check := func(first bool) {
		for _, b := range bad {
			p.drop(b.name, b.content)
			p.wait(`document.querySelector(".message").innerText.includes(` + strconv.Quote(b.says) + `)`)
			require.Equal(t, "error", p.state(), b.name)
			if !first && !strings.HasPrefix(b.says, "more") && !strings.HasPrefix(b.says, "submit") {
				require.Contains(t, p.text(".strip"), "good", "%s: the trace on the page stays", b.name)
			}
			if first && b.name == "words.swf" {
				p.shots("error")
			}
		}
	}
	if fixture.Every() {
		check(true)
	}
	p.drop("good.swf", good)
	p.waitState("loaded")
	check(false)
	p.drop("good.swf.gz", gz(t, good))
	p.waitState("loaded")

	// a number that can't be is refused in words
	p.set("weeks", "-3")
	p.wait(`document.getElementById("weeks-refused").innerText.includes("whole number")`)
	require.Equal(t, "true weeks-refused -3", eval[string](p,
		`(f => f.getAttribute("aria-invalid") + " " + f.getAttribute("aria-describedby") + " " + f.value)(document.getElementById("weeks"))`))
	p.set("weeks", "3")
	p.wait(`!document.getElementById("weeks-refused") && !document.getElementById("weeks").hasAttribute("aria-invalid")`)
	if !fixture.Every() {
		return
	}
	members := bytes.Join([][]byte{gz(t, good[:5000]), gz(t, good[5000:]), make([]byte, 3000)}, nil)
	p.drop("members.swf.gz", members)
	p.wait(`document.querySelector(".strip").innerText.includes("members")`)
	p.waitState("loaded")
	require.Contains(t, p.text(".strip-facts"), "2 000 jobs", "several members, padding")
	p.drop("followed.swf.gz", append(gz(t, good), "<html>"...))
	p.wait(`document.querySelector(".strip").innerText.includes("followed")`)
	p.waitState("loaded")
	p.wait(`document.querySelector("main").textContent.includes(` + strconv.Quote(gunzip.Note) + `)`)
	p.drop("good.swf.gz", gz(t, good))
	p.waitState("loaded")
	require.Contains(t, p.text(".strip-facts"), "2 000 jobs")

	// 19 columns: the first 18 count
	lines := strings.Split(strings.TrimSpace(string(good)), "\n")
	for i, l := range lines {
		if !strings.HasPrefix(l, ";") {
			lines[i] = l + " 99"
		}
	}
	p.drop("nineteen.swf", []byte(strings.Join(lines, "\r\n")))
	p.wait(`document.querySelector(".strip-name").innerText === "nineteen"`)
	p.waitState("loaded")
	require.Contains(t, p.text(".strip-facts"), "2 000 jobs")
	p.set("weeks", "2")
	p.set("resamples", "2")
	p.press("Compare")
	p.waitState("done")
}

func TestAFileCanBeDroppedAnywhereOnThePage(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	text, err := os.ReadFile(sample(t, 1000, 7))
	require.NoError(t, err)
	p := open(t, "")
	drop := func(name string) {
		eval[bool](p, `(() => { const d = new DataTransfer(); d.items.add(new File([`+strconv.Quote(string(text))+`], "`+name+`"));
			const over = new DragEvent("dragover", {dataTransfer: d, bubbles: true, cancelable: true});
			document.querySelector("main").dispatchEvent(over);
			document.querySelector("main").dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true}));
			return over.defaultPrevented })()`)
	}
	drop("first.swf")
	p.wait(`document.querySelector(".strip-name").innerText === "first"`)
	drop("second.swf") // also with a trace on the page
	p.wait(`document.querySelector(".strip-name").innerText === "second"`)
	p.waitState("loaded")
	require.Contains(t, p.text(".strip-facts"), "1 000 jobs")
}

func TestATraceOfOneDayIsReplayedAsItWas(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?weeks=4&resamples=2")
	var b strings.Builder
	b.WriteString("; MaxProcs: 8\n")
	for i := range 20 {
		fmt.Fprintf(&b, "%d %d -1 100 4 -1 -1 4 200 -1 1 1 -1 -1 -1 -1 -1 -1\n", i+1, i*1000)
	}
	p.drop("day.swf", []byte(b.String()))
	p.waitState("loaded")
	p.press("Compare")
	p.waitState("done")
	require.Contains(t, p.text(".verdict"), "there is nothing") // nobody waits on that day
	p.sample()
	p.waitState("done")
}

func TestTheKeyboardReachesTheMainJob(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?weeks=4&resamples=2")
	p.do(chromedp.KeyEvent("?"))
	p.wait(`!document.querySelector(".keys").hidden`)
	p.do(chromedp.KeyEvent("?"))
	p.wait(`document.querySelector(".keys").hidden`)
	p.do(chromedp.KeyEvent("s"))
	p.waitState("done")
}

func TestASingleLongReplayShowsHowFarItIsAndCanBeCancelled(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?demo=sample&orders=FCFS,expr:max(age,p)&resamples=1&weeks=40&load=5")
	// Two orders on the log itself and on a resample are four steps.
	p.wait(`(() => { window.seen = window.seen || new Set(); const v = 4 * document.querySelector(".working:not([hidden]) .bar")?.value; if (Math.abs(v - Math.round(v)) > 0.01) window.seen.add(v); return window.seen.size >= 5 })()`)
	require.Equal(t, "running", p.state())
	require.Regexp(t, `^0 of 1 resamples · .* (second|minute|hour) · about .* left$`, p.text(".working:not([hidden]) .progress-text"))
	p.press("Cancel")
	p.waitState("cancelled")
}

func TestALargeLogIsReadWhileThePageStaysAlive(t *testing.T) {
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "CEA-Curie-2011-2.1-cln.swf.gz")
	p := open(t, "?view=compare")
	// the progress that the page showed
	eval[bool](p,
		`(() => { const main = document.querySelector("main"); window.steps = 0; new MutationObserver(() => { if (main.dataset.state === "reading" && +main.dataset.done > 0 && +main.dataset.total > 3000000) window.steps++ }).observe(main, {attributes: true}); return true })()`)
	p.upload(path)
	p.waitState("loaded")
	require.Positive(t, eval[int](p, `window.steps`), "progress in bytes is shown while reading")
	require.Contains(t, p.text(".strip-facts"), "312 807 jobs")
	p.press("19 left out")
	p.press("Use 80 640 as the studies do")
	p.wait(`document.querySelector(".strip-facts").innerText.includes("80\u202f640 processors")`)
	p.set("weeks", "4")
	p.set("resamples", "2")
	p.press("Compare")
	p.waitState("done")
	p.requireSame("--procs", "80640", "--weeks", "4", "--resamples", "2", path)
}
