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
// job that fits and ends in time. A summary may say less than is true: jobs
// leave without a word, and a search that finds nobody puts right what misled
// it. No entry of a summary is above that of a word below.
type index struct {
	rank []int32 // of each job; nil: a job's rank is its index
	at   []int32 // job of each rank; nil likewise

	by ranking // what the ranks follow, for this trace

	keys []uint64 // of each job, in place of ranks where jobs aren't known before they arrive (feed.go)

	plain bool // nothing is looked for but the first: no summaries

	count  int
	tree   bool
	list   []entry // when not tree
	upper  int
	least  int64 // when not tree: no job is smaller,
	unsure bool  // and none need be as small

	bits   [levels][]uint64
	sums   [levels][]int32  // classes entries a word
	lead   int32            // when tree: the lowest rank, negative when it isn't known,
	leader int32            // and its job
	stale  [levels][]uint64 // bit w: the summary of word w may say less than is true
	briefs []uint64         // of each rank, while its job waits in the tree
}

// entry is a waiting job in the list.
type entry struct {
	brief brief
	rank  int32
	job   int32
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
	// nobody is the summary of no job. Requested times are cut to longest, 8
	// years, where most often a lower bound will do.
	nobody  = 1<<31 - 1
	longest = 1<<28 - 1
)

// grow makes room for n ranks in an empty index.
func (x *index) grow(n, upper int) {
	x.upper = upper
	x.by, x.keys = ranking{}, nil
	if x.list == nil {
		x.list = make([]entry, 0, upper+1)
	}
	for l := range x.bits {
		n = (n + 63) / 64
		if cap(x.bits[l]) < n {
			x.bits[l] = make([]uint64, n)
			x.stale[l] = make([]uint64, (n+63)/64)
			x.sums[l] = make([]int32, n*classes)
			for i := range x.sums[l] {
				x.sums[l][i] = nobody
			}
		}
		// What was used before is clean: a run ends with an empty queue.
		x.bits[l] = x.bits[l][:n]
		x.stale[l] = x.stale[l][:(n+63)/64]
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

// drain takes all jobs out.
func (x *index) drain() {
	x.count, x.list = 0, x.list[:0]
	if !x.tree {
		return
	}
	x.tree = false
	for i, top := range x.bits[2] {
		for ; top != 0; top &= top - 1 {
			m := i<<6 | bits.TrailingZeros64(top)
			for mid := x.bits[1][m]; mid != 0; mid &= mid - 1 {
				x.wipe(0, m<<6|bits.TrailingZeros64(mid))
			}
			x.wipe(1, m)
		}
		x.wipe(2, i)
	}
}

// wipe empties a word.
func (x *index) wipe(level, w int) {
	x.bits[level][w] = 0
	s := x.sums[level][w*classes:][:classes]
	for c := range s {
		s[c] = nobody
	}
}

// appendTo appends the jobs, by rank.
func (x *index) appendTo(list []int32) []int32 {
	if !x.tree {
		for i := range x.list {
			list = append(list, x.list[i].job)
		}
		return list
	}
	for i, top := range x.bits[2] {
		for ; top != 0; top &= top - 1 {
			m := i<<6 | bits.TrailingZeros64(top)
			for mid := x.bits[1][m]; mid != 0; mid &= mid - 1 {
				w := m<<6 | bits.TrailingZeros64(mid)
				for word := x.bits[0][w]; word != 0; word &= word - 1 {
					list = append(list, x.jobAt(w<<6|bits.TrailingZeros64(word)))
				}
			}
		}
	}
	return list
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
	n := entry{brief(e.briefs[j]), int32(x.rankOf(j)), j}
	if x.tree && x.count < x.upper/3 {
		x.fell()
	}
	if x.tree {
		x.insertTree(n)
		return
	}
	if x.keys != nil {
		x.insertKeyed(n)
		return
	}
	x.insertList(n)
	if len(x.list) > x.upper {
		x.plant()
	}
}

// insertList adds to the list, most often near its end.
func (x *index) insertList(n entry) {
	if len(x.list) == 0 || int64(n.brief.q()) <= x.least {
		x.least, x.unsure = int64(n.brief.q()), false
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
func (x *index) plant() {
	x.lead = -1
	for _, n := range x.list {
		x.insertTree(n)
	}
	x.list, x.tree = x.list[:0], true
}

// fell makes the tree a list.
func (x *index) fell() {
	list := x.list
	for i, top := range x.bits[2] {
		for ; top != 0; top &= top - 1 {
			m := i<<6 | bits.TrailingZeros64(top)
			for mid := x.bits[1][m]; mid != 0; mid &= mid - 1 {
				w := m<<6 | bits.TrailingZeros64(mid)
				for word := x.bits[0][w]; word != 0; word &= word - 1 {
					r := w<<6 | bits.TrailingZeros64(word)
					var b brief
					if !x.plain {
						b = brief(x.briefs[r])
					}
					list = append(list, entry{b, int32(r), x.jobAt(r)})
				}
				x.wipe(0, w)
			}
			x.wipe(1, m)
		}
		x.wipe(2, i)
	}
	x.list, x.tree = list, false
	x.least, x.unsure = 1, true
}

// insertTree adds to the tree.
func (x *index) insertTree(n entry) {
	if n.rank < x.lead {
		x.lead, x.leader = n.rank, n.job
	}
	w := int(n.rank)
	if x.plain {
		for l := range x.bits {
			x.bits[l][w>>6] |= 1 << (uint(w) & 63)
			w >>= 6
		}
		return
	}
	x.briefs[w] = uint64(n.brief)
	q, p := n.brief.q(), n.brief.p()
	class := n.brief.class()
	for l := range x.bits {
		b := uint(w) & 63
		w >>= 6
		x.bits[l][w] |= 1 << b
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
func (x *index) remove(j int32) {
	x.count--
	if x.tree {
		x.removeTree(x.rankOf(j))
		return
	}
	l, i := x.list, 0
	for l[i].job != j {
		i++
	}
	x.unsure = x.unsure || int64(l[i].brief.q()) == x.least
	copy(l[i:], l[i+1:])
	x.list = l[:len(l)-1]
}

// removeTree takes a job out of the tree.
func (x *index) removeTree(r int) {
	if r == int(x.lead) {
		x.lead = -1
	}
	b, class := brief(0), 0
	if !x.plain {
		b = brief(x.briefs[r])
		class = b.class()
	}
	w, gone, told := r, true, !x.plain
	for l := 0; l < levels && (gone || told); l++ {
		bit := uint64(1) << (uint(w) & 63)
		w >>= 6
		s := x.sums[l][w*classes:][:classes]
		// What the job was the least of, the word above may have from it.
		told = told && (s[leastSize] == b.q() || s[class&(classes-1)] == b.p())
		if told {
			x.stale[l][w>>6] |= 1 << (uint(w) & 63)
		}
		if gone {
			x.bits[l][w] &^= bit
			if gone = x.bits[l][w] == 0; gone && !x.plain {
				x.wipe(l, w)
			}
		}
	}
}

// first is the waiting job of the lowest rank, -1 when none waits.
func (x *index) first() int32 {
	if x.tree {
		return x.firstOfTree()
	}
	if len(x.list) == 0 {
		return -1
	}
	return x.list[0].job
}

func (x *index) firstOfTree() int32 {
	if x.lead >= 0 {
		return x.leader
	}
	for i, top := range x.bits[2] {
		if top != 0 {
			w := i<<6 | bits.TrailingZeros64(top)
			w = w<<6 | bits.TrailingZeros64(x.bits[1][w])
			w = w<<6 | bits.TrailingZeros64(x.bits[0][w])
			x.lead, x.leader = int32(w), x.jobAt(w)
			return x.leader
		}
	}
	return -1
}

// anyFits says whether a waiting job may fit: no is certain.
func (x *index) anyFits(free int64) bool {
	if !x.tree {
		if x.unsure && x.least <= free {
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
	x.unsure = false
	least := int64(1 << 62)
	for i := range x.list {
		if q := int64(x.list[i].brief.q()); q < least {
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
	if x.least > f.free {
		return -1, 0
	}
	free, extra, window := f.cut()
	rest := x.list[cursor:]
	for i := range rest {
		n := &rest[i]
		if q := n.brief.q(); q <= free && (q <= extra || n.brief.p() <= window && (n.brief.p() < longest || e.request[n.job] <= f.window)) {
			return n.job, cursor + i
		}
	}
	return -1, 0
}

// cut is a room in the numbers of briefs.
func (f *room) cut() (free, extra, window int32) {
	const most = 1<<31 - 1
	return int32(min(f.free, most)), int32(min(f.extra, most)), int32(min(f.window, longest))
}

// findTree is the rank of the first job from a rank on that may start, -1 when
// there is none.
func (x *index) findTree(from int, f *room, e *Engine) int {
	free, extra, window := f.cut()
	fit := e.class(f.free)     // classes up to it may fit
	beyond := min(free, extra) // may run on beyond the window
	if from == 0 && x.none(beyond, fit, window) {
		return -1
	}
	l, at := levels-1, 0 // look at the children of level l from number at on
	if from > 0 {
		l, at = 0, from
	}
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
				b := brief(x.briefs[r])
				if q := b.q(); q <= free && (q <= extra || b.p() <= window && (b.p() < longest || e.request[x.jobAt(r)] <= f.window)) {
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
		if down >= 0 {
			l, at = l-1, down<<6
			continue
		}
		if from == 0 || at&63 == 0 { // nobody was passed over
			x.tighten(l, w, fit)
		}
		if l == levels-1 {
			at = (w + 1) << 6
		} else {
			l, at = l+1, w+1
		}
	}
}

// none says that nobody may start: yes is certain.
func (x *index) none(beyond int32, fit int, window int32) bool {
	top := x.sums[levels-1]
	for i := 0; i+classes <= len(top); i += classes {
		if s := top[i:][:classes]; s[leastSize] <= beyond || s[fit&(classes-1)] <= window {
			return false
		}
	}
	return true
}

// tighten puts right a summary that misled a search, if anybody left since:
// that of a word of jobs wholly, another's least size and the least requested
// time of size class fit or smaller.
func (x *index) tighten(l, w, fit int) {
	mark := uint64(1) << (uint(w) & 63)
	if x.stale[l][w>>6]&mark == 0 {
		return
	}
	s := x.sums[l][w*classes:][:classes]
	if l > 0 {
		least, p := int32(nobody), int32(nobody)
		sums := x.sums[l-1]
		for word := x.bits[l][w]; word != 0; word &= word - 1 {
			u := sums[(w<<6|bits.TrailingZeros64(word))*classes:][:classes]
			least = min(least, u[leastSize])
			p = min(p, u[fit&(classes-1)])
		}
		s[leastSize] = least
		for c := fit; c > leastSize && s[c] < p; c-- {
			s[c] = p
		}
		return
	}
	x.stale[0][w>>6] &^= mark
	for c := range s {
		s[c] = nobody
	}
	for word := x.bits[0][w]; word != 0; word &= word - 1 {
		b := brief(x.briefs[w<<6|bits.TrailingZeros64(word)])
		s[leastSize] = min(s[leastSize], b.q())
		c := b.class()
		s[c] = min(s[c], b.p())
	}
	for c := 2; c < classes; c++ {
		s[c] = min(s[c], s[c-1])
	}
}
