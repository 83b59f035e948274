package sacct

import (
	"bytes"
	"errors"
	"iter"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// source is what text and JSON have in common.
type source struct {
	name    string
	o       account.Options
	b       *account.Builder
	rec     account.Record
	cluster string
	others  int // records of other clusters
}

// Parser reads the text of sacct piece by piece.
type Parser struct {
	source
	lines account.Lines

	t      table
	stage  stage
	first  []byte // the header, which a joined file repeats
	refuse error  // why nothing can be made of the file

	fields [][]byte
	torn   []byte // the beginning of a record that may go on
	tornAt int    // its line
	tears  int    // its new lines
	whole  bool   // the line before was a record to its end

	passed  int    // lines before a header
	before  string // the first of them
	headers int
	lacks   string // what keeps the rows below a later header from being read

	repaired int
	places   map[string]int                      // of the columns by their names, for kept
	kept     func(f [][]byte, r *account.Record) // nil: nobody asks for more than a log
	of       []byte                              // the job whose steps may follow
	orphans  int                                 // steps that stand below no record of their job
	orphanAt int
}

type stage uint8

const (
	beforeHeader stage = iota
	beforeDashes
	inRows
	refused
)

// Jobs is the number of jobs so far.
func (s *source) Jobs() int { return s.b.Jobs() }

// CountWeeks has jobs counted by weeks from now on, see account.Builder.
func (s *source) CountWeeks(most int) { s.b.CountWeeks(most) }

// New returns a Parser for a log of that name.
func New(file string, o account.Options) *Parser {
	p := &Parser{source: source{name: file, o: o, b: account.New(name, o)}}
	p.b.Slurm()
	return p
}

// Sniff says whether a file that begins like this is of sacct.
func Sniff(head []byte) bool {
	line := account.FirstLine(head)
	if bytes.Count(line, []byte("|")) >= 6 && dates(line) >= 2 {
		return true
	}
	for range maxBefore {
		if _, _, ok := header(line); ok {
			return true
		}
		at := bytes.IndexAny(head, "\r\n")
		if at < 0 {
			break
		}
		head = head[at+1:]
		line, _, _ = bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
	}
	return false
}

const maxBefore = 100 // lines before the header: a message of sacct's, a banner, a file's name

// Lacks says whether the header of a file that begins like this is without a column that a job
// of sacct needs.
func Lacks(head []byte) bool {
	t, fixed, ok := header(account.FirstLine(head))
	return ok && !fixed && t.missing() != "" // fixed columns may have cut headings
}

// dates counts what looks like 2026-11-21T16:18:01.
func dates(line []byte) int {
	n := 0
	for i := 10; i+3 < len(line); i++ {
		if line[i] == 'T' && line[i+3] == ':' && line[i-3] == '-' && line[i-6] == '-' {
			n++
		}
	}
	return n
}

// Write takes the next bytes of the file.
func (p *Parser) Write(b []byte) (int, error) {
	p.lines.Write(b, p.line)
	return len(b), nil
}

// line takes one line.
func (p *Parser) line(b []byte, long bool) {
	switch {
	case p.stage == refused:
	case long:
		p.flush()
		p.whole = false
		p.b.Bad(p.lines.N, "", b, "longer than "+numeral.Count(account.MaxLine)+" bytes: a record of sacct is far shorter, so this may "+
			"not be its output")
	case account.IsBlank(b), p.stage != beforeHeader && bytes.Equal(b, p.first):
	case p.stage == beforeHeader:
		p.begin(b)
	case p.stage == beforeDashes:
		p.dashed(b)
	default:
		p.row(b)
	}
}

func (p *Parser) no(why error) { p.stage, p.refuse = refused, why }

// begin takes the first line.
func (p *Parser) begin(b []byte) {
	t, fixed, ok := header(b)
	p.stage = inRows
	switch {
	case ok && p.o.Columns != "":
		p.told()
	case ok:
		p.headed(b, fixed)
	case p.o.Columns != "":
		t = p.headless(p.o.Columns, b)
	case bytes.Count(b, []byte("|")) == bytes.Count([]byte(xdmod), []byte(",")):
		t = p.headless(xdmod, b)
		p.b.Guess("columns", xdmod, "the file has no header line; its columns are taken for those that Open XDMoD exports")
	case p.passed < maxBefore && (bytes.Count(b, []byte("|")) < 6 || dates(b) < 2):
		p.pass(b)
		p.stage = beforeHeader
		return
	default:
		p.no(errors.New(headerless))
		return
	}
	if p.t = t; !fixed {
		p.need()
	}
	if !ok && p.stage != refused {
		p.row(b)
	}
}

// told refuses names of columns beside a file that names them.
func (p *Parser) told() {
	p.no(errors.New("--columns: line " + strconv.Itoa(p.lines.N) + " names the columns of this output of sacct. Leave --columns out"))
}

// pass counts a line that is no part of a table.
func (p *Parser) pass(b []byte) {
	p.whole = false
	if p.passed++; p.passed == 1 {
		p.before = job.Shorten(b)
	}
}

// need looks for the columns without which there is no job. What a later header lacks makes its own rows unread.
func (p *Parser) need() {
	switch list := p.t.missing(); {
	case list == "":
	case p.headers > 1:
		p.lacks = "the header above it lacks columns: " + list
	default:
		p.no(&account.Unread{Why: "this output of sacct lacks columns: " + list, Instead: Command})
	}
}

// dashed takes the line below a header of fixed columns.
func (p *Parser) dashed(b []byte) {
	p.stage = inRows
	const why = "names columns that stand between blanks, and no line of dashes below it shows their widths"
	switch {
	case p.t.dashes(b):
		p.need()
	case p.headers > 1:
		p.lacks = "the header above it " + why
	default:
		p.no(errors.New("the first line " + why + ": export with " + Command))
	}
}

const headerless = "this looks like the output of sacct without the line that names its columns: name them with --columns, as in " +
	xdmod + ", or export with " + Command

// headed takes the line that names the columns.
func (p *Parser) headed(b []byte, fixed bool) {
	p.first, p.places, p.lacks, p.stage = bytes.Clone(b), nil, "", inRows
	p.headers++
	if fixed {
		p.stage = beforeDashes
	}
}

// anew takes a line below the first header that is another one, as in files of several exports; false: it is none.
func (p *Parser) anew(b []byte) bool {
	t, fixed, ok := header(b)
	if !ok || p.startsRecord() {
		return false
	}
	if p.flush(); p.o.Columns != "" && p.b.Jobs() == 0 {
		p.told()
		return true
	}
	p.headed(b, fixed)
	if p.t, p.whole = t, false; !fixed {
		p.need()
	}
	p.b.Warn("line " + strconv.Itoa(p.lines.N) + " is another header: the lines below were read by it")
	return true
}

// headless makes a table of names given beside the file.
func (p *Parser) headless(names string, line []byte) table {
	list := account.ParsePartitions(names)
	for i, name := range list {
		list[i], _, _ = strings.Cut(name, "%") // as sacct's -o has widths
	}
	t, _ := named(list)
	t.delimiter = []byte("|")
	for _, d := range []string{"|", "\t", ";", ","} {
		if bytes.Count(line, []byte(d)) >= len(list)-1 {
			t.delimiter = []byte(d)
			break
		}
	}
	t.trailing = bytes.Count(line, t.delimiter) == len(list) && bytes.HasSuffix(line, t.delimiter)
	return t
}

// split parts a line into fields.
func (p *Parser) split(b []byte) {
	p.fields = p.fields[:0]
	t := &p.t
	if t.spans != nil {
		for i, s := range t.spans {
			to := s.to
			if i == len(t.spans)-1 {
				to = len(b)
			}
			p.fields = append(p.fields, bytes.TrimSpace(b[min(s.from, len(b)):min(to, len(b))]))
		}
		return
	}
	if t.trailing {
		b = bytes.TrimSuffix(b, t.delimiter)
	}
	one := t.delimiter[0]
	for {
		at := -1
		if len(t.delimiter) == 1 {
			at = bytes.IndexByte(b, one)
		} else {
			at = bytes.Index(b, t.delimiter)
		}
		if at < 0 || len(p.fields) > len(t.columns)+maxSurplus {
			break
		}
		p.fields = append(p.fields, b[:at])
		b = b[at+len(t.delimiter):]
	}
	p.fields = append(p.fields, b)
}

const (
	maxSurplus = 64 // delimiters in the free text of one record
	maxTears   = 64 // new lines in it
)

// fit says how fields match the columns.
type fit uint8

const (
	misfit  fit = iota
	short       // too few
	oneLess     // the last is missing
	exact
	mended // too many, with one reading
)

// aligned says whether nothing but blanks stands between the spans of fixed columns,
// and behind the last: what is longer was cut.
func (t *table) aligned(b []byte) bool {
	for i, s := range t.spans {
		next := len(b)
		if i+1 < len(t.spans) {
			next = t.spans[i+1].from
		}
		if s.to < len(b) && len(bytes.TrimSpace(b[s.to:min(next, len(b))])) > 0 {
			return false
		}
	}
	return true
}

// row takes a line below the header: a record, or a part of one.
func (p *Parser) row(b []byte) {
	if account.IsTitle(b) {
		p.flush()
		p.pass(b)
		return
	}
	if (b[0] < '0' || '9' < b[0]) && namesID(b) {
		if p.split(b); p.anew(b) {
			return
		}
	}
	if p.lacks != "" {
		p.b.Bad(p.lines.N, "", b, p.lacks)
		return
	}
	if !p.t.aligned(b) {
		p.b.Bad(p.lines.N, "", b, "a value stands between the columns that the dashes show: the record was moved, or two stand in one line")
		return
	}
	p.split(b)
	if len(p.fields) == len(p.t.columns) && len(p.torn) == 0 && p.startsRecord() {
		p.record(p.fields, p.lines.N)
		p.whole = true
		return
	}
	switch f := p.fits(); {
	case f >= exact:
		p.flush()
		p.split(b)
		p.fits()
		p.take(p.lines.N)
		if f == mended {
			p.repaired++
		}
		return
	case len(p.torn) > 0 && p.join(b):
		return
	case f == oneLess:
		p.flush()
		p.tear(b)
		return
	case p.whole && p.t.lastFree && f <= short && len(p.fields) < len(p.t.columns) && !p.beginsRecord() && !p.isRecord():
		p.repaired++ // the last column goes on
		return
	case f == short:
		p.flush()
		p.tear(b)
		return
	}
	p.flush()
	p.whole = false
	if p.split(b); len(p.fields) == len(p.t.columns) {
		p.record(p.fields, p.lines.N) // which says what is wrong with its id
		return
	}
	p.b.Bad(p.lines.N, "", b, p.counted(len(p.fields)))
}

func (p *Parser) tear(b []byte) {
	p.torn, p.tornAt, p.tears, p.whole = append(p.torn[:0], b...), p.lines.N, 0, false
}

// join tries a line as the continuation of a torn record, which may have no reading
// before more lines come.
func (p *Parser) join(b []byte) bool {
	anew := p.beginsRecord()
	if p.isRecord() || p.tears == maxTears || len(p.torn)+len(b) > account.MaxLine {
		return false
	}
	n := len(p.torn)
	p.torn = append(append(p.torn, '\n'), b...)
	p.split(p.torn)
	f := p.fits()
	if f == exact && !p.typed(len(p.fields)) {
		f = misfit
	}
	if f == misfit && (anew || len(p.fields) > len(p.t.columns)+maxSurplus) {
		p.torn = p.torn[:n]
		return false
	}
	p.tears++
	if f >= exact {
		p.take(p.tornAt)
		p.repaired++
		p.torn = p.torn[:0]
	}
	return true
}

// take makes a record of fields that fit.
func (p *Parser) take(line int) {
	p.record(p.fields, line)
	p.whole = true
}

// flush ends a torn record.
func (p *Parser) flush() {
	if len(p.torn) == 0 {
		return
	}
	p.split(p.torn)
	if f := p.fits(); f == oneLess {
		p.record(append(p.fields, nil), p.tornAt)
	} else {
		p.b.Bad(p.tornAt, "", p.torn, p.counted(len(p.fields)))
	}
	p.torn, p.whole = p.torn[:0], false
}

func (p *Parser) counted(n int) string {
	return account.Count(n, "column", "columns") + " where the header names " + strconv.Itoa(len(p.t.columns)) +
		", and no way to part them so that dates, times and numbers are ones"
}

// startsRecord says whether the first fields may begin a record.
func (p *Parser) startsRecord() bool {
	for _, r := range [...]role{jobID, jobIDRaw} {
		if at := p.t.at[r]; at >= 0 {
			return at < len(p.fields) && id.takes(p.fields[at])
		}
	}
	return false
}

// Log ends the reading.
func (p *Parser) Log() (*job.Log, error) {
	d, err := p.finish()
	return d.Columns(), err
}

// Rows ends the reading without making columns.
func (p *Parser) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	d, err := p.finish()
	return d.Log, d.Rows(), err
}

func (p *Parser) finish() (*account.Done, error) {
	p.lines.Close(p.line)
	p.flush()
	if p.repaired > 0 {
		p.b.Warn(account.Count(p.repaired, "record was", "records were") + " torn by free text (a delimiter or a new line in it) and put " +
			"together again: leave JobName, Comment and SubmitLine out of the export")
	}
	if p.stage == beforeHeader && p.passed > 0 {
		p.refuse = errors.New(headerless)
	} else if p.passed > 0 {
		where := " before the header "
		if p.headers > 1 {
			where = " before headers "
		}
		p.b.Warn(account.Count(p.passed, "line"+where+"was", "lines"+where+"were") + " skipped, the first: " +
			strconv.Quote(p.before))
	}
	if p.orphans > 0 {
		p.b.Warn(account.Count(p.orphans, "step does", "steps do") + " not stand below the record of the job (the first in line " +
			strconv.Itoa(p.orphanAt) + "): it is missing, or its number is wrong")
	}
	if p.lines.Cut && p.refuse == nil {
		p.b.Doubt(job.Cut())
	}
	d := p.end(p.lines.N)
	if p.refuse != nil {
		return d, p.refuse
	}
	return d, d.Err("the output of sacct", Command)
}

// end makes the log of all records.
func (p *source) end(lines int) *account.Done {
	if p.others > 0 {
		p.b.Warn(account.Count(p.others, "record is", "records are") + " of other clusters than " + p.cluster +
			": export one cluster at a time (sacct -M NAME)")
	}
	return p.b.Finish(p.name, lines)
}
