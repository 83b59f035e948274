package format

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	writer "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// packed is a table as pandas would write it with to_parquet: columns of numbers, dates and texts, empty cells none.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = rune(text[strings.IndexFunc(text, func(r rune) bool { return r == ',' || r == '|' || r == ';' })])
	list, err := in.ReadAll()
	require.NoError(t, err)
	root := writer.Group{}
	types := map[string]func(cell string) (writer.Value, bool){}
	for at, name := range list[0] {
		for _, kind := range []struct {
			node writer.Node
			of   func(cell string) (writer.Value, bool)
		}{{writer.Int(64), whole}, {writer.Leaf(writer.DoubleType), real},
			{writer.TimestampAdjusted(writer.Microsecond, false), date}, {writer.String(), words}} {
			if !slices.ContainsFunc(list[1:], func(row []string) bool {
				_, is := kind.of(row[at])
				return !is && row[at] != ""
			}) {
				root[name], types[name] = writer.Optional(writer.Compressed(kind.node, &writer.Snappy)), kind.of
				break
			}
		}
	}
	var b bytes.Buffer
	w := writer.NewWriter(&b, writer.NewSchema("jobs", root))
	for _, cells := range list[1:] {
		row := writer.Row{}
		for at, field := range root.Fields() {
			v, level := writer.NullValue(), 0
			if cell := cells[slices.Index(list[0], field.Name())]; cell != "" {
				v, _ = types[field.Name()](cell)
				level = 1
			}
			row = append(row, v.Level(0, level, at))
		}
		_, err := w.WriteRows([]writer.Row{row})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func whole(cell string) (writer.Value, bool) {
	n, err := strconv.ParseInt(cell, 10, 64)
	return writer.ValueOf(n), err == nil
}

func real(cell string) (writer.Value, bool) {
	x, err := strconv.ParseFloat(cell, 64)
	return writer.ValueOf(x), err == nil
}

func date(cell string) (writer.Value, bool) {
	for _, form := range []string{time.DateTime, "2006-01-02T15:04:05"} { // a fraction is read, too
		if at, err := time.Parse(form, cell); err == nil {
			return writer.ValueOf(at.UnixMicro()), true
		}
	}
	return writer.Value{}, false
}

func words(cell string) (writer.Value, bool) { return writer.ValueOf(cell), true }

// A table of jobs gives the same as Parquet, whoever would have read its text: jobs, what was left out, and what is asked.
func TestAParquetFileHasTheJobsOfItsTable(t *testing.T) {
	texts := map[string]string{"sample": Sample("jobs.csv"), "sacct": Sample("slurm.psv"),
		"epoch": "id,submit_time,start_time,runtime,cores,user\n1,1700000000,1700000010,5,4,\"ann, b\"\n2,1700000005,1700000010,70,2,\n" +
			"3,1700000006,,,2,bob\n"}
	for _, name := range []string{"csv-aws-jobs.csv", "csv-lumos-theta.csv.gz"} {
		if _, there := fixture.Find("inputs", name); there {
			texts[name] = string(fixture.Bytes(t, "inputs", name))
		}
	}
	for name, text := range texts {
		want, err := Read(strings.NewReader(text), "x.csv")
		require.NoError(t, err, name)
		l, err := Read(bytes.NewReader(packed(t, text)), "x.parquet")
		require.NoError(t, err, name)
		require.Equal(t, "x", l.Name)
		require.Equal(t, want.Digest, l.Digest, name)
		require.Equal(t, want.Import.Left, l.Import.Left, name)
		require.Equal(t, want.Import.Guesses, l.Import.Guesses, name)
		if want.Import.Format == "CSV" {
			require.Equal(t, parquetName, l.Import.Format)
		} else {
			require.Equal(t, want.Import.Format, l.Import.Format)
		}
	}
}

// odd are cells that are no usual ones of their columns, by what these are of.
var odd = map[byte][]string{
	'n': {"", "0", "-1", "-7", "4294967295", "4294967294", "1000000000000000001", "9007199254740993", "123456789012345", "1"},
	'x': {"", "0", "-0.5", "-2.5", "0.25", "45000.5", "4294967295", "1234567890123.5", "1e300", "1e-9", "2.75", "17"},
	'd': {"", "1970-01-01 00:00:00", "1969-12-31 23:59:59", "1971-03-04 05:06:07", "2023-11-14 22:13:20.25", "2239-12-31 23:59:59",
		"2301-01-01 00:00:00", "1889-01-01 00:00:00"},
	'w': {"", "nan", "None", "a, b", "say \"no\"", " x ", "#7", "12", "zürich", "OUT_OF_MEMORY", "CANCELLED by 7", "-"},
}

// rare makes a table whose cells are usual ones for longer than columns are proposed from, then one in a hundred is odd.
func rare(forms string, head string, usual func(i int) []string) string {
	r := rand.New(rand.NewPCG(1, uint64(len(head))))
	var text strings.Builder
	text.WriteString(head + "\n")
	for i := range 3_000 {
		cells := usual(i)
		for at := range cells {
			if i > 1_100 && r.IntN(100) == 0 {
				list := odd[forms[at]]
				cells[at] = list[r.IntN(len(list))]
			}
			if strings.ContainsAny(cells[at], ",\"#") {
				cells[at] = `"` + strings.ReplaceAll(cells[at], `"`, `""`) + `"`
			}
		}
		text.WriteString(strings.Join(cells, ",") + "\n")
	}
	return text.String()
}

// Rows that come as numbers, instants and words that rows share give what their text gives: jobs, what was left out and why,
// and what is said of them.
func TestRowsOfTypesGiveWhatTheirTextGives(t *testing.T) {
	n := func(i int) string { return strconv.Itoa(i) }
	at := func(i int) string { return time.Unix(int64(1_700_000_000+i), 0).UTC().Format(time.DateTime) }
	states := []string{"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED"}
	for name, text := range map[string]string{
		"dates": rare("ndddnnwww", "job_id,submit_time,start_time,end_time,procs,time_limit_min,user,queue,state", func(i int) []string {
			return []string{n(i), at(i * 7), at(i*7 + i%50), at(i*7 + 600 + i%900), n(1 + i%64), n(60), "u" + n(i%40), "p" + n(i%3),
				states[i%4]}
		}),
		"seconds": rare("nxxxxwn", "job_id,submit,start,end,procs,user,nodes", func(i int) []string {
			return []string{n(i), n(1_700_000_000+i*7) + ".5", n(1_700_000_000+i*7+i%50) + ".25", n(1_700_000_900 + i*7), n(2 + i%8),
				"u" + n(i%40), n(1 + i%2)}
		}),
		"milliseconds": rare("wnnxnxn", "job_id,submit_time_ms,start_time_ms,run_min,procs,time_limit_min,state", func(i int) []string {
			return []string{"j" + n(i), n(1_700_000_000_000 + i*7_001), n(1_700_000_000_000 + i*7_001 + i%50), n(i%90) + ".5", n(1 + i%64),
				n(i%90) + ".5", n(i % 2)}
		}),
		"tasks": rare("nnnnnnw", "job_id,array_task_id,submit_time,run,wait,procs,user", func(i int) []string {
			return []string{n(i / 4), n(i % 4), n(1_700_000_000 + i/4*9), n(i % 700), n(i % 90), n(1 + i%5), "u" + n(i%40)}
		}),
		"a clock of its own": rare("nnnnnw", "job,submit,wait,run,procs,user", func(i int) []string {
			return []string{n(i), n(i * 11), n(i % 90), n(i % 700), n(1 + i%5), "u" + n(i%40)}
		}),
		"one number": rare("nnnnn", "job,submit,start,end,procs", func(i int) []string {
			return []string{n(i / 3), n(1_700_000_000 + i/3*9), n(1_700_000_010 + i/3*9), n(1_700_000_500 + i/3*9 + i%3), n(1 + i%5)}
		}),
	} {
		for _, o := range []account.Options{{}, {Zone: "Europe/Berlin"}} {
			want, err := job.ReadFrom(strings.NewReader(text), NewReaderWith("x.csv", o))
			if o.Zone != "" && err != nil { // of a clock of its own
				require.ErrorContains(t, err, "has no use here")
				continue
			}
			require.NoError(t, err, name)
			l, err := job.ReadFrom(bytes.NewReader(packed(t, text)), NewReaderWith("x.parquet", o))
			require.NoError(t, err, name)
			require.Positive(t, want.Len(), name)
			require.Positive(t, want.Bad, "%s: some rows can't be read", name)
			for i := range want.Faults {
				f, g := want.Faults[i], l.Faults[i]
				require.Equal(t, []any{f.Line, f.Field, f.Why}, []any{g.Line, g.Field, g.Why}, name)
			}
			require.Equal(t, want.Bad, l.Bad, name)
			require.Equal(t, want.Import.Left, l.Import.Left, name)
			require.Equal(t, want.Import.Warnings, l.Import.Warnings, name)
			require.Equal(t, want.Import.Guesses, l.Import.Guesses, name)
			require.Equal(t, want.Len(), l.Len(), name)
			require.Equal(t, want.Digest, l.Digest, name)
			require.Equal(t, want.Line, l.Line, name)
		}
	}
}

// Seconds that lost their type are asked for as those of a CSV are: a run time of minutes or of seconds.
func TestNumbersWithoutATypeAreAskedFor(t *testing.T) {
	text := "job,submit,run,procs\n1,1700000000,30,4\n2,1700000600,45,4\n3,1700001200,20,8\n"
	want, err := Read(strings.NewReader(text), "x.csv")
	require.NoError(t, err)
	require.NotEmpty(t, want.Import.Guesses)
	l, err := Read(bytes.NewReader(packed(t, text)), "x.parquet")
	require.NoError(t, err)
	require.Equal(t, want.Import.Guesses, l.Import.Guesses)
	r := NewReaderWith("x.parquet", account.Options{Match: "run=run:min"})
	l, err = job.ReadFrom(bytes.NewReader(packed(t, text)), r)
	require.NoError(t, err)
	require.Equal(t, int64(1800), l.Col[job.Run].At(0))
}

// A column that a match names is read, whatever it is called.
func TestAMatchNamesColumnsOfAParquetFile(t *testing.T) {
	b := packed(t, "job,came,lasted,width\n1,1700000000,300,4\n2,1700000600,450,4\n")
	_, err := Read(bytes.NewReader(b), "x.parquet")
	require.ErrorContains(t, err, "it has came, job, lasted, width")
	l, err := job.ReadFrom(bytes.NewReader(b), NewReaderWith("x.parquet", account.Options{Match: "submit=came,run=#3,procs=width"}))
	require.NoError(t, err)
	require.Equal(t, 2, l.Len())
	require.Equal(t, int64(450), l.Col[job.Run].At(1))
}

// More jobs than a page takes are refused as those of any format are, and a cut file is no log of other numbers.
func TestAParquetFileIsNeverReadAsAnotherLog(t *testing.T) {
	text := "job,submit,start,end,procs\n"
	for i := range 3_000 {
		text += strconv.Itoa(i) + ",1700000000,1700000010,1700000020,4\n"
	}
	b := packed(t, text)
	r := NewReader("x.parquet")
	r.Limit(2_000)
	_, err := job.ReadFrom(bytes.NewReader(b), r)
	require.ErrorContains(t, err, "more than 2\u202f000 jobs")
	for n := 4; n < len(b); n += 1 + len(b)/50 {
		l, err := Read(bytes.NewReader(b[:n]), "x.parquet")
		require.ErrorContains(t, err, "this Parquet file", n)
		require.Zero(t, l.Len())
	}
}
