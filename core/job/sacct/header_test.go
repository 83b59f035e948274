package sacct_test

import (
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

// told reads a text, and says what each job asked for.
func told(t *testing.T, text string, o account.Options) (l *job.Log, runs, limits []int64) {
	t.Helper()
	l, err := job.ReadFrom(strings.NewReader(text), format.NewReaderWith("t", o))
	require.NoError(t, err)
	accounttest.Lawful(t, l, err)
	return l, l.Col[job.Run].Values(), l.Col[job.ReqTime].Values()
}

func fault(t *testing.T, name string) string {
	t.Helper()
	return string(fixture.Bytes(t, "inputs", "faults", "tables", name))
}

const (
	head  = "JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|State\n"
	job1  = "1|2024-01-30T10:00:00|2024-01-30T10:01:00|2024-01-30T11:01:00|3600|120|4|COMPLETED\n"
	job2  = "2|2024-01-31T10:00:00|2024-01-31T10:00:00|2024-01-31T10:30:00|1800|60|2|COMPLETED\n"
	moved = "State|TimelimitRaw|ElapsedRaw|JobID|Submit|Start|End|AllocCPUS\n" +
		"COMPLETED|120|3600|3|2024-02-01T10:00:00|2024-02-01T10:02:00|2024-02-01T11:02:00|4\n"
)

func TestWhatFollowsAnotherHeaderIsReadByIt(t *testing.T) {
	for name, text := range map[string]string{"bars": fault(t, "two-headers.psv"),
		"the first again": head + job1 + moved + head + strings.Replace(job2, "2|", "4|", 1),
		"commas":          head + job1 + strings.ReplaceAll(moved, "|", ",")} {
		l, runs, limits := told(t, text, account.Options{})
		require.GreaterOrEqual(t, len(runs), 2, name)
		require.Zero(t, l.Bad, name)
		require.Contains(t, strings.Join(l.Import.Words(), "\n"), "is another header", name)
		for i := range runs {
			require.Equal(t, 2*runs[i], limits[i], name)
		}
	}
	_, runs, _ := told(t, fault(t, "two-headers.psv"), account.Options{})
	require.Equal(t, []int64{3600, 1800, 3600, 1800}, runs)
	l, runs, _ := told(t, head+job1+"JobID|Submit|Start|State\n3|2024-02-01T10:00:00|2024-02-01T10:02:00|COMPLETED\n", account.Options{})
	require.Len(t, runs, 1, "a later header that lacks columns loses nothing before it")
	require.Equal(t, 1, l.Bad)
	require.Contains(t, l.Faults[0].Why, "lacks columns")
}

func TestTheReplayReadsByTheLastHeader(t *testing.T) {
	list := lives(t, sacct.New("t", account.Options{}), []byte("JobID|Account|Submit|Start|End|AllocCPUS|State\n"+
		"1|x|2024-01-30T10:00:00|2024-01-30T10:01:00|2024-01-30T11:01:00|4|COMPLETED\n"+
		"JobID|Submit|Start|End|AllocCPUS|State|Account\n"+
		"2|2024-01-30T10:00:00|2024-01-30T10:01:00|2024-01-30T11:01:00|4|COMPLETED|y\n"))
	require.Equal(t, []string{"x", "y"}, []string{list[0].Account, list[1].Account})
}

func TestLinesBeforeTheHeaderArePassedOver(t *testing.T) {
	for name, text := range map[string]string{"a message": fault(t, "line-before-header.psv"),
		"a banner": "*****\n* Welcome to a | machine *\n*****\n\n" + head + job1 + job2,
		"a name":   "==> jan.psv <==\n" + head + job1 + job2} {
		l, runs, limits := told(t, text, account.Options{})
		require.Equal(t, []int64{3600, 1800}, runs, name)
		require.Equal(t, []int64{7200, 3600}, limits, name)
		require.Contains(t, strings.Join(l.Import.Words(), "\n"), "before the header", name)
	}
	p := sacct.New("t", account.Options{})
	_, err := p.Write([]byte("a banner\nand no table\n"))
	require.NoError(t, err)
	_, err = p.Log()
	require.ErrorContains(t, err, "without the line that names its columns")
}

func TestHeadingsThatSacctCutAreKnown(t *testing.T) {
	l, _, limits := told(t, "JobID Submit              Start               End                 ElapsedRaw TimelimitR AllocCP      State \n"+
		"----- ------------------- ------------------- ------------------- ---------- ---------- ------- ---------- \n"+
		"1     2024-01-30T10:00:00 2024-01-30T10:01:00 2024-01-30T11:01:00       3600        120       4  COMPLETED \n", account.Options{})
	require.Equal(t, []int64{7200}, limits)
	require.Equal(t, int64(4), l.Col[job.Alloc].At(0))
}

func TestABarMayEndEachLineOfATableWithoutHeader(t *testing.T) {
	o := account.Options{Columns: "jobid,exitcode,state,ncpus,elapsed,totalcpu,submit,start,end,maxrss,maxvmsize"}
	_, runs, _ := told(t, fault(t, "sacct-n-p.psv"), o)
	require.Equal(t, []int64{60, 3700}, runs)
	o.Columns = "JobID%20,Submit,Start,End,ElapsedRaw,TimelimitRaw%12,AllocCPUS,State%30"
	_, runs, limits := told(t, strings.ReplaceAll(job1+job2, "\n", "|\n"), o)
	require.Equal(t, []int64{3600, 1800}, runs)
	require.Equal(t, []int64{7200, 3600}, limits)
}

func TestWhatPandasMadeOfATableIsRead(t *testing.T) {
	l, runs, limits := told(t, fault(t, "pandas-floats.csv"), account.Options{})
	require.Equal(t, []int64{3600, 1800}, runs)
	require.Equal(t, []int64{7200, -1}, limits)
	require.Equal(t, []int64{4, 2}, l.Col[job.Alloc].Values())
	l, runs, limits = told(t, "JobID,Submit,Start,End,Elapsed,Timelimit,AllocCPUS,State\n"+
		"1000.0,2024-01-30 10:00:00,2024-01-30 10:01:00,2024-01-30 11:01:00,0 days 01:00:00,1 days 02:00:00,4.0,COMPLETED\n"+
		"1001.0,2024-01-30 10:00:00,NaT,2024-01-30 11:01:00,0 days 00:00:00,NaT,4.0,CANCELLED\n", account.Options{})
	require.Equal(t, []int64{3600}, runs)
	require.Equal(t, []int64{26 * 3600}, limits)
	require.Equal(t, map[string]int{"never started": 1}, accounttest.Left(l))
	for _, by := range []string{",", "\t"} {
		text := ",JobID,User,Submit,Start,End,AllocCPUS,State\n" +
			"0,1000,nan,2024-01-30 10:00:00,2024-01-30 10:01:00,2024-01-30 11:01:00,4,COMPLETED\n" +
			"1,1001,b,2024-01-30 10:00:00,2024-01-30 10:01:00,2024-01-30 10:31:00,4,COMPLETED\n"
		l, runs, _ = told(t, strings.ReplaceAll(text, ",", by), account.Options{})
		require.Equal(t, []int64{3600, 1800}, runs, "with pandas' index")
		require.Equal(t, []string{"b"}, l.Import.Users, "and a user who is none")
	}
	l, _, _ = told(t, head+job1+strings.Replace(job1, "1|", "1.0|", 1), account.Options{})
	require.Equal(t, 1, l.Import.Steps, "a step is one where no number is written so")
}

func TestTimesWithAndWithoutZoneAreSaid(t *testing.T) {
	l, _, _ := told(t, fault(t, "some-offsets.psv"), account.Options{})
	notes := strings.Join(l.Import.Words(), "\n")
	require.Contains(t, notes, "3 of 6 times name no zone; their clock")
	require.Contains(t, notes, "3 of 6 times name no zone (the first in line 3), read as UTC; the others name one or "+
		"count seconds from 1970")
	l, _, _ = told(t, head+job1+job2, account.Options{})
	require.NotContains(t, strings.Join(l.Import.Words(), "\n"), "the others name one")
}

// Columns that are told beside a header that names them would change nothing: they are refused, as of a table.
func TestColumnsBesideAHeaderAreRefused(t *testing.T) {
	o := account.Options{Columns: "JobID,Submit,Start,End,ElapsedRaw,TimelimitRaw,AllocCPUS,State"}
	for text, line := range map[string]string{
		head + job1:                  "--columns: line 1 names the columns of this output of sacct. Leave --columns out",
		"sacct: warning\n" + moved:   "--columns: line 2 names",
		"\n" + moved + head + job1:   "--columns: line 2 names",
		fault(t, "two-headers.psv"):  "--columns: line 1 names",
		"JobID  Submit  State\n----": "--columns: line 1 names",
	} {
		_, err := job.ReadFrom(strings.NewReader(text), sacct.New("t", o))
		require.ErrorContains(t, err, line, text)
	}
	l, runs, _ := told(t, job1+moved, o)
	require.Equal(t, []int64{3600, 3600}, runs, "a header behind records is that of another export")
	require.Contains(t, strings.Join(l.Import.Words(), "\n"), "line 2 is another header")
}

// The names of files that head and tail write above each of several exports are passed over, and counted.
func TestNamesOfFilesBetweenExportsArePassedOver(t *testing.T) {
	const title = "==> 2024-0%.psv <==\n"
	l, runs, limits := told(t, title+head+job1+"\n"+title+head+job2+"\n"+title+moved, account.Options{})
	require.Equal(t, []int64{3600, 1800, 3600}, runs)
	require.Equal(t, []int64{7200, 3600, 7200}, limits)
	require.Zero(t, l.Bad)
	require.Equal(t, 3, l.Import.Records)
	require.Contains(t, strings.Join(l.Import.Words(), "\n"), `3 lines before headers were skipped, the first: "==> 2024-0%.psv <=="`)
	l, runs, _ = told(t, job1+title+job2, account.Options{Columns: strings.ReplaceAll(strings.TrimSpace(head), "|", ",")})
	require.Len(t, runs, 2)
	require.Zero(t, l.Bad)
}
