// Package table reads and writes job logs as tables of text: a line of names, then a
// line a job, with commas, semicolons, tabs or bars between the columns. What a column
// says of a job is proposed by its name and by how the first records look; a match in
// account.Options says it otherwise. Package account knows what comes of the records.
//
// A table of the eighteen columns that Write writes is a log in the Standard Workload
// Format between commas, and read as one: every job as it stands.
package table

import (
	"bytes"
	"errors"
	"iter"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/swf"
)

const (
	maxColumns = 1000
	maxSample  = 1000    // records that units and columns are seen from
	maxHeld    = 1 << 20 // bytes of them
)

// Parser reads a table piece by piece.
type Parser struct {
	b     *account.Builder
	o     account.Options
	name  string
	lines account.Lines
	stage stage

	what, instead string // it is, and should be, for one who has no job of it
	table
	delimiter byte
	refuse    string

	rows      int
	fractions int                      // sizes that are no whole numbers
	empty     []struct{ n, first int } // cells of each column, and where the first is
	fields    [][]byte
	torn      []byte // a record that a quotation mark holds open
	tornAt    int

	held  [][]byte // the first records, before the columns are proposed
	where []int    // their lines
	size  int

	swf *swf.Parser // of comments, and of a table that has all its columns
	out []byte
	rec account.Record
}

type stage uint8

const (
	beforeHeader stage = iota
	inSample
	inRows
	inColumns // of the Standard Workload Format
	refused
)

// New returns a Parser for a log of that name.
func New(name string, o account.Options) *Parser {
	return &Parser{name: name, o: o, b: account.New("CSV", o), swf: swf.NewParser(name), what: "a table (CSV)",
		instead: "one line a job below a line of names, such as job,submit,start,end,procs,user"}
}

// Jobs is the number of jobs so far.
func (p *Parser) Jobs() int { return p.b.Jobs() + p.swf.Jobs() }

// Write takes the next bytes of the file.
func (p *Parser) Write(b []byte) (int, error) {
	p.lines.Write(b, p.line)
	return len(b), nil
}

func (p *Parser) line(b []byte, long bool) {
	n := p.lines.N
	switch {
	case p.stage == refused:
	case long:
		p.torn = p.torn[:0]
		p.bad(n, b, "longer than "+strconv.Itoa(account.MaxLine)+
			" bytes: a record of a job is far shorter, so this may be no table of jobs")
	case len(p.torn) > 0:
		p.join(b)
	case account.IsBlank(b):
		p.comment(b)
	case p.stage == beforeHeader:
		p.begin(b, n)
	case p.stage == inColumns:
		p.numbers(b)
	case p.open(b):
		p.torn, p.tornAt = append(p.torn[:0], b...), n
	default:
		p.record(b, n)
	}
}

func (p *Parser) no(why string) { p.stage, p.refuse = refused, why }

func (p *Parser) bad(n int, b []byte, why string) {
	if p.stage == beforeHeader {
		p.no("the first line is " + why)
		return
	}
	if p.stage == inColumns {
		p.swfLine([]byte("?"))
		return
	}
	p.b.Bad(n, "", b, why)
}

// open says whether a quotation mark is open at the end of a line. Those that begin a
// field count: others stand for themselves.
func (p *Parser) open(b []byte) bool {
	if bytes.IndexByte(b, '"') < 0 {
		return false
	}
	for len(b) > 0 {
		if b[0] == '"' {
			end := closing(b)
			if end < 0 {
				return true
			}
			b = b[end:]
		}
		at := bytes.IndexByte(b, p.delimiter)
		if at < 0 {
			return false
		}
		b = b[at+1:]
	}
	return false
}

// closing is the place behind the mark that closes the one b begins with; -1: none.
func closing(b []byte) int {
	for i := 1; i < len(b); i++ {
		if b[i] != '"' {
			continue
		}
		if i+1 < len(b) && b[i+1] == '"' {
			i++
			continue
		}
		return i + 1
	}
	return -1
}

// join goes on with a record over the end of a line.
func (p *Parser) join(b []byte) {
	p.torn = append(append(p.torn, '\n'), b...)
	p.out = append(append(p.out[:0], '"'), b...) // as if it began here
	switch {
	case len(p.torn) > account.MaxLine:
		p.bad(p.tornAt, p.torn, "a quotation mark opens here and nothing closes it within "+strconv.Itoa(account.MaxLine)+
			" bytes: close it, or double it where it is part of a text")
	case p.open(p.out):
		return
	default:
		p.record(p.torn, p.tornAt)
	}
	p.torn = p.torn[:0]
}

// split parts a record into fields, which are parts of it.
func (p *Parser) split(b []byte) {
	p.fields = p.fields[:0]
	for len(p.fields) < maxColumns {
		if len(b) > 0 && b[0] == '"' {
			if end := closing(b); end > 0 {
				text := b[1 : end-1]
				if bytes.IndexByte(text, '"') >= 0 {
					text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
				}
				rest := b[end:]
				at := bytes.IndexByte(rest, p.delimiter)
				p.fields = append(p.fields, bytes.TrimSpace(text))
				if at < 0 {
					return
				}
				b = rest[at+1:]
				continue
			}
		}
		at := bytes.IndexByte(b, p.delimiter)
		if at < 0 {
			p.fields = append(p.fields, bytes.TrimSpace(b))
			return
		}
		p.fields = append(p.fields, bytes.TrimSpace(b[:at]))
		b = b[at+1:]
	}
}

// begin takes the first line that is no comment.
func (p *Parser) begin(b []byte, n int) {
	if bytes.IndexByte(b, 0) >= 0 {
		p.no("this is binary data, not text: choose a table of jobs")
		return
	}
	told, err := ParseMatch(p.o.Match)
	if err != nil {
		p.no("match: " + err.Error())
		return
	}
	p.told = told
	p.delimiter = delimiterOf(b)
	p.split(b)
	if len(p.fields) >= maxColumns {
		p.no("the first line has more than " + strconv.Itoa(maxColumns) + " columns: a table of jobs has a few dozen")
		return
	}
	headed := isHeader(p.fields)
	if !headed && p.o.Columns == "" {
		p.no("the first line of this table names no columns: add a line of names, or give them with columns, as in job,submit,run,procs")
		return
	}
	for _, f := range p.fields {
		p.columns = append(p.columns, job.PlainText(f))
	}
	if !headed {
		p.columns = account.ParsePartitions(p.o.Columns)
	}
	p.stage = inSample
	switch {
	case p.o.Match == "" && isLog(p.columns):
		p.stage = inColumns
		if headed {
			p.swfLine(nil)
		} else {
			p.numbers(b)
		}
	case !headed:
		p.line(b, false)
	}
}

// call takes the names of columns that stand in no line of the table.
func (p *Parser) call(columns []string) {
	told, err := ParseMatch(p.o.Match)
	if err != nil {
		p.no("match: " + err.Error())
		return
	}
	p.told, p.delimiter, p.stage = told, ',', inSample
	for _, c := range columns {
		p.columns = append(p.columns, job.PlainText([]byte(c)))
	}
	if p.o.Match == "" && isLog(p.columns) {
		p.stage = inColumns
	}
}

// record takes one to its end.
func (p *Parser) record(b []byte, n int) {
	if p.stage == inSample {
		p.held, p.where = append(p.held, bytes.Clone(b)), append(p.where, n)
		if p.size += len(b); len(p.held) == maxSample || p.size > maxHeld {
			p.decide()
		}
		return
	}
	p.row(b, n)
}

// decide proposes the columns from the first records, and reads these.
func (p *Parser) decide() {
	for _, b := range p.held {
		p.split(b)
		p.sample = append(p.sample, append([][]byte(nil), p.fields...))
	}
	err := p.propose()
	p.b.Columns(p.columns, p.match())
	if err != nil {
		p.no(err.Error())
		return
	}
	if text := p.missing(p.o.Unit); text != "" {
		p.no("this table lacks columns, or they have names that are not known: " + text + "; it has " + list(p.columns) +
			": say which is which with match, as in submit=arrived,run=minutes:min,procs=cores")
		return
	}
	if p.own {
		p.b.OwnClock()
	}
	if !p.starts() {
		p.b.NoStarts()
		p.b.Warn("no column tells when jobs started: how long they waited is not known")
	}
	p.countIn()
	p.empty = make([]struct{ n, first int }, len(p.columns))
	p.stage, p.sample = inRows, nil
	for i, b := range p.held {
		p.row(b, p.where[i])
	}
	p.held, p.where = nil, nil
}

// countIn takes the unit that the table has where it has no processors.
func (p *Parser) countIn() {
	if p.o.Unit != account.Processors || p.of[procs].at >= 0 || p.of[asked].at >= 0 {
		return
	}
	unit := account.Nodes
	if p.of[nodes].at < 0 {
		unit = account.GPUs
	}
	p.b.CountIn(unit)
	p.b.Guess("unit", unit.String(), "no column tells of processors")
}

// Log ends the reading.
func (p *Parser) Log() (*job.Log, error) {
	if p.finish(); p.stage == inColumns {
		return p.swf.Log()
	}
	d, err := p.done()
	return d.Columns(), err
}

// Rows ends the reading without making columns.
func (p *Parser) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	if p.finish(); p.stage == inColumns {
		l, err := p.swf.Log()
		return l, l.Rows(), err
	}
	d, err := p.done()
	return d.Log, d.Rows(), err
}

func (p *Parser) finish() {
	p.lines.Close(p.line)
	if len(p.torn) > 0 {
		p.bad(p.tornAt, p.torn, "a quotation mark opens here and nothing closes it: close it, or double it where it is part of a text")
	}
	if p.stage == inSample {
		p.decide()
	}
	if p.stage == inRows {
		p.hollow()
	}
	if p.fractions > 0 {
		p.b.Warn(account.Count(p.fractions, "size has", "sizes have") + " a fraction: rounded up")
	}
	if p.lines.Cut && p.stage == inRows {
		p.b.Warn(account.Unended)
	}
}

func (p *Parser) done() (*account.Done, error) {
	d := p.b.Finish(p.name, p.lines.N)
	if p.refuse != "" {
		return d, errors.New(p.refuse)
	}
	return d, d.Err(p.what, p.instead)
}
