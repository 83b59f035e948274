// Package gunzip takes gzip off files as gzip(1) does: several members are one
// file, zeros after the last are padding, and what else follows is left out.
//
// The form is that of RFC 1952. compress/gzip knows it too, but its header holds a
// time, and package time with all its texts would come into the page.
package gunzip

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"strconv"
)

// Is says whether a file that begins so is compressed with gzip.
func Is(head []byte) bool { return len(head) >= 2 && head[0] == 0x1f && head[1] == 0x8b }

// Error is compressed data that is not whole.
type Error struct {
	Cut   bool  // it ends too early; else it is damaged
	cause error // what was found, where damaged
}

func (e *Error) Error() string {
	if e.Cut {
		return "the compressed data ends too early"
	}
	return "the compressed data is damaged (" + e.cause.Error() + ")"
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.cause }

// In words the error for a log of that many lines and jobs so far.
func (e *Error) In(file string, lines, jobs int) error {
	if e.Cut {
		return errors.New(file + ": " + e.Error() + ", after " + strconv.Itoa(jobs) + " jobs: the file is incomplete, fetch or copy it again")
	}
	return errors.New(file + ": " + e.Error() + " after line " + strconv.Itoa(lines) + ": fetch or copy it again")
}

// Reader reads what was compressed.
type Reader struct {
	file source
	in   *bufio.Reader
	z    io.ReadCloser // a flate.Resetter
	sum  uint32        // of the member so far
	size uint32
	err  error
	// Follows says, at the end, that something follows which is neither
	// compressed data nor padding.
	Follows bool
}

// NewReader reads from a file that begins as Is says.
func NewReader(file io.Reader) *Reader {
	r := &Reader{file: source{Reader: file}}
	r.in = bufio.NewReaderSize(&r.file, 64<<10)
	r.z = flate.NewReader(r.in)
	r.err = r.begin()
	return r
}

// flags of a member's header.
const (
	hasCheck = 1 << (1 + iota)
	hasExtra
	hasName
	hasComment
	reserved = 0xe0
)

var (
	errHeader    = errors.New("no header of a member")
	errHeaderSum = errors.New("the checksum of a header is another")
	errSum       = errors.New("the checksum is another")
)

// begin begins a member.
func (r *Reader) begin() error {
	if err := r.header(); err != nil {
		return r.worded(err)
	}
	r.sum, r.size = 0, 0
	return r.z.(flate.Resetter).Reset(r.in, nil)
}

// header goes over a member's header.
func (r *Reader) header() error {
	var b [10]byte
	r.sum = 0
	if err := r.take(b[:]); err != nil {
		return err
	}
	flags := b[3]
	if !Is(b[:]) || b[2] != 8 || flags&reserved != 0 {
		return errHeader
	}
	if flags&hasExtra != 0 {
		if err := r.take(b[:2]); err != nil {
			return err
		}
		if err := r.take(make([]byte, binary.LittleEndian.Uint16(b[:]))); err != nil {
			return err
		}
	}
	for _, text := range [...]byte{hasName, hasComment} {
		if flags&text == 0 {
			continue
		}
		for b[0] = 1; b[0] != 0; {
			if err := r.take(b[:1]); err != nil {
				return err
			}
		}
	}
	if flags&hasCheck != 0 {
		sum := uint16(r.sum)
		if err := r.take(b[:2]); err != nil {
			return err
		}
		if binary.LittleEndian.Uint16(b[:]) != sum {
			return errHeaderSum
		}
	}
	return nil
}

// take reads a part of the header, and sums it up.
func (r *Reader) take(b []byte) error {
	_, err := io.ReadFull(r.in, b)
	r.sum = crc32.Update(r.sum, crc32.IEEETable, b)
	return err
}

// Read implements io.Reader; errors other than those of the file are *Error.
func (r *Reader) Read(p []byte) (int, error) {
	for r.err == nil {
		n, err := r.z.Read(p)
		r.sum = crc32.Update(r.sum, crc32.IEEETable, p[:n])
		r.size += uint32(n)
		switch {
		case err == io.EOF:
			if r.err = r.check(); r.err == nil {
				r.err = r.next()
			}
		case err != nil:
			r.err = r.worded(err)
		}
		if n > 0 || err == nil {
			return n, nil // an error is told next time
		}
	}
	return 0, r.err
}

// check compares the end of a member with what was unpacked.
func (r *Reader) check() error {
	var b [8]byte
	if _, err := io.ReadFull(r.in, b[:]); err != nil {
		return r.worded(err)
	}
	if binary.LittleEndian.Uint32(b[:]) != r.sum || binary.LittleEndian.Uint32(b[4:]) != r.size {
		return r.worded(errSum)
	}
	return nil
}

// next goes on after a member.
func (r *Reader) next() error {
	padding := false
	for {
		b, err := r.in.Peek(1)
		if err != nil {
			return err
		}
		if b[0] != 0 {
			break
		}
		padding = true
		_, _ = r.in.Discard(1) // it was peeked at
	}
	if head, err := r.in.Peek(2); padding || err == nil && !Is(head) || err == io.EOF {
		r.Follows = true
		return io.EOF
	}
	return r.begin()
}

// worded tells what is cut from what is damaged, and leaves the file's own errors
// as they are.
func (r *Reader) worded(err error) error {
	switch {
	case r.file.err != nil:
		return r.file.err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Error{Cut: true, cause: io.ErrUnexpectedEOF}
	}
	return &Error{cause: err}
}

// source remembers the error of a file.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// Note is what a log says of a file with something that follows.
const Note = "behind the compressed data something else follows: it is left out, as gzip does"
