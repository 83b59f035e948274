package lublin

import (
	"math"
)

// lgamma is the logarithm of the gamma function for x > 0, to about 1e-14 of
// max(1, |value|): Stirling's series above 16, below it the recurrence.
func lgamma(x float64) float64 {
	shift := 1.0
	for x < 16 {
		shift *= x
		x++
	}
	z := 1 / (x * x)
	series := (1.0/12 + z*(-1.0/360+z*(1.0/1260+z*(-1.0/1680+z*(1.0/1188+z*(-691.0/360360)))))) / x
	const halfLog2Pi = 0.91893853320467274178
	return (x-0.5)*math.Log(x) - x + halfLog2Pi + series - math.Log(shift)
}

// gammaCDF is the probability that a gamma variate of that shape and scale is at
// most x: the power series below the mean, the continued fraction (Lentz) above.
func gammaCDF(x, shape, scale float64) float64 {
	if !(x > 0) || !(shape > 0) || !(scale > 0) {
		return 0
	}
	x /= scale
	front := exp(shape*math.Log(x) - x - lgamma(shape))
	if x < shape+1 {
		term := 1 / shape
		sum := term
		for n := 1.0; n < 10000; n++ {
			term *= x / (shape + n)
			sum += term
			if term < sum*1e-17 {
				break
			}
		}
		return min(front*sum, 1)
	}
	const tiny = 1e-300
	b := x + 1 - shape
	c, d := 1/tiny, 1/b
	h := d
	for n := 1.0; n < 10000; n++ {
		a := n * (shape - n)
		b += 2
		if d = a*d + b; math.Abs(d) < tiny {
			d = tiny
		}
		if c = b + a/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		step := c * d
		h *= step
		if math.Abs(step-1) < 1e-16 {
			break
		}
	}
	return max(0, 1-front*h)
}
