package table

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

const (
	maxAbove = 30 // lines above the names of the columns: a title, a banner
	blank    = byte(' ')
)

// above is a line that stands there.
type above struct {
	text []byte
	n    int
}

// look takes a line while none with the names of columns is there. What stands above it is
// passed over; where no line is surely one, the first is taken.
func (p *Parser) look(b []byte, n int) {
	if p.o.Columns == "" && bytes.IndexByte(b, 0) < 0 {
		p.delimiter = delimiterOf(b)
		if p.split(b); !p.bare(b) && !p.names() {
			if p.above = append(p.above, above{bytes.Clone(b), n}); len(p.above) == maxAbove {
				p.noNames()
			}
			return
		}
		for _, a := range p.above {
			p.pass(a.n)
		}
		p.above = nil
	}
	p.begin(b, n)
}

// names says whether the fields of a line are surely names of columns: two are known, or
// all that a match speaks of are there.
func (p *Parser) names() bool {
	switch {
	case !isHeader(p.fields) || len(p.fields) >= maxColumns:
		return false
	case p.delimiter == blank:
		return complete(p.fields)
	case known(p.fields) >= 2:
		return true
	}
	told, err := ParseMatch(p.o.Match)
	n := 0
	for _, a := range told {
		if a.column != "" && !strings.HasPrefix(a.column, "#") {
			if n++; !slices.ContainsFunc(p.fields, func(f []byte) bool { return strings.EqualFold(string(f), a.column) }) {
				return false
			}
		}
	}
	return err == nil && n > 0
}

// noNames reads the lines that were held as if the first named the columns.
func (p *Parser) noNames() {
	list := p.above
	p.above = nil
	for i, a := range list {
		if i == 0 {
			p.begin(a.text, a.n)
			continue
		}
		p.take(a.text, a.n, false)
	}
}

// pass counts a line that is no part of the table.
func (p *Parser) pass(n int) {
	if p.passed++; p.passed == 1 {
		p.at = n
	}
}

// begin takes the line that names the columns, or the first record where they are told.
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
		p.no("the first line has more than " + numeral.Count(maxColumns) + " columns: a table of jobs has a few dozen")
		return
	}
	p.headed = isHeader(p.fields)
	switch {
	case p.headed && p.o.Columns != "":
		p.no("--columns: line " + strconv.Itoa(n) + " names the columns of this table. Leave --columns out, or say with --match which " +
			"column is which")
		return
	case !p.headed && p.o.Columns == "":
		p.no("the first line of this table names no columns: add a line of names, or give them with --columns, as in job,submit,run,procs")
		return
	}
	for _, f := range p.fields {
		p.columns = append(p.columns, job.PlainText(f))
	}
	if !p.headed {
		p.columns = account.ParsePartitions(p.o.Columns)
	}
	p.stage = inSample
	switch {
	case p.o.Match == "" && isLog(p.columns):
		if text := p.useless(); text != "" {
			p.no(text + " has no use here: this table has the columns of the Standard Workload Format. Leave it out")
			return
		}
		p.stage = inColumns
		if p.headed {
			p.swfLine(nil)
		} else {
			p.numbers(b)
		}
	case !p.headed:
		p.take(b, n, false)
	}
}

// useless is an option that a log has no use for which has the numbers of its jobs as they stand.
func (p *Parser) useless() string {
	switch {
	case p.o.Arrival != account.AtSubmit:
		return "--arrival " + p.o.Arrival.String()
	case p.o.Unit != account.Processors:
		return "--unit " + p.o.Unit.String()
	case p.o.Zone != "":
		return "--zone " + p.o.Zone
	}
	return ""
}

// again says whether a line names the columns once more, as where files were joined: what
// follows is read by it.
func (p *Parser) again(n int) bool {
	if !p.headed || !isHeader(p.fields) || known(p.fields) < 2 {
		return false
	}
	order, same := make([]int, len(p.columns)), len(p.fields) == len(p.columns)
	met := 0
	for i, c := range p.columns {
		order[i] = p.find(c)
		if order[i] >= 0 {
			met++
		}
		same = same && order[i] == i
	}
	if met < 2 {
		return false
	}
	p.heads++
	p.width = len(p.fields)
	if p.order, p.lacks = order, ""; same {
		p.order = nil
		return true
	}
	for r := range roles {
		c := &p.of[r]
		if c.at >= 0 && order[c.at] < 0 && needed(r) {
			p.lacks = "the line of names above, line " + strconv.Itoa(n) + ", has no column " + p.columns[c.at] + ", by which the " +
				fields[r].words + " of this table is read: give the parts of the file one by one"
		}
	}
	for i, f := range p.fields {
		if name := job.PlainText(f); !slices.Contains(order, i) && len(p.lost) < 10 && !slices.Contains(p.lost, name) {
			p.lost = append(p.lost, name)
		}
	}
	return true
}

// needed says whether a role decides what a job is.
func needed(r role) bool {
	switch fields[r].kind {
	case instant, length, count:
		return r != eligible
	}
	return r == jobID || r == task
}

// find is the place of a column in another line of names, -1: it is not there.
func (p *Parser) find(column string) int {
	name, unit := plain(column)
	for i, f := range p.fields {
		if strings.EqualFold(string(f), column) {
			return i
		}
	}
	for i, f := range p.fields {
		if other, its := plain(string(f)); name != "" && other == name && its == unit {
			return i
		}
	}
	return -1
}

// arrange puts the fields of a record into the order of the first line of names.
func (p *Parser) arrange() {
	if p.order == nil {
		return
	}
	p.spare = p.spare[:0]
	for _, at := range p.order {
		var f []byte
		if at >= 0 && at < len(p.fields) {
			f = p.fields[at]
		}
		p.spare = append(p.spare, f)
	}
	p.fields, p.spare = p.spare, p.fields
}

// say tells what was met beside records.
func (p *Parser) say() {
	if p.passed > 0 {
		p.b.Warn(account.Count(p.passed, "line is", "lines are") + " neither names of columns nor a record, the first in line " +
			strconv.Itoa(p.at) + ": passed over")
	}
	if p.heads > 0 {
		text := account.Count(p.heads, "further line names", "further lines name") + " columns, as where files were joined: what follows " +
			"each is read by it"
		if len(p.lost) > 0 {
			text += ", but for columns that the first does not name (" + strings.Join(p.lost, ", ") + ")"
		}
		p.b.Warn(text)
	}
	if p.cuts > 0 {
		p.b.Warn(account.Count(p.cuts, "value has", "values have") + " a fraction of a second: times are cut off downwards")
	}
	if p.unstarted > 0 {
		p.b.Warn(account.Count(p.unstarted, "record has", "records have") + " no start and ran: the start is made of the other times")
	}
	p.sayTasks()
}
