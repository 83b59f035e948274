package lanes

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
)

// Series is a number that changes now and then, with what it takes to find its
// least and greatest value in any stretch at once.
type Series struct {
	Times  []int64 // ascending
	Values []int64 // from that instant on; 0 before the first
	levels []level
}

// level has the extremes of so many values at a time: fan times as many as the
// level below.
type level struct{ least, most []int64 }

const fan = 16

// change is what an instant adds.
type change struct{ at, by int64 }

func seriesOf(list []change) *Series {
	sorted.Stable(list, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	// a change becomes the number from then on, in its own place
	sum, n := int64(0), 0
	for i, c := range list {
		if sum += c.by; i+1 < len(list) && list[i+1].at == c.at {
			continue
		}
		if n == 0 || list[n-1].by != sum {
			list[n] = change{c.at, sum}
			n++
		}
	}
	s := &Series{Times: make([]int64, n), Values: make([]int64, n)}
	for i, c := range list[:n] {
		s.Times[i], s.Values[i] = c.at, c.by
	}
	least, most := s.Values, s.Values
	for len(least) > fan {
		n := (len(least) + fan - 1) / fan
		l := level{make([]int64, 0, n), make([]int64, 0, n)}
		for from := 0; from < len(least); from += fan {
			to := min(from+fan, len(least))
			l.least, l.most = append(l.least, slices.Min(least[from:to])), append(l.most, slices.Max(most[from:to]))
		}
		s.levels = append(s.levels, l)
		least, most = l.least, l.most
	}
	return s
}

// Busy is how many processors are in use.
func Busy(t *job.Trace, starts []int64, unknown int64) *Series {
	list := make([]change, 0, 2*len(starts))
	for j, at := range starts {
		if at != unknown && t.Run[j] > 0 {
			list = append(list, change{at, int64(t.Size[j])}, change{at + t.Run[j], -int64(t.Size[j])})
		}
	}
	return seriesOf(list)
}

// Queue is how many jobs wait.
func Queue(t *job.Trace, starts []int64, unknown int64) *Series {
	list := make([]change, 0, 2*len(starts))
	for j, at := range starts {
		if at != unknown && at > t.Submit[j] {
			list = append(list, change{t.Submit[j], 1}, change{at, -1})
		}
	}
	return seriesOf(list)
}

// Range is the least and the greatest value from an instant on, to another excluded.
func (s *Series) Range(from, to int64) (least, most int64) {
	i, found := slices.BinarySearch(s.Times, from)
	if !found {
		i-- // what holds at from
	}
	end, _ := slices.BinarySearch(s.Times, to)
	if i < 0 {
		if i = 0; end == 0 {
			return 0, 0
		}
		least, most = s.extremes(0, end)
		return min(least, 0), max(most, 0)
	}
	return s.extremes(i, max(end, i+1))
}

// Peak is the first instant of a stretch at which the number is at its greatest there.
func (s *Series) Peak(from, to int64) int64 {
	_, most := s.Range(from, to)
	i, found := slices.BinarySearch(s.Times, from)
	if !found && i > 0 && s.Values[i-1] == most {
		return from
	}
	for ; i < len(s.Times) && s.Times[i] < to; i++ {
		if s.Values[i] == most {
			return s.Times[i]
		}
	}
	return from
}

// extremes are those of the values from i to end, one of them at least.
func (s *Series) extremes(i, end int) (least, most int64) {
	least, most = s.Values[i], s.Values[i]
	low, high := s.Values, s.Values
	for up := 0; i < end; up++ {
		last := up == len(s.levels)
		for i < end && (last || i%fan != 0) {
			least, most = min(least, low[i]), max(most, high[i])
			i++
		}
		for i < end && end%fan != 0 && !last {
			end--
			least, most = min(least, low[end]), max(most, high[end])
		}
		if i >= end || last {
			break
		}
		i, end = i/fan, end/fan
		low, high = s.levels[up].least, s.levels[up].most
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
