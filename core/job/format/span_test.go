package format

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// monday is one, the first of the logs below.
const monday = 1_704_067_200

// spanned is a log of 2800 jobs, forty a day in ten weeks, in a format: the jobs of the days that are asked for.
func spanned(t *testing.T, file string, days func(day int) bool) []byte {
	t.Helper()
	text := map[string]string{
		"a.swf": "; Version: 2.2\n; UnixStartTime: 1704067200\n; MaxProcs: 64\n", "own.swf": "; Version: 2.2\n; MaxProcs: 64\n",
		"a.psv": "JobID|Submit|Start|End|State|NCPUS\n",
	}[file]
	if text == "" && file != "a.jsonl" {
		text = "job,submit,start,end,cores\n"
	}
	for i := range 2800 {
		at := int64(i/40)*job.Day + int64(i%40)*864
		if !days(i / 40) {
			continue
		}
		clock := func(at int64) string { return time.Unix(monday+at, 0).UTC().Format("2006-01-02T15:04:05") }
		switch start, end := at+1800, at+1800+20*3600; file {
		case "a.swf", "own.swf":
			text += fmt.Sprintln(i+1, at, 1800, end-start, 2, -1, -1, 2, 90000, -1, 1, 1, 1, -1, -1, -1, -1, -1)
		case "a.psv":
			text += fmt.Sprintf("%d|%s|%s|%s|COMPLETED|2\n", i+1, clock(at), clock(start), clock(end))
		case "a.jsonl":
			text += fmt.Sprintf(`{"job":%d,"submit":"%s","start":"%s","end":"%s","cores":2}`+"\n", i+1, clock(at), clock(start), clock(end))
		default:
			text += fmt.Sprintf("%d,%s,%s,%s,2\n", i+1, clock(at), clock(start), clock(end))
		}
	}
	if file == "a.parquet" {
		return packed(t, text)
	}
	return []byte(text)
}

func every(int) bool { return true }

func limited(b []byte, file string, o account.Options, most int) (*job.Log, error) {
	r := NewReaderWith(file, o)
	r.Limit(most)
	return job.ReadFrom(strings.NewReader(string(b)), r)
}

// A log of more jobs than are held ends in the last and the first weeks that fit, in every format, and each of them is read as
// the file would be that has their jobs alone; the card says what a replay of them lacks.
func TestALogThatIsTooLargeIsReadByWeeks(t *testing.T) {
	for _, file := range []string{"a.swf", "own.swf", "a.psv", "a.csv", "a.jsonl", "a.parquet"} {
		b := spanned(t, file, every)
		_, err := limited(b, file, account.Options{}, 1200)
		asked, is := errors.AsType[*job.Asked](err)
		require.True(t, is, "%s: %v", file, err)
		require.Contains(t, asked.Says, "2\u202f800 jobs", file)
		require.Contains(t, asked.Says, "10 weeks", file)
		last, first := "2024-02-12..2024-03-10", "2024-01-01..2024-01-28"
		if file == "own.swf" {
			last, first = "7..10", "1..4"
		}
		require.Equal(t, []job.Reading{{Switch: "span", Value: last, Words: "read the last 4 weeks: 1\u202f120 jobs"},
			{Switch: "span", Value: first, Words: "read the first 4 weeks: 1\u202f120 jobs"}}, asked.Readings, file)
		for k, from := range []int{42, 0} {
			span, err := job.ParseSpan(asked.Readings[k].Value)
			require.NoError(t, err)
			l, err := limited(b, file, account.Options{Span: span}, 1200)
			require.NoError(t, err, file)
			within := func(day int) bool { return from <= day && day < from+28 }
			twin, err := limited(spanned(t, file, within), file, account.Options{}, 1200)
			require.NoError(t, err, file)
			require.Equal(t, 1120, l.Len(), file)
			for _, f := range []job.Field{job.Submit, job.Wait, job.Run, job.Alloc, job.ReqTime, job.User} {
				require.Equal(t, twin.Col[f].Values(), l.Col[f].Values(), "%s %v", file, f)
			}
			m := l.Examined()
			require.Equal(t, m.Records, m.Folded+l.Bad+m.Dropped()+m.Jobs-m.Tasks, file)
			said := strings.Join(append(l.Notes, m.Warnings...), "\n")
			require.Contains(t, said, "1\u202f120 of 2\u202f800", file)
			require.NotContains(t, said, "it was cut short", file)
			if from > 0 { // those of the day before wait half an hour and run for 20 hours
				require.Contains(t, said, "25 earlier jobs ran on 50 processors and 0 waited", file)
			} else {
				require.NotContains(t, said, "earlier jobs", file)
			}
		}
	}
}

// A span of days is none of a log without dates, nor weeks of one that has them, and a span without jobs is no log.
func TestASpanIsRefusedWhereItSaysNothing(t *testing.T) {
	for _, c := range []struct{ file, span, why string }{
		{"own.swf", "2024-01-01..2024-01-07", "give weeks from its beginning"}, {"a.swf", "1..2", "give days"},
		{"a.csv", "1..2", "give days"}, {"a.swf", "2023-01-01..2023-01-07", "no job"}, {"a.psv", "2023-01-01..2023-01-07", "no job"},
	} {
		span, err := job.ParseSpan(c.span)
		require.NoError(t, err)
		require.Equal(t, c.span, span.String())
		_, err = limited(spanned(t, c.file, every), c.file, account.Options{Span: span}, 3000)
		require.ErrorContains(t, err, c.why, c.file)
	}
	for _, text := range []string{"2024", "2024-01-07..2024-01-01", "0..4", "4..3", "2024-02-30..2024-03-01", "1..99999999"} {
		_, err := job.ParseSpan(text)
		require.Error(t, err, text)
	}
}
