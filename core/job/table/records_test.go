package table

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// records reads a text that is one of records.
func records(t *testing.T, text string, o account.Options) *job.Log {
	t.Helper()
	require.True(t, SniffRecords([]byte(text[:min(len(text), 4096)])), text)
	l, err := accounttest.Read(text, NewRecords("x", o))
	accounttest.Lawful(t, l, err)
	require.NoError(t, err, text)
	return l
}

// The forms in which jq, pandas, Elasticsearch and MongoDB write the same two jobs.
func TestRecordsAreReadInEveryForm(t *testing.T) {
	const a = `{"job_id": 7, "submit": 1706608800, "start": 1706608860, "end": 1706612460, "cpus": 4}`
	const b = `{"job_id": 8, "submit": 1706609800, "start": 1706609800, "end": 1706611600, "cpus": 2}`
	for name, text := range map[string]string{
		"a list": "[" + a + "," + b + "]", "lines": a + "\n" + b + "\n", "a byte order mark": "\ufeff" + a + "\r\n" + b,
		"jq -s of lists": "[[" + a + "],\n[" + b + "]]", "lists one after the other": "[" + a + "]\n[" + b + "]\n",
		"a member's list": `{"took": 3, "jobs": [` + a + "," + b + "]}",
		"broken in lines": strings.NewReplacer("{", "{\n  ", ",", ",\n  ").Replace(a) + "\n" + strings.ReplaceAll(b, ",", ",\n"),
		"an answer of Elasticsearch": `{"took": 3, "hits": {"total": 2, "hits": [{"_index": "slurm", "_source": ` + a + `}, {"_source": ` + b +
			"}]}}",
		"a dump of Elasticsearch": `{"_index": "slurm", "_id": "x", "_source": ` + a + "}\n" + `{"_index": "slurm", "_source": ` + b + "}\n",
		"mongoexport": strings.NewReplacer("1706608800", `{"$date": "2024-01-30T10:00:00Z"}`, "1706608860",
			`{"$date": "2024-01-30T10:01:00Z"}`, "1706612460", `{"$date": "2024-01-30T11:01:00Z"}`, "4}", `{"$numberLong": "4"}}`).Replace(a) + "\n" +
			strings.NewReplacer("1706609800", `{"$date": "2024-01-30T10:16:40Z"}`, "1706611600", `{"$date": "2024-01-30T10:46:40Z"}`).Replace(b),
		"pandas, index": `{"0": ` + a + `, "1": ` + b + "}",
		"pandas, columns": `{"job_id":{"0":7,"1":8},"submit":{"0":1706608800000,"1":1706609800000},"start":{"0":1706608860000,` +
			`"1":1706609800000},"end":{"0":1706612460000,"1":1706611600000},"cpus":{"0":4.0,"1":2.0}}`,
		"pandas, split": `{"columns":["job_id","submit","start","end","cpus"],"index":[0,1],"data":[[7,1706608800,1706608860,1706612460,4],` +
			`[8,1706609800,1706609800,1706611600,2]]}`,
		"pandas, table": `{"schema":{"fields":[{"name":"job_id"}]},"data":[` + a + "," + b + "]}",
		"numbers of Slurm": strings.Replace(a, "1706608800", `{"set": true, "infinite": false, "number": 1706608800}`, 1) + "\n" +
			strings.Replace(b, "2}", "[2]}", 1),
	} {
		l := records(t, text, account.Options{})
		for f, want := range map[job.Field][]int64{job.Submit: {0, 1000}, job.Wait: {60, 0}, job.Run: {3600, 1800},
			job.Alloc: {4, 2}} {
			require.Equal(t, want, l.Col[f].Values(), "%s: %s", name, f)
		}
		require.Empty(t, l.Faults, name)
		start, _ := l.Header.Int("UnixStartTime")
		require.Equal(t, int64(1706608800), start, name)
	}
}

// As the plugin jobcomp/elasticsearch writes them.
func TestRecordsOfJobcompAreRead(t *testing.T) {
	l := records(t, `{"_index":"slurm","_source":{"jobid":87,"username":"ann","groupname":"bio","@start":"2023-11-20T11:53:45",`+
		`"@end":"2023-11-20T11:53:52","elapsed":7,"partition":"normal","total_cpus":4,"total_nodes":1,"exit_code":"0:0",`+
		`"state":"COMPLETED","@submit":"2023-11-20T11:53:40","@eligible":"2023-11-20T11:53:41","@queue_wait":4,"time_limit":3600,`+
		`"tres_req":"cpu=1,mem=1000M"}}`+"\n", account.Options{})
	for f, want := range map[job.Field]int64{job.Wait: 5, job.Run: 7, job.Alloc: 4, job.ReqTime: 3600, job.Status: 1} {
		require.Equal(t, []int64{want}, l.Col[f].Values(), f.String())
	}
	require.Equal(t, []string{"ann"}, l.Import.Users)
}

// As flux jobs --json writes them: what it calls duration is the limit.
func TestRecordsOfFluxAreRead(t *testing.T) {
	l := records(t, `{"jobs": [{"t_submit": 1706608800.5, "t_run": 1706608860.25, "t_cleanup": 1706612460.5, "t_inactive": 1706612461.0,`+
		`"duration": 7200.0, "runtime": 3600.25, "ncores": 4, "nnodes": 1, "id": 12, "username": "ann", "state": "INACTIVE"},`+
		`{"t_submit": 1706608801.5, "duration": 7200.0, "runtime": 0.0, "ncores": 4, "id": 13, "state": "SCHED"}]}`, account.Options{})
	require.Equal(t, []int64{60}, l.Col[job.Wait].Values())
	require.Equal(t, []int64{3600}, l.Col[job.Run].Values())
	require.Equal(t, 1, l.Import.Dropped())
}

func TestWhatIsNoCellIsLeftOutAndSaid(t *testing.T) {
	l := records(t, `[{"job":1,"submit":5,"start":6,"run":7,"procs":8,"note":null,"steps":[{"id":0},{"id":1}],"tres":{"cpu":8}},
		{"job":2,"submit":5,"start":NaN,"run":7,"procs":8,"user":"a \"NaN\", b"},
		{"job":3,"submit":6,"start":6,"run":7,"procs":8,"tres":{"cpu":8}}]`, account.Options{})
	require.Equal(t, []int64{1, 0}, l.Col[job.Wait].Values())
	require.Contains(t, l.Import.Warnings, "3 members hold lists or objects, which are no cells of a table: left out, steps, tres")
	require.Equal(t, 1, l.Import.Dropped(), "a job without a start")
	text := ""
	for i := range maxSample + 2 {
		text += `{"job":` + strconv.Itoa(i) + `,"submit":5,"start":6,"run":7,"procs":8` + strings.Repeat(`,"limit":9`, i/maxSample) + "}\n"
	}
	l = records(t, text, account.Options{})
	require.Equal(t, maxSample+2, l.Len())
	require.Contains(t, l.Import.Warnings, "2 members hold values under names that the first records have not: left out, limit")
}

func TestABadRecordLosesNoOther(t *testing.T) {
	const good = `{"job":1,"submit":5,"start":6,"run":7,"procs":8}` + "\n"
	for text, why := range map[string]string{
		`{"job":2,"submit":5,"start":6,"ru` + "\n":                     "torn",
		`{"job":2,"submit":5,"start` + "\n":                            "torn",
		`{"job":2,"submit":5,"job":3}` + "\n":                          "twice",
		`{"job":2,"submit":oops,"start":6,"run":7}` + "\n":             "counted from this line",
		`{"job":2,"x":"` + strings.Repeat("x", 1<<20) + `"}` + "\n":    "more than a megabyte",
		`{"job":2,"submit":"soon","start":6,"run":7,"procs":8}` + "\n": "no time",
	} {
		l := records(t, good+text+strings.Replace(good, "1", "3", 1)+strings.Replace(good, "1", "4", 1), account.Options{})
		require.Equal(t, 3, l.Len(), why)
		require.Equal(t, 1, l.Bad, why)
		require.Equal(t, 2, l.Faults[0].Line, why)
		require.Contains(t, l.Faults[0].Why, why)
	}
	l := records(t, good+strings.Replace(good, "1", "2", 1)+`{"job":3,"submit":5,"st`, account.Options{})
	require.Contains(t, l.Faults[0].Why, "the file ends within this object")
	l = records(t, "["+good+","+good[:len(good)-1], account.Options{})
	require.Contains(t, l.Import.Warnings, "the file ends before its JSON does: it seems cut off, fetch or export it again")
}

func TestRecordsWithoutIDsInOneLineAreJobsEach(t *testing.T) {
	const one = `{"submit":5,"start":6,"run":7,"procs":8}`
	require.Equal(t, 3, records(t, "["+one+","+one+","+one+"]", account.Options{}).Len())
}

func TestAMatchSaysWhatMembersAre(t *testing.T) {
	const text = `[{"a": 5, "b, c": 2, "d": 3, "e": 4}]`
	_, err := accounttest.Read(text, NewRecords("x", account.Options{}))
	require.ErrorContains(t, err, "it has a, b, c, d, e: say which is which with --match")
	l := records(t, text, account.Options{Match: "submit=a,wait=#2,run=d:min,procs=e"})
	require.Equal(t, []int64{180}, l.Col[job.Run].Values())
	_, err = accounttest.Read(text, NewRecords("x", account.Options{Match: "submit=z"}))
	require.ErrorContains(t, err, "no column")
	fields := make([]string, job.NumFields)
	for f := range fields {
		fields[f] = `"` + job.Field(f).Key() + `": ` + strconv.Itoa(f+1)
	}
	all, err := accounttest.Read("[{"+strings.Join(fields, ",")+"}]", NewRecords("x", account.Options{}))
	require.NoError(t, err)
	require.Equal(t, []int64{2}, all.Col[job.Submit].Values(), "a log in the Standard Workload Format")
}

func TestWhatHoldsNoRecordsIsNotTaken(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", "[1, 2, 3]", `[[1,2,3],[4,5,6]]`, `{"clusters": [{"name": "a", "nodes": [1]}]}`,
		`{"processors": {"p": {}}, "nodes": {"n": {}}}`, `{"name": "x", "version": "1", "dependencies": {}}`, "; MaxProcs: 4\n",
		`{"jobs": [{"job_id": 1, "time": {"start": 1}, "state": {"current": "COMPLETED"}}]}`,
		`{"jobs": [{"account": "a", "accrue_time": 1, "array_job_id": 0, "job_state": "RUNNING", "submit_time": 5}]}`,
		`{"partitions": [{"name": "a", "nodes": 3, "state": "UP"}]}`, "job,submit\n1,2\n",
	} {
		require.False(t, SniffRecords([]byte(text)), text)
	}
	_, err := accounttest.Read(`[1]`, NewRecords("x", account.Options{}))
	require.ErrorContains(t, err, "no job")
	_, err = accounttest.Read(`{"job":{"0":1,"1":2},"submit":{"0":1}}`, NewRecords("x", account.Options{}))
	require.ErrorContains(t, err, "column \"submit\" has not the rows of the others")
}

func FuzzRecordsOfJSON(f *testing.F) {
	accounttest.Fuzz(f, func(string) job.Parser {
		r := NewRecords("x", account.Options{})
		r.shape = inLists
		return r
	}, `[{"job":1,"submit":5,"start":6,"run":7,"procs":8,"x":[1,{"$y":"z"}]}]`, `{"jobs":[{"a":NaN,"b":{"set":true,"number":2}`)
}
