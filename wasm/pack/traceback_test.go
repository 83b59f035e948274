package main

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// low is the address at which a memory that is drawn begins.
const low = 4096

// linked are tables of functions as Go's linker writes them, while they are drawn.
type linked struct {
	rnd            *rand.Rand
	pool           []byte
	places, ends   []int // of each table in the pool
	greatest       []int // of its values
	lost, kept     map[int]bool
	index, records []byte
	bare           []byte // the records without what is for tracebacks alone
	facts          []byte
	calls          [][2]int // stretches of facts
}

// drawTables puts tables into the pool: pairs of a change and a length, then a change of none.
func (l *linked) drawTables(n int) {
	for range n {
		l.places = append(l.places, len(l.pool))
		value := -1 + l.rnd.IntN(2)
		l.pool, l.greatest = append(l.pool, byte(2*(value+1)), 1), append(l.greatest, max(0, value))
		for range l.rnd.IntN(4) {
			change := 1 + l.rnd.IntN(3)
			value += change
			l.pool = append(l.pool, byte(2*change), byte(0x80+l.rnd.IntN(100)), byte(1+l.rnd.IntN(100)))
			l.greatest[len(l.greatest)-1] = max(0, value)
		}
		l.pool = append(l.pool, 0)
		l.ends = append(l.ends, len(l.pool))
	}
}

// table picks one, or none: -1.
func (l *linked) table(of map[int]bool) (place uint32, at int) {
	at = l.rnd.IntN(len(l.places) + 1)
	if at == len(l.places) {
		return 0, -1
	}
	of[at] = true
	return uint32(l.places[at]), at
}

// put writes a field of a record.
func (l *linked) put(x, without uint32) {
	l.records, l.bare = binary.LittleEndian.AppendUint32(l.records, x), binary.LittleEndian.AppendUint32(l.bare, without)
}

// drawRecord draws a function's record, and its facts.
func (l *linked) drawRecord() {
	more, beside := l.rnd.IntN(5), l.rnd.IntN(9)
	for _, x := range []uint32{1, 2, 3, 4} {
		l.put(x, x)
	}
	stack, _ := l.table(l.kept)
	l.put(stack, stack)
	for range 2 {
		place, _ := l.table(l.lost)
		l.put(place, 0)
	}
	l.put(uint32(more), uint32(more))
	l.put(5, 0)
	l.put(6, 0)
	l.put(uint32(beside)<<24|1, uint32(beside)<<24|1)
	inlined := -1
	for k := range more {
		if k == 1 || k == 4 {
			place, _ := l.table(l.kept)
			l.put(place, place)
			continue
		}
		place, at := l.table(l.lost)
		l.put(place, 0)
		if k == 2 {
			inlined = at
		}
	}
	for k := range beside {
		at := uint32(len(l.facts))
		switch {
		case l.rnd.IntN(3) == 0:
			l.put(noFact, noFact)
		case k == 3 || k >= 5 && k <= 7:
			l.put(at, noFact)
			if k == 3 && inlined >= 0 {
				n := inlinedCall * (l.greatest[inlined] + 1)
				l.calls = append(l.calls, [2]int{len(l.facts), len(l.facts) + n})
				l.facts = append(l.facts, bytes.Repeat([]byte{9}, n)...)
			}
			l.facts = append(l.facts, 8, 8)
		default:
			l.put(at, at)
			l.facts = append(l.facts, 7)
		}
	}
}

// drawn is a memory with tables of functions, behind and before other bytes, and the same without
// what tracebacks alone tell of.
func drawn(rnd *rand.Rand) (memory, want []byte) {
	before, funcs := rnd.IntN(200), 1+rnd.IntN(9)
	l := linked{rnd: rnd, pool: []byte{0}, lost: map[int]bool{}, kept: map[int]bool{}}
	l.drawTables(4 * funcs)
	for i := range funcs {
		l.index = binary.LittleEndian.AppendUint32(l.index, uint32(i))
		l.index = binary.LittleEndian.AppendUint32(l.index, uint32(8*funcs+len(l.records)))
		l.drawRecord()
	}
	names, cut := []byte("main.main\x00"), []byte("main.main\x00")
	for range rnd.IntN(4) {
		names, cut = append(names, "m.F[go.shape.[]int].func1\x00m.G[a]\x00"...), append(cut, "m.F[...].func1\x00"...)
		cut = append(append(cut, make([]byte, len("go.shape.[]int")-3)...), "m.G[a]\x00"...)
	}
	units, files := bytes.Repeat([]byte{1}, 4+4*rnd.IntN(3)), []byte("a.go\x00b.go\x00")
	head, at := bytes.Clone(header), 72
	fields := []int{funcs, 2, 0}
	for _, part := range [][]byte{names, units, files, l.pool} {
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
	for _, part := range [][]byte{head, names, units, files, l.pool, l.index, l.records, l.facts, []byte("behind")} {
		memory = append(memory, part...)
	}
	records := start + at + len(l.index)
	facts := records + len(l.records)
	module := make([]uint64, 60)
	module[0], module[moduleRecords] = uint64(low+start), uint64(low+start+at)
	module[moduleRecords+1], module[moduleFacts] = uint64(len(l.index)+len(l.records)), uint64(low+facts)
	memory = binary.LittleEndian.AppendUint64(memory, uint64(low+start)) // a pointer of somebody else's
	for _, x := range module {
		memory = binary.LittleEndian.AppendUint64(memory, x)
	}
	want = bytes.Clone(memory)
	pool := start + fields[6]
	for i := range l.lost {
		if !l.kept[i] {
			clear(want[pool+l.places[i] : pool+l.ends[i]])
		}
	}
	clear(want[start+fields[4] : pool])
	copy(want[start+fields[3]:], cut)
	copy(want[records:], l.bare)
	for _, c := range l.calls {
		clear(want[facts+c[0] : facts+c[1]])
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
	content, err := os.ReadFile("../../public/shadowtime.wasm.zst")
	if err != nil {
		t.Skip("the page is not built: ./build.sh build")
	}
	m, err := decompress(content)
	require.NoError(t, err)
	mem, _ := memory(t, m, 1<<25)
	was := bytes.Clone(mem)
	require.True(t, forgetTracebacks(mem, 0))
	require.True(t, bytes.Equal(was, mem))
}
