// Package exp is the exponential function of everything that decides: the same
// bits on every platform.
package exp

import "math"

// Exp is e^x from additions, multiplications and one division, so that it has
// the same bits on every platform: math.Exp is written in assembly on some and
// differs in the last bit. It is within 1 ulp of the true value for x in
// [-745.13, 709.78], the range in which that is neither 0 nor infinite; below it
// is 0, above +Inf, of NaN NaN.
//
// x = k ln 2 + r with |r| <= ln 2 / 2, ln 2 in two parts so that r is exact; then
// e^r = 1 + 2r/(2-c) ... with the polynomial c(r) of fdlibm's e_exp.c (Sun, 1993).
// The conversions around products keep compilers from fusing them into the sum.
func Exp(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01 // its last 32 bits are zero: k*ln2Hi is exact
		ln2Lo = 1.90821492927058770002e-10

		p1 = 1.66666666666666657415e-01
		p2 = -2.77777777770155933842e-03
		p3 = 6.61375632143793436117e-05
		p4 = -1.65339022054652515390e-06
		p5 = 4.13813679705723846039e-08
	)
	switch {
	case x != x:
		return x
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x < -7.45133219101941108420e+02:
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	hi := x - float64(k*ln2Hi)
	lo := float64(k * ln2Lo)
	r := hi - lo
	t := float64(r * r)
	c := p4 + float64(t*p5)
	c = p3 + float64(t*c)
	c = p2 + float64(t*c)
	c = p1 + float64(t*c)
	c = r - float64(t*c)
	y := 1 - ((lo - float64(r*c)/(2-c)) - hi)
	return scale(y, int(k))
}

// scale is y * 2^k for y near 1, rounded once.
func scale(y float64, k int) float64 {
	if k > 1023 {
		y *= 2
		k--
	}
	if k < -1021 {
		return y * power2(k+64) * (1.0 / (1 << 64))
	}
	return y * power2(k)
}

// power2 is 2^k for k in [-1022, 1023].
func power2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }
