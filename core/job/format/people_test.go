package format_test

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
)

// kept is a file as somebody keeps it, and what it says. Of nothing that is not given is asked.
type kept struct {
	file    string
	options account.Options
	jobs    int
	submits []int64 // since the first
	waits   []int64
	runs    []int64
	procs   []int64
	limits  []int64 // -1: none
	peak    int64   // processors in use at once
	left    map[string]int
	says    []string // parts of what the account says
	refused string   // part of the error of a file that is not read
}

// none are n limits that are none.
func none(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// judge compares a file with what it says.
func (k *kept) judge(t *testing.T, text []byte) {
	t.Helper()
	l, err := job.ReadFrom(bytes.NewReader(text), format.NewReaderWith(k.file, k.options))
	if k.refused != "" {
		require.ErrorContains(t, err, k.refused, k.file)
		return
	}
	require.NoError(t, err, k.file)
	require.Zero(t, l.Bad, "%s: %v", k.file, l.Faults)
	require.Equal(t, k.jobs, l.Len(), k.file)
	for f, want := range map[job.Field][]int64{job.Submit: k.submits, job.Wait: k.waits, job.Run: k.runs, job.Alloc: k.procs,
		job.ReqTime: k.limits} {
		if want != nil {
			got := l.Col[f].Values()
			for i := range got {
				got[i] = max(got[i], -1)
				if f == job.Submit && i > 0 {
					got[i] -= got[0]
				}
			}
			if f == job.Submit {
				got[0] = 0
			}
			require.Equal(t, want, got, "%s: %s", k.file, f)
		}
	}
	if l.Import != nil {
		accounttest.Lawful(t, l, err)
		want := k.left
		if want == nil {
			want = map[string]int{}
		}
		require.Equal(t, want, accounttest.Left(l), k.file)
	}
	m := l.Examined()
	if k.peak > 0 {
		require.Equal(t, k.peak, m.Peak.Procs, k.file)
	}
	said := strings.Join(append(m.Words(), l.Notes...), "\n")
	for _, part := range k.says {
		require.Contains(t, said, part, k.file)
	}
}

// Small files of the kinds that people have shown say what they say by hand.
func TestFilesOfPeopleGiveTheirRightValues(t *testing.T) {
	two := func(file string, runs ...int64) kept {
		return kept{file: file, jobs: 2, waits: []int64{60, 0}, runs: runs, procs: []int64{4, 2}}
	}
	for _, k := range []kept{
		{file: "never-started-none.csv", jobs: 3, waits: []int64{60, 120, 0}, runs: []int64{3600, 1800, 600},
			left: map[string]int{"never started": 2}},
		{file: "array-one-id.csv", jobs: 7, runs: []int64{1800, 1800, 1800, 1800, 1800, 1800, 3600}, peak: 10},
		{file: "blank-table-5.txt", refused: "4 lines have fewer than 17 (5 in the first). If it is a table, name its columns"},
		{file: "blank-table-5.txt", options: account.Options{Columns: "job,submit,run,procs,limit"}, jobs: 4,
			submits: []int64{0, 300, 600, 900}, waits: none(4), runs: []int64{3600, 1800, 600, 7200}, procs: []int64{4, 2, 2, 1},
			limits: []int64{7200, 7200, 3600, 14400}},
		{file: "blank-table-header.txt", jobs: 3, submits: []int64{0, 300, 600}, waits: []int64{60, 120, 0},
			runs: []int64{3600, 1800, 600}, procs: []int64{4, 2, 2}, limits: []int64{7200, 7200, 3600}},
		{file: "limit-minutes-short-jobs.csv", jobs: 12, procs: []int64{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
			limits: []int64{1800, 3600, 86400, 1800, 3600, 86400, 1800, 3600, 86400, 1800, 3600, 86400}},
		{file: "limit-infinite.csv", jobs: 4, runs: []int64{3600, 3600, 3600, 3600}, limits: none(4)},
		{file: "limit-some-infinite.csv", jobs: 8, limits: []int64{-1, 7200, 7200, 7200, -1, 7200, 7200, 7200}},
		{file: "cpus-req-less-than-alloc.csv", jobs: 4, procs: []int64{36, 36, 36, 36}, limits: []int64{7200, 7200, 7200, 7200}},
		two("dates-dmy.csv", 3600, 1800),
		two("dates-ampm.csv", 10800, 1800),
		two("plain-table-sacct-names.csv", 3600, 1800),
		two("pandas-floats.csv", 3600, 1800),
		{file: "pandas-floats.csv", jobs: 2, limits: []int64{7200, -1}},
		{file: "fractions.csv", jobs: 5, says: []string{"15 values have a fraction of a second: times are cut off downwards"}},
	} {
		k.judge(t, fixture.Bytes(t, "inputs", "faults", "tables", k.file))
	}
}

// The same kinds in other words.
func TestOtherFilesOfTheSameKindsAreReadToo(t *testing.T) {
	const head = "job,submit,start,end,run,procs,state\n"
	for text, k := range map[string]kept{
		// A start that is none, in the words of several programs.
		head + "1,1700000000,1700000060,1700000120,60,4,COMPLETED\n2,1700000000,NaT,1700000300,,4,CANCELLED by 12\n" +
			"3,1700000000,0,1700000300,0,4,canceled\n4,1700000000,4294967294,1700000300,0,4,TIMEOUT\n5,1700000000,Unknown,1700000300,300,4,CA\n" +
			"6,1700000000,1700000300,1700000300,0,4,aborted\n": {jobs: 1, waits: []int64{60}, left: map[string]int{"never started": 5}},
		// Without states, and by a clock of its own.
		"job,submit,start,end,procs\n1,0,0,60,4\n2,5,0,90,4\n3,7,None,90,4\n4,8,10,70,4\n": {jobs: 2,
			waits: []int64{0, 2}, left: map[string]int{"never started": 2}},
		"job,submit,start,run,procs\n1,0,0,60,4\n2,5,0,0,4\n3,8,10,60,4\n": {jobs: 2, waits: []int64{0, 2},
			left: map[string]int{"never started": 1}},
		// What ran without a start, started before its end.
		head + "1,1700000000,1700000060,1700000120,60,4,COMPLETED\n2,1700000000,,1700000300,100,4,COMPLETED\n": {jobs: 2,
			waits: []int64{60, 200}, says: []string{"1 record has no start and ran"}},
		// slurmdbd's own states, by number.
		"id_job,time_submit,time_start,time_end,state,nodes_alloc,timelimit,id_array_task,tres_req\n" +
			"7,1700000000,1700000060,1700000120,3,1,30,4294967294,\"1=4,4=1\"\n8,1700000000,0,1700000300,4,0,30,4294967294,\"1=4,4=1\"\n" +
			"9,1700000000,1700000060,0,1,1,30,4294967294,\"1=4,4=1\"\n10,1700000000,1700000060,1700000120,5,1,4294967295,1,\"1=4,4=1\"\n": {
			jobs: 2, procs: []int64{4, 4}, limits: []int64{1800, -1}, left: map[string]int{"never started": 1, "running": 1}},
		// Tasks by another name, ids of text, and as pandas writes them.
		"JobID,Array Index,submit,start,run,procs\nx,1,5,6,7,1\nx,2,5,6,7,1\nx,2,5,6,7,1\n": {jobs: 2,
			left: map[string]int{"duplicate": 1}, says: []string{"1 record repeats number, times, size and state of another"}},
		"job_id,task_id,submit,start,run,procs\n9.0,1.0,5,6,7,1\n9.0,2.0,5,6,7,1\n9.0,,5,6,7,1\n": {jobs: 3},
		// Tasks that share a number, and nothing else tells of them.
		"id,user,submit,start,end,cores\n7,a,100,110,200,1\n7,a,100,110,200,1\n7,a,100,110,250,1\n8,b,120,130,220,1\n9,b,120,130,260,1\n": {
			jobs: 5, says: []string{"taken as tasks of arrays"}},
		"id,user,submit,start,end,cores\n7,a,100,110,200,1\n7,a,100,110,200,1\n8,b,120,130,220,1\n": {jobs: 2,
			left: map[string]int{"duplicate": 1}, says: []string{"--match job= makes each record a job"}},
		// Names again, in another order, below a title.
		"Jobs of two months\nsep=;\njob;submit;start;end;cores\n1;100;110;200;4\n==> february.csv <==\ncores;job;end;start;submit\n" +
			"2;2;300;210;200\n": {jobs: 2, waits: []int64{10, 10}, runs: []int64{90, 90}, procs: []int64{4, 2},
			says: []string{"3 lines are neither names of columns nor a record, the first in line 1", "1 further line names columns"}},
		// Dates as people write them.
		"job;submit;start;end;cores\n1;31.01.2024 09:05;31.01.2024 9:06:00;31.01.2024 10:06;4\n2;01.02.2024 10:00;01.02.2024 10:00;" +
			"01.02.2024 10:30;2\n": {jobs: 2, submits: []int64{0, 89700}, waits: []int64{60, 0}, runs: []int64{3600, 1800}},
		"job,submit,start,end,cores\n1,30-Jan-2024 11:59 PM,31-Jan-2024 12:00 AM,31-Jan-2024 1:00 am,4\n": {jobs: 1,
			waits: []int64{60}, runs: []int64{3600}},
		"job,submit,start,end,cores\n1,\"1/2/24, 10:00\",\"1/2/24, 10:01\",\"1/2/24, 11:01\",4\n": {
			refused: "the dates of column submit have two readings: no day of them is beyond 12. Say which stands first with --match " +
				"submit=submit:dmy"},
		"job,submit,start,end,cores\n1,5/5/2024 10:00,5/5/2024 10:01,5/5/2024 11:01,4\n": {jobs: 1, waits: []int64{60}},
		"job,submit,start,end,cores\n1,2024-01-30 10:00:00+01:00,2024-01-30 10:01:00+01:00,2024-01-30 11:01:00,4\n": {jobs: 1,
			says: []string{"1 of 3 times names no zone (the first in line 2), read as UTC; the others name one or count"}},
		// A unit that no name tells.
		"job,submit,start,end,cores,limit\n1,100,110,115,4,30\n2,130,140,150,4,60\n3,160,170,179,4,1440\n": {jobs: 3,
			limits: []int64{30, 60, 1440}, says: []string{"taken: match limit=limit:s", "--match limit=limit:min"}},
		// Blanks between the columns, with dates that have one themselves.
		"job  submit               start                end                  cores\n1    2024-01-30 10:00:00  2024-01-30 10:01:00  " +
			"2024-01-30 11:01:00  4\n": {jobs: 1, waits: []int64{60}, runs: []int64{3600}},
		"id\tqueued\tbegan\telapsed\tcpus\n1\t100\t110\t60\t4\n": {jobs: 1, waits: []int64{10}, runs: []int64{60}},
		// pandas and sacct.
		"JobID,Submit,Start,End,Elapsed,TimelimitRaw,NCPUS,State\n1000.0,2024-01-30 10:00:00,2024-01-30 10:01:00,2024-01-30 11:01:00," +
			"0 days 01:00:00,,4.0,COMPLETED\n1001.0,2024-01-30 10:00:00,2024-01-30 10:01:00,2024-01-30 11:01:00,0 days 01:00:00,60.0," +
			"4.0,COMPLETED\n": {jobs: 2, runs: []int64{3600, 3600}, limits: []int64{-1, 3600}},
		"JobID,Submit,Start,End,Cores\n1,1700000000,1700000060,1700000120,4\n1.batch,1700000060,1700000060,1700000120,4\n": {jobs: 1},
		"JobID,Submit,Start,End,AllocTRES\n1,1700000000,1700000060,1700000120,\"billing=4,cpu=36,node=2\"\n": {
			jobs: 1, procs: []int64{36}},
	} {
		k.file = text
		k.judge(t, []byte(text))
	}
}

// Where days and months are told apart by hand, each reading is that which is told.
func TestDatesWithTwoReadingsAreReadAsTold(t *testing.T) {
	const text = "job,submit,start,end,cores\n1,01/02/2024 10:00,01/02/2024 10:01,01/02/2024 11:01,4\n" +
		"2,03/02/2024 10:00,03/02/2024 10:01,03/02/2024 11:01,4\n"
	for unit, apart := range map[string]int64{"dmy": 2, "mdy": 60} {
		k := kept{file: text, options: account.Options{Match: "submit=submit:" + unit}, jobs: 2, submits: []int64{0, apart * 86400},
			waits: []int64{60, 60}}
		k.judge(t, []byte(text))
	}
}

// A file in the order of its times may tell it only behind its first days.
func TestTheFirstDayBeyondTwelveTellsTheOrderOfAll(t *testing.T) {
	var text strings.Builder
	text.WriteString("job,submit,start,end,cores\n")
	for range 2500 {
		text.WriteString("1,01/02/2024 10:00,01/02/2024 10:01,01/02/2024 11:01,4\n")
	}
	text.WriteString("2,13/02/2024 10:00,13/02/2024 10:01,13/02/2024 11:01,4\n")
	k := kept{file: "x.csv", options: account.Options{Match: "job="}, jobs: 2501}
	k.judge(t, []byte(text.String()))
}

// An option that a file has no use for is refused, with what the file is.
func TestAnOptionWithoutAUseIsRefused(t *testing.T) {
	const (
		swf   = "1 0 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 1 -1 -1\n"
		sacct = "JobID|Submit|Start|End|State|NCPUS\n1|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:01:00|COMPLETED|1\n"
		csv   = "job,submit,start,run,procs\n1,0,5,60,4\n"
		log   = "job,submit,wait,run,procs,cpu,memory,requested_procs,requested_time,requested_memory,status,user,group,executable,queue," +
			"partition,preceding,think\n1,0,5,60,4,-1,-1,4,90,-1,1,1,1,-1,1,1,-1,-1\n"
		ge = "all.q:h:g:u:n:1:sge:0:1700000000:1700000060:1700000120:0:0:60:0:0:0.0:0:0:0:0:0:0:0:0.0:0:0:0:0:0:0:NONE:d:pe:4:0:0:0:0:NONE" +
			":0.0:NONE:0.0:0:0\n"
	)
	for _, c := range []struct {
		text    string
		options account.Options
		said    string
	}{
		{swf, account.Options{Match: "submit=a"}, "--match \"submit=a\" has no use here: this file is read as Standard Workload Format"},
		{swf, account.Options{Columns: "job,submit"}, "--columns"},
		{swf, account.Options{Unit: account.Nodes}, "--unit"},
		{swf, account.Options{Zone: "Europe/Oslo"}, "--zone"},
		{swf, account.Options{Arrival: account.AtEligible}, "--arrival"},
		{sacct, account.Options{Match: "submit=Submit"}, "--match"},
		{ge, account.Options{Arrival: account.AtEligible}, "--arrival \"eligible\" has no use here: this file is read as Grid Engine"},
		{csv, account.Options{Columns: "a,b,c,d,e"}, "--columns: line 1 names the columns of this table"},
		{csv, account.Options{Arrival: account.AtEligible}, "--match eligible=COLUMN"},
		{csv, account.Options{Zone: "Europe/Oslo"},
			"--zone Europe/Oslo has no use here: the times of this table are of a clock of its own"},
		{log, account.Options{Unit: account.Nodes}, "--unit nodes has no use here"},
	} {
		k := kept{file: "x", options: c.options, refused: c.said}
		k.judge(t, []byte(c.text))
	}
	require.False(t, format.Takes(job.Standard, "match"))
	require.True(t, format.Takes("CSV", "match"))
	require.True(t, format.Takes(job.Standard, "partition"))
}
