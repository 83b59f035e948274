package e2e

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui"
)

func TestTheFiguresAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	var first []row
	for _, workers := range []int{1, 5, 2}[:fixture.ByDay(2, 3)] {
		p := open(t, "?demo=sample&weeks=4&resamples=7&workers="+strconv.Itoa(workers))
		p.waitState("done")
		require.Len(t, p.results(), 12)
		if first == nil {
			first = p.results()
			p.requireSame("--weeks", "4", "--resamples", "7", "--workers", "5", sample(t, ui.SampleJobs, ui.SampleSeed))
		}
		require.Equal(t, first, p.results(), "%d workers", workers)
	}
}

func TestWhatIfsGiveTheCommandsFigures(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, 3000, 5)
	const orders = "SPF,SAF,LEXP"
	p := open(t, "?view=compare&orders="+orders)
	p.upload(path)
	p.waitState("loaded")
	p.set("weeks", "3")
	p.set("resamples", "6")
	p.press("what if")
	p.set("load", "1.2")
	p.set("load-by", "sizes")
	p.set("flurry", "0.05")
	p.wait(`document.getElementById("what-if").innerText.includes("jobs are left out")`)
	p.set("machine", "200")
	p.wait(`document.querySelector(".strip-facts").innerText.includes("200 processors")`)
	p.shots("what-if")
	p.press("Compare")
	p.waitState("done")
	asked := []string{"--weeks", "3", "--resamples", "6", "--load", "1.2", "--load-by", "sizes", "--flurry", "0.05",
		"--procs", "200", "--orders", orders, path}
	p.requireSame(asked...)
	p.press("more settings")
	p.set("interval", "bca")
	p.requireSame(append([]string{"--interval", "bca"}, asked...)...)

	// the same question from a link, as far as a link can go
	link := eval[string](p,
		`new Promise(r => { navigator.clipboard.writeText = r; [...document.querySelectorAll("button")].find(b => b.textContent.startsWith("copy a link to this ")).click() })`)
	u, err := url.Parse(link)
	require.NoError(t, err)
	again := open(t, "?"+u.RawQuery)
	again.upload(path)
	again.wait(`document.querySelector(".strip-facts").innerText.includes("200 processors")`)
	again.press("Compare")
	again.waitState("done")
	require.Equal(t, p.results(), again.results())

	// enough is enough, and the log itself is one trace
	p.set("resamples", "100")
	p.set("stop", "40")
	p.press("Compare")
	p.waitState("done")
	done := eval[string](p, `document.querySelector("main").dataset.done`)
	require.Contains(t, []string{"20", "40", "80"}, done)
	p.requireSame(append([]string{"--interval", "bca", "--resamples", "100", "--stop", "0.4"}, append(asked[:2:2], asked[4:]...)...)...)
	p.set("variant", "original")
	p.press("Compare")
	p.waitState("done")
	require.Contains(t, p.text(".verdict"), "3 whole weeks are too short to claim anything.")
	p.set("resamples", "2")
	p.set("variant", "draw")
	p.set("dialect", "pyss")
	p.wait(`document.getElementById("overrun").value === "swap"`)
	p.press("Compare")
	p.waitState("done")
	p.requireSame(append([]string{"--interval", "bca", "--resamples", "2", "--stop", "0.4", "--dialect", "pyss", "--variant", "draw"},
		append(asked[:2:2], asked[4:]...)...)...)
}

func TestSeveralLogsAreComparedSideBySide(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	one, two := sample(t, 3000, 5), filepath.Join(t.TempDir(), "second.swf")
	command(t, "synth", "--procs", "128", "--jobs", "2500", "--seed", "11", "-o", two)
	p := open(t, "?view=compare")
	p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), []string{one, two}))
	p.wait(`document.querySelectorAll(".chip").length === 2 && document.querySelector("main").dataset.state === "loaded"`)
	p.set("weeks", "3")
	p.set("resamples", "6")
	p.press("Compare on all 2 logs")
	p.waitState("done")
	p.wait(`document.querySelectorAll("#side tbody tr").length === 2`)
	p.shots("several")
	p.requireSame("--weeks", "3", "--resamples", "6", two)
	p.press("synthetic-3000")
	p.wait(`document.querySelector(".strip-name").innerText === "synthetic-3000"`)
	p.waitState("done")
	p.requireSame("--weeks", "3", "--resamples", "6", one)

	var all struct {
		Traces []struct {
			Trace  string
			Report struct {
				Orders []struct {
					Order string
					Own   json.Number
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(command(t, "compare", "--json", "--weeks", "3", "--resamples", "6", one, two), &all))
	for _, x := range all.Traces {
		for _, o := range x.Report.Orders[1:] {
			got := eval[string](p, `document.querySelector('#side tr[data-trace="`+x.Trace+`"] td[data-order="`+o.Order+
				`"]').dataset.value`)
			require.Equal(t, decimal(t, o.Own.String()), decimal(t, got))
		}
	}
	p.press("remove this log")
	p.wait(`document.querySelector(".strip-name").innerText === "second"`)
	require.False(t, eval[bool](p, `!!document.querySelector("#side")`))
}
