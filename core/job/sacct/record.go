package sacct

import (
	"bytes"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// value is a field by what its column is, without blanks around it.
func (p *Parser) value(f [][]byte, r role) []byte {
	at := p.t.at[r]
	if at < 0 || at >= len(f) {
		return nil
	}
	b := bytes.TrimSpace(f[at])
	switch string(b) {
	case "nan", "NaN", "NaT", "<NA>": // of pandas
		return nil
	}
	return b
}

// record takes the fields of one record.
func (p *Parser) record(f [][]byte, line int) {
	r := &p.rec
	r.Clear()
	r.Line = line
	r.ID = p.value(f, jobID)
	if r.ID == nil {
		r.ID = p.value(f, jobIDRaw)
	}
	raw := p.value(f, jobIDRaw)
	if p.floats(f) {
		r.ID, raw = unfloat(r.ID), unfloat(raw)
	}
	x, ok := identify(r.ID, &r.Tasks)
	if !ok {
		p.b.Bad(line, "JobID", r.ID, "no id of a job: 123, 123_4, 123_[1-9], 123+1 or a step such as 123.batch")
		return
	}
	if differ(r.ID, raw) {
		p.b.Bad(line, "JobIDRaw", raw, "not the number of JobID "+job.Shorten(r.ID)+": the record was moved, or two stand in one line")
		return
	}
	if of, _, _ := bytes.Cut(r.ID, []byte(".")); !x.step {
		p.of = append(p.of[:0], of...)
	} else if p.b.Step(); !bytes.Equal(of, p.of) {
		if p.orphans++; p.orphans == 1 {
			p.orphanAt = line
		}
	}
	if x.step {
		return
	}
	r.Key = p.apart(x.key, p.value(f, cluster))
	if !p.times(r, f, line) {
		return
	}
	r.State, ok = stateOf(p.value(f, state))
	if !ok {
		p.b.UnknownState(p.value(f, state))
	}
	if !p.sizes(r, f, line) {
		return
	}
	r.Never = p.never(r, f)
	r.Settle()
	r.User, r.Group = p.value(f, user), p.value(f, group)
	if len(r.User) == 0 {
		r.User = p.value(f, uid)
	}
	if len(r.Group) == 0 {
		r.Group = p.value(f, accountName)
	}
	r.Queue, r.Partition = p.value(f, qos), p.value(f, partition)
	if p.kept != nil {
		p.kept(f, r)
	}
	p.b.Add(r)
}

// floats says whether a record went through pandas, where 1000.0 is no step: a number of it is written so, or it says what
// no step does.
func (p *Parser) floats(f [][]byte) bool {
	id := p.value(f, jobID)
	if id == nil {
		id = p.value(f, jobIDRaw)
	}
	if len(unfloat(id)) == len(id) && len(unfloat(p.value(f, jobIDRaw))) == len(p.value(f, jobIDRaw)) {
		return false
	}
	for _, r := range [...]role{elapsedRaw, timelimitRaw, reqCPUs, allocCPUs, ncpus, nnodes, allocNodes, reqNodes} {
		if b := p.value(f, r); len(unfloat(b)) < len(b) {
			return true
		}
	}
	return len(p.value(f, partition)) > 0 || len(p.value(f, user)) > 0 && len(p.value(f, timelimitRaw)) > 0
}

// differ says whether JobID and JobIDRaw can't be of one record: the numbers of a plain
// job, or the names of a step. What is cut off is not compared.
func differ(id, raw []byte) bool {
	if len(raw) == 0 || bytes.HasSuffix(id, []byte("+")) || bytes.HasSuffix(raw, []byte("+")) {
		return false
	}
	of, step, is := bytes.Cut(id, []byte("."))
	rawOf, rawStep, rawIs := bytes.Cut(raw, []byte("."))
	_, plain := account.ParseInt(of)
	return is != rawIs || !bytes.Equal(step, rawStep) || plain && !bytes.Equal(of, rawOf)
}

// apart tells jobs of several clusters with one number.
func (p *source) apart(key int64, cluster []byte) int64 {
	if string(cluster) == p.cluster {
		return key
	}
	if p.cluster == "" {
		p.cluster = string(cluster)
		return key
	}
	p.others++
	h := account.Hash(0, cluster)
	for range 8 {
		h = account.Hash(h, []byte{byte(key)})
		key >>= 8
	}
	return int64(h >> 1)
}

// times reads instants and durations; false: one can't be read.
func (p *Parser) times(r *account.Record, f [][]byte, line int) bool {
	for _, c := range [...]struct {
		role role
		to   *account.Stamp
	}{{submit, &r.Submit}, {eligible, &r.Eligible}, {start, &r.Start}, {end, &r.End}} {
		var ok bool
		*c.to, ok = account.ParseStamp(unfloat(p.value(f, c.role)))
		if !ok || c.to.Kind != account.None && c.to.Sec < account.SinceEpoch {
			why := "no date such as 2026-11-21T16:18:01 or seconds since 1970: export with " + Command
			if account.IsSpreadsheet(p.value(f, c.role)) {
				why = account.Spreadsheet
			}
			p.b.Bad(line, p.t.columns[p.t.at[c.role]].name, p.value(f, c.role), why)
			return false
		}
	}
	for _, c := range [...]struct {
		roles [2]role
		unit  int64
		to    *int64
	}{{[2]role{suspended}, 1, &r.Suspended}, {[2]role{elapsedRaw, elapsed}, 1, &r.Run}, {[2]role{timelimitRaw, timelimit}, 60, &r.Limit}} {
		for _, role := range c.roles {
			b := p.value(f, role)
			if len(b) == 0 {
				continue
			}
			var ok bool
			if *c.to, ok = account.ParseDuration(unfloat(b), c.unit); !ok || !p.t.columns[p.t.at[role]].kind.takes(b) {
				p.b.Bad(line, p.t.columns[p.t.at[role]].name, b, "no duration such as 1-02:03:04 or UNLIMITED; a number where the column "+
					"has these alone")
				return false
			}
			if *c.to >= 0 {
				break
			}
		}
	}
	if p.t.at[end] < 0 && r.Start.Kind != account.None && r.Run >= 0 {
		r.End = r.Start
		r.End.Sec += r.Run
	}
	return true
}

const most = 100_000_000 // processors or nodes of a job

// sizes reads what the job has and asked for; false: a number is none.
func (p *Parser) sizes(r *account.Record, f [][]byte, line int) (fine bool) {
	fine = true
	num := func(roles ...role) int64 {
		for _, role := range roles {
			n, ok := count(p.value(f, role))
			if (!ok || n > most) && fine {
				fine = false
				p.b.Bad(line, p.t.columns[p.t.at[role]].name, p.value(f, role), "no number such as 16 or 1.5K, or beyond "+
					strconv.Itoa(most))
			}
			if n > 0 {
				return n
			}
		}
		return 0
	}
	has, wants := p.value(f, allocTRES), p.value(f, reqTRES)
	for _, r := range [...]role{allocTRES, reqTRES} {
		if b := p.value(f, r); fine && !amounts(b) {
			fine = false
			p.b.Bad(line, p.t.columns[p.t.at[r]].name, b, "no resources such as cpu=64,mem=62G,node=8")
		}
	}
	if r.Asked = num(reqCPUs); r.Asked <= 0 {
		r.Asked = resource(wants, "cpu")
	}
	if r.Alloc = num(allocCPUs, ncpus); r.Alloc <= 0 {
		r.Alloc = resource(has, "cpu")
	}
	if r.Nodes = num(nnodes, allocNodes); r.Nodes <= 0 {
		r.Nodes = resource(has, "node")
	}
	if r.AskedNode = num(reqNodes); r.AskedNode <= 0 {
		r.AskedNode = resource(wants, "node")
	}
	if r.GPUs = resource(has, "gres/gpu"); r.GPUs <= 0 {
		r.GPUs = resource(wants, "gres/gpu")
	}
	if b := p.value(f, reqMem); len(b) > 0 {
		r.Memory, r.Per, _ = account.ParseMemory(b, 1<<20)
	}
	return fine
}

// amounts says whether a value lists resources, and those that count by numbers.
func amounts(b []byte) bool {
	if !tres.takes(b) {
		return false
	}
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte(","))
		name, amount, _ := bytes.Cut(item, []byte("="))
		cut := len(b) == 0 && bytes.HasSuffix(amount, []byte("+"))
		if _, ok := count(amount); !ok && !cut && (string(name) == "cpu" || string(name) == "node") {
			return false
		}
	}
	return true
}

// resource is the amount of a kind in cpu=64,mem=62.50G,gres/gpu:a100=2; types of
// one kind are added up where no line has them all.
func resource(b []byte, kind string) int64 {
	sum := int64(0)
	for len(b) > 0 {
		var item []byte
		item, b, _ = bytes.Cut(b, []byte(","))
		name, amount, _ := bytes.Cut(item, []byte("="))
		rest, is := bytes.CutPrefix(name, []byte(kind))
		if !is || len(rest) > 0 && rest[0] != ':' {
			continue
		}
		n, ok := count(amount)
		if !ok || n < 0 {
			continue
		}
		if len(rest) == 0 {
			return n
		}
		sum += n
	}
	return sum
}

// never tells jobs that were ended before they began: some versions print the end
// of waiting as start and end, and the request as what the job has.
func (p *Parser) never(r *account.Record, f [][]byte) bool {
	nodes := p.value(f, allocNodes)
	none := string(nodes) == "0"
	for _, limit := range [...]role{timelimitRaw, timelimit} { // which a job that starts gets from its partition
		none = none || account.Spells(p.value(f, limit), "partition_limit")
	}
	return endedWaiting(r, string(p.value(f, nodeList)), none)
}

// endedWaiting judges by the run time, the names of a job's nodes and their number.
func endedWaiting(r *account.Record, nodes string, none bool) bool {
	lasts := r.Run
	if lasts < 0 {
		lasts = r.End.Sec - r.Start.Sec
	}
	return lasts == 0 && (r.State == account.Cancelled || nodes == "None assigned" || none)
}
