package main

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
)

// gzipped packs bytes as "gzip -n" would, in fewer, which are unpacked alike.
//
// Every visitor loads the module, hence an encoder of our own. Of the 19.7 MB that it has,
// gzip -9 makes 4,021,670 bytes, libdeflate's level 12 makes 3,855,551 and zopfli 3,853,121;
// neither is everywhere where Go is. In Go, klauspost/compress makes 4,052,246, and
// go-zopfli, which nobody looks after, 3,906,781 in a minute. This makes 3,838,045 in
// ten seconds of processor time.
//
// As the better ones do, it finds all matches that can be of use and takes the cheapest way
// through them, by the bits that literals, lengths and distances took last time.
func gzipped(data []byte) []byte {
	w := writer{out: []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3}} // no name or time, packed as well as can be, on Unix
	d := deflater{costs: expected(data[:min(chunk, len(data))]).costs()}
	found := find(data)
	for from := 0; from == 0 || from < len(data); from += chunk {
		to := min(from+chunk, len(data))
		blocks := d.parse(data[from:to], <-found)
		for i := range blocks {
			d.write(&w, &blocks[i], to == len(data) && i == len(blocks)-1)
		}
	}
	w.align()
	w.out = binary.LittleEndian.AppendUint32(w.out, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(w.out, uint32(len(data)))
}

const (
	stored  = 1<<16 - 1   // bytes that a stored block has at most
	chunk   = 16 * stored // bytes that are looked at together: their matches are kept
	unit    = 1000        // symbols that are not split
	refined = 3           // how often a block is parsed by what it costs itself
	bit     = 32          // what a bit costs
)

// counts says how often there is each symbol: bytes, the end of a block, lengths, and after
// these distances.
type counts [nearest + 30]int

const (
	endBlock = 256
	shortest = 257 // of the lengths
	nearest  = 286 // of the distances
)

// expected is what a first parse begins with: as many matches as bytes, all alike.
func expected(data []byte) (c counts) {
	for s := endBlock; s < len(c); s++ {
		c[s] = len(data)/30 + 1
	}
	for _, b := range data {
		c[b]++
	}
	return c
}

// symbols are a match's, or a literal's and none.
func symbols(m match) (s, distance int) {
	if m.distance() == 0 {
		return m.length(), 0
	}
	return int(lengthSymbol[m.length()]), distanceSymbol(m.distance())
}

// costs are those of literals, lengths and distances' symbols, with the bits that follow.
type costs struct {
	literals  [256]uint32
	lengths   [longest + 1]uint32
	distances [30]uint32
}

// costs are what an ideal code takes.
func (c counts) costs() (list costs) {
	var each [len(c)]uint32
	for _, part := range [][2]int{{0, nearest}, {nearest, len(c)}} {
		all := 1.
		for _, n := range c[part[0]:part[1]] {
			all += float64(n)
		}
		for s := part[0]; s < part[1]; s++ {
			each[s] = uint32(bit*(math.Log2(all/max(float64(c[s]), 0.5))+float64(extra[s])) + 0.5)
		}
	}
	copy(list.literals[:], each[:])
	for n := 3; n <= longest; n++ {
		list.lengths[n] = each[lengthSymbol[n]]
	}
	copy(list.distances[:], each[nearest:])
	return list
}

// deflater parses chunks. Places are counted from a chunk's first.
type deflater struct {
	data   []byte
	found  matches
	costs  costs // of the last block
	cost   []uint32
	choice []match // what is taken from a place on
}

// block is a part of a chunk.
type block struct {
	from, to int
	counts   counts
	bits     int
}

// parse parses a chunk into what is written.
func (d *deflater) parse(data []byte, found matches) []block {
	d.data, d.found = data, found
	d.cost, d.choice = make([]uint32, len(data)+1), make([]match, len(data))
	whole := block{to: len(data)}
	d.choose(&whole)
	d.costs = whole.counts.costs()
	d.choose(&whole)
	blocks := d.split()
	for i := range blocks {
		for range refined {
			d.costs = blocks[i].counts.costs()
			d.choose(&blocks[i])
		}
	}
	return blocks
}

// choose finds, from a block's end on, what is cheapest from a place to the end, and counts it.
func (d *deflater) choose(b *block) {
	c, cost := &d.costs, d.cost
	cost[b.to] = 0
	for p := b.to - 1; p >= b.from; p-- {
		best, choice := c.literals[d.data[p]]+cost[p+1], match(d.data[p])<<16
		found := d.found.list[d.found.begin[p]:d.found.begin[p+1]]
		n := 3
		if k := len(found); k > 0 && found[k-1].length() == longest && p+longest <= b.to {
			n = longest // there is hardly better
		}
		for _, m := range found {
			end := min(m.length(), b.to-p) + 1
			if end <= n {
				continue
			}
			distance := c.distances[distanceSymbol(m.distance())-nearest]
			lengths := c.lengths[n:end]
			rest := cost[p+n:][:len(lengths)]
			for i, l := range lengths {
				if x := distance + l + rest[i]; x < best {
					best, choice = x, newMatch(n+i, m.distance())
				}
			}
			n = end
		}
		cost[p], d.choice[p] = best, choice
	}
	b.counts = counts{endBlock: 1}
	for p := b.from; p < b.to; p += d.choice[p].bytes() {
		b.counts.add(d.choice[p])
	}
}

func (c *counts) add(m match) {
	s, distance := symbols(m)
	c[s]++
	if distance > 0 {
		c[distance]++
	}
}

// split has the chunk's blocks: of many small ones, neighbours are joined that save most
// bits, while any do.
func (d *deflater) split() (blocks []block) {
	for p := 0; p < len(d.data) || len(blocks) == 0; {
		b := block{from: p, counts: counts{endBlock: 1}}
		for n := 0; n < unit && p < len(d.data); n++ {
			b.counts.add(d.choice[p])
			p += d.choice[p].bytes()
		}
		b.to = p
		b.bits = b.size()
		blocks = append(blocks, b)
	}
	joined := make([]block, len(blocks)) // each with the next
	for i := range len(blocks) - 1 {
		joined[i] = blocks[i].join(&blocks[i+1])
	}
	for {
		most, at := -1, -1
		for i := range len(blocks) - 1 {
			if saved := blocks[i].bits + blocks[i+1].bits - joined[i].bits; saved > most {
				most, at = saved, i
			}
		}
		if at < 0 {
			return blocks
		}
		blocks[at] = joined[at]
		blocks, joined = slices.Delete(blocks, at+1, at+2), slices.Delete(joined, at, at+1)
		for i := max(0, at-1); i <= at && i+1 < len(blocks); i++ {
			joined[i] = blocks[i].join(&blocks[i+1])
		}
	}
}

func (b *block) join(next *block) block {
	both := block{from: b.from, to: next.to, counts: b.counts}
	for s, n := range next.counts {
		both.counts[s] += n
	}
	both.counts[endBlock] = 1
	both.bits = both.size()
	return both
}

// size is how many bits a block takes.
func (b *block) size() int {
	return min(b.storedBits(), b.counts.bits(fixed), b.counts.bits(b.counts.codes()))
}

// storedBits is not less than what a block takes that is stored.
func (b *block) storedBits() int { return 8*(b.to-b.from) + 42*((b.to-b.from)/stored+1) }

// write writes a block as it takes least.
func (d *deflater) write(w *writer, b *block, last bool) {
	c := b.counts.codes()
	if b.counts.bits(fixed) <= b.counts.bits(c) {
		c = fixed
	}
	final := uint32(0)
	if last {
		final = 1
	}
	if b.storedBits() < b.counts.bits(c) {
		for part := range slices.Chunk(d.data[b.from:b.to], stored) {
			b.from += len(part)
			w.bits(final*uint32(b.from/b.to), 3) // the last one's
			w.align()
			w.out = binary.LittleEndian.AppendUint16(w.out, uint16(len(part)))
			w.out = binary.LittleEndian.AppendUint16(w.out, ^uint16(len(part)))
			w.out = append(w.out, part...)
		}
		return
	}
	if w.bits(final, 1); c == fixed {
		w.bits(1, 2)
	} else {
		w.bits(2, 2)
		w.head(&c.head)
	}
	for p := b.from; p < b.to; p += d.choice[p].bytes() {
		m := d.choice[p]
		s, distance := symbols(m)
		w.symbol(c, s, m.length())
		if distance > 0 {
			w.symbol(c, distance, m.distance())
		}
	}
	w.symbol(c, endBlock, endBlock)
}
