package parquet

import "encoding/binary"

// decoder gives the values of a page one after the other; false: there is none where one should be.
type decoder interface{ next() (value, bool) }

// filler is one that gives several numbers at once.
type filler interface{ fill(room []int64) bool }

// plain has values one behind the other.
type plain struct {
	c *column
	b []byte
}

func (p *plain) next() (v value, ok bool) {
	n := p.c.width
	if p.c.physical == texts {
		if len(p.b) < 4 {
			return v, false
		}
		size := binary.LittleEndian.Uint32(p.b)
		if p.b = p.b[4:]; uint64(size) > uint64(len(p.b)) {
			return v, false
		}
		n = int(size)
	}
	if n > len(p.b) || n == 0 && p.c.physical == fixed {
		return v, false
	}
	v = p.c.read(p.b[:n:n])
	p.b = p.b[n:]
	return v, true
}

func (p *plain) fill(room []int64) bool {
	n := len(room) * p.c.width
	if n > len(p.b) {
		return false
	}
	b := p.b[:n]
	if p.b = p.b[n:]; p.c.width == 4 {
		for i := range room {
			room[i] = int64(int32(binary.LittleEndian.Uint32(b[4*i:])))
		}
		return true
	}
	for i := range room {
		room[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return true
}

// packed has bits one behind the other, each value in so many of them.
type packed struct {
	b     []byte
	at    int // bits
	width int
}

func (p *packed) next() (v value, ok bool) {
	end := p.at + p.width
	if end > 8*len(p.b) {
		return v, false
	}
	from := p.at >> 3
	p.at, end = end, p.at&7+p.width // the last bit, from that byte on
	var x uint64
	if from+8 <= len(p.b) {
		x = binary.LittleEndian.Uint64(p.b[from:])
	} else {
		for i, c := range p.b[from:] {
			x |= uint64(c) << (8 * i)
		}
	}
	x >>= end - p.width
	if end > 64 {
		x |= uint64(p.b[from+8]) << (64 - (end - p.width))
	}
	if p.width < 64 {
		x &= 1<<p.width - 1
	}
	v.n = int64(x)
	return v, true
}

func (p *packed) fill(room []int64) bool {
	if p.at+len(room)*p.width > 8*len(p.b) {
		return false
	}
	i, mask := 0, uint64(1)<<(p.width&63)-1
	if p.width <= 56 {
		for ; i < len(room) && p.at>>3+8 <= len(p.b); i++ {
			room[i] = int64(binary.LittleEndian.Uint64(p.b[p.at>>3:]) >> (p.at & 7) & mask)
			p.at += p.width
		}
	}
	for ; i < len(room); i++ {
		v, ok := p.next()
		if room[i] = v.n; !ok {
			return false
		}
	}
	return true
}

// runs has values that repeat, and packed ones between them.
type runs struct {
	t     thrift
	width int
	left  uint64 // of the run
	same  int64
	bits  packed
	plain bool // the run is of packed ones
}

// newRuns reads them; width is in bits.
func newRuns(b []byte, width int) *runs { return &runs{t: thrift{b: b}, width: width} }

// turn begins the next run.
func (r *runs) turn() bool {
	for r.left == 0 {
		head := r.t.uvarint()
		if r.t.bad {
			return false
		}
		if r.plain = head&1 != 0; r.plain {
			groups := head >> 1
			n := min(uint64(len(r.t.b)), groups*uint64(r.width))
			if groups > 1<<30 || groups == 0 {
				return false
			}
			r.bits = packed{b: r.t.b[:n], width: r.width}
			r.t.b, r.left = r.t.b[n:], groups*8
			continue
		}
		n := (r.width + 7) / 8
		if r.left = head >> 1; len(r.t.b) < n || r.left == 0 {
			return false
		}
		r.same = 0
		for i, c := range r.t.b[:n] {
			r.same |= int64(c) << (8 * i)
		}
		r.t.b = r.t.b[n:]
	}
	return true
}

func (r *runs) next() (v value, ok bool) {
	var room [1]int64
	ok = r.fill(room[:])
	return value{n: room[0]}, ok
}

func (r *runs) fill(room []int64) bool {
	for len(room) > 0 {
		if !r.turn() {
			return false
		}
		n := int(min(uint64(len(room)), r.left))
		part := room[:n]
		if room, r.left = room[n:], r.left-uint64(n); !r.plain {
			for i := range part {
				part[i] = r.same
			}
		} else if !r.bits.fill(part) {
			return false
		}
	}
	return true
}

// delta has differences, in blocks of numbers of bits of their own.
type delta struct {
	t      thrift
	narrow bool // of 32 bits
	each   int  // values of a part of a block
	parts  int
	left   uint64
	begun  bool
	last   int64
	least  int64
	widths []byte
	bits   packed
	inPart int
}

// newDelta reads their head; nil: it can't be.
func newDelta(b []byte, narrow bool) *delta {
	d := &delta{t: thrift{b: b}, narrow: narrow}
	block, parts, left := d.t.uvarint(), d.t.uvarint(), d.t.uvarint()
	d.last = d.t.int()
	if d.t.bad || parts == 0 || block > 1<<20 || block%parts != 0 || block/parts%8 != 0 || block == 0 || left > MaxRows {
		return nil
	}
	d.each, d.parts, d.left = int(block/parts), int(parts), left
	return d
}

// part begins the next part of a block.
func (d *delta) part() bool {
	if len(d.widths) == 0 {
		d.least = d.t.int()
		if d.t.bad || len(d.t.b) < d.parts {
			return false
		}
		d.widths, d.t.b = d.t.b[:d.parts], d.t.b[d.parts:]
	}
	width := int(d.widths[0])
	d.widths = d.widths[1:]
	if width > 64 {
		return false
	}
	n := min(len(d.t.b), width*d.each/8)
	d.bits = packed{b: d.t.b[:n], width: width}
	d.t.b, d.inPart = d.t.b[n:], d.each
	return true
}

func (d *delta) next() (v value, ok bool) {
	if d.left == 0 {
		return v, false
	}
	d.left--
	if !d.begun {
		d.begun = true
	} else {
		if d.inPart == 0 && !d.part() {
			return v, false
		}
		x, ok := d.bits.next()
		if d.inPart--; !ok {
			return v, false
		}
		d.step(x.n)
	}
	return value{n: d.last}, true
}

func (d *delta) step(by int64) {
	if d.last += d.least + by; d.narrow {
		d.last = int64(int32(d.last))
	}
}

func (d *delta) fill(room []int64) bool {
	for len(room) > 0 {
		if d.inPart == 0 || !d.begun {
			v, ok := d.next()
			if room[0], room = v.n, room[1:]; !ok {
				return false
			}
			continue
		}
		n := min(len(room), d.inPart)
		if uint64(n) > d.left || !d.bits.fill(room[:n]) {
			return false
		}
		for i, by := range room[:n] {
			d.step(by)
			room[i] = d.last
		}
		d.left, d.inPart, room = d.left-uint64(n), d.inPart-n, room[n:]
	}
	return true
}

// rest is what stands behind the differences; false: it can't be told.
func (d *delta) rest() ([]byte, bool) {
	x := *d
	for left := int64(x.left) - 1; left > 0; left -= int64(x.each) {
		if !x.part() {
			return nil, false
		}
	}
	return x.t.b, true
}

// lengths has those of texts, then these.
type lengths struct {
	of *delta
	b  []byte
}

func newLengths(b []byte) *lengths {
	l := &lengths{of: newDelta(b, true)}
	if l.of == nil {
		return nil
	}
	var ok bool
	if l.b, ok = l.of.rest(); !ok {
		return nil
	}
	return l
}

func (l *lengths) next() (v value, ok bool) {
	n, ok := l.of.next()
	if !ok || n.n < 0 || n.n > int64(len(l.b)) {
		return v, false
	}
	v.b, l.b = l.b[:n.n:n.n], l.b[n.n:]
	return v, true
}

// fronts has how much texts have in common with those before them, and what follows.
type fronts struct {
	c    *column
	of   *delta
	ends *lengths
	last []byte
}

func newFronts(c *column, b []byte) *fronts {
	f := &fronts{c: c, of: newDelta(b, true)}
	if f.of == nil {
		return nil
	}
	rest, ok := f.of.rest()
	if f.ends = newLengths(rest); !ok || f.ends == nil {
		return nil
	}
	return f
}

func (f *fronts) next() (v value, ok bool) {
	n, ok1 := f.of.next()
	end, ok2 := f.ends.next()
	if !ok1 || !ok2 || n.n < 0 || n.n > int64(len(f.last)) {
		return v, false
	}
	f.last = append(f.last[:n.n], end.b...)
	return value{b: f.last}, f.c.physical != fixed || len(f.last) == f.c.width
}

// split has the first bytes of all values, then their second ones, and so on.
type split struct {
	c    *column
	b    []byte
	at   int
	n    int
	cell []byte
}

func (s *split) next() (v value, ok bool) {
	if s.at >= s.n {
		return v, false
	}
	for i := range s.cell {
		s.cell[i] = s.b[i*s.n+s.at]
	}
	s.at++
	return s.c.read(s.cell), true
}

// Encodings, as the format numbers them.
const (
	encodedPlain   = 0
	encodedWords   = 2
	encodedRuns    = 3
	encodedDelta   = 5
	encodedLengths = 6
	encodedFronts  = 7
	encodedIndex   = 8
	encodedSplit   = 9
)

// decoderOf reads n values of a page, of which rows may be fewer; nil: it can't be.
func (c *column) decoderOf(encoding int64, b []byte, words bool) decoder {
	numbers, bytes := c.physical == int32s || c.physical == int64s, c.physical == texts || c.physical == fixed
	switch {
	case encoding == encodedPlain && c.physical == truth:
		return &packed{b: b, width: 1}
	case encoding == encodedPlain:
		return &plain{c, b}
	case (encoding == encodedWords || encoding == encodedIndex) && words:
		if len(b) == 0 { // of nothing
			return &runs{}
		} else if b[0] <= 32 {
			return newRuns(b[1:], int(b[0]))
		}
	case encoding == encodedRuns && c.physical == truth && len(b) >= 4:
		return newRuns(b[4:], 1)
	case encoding == encodedDelta && numbers:
		if d := newDelta(b, c.physical == int32s); d != nil {
			return d
		}
	case encoding == encodedLengths && bytes:
		if l := newLengths(b); l != nil {
			return l
		}
	case encoding == encodedFronts && bytes:
		if f := newFronts(c, b); f != nil {
			return f
		}
	case encoding == encodedSplit && c.width > 0:
		return &split{c: c, b: b, n: len(b) / c.width, cell: make([]byte, c.width)}
	}
	return nil
}
