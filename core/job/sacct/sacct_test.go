package sacct

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/accounttest"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/lublin"
)

func parse(text string, o account.Options) (*job.Log, error) {
	return job.ReadFrom(strings.NewReader(text), New("x", o))
}

const head = "JobID|Submit|Start|End|State|AllocCPUS|JobName|Timelimit\n"

// line is a row of head.
func line(id, state, name string) string {
	return id + "|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|" + state + "|4|" + name + "|00:10:00\n"
}

func TestTheRecommendedCommandIsOneThatIsRead(t *testing.T) {
	_, names, _ := strings.Cut(Command, "-o ")
	tab, ok := named(strings.Split(names, ","))
	require.True(t, ok)
	require.Empty(t, tab.missing())
	for _, c := range tab.columns {
		require.NotZero(t, c.role, c.name)
		require.NotEqual(t, free, c.kind, c.name)
	}
	tab, _ = named(strings.Split(xdmod, ","))
	require.Empty(t, tab.missing())
}

func TestAnyDelimiterAndOrderOfColumnsIsRead(t *testing.T) {
	rows := [][]string{
		{"state", "jobid", "START", "Submit", "ElapsedRaw", "AllocTRES", "TimelimitRaw", "User", "Account"},
		{"CD", "7", "1700001000", "1700000990", "50", "billing=9,cpu=8,node=2", "10", "ann", "bio"},
		{"CANCELLED by 1000", "8", "1700001010", "1700000990", "5", "cpu=4,node=1", "Partition_Limit", "bob", "bio"},
		{"OUT_OF_ME+", "9", "1700001020", "1700000990", "0", "cpu=2,node=1", "UNLIMITED", "ann", "chem"},
	}
	for _, d := range []string{"|", "\t", ";", ",", "||", "; "} {
		if d == "," || d == "; " {
			rows[1][5], rows[2][5], rows[3][5] = "cpu=8", "cpu=4", "cpu=2"
		}
		for _, end := range []string{"\n", "\r\n", d + "\n"} {
			text := "\xef\xbb\xbf# exported\n\n"
			for _, r := range rows {
				text += strings.Join(r, d) + end
			}
			l, err := parse(text, account.Options{})
			require.NoError(t, err, "%q", d)
			require.Equal(t, []int64{50, 5, 0}, l.Col[job.Run].Values())
			require.Equal(t, []int64{8, 4, 2}, l.Col[job.Alloc].Values())
			require.Equal(t, []int64{600, -1, -1}, l.Col[job.ReqTime].Values())
			require.Equal(t, []int64{1, 5, 0}, l.Col[job.Status].Values())
			require.Equal(t, []int64{1, 2, 1}, l.Col[job.User].Values())
			require.Equal(t, []int64{1, 1, 2}, l.Col[job.Group].Values())
			require.Equal(t, []string{"ann", "bob"}, l.Import.Users)
			require.Equal(t, []int64{4, 5, 6}, l.Line.Values())
		}
	}
}

func TestATableWithoutHeaderAsksForItsColumns(t *testing.T) {
	row := strings.TrimPrefix(line("1", "COMPLETED", "a"), "")
	_, err := parse(row, account.Options{})
	require.ErrorContains(t, err, "--columns")
	l, err := parse(row, account.Options{Columns: strings.ReplaceAll(strings.TrimSpace(head), "|", ",")})
	require.NoError(t, err)
	require.Equal(t, 1, l.Len())
	xd := "7|7|c|p|q|a|g|1|u|2|2026-11-21T16:00:00|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|00:00:50|0:0|COMPLETED|1|4|4|0n||cpu=4|00:10:00|n1|job\n"
	require.True(t, Sniff([]byte(xd)))
	l, err = parse(xd, account.Options{})
	require.NoError(t, err)
	require.Equal(t, "columns", l.Import.Guesses[0].Switch)
	require.Equal(t, int64(50), l.Col[job.Run].At(0))
}

func TestIdsTellJobsTasksComponentsAndSteps(t *testing.T) {
	for text, want := range map[string]struct {
		tasks int
		step  bool
	}{
		"123": {}, "123_4": {}, "123+1": {}, "123_[1-10%2]": {10, false}, "123_[1,5,9-20:2]": {8, false}, "123_4+": {}, "9738210+": {},
		"123.0": {0, true}, "123.batch": {0, true}, "123.ba+": {0, true}, "123_4.0": {0, true}, "123+1.extern": {0, true},
	} {
		var tasks account.Tasks
		x, ok := identify([]byte(text), &tasks)
		require.True(t, ok, text)
		require.Equal(t, want.step, x.step, text)
		require.Equal(t, want.tasks, tasks.N, text)
	}
	for _, text := range []string{"", "job", "12x", "1_", "1_x", "1_[9-1]", "1__2", "1_2x", "-4"} {
		var tasks account.Tasks
		_, ok := identify([]byte(text), &tasks)
		require.False(t, ok, text)
	}
	seen := map[int64]string{}
	for _, text := range []string{"1", "2", "1_1", "1_2", "2_1", "1+1", "1_1+1", "1_[1]", "12345+"} {
		var tasks account.Tasks
		x, _ := identify([]byte(text), &tasks)
		require.Empty(t, seen[x.key], text)
		seen[x.key] = text
	}
}

func TestFreeTextThatTearsARecordIsPutTogether(t *testing.T) {
	before, after := line("1", "COMPLETED", "plain"), line("3", "FAILED", "plain")
	for _, name := range []string{"a|b", "a|b|c||", "two\nlines", "two\nlines|and\n|more", "\n\n|"} {
		l, err := parse(head+before+line("2", "TIMEOUT", name)+after, account.Options{})
		require.NoError(t, err, "%q", name)
		require.Equal(t, []int64{1, 0, 0}, l.Col[job.Status].Values(), "%q", name)
		require.Zero(t, l.Bad, "%q", name)
		require.Contains(t, strings.Join(l.Import.Words(), "\n"), "1 record was torn", "%q", name)
	}
}

func TestATornRecordWithTwoReadingsIsBad(t *testing.T) {
	text := "JobID|JobName|Account|Submit|Start|End|State|AllocCPUS\n" + // the name, or the account behind it?
		"1|a|b|c|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|COMPLETED|4\n" +
		"2|a|b|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|COMPLETED|4\n"
	l, err := parse(text, account.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, l.Len(), "the account has one place: the last before the dates")
	text = strings.ReplaceAll(text, "Account|Submit", "Comment|Submit")
	text = strings.Replace(text, "JobID|JobName", "JobID|JobName", 1)
	l, err = parse(text, account.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, l.Len(), "neither text counts")
	text = "JobID|JobName|User|Comment|Submit|Start|End|State|AllocCPUS\n" +
		"1|a|b|c|d|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|COMPLETED|4\n" +
		"2|a|ann|c|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|COMPLETED|4\n"
	l, err = parse(text, account.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, l.Len())
	require.Equal(t, 2, l.Faults[0].Line)
	require.Contains(t, l.Faults[0].Why, "10 columns where the header names 9")
}

func TestWhatCannotBeReadNamesItsPlaceAndARemedy(t *testing.T) {
	good := line("1", "COMPLETED", "a")
	for _, c := range []struct{ bad, field, why string }{
		{strings.Replace(good, "2026-11-21T16:00:10", "Ystday 10:00", 1), "Start", "export with TZ=UTC"},
		{strings.Replace(good, "00:10:00", "soon", 1), "Timelimit", "UNLIMITED"},
		{strings.Replace(good, "00:10:00", "10", 1), "Timelimit", "UNLIMITED"},
		{strings.Replace(good, "00:10:00", "10:00", 1), "Timelimit", "UNLIMITED"},
		{strings.Replace(good, "00:10:00", "5-3", 1), "Timelimit", "UNLIMITED"},
		{strings.Replace(good, "00:10:00", "00:61:00", 1), "Timelimit", "UNLIMITED"},
		{strings.Replace(good, "00:10:00", "1-24:00:00", 1), "Timelimit", "UNLIMITED"},
		{strings.Replace(good, "2026-11-21T16:00:10", "1970-01-01T01:00:00", 1), "Start", "export with TZ=UTC"},
		{"10113531011409" + good, "JobID", "no id"},
		{"1.5x" + good[1:], "JobID", "no id"},
		{"x" + good, "JobID", "no id"},
		{"1|2\n", "", "2 columns where the header names 8"},
		{strings.Repeat("x", account.MaxLine+1) + "\n", "", "longer than"},
		{"\x00\x00|\xff\n", "", "columns"},
	} {
		l, err := parse(head+good+c.bad+line("2", "COMPLETED", "a"), account.Options{})
		require.NoError(t, err, c.bad[:4])
		require.Equal(t, 2, l.Len(), c.bad[:4])
		require.Equal(t, 1, l.Bad, c.bad[:4])
		require.Equal(t, 3, l.Faults[0].Line)
		require.Equal(t, c.field, l.Faults[0].Field)
		require.Contains(t, l.Faults[0].Why, c.why)
		require.LessOrEqual(t, len(l.Faults[0].Text), 60)
	}
	for text, want := range map[string]string{
		head: "without any record",
		head + strings.Replace(good, "2026-11-21T16:00:10", "Ystday 10:00", 1): "could not be read; the first is in " +
			"line 2, Start \"Ystday 10:00\"",
		head + line("1.batch", "COMPLETED",
			"a"): "none is a job that ran (1 parts of others)",
		head + strings.ReplaceAll(line("1", "CANCELLED by 7", "a"), "2026-11-21T16:00:10", "None"): "1 never started",
		"JobID|State\n1|COMPLETED\n": "lacks columns: Submit, Start, End " +
			"or ElapsedRaw, AllocCPUS",
		"JobID Submit Start End State NCPUS\n1 2 3 4 CD 5\n": "no line of dashes",
	} {
		l, err := parse(text, account.Options{})
		require.ErrorContains(t, err, want)
		require.NotNil(t, l)
	}
}

func TestFieldsThatContradictEachOtherAreNoRecord(t *testing.T) {
	const head = "JobID|JobIDRaw|Submit|Start|End|TimelimitRaw|ReqTRES|State|AllocCPUS\n"
	const good = "1|1|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|10|cpu=4,mem=1G|COMPLETED|4\n" +
		"1.batch|1.batch|2026-11-21T16:00:10|2026-11-21T16:00:10|2026-11-21T16:01:00||cpu=4|COMPLETED|4\n" +
		"2_[1-2]|9|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|Partition_Limit|cpu=4,mem=1G|COMPLETED|4\n"
	for change, field := range map[[2]string]string{
		{"1|1|", "1.5|1|"}: "JobIDRaw", {"1|1|", "11|1|"}: "JobIDRaw", {"1.batch|1.batch", "1.batch|1"}: "JobIDRaw",
		{"|10|", "|1.5|"}: "TimelimitRaw", {"|10|", "|5-3|"}: "TimelimitRaw", {"|10|", "|00:10:00|"}: "TimelimitRaw",
		{"cpu=4,mem", "cpu=x,mem"}: "ReqTRES", {"cpu=4,mem=1G", "1024M"}: "ReqTRES", {"|4\n", "|4.5\n"}: "AllocCPUS",
	} {
		l, err := parse(head+good+strings.Replace(good, change[0], change[1], 1), account.Options{})
		require.NoError(t, err)
		require.Equal(t, 1, l.Bad, change)
		require.Equal(t, field, l.Faults[0].Field, change)
	}
}

// Below another job, or below none, the job's own record is missing or has another number.
func TestStepsBelowAnotherJobAreCounted(t *testing.T) {
	l, err := parse(head+line("1", "COMPLETED", "a")+line("1.batch", "COMPLETED", "a")+line("2.0", "COMPLETED", "a")+
		line("2.1", "COMPLETED", "a")+line("3", "RUNNING", "a")+line("3.0", "RUNNING", "a"), account.Options{})
	require.NoError(t, err)
	require.Contains(t, l.Import.Warnings, "2 steps do not stand below the record of the job (the first in line 4): it is missing, or its "+
		"number is wrong")
}

func TestAnUnknownStateIsKeptAndSaid(t *testing.T) {
	l, err := parse(head+line("1", "DANCED", "a"), account.Options{})
	require.NoError(t, err)
	require.Equal(t, []int64{-1}, l.Col[job.Status].Values())
	require.Contains(t, strings.Join(l.Import.Words(), "\n"), `"DANCED"`)
}

// written is a table that sacct would print of a log.
func written(l *job.Log, zone *time.Location, fixed bool) string {
	names := []string{"JobID", "User", "Group", "Partition", "QOS", "Submit", "Start", "End", "ElapsedRaw", "TimelimitRaw", "ReqCPUS",
		"AllocCPUS", "State"}
	unix, _ := l.Header.Int("UnixStartTime")
	var b strings.Builder
	put := func(values []string) {
		for i, v := range values {
			if fixed {
				fmt.Fprintf(&b, "%24s ", v)
			} else if i > 0 {
				b.WriteString("|" + v)
			} else {
				b.WriteString(v)
			}
		}
		b.WriteByte('\n')
	}
	put(names)
	if fixed {
		put(slicesRepeat(strings.Repeat("-", 24), len(names)))
	}
	state := map[int64]string{1: "COMPLETED", 0: "FAILED", 5: "CANCELLED by 0"}
	for i := range l.Len() {
		at := func(f job.Field) int64 { return l.Col[f].At(i) }
		date := func(sec int64) string { return time.Unix(unix+sec, 0).In(zone).Format("2006-01-02T15:04:05") }
		number := func(n int64) string {
			if n < 0 {
				return ""
			}
			return strconv.FormatInt(n, 10)
		}
		start := at(job.Submit) + at(job.Wait)
		put([]string{number(at(job.ID)), "u" + number(at(job.User)), "g" + number(at(job.Group)), number(at(job.Partition)),
			number(at(job.Queue)),
			date(at(job.Submit)), date(start), date(start + at(job.Run)), number(at(job.Run)), number(at(job.ReqTime) / 60),
			number(at(job.ReqProcs)), number(at(job.Alloc)), state[at(job.Status)]})
	}
	return b.String()
}

func slicesRepeat(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

func TestATableMadeOfALogComesBackTheSame(t *testing.T) {
	l, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 3000, Seed: 5})
	require.NoError(t, err)
	l.Header.Pairs = append([]job.Pair{{Key: "UnixStartTime", Value: "1700000000"}}, l.Header.Pairs...)
	rng := rand.New(rand.NewPCG(1, 1))
	first := l.Col[job.Submit].At(0)
	users, groups := map[int64]int64{}, map[int64]int64{}
	sampled := l
	l = &job.Log{Name: sampled.Name, Header: sampled.Header}
	for row := range sampled.Rows() {
		row[job.Submit] -= first
		row[job.Wait] = rng.Int64N(5000)
		row[job.ReqTime] = max(60, row[job.ReqTime]/60*60)
		row[job.ReqProcs] = row[job.Alloc]
		row[job.Status] = []int64{1, 0, 5}[rng.IntN(3)]
		for f, known := range map[job.Field]map[int64]int64{job.User: users, job.Group: groups} {
			n := &row[f]
			if _, ok := known[*n]; !ok {
				known[*n] = int64(len(known) + 1)
			}
			*n = known[*n]
		}
		row[job.Partition], row[job.Queue] = 1, 1
		l.Add(row, l.Len()+1)
	}
	for _, zone := range []string{"UTC", "Asia/Kathmandu"} {
		z, err := time.LoadLocation(zone)
		if err != nil {
			t.Logf("no table of time zones here: %s is left out", zone)
			continue
		}
		for _, fixed := range []bool{false, true} {
			back, err := parse(written(l, z, fixed), account.Options{Zone: zone})
			require.NoError(t, err)
			for f := range l.Col {
				if f := job.Field(f); f != job.Executable {
					require.Equal(t, l.Col[f], back.Col[f], "%s %s", zone, f)
				}
			}
		}
	}
}

func parseJSON(text string) (*job.Log, error) {
	return job.ReadFrom(strings.NewReader(text), NewJSON("x", account.Options{}))
}

// answer is a job as an answer has it, with some members before the rest.
func answer(members string) string {
	return "{" + members +
		`"allocation_nodes": 1, "nodes": "n1", "user": "ann", "partition": "batch", "qos": "q", "steps": [{"a": [{}]}, {"b": "]}"}]}`
}

func TestEveryLayoutOfAnAnswerGivesTheSameJob(t *testing.T) {
	for _, text := range []string{
		`"job_id": 7, "time": {"submission": 1600001000, "start": 1600001010, "end": 1600001060, "elapsed": 50, "limit": 10}, "state": {"current": "COMPLETED"}, "required": {"CPUs": 4},`,
		`"job_id": 7, "time": {"submission": 1600001000, "start": 1600001010, "end": {"set": true, "infinite": false, "number": 1600001060}, "elapsed": 50, "limit": {"set": true, "infinite": false, "number": 10}},
		"state": {"current": ["COMPLETED", "X"]}, "required": {"CPUs": 4}, "tres": {"allocated": [{"type": "cpu", "count": 4}, {"type": "energy", "count": -2}]},`,
	} {
		l, err := parseJSON(`{"meta": {"jobs": 3, "x": "\"jobs\": [{}]"}, "jobs": [` + answer(text) + `], "errors": []}`)
		require.NoError(t, err)
		require.Equal(t, 1, l.Import.Records)
		require.Equal(t, 2, l.Import.Steps)
		for f, want := range map[job.Field]int64{job.Wait: 10, job.Run: 50, job.Alloc: 4, job.ReqProcs: 4, job.ReqTime: 600,
			job.Status: 1} {
			require.Equal(t, []int64{want}, l.Col[f].Values(), f.String())
		}
	}
	for limit, want := range map[string]int64{`0`: -1, `null`: -1, `{"set": false, "infinite": false, "number": 5}`: -1,
		`{"set": true, "infinite": true, "number": 0}`: -1, `5`: 300} {
		l, err := parseJSON(`{"jobs": [` + answer(`"job_id": 7, "time": {"submission": 1600001000, "start": 1600001010, "end": 1600001060, "limit": `+limit+
			`}, "state": {"current": "FAILED"}, "required": {"CPUs": 4},`) + `]}`)
		require.NoError(t, err)
		require.Equal(t, []int64{want}, l.Col[job.ReqTime].Values(), limit)
	}
}

func TestAnAnswerThatCannotBeReadSaysWhere(t *testing.T) {
	good := answer(`"job_id": 7, "time": {"submission": 1600001000, "start": 1600001010, "end": 1600001060}, "state": {"current": "COMPLETED"}, "required": {"CPUs": 4},`)
	for _, c := range []struct{ bad, why string }{
		{`{"job_id": 8, "x" 5}`, "colon"},
		{`{"name": "no number"}`, "without a number"},
		{strings.Replace(good, `{"current": "COMPLETED"}`, `"COMPLETED"`, 1), "not what sacct writes"},
		{strings.Replace(good, `{"current": "COMPLETED"}`, `{}`, 1), "not what sacct writes"},
		{strings.Replace(good, `"state"`, `"stat"`, 1), "not what sacct writes"},
		{strings.Replace(good, `1600001010`, `"1600001010"`, 1), "not what sacct writes"},
		{strings.Replace(good, `1600001010`, `1010`, 1), "before 1973"},
		{strings.Replace(good, `1600001010`, `[1600001010]`, 1), "not what sacct writes"},
		{strings.Replace(good, `1600001010`, `{"set": 1, "number": 1600001010}`, 1), "not what sacct writes"},
		{strings.Replace(good, `"CPUs": 4`, `"CPUs": 4.5`, 1), "not what sacct writes"},
		{strings.Replace(good, `{"CPUs": 4}`, `4`, 1), "not what sacct writes"},
		{strings.Replace(good, `"required"`, `"tres": {"allocated": [{"type": "cpu", "count": "16"}]}, "required"`, 1), "not what sacct writes"},
		{strings.Replace(good, `"required"`, `"tres": [], "required"`, 1), "not what sacct writes"},
		{`{"job_id": 8, "x": "` + strings.Repeat("y", account.MaxLine) + `"}`, "megabyte"},
	} {
		l, err := parseJSON("{\n\"jobs\": [\n" + good + ",\n" + c.bad + ",\n" + strings.Replace(good, "7", "9", 1) + "]}\n")
		require.NoError(t, err, c.why)
		require.Equal(t, 2, l.Len())
		require.Equal(t, 1, l.Bad)
		require.Equal(t, 4, l.Faults[0].Line)
		require.Contains(t, l.Faults[0].Why, c.why)
	}
	whole := `{"jobs": [` + good + "," + good
	l, err := parseJSON(whole[:len(whole)-20])
	require.NoError(t, err)
	require.Equal(t, 1, l.Bad)
	require.Contains(t, l.Faults[0].Why, "ends within this job")
	for text, want := range map[string]string{
		`{"jobs": []}`: "without any record", `{"slurm": 1, "x": "`: "without any record",
		`{"jobs": [{"job_state": "RUNNING"}]}`: "squeue --json",
	} {
		_, err = parseJSON(text)
		require.ErrorContains(t, err, want)
	}
}

func FuzzInputs(f *testing.F) {
	zone := account.Options{Zone: "America/New_York"}
	accounttest.Fuzz(f, func(text string) job.Parser {
		if strings.HasPrefix(text, "{") {
			p := NewJSON("x", zone)
			p.KeepJobs(func(Job) {})
			return p
		}
		return New("x", zone)
	}, head+line("1", "COMPLETED", "a")+line("2_[1-3]", "TIMEOUT", "b|c")+"x\n", "JobID Start Submit End State NCPUS\n----- ----- ------ "+
		"--- ----- -----\n1 5 4 9 CD 3\n",
		"JobID,Submit,Start,Elapsed,State,AllocTRES\n1+2,1000,None,00:00:00,CA,\n",
		`{"jobs": [`+
			answer(`"job_id": 7, "time": {"submission": 1600001000, "start": 1600001010, "end": 1600001060}, "state": {"current": "COMPLETED"}, "required": {"CPUs": 4},`)+
			`]}`)
}

func BenchmarkTable(b *testing.B) {
	l, err := lublin.Sample(lublin.Config{Procs: 256, Jobs: 100_000, Seed: 1})
	require.NoError(b, err)
	text := written(l, time.UTC, false)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		_, err := parse(text, account.Options{})
		require.NoError(b, err)
	}
}

// Two rows that each lack a cell are two records that can't be read, and no record of both: not one below the other, not in one
// line. What free text tore is put together as before, also where it goes on with a number.
func TestTwoShortRowsAreNoRecord(t *testing.T) {
	const head = "JobIDRaw|User|JobName|QOS|Submit|Start|End|ElapsedRaw|AllocCPUS|State|Comment\n"
	row := func(id, name string) string {
		return id + "|ann|" + name + "|normal|2024-01-30T10:00:00|2024-01-30T10:01:00|2024-01-30T11:01:00|3600|4|COMPLETED|x y\n"
	}
	short := func(id string) string { return strings.Replace(row(id, "j"), "|normal", "", 1) }
	cut := func(id string, fields int) string {
		return strings.Join(strings.SplitN(row(id, "j"), "|", 12)[:fields], "|") + "\n"
	}
	for text, want := range map[string][2]int{ // jobs and records that can't be read
		short("1") + short("2"):                                   {0, 2},
		short("1") + short("2") + short("3") + row("4", "j"):      {1, 3},
		row("1", "j") + short("2") + row("3", "j"):                {2, 1},
		cut("1", 3) + short("2") + row("3", "j"):                  {1, 2},
		cut("1", 5) + short("2") + row("3", "j"):                  {1, 2},
		strings.TrimSpace(short("1")) + short("2"):                {0, 1},
		strings.TrimSpace(row("1", "j")) + row("2", "j"):          {0, 1},
		strings.TrimSpace(row("1", "j")) + "|" + row("2", "j"):    {0, 1},
		row("1", "a|b") + row("2", "a\nb") + row("3", "a\n7 b|c"): {3, 0},
		row("1", "a\n2024-01-30T10:00") + row("2", "3\n7b"):       {2, 0},
	} {
		l, _ := parse(head+text, account.Options{})
		require.Equal(t, want, [2]int{l.Import.Jobs, l.Bad}, text)
	}
}
