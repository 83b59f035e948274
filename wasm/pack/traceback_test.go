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

// low is the address at which a memory that is drawn begins.
const low = 4096

// drawn is a memory with tables of functions as Go's linker writes them, behind and before other
// bytes, and the same without what tracebacks alone tell of.
func drawn(rnd *rand.Rand) (memory, want []byte) {
	before, funcs := rnd.IntN(200), 1+rnd.IntN(9)
	var greatest, places, ends []int // of each table
	pool := []byte{0}
	for range 4 * funcs { // pairs of a change and a length, then a change of none
		places = append(places, len(pool))
		value := -1 + rnd.IntN(2)
		pool, greatest = append(pool, byte(2*(value+1)), 1), append(greatest, max(0, value))
		for range rnd.IntN(4) {
			change := 1 + rnd.IntN(3)
			value += change
			pool = append(pool, byte(2*change), byte(0x80+rnd.IntN(100)), byte(1+rnd.IntN(100)))
			greatest[len(greatest)-1] = max(0, value)
		}
		pool = append(pool, 0)
		ends = append(ends, len(pool))
	}
	lost, kept := map[int]bool{}, map[int]bool{}
	table := func(of map[int]bool) (place uint32, at int) {
		at = rnd.IntN(len(places) + 1)
		if at == len(places) {
			return 0, -1
		}
		of[at] = true
		return uint32(places[at]), at
	}
	names, cut := []byte("main.main\x00"), []byte("main.main\x00")
	for range rnd.IntN(4) {
		names, cut = append(names, "m.F[go.shape.[]int].func1\x00m.G[a]\x00"...), append(cut, "m.F[...].func1\x00"...)
		cut = append(append(cut, make([]byte, len("go.shape.[]int")-3)...), "m.G[a]\x00"...)
	}
	units, files := make([]byte, 4+4*rnd.IntN(3)), []byte("a.go\x00b.go\x00")
	for i := range units {
		units[i] = byte(1 + i)
	}
	index, records, bare, facts := []byte{}, []byte{}, []byte{}, []byte{}
	var calls [][2]int // stretches of facts
	put := func(x, without uint32) {
		records, bare = binary.LittleEndian.AppendUint32(records, x), binary.LittleEndian.AppendUint32(bare, without)
	}
	for i := range funcs {
		index = binary.LittleEndian.AppendUint32(index, uint32(i))
		index = binary.LittleEndian.AppendUint32(index, uint32(8*funcs+len(records)))
		more, beside := rnd.IntN(5), rnd.IntN(9)
		for _, x := range []uint32{1, 2, 3, 4} {
			put(x, x)
		}
		stack, _ := table(kept)
		put(stack, stack)
		for range 2 {
			place, _ := table(lost)
			put(place, 0)
		}
		put(uint32(more), uint32(more))
		put(5, 0)
		put(6, 0)
		put(uint32(beside)<<24|1, uint32(beside)<<24|1)
		inlined := -1
		for k := range more {
			if k == 1 || k == 4 {
				place, _ := table(kept)
				put(place, place)
				continue
			}
			place, at := table(lost)
			put(place, 0)
			if k == 2 {
				inlined = at
			}
		}
		for k := range beside {
			switch {
			case rnd.IntN(3) == 0:
				put(noFact, noFact)
			case k == 3 || k >= 5 && k <= 7:
				put(uint32(len(facts)), noFact)
				if k == 3 && inlined >= 0 {
					n := inlinedCall * (greatest[inlined] + 1)
					calls = append(calls, [2]int{len(facts), len(facts) + n})
					facts = append(facts, bytes.Repeat([]byte{9}, n)...)
				}
				facts = append(facts, 8, 8)
			default:
				put(uint32(len(facts)), uint32(len(facts)))
				facts = append(facts, 7)
			}
		}
	}
	head := bytes.Clone(header)
	at := 72
	fields := []int{funcs, 2, 0}
	for _, part := range [][]byte{names, units, files, pool} {
		fields, at = append(fields, at), at+len(part)
	}
	for _, x := range append(fields, at) {
		head = binary.LittleEndian.AppendUint64(head, uint64(x))
	}
	for range before {
		memory = append(memory, byte(rnd.IntN(256)))
	}
	memory = append(memory, header...) // no tables follow
	memory = append(memory, bytes.Repeat([]byte{255}, 80)...)
	start := len(memory)
	for _, part := range [][]byte{head, names, units, files, pool, index, records, facts, []byte("behind")} {
		memory = append(memory, part...)
	}
	recordsAt := start + at + len(index)
	factsAt := recordsAt + len(records)
	module := make([]uint64, 60)
	module[0], module[moduleRecords] = uint64(low+start), uint64(low+start+at)
	module[moduleRecords+1], module[moduleFacts] = uint64(len(index)+len(records)), uint64(low+factsAt)
	memory = binary.LittleEndian.AppendUint64(memory, uint64(low+start)) // a pointer of somebody else's
	for _, x := range module {
		memory = binary.LittleEndian.AppendUint64(memory, x)
	}
	want = bytes.Clone(memory)
	poolAt := start + fields[6]
	for i := range lost {
		if !kept[i] {
			clear(want[poolAt+places[i] : poolAt+ends[i]])
		}
	}
	clear(want[start+fields[4] : poolAt])
	copy(want[start+fields[3]:], cut)
	copy(want[recordsAt:], bare)
	for _, c := range calls {
		clear(want[factsAt+c[0] : factsAt+c[1]])
	}
	return memory, want
}

// Of a module's tables those that tracebacks alone need are blanked, once; what a function needs to
// run, and what lies around, stays byte for byte.
func TestTracebacksAreForgottenAndNothingElse(t *testing.T) {
	for seed := range uint64(500) {
		memory, want := drawn(rand.New(rand.NewPCG(seed, 1)))
		require.True(t, forgetTracebacks(memory, low))
		require.Equal(t, want, memory, seed)
		require.True(t, forgetTracebacks(memory, low))
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
		if !forgetTracebacks(memory, low) {
			require.Equal(t, was, memory)
		}
	})
}

// The module that is given away has none, and its tables are of the form that is known: a Go
// that writes others is noticed here.
func TestTheModuleThatIsGivenAwayHasNoTracebacks(t *testing.T) {
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
	require.True(t, forgetTracebacks(mem, 0))
	require.True(t, bytes.Equal(was, mem))
}
