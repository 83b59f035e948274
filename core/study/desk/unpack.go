package desk

import (
	"errors"
	"io"

	"shadowtime/core/base/gunzip"
)

// unpacking takes gzip off a file that comes in pieces. Browsers unpack faster,
// but know one member only and don't say what is wrong with a file.
//
// A pipe of package io would do, and bring select and files into the page.
type unpacking struct {
	pieces chan []byte   // of the compressed file
	wanted chan struct{} // the last piece was used up: its memory is its sender's
	piece  []byte        // what is left of it
	over   bool          // there are no more
	ended  chan struct{}
	err    error // *gunzip.Error, or of whoever takes what was unpacked
	notes  []string
}

func unpackInto(to io.Writer) *unpacking {
	u := &unpacking{pieces: make(chan []byte), wanted: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(u.ended)
		z, buffer := gunzip.NewReader(u), make([]byte, 256<<10)
		for u.err == nil {
			var n int
			n, u.err = z.Read(buffer)
			if _, err := to.Write(buffer[:n]); err != nil {
				u.err = err
			}
		}
		if errors.Is(u.err, io.EOF) {
			u.err = nil
		}
		if z.Follows {
			u.notes = []string{gunzip.Note}
		}
		u.piece = nil
		for _, err := u.Read(buffer); err == nil; _, err = u.Read(buffer) { // what follows is asked of nobody
		}
	}()
	<-u.wanted
	return u
}

// Read gives what was fed; a piece is asked for when the last one is used up.
func (u *unpacking) Read(p []byte) (int, error) {
	if len(u.piece) == 0 && !u.over {
		u.wanted <- struct{}{}
		piece, more := <-u.pieces
		u.piece, u.over = piece, !more
	}
	if u.over {
		return 0, io.EOF
	}
	n := copy(p, u.piece)
	u.piece = u.piece[n:]
	return n, nil
}

// feed gives a piece and waits until it is used up.
func (u *unpacking) feed(piece []byte) {
	u.pieces <- piece
	<-u.wanted
}

// end waits until all is unpacked that was fed; nil unpacks nothing.
func (u *unpacking) end() (notes []string, err error) {
	if u == nil {
		return nil, nil
	}
	close(u.pieces)
	<-u.ended
	return u.notes, u.err
}
