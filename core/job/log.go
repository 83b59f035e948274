package job

import (
	"slices"
	"strings"
)

// Field is a column of the Standard Workload Format, numbered from 0 (the
// format counts from 1).
type Field int

// The eighteen columns of the format; -1 means unknown in each.
const (
	ID         Field = iota // job id
	Submit                  // submit time r, seconds on the log's clock
	Wait                    // wait time, seconds
	Run                     // actual run time p, seconds
	Alloc                   // allocated processors
	CPU                     // average CPU time used, seconds
	Memory                  // used memory, KB per processor
	ReqProcs                // requested processors
	ReqTime                 // requested time, seconds
	ReqMemory               // requested memory, KB per processor
	Status                  // 1 completed, 0 failed, 5 cancelled, 2-4 partial executions
	User                    // user id
	Group                   // group id
	Executable              // executable id
	Queue                   // queue id
	Partition               // partition id
	Preceding               // preceding job id
	Think                   // think time after it, seconds
	NumFields
)

var fieldNames = [NumFields]string{
	"job id", "submit time", "wait time", "run time", "allocated processors",
	"average CPU time", "used memory", "requested processors", "requested time",
	"requested memory", "status", "user", "group", "executable", "queue",
	"partition", "preceding job", "think time",
}

// String names the field as the format does.
func (f Field) String() string {
	if f < 0 || f >= NumFields {
		return "unknown field"
	}
	return fieldNames[f]
}

var fieldKeys = [NumFields]string{"job", "submit", "wait", "run", "procs", "cpu", "memory", "requested_procs", "requested_time",
	"requested_memory",
	"status", "user", "group", "executable", "queue", "partition", "preceding", "think"}

// Key names the field where a log is a table, or a list of objects.
func (f Field) Key() string { return fieldKeys[f] }

// FieldOf is the field of that key; false: none has it.
func FieldOf(key string) (Field, bool) {
	for f, k := range fieldKeys {
		if k == key {
			return Field(f), true
		}
	}
	return 0, false
}

// Log is a job log as its file said it: one entry a readable job line, in file
// order, nothing left out but the lines listed as faults.
type Log struct {
	Name   string // the file's name, without folder and endings
	Header Header
	Col    [NumFields]Column // one a field, all of length Len
	Line   Column            // the line each job stood on, from 1

	Lines  int     // lines read, comments and blank ones included
	Bad    int     // job lines that could not be read
	Faults []Fault // the first MaxFaults of them
	Notes  []string
	Doubts []Doubt // each of them a note, or a warning of the import, too

	Digest Digest // names the data; set by whoever reads the log

	Import *Import // how it was made of other records; nil where it is as the file has it
}

// MaxFaults is how many unreadable lines a Log describes; all are counted.
const MaxFaults = 10

// Fault is a line that could not be read, or whose job was left out.
type Fault struct {
	Line  int    // from 1
	Field string // the field's name, or "" for the line as a whole
	Text  string // what stood there, shortened
	Why   string // what is wrong, and what would be right
}

// Len is the number of jobs in the log.
func (l *Log) Len() int { return l.Col[Submit].Len() }

// Unknown is a job of which nothing is known.
func Unknown() (row [NumFields]int64) {
	for f := range row {
		row[f] = -1
	}
	return row
}

// At is job i.
func (l *Log) At(i int) (row [NumFields]int64) {
	for f := range row {
		row[f] = l.Col[f].At(i)
	}
	return row
}

// Add puts a job that stood on a line to the others.
func (l *Log) Add(row *[NumFields]int64, line int) {
	for f, v := range row {
		l.Col[f].Append(v)
	}
	l.Line.Append(int64(line))
}

// MemoryOf is what a job asks for, else used, in KB a processor; 0 where neither
// is known.
func (l *Log) MemoryOf(i int) int64 {
	for _, f := range [...]Field{ReqMemory, Memory} {
		if kb := l.Col[f].At(i); kb > 0 {
			return kb
		}
	}
	return 0
}

// Header holds the log's header comments, in file order.
type Header struct{ Pairs []Pair }

// Pair is one "; Key: value" line of a header. A value continued on further
// lines ("Note") is one Pair a line.
type Pair struct{ Key, Value string }

// Get returns the first value of a key, spelled in any capitalisation.
func (h *Header) Get(key string) (string, bool) {
	for _, p := range h.Pairs {
		if strings.EqualFold(p.Key, key) {
			return p.Value, true
		}
	}
	return "", false
}

// Remove takes all pairs of a key out.
func (h *Header) Remove(key string) {
	h.Pairs = slices.DeleteFunc(h.Pairs, func(p Pair) bool { return strings.EqualFold(p.Key, key) })
}

// Int returns the number a key's value begins with: headers write free text
// behind numbers, as in "338 (batch partition; 512 total)".
func (h *Header) Int(key string) (int64, bool) {
	v, ok := h.Get(key)
	if !ok {
		return 0, false
	}
	return leadingInt(v)
}

// leadingInt reads the integer that s starts with. Digit groups ("80,640")
// count as one number.
func leadingInt(s string) (int64, bool) {
	s = strings.TrimSpace(s)
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	n, digits := int64(0), 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == ',' && digits > 0 && groupOfThree(s[i+1:]) {
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		if n > (1<<62)/10 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
		digits++
	}
	if digits == 0 {
		return 0, false
	}
	if neg {
		n = -n
	}
	return n, true
}

// groupOfThree says whether s starts with exactly three digits.
func groupOfThree(s string) bool {
	if len(s) < 3 {
		return false
	}
	for i := 0; i < 3; i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return len(s) == 3 || s[3] < '0' || s[3] > '9'
}
