package model

import (
	"iter"
	"math/bits"
)

// Nodes is a set of nodes by number, a bit each. Sets of one machine have one length.
type Nodes []uint64

// wordsOf is how many words a set of so many nodes takes.
func wordsOf(nodes int) int { return max(1, (nodes+63)/64) }

// NewNodes is an empty set of a machine with so many nodes.
func NewNodes(nodes int) Nodes { return make(Nodes, wordsOf(nodes)) }

// Add puts nodes from..to-1 in.
func (s Nodes) Add(from, to int) {
	for from < to {
		w := from >> 6
		end := min(to, (w+1)<<6)
		s[w] |= (1<<(end-from) - 1) << (from & 63)
		from = end
	}
}

// take takes a node out.
func (s Nodes) take(i int) { s[i>>6] &^= 1 << (i & 63) }

// Has says whether a node is in the set.
func (s Nodes) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Count is how many there are.
func (s Nodes) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Equal says whether two sets are one.
func (s Nodes) Equal(o Nodes) bool {
	for i, w := range s {
		if w != o[i] {
			return false
		}
	}
	return true
}

func (s Nodes) clear() {
	for i := range s {
		s[i] = 0
	}
}

// Join puts the nodes of another set in.
func (s Nodes) Join(o Nodes) {
	for i, w := range o {
		s[i] |= w
	}
}

func (s Nodes) and(o Nodes) {
	for i, w := range o {
		s[i] &= w
	}
}

// keep leaves those that are in o too, and counts them.
func (s Nodes) keep(o Nodes) (n int) {
	for i, w := range o {
		s[i] &= w
		n += bits.OnesCount64(s[i])
	}
	return n
}

func (s Nodes) less(o Nodes) {
	for i, w := range o {
		s[i] &^= w
	}
}

// holds says whether all of o are in the set.
func (s Nodes) holds(o Nodes) bool {
	for i, w := range o {
		if w&^s[i] != 0 {
			return false
		}
	}
	return true
}

// Meets says whether the two have a node in common.
func (s Nodes) Meets(o Nodes) bool {
	for i, w := range o {
		if w&s[i] != 0 {
			return true
		}
	}
	return false
}

// common is how many nodes the two have in common.
func (s Nodes) common(o Nodes) int {
	n := 0
	for i, w := range o {
		n += bits.OnesCount64(w & s[i])
	}
	return n
}

// next is the first node from i on that is in the set, or -1.
func (s Nodes) next(i int) int {
	w := i >> 6
	if w >= len(s) {
		return -1
	}
	for b := s[w] &^ (1<<(i&63) - 1); ; b = s[w] {
		if b != 0 {
			return w<<6 + bits.TrailingZeros64(b)
		}
		if w++; w == len(s) {
			return -1
		}
	}
}

// gap is the first node from i on that is not in the set.
func (s Nodes) gap(i int) int {
	w := i >> 6
	if w >= len(s) {
		return i
	}
	for b := ^s[w] &^ (1<<(i&63) - 1); ; b = ^s[w] {
		if b != 0 {
			return w<<6 + bits.TrailingZeros64(b)
		}
		if w++; w == len(s) {
			return w << 6
		}
	}
}

// low puts the n lowest of from, n or fewer, into s.
func (s Nodes) low(from Nodes, n int) (put int) {
	for w, b := range from {
		for ; b != 0 && put < n; put++ {
			s[w] |= b & -b
			b &= b - 1
		}
		if put == n {
			break
		}
	}
	return put
}

// run is a stretch of neighbouring nodes.
type run struct{ from, n int32 }

// neighbours puts n of the candidates into s as select/cons_tres takes whole nodes: of
// the runs of neighbours the shortest that has what is missing, else the longest; of equals the
// first; and of it the lowest. There must be n.
func (s Nodes) neighbours(from Nodes, n int, runs []run) []run {
	s.clear()
	runs = runs[:0]
	for at := from.next(0); at >= 0; {
		end := from.gap(at)
		runs = append(runs, run{int32(at), int32(end - at)})
		at = from.next(end)
	}
	for n > 0 {
		best := 0
		for i, r := range runs {
			b := runs[best]
			if enough, had := int(r.n) >= n, int(b.n) >= n; enough && (!had || r.n < b.n) || !enough && !had && r.n > b.n {
				best = i
			}
		}
		r := &runs[best]
		take := min(int(r.n), n)
		s.Add(int(r.from), int(r.from)+take)
		n -= take
		r.n = 0
	}
	return runs
}

// Runs are the stretches of neighbours: the first, and the one after the last.
func (s Nodes) Runs() iter.Seq[[2]int] {
	return func(yield func([2]int) bool) {
		for at := s.next(0); at >= 0; {
			end := s.gap(at)
			if !yield([2]int{at, end}) {
				return
			}
			at = s.next(end)
		}
	}
}
