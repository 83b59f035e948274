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
	shorter                      // its run time is shorter than end minus start
	longer                       // it is longer
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

	slots []uint32 // by key: the place of a job, from 1, with bits of the key above it; open addressing
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
	mask, h := uint64(len(s.slots)-1), mix(uint64(row[key]))
	for at := h & mask; ; at = (at + 1) & mask {
		slot := s.slots[at]
		i := int(slot&places) - 1
		if i < 0 {
			s.slots[at] = mark(h, s.n)
			s.keyed++
			return -1
		}
		if slot&^places != uint32(h>>32)&^places || s.at(key, i) != row[key] || s.at(submit, i) != row[submit] ||
			s.at(wait, i) != row[wait] {
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

// places are the bits of a slot that tell where a job is; those above are the key's, so that few others have to be looked at.
const places = 2*MaxJobs - 1

// mark is the slot of the job at a place.
func mark(h uint64, i int) uint32 { return uint32(h>>32)&^places | uint32(i+1) }

// replace gives a job's place in the table to the next row.
func (s *store) replace(i int, at uint64) {
	if s.dead == nil {
		s.dead = map[int]struct{}{}
	}
	s.dead[i] = struct{}{}
	s.slots[at] = s.slots[at]&^places | uint32(s.n+1)
}

// holds is the place of the job in a slot, -1 where that is of another key.
func (s *store) holds(at, h uint64, k int64) int {
	slot := s.slots[at]
	if i := int(slot&places) - 1; i < s.n && slot&^places == uint32(h>>32)&^places && s.at(key, i) == k {
		return i
	}
	return -1
}

// has says whether a job has the key.
func (s *store) has(k int64) bool {
	if len(s.slots) == 0 {
		return false
	}
	mask, h := uint64(len(s.slots)-1), mix(uint64(k))
	for at := h & mask; s.slots[at] != 0; at = (at + 1) & mask {
		if s.holds(at, h, k) >= 0 {
			return true
		}
	}
	return false
}

// widen puts the jobs into a larger table, in their order: those of other keys that a slot was given up to are in none.
func (s *store) widen() {
	s.slots = make([]uint32, max(1024, 2*len(s.slots)))
	mask := uint64(len(s.slots) - 1)
	s.keyed = 0
	i := -1
	for k := range s.col[key].All() {
		if i++; !s.alive(i) {
			continue
		}
		h := mix(uint64(k))
		at := h & mask
		for s.slots[at] != 0 {
			at = (at + 1) & mask
		}
		s.slots[at] = mark(h, i)
		s.keyed++
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

// block holds some columns of up to a stretch of jobs, unpacked.
type block struct {
	of   [4][]int64
	room [4][job.Stretch]int64
}

// unpack puts columns of the stretch of jobs that begins at a place into a block.
func (s *store) unpack(b *block, from int, columns ...int) {
	n := min(job.Stretch, s.n-from)
	for i, c := range columns {
		b.of[i] = s.col[c].Unpack(from, b.room[i][:n])
	}
}

// picked puts columns of jobs of the order, a stretch of them at most, into a block.
func (s *store) picked(b *block, part []uint64, columns ...int) {
	together := place(part[0])%job.Stretch == 0 && inOrder(part)
	for i, c := range columns {
		if b.of[i] = b.room[i][:len(part)]; together {
			b.of[i] = s.col[c].Unpack(place(part[0]), b.of[i])
			continue
		}
		for k, e := range part {
			b.of[i][k] = s.at(c, place(e))
		}
	}
}
