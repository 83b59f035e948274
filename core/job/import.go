package job

import (
	"iter"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
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
	Readings []Reading // others than those that were guessed
	Warnings []string
	Reading  []string // of these, what is to be said of how the file was read, whatever is made of its jobs

	Partitions []Division // or queues, of the jobs there would be if all were taken

	Zone string // of the times that name none
	Unit string // what processors count: processors, nodes or gpus
	Peak Peak
	Usage

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
	Why      string
	Unchosen bool // they are of a partition, or a queue, that was not asked for
	N        int
	First    []Fault // the first MaxFaults
}

// Division is a partition, or a queue, with the number of its jobs. (Where the division was not
// chosen, a job that two records tell of counts twice.)
type Division struct {
	Name  string // by which people choose the division
	Jobs  int
	Words string // that tell more of the division, "": none
}

// Guess is what the file did not say and the reader took: Switch names the option
// that takes otherwise.
type Guess struct{ Switch, Value, Why string }

// Peak is the most processors that jobs of a log had at once: the machine has at
// least as many.
type Peak struct {
	Procs   int64
	At      int64 // Unix time, 0: unknown
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

// Warnings that logs of every format have: of jobs, behind their number.
const (
	NoLimit   = "without a time limit: a backfilling order can know no end of theirs"
	OverLimit = "ran longer than their limit"
	YearLimit = "have a limit of 365 days, which Slurm writes when neither job nor partition has one: they count as unlimited"
)

// Say warns of n of the jobs, if there are any.
func (m *Import) Say(n int, text string) {
	if n > 0 {
		m.Warnings = append(m.Warnings, m.Of(n, text))
	}
}

// Of is a text about n of the jobs, which says how many of them that is.
func (m *Import) Of(n int, text string) string { return share(n, m.Jobs, text) }

// Judge warns of what a log's course shows: bursts, and a machine that changed.
func (m *Import) Judge(b *Bursts) {
	for _, text := range []string{b.Words(m.Jobs), m.Usage.Drift(m.Unit)} {
		if text != "" {
			m.Warnings = append(m.Warnings, text)
		}
	}
}

// Examined is the account of any log that has its columns: formats that need no
// importing have no other warnings than what can be seen in these.
func (l *Log) Examined() Import {
	m := l.Imported()
	if l.Import == nil {
		m.Unit = "processors"
		_, m.Partitions = l.parts()
		l.Examine(&m)
	}
	return m
}

// Examine warns of what can be seen in the columns of a log.
func (l *Log) Examine(m *Import) {
	unlimited, yearly, over := 0, 0, 0
	var bursts Bursts
	sorted := l.Col[Submit].IsSorted()
	for i := range l.Len() {
		if l.Col[ReqTime].At(i) == Endless {
			yearly++
		}
		switch limit := l.RequestOf(i); {
		case limit <= 0:
			unlimited++
		case limit < l.Col[Run].At(i):
			over++
		}
		if sorted {
			bursts.Add(l.Col[Submit].At(i), l.Col[User].At(i))
		}
	}
	m.Say(unlimited, NoLimit)
	m.Say(over, OverLimit)
	m.Say(yearly, YearLimit)
	m.Peak, m.Usage = l.used()
	m.Judge(&bursts)
}

// used is how many processors a log's jobs had, where it tells when they started.
func (l *Log) used() (p Peak, u Usage) {
	from, known := int64(1<<62), 0
	each := func(f func(start, run, procs int64)) {
		for i := range l.Len() {
			submit, wait, run := l.Col[Submit].At(i), l.Col[Wait].At(i), l.Col[Run].At(i)
			procs := size(l.Col[Alloc].At(i), l.Col[ReqProcs].At(i))
			if submit >= 0 && submit <= MaxTime && wait >= 0 && wait <= MaxTime && run >= 0 && run <= MaxTime && procs > 0 {
				f(submit+wait, run, procs)
			}
		}
	}
	var sizes Sizes
	each(func(start, _, procs int64) {
		from, known = min(from, start), known+1
		sizes.Add(procs)
	})
	p.Largest = sizes.Largest()
	if known*2 < l.Len() || known == 0 {
		return Peak{}, Usage{}
	}
	s := NewSweep(from)
	s.starts, s.ends = make([]uint64, 0, known), make([]uint64, 0, known)
	each(func(start, run, procs int64) {
		if run > 0 && procs <= p.Largest {
			s.Start(start, procs)
			s.End(start+run, procs)
		}
	})
	s.Settle()
	s.Peak.Largest, s.Peak.Procs = p.Largest, max(s.Peak.Procs, p.Largest)
	u.Week = s.Week
	unix, ok := l.Header.Int("UnixStartTime")
	if ok && unix > 0 && unix < maxSpan {
		u.From, s.Peak.At = unix+from, s.Peak.At+unix
	} else {
		s.Peak.At = 0
	}
	return s.Peak, u
}

// Standard is the format whose logs need no importing.
const Standard = "Standard Workload Format"

// Imported is the account of any log: formats that need no importing have but
// records.
func (l *Log) Imported() Import {
	if l.Import != nil {
		return *l.Import
	}
	return Import{Format: Standard, Records: l.Len() + l.Bad, Jobs: l.Len()}
}

// BeyondSlurm says whether a scheduler other than Slurm wrote the log, by the format's name.
func (m *Import) BeyondSlurm() bool {
	for _, scheduler := range []string{"PBS", "LSF", "Grid Engine"} {
		if strings.HasPrefix(m.Format, scheduler+" ") {
			return true
		}
	}
	return false
}

// Words tell the account, a sentence a line.
func (m *Import) Words() []string {
	n := numeral.Count[int]
	text := m.Format + ": " + n(m.Records) + " records"
	if m.Folded > 0 {
		text += ", " + n(m.Folded) + " of them parts of others"
	}
	text += "; " + n(m.Jobs) + " jobs"
	list := []string{text}
	for _, l := range m.Left {
		text := "left out: " + l.Why + " " + n(l.N)
		if len(l.First) > 0 {
			text += " (the first in line " + strconv.Itoa(l.First[0].Line) + ")"
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
			row = l.At(i)
			if !yield(&row) {
				return
			}
		}
	}
}
