package job

import (
	"slices"

	"shadowtime/core/base/numeral"
)

// Usage is how many processors of a machine jobs had at once, week by week: as far
// as can be seen, what the machine had.
type Usage struct {
	From int64   // Unix time at which the first week begins, 0: unknown
	Week []int64 // the most in use at once, by week
}

// maxSpan bounds what a Sweep goes over: its weeks are held.
const maxSpan = 1 << 33

// Sweep follows how many processors are in use. Starts and ends are told in any
// order between two calls of Settle, but none before what was settled.
type Sweep struct {
	Peak     Peak
	Week     []int64
	from     int64
	at, busy int64
	starts   []uint64
	ends     []uint64
	room     []uint64 // to sort in
}

// NewSweep begins at an instant that no start is before.
func NewSweep(from int64) *Sweep { return &Sweep{from: from} }

// Start and End tell of a job's. Times beyond 272 years are left out, and so are
// sizes that no machine has.
func (s *Sweep) Start(at, procs int64) { s.starts = s.told(s.starts, at, procs) }
func (s *Sweep) End(at, procs int64)   { s.ends = s.told(s.ends, at, procs) }

// told packs an instant and a size: sorting numbers is twice as fast as pairs.
func (s *Sweep) told(list []uint64, at, procs int64) []uint64 {
	if at -= s.from; at < 0 || at >= maxSpan || procs <= 0 || procs > MaxSize {
		return list
	}
	return append(list, uint64(at)<<31|uint64(procs))
}

// Settle counts what was told.
func (s *Sweep) Settle() {
	s.sort(s.starts)
	s.sort(s.ends)
	i, j := 0, 0
	for i < len(s.starts) || j < len(s.ends) {
		if j == len(s.ends) || i < len(s.starts) && s.starts[i]>>31 < s.ends[j]>>31 {
			s.turn(s.starts[i], 1)
			i++
		} else {
			s.turn(s.ends[j], -1)
			j++
		}
	}
	s.starts, s.ends = s.starts[:0], s.ends[:0]
}

// sort puts what was told in the order of time, digit by digit: sizes at one instant are added up in any order.
func (s *Sweep) sort(list []uint64) {
	const few, digit = 256, 11 // digit in bits
	if len(list) < few {
		slices.Sort(list)
		return
	}
	if slices.IsSorted(list) {
		return
	}
	top := slices.Max(list)
	s.room = slices.Grow(s.room[:0], len(list))[:len(list)]
	from, to := list, s.room
	for at := 31; top>>at > 0; at += digit {
		var place [1 << digit]int
		for _, e := range from {
			place[e>>at&(1<<digit-1)]++
		}
		sum := 0
		for i, n := range place {
			place[i], sum = sum, sum+n
		}
		for _, e := range from {
			p := &place[e>>at&(1<<digit-1)]
			to[*p] = e
			*p++
		}
		from, to = to, from
	}
	copy(list, from)
}

func (s *Sweep) turn(e uint64, sign int64) {
	if t := int64(e >> 31); t > s.at {
		for len(s.Week) <= int((t-1)/Week) {
			s.Week = append(s.Week, 0)
		}
		for w := s.at / Week; w <= (t-1)/Week; w++ {
			s.Week[w] = max(s.Week[w], s.busy)
		}
		if s.busy > s.Peak.Procs {
			s.Peak.Procs, s.Peak.At = s.busy, s.from+s.at
		}
		s.at = t
	}
	s.busy += sign * int64(e&(1<<31-1))
}

// Drift says that the machine seems to have grown or shrunk, "" where it does not:
// half of the weeks of the log's first quarter reach what those of its last do not
// come near, or the other way round.
func (u *Usage) Drift(unit string) string {
	const enough, apart = 12, 1.3 // weeks; and how far quarters differ
	n := len(u.Week)
	if n < enough {
		return ""
	}
	first, last := median(u.Week[:n/4]), median(u.Week[n-n/4:])
	word := "grown"
	switch {
	case float64(last) > apart*float64(first):
	case float64(first) > apart*float64(last):
		word = "shrunk"
	default:
		return ""
	}
	return "the machine may have " + word + ": at the busiest of a week " + numeral.Count(first) + " " + unit +
		" were in use in the log's first quarter and " +
		numeral.Count(last) + " in its last (medians): one size does not fit both"
}

func median(v []int64) int64 {
	s := slices.Clone(v)
	slices.Sort(s)
	return s[len(s)/2]
}
