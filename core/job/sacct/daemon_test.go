package sacct_test

import (
	"bytes"
	"slices"
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

// daemon reads a file that daemons wrote of jobs whose own records are known.
func daemon(t *testing.T, name string, o account.Options) *job.Log {
	t.Helper()
	l, err := job.ReadFrom(bytes.NewReader(fixture.Bytes(t, "golden", "daemons", name)), format.NewReaderWith(name, o))
	require.NoError(t, err, name)
	accounttest.Lawful(t, l, err)
	return l
}

// total are the jobs of a log, and the sums of their runs, waits and processors times seconds.
func total(l *job.Log) [4]int64 {
	sum := [4]int64{int64(l.Len())}
	for i := range l.Len() {
		run := l.Col[job.Run].At(i)
		sum[1] += run
		sum[2] += l.Col[job.Wait].At(i)
		sum[3] += run * max(l.Col[job.Alloc].At(i), l.Col[job.ReqProcs].At(i))
	}
	return sum
}

// What a resized job adds to the sum of processors times seconds by its mean size: 12 times 21, and 248 in fact.
const rounded = 12*21 - 248

func TestEveryExportOfADaemonGivesTheSameJobs(t *testing.T) {
	never := func(n int) map[string]int { return map[string]int{"never started": n} }
	for _, c := range []struct {
		file string
		want [4]int64
		left map[string]int
	}{
		{"xD.psv", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"stepsD.psv", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"epochD.psv", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"fixedD.txt", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"more.psv", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"x.json", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"xD.json", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		{"xXD.json", [4]int64{51, 347, 239, 2031 + rounded}, never(2)},
		// without -D two first lives are not told
		{"x.psv", [4]int64{49, 347 - 12 - 6, 239, 2031 + rounded - 12 - 6*32}, never(2)},
		// no record of a suspension of 11 s of 2 processors
		{"jobcomp.txt", [4]int64{51, 347 + 11, 239, 2031 + rounded + 22}, never(4)},
		// nor of first lives, nor of the size before the last, which scontrol forgets
		{"scontrol.txt", [4]int64{49, 347 - 12 - 6, 239, 2031 - 12 - 6*32 - 80}, never(4)},
		{"scontrol1.txt", [4]int64{49, 347 - 12 - 6, 239, 2031 - 12 - 6*32 - 80}, never(4)},
	} {
		l := daemon(t, "slurm-22.05.8/"+c.file, account.Options{})
		require.Equal(t, c.want, total(l), c.file)
		require.Equal(t, c.left, accounttest.Left(l), c.file)
		require.Zero(t, l.Bad, c.file)
		notes := strings.Join(l.Import.Words(), "\n")
		require.Contains(t, notes, "have a limit of 365 days", c.file)
		if c.want[3] > 1800 {
			require.Contains(t, notes, "248 processor seconds", c.file)
		}
	}
}

func TestExportsThatAWindowCutsGiveTheJobsOfOne(t *testing.T) {
	for _, file := range []string{"t12.psv", "u12.psv"} {
		require.Equal(t, [4]int64{51, 347, 239, 2031 + rounded}, total(daemon(t, "slurm-22.05.8/"+file, account.Options{})), file)
	}
	whole := strings.SplitAfter(string(fixture.Bytes(t, "golden", "daemons", "slurm-22.05.8/t12.psv")), "\n")
	slices.Reverse(whole[1:])
	l, err := job.ReadFrom(strings.NewReader(strings.Join(whole, "")), format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, [4]int64{51, 347, 239, 2031 + rounded}, total(l), "in any order")
	text := func(name string) string { return string(fixture.Bytes(t, "golden", "daemons", "slurm-22.05.8/"+name)) }
	l, err = job.ReadFrom(strings.NewReader(text("t12.psv")+text("xD.psv")), format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, [4]int64{51, 347, 239, 2031 + rounded}, total(l), "beside an export that cuts nothing")
	l, err = job.ReadFrom(strings.NewReader(text("t1.psv")+text("xD.psv")), format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Contains(t, strings.Join(l.Import.Words(), "\n"), "5 of 56 jobs share id, submit and start", "a piece beside its whole is said")
}

// A window that ends in the second before the next begins, and windows that overlap.
func TestPiecesOfAJobAreOneJob(t *testing.T) {
	const head = "JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|State\n"
	for name, rows := range map[string]string{
		"ends in its last second": "7|2024-01-31T20:00:00|2024-01-31T22:00:00|2024-01-31T23:59:59|7199|600|4|COMPLETED\n" +
			"7|2024-01-31T20:00:00|2024-02-01T00:00:00|2024-02-01T02:00:00|7200|600|4|COMPLETED\n",
		"three windows": "7|2024-01-31T20:00:00|2024-01-31T22:00:00|2024-02-01T00:00:00|7200|600|4|COMPLETED\n" +
			"7|2024-01-31T20:00:00|2024-02-01T01:00:00|2024-02-01T02:00:00|3600|600|4|COMPLETED\n" +
			"7|2024-01-31T20:00:00|2024-02-01T00:00:00|2024-02-01T01:00:00|3600|600|4|COMPLETED\n",
		"overlapping": "7|2024-01-31T20:00:00|2024-01-31T22:00:00|2024-02-01T00:30:00|9000|600|4|COMPLETED\n" +
			"7|2024-01-31T20:00:00|2024-02-01T00:00:00|2024-02-01T02:00:00|7200|600|4|COMPLETED\n",
	} {
		l, err := job.ReadFrom(strings.NewReader(head+rows), format.NewReaderWith("t", account.Options{}))
		require.NoError(t, err, name)
		sum := total(l)
		require.Equal(t, []int64{1, 7200}, []int64{sum[0], sum[2]}, name)
		require.InDelta(t, 14400, sum[1], 1, name)
		require.Contains(t, strings.Join(l.Import.Words(), "\n"), "came in pieces", name)
	}
	apart := head + "7|2024-01-31T20:00:00|2024-01-31T22:00:00|2024-01-31T23:00:00|3600|600|4|REQUEUED\n" +
		"7|2024-01-31T23:00:01|2024-01-31T23:00:01|2024-02-01T02:00:00|10799|600|4|COMPLETED\n"
	l, err := job.ReadFrom(strings.NewReader(apart), format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, 2, l.Len(), "a life that begins at once behind another has a submission of its own")
}

// One after the other, as Slurm 26.05 writes a resized job, shrunk and grown; and the last record in no file.
func TestAResizedJobIsOne(t *testing.T) {
	const head = "JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|NodeList|State\n"
	const first = "28|2026-11-27T19:48:50|2026-11-27T19:48:51|2026-11-27T19:49:00|9|UNLIMITED|2|16|n[3-4]|RESIZING\n"
	for name, c := range map[string]struct {
		rows string
		want [4]int64
	}{
		"shrunk": {first + "28|2026-11-27T19:49:00|2026-11-27T19:49:00|2026-11-27T19:49:11|11|UNLIMITED|2|8|n3|COMPLETED\n",
			[4]int64{1, 20, 1, 12 * 20}},
		"the last row first": {"28|2026-11-27T19:49:00|2026-11-27T19:49:00|2026-11-27T19:49:11|11|UNLIMITED|2|8|n3|COMPLETED\n" + first,
			[4]int64{1, 20, 1, 12 * 20}},
		"shrunk twice": {first + "28|2026-11-27T19:49:00|2026-11-27T19:49:00|2026-11-27T19:49:10|10|UNLIMITED|2|8|n3|RESIZING\n" +
			"28|2026-11-27T19:49:10|2026-11-27T19:49:10|2026-11-27T19:49:11|1|UNLIMITED|2|4|n3|COMPLETED\n", [4]int64{1, 20, 1, 11 * 20}},
		"cut off": {first, [4]int64{1, 9, 1, 16 * 9}},
	} {
		l, err := job.ReadFrom(strings.NewReader(head+c.rows), format.NewReaderWith("t", account.Options{}))
		require.NoError(t, err, name)
		require.Equal(t, c.want, total(l), name)
		jobs := lives(t, sacct.New("t", account.Options{}), []byte(head+c.rows))
		jobs, _ = sacct.Join(jobs)
		require.Len(t, jobs, 1, name)
		require.Equal(t, c.want, [4]int64{1, jobs[0].End - jobs[0].Start, jobs[0].Start - jobs[0].Submit, jobs[0].CPUs * jobs[0].Run}, name)
		require.Equal(t, "n[3-4]", jobs[0].Nodes, name)
	}
}

type keeper interface {
	job.Parser
	KeepJobs(func(sacct.Job))
}

// lives are the jobs of a text as a replay takes them.
func lives(t *testing.T, p keeper, text []byte) (jobs []sacct.Job) {
	t.Helper()
	p.KeepJobs(func(j sacct.Job) { jobs = append(jobs, j) })
	_, err := p.Write(text)
	require.NoError(t, err)
	_, err = p.Log()
	require.NoError(t, err)
	return jobs
}

func TestAReplayTakesTheLivesOfALog(t *testing.T) {
	for name, c := range map[string]struct {
		p    keeper
		want [4]int64 // lives that ran, their seconds with suspension, waits, processors times seconds
	}{
		"slurm-22.05.8/xD.psv":       {sacct.New("x", account.Options{}), [4]int64{51, 358, 239, 2057}},
		"slurm-22.05.8/epochD.psv":   {sacct.New("x", account.Options{}), [4]int64{51, 358, 239, 2057}},
		"slurm-22.05.8/fixedD.txt":   {sacct.New("x", account.Options{}), [4]int64{51, 358, 239, 2057}},
		"slurm-22.05.8/x.json":       {sacct.NewJSON("x", account.Options{}), [4]int64{51, 358, 239, 2057}},
		"slurm-22.05.8/xXD.json":     {sacct.NewJSON("x", account.Options{}), [4]int64{51, 358, 239, 2057}},
		"slurm-22.05.8/jobcomp.txt":  {sacct.NewPairs("x", account.Options{}), [4]int64{51, 358, 239, 2057}},
		"jobcomp-requeue-resize.txt": {sacct.NewPairs("x", account.Options{}), [4]int64{5, 91, 23, 1469}},
		"slurm-requeue/jobs.psv":     {sacct.New("x", account.Options{}), [4]int64{3, 34, 100, 96}},
	} {
		jobs, _ := sacct.Join(lives(t, c.p, fixture.Bytes(t, "golden", "daemons", name)))
		var sum [4]int64
		for _, j := range jobs {
			if j.Never {
				continue
			}
			require.NotContains(t, []account.State{account.Pending, account.Running, account.Resizing}, j.State, "%s: %d", name, j.ID)
			sum[0]++
			sum[1] += j.End - j.Start
			sum[2] += j.Start - j.Submit
			sum[3] += (j.End - j.Start) * j.CPUs
		}
		require.Equal(t, c.want, sum, name)
	}
}

// The throttle of an array lets a task begin as another ends, and both have one submission.
func TestTasksOfAnArrayStayApart(t *testing.T) {
	text := "JobID|Submit|Start|End|AllocCPUS|State\n" +
		"3_0|2024-01-30T10:00:00|2024-01-30T10:00:00|2024-01-30T11:00:00|4|COMPLETED\n" +
		"3_1|2024-01-30T10:00:00|2024-01-30T11:00:00|2024-01-30T12:00:00|4|COMPLETED\n"
	l, err := job.ReadFrom(strings.NewReader(text), format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, 2, l.Len())
	cut, err := job.ReadFrom(strings.NewReader(strings.ReplaceAll(strings.ReplaceAll(text, "3_0", "3_+"), "3_1", "3_+")),
		format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, 2, cut.Len(), "of which a table may have cut the numbers")
	jobs, whole := sacct.Join(lives(t, sacct.New("t", account.Options{}), []byte(text)))
	require.Len(t, jobs, 2)
	require.Zero(t, whole)
}

func TestAStateOfSeveralWordsIsALife(t *testing.T) {
	const text = `{"meta":{"Slurm":{}},"jobs":[{"job_id":1,"user":"a","partition":"p","nodes":"n1","allocation_nodes":1,` +
		`"time":{"submission":1795808914,"eligible":1795808914,"start":1795808914,"end":1795808926,"elapsed":12,` +
		`"limit":{"set":true,"infinite":false,"number":60}},"state":{"current":["PENDING","REQUEUED"],"reason":"None"},` +
		`"required":{"CPUs":1},"tres":{"allocated":[{"type":"cpu","count":1}],"requested":[]}}]}`
	jobs := lives(t, sacct.NewJSON("t", account.Options{}), []byte(text))
	require.Len(t, jobs, 1)
	require.Equal(t, account.Requeued, jobs[0].State)
	l, err := job.ReadFrom(strings.NewReader(text), format.NewReaderWith("t", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, [4]int64{1, 12, 0, 12}, total(l))
}

func TestACancelledJobThatWaitedIsNone(t *testing.T) {
	l := daemon(t, "s22-cancelled-pending.psv", account.Options{})
	require.Equal(t, [4]int64{1, 2, 2, 16}, total(l), "a whole node for one processor of it")
	require.Equal(t, int64(-1), l.Col[job.ReqTime].At(0), "a limit of a year is none")
	require.Equal(t, map[string]int{"never started": 1}, accounttest.Left(l))
}

func TestNoValueIsNoTimeAndNoLimit(t *testing.T) {
	const head = "JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|State\n"
	for _, none := range []string{"", "None", "Unknown", "NaT", "0", "4294967294", "4294967295", "nan"} {
		text := head + "1|1704103200|1704103260|1704106860|3600|4294967295|4294967294|4|COMPLETED\n" +
			"2|1704103200|" + none + "|1704106860|0|4294967294|4|4|CANCELLED by 0\n"
		l, err := job.ReadFrom(strings.NewReader(text), format.NewReaderWith("t", account.Options{}))
		require.NoError(t, err, none)
		require.Equal(t, map[string]int{"never started": 1}, accounttest.Left(l), none)
		require.Equal(t, [4]int64{1, 3600, 60, 4 * 3600}, total(l), none)
		require.Equal(t, int64(-1), l.Col[job.ReqTime].At(0), none)
		require.Zero(t, l.Bad, none)
	}
}
