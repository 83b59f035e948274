package lublin

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// source is a stream of random numbers, the same on every platform. It takes
// its bits from PCG itself: how rand.Rand turns them into other numbers is
// nobody's promise.
type source struct{ pcg *rand.PCG }

func newSource(seed, stream uint64) source { return source{rand.NewPCG(seed, stream)} }

// unit is uniform on [0, 1), a multiple of 2^-53.
func (s source) unit() float64 { return float64(s.pcg.Uint64()>>11) * (1.0 / (1 << 53)) }

// open is uniform on (0, 1], for logarithms.
func (s source) open() float64 { return 1 - s.unit() }

// below is uniform on 0..n-1 for n > 0 (its bias, below n/2^64, is let be).
func (s source) below(n int) int {
	hi, _ := bits.Mul64(s.pcg.Uint64(), uint64(n))
	return int(hi)
}

// between is uniform on [a, b).
func (s source) between(a, b float64) float64 { return a + s.unit()*(b-a) }

// normal is a standard normal variate (Marsaglia's polar method).
func (s source) normal() float64 {
	for {
		x, y := 2*s.unit()-1, 2*s.unit()-1
		if q := x*x + y*y; q > 0 && q < 1 {
			return x * math.Sqrt(-2*math.Log(q)/q)
		}
	}
}

// gamma is a gamma variate (Marsaglia & Tsang 2000); 0 unless both parameters
// are positive.
func (s source) gamma(shape, scale float64) float64 {
	if !(shape > 0) || !(scale > 0) || shape > 1e12 {
		return 0
	}
	if shape < 1 {
		return s.gamma(shape+1, scale) * exp(math.Log(s.open())/shape)
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := s.normal()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := s.open()
		x *= x
		if u < 1-0.0331*x*x || math.Log(u) < 0.5*x+d*(1-v+math.Log(v)) {
			return d * v * scale
		}
	}
}

// geometric is 1, 2, 3, ... with that mean, at least 1.
func (s source) geometric(mean float64) int {
	if !(mean > 1) {
		return 1
	}
	return 1 + int(math.Log(s.open())/math.Log(1-1/mean))
}
