package lsf

import (
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

// finished is what a record of the published description says.
type finished struct {
	id, procs, submit, start, end, status, index, why, limit int64
	hosts, command                                           string
}

var plain = finished{id: 7, procs: 4, submit: 1_600_001_000, start: 1_600_001_030, end: 1_600_001_090, status: 64, limit: 120, hosts: `2 "a" "b"`, command: "run"}

// head is a record up to the usage, tail what newer versions have behind.
func (x finished) head() string {
	return fmt.Sprintf(`"JOB_FINISH" "10.1" %d %d 501 33 %d %d 0 0 %d "ann" "normal" "select[x]" "" "" "login" "/home" "" "" "" "1.7" 1 "ask" %s %d 60.0 "name" "%s"`,
		x.end, x.id, x.procs, x.submit, x.start, x.hosts, x.status, x.command)
}

func (x finished) tail() string {
	return strings.Repeat(" 0", 19) +
		fmt.Sprintf(` "" "project" 0 4 "" "" %d 0 0 "" "" "" "" 0 "" %d "" -1 "" "" "" "" -1 "" "" 7 "" 1 "" "" 1 1058 "1" 1 "a" 1 2 3 4 1 9 9 %d 0 5`,
			x.index, x.why, x.limit)
}

func (x finished) String() string { return x.head() + x.tail() + "\n" }

func TestRealRecordsGiveTheCountsOfTheirDescription(t *testing.T) {
	text := fixture.Bytes(t, "inputs", "lsf-mixed.acct")
	require.True(t, Sniff(text))
	l, err := parse(string(text))
	accounttest.Lawful(t, l, err)
	require.Equal(t, 83, l.Import.Records)
	require.Equal(t, accounttest.Sums{83, 46305, 5192723, 128, 82}, accounttest.SumUp(l))
	last := -1
	for i, v := range l.Col[job.ReqTime].Values() {
		if v == 43200 {
			last = i
		}
	}
	require.Equal(t, int64(128), l.Col[job.Alloc].At(last), "8 hosts of 16 slots, and a limit of 12 hours behind their usage")
}

func TestARecordsFieldsAreTheJobs(t *testing.T) {
	l, err := parse(plain.String())
	accounttest.Lawful(t, l, err)
	for f, want := range map[job.Field]int64{job.Wait: 30, job.Run: 60, job.Alloc: 2, job.ReqProcs: 4, job.ReqTime: 120, job.Status: 1} {
		require.Equal(t, []int64{want}, l.Col[f].Values(), f.String())
	}
	require.Equal(t, []string{"ann"}, l.Import.Users)
	require.Equal(t, []string{"project"}, l.Import.Groups)
	queue, _ := l.Header.Get("Queue")
	require.Equal(t, "1 normal", queue)
	for _, c := range []struct {
		change func(x *finished)
		field  job.Field
		want   int64
	}{
		{func(x *finished) { x.hosts = `2 "16*a" "3*b"` }, job.Alloc, 19},
		{func(x *finished) { x.hosts = "0" }, job.Alloc, 4},
		{func(x *finished) { x.limit = -1 }, job.ReqTime, -1},
		{func(x *finished) { x.status = 32 }, job.Status, 0},
		{func(x *finished) { x.status, x.why = 32, 14 }, job.Status, 5},
		{func(x *finished) { x.status, x.why = 32, 5 }, job.Status, 0},
		{func(x *finished) { x.command = `echo ""a b"" 5 6` }, job.ReqTime, 120},
		{func(x *finished) { x.command = "a\nb \nc" }, job.ReqTime, 120},
	} {
		x := plain
		c.change(&x)
		l, err := parse(x.String())
		accounttest.Lawful(t, l, err)
		require.Equal(t, []int64{c.want}, l.Col[c.field].Values(), c.field.String())
	}
}

func TestTasksOfAnArrayAreJobsOfOneNumber(t *testing.T) {
	one, two, waited := plain, plain, plain
	one.index, two.index, waited.id, waited.start = 1, 2, 8, 0
	l, err := parse(one.String() + two.String() + one.String() + waited.String() + "\"EVENT_ADRSV_FINISH\" \"10.1\" 5\n")
	accounttest.Lawful(t, l, err)
	require.Equal(t, 2, l.Len())
	require.Equal(t, map[string]int{"duplicate": 1, "never started": 1}, accounttest.Left(l))
	require.Equal(t, 1, l.Import.Folded)
}

func TestOldRecordsThatEndEarlierHaveNoLimit(t *testing.T) {
	l, err := parse(plain.head() + strings.Repeat(" 0", 19) + ` "" "project"` + "\n")
	accounttest.Lawful(t, l, err)
	require.Equal(t, []int64{-1}, l.Col[job.ReqTime].Values())
	require.Equal(t, []int64{60}, l.Col[job.Run].Values())
}

func TestWhatCannotBeReadNamesItsPlaceOrTheFile(t *testing.T) {
	for bad, why := range map[string]string{
		plain.head() + "\n": "too few",
		strings.Replace(plain.String(), " 7 ", " seven ", 1): "the job's",
		"hello\n": "JOB_FINISH",
		strings.Replace(plain.String(), `"JOB_FINISH"`, `"7"`, 1):                                     "JOB_FINISH",
		strings.Replace(plain.String(), " 1600001000 ", " 5 ", 1):                                     "before 1973",
		strings.Replace(plain.String(), " 0 0 0", " 0 0", 1):                                          "changed places",
		plain.head() + strings.Replace(plain.tail(), ` "" "" 1 1058 "1"`, ` "" 1 1058 "1"`, 1) + "\n": "not what stands there",
		plain.head() + "\" 5 6 7\n":                                                                   "no closing quote",
		strings.Replace(plain.String(), `2 "a" "b"`, "999999999", 1):                                  "none of so many names",
	} {
		l, err := parse(plain.String() + bad + plain.String())
		accounttest.Lawful(t, l, err)
		require.Equal(t, 1, l.Bad, why)
		require.Equal(t, 2, l.Faults[0].Line)
		require.Contains(t, l.Faults[0].Why, why)
	}
	for text, want := range map[string]string{
		"\"JOB_NEW\" \"10.1\" 5 6\n": "this is lsb.events", "Job <7>, User <ann>\n": "this is the output of bacct",
		"\"EVENT_ADRSV_FINISH\" 1\n": "none is a job that ran",
	} {
		require.True(t, Sniff([]byte(text)))
		_, err := parse(text)
		require.ErrorContains(t, err, want)
	}
}

// Without it the next number, the status of a job that completed, would be 64 hosts.
func TestARecordWithoutItsNumberOfHostsIsNoRecord(t *testing.T) {
	long := strings.Repeat(" 0", 80)
	for _, hosts := range []string{"", `"a" "b"`, `2 a "b"`, `-1`, `"2" "a" "b"`} {
		x := plain
		x.hosts = hosts
		bad := strings.TrimSuffix(x.String(), "\n") + long + "\n"
		l, err := parse(plain.String() + bad + bad)
		accounttest.Lawful(t, l, err)
		require.Equal(t, 2, l.Bad, hosts)
		require.Equal(t, 1, l.Len(), hosts)
		require.Equal(t, []int64{2}, l.Col[job.Alloc].Values(), hosts)
		require.Equal(t, 2, l.Faults[0].Line)
		require.Equal(t, "numExHosts", l.Faults[0].Field)
		require.Contains(t, l.Faults[0].Why, "lacks a field, copy the file again")
	}
}

func FuzzRecords(f *testing.F) {
	odd := plain
	odd.command, odd.index = "a\nb \"\"c\"\"", 3
	accounttest.Fuzz(f, func(string) job.Parser { return New("x", account.Options{}) }, plain.String()+odd.String()+plain.head())
}
