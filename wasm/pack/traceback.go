package main

import (
	"bytes"
	"encoding/binary"
)

// Go's runtime has tables for tracebacks alone: the file and line of each instruction, the calls
// that are inlined there, the arguments of functions, in names the types that a generic function
// is made for (which it prints as [...]); and of instructions at which a signal may not interrupt,
// where WASM has no signals. All that is a third of a packed megabyte. Without it a traceback names
// the functions that were called, and no lines.

// functionTables are those of functions in a module's memory (runtime.pcHeader, runtime._func).
type functionTables struct {
	memory []byte
	low    int // address of the memory's begin
	at     int // where their header is

	records []int    // where those of functions are
	blank   [][2]int // stretches that tell of nothing else
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

// A function's record: fields of four bytes, then the places of its tables by instruction, and of
// other facts.
const (
	recordName   = 4
	recordStack  = 16 // these three are places of tables
	recordFile   = 20
	recordLine   = 24
	recordTables = 28 // how many more
	recordUnit   = 32
	recordBegin  = 36 // its first line
	recordFacts  = 43 // how many, a byte
	recordEnd    = 44
)

// Tables and facts for tracebacks alone, by number (internal/abi: PCDATA, FUNCDATA): where signals
// may not interrupt, which inlined call, which arguments live; the inlined calls, the arguments,
// which of them live, whom a wrapper wraps.
const inlinedAt, inlinedCalls = 2, 3

var (
	toldTables = map[int]bool{0: true, inlinedAt: true, 3: true}
	toldFacts  = map[int]bool{inlinedCalls: true, 5: true, 6: true, 7: true}
)

const (
	noFact      = 0xffffffff
	inlinedCall = 16 // bytes of one
	inlinedName = 4  // its function's name
	inlinedFrom = 8  // the offset of the call
)

// The words of the linker's description of the module (runtime.moduledata) that begins with the
// header's address: the records with their length, and the facts, which from Go 1.26 on lie behind them.
const (
	moduleRecords = 13
	moduleFacts   = 40
	factsAlign    = 64 // they begin at most so far behind the records, in bytes
)

// forgetTracebacks blanks what a memory has for tracebacks, but for the names of functions. It
// begins at an address. A memory of another form stays as it is: false.
func forgetTracebacks(memory []byte, low int) bool {
	t := tablesOf(memory, low)
	if t == nil {
		return false
	}
	t.forget()
	return true
}

// tablesOf finds the tables in a memory that begins at an address, nil where they are of another form.
func tablesOf(memory []byte, low int) *functionTables {
	for from := 0; ; {
		at := bytes.Index(memory[from:], header)
		if at < 0 {
			return nil
		}
		t := &functionTables{memory: memory, low: low, at: from + at}
		if t.find() {
			return t
		}
		from += at + 1
	}
}

// forget blanks what find found.
func (t *functionTables) forget() {
	for _, b := range t.blank {
		clear(t.memory[b[0]:b[1]])
	}
	for _, at := range t.records {
		for _, field := range []int{recordFile, recordLine, recordUnit, recordBegin} {
			clear(t.memory[at+field : at+field+4])
		}
		n := t.word(at + recordTables)
		for k := range n {
			if toldTables[k] {
				clear(t.memory[at+recordEnd+4*k : at+recordEnd+4*k+4])
			}
		}
		for k := range int(t.memory[at+recordFacts]) {
			if toldFacts[k] {
				binary.LittleEndian.PutUint32(t.memory[at+recordEnd+4*(n+k):], noFact)
			}
		}
	}
	names := t.memory[t.at+t.field(headerNames) : t.at+t.field(headerUnits)]
	for len(names) > 0 {
		name, rest, _ := bytes.Cut(names, []byte{0})
		if short := untyped(name); len(short) < len(name) {
			clear(name[copy(name, short):])
		}
		names = rest
	}
}

// untyped is a function's name without the types that it is made for, as tracebacks print it.
func untyped(name []byte) []byte {
	from, to := bytes.IndexByte(name, '['), bytes.LastIndexByte(name, ']')
	if from < 0 || to < from {
		return name
	}
	return append(append(bytes.Clone(name[:from]), "[...]"...), name[to+1:]...)
}

// find finds the records of functions, and the stretches that tell of nothing but what is
// forgotten. Functions share tables: one that is of use to another stays.
func (t *functionTables) find() bool {
	names, index, pool := t.field(headerNames), t.field(headerIndex), t.field(headerTables)
	units, named := t.field(headerUnits), t.field(headerNamed)
	n := t.field(headerFuncs)
	if !(0 < n && n < 1<<24 && 0 < names && names <= units && units <= named && named <= pool && pool < index && index < len(t.memory) &&
		t.at+index+8*n <= len(t.memory)) {
		return false
	}
	facts := t.facts(index)
	told, others := map[int]bool{}, map[int]bool{}
	for i := range n {
		at := t.at + index + t.word(t.at+index+8*i+4)
		if at+recordEnd > len(t.memory) {
			return false
		}
		more, beside := t.word(at+recordTables), int(t.memory[at+recordFacts])
		if more > 1<<8 || at+recordEnd+4*(more+beside) > len(t.memory) {
			return false
		}
		t.records = append(t.records, at)
		told[t.word(at+recordFile)], told[t.word(at+recordLine)] = true, true
		others[t.word(at+recordStack)] = true
		for k := range more {
			if place := t.word(at + recordEnd + 4*k); toldTables[k] {
				told[place] = true
			} else {
				others[place] = true
			}
		}
		if more <= inlinedAt || beside <= inlinedCalls || facts < 0 {
			continue
		}
		table, calls := t.word(at+recordEnd+4*inlinedAt), t.word(at+recordEnd+4*(more+inlinedCalls))
		if table == 0 || calls == noFact {
			continue
		}
		_, most := t.end(t.at+pool+table, t.at+index)
		from := facts + calls
		if most > 1<<16 || from+inlinedCall*(most+1) > len(t.memory) {
			return false
		}
		t.blank = append(t.blank, [2]int{from, from + inlinedCall*(most+1)})
	}
	for place := range told {
		if place == 0 || others[place] { // 0: there is none
			continue
		}
		from := t.at + pool + place
		to, _ := t.end(from, t.at+index)
		if to < 0 {
			return false
		}
		t.blank = append(t.blank, [2]int{from, to})
	}
	t.blank = append(t.blank, [2]int{t.at + units, t.at + pool})
	return true
}

// facts is where facts are counted from, -1 where it can't be told: the linker puts them behind the
// records, and says so of both.
func (t *functionTables) facts(index int) int {
	address := binary.LittleEndian.AppendUint64(nil, uint64(t.low+t.at))
	for from := 0; ; {
		at := bytes.Index(t.memory[from:], address)
		if at < 0 || from+at+8*moduleFacts+8 > len(t.memory) {
			return -1
		}
		word := func(n int) int { return int(binary.LittleEndian.Uint64(t.memory[from+at+8*n:])) }
		facts, end := word(moduleFacts), t.low+t.at+index+word(moduleRecords+1)
		if word(moduleRecords) == t.low+t.at+index && end <= facts && facts < end+factsAlign && facts-t.low < len(t.memory) {
			return facts - t.low
		}
		from += at + 1
	}
}

func (t *functionTables) field(n int) int {
	if t.at+8*n+8 > len(t.memory) {
		return -1
	}
	return int(binary.LittleEndian.Uint64(t.memory[t.at+8*n:]))
}

func (t *functionTables) word(at int) int { return int(binary.LittleEndian.Uint32(t.memory[at:])) }

// end is where a table ends that begins somewhere, and the greatest of its values: pairs of a
// change of the value and a length, up to a change of none, which only the first may be; -1 where it
// reaches the limit.
func (t *functionTables) end(at, limit int) (end, most int) {
	number := func() (n int) {
		for shift := 0; at < limit; shift += 7 {
			b := t.memory[at]
			at++
			n |= int(b&0x7f) << min(shift, 56)
			if b < 0x80 {
				return n
			}
		}
		at = limit + 1
		return 1
	}
	value := -1
	for first := true; at < limit; first = false {
		change := number()
		if change == 0 && !first && at <= limit {
			return at, most
		}
		value += change>>1 ^ -(change & 1)
		most = max(most, value)
		number()
	}
	return -1, most
}
