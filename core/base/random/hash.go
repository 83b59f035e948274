package random

import "math/bits"

// Hash is a word drawn for a place rather than in a row: whoever asks for the
// same four words gets the same one, whatever was asked before. Each goes through
// the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom
// number generators, 2014).
func Hash(a, b, c, d uint64) uint64 {
	h := uint64(0)
	for _, w := range [...]uint64{a, b, c, d} {
		h += w + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}

// Unit is the number in [0, 1) that a word stands for.
func Unit(word uint64) float64 { return float64(word>>11) * (1.0 / (1 << 53)) }

// Below is the number from 0 to n-1 that a word stands for, n > 0.
func Below(word uint64, n int) int {
	high, _ := bits.Mul64(word, uint64(n))
	return int(high)
}
