package sacct

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job/account"
)

// Job is what Slurm's own scheduler knew of one, as far as a record says: more than a log has columns for. Times
// are seconds by the clock of whoever wrote the record, 0 where they are not known.
type Job struct {
	Line                         int
	ID, Array, Task              int64 // its number; of an array also the array's, and the task's in it, else 0 and -1
	User, Account, QOS           string
	Partition                    string // or several, with commas between, of a job that waits
	Reservation, Features, Nodes string // as they are named
	Submit, Eligible, Start, End int64
	Limit                        int64 // s, -1: none
	Run                          int64 // s, -1: not known
	CPUs, NodeCount              int64 // that it has, else that it asks for
	Priority                     int64 // -1: not known
	Nice, Throttle               int64
	After                        []int64 // jobs that have to end before it may start
	Started                      By
	State                        account.State
	Never                        bool // it never ran, whatever its times say
	Others                       bool // it asks for generic resources, as GPUs
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
	var places map[string]int
	p.kept = func(f [][]byte, r *account.Record) {
		if places == nil {
			places = map[string]int{}
			for i, c := range p.t.columns {
				places[strings.ToLower(c.name)] = i
			}
		}
		keep(jobOf(r, func(name string) string {
			if at, ok := places[strings.ToLower(name)]; ok && at < len(f) {
				return string(bytes.TrimSpace(f[at]))
			}
			return ""
		}))
	}
}

// optioned gives each word that stands behind an option of a command line, in its short or long form. (The page reads logs
// too: with regular expressions it would be 78 kB longer.)
func optioned(line, short, long string) func(yield func(word string) bool) {
	return func(yield func(string) bool) {
		for at := range len(line) {
			for _, option := range [2]string{short, long} {
				rest, ok := strings.CutPrefix(line[at:], option)
				if !ok {
					continue
				}
				if rest != "" && (rest[0] == ' ' || rest[0] == '=') {
					rest = rest[1:]
				}
				if end := strings.IndexAny(rest, " \t\n\f\r"); end >= 0 {
					rest = rest[:end]
				}
				if !yield(rest) {
					return
				}
			}
		}
	}
}

// leading are the first signs of a text, as far as they are among some.
func leading(text, among string) string { return text[:len(text)-len(strings.TrimLeft(text, among))] }

const digits = "0123456789"

// throttleOf is how many of an array's jobs a command line lets run at a time, "" where it does not say.
func throttleOf(line string) string {
	for word := range optioned(line, "-a", "--array") {
		for at := strings.LastIndexByte(word, '%'); at >= 0; at = strings.LastIndexByte(word[:at], '%') {
			if n := leading(word[at+1:], digits); n != "" {
				return n
			}
		}
	}
	return ""
}

// awaitedBy are the jobs that a command line has its job wait for, with colons between.
func awaitedBy(line string) string {
	for word := range optioned(line, "-d", "--dependency") {
		for at := range len(word) {
			for _, kind := range [2]string{"afterok:", "afterany:"} {
				if rest, ok := strings.CutPrefix(word[at:], kind); ok {
					if ids := leading(rest, digits+":"); ids != "" {
						return ids
					}
				}
			}
		}
	}
	return ""
}

// taskOf reads an array's number and that of its task.
func taskOf(id string) (array, task string, ok bool) {
	array, task, ok = strings.Cut(id, "_")
	return array, task, ok && array != "" && task != "" && leading(array, digits) == array && leading(task, digits) == task
}

// jobOf makes a job of a record and of the columns that no log has, by sacct's names.
func jobOf(r *account.Record, of func(name string) string) Job {
	j := Job{Line: r.Line, Task: -1, User: string(r.User), Account: of("Account"), QOS: string(r.Queue), Partition: string(r.Partition),
		Reservation: of("Reservation"), Features: of("Constraints"), Nodes: of("NodeList"), Submit: r.Submit.Sec, Eligible: r.Eligible.Sec,
		Start: r.Start.Sec, End: r.End.Sec, Limit: r.Limit, Run: r.Run, CPUs: r.Alloc, NodeCount: r.Nodes, Priority: -1, State: r.State,
		Never: r.Never, Others: strings.Contains(of("ReqTRES"), "gres/")}
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
	if array, task, ok := taskOf(string(r.ID)); ok {
		j.Array, j.Task = whole(array, 0), whole(task, -1)
	}
	head, _, _ := strings.Cut(string(r.ID), "_")
	j.ID = whole(of("JobIDRaw"), whole(head, 0))
	j.Priority, j.Nice, j.Throttle = whole(of("Priority"), -1), whole(of("Nice"), 0), whole(of("ArrayTaskThrottle"), 0)
	switch flags := of("Flags"); {
	case strings.Contains(flags, "SchedMain"):
		j.Started = Main
	case strings.Contains(flags, "SchedBackfill"):
		j.Started = Backfill
	}
	if line := of("SubmitLine"); line != "" {
		if n := throttleOf(line); n != "" {
			j.Throttle = whole(n, 0)
		}
		for _, id := range strings.Split(awaitedBy(line), ":") {
			if n := whole(id, 0); n > 0 && !slices.Contains(j.After, n) {
				j.After = append(j.After, n)
			}
		}
	}
	return j
}
