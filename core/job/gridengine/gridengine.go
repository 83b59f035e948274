// Package gridengine reads the accounting file of Grid Engine, Sun's and its heirs':
// fields between colons, or, as Gridware writes it from version 9.0 on, a line of JSON a
// record. Package account knows what comes of the records. Tried with records of Sun
// Grid Engine, in seconds, of Univa, in milliseconds, and of version 8.1.9, whose jobs
// wrote down themselves when they ran; the JSON, in microseconds, with records made to
// its description in sge_accounting(5) alone.
package gridengine

import (
	"bytes"
	"strconv"

	"shadowtime/core/job/account"
)

// fields of a record, from 0, as sge_accounting(5) has them.
const (
	queue      = 0
	group      = 2
	owner      = 3
	number     = 5
	priority   = 7
	submit     = 8
	start      = 9
	end        = 10
	failed     = 11
	exitStatus = 12
	wallclock  = 13
	project    = 31 // and the department
	pe         = 33
	slots      = 34
	task       = 35
	category   = 39
	peTask     = 41
	least      = peTask + 1
	most       = 10 * least // that are looked at, for another record in the line
)

// Parser reads a file piece by piece.
type Parser struct {
	account.Text
	rec      account.Record
	fields   [][]byte
	lives    map[int64]life // the last of jobs that may run again, by their keys
	again    int            // jobs that waited from the end of a life before
	behind   int            // jobs whose wait holds a life before, of which no time is told
	reserved int            // jobs that ran in an advance reservation
	idle     int            // jobs that ran for more than a second and used none
}

// New returns a Parser for a log of that name.
func New(name string, o account.Options) *Parser {
	p := &Parser{}
	p.Text = account.Text{Builder: account.New("Grid Engine accounting", o), Name: name, What: "Grid Engine accounting",
		Instead: "the file accounting, or accounting.jsonl, of the cell's common folder", Line: p.line, Last: p.say}
	return p
}

// Sniff says whether a file that begins like this is of Grid Engine.
func Sniff(head []byte) bool {
	var p Parser
	line := account.FirstLine(head)
	if sniffJSON(line) {
		return true
	}
	p.split(line)
	if len(p.fields) < least {
		return false
	}
	for _, at := range [...]int{number, submit, start, end} {
		if _, ok := account.ParseInt(p.fields[at]); !ok {
			return false
		}
	}
	return true
}

func (p *Parser) split(b []byte) {
	p.fields = p.fields[:0]
	for more := true; more && len(p.fields) < most; {
		var f []byte
		f, b, more = bytes.Cut(b, []byte(":"))
		p.fields = append(p.fields, f)
	}
}

func (p *Parser) line(b []byte, n int) {
	if isJSON(b) {
		p.object(b, n)
		return
	}
	p.split(b)
	if len(p.fields) < least {
		p.Bad(n, "", b, strconv.Itoa(len(p.fields))+" fields between colons, a record of Grid Engine has at least "+strconv.Itoa(least))
		return
	}
	r := &p.rec
	r.Clear()
	r.Line, r.ID = n, p.fields[number]
	var v [exitStatus + 1]int64
	for _, f := range [...]struct {
		at   int
		name string
	}{{number, "job_number"}, {submit, "submission_time"}, {start, "start_time"}, {end, "end_time"}, {failed, "failed"},
		{exitStatus, "exit_status"}} {
		text := p.fields[f.at]
		if f.at == failed { // 100 : assumedly after job
			text, _, _ = bytes.Cut(text, []byte(" "))
		}
		x, ok := account.ParseInt(text)
		if !ok {
			p.Bad(n, f.name, p.fields[f.at], "no number; a colon in a job's name may have moved the fields")
			return
		}
		v[f.at] = x
	}
	r.User, r.Group, r.Queue = p.fields[owner], p.fields[group], p.fields[queue]
	if at := p.shifted(); at >= 0 {
		p.Bad(n, "field "+strconv.Itoa(at+1), p.fields[at], "no number; a colon too many or too few has moved the fields")
		return
	}
	if p.another() {
		p.Bad(n, "", b, "two records stand in one line: each has a line of its own, copy the file again")
		return
	}
	if t := p.fields[peTask]; len(t) > 0 && string(t) != "NONE" {
		p.slave(t, n)
		return
	}
	has, _ := account.ParseInt(p.fields[slots])
	of, _ := account.ParseInt(p.fields[task])
	p.keep(r, told{id: v[number], task: of, failed: v[failed], exit: v[exitStatus], submit: v[submit], start: v[start], end: v[end],
		slots: has, category: p.fields[category], unused: p.unused()})
}

// unused says whether the host told of no second in which the job ran.
func (p *Parser) unused() bool {
	x, err := strconv.ParseFloat(string(p.fields[wallclock]), 64)
	return err == nil && x == 0
}

// another says whether the beginning of a record stands behind one: the number of a job,
// an account, a priority and three times.
func (p *Parser) another() bool {
	whole := func(at int) (int64, bool) { return account.ParseInt(p.fields[at]) }
	for job := least; job+end-number < len(p.fields); job++ {
		_, ok1 := whole(job)
		_, ok2 := whole(job + priority - number)
		sent, ok3 := whole(job + submit - number)
		_, ok4 := whole(job + start - number)
		_, ok5 := whole(job + end - number)
		if ok1 && ok2 && ok3 && ok4 && ok5 && sent >= account.SinceEpoch && !isNumber(p.fields[job+1]) {
			return true
		}
	}
	return false
}

// shifted is the first field that should be a number and is none; -1: all are.
func (p *Parser) shifted() int {
	for at := priority; at < least; at++ {
		text := p.fields[at]
		switch at {
		case slots, task:
			if _, ok := account.ParseInt(text); !ok {
				return at
			}
		case failed: // 100 : assumedly after job
			text, _, _ = bytes.Cut(text, []byte(" "))
		case project, project + 1, pe, category, peTask:
			if len(text) > 0 && isNumber(text) {
				return at
			}
			continue
		}
		if !isNumber(text) {
			return at
		}
	}
	return -1
}

// isNumber says whether a text is a number, perhaps with a fraction or an exponent.
func isNumber(b []byte) bool {
	_, err := strconv.ParseFloat(string(b), 64)
	return err == nil
}

// slave folds the record of a task of a parallel job, such as 1.host.
func (p *Parser) slave(task []byte, n int) {
	number, host, _ := bytes.Cut(task, []byte("."))
	if _, ok := account.ParseInt(number); !ok || len(host) == 0 {
		p.Bad(n, "pe_taskid", task, "neither NONE nor a task such as 1.host")
		return
	}
	p.Step()
}

// instant is a time in seconds, in milliseconds, as Univa has them, or in microseconds,
// as Gridware has: no job of seconds is of the year 5138. False: no time at all, or in
// another unit than one before, which is 0 before the first.
func instant(n int64, unit *int64) (s account.Stamp, ok bool) {
	if n <= 0 {
		return account.Stamp{}, true
	}
	parts := int64(1)
	for n > 100_000_000_000 {
		n, parts = n/1000, parts*1000
	}
	if *unit == 0 {
		*unit = parts
	}
	s, ok = account.Since(n)
	return s, ok && *unit == parts
}

// limit is h_rt of -l h_cpu=36000,h_rt=36000,qname=q.
func limit(b []byte) int64 {
	for len(b) > 0 {
		at := bytes.Index(b, []byte("h_rt="))
		if at < 0 {
			break
		}
		before := byte(' ')
		if at > 0 {
			before = b[at-1]
		}
		b = b[at+len("h_rt="):]
		if before != ' ' && before != ',' {
			continue
		}
		text := b
		if end := bytes.IndexAny(b, ", "); end >= 0 {
			text = b[:end]
		}
		if n, ok := account.ParseDuration(text, 1); ok && n > 0 {
			return n
		}
	}
	return account.Unlimited
}
