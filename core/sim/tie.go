package sim

import (
	"math/bits"

	"shadowtime/core/sim/order"
)

// Ties decide between jobs of equal key.
type Ties uint8

const (
	// FirstCome prefers the earlier submit, then file order.
	FirstCome Ties = iota
	// LastCome prefers the later submit, then reverse file order.
	LastCome
	// Reversed, of a backfilling order, prefers whoever comes later in the primary
	// order (thresholds aside). Of a primary order it is FirstCome.
	Reversed
)

// ranking is what the ranks of an index follow, and which jobs have them:
// those from first to end.
type ranking struct {
	order       order.Order
	ties        Ties
	primary     order.Order // of Reversed
	primaryTies Ties
	first, end  int
	made        bool
}

// rankBy gives the jobs that wait, in submit order, and those that arrive
// before job e.ranked their ranks in a static order: the key decides, then, as
// the sort is stable, the order that the jobs are listed in. Nothing is left
// for a later comparison to decide.
func (e *Engine) rankBy(x *index, o order.Order, ties Ties, waiting []int32) {
	w, first, end := len(waiting), e.arrived, e.ranked
	n := w + end - first
	by := ranking{order: o, ties: ties, first: first, end: end, made: w == 0}
	if ties == Reversed {
		by.primary, by.primaryTies = e.cfg.Primary, e.rules.PrimaryTies
	}
	if x.by == by && by.made {
		return // as in the run before
	}
	x.by = by
	x.rank, x.at = nil, nil
	if o.Arrival() && ties == FirstCome {
		return
	}
	rank, at := e.backfillRank[:len(e.starts)], e.backfillAt[:n]
	if x == &e.primary {
		rank, at = e.primaryRank[:len(e.starts)], e.primaryAt[:n]
	}
	// Until sorted, jobs are numbered: the waiting ones, then those to come.
	switch {
	case ties == FirstCome:
		for i := range at {
			at[i] = int32(i)
		}
	case ties == LastCome || e.primary.at == nil:
		for i := range at {
			at[i] = int32(n - 1 - i)
		}
	default:
		for i := range at {
			at[i] = number(e.primary.at[n-1-i], waiting, first)
		}
	}
	keys := e.keys[:n]
	for i, j := range waiting {
		keys[i] = e.keyOf(o, j)
	}
	o.SortKeys(keys[w:], &order.Columns{
		Submit: e.cols.Submit[first:end], Request: e.request[first:end], Size: e.size[first:end], Start: e.cols.Start,
	})
	copy(rank, at) // the list is moved to where the keys are in step with it
	e.sort(keys, rank[:n], at)
	for r, k := range at {
		j := k - int32(w) + int32(first)
		if int(k) < w {
			j = waiting[k]
		}
		at[r] = j
		rank[j] = int32(r)
	}
	x.rank, x.at = rank, at
}

// number is the number of a job among those that wait, ascending, and those
// from first on.
func number(j int32, waiting []int32, first int) int32 {
	if int(j) >= first {
		return j - int32(first) + int32(len(waiting))
	}
	low, high := 0, len(waiting)
	for low < high {
		if mid := int(uint(low+high) / 2); waiting[mid] < j {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return int32(low)
}

// digits is how many counts a pass of the radix sort has at most: it looks at 11 bits then.
const digits = 1 << 11

// sort writes the jobs of list to at, sorted by key and stable: a radix sort of
// those bits that differ at all. keys[j] is the key of job j. list is used up.
// A short list is sorted in more passes of fewer counts, about one a job.
func (e *Engine) sort(keys []uint64, list, at []int32) {
	n := len(list)
	if n == 0 {
		return
	}
	differ := uint64(0)
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	digit := uint(max(5, min(bits.Len(uint(n)), bits.Len(digits-1))))
	counts := e.count[:1<<digit]
	mask := uint64(len(counts) - 1)
	from, to := list, at
	for shift := uint(bits.TrailingZeros64(differ)); shift < 64 && differ>>shift != 0; {
		clear(counts)
		for _, k := range keys {
			counts[k>>shift&mask]++
		}
		sum := int32(0)
		for d, c := range counts {
			counts[d] = sum
			sum += c
		}
		for _, j := range from {
			d := keys[j] >> shift & mask
			to[counts[d]] = j
			counts[d]++
		}
		from, to = to, from
		shift += digit
		if shift < 64 {
			shift += uint(bits.TrailingZeros64(differ >> shift))
		}
	}
	if &from[0] != &at[0] {
		copy(at, from)
	}
}
