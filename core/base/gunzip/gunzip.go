// Package gunzip takes gzip off files as gzip(1) does: several members are one
// file, zeros after the last are padding, and what else follows is left out.
//
// The form is that of RFC 1952. A member is read by compress/gzip; what follows one, and
// whether data is cut or damaged, is told here.
package gunzip

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"strconv"
	"strings"
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
		return errors.New(file + ": " + e.Error() + ", after " + strconv.Itoa(jobs) + " jobs: the file is incomplete, fetch or copy it " +
			"again")
	}
	return errors.New(file + ": " + e.Error() + " after line " + strconv.Itoa(lines) + ": fetch or copy it again")
}

// Reader reads what was compressed.
type Reader struct {
	file   source
	in     *bufio.Reader
	member gzip.Reader
	err    error
	// Follows says, at the end, that something follows which is neither
	// compressed data nor padding.
	Follows bool
}

// NewReader reads from a file that begins as Is says.
func NewReader(file io.Reader) *Reader {
	r := &Reader{file: source{Reader: file}}
	r.in = bufio.NewReaderSize(&r.file, 64<<10)
	r.err = r.begin()
	return r
}

// reserved are flags of a header that nothing may set; the standard library does not look.
const reserved = 0xe0

var errHeader = errors.New("no header of a member")

// begin begins a member.
func (r *Reader) begin() error {
	if head, err := r.in.Peek(4); err == nil && head[3]&reserved != 0 {
		return r.worded(errHeader)
	}
	if err := r.member.Reset(r.in); err != nil {
		if err == gzip.ErrHeader {
			err = errHeader
		}
		return r.worded(err)
	}
	r.member.Multistream(false)
	return nil
}

// Read implements io.Reader; errors other than those of the file are *Error.
func (r *Reader) Read(p []byte) (int, error) {
	for r.err == nil {
		n, err := r.member.Read(p)
		switch {
		case err == io.EOF:
			r.err = r.next()
		case err != nil:
			if err == gzip.ErrChecksum {
				err = errors.New("the checksum is another")
			}
			r.err = r.worded(err)
		}
		if n > 0 || err == nil {
			return n, nil // an error is told next time
		}
	}
	return 0, r.err
}

// Beginning is what a file unpacks to, as far as its error and at most so many bytes. (It is no io.ReadAll: a Reader
// handed on as one of any kind would make the page 12 kB longer.)
func Beginning(packed string, most int) (text []byte, err error) {
	r := NewReader(strings.NewReader(packed))
	buffer := make([]byte, 64<<10)
	for err == nil && len(text) < most {
		var n int
		n, err = r.Read(buffer)
		text = append(text, buffer[:n]...)
	}
	if err == io.EOF {
		err = nil
	}
	return text[:min(len(text), most)], err
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
