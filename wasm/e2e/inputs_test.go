package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// small are files of each format that have something to leave out, or to ask.
var small = map[string]string{
	"table.psv": `JobID|User|Account|Partition|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|NNodes|State
7|zoe|bio|long|2026-11-21T16:00:00|2026-11-21T16:00:04|2026-11-21T16:00:10|2026-11-21T16:01:00|50|10|4|1|COMPLETED
7.batch||bio||2026-11-21T16:00:10||2026-11-21T16:00:10|2026-11-21T16:01:00|50||4|1|COMPLETED
8|ann|chem|batch|2026-11-21T15:00:00|2026-11-21T15:00:00|2026-11-21T16:00:20|2026-11-21T16:01:20|60|UNLIMITED|8|2|CANCELLED by 1000
9|ann|chem|batch|2026-11-21T16:00:00|2026-11-21T16:00:00|Unknown|Unknown|0|10|8|2|PENDING
x|ann|chem|batch|2026-11-21T16:00:00|2026-11-21T16:00:00|Unknown|Unknown|0|10|8|2|PENDING
`,
	"slurm.json": `{"meta": {"Slurm": {"version": {"major": "24"}}}, "jobs": [
{"job_id": 7, "user": "zoe", "partition": "long", "time": {"submission": 1000, "start": 1010, "end": 1060, "limit": {"set": true, "number": 2}}, "state": {"current": ["COMPLETED"]}, "required": {"CPUs": 4}},
{"job_id": 8, "user": "ann", "partition": "batch", "time": {"submission": 1000, "start": 0, "end": 0}, "state": {"current": ["PENDING"]}, "required": {"CPUs": 4}}]}`,
	"batsim.json": `{"nb_res": 8, "jobs": [{"id": 1, "subtime": 0, "res": 4, "walltime": 20, "profile": "d"}, {"id": 2, "subtime": 5, "res": 1, "profile": "m"}],
"profiles": {"d": {"type": "delay", "delay": 10}, "m": {"type": "parallel", "cpu": [1], "com": [0]}}}`,
	"pbs.log": `03/31/2025 10:59:20;E;12.server;user=ann group=bio queue=htc ctime=1000 qtime=1000 etime=1020 start=1030 end=1090 Resource_List.ncpus=4 Resource_List.walltime=00:02:00 Exit_status=0
03/31/2025 10:59:20;Q;13.server;queue=htc
`,
	"ge.acct": `q:host:grp:own:job:7:sge:0:1000:1030:1090:0:0:60:1:1:1:0:0:0:0:1:0:0:0:1:0:0:0:1:1:NONE:dep:mpi:4:0:60:1:0:-l h_rt=120,qname=q -pe mpi 4:0:NONE:1:0:0
q:host:grp:own:job:8:sge:0:1000:0:1090:0:0:60:1:1:1:0:0:0:0:1:0:0:0:1:0:0:0:1:1:NONE:dep:mpi:4:0:60:1:0:-l h_rt=120,qname=q -pe mpi 4:0:NONE:1:0:0
`,
	"lsf.acct": `"JOB_FINISH" "10.1" 1090 7 501 33 4 1000 0 0 1030 "ann" "normal" "select[x]" "" "" "login" "/home" "" "" "" "1.7" 1 "ask" 2 "a" "b" 64 60.0 "name" "run"` +
		strings.Repeat(" 0", 19) + ` "" "project"` + "\n",
	"jobs.csv":  "id,submit_time,start_time,runtime,cores,user\n1,0,10,5,4,ann\n2,5,10,70,2,bob\n3,6,,,2,bob\n",
	"plain.swf": "; MaxProcs: 8\n" + strings.Repeat("1 0 5 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n", 3) + "2 x 5\n",
}

// real are files beside the repository, where they are.
var real = []string{"slurm-xdmod-utc.psv.gz", "slurm-xdmod-odd.psv", "slurm-live-all.psv.gz", "slurm-live-wide.txt",
	"slurm-json-24.05.json", "slurm-live-sacct.json.gz",
	"csv-aws-jobs.csv", "batsim-hpc-250.json.gz", "pbs-mixed.log", "lsf-mixed.acct", "ge-mixed.acct"}

// account is what convert --json prints.
type account struct {
	Format             string
	Records, Jobs, Bad int
	DroppedBy          map[string]int
	Warnings           []string
	Procs              int64
	Guesses            []struct{ Value, Why string }
}

func converted(t *testing.T, args ...string) (a account) {
	t.Helper()
	require.NoError(t, json.Unmarshal(command(t, append([]string{"convert", "--json"}, args...)...), &a))
	return a
}

// settled waits until nothing is read or computed.
func (p *page) settled() {
	p.t.Helper()
	p.wait(`!["reading", "empty"].includes(document.querySelector("main").dataset.state)`)
}

// told is what the page's report says of the log in sight, as the command's account.
func (p *page) told() (jobs int, left map[string]int, warnings []string) {
	p.t.Helper()
	type line struct {
		Words string
		N     int
	}
	left = map[string]int{}
	bare := `.textContent.replace(/\u202f/g, "")`
	for _, l := range eval[[]line](p, `[...document.querySelectorAll(".fates tbody tr")].map(tr => ({Words: tr.cells[0]`+bare+
		`, N: Number(tr.cells[1]`+bare+`)}))`) {
		if why, is := strings.CutPrefix(l.Words, "left out: "); is {
			left[why] = l.N
		} else if strings.HasPrefix(l.Words, "jobs that are") {
			jobs = l.N
		}
	}
	return jobs, left, eval[[]string](p, `[...document.querySelectorAll("[data-host=report] .caution li")].map(x => x.textContent)`)
}

// read drops a file and waits until it is in sight.
func (p *page) read(path, name string) {
	p.t.Helper()
	p.upload(path)
	p.wait(`document.querySelector(".strip-name").textContent === "` + name +
		`" && !["reading", "empty"].includes(document.querySelector("main").dataset.state)`)
}

func TestThePageReadsAccountingFilesAsTheCommandDoes(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=reproduce") // which takes no first look at each log
	p.saves()
	dir := t.TempDir()
	var files []string
	for name, text := range small {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		files = append(files, path)
	}
	for _, name := range real[:fixture.ByDay(1, len(real))] {
		if path, there := fixture.Find("inputs", name); there {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".gz")
		name = strings.TrimSuffix(name, filepath.Ext(name))
		p.read(path, name)
		want := converted(t, path)
		left := want.DroppedBy
		if want.Bad > 0 {
			left["could not be read"] = want.Bad
		}
		jobs, got, warnings := p.told()
		for why, n := range got { // what cleaning leaves out beyond it
			if _, is := left[why]; !is {
				jobs += n
				delete(got, why)
			}
		}
		require.Equal(t, want.Jobs, jobs, path)
		require.Equal(t, left, got, path)
		if len(want.Warnings)+len(warnings) > 0 {
			require.Equal(t, want.Warnings, warnings, path)
		}
		for _, g := range want.Guesses {
			require.Contains(t, eval[string](p, `document.querySelector("[data-host=import]").textContent`),
				"taken: "+g.Value+" "+g.Why, path)
		}
		require.Equal(t, string(command(t, "convert", path)), p.save("swf"), "%s: the same bytes are saved", path)
	}
}

func TestALogIsReadInAnotherWayWithoutDroppingItAgain(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	path := filepath.Join(t.TempDir(), "table.psv")
	require.NoError(t, os.WriteFile(path, []byte(small["table.psv"]), 0o644))
	p.read(path, "table")
	eval[bool](p, `(document.querySelector("[data-act=import-report]").click(), true)`)
	changed := func(jobs int) {
		t.Helper()
		p.wait(`document.querySelector(".fates tr:last-child td").textContent === "` + strconv.Itoa(jobs) +
			`" && document.querySelector("main").dataset.state !== "reading"`)
	}
	changed(2)
	require.Contains(t, p.text("[data-host=import]"), "batch 1")
	tick := func(name string) {
		eval[bool](p, `(document.querySelector("[data-set='import:partition=`+name+`']").click(), true)`)
	}
	tick("long")
	changed(1)
	_, left, _ := p.told()
	require.Equal(t, map[string]int{"partition not chosen": 1, "pending": 1, "could not be read": 1}, left)
	require.Equal(t, 1, eval[int](p, `document.querySelectorAll(".shelf .chip").length`), "it takes the place of what was read before")
	tick("long")
	changed(2)

	p.set("import-zone", "Nowhere/Land")
	p.wait(`document.getElementById("import-zone-refused")`)
	p.set("import-zone", "Europe/Oslo")
	p.wait(`document.querySelector("main").dataset.state !== "reading" && !document.querySelector(".guess")`)
	p.set("import-arrival", "eligible")
	p.wait(`document.querySelector("main").dataset.state !== "reading"`)
	p.saves()
	require.Equal(t, string(command(t, "convert", "--zone", "Europe/Oslo", "--arrival", "eligible", path)), p.save("swf"))
}

// saves has what is saved come to window.saved.
func (p *page) saves() {
	eval[bool](p, `(URL.createObjectURL = (b) => { window.saved = b.text(); `+noted+`; return "" }, true)`)
}

// save is the log in sight as the button saves it.
func (p *page) save(as string) string {
	p.t.Helper()
	eval[bool](p, `(window.saved = null, document.querySelector("[data-act=save-log][data-arg=`+as+`]").click(), true)`)
	p.wait(`window.saved`)
	return eval[string](p, `window.saved`)
}

func TestTheColumnsOfATableCanBeCorrected(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.saves()
	path := filepath.Join(t.TempDir(), "jobs.csv")
	require.NoError(t, os.WriteFile(path, []byte(small["jobs.csv"]), 0o644))
	p.read(path, "jobs")
	require.Equal(t, "#4", eval[string](p, `document.getElementById("match-run").value`))
	read := `document.querySelector("main").dataset.state !== "reading"`
	p.set("unit-run", "min")
	p.wait(read + ` && document.getElementById("unit-run").value === "min"`)
	p.set("match-user", "")
	p.wait(read +
		` && document.getElementById("match-user").value === "" && document.querySelector(".strip-facts").textContent.includes("no users")`)
	require.Equal(t, string(command(t, "convert", "--match", "run=#4:min,user=", path)), p.save("swf"))
	for _, to := range []string{"json", "csv"} {
		require.Equal(t, string(command(t, "convert", "--to", to, "--match", "run=#4:min,user=", path)), p.save(to))
	}
}

// paste pastes a text where the focus is.
func (p *page) paste(where, text string) {
	p.t.Helper()
	quoted, err := json.Marshal(text)
	require.NoError(p.t, err)
	eval[bool](p,
		fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %s); (%s).dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true, cancelable: true})); return true })()`,
			quoted, where))
}

func TestWhatIsPastedIsReadLikeAFile(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.paste("document.body", small["table.psv"])
	p.wait(`document.querySelector(".strip-name").textContent === "pasted"`)
	p.settled()
	jobs, _, _ := p.told()
	require.Equal(t, 2, jobs)
	p.paste("document.body", "PartitionName=all Nodes=n[1-4] TotalCPUs=256 TotalNodes=4\n")
	p.wait(`document.querySelector(".strip-facts").textContent.includes("256")`)
	require.Contains(t, p.text("#message"), "partition all, which has all nodes")
	require.Equal(t, "256", eval[string](p, `document.getElementById("machine-from").value`))
	p.set("machine-from", "12")
	p.wait(`document.querySelector(".strip-facts").textContent.includes("12 processors")`)
	p.set("import-unit", "nodes")
	p.wait(`document.querySelector(".strip-facts").textContent.includes("4 nodes")`)

	p.paste(`document.getElementById("procs")`, small["plain.swf"])
	p.paste("document.body", "nothing that is a log")
	p.wait(`document.querySelector("main").dataset.state === "error"`)
	require.Contains(t, p.text("#message"), "pasted")
	require.Equal(t, "pasted", p.text(".strip-name"), "what was there stays, and a field keeps what is pasted into it")
}

func TestATableWithoutNamesAsksForThem(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	names, rows, _ := strings.Cut(small["table.psv"], "\n")
	p.paste("document.body", rows)
	p.waitState("error")
	p.wait(`document.getElementById("retry-columns") && document.getElementById("retry-columns").offsetParent`)
	p.set("retry-columns", strings.ReplaceAll(names, "|", ","))
	p.wait(`document.querySelector(".strip-name").textContent === "pasted"`)
	p.settled()
	jobs, _, _ := p.told()
	require.Equal(t, 2, jobs)
}

// Dates with two readings are settled by a press.
func TestDatesWithTwoReadingsAreAskedOf(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.paste("document.body", "job,submit,start,end,cores\n1,01.02.2024 10:00,01.02.2024 10:01,01.02.2024 11:01,4\n"+
		"2,02.02.2024 10:00,02.02.2024 10:01,02.02.2024 11:01,4\n")
	p.waitState("error")
	p.shot("two-readings", 1000, "light")
	p.press("Month first")
	p.wait(`document.querySelector(".strip-name").textContent === "pasted"`)
	p.settled()
	p.shot("one-reading", 1000, "light")
	require.Equal(t, "mdy", eval[string](p, `document.getElementById("unit-submit").value`))
	jobs, _, _ := p.told()
	require.Equal(t, 2, jobs)
}

// What files say is shown as text, whatever it is, and what can't be read ends in a
// sentence that leaves the page alive.
func TestHostileNamesAreShownAsText(t *testing.T) {
	beside(t)
	p := open(t, "?view=reproduce")
	evil := `"><img src=x onerror=window.ran=1>`
	p.paste("document.body", strings.ReplaceAll(small["table.psv"], "batch", evil)+strings.Repeat("y", 60)+evil+"\n")
	p.wait(`document.querySelector(".strip-name").textContent === "pasted"`)
	p.settled()
	require.Contains(t, eval[string](p, `document.querySelector("[data-host=import]").textContent`), evil)
	p.paste("document.body", `PartitionName=`+evil+strings.Repeat("x", 100_000)+` Nodes=n[1-4] TotalCPUs=256 TotalNodes=4`)
	p.wait(`document.querySelector(".strip-facts").textContent.includes("256")`)
	require.Less(t, len(p.text("#message")), 300)
	p.paste("document.body", "submit_time,run_time,who &amp; b,cores\n0,5,6,7\n")
	p.wait(`document.getElementById("match-run") && document.querySelector("main").dataset.state !== "reading"`)
	require.Contains(t, eval[string](p, `document.getElementById("match-run").textContent`), "3 who &amp; b")
	other := "; MaxProcs: 8\n1 0 5 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n"
	for _, text := range []string{"PartitionName=a Nodes=n[1-99999999] TotalCPUs=4 TotalNodes=9", `{"nodes": [`,
		"JobID|State|Submit|" + strings.Repeat("x", 2<<20), "\x00\x01\xff\xfeJ\x00o\x00b\x00"} {
		p.paste("document.body", text)
		p.waitState("error")
		require.Less(t, len(p.text("#message")), 2000)
		p.drop("other.swf", []byte(other))
		p.wait(`document.querySelector(".strip-name").textContent === "other" && !["reading", "error"].includes(document.querySelector("main").dataset.state)`)
		eval[bool](p, `(document.querySelector(".shelf .chip").click(), true)`)
		p.wait(`document.querySelector(".strip-name").textContent === "pasted"`)
	}
	require.False(t, eval[bool](p, `!!window.ran || !!document.querySelector("img")`))
}
