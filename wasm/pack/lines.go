package main

import (
	"bytes"
	"encoding/binary"
)

// Go's runtime has tables of the file and line of each instruction, for tracebacks alone:
// a quarter of a packed megabyte. Without them a traceback names functions and no lines.

// lineTables are those of functions in a module's memory (runtime.pcHeader, runtime._func).
type lineTables struct {
	memory []byte
	at     int // where their header is
}

// header is how Go begins them: the form's number, since 1.20 the same, instructions counted
// singly, pointers of eight bytes.
var header = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// A header's fields, eight bytes each.
const (
	headerFuncs = iota + 1 // how many
	headerFiles
	_
	headerNames // these are offsets from the header
	headerUnits // of each unit's files
	headerNamed // of files' names
	headerTables
	headerIndex // entry and record of each function
)

// A function's record: fields of four bytes, then the places of its tables.
const (
	recordStack  = 16 // these three are places of tables
	recordFile   = 20
	recordLine   = 24
	recordTables = 28 // how many more
	recordUnit   = 32
	recordBegin  = 36 // its first line
	recordEnd    = 44
)

// forgetLines blanks what a memory has of files and lines. A memory of another form stays as
// it is: false.
func forgetLines(memory []byte) bool {
	for from := 0; ; {
		at := bytes.Index(memory[from:], header)
		if at < 0 {
			return false
		}
		t := lineTables{memory, from + at}
		if records, blank, ok := t.find(); ok {
			for _, r := range blank {
				clear(memory[r[0]:r[1]])
			}
			for _, at := range records {
				for _, field := range []int{recordFile, recordLine, recordUnit, recordBegin} {
					clear(memory[at+field : at+field+4])
				}
			}
			return true
		}
		from += at + 1
	}
}

// find gives where the records of functions are, and the stretches that tell of nothing but
// files and lines. Functions share tables: one that is of use to another stays.
func (t *lineTables) find() (records []int, blank [][2]int, ok bool) {
	index, pool := t.field(headerIndex), t.field(headerTables)
	units, named := t.field(headerUnits), t.field(headerNamed)
	n := t.field(headerFuncs)
	if !(0 < n && n < 1<<24 && 0 < units && units <= named && named <= pool && pool < index && index < len(t.memory) &&
		t.at+index+8*n <= len(t.memory)) {
		return nil, nil, false
	}
	told, others := map[int]bool{}, map[int]bool{}
	for i := range n {
		at := t.at + index + t.word(t.at+index+8*i+4)
		if at+recordEnd > len(t.memory) {
			return nil, nil, false
		}
		more := t.word(at + recordTables)
		if more > 1<<8 || at+recordEnd+4*more > len(t.memory) {
			return nil, nil, false
		}
		records = append(records, at)
		told[t.word(at+recordFile)], told[t.word(at+recordLine)] = true, true
		others[t.word(at+recordStack)] = true
		for k := range more {
			others[t.word(at+recordEnd+4*k)] = true
		}
	}
	for place := range told {
		if place == 0 || others[place] { // 0: there is none
			continue
		}
		from := t.at + pool + place
		to := t.end(from, t.at+index)
		if to < 0 {
			return nil, nil, false
		}
		blank = append(blank, [2]int{from, to})
	}
	return records, append(blank, [2]int{t.at + units, t.at + pool}), true
}

func (t *lineTables) field(n int) int {
	if t.at+8*n+8 > len(t.memory) {
		return -1
	}
	return int(binary.LittleEndian.Uint64(t.memory[t.at+8*n:]))
}

func (t *lineTables) word(at int) int { return int(binary.LittleEndian.Uint32(t.memory[at:])) }

// end is where a table ends that begins somewhere: pairs of numbers up to a value that does
// not change, which only the first may do; -1 where it reaches the limit.
func (t *lineTables) end(at, limit int) int {
	number := func() (zero bool) {
		zero = true
		for ; at < limit; at++ {
			if b := t.memory[at]; b&0x7f != 0 {
				zero = false
			}
			if t.memory[at] < 0x80 {
				at++
				return zero
			}
		}
		at = limit + 1
		return false
	}
	for first := true; at < limit; first = false {
		if number() && !first {
			return at
		}
		number()
	}
	return -1
}
