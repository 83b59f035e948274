package sacct_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/sacct"
)

// kept are the jobs that a parser tells of, by their numbers.
func kept(t *testing.T, p interface {
	job.Parser
	KeepJobs(func(sacct.Job))
}, text []byte) map[int64]sacct.Job {
	t.Helper()
	list := map[int64]sacct.Job{}
	p.KeepJobs(func(j sacct.Job) { list[j.ID] = j })
	_, err := p.Write(text)
	require.NoError(t, err)
	_, err = p.Log()
	require.NoError(t, err)
	return list
}

// rows are the jobs of a log, as far as all of Slurm's records tell of them.
func rows(l *job.Log) (list [][6]int64) {
	for i := range l.Len() {
		var row [6]int64
		for at, f := range []job.Field{job.Submit, job.Wait, job.Run, job.Alloc, job.ReqTime, job.Status} {
			row[at] = l.Col[f].At(i)
		}
		list = append(list, row)
	}
	return list
}

// The file of jobcomp and what scontrol show job prints give the log that sacct gives, and who started whom.
func TestSlurmsOwnRecordsGiveTheLogOfSacct(t *testing.T) {
	for _, run := range []string{"defaults", "fair-tree", "arrays-deps"} {
		text := func(name string) []byte { return fixture.Bytes(t, "golden", "slurm-runs", "import-"+run, name) }
		log := func(name string) *job.Log {
			l, err := job.ReadFrom(bytes.NewReader(text(name)), format.NewReader(name))
			require.NoError(t, err, name)
			accounttest.Lawful(t, l, err)
			return l
		}
		table := log("sacct.psv")
		for _, name := range []string{"jobcomp.txt", "scontrol-job.txt"} {
			other := log(name)
			require.ElementsMatch(t, rows(table), rows(other), "%s %s", run, name)
		}
		a := kept(t, sacct.New("a", account.Options{}), text("sacct.psv"))
		b := kept(t, sacct.NewPairs("b", account.Options{}), text("scontrol-job.txt"))
		c := kept(t, sacct.NewJSON("c", account.Options{}), text("sacct.json"))
		require.Len(t, b, len(a))
		require.Len(t, c, len(a))
		throttled, after := 0, 0
		for id, x := range a {
			y := b[id]
			if x.Throttle > 0 {
				throttled++
			}
			after += len(x.After)
			require.NotEqual(t, sacct.Unsaid, x.Started)
			x.Line, y.Line, x.After = 0, 0, nil // scontrol forgets what a job waited for
			z := c[id]
			z.Line, z.Throttle = 0, x.Throttle // the JSON of 22.05 has it of one task of an array alone
			require.Equal(t, x.Request.Sum, z.Request.Sum)
			x.Request, y.Request, z.Request = sacct.Request{}, sacct.Request{}, sacct.Request{} // not all have submissions' lines
			require.Equal(t, x, z, "%s job %d, in JSON", run, id)
			x.Run, x.Priority, y.Priority = y.Run, 0, 0
			require.Equal(t, x, y, "%s job %d", run, id)
		}
		require.Equal(t, run == "arrays-deps", throttled > 0)
		require.Equal(t, run == "arrays-deps", after > 0)
	}
}

func TestARecordOnSeveralLinesIsOne(t *testing.T) {
	l := read(t, "slurm-live-scontrol-job.txt.gz", account.Options{})
	require.Zero(t, l.Bad)
	require.Equal(t, 155, l.Import.Records)
	require.Equal(t, map[string]int{"never started": 2, "pending": 11}, accounttest.Left(l))
	p := sacct.NewPairs("x", account.Options{})
	jobs := kept(t, p, []byte("stray\nJobId=7 JobName=a b UserId=u(1)\n   JobState=COMPLETED Command=/bin/x y=z Account=(null)\n"+
		"   SubmitTime=2026-11-21T10:00:00 StartTime=2026-11-21T10:00:05 EndTime=2026-11-21T10:01:05 TimeLimit=UNLIMITED\n"+
		"   NumNodes=2-2 NumCPUs=16 Partition=p NodeList=n[1-2]\n\nJobId=x\n"))
	require.Len(t, jobs, 1)
	require.Equal(t, sacct.Job{Line: 2, ID: 7, Task: -1, User: "u", Partition: "p", Nodes: "n[1-2]", Submit: jobs[7].Submit,
		Start: jobs[7].Submit + 5, End: jobs[7].Submit + 65, Limit: -1, Run: -1, CPUs: 16, NodeCount: 2, Priority: -1,
		State: account.Completed}, jobs[7])
}

func FuzzPairs(f *testing.F) {
	f.Add("JobId=1 UserId=mail(8) JobState=COMPLETED TimeLimit=1 StartTime=2026-11-23T08:10:08 EndTime=2026-11-23T08:10:27 " +
		"NodeCnt=16 ProcCnt=16 Tres=cpu=16,node=16 SubmitTime=2026-11-23T08:10:08\n")
	f.Add("JobId=1 ArrayJobId=1 ArrayTaskId=1-5%2\n  JobState=PENDING\n\nJobId==\nJobId=3 x y=z =\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := sacct.NewPairs("x", account.Options{})
		p.KeepJobs(func(j sacct.Job) { require.False(t, strings.Contains(j.User, "(")) })
		_, err := p.Write([]byte(text))
		require.NoError(t, err)
		l, err := p.Log()
		accounttest.Lawful(t, l, err)
	})
}

// Of jobs of every kind, requeued, of arrays, in parts, JSON tells what columns tell, but for what 22.05 leaves out:
// a submission's line, and the throttle of an array's tasks but one.
func TestJSONTellsOfLiveJobsWhatColumnsTell(t *testing.T) {
	jobs := func(p interface {
		job.Parser
		KeepJobs(func(sacct.Job))
	}, name string) (list []sacct.Job) {
		p.KeepJobs(func(j sacct.Job) {
			j.Line, j.After, j.Throttle, j.Asked = 0, nil, 0, ""
			j.Request = sacct.Request{CPUs: j.Request.CPUs, Sum: j.Request.Sum} // one has no line of its submission
			if j.State == account.Running {                                     // one was asked a second after the other
				j.Run = 0
			}
			list = append(list, j)
		})
		_, err := p.Write(fixture.Bytes(t, "inputs", name))
		require.NoError(t, err)
		_, err = p.Log()
		require.NoError(t, err)
		return list
	}
	require.ElementsMatch(t, jobs(sacct.New("a", account.Options{}), "slurm-live-all.psv.gz"),
		jobs(sacct.NewJSON("b", account.Options{}), "slurm-live-sacct.json.gz"))
}

// A record that lost its number, or the end of its line, is none, and takes nothing from the one before it.
func TestRecordsOfJobcompAreNotPutTogether(t *testing.T) {
	row := func(id string) string {
		return "JobId=" + id + " UserId=a(1) Name=j JobState=COMPLETED Partition=p TimeLimit=60 StartTime=2024-01-30T10:00:00 " +
			"EndTime=2024-01-30T10:30:00 NodeList=n1 NodeCnt=1 ProcCnt=4 SubmitTime=2024-01-30T09:00:00 EligibleTime=2024-01-30T09:00:00\n"
	}
	for text, want := range map[string][2]int{ // jobs, and records that can't be read
		row("1") + row("2"): {2, 0},
		row("1") + strings.TrimPrefix(row("2"), "JobId=2 "):       {1, 1},
		row("1") + " " + strings.TrimPrefix(row("2"), "JobId=2 "): {1, 1},
		strings.TrimSpace(row("1")) + row("2") + row("3"):         {1, 1},
		strings.TrimSpace(row("1")) + " " + row("2") + row("3"):   {1, 1},
	} {
		l, err := accounttest.Read(text, sacct.NewPairs("x", account.Options{}))
		require.NoError(t, err)
		require.Equal(t, want, [2]int{l.Import.Jobs, l.Bad}, text)
	}
}

// A bracket too many between jobs ends nothing: no job behind it is lost, and it is said.
func TestABracketTooManyLosesNoJob(t *testing.T) {
	text := string(fixture.Bytes(t, "golden", "slurm-runs", "import-fair-tree", "sacct.json"))
	want, err := accounttest.Read(text, sacct.NewJSON("x", account.Options{}))
	require.NoError(t, err)
	text = strings.Replace(text, "\n    },\n    {", "\n    },\n    },\n    {", 1)
	got, err := accounttest.Read(text, sacct.NewJSON("x", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, want.Col[job.Run].Values(), got.Col[job.Run].Values())
	require.Contains(t, strings.Join(got.Import.Warnings, "\n"), "1 } stands between jobs, where none is open: passed over")
}
