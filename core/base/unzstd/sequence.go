package unzstd

import "encoding/binary"

// The three kinds of codes of a sequence.
const (
	ofLiterals = iota
	ofOffset
	ofMatch
)

// usual are the tables of blocks that bring none: how often each code is, and how long tables are at most.
var usual = [3]struct {
	log, most, maxLog int
	counts            []int
}{
	{6, 35, 9, []int{4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1}},
	{5, 31, 8, []int{1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1}},
	{6, 52, 9, []int{1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
		1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1}},
}

// literalBits and matchBits are how many bits follow codes beyond the first, each of which has one length.
var (
	literalBits = []uint8{1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	matchBits   = []uint8{1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
)

// long is a length, of which the first so many codes have their own number.
func long(code, first int, extra []uint8, r *reader) int {
	if code < first {
		return code
	}
	n := first
	for _, x := range extra[:code-first] {
		n += 1 << x
	}
	return n + r.take(int(extra[code-first]))
}

// sequences copies literals and what was there before, in turns.
func (s *state) sequences(b []byte) error {
	if len(b) == 0 {
		return errDamaged
	}
	n, head := int(b[0]), 1
	switch {
	case n == 255 && len(b) > 3:
		n, head = int(binary.LittleEndian.Uint16(b[1:]))+0x7f00, 3
	case 128 <= n && n < 255 && len(b) > 2:
		n, head = (n-128)<<8|int(b[1]), 2
	case n >= 128:
		return errDamaged
	}
	if b = b[head:]; n == 0 {
		return s.rest(b, s.literals)
	}
	if len(b) == 0 || b[0]&3 != 0 {
		return errDamaged
	}
	modes := b[0]
	b = b[1:]
	for i := range usual {
		var ok bool
		if b, ok = s.table(i, int(modes>>(6-2*i)&3), b); !ok {
			return errDamaged
		}
	}
	r, ok := backwards(b)
	if !ok {
		return errDamaged
	}
	var at [3]int
	for i := range at {
		at[i] = r.take(s.bits[i])
	}
	begin, text := len(s.out), s.literals
	for left := n; left > 0; left-- {
		now := [3]cell{s.tables[0][at[0]], s.tables[1][at[1]], s.tables[2][at[2]]}
		offset := 1<<now[ofOffset].symbol + r.take(int(now[ofOffset].symbol))
		match := 3 + long(int(now[ofMatch].symbol), 32, matchBits, &r)
		literals := long(int(now[ofLiterals].symbol), 16, literalBits, &r)
		if left > 1 {
			for _, i := range [...]int{ofLiterals, ofMatch, ofOffset} {
				at[i] = int(now[i].base) + r.take(int(now[i].bits))
			}
		}
		offset = s.offset(offset, literals == 0)
		switch {
		case r.left < 0 || literals > len(text) || offset <= 0 || offset > len(s.out)+literals-s.from ||
			len(s.out)+literals+match-begin > maxBlock:
			return errDamaged
		case len(s.out)+literals+match > s.most:
			return errLong
		}
		s.out = append(s.out, text[:literals]...)
		text = text[literals:]
		for match > 0 { // it may reach into itself
			from := len(s.out) - offset
			k := min(match, offset)
			s.out = append(s.out, s.out[from:from+k]...)
			match -= k
		}
	}
	if r.left != 0 {
		return errDamaged
	}
	return s.rest(nil, text)
}

// rest copies the literals behind the last sequence, behind which the block has nothing.
func (s *state) rest(b, text []byte) error {
	switch {
	case len(b) > 0:
		return errDamaged
	case len(s.out)+len(text) > s.most:
		return errLong
	}
	s.out = append(s.out, text...)
	return nil
}

// offset is how far back a match lies: small ones name one of the last three.
func (s *state) offset(code int, bare bool) int {
	l := &s.last
	if code > 3 {
		*l = [3]int{code - 3, l[0], l[1]}
		return l[0]
	}
	if bare {
		code++
	}
	switch code {
	case 2:
		*l = [3]int{l[1], l[0], l[2]}
	case 3:
		*l = [3]int{l[2], l[0], l[1]}
	case 4:
		*l = [3]int{l[0] - 1, l[0], l[1]}
	}
	return l[0]
}

// table makes the one of a kind of codes ready, as a block says.
func (s *state) table(of, mode int, b []byte) (rest []byte, ok bool) {
	u := &usual[of]
	switch mode {
	case 0:
		s.tables[of], s.bits[of] = spread(u.counts, u.log), u.log
	case 1:
		if len(b) == 0 || int(b[0]) > u.most {
			return nil, false
		}
		s.tables[of], s.bits[of], b = []cell{{symbol: b[0]}}, 0, b[1:]
	case 2:
		if s.tables[of], s.bits[of], b = readTable(b, u.most, u.maxLog); s.tables[of] == nil {
			return nil, false
		}
	}
	return b, s.tables[of] != nil
}

// reader reads bits from the last one on.
type reader struct {
	b    []byte
	left int // bits; below 0: more were read than there are
}

// backwards reads what ends with a one and zeros that fill its byte.
func backwards(b []byte) (r reader, ok bool) {
	if len(b) == 0 || b[len(b)-1] == 0 {
		return r, false
	}
	n := 8*len(b) - 1
	for b[len(b)-1]>>(n&7) == 0 {
		n--
	}
	return reader{b, n}, true
}

// peek is the next n bits, with zeros where none are left.
func (r *reader) peek(n int) int {
	from := r.left - n
	if from < 0 {
		if r.left <= 0 {
			return 0
		}
		return int(r.load(0)) & (1<<r.left - 1) << -from
	}
	return int(r.load(from>>3)>>(from&7)) & (1<<n - 1)
}

func (r *reader) load(at int) uint64 {
	if at+8 <= len(r.b) {
		return binary.LittleEndian.Uint64(r.b[at:])
	}
	x := uint64(0)
	for i, c := range r.b[at:] {
		x |= uint64(c) << (8 * i)
	}
	return x
}

func (r *reader) take(n int) int {
	x := r.peek(n)
	r.left -= n
	return x
}
