package slurm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/site"
)

func imported(t *testing.T, run string) (list []site.File) {
	t.Helper()
	names, err := filepath.Glob(fixture.Path(t, "golden", "slurm-runs", "import-"+run) + "/*")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		list = append(list, site.File{Name: filepath.Base(name), Text: string(b)})
	}
	return list
}

// A worker that is given the plan answers what is replayed here, whatever is asked first, and the same again.
func TestAWorkerAnswersWhatIsReplayedHere(t *testing.T) {
	fixture.Long(t)
	for _, run := range []string{"fair-tree", "defaults", "arrays-deps"} {
		files := imported(t, run)
		s, err := site.Read(files, nil)
		require.NoError(t, err)
		x, err := Prepare(s, 0)
		require.NoError(t, err)
		want, err := Replay(s, x)
		require.NoError(t, err)
		text, err := JSON(want)
		require.NoError(t, err)

		p := Plan{Files: files}
		r, err := Kind().Prepare(nil, p.Encode())
		require.NoError(t, err)
		list, err := r.Detail(CSVRequest())
		require.NoError(t, err)
		require.Equal(t, string(CSV(x)), string(list))
		for range 2 {
			shares := 0
			b, err := r.Task(TaskReplay, func(share float64) { shares++; require.True(t, 0 <= share && share <= 1) })
			require.NoError(t, err)
			require.Positive(t, shares)
			row, a, err := DecodeRow(b)
			require.NoError(t, err)
			require.Equal(t, string(text), string(row.JSON))
			require.Equal(t, want.Says(), a.Says())
			require.Equal(t, x.Apart(MostApart), row.Apart)
		}
		again, err := site.Read(files, nil)
		require.NoError(t, err)
		orders, err := CompareOrders(again, 0, []string{"all"}, &Question{})
		require.NoError(t, err)
		text, err = JSON(orders)
		require.NoError(t, err)
		last := -1.0
		b, err := r.Task(TaskOrders, func(share float64) { require.Greater(t, share, last); last = share })
		require.NoError(t, err)
		require.Equal(t, string(text), string(b))
		require.InDelta(t, 11.0/12, last, 1e-9, "twelve steps")
		b, err = r.Task(TaskCheck, nil)
		require.NoError(t, err)
		c, err := DecodeChecked(b)
		require.NoError(t, err)
		require.Equal(t, "sacct.psv", c.Log)
		require.Equal(t, s.Read, c.Read)
		require.Equal(t, s.Left, c.Left)
		require.NotNil(t, c.Answer)
	}
}

// Of jobs, waits in the list are those of the reasons, and their means those of the answer.
func TestTheListOfJobsAddsUp(t *testing.T) {
	s, err := site.Read(imported(t, "defaults"), nil)
	require.NoError(t, err)
	x, err := Prepare(s, 0)
	require.NoError(t, err)
	a, err := Replay(s, x)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(CSV(x))), "\n")
	require.Len(t, lines, 1+a.Jobs)
	for k := range x.Scene.Records {
		if !x.Scene.Judged[k] { // it ran when the log begins
			continue
		}
		told, ok := x.TellOf(k)
		require.True(t, ok)
		sum := 0.0
		for _, r := range told.Reasons {
			sum += r.Seconds()
		}
		require.InDelta(t, told.Here, sum, 0.002*float64(1+len(told.Reasons)), "job %d", told.ID)
	}
}

// A file that can't be read is refused with its reason, and the others are read.
func TestAFileThatCantBeReadIsRefusedAlone(t *testing.T) {
	p := Plan{Files: []site.File{{Name: "slurm.conf", Text: "SchedulerType=sched/backfill\nInclude /etc/slurm/more.conf\n"},
		{Name: "qos.psv", Text: "Name|Priority|GraceTime|MaxJobsPU\nnormal|0\n"}, {Name: "cut.gz", Text: "\x1f\x8b\x08\x00"},
		{Name: "more.conf", Text: "PriorityWeightAge=7\n"}}}
	r, err := Kind().Prepare(nil, p.Encode())
	require.NoError(t, err)
	b, err := r.Task(TaskCheck, nil)
	require.NoError(t, err)
	c, err := DecodeChecked(b)
	require.NoError(t, err)
	require.Len(t, c.Refused, 2)
	require.Contains(t, c.Refused[0].Is, "cut.gz can't be unpacked to its end")
	require.Contains(t, c.Refused[1].Is, "qos.psv, line 2: 2 fields")
	require.Contains(t, c.Read, site.Source{File: "more.conf", Is: "included by slurm.conf"})
	_, err = r.Task(TaskReplay, nil)
	require.ErrorContains(t, err, "no file has jobs")
	_, err = Kind().Prepare(nil, (&Plan{Version: "new"}).Encode())
	require.ErrorContains(t, err, "give one as 25.05.8")
}

// Files of what Slurm decided prove as many passes as the command follows, and what does not come out is told.
func TestPassesAreProvenAsTheCommandFollowsThem(t *testing.T) {
	fixture.Long(t)
	prove := func(files ...site.File) (*Proof, *Checked) {
		r, err := Kind().Prepare(nil, (&Plan{Files: files}).Encode())
		require.NoError(t, err)
		b, err := r.Task(TaskCheck, nil)
		require.NoError(t, err)
		c, err := DecodeChecked(b)
		require.NoError(t, err)
		if b, err = r.Task(TaskProve, nil); err != nil {
			require.Empty(t, c.Proves)
			return nil, c
		}
		p, err := DecodeProof(b)
		require.NoError(t, err)
		require.Equal(t, c.Proves, p.Of)
		return p, c
	}
	read := func(path ...string) site.File {
		return site.File{Name: path[len(path)-1], Text: string(fixture.Bytes(t, append([]string{"golden"}, path...)...))}
	}
	run := []site.File{read("slurm-runs", "qos.csv"), read("slurm-runs", "qos.conf"), read("slurm-runs", "qos.passes.csv.gz"),
		read("slurm-runs", "qos.plans.csv.gz")}
	p, c := prove(run...)
	require.NotNil(t, c.Answer, "its configuration is checked too")
	require.Empty(t, c.Left)
	x, err := follow.ReadRun(follow.File(run[0]), follow.File(run[1]), follow.File(run[2]))
	require.NoError(t, err)
	require.NoError(t, x.ReadPlans(follow.File(run[3])))
	require.Equal(t, x.Follow(), p.Answer)
	p, _ = prove(run[:2]...)
	require.Nil(t, p, "passes are missing")

	states := read("slurm-pass", "passes.jsonl.gz")
	some := strings.Join(strings.SplitAfter(states.Text, "\n")[:200], "")
	if fixture.Every() {
		some = states.Text
	}
	p, c = prove(site.File{Name: "states", Text: some})
	require.Empty(t, c.Why)
	require.Equal(t, strings.Count(some, "\n"), p.Passes)
	require.Equal(t, [3]int{p.Passes, p.Starts, p.Plans}, [3]int{p.PassesEqual, p.StartsEqual, p.PlansEqual})
	require.Positive(t, p.Starts)
	require.Empty(t, p.Missed)
	wrong := strings.Replace(some, `["R",`, `["R",1`, 1)
	p, _ = prove(site.File{Name: "states", Text: wrong})
	require.Equal(t, p.Passes-1, p.PassesEqual)
	require.Len(t, p.Missed, 1)
}

func FuzzAnyPlanIsAnErrorOrRead(f *testing.F) {
	f.Add((&Plan{Version: "25.05.8", Files: []site.File{{Name: "a", Text: "PartitionName=a Nodes=n[1-3]\n"}}}).Encode())
	f.Add((&Plan{Files: []site.File{{Name: "j", Text: "JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|State\n" +
		"1|ann|a|2026-11-21T15:00:00|2026-11-21T16:00:00|2026-11-21T16:01:00|60|10|4|COMPLETED\n"}}}).Encode())
	f.Add((&Plan{Files: []site.File{{Name: "s", Text: `{"id": 7, "slurm": "25.05.8", "now": 700, "conf": {"nodes": 4}, ` +
		`"jobs": [{"id": 2, "prio": 9, "nodes": 3, "limit": 5}], "out": {"2": ["R", 700, 1000, "0-2"]}}`}}}).Encode())
	f.Add(request(askJob, 1))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := Kind().Prepare(nil, b)
		if err != nil {
			return
		}
		for k := range 3 {
			_, _ = r.Task(k, nil)
		}
		_, _ = r.Detail(b)
		var w wire.Writer
		w.Raw(b)
		_, _, _ = DecodeRow(w.B)
	})
}
