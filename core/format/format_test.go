package format

import (
	"strings"
	"testing"
	"testing/iotest"

	"shadowtime/core/account"
	"shadowtime/core/job"

	"github.com/stretchr/testify/require"
)

func TestNamesLoseTheirEndings(t *testing.T) {
	for file, want := range map[string]string{
		"KTH-SP2-1996-2.1-cln.swf.gz": "KTH-SP2-1996-2.1-cln",
		"x.SWF":                       "x", "x.swf.txt.GZ": "x", "x.tar.gz": "x.tar", "plain": "plain", ".gz": ".gz", ".swf.gz": ".swf", "": "",
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

func TestAnSWFFileIsReadWithItsDigest(t *testing.T) {
	l, err := Read(strings.NewReader("; MaxProcs: 4\n1 0 0 10 2\n"), "x.swf.gz")
	require.NoError(t, err)
	require.Equal(t, 1, l.Len())
	require.Equal(t, "x", l.Name)
	require.Equal(t, job.DigestOf(l), l.Digest)
	_, err = Read(strings.NewReader("\x89PNG\r\n\x1a\n"), "x.png")
	require.ErrorContains(t, err, "picture")
}
