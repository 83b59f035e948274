package model

import "math"

// space is the map of a backfill pass: slots of time, one after the other, with the nodes
// and licences that nobody has reserved in them.
//
// Records are never given back in a pass, so a slot's index is the number of records before
// it, and a joined slot's is lost.
type space struct {
	words, kinds int
	begin, end   []int64
	next         []int32 // -1: the last
	nodes        []uint64
	licences     []int32
	least        int64 // what is put in is at least so long, s: bf_resolution
}

const never = math.MinInt64

// reset is a map of one slot.
func (p *space) reset(from, to, least int64, up Nodes, licences []int32) {
	p.words, p.kinds, p.least = len(up), len(licences), least
	p.begin, p.end, p.next = append(p.begin[:0], from), append(p.end[:0], to), append(p.next[:0], -1)
	p.nodes = append(p.nodes[:0], up...)
	p.licences = append(p.licences[:0], licences...)
}

// records is how many were used.
func (p *space) records() int { return len(p.begin) }

func (p *space) free(i int32) Nodes {
	at := int(i) * p.words
	return Nodes(p.nodes[at : at+p.words : at+p.words])
}

func (p *space) left(i int32) []int32 {
	at := int(i) * p.kinds
	return p.licences[at : at+p.kinds : at+p.kinds]
}

// cut ends slot i at t, and begins another there.
func (p *space) cut(i int32, t int64) int32 {
	k := int32(len(p.begin))
	p.begin, p.end, p.next = append(p.begin, t), append(p.end, p.end[i]), append(p.next, p.next[i])
	p.nodes = append(p.nodes, p.free(i)...)
	p.licences = append(p.licences, p.left(i)...)
	p.end[i], p.next[i] = t, k
	return k
}

// take puts in [b, e) with nodes and licences. The first slot is cut even where b is its begin:
// it is empty from then on, and costs a record, once. What goes beyond the map is left out.
func (p *space) take(b, e int64, nodes Nodes, licences []int32) {
	b = max(b, p.begin[0])
	e = max(e, b+p.least)
	before, i := int32(-1), int32(0)
	for i >= 0 && p.end[i] <= b {
		before, i = i, p.next[i]
	}
	if i < 0 {
		return
	}
	if i == 0 || p.begin[i] < b {
		before, i = i, p.cut(i, b)
	}
	for ; i >= 0 && p.begin[i] < e; i = p.next[i] {
		if e < p.end[i] {
			p.cut(i, e)
		}
		p.free(i).less(nodes)
		left := p.left(i)
		for k, n := range licences {
			left[k] -= n
		}
	}
	p.join(max(before, 0), i)
}

// join makes one of the first pair of neighbours that are alike, from slot i to slot last.
func (p *space) join(i, last int32) {
	for i != last {
		k := p.next[i]
		if k < 0 {
			return
		}
		if p.begin[i] < p.end[i] && p.alike(i, k) {
			p.end[i], p.next[i] = p.end[k], p.next[k]
			return
		}
		i = k
	}
}

func (p *space) alike(i, k int32) bool {
	a, b := p.left(i), p.left(k)
	for x := range a {
		if a[x] != b[x] {
			return false
		}
	}
	return p.free(i).Equal(p.free(k))
}

// offer leaves of free the nodes that nobody has reserved in a slot of [from, to]: closed, so a
// slot that begins just when the job would end counts. later is the next time worth a try, or
// never: the end of the first slot whose successor has a node of wanted that it has not itself.
// Where beyond is true the first slot after the interval is that, whatever its successor has.
// The walk begins at a slot that does not end after from, or the first, and gives the one of from; it
// ends where fewer than need are left and later is known, since nothing else is asked then.
func (p *space) offer(free, wanted Nodes, at int32, from, to int64, need int, licences []int32, beyond bool) (later int64, slot int32) {
	later = never
	for at >= 0 && p.end[at] <= from {
		at = p.next[at]
	}
	for i := at; i >= 0; i = p.next[i] {
		k := p.next[i]
		inside := p.begin[i] <= to
		few := false
		if inside {
			if len(licences) > 0 && short(p.left(i), licences) {
				free.clear()
				return p.end[i], at
			}
			few = free.keep(p.free(i)) < need && len(licences) == 0
		}
		if later == never && k >= 0 && (beyond && !inside || gains(p.free(k), p.free(i), wanted)) {
			later = p.end[i]
		}
		if !inside || later != never && (few || k >= 0 && p.begin[k] > to) {
			break
		}
	}
	return later, at
}

// beyond is the begin of the first slot from one on that begins after a time, or the end of the last.
func (p *space) beyond(at int32, to int64) (begin int64) {
	for ; at >= 0; at = p.next[at] {
		if p.begin[at] > to {
			return p.begin[at]
		}
		begin = p.end[at]
	}
	return begin
}

// gains says whether then has a wanted node that now has not.
func gains(then, now, wanted Nodes) bool {
	for i, w := range wanted {
		if then[i]&^now[i]&w != 0 {
			return true
		}
	}
	return false
}

// short says whether more licences are asked for than are left.
func short(left, asked []int32) bool {
	for i, n := range asked {
		if n > left[i] {
			return true
		}
	}
	return false
}

// holds says whether no slot of [from, to) lacks one of the nodes or licences.
func (p *space) holds(nodes Nodes, licences []int32, from, to int64) bool {
	for i := int32(0); i >= 0 && p.begin[i] < to; i = p.next[i] {
		if p.end[i] > from && (!p.free(i).holds(nodes) || short(p.left(i), licences)) {
			return false
		}
	}
	return true
}
