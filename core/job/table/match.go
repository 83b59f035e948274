package table

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/base/numeral"
)

// role is what a column says of a job.
type role uint8

const (
	jobID role = iota
	task
	submit
	eligible
	start
	end
	wait
	run
	procs
	asked
	nodes
	gpus
	limit
	user
	group
	queue
	partition
	state
	roles
)

// kind is what values of a role look like.
type kind uint8

const (
	word kind = iota
	instant
	length
	count
	stateWord
)

// units of the values of each kind, the usual one first.
var units = [...][]string{
	instant:   {"s", "ms", "us", "ns", "min", "h", "d", yearFirst, dayFirst, monthFirst},
	length:    {"s", "min", "h", "d", "ms", "us", "ns"},
	stateWord: {"word", "exit", "swf", "slurm"},
}

// Columns that list the resources of a job: one tells of processors, nodes and GPUs.
const (
	allocated = "tresalloc alloctres"
	requested = "tresreq reqtres"
)

func isList(name string) bool { return contains(" "+allocated+" "+requested+" ", name) }

// Able is what a match calls the column that tells when jobs were able to start.
const Able = "eligible"

// fields are the roles: how a match calls them, what they are, and the names that
// columns of theirs have been seen with, the surest first: lower case, without what
// is no letter or digit, and without a unit at the end.
var fields = [roles]struct {
	name  string
	kind  kind
	words string
	seen  string
}{
	jobID: {"job", word, "job", "jobid job id jobnumber slurmjobid jobidraw idjob"},
	task: {"task", word, "task of an array", "arraytaskid taskid arraytask arrayindex taskindex idarraytask arrayidx arraypos jobindex " +
		"jobarrayindex"},
	submit: {"submit", instant, "submitted", "submit submittime submitted submittedat submitat submission submissiontime timesubmit " +
		"subtime arrival arrivaltime arrived arrivedat queuedtime queued queuedat enqueued enqueuedat qtime created createdat " +
		"creationtime ctime tsubmit"},
	eligible: {Able, instant, "able to start", "eligible eligibletime timeeligible eligibleat etime"},
	start: {"start", instant, "started", "start starttime started startedat startat timestart startingtime begin begintime began " +
		"scheduledtime scheduled trun"},
	end: {"end", instant, "ended", "end endtime ended endedat endat timeend finish finishtime finished finishedat completion " +
		"completiontime completed completedat stop stoptime stopped deletiontime deleted tcleanup"},
	wait: {"wait", length, "waiting time", "wait waittime waiting waitingtime timewaiting queuewait queuewaittime queuedwait " +
		"queuetime pendtime pendingtime waitduration queueduration"},
	run: {"run", length, "run time", "run runtime actualruntime runningtime elapsed elapsedtime elapsedraw duration jobduration " +
		"executiontime exectime execution wallclock wallclocktime usedwalltime walltimeused"},
	procs: {"procs", count, "processors", "procs processors allocprocs allocatedprocs allocatedprocessors allocatedcores alloccores " +
		"alloccpus totalcpus cpusalloc allocatedcpus numprocs nprocs numprocessors cores numcores ncores corecount corenum coresused " +
		"usedcores numalloccores numcoresalloc cpus ncpus numcpus cpunum cpucount cpusused slots nslots numslots size procsalloc " +
		allocated},
	asked: {"asked", count, "processors asked for", "asked askedprocs requestedprocs requestedprocessors reqprocs reqprocessors " +
		"processorsreq procsreq requestedcores reqcores coresrequested requestedcpus reqcpus cpusreq cpusrequested requestednumberofresources " +
		requested},
	nodes: {"nodes", count, "nodes", "nodes nnodes numnodes nodenum nodecount nodesused usednodes nodesalloc allocnodes " +
		"allocatednodes totalnodes nodesreq numhosts nhosts hosts hostcount numnodesalloc " +
		allocated},
	gpus: {"gpus", count, "GPUs", "gpus ngpus numgpus gpunum gpucount gpusalloc allocgpus allocatedgpus gpusused numgpusalloc numgpu " +
		"gpusreq " + allocated},
	limit: {"limit", length, "time limit", "limit timelimit timelimitraw timelim walllimit walltimelimit requestedtime reqtime " +
		"requestedruntime reqruntime requestedwalltime reqwalltime walltimerequested walltimereq wallclockreq timereq timerequested walltime " +
		"wallclocklimit"},
	user: {"user", word, "user", "user userid username uid owner userhash usernamegenid usergenid iduser"},
	group: {"group", word, "group or account", "group groupid groupname gid account accountname project projectid projectname " +
		"projectnamegenid idgroup"},
	queue:     {"queue", word, "queue", "queue queuename queueid qos class idqos"},
	partition: {"partition", word, "partition", "partition partitionname partitionid"},
	state: {"state", stateWord, "what became of it", "state status jobstate jobstatus finalstate newstatus exitstatus exitcode exit " +
		"exitstate"},
}

// Column is what a column of a table can be, and the names that it is found by.
type Column struct {
	Field, Words string
	Units, Names []string
}

// Known are all of them.
func Known() []Column {
	list := make([]Column, roles)
	for r := range roles {
		f := &fields[r]
		list[r] = Column{f.name, f.words, r.units(), strings.Fields(f.seen)}
	}
	return list
}

// Wanted says which of the columns of those names tell of jobs, or are told to: others need not be read.
func Wanted(columns []string, match string) func(column int) bool {
	if p := presetOf(columns, match); p != nil {
		match = p.match
	}
	told, _ := ParseMatch(match) // an error is said where the table is read
	wanted := make([]bool, len(columns))
	for i, c := range columns {
		name, _ := plain(c)
		wanted[i] = knows(name) || isLog(columns)
	}
	for _, a := range told {
		if at, err := find(columns, a.column); err == nil {
			wanted[at] = true
		}
	}
	return func(column int) bool { return wanted[column] }
}

// asks is how a match says what a column is.
type asks struct {
	column string // its name, or # and its number; "": none is
	unit   string // "": as its values look
}

// ParseMatch reads what columns of a table are: submit=COLUMN,run=COLUMN:min and so
// on. A column stands there by its name, in any capitalisation, or by its number as
// #3; nothing behind the equals sign: no column is.
func ParseMatch(text string) (map[string]asks, error) {
	m := map[string]asks{}
	for _, item := range strings.Split(text, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, column, ok := strings.Cut(item, "=")
		r := roleOf(strings.TrimSpace(name))
		if !ok || r == roles {
			return nil, errors.New(jsontext.Short(item) + " says of no column what it is: write one of " + names() +
				", an equals sign and a column, as in submit=arrived,run=minutes:min")
		}
		a := asks{column: strings.TrimSpace(column)}
		if at := strings.LastIndexByte(a.column, ':'); at >= 0 {
			if unit := strings.TrimSpace(a.column[at+1:]); r.has(unit) {
				a.column, a.unit = strings.TrimSpace(a.column[:at]), unit
			}
		}
		if _, twice := m[fields[r].name]; twice {
			return nil, errors.New(fields[r].name + " is given twice: leave one of them")
		}
		m[fields[r].name] = a
	}
	return m, nil
}

func roleOf(name string) role {
	for r := range roles {
		if strings.EqualFold(name, fields[r].name) {
			return r
		}
	}
	return roles
}

func (r role) has(unit string) bool {
	for _, u := range r.units() {
		if u == unit {
			return true
		}
	}
	return false
}

func (r role) units() []string {
	if k := fields[r].kind; int(k) < len(units) {
		return units[k]
	}
	return nil
}

func names() string {
	list := make([]string, roles)
	for r := range roles {
		list[r] = fields[r].name
	}
	return strings.Join(list, ", ")
}

// Help says what a match can hold.
func Help() string {
	return "of " + names() + "; units of times: " + strings.Join(units[instant], ", ") + "; of state: " +
		strings.Join(units[stateWord], ", ")
}

// find is the place of a column that a match speaks of.
func find(columns []string, text string) (int, error) {
	if number, ok := strings.CutPrefix(text, "#"); ok {
		if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(columns) {
			return n - 1, nil
		}
	}
	for i, c := range columns {
		if c == text {
			return i, nil
		}
	}
	for i, c := range columns {
		if strings.EqualFold(c, text) {
			return i, nil
		}
	}
	return 0, errors.New("the table has no column " + jsontext.Short(text) + ": it has " + list(columns))
}

// list names columns, as many as a sentence takes.
func list(columns []string) string {
	const most = 40
	text := ""
	for i, c := range columns[:min(len(columns), most)] {
		if c == "" {
			c = "#" + strconv.Itoa(i+1)
		} else if len(c) > 60 {
			c = jsontext.Short(c)
		}
		text += ", " + c
	}
	if n := len(columns) - most; n > 0 {
		text += " and " + numeral.Count(n) + " more"
	}
	return strings.TrimPrefix(text, ", ")
}

// unitWords are the units that a column's name may end with.
var unitWords = map[string]string{
	"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "ms": "ms", "msec": "ms", "millis": "ms", "milliseconds": "ms",
	"us": "us", "usec": "us", "micros": "us", "microseconds": "us", "ns": "ns", "nanos": "ns", "nanoseconds": "ns",
	"m": "min", "min": "min", "mins": "min", "minute": "min", "minutes": "min", "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
	"d": "d", "day": "d", "days": "d",
}

// beside are words of a column's name that say nothing of what it is.
const beside = " timestamp ts epoch unix utc local date datetime in "

// plain parts a column's name into what it is called and its unit: "Run time (min)"
// is runtime, min.
func plain(column string) (name, unit string) {
	var parts []string
	from := 0
	cut := func(to int) {
		if to > from {
			parts = append(parts, strings.ToLower(column[from:to]))
		}
	}
	lower := false
	for i := 0; i < len(column); i++ {
		c := column[i]
		letter, upper := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80, 'A' <= c && c <= 'Z'
		if !letter || upper && lower {
			cut(i)
			if from = i; !letter {
				from = i + 1
			}
		}
		lower = letter && !upper
	}
	cut(len(column))
	for n := len(parts) - 1; n > 0; n-- {
		u := unitWords[parts[n]]
		switch {
		case strings.Contains(beside, " "+parts[n]+" "):
		case u != "" && unit == "":
			unit = u
		default:
			return strings.Join(parts[:n+1], ""), unit
		}
		parts = parts[:n]
	}
	return strings.Join(parts, ""), unit
}
