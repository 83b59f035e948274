package labtest_test

import (
	"cmp"
	"encoding/json"
	"html"
	"maps"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/report/link"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// exact books figures in full precision.
func (l *ledger) exact(where, who string, of map[string]report.Float) {
	for name, v := range of {
		l.book(who, name, figure{float64(v), 0, where})
	}
}

// parsed is a report in JSON as far as it is read here.
func parsed[T any](t *testing.T, text string) (x T) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), &x))
	return x
}

var (
	card  = regexp.MustCompile(`(?s)<li class="card manner[^"]*" data-card="(\w+)" data-cards="([^"]+)".*?</li>`)
	moved = regexp.MustCompile(`(?s)<dt>Mean wait</dt><dd><b class="moves">([^<]*)</b><p>([^<]*) → ([^<]*)</p><p>([^<]*)</p>` +
		`.*?<b class="grows">[^<]*</b><p>([^<]*) → ([^<]*)</p>`)
	rawly = regexp.MustCompile(`; raw (.*)$`)
)

// decided holds what Decide says of each setting: its cards, the paper's table, its chart as the link has it, JSON and CSV; and
// of each other assumption, page and JSON.
func decided(t *testing.T, x *answer) {
	l := x.l
	r := parsed[struct {
		Now      decide.Outcome   `json:"now"`
		Settings []decide.Setting `json:"candidates"`
		Cards    []struct {
			decide.Candidate
			decide.Outcome
			Manner                 string `json:"name"`
			Change, Own, Low, High report.Float
		} `json:"cards"`
		Ways []decide.Way `json:"ways"`
	}](t, x.run("--json"))
	words := map[string]string{}
	for _, s := range r.Settings {
		l.exact("JSON", s.Words(), map[string]report.Float{"corrected": s.Change, "raw": s.Own, "corrected low": s.Low,
			"corrected high":     s.High,
			"replayed mean wait": s.AvgWait, "longest wait": report.Float(s.MaxWait)})
	}
	for _, c := range r.Cards {
		words[c.Manner] = c.Words()
		l.exact("a card of JSON", c.Words(), map[string]report.Float{"corrected": c.Change, "raw": c.Own, "corrected low": c.Low,
			"corrected high": c.High,
			"mean wait":      r.Now.AvgWait * (1 + c.Change), "replayed mean wait": c.AvgWait, "longest wait": report.Float(c.MaxWait)})
	}
	paper := x.study.Said.Table
	require.Positive(t, l.take(telling{[]string{"set"}, map[string]string{"": "", "mean wait": "mean wait h", "raw": "raw %",
		"corrected": "corrected %", "plausible": "corrected %", "longest wait": "longest wait h", "evidence": "", "who loses most": "",
		"Slurm": ""}}, "paper", sheet{head: paper[0], rows: paper[1:]}))
	cards := 0
	for _, c := range card.FindAllStringSubmatch(x.s.Drawn["decide-cards"], -1) {
		m := moved.FindStringSubmatch(c[0])
		if m == nil { // it keeps what is run now
			require.Contains(t, c[0], `<p class="sets">Keep `)
			continue
		}
		cards++
		who := words[c[1]]
		l.cell(who, "corrected %", "a card", m[1])
		l.cell(who, "mean wait h", "a card", m[3])
		l.cell(who, "longest wait h", "a card", m[6])
		l.cell("now", "mean wait h", "a card", m[2])
		l.cell("now", "longest wait h", "a card", m[5])
		raw := rawly.FindStringSubmatch(m[4])
		require.NotNil(t, raw, "%s: raw and corrected differ", who)
		l.cell(who, "raw %", "a card", raw[1])
		setting := r.Settings[slices.IndexFunc(r.Settings, func(s decide.Setting) bool { return s.Words() == who })]
		require.Contains(t, report.Plausible(setting.Change, setting.Low, setting.High), strings.TrimSuffix(m[4], raw[0]), who)
	}
	require.Positive(t, cards)
	l.exact("JSON", "now", map[string]report.Float{"mean wait": r.Now.AvgWait, "longest wait": report.Float(r.Now.MaxWait)})
	for _, row := range x.finding.Chart.Rows {
		who, _, _ := strings.Cut(row.Label, " (")
		if row.Baseline {
			continue
		}
		require.True(t, known(l, who), "%s of the link is nobody on the page", who)
		for name, v := range map[string]float64{"corrected": row.Mid, "corrected low": row.Low, "corrected high": row.High} {
			l.book(who, name, figure{v, 2e-5, "the link"})
		}
	}
	s := file(t, x.run("--csv"))
	for _, row := range s.exact[1:] {
		cell := func(head string) string { return row[slices.Index(s.head, head)][0] }
		c := decide.Candidate{Front: cell("front"), Backfill: cell("backfill"), Threshold: study.None}
		if n, err := strconv.Atoi(cell("threshold_s")); err == nil {
			c.Threshold = study.Seconds(n)
		}
		require.True(t, known(l, c.Words()), "%s", c.Words())
		for head, name := range map[string]string{"raw": "raw", "corrected": "corrected", "low": "corrected low", "high": "corrected high",
			"avg_wait_s": "replayed mean wait", "max_wait_s": "longest wait"} {
			if v, err := strconv.ParseFloat(cell(head), 64); err == nil {
				l.book(c.Words(), name, figure{v, 0, "CSV"})
			}
		}
	}
	doubts := 0
	for _, table := range sheets(x.s.Drawn["decide-doubts"], "if there were") {
		doubts += l.take(telling{[]string{"if there were"}, map[string]string{"mean wait": "mean wait now h|mean wait then h",
			"change of the mean wait": "corrected %", "plausible": "corrected %", "longest wait": "longest wait now h|longest wait then h",
			"best card in that case": ""}}, "the page", table)
	}
	require.Positive(t, doubts)
	for i := range r.Ways {
		w := &r.Ways[i]
		l.exact("JSON", w.Words, map[string]report.Float{"corrected": w.Change, "corrected low": w.Low, "corrected high": w.High,
			"mean wait now":    w.AvgWait,
			"longest wait now": report.Float(w.MaxWait), "longest wait then": report.Float(w.MaxThen)})
	}
	x.printed(t)
}

// fitted holds what Fit says of each order: page, paper, link and JSON.
func fitted(t *testing.T, x *answer) {
	l := x.l
	pages := 0
	for _, table := range sheets(x.s.Drawn["learn-table"], "Order") {
		pages += l.take(telling{[]string{"Order"}, map[string]string{"Change": "change %", "By chance after Holm": "chance #",
			"Slowdown median window": "median #", "Slowdown first quartile": "first quartile #",
			"Slowdown third quartile": "third quartile #",
			"AvgWait mean of windows": "", "MaxWait of all windows": ""}}, "the page", table)
	}
	require.Positive(t, pages)
	paper := x.study.Said.Table
	at := slices.Index(paper[0], "times FCFS")
	for _, row := range paper[1:] {
		if n, err := strconv.ParseFloat(row[at], 64); err == nil {
			_, decimals, _ := strings.Cut(row[at], ".")
			l.book(row[0], "change", figure{n - 1, 0.5 * math.Pow(10, -float64(len(decimals))), "paper"})
		}
	}
	require.Positive(t, l.take(telling{[]string{"order"}, map[string]string{"1st quartile": "first quartile #", "median": "median #",
		"3rd quartile": "third quartile #", "times FCFS": "", "95 % interval": "", "": "", "p": "", "Holm": "chance #", "less": ""}},
		"paper",
		sheet{head: paper[0], rows: paper[1:]}))
	r := parsed[struct {
		Judged struct {
			Medians     map[string]report.Float
			Quartiles   map[string][]report.Float
			Differences []struct {
				Order       string
				Ratio, Holm report.Float
			}
		}
	}](t, x.run("--json")).Judged
	for who, v := range r.Medians {
		l.exact("JSON", who, map[string]report.Float{"median": v, "first quartile": r.Quartiles[who][0],
			"third quartile": r.Quartiles[who][1]})
	}
	for _, d := range r.Differences {
		l.exact("JSON", d.Order, map[string]report.Float{"change": d.Ratio - 1, "chance": d.Holm})
	}
	for _, row := range x.finding.Chart.Rows {
		if !row.Baseline {
			who := cmp.Or(row.Label, row.Name)
			require.True(t, known(l, who), "%s of the link is nobody on the page", who)
			l.book(who, "change", figure{row.Mid, 2e-5, "the link"})
		}
	}
	x.said(t)
}

// trained holds what Train says of each way to run the jobs: paper, link and JSON.
func trained(t *testing.T, x *answer) {
	l := x.l
	name := func(who, backfilling string) string {
		if backfilling == "none" || backfilling == "" {
			return who
		}
		return who + " + EASY"
	}
	paper := x.study.Said.Table
	s := sheet{head: paper[0]}
	for _, row := range paper[1:] {
		s.rows = append(s.rows, append([]string{name(row[0], row[2])}, row[1:]...))
	}
	require.Positive(t, l.take(telling{[]string{"who"}, map[string]string{"jobs": "", "backfilling": "", "change": "change %",
		"95 % interval": "change %", "reward": "reward #", "makespan": "makespan s", "energy": "energy #", "mean wait": "mean wait s",
		"turnaround": "turnaround s", "slowdown": "slowdown #", "busy": "busy %"}}, "paper", s))
	for _, x := range parsed[struct {
		Tests []struct {
			Who, Backfilling                                                                                 string
			Change, Low, High, Reward, Makespan, Energy, AvgWait, AvgTurnaround, AvgSlowdown, AvgUtilization report.Float
		}
	}](t, x.run("--json")).Tests {
		l.exact("JSON", name(x.Who, x.Backfilling), map[string]report.Float{"change": x.Change, "change low": x.Low, "change high": x.High,
			"reward": x.Reward, "makespan": x.Makespan, "energy": x.Energy, "mean wait": x.AvgWait, "turnaround": x.AvgTurnaround,
			"slowdown": x.AvgSlowdown, "busy": x.AvgUtilization})
	}
	for _, row := range x.finding.Chart.Rows {
		if known(l, row.Name) {
			l.book(row.Name, "change", figure{row.Mid, 2e-5, "the link"})
		}
	}
	x.said(t)
}

// replayed holds what Explore says of two schedules: who waits less and longer, by size, on the page and as diff says it.
func replayed(t *testing.T, x *answer) {
	l := x.l
	type side struct {
		AvgWait report.Float
		MaxWait int64
	}
	r := parsed[struct {
		A, B          side
		Gains, Losses []struct{ Job, A, B int64 }
		BySize        []struct{ Low, High, Jobs, A, B, Less, More int64 }
	}](t, x.run("--json"))
	pages := 0
	for _, table := range sheets(x.s.Drawn["replay-tables"], "Job") {
		pages += l.take(telling{[]string{"Job"}, map[string]string{"Under FCFS": "wait before h", "Under SAF": "wait after h",
			"Less by": "less h", "More by": "more h"}}, "the page", table)
	}
	for _, d := range slices.Concat(r.Gains, r.Losses) {
		l.exact("JSON", strconv.FormatInt(d.Job, 10), map[string]report.Float{"wait before": report.Float(d.A),
			"wait after": report.Float(d.B),
			"less":       report.Float(d.A - d.B), "more": report.Float(d.B - d.A)})
	}
	paper := x.study.Said.Table
	pages += l.take(telling{[]string{"job"}, map[string]string{"under FCFS": "wait before h", "under SAF": "wait after h", "": ""}},
		"paper",
		sheet{head: paper[0], rows: paper[1:]})
	for _, table := range sheets(x.s.Drawn["replay-difference"], "Processors") {
		pages += l.take(telling{[]string{"Processors"}, map[string]string{"Jobs": "jobs #", "Under FCFS mean wait": "wait before h",
			"Under SAF mean wait": "wait after h", "Change in all": "", "Change of its wait": "change %", "Less jobs": "less #",
			"Longer jobs": "longer #"}}, "the page", table)
	}
	require.Greater(t, pages, 60)
	for _, g := range r.BySize {
		who := strconv.FormatInt(g.Low, 10)
		if g.High > g.Low {
			who += " to " + strconv.FormatInt(g.High, 10)
		}
		require.True(t, known(l, who), "%s processors", who)
		l.exact("JSON", who, map[string]report.Float{"jobs": report.Float(g.Jobs), "wait before": report.Fraction(g.A, g.Jobs),
			"wait after": report.Fraction(g.B, g.Jobs), "change": report.Fraction(g.B-g.A, g.A), "less": report.Float(g.Less),
			"longer": report.Float(g.More)})
	}
	change := r.B.AvgWait/r.A.AvgWait - 1
	l.exact("JSON", "SAF", map[string]report.Float{"change": change})
	for _, row := range x.finding.Chart.Rows {
		if row.Name == "SAF" {
			l.book("SAF", "change", figure{row.Mid, 2e-5, "the link"})
		}
	}
	require.Contains(t, x.finding.Said, numeral.Duration(r.A.AvgWait)+" mean wait with FCFS, "+numeral.Duration(r.B.AvgWait)+" with SAF")
	x.said(t)
}

// sited holds what the page says of a site's Slurm to what slurm run prints of the same files: the tables of waits and what
// waiting was for in JSON, and how near the model is in every sentence of text, page and link.
func sited(t *testing.T, command string) {
	l := &ledger{t: t, of: map[[2]string][]figure{}}
	var files []ui.File
	var paths []string
	for _, name := range strings.Fields("sacct.psv sacctmgr-assoc.psv sacctmgr-qos.psv scontrol-config.txt scontrol-partition.txt sshare.psv") {
		text := string(fixture.Bytes(t, "golden", "slurm-runs", "import-fair-tree", name))
		files = append(files, ui.File{Handle: text, Name: name, Head: lab.HeadOf(text), Size: float64(len(text))})
		paths = append(paths, fixture.Path(t, "golden", "slurm-runs", "import-fair-tree", name))
	}
	a, _, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Arrive("view=slurm", "")
	a.OpenFiles(files)
	run := func(flags ...string) string {
		out, err := exec.Command(command, append(append([]string{"slurm", "run"}, flags...), paths...)...).Output()
		require.NoError(t, err)
		return string(out)
	}
	type group struct {
		Name                string
		Machine, Here, Jobs report.Float
		Half                [2]report.Float
	}
	r := parsed[struct {
		Partitions, Accounts, QOS []group
		Rank                      report.Float
		Reasons                   []struct {
			Reason            string
			Hours, Part, Jobs report.Float
		}
	}](t, run("--json"))
	for kind, list := range map[string][]group{"Partition": r.Partitions, "Account": r.Accounts, "QOS": r.QOS} {
		for _, g := range list {
			l.exact("JSON", g.Name, map[string]report.Float{"jobs": g.Jobs, "machine": g.Machine, "model": g.Here,
				"median on the machine": g.Half[0], "median in the model": g.Half[1]})
		}
		booked := 0
		for _, table := range sheets(strings.Join(slices.Collect(maps.Values(s.Drawn)), ""), kind) {
			if table.head[0] == kind && len(table.head) == 6 {
				booked += l.take(telling{[]string{kind}, map[string]string{"Jobs": "jobs #", "Mean wait on the machine": "machine s",
					"In the model": "model s", "Median on the machine": "median on the machine s",
					"In the model#2": "median in the model s"}}, "the page", table)
			}
		}
		require.Equal(t, 5*len(list), booked, kind)
	}
	for _, list := range l.of {
		require.Greater(t, len(list), 1, "%+v stands in one place alone", list)
	}
	near := regexp.MustCompile(`rank correlation (?:of )?(\d\.\d+)`)
	for where, text := range map[string]string{"text": run(), "the page": s.Drawn["slurm-top"], "the link": a.Link(a.First)} {
		m := near.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
		if where == "the link" {
			f, err := link.Parse(a.Lab.Finding().Text())
			require.NoError(t, err)
			m = near.FindStringSubmatch(f.Said)
		}
		require.NotNil(t, m, "%s: %s", where, text)
		l.cell("the model", "rank #", where, m[1])
	}
	l.exact("JSON", "the model", map[string]report.Float{"rank": r.Rank})
}

// ruled holds what Decide says of the rules that it obeys, and of each change of one: page, paper and JSON.
func ruled(t *testing.T, x *answer) {
	l := x.l
	r := parsed[struct {
		Obeyed []decide.Obeyed `json:"obeyed"`
		Rules  []struct {
			Words                  string `json:"says"`
			Own, Change, Low, High report.Float
			MaxWait                int64
		} `json:"ruleChanges"`
		Cards []struct {
			decide.Candidate
			Change, Low, High report.Float
			Open              *report.Float
		} `json:"cards"`
		Likeness decide.Likeness
	}](t, x.run("--json"))
	require.Len(t, r.Obeyed, 2)
	require.NotEmpty(t, r.Rules)
	jobs := report.Float(r.Likeness.Known)
	for _, o := range r.Obeyed {
		l.exact("JSON", o.Words, map[string]report.Float{"explains": o.Explains, "explained wait": report.Float(*o.Seconds) / jobs,
			"broken": report.Float(*o.Broken)})
	}
	for i := range r.Rules {
		a := &r.Rules[i]
		l.exact("JSON", a.Words, map[string]report.Float{"raw": a.Own, "corrected": a.Change, "corrected low": a.Low,
			"corrected high": a.High, "longest wait": report.Float(a.MaxWait)})
	}
	for _, c := range r.Cards {
		l.exact("a card of JSON", c.Words(), map[string]report.Float{"corrected": c.Change, "corrected low": c.Low,
			"corrected high": c.High})
		if c.Open != nil {
			l.exact("a card of JSON", c.Words(), map[string]report.Float{"without rules": *c.Open})
		}
	}
	change := map[string]string{"mean wait": "mean wait h", "raw": "raw %", "corrected": "corrected %", "plausible": "corrected %",
		"longest wait": "longest wait h", "verdict": "", "who gains most": "", "who pays most": "", "": "", "evidence": "",
		"who loses most": "", "Slurm": "", "explains": "explained wait min", "of the waiting": "explains %",
		"starts that break it": "broken #", "under the rules": "corrected %", "without them": "without rules %"}
	for _, first := range []string{"change of a rule", "rule", "set"} {
		booked := 0
		for _, table := range sheets(x.s.Drawn["decide-amended"], first) {
			if table.head[0] == first {
				booked += l.take(telling{[]string{first}, change}, "the page", table)
			}
		}
		require.Positive(t, booked, first)
	}
	paper := slices.Clone(x.study.Said.Table)
	require.Positive(t, l.take(telling{[]string{"set"}, change}, "paper", sheet{head: paper[0], rows: paper[1:]}))
	// The command has changes of rules in a table of their own, which is the page's.
	x.study.Said.Table = slices.DeleteFunc(slices.Clone(paper), func(row []string) bool { return row[0] == "a rule" })
	require.Less(t, len(x.study.Said.Table), len(paper))
	for _, table := range sheets(x.s.Drawn["decide-amended"], "change of a rule") {
		x.study.Said.Table = append(x.study.Said.Table, table.rows...)
	}
	x.printed(t)
}

// recordedIn are the places where a sentence says how long the log's users waited.
var recordedIn = regexp.MustCompile(`(?:own record|users waited|recorded mean wait is|, recorded)(?:: | )(\d[\d.]*) (h|min|d|s)\b`)

// roomed is the room of what is to come: nobody reads it.
var roomed = regexp.MustCompile(`data-room="[^"]*"`)

// A log has one figure of its record: every view that says how long users waited says that mean, however many of the jobs
// it replays; only what is of the second half has another, and says so.
func TestTheRecordHasOneFigureInEveryView(t *testing.T) {
	log := recording(t)
	var sum int64
	for i := range log.Len() {
		sum += log.Col[job.Wait].At(i)
	}
	want := strings.ReplaceAll(numeral.Mean(float64(sum)/float64(log.Len())), "\u202f", " ")
	for _, view := range []string{"compare", "decide", "online", "predict", "replay", "tune"} {
		a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
		m.Log, m.Logs[log.Digest] = log, log
		a.Start(map[bool]string{true: "view=replay", false: small[view]}[view == "replay"]) // which begins with the record
		labtest.Load(a, m)
		m.FinishAll()
		a.Run()
		m.FinishAll()
		require.Equal(t, lab.Done, a.State, a.Message)
		met := 0
		for host, drawn := range s.Drawn {
			text := strings.ReplaceAll(html.UnescapeString(roomed.ReplaceAllString(drawn, "")), "\u202f", " ")
			for _, m := range recordedIn.FindAllStringSubmatch(text, -1) {
				met++
				require.Equal(t, want, m[1]+" "+m[2], "%s of %s: %s", host, view, m[0])
			}
		}
		if view == "tune" {
			require.Zero(t, met)
			require.Regexp(t, `own record of that half: \d`, strings.Join(slices.Collect(maps.Values(s.Drawn)), ""))
			continue
		}
		require.Positive(t, met, view)
	}
}

// recording is a log with recorded waits that get longer, so that no part of it has the mean of all.
func recording(t *testing.T) *job.Log {
	t.Helper()
	made, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 4500, Seed: 2})
	require.NoError(t, err)
	made.Col[job.Wait] = job.Column{}
	for i := range made.Len() {
		made.Col[job.Wait].Append(int64(2 * i))
	}
	made.Name, made.Digest = "recorded", job.DigestOf(made)
	return made
}
