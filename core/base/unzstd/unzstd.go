// Package unzstd takes Zstandard off data that is at hand as a whole, as columns of Parquet are packed.
//
// The form is that of RFC 8878. Dictionaries are not known, and checksums not looked at. What data claims to
// hold allocates nothing: it grows as it is unpacked, to the most that is asked for.
package unzstd

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

var (
	errDamaged = errors.New("the Zstandard data is damaged")
	errLong    = errors.New("the Zstandard data unpacks to more than it should")
)

const (
	magic     = 0xfd2fb528
	skippable = 0x184d2a50 // and the fifteen that follow
	maxBlock  = 128 << 10
)

// state is what a frame remembers from block to block.
type state struct {
	out      []byte
	from     int // where the frame begins in out
	most     int
	literals []byte
	huff     []cell // nil: none yet
	huffBits int
	tables   [3][]cell // of literal lengths, offsets and match lengths
	bits     [3]int
	last     [3]int // offsets
}

// cell is an entry of a table: what is decoded there, how many bits follow, and where they are added to.
type cell struct {
	symbol, bits uint8
	base         uint16
}

// Decode appends what data unpacks to, most bytes of it at most, to out.
func Decode(out, data []byte, most int) ([]byte, error) {
	s := state{out: out, most: len(out) + most}
	for len(data) > 0 {
		if len(data) < 4 {
			return s.out, errDamaged
		}
		switch m := binary.LittleEndian.Uint32(data); {
		case m == magic:
			var err error
			if data, err = s.frame(data[4:]); err != nil {
				return s.out, err
			}
		case m&^15 == skippable && len(data) >= 8 && uint64(binary.LittleEndian.Uint32(data[4:])) <= uint64(len(data)-8):
			data = data[8+binary.LittleEndian.Uint32(data[4:]):]
		default:
			return s.out, errDamaged
		}
	}
	return s.out, nil
}

// frame takes one, behind its first four bytes.
func (s *state) frame(b []byte) (rest []byte, err error) {
	if len(b) == 0 || b[0]&8 != 0 {
		return nil, errDamaged
	}
	flags := b[0]
	n := 1 + [...]int{0, 1, 2, 4}[flags&3] + [...]int{0, 2, 4, 8}[flags>>6]
	if flags&0x20 == 0 {
		n++ // the window, which here is all that was unpacked
	} else if flags>>6 == 0 {
		n++
	}
	if len(b) < n {
		return nil, errDamaged
	}
	b = b[n:]
	s.from, s.last, s.huff, s.tables = len(s.out), [3]int{1, 4, 8}, nil, [3][]cell{}
	for last := false; !last; {
		if len(b) < 3 {
			return nil, errDamaged
		}
		head := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
		b = b[3:]
		last = head&1 != 0
		size, kind, packed := head>>3, head>>1&3, head>>3
		if kind == 1 {
			packed = 1
		}
		if size > maxBlock || kind == 3 || len(b) < packed {
			return nil, errDamaged
		}
		if kind < 2 && len(s.out)+size > s.most {
			return nil, errLong
		}
		switch kind {
		case 0:
			s.out = append(s.out, b[:size]...)
		case 1:
			for range size {
				s.out = append(s.out, b[0])
			}
		default:
			if err := s.block(b[:size]); err != nil {
				return nil, err
			}
		}
		b = b[packed:]
	}
	if flags&4 != 0 {
		if len(b) < 4 {
			return nil, errDamaged
		}
		b = b[4:]
	}
	return b, nil
}

// block unpacks one.
func (s *state) block(b []byte) error {
	b, ok := s.literal(b)
	if !ok {
		return errDamaged
	}
	return s.sequences(b)
}

// literal reads the literals at a block's beginning.
func (s *state) literal(b []byte) (rest []byte, ok bool) {
	if len(b) == 0 {
		return nil, false
	}
	kind, form := b[0]&3, b[0]>>2&3
	if kind < 2 {
		n := [...]int{1, 2, 1, 3}[form]
		if len(b) < n {
			return nil, false
		}
		size := int(b[0]) >> 3
		if n > 1 {
			size = int(b[0])>>4 | int(b[1])<<4
		}
		if n > 2 {
			size |= int(b[2]) << 12
		}
		packed := size
		if kind == 1 {
			packed = 1
		}
		if b = b[n:]; size > maxBlock || len(b) < packed {
			return nil, false
		}
		s.literals = append(s.literals[:0], b[:packed]...)
		for kind == 1 && len(s.literals) < size {
			s.literals = append(s.literals, b[0])
		}
		s.literals = s.literals[:size]
		return b[packed:], true
	}
	n := [...]int{3, 3, 4, 5}[form]
	if len(b) < n {
		return nil, false
	}
	head := uint64(0)
	for i := range n {
		head |= uint64(b[i]) << (8 * i)
	}
	width := [...]int{10, 10, 14, 18}[form]
	size, packed := int(head>>4)&(1<<width-1), int(head>>(4+width))&(1<<width-1)
	if b = b[n:]; size > maxBlock || packed > len(b) {
		return nil, false
	}
	rest, b = b[packed:], b[:packed]
	if kind == 2 {
		if b, ok = s.tree(b); !ok {
			return nil, false
		}
	}
	if s.huff == nil {
		return nil, false
	}
	s.literals = s.literals[:0]
	if form == 0 {
		return rest, s.stream(b, size)
	}
	return rest, s.streams(b, size)
}

// streams are four, one behind the other.
func (s *state) streams(b []byte, size int) bool {
	if len(b) < 6 {
		return false
	}
	each := (size + 3) / 4
	jumps := b[:6]
	b = b[6:]
	for i := range 4 {
		n := len(b)
		if i < 3 {
			n = int(binary.LittleEndian.Uint16(jumps[2*i:]))
		} else {
			each = size - len(s.literals)
		}
		if n > len(b) || each < 0 || !s.stream(b[:n], each) {
			return false
		}
		b = b[n:]
	}
	return true
}

// stream decodes n literals.
func (s *state) stream(b []byte, n int) bool {
	r, ok := backwards(b)
	for range n {
		c := s.huff[r.peek(s.huffBits)]
		r.left -= int(c.bits)
		s.literals = append(s.literals, c.symbol)
	}
	return ok && r.left == 0
}

// tree reads the lengths of the literals' codes.
func (s *state) tree(b []byte) (rest []byte, ok bool) {
	if len(b) == 0 {
		return nil, false
	}
	var weights [256]uint8
	n, size := 0, int(b[0])
	b = b[1:]
	if size >= 128 {
		n, size = size-127, (size-126)/2
		if len(b) < size {
			return nil, false
		}
		for i := range n {
			weights[i] = b[i/2] >> (4 - 4*(i&1)) & 15
		}
	} else {
		if len(b) < size {
			return nil, false
		}
		if n = unweigh(weights[:], b[:size]); n == 0 {
			return nil, false
		}
	}
	sum := 0
	for _, w := range weights[:n] {
		sum += 1 << w >> 1
	}
	s.huffBits = bits.Len(uint(sum))
	left := 1<<s.huffBits - sum
	if sum == 0 || s.huffBits > 11 || left&(left-1) != 0 || n > 255 {
		return nil, false
	}
	weights[n] = uint8(bits.Len(uint(left)))
	s.huff = make([]cell, 1<<s.huffBits)
	at := 0
	for w := 1; w <= s.huffBits; w++ {
		for symbol, x := range weights[:n+1] {
			if int(x) != w {
				continue
			}
			for range 1 << (w - 1) {
				if at == len(s.huff) {
					return nil, false
				}
				s.huff[at] = cell{symbol: uint8(symbol), bits: uint8(s.huffBits + 1 - w)}
				at++
			}
		}
	}
	return b[size:], at == len(s.huff)
}

// unweigh decodes weights that are packed themselves; 0: damaged.
func unweigh(weights []uint8, b []byte) int {
	table, log, rest := readTable(b, 255, 6)
	r, ok := backwards(rest)
	if table == nil || !ok {
		return 0
	}
	x, y := r.take(log), r.take(log)
	n := 0
	for n < 254 && r.left >= 0 {
		c := table[x]
		weights[n] = c.symbol
		n++
		if r.left < int(c.bits) {
			weights[n] = table[y].symbol
			return n + 1
		}
		x, y = y, int(c.base)+r.take(int(c.bits))
	}
	return 0
}

// readTable reads how often symbols are, and makes the table that decodes them; nil: damaged.
func readTable(b []byte, most, maxLog int) (table []cell, log int, rest []byte) {
	at := 0
	read := func(n int) int { // bits from the first on
		x := 0
		for i := range n {
			if at>>3 < len(b) {
				x |= int(b[at>>3]>>(at&7)&1) << i
			}
			at++
		}
		return x
	}
	log = read(4) + 5
	if log > maxLog {
		return nil, 0, nil
	}
	var counts []int
	for left := 1 << log; left > 0; {
		width := bits.Len(uint(left + 1))
		low := 1<<width - 1 - (left + 1) // so many values have a bit less
		x := read(width - 1)
		if x >= low {
			if x |= read(1) << (width - 1); x >= 1<<(width-1) {
				x -= low
			}
		}
		x--
		counts = append(counts, x)
		if left -= max(x, -x); left < 0 || len(counts) > most+1 || at > 8*len(b) {
			return nil, 0, nil
		}
		for again := x == 0; again; {
			n := read(2)
			for range n {
				counts = append(counts, 0)
			}
			again = n == 3 && at <= 8*len(b)
		}
	}
	if at = (at + 7) / 8; at > len(b) || len(counts) > most+1 {
		return nil, 0, nil
	}
	return spread(counts, log), log, b[at:]
}

// spread lays symbols out over a table, as often as they are; nil: they don't fill it.
func spread(counts []int, log int) []cell {
	size := 1 << log
	table, next := make([]cell, size), make([]int, len(counts))
	high := size - 1
	for s, n := range counts {
		if next[s] = n; n < 0 {
			table[high].symbol = uint8(s)
			next[s] = 1
			high--
		}
	}
	at, step := 0, size>>1+size>>3+3
	for s, n := range counts {
		for range max(n, 0) {
			table[at].symbol = uint8(s)
			for at = (at + step) & (size - 1); at > high; {
				at = (at + step) & (size - 1)
			}
		}
	}
	if at != 0 {
		return nil
	}
	for i := range table {
		s := table[i].symbol
		x := next[s]
		next[s]++
		n := log + 1 - bits.Len(uint(x))
		table[i].bits, table[i].base = uint8(n), uint16(x<<n-size)
	}
	return table
}
