package main

import (
	"cmp"
	"slices"
)

// A loop of Go's is a jump back, which the compiler writes as one to the table around all
// blocks. A browser's compiler sees no loop then: each turn looks up the table, and whatever
// the function holds has to be where the table's other branches want it. A loop that is
// entered at one block, and that no goroutine may come back into, is written as one of
// WASM's: blocks are put in the order in which they are come to, as Go's compiler has moved
// loops' conditions to their ends.

// segment is what a function does from one of the table's places to the next.
type segment struct {
	code  []instruction
	jumps []int // where to
	falls bool  // or on to the next
	leaps bool  // the last of its jumps is the last it does
	entry bool  // from without: a function begins here, or goes on after a call
}

// flow is a function as segments.
type flow struct {
	before, after []instruction // the loop around the table is the last of before
	segments      []segment
	numbers       []int // the segment of each number of a block
	number        []int // and back
}

// jumpTo says whether a jump to the loop so many frames out is next.
func jumpTo(code []instruction, depth int) bool {
	return len(code) >= 3 && code[0].op() == opI32Const && code[0].operand >= 0 && code[1].op() == opLocalSet && code[1].operand == 0 &&
		code[2].op() == opBr && code[2].operand == depth
}

// flowOf reads a function that has its table at an index. It fails where anything but jumps by
// number goes from one segment to another.
func flowOf(code []instruction, table int) (f flow, ok bool) {
	around := table - 2
	for around >= 0 && code[around].op() == opBlock {
		around--
	}
	n := table - 2 - around
	if table < 0 || code[around].op() != opLoop || table+1 >= len(code) || code[table+1].op() != opEnd {
		return f, false
	}
	f.before = code[:around+1]
	f.segments = make([]segment, n)
	f.number = make([]int, n)
	for i, s := range slices.Backward(code[table].targets) {
		if s >= n {
			return f, false
		}
		f.number[s] = i
	}
	f.numbers = code[table].targets
	rest := code[table+2:]
	for s := range f.segments {
		end := f.read(s, rest)
		if end < 0 {
			return f, false
		}
		rest = rest[end+1:]
	}
	f.after = rest
	f.segments[0].entry = true
	return f, true
}

// read reads a segment, and says where it ends; -1: it is of another kind.
func (f *flow) read(s int, code []instruction) int {
	x := &f.segments[s]
	x.falls = true
	within, loop := 0, len(f.segments)-1-s
	for i := 0; i < len(code); i++ {
		c := code[i]
		if within == 0 && c.op() != opEnd {
			x.falls = c.op() != opBr && c.op() != opReturn && c.op() != opUnreachable && c.op() != opBrTable
		}
		switch c.op() {
		case opLoop: // assembly, or what is written so already
			return -1
		case opBlock, opIf:
			within++
		case opEnd:
			if within == 0 {
				x.code = code[:i]
				return i
			}
			within--
		case opCall, opCallIndirect:
			if within == 0 {
				x.entry = true
				if s+1 < len(f.segments) {
					f.segments[s+1].entry = true
				}
			}
		case opI32Const:
			if jumpTo(code[i:], within+loop) {
				x.jumps = append(x.jumps, f.numbers[min(c.operand, len(f.numbers)-1)])
				x.falls = within > 0
				x.leaps = within == 0 && i+3 < len(code) && code[i+3].op() == opEnd
				i += 2
			}
		case opBr, opBrIf:
			if c.operand >= within && c.operand <= within+loop {
				return -1
			}
		case opBrTable:
			if slices.Max(c.targets) >= within {
				return -1
			}
		}
	}
	return -1
}

// next lists where a segment goes on.
func (f *flow) next(s int) []int {
	if x := &f.segments[s]; x.falls && s+1 < len(f.segments) {
		return append(slices.Clone(x.jumps), s+1)
	}
	return f.segments[s].jumps
}

// part is a segment, or a loop of parts, of which the first is where it begins.
type part struct {
	first int
	loop  []*part // nil: a segment
}

// place is how a segment is met: before others in a search from the entries, and through whom.
type place struct {
	order, through int // through is who is met on every way here; -1: nobody, or it is never met
	from           []int
	loop           int // the head of the innermost loop around it, -1: none
}

// places finds how all segments are met, and those that are, in an order in which only jumps back lead
// to one before.
func (f *flow) places() ([]place, []int) {
	all := make([]place, len(f.segments))
	for s := range all {
		all[s] = place{order: -1, through: -1, loop: -1}
	}
	for s := range all {
		for _, to := range f.next(s) {
			all[to].from = append(all[to].from, s)
		}
	}
	var met []int // the last first
	seen := make([]bool, len(all))
	type visit struct{ s, i int }
	for s := range all {
		if !f.segments[s].entry || seen[s] {
			continue
		}
		seen[s] = true
		for path := []visit{{s, 0}}; len(path) > 0; {
			v := &path[len(path)-1]
			next := f.next(v.s)
			if v.i == len(next) {
				met, path = append(met, v.s), path[:len(path)-1]
				continue
			}
			to := next[v.i]
			v.i++
			if !seen[to] {
				seen[to] = true
				path = append(path, visit{to, 0})
			}
		}
	}
	slices.Reverse(met)
	for i, s := range met {
		all[s].order = i
	}
	pass(all, met, func(s int) bool { return f.segments[s].entry })
	return all, met
}

// pass finds through whom the segments are met: those of all ways so far, until nothing changes (Cooper,
// Harvey, Kennedy: A simple, fast dominance algorithm, 2001).
func pass(all []place, met []int, entry func(s int) bool) {
	const unknown = -2
	for _, s := range met {
		all[s].through = unknown
	}
	both := func(a, b int) int {
		for a != b && a >= 0 && b >= 0 {
			if all[a].order > all[b].order {
				a = all[a].through
			} else {
				b = all[b].through
			}
		}
		return min(a, b)
	}
	for changed := true; changed; {
		changed = false
		for _, s := range met {
			who := unknown
			if entry(s) {
				who = -1
			}
			for _, p := range all[s].from {
				switch {
				case all[p].order < 0 || all[p].through == unknown:
				case who == unknown:
					who = p
				default:
					who = both(who, p)
				}
			}
			if who != all[s].through {
				all[s].through, changed = who, true
			}
		}
	}
}

// nest is which loops there are, each by its head, where it begins.
type nest struct {
	all     []place
	heads   []int         // inner loops before those around them
	around  map[int]int   // the loop around each, -1: none
	members map[int][]int // segments that are in no inner loop
}

// nest finds the loops: of a jump back to a head that is met on every way to it, all on the ways from
// there to the jump.
func (f *flow) nest() nest {
	all, met := f.places()
	n := nest{all: all, around: map[int]int{}, members: map[int][]int{}}
	for _, head := range slices.Backward(met) { // inner loops begin later
		var todo []int
		for _, p := range all[head].from {
			if all[p].order >= 0 && n.passes(p, head) {
				todo = append(todo, p)
			}
		}
		if len(todo) == 0 {
			continue
		}
		n.heads, n.around[head], all[head].loop = append(n.heads, head), -1, head
		for len(todo) > 0 {
			s := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if all[s].loop < 0 {
				all[s].loop = head
			} else if s = n.outermost(s); s == head {
				continue
			} else {
				n.around[s] = head
			}
			for _, p := range all[s].from {
				if all[p].order >= 0 {
					todo = append(todo, p)
				}
			}
		}
	}
	for s := range all {
		n.members[all[s].loop] = append(n.members[all[s].loop], s)
	}
	return n
}

// passes says whether every way to a segment is through another.
func (n *nest) passes(s, who int) bool {
	for s >= 0 && n.all[s].order > n.all[who].order {
		s = n.all[s].through
	}
	return s == who
}

// outermost is the loop around all others that a segment is in.
func (n *nest) outermost(s int) int {
	at := n.all[s].loop
	for n.around[at] >= 0 {
		at = n.around[at]
	}
	return at
}

// in is the part of a loop that holds a segment: itself, or a loop's head; -1: none does.
func (n *nest) in(loop, s int) int {
	at := n.all[s].loop
	if at == loop {
		return s
	}
	for at >= 0 && n.around[at] != loop {
		at = n.around[at]
	}
	return at
}

// loops puts the segments into loops, and says whether there are any that can be written as such:
// none of them has a loop of another kind in it.
func (f *flow) loops() (parts []*part, found bool) {
	n := f.nest()
	items := map[int][]*part{}
	single := func(segments []int) {
		for _, s := range segments {
			parts = append(parts, &part{first: s})
		}
	}
	single(n.members[-1])
	for _, head := range n.heads {
		list, whole := []*part{}, true
		for _, s := range n.members[head] {
			list = append(list, &part{first: s})
		}
		for _, inner := range n.heads {
			if n.around[inner] == head {
				list = append(list, &part{first: inner, loop: items[inner]})
				whole = whole && items[inner] != nil
			}
		}
		if whole {
			items[head] = f.sort(head, list, func(s int) int { return n.in(head, s) })
		}
		if items[head] == nil {
			single(n.members[head])
		}
	}
	for _, head := range n.heads {
		if out := n.around[head]; items[head] != nil && (out < 0 || items[out] == nil) {
			parts, found = append(parts, &part{first: head, loop: items[head]}), true
		}
	}
	for s := range n.all {
		if found && n.all[s].order < 0 { // it may jump into a loop, but is never come to
			f.segments[s] = segment{code: []instruction{plain(opUnreachable, -1)}}
		}
	}
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.lowest(), b.lowest()) })
	return parts, found
}

// lowest is the segment of a part that was written first.
func (p *part) lowest() int {
	low := p.first
	for _, q := range p.loop {
		if q.loop != nil || q.first != p.first {
			low = min(low, q.lowest())
		}
	}
	return low
}

// each calls with every segment of a part.
func (p *part) each(call func(s int)) {
	if p.loop == nil {
		call(p.first)
	}
	for _, q := range p.loop {
		q.each(call)
	}
}

// sort puts the parts of a loop in an order in which only the head is jumped back to; nil: there is none.
func (f *flow) sort(head int, list []*part, owner func(s int) int) []*part {
	before := map[int]int{}
	next := map[int][]int{}
	for _, p := range list {
		p.each(func(s int) {
			for _, to := range f.next(s) {
				if at := owner(to); at >= 0 && at != p.first && at != head {
					before[at]++
					next[p.first] = append(next[p.first], at)
				}
			}
		})
	}
	slices.SortFunc(list, func(a, b *part) int { return cmp.Compare(a.lowest(), b.lowest()) })
	var sorted []*part
	for len(list) > 0 {
		i := slices.IndexFunc(list, func(p *part) bool { return before[p.first] == 0 && (len(sorted) > 0 || p.first == head) })
		if i < 0 {
			return nil
		}
		for _, to := range next[list[i].first] {
			before[to]--
		}
		sorted, list = append(sorted, list[i]), slices.Delete(list, i, i+1)
	}
	return sorted
}

// layout writes a function's segments, loops as loops.
type layout struct {
	*flow
	out    []instruction
	order  []int        // of segments
	at     int          // in order
	open   []int        // what each frame within the loop around the table leads to, none: -1
	within map[int]bool // is within a loop, and not where it begins
	wanted map[int]bool // is branched to
}

// looped writes a function with its loops, where there are any.
func looped(code []instruction, table int) []instruction {
	f, ok := flowOf(code, table)
	if !ok {
		return code
	}
	parts, found := f.loops()
	if !found {
		return code
	}
	l := layout{flow: &f, within: map[int]bool{}, wanted: map[int]bool{}}
	in := make([]int, len(f.segments))
	for i, p := range parts {
		p.each(func(s int) {
			in[s] = i
			l.within[s] = s != p.first
			l.order = append(l.order, s)
		})
	}
	for i, s := range l.order {
		for k, to := range f.segments[s].jumps {
			if !f.segments[s].leaps || k < len(f.segments[s].jumps)-1 || i+1 == len(l.order) || l.order[i+1] != to {
				l.wanted[to] = true
			}
		}
		if f.segments[s].falls && (i+1 == len(l.order) || l.order[i+1] != s+1) {
			l.wanted[s+1] = true
		}
	}
	l.out = append(l.out, f.before...)
	for range parts {
		l.out = append(l.out, plain(opBlock, empty))
		l.open = append(l.open, -1)
	}
	choice := instruction{bytes: appendUnsigned([]byte{opBrTable}, len(f.numbers)-1)}
	for _, s := range f.numbers {
		choice.targets = append(choice.targets, in[s])
		choice.bytes = appendUnsigned(choice.bytes, in[s])
	}
	l.out = append(l.out, plain(opLocalGet, 0), choice)
	for _, p := range parts {
		l.end()
		l.write(p)
	}
	return append(append(l.out, plain(opEnd, -1)), f.after...)
}

// plain is an instruction with one operand, or none where it is negative.
func plain(op byte, operand int) instruction {
	switch {
	case operand < 0:
		return instruction{bytes: []byte{op}}
	case op == opI32Const:
		return instruction{bytes: appendSigned([]byte{op}, operand), operand: operand}
	}
	return instruction{bytes: appendUnsigned([]byte{op}, operand), operand: operand}
}

func (l *layout) end() {
	l.out = append(l.out, plain(opEnd, -1))
	l.open = l.open[:len(l.open)-1]
}

func (l *layout) write(p *part) {
	if p.loop == nil {
		l.writeSegment(p.first)
		l.at++
		return
	}
	l.out = append(l.out, plain(opLoop, empty))
	l.open = append(l.open, p.first)
	for _, q := range slices.Backward(p.loop[1:]) {
		if l.wanted[q.first] {
			l.out = append(l.out, plain(opBlock, empty))
			l.open = append(l.open, q.first)
		}
	}
	for i, q := range p.loop {
		if i > 0 && l.wanted[q.first] {
			l.end()
		}
		l.write(q)
	}
	l.end()
}

// writeSegment writes a segment, branches as they are now.
func (l *layout) writeSegment(s int) {
	x := &l.segments[s]
	next := -1
	if l.at+1 < len(l.order) {
		next = l.order[l.at+1]
	}
	within, loop := 0, len(l.segments)-1-s
	for i := 0; i < len(x.code); i++ {
		c := x.code[i]
		switch c.op() {
		case opBlock:
			within++
		case opIf:
			if i+4 < len(x.code) && c.operand == empty && x.code[i+4].op() == opEnd && jumpTo(x.code[i+1:], within+1+loop) {
				if depth, ok := l.depth(l.numbers[min(x.code[i+1].operand, len(l.numbers)-1)]); ok {
					l.out = append(l.out, plain(opBrIf, within+depth))
					i += 4
					continue
				}
			}
			within++
		case opEnd:
			within--
		case opI32Const:
			if jumpTo(x.code[i:], within+loop) {
				to := l.numbers[min(c.operand, len(l.numbers)-1)]
				if !x.leaps || i+3 < len(x.code) || to != next {
					l.jump(to, within)
				}
				i += 2
				continue
			}
		case opBr, opBrIf:
			if c.operand > within+loop {
				c = plain(c.op(), c.operand-loop+len(l.open))
			}
		}
		l.out = append(l.out, c)
	}
	switch {
	case !x.falls:
	case s+1 == len(l.segments): // behind it is what is never come to
		l.out = append(l.out, plain(opUnreachable, -1))
	case s+1 != next:
		l.jump(s+1, 0)
	}
}

// depth is how deep the frame lies that leads to a segment, if one within a loop does.
func (l *layout) depth(to int) (int, bool) {
	for k, label := range slices.Backward(l.open) {
		if label == to {
			return len(l.open) - 1 - k, true
		}
	}
	return 0, false
}

// jump writes a jump from within so many frames of a segment.
func (l *layout) jump(to, within int) {
	if depth, ok := l.depth(to); ok {
		l.out = append(l.out, plain(opBr, within+depth))
		return
	}
	if l.within[to] {
		panic("pack: a jump into a loop") // which would go wrong unseen
	}
	l.out = append(l.out, plain(opI32Const, l.number[to]), plain(opLocalSet, 0), plain(opBr, within+len(l.open)))
}
