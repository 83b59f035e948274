package job

import (
	"iter"
	"strconv"
)

// Import is the account of how a log was made from a batch system's own records.
// Records = Folded + Log.Bad + the sum of Left + Jobs - Tasks, always.
type Import struct {
	Format  string // of the file, for people
	Records int    // lines or objects that hold data
	Folded  int    // records of steps, or of jobs that another record tells of
	Steps   int    // job steps, records of their own or parts of one
	Tasks   int    // jobs beyond the first that one record stands for: tasks of an array
	Jobs    int
	Left    []Left // in the order in which reasons are looked at, none with 0

	Guesses  []Guess
	Warnings []string

	Zone string // of the times that name none
	Unit string // what processors count: processors, nodes or gpus
	Peak Peak

	Users, Groups []string // by number, from 1; a log to be published does without

	Columns []string // of a table
	Match   []Match  // what a table's columns can be, each once
}

// Match is what may be told of a job, and the column of a table that is taken for it.
type Match struct {
	Field  string   // as it is called where a match is written
	Words  string   // what it is
	Column string   // "": none
	Unit   string   // of the column's values; "" where they need none
	Units  []string // that it could have
	Why    string   // it was taken, or not
}

// Left are the records left out for one reason.
type Left struct {
	Why   string
	N     int
	First []Fault // the first MaxFaults
}

// Guess is what the file did not say and the reader took: Switch names the option
// that takes otherwise.
type Guess struct{ Switch, Value, Why string }

// Peak is the most processors that jobs of a log had at once: the machine has at
// least as many.
type Peak struct {
	Procs   int64
	At      int64 // Unix time, or that of the log's own clock
	Largest int64 // job
}

// Dropped is how many records were left out.
func (m *Import) Dropped() int {
	n := 0
	for _, l := range m.Left {
		n += l.N
	}
	return n
}

// Imported is the account of any log: formats that need no importing have but
// records.
func (l *Log) Imported() Import {
	if l.Import != nil {
		return *l.Import
	}
	return Import{Format: "Standard Workload Format", Records: l.Len() + l.Bad, Jobs: l.Len()}
}

// Words tell the account, a sentence a line.
func (m *Import) Words() []string {
	n := strconv.Itoa
	text := m.Format + ": " + n(m.Records) + " records"
	if m.Folded > 0 {
		text += ", " + n(m.Folded) + " of them parts of others"
	}
	text += "; " + n(m.Jobs) + " jobs"
	list := []string{text}
	for _, l := range m.Left {
		text := "left out: " + l.Why + " " + n(l.N)
		if len(l.First) > 0 {
			text += " (the first in line " + n(l.First[0].Line) + ")"
		}
		list = append(list, text)
	}
	if text := m.matched(); text != "" {
		list = append(list, text)
	}
	for _, g := range m.Guesses {
		list = append(list, "taken: "+g.Switch+" "+g.Value+": "+g.Why)
	}
	return append(list, m.Warnings...)
}

// matched says which columns were taken for what.
func (m *Import) matched() string {
	text := ""
	for _, x := range m.Match {
		if x.Column == "" {
			continue
		}
		text += ", " + x.Field + " = " + x.Column
		if x.Unit != "" {
			text += " (" + x.Unit + ")"
		}
	}
	if text == "" {
		return ""
	}
	return "columns: " + text[2:] + "; other ones with match"
}

// Rows are the jobs of a log that has its columns.
func (l *Log) Rows() iter.Seq[*[NumFields]int64] {
	return func(yield func(*[NumFields]int64) bool) {
		var row [NumFields]int64
		for i := range l.Len() {
			for f := range row {
				if row[f] = -1; i < len(l.Col[f]) {
					row[f] = l.Col[f][i]
				}
			}
			if !yield(&row) {
				return
			}
		}
	}
}
