package tracefile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/gunzip"
)

const text = "; MaxProcs: 4\n1 0 0 10 2\n2 5 0 10 4\n"

func gzipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestCompressionIsSeenFromTheContentNotTheName(t *testing.T) {
	for name, content := range map[string]string{
		"a.swf": text, "a.swf.gz": gzipped(text), "plain.gz": text, "packed.swf": gzipped(text),
		"two.gz": gzipped(text[:20]) + gzipped(text[20:]),
	} {
		l, err := Open(file(t, name, content), nil)
		require.NoError(t, err, name)
		assert.Equal(t, 2, l.Len(), name)
		assert.Equal(t, 3, l.Lines, name)
	}
}

// Cut, damaged and followed by something are three things, and of the last the
// log is whole.
func TestWhatFollowsTheCompressedDataIsANote(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		notes   int
	}{"padded.swf.gz": {gzipped(text) + strings.Repeat("\x00", 10_000), 0}, "followed.swf.gz": {gzipped(text) + "<html>", 1}} {
		l, err := Open(file(t, name, c.content), nil)
		require.NoError(t, err)
		assert.Equal(t, 2, l.Len())
		n := 0
		for _, note := range l.Notes {
			if note == gunzip.Note {
				n++
			}
		}
		assert.Equal(t, c.notes, n, name)
	}
}

func TestADashIsStandardInput(t *testing.T) {
	for _, content := range []string{text, gzipped(text)} {
		l, err := Open("-", iotest.OneByteReader(strings.NewReader(content)))
		require.NoError(t, err)
		assert.Equal(t, 2, l.Len())
		assert.Equal(t, "stdin", l.Name)
	}
	_, err := Open("-", nil)
	assert.EqualError(t, err, "standard input is not at hand: name a file")
	_, err = Open("-", strings.NewReader(""))
	assert.EqualError(t, err, "standard input: the file is empty: a log has one job a line, 18 numbers each; choose another file")
	_, err = Open("-", iotest.ErrReader(errors.New("cable cut")))
	assert.EqualError(t, err, "standard input can't be read: cable cut")
	_, err = Open("-", io.MultiReader(strings.NewReader(text), iotest.ErrReader(errors.New("cable cut"))))
	assert.EqualError(t, err, "standard input: reading failed after line 3: cable cut")
}

func TestEachBadFileHasItsSentence(t *testing.T) {
	long := gzipped(strings.Repeat(text, 20000))
	damaged := []byte(gzipped(text))
	damaged[len(damaged)-6] ^= 1
	for _, c := range []struct{ name, content, want string }{
		{"empty.swf", "", ": the file is empty: a log has one job a line, 18 numbers each; choose another file"},
		{"empty.gz", gzipped(""), ": the file is empty: a log has one job a line, 18 numbers each; choose another file"},
		{"short.gz", "\x1f\x8b", ": the compressed data ends too early, after 0 jobs: the file is incomplete, fetch or copy it again"},
		{"damaged.gz", string(damaged), ": the compressed data is damaged (the checksum is another) after line 3: fetch or copy it again"},
		{"header.gz", "\x1f\x8b" + strings.Repeat("\x07", 300), ": the compressed data is damaged (no header of a member) after line 0: " +
			"fetch or copy it again"},
		{"twice.gz", gzipped(gzipped(text)), ": this is gzip-compressed data where its text was expected: unpack it first (gunzip)"},
		{"picture.swf", "\x89PNG\r\n\x1a\n", ": this is a PNG picture: choose a log in the Standard Workload Format (.swf or .swf.gz)"},
	} {
		path := file(t, c.name, c.content)
		_, err := Open(path, nil)
		assert.EqualError(t, err, path+c.want)
	}

	path := file(t, "cut.swf.gz", long[:len(long)-9])
	l, err := Open(path, nil)
	assert.ErrorContains(t, err, path+": the compressed data ends too early, after ")
	assert.ErrorContains(t, err, " jobs: the file is incomplete, fetch or copy it again")
	assert.NotZero(t, l.Len(), "what was read is returned")

	dir := t.TempDir()
	_, err = Open(dir, nil)
	assert.EqualError(t, err, dir+" is a directory: name a file in it")
	missing := filepath.Join(dir, "no.swf")
	_, err = Open(missing, nil)
	assert.EqualError(t, err, missing+" does not exist: check the name and the folder")
	_, err = Open("", nil)
	assert.EqualError(t, err, "no file was named: name a log, or - for standard input")
}

func TestARealLogOpens(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	if _, err := os.Stat(path); err != nil {
		t.Skip("no logs: the folder shared/traces does not lie beside the repository")
	}
	l, err := Open(path, nil)
	require.NoError(t, err)
	assert.Equal(t, 28476, l.Len())
	assert.Equal(t, "KTH-SP2-1996-2.1-cln", l.Name)
}

func TestTextIsReadLikeALog(t *testing.T) {
	for name, content := range map[string]string{"a.csv": "1,2\n", "a.csv.gz": gzipped("1,2\n")} {
		got, err := Text(file(t, name, content), nil, 0)
		require.NoError(t, err)
		assert.Equal(t, "1,2\n", got)
	}
	got, err := Text("-", strings.NewReader("x"), 0)
	require.NoError(t, err)
	assert.Equal(t, "x", got)
	cut := gzipped(strings.Repeat("1,2\n", 50))
	path := file(t, "b.gz", cut[:len(cut)-9])
	_, err = Text(path, nil, 0)
	assert.ErrorContains(t, err, path+" can't be read to its end")
	_, err = Text(path+"x", nil, 0)
	assert.ErrorContains(t, err, "does not exist")
}
