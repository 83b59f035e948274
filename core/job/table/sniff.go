package table

import (
	"bytes"

	"shadowtime/core/job/account"
)

// delimiters that are looked for.
const delimiters = ",;\t|"

// delimiterOf is the one that a line has most of, outside of quotation marks; a comma
// where it has none.
func delimiterOf(line []byte) byte {
	best, most := byte(','), 0
	for i := range len(delimiters) {
		n, quoted := 0, false
		for _, c := range line {
			switch {
			case c == '"':
				quoted = !quoted
			case c == delimiters[i] && !quoted:
				n++
			}
		}
		if n > most {
			best, most = delimiters[i], n
		}
	}
	return best
}

// isHeader says whether fields can be the names of columns: words, one of them
// perhaps empty, as programs write it that number the lines.
func isHeader(list [][]byte) bool {
	empty := 0
	for _, f := range list {
		if len(f) == 0 {
			empty++
			continue
		}
		if _, is := real(f); is || len(f) > 256 || bytes.ContainsAny(f, "<>{}=") {
			return false
		}
		if _, is := account.ParseStamp(f); is && !isNothing(f) {
			return false
		}
	}
	return empty <= 1 && len(list) > 1
}

// known counts the names that are known.
func known(list [][]byte) int {
	n := 0
	for _, f := range list {
		if name, _ := plain(string(f)); knows(name) {
			n++
		}
	}
	return n
}

func knows(name string) bool {
	for r := range roles {
		if name != "" && contains(" "+fields[r].seen+" ", name) {
			return true
		}
	}
	return false
}

// values counts fields that are numbers or times.
func values(list [][]byte) int {
	n := 0
	for _, f := range list {
		_, number := real(f)
		_, time := account.ParseStamp(f)
		if number || time && len(f) > 0 && !isNothing(f) {
			n++
		}
	}
	return n
}

// Sniff says whether a file that begins like this is a table of jobs: two names that
// are known; or names alone above a line of as many values, some of them numbers or
// times; or, without names, lines with commas or semicolons of as many values.
func Sniff(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	first, second := twoLines(head)
	if len(first) == 0 || first[0] == ';' {
		return false
	}
	p := Parser{delimiter: delimiterOf(first)}
	p.split(first)
	names := append([][]byte(nil), p.fields...)
	headed := isHeader(names)
	if headed && known(names) >= 2 {
		return true
	}
	p.split(second)
	if len(p.fields) != len(names) {
		return false
	}
	if headed {
		return values(p.fields) >= 2
	}
	return len(names) > 3 && (p.delimiter == ',' || p.delimiter == ';') && values(names) >= 3 && values(p.fields) >= 3
}

// twoLines are the first two that are neither blank nor comments.
func twoLines(head []byte) (first, second []byte) {
	first = account.FirstLine(head)
	at := bytes.Index(head, first)
	if len(first) == 0 || at < 0 {
		return nil, nil
	}
	return first, account.FirstLine(head[at+len(first):])
}
