package account

import "shadowtime/core/wire"

// packed is a stretch of a column: the least value, and how far each is above it in
// as many bytes as the largest distance needs. Records stand in about the order of
// their times, so most columns take a byte or two.
type packed struct {
	base  int64
	width uint8
	data  []byte
}

func pack(col []int64) packed {
	least, most := col[0], col[0]
	for _, v := range col {
		least, most = min(least, v), max(most, v)
	}
	p := packed{base: least}
	for d := uint64(most) - uint64(least); d > 0 && p.width < 8; d >>= 8 {
		p.width++
	}
	if p.width == 0 {
		return p
	}
	p.data = make([]byte, 0, len(col)*int(p.width))
	for _, v := range col {
		d := uint64(v) - uint64(least)
		for range p.width {
			p.data = append(p.data, byte(d))
			d >>= 8
		}
	}
	return p
}

func (p *packed) at(i int) int64 {
	w := int(p.width)
	d := uint64(0)
	for k, b := range p.data[i*w : i*w+w] {
		d |= uint64(b) << (8 * k)
	}
	return int64(uint64(p.base) + d)
}

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
	columns
)

const stretch = 4096 // jobs

// store holds jobs, packed but for the last few.
type store struct {
	full []part
	last [columns][]int64
	n    int
	dead map[int]struct{} // jobs that a later record of the same replaced

	slots []uint32 // by key: the place of a job, from 1; open addressing
	keyed int
}

// part is a stretch of jobs; none starts before from, none ends after to.
type part struct {
	col      [columns]packed
	from, to int64
}

func (s *store) at(col, i int) int64 {
	if p := i / stretch; p < len(s.full) {
		return s.full[p].col[col].at(i % stretch)
	}
	return s.last[col][i%stretch]
}

// add keeps a job. It replaces one with the same key, submit and start: was is its
// place, -1 where there is none.
func (s *store) add(row *[columns]int64) (was int) {
	was = s.find(row)
	for c, v := range row {
		if s.last[c] == nil {
			s.last[c] = make([]int64, 0, stretch)
		}
		s.last[c] = append(s.last[c], v)
	}
	s.n++
	if s.n%stretch == 0 {
		s.seal()
	}
	return was
}

// seal packs the last stretch.
func (s *store) seal() {
	p := part{from: 1 << 62}
	for i := range s.last[submit] {
		from := s.last[submit][i] + s.last[wait][i]
		p.from, p.to = min(p.from, from), max(p.to, from+s.last[run][i])
	}
	for c := range s.last {
		p.col[c] = pack(s.last[c])
		s.last[c] = s.last[c][:0]
	}
	s.full = append(s.full, p)
}

// find looks for the job that row repeats, and makes its place row's, which is the
// next.
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
		if s.at(key, i) == row[key] && s.at(submit, i) == row[submit] && s.at(wait, i) == row[wait] {
			if s.dead == nil {
				s.dead = map[int]struct{}{}
			}
			s.dead[i] = struct{}{}
			s.slots[at] = uint32(s.n + 1)
			return i
		}
	}
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
