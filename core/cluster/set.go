package cluster

import "math/bits"

// set is a set of small numbers: bits in words, counted in blocks of 64 words.
type set struct {
	words  []uint64
	counts []int32
	n      int
}

func newSet(n int) set {
	return set{words: make([]uint64, (n+63)/64), counts: make([]int32, (n+4095)/4096)}
}

func (s *set) clear() {
	clear(s.words)
	clear(s.counts)
	s.n = 0
}

func (s *set) add(i int32) {
	s.words[i>>6] |= 1 << (i & 63)
	s.counts[i>>12]++
	s.n++
}

func (s *set) remove(i int32) {
	s.words[i>>6] &^= 1 << (i & 63)
	s.counts[i>>12]--
	s.n--
}

func (s *set) has(i int32) bool { return s.words[i>>6]>>(i&63)&1 != 0 }

// next is the least member from i on, -1 where there is none.
func (s *set) next(i int32) int32 {
	w := int(i >> 6)
	if w >= len(s.words) {
		return -1
	}
	if x := s.words[w] >> (i & 63); x != 0 {
		return i + int32(bits.TrailingZeros64(x))
	}
	for w++; w < len(s.words); {
		if w&63 == 0 && s.counts[w>>6] == 0 {
			w += 64
			continue
		}
		if x := s.words[w]; x != 0 {
			return int32(w<<6 + bits.TrailingZeros64(x))
		}
		w++
	}
	return -1
}

// at is the member that k others are less than; there are more than k.
func (s *set) at(k int32) int32 {
	b := 0
	for k >= s.counts[b] {
		k -= s.counts[b]
		b++
	}
	for w := b << 6; ; w++ {
		n := int32(bits.OnesCount64(s.words[w]))
		if k < n {
			return int32(w<<6) + bit(s.words[w], k)
		}
		k -= n
	}
}

// bit is the place of the 1 in a word that k others stand below.
func bit(word uint64, k int32) int32 {
	for range k {
		word &= word - 1
	}
	return int32(bits.TrailingZeros64(word))
}
