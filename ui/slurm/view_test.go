package slurm

import (
	"encoding/csv"
	"html"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"shadowtime/core/base/fixture"
	corereplay "shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/job/format"
	"shadowtime/core/job/hostile"
	"shadowtime/core/job/overview"
	"shadowtime/core/slurm/check"
	"shadowtime/core/slurm/site"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/replay"
)

func page(t *testing.T, query string) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{replay.New(l), v}
	}, corereplay.Kind())
	a.Arrive(query, "")
	return a, v, m, s
}

// Files of a made-up site.
const (
	conf = "# ours\nClusterName=made\nSchedulerType=sched/backfill\nSchedulerParameters=bf_window=60,bf_max_job_user=200,bf_max_job_test=100\n" +
		"PriorityType=priority/basic\nPriorityWeightAge=1000\nMailProg=/bin/mail\nInclude /etc/slurm/parts.conf\n"
	parts = "# what others may not say\nMysteryOf=<b>ours</b>\nPartitionName=long Nodes=n[1-4] MaxTime=2-0\n"
	qos   = "Name|Priority|GraceTime|MaxJobsPU\nnormal|0|00:00:00|5\n"
	jobs  = "JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|State\n" +
		"1|ann|a|2026-11-21T15:00:00|2026-11-21T16:00:00|2026-11-21T16:01:00|60|10|4|COMPLETED\n"
	shown = "Configuration data as of 2026-11-21T15:00:00\nSchedulerType           = sched/backfill\nSLURM_VERSION           = 24.11.5\n"
	sizes = "PartitionName=long AllowGroups=ALL\n   Nodes=n[1-4] TotalCPUs=64 TotalNodes=4 MaxTime=2-00:00:00\n"
)

func dropped(a *ui.App, files ...[2]string) {
	var list []ui.File
	for _, f := range files {
		list = append(list, ui.File{Handle: f[1], Name: f[0], Head: lab.HeadOf(f[1]), Size: float64(len(f[1]))})
	}
	a.OpenFiles(list)
}

// cells are the texts of a drawn table's rows.
func cells(text string) (rows [][]string) {
	_, body, _ := strings.Cut(text, `id="slurm-parameters"`)
	for _, row := range regexp.MustCompile(`<tr data-given.*?</tr>`).FindAllString(body, -1) {
		var list []string
		for _, c := range regexp.MustCompile(`<t[hd][^>]*>(.*?)</t[hd]>`).FindAllStringSubmatch(row, -1) {
			list = append(list, html.UnescapeString(c[1]))
		}
		rows = append(rows, list)
	}
	return rows
}

// The page shows what the command prints: the findings in their order with mark, word, place and remedy, and every parameter.
func TestThePageShowsWhatTheCommandPrints(t *testing.T) {
	a, v, _, s := page(t, "")
	dropped(a, [2]string{"slurm.conf", conf}, [2]string{"parts.conf", parts}, [2]string{"qos.psv", qos})
	require.Equal(t, "slurm", a.View.Key())
	require.Empty(t, s.Refused["slurm-text"])
	files := []site.File{{Name: "slurm.conf", Text: conf}, {Name: "qos.psv", Text: qos}, {Name: "parts.conf", Text: parts}}
	read, err := site.Read(files, func(string, string) (site.File, error) { return files[2], nil })
	require.NoError(t, err)
	want, err := check.Of(read, 0, by)
	require.NoError(t, err)
	require.Equal(t, want, v.answer)
	found := strings.ReplaceAll(s.Drawn[hostFound], "<wbr>", "")
	require.Equal(t, len(want.Findings), strings.Count(found, "data-finding="))
	require.Greater(t, len(want.Findings), 5)
	at := 0
	for _, f := range want.Findings {
		for _, text := range []string{`data-severity="` + string(f.Severity) + `"`, lab.LevelIcon(f.Severity), "<b>" + levelWords[f.Severity] + ":</b>", f.Says,
			f.Place, f.Remedy} {
			if !strings.HasPrefix(text, "<") && !strings.HasPrefix(text, "data-") {
				text = lab.Esc(text)
			}
			i := strings.Index(found[at:], text)
			require.GreaterOrEqual(t, i, 0, text)
			at += i
		}
	}
	var rows [][]string
	for _, set := range []bool{true, false} {
		for i := range want.Parameters {
			if p := &want.Parameters[i]; p.Set == set {
				rows = append(rows, []string{nameOf(p), p.Value, plain(p), p.Modelled, p.Where(), p.Says})
			}
		}
	}
	require.Equal(t, rows, cells(s.Drawn[hostTable]))
	require.Contains(t, s.Drawn[hostTable], "MailProg")
	require.NotContains(t, found+s.Drawn[hostTable], "<b>ours")

	a.Set("slurm-own", "true")
	few := cells(s.Drawn[hostTable])
	require.Equal(t, rows[:len(few)], few)
	require.Less(t, len(few), len(rows))
	a.Act("slurm-csv", "")
	list, err := csv.NewReader(strings.NewReader(s.Files["shadowtime-slurm-parameters.csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, list, 1+len(few))
	require.NotContains(t, a.Link(a.First), "made", "a link has nothing of the site")
}

// What is copied from a finding, slurm.conf takes; advice in prose has no Copy.
func TestOnlyLinesOfSlurmConfAreCopied(t *testing.T) {
	a, v, _, s := page(t, "")
	dropped(a, [2]string{"slurm.conf", conf + "PartitionName=open Nodes=ALL\nNodeName=n[1-4] CPUs=4\n"}, [2]string{"parts.conf", parts})
	var lines []string
	prose := 0
	for _, f := range v.answer.Findings {
		if line := f.Line(); line != "" {
			lines = append(lines, line)
		} else if f.Remedy != "" {
			prose++
		}
	}
	require.NotEmpty(t, lines)
	require.Positive(t, prose)
	var copied []string
	for _, m := range regexp.MustCompile(`data-act="`+lab.CopyAct+`" data-arg="([^"]*)"`).FindAllStringSubmatch(s.Drawn[hostFound], -1) {
		copied = append(copied, html.UnescapeString(m[1]))
	}
	require.Equal(t, lines, copied)
}

// What slurm.conf includes is read where it is included, whatever is in it.
func TestAnIncludedFileIsReadWhateverIsInIt(t *testing.T) {
	a, v, _, s := page(t, "")
	dropped(a, [2]string{"slurm.conf", conf}, [2]string{"parts.conf", "Mystery=1\n"})
	require.Len(t, v.files, 2)
	require.Contains(t, s.Drawn[hostAsk], "included by slurm.conf")
	require.NotContains(t, s.Drawn[hostFound], "was not read")
	require.Contains(t, v.answer.Others, "Mystery")
}

// What is missing is said with the command that exports it, and the script makes all of it, with numbers for names if asked.
func TestWhatIsMissingIsSaidWithItsCommand(t *testing.T) {
	a, _, _, s := page(t, "view=slurm")
	require.NotContains(t, s.Drawn[hostAsk], "slurm-lacking")
	dropped(a, [2]string{"qos.psv", qos})
	require.Contains(t, s.Drawn[hostAsk], "<code>scontrol show config</code>")
	require.Empty(t, s.Drawn[hostFound])
	dropped(a, [2]string{"config.txt", shown})
	require.Contains(t, s.Drawn[hostAsk], "<code>scontrol show partition</code>")
	require.NotContains(t, s.Drawn[hostAsk], "<code>sacctmgr show qos -P</code>", "it was given")
	require.Contains(t, s.Drawn[hostTop], "Slurm 24.11: ")
	dropped(a, [2]string{"parts.txt", sizes})
	require.NotContains(t, s.Drawn[hostAsk], "<code>scontrol show partition</code>", "on this view they are the site's")
	a.Act("slurm-script", "")
	require.Equal(t, site.Export, s.Files["slurm-files.sh"])
	a.Set("slurm-numbered", "true")
	a.Act("slurm-script", "")
	require.Contains(t, s.Files["slurm-files.sh"], "\nsecret=1\n")
	a.Act("slurm-forget", "config.txt")
	require.Empty(t, s.Drawn[hostFound])
}

// A log among a site's files is still read as a log, and partitions tell its machine's size, too.
func TestALogAmongASitesFilesIsStillALog(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "")
	dropped(a, [2]string{"jobs.psv", jobs}, [2]string{"slurm.conf", conf})
	require.Equal(t, lab.Reading, a.State)
	require.Equal(t, "jobs.psv", a.ReadName)
	require.NotNil(t, v.answer)
	m.Read(nil, lab.ErrCancelled)
	dropped(a, [2]string{"p.txt", sizes}, [2]string{"sdiag.txt", "sdiag output at Sat Nov 21 15:00:00 2026 (1)\n"},
		[2]string{"l.swf", "; MaxProcs: 8\n"})
	require.Equal(t, "p.txt", a.ReadName, "it is read for the log's machine")
	require.Len(t, v.files, 4)
	m.Read(nil, lab.ErrCancelled)

	b, w, m2, _ := page(t, "")
	dropped(b, [2]string{"p.txt", sizes})
	require.Equal(t, lab.Reading, b.State, "on its own it is a log's machine")
	require.Empty(t, w.files)
	m2.Read(nil, lab.ErrCancelled)
	labtest.Load(b, m2)
	trace := b.Trace
	dropped(b, [2]string{"slurm.conf", conf})
	dropped(b, [2]string{"qos.psv", "Name|Priority|GraceTime|MaxJobsPU\nnormal|0\n"})
	require.Same(t, trace, b.Trace, "the log stays")
	require.Equal(t, "slurm", b.View.Key())
	_ = s
}

// The nodes of a site's configuration are the size of its log's machine: of one that comes with it, and of one in
// sight that nobody told a size.
func TestTheNodesOfAConfigurationAreItsLogsMachine(t *testing.T) {
	fixture.Long(t)
	nodes := [2]string{"slurm.conf", conf + "NodeName=DEFAULT CPUs=16\nNodeName=n[1-3],n7\nNodeName=g1 CPUs=2\n"}
	a, _, m, _ := page(t, "")
	read := func() {
		l, err := job.ReadFrom(strings.NewReader(jobs), format.NewReader("jobs.psv"))
		require.NoError(t, err)
		m.Logs[l.Digest] = l
		m.Read(overview.Summarise(l), nil)
	}
	dropped(a, [2]string{"jobs.psv", jobs}, nodes)
	read()
	require.Equal(t, int64(66), a.Trace.Overview.Procs)
	require.Equal(t, "the nodes that Slurm’s files list", a.Told.Why)
	dropped(a, [2]string{"other.swf", "; MaxProcs: 8\n"})
	read()
	require.Equal(t, int64(4), a.Trace.Overview.Procs, "another log has a machine of its own")

	a, _, m, _ = page(t, "")
	dropped(a, [2]string{"jobs.psv", jobs})
	read()
	require.Equal(t, int64(4), a.Trace.Overview.Procs, "a guess")
	dropped(a, nodes)
	require.Equal(t, int64(66), a.Trace.Overview.Procs, "dropped behind its log")
	require.Contains(t, a.Message, "The machine has 66 processors from now on")
	a.SetProcs("50")
	dropped(a, [2]string{"more.conf", "ClusterName=made\nNodeName=x CPUs=9\n"})
	require.Equal(t, int64(50), a.Trace.Overview.Procs, "what was said by hand stays")
}

// What can't be read is refused at the field with its place, what stands there and what helps; what was read stays.
func TestWhatCantBeReadIsRefusedAtItsField(t *testing.T) {
	fixture.Long(t)
	a, v, _, s := page(t, "view=slurm")
	dropped(a, [2]string{"slurm.conf", conf})
	was := s.Drawn[hostFound] + s.Drawn[hostTable]
	dropped(a, [2]string{"qos.psv", "Name|Priority|GraceTime|MaxJobsPU\nnormal|0\n"})
	require.Equal(t, "qos.psv, line 2: 2 fields, the first line names 4: give what sacctmgr show qos -P prints.", s.Refused["slurm-text"])
	require.Equal(t, was, s.Drawn[hostFound]+s.Drawn[hostTable])
	a.SetField("slurm-text", "slurm-text", jobs)
	require.Empty(t, s.Refused["slurm-text"])
	require.Contains(t, s.Drawn[hostTop], "export more than one job")
	a.Act("slurm-forget", "pasted jobs")
	require.NotContains(t, s.Drawn[hostTop], "export more than one job")
	a.SetField("slurm-text", "slurm-text", shown)
	require.Empty(t, s.Refused["slurm-text"])
	require.Contains(t, s.Drawn[hostAsk], "pasted scontrol show config")
	require.NotEqual(t, was, s.Drawn[hostFound]+s.Drawn[hostTable])
	a.OpenFiles([]ui.File{{Handle: 7, Name: "gone.conf", Head: conf},
		{Handle: "x", Name: "huge.conf", Head: conf, Size: lab.MaxSite + 1}})
	require.Contains(t, s.Refused["slurm-text"], "gone.conf: the browser can't read it. huge.conf: longer than 64 MB")
	a.SetField("slurm-version", "slurm-version", "new")
	require.Contains(t, s.Refused["slurm-version"], `"new" is no version of Slurm: give one as 25.05.8`)
	for _, f := range []string{"slurm.conf", "pasted scontrol show config"} {
		a.Act("slurm-forget", f)
	}
	require.Empty(t, v.files)
	a.SetField("slurm-text", "slurm-text", conf)
	a.SetField("slurm-version", "slurm-version", "25.05.8")
	require.Contains(t, s.Drawn[hostTop], "Slurm 25.05: ")
	require.Contains(t, a.Link(a.First), "slurm-version=25.05.8")
}

// Whatever a file holds is text, is told in bounded time and room, and ends nothing.
func TestHostileFilesAreText(t *testing.T) {
	fixture.Long(t)
	a, _, _, s := page(t, "view=slurm")
	env, err := vugu.NewBuildEnv()
	require.NoError(t, err)
	seeds := []string{conf, parts, qos, shown, sizes, jobs,
		"sdiag output at\nBackfilling stats\n\tLast cycle: x\n", "JOBID USER PRIORITY\n1 a x\n",
		"Account|User|RawShares|\n", "ReservationName=r Nodes=n[1-\n", "NodeName=n1 CPUTot=1 State=DOWN+\n"}
	marked := `"><script>` + hostile.Mark + `</script>`
	r := rand.New(rand.NewPCG(1, 2))
	for i := range fixture.ByDay(30, 100) {
		text := []byte(seeds[i%len(seeds)])
		for range r.IntN(6) {
			at := r.IntN(len(text) + 1)
			switch r.IntN(4) {
			case 0:
				text = text[:at]
			case 1:
				text = append(text[:at:at], append([]byte(marked), text[at:]...)...)
			case 2:
				text = append(text[:at:at], append([]byte(seeds[r.IntN(len(seeds))]), text[at:]...)...)
			default:
				text = append(text[:at:at], append([]byte{byte(r.Uint32()), '=', '|', '\n'}, text[at:]...)...)
			}
		}
		dropped(a, [2]string{marked + seeds[i%7][:3], string(text)})
		if a.State == lab.Reading {
			a.Cancel()
		}
		a.SetView("slurm")
		a.SetField("slurm-text", "slurm-text", string(text))
		for host, text := range s.Drawn {
			require.NotContains(t, text, "<script", host)
		}
		var b strings.Builder
		require.NoError(t, staticrender.New(&b).Render(env.RunBuild(a)))
	}
	var many strings.Builder
	many.WriteString(conf + strings.Repeat("garbage\n", 30_000))
	for i := range 30_000 {
		many.WriteString("Key" + strconv.Itoa(i) + "=" + strings.Repeat("9", 20) + "\n")
	}
	a.Act("slurm-forget", "slurm.conf")
	dropped(a, [2]string{"slurm.conf", many.String()})
	require.Less(t, len(s.Drawn[hostFound]+s.Drawn[hostTable]+s.Drawn[hostTop]), 400_000)
	require.Contains(t, s.Drawn[hostFound], "more findings")
}

// Every file that lies beside the repository is taken for what it is.
func TestRealFilesAreToldApart(t *testing.T) {
	fixture.Long(t)
	for _, run := range []string{"defaults", "fair-tree"} {
		a, v, _, s := page(t, "")
		var list [][2]string
		for _, name := range strings.Fields("jobcomp.txt sacct.json sacct.psv sacctmgr-assoc.psv sacctmgr-qos.psv " +
			"scontrol-config.txt scontrol-job.txt scontrol-partition.txt sdiag.txt sshare.psv") {
			list = append(list, [2]string{name, string(fixture.Bytes(t, "golden", "slurm-runs", "import-"+run, name))})
		}
		dropped(a, list...)
		require.NotNil(t, v.answer, run)
		require.Empty(t, s.Refused["slurm-text"], run)
		require.Equal(t, lab.Reading, a.State, "its jobs are a log")
		require.Equal(t, "sacct.psv", a.ReadName, "one alone, the one that says most")
		require.Len(t, v.files, len(list))
	}
}
