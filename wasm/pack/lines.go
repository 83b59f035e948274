package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// call is a function that is being called, and the line that it is at.
type call struct {
	function, file string
	line           int
}

// without is how a packed module's traceback tells of a call, before the offset in the function.
const without = "?:0 +0x"

// lines writes a traceback of a packed module with the lines, and the inlined calls, that the module
// had as it was linked.
func lines(module []byte, traceback io.Reader, out io.Writer) error {
	memory, low, err := filled(module)
	if err != nil {
		return err
	}
	tables := tablesOf(memory, low)
	if tables == nil || !tables.tellsLines() {
		return errors.New("the module tells no lines: name one of the same sources and flags that is not packed")
	}
	text, err := io.ReadAll(traceback)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	tables.rewrite(w, strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"))
	return w.Flush()
}

// rewrite writes the lines of a traceback, with those of the functions that are called.
func (t *functionTables) rewrite(out io.Writer, traceback []string) {
	for i := 0; i < len(traceback); i++ {
		if i+1 < len(traceback) {
			if _, offset, is := strings.Cut(strings.TrimSpace(traceback[i+1]), without); is {
				if at, err := strconv.ParseUint(offset, 16, 31); err == nil {
					t.write(out, traceback[i], int(at))
					i++
					continue
				}
			}
		}
		fmt.Fprintln(out, traceback[i])
	}
}

// write writes a call: the function's name as the traceback has it, behind those that are inlined there.
// A name that is short of its types may be that of several functions, and all are told.
func (t *functionTables) write(out io.Writer, called string, offset int) {
	name := functionOf(called)
	var all [][]call
	for _, record := range t.records {
		if t.name(t.word(record+recordName)) != name {
			continue
		}
		if p := t.places(record, offset); !slices.ContainsFunc(all, func(q []call) bool { return slices.Equal(p, q) }) {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		fmt.Fprintf(out, "%s\n\t(no function of this module) +0x%x\n", called, offset)
	}
	for i, places := range all {
		if i > 0 {
			fmt.Fprintln(out, "or, made for other types:")
		}
		for _, p := range places[:len(places)-1] {
			fmt.Fprintf(out, "%s(...)\n\t%s:%d\n", p.function, p.file, p.line)
		}
		last := places[len(places)-1]
		fmt.Fprintf(out, "%s\n\t%s:%d +0x%x\n", called, last.file, last.line, offset)
	}
}

// functionOf is the function that a traceback names in a line: the word before its arguments, or before
// those that say in which goroutine it made another. A console may put words of its own first.
func functionOf(called string) string {
	words := strings.Fields(called)
	for i, word := range words {
		if at := strings.LastIndexByte(word, '('); at >= 0 && strings.HasSuffix(word, ")") {
			return word[:at]
		}
		if word == "in" && i > 0 {
			return words[i-1]
		}
	}
	return called
}

// places are where a function is before an offset, to which a call in it returns: the innermost inlined
// call first, the function itself last.
func (t *functionTables) places(record, offset int) (places []call) {
	more, facts := t.word(record+recordTables), t.facts(t.field(headerIndex))
	calls := noFact
	if int(t.memory[record+recordFacts]) > inlinedCalls {
		calls = t.word(record + recordEnd + 4*(more+inlinedCalls))
	}
	at := max(0, offset-1)
	for range 1 << 8 { // a tree of inlined calls is not as deep
		p := call{file: t.file(record, t.value(t.word(record+recordFile), at)), line: t.value(t.word(record+recordLine), at)}
		inlined := -1
		if more > inlinedAt && calls != noFact && facts >= 0 {
			inlined = t.value(t.word(record+recordEnd+4*inlinedAt), at)
		}
		from := facts + calls + inlinedCall*inlined
		if inlined < 0 || from+inlinedCall > len(t.memory) {
			p.function = t.name(t.word(record + recordName))
			return append(places, p)
		}
		p.function, at = t.name(t.word(from+inlinedName)), t.word(from+inlinedFrom)
		places = append(places, p)
	}
	return places
}

// value is that of a table at an offset of its function, -1 where there is none.
func (t *functionTables) value(table, offset int) int {
	if table == 0 {
		return -1
	}
	b := t.memory[t.at+t.field(headerTables)+table:]
	value := -1
	for at, first := 0, true; ; first = false {
		change, n := binary.Uvarint(b)
		length, m := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || m <= 0 || change == 0 && !first {
			return -1
		}
		b = b[n+m:]
		value += int(int32(change>>1) ^ -int32(change&1))
		if at += int(length); offset < at {
			return value
		}
	}
}

// name is a function's, as a traceback writes it.
func (t *functionTables) name(at int) string {
	return string(untyped(t.text(t.field(headerNames) + at)))
}

// file is the name of one of the files of a function's unit.
func (t *functionTables) file(record, n int) string {
	at := t.at + t.field(headerUnits) + 4*(t.word(record+recordUnit)+n)
	if n < 0 || at+4 > len(t.memory) {
		return "?"
	}
	return string(t.text(t.field(headerNamed) + t.word(at)))
}

// text is what stands at an offset from the header, up to a zero.
func (t *functionTables) text(at int) []byte {
	if t.at+at >= len(t.memory) {
		return nil
	}
	text, _, _ := bytes.Cut(t.memory[t.at+at:], []byte{0})
	return text
}

// tellsLines says whether the tables tell the line of any function.
func (t *functionTables) tellsLines() bool {
	return slices.ContainsFunc(t.records, func(record int) bool { return t.word(record+recordLine) != 0 })
}
