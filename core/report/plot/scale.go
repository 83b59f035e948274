package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Scale carries values from a domain to pixels. Lo may lie right of or below
// Hi on the screen: From and To are where the ends of the domain are drawn.
type Scale struct {
	Lo, Hi   float64
	From, To float64
	Log      bool // positive domain, equal steps for equal ratios
}

// At is the place of v; what is outside the domain stays at its edge, and so
// does what is no number (at the lower one).
func (s *Scale) At(v float64) float64 {
	f := s.part(v)
	if !(f > 0) {
		f = 0
	}
	if f > 1 {
		f = 1
	}
	return s.From + f*(s.To-s.From)
}

func (s *Scale) part(v float64) float64 {
	if !s.Log {
		return (v - s.Lo) / (s.Hi - s.Lo)
	}
	if !(v > 0) {
		return 0
	}
	lo := math.Log10(s.Lo)
	return (math.Log10(v) - lo) / (math.Log10(s.Hi) - lo)
}

// Holds says whether v lies in the domain.
func (s *Scale) Holds(v float64) bool { return v >= s.Lo && v <= s.Hi }

// back is the value at a part of a logarithmic scale. It halves its way there:
// math.Pow gives other last bits in WASM than on amd64, math.Log10 does not.
func (s *Scale) back(part float64) float64 {
	lo, hi := s.Lo, s.Hi
	for i := 0; i < 40; i++ {
		mid := math.Sqrt(lo) * math.Sqrt(hi)
		if s.part(mid) < part {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// Tick is a place on an axis and what is written there.
type Tick struct {
	At    float64
	Label string
}

// most bounds what is drawn; larger numbers are still written.
const most = 1e100

// bounded makes a domain of any two numbers: finite, in order, and wide enough
// to divide.
func bounded(lo, hi float64) (float64, float64) {
	fix := func(v float64) float64 {
		if v != v {
			return 0
		}
		return math.Max(-most, math.Min(most, v))
	}
	lo, hi = fix(lo), fix(hi)
	if lo > hi {
		lo, hi = hi, lo
	}
	if a := math.Max(math.Abs(lo), math.Abs(hi)); hi-lo < a*1e-9 || hi-lo < 1e-12 {
		d := a * 0.1
		if d < 1e-9 {
			d = 1
		}
		lo, hi = lo-d, hi+d
	}
	return lo, hi
}

// step is m times ten to the e, m being 1, 2 or 5: a step is round.
type step struct {
	m float64
	e int
}

func (s step) size() float64 {
	if s.e < 0 {
		return s.m / pow10(-s.e)
	}
	return s.m * pow10(s.e)
}

func (s step) times(i float64) float64 {
	if s.e < 0 {
		return i * s.m / pow10(-s.e)
	}
	return i * s.m * pow10(s.e)
}

// digits is how many decimals tell multiples of s apart when they are written
// as powers of ten.
func (s step) digits(v float64) int {
	return min(max(int(math.Floor(math.Log10(v)+1e-9))-s.e, 0), 12)
}

// pow10 is exact up to 22 and the same everywhere beyond.
func pow10(e int) float64 {
	p := 1.0
	for ; e > 0; e-- {
		p *= 10
	}
	return p
}

// stepFor is the smallest round step that divides span into at most n parts.
func stepFor(span float64, n int) step {
	n = min(max(n, 1), 100)
	want := span / float64(n)
	e := int(math.Floor(math.Log10(want))) - 1
	for ; ; e++ {
		for _, m := range [3]float64{1, 2, 5} {
			if s := (step{m, e}); s.size() >= want*(1-1e-9) {
				return s
			}
		}
	}
}

// Ticks gives round values at equal steps of 1, 2 or 5 times a power of ten
// that cover lo to hi: the first is not above lo, the last not below hi. The
// range between the outermost two is divided into about n parts.
func Ticks(lo, hi float64, n int, u Unit) []Tick {
	lo, hi = bounded(lo, hi)
	return ticks(lo, hi, n, u, true)
}

// TicksWithin gives those of Ticks that lie between lo and hi.
func TicksWithin(lo, hi float64, n int, u Unit) []Tick {
	lo, hi = bounded(lo, hi)
	return ticks(lo, hi, n, u, false)
}

func ticks(lo, hi float64, n int, u Unit, cover bool) []Tick {
	scale, suffix := 1.0, ""
	switch u {
	case Percent:
		scale, suffix = 0.01, numeral.Thin+"%"
	case Seconds:
		return durationTicks(lo, hi, n, cover)
	}
	s := stepFor((hi-lo)/scale, n)
	if u == Whole && s.size() < 1 {
		s = step{1, 0}
	}
	z := s.size() * scale
	first, last := math.Floor(lo/z+1e-9), math.Ceil(hi/z-1e-9)
	if !cover {
		first, last = math.Ceil(lo/z-1e-9), math.Floor(hi/z+1e-9)
	}
	decimals := 0
	if s.e < 0 {
		decimals = -s.e
	}
	var out []Tick
	for i := first; i <= last && len(out) < 200; i++ {
		v := s.times(i)
		label := ""
		if a := math.Abs(v); a >= 1e15 || decimals > 6 && a > 0 {
			label = numeral.Power(v, s.digits(a))
		} else {
			label = numeral.Grouped(v, decimals)
		}
		if u == Percent {
			v /= 100
		}
		out = append(out, Tick{v, label + suffix})
	}
	return out
}

// durations are the steps of an axis of time, each with the unit its ticks
// are written in.
var durations = []struct {
	step, unit float64
	name       string
}{
	{1, 1, "s"}, {2, 1, "s"}, {5, 1, "s"}, {10, 1, "s"}, {20, 1, "s"}, {30, 1, "s"},
	{60, 60, "min"}, {120, 60, "min"}, {300, 60, "min"}, {600, 60, "min"}, {1200, 60, "min"}, {1800, 60, "min"},
	{3600, 3600, "h"}, {2 * 3600, 3600, "h"}, {3 * 3600, 3600, "h"}, {6 * 3600, 3600, "h"}, {12 * 3600, 3600, "h"},
	{86400, 86400, "d"},
}

func durationTicks(lo, hi float64, n int, cover bool) []Tick {
	n = min(max(n, 1), 100)
	want := (hi - lo) / float64(n)
	z, unit, name := 0.0, 1.0, "s"
	for _, d := range durations {
		if d.step >= want {
			z, unit, name = d.step, d.unit, d.name
			break
		}
	}
	decimals, s := 0, step{1, 0}
	// The unit is the one that the largest of them is told in elsewhere (see
	// [numeral.Duration]), whatever lies between two labels.
	far := math.Max(math.Abs(lo), math.Abs(hi))
	coarse := false
	for _, u := range durations {
		from := u.unit
		if u.unit == 86400 {
			from *= 2
		}
		if u.step == u.unit && u.unit > unit && far >= from && z > 0 {
			unit, name, coarse = u.unit, u.name, true
		}
	}
	if z == 0 || want < 0.5 || coarse {
		if z == 0 {
			unit, name = 86400, "d"
		}
		s = stepFor((hi-lo)/unit, n)
		if s.e < 0 {
			decimals = -s.e
		}
		z = s.size() * unit
	}
	first, last := math.Floor(lo/z+1e-9), math.Ceil(hi/z-1e-9)
	if !cover {
		first, last = math.Ceil(lo/z-1e-9), math.Floor(hi/z+1e-9)
	}
	var out []Tick
	for i := first; i <= last && len(out) < 200; i++ {
		v := i * z
		label := ""
		if a := math.Abs(v / unit); a >= 1e15 || decimals > 6 && a > 0 {
			label = numeral.Power(v/unit, s.digits(a))
		} else {
			label = numeral.Grouped(v/unit, decimals)
		}
		out = append(out, Tick{v, label + numeral.Thin + name})
	}
	return out
}

// logTicks gives powers of ten, with 2 and 5 times them where few would be
// left, that cover lo to hi on a logarithmic axis; durations get the steps
// people count in. What is not positive counts as 1.
func logTicks(lo, hi float64, u Unit) []Tick {
	lo, hi = positive(lo, hi)
	if u == Seconds {
		lo, hi = math.Max(lo, 1), math.Max(hi, 2)
	}
	var out []Tick
	add := func(v float64) {
		label := u.Format(v)
		if u == Number && v < 1e-3 {
			label = numeral.Scientific(v)
		}
		if u == Seconds && v == 86400 {
			label = "1" + numeral.Thin + "d"
		}
		// Keep one tick below or at lo, and one above or at hi.
		if v <= lo*(1+1e-9) && len(out) == 1 && out[0].At <= lo {
			out = out[:0]
		}
		if len(out) > 0 && out[len(out)-1].At >= hi*(1-1e-9) {
			return
		}
		out = append(out, Tick{v, label})
	}
	if u == Seconds && hi <= 8.64e8 {
		for _, v := range [...]float64{1, 10, 60, 600, 3600, 6 * 3600, 86400, 864000, 8640000, 86400000, 864000000} {
			add(v)
		}
		return out
	}
	e0, e1 := int(math.Floor(math.Log10(lo)+1e-9)), int(math.Ceil(math.Log10(hi)-1e-9))
	every := 1
	for (e1-e0)/every > 12 {
		every++
	}
	for e := e0; ; e += every {
		s := step{1, e}
		add(s.size())
		if e >= e1 {
			break
		}
		if e1-e0 <= 2 {
			add(step{2, e}.size())
			add(step{5, e}.size())
		}
	}
	return out
}

// positive makes the domain of a logarithmic axis of any two numbers.
func positive(lo, hi float64) (float64, float64) {
	fix := func(v float64) float64 {
		if !(v > 0) {
			return 1
		}
		return math.Max(1e-100, math.Min(most, v))
	}
	lo, hi = fix(lo), fix(hi)
	if lo > hi {
		lo, hi = hi, lo
	}
	if hi < lo*1.5 {
		lo, hi = lo/1.5, hi*1.5
	}
	return lo, hi
}
