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

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/swf"
)

const (
	maxColumns = 1000
	maxSample  = 1000     // records that units and columns are seen from
	maxHeld    = 1 << 20  // bytes of them
	maxUndated = 64 << 20 // where their dates have two readings
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
	refuse    error

	above   []above // lines that may stand above the names of the columns
	passed  int     // lines that are neither names nor records
	at      int     // the line of the first of them
	headed  bool    // a line of names was there
	bound   int     // records that are held before the columns are proposed
	sampled int     // and that these are seen from

	order []int    // where the columns stand below another line of names; nil: as in the first
	width int      // how many that line names
	heads int      // further lines of names
	lacks string   // why no record below the last one can be read
	lost  []string // columns that only these name
	spare [][]byte // fields in the order of the first

	rows      int
	fractions int                      // sizes that are no whole numbers
	cuts      int                      // times that are none
	unstarted int                      // records that ran, without their start
	siblings                           // rows of one number
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

	given given
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
	return &Parser{name: name, o: o, b: account.New("CSV", o), swf: swf.NewParserOf(name, o.Span), bound: maxSample, sampled: maxSample,
		what: "a table (CSV)", instead: "one line a job below a line of names, such as job,submit,start,end,procs,user"}
}

// Jobs is the number of jobs so far.
func (p *Parser) Jobs() int { return p.b.Jobs() + p.swf.Jobs() }

// CountWeeks has jobs counted by weeks from now on, see account.Builder.
func (p *Parser) CountWeeks(most int) {
	if p.stage == inColumns {
		p.swf.CountWeeks(most)
		return
	}
	p.b.CountWeeks(most)
}

// Write takes the next bytes of the file.
func (p *Parser) Write(b []byte) (int, error) {
	p.lines.Write(b, p.line)
	return len(b), nil
}

func (p *Parser) line(b []byte, long bool) { p.take(b, p.lines.N, long) }

// take takes a line by its number.
func (p *Parser) take(b []byte, n int, long bool) {
	switch {
	case p.stage == refused:
	case long:
		p.torn = p.torn[:0]
		p.bad(n, b, "longer than "+numeral.Count(account.MaxLine)+
			" bytes: a record of a job is far shorter, so this may be no table of jobs")
	case len(p.torn) > 0:
		p.join(b)
	case account.IsBlank(b):
		p.comment(b)
	case p.stage == beforeHeader:
		p.look(b, n)
	case account.IsTitle(b):
		p.pass(n)
	case p.stage == inColumns:
		p.numbers(b)
	case p.open(b):
		p.torn, p.tornAt = append(p.torn[:0], b...), n
	default:
		p.record(b, n)
	}
}

func (p *Parser) no(why string) { p.stage, p.refuse = refused, errors.New(why) }

func (p *Parser) bad(n int, b []byte, why string) {
	if p.stage == beforeHeader {
		if p.noNames(); p.stage == beforeHeader {
			p.no("the first line is " + why)
		}
	}
	if p.stage == refused {
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
		p.bad(p.tornAt, p.torn, "a quotation mark opens here and nothing closes it within "+numeral.Count(account.MaxLine)+
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
	if p.delimiter == blank {
		p.words(b)
		return
	}
	for len(p.fields) < maxColumns {
		if len(b) > 0 && b[0] == '"' {
			if end := closing(b); end > 0 {
				rest := b[end:]
				at := bytes.IndexByte(rest, p.delimiter)
				p.fields = append(p.fields, bytes.TrimSpace(unquoted(b[1:end-1])))
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

func unquoted(b []byte) []byte {
	if bytes.IndexByte(b, '"') >= 0 {
		return bytes.ReplaceAll(b, []byte(`""`), []byte(`"`))
	}
	return b
}

// words parts a record whose fields stand between blanks. A date and its time of day are one
// where a record would have too many fields otherwise.
func (p *Parser) words(b []byte) {
	most := len(p.columns)
	for b = bytes.TrimSpace(b); len(b) > 0 && len(p.fields) < maxColumns; b = bytes.TrimLeft(b, " \t") {
		end, field := 0, []byte(nil)
		if b[0] == '"' {
			if end = max(closing(b), 0); end > 0 {
				field = unquoted(b[1 : end-1])
			}
		}
		if end == 0 {
			if end = bytes.IndexAny(b, " \t"); end < 0 {
				end = len(b)
			}
			field = b[:end]
		}
		p.fields = append(p.fields, field)
		b = b[end:]
	}
	if most == 0 || len(p.fields) <= most {
		return
	}
	list := p.fields
	p.fields = p.fields[:0]
	for i := 0; i < len(list); i++ {
		field := list[i]
		if x, is := hasDate(field); is && len(x.rest) == 0 && i+1 < len(list) && bytes.IndexByte(list[i+1], ':') > 0 {
			i++
			field = append(append(bytes.Clone(field), ' '), list[i]...)
		}
		p.fields = append(p.fields, field)
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
		if p.split(b); len(p.held) <= p.sampled && p.headed && isHeader(p.fields) && known(p.fields) >= 2 {
			p.sampled = len(p.held) - 1 // what follows another line of names may stand in another order
		}
		p.size += len(b)
		if len(p.held) < p.bound && p.size <= maxHeld/maxSample*p.bound {
			return
		}
		if p.size < maxUndated && p.undated() {
			p.bound *= 2
			return
		}
		p.decide()
		return
	}
	p.row(b, n)
}

// undated says whether no date so far tells if days or months stand first: a file in the
// order of its times may tell it only after its first days.
func (p *Parser) undated() bool {
	var d days
	for _, b := range p.held {
		p.split(b)
		for _, f := range p.fields {
			d.see(f)
		}
	}
	p.days = d
	return d.ambiguous()
}

// decide proposes the columns from the first records, and reads these.
func (p *Parser) decide() {
	p.undated()
	p.sampled = min(p.sampled, len(p.held))
	for _, b := range p.held[:p.sampled] {
		p.split(b)
		p.sample = append(p.sample, append([][]byte(nil), p.fields...))
	}
	p.preset()
	err := p.propose()
	p.b.Columns(p.columns, p.match())
	if err != nil {
		p.stage, p.refuse = refused, err
		return
	}
	if text := p.missing(p.o.Unit); text != "" {
		p.stage, p.refuse = refused, &job.Unmatched{Says: "this table lacks columns, or they have names that are not known: " + text +
			"; it has " + list(p.columns) + ": say which is which with --match, as in submit=arrived,run=minutes:min,procs=cores"}
		return
	}
	if p.o.Arrival == account.AtEligible && p.of[eligible].at < 0 {
		p.no("--arrival eligible: no column of this table tells when jobs were able to start. Leave it out, or name the column with " +
			"--match eligible=COLUMN")
		return
	}
	if p.own {
		if p.o.Zone != "" {
			p.no("--zone " + p.o.Zone + " has no use here: the times of this table are of a clock of its own, no dates. Leave it out")
			return
		}
		p.b.OwnClock()
	}
	if !p.starts() {
		p.b.NoStarts()
		p.b.Warn("no column tells when jobs started: how long they waited is not known")
	}
	p.countIn()
	for _, u := range p.unsure {
		c := &p.of[u.of]
		is := fields[u.of].name + "=" + p.called(c.at) + ":"
		p.b.Guess("match", is+c.unit, "the file names no unit of the "+fields[u.of].words+", and "+u.other+" is possible too: --match "+
			is+u.other)
	}
	p.related(&p.table)
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
	if p.stage == beforeHeader {
		p.noNames()
	}
	if len(p.torn) > 0 {
		p.bad(p.tornAt, p.torn, "a quotation mark opens here and nothing closes it: close it, or double it where it is part of a text")
	}
	if p.stage == inSample {
		p.decide()
	}
	if p.stage == inRows {
		p.hollow()
		p.say()
	}
	if p.fractions > 0 {
		p.b.Warn(account.Count(p.fractions, "size has", "sizes have") + " a fraction: rounded up")
	}
	if p.lines.Cut && p.stage == inRows {
		p.b.Doubt(job.Cut())
	}
}

func (p *Parser) done() (*account.Done, error) {
	d := p.b.Finish(p.name, p.lines.N)
	if p.refuse != nil {
		return d, p.refuse
	}
	return d, d.Err(p.what, p.instead)
}
