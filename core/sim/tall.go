package sim

import (
	"math"
	"math/bits"

	"shadowtime/core/sim/order"
)

// A long list is searched through a tree of its jobs, by index (e.late, which
// lists have no other use for): who is at the front, for it, has the largest
// measure. Where the primary order is aged, that is a line in age: its slope is a
// job's own. A word knows the largest slope of its jobs, and with it and the age
// of its oldest or youngest a bound of their measures: most words need no look.
// Slopes are known by size class, that who fits now is found as soon. A formula that
// is a line in age has lines that begin at heights of their own: a word knows the
// largest of these too. Such a line lies above what is rounded, and the measure is
// taken from the key itself.

// tall is how many times an index's upper bound a list grows before it is one.
const tall = 4

// margin is the part of a measure that rounding may have made: slopes have 24
// bits.
const margin = 1e-6

// sought is the front, as far as it has been looked for.
type sought struct {
	job     int32 // -1: nobody yet
	key     uint64
	measure float64 // the largest
	least   float64 // who measures less is not the front
	ties    Ties

	// Not the front is looked for but the first of those that may start.
	behind              bool
	free, extra, window int32
	fit                 int // size classes up to it may fit, as any may at the front
}

// measurable says whether the list can be tall, and how its jobs are measured.
func (e *Engine) measurable() bool {
	if !e.scanned || e.apart || e.cfg.Slowdown > 0 {
		return false
	}
	p := e.cfg.Primary
	e.flat, e.lined = !p.Aged(), p.Lined()
	sign, base, ok := p.Paced()
	e.sign, e.base = sign, base
	return ok || e.flat || e.lined
}

// heighten makes the list tall.
func (e *Engine) heighten() {
	e.tall, e.late.tree, e.late.lead = true, true, -1
	for _, j := range e.list {
		e.plantTall(j)
	}
}

// slope is what the measure of a job grows by in a second, or its measure.
func (e *Engine) slope(j int32) float32 {
	if e.flat {
		return -float32(e.primary.rankOf(j))
	}
	return math.Float32frombits(uint32(e.primaryRank[j]))
}

// height is where the measure of a job begins, when lined.
func (e *Engine) height(j int32) float32 {
	return math.Float32frombits(uint32(e.starts[j]))
}

// plantTall adds a job to the tree. An aged primary order has no ranks: in their
// place slopes are kept, and heights in that of its start.
func (e *Engine) plantTall(j int32) {
	b := brief(e.briefs[j])
	switch p := e.cfg.Primary; {
	case e.lined:
		at0, slope := p.Above(e.request[j], e.size[j], e.submit[j]-e.cols.Start)
		e.primaryRank[j], e.starts[j] = int32(math.Float32bits(slope)), int64(math.Float32bits(at0))
		e.heights.plant(&e.late, int(j), b.class(), at0)
	case !e.flat:
		e.primaryRank[j] = int32(math.Float32bits(float32(e.sign * p.Pace(e.request[j], e.size[j]))))
	}
	e.slopes.plant(&e.late, int(j), b.class(), e.slope(j))
	e.late.insertTree(entry{b, j, j})
}

// most are the largest of the numbers that jobs have, classes entries a word of the
// tree: an entry is of the jobs of its class and smaller ones.
type most [levels][]float32

// grow makes room for the words of a tree.
func (m *most) grow(x *index) {
	for l := range m {
		if n := len(x.sums[l]); cap(m[l]) < n {
			m[l] = make([]float32, n)
		} else {
			m[l] = m[l][:n]
		}
	}
}

// plant adds a job's number, before the job comes into the tree.
func (m *most) plant(x *index, j, class int, v float32) {
	for l, w := 0, j>>6; l < levels; l, w = l+1, w>>6 {
		s := m[l][w*classes:][:classes]
		if x.bits[l][w] == 0 {
			level(s, 0)
		} else if s[class] >= v {
			break
		}
		raise(s, class, v)
	}
}

// flattest is less than any slope.
const flattest = -math.MaxFloat32

// level forgets the slopes of a class and those above.
func level(s []float32, class int) {
	for c := range s[class:] {
		s[class+c] = flattest
	}
}

// raise makes a slope that of a class and those above, where theirs are less.
func raise(s []float32, class int, v float32) {
	for c := class; c < classes && s[c] < v; c++ {
		s[c] = v
	}
}

// pullTall takes a job out of the tree.
func (e *Engine) pullTall(j int32) {
	e.late.removeTree(int(j))
	e.pull(&e.slopes, j)
	if e.lined {
		e.pull(&e.heights, j)
	}
}

// number is that of a job in one of the two.
func (e *Engine) number(m *most, j int32) float32 {
	if m == &e.heights {
		return e.height(j)
	}
	return e.slope(j)
}

// pull takes out the number of a job that has left the tree.
func (e *Engine) pull(m *most, j int32) {
	class, v := brief(e.briefs[j]).class(), e.number(m, j)
	for l, w := 0, int(j)>>6; l < levels; l, w = l+1, w>>6 {
		s := m[l][w*classes:][:classes]
		if s[class] != v {
			return // somebody smaller has a larger one
		}
		if e.late.bits[l][w] != 0 {
			e.releveled(m, l, w, class)
		}
	}
}

// releveled finds the largest numbers of a word anew, from a class on.
func (e *Engine) releveled(m *most, l, w, class int) {
	s := m[l][w*classes:][:classes]
	level(s, class)
	for word := e.late.bits[l][w]; word != 0; word &= word - 1 {
		c := w<<6 | bits.TrailingZeros64(word)
		if l == 0 {
			raise(s, max(class, brief(e.briefs[c]).class()), e.number(m, int32(c)))
			continue
		}
		below := m[l-1][c*classes:][:classes]
		for k := class; k < classes; k++ {
			s[k] = max(s[k], below[k])
		}
	}
}

// tallFront is the front of a tall list.
func (e *Engine) tallFront() int32 {
	if e.cfg.Threshold >= 0 {
		if j := e.late.first(); e.isLate(j) {
			return j
		}
	}
	e.sought = sought{ties: e.rules.PrimaryTies, fit: classes - 1}
	return e.seekAll()
}

// seekAll is who is sought, -1 when there is nobody.
func (e *Engine) seekAll() int32 {
	f := &e.sought
	f.job, f.measure, f.least = -1, math.Inf(-1), math.Inf(-1)
	for w := range e.late.bits[levels-1] {
		e.seek(levels-1, w)
	}
	return f.job
}

// seek looks for the front in a word: first where it is likeliest.
func (e *Engine) seek(l, w int) {
	if l == 0 {
		e.seekJobs(w)
		return
	}
	var bound [64]float64
	all, first, most, lined := e.late.bits[l][w], 0, math.Inf(-1), e.lined
	for word := all; word != 0; word &= word - 1 {
		b := bits.TrailingZeros64(word)
		bound[b] = e.boundOf(l-1, w<<6|b)
		if lined {
			bound[b] += float64(e.heights[l-1][(w<<6|b)*classes+e.sought.fit])
		}
		if bound[b] < e.sought.least || e.sought.behind && !e.sought.may(&e.late, l-1, w<<6|b) {
			all &^= 1 << uint(b)
		} else if bound[b] > most {
			first, most = b, bound[b]
		}
	}
	if all == 0 {
		return
	}
	e.seek(l-1, w<<6|first)
	for word := all &^ (1 << uint(first)); word != 0; word &= word - 1 {
		if b := bits.TrailingZeros64(word); bound[b] >= e.sought.least {
			e.seek(l-1, w<<6|b)
		}
	}
}

// may says whether a job of a word may start: no is certain.
func (f *sought) may(x *index, l, w int) bool {
	s := x.sums[l][w*classes:][:classes]
	if s[leastSize] > min(f.free, f.extra) && s[f.fit&(classes-1)] > f.window {
		return false
	}
	x.tighten(l, w, f.fit)
	return s[leastSize] <= min(f.free, f.extra) || s[f.fit&(classes-1)] <= f.window
}

// boundOf is what no job of a word that may fit measures more than, but for its height.
func (e *Engine) boundOf(l, w int) float64 {
	s := float64(e.slopes[l][w*classes+e.sought.fit])
	if e.flat {
		return s
	}
	shift := 6 * uint(l+1)
	j := w << shift
	if s < 0 { // the youngest falls least
		j = min((w+1)<<shift, e.arrived) - 1
	}
	return e.base + float64(e.now-e.submit[j])*s
}

// seekJobs looks for the front among the jobs of a word.
func (e *Engine) seekJobs(w int) {
	f, flat, lined := &e.sought, e.flat, e.lined
	for word := e.late.bits[0][w]; word != 0; word &= word - 1 {
		j := int32(w<<6 | bits.TrailingZeros64(word))
		v := float64(e.slope(j))
		if !flat {
			v = e.base + float64(e.now-e.submit[j])*v
		}
		if lined {
			v += float64(e.height(j))
		}
		if v < f.least || f.behind && !e.startable(j) {
			continue
		}
		k := e.frontKey(j)
		if f.job < 0 || k < f.key || k == f.key && e.wins(j, f.job, k, f.ties) {
			f.job, f.key = j, k
		}
		switch {
		case lined:
			f.least = max(f.least, -order.Unsortable(k))
		case v > f.measure:
			f.measure, f.least = v, v-margin*math.Abs(v)
		}
	}
}

// frontKey is the key of one job that is not late, now, in the primary order.
func (e *Engine) frontKey(j int32) uint64 {
	if e.flat {
		return uint64(e.primary.rankOf(j)) + 1
	}
	return e.keyOf(e.cfg.Primary, j)
}

// tallCandidate is the next job of a tall list that may start beside the head's
// reservation, -1 when there is none.
func (e *Engine) tallCandidate() int32 {
	f := room{e.free, e.shadow - e.now, e.extra}
	if e.lateFirst && e.cfg.Threshold >= 0 {
		if j := e.lateCandidate(&f); j >= 0 {
			return j
		}
	}
	e.sought = sought{ties: e.ties(), behind: true, fit: e.class(e.free)}
	e.sought.free, e.sought.extra, e.sought.window = f.cut()
	return e.seekAll()
}

// lateCandidate is the first of the late.
func (e *Engine) lateCandidate(f *room) int32 {
	j := int32(e.late.findTree(0, f, e))
	if j < 0 || !e.isLate(j) {
		return -1
	}
	if e.ties() == Reversed { // the last of its second
		for next := j; next >= 0 && e.submit[next] == e.submit[j]; next = int32(e.late.findTree(int(next)+1, f, e)) {
			j = next
		}
	}
	return j
}

// gatherTall lists the jobs of a tall list that may start, with their keys in
// a backfilling order of its own.
func (e *Engine) gatherTall() {
	f := room{e.free, e.shadow - e.now, e.extra}
	for r := e.late.findTree(0, &f, e); r >= 0; r = e.late.findTree(r+1, &f, e) {
		e.keys[len(e.eligible)] = e.backfillKey(int32(r))
		e.eligible = append(e.eligible, int32(r))
	}
}
