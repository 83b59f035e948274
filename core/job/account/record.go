package account

import "shadowtime/core/job"

// Record is what one line or object of a file says of a job, or of several tasks of
// an array. Its texts may be parts of a buffer.
type Record struct {
	Key  int64  // names the job; see KeyOf
	ID   []byte // as the file has it
	Line int

	Submit, Eligible, Start, End Stamp

	Run       int64 // as given, without what was suspended; Unlimited: end - start
	Waited    int64 // as told beside the times, or Unlimited
	Suspended int64 // seconds between start and end in which it did not run
	Limit     int64 // requested time, or Unlimited
	Unended   bool  // End is start plus Run, for want of one
	Past      bool  // it ran past its limit by less than the second that Run is cut to

	Alloc, Asked     int64 // processors; 0 and below: not known
	Nodes, AskedNode int64
	GPUs             int64

	Memory int64 // KB asked for, or Unlimited
	Per    Per

	State State
	Never bool // it never ran, whatever its times say
	Ran   bool // it ran, even if it has no start

	User, Group, Queue, Partition []byte

	Tasks Tasks // of an array; none: the record is of one job
}

// lasts is how long the job ran.
func (r *Record) lasts() int64 {
	if r.Run < 0 {
		return r.End.Sec - r.Start.Sec
	}
	return r.Run
}

// Clear makes a record of which nothing is known.
func (r *Record) Clear() {
	*r = Record{Run: Unlimited, Waited: Unlimited, Limit: Unlimited, Memory: Unlimited, Tasks: Tasks{ranges: r.Tasks.ranges[:0]}}
}

// State is what became of a job.
type State uint8

// The states; Other is a word that is not known.
const (
	Other State = iota
	Pending
	Running
	Completed
	Failed
	Cancelled
	Requeued // put back into the queue when it had run: another record tells of its next life
	Resizing // a piece of a job that went on with another size: another record tells how
)

// status is that of the Standard Workload Format.
func (s State) status() int64 {
	switch s {
	case Completed:
		return 1
	case Pending, Failed, Requeued:
		return 0
	case Cancelled:
		return 5
	}
	return -1
}

// Settle makes a life of a record that says pending and yet has a run behind it; one that was put back into
// the queue, or that changes its size, and has not ended waits, or runs.
func (r *Record) Settle() {
	ended := r.Start.Kind != None && r.End.Kind != None
	switch {
	case r.State == Pending && ended && r.Run != 0 && r.End.Sec > r.Start.Sec:
		r.State = Requeued
	case r.State == Requeued && !ended:
		r.State = Pending
	case r.State == Resizing && !ended:
		r.State = Running
	}
}

// KeyOf is the key of a task of an array, or of a component of a job.
func KeyOf(id, task int64) int64 { return 1<<62 | (id&(1<<37-1))<<24 | task&(1<<24-1) }

// reason is why a record makes no job; the first that holds counts.
type reason uint8

const (
	kept reason = iota
	notChosen
	notInSpan
	pending
	running
	untimed
	neverStarted
	backwards
	noProcessors
	duplicate
	tooMany
	reasons
)

func (w reason) words(u Unit) string {
	switch w {
	case notChosen:
		return job.NotChosen
	case notInSpan:
		return "submitted outside the span"
	case pending:
		return "pending"
	case running:
		return "running"
	case untimed:
		return "ran without times"
	case neverStarted:
		return "never started"
	case backwards:
		return "ends before it starts"
	case noProcessors:
		return [...]string{"no processors", "no nodes", "no GPUs"}[u]
	case duplicate:
		return "duplicate"
	}
	return "too many jobs"
}

// reason looks at a record whose times are resolved, of whatever partition.
func (b *Builder) reason(r *Record) reason {
	noStart, noEnd := r.Start.Kind == None, r.End.Kind == None
	terminal := r.State >= Completed || r.State == Other && !noEnd
	switch {
	case r.State == Pending && (noStart || noEnd), noStart && noEnd && !terminal:
		return pending
	case r.State == Running, noEnd && !noStart:
		return running
	case noStart && r.Ran:
		return untimed
	case noStart, r.Never:
		return neverStarted
	case r.Run < 0 && r.End.Sec < r.Start.Sec:
		return backwards
	}
	if alloc, _ := b.size(r); alloc <= 0 {
		return noProcessors
	}
	return kept
}

// size is what a job has and what it asked for, in the unit chosen.
func (b *Builder) size(r *Record) (alloc, asked int64) {
	switch b.o.Unit {
	case Nodes:
		alloc, asked = r.Nodes, r.AskedNode
	case GPUs:
		alloc, asked = r.GPUs, 0
	default:
		alloc, asked = r.Alloc, r.Asked
	}
	if asked <= 0 || asked > maxSize {
		asked = -1
	}
	if alloc <= 0 {
		alloc = asked
	}
	if alloc > maxSize {
		alloc = -1
	}
	return alloc, asked
}
