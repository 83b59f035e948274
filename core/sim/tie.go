package sim

import (
	"math/bits"

	"shadowtime/core/order"
)

// Ties decide between jobs of equal key.
type Ties uint8

const (
	// FirstCome prefers the earlier submit, then file order.
	FirstCome Ties = iota
	// LastCome prefers the later submit, then reverse file order.
	LastCome
	// Reversed, of a backfill order, prefers whoever comes later in the primary
	// order (thresholds aside). Of a primary order it is FirstCome.
	Reversed
)

// ranking is what the ranks of an index follow.
type ranking struct {
	order       order.Order
	ties        Ties
	primary     order.Order // of Reversed
	primaryTies Ties
	made        bool
}

// rankBy gives every job of the trace its rank in a static order: the key
// decides, then, as the sort is stable, the order that the jobs are listed in.
// Nothing is left for a later comparison to decide.
func (e *Engine) rankBy(x *index, o order.Order, ties Ties) {
	n := len(e.starts)
	by := ranking{o, ties, order.Order{}, 0, true}
	if ties == Reversed {
		by.primary, by.primaryTies = e.cfg.Primary, e.rules.PrimaryTies
	}
	if x.by == by {
		return // as in the run before
	}
	x.by = by
	x.rank, x.at = nil, nil
	if o.Arrival() && ties == FirstCome {
		return
	}
	rank, at := e.backfillRank[:n], e.backfillAt[:n]
	if x == &e.primary {
		rank, at = e.primaryRank[:n], e.primaryAt[:n]
	}
	switch ties {
	case FirstCome:
		for i := range at {
			at[i] = int32(i)
		}
	case LastCome:
		for i := range at {
			at[i] = int32(n - 1 - i)
		}
	case Reversed:
		for i := range at {
			at[i] = e.primary.jobAt(n - 1 - i)
		}
	}
	keys := e.keys[:n]
	o.SortKeys(keys, &e.cols)
	for i, j := range at {
		rank[i] = j // the list is moved to where the keys are in step with it
	}
	e.sort(keys, rank, at)
	for i, j := range at {
		rank[j] = int32(i)
	}
	x.rank, x.at = rank, at
}

const (
	digit  = 11 // bits a pass of the radix sort looks at
	digits = 1 << digit
)

// sort writes the jobs of list to at, sorted by key and stable: a radix sort of
// those bits that differ at all. keys[j] is the key of job j. list is used up.
func (e *Engine) sort(keys []uint64, list, at []int32) {
	n := len(list)
	if n == 0 {
		return
	}
	differ := uint64(0)
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	from, to := list, at
	for shift := uint(bits.TrailingZeros64(differ)); shift < 64 && differ>>shift != 0; {
		count := &e.count
		clear(count[:])
		for _, k := range keys {
			count[k>>shift&(digits-1)]++
		}
		sum := int32(0)
		for d, c := range count {
			count[d] = sum
			sum += c
		}
		for _, j := range from {
			d := keys[j] >> shift & (digits - 1)
			to[count[d]] = j
			count[d]++
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
