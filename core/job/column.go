package job

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
)

// Column holds the values of one field, packed: a stretch of jobs after the other, in
// as many bytes a value as the stretch's own span needs. Jobs stand in about the order
// of their times, so most fields take a byte or two, and one of a single value none.
// Nothing is copied as a column grows.
type Column struct {
	full []stretch
	last []int64 // the values behind them
}

// Stretch is how many values are packed together.
const Stretch = 1024

// stretch holds the least of its values, and how far each is above it.
type stretch struct {
	base  int64
	data  []byte // width bytes a value, the least significant first
	width uint8
}

// ColumnOf is the column of values.
func ColumnOf(values ...int64) (c Column) {
	c.Append(values...)
	return c
}

// Len is the number of values.
func (c *Column) Len() int { return len(c.full)*Stretch + len(c.last) }

// At is value i; -1, unknown, behind the end.
func (c *Column) At(i int) int64 {
	if s := i / Stretch; s < len(c.full) {
		return c.full[s].at(i % Stretch)
	}
	if i -= len(c.full) * Stretch; i < len(c.last) {
		return c.last[i]
	}
	return -1
}

// All are the values one by one.
func (c *Column) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		var room [Stretch]int64
		for from := 0; from < c.Len(); from += Stretch {
			for _, v := range c.Unpack(from, room[:min(Stretch, c.Len()-from)]) {
				if !yield(v) {
					return
				}
			}
		}
	}
}

// Unpack puts values into room, of a stretch at most, from a place on where one begins; -1, unknown, behind the end.
func (c *Column) Unpack(from int, room []int64) []int64 {
	if s := from / Stretch; s < len(c.full) {
		c.full[s].unpack(room)
		return room
	}
	for i := range room {
		room[i] = c.At(from + i)
	}
	return room
}

// only is the value that a stretch has all through, as all have behind the end; false: it has several.
func (c *Column) only(from int) (int64, bool) {
	if s := from / Stretch; s < len(c.full) {
		return c.full[s].base, c.full[s].width == 0
	}
	return -1, from >= c.Len()
}

// Values are all, unpacked.
func (c *Column) Values() []int64 {
	return slices.AppendSeq(make([]int64, 0, c.Len()), c.All())
}

// IsSorted says that no value is below the one before.
func (c *Column) IsSorted() bool {
	last := int64(math.MinInt64)
	for v := range c.All() {
		if v < last {
			return false
		}
		last = v
	}
	return true
}

// Append adds values.
func (c *Column) Append(values ...int64) {
	if n := len(c.last); len(values) == 1 && n < Stretch-1 && n < cap(c.last) { // as readers do, job by job
		c.last = c.last[:n+1]
		c.last[n] = values[0]
		return
	}
	for len(values) > 0 {
		if len(c.last) == 0 && len(values) >= Stretch {
			c.full = append(c.full, pack(values[:Stretch], nil))
			values = values[Stretch:]
			continue
		}
		if c.last == nil && len(c.full) > 0 {
			c.last = make([]int64, 0, Stretch)
		}
		n := min(len(values), Stretch-len(c.last))
		c.last = append(c.last, values[:n]...)
		values = values[n:]
		if len(c.last) == Stretch {
			c.full = append(c.full, pack(c.last, nil))
			c.last = c.last[:0]
		}
	}
}

// Repeat adds a value so many times.
func (c *Column) Repeat(v int64, n int) {
	for ; n > 0; n-- {
		if n >= Stretch && len(c.last) == 0 {
			c.full = append(c.full, stretch{base: v})
			n -= Stretch - 1
			continue
		}
		c.Append(v)
	}
}

// Share adds the whole stretch of another column that begins at a value of it, each value so much less; it is held once. False:
// there is none, or none can begin here.
func (c *Column) Share(of *Column, from int, less int64) bool {
	if from%Stretch > 0 || from/Stretch >= len(of.full) || len(c.last) > 0 {
		return false
	}
	x := of.full[from/Stretch]
	x.base -= less
	c.full = append(c.full, x)
	return true
}

// span is the least of values, and in how many bytes the others are above it.
func span(values []int64) (base int64, width uint8) {
	base = slices.Min(values)
	for most := uint64(slices.Max(values)) - uint64(base); most > 0; most >>= 8 {
		width++
	}
	return base, width
}

// pack takes the room for its bytes, where that is enough.
func pack(values []int64, room []byte) (s stretch) {
	s.base, s.width = span(values)
	if s.width == 0 {
		return s
	}
	w := int(s.width)
	n := max(8, w*len(values))
	s.data = slices.Grow(room[:0], n)[:n]
	clear(s.data[w*len(values):])
	for i, v := range values {
		d := uint64(v) - uint64(s.base)
		if at := s.data[i*w:]; len(at) >= 8 {
			binary.LittleEndian.PutUint64(at, d) // the next ones are put over its zeros
			continue
		}
		for k := range w {
			s.data[i*w+k] = byte(d >> (8 * k))
		}
	}
	return s
}

// at reads eight bytes at once: for the last values they begin before the value's own.
func (s *stretch) at(i int) int64 {
	if s.width == 0 {
		return s.base
	}
	i *= int(s.width)
	from := min(i, len(s.data)-8)
	d := binary.LittleEndian.Uint64(s.data[from:]) >> (8 * uint(i-from)) << (64 - 8*uint(s.width)) >> (64 - 8*uint(s.width))
	return s.base + int64(d)
}

// unpack puts the first values into room.
func (s *stretch) unpack(room []int64) {
	switch base, data := s.base, s.data; s.width {
	case 0:
		for i := range room {
			room[i] = base
		}
	case 1:
		for i, d := range data[:len(room)] {
			room[i] = base + int64(d)
		}
	case 2:
		for i := range room {
			room[i] = base + int64(binary.LittleEndian.Uint16(data[2*i:]))
		}
	default:
		for i := range room {
			room[i] = s.at(i)
		}
	}
}
