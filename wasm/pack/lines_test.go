package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn is a memory with tables of functions as Go's linker writes them, behind and before other
// bytes, and the same as it is without files and lines.
func drawn(rnd *rand.Rand) (memory, want []byte) {
	before, funcs := rnd.IntN(200), 1+rnd.IntN(9)
	table := func() []byte { // pairs of a change and a length, then a change of none
		b := []byte{byte(2 * rnd.IntN(2)), 1}
		for range rnd.IntN(4) {
			b = append(b, byte(2+rnd.IntN(100)), byte(0x80+rnd.IntN(100)), byte(1+rnd.IntN(100)))
		}
		return append(b, 0)
	}
	pool := []byte{0}
	var places []int
	var ends []int
	for range 3 * funcs {
		places = append(places, len(pool))
		pool = append(pool, table()...)
		ends = append(ends, len(pool))
	}
	lined, kept := map[int]bool{}, map[int]bool{}
	place := func(of map[int]bool) uint32 {
		i := rnd.IntN(len(places) + 1)
		if i == len(places) {
			return 0
		}
		of[i] = true
		return uint32(places[i])
	}
	names, units, files := []byte("main.main\x00"), make([]byte, 4+4*rnd.IntN(3)), []byte("a.go\x00b.go\x00")
	for i := range units {
		units[i] = byte(1 + i)
	}
	index, records := []byte{}, []byte{}
	var lines [][2]int // places of fields within records
	for i := range funcs {
		index = binary.LittleEndian.AppendUint32(index, uint32(i))
		index = binary.LittleEndian.AppendUint32(index, uint32(8*funcs+len(records)))
		at, more := len(records), rnd.IntN(3)
		for _, x := range []uint32{1, 2, 3, 4, place(kept), place(lined), place(lined), uint32(more), 5, 6, 0x02000001} {
			records = binary.LittleEndian.AppendUint32(records, x)
		}
		for range more {
			records = binary.LittleEndian.AppendUint32(records, place(kept))
		}
		lines = append(lines, [2]int{at + recordFile, at + recordTables}, [2]int{at + recordUnit, at + recordBegin + 4})
	}
	head := append([]byte(nil), header...)
	at := 72
	fields := []int{funcs, 2, 0}
	for _, part := range [][]byte{names, units, files, pool} {
		fields, at = append(fields, at), at+len(part)
	}
	for _, x := range append(fields, at) {
		head = binary.LittleEndian.AppendUint64(head, uint64(x))
	}
	head = append(head, make([]byte, 72-len(head))...)
	for range before {
		memory = append(memory, byte(rnd.IntN(256)))
	}
	memory = append(memory, header...) // no tables follow
	memory = append(memory, bytes.Repeat([]byte{255}, 80)...)
	start := len(memory)
	for _, part := range [][]byte{head, names, units, files, pool, index, records, []byte("behind")} {
		memory = append(memory, part...)
	}
	want = bytes.Clone(memory)
	poolAt := start + fields[6]
	for i := range lined {
		if !kept[i] {
			clear(want[poolAt+places[i] : poolAt+ends[i]])
		}
	}
	clear(want[start+fields[4] : poolAt])
	for _, r := range lines {
		clear(want[start+at+len(index)+r[0] : start+at+len(index)+r[1]])
	}
	return memory, want
}

// Of a module's tables those that tell of files and lines alone are blanked, once; what a function
// needs to run, and what lies around, stays byte for byte.
func TestLinesAreForgottenAndNothingElse(t *testing.T) {
	for seed := range uint64(500) {
		memory, want := drawn(rand.New(rand.NewPCG(seed, 1)))
		require.True(t, forgetLines(memory))
		require.Equal(t, want, memory, seed)
		require.True(t, forgetLines(memory))
		require.Equal(t, want, memory)
	}
}

// A memory that is cut, or whose tables are not of this form, stays as it is.
func FuzzAMemoryOfAnotherFormStaysAsItIs(f *testing.F) {
	f.Add(uint64(1), 30, byte(7))
	f.Fuzz(func(t *testing.T, seed uint64, at int, b byte) {
		memory, _ := drawn(rand.New(rand.NewPCG(seed, 1)))
		if at = max(at, -at); at >= 0 {
			at %= len(memory)
			memory[at] = b
			memory = memory[:len(memory)-int(b)%8]
		}
		was := bytes.Clone(memory)
		if !forgetLines(memory) {
			require.Equal(t, was, memory)
		}
	})
}

// The module that is given away has no lines, and its tables are of the form that is known: a Go
// that writes others is noticed here.
func TestTheModuleThatIsGivenAwayHasNoLines(t *testing.T) {
	f, err := os.Open("../../public/shadowtime.wasm.gz")
	if err != nil {
		t.Skip("the page is not built: ./build.sh build")
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	m, err := io.ReadAll(z)
	require.NoError(t, err)
	mem, _ := memory(t, m, 1<<25)
	was := bytes.Clone(mem)
	require.True(t, forgetLines(mem))
	require.True(t, bytes.Equal(was, mem))
}
