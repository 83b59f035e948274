package held

import (
	"sort"

	"shadowtime/core/job"
)

// Record is what happened on a machine: submissions, starts and ends in their order. It is only
// read once made: passes share it.
type Record struct {
	trace  *job.Trace // with the processors that jobs had; no request is shorter than its run time
	start  []int64    // by job; of one left out its submit time
	events []event
	Jobs   int // that are in it
	Left   int // jobs without a recorded wait, or that did not run
}

// event is one of a job's three.
type event struct {
	at   int64
	job  int32
	kind kind
}

// kind is what happens; of one second, ends come first, and a job is submitted before it starts.
type kind uint8

const (
	ends kind = iota
	comes
	starts
)

// RecordOf is the record of a trace; false where it tells no waits.
func RecordOf(t *job.Trace) (*Record, bool) {
	r, n := &Record{}, t.Len()
	if len(t.Wait) != n {
		return r, false
	}
	r.trace = asHad(t)
	r.start = make([]int64, n)
	r.events = make([]event, 0, 3*n)
	for j, wait := range t.Wait {
		r.start[j] = t.Submit[j]
		if !r.Has(j) {
			r.Left++
			continue
		}
		r.start[j] += wait
		r.Jobs++
		i := int32(j)
		r.events = append(r.events, event{r.start[j] + t.Run[j], i, ends}, event{t.Submit[j], i, comes}, event{r.start[j], i, starts})
	}
	r.events = inOrder(r.events)
	return r, r.Jobs > 0
}

// inOrder puts events in the order of their instants and of what happens, digit by digit; those alike stay in the order
// of their jobs. None is before the first job's.
func inOrder(list []event) []event {
	const digit = 11 // in bits
	key := func(e *event, base int64) uint64 { return uint64(e.at-base)<<2 | uint64(e.kind) }
	if len(list) == 0 {
		return list
	}
	base, top := list[0].at, uint64(0)
	for i := range list {
		base = min(base, list[i].at)
	}
	for i := range list {
		top = max(top, key(&list[i], base))
	}
	to := make([]event, len(list))
	for at := 0; top>>at > 0; at += digit {
		var place [1 << digit]int32
		for i := range list {
			place[key(&list[i], base)>>at&(1<<digit-1)]++
		}
		sum := int32(0)
		for i, n := range place {
			place[i], sum = sum, sum+n
		}
		for i := range list {
			p := &place[key(&list[i], base)>>at&(1<<digit-1)]
			to[*p] = list[i]
			*p++
		}
		list, to = to, list
	}
	return list
}

// asHad is the trace with what its jobs had for what they asked.
func asHad(t *job.Trace) *job.Trace {
	p := *t
	if t.Had != nil {
		p.Size = t.Had
	}
	p.Request = make([]int64, t.Len())
	for j, ask := range t.Request {
		p.Request[j] = max(ask, t.Run[j])
	}
	return &p
}

// Trace is what was recorded: sizes are the processors that jobs had, and no request is shorter than its run
// time.
func (r *Record) Trace() *job.Trace { return r.trace }

// Start is when a job started; its submit time where it is left out.
func (r *Record) Start(j int32) int64 { return r.start[j] }

// Span is from the first submission to the last event.
func (r *Record) Span() (first, last int64) { return r.trace.Submit[0], r.events[len(r.events)-1].at }

// first is the first event at or behind an instant.
func (r *Record) first(at int64) int {
	return sort.Search(len(r.events), func(i int) bool { return r.events[i].at >= at })
}

// Each tells of each start and end in their order which it is.
func (r *Record) Each(tell func(j int32, began bool)) {
	for i := range r.events {
		if x := &r.events[i]; x.kind != comes {
			tell(x.job, x.kind == starts)
		}
	}
}
