// Package lsf reads lsb.acct, in which LSF keeps an account of ended jobs: fields
// between blanks, texts in quotes, lists behind their counts. Package account knows
// what comes of the records. Tried with records of LSF 9.1.1 and 10.1.0.8.
package lsf

import (
	"bytes"
	"strconv"

	"shadowtime/core/job/account"
)

// Parser reads a file piece by piece.
type Parser struct {
	account.Text
	rec  account.Record
	torn []byte // a record whose last text goes on in the next line
	at   int    // its line
}

// New returns a Parser for a log of that name.
func New(name string, o account.Options) *Parser {
	p := &Parser{}
	p.Text = account.Text{Builder: account.New("LSF accounting (lsb.acct)", o), Name: name, What: "LSF accounting (lsb.acct)",
		Instead: "the lsb.acct files of the cluster's logdir (JOB_FINISH records tell of ended jobs)", Line: p.line, Last: p.last}
	return p
}

// Sniff says whether a file that begins like this is of LSF: lsb.acct, or another of
// its files, which is refused by its name.
func Sniff(head []byte) bool {
	line := account.FirstLine(head)
	return bytes.HasPrefix(line, []byte(`"JOB_`)) || bytes.HasPrefix(line, []byte(`"EVENT_ADRSV`)) ||
		bytes.HasPrefix(line, []byte(`"LOAD_INDEX`)) ||
		bytes.HasPrefix(line, []byte("Job <")) || bytes.HasPrefix(line, []byte("Accounting information about jobs that are"))
}

var finish = []byte(`"JOB_FINISH"`)

func (p *Parser) line(b []byte, n int) {
	if len(p.torn) > 0 {
		if len(p.torn)+len(b) < account.MaxLine && !bytes.HasPrefix(b, finish) {
			p.torn = append(append(p.torn, '\n'), b...)
			if whole(p.torn) {
				p.record(p.torn, p.at)
				p.torn = p.torn[:0]
			}
			return
		}
		p.last()
	}
	switch {
	case bytes.HasPrefix(b, finish) && !whole(b):
		p.torn, p.at = append(p.torn[:0], b...), n
	case bytes.HasPrefix(b, finish):
		p.record(b, n)
	case bytes.HasPrefix(b, []byte(`"JOB_NEW"`)), bytes.HasPrefix(b, []byte(`"JOB_START`)), bytes.HasPrefix(b, []byte(`"LOAD_INDEX`)):
		p.Refused = "this is lsb.events, which has the events of jobs and not their account: read lsb.acct, beside it"
	case bytes.HasPrefix(b, []byte("Job <")), bytes.HasPrefix(b, []byte("Accounting information")):
		p.Refused = "this is the output of bacct, made for people: read lsb.acct, in the cluster's logdir"
	case event(b):
		p.Fold()
	default:
		p.Bad(n, "", b, `no record of lsb.acct: these begin with "JOB_FINISH"`)
	}
}

// event says whether a line is a record of another kind: "JOB_RESIZE", "EVENT_ADRSV_FINISH".
func event(b []byte) bool {
	c := cursor{rest: b}
	kind := c.text()
	for _, x := range kind {
		if (x < 'A' || 'Z' < x) && x != '_' {
			return false
		}
	}
	return c.quote && len(kind) > 3 && !bytes.Contains(b, finish)
}

// last ends a record whose text does not.
func (p *Parser) last() {
	if len(p.torn) > 0 {
		p.Bad(p.at, "", p.torn, "a text has no closing quote: the record seems cut off, copy the file again")
		p.torn = p.torn[:0]
	}
}

// whole says whether all quotes are closed.
func whole(b []byte) bool { return bytes.Count(b, []byte(`"`))%2 == 0 }

// cursor goes over the fields of a record.
type cursor struct {
	rest  []byte
	n     int // fields taken
	ended bool
	quote bool // whether the last one taken was in quotes
	wrong int  // the first field that is not of its kind, from 1; 0: none
	is    []byte
}

// text is the next field; quotes within are left doubled.
func (c *cursor) text() []byte {
	b := bytes.TrimLeft(c.rest, " \t")
	if len(b) == 0 {
		c.rest, c.ended = nil, true
		return nil
	}
	c.n++
	if c.quote = b[0] == '"'; !c.quote {
		end := bytes.IndexAny(b, " \t")
		if end < 0 {
			end = len(b)
		}
		c.rest = b[end:]
		return b[:end]
	}
	i := 1
	for ; i < len(b); i++ {
		if b[i] == '"' {
			if i+1 < len(b) && b[i+1] == '"' {
				i++
				continue
			}
			break
		}
	}
	c.rest = b[min(i+1, len(b)):]
	return b[1:min(i, len(b))]
}

func (c *cursor) skip(n int64) {
	for range n {
		if c.ended {
			return
		}
		c.text()
	}
}

// int is a whole number, 0 for what is none.
func (c *cursor) int() int64 {
	b := c.text()
	n, ok := account.ParseInt(b)
	c.mark(b, ok && !c.quote)
	return n
}

// instant is a time in seconds since 1970, 0 where there is none.
func (c *cursor) instant() account.Stamp {
	b := c.text()
	n, ok := account.ParseInt(b)
	s, told := account.Since(n)
	c.mark(b, ok && told && !c.quote)
	return s
}

// kinds goes over fields: i is a whole number, f one with a fraction perhaps, s a text in
// quotes.
func (c *cursor) kinds(list string) {
	for _, kind := range list {
		switch kind {
		case 'i':
			_ = c.int()
		case 'f':
			b := c.text()
			_, err := strconv.ParseFloat(string(b), 64)
			c.mark(b, err == nil && !c.quote)
		case 's':
			_ = c.name()
		}
	}
}

// name is a text in quotes.
func (c *cursor) name() []byte {
	b := c.text()
	c.mark(b, c.quote)
	return b
}

// mark remembers the first field that is not what stands in its place.
func (c *cursor) mark(b []byte, fine bool) {
	if !fine && !c.ended && c.wrong == 0 {
		c.wrong, c.is = c.n, b
	}
}

// record reads a JOB_FINISH record.
func (p *Parser) record(b []byte, line int) {
	r := &p.rec
	r.Clear()
	r.Line = line
	c := &cursor{rest: b}
	c.skip(2) // type, version
	r.End = c.instant()
	r.ID = c.text()
	id, ok := account.ParseInt(r.ID)
	if !ok {
		p.Bad(line, "jobId", r.ID, "no number: the fourth field is the job's")
		return
	}
	_, _ = c.int(), c.int() // userId, options
	r.Asked = c.int()
	r.Submit = c.instant()
	r.Eligible = c.instant() // beginTime
	_ = c.int()              // termTime
	r.Start = c.instant()
	r.User, r.Queue = c.name(), c.name()
	for range 3 + 6 { // resReq, dependCond, preExecCmd; fromHost to jobFile
		_ = c.name()
	}
	for range c.int() {
		if c.ended {
			break
		}
		_ = c.name()
	}
	if r.Alloc, r.Nodes, ok = c.hosts(); !ok && !c.ended {
		p.Bad(line, "numExHosts", r.ID, "field "+strconv.Itoa(c.n)+" is no number of hosts, or none of so many names in quotes: the "+
			"record lacks a field, copy the file again")
		return
	}
	status := c.int()
	c.kinds("fss" + "fffffffffffffffffff") // hostFactor, jobName, command, usage
	if c.wrong > 0 {
		p.Bad(line, "field "+strconv.Itoa(c.wrong), c.is, "a number and a text in quotes have changed places, or a field is missing "+
			"or too many: copy the file again")
		return
	}
	if bytes.Count(b, finish) > 1 {
		p.Bad(line, "", r.ID, "two records stand in one line: each begins a line of its own, copy the file again")
		return
	}
	if c.ended {
		p.Bad(line, "", r.ID, strconv.Itoa(c.n)+" fields, too few to tell what the job had and how it ended: the record seems cut off, "+
			"copy the file again")
		return
	}
	_, r.Group = c.name(), c.name() // mailUser, projectName
	c.kinds("iiss")                 // exitStatus, maxNumProcessors, loginShell, timeEvent
	index := c.int()
	c.kinds("ii" + "ssssis") // maxRMem, maxRSwap, inFileSpool to additionalInfo
	why := c.int()
	c.kinds("si" + "ssss" + "iss" + "isiss") // warningAction to jobDescription
	for range c.int() {
		if c.ended {
			break
		}
		c.kinds("is")
	}
	for range c.int() {
		if c.ended {
			break
		}
		c.skip(5)
		c.skip(2 * c.int())
	}
	limit := c.int()
	c.kinds("ii" + "ssis") // options3, avgMem, effectiveResReq to dstCluster: what was moved shows there
	if c.wrong > 0 {
		p.Bad(line, "field "+strconv.Itoa(c.wrong), c.is, "not what stands there in a record of lsb.acct: a field is missing or too many, "+
			"copy the file again")
		return
	}
	if !r.OneClock() {
		p.Bad(line, "", r.ID, account.Apart)
		return
	}
	if limit > 0 {
		r.Limit = limit
	}
	if r.Alloc <= 0 {
		r.Alloc = r.Asked
	}
	if r.Key = id; index > 0 {
		r.Key = account.KeyOf(id, index)
	}
	r.State = stateOf(status, why)
	p.Add(r)
}

// hosts counts the slots and the hosts of a list: 16*host is 16 of them. False is
// no such list: where the count is missing, the job's status, 64, would stand for it.
func (c *cursor) hosts() (slots, hosts int64, ok bool) {
	n, number := account.ParseInt(c.text())
	if !number || c.quote || n < 0 {
		return 0, 0, false
	}
	var last []byte
	for range n {
		host := c.text()
		if c.ended || !c.quote {
			return 0, 0, false
		}
		each := int64(1)
		if times, name, ok := bytes.Cut(host, []byte("*")); ok {
			if k, fine := account.ParseInt(times); fine && k > 0 && k < 1<<31 {
				each, host = k, name
			}
		}
		slots += each
		if !bytes.Equal(host, last) {
			hosts++
		}
		last = host
	}
	return slots, hosts, true
}

// stateOf reads jStatus, and why a job ended: 8, 9, 14 and 15 are kills by its owner
// or an administrator.
func stateOf(status, why int64) account.State {
	switch {
	case status == 64:
		return account.Completed
	case why == 8, why == 9, why == 14, why == 15:
		return account.Cancelled
	}
	return account.Failed
}
