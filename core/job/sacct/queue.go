package sacct

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
	"shadowtime/core/job/account"
)

// Queue is what squeue --json says of the moment: who runs and who waits.
type Queue struct {
	At      int64    // when it was asked, s of the epoch; 0: it does not say
	Jobs    []Queued // that run or wait
	Notes   []string // what is left out
	Version string   // of Slurm, "": it does not say
}

// Queued is a job of the queue. Of an array that waits each task is one.
type Queued struct {
	Job
	Name   string // its number, as 12 or 12_3
	Plans  int64  // when Slurm says that it starts, s of the epoch; 0: it does not say
	Reason string // for which it waits, as Slurm names it; "": it does not say
}

// MaxQueue is how many jobs of a queue are read.
const MaxQueue = 20_000

// SniffQueue says whether a file that begins like this is of squeue --json.
func SniffQueue(head []byte) bool {
	return SniffJSON(head) && (empty(head) || bytes.Contains(head, []byte(`"job_state"`)) || bytes.Contains(head, []byte(`"accrue_time"`)))
}

// empty says whether a file is squeue's with no job in it, as of an idle machine. (sacct's would name its command, or its plugin dbv0.)
func empty(head []byte) bool {
	text := strings.Join(strings.Fields(string(head)), "")
	return strings.Contains(text, `"jobs":[]`) && !strings.Contains(text, `"sacct"`) && !strings.Contains(text, "openapi/dbv") &&
		!strings.Contains(text, "openapi\\/dbv")
}

// ReadQueue reads what squeue --json prints, of Slurm 21.08 and later: numbers as they are or as {set, infinite, number}, the state
// as a word or a list. A job that contradicts itself is left out and counted.
func ReadQueue(file, text string) (*Queue, error) {
	q := &Queue{}
	wrong, beyond, held := 0, 0, 0
	why := ""
	p := NewJSON(file, account.Options{})
	p.queue = func(v jsontext.Value, line int, damaged string) {
		list, isHeld, err := []Queued(nil), false, errors.New(damaged)
		if damaged == "" {
			list, isHeld, err = queued(v)
		}
		if isHeld {
			held++
		}
		if err != nil {
			if wrong++; wrong == 1 {
				why = "line " + strconv.Itoa(line) + ": " + err.Error()
			}
		}
		room := MaxQueue - len(q.Jobs)
		beyond += max(0, len(list)-room)
		q.Jobs = append(q.Jobs, list[:min(len(list), room)]...)
	}
	for rest := text; rest != ""; {
		n := min(len(rest), 1<<20)
		_, _ = p.Write([]byte(rest[:n])) // it takes every byte
		rest = rest[n:]
	}
	if p.depth > 0 {
		return nil, errors.New(file + ": it ends before its JSON does: it seems cut off, copy it again")
	}
	if v, err := jsontext.Read(text); err == nil {
		q.At = max(0, whole(member(v, "last_update")))
		for _, name := range []string{"Slurm", "slurm"} {
			if q.Version == "" {
				q.Version = textOf(member(member(member(v, "meta"), name), "release"))
			}
		}
	}
	note := func(n int, words, rest string) {
		if n > 0 {
			q.Notes = append(q.Notes, file+": "+words+account.Count(n, "job", "jobs")+rest)
		}
	}
	note(wrong, "not read: ", "; the first, "+why)
	note(held, "left out: ", " that only a change will start: held, or of a partition, a limit or a dependency that bars them")
	note(beyond, "left out: ", " beyond the "+numeral.Count(MaxQueue)+" that are read")
	if len(q.Jobs) == 0 && wrong > 0 {
		return nil, errors.New(file + ": no job of it runs or waits that can be read: give what squeue --json prints" + cut(why))
	}
	return q, nil
}

func cut(why string) string {
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// brief is the beginning of what stands in a file.
func brief(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}

// stuck are reasons of jobs that wait which time alone does not end.
var stuck = []string{"JobHeldUser", "JobHeldAdmin", "DependencyNeverSatisfied", "PartitionDown", "PartitionInactive", "PartitionTimeLimit",
	"PartitionNodeLimit", "PartitionConfig", "BadConstraints", "InvalidAccount", "InvalidQOS", "ReservationDeleted"}

// queued reads one job: of an array that waits its tasks, of one that neither runs nor waits none.
func queued(v jsontext.Value) (list []Queued, held bool, err error) {
	of := map[string]jsontext.Value{}
	for key, m := range v.Members() {
		of[key] = m
	}
	count := func(key string) int64 {
		n, ok := told(of[key])
		if _, has := of[key]; has && !ok && err == nil {
			err = fmt.Errorf("%s is %s: write a whole number, or {set, infinite, number}", key, brief(of[key].Raw()))
		}
		return n
	}
	instant := func(key string) int64 {
		n := max(0, count(key))
		if _, ok := account.Since(n); !ok && err == nil {
			err = fmt.Errorf("%s is %d: that is no time of this era", key, n)
		}
		return n
	}
	j := Queued{Job: Job{ID: count("job_id"), Task: -1, User: textOf(of["user_name"]), Account: textOf(of["account"]),
		QOS:       textOf(of["qos"]),
		Partition: textOf(of["partition"]), Reservation: textOf(of["resv_name"]), Features: textOf(of["features"]),
		Nodes:    textOf(of["nodes"]),
		Licences: textOf(of["licenses"]), Submit: instant("submit_time"), Eligible: instant("eligible_time"), Start: instant("start_time"),
		Limit: -1, Run: -1, CPUs: count("cpus"), NodeCount: count("node_count"), Priority: count("priority"), Nice: max(0, count("nice")),
		Throttle: max(0, count("array_max_tasks")), Others: strings.Contains(textOf(of["tres_req_str"]), "gres/")}}
	j.Request.queued(of)
	j.Billing = max(0, resource([]byte(textOf(of["tres_alloc_str"])), "billing"), resource([]byte(textOf(of["tres_req_str"])), "billing"))
	if n := count("time_limit"); n > 0 {
		j.Limit = min(n, math.MaxInt32) * 60
	}
	state := of["job_state"]
	for _, first := range state.Elements() {
		state = first
		break
	}
	j.Reason = textOf(of["state_reason"])
	word := textOf(state)
	switch j.State, _ = stateOf([]byte(word)); j.State {
	case account.Requeued:
		j.State = account.Pending
	case account.Resizing:
		j.State = account.Running
	}
	switch {
	case err != nil:
		return nil, false, err
	case word == "":
		return nil, false, errors.New("job_state is missing: give what squeue --json prints")
	case j.State != account.Running && j.State != account.Pending:
		return nil, false, nil
	case j.ID <= 0 || j.ID > 1<<31:
		return nil, false, fmt.Errorf("job_id is %d: Slurm's are from 1 on", j.ID)
	case j.Submit == 0:
		return nil, false, errors.New("submit_time is missing")
	case j.CPUs <= 0:
		return nil, false, errors.New("cpus is missing")
	case j.State == account.Running && (j.Start == 0 || j.Start < j.Submit):
		return nil, false, errors.New("it runs, and its start_time is not after its submit_time")
	}
	j.Name = strconv.FormatInt(j.ID, 10)
	for _, d := range strings.FieldsFunc(textOf(of["dependency"]), func(r rune) bool { return r == ',' || r == '?' }) {
		kind, ids, _ := strings.Cut(d, ":")
		for id := range strings.SplitSeq(ids, ":") {
			id = id[:len(id)-len(strings.TrimLeft(id, "0123456789"))]
			if n, err := strconv.ParseInt(id, 10, 64); err == nil && (kind == "afterok" || kind == "afterany") &&
				!slices.Contains(j.After, n) {
				j.After = append(j.After, n)
			}
		}
	}
	array, task := count("array_job_id"), count("array_task_id")
	if array > 0 && task >= 0 {
		j.Array, j.Task, j.Name = array, task, fmt.Sprint(array, "_", task)
	}
	if j.State == account.Running {
		return []Queued{j}, false, err
	}
	j.Plans, j.Start = j.Start, 0
	if of["hold"].Raw() == "true" || j.Priority == 0 || slices.Contains(stuck, j.Reason) {
		return nil, true, err
	}
	tasks, ok := account.ParseTasks([]byte(textOf(of["array_task_string"])))
	if array <= 0 || !ok || tasks.N == 0 {
		return []Queued{j}, false, err
	}
	for _, n := range tasks.First(MaxQueue + 1) {
		x := j
		x.Array, x.Task, x.Name = array, n, fmt.Sprint(array, "_", n)
		list = append(list, x)
	}
	return list, false, err
}
