// Package wire is the small binary protocol between the page and its workers:
// little-endian, self-describing nothing, read in the order it was written.
// Rows are lists of numbers, which must come back bit for bit and cost no text.
package wire

import (
	"encoding/binary"
	"errors"
	"math"
)

// Writer appends values to a message.
type Writer struct{ B []byte }

func (w *Writer) Int(v int64)     { w.B = binary.LittleEndian.AppendUint64(w.B, uint64(v)) }
func (w *Writer) Uint(v uint64)   { w.B = binary.LittleEndian.AppendUint64(w.B, v) }
func (w *Writer) Float(v float64) { w.Uint(math.Float64bits(v)) }

func (w *Writer) Byte(b byte) { w.B = append(w.B, b) }

func (w *Writer) Bool(v bool) {
	if v {
		w.Byte(1)
	} else {
		w.Byte(0)
	}
}

func (w *Writer) String(s string) {
	w.Int(int64(len(s)))
	w.B = append(w.B, s...)
}

// Raw appends bytes of a length both sides know.
func (w *Writer) Raw(b []byte) { w.B = append(w.B, b...) }

func (w *Writer) Ints(v []int64) {
	w.Int(int64(len(v)))
	w.Grow(8 * len(v))
	for _, x := range v {
		w.B = binary.LittleEndian.AppendUint64(w.B, uint64(x))
	}
}

func (w *Writer) Int32s(v []int32) {
	w.Int(int64(len(v)))
	w.Grow(4 * len(v))
	for _, x := range v {
		w.B = binary.LittleEndian.AppendUint32(w.B, uint32(x))
	}
}

func (w *Writer) Floats(v []float64) {
	w.Int(int64(len(v)))
	for _, x := range v {
		w.Float(x)
	}
}

// Grow makes room for n more bytes.
func (w *Writer) Grow(n int) {
	if cap(w.B)-len(w.B) < n {
		b := make([]byte, len(w.B), len(w.B)+n+1024)
		copy(b, w.B)
		w.B = b
	}
}

// ErrShort is a message that ends before its last value.
var ErrShort = errors.New("wire: the message ends early: page and worker are of different builds; reload the page")

// Reader takes values from a message. After the first error every value is
// zero; Err tells.
type Reader struct {
	b   []byte
	err error
}

// NewReader reads b, which must not change until the last value is taken.
func NewReader(b []byte) *Reader { return &Reader{b: b} }

// Err is nil while every value was there, and at the end nothing was left.
func (r *Reader) Err() error { return r.err }

// Close reports whether the whole message was read without error.
func (r *Reader) Close() error {
	if r.err == nil && len(r.b) != 0 {
		r.err = ErrShort
	}
	return r.err
}

func (r *Reader) take(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.b) {
		r.err = ErrShort
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *Reader) Uint() uint64 {
	b := r.take(8)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

func (r *Reader) Int() int64     { return int64(r.Uint()) }
func (r *Reader) Float() float64 { return math.Float64frombits(r.Uint()) }

func (r *Reader) Bool() bool { return r.Byte() == 1 }

func (r *Reader) Byte() byte {
	b := r.take(1)
	if b == nil {
		return 0
	}
	return b[0]
}

// Fail says that a value can't be.
func (r *Reader) Fail() { r.err = ErrShort }

func (r *Reader) String() string { return string(r.take(r.length(1))) }

// Raw takes n bytes, copied.
func (r *Reader) Raw(n int) []byte { return append([]byte(nil), r.take(n)...) }

// Borrow takes n bytes of the message itself, which are only to be read.
func (r *Reader) Borrow(n int) []byte { return r.take(n) }

// Left is how many bytes are left.
func (r *Reader) Left() int { return len(r.b) }

// Rest takes all that is left, copied.
func (r *Reader) Rest() []byte { return r.Raw(len(r.b)) }

// length reads a count of elements of the given size and checks that they are
// there, so that a bad message can't ask for more memory than it brings.
func (r *Reader) length(size int64) int {
	n := r.Int()
	if n < 0 || n > int64(len(r.b))/size {
		r.err = ErrShort
		return 0
	}
	return int(n)
}

// Len reads the number of elements that follow, each at least one byte.
func (r *Reader) Len() int { return r.length(1) }

func (r *Reader) Ints() []int64 {
	n := r.length(8)
	b := r.take(8 * n)
	if b == nil {
		return nil
	}
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v
}

func (r *Reader) Int32s() []int32 {
	n := r.length(4)
	b := r.take(4 * n)
	if b == nil {
		return nil
	}
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

func (r *Reader) Floats() []float64 {
	n := r.length(8)
	v := make([]float64, n)
	for i := range v {
		v[i] = r.Float()
	}
	return v
}

// Sum is FNV-1a, going on from h, the first time from Start: it tells what was cut off
// or changed by accident.
func Sum(h uint64, b []byte) uint64 {
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// Start is the sum of nothing.
const Start = 14695981039346656037
