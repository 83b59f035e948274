package batsim_test

import (
	"bytes"
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/batsim"
	"shadowtime/core/job/swf"
)

func parse(text string) (*job.Log, error) {
	return accounttest.Read(text, batsim.NewParser("x"))
}

// written is what a log is as a workload, and read again.
func written(t testing.TB, l *job.Log, procs int64) (string, *job.Log) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, batsim.WriteLog(&b, &l.Header, procs, l.Rows()))
	require.True(t, batsim.SniffLog(b.Bytes()))
	again, err := parse(b.String())
	require.NoError(t, err)
	return b.String(), again
}

//go:embed testdata/accounts.txt
var golden []byte

func TestAWorkloadOfBatsimsAuthorsGivesTheCountsOfItsDescription(t *testing.T) {
	text := string(fixture.Bytes(t, "inputs", "batsim-hpc-250.json.gz"))
	require.True(t, batsim.SniffLog([]byte(text[:4096])))
	l, err := parse(text)
	accounttest.Lawful(t, l, err)
	sums := accounttest.SumUp(l)
	require.Equal(t, []int64{250, 128, 0}, []int64{sums[0], sums[3], sums[4]})
	require.InDelta(t, 50310.78, float64(sums[1]), 250, "before rounding")
	require.Equal(t, job.Machine{Procs: 128, From: job.SizeInHeader, Of: "MaxProcs"}, job.MachineOf(l, 0))
	fixture.Golden(t, "testdata/accounts.txt", golden, []byte(strings.Join(l.Import.Words(), "\n")+"\n"))
}

const logProfiles = `"profiles": {"d": {"type": "delay", "delay": 60.9}, "five": {"type": "DelayProfile", "delay": 7},
	"p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0}, "r": {"type": "parallel_homogeneous", "cpu": 1e9, "runtime": 12.5}, "odd": {"type": "delay", "delay": -1}}`

func TestAJobRunsAsItsProfileSaysWithinItsWalltime(t *testing.T) {
	l, err := parse(`{"nb_res": 8, ` + logProfiles + `, "jobs": [
		{"id": 3, "subtime": 10.9, "res": 4, "walltime": 100.5, "profile": "d"},
		{"id": "a", "subtime": 11, "res": 2, "profile": "d", "user": "zoe", "status": 1},
		{"id": "w!5", "subtime": 12, "res": 1, "walltime": 50, "profile": "d", "user": "ann"},
		{"id": 6, "subtime": 12, "res": 1, "walltime": -1, "profile": "five", "user": "zoe"},
		{"id": 7, "subtime": 12, "res": 1, "profile": "r"},
		{"id": 8, "subtime": 12, "res": 1, "profile": "p"}, {"id": 9, "subtime": 12, "res": 1, "profile": "odd"}]}`)
	accounttest.Lawful(t, l, err)
	for f, want := range map[job.Field][]int64{
		job.ID: {3, 2, 3, 6, 7}, job.Submit: {10, 11, 12, 12, 12}, job.Run: {60, 60, 50, 7, 12}, job.ReqTime: {100, -1, 50, -1, -1},
		job.Alloc: {4, 2, 1, 1, 1},
		job.Wait:  {-1, -1, -1, -1, -1}, job.User: {-1, 1, 2, 1, -1}, job.Status: {-1, 1, -1, -1, -1},
	} {
		require.Equal(t, want, l.Col[f].Values(), f.String())
	}
	require.Equal(t, map[string]int{"no duration": 2}, accounttest.Left(l))
	require.Equal(t, []string{"zoe", "ann"}, l.Import.Users)
	require.Contains(t, strings.Join(l.Notes, "\n"), "1 jobs do more than their walltime")
}

// A walltime of a year stands for none, as Slurm writes it: it ends no job, and is said to count so.
func TestAWalltimeOfAYearIsNone(t *testing.T) {
	l, err := parse(`{"nb_res": 8, "profiles": {"d": {"type": "delay", "delay": 40000000}}, "jobs": [
		{"id": 1, "subtime": 0, "res": 1, "walltime": 31536000, "profile": "d"},
		{"id": 2, "subtime": 0, "res": 1, "walltime": 31535940, "profile": "d"}]}`)
	accounttest.Lawful(t, l, err)
	require.Equal(t, []int64{40_000_000, 31_535_940}, l.Col[job.Run].Values())
	require.Equal(t, int64(-1), l.RequestOf(0))
	require.Contains(t, strings.Join(l.Notes, "\n"), "a limit of 365 days")
}

func TestALogStaysItselfAsAWorkload(t *testing.T) {
	fixture.Long(t)
	const text = `; MaxProcs: 16
; Note: "quoted"
1 0 5 10 4 -1 -1 4 20 -1 1 7 3 -1 2 1 -1 -1
2 0 5 30 4 3 9 8 20 100 0 7 3 5 2 1 1 60
3 4 -1 -1 -1 -1 -1 8 20 -1 5 7 -1 -1 -1 -1 -1 -1
3 9 0 0 4 -1 -1 -1 0 -1 1 8 -1 -1 -1 -1 -1 -1
2 8 0 9007199254740992 4 -1 -1 -1 -1 -1 1 8 -1 -1 -1 -1 -1 -1
-1 -7 0 1 4 -1 -1 -1 -1 -1 1 8 -1 -1 -1 -1 -1 -1
2 8 1 3 4 -1 -1 0 -9 -1 1 8 -1 -1 -1 -1 -1 -1
4294967296 8 1 3 2147483648 -1 -1 1 -9 -1 1 8 -1 -1 -1 -1 -1 -1
`
	l, err := swf.Read(strings.NewReader(text), "x")
	require.NoError(t, err)
	out, again := written(t, l, 16)
	require.Equal(t, l.Col, again.Col)
	require.Equal(t, l.Header, again.Header)
	require.Equal(t, 4, strings.Count(out, `"subtime"`), "Batsim is given what it can run")
	require.Contains(t, out, `{"id": "2.7", "subtime": 8,`)
	require.Contains(t, out, `{"id": "4294967296", "subtime": 8, "res": 1, "profile": "d3"`)

	real, err := swf.Read(bytes.NewReader(fixture.Bytes(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")), "x")
	require.NoError(t, err)
	_, again = written(t, real, 100)
	require.Equal(t, real.Col, again.Col)
	require.Equal(t, real.Header, again.Header)
}

func TestWhatIsNoWorkloadOfALogIsToldInASentence(t *testing.T) {
	job := func(s string) string { return `{"jobs": [` + s + `], ` + logProfiles + `}` }
	for text, want := range map[string]string{
		"{":            "line 1",
		`{"jobs": []}`: "jobs or profiles are missing",
		job(""):        "lists none",
		`{"nb_res": "many", ` + logProfiles + `, "jobs": []}`:                   `nb_res is "many": give the number`,
		job(`{"id": 1, "subtime": -1, "res": 1, "profile": "d"}`):               "in line 1: job \"1\": subtime is not within 0",
		job(`{"id": 1, "subtime": 1, "res": 0.5, "profile": "d"}`):              "res is no whole number",
		job(`{"id": 1, "subtime": 1, "res": 1, "profile": "gone"}`):             `its profile "gone" is not among`,
		job(`{"id": 1, "subtime": 1, "res": 1, "profile": "p"}`):                "of 1 none has a profile that tells a run time",
		job(`{"id": 1, "subtime": 1, "res": 1, "profile": "d", "walltime": 0}`): "walltime is neither",
		job(`{"id": 1, "subtime": 1, "res": 1, "profile": "d", "run": 1e99}`):   "at most 2^53",
		job(`7`): "job 1 of the list is 7",
	} {
		l, err := parse(text)
		accounttest.Lawful(t, l, err)
		require.ErrorContains(t, err, want, text)
		require.Less(t, len(err.Error()), 400)
	}
}

func TestManyBadJobsOfALongTextAreCountedInTime(t *testing.T) {
	fixture.Long(t)
	l, err := parse(`{"jobs": [` + strings.Repeat("{\"id\": 1, \"subtime\": 1, \"res\": 1, \"profile\": 7},\n", 100_000) +
		`{"id": 1, "subtime": 1, "res": 1, "profile": "d"}], ` + logProfiles + `}`)
	require.NoError(t, err)
	require.Equal(t, []int64{100_001}, l.Line.Values())
	require.Equal(t, 100_000, l.Bad)
	require.Equal(t, job.Fault{Line: 2, Field: "job", Text: l.Faults[1].Text, Why: "job 2 of the list: profile is 7: name one of the " +
		"profiles"}, l.Faults[1])
}

// What is cut off of times is said, as of logs in the Standard Workload Format.
func TestFractionsOfAWorkloadAreSaid(t *testing.T) {
	l, err := parse(`{"jobs": [{"id": 1, "subtime": 1.5, "res": 1, "walltime": 10.25, "profile": "p"},
		{"id": 2, "subtime": 2, "res": 1, "profile": "p"}], "profiles": {"p": {"type": "delay", "delay": 0.9}}}`)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 0}, l.Col[job.Run].Values())
	require.Contains(t, l.Notes, "4 values have a fraction of a second: times are cut off downwards")
}

func FuzzLog(f *testing.F) {
	f.Add(`{"nb_res": 8, ` + logProfiles +
		`, "jobs": [{"id": 3, "subtime": 10.9, "res": 4, "walltime": 100.5, "profile": "d"}, {"id": 3, "subtime": 1, "res": 4, "profile": "p", "user": "a"}]}`)
	f.Add(`{"jobs": [{"id": "3.1", "subtime": 1, "res": 4, "profile": "d0", "run": 7, "job": -1}], "profiles": {"d0": {"type": "delay", "delay": 1e9}}, "log": {"header": [["MaxProcs", "8 x"]], "left_out": [{"place": 1, "run": -1}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parse(text)
		m := l.Import
		require.Equal(t, m.Records, l.Bad+m.Dropped()+m.Jobs)
		require.Equal(t, m.Jobs > 0, err == nil)
		if err != nil {
			return
		}
		_, again := written(t, l, 0)
		require.Equal(t, l.Col, again.Col)
	})
}

func TestFractionsAreCutOffAndSaid(t *testing.T) {
	l, err := job.ReadFrom(strings.NewReader(`{"nb_res": 4, "jobs": [{"id": "1", "subtime": 1.5, "res": 2, "profile": "a", "walltime": 99}],
		"profiles": {"a": {"type": "delay", "delay": 7.25}}}`), batsim.NewParser("x"))
	require.NoError(t, err)
	require.Equal(t, []int64{7}, l.Col[job.Run].Values())
	require.Contains(t, l.Import.Warnings, "2 values have a fraction of a second: times are cut off downwards")
}
