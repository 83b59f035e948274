package table

import (
	"bytes"

	"shadowtime/core/job/account"
)

// delimiters that are looked for; where a line has none of them, blanks are.
const delimiters = ",;\t|"

// delimiterOf is the one that a line has most of, outside of quotation marks; a blank
// where it has none, or is a row with blanks that is known.
func delimiterOf(line []byte) byte {
	if bareOf(line) != nil {
		return blank
	}
	best, most := blank, 0
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
		if isTime(f) {
			return false
		}
	}
	return empty <= 1 && len(list) > 1
}

func isTime(b []byte) bool {
	_, is := account.ParseStamp(b)
	_, date := hasDate(b)
	return (is || date) && !isNothing(b)
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
		if number || isTime(f) {
			n++
		}
	}
	return n
}

// complete says whether names tell by themselves when jobs came, how long they ran and on
// what.
func complete(list [][]byte) bool {
	var has [roles]bool
	for _, f := range list {
		name, _ := plain(string(f))
		for r := range roles {
			has[r] = has[r] || name != "" && contains(" "+fields[r].seen+" ", name)
		}
	}
	came := has[submit] || has[start]
	lasted := has[run] || has[end] && (has[start] || has[wait])
	return came && lasted && (has[procs] || has[asked] || has[nodes] || has[gpus])
}

// Sniff says whether a file that begins like this is a table of jobs: two names that
// are known; or names alone above a line of as many values, some of them numbers or
// times; or, without names, lines with commas or semicolons of as many values. Lines above
// the names are passed over. Where nothing but blanks parts the names, they must tell all
// that a job needs: a text has words that are names too.
func Sniff(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	first, rest := nextLine(head)
	if len(first) == 0 {
		return false
	}
	if hasBare(head) {
		return true
	}
	if names, as := sniffed(first, rest); names {
		return true
	} else if p := (Parser{delimiter: delimiterOf(first)}); as && p.delimiter != blank && head[0] != ';' {
		p.split(first)
		headed := isHeader(p.fields)
		n := len(p.fields)
		list := append([][]byte(nil), p.fields...)
		second, _ := nextLine(rest)
		if p.split(second); headed {
			return values(p.fields) >= 2
		}
		if n > 3 && (p.delimiter == ',' || p.delimiter == ';') && values(list) >= 3 && values(p.fields) >= 3 {
			return true
		}
	}
	for range maxAbove - 1 {
		var line []byte
		if line, rest = nextLine(rest); len(line) == 0 {
			return false
		}
		if names, as := sniffed(line, rest); names && as {
			return true
		}
	}
	return false
}

// sniffed says whether a line has names of columns that are known, and whether the next one has
// as many fields.
func sniffed(line, rest []byte) (names, as bool) {
	p := Parser{delimiter: delimiterOf(line)}
	p.split(line)
	list := append([][]byte(nil), p.fields...)
	names = isHeader(list) && (known(list) >= 2 && p.delimiter != blank || complete(list))
	p.columns = make([]string, len(list))
	next, _ := nextLine(rest)
	p.split(next)
	as = len(p.fields) == len(list)
	return names && (as || p.delimiter != blank), as
}

// Complete says whether a file that begins like this has names of columns that tell all
// that a job needs.
func Complete(head []byte) bool {
	line := account.FirstLine(head)
	p := Parser{delimiter: delimiterOf(line)}
	p.split(line)
	return isHeader(p.fields) && complete(p.fields)
}

// nextLine is the next line that is neither blank nor a comment, and what follows it.
func nextLine(head []byte) (line, rest []byte) {
	line = account.FirstLine(head)
	at := bytes.Index(head, line)
	if len(line) == 0 || at < 0 {
		return nil, nil
	}
	return line, head[at+len(line):]
}
