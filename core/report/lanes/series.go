package lanes

import (
	"cmp"
	"slices"
	"sort"

	"shadowtime/core/job"
)

// Series is a number that changes now and then, with what it takes to find its
// least and greatest value in any stretch at once.
type Series struct {
	Times  job.Column // ascending
	Values job.Column // from that instant on; 0 before the first
	levels []level
}

// level has the extremes of so many values at a time: one in the first, then fan
// times as many as in the level below.
type level struct{ least, most job.Column }

const fan = 16

// seriesOf is what jobs hold together, each so much from an instant to another; nothing where these
// are none. Jobs in two orders take an eighth of the room that a list of changes does.
func seriesOf(jobs int, hold func(j int32) (from, to, much int64)) *Series {
	var begin []int32
	for j := range int32(jobs) {
		if from, to, _ := hold(j); from < to {
			begin = append(begin, j)
		}
	}
	end := slices.Clone(begin)
	from := func(j int32) int64 { at, _, _ := hold(j); return at }
	to := func(j int32) int64 { _, at, _ := hold(j); return at }
	much := func(j int32) int64 { _, _, n := hold(j); return n }
	slices.SortStableFunc(begin, func(a, b int32) int { return cmp.Compare(from(a), from(b)) })
	slices.SortStableFunc(end, func(a, b int32) int { return cmp.Compare(to(a), to(b)) })
	each := func(do func(at, sum int64)) {
		sum, was := int64(0), int64(0)
		for i, k := 0, 0; k < len(end); {
			at := to(end[k])
			if i < len(begin) {
				at = min(at, from(begin[i]))
			}
			for ; i < len(begin) && from(begin[i]) == at; i++ {
				sum += much(begin[i])
			}
			for ; k < len(end) && to(end[k]) == at; k++ {
				sum -= much(end[k])
			}
			if sum != was {
				do(at, sum)
				was = sum
			}
		}
	}
	s := &Series{}
	each(func(at, sum int64) {
		s.Times.Append(at)
		s.Values.Append(sum)
	})
	s.levels = []level{{s.Values, s.Values}}
	for below := &s.levels[0]; below.least.Len() > fan; below = &s.levels[len(s.levels)-1] {
		var l level
		for from := 0; from < below.least.Len(); from += fan {
			least, most := below.least.At(from), below.most.At(from)
			for i := from + 1; i < min(from+fan, below.least.Len()); i++ {
				least, most = min(least, below.least.At(i)), max(most, below.most.At(i))
			}
			l.least.Append(least)
			l.most.Append(most)
		}
		s.levels = append(s.levels, l)
	}
	return s
}

// Busy is how many processors are in use.
func Busy(t *job.Trace, starts []int64, unknown int64) *Series {
	return seriesOf(len(starts), func(j int32) (from, to, much int64) {
		if at := starts[j]; at != unknown {
			return at, at + t.Run[j], int64(t.Size[j])
		}
		return 0, 0, 0
	})
}

// Queue is how many jobs wait.
func Queue(t *job.Trace, starts []int64, unknown int64) *Series {
	return seriesOf(len(starts), func(j int32) (from, to, much int64) {
		if at := starts[j]; at != unknown {
			return t.Submit[j], at, 1
		}
		return 0, 0, 0
	})
}

// Range is the least and the greatest value from an instant on, to another excluded.
func (s *Series) Range(from, to int64) (least, most int64) {
	i, found := s.find(from)
	if !found {
		i-- // what holds at from
	}
	end, _ := s.find(to)
	if i < 0 {
		if i = 0; end == 0 {
			return 0, 0
		}
		least, most = s.extremes(0, end)
		return min(least, 0), max(most, 0)
	}
	return s.extremes(i, max(end, i+1))
}

// find is where the first change at or after an instant stands, and whether it is at it.
func (s *Series) find(at int64) (i int, found bool) {
	return sort.Find(s.Times.Len(), func(i int) int { return cmp.Compare(at, s.Times.At(i)) })
}

// Peak is the first instant of a stretch at which the number is at its greatest there.
func (s *Series) Peak(from, to int64) int64 {
	_, most := s.Range(from, to)
	i, found := s.find(from)
	if !found && i > 0 && s.Values.At(i-1) == most {
		return from
	}
	for ; i < s.Times.Len() && s.Times.At(i) < to; i++ {
		if s.Values.At(i) == most {
			return s.Times.At(i)
		}
	}
	return from
}

// extremes are those of the values from i to end, one of them at least.
func (s *Series) extremes(i, end int) (least, most int64) {
	least, most = s.Values.At(i), s.Values.At(i)
	for up := range s.levels {
		l, last := &s.levels[up], up == len(s.levels)-1
		for i < end && (last || i%fan != 0) {
			least, most = min(least, l.least.At(i)), max(most, l.most.At(i))
			i++
		}
		for i < end && end%fan != 0 && !last {
			end--
			least, most = min(least, l.least.At(end)), max(most, l.most.At(end))
		}
		if i >= end || last {
			break
		}
		i, end = i/fan, end/fan
	}
	return least, most
}

// Columns are the extremes of a window cut into as many columns as least has.
func (s *Series) Columns(from, to int64, least, most []int64) {
	n := int64(len(least))
	for i := range n {
		a := from + (to-from)/n*i + (to-from)%n*i/n
		b := from + (to-from)/n*(i+1) + (to-from)%n*(i+1)/n
		least[i], most[i] = s.Range(a, max(b, a+1))
	}
}
