package gridengine

import (
	_ "embed"
	"fmt"
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

// record has the fields of sge_accounting(5), some of them others.
func record(changes map[int]string) string {
	f := strings.Split("q:host:grp:own:job:7:sge:0:1600001000:1600001030:1600001090:0:0:60:1:1:1:0:0:0:0:1:0:0:0:1:0:0:0:1:1:NONE:dep:mpi:4:0:60:1:0:-l "+
		"h_cpu=9,h_rt=120,qname=q -pe mpi 4:0:NONE:1:0:0", ":")
	for at, text := range changes {
		f[at] = text
	}
	return strings.Join(f, ":") + "\n"
}

func TestRealRecordsGiveTheCountsOfTheirDescription(t *testing.T) {
	text := fixture.Bytes(t, "inputs", "ge-mixed.acct")
	require.True(t, Sniff(text))
	l, err := parse(string(text))
	accounttest.Lawful(t, l, err)
	require.Equal(t, 4, l.Import.Records)
	require.Empty(t, l.Import.Left)
	require.Equal(t, accounttest.Sums{4, 13018, 205588, 16, 1}, accounttest.SumUp(l))
}

func TestARecordsFieldsAreTheJobs(t *testing.T) {
	require.True(t, Sniff([]byte("# Version: 8.1\n#\n"+record(nil))))
	for _, text := range []string{record(nil), record(map[int]string{submit: "1000000000000", start: "1000000030999",
		end: "1000000090001"})} {
		l, err := parse(text)
		accounttest.Lawful(t, l, err)
		for f, want := range map[job.Field]int64{job.Wait: 30, job.Run: 60, job.Alloc: 4, job.ReqTime: 120, job.Status: 1} {
			require.Equal(t, []int64{want}, l.Col[f].Values(), f.String())
		}
	}
	for _, c := range []struct {
		change map[int]string
		field  job.Field
		want   int64
	}{
		{map[int]string{failed: "100 "}, job.Status, 0}, {map[int]string{exitStatus: "137"}, job.Status, 0},
		{map[int]string{category: "-l s_h_rt=5,h_rt=1"}, job.ReqTime, 1}, {map[int]string{category: "-u x"}, job.ReqTime, -1},
		{map[int]string{slots: "16"}, job.Alloc, 16},
	} {
		l, err := parse(record(c.change))
		accounttest.Lawful(t, l, err)
		require.Equal(t, []int64{c.want}, l.Col[c.field].Values(), c.field.String())
	}
}

// jsonRecord has the members of sge_accounting(5) of version 9, in their order.
func jsonRecord(changes ...string) string {
	text := `{"job_number":7,"task_number":0,"start_time":1700000030999999,"end_time":1700000090000001,"owner":"own","group":"grp","account":"sge","qname":"q","hostname":"host","department":"dep","slots":4,` +
		`"job_name":"a \"name\": {","priority":0,"submission_time":1700000000500000,"submit_cmd_line":"qsub -l h_rt=1 x","category":"-l h_cpu=9,h_rt=120,qname=q -pe mpi 4","failed":0,"exit_status":0,` +
		`"usage":{"rusage":{"ru_wallclock":59}},"eusage":{"wallclock":59.1}}` + "\n"
	return strings.NewReplacer(changes...).Replace(text)
}

func TestLinesOfJSONAreRecordsToo(t *testing.T) {
	require.True(t, Sniff([]byte(jsonRecord())))
	require.False(t, Sniff([]byte(`{"job_number":7}`)))
	l, err := parse(jsonRecord() + jsonRecord(`"task_number":0`, `"task_number":3`, `"exit_status":0`, `"exit_status":137`) +
		jsonRecord(`"category"`, `"pe_task_id":"1.host","category"`) + jsonRecord(`:7,`, `:8,`, `1700000030999999`, `0`,
		`1700000090000001`, `0`) +
		jsonRecord(`"slots":4`, `"slots":0`) + "{\"job_number\":9,\n" + jsonRecord(`"start_time":1700000030999999,`, ``) + jsonRecord(`:7,`,
		`:1e99,`) + record(map[int]string{number: "12"}))
	accounttest.Lawful(t, l, err)
	for f, want := range map[job.Field][]int64{
		job.Wait: {30, 30, 30}, job.Run: {60, 60, 60}, job.Alloc: {4, 4, 4}, job.ReqTime: {120, 120, 120}, job.Status: {1, 1, 0},
		job.Submit: {0, 99999000, 99999000},
	} {
		require.Equal(t, want, l.Col[f].Values(), f.String())
	}
	require.Equal(t, map[string]int{"never started": 1, "no processors": 1}, accounttest.Left(l))
	require.Equal(t, 1, l.Import.Steps)
	require.Equal(t, 3, l.Bad)
	require.Equal(t, []string{"", "start_time", "job_number"}, []string{l.Faults[0].Field, l.Faults[1].Field, l.Faults[2].Field})
	require.Equal(t, []string{"own"}, l.Import.Users)
	require.Equal(t, "8", l.Import.Left[0].First[0].Text)
}

func TestTasksAndWhatNeverStartedAreTold(t *testing.T) {
	l, err := parse(record(nil) + record(map[int]string{task: "1"}) + record(map[int]string{task: "2"}) +
		record(map[int]string{task: "2"}) +
		record(map[int]string{peTask: "1.host"}) + record(map[int]string{number: "9", start: "0", end: "0"}) +
		record(map[int]string{number: "10", slots: "0"}) + record(map[int]string{number: "11", end: "1600001000"}))
	accounttest.Lawful(t, l, err)
	require.Equal(t, 3, l.Len())
	require.Equal(t, map[string]int{"never started": 1, "no processors": 1, "duplicate": 1, "ends before it starts": 1},
		accounttest.Left(l))
	require.Equal(t, 1, l.Import.Steps)
}

func TestWhatCannotBeReadNamesItsPlace(t *testing.T) {
	plain := strings.TrimSuffix(record(nil), "\n")
	for bad, why := range map[string]string{
		"a:b\n":                                                                 "2 fields between colons",
		record(map[int]string{start: "soon"}):                                   "no number",
		record(map[int]string{slots: "4.5"}):                                    "no number",
		record(map[int]string{start: "5"}):                                      "before 1973",
		record(map[int]string{end: "1000000000000"}):                            "in another unit",
		plain + record(map[int]string{number: "8"}):                             "two records",
		plain + ":" + record(map[int]string{number: "8", start: "0", end: "0"}): "two records",
		record(map[int]string{peTask: "abc"}):                                   "1.host",
		strings.TrimPrefix(record(nil), "q:"):                                   "no number",
		strings.TrimPrefix(record(map[int]string{owner: "7", number: "1600001000", 6: "1600001001", priority: "1600001002"}),
			"q:host:"): "no number",
		strings.Repeat("x", account.MaxLine+1) + "\n": "longer than",
	} {
		l, err := parse(record(nil) + bad)
		accounttest.Lawful(t, l, err)
		require.Equal(t, 1, l.Bad)
		require.Contains(t, l.Faults[0].Why, why)
	}
	_, err := parse("a:b\n")
	require.ErrorContains(t, err, "Grid Engine accounting")
}

func FuzzRecords(f *testing.F) {
	accounttest.Fuzz(f, func(string) job.Parser { return New("x", account.Options{}) },
		"# x\n"+record(nil)+record(map[int]string{task: "2", peTask: "1"})+record(map[int]string{submit: "1000000000000"}),
		jsonRecord()+jsonRecord(`"slots":4`, `"slots":[]`))
}

// A real daemon's records, and what its jobs wrote of themselves: qmod -rj leaves one of zeros for each life it ends.
func TestTheRecordsOfADaemonAreItsLives(t *testing.T) {
	l, err := parse(string(fixture.Bytes(t, "golden", "daemons", "gridengine-8.1.9/accounting")))
	require.NoError(t, err)
	accounttest.Lawful(t, l, err)
	require.Equal(t, []int{49, 2, 39}, []int{l.Import.Records, l.Import.Folded, l.Len()})
	require.Equal(t, map[string]int{"never started": 1, "ran without times": 7}, accounttest.Left(l))
	sum := [3]int64{}
	for i := range l.Len() {
		sum[0] += l.Col[job.Run].At(i)
		sum[1] += l.Col[job.Run].At(i) * l.Col[job.Alloc].At(i)
		sum[2] += l.Col[job.Wait].At(i)
	}
	require.Equal(t, [3]int64{734, 997, 544}, sum)
}

// Records of a Grid Engine 8.1.9 whose jobs' own clocks were read beside. A job's number and task, submission, wait, run,
// processors and status as they were; of 22 and 205 see TestALifeWaitsFromTheEndOfTheOneBefore.
//
//go:embed testdata/lives.acct
var lives string

func TestEveryKindOfLifeIsWhatItsRecordsTell(t *testing.T) {
	l, err := parse(lives)
	accounttest.Lawful(t, l, err)
	require.Equal(t, map[string]int{
		"ran without times": 5, // 12, 101 and 201: qmod -rj, or a host that was gone; 202 and 205: a host that died
		"never started":     1, // 23: no such folder
	}, accounttest.Left(l))
	require.Equal(t, []string{
		"0 1 0 1 1", "0 0 4 1 1", "1 0 3 2 1", "1 3 2 1 1", // ends at once, 1, a parallel environment, -hold_jid 1
		"1 0 6 1 1", "1 1 6 1 1", "1 2 6 1 0", "1 8 6 1 1", "1 8 6 1 1", // tasks; the third is a job that met its h_rt
		"1 17 2 1 1", "1 25 2 1 1", // -h, released after 16 s; -a in 25 s
		"7 0 30 1 1", "7 0 30 1 1", // 12, which ended before its host heard of qmod -rj; 14, suspended for 10 s
		"28 0 2 1 1", "28 0 5 1 0", // -now y; qdel while it ran
		"35 20 4 1 1",               // in a reservation that began 20 s later
		"65 0 2 1 0", "65 0 6 1 -1", // exit status 100; qdel -f, which a record calls a success
		"67 9 2 1 0",                    // the second life behind exit status 100
		"173 7 100 1 1", "235 45 5 1 1", // the second life behind qmod -rj; one that had its host for itself
		"483 35 50 1 1", "572 35 50 1 1", // the second lives behind hosts that died
	}, rows(l))
	notes := strings.Join(l.Import.Warnings, "\n")
	for _, said := range []string{"neither what kept a job from starting", "1 job ran in an advance reservation",
		"5 records are of jobs that ran", "1 job ran again after an exit status of 100", "1 job ran before on a host that died",
		"1 job had a start and an end but no usage"} {
		require.Contains(t, notes, said)
	}
}

// rows are a log's jobs: submit, wait, run, processors and status.
func rows(l *job.Log) (list []string) {
	for i := range l.Len() {
		at := func(f job.Field) int64 { return l.Col[f].At(i) }
		list = append(list, fmt.Sprint(at(job.Submit), at(job.Wait), at(job.Run), at(job.Alloc), at(job.Status)))
	}
	return list
}

func TestALifeWaitsFromTheEndOfTheOneBefore(t *testing.T) {
	first := record(map[int]string{failed: "30", exitStatus: "100"}) // 1000, 1030, 1090
	second := record(map[int]string{start: "1600001100", end: "1600001200"})
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"exit status 100":     {first + second, []string{"0 30 60 4 0", "90 10 100 4 1"}},
		"told twice":          {first + second + first + second, []string{"0 30 60 4 0", "90 10 100 4 1"}},
		"another task":        {record(map[int]string{failed: "30", task: "1"}) + second, []string{"0 30 60 4 0", "0 100 100 4 1"}},
		"killed, and no life": {record(map[int]string{failed: "100"}) + second, []string{"0 30 60 4 0", "0 100 100 4 1"}},
		"began before that ended": {first + record(map[int]string{start: "1600001050", end: "1600001200"}),
			[]string{"0 30 60 4 0", "0 50 150 4 1"}},
		"without times": {record(map[int]string{failed: "19", start: "0", end: "0"}) + second, []string{"0 100 100 4 1"}},
	} {
		l, err := parse(c.text)
		accounttest.Lawful(t, l, err)
		require.Equal(t, c.want, rows(l), name)
	}
}

func TestARecordWithoutAStartRanIfItsFailureCameAfter(t *testing.T) {
	left := map[bool]map[string]int{false: {"never started": 1}, true: {"ran without times": 1}}
	for code, ran := range map[string]bool{"0": false, "1": false, "11": false, "12": true, "19": true, "20": false, "21": false,
		"24": true, "25": true, "26": false, "28": false, "30": true, "31": false, "37": true, "38": false, "100": true, "100 ": true} {
		l, err := parse(record(nil) + record(map[int]string{number: "8", start: "0", end: "0", failed: code}))
		accounttest.Lawful(t, l, err)
		require.Equal(t, left[ran], accounttest.Left(l), code)
	}
}
