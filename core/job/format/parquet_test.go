package format

import (
	"bytes"
	"encoding/csv"
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
		}{{writer.Int(64), whole}, {writer.TimestampAdjusted(writer.Microsecond, false), date}, {writer.String(), words}} {
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

func date(cell string) (writer.Value, bool) {
	for _, form := range []string{time.DateTime, "2006-01-02T15:04:05"} {
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
	require.ErrorContains(t, err, "more than 2000 jobs")
	for n := 4; n < len(b); n += 1 + len(b)/50 {
		l, err := Read(bytes.NewReader(b[:n]), "x.parquet")
		require.ErrorContains(t, err, "this Parquet file", n)
		require.Zero(t, l.Len())
	}
}
