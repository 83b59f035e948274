package keep

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// row is a task's number and some bytes.
type row struct {
	K    int
	Text string
}

func (r *row) Number() int      { return r.K }
func (r *row) Wire(b wire.Both) { b.All(&r.K, &r.Text) }

var of = Identity{Kind: "compare", Digest: job.Digest{1, 2}, Key: "threshold 20h", Build: "this"}

func encoded(k int, text string) []byte {
	return wire.Encode(&row{k, text})
}

// file is one of n rows, from task 1.
func file(of Identity, n int) []byte {
	b := of.Head()
	for k := 1; k <= n; k++ {
		b = append(b, of.Record(encoded(k, fmt.Sprint("row ", k)))...)
	}
	return b
}

type folder map[string][]byte

// read reads files of a part's folder.
func (f folder) read(t testing.TB, of Identity) (*Loaded[row, *row], error) {
	t.Helper()
	in := fstest.MapFS{}
	for name, b := range f {
		in[of.Folder()+"/"+name+Ending] = &fstest.MapFile{Data: b}
	}
	return Read[row](in, of)
}

func numbers(x *Loaded[row, *row]) (list []int) {
	for _, r := range x.Rows.Known(1 << 30) {
		list = append(list, r.K)
	}
	return list
}

func TestAFileCutOffAnywhereHasItsWholeRows(t *testing.T) {
	b := file(of, 3)
	one := len(of.Record(encoded(1, "row 1")))
	for cut := range len(b) + 1 {
		x, err := folder{"a": b[:cut]}.read(t, of)
		require.NoError(t, err)
		whole := max(0, (cut-len(of.Head()))/one)
		require.Len(t, numbers(x), whole, "cut at %d", cut)
		torn := cut > 0 && cut != len(of.Head())+whole*one
		require.Equal(t, torn, len(x.Faults) == 1, "%d: %v", cut, x.Faults)
	}
}

func TestAFlippedBitCostsOneRowAtMost(t *testing.T) {
	b := file(of, 5)
	for at := len(of.Head()) * 8; at < len(b)*8; at++ {
		bad := bytes.Clone(b)
		bad[at/8] ^= 1 << (at % 8)
		x, err := folder{"a": bad}.read(t, of)
		require.NoError(t, err)
		require.Len(t, numbers(x), 4, "bit %d", at)
		for _, r := range x.Rows.First(5) {
			require.Equal(t, fmt.Sprint("row ", r.K), r.Text)
		}
		require.Len(t, x.Faults, 1)
		require.Contains(t, x.Faults[0].String(), of.Folder()+"/a.rows: ")
	}
	for at := range len(of.Head()) * 8 {
		bad := bytes.Clone(b)
		bad[at/8] ^= 1 << (at % 8)
		x, err := folder{"a": bad}.read(t, of)
		require.NoError(t, err)
		require.Empty(t, numbers(x), "rows of who knows what")
		require.Len(t, x.Faults, 1)
	}
}

func TestForeignFilesArePassedOverByName(t *testing.T) {
	other := func(change func(p *Identity)) []byte {
		p := of
		change(&p)
		return file(p, 2)
	}
	for words, b := range map[string][]byte{
		"another plan":                  other(func(p *Identity) { p.Key = "threshold 40h" }),
		"another log, with digest 0900": other(func(p *Identity) { p.Digest = job.Digest{9} }),
		"2 rows were computed by another version of Shadowtime, that": other(func(p *Identity) { p.Build = "that" }),
		"no file of computed rows":                                    []byte("; MaxProcs: 100\n1 0 -1"),
	} {
		x, err := folder{"foreign": b, "own": file(of, 1)}.read(t, of)
		require.NoError(t, err)
		require.Equal(t, []int{1}, numbers(x))
		require.Len(t, x.Faults, 1)
		require.Contains(t, x.Faults[0].String(), "/foreign.rows: passed over: ")
		require.Contains(t, x.Faults[0].Words, words)
	}
}

func TestARecordFromAnotherFileIsNone(t *testing.T) {
	other := of
	other.Key = "threshold 40h"
	x, err := folder{"a": append(file(of, 1), other.Record(encoded(2, "row 2"))...)}.read(t, of)
	require.NoError(t, err)
	require.Equal(t, []int{1}, numbers(x))
	require.Len(t, x.Faults, 1)
}

func TestEqualRowsAreOneAndDifferentRowsAnError(t *testing.T) {
	x, err := folder{"a": file(of, 3), "b": file(of, 2), "empty": nil, "head": of.Head()}.read(t, of)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3}, numbers(x))
	require.Empty(t, x.Faults, "a file just made has nothing yet")
	_, err = folder{"a": file(of, 3), "b": append(of.Head(), of.Record(encoded(2, "other"))...)}.read(t, of)
	require.ErrorContains(t, err, "a.rows and "+of.Folder()+"/b.rows have two different rows of task 2")
}

func TestAnyDamageGivesRowsOfTheFileOrNone(t *testing.T) {
	b := file(of, 20)
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		bad := bytes.Clone(b)
		for range 1 + r.IntN(6) {
			at := r.IntN(len(bad))
			switch r.IntN(4) {
			case 0:
				bad = bad[:max(1, at)]
			case 1:
				clear(bad[at:min(len(bad), at+r.IntN(100))]) // as a file system leaves holes
			case 2:
				bad = append(bad[:at:at], bad[min(len(bad), at+r.IntN(30)):]...)
			case 3:
				bad = append(bad[:at:at], append(bytes.Clone(b[r.IntN(len(b)):]), bad[at:]...)...)
			}
			if len(bad) == 0 {
				bad = []byte{0}
			}
		}
		x, err := folder{"a": bad}.read(t, of)
		require.NoError(t, err)
		for _, r := range x.Rows.First(20) {
			require.Equal(t, fmt.Sprint("row ", r.K), r.Text)
		}
	}
}

func TestTenThousandTasksInAHundredFilesAreRead(t *testing.T) {
	many := folder{}
	text := string(make([]byte, 2000))
	for f := range 100 {
		b := of.Head()
		for k := range 100 {
			b = append(b, of.Record(encoded(1+f*100+k, text))...)
		}
		many[fmt.Sprint(f)] = b
	}
	x, err := many.read(t, of)
	require.NoError(t, err)
	require.Empty(t, x.Rows.Missing(1, 10_000))
}

// To look at all that each mark claims would never end.
func TestDamageFullOfMarksIsReadInLinearTime(t *testing.T) {
	b := of.Head()
	one := of.Record(make([]byte, 100))[:fixed-8]
	for len(b) < 4<<20 { // each mark claims all that follows
		one[len(mark)+2] = 8
		b = append(b, one...)
	}
	x, err := folder{"a": b}.read(t, of)
	require.NoError(t, err)
	require.Empty(t, numbers(x))
}

func TestRangesAreShort(t *testing.T) {
	require.Equal(t, "0, 3-5, 9", Ranges([]int{0, 3, 4, 5, 9}))
	require.Empty(t, Ranges(nil))
	var odd []int
	for k := range 100 {
		odd = append(odd, 2*k+1)
	}
	require.Equal(t, "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, ...", Ranges(odd))
}
