package gunzip

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"
)

func member(s string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, s)
	_ = w.Close()
	return b.Bytes()
}

// flags of a member's header.
const (
	hasCheck = 1 << (1 + iota)
	hasExtra
	hasName
	hasComment
)

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// As gzip 1.12 does, but for a single byte that follows, which gzip calls cut.
func TestFilesAreUnpackedAsGzipDoes(t *testing.T) {
	long := strings.Repeat("1 2 3 4 5\n", 50_000)
	zeros := make([]byte, 100_000)
	for name, x := range map[string]struct {
		file    []byte
		text    string
		follows bool
	}{
		"one member":                 {member(long), long, false},
		"several":                    {join(member(long), member(""), member("tail")), long + "tail", false},
		"padding":                    {join(member(long), zeros), long, false},
		"several and padding":        {join(member("a"), member("b"), zeros), "ab", false},
		"a text follows":             {join(member(long), []byte("<html>")), long, true},
		"one byte follows":           {join(member(long), []byte{7}), long, true},
		"padding, then something":    {join(member("a"), zeros, member("b")), "a", true},
		"nothing in it":              {member(""), "", false},
		"a thousand without content": {bytes.Repeat(member(""), 1000), "", false},
	} {
		for how, in := range map[string]io.Reader{"at once": bytes.NewReader(x.file),
			"by bytes": iotest.OneByteReader(bytes.NewReader(x.file)), "with its end": iotest.DataErrReader(bytes.NewReader(x.file))} {
			r := NewReader(in)
			got, err := io.ReadAll(r)
			require.NoError(t, err, name, how)
			require.Equal(t, x.text, string(got), name, how)
			require.Equal(t, x.follows, r.Follows, name, how)
		}
	}
}

func TestCutAndDamagedAreTwoThings(t *testing.T) {
	whole := member(strings.Repeat("1 2 3 4 5 6\n", 3000))
	unpack := func(file []byte) error {
		_, err := io.ReadAll(NewReader(bytes.NewReader(file)))
		return err
	}
	var e *Error
	for n := range len(whole) {
		require.ErrorAs(t, unpack(whole[:n]), &e, n)
		require.True(t, e.Cut, n)
		require.ErrorAs(t, unpack(join(member("a"), whole[:n+2])), &e, n)
		require.True(t, e.Cut, n)
		if n+2 == len(whole)-1 {
			break
		}
	}
	require.EqualError(t, e.In("x.gz", 7, 5), "x.gz: the compressed data ends too early, after 5 jobs: the file is incomplete, fetch or "+
		"copy it again")
	for _, at := range []int{len(whole) - 8, len(whole) - 2} { // checksum, length
		bad := bytes.Clone(whole)
		bad[at] ^= 1
		require.ErrorAs(t, unpack(bad), &e)
		require.False(t, e.Cut)
		require.Contains(t, e.In("x.gz", 7, 5).Error(), "damaged (the checksum is another) after line 7")
	}
	bad := bytes.Clone(whole)
	bad[12] ^= 0xff
	require.Error(t, unpack(bad))
	require.ErrorAs(t, unpack(append([]byte{0x1f, 0x8b}, bytes.Repeat([]byte{7}, 300)...)), &e)
	require.False(t, e.Cut)
}

func TestAHeaderMayHoldAllThatOneMay(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name, w.Comment, w.Extra, w.ModTime, w.OS = "name", "comment", bytes.Repeat([]byte("x"), 70), time.Unix(1e9, 0), 3
	_, _ = io.WriteString(w, "text")
	_ = w.Close()
	file := b.Bytes()
	at := bytes.Index(file, []byte("comment\x00")) + 8
	head := bytes.Clone(file[:at])
	head[3] |= hasCheck
	checked := join(binary.LittleEndian.AppendUint16(head, uint16(crc32.ChecksumIEEE(head))), file[at:])
	for _, f := range [][]byte{file, checked, join(checked, file)} {
		got, err := io.ReadAll(NewReader(bytes.NewReader(f)))
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(got), "text"))
	}
	file[3] |= 0x80
	_, err := io.ReadAll(NewReader(bytes.NewReader(file)))
	require.ErrorContains(t, err, "no header")
}

func TestAFaultOfTheFileIsNoneOfItsData(t *testing.T) {
	half, gone := member(strings.Repeat("x y z", 100_000)), errors.New("the disk is gone")
	_, err := io.ReadAll(NewReader(io.MultiReader(bytes.NewReader(half[:100]), iotest.ErrReader(gone))))
	require.Equal(t, gone, err)
}

// A header may have a sum of its own, over extra bytes, a name and a comment.
func TestTheSumOfAHeaderIsCompared(t *testing.T) {
	plain := member("1 2 3\n")
	head := append([]byte{0x1f, 0x8b, 8, hasCheck | hasExtra | hasName | hasComment, 0, 0, 0, 0, 0, 3, 2, 0, 'a', 'b'},
		"log.swf\x00a comment\x00"...)
	sum := crc32.ChecksumIEEE(head)
	file := join(binary.LittleEndian.AppendUint16(head, uint16(sum)), plain[10:])
	got, err := io.ReadAll(NewReader(bytes.NewReader(file)))
	require.NoError(t, err)
	require.Equal(t, "1 2 3\n", string(got))
	for _, at := range []int{9, 12, 16, 25, len(head)} { // of the sum as well
		bent := bytes.Clone(file)
		bent[at] ^= 1
		_, err = io.ReadAll(NewReader(bytes.NewReader(bent)))
		require.EqualError(t, err, "the compressed data is damaged (no header of a member)", at)
	}
	for n := range len(head) + 2 {
		_, err = io.ReadAll(NewReader(bytes.NewReader(file[:n])))
		require.EqualError(t, err, "the compressed data ends too early", n)
	}
}

// What the standard library reads is read alike, but for reserved flags, and of what it
// does not no more is read than it reads.
func FuzzAnyMembersAreReadAsTheStandardDoes(f *testing.F) {
	one := member("1 2 3\n")
	for _, file := range [][]byte{one, join(one, one), join(one, make([]byte, 9)), join(one, []byte("<html>")), one[:len(one)-3],
		join(one, one[:12]), {0x1f, 0x8b}, nil,
		// the sum of its header is another
		[]byte("\x1f\x8b\b\x03\x03\x00\x00\x00\x00\x00\x00\xff2T0R0\xe6\x02\x04\x00\x00\xff\xffK\xa0\xf4\xc9\x06\x00\x00\x00")} {
		f.Add(file)
	}
	const most = 1 << 20 // bytes that are read
	f.Fuzz(func(t *testing.T, file []byte) {
		for at := range file { // RFC 1952 and gzip(1) refuse reserved flags, the standard library does not look
			if bytes.HasPrefix(file[at:], []byte{0x1f, 0x8b, 8}) && at+3 < len(file) && file[at+3]&reserved != 0 {
				t.Skip()
			}
		}
		var want []byte
		std, stdErr := gzip.NewReader(bytes.NewReader(file))
		if stdErr == nil {
			want, stdErr = io.ReadAll(io.LimitReader(std, most))
		}
		r := NewReader(bytes.NewReader(file))
		got, err := io.ReadAll(io.LimitReader(r, most))
		if err != nil {
			var broken *Error
			require.ErrorAs(t, err, &broken)
			require.Error(t, stdErr)
		}
		if stdErr == nil {
			require.NoError(t, err)
			require.False(t, r.Follows)
		}
		require.True(t, bytes.HasPrefix(want, got) || bytes.HasPrefix(got, want))
		if err == nil {
			require.Equal(t, len(want), len(got))
		}
	})
}

// Beginning is what a Reader gives, as far as asked and as far as the file goes.
func TestABeginningIsThatOfTheWhole(t *testing.T) {
	text := strings.Repeat("one two three\n", 20_000)
	packed := string(member(text))
	for _, most := range []int{0, 1, 70_000, len(text), len(text) + 1} {
		b, err := Beginning(packed, most)
		require.NoError(t, err)
		require.Equal(t, text[:min(most, len(text))], string(b))
	}
	b, err := Beginning(packed[:len(packed)-3], 1<<30)
	require.Error(t, err)
	require.Equal(t, text, string(b))
}
