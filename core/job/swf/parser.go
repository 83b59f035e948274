package swf

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

const (
	// minFields is the least number of fields a job line may have: up to the
	// allocated processors, without which a job has no size.
	minFields = int(job.Alloc) + 1
	// Shape is how many fields nearly all lines of a log have at least: the eighteenth is
	// left out by some.
	Shape = numFields - 1
	// MaxLine is the longest line looked at, in bytes; a longer one is a fault.
	MaxLine = 64 << 10

	numFields = int(job.NumFields)
)

// Parser reads a log piece by piece: Write takes the file's bytes as they come,
// cut anywhere, and Log ends the reading. It keeps no reference to what is
// written. A Parser is for one log and one goroutine.
type Parser struct {
	name  string
	last  block // the jobs read last, at first of it
	at    int
	col   [numFields]job.Column // the others
	line  job.Column
	n     int // jobs
	lines int

	tail  []byte // the beginning of a line that goes on in the next chunk
	long  bool   // that line is longer than MaxLine
	cr    bool   // the chunk before ended in CR: an LF now belongs to it
	ended bool
	log   *job.Log // once it has ended, with jobs
	shape error    // why their lines are none of the format

	pairs []job.Pair
	key   string // the header key that an indented line would go on with

	bad    int
	faults []job.Fault

	head         []byte // the file's first bytes
	nulLine      int    // the first unreadable line that holds a NUL byte
	prevFields   int    // fields of the job line before
	widths       []run  // of job lines with as many fields
	fractions    int    // values cut to whole ones
	sited        int    // jobs whose nodes stand in a field behind those of the format
	torn         bool   // the last line, which nothing ends, can't be read
	lateComments int    // comments below the first job
	further      parts  // logs of another time in the same file
	part         part   // of the log that is read
	lostPairs    int    // header lines beyond maxPairs
}

// NewParser returns a Parser for a log of that name: the file's, without folder
// and endings.
func NewParser(name string) *Parser { return &Parser{name: name} }

// NewParserOf returns a Parser that reads the jobs of a span alone.
func NewParserOf(name string, s job.Span) *Parser {
	return &Parser{name: name, part: part{span: s, partial: !s.All()}}
}

// Jobs is the number of jobs held so far.
func (p *Parser) Jobs() int { return p.n }

// Lines is the number of lines read so far, comments and blank ones included.
func (p *Parser) Lines() int { return p.lines }

// Read reads a whole log. An error of r ends the reading; what was read before
// it is returned with the error, as is the log that holds no job.
func Read(r io.Reader, name string) (*job.Log, error) {
	return job.ReadFrom(r, NewParser(name))
}

// Write takes the next piece of the file. It fails only after Log, which ends
// the reading.
func (p *Parser) Write(chunk []byte) (int, error) {
	if p.ended {
		return 0, errors.New("swf: this log is complete: make a new Parser for the next one")
	}
	size := len(chunk)
	if n := maxHead - len(p.head); n > 0 {
		p.head = append(p.head, chunk[:min(n, size)]...)
	}
	if p.cr && size > 0 {
		p.cr = false
		if chunk[0] == '\n' {
			chunk = chunk[1:]
		}
	}
	lastLF := bytes.LastIndexByte(chunk, '\n')
	for at := 0; at < len(chunk); {
		if at <= lastLF && len(p.tail) == 0 && !p.long {
			for at <= lastLF && chunk[at] == '\n' { // a file of nothing else, too
				at++
				p.lines++
			}
			at += p.plainLines(chunk[at : lastLF+1])
			if at == len(chunk) {
				break
			}
		}
		rest := chunk[at:]
		end := lineEnd(rest)
		if end < 0 {
			p.hold(rest)
			break
		}
		if len(p.tail) > 0 || p.long {
			p.hold(rest[:end])
			p.anyLine(p.tail, p.long, false)
			p.tail, p.long = p.tail[:0], false
		} else {
			p.anyLine(rest[:min(end, MaxLine)], end > MaxLine, false)
		}
		at += end + 1
		if rest[end] == '\r' {
			if end+1 == len(rest) {
				p.cr = true
			} else if rest[end+1] == '\n' {
				at++
			}
		}
	}
	return size, nil
}

// hold keeps the beginning of a line until its end comes.
func (p *Parser) hold(b []byte) {
	if room := MaxLine - len(p.tail); len(b) > room {
		b = b[:room]
		p.long = true
	}
	p.tail = append(p.tail, b...)
}

// lineEnd is the place of the first LF or CR, -1 when there is none. (Two
// IndexByte would each search the whole chunk where the other byte ends lines.)
func lineEnd(b []byte) int {
	for i, c := range b {
		if c == '\n' || c == '\r' {
			return i
		}
	}
	return -1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\v' || c == '\f' }

// plainLines reads job lines of eighteen plain integers, nearly all of a real
// log, until it meets any other line, and says how many bytes it took. b ends
// with LF, so no line runs out of it.
func (p *Parser) plainLines(b []byte) int {
	done := 0
	for done < len(b) {
		i := done
		for f := range numFields {
			for b[i] == ' ' || b[i] == '\t' {
				i++
			}
			neg := b[i] == '-'
			if neg {
				i++
			}
			start, v := i, int64(0)
			for b[i]-'0' <= 9 {
				v = v*10 + int64(b[i]-'0')
				i++
			}
			if n := i - start; n == 0 || n > 15 || b[i] > ' ' {
				return done
			}
			if neg {
				v = -v
			}
			p.last.col[f][p.at] = v
		}
		for b[i] == ' ' || b[i] == '\t' {
			i++
		}
		length := i - done
		if b[i] == '\r' {
			i++
		}
		if b[i] != '\n' || length > MaxLine {
			return done
		}
		done = i + 1
		p.lines++
		p.job(numFields)
	}
	return done
}

// job counts the job whose values stand at place at of the last block.
func (p *Parser) job(fields int) {
	p.last.line[p.at] = int64(p.lines)
	if submit := &p.last.col[job.Submit][p.at]; *submit >= 0 {
		*submit += p.further.by
	}
	if p.part.partial && !p.holds() {
		return
	}
	p.n++
	p.at++
	if fields != p.prevFields {
		p.widths = append(p.widths, run{p.n - 1, fields})
		p.prevFields = fields
	}
	if p.at == job.Stretch {
		p.seal()
	}
}

// anyLine reads one line, without its end. long: it is the beginning of one
// longer than MaxLine; last: nothing ended it but the file.
func (p *Parser) anyLine(b []byte, long, last bool) {
	p.lines++
	if p.lines == 1 {
		b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	}
	i := 0
	for i < len(b) && isBlank(b[i]) {
		i++
	}
	b = b[i:]
	switch {
	case len(b) > 0 && (b[0] == ';' || b[0] == '#'):
		p.comment(b)
		return
	case long:
		p.fault("", b, "longer than "+numeral.Count(MaxLine)+" bytes: a job is one short line of numbers, so this may not be a text file")
		return
	case len(b) == 0:
		return
	}

	fields, cut := 0, 0
	for i = 0; ; {
		for i < len(b) && isBlank(b[i]) {
			i++
		}
		if i == len(b) {
			break
		}
		start := i
		for i < len(b) && !isBlank(b[i]) {
			i++
		}
		if fields < numFields {
			v, is := number(b[start:i])
			if is > fraction {
				p.fault(job.Field(fields).String(), b[start:i], remedy(is, b[start:i]))
				return
			}
			if is == fraction {
				if cut++; fields == int(job.Alloc) || fields == int(job.ReqProcs) {
					v++
				}
			}
			p.last.col[fields][p.at] = v
		} else if n, is := siteNodes(b[start:i]); is && fields == siteField {
			p.last.col[job.Alloc][p.at], p.last.col[job.ReqProcs][p.at] = n, n
			p.sited++
		}
		fields++
	}
	if fields < minFields {
		p.fault("", b, count(fields, "field", "fields")+" only: a job needs at least the first "+
			strconv.Itoa(minFields)+", up to the "+job.Alloc.String()+"; write -1 for what is unknown")
		return
	}
	if last && fields < min(p.prevFields, numFields-1) {
		p.fault("", b, "the file ends within this line ("+count(fields, "field", "fields")+", the job before has "+
			strconv.Itoa(p.prevFields)+"): it seems cut off, fetch or copy it again")
		return
	}
	for f := fields; f < numFields; f++ {
		p.last.col[f][p.at] = -1
	}
	p.fractions += cut
	p.job(fields)
}

func (p *Parser) fault(field string, text []byte, why string) {
	p.bad++
	if p.nulLine == 0 && bytes.IndexByte(text, 0) >= 0 {
		p.nulLine = p.lines
	}
	if len(p.faults) < job.MaxFaults {
		p.faults = append(p.faults, job.Fault{Line: p.lines, Field: field, Text: job.Shorten(text), Why: why})
	}
}

// manyCommas in one field are those of a whole line.
const manyCommas = 4

// remedy says what is wrong with a field's text and what would be right.
func remedy(is verdict, text []byte) string {
	switch {
	case is == notFinite:
		return "not a finite number: write -1 when it is unknown"
	case is == tooLarge:
		return "beyond 2^53 (9007199254740992), the largest number kept: correct it, or write -1 when it is unknown"
	case bytes.Count(text, []byte(",")) >= manyCommas:
		return "fields between commas (CSV): a log in the Standard Workload Format has them between blanks"
	case bytes.IndexByte(text, ',') >= 0:
		return "not a number: write it without commas, with a point before a fraction"
	}
	return "not a number: write decimal digits, or -1 when it is unknown"
}

// Log ends the reading and returns the log. The error is not nil only when there
// is no job in it; the log then still holds the header and the faults. The error
// does not name the file: whoever opened it does.
func (p *Parser) Log() (*job.Log, error) {
	if p.log != nil {
		return p.log, p.shape
	}
	if !p.ended {
		p.ended = true
		if len(p.tail) > 0 || p.long {
			bad := p.bad
			p.anyLine(p.tail, p.long, true)
			p.torn = p.bad > bad
			p.tail = nil
		}
	}
	l := &job.Log{
		Name:   p.name,
		Header: job.Header{Pairs: p.pairs},
		Lines:  p.lines,
		Bad:    p.bad,
		Faults: p.faults,
	}
	if err := p.part.err(); err != nil {
		return l, err
	}
	if p.n == 0 {
		return l, errors.New(p.whyNoJob())
	}
	if short, first := p.short(); short*rare >= p.n*(rare-1) && !p.titled() {
		p.shape = errors.New("this is no log in the Standard Workload Format, whose lines have 18 numbers: " +
			count(short, "line has", "lines have") + " fewer than " + strconv.Itoa(Shape) + " (" + strconv.Itoa(first.fields) +
			" in the first). If it is a table, name its columns in a line above them, or with --columns, as in " +
			"job,submit,run,procs,limit. If it is such a log, write -1 for what is unknown")
		p.n, p.log = 0, l
		return l, p.shape
	}
	if p.sited > 0 {
		l.Header.Remove("MaxProcs") // counts cores
	}
	p.seal()
	p.even()
	l.Col, l.Line, l.Bad, l.Faults = p.col, p.line, p.bad, p.faults
	l.Notes = append(p.notes(l), p.part.words(p.n)...)
	p.log = l
	return l, nil
}
