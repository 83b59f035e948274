package job

import "shadowtime/core/job/rule"

import "slices"

// Trace is a sequence of rigid jobs on a machine of Procs identical
// processors: what is simulated. Jobs stand in order of submit time, equal
// times in file order. The columns have equal lengths and are read only once
// made: engines, workers and views share them.
type Trace struct {
	Name  string
	Procs int64 // machine size m

	Submit  []int64 // r, on the trace's own clock
	Run     []int64 // p >= 0
	Request []int64 // p~ >= 0, the requested (estimated) run time
	Size    []int32 // q, 1 <= q <= Procs
	User    []int32 // index into Users

	Users []int64 // user ids of the log, ascending; -1 (unknown) is one user

	// Unasked says of each job whether it has no request: its run time stands for it. It is
	// nil where all have one.
	Unasked []bool

	// App is the application of each job, 0 to Apps-1: jobs of one user have the
	// same when executable and queue have the same numbers, -1 (unknown) being one.
	// It is nil where the log names neither of any job.
	App  []int32
	Apps int32
	// Queue and Partition are the log's numbers of each job's, -1 where it has none. They are nil
	// where the log names none of any job.
	Queue, Partition []int32
	// Groups is, by user as in Users, the group that most of its jobs have, the
	// least of several; -1 where they have none. It is nil where the log names none.
	Groups []int64
	// Memory is what each job asks for, else used, in KB a processor, 0 where that is
	// unknown. It is nil where the log names none of any job.
	Memory []int64
	// Wait is how long the log says that each job waited, in seconds, -1 where it does not. It
	// is nil where it does not say so of any job, and in a resampled trace.
	Wait []int64
	// Had is how many processors the log says that each job was given, where it says so of any job
	// other than Size; nil else, and in a resampled trace.
	Had []int32
	// Ahead is by how many seconds the clock of the people who submitted a resample's jobs
	// was ahead of its weeks', see Calendar.Ahead. It is nil of a log, whose Calendar knows,
	// and where no zone changed.
	Ahead []int32

	// Start is the instant orders that look at the submit time count from
	// (F1-F4): 0 of a resampled trace; of a log its header's Origin, else its
	// first submit.
	Start int64
	// ID is the job id of the log; Pos the job's position in the log. Both are
	// nil in a resampled trace.
	ID  []int64
	Pos []int32

	// Closures are the processors that are out for a time, on the trace's clock: Procs are all
	// there ever are. It is nil of a log: whoever asks about a machine says them.
	Closures []Closure
	// Rules forbid starts. They are nil of a log: whoever asks about a machine says them.
	Rules []rule.Bound

	Digest   Digest   // of the log the trace was made from
	Calendar Calendar // where the weeks of the trace begin
}

// Digest is the SHA-256 of a log's columns before cleaning and its header's
// machine size; it names the data a result was computed from.
type Digest [32]byte

// Hex writes the digest in lower-case hexadecimal digits.
func (d Digest) Hex() string {
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 64)
	for _, c := range d {
		b = append(b, digits[c>>4], digits[c&15])
	}
	return string(b)
}

// Parse reads what Hex wrote, in lower case; false of anything else, which changes
// nothing.
func (d *Digest) Parse(text string) bool {
	if len(text) != 2*len(d) {
		return false
	}
	var read Digest
	for i := range read {
		for _, c := range []byte(text[2*i : 2*i+2]) {
			switch {
			case c >= '0' && c <= '9':
				c -= '0'
			case c >= 'a' && c <= 'f':
				c -= 'a' - 10
			default:
				return false
			}
			read[i] = read[i]<<4 | c
		}
	}
	*d = read
	return true
}

// Part is the trace of jobs from..to-1 alone; it shares the columns.
func (t *Trace) Part(from, to int) Trace {
	p := *t
	p.Submit, p.Run, p.Request = part(t.Submit, from, to), part(t.Run, from, to), part(t.Request, from, to)
	p.Size, p.User, p.App = part(t.Size, from, to), part(t.User, from, to), part(t.App, from, to)
	p.Queue, p.Partition = part(t.Queue, from, to), part(t.Partition, from, to)
	p.Had = part(t.Had, from, to)
	p.ID, p.Pos, p.Memory, p.Wait = part(t.ID, from, to), part(t.Pos, from, to), part(t.Memory, from, to), part(t.Wait, from, to)
	p.Ahead, p.Unasked = part(t.Ahead, from, to), part(t.Unasked, from, to)
	return p
}

func part[T any](column []T, from, to int) []T {
	if column == nil {
		return nil
	}
	return column[from:to]
}

// Lasting is the trace of the jobs that run at all, p > 0, alone; itself where all do.
func (t *Trace) Lasting() *Trace {
	n := 0
	for _, p := range t.Run {
		if p > 0 {
			n++
		}
	}
	if n == t.Len() {
		return t
	}
	p := *t
	for _, column := range []*[]int64{&p.Submit, &p.Request, &p.ID, &p.Memory, &p.Wait, &p.Run} {
		*column = lasting(*column, t.Run, n)
	}
	p.Unasked = lasting(p.Unasked, t.Run, n)
	for _, column := range []*[]int32{&p.Size, &p.User, &p.App, &p.Queue, &p.Partition, &p.Had, &p.Pos, &p.Ahead} {
		*column = lasting(*column, t.Run, n)
	}
	return &p
}

// lasting are the n entries of a column of jobs that run; nil stays nil.
func lasting[T int32 | int64 | bool](column []T, run []int64, n int) []T {
	if column == nil {
		return nil
	}
	list := make([]T, 0, n)
	for j, x := range column {
		if run[j] > 0 {
			list = append(list, x)
		}
	}
	return list
}

// Len is the number of jobs.
func (t *Trace) Len() int { return len(t.Submit) }

// FileOrder lists the jobs by their position in the log.
func (t *Trace) FileOrder() []int32 {
	list := make([]int32, t.Len())
	for j := range list {
		list[j] = int32(j)
	}
	if t.Pos != nil {
		slices.SortFunc(list, func(a, b int32) int { return int(t.Pos[a]) - int(t.Pos[b]) })
	}
	return list
}

// Requests is how many jobs have a request.
func (t *Trace) Requests() int {
	n := t.Len()
	for _, none := range t.Unasked {
		if none {
			n--
		}
	}
	return n
}

// Asked says whether job j has a request.
func (t *Trace) Asked(j int) bool { return t.Unasked == nil || !t.Unasked[j] }

// Day and Week are in seconds.
const (
	Day  = 24 * 60 * 60
	Week = 7 * Day
)

// Calendar says where a trace's weeks begin.
type Calendar struct {
	Monday int64   // an instant of the trace's clock that begins a week
	Offset int64   // seconds east of UTC of the weeks, and of instants before the first shift
	Unix   int64   // Unix time of instant 0 of the trace's clock; 0 when unknown
	Source string  // in words: what the alignment was taken from
	Summer int64   // by how many seconds Offset is ahead of standard time, the zone's least offset
	Shifts []Shift // of the zone over the log and some time beyond, in order of time; none where none is known
}
