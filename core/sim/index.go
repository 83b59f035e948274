package sim

import "math/bits"

// An index holds waiting jobs in a static order and finds the first, from
// somewhere on, that may start: without walking those that can't, however many
// there are.
//
// While few jobs wait it is a sorted list. Beyond, it is a tree of three levels
// of 64-bit words over the ranks: bit r of level 0 says that the job of rank r
// waits, bit w of a higher level that word w below is not empty. Every word has
// a summary: its least size, and in entry c the least requested time of its
// jobs of size class c or smaller, so one look says whether a word may hold a
// job that fits and ends in time.
type index struct {
	rank []int32 // of each job; nil: a job's rank is its index
	at   []int32 // job of each rank; nil likewise

	by ranking // what the ranks follow, for this trace

	plain bool // nothing is looked for but the first: no summaries

	count int
	tree  bool
	list  []entry // when not tree
	upper int
	least int64 // when not tree: no job is smaller,
	stale bool  // and none need be as small

	bits [levels][]uint64
	sums [levels][]int32 // classes entries a word
}

// entry is a waiting job in the list.
type entry struct {
	rank    int32
	size    int32
	request int64
}

// upper is how long a list may grow before it becomes a tree; a tree of less
// than a third becomes a list.
const upper = 128

const (
	levels = 3
	// A summary has 16 entries: the least size, and one for each size class,
	// numbered from 1.
	classes   = 16
	leastSize = 0
	// nobody is the summary of no job; requested times are cut to longest in
	// summaries, where a lower bound will do.
	nobody  = 1<<31 - 1
	longest = nobody - 1
)

// grow makes room for n ranks in an empty index.
func (x *index) grow(n, upper int) {
	x.upper = upper
	x.by = ranking{}
	if x.list == nil {
		x.list = make([]entry, 0, upper+1)
	}
	for l := range x.bits {
		n = (n + 63) / 64
		if cap(x.bits[l]) < n {
			x.bits[l] = make([]uint64, n)
			x.sums[l] = make([]int32, n*classes)
			for i := range x.sums[l] {
				x.sums[l][i] = nobody
			}
		}
		// What was used before is clean: a run ends with an empty queue.
		x.bits[l] = x.bits[l][:n]
		x.sums[l] = x.sums[l][:n*classes]
	}
}

// clear empties the index after a run that broke off.
func (x *index) clear() {
	x.count, x.tree, x.list = 0, false, x.list[:0]
	for l := range x.bits {
		clear(x.bits[l])
		for i := range x.sums[l] {
			x.sums[l][i] = nobody
		}
	}
}

func (x *index) rankOf(j int32) int {
	if x.rank == nil {
		return int(j)
	}
	return int(x.rank[j])
}

func (x *index) jobAt(r int) int32 {
	if x.at == nil {
		return int32(r)
	}
	return x.at[r]
}

// insert adds a job.
func (x *index) insert(j int32, e *Engine) {
	x.count++
	r := x.rankOf(j)
	if !x.tree {
		x.insertList(entry{int32(r), e.size[j], e.request[j]})
		if len(x.list) > x.upper {
			x.plant(e)
		}
		return
	}
	if x.count < x.upper/3 {
		x.fell(e)
		x.insertList(entry{int32(r), e.size[j], e.request[j]})
		return
	}
	x.insertTree(r, e.briefs[j])
}

// insertList adds to the list, most often near its end.
func (x *index) insertList(n entry) {
	if len(x.list) == 0 || int64(n.size) <= x.least {
		x.least, x.stale = int64(n.size), false
	}
	x.list = append(x.list, n)
	l := x.list
	i := len(l) - 1
	if i > 0 && n.rank < l[0].rank {
		copy(l[1:], l[:i])
		l[0] = n
		return
	}
	for i > 0 && l[i-1].rank > n.rank {
		l[i] = l[i-1]
		i--
	}
	l[i] = n
}

// plant makes the list a tree.
func (x *index) plant(e *Engine) {
	for i := range x.list {
		r := int(x.list[i].rank)
		x.insertTree(r, e.briefs[x.jobAt(r)])
	}
	x.list, x.tree = x.list[:0], true
}

// fell makes the tree a list.
func (x *index) fell(e *Engine) {
	x.tree = false
	x.least, x.stale = 1, true
	for {
		j := x.firstOfTree()
		if j < 0 {
			return
		}
		r := x.rankOf(j)
		x.list = append(x.list, entry{int32(r), e.size[j], e.request[j]})
		x.removeTree(r, e.briefs[j], e.briefs)
	}
}

// insertTree adds to the tree.
func (x *index) insertTree(w int, job brief) {
	class, p, q := int(job.class), job.p, job.q
	for l := range x.bits {
		b := uint(w) & 63
		w >>= 6
		x.bits[l][w] |= 1 << b
		if x.plain {
			continue
		}
		s := x.sums[l][w*classes:][:classes]
		if s[leastSize] <= q && s[class] <= p {
			return // then so is every summary above, whose bits are set
		}
		s[leastSize] = min(s[leastSize], q)
		for c := class; c < classes && s[c] > p; c++ {
			s[c] = p
		}
	}
}

// remove takes a job out.
func (x *index) remove(j int32, e *Engine) {
	x.count--
	r := x.rankOf(j)
	if x.tree {
		x.removeTree(r, e.briefs[j], e.briefs)
		return
	}
	l, i := x.list, 0
	for l[i].rank != int32(r) {
		i++
	}
	x.stale = x.stale || int64(l[i].size) == x.least
	copy(l[i:], l[i+1:])
	x.list = l[:len(l)-1]
}

// removeTree takes a job out of the tree.
func (x *index) removeTree(r int, job brief, jobs []brief) {
	class, p, q := int(job.class), job.p, job.q
	w := r >> 6
	word := x.bits[0][w] &^ (1 << (uint(r) & 63))
	x.bits[0][w] = word
	if x.plain {
		for l := 1; l < levels && x.bits[l-1][w] == 0; l++ {
			x.bits[l][w>>6] &^= 1 << (uint(w) & 63)
			w >>= 6
		}
		return
	}
	s := x.sums[0][w*classes:][:classes]
	// What the job was the least of has to be found among those left: the size,
	// and the entries [class, last).
	size, last := forgetLeast(s, class, classes, p, q)
	if !size && last == class {
		return
	}
	for ; word != 0; word &= word - 1 {
		b := jobs[x.jobAt(w<<6|bits.TrailingZeros64(word))]
		if size {
			if s[leastSize] = min(s[leastSize], b.q); b.q == q {
				if size = false; last == class {
					return // another job is as small
				}
			}
		}
		for c := max(int(b.class), class); c < last && s[c] > b.p; c++ {
			s[c] = b.p
		}
	}
	empty := x.bits[0][w] == 0
	for l := 1; l < levels; l++ {
		up := w >> 6
		if empty {
			x.bits[l][up] &^= 1 << (uint(w) & 63)
			empty = x.bits[l][up] == 0
		}
		t := x.sums[l][up*classes:][:classes]
		if last > class && s[class] == p {
			last = class // another job is as short
		}
		size = size && s[leastSize] != q
		wasSize := size
		size, last = forgetLeast(t, class, last, p, q)
		if !wasSize && size {
			t[leastSize], size = q, false
		}
		if !size && last == class {
			return
		}
		below := x.sums[l-1]
		for word := x.bits[l][up]; word != 0; word &= word - 1 {
			u := below[(up<<6|bits.TrailingZeros64(word))*classes:][:classes]
			if size {
				if t[leastSize] = min(t[leastSize], u[leastSize]); t[leastSize] == q {
					if size = false; last == class {
						return
					}
				}
			}
			for c := class; c < last; c++ {
				t[c] = min(t[c], u[c])
			}
		}
		s, w = t, up
	}
}

// forgetLeast clears what a job alone may have given a summary: the least size,
// and of the entries [class, end) those before the one it returns.
func forgetLeast(s []int32, class, end int, p, q int32) (size bool, last int) {
	if s[leastSize] == q {
		s[leastSize], size = nobody, true
	}
	for last = class; last < end && s[last] == p; last++ {
		s[last] = nobody
	}
	return size, last
}

// first is the waiting job of the lowest rank, -1 when none waits.
func (x *index) first() int32 {
	if x.tree {
		return x.firstOfTree()
	}
	if len(x.list) == 0 {
		return -1
	}
	return x.jobAt(int(x.list[0].rank))
}

func (x *index) firstOfTree() int32 {
	for i, top := range x.bits[2] {
		if top != 0 {
			w := i<<6 | bits.TrailingZeros64(top)
			w = w<<6 | bits.TrailingZeros64(x.bits[1][w])
			w = w<<6 | bits.TrailingZeros64(x.bits[0][w])
			return x.jobAt(w)
		}
	}
	return -1
}

// anyFits says whether a waiting job may fit: no is certain.
func (x *index) anyFits(free int64, e *Engine) bool {
	if !x.tree {
		if x.stale && x.least <= free {
			x.weigh()
		}
		return x.least <= free
	}
	for i := leastSize; i < len(x.sums[levels-1]); i += classes {
		if int64(x.sums[levels-1][i]) <= free {
			return true
		}
	}
	return false
}

// weigh finds the smallest job of the list.
func (x *index) weigh() {
	x.stale = false
	least := int64(1 << 62)
	for i := range x.list {
		if q := int64(x.list[i].size); q < least {
			if least = q; q == x.least {
				return
			}
		}
	}
	x.least = least
}

// room is what a candidate has to fit in.
type room struct {
	free   int64 // processors free now
	window int64 // seconds until the shadow time
	extra  int64 // processors that may be held beyond it
}

// find is the first job from a cursor on that may start, -1 when there is
// none, and the cursor to go on from once that job is removed. 0 is the
// beginning. The index may lose jobs between two calls, not gain any.
func (x *index) find(cursor int, f *room, e *Engine) (job int32, next int) {
	if x.tree {
		r := x.findTree(cursor, f, e)
		if r < 0 {
			return -1, 0
		}
		return x.jobAt(r), r + 1
	}
	free, extra, window := f.free, f.extra, f.window
	if x.least > free {
		return -1, 0
	}
	for i := cursor; i < len(x.list); i++ {
		n := &x.list[i]
		if q := int64(n.size); q <= free && (q <= extra || n.request <= window) {
			return x.jobAt(int(n.rank)), i
		}
	}
	return -1, 0
}

// findTree is the rank of the first job from a rank on that may start, -1 when
// there is none.
func (x *index) findTree(from int, f *room, e *Engine) int {
	fit := e.class(f.free) // classes up to it may fit
	window := int32(min(f.window, longest))
	beyond := int32(min(f.free, f.extra, longest)) // may run on beyond the window
	briefs := e.briefs
	l, at := 0, from // look at the children of level l from number at on
	for {
		w := at >> 6
		if w >= len(x.bits[l]) {
			return -1
		}
		word := x.bits[l][w] >> (uint(at) & 63) << (uint(at) & 63)
		down := -1
		if l == 0 {
			for ; word != 0; word &= word - 1 {
				r := w<<6 | bits.TrailingZeros64(word)
				j := x.jobAt(r)
				b := &briefs[j]
				q := int64(b.q)
				if q <= f.free && (q <= f.extra || b.p <= window && e.request[j] <= f.window) {
					return r
				}
			}
		} else {
			sums := x.sums[l-1]
			for ; word != 0; word &= word - 1 {
				c := w<<6 | bits.TrailingZeros64(word)
				s := sums[c*classes:][:classes]
				if s[leastSize] <= beyond || s[fit&(classes-1)] <= window {
					down = c
					break
				}
			}
		}
		switch {
		case down >= 0:
			l, at = l-1, down<<6
		case l == levels-1:
			at = (w + 1) << 6
		default:
			l, at = l+1, w+1
		}
	}
}
