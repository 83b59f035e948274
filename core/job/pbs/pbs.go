// Package pbs reads the accounting files of PBS Pro, OpenPBS and Torque
// (server_priv/accounting): what their records say; package account knows what comes
// of it. Files of several days may be joined, and lines may begin with the name of
// the file that they were found in. Tried with records of Torque and PBS Pro, 2009
// to 2025. Cobalt writes the same records, with fractions of seconds. What qstat tells of
// ended jobs (qstat -xf, as text or JSON) is read too.
package pbs

import (
	"bytes"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
)

// Parser reads a file piece by piece.
type Parser struct {
	account.Text
	rec       account.Record
	open      map[int64]opened // jobs that have not ended
	fractions int              // of times, cut off
}

// opened is the last that was said of a job.
type opened struct {
	line  int
	id    string
	state account.State
}

// Instead is what to read where there is no job.
const Instead = "the files of server_priv/accounting, one a day (E records tell of ended jobs)"

// New returns a Parser for a log of that name.
func New(name string, o account.Options) *Parser {
	p := &Parser{open: map[int64]opened{}}
	p.Text = account.Text{Builder: account.New("PBS accounting", o), Name: name, What: "PBS accounting",
		Instead: Instead, Line: p.line, Last: p.last}
	return p
}

// Sniff says whether a file that begins like this is of PBS.
func Sniff(head []byte) bool {
	_, _, _, ok := parts(account.FirstLine(head))
	return ok
}

// parts cuts MM/DD/YYYY HH:MM:SS;T;id;rest.
func parts(b []byte) (kind byte, id, rest []byte, ok bool) {
	date, rest, ok := bytes.Cut(b, []byte(";"))
	if n := len(date); !ok || n < 19 || date[n-17] != '/' || date[n-14] != '/' || date[n-9] != ' ' || date[n-6] != ':' ||
		date[n-3] != ':' ||
		n > 19 && date[n-20] != ':' || len(rest) < 3 || rest[1] != ';' || rest[0] < 'A' || 'z' < rest[0] {
		return 0, nil, nil, false
	}
	kind = rest[0]
	id, rest, ok = bytes.Cut(rest[2:], []byte(";"))
	return kind, id, rest, ok
}

func (p *Parser) line(b []byte, n int) {
	kind, id, rest, ok := parts(b)
	if !ok {
		p.Bad(n, "", b, "no record of PBS: MM/DD/YYYY HH:MM:SS;E;id;name=value ...")
		return
	}
	if another(rest) {
		p.Bad(n, "", id, "two records stand in one line: each has a line of its own, copy the file again")
		return
	}
	key := int64(account.Hash(0, id) >> 1)
	if isParent(id) {
		p.Fold()
		return
	}
	switch kind {
	case 'E':
		delete(p.open, key)
		p.ended(key, id, rest, n)
		return
	case 'Q':
		p.opens(key, id, n, account.Pending)
	case 'S', 'T':
		p.opens(key, id, n, account.Running)
	case 'D', 'A':
		if was, ok := p.open[key]; ok && was.state == account.Pending {
			p.opens(key, id, n, account.Cancelled)
		}
	}
	p.Fold()
}

// another says whether a record begins within the values of one.
func another(b []byte) bool {
	for at := 0; ; at++ {
		next := bytes.IndexByte(b[at:], ';')
		if next < 0 {
			return false
		}
		if at += next; at >= 19 {
			if _, _, _, ok := parts(b[at-19:]); ok {
				return true
			}
		}
	}
}

// opens remembers what was last said of a job without an end.
func (p *Parser) opens(key int64, id []byte, line int, s account.State) {
	if _, known := p.open[key]; known || len(p.open) < account.MaxNames {
		p.open[key] = opened{line, string(id[:min(len(id), 64)]), s}
	}
}

// isParent tells an array, 12[].server, from its tasks: their ends are told of.
func isParent(id []byte) bool {
	number, _, _ := bytes.Cut(id, []byte("."))
	return bytes.HasSuffix(number, []byte("[]"))
}

// last leaves out jobs without an end, but those whose end stood above.
func (p *Parser) last() {
	if p.fractions > 0 {
		p.Warn(account.Count(p.fractions, "time has", "times have") + " a fraction of a second: cut off downwards")
	}
	list := make([]int64, 0, len(p.open))
	for key := range p.open {
		list = append(list, key)
	}
	sorted.Stable(list, func(a, b int64) int { return p.open[a].line - p.open[b].line })
	for _, key := range list {
		if !p.Has(key) {
			x := p.open[key]
			p.Leave(x.state, x.line, x.id)
		}
	}
}

// values are those of a record that count.
type values struct {
	exitStatus, nodes, ncpus, vnodes, hosts, slots, walltime, account []byte
	waited                                                            bool // its start is told, and is none
}

// ended takes an E record.
func (p *Parser) ended(key int64, id, rest []byte, line int) {
	r := &p.rec
	r.Clear()
	r.Key, r.ID, r.Line = key, id, line
	var v values
	var before []byte
	for len(rest) > 0 {
		var name, value []byte
		name, value, rest = next(rest)
		counts := bytes.HasPrefix(before, []byte("Resource_List.")) || bytes.HasPrefix(before, []byte("exec_"))
		if value == nil && len(name) > 0 && counts {
			p.Bad(line, string(before[:min(len(before), 40)]), name, "a word behind the value: a blank or a tab stands in it, or a field "+
				"is lost")
			return
		}
		before = name
		if why := p.take(r, &v, name, value); why != "" {
			p.Bad(line, string(name[:min(len(name), 40)]), value, why)
			return
		}
	}
	p.job(r, &v)
}

// job adds the job that a record tells of, once its values are taken.
func (p *Parser) job(r *account.Record, v *values) {
	line, id := r.Line, r.ID
	used, ok := account.ParseDuration(v.walltime, 1)
	if !ok {
		p.Bad(line, "resources_used.walltime", v.walltime, "no duration such as 01:30:00, or seconds")
		return
	}
	if r.End.Kind == account.None && r.Start.Kind != account.None && used >= 0 {
		r.End, r.Run, r.Unended = account.Unix(r.Start.Sec+used), used, true
	}
	if never := v.waited && used <= 0; !never && (r.Start.Kind == account.None || r.End.Kind == account.None) {
		p.Bad(line, "", id, "an E record without start or end: the job's times are lost")
		return
	}
	if !r.OneClock() {
		p.Bad(line, "", id, account.Apart)
		return
	}
	if len(r.Group) == 0 {
		r.Group = v.account
	}
	ncpus, _ := account.ParseInt(v.ncpus)
	slots, _ := account.ParseInt(v.slots)
	vnodes, fine1 := vnodesOf(v.vnodes)
	hosts, fine2 := hostsOf(v.hosts)
	asked, gpus, fine3 := nodesOf(v.nodes)
	for _, x := range []struct {
		name  string
		value []byte
		fine  bool
	}{{"exec_vnode", v.vnodes, fine1}, {"exec_host", v.hosts, fine2}, {"Resource_List.nodes", v.nodes, fine3}} {
		if !x.fine {
			p.Bad(line, x.name, x.value, "no list of what the job has, such as (c1:ncpus=4), c1/0*4 or 2:ppn=8")
			return
		}
	}
	r.Asked = asked
	if asked <= 0 {
		r.Asked = ncpus
	}
	if r.GPUs <= 0 {
		r.GPUs = gpus
	}
	for _, n := range []int64{vnodes, slots, hosts, asked, ncpus} {
		if n > 0 {
			r.Alloc = n
			break
		}
	}
	r.State = stateOf(v.exitStatus, r)
	p.Add(r)
}

// take takes one value; why says what is wrong with it.
func (p *Parser) take(r *account.Record, v *values, name, value []byte) (why string) {
	const twice = "stands twice in the record and says two things: two records may stand in one line"
	stamp := func(to *account.Stamp) string {
		n, ok := p.seconds(value)
		s, told := account.Since(n)
		switch {
		case !ok || !told:
			return "no time: seconds since 1970 belong here"
		case to.Kind != account.None && *to != s:
			return twice
		}
		*to = s
		return ""
	}
	once := func(to *[]byte) string {
		if len(*to) > 0 && !bytes.Equal(*to, value) {
			return twice
		}
		*to = value
		return ""
	}
	number := func(to *[]byte) string {
		if n, ok := account.ParseInt(value); !ok || n < 0 {
			return "no number"
		}
		return once(to)
	}
	switch string(name) {
	case "user":
		r.User = value
	case "group":
		r.Group = value
	case "account":
		v.account = value
	case "queue":
		r.Queue = value
	case "ctime":
		return stamp(&r.Submit)
	case "etime":
		return stamp(&r.Eligible)
	case "start":
		why = stamp(&r.Start)
		v.waited = r.Start.Kind == account.None
		return why
	case "end":
		return stamp(&r.End)
	case "exec_vnode":
		return once(&v.vnodes)
	case "exec_host":
		return once(&v.hosts)
	case "total_execution_slots":
		return number(&v.slots)
	case "Exit_status":
		v.exitStatus = value
	case "resources_used.walltime":
		return once(&v.walltime)
	case "Resource_List.nodes":
		return once(&v.nodes)
	case "Resource_List.ncpus":
		return number(&v.ncpus)
	case "Resource_List.ngpus":
		r.GPUs, _ = account.ParseInt(value)
	case "Resource_List.nodect":
		n, _, _ := bytes.Cut(value, []byte(":"))
		r.Nodes, _ = account.ParseInt(n)
		r.AskedNode = r.Nodes
	case "Resource_List.mem":
		r.Memory, r.Per, _ = account.ParseMemory(value, 1)
	case "Resource_List.walltime":
		limit, ok := account.ParseDuration(value, 1)
		if !ok || bytes.IndexByte(value, '-') >= 0 { // days are Slurm's
			return "no duration such as 01:30:00, or seconds"
		}
		if limit > 0 && r.Limit > 0 && r.Limit != limit {
			return twice
		}
		if limit >= 0 {
			r.Limit = limit
		}
	}
	return ""
}

// seconds reads whole ones; Cobalt writes fractions, which are cut off.
func (p *Parser) seconds(b []byte) (int64, bool) {
	whole, fraction, dotted := bytes.Cut(b, []byte("."))
	n, ok := account.ParseInt(whole)
	if dotted {
		part, fine := account.ParseInt(fraction)
		if ok = ok && fine && fraction[0] != '-'; ok && part > 0 {
			p.fractions++
		}
	}
	return n, ok
}

// next takes name=value off a record; values may be quoted.
func next(b []byte) (name, value, rest []byte) {
	b = bytes.TrimLeft(b, " ")
	at := bytes.IndexAny(b, "= ")
	if at < 0 || b[at] == ' ' {
		name, rest, _ = bytes.Cut(b, []byte(" "))
		return name, nil, rest
	}
	name, b = b[:at], b[at+1:]
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		if end := bytes.IndexByte(b[1:], b[0]); end >= 0 {
			return name, b[1 : 1+end], b[2+end:]
		}
	}
	value, rest, _ = bytes.Cut(b, []byte(" "))
	return name, value, rest
}

// stateOf judges by the exit status: a signal 15 before the limit is somebody's.
func stateOf(exit []byte, r *account.Record) account.State {
	status, ok := account.ParseInt(exit)
	lasts := r.End.Sec - r.Start.Sec
	switch {
	case ok && status == 0:
		return account.Completed
	case ok && status == 271 && (r.Limit < 0 || lasts < r.Limit):
		return account.Cancelled
	}
	return account.Failed
}

// vnodesOf adds up (c1:ncpus=13)+(c2:ncpus=13:mem=4kb); false: a number is none.
func vnodesOf(b []byte) (sum int64, ok bool) {
	for {
		at := bytes.Index(b, []byte("ncpus="))
		if at < 0 {
			return sum, true
		}
		b = b[at+len("ncpus="):]
		n, ok := leading(b, ":+)")
		if !ok {
			return 0, false
		}
		sum += n
	}
}

// leading is the number that a text begins with, up to its end or one of the ends.
func leading(b []byte, ends string) (int64, bool) {
	if at := bytes.IndexAny(b, ends); at >= 0 {
		b = b[:at]
	}
	n, ok := account.ParseInt(b)
	return n, ok && 0 <= n && n <= 1<<31
}

// hostsOf counts the slots of h/0+h/1, h/0-3, h/0,2-3, h/0*13. False: some hosts have
// no slots that can be counted, and others have.
func hostsOf(b []byte) (sum int64, ok bool) {
	bare := false
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte("+"))
		_, slots, parted := bytes.Cut(item, []byte("/"))
		if !parted {
			bare = true
			continue
		}
		n, fine := int64(0), false
		if _, times, many := bytes.Cut(slots, []byte("*")); many {
			n, fine = leading(times, ":")
		} else if list, is := account.ParseTasks(slots); is {
			n, fine = int64(list.N), !list.Cut
		}
		if !fine {
			return 0, false
		}
		sum += n
	}
	return sum, sum == 0 || !bare
}

// nodesOf counts the processors of 4:ppn=8+2, n404:ppn=4, and the GPUs; false: a number is
// none.
func nodesOf(b []byte) (procs, gpus int64, ok bool) {
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte("+"))
		nodes, each := int64(1), int64(1)
		if len(item) == 0 || (item[0] < '0' || '9' < item[0]) && (item[0]|0x20 < 'a' || 'z' < item[0]|0x20) {
			return 0, 0, false
		}
		if '0' <= item[0] && item[0] <= '9' { // else the name of one
			if nodes, ok = leading(item, ":"); !ok || nodes < 1 {
				return 0, 0, false
			}
		}
		for first := true; len(item) > 0; first = false {
			var part []byte
			part, item, _ = bytes.Cut(item, []byte(":"))
			name, value, _ := bytes.Cut(part, []byte("="))
			n, fine := int64(0), true
			if string(name) == "ppn" || string(name) == "gpus" {
				n, fine = leading(value, "")
			} else if _, number := account.ParseInt(name); number && !first { // properties have names
				fine = false
			}
			if !fine {
				return 0, 0, false
			}
			switch string(name) {
			case "ppn":
				each = max(1, n)
			case "gpus":
				gpus += nodes * n
			}
		}
		procs += min(nodes*each, 1<<31)
	}
	return procs, gpus, true
}
