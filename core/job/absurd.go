package job

import (
	"iter"

	"shadowtime/core/base/numeral"
)

// Sizes finds the sizes of jobs that can be those of no machine: so many times as large as
// all others that they are taken for wrong.
type Sizes struct {
	jobs int
	top  [9]int64 // the largest that differ, the largest first
}

const (
	unlike  = 1000 // times as large as the next
	unlikes = 100  // jobs that say what sizes are like
)

// Add tells of a job.
func (s *Sizes) Add(size int64) {
	if s.jobs++; size > MaxSize {
		return
	}
	for i, have := range s.top {
		if size == have {
			return
		}
		if size > have {
			copy(s.top[i+1:], s.top[i:])
			s.top[i] = size
			return
		}
	}
}

// Largest is the largest size of a machine's job.
func (s *Sizes) Largest() int64 {
	for i := len(s.top) - 2; i >= 0 && s.jobs >= unlikes; i-- {
		if next := s.top[i+1]; next > 0 && s.top[i]/unlike >= next {
			return next
		}
	}
	return s.top[0]
}

// Lull doubts a time of years without a submit that is most of a log: one may be wrong; false:
// there is none. It goes over the submit times twice, and holds none.
func Lull(submits iter.Seq[int64]) (d Doubt, is bool) {
	first, last := int64(1<<62), int64(0)
	for at := range submits {
		first, last = min(first, at), max(last, at)
	}
	var part [9]struct{ from, to int64 } // a lull that is most of the log spans some of eight
	for at := range submits {
		p := &part[(at-first)/((last-first)/8+1)]
		if p.to == 0 {
			p.from = at
		}
		p.from, p.to = min(p.from, at), max(p.to, at+1)
	}
	most, before := int64(0), first
	for _, p := range part {
		if p.to > 0 {
			most, before = max(most, p.from-before), p.to-1
		}
	}
	if most < 366*Day || most*2 < last-first {
		return d, false
	}
	return Doubt{Says: "no job was submitted for " + numeral.Count(most/Day) + " days, most of the log",
		Remedy: "look whether a submit time is wrong, and take that job out", Grave: true}, true
}
