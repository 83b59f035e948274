package account

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// what a job has in the store.
const (
	key = iota // names it: of its id
	submit
	wait
	run
	alloc
	asked
	limit
	memory
	status
	user
	group
	queue
	partition
	line
	beyond // how much later than start and run say it ended: it was suspended
	doubts // bits
	columns
)

// doubt is a bit of what is to be said of a job.
type doubt int64

const (
	early      doubt = 1 << iota // submitted after its start
	unsent                       // without a submit time
	overrun                      // ran past its limit
	limitless                    // without one
	zeroLimit                    // of 0 seconds
	larger                       // got more than it asked for
	fewer                        // got less than it asked for
	unasked                      // does not say what it asked for
	unended                      // without an end
	uneven                       // its run time is not end minus start
	cut                          // stands for tasks of a list that is cut off
	alike                        // shares id, submit and start with another job
	unwaited                     // its wait is not start minus submit
	doubled                      // a time in an hour that summer time doubles
	missing                      // a time in an hour that summer time leaves out
	yearly                       // its limit of a year stands for none
	unfinished                   // a piece of a job that went on with another size
	resized                      // put together of pieces of several sizes
	pieced                       // put together of pieces of one size
	noDoubt
)

// store holds jobs.
type store struct {
	col  [columns]job.Column
	busy []span
	n    int
	dead map[int]struct{} // jobs that a later record of the same replaced
	made map[int][]Piece  // of what jobs were put together, by place

	slots []uint32 // by key: the place of a job, from 1; open addressing
	keyed int
}

// span is that of a stretch of jobs: none starts before from, none ends after to.
type span struct{ from, to int64 }

func (s *store) at(col, i int) int64 { return s.col[col].At(i) }

// add keeps a job, which has its place in the table already if placed. It replaces one that says the same:
// was is its place, -1 where there is none.
func (s *store) add(row *[columns]int64, placed bool) (was int) {
	if was = -1; !placed {
		was = s.find(row)
	}
	for c, v := range row {
		s.col[c].Append(v)
	}
	if s.n%job.Stretch == 0 {
		s.busy = append(s.busy, span{from: 1 << 62})
	}
	from := row[submit] + row[wait]
	b := &s.busy[len(s.busy)-1]
	b.from, b.to = min(b.from, from), max(b.to, from+row[run])
	s.n++
	return was
}

// find looks for the job that row repeats, and makes its place row's, which is the
// next. One that differs in how it ran is another job: a task of an array that has its
// number alone.
func (s *store) find(row *[columns]int64) (was int) {
	if 3*s.keyed >= 2*len(s.slots) {
		s.widen()
	}
	mask := uint64(len(s.slots) - 1)
	for at := mix(uint64(row[key])) & mask; ; at = (at + 1) & mask {
		i := int(s.slots[at]) - 1
		if i < 0 {
			s.slots[at] = uint32(s.n + 1)
			s.keyed++
			return -1
		}
		if s.at(key, i) != row[key] || s.at(submit, i) != row[submit] || s.at(wait, i) != row[wait] {
			continue
		}
		if s.at(run, i) != row[run] || s.at(alloc, i) != row[alloc] || s.at(status, i) != row[status] {
			row[doubts] |= int64(alike)
			continue
		}
		s.replace(i, at)
		return i
	}
}

// replace gives a job's place in the table to the next row.
func (s *store) replace(i int, at uint64) {
	if s.dead == nil {
		s.dead = map[int]struct{}{}
	}
	s.dead[i] = struct{}{}
	s.slots[at] = uint32(s.n + 1)
}

// has says whether a job has the key.
func (s *store) has(k int64) bool {
	if len(s.slots) == 0 {
		return false
	}
	mask := uint64(len(s.slots) - 1)
	for at := mix(uint64(k)) & mask; s.slots[at] != 0; at = (at + 1) & mask {
		if s.at(key, int(s.slots[at]-1)) == k {
			return true
		}
	}
	return false
}

func (s *store) widen() {
	old := s.slots
	s.slots = make([]uint32, max(1024, 2*len(old)))
	mask := uint64(len(s.slots) - 1)
	for _, place := range old {
		if place == 0 {
			continue
		}
		at := mix(uint64(s.at(key, int(place)-1))) & mask
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = place
	}
}

// alive says that no later record replaced the job.
func (s *store) alive(i int) bool {
	if s.dead == nil {
		return true
	}
	_, dead := s.dead[i]
	return !dead
}

// Hash names bytes by a number, FNV-1a; one more part is folded in with h.
func Hash(h uint64, b []byte) uint64 {
	if h == 0 {
		h = wire.Start
	}
	return wire.Sum(h, b)
}

// mix spreads the bits of a key (SplitMix64).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
