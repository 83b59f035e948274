package gridengine

import (
	"bytes"
	"strconv"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job/account"
)

// isJSON says whether a line is a record as Gridware's scheduler writes it from
// version 9.0 on.
func isJSON(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && line[0] == '{'
}

// sniffJSON knows such a record by its first members.
func sniffJSON(line []byte) bool {
	for _, key := range []string{`"job_number"`, `"start_time"`, `"end_time"`} {
		if !bytes.Contains(line, []byte(key)) {
			return false
		}
	}
	return isJSON(line)
}

// object takes a line of JSON.
func (p *Parser) object(b []byte, n int) {
	v, err := jsontext.Read(string(b))
	if err != nil {
		p.Bad(n, "", b, "counted from this line, "+err.Error())
		return
	}
	r := &p.rec
	r.Clear()
	r.Line = n
	has := map[string]int64{}
	for key, m := range v.Members() {
		switch m.Kind() {
		case jsontext.Number:
			x, ok := m.Float()
			if !ok || x < -(1<<53) || x > 1<<53 {
				p.Bad(n, key, []byte(m.Raw()), "no number that can be computed with")
				return
			}
			if has[key] = int64(x); key == "job_number" {
				r.ID = []byte(m.Raw())
			}
		case jsontext.String:
			text := []byte(m.Text())
			switch key {
			case "owner":
				r.User = text
			case "group":
				r.Group = text
			case "qname":
				r.Queue = text
			case "category":
				r.Limit = limit(text)
			case "pe_task_id":
				if len(text) > 0 && string(text) != "NONE" {
					p.slave(text, n)
					return
				}
			}
		}
	}
	for _, key := range [...]string{"job_number", "submission_time", "start_time", "end_time", "slots"} {
		if _, ok := has[key]; !ok {
			p.Bad(n, key, b, "missing, or no number: a record of a job has it")
			return
		}
	}
	p.keep(r, has["job_number"], has["task_number"], has["failed"] == 0 && has["exit_status"] == 0, has["submission_time"],
		has["start_time"], has["end_time"], has["slots"])
}

// keep takes a record whose names are read.
func (p *Parser) keep(r *account.Record, id, task int64, fine bool, submitted, started, ended, slots int64) {
	unit := int64(0)
	for _, x := range [...]struct {
		to   *account.Stamp
		name string
		n    int64
	}{{&r.Submit, "submission_time", submitted}, {&r.Start, "start_time", started}, {&r.End, "end_time", ended}} {
		var ok bool
		if *x.to, ok = instant(x.n, &unit); !ok {
			p.Bad(r.Line, x.name, strconv.AppendInt(nil, x.n, 10), "no time, or in another unit than the record's others")
			return
		}
	}
	if !r.OneClock() {
		p.Bad(r.Line, "", r.ID, account.Apart)
		return
	}
	if r.Start.Kind == account.None { // what never began ended all the same
		r.End = r.Submit
	}
	r.Alloc, r.Asked, r.Key = slots, slots, id
	if task > 0 {
		r.Key = account.KeyOf(id, task)
	}
	if r.State = account.Failed; fine {
		r.State = account.Completed
	}
	p.Add(r)
}
