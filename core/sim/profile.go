package sim

// A profile is the free processors from now on: their changes by instant, in blocks, each with
// the sum of its changes and the least and most of their running sums. So a search passes over
// a block that can't matter at a look, and a change touches one block and the list of their
// heads. What is free now is the engine's to say.
//
// All instants are later than now, but those of jobs that are to start now or run past their
// projected ends: a pass deals with these first.
type profile struct {
	heads  []head
	blocks []block // those in use, spare ones, and from fresh on those that never were
	spare  []int32
	fresh  int32
}

// head is what is to be known of a block.
type head struct {
	first          int64 // instant
	sum, low, high int64 // of its changes; the least and most of their running sums
	block, n       int32
}

// block are changes, by instant.
type block struct{ at, by [full]int64 }

// A block that is full is halved; two neighbours that have no more than scarce between them are
// joined: so a block holds more than scarce / 2 changes on average.
const (
	full   = 32
	scarce = 24
)

// grow makes room for so many changes, and takes all out.
func (p *profile) grow(most int) {
	n := 2*most/scarce + 3
	if cap(p.blocks) < n {
		p.blocks, p.heads, p.spare = make([]block, n), make([]head, 0, n), make([]int32, 0, n)
	}
	p.blocks = p.blocks[:cap(p.blocks)]
	p.heads, p.spare, p.fresh = p.heads[:0], p.spare[:0], 0
}

// set makes a profile another one, which has no more room.
func (p *profile) set(q *profile) {
	p.heads, p.spare, p.fresh = append(p.heads[:0], q.heads...), p.spare[:0], int32(len(q.heads))
	for i := range p.heads {
		h := &p.heads[i]
		p.blocks[i] = q.blocks[h.block]
		h.block = int32(i)
	}
}

// add changes what is free from an instant on.
func (p *profile) add(at, by int64) {
	heads := p.heads
	if len(heads) == 0 {
		p.insertHead(0)
		heads = p.heads
	}
	// The last block that does not begin later.
	low, high := 0, len(heads)
	for low+1 < high {
		if mid := int(uint(low+high) / 2); heads[mid].first <= at {
			low = mid
		} else {
			high = mid
		}
	}
	h := &heads[low]
	b := &p.blocks[h.block]
	n := int(h.n)
	i := 0
	for i < n && b.at[i] < at {
		i++
	}
	if i < n && b.at[i] == at {
		if b.by[i] += by; b.by[i] == 0 {
			copy(b.at[i:n], b.at[i+1:n])
			copy(b.by[i:n], b.by[i+1:n])
			h.n--
			p.measure(h)
			p.join(low)
			return
		}
		p.measure(h)
		return
	}
	if n == full {
		p.halve(low)
		p.add(at, by)
		return
	}
	copy(b.at[i+1:n+1], b.at[i:n])
	copy(b.by[i+1:n+1], b.by[i:n])
	b.at[i], b.by[i] = at, by
	h.n++
	p.measure(h)
}

// measure brings a head up to date.
func (p *profile) measure(h *head) {
	b := &p.blocks[h.block]
	n := int(h.n)
	h.first = b.at[0]
	sum, low, high := int64(0), int64(0), int64(0)
	for _, by := range b.by[:n] {
		sum += by
		low, high = min(low, sum), max(high, sum)
	}
	h.sum, h.low, h.high = sum, low, high
}

// insertHead takes a spare block for place i.
func (p *profile) insertHead(i int) {
	block := p.fresh
	if last := len(p.spare) - 1; last >= 0 {
		block, p.spare = p.spare[last], p.spare[:last]
	} else {
		p.fresh++
	}
	p.heads = p.heads[:len(p.heads)+1]
	copy(p.heads[i+1:], p.heads[i:])
	p.heads[i] = head{block: block}
}

// removeHead gives the block of place i back.
func (p *profile) removeHead(i int) {
	p.spare = append(p.spare, p.heads[i].block)
	p.heads = append(p.heads[:i], p.heads[i+1:]...)
}

// halve makes two of a full block.
func (p *profile) halve(i int) {
	p.insertHead(i + 1)
	a, b := &p.heads[i], &p.heads[i+1]
	from, to := &p.blocks[a.block], &p.blocks[b.block]
	const half = full / 2
	copy(to.at[:], from.at[half:])
	copy(to.by[:], from.by[half:])
	a.n, b.n = half, full-half
	p.measure(a)
	p.measure(b)
	p.join(i + 1)
	p.join(i)
}

// join makes one of a block and a neighbour, where both hold little.
func (p *profile) join(i int) {
	if p.heads[i].n == 0 {
		p.removeHead(i)
		return
	}
	if i+1 == len(p.heads) || p.heads[i].n+p.heads[i+1].n > scarce {
		i--
	}
	if i < 0 || i+1 == len(p.heads) || p.heads[i].n+p.heads[i+1].n > scarce {
		return
	}
	a, b := &p.heads[i], &p.heads[i+1]
	to, from := &p.blocks[a.block], &p.blocks[b.block]
	copy(to.at[a.n:], from.at[:b.n])
	copy(to.by[a.n:], from.by[:b.n])
	a.n += b.n
	p.measure(a)
	p.removeHead(i + 1)
}

// place is where a job can be put.
type place struct {
	at int64
	// before are the processors free just before, -1 when it is now; most is what no instant
	// before has more of, of those at which there are too few.
	before, most int64
}

// earliest is the first place at which q processors stay free for d seconds, when free are free
// now. All must be free in the end.
func (p *profile) earliest(now, free, q, d int64) place {
	v, f := free, place{at: now, before: -1, most: -1}
	open := v >= q
	if !open {
		f.most = v
	}
	for i := range p.heads {
		h := &p.heads[i]
		switch {
		case open && h.first >= f.at+d:
			return f
		case open && v+h.low >= q, !open && v+h.high < q:
			if !open {
				f.most = max(f.most, v+h.high)
			}
			v += h.sum
			continue
		}
		b := &p.blocks[h.block]
		n := int(h.n)
		for k := range b.at[:n] {
			if open && b.at[k] >= f.at+d {
				return f
			}
			was := v
			v += b.by[k]
			switch {
			case v < q:
				open = false
				f.most = max(f.most, v)
			case !open:
				open = true
				f.at, f.before = b.at[k], was
			}
		}
	}
	return f
}

// earlier is the first place before the one that a job has, and before an instant to come, at
// which q processors stay free for d seconds or up to its own place, which is not free; its own
// where there is none. It is known that there is none at an instant or sooner.
func (p *profile) earlier(after, free, q, d, own, before int64) int64 {
	v, from := free, 0
	for from+1 < len(p.heads) && p.heads[from+1].first <= after {
		v += p.heads[from].sum
		from++
	}
	at := after
	open := v >= q
	for i := from; i < len(p.heads); i++ {
		h := &p.heads[i]
		switch {
		case open && h.first >= min(at+d, own):
			return at
		case !open && h.first >= min(before, own):
			return own
		case open && v+h.low >= q, !open && v+h.high < q:
			v += h.sum
			continue
		}
		b := &p.blocks[h.block]
		n := int(h.n)
		for k := range b.at[:n] {
			switch {
			case open && b.at[k] >= min(at+d, own):
				return at
			case !open && b.at[k] >= min(before, own):
				return own
			}
			v += b.by[k]
			switch {
			case v < q:
				open = false
			case !open:
				open, at = true, b.at[k]
			}
		}
	}
	if open {
		return at
	}
	return own
}

// fits says whether q processors stay free from now on for d seconds.
func (p *profile) fits(now, free, q, d int64) bool {
	if free < q {
		return false
	}
	v, end := free, now+d
	for i := range p.heads {
		h := &p.heads[i]
		if h.first >= end {
			return true
		}
		if v+h.low >= q {
			v += h.sum
			continue
		}
		b := &p.blocks[h.block]
		n := int(h.n)
		for k := range b.at[:n] {
			if b.at[k] >= end {
				return true
			}
			if v += b.by[k]; v < q {
				return false
			}
		}
	}
	return true
}

// level is how many processors are free at an instant, when free are free now.
func (p *profile) level(free, at int64) int64 {
	v := free
	for i := range p.heads {
		h := &p.heads[i]
		if h.first > at {
			return v
		}
		if i+1 < len(p.heads) && p.heads[i+1].first <= at {
			v += h.sum
			continue
		}
		b := &p.blocks[h.block]
		for k := range b.at[:h.n] {
			if b.at[k] > at {
				return v
			}
			v += b.by[k]
		}
	}
	return v
}

// least is how few processors are free at any instant.
func (p *profile) least(free int64) int64 {
	v, low := free, free
	for i := range p.heads {
		low = min(low, v+p.heads[i].low)
		v += p.heads[i].sum
	}
	return low
}
