package table

import (
	"bytes"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// row makes a record of the fields of a line.
func (p *Parser) row(b []byte, n int) {
	p.split(b)
	if p.again(n) {
		return
	}
	want := len(p.columns)
	if p.order != nil {
		want = p.width
	}
	if got := len(p.fields); got < want || got > want && !p.trailing(want) {
		names := "the line of names has "
		if !p.headed {
			names = "--columns names "
		}
		p.b.Bad(n, "", b, account.Count(got, "column", "columns")+" where "+names+strconv.Itoa(want)+
			": leave an empty cell for what is not known, and put a text that holds the delimiter between quotation marks")
		return
	}
	if p.lacks != "" {
		p.b.Bad(n, "", b, p.lacks)
		return
	}
	p.arrange()
	p.rows++
	for i := range p.columns {
		if e := &p.empty[i]; isNothing(p.fields[i]) {
			if e.n++; e.n == 1 {
				e.first = n
			}
		}
	}
	p.make(n)
}

// make makes the record of a line.
func (p *Parser) make(n int) {
	r := &p.rec
	r.Clear()
	r.Line = n
	r.ID = p.label(jobID)
	if p.identify(r, p.label(task)) {
		p.b.Step()
		return
	}
	if !p.times(r) || !p.amounts(r) {
		return
	}
	r.User, r.Group, r.Queue, r.Partition = p.label(user), p.label(group), p.label(queue), p.label(partition)
	if c := &p.of[state]; c.at >= 0 {
		text := p.cell(p.fields, c)
		var known bool
		if r.State, known = c.state(text); !known {
			p.b.UnknownState(text)
		}
	}
	p.apart(r)
	p.derive(r)
	p.b.Add(r)
}

// hollow warns of the records that leave a cell empty which nearly all others fill.
func (p *Parser) hollow() {
	n, first, name := 0, 0, ""
	for i, e := range p.empty {
		if e.n > 0 && e.n*20 < p.rows {
			if n += e.n; first == 0 || e.first < first {
				first, name = e.first, p.columns[i]
			}
		}
	}
	if n > 0 {
		p.b.Warn(account.Count(n, "cell is", "cells are") + " empty where nearly all records have a value, the first in line " +
			strconv.Itoa(first) + " (" + name + "): look whether the cells of that line were moved")
	}
}

// trailing says whether the fields beyond the columns are empty: a delimiter ends
// each line.
func (p *Parser) trailing(columns int) bool {
	for _, f := range p.fields[columns:] {
		if len(f) > 0 {
			return false
		}
	}
	return true
}

// label is a name, none for the words for nothing.
func (p *Parser) label(r role) []byte {
	b := p.cell(p.fields, &p.of[r])
	if isNothing(b) {
		return nil
	}
	return b
}

// identify gives the record its job's key, by its id and the task that it is: without a column of ids each is a job. step: it
// is of a step of one, which Slurm names 1000.batch.
func (p *Parser) identify(r *account.Record, of []byte) (step bool) {
	if r.ID == nil {
		r.Key, r.ID = -int64(r.Line), strconv.AppendInt(nil, int64(r.Line), 10)
		return false
	}
	number, rest, dotted := bytes.Cut(r.ID, []byte("."))
	id, ok := account.ParseInt(number)
	if dotted && p.steps && ok {
		return true
	}
	switch {
	case !ok || id < 0 || dotted && len(bytes.Trim(rest, "0")) > 0:
		r.Key = 1<<61 | int64(account.Hash(0, r.ID)>>3)
	case of == nil:
		r.Key = id
		return false
	}
	if n, ok := whole(of); ok && r.Key == 0 {
		r.Key = account.KeyOf(id, n)
	} else if of != nil {
		r.Key = 1<<61 | int64(account.Hash(account.Hash(0, r.ID), of)>>3)
	}
	return false
}

// whole reads a number that pandas may have made 7.0.
func whole(b []byte) (int64, bool) {
	n, rest, _ := bytes.Cut(b, []byte("."))
	k, ok := account.ParseInt(n)
	return k, ok && k >= 0 && len(bytes.Trim(rest, "0")) == 0
}

// times reads those of a record; false: one can't be read, which is said.
func (p *Parser) times(r *account.Record) bool {
	for _, x := range [...]struct {
		of role
		to *account.Stamp
	}{{submit, &r.Submit}, {eligible, &r.Eligible}, {start, &r.Start}, {end, &r.End}} {
		c := &p.of[x.of]
		if c.at < 0 {
			continue
		}
		var ok bool
		text := p.cell(p.fields, c)
		if account.IsSpreadsheet(text) {
			p.unread(c, r.Line, account.Spreadsheet)
			return false
		}
		if c.dated() && isEpoch(text) {
			continue
		}
		*x.to, ok = c.stamp(text, p.own)
		if c.cut(text) {
			p.cuts++ // a part of a second is not kept
		}
		if !ok {
			p.unread(c, r.Line, "no time: write 2026-11-21T16:00:00, or seconds since 1970, as the column's others")
			return false
		}
		if p.strange(c, *x.to) {
			p.unread(c, r.Line, "no time of the clock that the table's others are of")
			return false
		}
	}
	return true
}

// strange says whether a time of a column is of another clock than those of the table.
func (p *Parser) strange(c *column, s account.Stamp) bool {
	early := s.Kind != account.None && s.Sec < account.SinceEpoch && (c.dated() || !p.own)
	return early || s.Kind == account.Absolute && p.own && s.Sec > longest
}

// isEpoch says whether a date is instant 0 of Unix times in some zone, which is how programs write none.
func isEpoch(b []byte) bool {
	return bytes.HasPrefix(b, []byte("1970-01-01")) || bytes.HasPrefix(b, []byte("1969-12-31"))
}

// amounts reads what of a record is no time and no name.
func (p *Parser) amounts(r *account.Record) bool {
	for _, x := range [...]struct {
		of role
		to *int64
	}{{run, &r.Run}, {limit, &r.Limit}, {wait, &r.Waited}} {
		c := &p.of[x.of]
		if c.at < 0 {
			continue
		}
		var ok bool
		text := p.cell(p.fields, c)
		if c.cut(text) {
			p.cuts++
		}
		if *x.to, ok = c.span(text); !ok {
			p.unread(c, r.Line, "no duration: write a number, or 1:30:00, as the column's others")
			return false
		}
	}
	r.Past = r.Limit > 0 && r.Run == r.Limit && p.past()
	for _, x := range [...]struct {
		of role
		to *int64
	}{{procs, &r.Alloc}, {asked, &r.Asked}, {nodes, &r.Nodes}, {gpus, &r.GPUs}} {
		c := &p.of[x.of]
		if c.at < 0 {
			continue
		}
		var fraction, ok bool
		if *x.to, fraction, ok = amount(x.of, p.cell(p.fields, c)); !ok {
			p.unread(c, r.Line, "no number")
			return false
		}
		if fraction {
			p.fractions++
		}
	}
	if r.Asked == 0 {
		r.Asked = r.Alloc
	}
	r.AskedNode = r.Nodes
	return true
}

// past compares the fractions that were cut off.
func (p *Parser) past() bool {
	x, ok1 := p.of[run].exact(p.cell(p.fields, &p.of[run]))
	y, ok2 := p.of[limit].exact(p.cell(p.fields, &p.of[limit]))
	return ok1 && ok2 && x > y
}

func (p *Parser) unread(c *column, line int, why string) {
	p.b.Bad(line, p.columns[c.at], p.cell(p.fields, c), why)
}

// idle says whether a record is of a job that ended without having begun: the table has a
// column of starts, and this record none there, nor a run time; or it was cancelled and ran
// for no second. Systems write the end of waiting as its start, or 0.
func (p *Parser) idle(r *account.Record) bool {
	if p.own && r.Start.Kind != account.None && r.Start.Sec == 0 && r.Submit.Sec > 0 {
		r.Start = account.Stamp{}
	}
	lasts := r.Run
	if lasts < 0 && r.Start.Kind != account.None && r.End.Kind != account.None {
		lasts = r.End.Sec - r.Start.Sec
	}
	cancelled := r.State == account.Cancelled
	switch {
	case p.of[start].at >= 0 && r.Start.Kind == account.None:
		return cancelled || lasts <= 0
	case p.of[start].at < 0 && p.of[wait].at >= 0 && r.Waited < 0:
		return cancelled || lasts == 0
	}
	return cancelled && lasts == 0
}

// derive fills in the times that others tell.
func (p *Parser) derive(r *account.Record) {
	if r.Never = p.idle(r); r.Never {
		r.Start = account.Stamp{}
		if p.of[end].at < 0 && r.Run == 0 { // a table of jobs that are over
			r.End = r.Submit
		}
		return
	}
	waited := r.Waited
	none := func(s account.Stamp) bool { return s.Kind == account.None }
	later := func(s account.Stamp, by int64) account.Stamp {
		s.Sec = max(s.Sec+by, 0)
		return s
	}
	if p.of[start].at >= 0 && none(r.Start) {
		p.unstarted++
	}
	switch {
	case !none(r.Start):
	case !none(r.Submit) && waited >= 0:
		r.Start = later(r.Submit, waited)
	case !none(r.End) && r.Run >= 0:
		r.Start = later(r.End, -r.Run)
	case !p.starts() && r.Run >= 0:
		r.Start = r.Submit
	}
	if none(r.Submit) && !none(r.Start) {
		r.Submit = later(r.Start, -max(waited, 0))
	}
	if none(r.End) && r.Run >= 0 && !none(r.Start) {
		r.End = later(r.Start, r.Run)
	}
	if p.of[wait].times > 1 { // in minutes it can't be compared
		r.Waited = account.Unlimited
	}
}

// ---- tables of the Standard Workload Format

// isLog says whether the columns are those that Write writes: the fields of the format
// in their order.
func isLog(columns []string) bool {
	if len(columns) != int(job.NumFields) {
		return false
	}
	for i, c := range columns {
		if c != job.Field(i).Key() {
			return false
		}
	}
	return true
}

// comment hands on what may be a line of the format's header.
func (p *Parser) comment(b []byte) {
	text, is := cutComment(b)
	if p.stage == inSample || p.stage == inRows {
		return
	}
	if !is {
		p.swfLine(nil)
		return
	}
	p.swfLine(append(append(p.out[:0], ';'), text...))
}

func cutComment(b []byte) ([]byte, bool) {
	for i, c := range b {
		if c == '#' {
			return b[i+1:], true
		}
	}
	return nil, false
}

// numbers hands on a record as a line of the format.
func (p *Parser) numbers(b []byte) {
	p.split(b)
	p.out = p.out[:0]
	for i, f := range p.fields {
		if i > 0 {
			p.out = append(p.out, ' ')
		}
		if isNothing(f) {
			f = []byte("-1")
		}
		p.out = append(p.out, f...)
	}
	p.swfLine(p.out)
}

func (p *Parser) swfLine(b []byte) {
	_, _ = p.swf.Write(b)
	_, _ = p.swf.Write([]byte{'\n'})
}
