package job

import (
	"math/bits"
)

// hash is SHA-256 (FIPS 180-4) of a sequence of 64-bit numbers, each as eight
// bytes, the least significant first. crypto/sha256 would do, but brings the whole
// FIPS module into the page: a visitor would load some 60 kB more (./build.sh weight, its
// table in public/docs/speed.html). A test compares the two.
type hash struct {
	state [8]uint32
	block [64]uint32 // the message schedule; the first 16 words are the block
	due   [64]uint32 // the schedule and the round constants, added
	words int        // of the block in use
	bytes uint64
}

func (h *hash) init() {
	*h = hash{state: [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}}
}

// add appends one number.
func (h *hash) add(v int64) {
	w := h.words & 15
	h.block[w] = bits.ReverseBytes32(uint32(v))
	h.block[w+1] = bits.ReverseBytes32(uint32(v >> 32))
	h.words = w + 2
	h.bytes += 8
	if h.words == 16 {
		h.compress()
	}
}

// sum ends the message. It is a multiple of eight bytes, so the padding begins
// on a word and the length on an even one.
func (h *hash) sum() Digest {
	length := h.bytes * 8
	h.block[h.words] = 0x80000000
	clear(h.block[h.words+1 : 16])
	if h.words >= 14 {
		h.compress()
		clear(h.block[:16])
	}
	h.block[14], h.block[15] = uint32(length>>32), uint32(length)
	h.compress()
	var d Digest
	for i, s := range h.state {
		d[4*i], d[4*i+1], d[4*i+2], d[4*i+3] = byte(s>>24), byte(s>>16), byte(s>>8), byte(s)
	}
	return d
}

// addAll appends numbers. Fields that a log does not have are -1 all through: blocks of one number are filled once.
func (h *hash) addAll(values []int64) {
	for len(values) > 0 && h.words&15 != 0 {
		h.add(values[0])
		values = values[1:]
	}
	for ; len(values) >= 8; values = values[8:] {
		for i, v := range values[:8] {
			h.block[2*i], h.block[2*i+1] = bits.ReverseBytes32(uint32(v)), bits.ReverseBytes32(uint32(v>>32))
		}
		h.bytes += 64
		h.compress()
	}
	for _, v := range values {
		h.add(v)
	}
}

// repeat appends a number n times.
func (h *hash) repeat(v int64, n int) {
	for ; n > 0 && h.words&15 != 0; n-- {
		h.add(v)
	}
	for k := 0; n >= 8; n -= 8 {
		if k++; k == 1 {
			for i := 0; i < 16; i += 2 {
				h.block[i], h.block[i+1] = bits.ReverseBytes32(uint32(v)), bits.ReverseBytes32(uint32(v>>32))
			}
			h.schedule()
		}
		h.bytes += 64
		h.turn()
	}
	for ; n > 0; n-- {
		h.add(v)
	}
}

// schedule fills the rest of the message schedule.
func (h *hash) schedule() {
	w := &h.block
	for i := 16; i < 64; i++ {
		x, y := w[i-2], w[i-15]
		w[i] = w[i-16] + w[i-7] +
			(bits.RotateLeft32(x, -17) ^ bits.RotateLeft32(x, -19) ^ x>>10) +
			(bits.RotateLeft32(y, -7) ^ bits.RotateLeft32(y, -18) ^ y>>3)
	}
	for i, v := range w {
		h.due[i] = v + rounds[i]
	}
}

// compress takes the block into the state.
func (h *hash) compress() {
	h.schedule()
	h.turn()
}

// turn takes the schedule into the state, four rounds at a time: so the eight words seldom change places. Of three words a and b
// and c the majority is (a^b)&(b^c) ^ b, and the first part of one round is the second of the next.
func (h *hash) turn() {
	s := &h.state
	a, b, c, d, e, f, g, z := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	y := b ^ c
	for i := 0; i < 64; i += 4 {
		w := (*[4]uint32)(h.due[i : i+4])
		z += high(e) + (g ^ e&(f^g)) + w[0]
		d += z
		x := a ^ b
		z += low(a) + (x&y ^ b)
		g += high(d) + (f ^ d&(e^f)) + w[1]
		c += g
		y = z ^ a
		g += low(z) + (x&y ^ a)
		f += high(c) + (e ^ c&(d^e)) + w[2]
		b += f
		x = g ^ z
		f += low(g) + (x&y ^ z)
		e += high(b) + (d ^ b&(c^d)) + w[3]
		a += e
		y = f ^ g
		e += low(f) + (x&y ^ g)
		a, b, c, d, e, f, g, z = e, f, g, z, a, b, c, d
	}
	*s = [8]uint32{s[0] + a, s[1] + b, s[2] + c, s[3] + d, s[4] + e, s[5] + f, s[6] + g, s[7] + z}
	h.words = 0
}

func high(e uint32) uint32 {
	return bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
}
func low(a uint32) uint32 {
	return bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
}

// rounds are the round constants: the first 32 bits of the fractions of the cube
// roots of the first 64 primes. Never written.
var rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}
