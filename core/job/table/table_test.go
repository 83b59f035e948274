package table

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
	_ "time/tzdata" // as WASM there are no time zones

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

func parse(text string, o account.Options) (*job.Log, error) {
	return accounttest.Read(text, New("x", o))
}

// read reads a table that is one of jobs.
func read(t *testing.T, text string, o account.Options) *job.Log {
	t.Helper()
	require.True(t, Sniff([]byte(text)), text)
	l, err := parse(text, o)
	if l.Import != nil {
		accounttest.Lawful(t, l, err)
	}
	require.NoError(t, err)
	return l
}

func matched(l *job.Log) map[string]string {
	m := map[string]string{}
	for _, x := range l.Import.Match {
		if x.Column != "" {
			m[x.Field] = strings.TrimSuffix(x.Column+":"+x.Unit, ":")
		}
	}
	return m
}

func TestRealTablesGiveTheCountsOfTheirDescription(t *testing.T) {
	l := read(t, string(fixture.Bytes(t, "inputs", "csv-aws-jobs.csv")), account.Options{})
	require.Equal(t, 87, l.Import.Records)
	require.Equal(t, accounttest.Sums{87, 6001, 25723, 30, 87}, accounttest.SumUp(l))
	require.Equal(t, map[string]string{"job": "job_id", "submit": "submit_time:date", "eligible": "eligible_time:date",
		"start": "start_time:date", "end": "finish_time:date",
		"wait": "wait_time:s", "run": "run_time:s", "procs": "num_cores", "nodes": "num_hosts", "state": "exit_status:exit"}, matched(l))

	theta := string(fixture.Bytes(t, "inputs", "csv-lumos-theta.csv.gz"))
	l = read(t, theta, account.Options{})
	require.Equal(t, accounttest.Sums{4000, 20321438, 644715636032, 281088, 0}, accounttest.SumUp(l))
	require.Contains(t, l.Import.Warnings, "788 of 4\u202f000 jobs ran longer than their limit")
	for _, m := range l.Import.Match {
		if m.Field == "gpus" {
			require.Equal(t, job.Match{Field: "gpus", Words: "GPUs", Why: "gpu_num holds zeros alone"}, m)
		}
	}
	l = read(t, theta, account.Options{Unit: account.Nodes})
	require.Equal(t, int64(4392), accounttest.SumUp(l)[3])
}

//go:embed testdata/accounts.txt
var golden []byte

func TestAccountsOfRealTablesStay(t *testing.T) {
	var text []byte
	for _, name := range []string{"csv-aws-jobs.csv", "csv-lumos-theta.csv.gz"} {
		l := read(t, string(fixture.Bytes(t, "inputs", name)), account.Options{})
		text = append(text, name+"\n"+strings.Join(l.Import.Words(), "\n")+"\n"...)
		for _, m := range l.Import.Match {
			text = append(text, m.Field+": "+m.Column+" "+m.Unit+": "+m.Why+"\n"...)
		}
	}
	fixture.Golden(t, "testdata/accounts.txt", golden, text)
}

func TestColumnsAreFoundByTheirNames(t *testing.T) {
	const row = "7,100,110,40,4\n8,150,151,49,2\n"
	for header, want := range map[string]map[string]string{
		"id,submit,start,run,procs": {"job": "id", "submit": "submit:s", "start": "start:s", "run": "run:s",
			"procs": "procs"},
		"JobID,Submit Time,START_TIMESTAMP,runTime,nCores": {"job": "JobID", "submit": "Submit Time:s", "start": "START_TIMESTAMP:s",
			"run": "runTime:s", "procs": "nCores"},
		"x,arrival (min),began,elapsed_minutes,slots": {"submit": "arrival (min):min", "start": "began:s",
			"run": "elapsed_minutes:min", "procs": "slots"},
		"x,created,started,walltime,nodes": {"submit": "created:s", "start": "started:s", "run": "walltime:s",
			"nodes": "nodes"},
	} {
		l, err := parse(header+"\n"+row, account.Options{})
		require.NoError(t, err)
		require.Equal(t, want, matched(l), header)
	}
}

func TestJobsThatBatsimSimulatedAreRead(t *testing.T) {
	l := read(t,
		"job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,allocated_resources,consumed_energy,metadata\n"+
			"1,w0,d,10.5,4,100,1,COMPLETED_SUCCESSFULLY,20,60,80,9.5,69.5,1.16,0-3,-1,\"\"\n2,w0,d,11,2,50,0,COMPLETED_WALLTIME_REACHED,80,50,130,69,119,2.4,0-1,-1,\"\"\n",
		account.Options{})
	for f, want := range map[job.Field][]int64{
		job.Submit: {10, 11}, job.Wait: {10, 69}, job.Run: {60, 50}, job.Alloc: {4, 2}, job.ReqTime: {100, 50}, job.Status: {1, 0},
	} {
		require.Equal(t, want, l.Col[f].Values(), f.String())
	}
}

func TestColumnsThatHoldSomethingElseAreLeft(t *testing.T) {
	l := read(t, "job,submit,start,run,cpus,num_procs,status\n1,5,6,7,0,2,0\n2,6,7,8,0,1,0\n", account.Options{})
	require.Equal(t, "num_procs", matched(l)["procs"])
	require.NotContains(t, matched(l), "state", "zeros alone are no states")
	l = read(t, "job,submit,queue_time,start,run,procs\n1,5,high,6,7,2\n", account.Options{})
	require.NotContains(t, matched(l), "wait")
}

func TestAnybodyCanSayWhatTheColumnsAre(t *testing.T) {
	const text = "nr;da;fertig;dauer;kerne;wer\n1;1000;1000;2;4;anna\n2;1200;1300;0,5;4;bert\n"
	_, err := parse(text, account.Options{})
	require.ErrorContains(t, err, "when jobs came (submit, or start); how long they ran (run, or start and end); how many processors "+
		"they had (procs, or nodes); it has nr, da, fertig, dauer, kerne, wer: say which is which with --match, as in submit=arrived")
	l, err := parse(text, account.Options{Match: "submit=DA, run=dauer:min,procs=#5,user=wer"})
	require.NoError(t, err)
	require.Equal(t, []int64{120}, l.Col[job.Run].Values(), "0,5 is no number")
	require.Equal(t, 1, l.Bad)
	require.Equal(t, []int64{4}, l.Col[job.Alloc].Values())
	require.Equal(t, []string{"anna"}, l.Import.Users)
	require.Equal(t, []string{"nr", "da", "fertig", "dauer", "kerne", "wer"}, l.Import.Columns)
	for match, want := range map[string]string{
		"submit=when": `match submit: the table has no column "when": it has nr, da`,
		"submit=#9":   `no column "#9"`,
		"arrived=da":  `"arrived=da" says of no column what it is: write one of job, task, submit`,
		"run=a,run=b": "run is given twice",
		"submit":      "an equals sign and a column",
		"state=da:exit,submit=da,run=dauer:years": `no column "dauer:years"`,
	} {
		_, err := parse(text, account.Options{Match: match})
		require.ErrorContains(t, err, want)
	}
	l, err = parse("job,submit,start,run,procs\n1,10,30,5,2\n", account.Options{Match: "start="})
	require.NoError(t, err)
	require.Equal(t, []int64{-1}, l.Col[job.Wait].Values())
}

func TestTimesAreReadInEveryFormAndUnit(t *testing.T) {
	want := int64(1677600000) // 2023-02-28T16:00Z
	for _, c := range []struct{ value, zone string }{
		{"1677600000", ""}, {"1677600000.9", ""}, {"1.6776e9", ""}, {"1677600000000", ""}, {"1677600000000000", ""},
		{"1677600000000000000", ""},
		{"2023-03-01 00:00:00+08:00", ""}, {"2023-02-28T16:00:00Z", ""}, {"2023-02-28 16:00:00 UTC", ""},
		{"2023-02-28 16:00:00.25 +0000", ""},
		{"2023/02/28 16:00:00", ""}, {"2023-02-28 17:00", "Europe/Oslo"}, {"2023-03-01", "Asia/Shanghai"},
	} {
		l := read(t, "submit,start,run,procs\n"+c.value+","+c.value+",60,1\n", account.Options{Zone: c.zone})
		unix, _ := l.Header.Int("UnixStartTime")
		require.Equal(t, want, unix, c.value)
		require.Equal(t, []int64{0}, l.Col[job.Submit].Values())
	}
	l := read(t, "submit,start,run,procs\n0,10,60,1\n7,70,60,1\n", account.Options{})
	require.Equal(t, []int64{0, 7}, l.Col[job.Submit].Values(), "a clock of the log's own is kept")
	_, has := l.Header.Get("UnixStartTime")
	require.False(t, has)
	require.Equal(t, job.Peak{Procs: 1, Largest: 1}, l.Import.Peak, "at no date")
	l = read(t, "submit,start,run,procs\n2023-02-28,2023-02-31 0:0,60,1\n2023-02-28,2023-02-28,60,1\n", account.Options{})
	require.Equal(t, job.Fault{Line: 2, Field: "start", Text: "2023-02-31 0:0", Why: "no time: write 2026-11-21T16:00:00, or seconds " +
		"since 1970, as the column's others"}, l.Faults[0])
}

// One value of another kind, or of another clock, costs its own row and moves no other.
func TestAValueThatIsLikeNoOtherCostsItsOwnRow(t *testing.T) {
	const head = "submit,wait,start,run,limit,procs\n"
	for _, c := range []struct{ row, bad, field string }{
		{"1700000000,30,1700000030,60,600,4", "1e12,30,1700000030,60,600,4", "submit"},
		{"1700000000,30,1700000030,60,600,4", "16384.0,30,1700000030,60,600,4", "submit"},
		{"1700000000,30,1700000030,60,600,4", "1700000000,12abc,1700000030,60,600,4", "wait"},
		{"1700000000,30,1700000030,60,600,4", "1700000000,99999999999999,1700000030,60,600,4", "wait"},
		{"1700000000,30,1700000030,60,600,4", "1700000000,30,1700000030,1:00,600,4", "run"},
		{"1700000000,30,1700000030,60,600,4", "1700000000,30,1700000030,60,5-3,4", "limit"},
		{"1700000000,30,1700000030,60,600,4", "1700000000,30,1700000030,60,0:61:00,4", "limit"},
		{"5,30,35,60,600,4", "5,30,1700000035,60,600,4", "start"},
		{"5,30,35,60,600,4", "1e12,30,35,60,600,4", "submit"},
		{"2023-02-28 17:00,0:30,2023-02-28 17:30,1:00:00,2:00:00,4", "928,0:30,2023-02-28 17:30,1:00:00,2:00:00,4", "submit"},
		{"2023-02-28 17:00,0:30,2023-02-28 17:30,1:00:00,2:00:00,4", "2023-02-28 17:00,0:30,2023-02-28 17:30,60,2:00:00,4", "run"},
	} {
		rows := strings.Repeat(c.row+"\n", 30)
		want, l := read(t, head+rows, account.Options{}), read(t, head+rows+c.bad+"\n", account.Options{})
		require.Equal(t, []int{1, 32}, []int{l.Bad, l.Faults[0].Line}, c.bad)
		require.Equal(t, c.field, l.Faults[0].Field, c.bad)
		for f := range want.Col {
			require.Equal(t, want.Col[f].Values(), l.Col[f].Values(), c.bad)
		}
	}
	l := read(t, head+"1700000000,30,1700000030,60,600,4\n1700000000,90,1700000030,60,600,4\n", account.Options{})
	require.Contains(t, l.Import.Warnings, "1 of 2 jobs whose wait is not start minus submit: the times are taken (the first in line 3)")
}

func TestUnitsOfDurationsAreSeenFromTheTimes(t *testing.T) {
	const rows = "1000000000,1000000600,1000004200,10,60,2,3\n1000000000,1000000120,1000007320,2,120,2,3\n"
	l := read(t, "submit,start,end,wait,run,timelimit,procs\n"+rows, account.Options{})
	require.Equal(t, "wait:min run:min timelimit:h", "wait:"+unitOf(l, "wait")+" run:"+unitOf(l, "run")+" timelimit:"+unitOf(l, "limit"))
	require.Equal(t, []int64{3600, 7200}, l.Col[job.Run].Values())
	require.Equal(t, []int64{7200, 7200}, l.Col[job.ReqTime].Values())
	l = read(t, "submit,start,run,procs\n5,6,1:00:01,2\n5,6,\"1 day, 0:00:01\",2\n5,6,2 days 00:00:01.5,2\n5,6,1-00:00:01,2\n",
		account.Options{})
	require.Equal(t, []int64{3601, 86401, 2*86400 + 1, 86401}, l.Col[job.Run].Values())
}

func unitOf(l *job.Log, field string) string {
	for _, m := range l.Import.Match {
		if m.Field == field {
			return m.Unit
		}
	}
	return ""
}

func TestTimesAreMadeOfOthers(t *testing.T) {
	for header, row := range map[string]string{
		"submit,wait,run,procs": "100,10,50,4", "submit,start,end,procs": "100,110,160,4", "start,wait,end,procs": "110,10,160,4",
		"submit,end,run,procs": "100,160,50,4", "submit,wait,end,procs": "100,10,160,4", "end,wait,run,procs": "160,10,50,4",
	} {
		l := read(t, header+"\n"+row+"\n", account.Options{})
		require.Equal(t, [3]int64{100, 10, 50}, [3]int64{l.Col[job.Submit].At(0), l.Col[job.Wait].At(0), l.Col[job.Run].At(0)}, header)
	}
	for _, text := range []string{"submit,run,procs\n100,50,4\n", "start,run,procs\n100,50,4\n"} {
		l := read(t, text, account.Options{})
		require.Equal(t, [3]int64{100, -1, 50}, [3]int64{l.Col[job.Submit].At(0), l.Col[job.Wait].At(0), l.Col[job.Run].At(0)})
		require.Contains(t, l.Import.Warnings[0], "how long they waited is not known")
		require.Equal(t, job.Peak{Largest: 4}, l.Import.Peak)
	}
}

func TestTheUnitIsWhatTheTableHas(t *testing.T) {
	const nodes = "submit,start,run,nodes\n5,6,7,8\n"
	l := read(t, nodes, account.Options{})
	require.Equal(t, []int64{8}, l.Col[job.Alloc].Values())
	require.Equal(t, "nodes", l.Import.Unit)
	_, err := parse(nodes, account.Options{Unit: account.GPUs})
	require.ErrorContains(t, err, "how many GPUs they had (gpus)")
}

func TestStatesAreWordsOrNumbers(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []string
		want   []int64
	}{
		{"state", []string{"COMPLETED", "CANCELLED by 7", "TIMEOUT", "odd"}, []int64{1, 5, 0, -1}},
		{"new_status", []string{"Pass", "Killed", "Failed"}, []int64{1, 5, 0}},
		{"exit_code", []string{"0", "0:0", "1:0", "137"}, []int64{1, 1, 0, 0}},
		{"status", []string{"1", "0", "5", "-1"}, []int64{1, 0, 5, -1}},
	} {
		text := "submit,start,run,procs," + c.name + "\n"
		for _, v := range c.values {
			text += "5,6,7,1," + v + "\n"
		}
		require.Equal(t, c.want, read(t, text, account.Options{}).Col[job.Status].Values(), c.name)
	}
}

func TestTextsMayHoldDelimitersAndLines(t *testing.T) {
	l := read(t, "\ufeffname\tsubmit\tstart\trun\tprocs\tuser\r\n\"a\tb "+
		"\"\"c\"\"\nd\"\t1\t2\t3\t4\tzoe\r\n#x\n\nit\"s\t2\t3\t4\t5\t\"\"\r\n", account.Options{})
	require.Equal(t, []int64{1, 2}, l.Col[job.Submit].Values())
	require.Equal(t, []int64{1, -1}, l.Col[job.User].Values())
	require.Equal(t, []int64{2, 6}, l.Line.Values())
}

func TestRepeatedRecordsCountOnce(t *testing.T) {
	const rows = "job,submit,start,run,procs\na,5,6,7,1\na,5,6,7,1\na,5,6,9,1\na,5,7,9,1\n"
	l := read(t, rows, account.Options{Match: "task="})
	require.Equal(t, []int64{7, 9, 9}, l.Col[job.Run].Values(), "what ran otherwise is a task of its own")
	require.Contains(t, l.Import.Warnings, "1 of 3 jobs share id, submit and start with another job but not how they ran (the first in "+
		"line 4): taken as jobs of their own; look whether the file holds jobs twice")
	require.Equal(t, map[string]int{"duplicate": 1}, accounttest.Left(l))
	l = read(t, rows, account.Options{})
	require.Equal(t, []int64{7, 7, 9, 9}, l.Col[job.Run].Values(), "where rows of one number and submit differ, they are tasks")
	l = read(t, "submit,start,run,procs\n5,6,7,1\n5,6,7,1\n", account.Options{})
	require.Equal(t, 2, l.Len(), "without ids each is a job")
}

func TestATableWithoutNamesIsReadWithThoseGiven(t *testing.T) {
	const text = "1;2023-03-01 00:00:00;2023-03-01 00:01:00;60;4\n2;2023-03-01 00:00:00;2023-03-01 00:01:00;60;4\n"
	require.True(t, Sniff([]byte(text)))
	_, err := parse(text, account.Options{})
	require.ErrorContains(t, err, "names no columns: add a line of names, or give them with --columns")
	l, err := parse(text, account.Options{Columns: "job,submit,start,run,procs"})
	accounttest.Lawful(t, l, err)
	require.Equal(t, 2, l.Len())
}

func TestWhatIsNoTableIsNotTaken(t *testing.T) {
	for _, text := range []string{
		"", "\n", "; MaxProcs: 4\n1 0 0 10 2\n", "1 0 0 10 2\n", "1\t0\t0\t10\t2\n1\t0\t0\t10\t2\n", "<html>,a,b\n1,2,3\n",
		"{\"a\": 1, \"b\": 2}\n", "a\x00,b,c\n1,2,3\n",
		"NodeName=n1,State=up,CPU=3\na,1,2\n", "Dear Sir, as you know\nno table, this\n", "submit\n1\n",
	} {
		require.False(t, Sniff([]byte(text)), text)
	}
}

func TestHostileTablesEndInASentence(t *testing.T) {
	const head = "submit,start,run,procs\n"
	long := strings.Repeat("x", account.MaxLine+1)
	for text, want := range map[string]string{
		head:               "no job: this is a table (CSV) without any record; export with one line a job",
		head + "a,b,c,d\n": "this table lacks columns",
		head + "1,2,3\n": "how many processors they had (procs, or nodes); left aside: procs is empty; it has " +
			"submit",
		head + "1,2,3,4,5\n":                       "5 columns where the line of names has 4",
		head + "\"1,2,3,4\n5,6,7,8\n":              "a quotation mark opens here and nothing closes it",
		head + "\"" + long + "\n":                  "longer than 1\u202f048\u202f576 bytes",
		head + strings.Repeat("1,", 4000) + "\n":   "1\u202f000 columns",
		"submit,run," + strings.Repeat("x,", 2000): "more than 1\u202f000 columns",
		"submit,run," + long:                       "the first line is longer than",
		"\x00submit,run\n":                         "binary data",
	} {
		l, err := parse(text, account.Options{})
		accounttest.Lawful(t, l, err)
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), 600)
	}
}

func TestValuesThatAreNoneAreToldWithTheirPlace(t *testing.T) {
	l := read(t, "submit,start,run,procs\n5,6,7,8\n5,6,7,8\n1e300,6,7,8\n5,x,7,8\n5,6,x,8\n5,6,7,1e99\n5,6,7\n,,,\n5,6,-3,1\n",
		account.Options{})
	require.Equal(t, 2, l.Len())
	require.Equal(t, 5, l.Bad)
	for i, f := range l.Faults[:4] {
		require.Equal(t, i+4, f.Line)
		require.Equal(t, l.Import.Columns[i], f.Field)
	}
	require.Equal(t, map[string]int{"pending": 1, "running": 1}, accounttest.Left(l))
	l = read(t, "submit,start,run,procs\n5,6,7,8\n5,6,7,8\n\""+strings.Repeat("x\n", 550_000)+"5,6,7,8\n", account.Options{})
	require.Contains(t, l.Faults[0].Why, "nothing closes it within 1\u202f048\u202f576 bytes")
	require.Equal(t, 3, l.Len(), "what follows is read")
}

func FuzzTable(f *testing.F) {
	accounttest.Fuzz(f, func(text string) job.Parser {
		match, _, _ := strings.Cut(text, "\n")
		if _, err := ParseMatch(match); err != nil {
			match = ""
		}
		return New("x", account.Options{Match: match})
	}, "job,submit,start,end,procs,user\n1,0,2,3,4,a\n", "submit_time;wait (min);run;cores;state\n2023-03-01 00:00:00+08:00;1,5;\"1 day, "+
		"0:00:01\";4;Pass\n",
		"submit=a,run=b:min,procs=#3\na|b|c\n1e9|2|3\n1e9|2|\"3\n\"\n")
}

func TestTheEpochIsNoTimeOfAJob(t *testing.T) {
	l := read(t, "job,submit,start,end,procs,state\n1,2024-01-01 10:00,2024-01-01 10:05,2024-01-01 11:05,8,done\n"+
		"2,2024-01-01 10:02,1970-01-01 01:00,2024-01-01 10:30,8,cancelled\n3,2024-01-01 10:02,1970-01-01T00:00:00Z,2024-01-01 10:30,8,cancelled\n",
		account.Options{})
	require.Equal(t, map[string]int{"never started": 2}, accounttest.Left(l))
	require.Equal(t, []int64{300}, l.Col[job.Wait].Values())
}

// Where most jobs on several nodes have hardly a processor on each, nodes and GPUs are offered for what is counted.
func TestSizesThatAreTasksAreDoubted(t *testing.T) {
	text := func(each int) string {
		var b strings.Builder
		b.WriteString("job,submit,start,end,nodes,procs,gpus\n")
		for i := range 20 {
			nodes := 1 + i%4
			fmt.Fprintf(&b, "%d,%d,%d,%d,%d,%d,%d\n", i+1, 1700000000+60*i, 1700000000+60*i, 1700000600+60*i, nodes, nodes*each, 4*nodes)
		}
		return b.String()
	}
	l := read(t, text(1), account.Options{})
	require.Len(t, l.Doubts, 1)
	require.Contains(t, l.Doubts[0].Says, "15 of 15 jobs on several nodes")
	require.Equal(t, []job.Reading{{Switch: "unit", Value: "nodes", Words: "count nodes"}, {Switch: "unit", Value: "gpus",
		Words: "count GPUs"}}, l.Import.Readings)
	require.Empty(t, read(t, text(2), account.Options{}).Doubts)
	for unit, most := range map[account.Unit]int64{account.Nodes: 4, account.GPUs: 16} {
		l = read(t, text(1), account.Options{Unit: unit})
		require.Empty(t, l.Doubts)
		require.Equal(t, most, l.Import.Peak.Largest)
	}
}

// A log with GPUs says which resource jobs that waited found too little of, whichever is counted, and offers the other.
func TestALogWithGPUsSaysWhatHeldItsJobs(t *testing.T) {
	text := "job,submit,start,end,procs,gpus\n" +
		"1,1700000000,1700000000,1700001000,64,0\n" + // the most processors
		"2,1700002000,1700002000,1700003000,4,8\n" + // the most GPUs
		"3,1700002100,1700003000,1700004000,4,4\n" + // waits for GPUs
		"4,1700003100,1700004000,1700005000,4,8\n" + // and so does this
		"5,1700004100,1700005000,1700006000,61,0\n" + // for processors
		"6,1700005100,1700005200,1700006000,1,1\n" + // for neither
		"7,1700005300,1700005330,1700006000,1,1\n" // not long
	l := read(t, text, account.Options{})
	require.Contains(t, l.Import.Warnings[0], "of 4 jobs that waited a minute or more, 2 found too few GPUs free, 1 found too few "+
		"processors free, 1 enough of all (the most in use at once: 8 GPUs, 64 processors); the replay counts processors alone")
	require.Equal(t, []job.Reading{{Switch: "unit", Value: "gpus", Words: "count GPUs"}}, l.Import.Readings)
	l = read(t, text, account.Options{Unit: account.GPUs})
	require.Contains(t, l.Import.Warnings[0], "of 3 jobs that waited a minute or more, 2 found too few GPUs free, 0 found too few "+
		"processors free, 1 enough of all (the most in use at once: 8 GPUs, 64 processors); the replay counts GPUs alone")
	require.Empty(t, l.Import.Readings)
	l = read(t, strings.ReplaceAll(text, "gpus", "cards"), account.Options{})
	require.NotContains(t, strings.Join(l.Import.Warnings, "\n"), "found too few")
}
