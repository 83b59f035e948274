package main

import (
	"cmp"
	"math/bits"
	"slices"
)

// writer writes bits, the first into a byte's lowest.
type writer struct {
	out   []byte
	held  uint64
	holds int
}

func (w *writer) bits(v uint32, n int) {
	w.held |= uint64(v) << w.holds
	for w.holds += n; w.holds >= 8; w.holds -= 8 {
		w.out = append(w.out, byte(w.held))
		w.held >>= 8
	}
}

func (w *writer) align() { w.bits(0, (8-w.holds)%8) }

// symbol writes one, and what of the value that it stands for follows it.
func (w *writer) symbol(c *codes, s, value int) {
	w.bits(uint32(c.words[s]), int(c.lengths[s]))
	w.bits(uint32(value-base[s]), int(extra[s]))
}

// codes are the two Huffman codes of a block's symbols: each word's length, and the words,
// turned round as they are written.
type codes struct {
	lengths [len(counts{})]uint8
	words   [len(counts{})]uint16
	head
}

var fixed = fixedCodes()

func fixedCodes() *codes {
	var c codes
	lengths := slices.Concat(slices.Repeat([]uint8{8}, 144), slices.Repeat([]uint8{9}, 112),
		slices.Repeat([]uint8{7}, 24), slices.Repeat([]uint8{8}, 8))
	copy(c.words[:], words(lengths)) // the last two stand for nothing
	copy(c.lengths[:], lengths[:nearest])
	copy(c.lengths[nearest:], slices.Repeat([]uint8{5}, 30))
	copy(c.words[nearest:], words(c.lengths[nearest:]))
	return &c
}

// codes are those of a block's own.
func (c *counts) codes() *codes {
	var of codes
	copy(of.lengths[:], codeLengths(c[:nearest], 15))
	copy(of.lengths[nearest:], codeLengths(c[nearest:], 15))
	copy(of.words[:], words(of.lengths[:nearest]))
	copy(of.words[nearest:], words(of.lengths[nearest:]))
	of.head = newHead(of.lengths[:nearest], of.lengths[nearest:])
	return &of
}

// bits is what a block takes with codes.
func (c *counts) bits(with *codes) int {
	sum := 3 + with.head.bits
	for s, n := range c {
		sum += n * int(with.lengths[s]+extra[s])
	}
	return sum
}

// words are a code's as the format has it: shorter ones first, then by their symbols.
func words(lengths []uint8) []uint16 {
	list := make([]uint16, len(lengths))
	next := uint16(0)
	for n := uint8(1); n < 16; n++ {
		for s := range lengths {
			if lengths[s] == n {
				list[s] = bits.Reverse16(next) >> (16 - n)
				next++
			}
		}
		next <<= 1
	}
	return list
}

// codeLengths are those of the best code that has no words longer than a limit, by merging
// packages. A level has a coin of each symbol, worth its count, and packages of two coins each of the
// level before; of the last level, the cheapest are bought, 2 for each symbol but one. A word is
// as long as coins of its symbol are bought with them.
func codeLengths(counts []int, limit int) []uint8 {
	type coin struct{ worth, symbol int } // a package's is -1
	var coins []coin
	for s, n := range counts {
		if n > 0 {
			coins = append(coins, coin{n, s})
		}
	}
	for s := 0; len(coins) < 2; s++ { // fewer make no complete code
		if counts[s] == 0 {
			coins = append(coins, coin{0, s})
		}
	}
	slices.SortStableFunc(coins, func(a, b coin) int { return cmp.Compare(a.worth, b.worth) })
	levels := [][]coin{coins}
	for len(levels) < limit {
		level, single := make([]coin, 0, 2*len(coins)), coins
		for two := range slices.Chunk(levels[len(levels)-1], 2) {
			if len(two) < 2 {
				break
			}
			both := coin{two[0].worth + two[1].worth, -1}
			for len(single) > 0 && single[0].worth <= both.worth {
				level, single = append(level, single[0]), single[1:]
			}
			level = append(level, both)
		}
		levels = append(levels, append(level, single...))
	}
	lengths := make([]uint8, len(counts))
	bought := 2*len(coins) - 2
	for _, level := range slices.Backward(levels) {
		packages := 0
		for _, c := range level[:bought] {
			if c.symbol < 0 {
				packages++
			} else {
				lengths[c.symbol]++
			}
		}
		bought = 2 * packages
	}
	return lengths
}

// head says a block's codes: how many lengths each has, these in runs, and the code of the runs.
type head struct {
	symbols, distances, lengths int
	runs                        []run
	code                        []uint8
	bits                        int
}

// run is a symbol of the code of lengths, and what follows it.
type run struct{ symbol, rest int }

var (
	runOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	runExtra = [19]int{16: 2, 17: 3, 18: 7}
)

func newHead(symbols, distances []uint8) (h head) {
	used := func(n, least int, length func(int) uint8) int {
		for n > least && length(n-1) == 0 {
			n--
		}
		return n
	}
	h.symbols = used(len(symbols), shortest, func(s int) uint8 { return symbols[s] })
	h.distances = used(len(distances), 1, func(s int) uint8 { return distances[s] })
	h.runs = runs(slices.Concat(symbols[:h.symbols], distances[:h.distances]))
	var often [19]int
	for _, r := range h.runs {
		often[r.symbol]++
	}
	h.code = codeLengths(often[:], 7)
	h.lengths = used(len(runOrder), 4, func(i int) uint8 { return h.code[runOrder[i]] })
	h.bits = 5 + 5 + 4 + 3*h.lengths
	for s, n := range often {
		h.bits += n * (int(h.code[s]) + runExtra[s])
	}
	return h
}

// runs has three and more lengths that are equal as few symbols.
func runs(lengths []uint8) (list []run) {
	for i := 0; i < len(lengths); {
		v, n := int(lengths[i]), 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		i += n
		if v > 0 {
			list = append(list, run{v, 0})
			n--
		}
		for n > 0 {
			k := min(n, 138)
			switch {
			case n < 3:
				k = 1
				list = append(list, run{v, 0})
			case v > 0:
				k = min(n, 6)
				list = append(list, run{16, k - 3})
			case n <= 10:
				list = append(list, run{17, k - 3})
			default:
				list = append(list, run{18, k - 11})
			}
			n -= k
		}
	}
	return list
}

// head writes one.
func (w *writer) head(h *head) {
	w.bits(uint32(h.symbols-shortest), 5)
	w.bits(uint32(h.distances-1), 5)
	w.bits(uint32(h.lengths-4), 4)
	for _, s := range runOrder[:h.lengths] {
		w.bits(uint32(h.code[s]), 3)
	}
	code := words(h.code)
	for _, r := range h.runs {
		w.bits(uint32(code[r.symbol]), int(h.code[r.symbol]))
		w.bits(uint32(r.rest), runExtra[r.symbol])
	}
}
