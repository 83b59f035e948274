package gridengine

import (
	"bytes"

	"shadowtime/core/base/jsontext"
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
	has, category := map[string]int64{}, []byte(nil)
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
				category = text
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
	p.keep(r, told{id: has["job_number"], task: has["task_number"], failed: has["failed"], exit: has["exit_status"],
		submit: has["submission_time"], start: has["start_time"], end: has["end_time"], slots: has["slots"], category: category})
}
