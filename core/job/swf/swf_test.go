package swf

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
)

// good is a job line with a value of its own in each field.
const good = "1 20 3 40 5 6 7 8 90 10 1 12 13 14 15 16 17 18"

func read(t testing.TB, text string) *job.Log {
	t.Helper()
	l, err := Read(strings.NewReader(text), "test")
	require.NoError(t, err)
	check(t, l)
	return l
}

// check holds what is true of every log.
func check(t testing.TB, l *job.Log) {
	t.Helper()
	for f := range l.Col {
		require.Equal(t, l.Len(), l.Col[f].Len())
	}
	require.Equal(t, l.Len(), l.Line.Len())
	require.Len(t, l.Faults, min(l.Bad, job.MaxFaults))
	require.LessOrEqual(t, l.Len()+l.Bad, l.Lines)
	last := int64(0)
	for n := range l.Line.All() {
		require.Greater(t, n, last)
		require.LessOrEqual(t, int(n), l.Lines)
		last = n
	}
	for i := range l.Col {
		for _, v := range l.Col[i].Values() {
			require.True(t, -maxExact <= v && v <= maxExact)
		}
	}
}

func row(l *job.Log, i int) []int64 {
	var r []int64
	for f := range l.Col {
		r = append(r, l.Col[f].At(i))
	}
	return r
}

func TestEachFieldGoesToItsColumn(t *testing.T) {
	l := read(t, good+"\n")
	assert.Equal(t, []int64{1, 20, 3, 40, 5, 6, 7, 8, 90, 10, 1, 12, 13, 14, 15, 16, 17, 18}, row(l, 0))
	assert.Equal(t, "test", l.Name)
	assert.Equal(t, []int64{1}, l.Line.Values())
	assert.Empty(t, l.Notes)
	assert.Zero(t, l.Bad)
}

func TestOddLayoutsReadAsThePlainOne(t *testing.T) {
	two := strings.Replace(good, "1 ", "2 ", 1)
	want := read(t, good+"\n"+two+"\n")
	for name, text := range map[string]string{
		"CRLF":                good + "\r\n" + two + "\r\n",
		"CR":                  good + "\r" + two + "\r",
		"mixed line ends":     good + "\r" + two + "\n",
		"tabs":                strings.ReplaceAll(good+"\n"+two+"\n", " ", "\t"),
		"leading blanks":      "   " + good + "\n \t " + two + "\n",
		"trailing blanks":     good + "  \n" + two + "\t\r\n",
		"form feed":           good + "\f\n\v" + two + "\n",
		"no newline":          good + "\n" + two,
		"byte order mark":     "\xef\xbb\xbf" + good + "\n" + two + "\n",
		"plus signs":          strings.ReplaceAll(good, "40", "+40") + "\n" + two + "\n",
		"exponents":           strings.ReplaceAll(good, "90", "9e1") + "\n" + strings.ReplaceAll(two, "90", "0.9E+02") + "\n",
		"zero fractions":      strings.ReplaceAll(good, "40", "40.000") + "\n" + strings.ReplaceAll(two, "40", "40.") + "\n",
		"leading zeros":       strings.ReplaceAll(good, "40", "00000000000000000000040") + "\n" + two + "\n",
		"negative zero point": strings.ReplaceAll(good, "40", "4000e-2") + "\n" + two + "\n",
	} {
		got := read(t, text)
		assert.Equal(t, want.Col, got.Col, name)
		assert.Zero(t, got.Bad, name)
		assert.Empty(t, got.Notes, name)
	}
}

func TestLinesAreCounted(t *testing.T) {
	l := read(t, "; Version: 2\n\n"+good+"\nx\n"+good+"\n\n")
	assert.Equal(t, 6, l.Lines)
	assert.Equal(t, []int64{3, 5}, l.Line.Values())
	l = read(t, "\r\n\r"+good+"\r\n"+good)
	assert.Equal(t, 4, l.Lines)
	assert.Equal(t, []int64{3, 4}, l.Line.Values())
}

func TestNumbersAreFlooredExactly(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "+5": 5, "-1": -1, "-1.0": -1, "1e5": 100000, "1.5e3": 1500, "12e-1": 1,
		"216.90": 216, "0.9999999999999999999999999": 0, "-0.5": -1, "-1.000000000000000000001": -2,
		".5": 0, "5.": 5, "-.5": -1, "1e-999999999999": 0, "-1e-999999999999": -1, "0e999999999999": 0,
		"9007199254740992": 1 << 53, "-9007199254740992": -1 << 53, "9007199254740992.5": 1 << 53,
		"90071992547409920e-1": 1 << 53, "0000009007199254740991": 1<<53 - 1, "100000000000000000e-15": 100,
		"123456789012345.6": 123456789012345,
	} {
		v, is := number([]byte(text))
		assert.LessOrEqual(t, is, fraction, text)
		assert.Equal(t, want, v, text)
	}
}

func TestWhatIsNoNumberIsRefused(t *testing.T) {
	for text, want := range map[string]verdict{
		"": notNumber, "-": notNumber, "+": notNumber, ".": notNumber, "-.": notNumber, "--1": notNumber,
		"1-": notNumber, "abc": notNumber, "12a": notNumber, "0x10": notNumber, "0x1p4": notNumber,
		"1_000": notNumber, "1,000": notNumber, "1e": notNumber, "1e+": notNumber, "e5": notNumber,
		"1e5.0": notNumber, "1.2.3": notNumber, "١": notNumber, "1\x00": notNumber, "infinit": notNumber,
		"nan": notFinite, "NaN": notFinite, "-nan": notFinite, "inf": notFinite, "+Inf": notFinite,
		"-INFINITY": notFinite,
		"1e309":     tooLarge, "9007199254740993": tooLarge, "-9007199254740993": tooLarge, "1e999999999999": tooLarge,
		"-9007199254740992.5": tooLarge, "99999999999999999999999999": tooLarge, "1e16": tooLarge,
	} {
		_, is := number([]byte(text))
		assert.Equal(t, want, is, text)
	}
}

func TestFaultsNameLineFieldTextAndRemedy(t *testing.T) {
	digits := "not a number: write decimal digits, or -1 when it is unknown"
	for _, c := range []struct {
		line        string
		field, text string
		why         string
	}{
		{"1 abc 3 40 5", "submit time", "abc", digits},
		{"job1 2 3 40 5", "job id", "job1", digits},
		{"1 2 3 4_0 5", "run time", "4_0", digits},
		{"1 2 3 4,000 5", "run time", "4,000", "not a number: write it without commas, with a point before a fraction"},
		{"1 2 3 40 NaN", "allocated processors", "NaN", "not a finite number: write -1 when it is unknown"},
		{"1 2 3 4,0,0,0,5 5", "run time", "4,0,0,0,5", "fields between commas (CSV): a log in the Standard Workload Format has them " +
			"between blanks"},
		{"1 2 3 -Inf 5", "run time", "-Inf", "not a finite number: write -1 when it is unknown"},
		{"1 2 3 1e300 5", "run time", "1e300", "beyond 2^53 (9007199254740992), the largest number kept: correct it, or write -1 when it " +
			"is unknown"},
		{"1 20 3 40", "", "1 20 3 40", "4 fields only: a job needs at least the first 5, up to the allocated processors; write -1 for " +
			"what is unknown"},
		{"7", "", "7", "1 field only: a job needs at least the first 5, up to the allocated processors; write -1 for what is unknown"},
		{"1 2 3 40 5 6 7 8 90 10 1 12 13 14 15 16 17 " + strings.Repeat("ab", 50), "think time", strings.Repeat("ab", 20) + "…", digits},
		{"1 2 3 \x01\xff\x7f 5", "run time", "���", digits},
		{strings.Repeat("1 ", MaxLine), "", strings.Repeat("1 ", 20) + "…", "longer than 65\u202f536 bytes: a job is one short line of " +
			"numbers, so this may not be a text file"},
	} {
		l := read(t, good+"\n"+c.line+"\n"+good+"\n")
		assert.Equal(t, 2, l.Len(), "a bad line must not stop the read")
		assert.Equal(t, 1, l.Bad)
		assert.Equal(t, []job.Fault{{Line: 2, Field: c.field, Text: c.text, Why: c.why}}, l.Faults)
	}
}

func TestFieldsBeyondTheEighteenthAreNotLookedAt(t *testing.T) {
	l := read(t, good+" nonsense 1e999\n"+good+" 19\n"+good+"\n")
	assert.Equal(t, 3, l.Len())
	assert.Equal(t, row(l, 2), row(l, 0))
	assert.Equal(t, "2 lines have more than 18 fields (up to 20), the first in line 1: the first 18 count, the fifth as allocated "+
		"processors; where a "+
		"line counts nodes there, its job is too small", l.Notes[0])
}

func TestMissingFieldsAreUnknown(t *testing.T) {
	l := read(t, strings.TrimSuffix(good, " 18")+"\n1 2 3 40 5\n1 2 3 40 5 6\n")
	assert.Equal(t, []int64{1, 20, 3, 40, 5, 6, 7, 8, 90, 10, 1, 12, 13, 14, 15, 16, 17, -1}, row(l, 0))
	assert.Equal(t, []int64{1, 2, 3, 40, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, row(l, 1))
	assert.Contains(t, l.Notes, "1 line has 17 fields, the first in line 1: the last (think time) is taken as unknown")
	assert.Contains(t, l.Notes, "2 lines have fewer than 17 fields (the fewest 5), the first in line 2: the "+
		"missing ones are taken as unknown")
}

// Where nearly all lines have as many fields, one is missing in a line that has fewer.
func TestALineOfOtherFieldsThanNearlyAllIsNoJob(t *testing.T) {
	for usual, odd := range map[string]string{
		good:                                strings.Replace(good, " 3 ", " ", 1),
		good + " 19":                        good,
		strings.TrimSuffix(good, " 18"):     good,
		strings.Replace(good, " 17", "", 1): good + " 18",
	} {
		l := read(t, usual+"\n"+odd+"\n"+strings.Repeat(usual+"\n", 8)+"x\n"+usual+"\n")
		assert.Equal(t, 10, l.Len(), usual)
		assert.Equal(t, 2, l.Bad)
		assert.Equal(t, []int{2, 11}, []int{l.Faults[0].Line, l.Faults[1].Line})
		assert.Contains(t, l.Faults[0].Why, "where nearly all lines have")
		assert.Equal(t, row(l, 0), row(l, 9))
		assert.EqualValues(t, 12, l.Line.At(9))
		l = read(t, usual+"\n"+odd+"\n"+strings.Repeat(usual+"\n", 7))
		assert.Equal(t, 9, l.Len(), "one in nine is how the log is")
	}
	l := read(t, strings.Replace(good, " 3 ", " -7 ", 1)+"\n"+strings.Replace(good, " 3 ", " 1e12 ", 1)+"\n"+good+"\n")
	assert.Equal(t, []string{
		"1 job has a wait below 0: started before the submit, or moved fields (the first in line 1): taken as unknown",
		"1 job has a wait beyond 317 years (the first in line 2): taken as unknown"}, l.Notes[:2])
}

func TestALastLineCutShortIsNoJob(t *testing.T) {
	l := read(t, good+"\n"+good[:20])
	assert.Equal(t, 1, l.Len())
	assert.Equal(t, "the file ends within this line (9 fields, the job before has 18): it seems cut off, fetch or copy it again",
		l.Faults[0].Why)
	l = read(t, "; MaxProcs: 9\n1 2 3 4 5\n1 2 3 4 5")
	assert.Equal(t, 2, l.Len(), "short lines throughout are no cut")
	l = read(t, good+"\n"+strings.TrimSuffix(good, " 18"))
	assert.Equal(t, 2, l.Len(), "17 fields are a whole line")
}

func TestOnlyTheFirstFaultsAreKeptAndAllCounted(t *testing.T) {
	l := read(t, strings.Repeat("x\n", 25)+good+"\n")
	assert.Equal(t, 25, l.Bad)
	assert.Len(t, l.Faults, job.MaxFaults)
	assert.Equal(t, 10, l.Faults[9].Line)
}

func TestNotesSayWhatIsWorthKnowing(t *testing.T) {
	l := read(t, "1 50 -1 10 4 1.5 7 8 9 10 2 12 13 14 15 16 17 18\n"+
		"1 40 -1 10.25 4 2.75 7 8 9 10 4 12 13 14 15 16 17 18\n"+
		"; a comment\n"+
		"-1 45 -1 10 4 6 7 8 9 10 1 12 13 14 15 16 17 18\n"+
		"-1 60 -1 10 4 6 7 8 9 10 5 12 13 14 15 16 17 18\n"+
		"1 60 -1 10 4 6 7 8 9 10 5 12 13 14 15 16 17 18\n")
	assert.Equal(t, []string{
		"3 values have a fraction: times are cut off downwards, processors rounded up",
		"submit times are not sorted: 2 jobs stand below one submitted later",
		"2 job lines repeat an earlier job id: look whether the file holds jobs twice",
		"2 lines tell of a partial execution (status 2-4)",
		"1 comment line below the first job: not part of the header, left out",
	}, l.Notes)
	assert.Equal(t, 5, l.Len(), "notes leave nothing out")
}

func TestHeaderKeepsItsPairsInOrder(t *testing.T) {
	l := read(t, "\xef\xbb\xbf;  --- made by hand ---\n"+
		";Version: 2.2\n"+
		"; maxprocs: 338 (batch partition; 512 total)\n"+
		";     MaxNodes:99\n"+
		"  ; Custom-Key: 1\n"+
		";\tsee: http://example.org/\n"+
		"; http://example.org/a: b\n"+
		"; Note: first\n"+
		";       second part: of it\r\n"+
		";\n"+
		";       not of it\n"+
		";; Computer: M\xfcnchen\n"+
		"; Queue:\n"+
		good+"\n; MaxProcs: 7\n")
	assert.Equal(t, []job.Pair{
		{Key: "", Value: "--- made by hand ---"},
		{Key: "Version", Value: "2.2"},
		{Key: "maxprocs", Value: "338 (batch partition; 512 total)"},
		{Key: "MaxNodes", Value: "99"},
		{Key: "Custom-Key", Value: "1"},
		{Key: "Custom-Key", Value: "see: http://example.org/"},
		{Key: "", Value: "http://example.org/a: b"},
		{Key: "Note", Value: "first"},
		{Key: "Note", Value: "second part: of it"},
		{Key: "", Value: "not of it"},
		{Key: "Computer", Value: "München"},
		{Key: "Queue", Value: ""},
	}, l.Header.Pairs)
	m, ok := l.Header.Int("MaxProcs")
	assert.True(t, ok)
	assert.EqualValues(t, 338, m)
}

func TestAnEndlessHeaderIsBounded(t *testing.T) {
	l := read(t, strings.Repeat("; Note: x\n", maxPairs+5)+"; "+strings.Repeat("y", 2*MaxLine)+"\n"+good+"\n")
	assert.Len(t, l.Header.Pairs, maxPairs)
	assert.Equal(t, []string{"the header is longer than 4\u202f096 lines: 6 lines left out"}, l.Notes)
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func TestInputWithoutJobsSaysWhatItIsAndWhatToDo(t *testing.T) {
	const also = "Shadowtime also reads what sacct prints and the accounting of PBS, LSF and Grid Engine"
	choose := ": choose a log in the Standard Workload Format (.swf or .swf.gz)"
	platform := "this describes a platform, not jobs: open a log, then drop this file in Cluster, where the platform is changed, on \"Or " +
		"describe another\"; the command takes it with --platform"
	for input, want := range map[string]string{
		"":                      "the file is empty: a log has one job a line, 18 numbers each; choose another file",
		"\xef\xbb\xbf":          "the file holds nothing but blank lines: a log has one job a line, 18 numbers each; choose another file",
		"\n \r\n\t":             "the file holds nothing but blank lines: a log has one job a line, 18 numbers each; choose another file",
		gzipped(good):           "this is gzip-compressed data where its text was expected: unpack it first (gunzip)",
		"\x89PNG\r\n\x1a\n\x00": "this is a PNG picture" + choose,
		"PK\x03\x04\x00":        "this is a zip archive: unpack it and choose the log in it",
		"\xff\xfe1\x00 \x00":    "this is text in UTF-16: save it as UTF-8",
		"{\"jobs\": []}":        "this looks like JSON (it begins with \"{\"), not like a log" + choose,
		"{\"name\": \"own\", \"platform\": {\"clusters\": []}}":           platform,
		"\xef\xbb\xbf\n{\"X5650\": {\"processors\": [], \"memory\": {}}}": platform,
		"<!DOCTYPE html>\n": "this looks like a web page (it begins with \"<\"), not like a log: perhaps " +
			"the server answered with an error page; fetch it again",
		"JobID|User|Group\n": "this looks like Slurm accounting (sacct -P), not like a log in the Standard " +
			"Workload Format: convert it first",
		"job,submit,start,end,procs,user\n1,0,5,9,4,2\n": "this looks like comma-separated values (CSV), not like a log in the Standard " +
			"Workload Format, whose fields stand between blanks: convert it first",
		"abc\n\x00\x01\x02\n": "this is binary data (a NUL byte in line 2), not a text log: choose a log in " +
			"the Standard Workload Format (.swf or .swf.gz)",
		"; Version: 2\n\n": "no job: the file holds header comments only (2 lines); the download may have " +
			"stopped early, fetch it again",
		";\n": "no job: the file holds header comments only (1 line); the download may have " +
			"stopped early, fetch it again",
		"hello world\nx\n": "this is not a job log in the Standard Workload Format: 2 lines could not be read, the first is line 1, " +
			"\"hello\" as job id (not a number: write decimal digits, or -1 when it is unknown). " + also,
		"1 2 3\n": "this is not a job log in the Standard Workload Format: 1 line could not be read, the first is line 1, " +
			"\"1 2 3\" (3 fields only: a job needs at least the first 5, up to the allocated processors; write -1 for what is " +
			"unknown). " + also,
	} {
		l, err := Read(strings.NewReader(input), "test")
		assert.EqualError(t, err, want, "%q", input)
		require.NotNil(t, l)
		check(t, l)
	}
	l, _ := Read(strings.NewReader("; Version: 2\nx\n"), "test")
	assert.Len(t, l.Header.Pairs, 1, "what was read is returned")
	assert.Len(t, l.Faults, 1)
}

func TestALineWithoutEndTakesLittleMemory(t *testing.T) {
	fixture.Long(t)
	p := NewParser("test")
	chunk := bytes.Repeat([]byte{'7'}, 1<<20)
	for range 64 {
		p.Write(chunk)
	}
	assert.LessOrEqual(t, cap(p.tail), 2*MaxLine)
	l, err := p.Log()
	assert.ErrorContains(t, err, "longer than 65\u202f536 bytes")
	assert.Equal(t, 1, l.Bad)
}

// A quarter of a gigabyte of them takes a fraction of a second; what looked at each again and
// again would never end.
func TestEmptyLinesTakeNoTime(t *testing.T) {
	fixture.Long(t)
	p := NewParser("test")
	chunk := bytes.Repeat([]byte{'\n'}, 1<<20)
	for range 256 {
		_, err := p.Write(chunk)
		require.NoError(t, err)
	}
	_, err := p.Log()
	require.Error(t, err, "there is no job")
}

func TestWriteKeepsNoReferenceToTheChunk(t *testing.T) {
	p := NewParser("test")
	chunk := make([]byte, 7)
	for text := "; Note: abcdefghijkl\n" + good + "\n" + good; text != ""; {
		n := copy(chunk, text)
		p.Write(chunk[:n])
		clear(chunk)
		text = text[n:]
	}
	l, err := p.Log()
	require.NoError(t, err)
	assert.Equal(t, read(t, "; Note: abcdefghijkl\n"+good+"\n"+good), l)
}

func TestWriteAfterLogIsRefused(t *testing.T) {
	p := NewParser("test")
	p.Write([]byte(good))
	a, err := p.Log()
	require.NoError(t, err)
	_, err = p.Write([]byte(good))
	assert.EqualError(t, err, "swf: this log is complete: make a new Parser for the next one")
	b, _ := p.Log()
	assert.Equal(t, a, b)
}

// oddText holds every oddity once, for the tests that cut it anywhere.
var oddText = "\xef\xbb\xbf; Version: 2\r\n;\tsee below\r; K: v\n" +
	good + "\r\n" + good + "\r" + "1 2 3 abc 5\n\n" + strings.Replace(good, "40", "40.5", 1) + "\n\r\n" +
	"1 2\n" + good + " 19 20\n" + good[:20] + "\n\x00\xff\n" + good + "\n\r" + good[:20]

func TestASplitAtEveryByteGivesTheSameLog(t *testing.T) {
	want := read(t, oddText)
	for i := range len(oddText) + 1 {
		p := NewParser("test")
		p.Write([]byte(oddText[:i]))
		p.Write(nil)
		p.Write([]byte(oddText[i:]))
		got, err := p.Log()
		require.NoError(t, err)
		require.Equal(t, want, got, "split at %d", i)
	}
	p := NewParser("test")
	for i := range len(oddText) {
		p.Write([]byte(oddText[i : i+1]))
	}
	got, _ := p.Log()
	require.Equal(t, want, got, "byte by byte")
}

func TestLinesAroundTheLimitReadTheSameInPieces(t *testing.T) {
	for n := MaxLine - 2; n <= MaxLine+2; n++ {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			text := good + strings.Repeat(" ", n-len(good)) + end + good + end
			want := read(t, text)
			require.Equal(t, n > MaxLine, want.Bad == 1, "%d bytes", n)
			p := NewParser("test")
			p.Write([]byte(text[:n-1]))
			p.Write([]byte(text[n-1:]))
			got, err := p.Log()
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}

func TestAFailingReaderReturnsWhatWasRead(t *testing.T) {
	broken := errors.New("cable cut")
	l, err := Read(io.MultiReader(strings.NewReader(good+"\n"+good+"\n"), iotest.ErrReader(broken)), "test")
	assert.EqualError(t, err, "reading failed after line 2: cable cut")
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, 2, l.Len())

	_, err = Read(stuck{}, "test")
	assert.ErrorIs(t, err, io.ErrNoProgress)

	l, err = Read(iotest.OneByteReader(strings.NewReader(oddText)), "test")
	require.NoError(t, err)
	assert.Equal(t, read(t, oddText), l)
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestProgressIsVisible(t *testing.T) {
	p := NewParser("test")
	p.Write([]byte("; Version: 2\n" + good + "\n" + good))
	assert.Equal(t, 1, p.Jobs())
	assert.Equal(t, 2, p.Lines())
}

func written(t testing.TB, l *job.Log) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, l))
	return b.String()
}

func TestWhatIsWrittenReadsBackTheSame(t *testing.T) {
	l := read(t, oddText+"\n; late\n")
	text := written(t, l)
	back := read(t, text)
	assert.Equal(t, l.Col, back.Col)
	assert.Equal(t, l.Header, back.Header)
	assert.Zero(t, back.Bad)
	assert.Equal(t, text, written(t, back))
	assert.Equal(t, job.DigestOf(l), job.DigestOf(back))
}

func TestHeadersMadeByHandAreWrittenSafely(t *testing.T) {
	l := read(t, good)
	l.Header.Pairs = []job.Pair{
		{Key: "Note", Value: "two\nlines"}, {Key: "No Key", Value: "x"}, {Key: "", Value: "y"},
		{Key: "", Value: ""}, {Key: "a:b", Value: "c\r\n1 2 3 4 5"}, {Key: strings.Repeat("k", 50), Value: ""},
	}
	text := written(t, l)
	assert.Equal(t, "; Note: two lines\n;\n;   No Key x\n;   y\n;   a:b c  1 2 3 4 5\n;   "+strings.Repeat("k", 50)+"\n"+good+"\n", text)
	assert.Equal(t, 1, read(t, text).Len())
}

func TestColumnsThatAreMissingAreWrittenAsUnknown(t *testing.T) {
	l := &job.Log{}
	l.Col[job.Submit] = job.ColumnOf(5, 6)
	l.Col[job.Run] = job.ColumnOf(7)
	assert.Equal(t, "-1 5 -1 7"+strings.Repeat(" -1", 14)+"\n-1 6 -1 -1"+strings.Repeat(" -1", 14)+"\n", written(t, l))
	assert.Equal(t, job.DigestOf(read(t, written(t, l))), job.DigestOf(l))
	assert.Empty(t, written(t, &job.Log{}))
}

func TestValuesThatCouldNotBeReadBackAreNotWritten(t *testing.T) {
	l := read(t, good)
	l.Col[job.Run] = job.ColumnOf(1<<53 + 1)
	assert.EqualError(t, Write(io.Discard, l), "job 1 of the log: run time 9007199254740993 is beyond 2^53 and could not be read back: "+
		"correct it, or set it to -1")
	l.Col[job.Run] = job.ColumnOf(math.MinInt64)
	assert.Error(t, Write(io.Discard, l))
}

func TestAFailingWriterIsReported(t *testing.T) {
	broken := errors.New("disk full")
	assert.ErrorIs(t, Write(failing{broken}, read(t, good)), broken)
	assert.ErrorIs(t, Write(failing{nil}, read(t, good)), io.ErrShortWrite)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestDigestIsSHA256OverTheColumnsAndTheSize(t *testing.T) {
	for n := range 20 {
		l := read(t, "; MaxNodes: 7\n; MaxProcs: 338 (batch)\n"+good+"\n"+strings.Repeat("-1 -2 3 9007199254740992 5\n", n))
		var b []byte
		b = binary.LittleEndian.AppendUint64(b, uint64(l.Len()))
		for f := range l.Col {
			for _, v := range l.Col[f].Values() {
				b = binary.LittleEndian.AppendUint64(b, uint64(v))
			}
		}
		b = binary.LittleEndian.AppendUint64(b, 338)
		assert.Equal(t, job.Digest(sha256.Sum256(b)), job.DigestOf(l))
	}
}

func TestDigestSeesDataAndSizeAlone(t *testing.T) {
	base := "; MaxProcs: 4\n; Note: a\n" + good + "\n"
	d := job.DigestOf(read(t, base))
	assert.Equal(t, d, job.DigestOf(read(t, "; maxprocs: 4 (all)\r\n\t"+strings.ReplaceAll(good, " ", "  ")+"\r\n")))
	assert.Equal(t, d, job.DigestOf(read(t, "; MaxNodes: 4\n"+good)), "MaxNodes stands in")
	assert.NotEqual(t, d, job.DigestOf(read(t, "; MaxProcs: 5\n"+good)))
	assert.NotEqual(t, d, job.DigestOf(read(t, "; MaxProcs: 4\n"+strings.Replace(good, "40", "41", 1))))
	assert.Equal(t, "d9453a90", job.DigestOf(read(t, base)).Hex()[:8], "fixed: results of old studies name it")
}

func TestRealLogsReadWhole(t *testing.T) {
	fixture.Long(t)
	dir := fixture.Path(t, "traces")
	for _, c := range []struct {
		file  string
		jobs  int
		key   string
		procs int64
		first string // key of the header's first line
		notes []string
	}{
		{"CEA-Curie-2011-2.1-cln", 312826, "MaxProcs", 93312, "", nil},
		{"KTH-SP2-1996-2.1-cln", 28476, "MaxProcs", 100, "Version", nil},
		{"NASA-iPSC-1993-3.1-cln", 18239, "MaxProcs", 128, "Version", nil},
		{"SDSC-Par-1996-3.1-cln", 32135, "MaxProcs", 400, "Version", []string{"16\u202f584 values have a fraction: times are cut off " +
			"downwards, processors rounded up"}},
		{"SDSC-SP2-1998-4.2-cln", 59715, "MaxProcs", 128, "Version", []string{"21\u202f653 values have a fraction: times are cut off " +
			"downwards, processors rounded up"}},
		{"UniLu-Gaia-2014-1", 51987, "MaxProcs", 2004, "", []string{"127 lines tell of a partial execution (status 2-4)"}},
		{"lublin_256", 10000, "MaxNodes", 256, "Version", nil},
	} {
		t.Run(c.file, func(t *testing.T) {
			f, err := os.Open(filepath.Join(dir, c.file+".swf.gz"))
			if errors.Is(err, os.ErrNotExist) {
				t.Skip("this log is not at hand")
			}
			require.NoError(t, err)
			defer f.Close()
			z, err := gzip.NewReader(f)
			require.NoError(t, err)
			l, err := Read(z, c.file)
			require.NoError(t, err)
			assert.Equal(t, c.jobs, l.Len())
			assert.Zero(t, l.Bad)
			m, ok := l.Header.Int(c.key)
			assert.True(t, ok)
			assert.Equal(t, c.procs, m)
			assert.Equal(t, c.first, l.Header.Pairs[0].Key)
			assert.Equal(t, c.notes, l.Notes)
			if c.jobs < 100000 { // a second reading of the largest adds nothing
				back := read(t, written(t, l))
				assert.Equal(t, l.Col, back.Col)
				assert.Equal(t, l.Header, back.Header)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		oddText, good, good + "\n", "; Note: a\n;  b\n;\n;   c: d\n" + good, "1 2 3 4.5 5e3\r1 2 3 4 5",
		"\xef\xbb\xbf;\xff\n1e-5 -0.5 .5 5. 9007199254740992", "; a: b\n;\tVersion: 2\n; x\n1 1 1 1 1\n1 1 1 1",
		"\x1f\x8b\x08", "\r\r\n\n\r", "; \x85: \u00a0x\n1 2 3 4 5",
	} {
		f.Add([]byte(s), uint16(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, split uint16) {
		p := NewParser("fuzz")
		at := min(int(split), len(data))
		p.Write(data[:at])
		p.Write(data[at:])
		l, err := p.Log()
		check(t, l)
		require.Equal(t, err != nil, l.Len() == 0)
		require.Equal(t, l.Len(), p.Jobs())
		require.Equal(t, l.Lines, p.Lines())

		whole, _ := Read(bytes.NewReader(data), "fuzz")
		require.Equal(t, whole, l, "a split must not matter")

		back, _ := Read(strings.NewReader(written(t, l)), "fuzz")
		require.Equal(t, l.Col, back.Col)
		require.Equal(t, l.Header, back.Header)
		require.Zero(t, back.Bad)
		require.Equal(t, job.DigestOf(l), job.DigestOf(back))
	})
}

// bigLog is text like that of CEA-Curie, some 30 MB.
func bigLog(n int) []byte {
	var b []byte
	for i := range n {
		b = append(b, "\n"[:min(i, 1)]...)
		for _, v := range []int{i, 31656837 + i*7, i % 33492, i * 31 % 86400, 256, -1, -1, 256, 86400, -1, 1, i % 700, 95, -1,
			-1, 4, -1, -1} {
			b = append(b, "      "[:i%3+1]...)
			b = strconv.AppendInt(b, int64(v), 10)
		}
	}
	return b
}

func BenchmarkRead(b *testing.B) {
	text := bigLog(312000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p := NewParser("bench")
		for i := 0; i < len(text); i += 1 << 20 {
			p.Write(text[i:min(i+1<<20, len(text))])
		}
		p.Log()
	}
}

func BenchmarkReadFractions(b *testing.B) {
	text := bytes.ReplaceAll(bigLog(30000), []byte(" 86400"), []byte(" 86400.5"))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Read(bytes.NewReader(text), "bench")
	}
}

func BenchmarkDigest(b *testing.B) {
	l, _ := Read(bytes.NewReader(bigLog(312000)), "bench")
	b.SetBytes(int64(l.Len()) * 18 * 8)
	for b.Loop() {
		job.DigestOf(l)
	}
}

func BenchmarkWrite(b *testing.B) {
	l, _ := Read(bytes.NewReader(bigLog(312000)), "bench")
	for b.Loop() {
		Write(io.Discard, l)
	}
}

func TestALogThatLacksWhatItsHeaderTellsSaysSo(t *testing.T) {
	line := "1 0 -1 100 4 -1 -1 4 200 -1 1 1 -1 -1 -1 -1 -1 -1\n"
	for header, want := range map[string]string{
		"; MaxRecords: 5\n":               "tells of 5 jobs, the file has 2 fewer",
		"; MaxJobs: 4\n":                  "tells of 4 jobs, the file has 1 fewer",
		"; MaxJobs: 9\n; MaxRecords: 3\n": "", "; MaxRecords: 2\n": "", "; MaxRecords: many\n": "", "; MaxRecords: -1\n": "", "": "",
	} {
		l, err := Read(strings.NewReader(header+line+"not a job\n"+line), "x.swf")
		require.NoError(t, err)
		notes := strings.Join(l.Notes, "\n")
		if want == "" {
			require.NotContains(t, notes, "fewer:")
			continue
		}
		require.Contains(t, notes, want)
	}
}

// Columns are packed in stretches: it does not show.
func TestALongLogHasTheColumnsOfItsLines(t *testing.T) {
	const n = 5000
	value := func(f, i int) int64 {
		switch {
		case f < 3:
			return int64(i * (f + 1))
		case f < 6 && i >= 1000*(f-2): // within a stretch, and at none's edge
			return int64(f)
		case f == 6 && i >= 2048: // at an edge
			return int64(i)
		case f == 7 && i == n-1:
			return 7
		}
		return -1
	}
	var text []byte
	for i := range n {
		for f := range numFields {
			text = strconv.AppendInt(append(text, ' '), value(f, i), 10)
		}
		text = append(text, '\n')
		if i%1500 == 0 {
			text = append(text, "\n\n"...)
		}
	}
	l, err := Read(bytes.NewReader(text), "long")
	require.NoError(t, err)
	require.Equal(t, n, l.Len())
	require.Equal(t, n+8, l.Lines)
	for f := range numFields {
		for i := range n {
			require.Equal(t, value(f, i), l.Col[f].At(i), "%d of %v", i, job.Field(f))
		}
	}
	require.EqualValues(t, 1, l.Line.At(0))
	require.EqualValues(t, n+8, l.Line.At(n-1))
}

// What is allocated bounds what is held at once: nothing else is counted. Nine digits
// in every field are more than any real log has.
func TestReadingALogTakesAtMostAHundredBytesAJob(t *testing.T) {
	fixture.Long(t)
	const n = 50_000
	rng := rand.New(rand.NewPCG(1, 1))
	var text []byte
	for i := range n {
		text = strconv.AppendInt(text, int64(i), 10)
		for range numFields - 1 {
			text = strconv.AppendInt(append(text, ' '), rng.Int64N(1_000_000_000), 10)
		}
		text = append(text, '\n')
	}
	p := NewParser("large")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for piece := range slices.Chunk(text, 256<<10) {
		_, err := p.Write(piece)
		require.NoError(t, err)
	}
	l, err := p.Log()
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Equal(t, n, l.Len())
	require.LessOrEqual(t, (after.TotalAlloc-before.TotalAlloc)/n, uint64(100))
}

func TestACleanedVersionLacksWhatItsHeaderTellsOf(t *testing.T) {
	const mark = "; Note: THIS IS A CLEANED VERSION OF THE LOG!\n;       The filters used to produce it were\n"
	job := "1 0 -1 5 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n"
	for _, c := range []struct {
		header string
		doubts int
		says   string // "": nothing
	}{
		{"; MaxJobs: 3\n", 1, "the header tells of 3 jobs, the file has 2 fewer"},
		{"; MaxJobs: 3\n; Note: (2 jobs removed)\n", 1, "the file has 2 fewer"}, // of no cleaned version
		{"; MaxJobs: 3\n" + mark, 0, "the header tells of 3 jobs, the file has 2 fewer: it is a cleaned version"},
		{"; MaxJobs: 3\n" + mark + ";         job<=2 (2 jobs removed)\n", 0, ""},
		{"; MaxJobs: 3\n; MaxRecords: 1\n" + mark + ";         job<=2 (2 jobs removed)\n", 0, ""}, // brought down by the archive
		{"; MaxJobs: 9\n; MaxRecords: 9\n" + mark + ";         submit<=2012-02-03 00:00:00 (3 jobs removed)\n;         user=4 (2 jobs " +
			"removed)\n", 1, "the header tells of 9 jobs and of 5 removed in cleaning, the file has 3 fewer than the rest"},
		{"; MaxJobs: 9\n; MaxRecords: 4\n" + mark + ";         user=4 (5 jobs removed)\n", 1, "tells of 4 jobs, the file has 3 fewer"},
	} {
		l, err := Read(strings.NewReader(c.header+job), "x")
		require.NoError(t, err)
		require.Len(t, l.Doubts, c.doubts, c.header)
		if c.says == "" {
			require.Empty(t, l.Notes, c.header)
			continue
		}
		require.Contains(t, l.Notes[0], c.says)
	}
}

// Frontier's fifth field counts nodes here and cores there: the nodes stand behind the format's fields.
func TestTheNodesOfFrontiersLogsStandBehindTheFormatsFields(t *testing.T) {
	l, err := Read(strings.NewReader("; UnixStartTime: 1704067200\n; MaxProcs: 602112\n; MaxNodes: 9408\n"+
		"1 0 5 100 280000 -1 -1 280000 7200 -1 1 1 1 -1 1 1 -1 -1 20000 -1 frontier:excl:2500x112\n"+
		"2 9 0 100 2 -1 -1 2 7200 -1 1 2 1 -1 1 1 -1 -1 16 -1 frontier:excl:2x112\n"+
		"3 9 0 100 7 -1 -1 7 7200 -1 1 2 1 -1 1 1 -1 -1 16 -1 elsewhere\n"), "x")
	require.NoError(t, err)
	require.Equal(t, []int64{2500, 2, 7}, slices.Collect(l.Col[job.Alloc].All()))
	require.Equal(t, []int64{2500, 2, 7}, slices.Collect(l.Col[job.ReqProcs].All()))
	require.Equal(t, int64(9408), job.MachineOf(l, 0).Procs)
	require.Contains(t, l.Notes[0], "2 jobs are counted in the nodes")
}
