package oracle

import (
	"cmp"
	"slices"

	"shadowtime/core/job"
)

// Foresight is EASY with predicted run times, in words.
type Foresight struct {
	Primary    string // names of orders; "": first come, first served
	Backfill   string
	Threshold  int64  // seconds, negative: none
	Correction string // requested, incremental, doubling
	Dialect    string // shadowtime, pyss
	Depth      int    // so many waiting jobs are looked at, 0: all
	Tries      int    // so many are tried behind the head, 0: all

	Submit     func(j int, now int64) int64 // predicts
	Start, End func(j int, now int64)
}

// Foretold simulates. It returns the start instant of every job, what was predicted
// when it was submitted, and how often that was corrected.
func Foretold(t *job.Trace, s Foresight) (start, first []int64, fixed []int) {
	n := t.Len()
	expecting := *t // requests become predictions as jobs arrive
	expecting.Request = slices.Clone(t.Request)
	f := &foretelling{sight: s, request: t.Request, first: make([]int64, n), fixed: make([]int, n)}
	f.trace, f.setup = &expecting, Setup{Primary: cmp.Or(s.Primary, "FCFS"), Backfill: s.Backfill, Threshold: s.Threshold,
		Depth: s.Depth, Tries: s.Tries}
	f.start, f.state = make([]int64, n), make([]state, n)
	switch s.Dialect {
	case "shadowtime":
		f.shadowtime()
	case "pyss":
		f.pyss()
	default:
		panic("oracle: dialect " + s.Dialect + " knows no predictions")
	}
	for _, s := range f.state {
		if s != ended {
			panic("oracle: the queue did not drain")
		}
	}
	return f.start, f.first, f.fixed
}

// foretelling is a world whose trace has what is expected in place of requests.
type foretelling struct {
	world
	sight   Foresight
	request []int64
	first   []int64
	fixed   []int
	told    int // of the log of starts
}

// shadowtime: ends, corrections, arrivals, one pass.
func (f *foretelling) shadowtime() {
	for f.advance() {
		for _, j := range f.ending() {
			f.finish(j)
		}
		f.correct()
		for _, j := range f.arriving() {
			f.arrive(j)
		}
		f.pass()
		f.tell()
	}
}

// pyss: corrections, then a pass after every arrival and every end; a job due to
// end now holds no processors though its end is not handled.
func (f *foretelling) pyss() {
	for f.advance() {
		f.correct()
		ending := f.ending()
		for _, j := range ending {
			if f.planned(j) <= f.now {
				f.state[j] = ended
			}
		}
		for _, j := range f.arriving() {
			f.arrive(j)
			if f.sight.Backfill != "FCFS" || f.q(j) <= f.free() {
				f.pass()
			}
		}
		for _, j := range ending {
			f.finish(j)
			f.pass()
		}
		f.tell()
	}
}

// advance goes to the next arrival, end or correction.
func (f *foretelling) advance() bool {
	t, ok := f.nextInstant()
	for _, j := range f.all(running) {
		if f.planned(j) < f.end(j) {
			t = min(t, f.planned(j))
		}
	}
	f.now = t
	return ok
}

func (f *foretelling) ending() (list []int) {
	for _, j := range f.all(running) {
		if f.end(j) == f.now {
			list = append(list, j)
		}
	}
	return list
}

func (f *foretelling) arriving() (list []int) {
	for _, j := range f.all(unborn) {
		if f.trace.Submit[j] == f.now {
			list = append(list, j)
		}
	}
	return list
}

func (f *foretelling) arrive(j int) {
	f.first[j] = f.sight.Submit(j, f.now)
	f.trace.Request[j] = f.first[j]
	f.state[j] = waiting
}

func (f *foretelling) finish(j int) {
	f.state[j] = ended
	f.sight.End(j, f.now)
}

// tell says what started in this instant.
func (f *foretelling) tell() {
	for _, j := range f.log[f.told:] {
		f.sight.Start(j, f.now)
	}
	f.told = len(f.log)
}

// correct deals with jobs that run on although they should end now.
func (f *foretelling) correct() {
	for _, j := range f.all(running) {
		if f.planned(j) == f.now && f.end(j) > f.now {
			f.trace.Request[j] = f.corrected(j)
			f.fixed[j]++
		}
	}
}

// corrected is never above the request, or twice what it was where that would not
// be later.
func (f *foretelling) corrected(j int) int64 {
	const minute, hour = 60, 3600
	was, most, next := f.trace.Request[j], f.request[j], f.request[j]
	switch f.sight.Correction {
	case "incremental":
		more := []int64{minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 5 * hour, 10 * hour, 20 * hour, 50 * hour, 100 * hour}
		if f.fixed[j] < len(more) {
			next = min(most, f.first[j]+more[f.fixed[j]])
		}
	case "doubling":
		next = 2 * was
		if f.sight.Dialect == "shadowtime" {
			next = min(most, next)
		}
	}
	if next <= was {
		next = 2 * was
	}
	return next
}

// pass makes the reservation anew for each candidate.
func (f *foretelling) pass() {
	if f.sight.Depth > 0 || f.sight.Tries > 0 {
		f.limited("first", true)
		return
	}
	queue := f.fromTheFront(f.sorted(f.all(waiting), f.setup.Primary, true))
	if len(queue) == 0 {
		return
	}
	rest := slices.Sorted(slices.Values(queue[1:]))
	for _, j := range f.sorted(rest, f.sight.Backfill, true) {
		shadow, extra := f.reservation(queue[0])
		if f.q(j) <= f.free() && (f.now+f.trace.Request[j] <= shadow || f.q(j) <= extra) {
			f.begin(j)
		}
	}
}
