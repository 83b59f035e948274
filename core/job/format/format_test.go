package format

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/account"

	"github.com/stretchr/testify/require"
)

// Each format says by its name whether a scheduler other than Slurm wrote it.
func TestFormatsOfOtherSchedulersAreToldFromSlurms(t *testing.T) {
	var list []string
	for _, f := range Formats() {
		if m := (job.Import{Format: f.Name}); m.BeyondSlurm() {
			list = append(list, f.Name)
		}
	}
	require.Equal(t, []string{"PBS accounting", "PBS jobs (qstat -xf)", "PBS jobs (qstat -xf -F json)", "LSF accounting (lsb.acct)",
		"Grid Engine accounting"}, list)
}

func TestNamesLoseTheirEndings(t *testing.T) {
	for file, want := range map[string]string{
		"KTH-SP2-1996-2.1-cln.swf.gz": "KTH-SP2-1996-2.1-cln",
		"x.SWF":                       "x", "x.swf.txt.GZ": "x", "x.tar.gz": "x.tar", "plain": "plain", ".gz": ".gz",
		".swf.gz": ".swf", "": "",
	} {
		require.Equal(t, want, Name(file), file)
	}
}

// recorder is a parser that keeps what it is given.
type recorder struct{ name, got string }

func (r *recorder) Write(b []byte) (int, error) { r.got += string(b); return len(b), nil }
func (r *recorder) Log() (*job.Log, error)      { return &job.Log{Name: r.name}, nil }

func TestTheFirstFormatThatKnowsTheFileReadsAllOfIt(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"JobID|User\n1|a\n", 0}, {"; MaxProcs: 4\n1 0", 1}, {"", 1}, {"J" + strings.Repeat("x", 3*Sniffed), 0}} {
		made := []*recorder{{}, {}}
		r := NewReader("a.txt.gz")
		r.formats = nil
		for i := range made {
			r.formats = append(r.formats, Format{Sniff: func(head []byte) bool { return strings.HasPrefix(string(head), "J") },
				New: func(name string, _ account.Options) job.Parser { made[i].name = name; return made[i] }})
		}
		l, err := job.ReadFrom(iotest.OneByteReader(strings.NewReader(c.text)), r)
		require.NoError(t, err)
		require.Equal(t, "a", l.Name)
		require.Equal(t, c.text, made[c.want].got)
		require.Empty(t, made[1-c.want].name)
	}
}

func TestEveryRealFileFindsItsReader(t *testing.T) {
	for file, want := range map[string]string{
		"slurm-xdmod-utc.psv.gz": "Slurm accounting (sacct)", "slurm-fixed-width.txt": "Slurm accounting (sacct)",
		"slurm-live-comma.csv":     "Slurm accounting (sacct)",
		"slurm-live-sacct.json.gz": "Slurm accounting (sacct --json)", "slurm-json-24.05.json": "Slurm accounting (sacct --json)",
		"pbs-mixed.log": "PBS accounting", "lsf-mixed.acct": "LSF accounting (lsb.acct)", "ge-mixed.acct": "Grid Engine accounting",
		"batsim-hpc-250.json.gz": "Batsim workload", "csv-aws-jobs.csv": "CSV", "csv-lumos-theta.csv.gz": "CSV",
	} {
		l, err := Read(bytes.NewReader(fixture.Bytes(t, "inputs", file)), file)
		require.NoError(t, err, file)
		require.Equal(t, want, l.Import.Format, file)
	}
	for _, file := range []string{"slurm-live-squeue.txt", "slurm-live-scontrol-node.txt"} {
		l, err := Read(bytes.NewReader(fixture.Bytes(t, "inputs", file)), file)
		require.Error(t, err, file)
		require.Nil(t, l.Import, "%s is no accounting file", file)
	}
	for text, want := range map[string]string{"\xff\xfeJ\x00o\x00b\x00I\x00D\x00": "UTF-16", "\x00\x00\x00": "binary",
		"JobID|Start\n\x00": "lacks columns"} {
		_, err := Read(strings.NewReader(text), "x")
		require.ErrorContains(t, err, want)
	}
	_, err := Read(bytes.NewReader(fixture.Bytes(t, "inputs", "slurm-partitions.json")), "x.json")
	require.ErrorContains(t, err, "--machine")
}

func TestAnSWFFileIsReadWithItsDigest(t *testing.T) {
	l, err := Read(strings.NewReader("; MaxProcs: 4\n1 0 0 10 2\n"), "x.swf.gz")
	require.NoError(t, err)
	require.Equal(t, 1, l.Len())
	require.Equal(t, "x", l.Name)
	require.Equal(t, job.DigestOf(l), l.Digest)
	_, err = Read(strings.NewReader("\x89PNG\r\n\x1a\n"), "x.png")
	require.ErrorContains(t, err, "picture")
}

// A log of more jobs than it may hold is refused while it is read, with the number
// and what to do.
func TestALogOfTooManyJobsIsRefusedInEveryFormat(t *testing.T) {
	lines := func(n int, f func(i int) string) (s string) {
		for i := range n {
			s += f(i)
		}
		return s
	}
	swf := lines(200, func(i int) string { return strconv.Itoa(i+1) + " 0 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1\n" })
	sacct := "JobID|Submit|Start|End|State|NCPUS\n" + lines(200, func(i int) string {
		return strconv.Itoa(i+1) + "|2026-01-01T00:00:00|2026-01-01T00:00:00|2026-01-01T00:01:00|COMPLETED|1\n"
	})
	for name, text := range map[string]string{"swf": swf, "sacct": sacct} {
		r := NewReader("log")
		r.Limit(150)
		_, err := job.ReadFrom(strings.NewReader(text), r)
		require.ErrorContains(t, err, "more than 150 jobs", name)
		require.ErrorContains(t, err, "give a part of it", name)
		r = NewReader("log")
		r.Limit(200)
		l, err := job.ReadFrom(strings.NewReader(text), r)
		require.NoError(t, err, name)
		require.Equal(t, 200, l.Len(), name)
	}
}

// A record that contradicts itself is counted, with the first line that does.
func TestContradictionsAreCountedWithTheirFirstLine(t *testing.T) {
	const head = "JobID|Submit|Start|End|ElapsedRaw|TimelimitRaw|ReqCPUS|AllocCPUS|State\n"
	const fine = "1|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|4|4|COMPLETED\n"
	for _, c := range []struct{ line, said string }{
		{"2|2026-03-01T00:01:30|2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|4|4|COMPLETED\n", "with a submit after the start"},
		{"2|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|3600|10|4|4|COMPLETED\n",
			"whose run time is longer than end minus start (one of the three is wrong)"},
		{"2|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|30|10|4|4|COMPLETED\n",
			"whose run time is shorter than end minus start (suspended for a time, or wrong)"},
		{"2|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|60|0|4|4|COMPLETED\n", "with a time limit of 0"},
		{"2|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|9|4|COMPLETED\n", "asked for more processors than they got"},
		{"2||2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|4|4|COMPLETED\n", "without a submit time"},
		{"1|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:03:00|120|10|4|4|COMPLETED\n", "share id, submit and start"},
	} {
		l, err := Read(strings.NewReader(head+fine+c.line), "x.psv")
		require.NoError(t, err)
		require.Equal(t, 2, l.Len(), c.said)
		notes := strings.Join(l.Import.Warnings, "\n")
		require.Contains(t, notes, "1 of 2 jobs "+c.said)
		require.Contains(t, notes, "(the first in line 3)", c.said)
	}
	for line, why := range map[string]string{
		"2|2026-02-30T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|4|4|COMPLETED\n": "no date",
		"2|46082.0007|2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|4|4|COMPLETED\n":          "a spreadsheet's count of days",
		"2|2026-03-01T00:00:00|1000000000000|2026-03-01T00:02:00|60|10|4|4|COMPLETED\n":       "no date",
		"2|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|60|10|4|four|DONE\n":   "no number",
	} {
		l, err := Read(strings.NewReader(head+fine+line), "x.psv")
		require.NoError(t, err)
		require.Equal(t, []int{1, 1}, []int{l.Len(), l.Bad}, "it costs its own row alone")
		require.Equal(t, 3, l.Faults[0].Line)
		require.Contains(t, l.Faults[0].Why, why)
	}
}

// Lines may end in LF, CR LF or CR alone, and a comment behind ; above the first record
// makes no file a log in the Standard Workload Format.
func TestTheFirstRecordDecidesWhateverEndsLines(t *testing.T) {
	const table = "JobID|Submit|Start|End|AllocCPUS|State\n1|2026-03-01T00:00:00|2026-03-01T00:01:00|2026-03-01T00:02:00|4|COMPLETED\n"
	const ended = "03/01/2026 00:02:00;E;1.s;user=ann ctime=1772323200 start=1772323260 end=1772323320 Resource_List.ncpus=4\n"
	for _, text := range []string{table, "; exported by hand\n" + ended} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			for _, size := range []int{1, 7, 1 << 20} {
				r := NewReader("x.txt")
				for rest := []byte(strings.ReplaceAll(text, "\n", end)); len(rest) > 0; {
					n := min(size, len(rest))
					_, err := r.Write(rest[:n])
					require.NoError(t, err)
					rest = rest[n:]
				}
				l, err := r.Log()
				require.NoError(t, err, "%q", end)
				require.Equal(t, []int64{60}, l.Col[job.Wait].Values())
				require.Equal(t, []int64{4}, l.Col[job.Alloc].Values())
			}
		}
	}
}

// Without a header the machine is the most that a log's jobs had at once, and half a
// processor is one.
func TestALogWithoutAHeaderTakesTheMostInUseAtOnce(t *testing.T) {
	l, err := Read(strings.NewReader("1 0 0 100 3.5 -1 -1 3.5 100 -1 1 1 1 1 1 1 -1 -1 9 9 9\n"+
		"2 0 10 100 5 -1 -1 5 100 -1 1 1 1 1 1 1 -1 -1\n3 0 200 100 6 -1 -1 6 100 -1 1 1 1 1 1 1 -1 -1\n"), "x.swf")
	require.NoError(t, err)
	require.Equal(t, []int64{4, 5, 6}, l.Col[job.Alloc].Values())
	require.Equal(t, job.Machine{Procs: 9, From: job.SizeInUse, Of: "processors"}, job.MachineOf(l, 0))
	require.Contains(t, l.Notes[0], "1 line has more than 18 fields (up to 21), the first in line 1: the first "+
		"18 count, the fifth as allocated processors")
	require.Contains(t, l.Notes[1], "processors rounded up")
}
