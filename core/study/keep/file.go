// Package keep holds computed rows in files, so that a campaign goes on where it
// ended, is shared by many processes, and is merged: a folder a plan and log, in
// it a file a process, in that a record a row. Nothing that is damaged, cut off or
// of another question is taken for a row.
package keep

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Identity says which log, plan and program the rows in a file belong to.
type Identity struct {
	Kind   string
	Digest job.Digest // of the log
	Key    string     // study.Settings.TaskKey of the plan
	Build  string     // of the program: another may compute another thing
}

// A file is a head and records. The head is magic, what it is of, and a sum. A
// record is a mark, the row's length, a sum over head, length and row, and the row:
// one that is cut off, damaged, or from another file is known for it, and behind it
// the next is found by its mark.
const (
	magic = "shadowtime rows 2\n"
	mark  = "\xf7row"
	fixed = len(mark) + 16 // bytes of a record before its row
)

// Is says whether a file that begins so has rows.
func Is(head string) bool { return strings.HasPrefix(head, magic) }

// Head is how a file of rows begins.
func (p Identity) Head() []byte {
	var w wire.Writer
	w.Raw(p.Beginning())
	w.String(p.Build)
	w.Uint(wire.Sum(wire.Start, w.B))
	return w.B
}

// Beginning is how the heads of all builds begin.
func (p Identity) Beginning() []byte {
	var w wire.Writer
	w.Raw([]byte(magic))
	w.String(p.Kind)
	w.Raw(p.Digest[:])
	w.String(p.Key)
	return w.B
}

// Record is an encoded row as it stands in a file.
func (p Identity) Record(row []byte) []byte {
	b := append(make([]byte, Room, Room+len(row)), row...)
	p.Seal(b)
	return b
}

// Room is what a record needs before its row.
const Room = fixed

// Seal makes a record of b, which holds a row behind Room bytes.
func (p Identity) Seal(b []byte) {
	copy(b, mark)
	binary.LittleEndian.PutUint64(b[len(mark):], uint64(len(b)-Room))
	binary.LittleEndian.PutUint64(b[len(mark)+8:], sum(sum(wire.Sum(wire.Start, p.Head()), b[:len(mark)+8]), b[Room:]))
}

// Folder names where files of a part are: the same for all builds, which pass over
// each other's files and say so.
func (p Identity) Folder() string {
	var w wire.Writer
	w.String(p.Kind)
	w.Raw(p.Digest[:])
	w.String(p.Key)
	var id [8]byte
	binary.BigEndian.PutUint64(id[:], wire.Sum(wire.Start, w.B))
	return p.Kind + "-" + hex.EncodeToString(id[:])
}

// What is wrong with a file.
var (
	errNotRows = errors.New("this is no file of computed rows, or one of another version of Shadowtime")
	errHead    = errors.New("its head is cut off or damaged")
)

// Whole is a row that is whole, still encoded, and its record's sum: equal rows of a
// part have equal ones.
type Whole struct {
	Sum uint64
	Row []byte
}

// Parse reads a file. It gives what its rows belong to, the rows that are whole,
// within b, and how many stretches between them were damaged;
// whole is where the last of them ends: what follows was cut off.
func Parse(b []byte) (of Identity, rows []Whole, damaged, whole int, err error) {
	if !bytes.HasPrefix(b, []byte(magic)) {
		if len(b) < len(magic) && string(b) == magic[:len(b)] {
			return of, nil, 0, 0, errHead
		}
		return of, nil, 0, 0, errNotRows
	}
	r := wire.NewReader(b[len(magic):])
	of.Kind = r.String()
	copy(of.Digest[:], r.Raw(len(of.Digest)))
	of.Key, of.Build = r.String(), r.String()
	head := b[:len(b)-r.Left()]
	if check := r.Uint(); r.Err() != nil || check != wire.Sum(wire.Start, head) {
		return of, nil, 0, 0, errHead
	}
	whole = len(b) - r.Left()
	salt := wire.Sum(wire.Start, b[:whole])
	effort := 8 * len(b) // marks may be many in what is damaged
	for at := whole; at < len(b); {
		row, spent, ok := intact(b[at:], salt)
		if ok {
			if at > whole {
				damaged++
			}
			rows = append(rows, row)
			at += fixed + len(row.Row)
			whole = at
			continue
		}
		if effort -= spent; effort < 0 {
			break
		}
		next := bytes.Index(b[at+1:], []byte(mark))
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return of, rows, damaged, whole, nil
}

// intact is the row of the record that b begins with, false where that is not whole,
// and the bytes that were looked at.
func intact(b []byte, salt uint64) (w Whole, spent int, ok bool) {
	if len(b) < fixed || string(b[:len(mark)]) != mark {
		return w, 0, false
	}
	n := binary.LittleEndian.Uint64(b[len(mark):])
	if n > uint64(len(b)-fixed) {
		return w, 0, false
	}
	w.Row = b[fixed : fixed+int(n) : fixed+int(n)]
	w.Sum = sum(sum(salt, b[:len(mark)+8]), w.Row)
	return w, int(n), w.Sum == binary.LittleEndian.Uint64(b[len(mark)+8:])
}

// sum is wire.Sum by words of eight bytes, going on from h, each step one to one:
// another byte in one word anywhere is another sum. Rows of a campaign may be hundreds
// of MB, and byte by byte took longer than reading them.
func sum(h uint64, b []byte) uint64 {
	for ; len(b) >= 8; b = b[8:] {
		h = (h ^ binary.LittleEndian.Uint64(b)) * prime
		h ^= h >> 32 // a factor moves what differs up only
	}
	return wire.Sum(h, b)
}

const prime = 1099511628211 // of FNV
