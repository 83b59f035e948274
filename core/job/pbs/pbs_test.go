package pbs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

func parse(text string) (*job.Log, error) {
	return accounttest.Read(text, New("x", account.Options{}))
}

// record is a line of a kind.
func record(kind, id, values string) string {
	return "03/31/2025 10:59:20;" + kind + ";" + id + ";" + values + "\n"
}

const ended = "user=ann group=bio account=\"S C\" jobname=x=y queue=htc ctime=1600001000 qtime=1600001000 etime=1600001020 start=1600001030 end=1600001090 " +
	"Resource_List.ncpus=4 Resource_List.walltime=00:02:00 Exit_status=0"

func TestRealRecordsGiveTheCountsOfTheirDescription(t *testing.T) {
	text := fixture.Bytes(t, "inputs", "pbs-mixed.log")
	require.True(t, Sniff(text))
	l, err := parse(string(text))
	accounttest.Lawful(t, l, err)
	require.Equal(t, 27, l.Import.Records)
	require.Equal(t, 14, l.Import.Folded)
	require.Empty(t, l.Import.Left)
	require.Equal(t, accounttest.Sums{13, 260796, 7759225, 65, 1}, accounttest.SumUp(l))
	require.Empty(t, l.Import.Guesses, "the times are Unix's")
}

func TestARecordsValuesAreTheJobs(t *testing.T) {
	l, err := parse("20250331:" + record("E", "12.server", ended) + record("E", "12[3].server", ended))
	require.NoError(t, err)
	require.Equal(t, 2, l.Len())
	for f, want := range map[job.Field]int64{job.Submit: 0, job.Wait: 30, job.Run: 60, job.Alloc: 4, job.ReqProcs: 4, job.ReqTime: 120,
		job.Status: 1, job.User: 1} {
		require.Equal(t, []int64{want, want}, l.Col[f].Values(), f.String())
	}
	require.Equal(t, []string{"bio"}, l.Import.Groups)
	l, err = parse(record("E", "12", strings.Replace(ended, "group=bio ", "", 1)))
	require.NoError(t, err)
	require.Equal(t, []string{"S C"}, l.Import.Groups)
}

func TestProcessorsAreCountedInEveryForm(t *testing.T) {
	for values, want := range map[string]int64{
		"exec_vnode=(c1:ncpus=13)+(c2:ncpus=13:mem=4kb) exec_host=c1/0*2": 26,
		"total_execution_slots=9 exec_host=h/0":                           9,
		"exec_host=h/7+h/6+i/0":                                           3,
		"exec_host=h/0-3+i/0,2-3":                                         7,
		"exec_host=h/0*13+i/0*2":                                          15,
		"Resource_List.nodes=4:ppn=8:fast+2":                              34,
		"Resource_List.nodes=n404:ppn=4":                                  4,
		"exec_host=h/0*0":                                                 4,
		"":                                                                4,
	} {
		l, err := parse(record("E", "1", ended+" "+values))
		require.NoError(t, err)
		require.Equal(t, []int64{want}, l.Col[job.Alloc].Values(), values)
	}
}

func TestTheExitStatusTellsWhoEndedAJob(t *testing.T) {
	for status, want := range map[string]int64{"Exit_status=0": 1, "Exit_status=1": 0, "Exit_status=-11": 0, "Exit_status=271": 5,
		"Exit_status=271 resources_used.mem=1": 5, "": 0} {
		l, err := parse(record("E", "1", strings.Replace(ended, "Exit_status=0", status, 1)))
		require.NoError(t, err)
		require.Equal(t, []int64{want}, l.Col[job.Status].Values(), status)
	}
	l, err := parse(record("E", "1", strings.NewReplacer("Exit_status=0", "Exit_status=271", "00:02:00", "60").Replace(ended)))
	require.NoError(t, err)
	require.Equal(t, []int64{0}, l.Col[job.Status].Values(), "at its limit")
}

func TestJobsThatDidNotEndAreLeftOut(t *testing.T) {
	l, err := parse(record("Q", "1.s", "queue=a") + record("S", "1.s", "queue=a") + record("E", "1.s", ended) +
		record("Q", "2.s", "queue=a") + record("Q", "2.s", "queue=b") + // pending
		record("Q", "3.s", "queue=a") + record("S", "3.s", "queue=a") + // running
		record("Q", "4.s", "queue=a") + record("D", "4.s", "requestor=ann") + // deleted while it waited
		record("E", "5[].s", ended) + record("L", "license", "floating=3") +
		record("E", "6.s", ended) + record("Q", "6.s", "queue=a") + // files of two days, the later first
		record("E", "7.s", ended) + record("E", "7.s", ended) + // told twice
		record("E", "7.s", strings.Replace(ended, "start=1600001030 end=1600001090", "start=1600002030 end=1600002090", 1))) // run again
	accounttest.Lawful(t, l, err)
	require.Equal(t, map[string]int{"pending": 1, "running": 1, "never started": 1, "duplicate": 1}, accounttest.Left(l))
	require.Equal(t, []int64{60, 60, 60, 60}, l.Col[job.Run].Values())
	require.Equal(t, "3.s", l.Import.Left[1].First[0].Text)
	require.Equal(t, 7, l.Import.Left[1].First[0].Line)
}

// Torque writes an end of jobs that were deleted while they waited.
func TestAnEndWithoutABeginningIsOfAJobThatNeverStarted(t *testing.T) {
	for _, none := range []string{"start=0", "start=4294967294"} {
		values := strings.Replace(ended, "start=1600001030", none, 1)
		l, _ := parse(record("E", "7.s", values+" resources_used.walltime=00:00:00") + record("E", "8.s", ended))
		require.Equal(t, map[string]int{"never started": 1}, accounttest.Left(l), none)
		require.Equal(t, 1, l.Len(), none)
	}
}

func TestWhatCannotBeReadNamesItsPlace(t *testing.T) {
	for _, c := range []struct{ line, field, why string }{
		{record("E", "1", strings.Replace(ended, "start=1600001030 end=1600001090", "", 1)), "", "without start or end"},
		{record("E", "1", strings.Replace(ended, "start=1600001030", "start=soon", 1)), "start", "seconds since 1970"},
		{record("E", "1", strings.Replace(ended, "00:02:00", "long", 1)), "Resource_List.walltime", "01:30:00"},
		{record("E", "1", strings.Replace(ended, "ctime=1600001000", "ctime=5", 1)), "", "before 1973"},
		{record("E", "1", strings.Replace(ended, "00:02:00", "00:61:00", 1)), "Resource_List.walltime", "01:30:00"},
		{record("E", "1", strings.Replace(ended, "ncpus=4", "ncpus=four", 1)), "Resource_List.ncpus", "no number"},
		{record("E", "1", ended+" Resource_List.nodes=0x10"), "Resource_List.nodes", "such as"},
		{record("E", "1", ended+" Resource_List.nodes=2:ppn=x"), "Resource_List.nodes", "such as"},
		{record("E", "1", ended+" Resource_List.nodes=0:ppn=2"), "Resource_List.nodes", "such as"},
		{record("E", "1", ended+" Resource_List.nodes=10:61:00"), "Resource_List.nodes", "such as"},
		{record("E", "1", ended+" Resource_List.nodes=-7"), "Resource_List.nodes", "such as"},
		{record("E", "1", ended+" Resource_List.nodes=[4]"), "Resource_List.nodes", "such as"},
		{record("E", "1", strings.Replace(ended, "00:02:00", "5-3", 1)), "Resource_List.walltime", "01:30:00"},
		{record("E", "1", ended+" Resource_List.nodes=1 :ppn 28"), "Resource_List.nodes", "a word behind the value"},
		{record("E", "1", ended+" exec_host=a/0*4+b"), "exec_host", "such as"},
		{record("E", "1", ended+" exec_host=a/0*4x"), "exec_host", "such as"},
		{record("E", "1", ended+" exec_vnode=(a:ncpus=4k)"), "exec_vnode", "such as"},
		{record("E", "1", ended+" total_execution_slots=many"), "total_execution_slots", "no number"},
		{record("E", "1", ended+" end=1600002000"), "end", "two things"},
		{record("E", "1", ended+" Resource_List.walltime=60"), "Resource_List.walltime", "two things"},
		{strings.TrimSuffix(record("E", "1", ended), "\n") + record("E", "2", ended), "", "two records"},
		{strings.TrimSuffix(record("S", "1", "queue=a"), "\n") + " " + record("E", "1", ended), "", "two records"},
		{"hello\n", "", "MM/DD/YYYY"},
		{strings.Repeat("x", account.MaxLine+1) + "\n", "", "longer than"},
	} {
		l, err := parse(record("E", "9", ended) + c.line)
		accounttest.Lawful(t, l, err)
		require.Equal(t, 1, l.Bad, c.why)
		require.Equal(t, 2, l.Faults[0].Line)
		require.Equal(t, c.field, l.Faults[0].Field)
		require.Contains(t, l.Faults[0].Why, c.why)
	}
	l, err := parse(record("E", "1", strings.Replace(ended, "end=1600001090", "resources_used.walltime=00:00:50", 1)))
	require.NoError(t, err)
	require.Equal(t, []int64{50}, l.Col[job.Run].Values(), "the time used stands for an end")
	_, err = parse(record("Q", "1", "queue=a"))
	require.ErrorContains(t, err, "1 pending")
	require.ErrorContains(t, err, "server_priv/accounting")
}

func FuzzRecords(f *testing.F) {
	accounttest.Fuzz(f, func(string) job.Parser { return New("x", account.Options{}) },
		record("Q", "1.s", "queue=a")+record("E", "1.s", ended)+"x:"+record("S", "2[1].s", "a=\"b c\" d='e"),
		record("E", "3", ended+" exec_host=h/0-3+i/0*4 Resource_List.nodes=2:ppn=3:gpus=1"))
}
