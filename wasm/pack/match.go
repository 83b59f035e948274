package main

import (
	"encoding/binary"
	"math/bits"
)

const (
	window  = 1 << 15 // matches are nearer
	longest = 258     // as a match may be
	deepest = 100     // as is looked into a tree: 300, as others have, save 246 bytes of the module in three seconds more
)

// A match is a length and a distance; with distance 0, a byte as it is.
type match uint32

func newMatch(length, distance int) match { return match(length<<16 | distance) }

func (m match) length() int   { return int(m >> 16) }
func (m match) distance() int { return int(m & 0xffff) }

// bytes is how many bytes it stands for.
func (m match) bytes() int {
	if m.distance() == 0 {
		return 1
	}
	return m.length()
}

// matches are those of a chunk's places, and where each place's begin.
type matches struct {
	list  []match
	begin []int32
}

// find finds each chunk's matches, one chunk ahead of who asks.
func find(data []byte) <-chan matches {
	list := make(chan matches)
	go func() {
		f := newFinder(data)
		for from := 0; from == 0 || from < len(data); from += chunk {
			to := min(from+chunk, len(data))
			m := matches{begin: make([]int32, 1, to-from+1)}
			for p := from; p < to; p++ {
				m.list = f.add(p, m.list)
				m.begin = append(m.begin, int32(len(m.list)))
			}
			list <- m
		}
	}()
	return list
}

// finder keeps the window's places in trees, one for each hash of the four bytes there,
// in the order of what is there; a tree's root is its last place.
type finder struct {
	data         []byte
	three, roots []int32 // by hash: the last place of three bytes, and of four
	children     []int32 // of a place modulo window: those before and after it
}

func newFinder(data []byte) *finder {
	f := &finder{data: data, three: make([]int32, 1<<15), roots: make([]int32, 1<<16), children: make([]int32, 2*window)}
	for _, list := range [][]int32{f.three, f.roots} {
		for i := range list {
			list[i] = -window
		}
	}
	return f
}

// add enters a place and appends its matches, each longer and farther than the one before.
func (f *finder) add(p int, found []match) []match {
	data, children := f.data, f.children
	most := min(longest, len(data)-p)
	if most < 4 {
		return found
	}
	four := binary.LittleEndian.Uint32(data[p:])
	best := 2
	last := &f.three[four<<8*0x9e3779b1>>17]
	if q := int(*last); p-q < window && (binary.LittleEndian.Uint32(data[q:])^four)<<8 == 0 {
		best = 3
		found = append(found, newMatch(best, p-q))
	}
	*last = int32(p)
	root := &f.roots[four*0x9e3779b1>>16]
	q := int(*root)
	*root = int32(p)
	before, after := p%window*2, p%window*2+1 // what is yet to be linked
	var less, more int                        // what the last found before p, and after, begin with alike
	for depth := deepest; depth > 0 && p-q < window; depth-- {
		n := min(less, more)
		n += common(data[p+n:p+most], data[q+n:])
		if n > best {
			best = n
			found = append(found, newMatch(n, p-q))
		}
		at := q % window * 2
		if n == most { // p takes its place
			children[before], children[after] = children[at], children[at+1]
			return found
		}
		if data[q+n] < data[p+n] {
			children[before] = int32(q)
			before, less = at+1, n
			q = int(children[before])
		} else {
			children[after] = int32(q)
			after, more = at, n
			q = int(children[after])
		}
	}
	children[before], children[after] = -window, -window
	return found
}

// common is how many bytes a and the longer b begin with alike.
func common(a, b []byte) int {
	n := 0
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

// What the format says of lengths and distances: how many bits follow a symbol, the least it
// stands for (a byte for itself), and the symbols of lengths.
var extra, base, lengthSymbol = tables()

func tables() (extra [len(counts{})]uint8, base [len(counts{})]int, lengthSymbol [longest + 1]uint16) {
	for s := range shortest {
		base[s] = s
	}
	at := 3
	for s := shortest; s < nearest-1; s++ {
		extra[s], base[s] = uint8(max(0, (s-shortest)/4-1)), at
		for end := at + 1<<extra[s]; at < end; at++ {
			lengthSymbol[at] = uint16(s)
		}
	}
	base[nearest-1], lengthSymbol[longest] = longest, nearest-1
	at = 1
	for s := nearest; s < len(base); s++ {
		extra[s], base[s] = uint8(max(0, (s-nearest)/2-1)), at
		at += 1 << extra[s]
	}
	return extra, base, lengthSymbol
}

func distanceSymbol(distance int) int {
	d := uint(distance - 1)
	n := max(0, bits.Len(d)-2)
	return nearest + 2*n + int(d>>n)
}
