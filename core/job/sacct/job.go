package sacct

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// Job is what Slurm's own scheduler knew of one, as far as a record says: more than a log has columns for. Times
// are seconds by the clock of whoever wrote the record, 0 where they are not known.
type Job struct {
	Line                         int
	ID, Array, Task              int64 // its number; of an array also the array's, and the task's in it, else 0 and -1
	User, Account, QOS           string
	Partition                    string // or several, with commas between, of a job that waits
	Asked                        string // those that its submission named, likewise; "": not known
	Reservation, Features, Nodes string // as they are named
	Licences                     string // as fluent:2,ansys
	Submit, Eligible, Start, End int64
	Limit                        int64 // s, -1: none
	Run                          int64 // s, -1: not known
	CPUs, NodeCount              int64 // that it has, else that it asks for
	Billing                      int64 // by which its usage counts, 0: not known
	Priority                     int64 // -1: not known
	Nice, Throttle               int64
	After                        []int64 // jobs that have to end before it may start
	Started                      By
	State                        account.State
	Never                        bool  // it never ran, whatever its times say
	Others                       bool  // it asks for generic resources, as GPUs
	TimedOut                     bool  // its limit ended it
	Preempted                    bool  // it was stopped for another
	Lasted                       int64 // s, of one record of several attempts: its last; 0: it is of one
	Part                         bool  // of a heterogeneous job
	Request                      Request
	cut                          bool // its id is cut off, and others have what is left of it
}

// FirstPartition is the first that a job asks for, or the one that it had.
func (j *Job) FirstPartition() string {
	name, _, _ := strings.Cut(j.Partition, ",")
	return name
}

// By is which of Slurm's passes started a job.
type By uint8

// The passes.
const (
	Unsaid By = iota
	Main
	Backfill
)

// KeepJobs gives each record that is no step to keep, as it is read. What a job has of slices stays its own.
func (p *Parser) KeepJobs(keep func(Job)) {
	p.kept = func(f [][]byte, r *account.Record) {
		if p.places == nil {
			p.places = map[string]int{}
			for i, c := range p.t.columns {
				p.places[strings.ToLower(c.name)] = i
			}
		}
		keep(jobOf(r, func(name string) string {
			if at, ok := p.places[strings.ToLower(name)]; ok && at < len(f) {
				return string(bytes.TrimSpace(f[at]))
			}
			return ""
		}))
	}
}

// argument is that of an option in a command line: -a 1-5, -a1-5, --array 1-5, --array=1-5.
func argument(line, short, long string) string {
	words := strings.Fields(line)
	for i, w := range words {
		if w == short || w == long {
			if i+1 < len(words) {
				return words[i+1]
			}
			return ""
		}
		if rest, ok := strings.CutPrefix(w, long+"="); ok {
			return rest
		}
		if rest, ok := strings.CutPrefix(w, short); ok && !strings.HasPrefix(w, "--") {
			return strings.TrimPrefix(rest, "=")
		}
	}
	return ""
}

// jobOf makes a job of a record and of the columns that no log has, by sacct's names.
func jobOf(r *account.Record, of func(name string) string) Job {
	j := Job{Line: r.Line, Task: -1, User: string(r.User), Account: of("Account"), QOS: string(r.Queue), Partition: string(r.Partition),
		Reservation: of("Reservation"), Features: of("Constraints"), Nodes: of("NodeList"), Submit: r.Submit.Sec, Eligible: r.Eligible.Sec,
		Start: r.Start.Sec, End: r.End.Sec, Limit: r.Limit, Run: r.Run, CPUs: r.Alloc, NodeCount: r.Nodes, Priority: -1, State: r.State,
		Never: r.Never, Licences: of("Licenses"), Others: strings.Contains(of("ReqTRES"), "gres/"),
		TimedOut: strings.HasPrefix(of("State"), "TIMEOUT"), Preempted: strings.HasPrefix(of("State"), "PREEMPTED")}
	if j.Limit == job.Endless {
		j.Limit = account.Unlimited
	}
	for _, column := range [...]string{"AllocTRES", "ReqTRES"} {
		if j.Billing <= 0 {
			j.Billing = resource([]byte(of(column)), "billing")
		}
	}
	if j.CPUs <= 0 {
		j.CPUs = r.Asked
	}
	if j.NodeCount <= 0 {
		j.NodeCount = r.AskedNode
	}
	whole := func(text string, none int64) int64 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		return none
	}
	head, task, _ := strings.Cut(string(r.ID), "_")
	if n := whole(task, -1); n >= 0 {
		j.Array, j.Task = whole(head, 0), n
	}
	j.ID = whole(of("JobIDRaw"), whole(head, 0))
	_, part, _ := strings.Cut(string(r.ID), "+")
	j.Part = part != ""
	j.cut = bytes.HasSuffix(r.ID, []byte("+")) && whole(of("JobIDRaw"), 0) == 0
	j.Priority, j.Nice, j.Throttle = whole(of("Priority"), -1), whole(of("Nice"), 0), whole(of("ArrayTaskThrottle"), 0)
	switch flags := of("Flags"); {
	case strings.Contains(flags, "SchedMain"):
		j.Started = Main
	case strings.Contains(flags, "SchedBackfill"):
		j.Started = Backfill
	}
	line := ownWords(of("SubmitLine"))
	j.Request = RequestOf(line)
	j.Request.amount(of("ReqTRES"))
	if j.Request.CPUs == 0 {
		j.Request.CPUs = r.Asked
	}
	if line != "" {
		j.Asked = argument(line, "-p", "--partition")
		if j.Licences == "" {
			j.Licences = argument(line, "-L", "--licenses")
		}
		if _, most, ok := strings.Cut(argument(line, "-a", "--array"), "%"); ok {
			j.Throttle = whole(most, 0)
		}
		for _, d := range strings.FieldsFunc(argument(line, "-d", "--dependency"), func(r rune) bool { return r == ',' || r == '?' }) {
			kind, ids, _ := strings.Cut(d, ":")
			for _, id := range strings.Split(ids, ":") {
				id, _, _ = strings.Cut(id, "_") // of a task, the whole array
				if n := whole(id, 0); n > 0 && (kind == "afterok" || kind == "afterany") && !slices.Contains(j.After, n) {
					j.After = append(j.After, n)
				}
			}
		}
	}
	return j
}
