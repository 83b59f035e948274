package sacct

import (
	"bytes"
	"strconv"

	"shadowtime/core/job/account"
)

// namePairs is what records of keys and values are called.
const namePairs = "Slurm's own records of jobs (jobcomp/filetxt, scontrol show job)"

// Pairs reads records whose values stand behind their keys: the file of jobcomp/filetxt, a job a line, and
// what scontrol show job prints, on one line or several.
type Pairs struct {
	account.Text
	record account.Record
	torn   []byte // the record so far
	tornAt int
	of     map[string][]byte
	kept   func(r *account.Record)
	begun  int // pieces of jobs whose start no record tells
	former int // jobs whose former size no record tells
}

// NewPairs returns a Pairs for a log of that name.
func NewPairs(file string, o account.Options) *Pairs {
	p := &Pairs{of: map[string][]byte{}}
	p.Text = account.Text{Builder: account.New(namePairs, o), Name: file, What: "jobcomp/filetxt or scontrol show job",
		Instead: "the jobs that have ended: " + Command, Line: p.line, Last: p.end}
	p.Slurm()
	return p
}

// Jobs is the number of jobs so far.
func (p *Pairs) Jobs() int { return p.Builder.Jobs() }

// CountWeeks has jobs counted by weeks from now on, see account.Builder.
func (p *Pairs) CountWeeks(most int) { p.Builder.CountWeeks(most) }

// KeepJobs gives each record to keep, as it is read.
func (p *Pairs) KeepJobs(keep func(Job)) {
	names := map[string]string{"JobIDRaw": "JobId", "Constraints": "Features", "Flags": "Scheduler", "State": "JobState"}
	p.kept = func(r *account.Record) {
		keep(jobOf(r, func(name string) string {
			if other, ok := names[name]; ok {
				name = other
			}
			text := string(p.value(name))
			switch {
			case name == "Scheduler" && text != "":
				return "Sched" + text
			case name == "Reservation" && text == "":
				return string(p.value("ReservationName"))
			case name == "ReqTRES" && text == "":
				return string(p.value("TRES"))
			}
			return text
		}))
	}
}

// SniffPairs says whether a file that begins like this has such records.
func SniffPairs(head []byte) bool {
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))) {
		if bytes.HasPrefix(line, []byte("JobId=")) {
			return true
		}
		if n++; n > maxBefore {
			break
		}
	}
	return false
}

// once is what stands in each record, and no second time.
var once = []byte("JobState=")

// line takes one line: the beginning of a record, or more of it.
func (p *Pairs) line(b []byte, n int) {
	if bytes.HasPrefix(b, []byte("JobId=")) {
		p.take()
		p.torn, p.tornAt = append(p.torn[:0], b...), n
		return
	}
	if len(p.torn) == 0 || len(p.torn)+len(b) > account.MaxLine || bytes.Contains(b, once) && bytes.Contains(p.torn, once) {
		p.Bad(n, "", b, "no record: one begins with JobId=")
		return
	}
	p.torn = append(append(p.torn, ' '), b...)
}

// value is what stands behind a key, nothing for (null) and the like.
func (p *Pairs) value(key string) []byte {
	switch v := p.of[key]; string(v) {
	case "(null)", "N/A", "None", "Unknown", "None assigned":
		return nil
	default:
		return v
	}
}

// part gives each key its value: all up to the next key.
func (p *Pairs) part(b []byte) {
	clear(p.of)
	for len(b) > 0 {
		key, rest, ok := bytes.Cut(b, []byte("="))
		if !ok {
			return
		}
		end, next := len(rest), len(rest)
		for at := 0; at < len(rest); at++ {
			if rest[at] != ' ' {
				continue
			}
			k := at
			for k < len(rest) && rest[k] == ' ' {
				k++
			}
			word, _, _ := bytes.Cut(rest[k:], []byte(" "))
			if eq := bytes.IndexByte(word, '='); eq > 0 && isLetter(word[0]) {
				end, next = at, k
				break
			}
			at = k - 1
		}
		if _, twice := p.of[string(key)]; !twice {
			p.of[string(key)] = bytes.TrimSpace(rest[:end])
		}
		b = rest[next:]
	}
}

// take makes a job of the record that was held.
func (p *Pairs) take() {
	if len(p.torn) == 0 {
		return
	}
	defer func() { p.torn = p.torn[:0] }()
	p.part(p.torn)
	r := &p.record
	r.Clear()
	r.Line, r.ID = p.tornAt, p.value("JobId")
	if bytes.Count(p.torn, once) > 1 {
		p.Bad(p.tornAt, "", r.ID, "two records stand in one line: each has a line of its own, copy the file again")
		return
	}
	id, ok := account.ParseInt(r.ID)
	if !ok || id <= 0 {
		p.Bad(p.tornAt, "JobId", r.ID, "no number of a job")
		return
	}
	r.Key = id
	if array, ok := account.ParseInt(p.value("ArrayJobId")); ok && array > 0 {
		if task, ok := account.ParseInt(p.value("ArrayTaskId")); ok && task < component {
			r.Key = account.KeyOf(array, task)
			r.ID = strconv.AppendInt(append(strconv.AppendInt(nil, array, 10), '_'), task, 10)
		} else if list := p.value("ArrayTaskId"); list != nil {
			r.Tasks, _ = account.ParseTasks(list)
		}
	}
	if r.State, ok = stateOf(p.value("JobState")); !ok {
		p.UnknownState(p.value("JobState"))
	}
	if !p.fill(r) {
		return
	}
	p.times(r)
	r.Never = endedWaiting(r, string(p.value("NodeList")), p.value("NodeList") == nil)
	r.Settle()
	if p.kept != nil {
		p.kept(r)
	}
	p.Add(r)
}

// times judges those of a record: scontrol tells of the moment, where an end is what is expected; jobcomp writes
// when a job ends, is put back into the queue, or changes its size, and then forgets when it started.
func (p *Pairs) times(r *account.Record) {
	if p.of["NodeCnt"] != nil {
		if r.State == account.Pending {
			if r.State = account.Requeued; r.Start.Kind == account.None || r.End.Kind == account.None {
				r.State = account.Cancelled
			}
		}
		if r.State == account.Resizing && r.Start == r.End && r.End.Kind != account.None {
			p.begun++
			if r.Start = r.Eligible; r.Start.Kind == account.None || r.Start.Sec > r.End.Sec {
				r.Start = r.Submit
			}
		}
		return
	}
	switch r.State {
	case account.Pending, account.Requeued:
		r.State, r.Start, r.End = account.Pending, account.Stamp{}, account.Stamp{}
	case account.Running, account.Resizing:
		r.State, r.End = account.Running, account.Stamp{}
	default:
		if p.value("ResizeTime") != nil {
			p.former++
		}
	}
}

// end takes the last record, and says what no record tells.
func (p *Pairs) end() {
	p.take()
	if p.begun > 0 {
		p.Warn("jobcomp does not say when " + account.Count(p.begun, "resized job", "resized jobs") + " began: the eligible time was " +
			"taken; sacct has the start")
	}
	if p.former > 0 {
		p.Warn("scontrol shows only the last size of " + account.Count(p.former, "resized job", "resized jobs") + ": it was taken for " +
			"the whole run; sacct has all sizes")
	}
}

// fill reads times, sizes and names; false: one can't be read.
func (p *Pairs) fill(r *account.Record) bool {
	for key, to := range map[string]*account.Stamp{"SubmitTime": &r.Submit, "EligibleTime": &r.Eligible, "StartTime": &r.Start,
		"EndTime": &r.End} {
		var ok bool
		if *to, ok = account.ParseStamp(p.value(key)); !ok {
			p.Bad(p.tornAt, key, p.value(key), "no date such as 2026-11-21T16:18:01")
			return false
		}
	}
	for key, to := range map[string]*int64{"TimeLimit": &r.Limit, "RunTime": &r.Run} {
		var ok bool
		if *to, ok = account.ParseDuration(p.value(key), 60); !ok {
			p.Bad(p.tornAt, key, p.value(key), "no duration such as 1-02:03:04, or minutes")
			return false
		}
	}
	for _, c := range [...]struct {
		keys [2]string
		kind string
		to   *int64
	}{{[2]string{"NumCPUs", "ProcCnt"}, "cpu", &r.Alloc}, {[2]string{"NumNodes", "NodeCnt"}, "node", &r.Nodes}} {
		for _, key := range c.keys {
			first, _, _ := bytes.Cut(p.value(key), []byte("-"))
			if n, ok := count(first); ok && n > 0 && n <= most {
				*c.to = n
				break
			}
		}
		for _, key := range [...]string{"AllocTRES", "TRES", "Tres", "ReqTRES"} {
			if *c.to <= 0 {
				*c.to = resource(p.value(key), c.kind)
			}
		}
	}
	r.GPUs = max(resource(p.value("TRES"), "gres/gpu"), resource(p.value("Tres"), "gres/gpu"), resource(p.value("AllocTRES"), "gres/gpu"))
	name := func(key string) []byte {
		text, _, _ := bytes.Cut(p.value(key), []byte("("))
		return text
	}
	r.User, r.Group = name("UserId"), name("GroupId")
	r.Queue, r.Partition = p.value("QOS"), p.value("Partition")
	return true
}
