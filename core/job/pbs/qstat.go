package pbs

import (
	"bytes"
	"iter"
	"strconv"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// Status reads what qstat tells of jobs in full (qstat -xf): a block a job, which begins with
// its id; a line an attribute, which goes on in lines that begin with a tab.
type Status struct {
	Parser
	block status
	at    int // the block's line, 0: none
	name  string
	value []byte

	read  int             // the line read last
	ends  map[string]bool // attributes that blocks end with
	close bool            // a block begins right behind another, without the blank line that qstat writes
}

// nameStatus is the format's.
const nameStatus = "PBS jobs (qstat)"

// status is what is told of one job.
type status struct {
	id         string
	attributes []attribute
	cut        bool // the file ends within it,
	said       bool // and within a line, which is said
}

// attribute is one that counts.
type attribute struct {
	name  string
	value []byte
}

const jobID = "Job Id:"

// SniffStatus says whether a file that begins like this is qstat's.
func SniffStatus(head []byte) bool { return bytes.HasPrefix(account.FirstLine(head), []byte(jobID)) }

// NewStatus returns a Status for a log of that name.
func NewStatus(name string, o account.Options) *Status {
	p := &Status{ends: map[string]bool{}}
	p.Text = account.Text{Builder: account.New(nameStatus, o), Name: name, What: "the output of qstat -xf", Instead: Instead +
		", or qstat -xf, which tells of ended jobs too where the server keeps their history", Line: p.line, Last: p.last}
	return p
}

func (p *Status) line(b []byte, n int) {
	before := p.read
	p.read = n
	if id, is := bytes.CutPrefix(b, []byte(jobID)); is {
		if p.at > 0 {
			p.close = p.close || n == before+1
			p.ends[p.name] = true
		}
		p.end()
		p.block = status{id: string(bytes.TrimSpace(id))}
		p.at = n
		return
	}
	name, value, parted := bytes.Cut(b, []byte(" = "))
	attribute := bytes.TrimLeft(name, " ")
	switch {
	case p.at == 0:
		p.Bad(n, "", b, "no record of qstat -xf: one begins with "+jobID)
	case parted && len(attribute) < len(name) && b[0] == ' ' && bytes.IndexByte(attribute, ' ') < 0:
		p.keep()
		p.name, p.value = string(attribute), append(p.value[:0], value...)
	case len(p.value) < account.MaxLine: // the value goes on
		p.value = append(p.value, bytes.TrimLeft(b, "\t")...)
	}
}

// keep ends the attribute that was read last.
func (p *Status) keep() {
	if p.name != "" {
		p.block.keep(p.name, p.value)
	}
	p.name = ""
}

func (p *Status) end() {
	p.keep()
	if p.at > 0 {
		p.add(&p.block, p.at)
	}
	p.at = 0
}

// last ends the last block. Where no blank line stands behind it, and no other ends as it does, the file was cut off within it.
func (p *Status) last() {
	lines, torn := p.Lines()
	if s := &p.block; p.at > 0 {
		s.said = torn
		if s.cut = torn || lines == p.read && !p.close && !p.ends[p.name]; s.cut && len(p.ends) > 0 {
			p.Doubt(job.CutWithin("the output of qstat"))
		}
	}
	p.end()
	p.Parser.last()
}

// called are the attributes that count, and what they are called in accounting.
var called = map[string]string{
	"euser": "user", "egroup": "group", "Account_Name": "account", "queue": "queue", "ctime": "ctime", "etime": "etime",
	"stime": "start", "start_time": "start", "obittime": "end", "comp_time": "end", "exec_vnode": "exec_vnode", "exec_host": "exec_host",
	"Exit_status": "Exit_status", "exit_status": "Exit_status",
}

func (s *status) keep(name string, value []byte) {
	switch name {
	case "job_state", "Job_Owner", "project", "mtime", "qtime":
	default:
		if is := called[name]; is != "" {
			name = is
		} else if !bytes.HasPrefix([]byte(name), []byte("Resource_List.")) && name != "resources_used.walltime" {
			return
		}
	}
	s.attributes = append(s.attributes, attribute{name, bytes.Clone(value)})
}

// add makes a record of what is told of a job.
func (p *Parser) add(s *status, line int) {
	r := &p.rec
	r.Clear()
	r.Key, r.ID, r.Line = int64(account.Hash(0, []byte(s.id))>>1), []byte(s.id), line
	if isParent(r.ID) {
		p.Fold()
		return
	}
	var v values
	var state byte
	var owner, queued, modified, chunks []byte
	for _, x := range s.attributes {
		why := ""
		switch x.name {
		case "job_state":
			if len(x.value) > 0 {
				state = x.value[0]
			}
		case "Job_Owner":
			owner, _, _ = bytes.Cut(x.value, []byte("@"))
		case "project":
			if len(v.account) == 0 && string(x.value) != "_pbs_project_default" {
				v.account = x.value
			}
		case "mtime":
			modified = x.value
		case "qtime":
			queued = x.value
		case "Resource_List.select":
			chunks = x.value
		case "ctime", "etime", "start", "end":
			why = p.clock(r, x.name, x.value)
		default:
			why = p.take(r, &v, []byte(x.name), x.value)
		}
		if why != "" {
			p.Bad(line, x.name, x.value, why)
			return
		}
	}
	if len(r.User) == 0 {
		r.User = owner
	}
	if r.Submit.Kind == account.None {
		_ = p.clock(r, "ctime", queued)
	}
	if n := chunksOf(chunks); len(v.ncpus) == 0 && n > 0 {
		v.ncpus = strconv.AppendInt(nil, n, 10)
	}
	ended := state == 'F' || state == 'C' || state == 'X' || r.End.Kind != account.None
	if s.cut && (r.Submit.Kind == account.None || !ended || r.Start.Kind == account.None) {
		if !s.said {
			p.Bad(line, "", r.ID, "the file ends within this job: copy it again")
		}
		return
	}
	if r.Submit.Kind == account.None {
		p.Bad(line, "ctime", r.ID, "a job without the time that it came: the record may be cut off, copy it again")
		return
	}
	if !ended || r.Start.Kind == account.None {
		left := account.Running
		if r.Start.Kind == account.None {
			left = account.Pending
		}
		if ended {
			left = account.Cancelled
		}
		p.Fold()
		p.Leave(left, line, s.id)
		return
	}
	if len(v.walltime) == 0 && r.End.Kind == account.None {
		_ = p.clock(r, "end", modified)
	}
	p.job(r, &v)
}

// clock takes a time as qstat writes it, Thu Aug 10 16:10:39 2023, or as seconds since 1970.
func (p *Parser) clock(r *account.Record, name string, b []byte) (why string) {
	s, ok := wallClock(b)
	if n, is := p.seconds(b); is {
		s, ok = account.Since(n)
	}
	if !ok {
		return "no time: qstat writes Thu Aug 10 16:10:39 2023 there"
	}
	*map[string]*account.Stamp{"ctime": &r.Submit, "etime": &r.Eligible, "start": &r.Start, "end": &r.End}[name] = s
	return ""
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// wallClock reads Thu Aug 10 16:10:39 2023.
func wallClock(b []byte) (account.Stamp, bool) {
	f := bytes.Fields(b)
	if len(f) != 5 || len(f[1]) != 3 || len(f[2]) > 2 {
		return account.Stamp{}, false
	}
	at := bytes.Index([]byte(months), f[1])
	if at < 0 || at%3 != 0 {
		return account.Stamp{}, false
	}
	t := append(append(bytes.Clone(f[4]), '-', byte('0'+(at/3+1)/10), byte('0'+(at/3+1)%10), '-', '0'), f[2]...)
	if len(f[2]) == 2 {
		t = append(t[:len(t)-3], f[2]...)
	}
	return account.ParseStamp(append(append(t, 'T'), f[3]...))
}

// chunksOf counts the processors of 2:ncpus=4:mem=8gb+1:ncpus=2; 0: none are told.
func chunksOf(b []byte) (sum int64) {
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte("+"))
		times, each := int64(1), int64(1)
		if n, ok := leading(item, ":"); ok {
			times = n
		}
		if at := bytes.Index(item, []byte("ncpus=")); at >= 0 {
			each, _ = leading(item[at+len("ncpus="):], ":")
		}
		sum += min(times*each, 1<<31)
	}
	return sum
}

// ---- JSON

// StatusJSON reads what qstat -xf -F json tells of jobs.
type StatusJSON struct {
	Parser
	objects jsontext.Objects
}

// SniffStatusJSON says whether a file that begins like this is it.
func SniffStatusJSON(head []byte) bool {
	pbs := false
	for _, x := range jsontext.Outline(head) {
		pbs = pbs || len(x.Place) == 0 && x.Name == "pbs_version"
		if pbs && x.Open == '{' && x.At("Jobs") {
			return true
		}
	}
	return false
}

// NewStatusJSON returns a StatusJSON for a log of that name.
func NewStatusJSON(name string, o account.Options) *StatusJSON {
	p := &StatusJSON{}
	p.Text = NewStatus(name, o).Text
	p.What = "the JSON of qstat -xf"
	p.objects = jsontext.Objects{Most: account.MaxLine, Give: p.give, Take: func(place []string, _ byte) bool {
		return len(place) == 2 && place[0] == "Jobs"
	}}
	return p
}

// Write takes the next bytes of the file.
func (p *StatusJSON) Write(b []byte) (int, error) {
	p.objects.Write(b)
	return len(b), nil
}

func (p *StatusJSON) give(place []string, text []byte, line int, end jsontext.Ending) {
	if end != jsontext.Whole {
		p.Bad(line, "", text, "the file ends within this job, or it does not end: fetch or export it again")
		return
	}
	v, err := jsontext.Read(string(text))
	if err != nil {
		p.Bad(line, "", text, "counted from this line, "+err.Error())
		return
	}
	s := status{id: place[1]}
	for key, m := range v.Members() {
		if m.Kind() != jsontext.Object {
			s.keep(key, plain(m))
			continue
		}
		for name, x := range m.Members() {
			s.keep(key+"."+name, plain(x))
		}
	}
	p.add(&s, line)
}

func plain(v jsontext.Value) []byte {
	if v.Kind() == jsontext.String {
		return []byte(v.Text())
	}
	return []byte(v.Raw())
}

// Log ends the reading.
func (p *StatusJSON) Log() (*job.Log, error) {
	d, err := p.finish()
	return d.Columns(), err
}

// Rows ends the reading without making columns.
func (p *StatusJSON) Rows() (*job.Log, iter.Seq[*[job.NumFields]int64], error) {
	d, err := p.finish()
	return d.Log, d.Rows(), err
}

func (p *StatusJSON) finish() (*account.Done, error) {
	if !p.objects.Close() {
		p.Warn("the file ends before its JSON does: it seems cut off, fetch or export it again")
	}
	p.last()
	d := p.Finish(p.Name, p.objects.Lines())
	return d, d.Err(p.What, p.Instead)
}
