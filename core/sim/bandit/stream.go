package bandit

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// Stream is a sequence of random numbers, the same on every platform. It takes
// its bits from PCG itself: how rand.Rand turns them into other numbers is
// nobody's promise.
type Stream struct{ pcg rand.PCG }

// Seed starts the stream that belongs to two numbers, from its beginning.
func (s *Stream) Seed(a, b uint64) { s.pcg.Seed(a, b) }

// Unit is uniform on [0, 1), a multiple of 2^-53.
func (s *Stream) Unit() float64 { return float64(s.pcg.Uint64()>>11) * (1.0 / (1 << 53)) }

// Between is uniform on [a, b).
func (s *Stream) Between(a, b float64) float64 { return a + float64(s.Unit()*(b-a)) }

// Below is uniform on 0..n-1 for n > 0 (its bias, below n/2^64, is let be).
func (s *Stream) Below(n int) int {
	hi, _ := bits.Mul64(s.pcg.Uint64(), uint64(n))
	return int(hi)
}

// Normal is a standard normal variate (Marsaglia's polar method, the second of
// each pair thrown away).
func (s *Stream) Normal() float64 {
	for {
		x, y := float64(2*s.Unit())-1, float64(2*s.Unit())-1
		if q := float64(x*x) + float64(y*y); q > 1e-300 && q < 1 {
			return x * math.Sqrt(-2*math.Log(q)/q)
		}
	}
}

// Shuffle puts the numbers 0..len(v)-1 into v in random order (Fisher and
// Yates).
func (s *Stream) Shuffle(v []int) {
	for i := range v {
		j := s.Below(i + 1)
		v[i] = v[j]
		v[j] = i
	}
}
