package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/slurm/check"
)

// A site's files that are dropped together open the check, which shows what the command prints of them; a log among them
// is in sight as a log, and a file that can't be read changes nothing.
func TestASitesSlurmIsCheckedAsByTheCommand(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	var paths []string
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	for name, text := range map[string]string{
		"slurm.conf": "# " + strings.Repeat("ours ", 2000) + "\nClusterName=made\nSchedulerType=sched/backfill\nInclude /etc/slurm/parts.conf\n" +
			"SchedulerParameters=bf_window=60,bf_max_job_user=200,bf_max_job_test=100\nPriorityWeightAge=1000\nPriorityType=priority/basic\n",
		"parts.conf": "PartitionName=long Nodes=n[1-4] MaxTime=2-0\n",
		"qos.psv":    "Name|Priority|GraceTime|MaxJobsPU\nnormal|0|00:00:00|5\n",
	} {
		paths = append(paths, write(name, text))
	}
	p := open(t, "")
	upload := func(paths ...string) { p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), paths)) }
	upload(append(paths, write("jobs.psv", small["table.psv"]))...)
	p.wait(`document.querySelector("#slurm-findings")?.checkVisibility() && document.querySelector("main").dataset.state === "loaded"`)
	require.Equal(t, "jobs", p.text(".strip-name"))
	require.Equal(t, "?view=slurm", eval[string](p, `location.search`))

	var want check.Answer
	require.NoError(t, json.Unmarshal(command(t, append([]string{"slurm", "check", "--json"}, paths...)...), &want))
	for i, f := range want.Findings { // which the page has no flag for
		want.Findings[i].Remedy = strings.ReplaceAll(f.Remedy, "--slurm-version", "write it into the field Version of Slurm")
	}
	type finding struct{ Level, Says, Place, Remedy string }
	var findings []finding
	for _, f := range want.Findings {
		place := strings.ReplaceAll(f.Place, dir+string(filepath.Separator), "")
		findings = append(findings, finding{string(f.Severity), f.Says, place, f.Remedy})
	}
	require.Greater(t, len(findings), 5)
	require.Equal(t, findings, eval[[]finding](p, `[...document.querySelectorAll("#slurm-findings li")].map(li => ({Level: li.dataset.severity,
		Says: li.querySelector("strong").textContent, Place: li.querySelector(".place")?.textContent ?? "", Remedy: li.querySelector(".remedy")?.textContent ?? ""}))`))
	var rows []string
	for _, set := range []bool{true, false} {
		for _, x := range want.Parameters {
			if x.Set == set {
				plain := ""
				if x.Default != nil {
					plain = *x.Default
				}
				rows = append(rows, strings.Join([]string{x.Value, plain, x.Modelled, strings.Join(x.Proven, ", "), x.Says}, "|"))
			}
		}
	}
	require.Equal(t, rows, eval[[]string](p, `[...document.querySelectorAll("#slurm-parameters tbody tr")]
		.map(tr => [...tr.cells].slice(1).map(c => c.textContent).join("|"))`))
	p.everyControlHasAName(20)
	p.nothingIsWider(".answer")

	was := p.text("#slurm-findings")
	upload(write("worse.psv", "Name|Priority|GraceTime|MaxJobsPU\nnormal|0\n"))
	p.wait(`document.querySelector(".refused")?.textContent.startsWith("worse.psv, line 2: 2 fields")`)
	require.Equal(t, was, p.text("#slurm-findings"))
	require.Equal(t, "jobs", p.text(".strip-name"))
	p.paste("document.body", "Configuration data as of now\nSLURM_VERSION = 24.11.5\nSchedulerType = sched/backfill")
	p.wait(`document.querySelector("#slurm-answer .headline").textContent.startsWith("Slurm 24.11: ")`)
	require.Contains(t, p.text("#slurm-files"), "pasted scontrol show config")
}

// A site's files with its jobs, as an administrator drops them, give the check and, by a worker, what slurm run prints: who
// started the jobs, how long they waited, why one did.
func TestASitesJobsAreReplayedAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	var paths []string
	dir := fixture.Path(t, "golden", "slurm-runs", "import-fair-tree")
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range list {
		paths = append(paths, filepath.Join(dir, f.Name()))
	}
	p := open(t, "")
	eval[bool](p, `(() => { const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t; `+noted+` }); return make(b) }; return true })()`)
	p.do(chromedp.SetUploadFiles(chromedp.CSS(`input[type=file]`), paths))
	p.wait(`document.querySelector(".slurm-cell[data-part=near] .level-good") && document.querySelector("main").dataset.state === "loaded"`)
	p.do(chromedp.Click(chromedp.CSS(`.slurm-cell[data-part=near] button`)))
	p.wait(`document.querySelector("#slurm-nearness")?.checkVisibility() && document.activeElement.id === "slurm-fold-near"`)
	p.do(chromedp.Click(chromedp.CSS(`#slurm-fold-why`)))
	p.wait(`document.querySelector("#slurm-reasons").checkVisibility()`)
	require.Equal(t, "sacct", p.text(".strip-name"), "of all files with jobs the one that is looked at")
	require.NotEmpty(t, p.text("#slurm-findings"))
	words := strings.Join(strings.Fields(string(command(t, append([]string{"slurm", "run"}, paths...)...))), " ")
	for _, said := range eval[[]string](p, `[...document.querySelectorAll("#slurm-nearness > p:not(.figure-tools):not(.field)")].map(x => x.textContent)`) {
		require.Contains(t, words, strings.Join(strings.Fields(said), " "))
	}
	p.press("JSON")
	p.wait(`window.saved`)
	want := strings.ReplaceAll(string(command(t, append([]string{"slurm", "run", "--json"}, paths...)...)), dir+"/", "")
	require.Equal(t, want, eval[string](p, `window.saved`))
	p.do(chromedp.Click(chromedp.CSS(`#slurm-apart button`)))
	p.wait(`document.querySelector("#slurm-told")?.textContent.includes("in the model")`)
	p.everyControlHasAName(20)
	p.nothingIsWider(".answer")
	slurmPrintsWhatIsOpen(t, p)

	said := p.text("#slurm-findings")
	p.do(chromedp.Click(chromedp.CSS(`[data-act="slurm-keep"]`)))
	p.wait(`document.querySelector("[data-act=slurm-keep]").textContent.startsWith("Kept")`)
	p.again()
	p.wait(`document.querySelector(".slurm-cell[data-part=near] .level-good")`)
	require.Equal(t, said, p.text("#slurm-findings"), "kept over a reload")
}

// On paper stand the four answers, the findings and the parts that are open, light, without buttons, fields and the 79 parameters.
func slurmPrintsWhatIsOpen(t *testing.T, p *page) {
	t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	for selector, shows := range map[string]bool{".slurm-cell[data-part=near]": true, ".slurm-cell[data-part=when]": true,
		"#slurm-findings strong": true, "#slurm-nearness": true, "#slurm-reasons": true, "#slurm-parameters": false, ".slurm-tools": false,
		".view-slurm .field": false, ".view-slurm textarea": false} {
		require.Equal(t, shows, eval[bool](p, `!!document.querySelector("`+selector+`")?.checkVisibility()`), selector)
	}
	require.Empty(t, eval[[]string](p, `[...document.querySelectorAll(".view-slurm button:not([aria-expanded]):not(.quiet)")]
		.filter(b => b.checkVisibility()).map(b => b.textContent)`))
	_, err = chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	require.NoError(t, err)
}
