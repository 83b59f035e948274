package order

import (
	"strconv"
	"strings"
)

// terms of the polynomials of p̃, q and r that were regressed, in the order of
// their coefficients: LIN has the first 4, QDR 8, CUB 13, QUA all of them. Each
// letter is a factor.
const terms = ",p,q,r,pp,qq,rr,pq,ppp,qqq,rrr,ppq,pqq,pppp,qqqq,rrrr,pppq,ppqq,pqqq"

// theta are the coefficients of a regressed order, of seven digits as the study's
// program has them; those of missing terms are 0.
func theta(c code) [19]float64 {
	switch c {
	case lin:
		return [19]float64{0.03238414, 1.148218e-07, 2.607264e-05, -1.574367e-07}
	case qdr:
		return [19]float64{0.03704903, 2.652652e-07, -3.048969e-05, -3.962958e-07,
			-3.039085e-12, 1.165374e-07, 2.754073e-12, 6.76829e-10}
	case cub:
		return [19]float64{0.0332982, 2.832131e-07, 8.706134e-05, -5.833754e-07,
			-6.331963e-14, -5.060627e-07, 6.778154e-12, -6.023765e-10,
			-7.54673e-18, 7.0463e-10, -2.137223e-17, -2.717244e-14, 9.524934e-12}
	case qua:
		return [19]float64{0.04830325, -6.421827e-07, -0.000239506, -6.50065e-07,
			1.663399e-11, 2.40845e-06, 8.812445e-12, 1.139545e-08,
			-2.02919e-16, -9.524341e-09, -4.671191e-17, 9.289385e-15, -7.944086e-11,
			9.336013e-22, 1.357825e-11, 9.840852e-23, -9.067893e-19, 1.885031e-16, 1.552608e-13}
	}
	panic("order: no polynomial")
}

// polynomial sums up the terms in their order. The conversions keep a compiler
// from fusing product and sum, see Key.
func polynomial(c code, p, q, r float64) float64 {
	t := theta(c)
	sum := t[0] + float64(t[1]*p) + float64(t[2]*q) + float64(t[3]*r)
	if c == lin {
		return sum
	}
	sum += float64(t[4] * p * p)
	sum += float64(t[5] * q * q)
	sum += float64(t[6] * r * r)
	sum += float64(t[7] * p * q)
	if c == qdr {
		return sum
	}
	sum += float64(t[8] * p * p * p)
	sum += float64(t[9] * q * q * q)
	sum += float64(t[10] * r * r * r)
	sum += float64(t[11] * p * p * q)
	sum += float64(t[12] * p * q * q)
	if c == cub {
		return sum
	}
	sum += float64(t[13] * p * p * p * p)
	sum += float64(t[14] * q * q * q * q)
	sum += float64(t[15] * r * r * r * r)
	sum += float64(t[16] * p * p * p * q)
	sum += float64(t[17] * p * p * q * q)
	return sum + float64(t[18]*p*q*q*q)
}

// expanded writes a regressed order as a formula.
func expanded(c code) string {
	var b strings.Builder
	factors := strings.Split(terms, ",")
	for i, x := range theta(c) {
		if x == 0 {
			continue
		}
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString(strconv.FormatFloat(x, 'g', -1, 64))
		for _, v := range factors[i] {
			b.WriteString("*" + string(v))
		}
	}
	return b.String()
}

// readable writes it for people; lines break between terms only.
func readable(c code) string {
	const fixed = "\u00a0" // a blank that does not break
	var b strings.Builder
	factors := strings.Split(terms, ",")
	for i, x := range theta(c) {
		switch {
		case x == 0:
			continue
		case i > 0 && x < 0:
			b.WriteString(" −" + fixed)
			x = -x
		case i > 0:
			b.WriteString(" +" + fixed)
		}
		mantissa, exponent, small := strings.Cut(strconv.FormatFloat(x, 'g', -1, 64), "e-")
		b.WriteString(mantissa)
		if small {
			b.WriteString("·10⁻" + raised(strings.TrimLeft(exponent, "0")))
		}
		for _, v := range []string{"p", "q", "r"} {
			if n := strings.Count(factors[i], v); n > 0 {
				b.WriteString(fixed + strings.Replace(v, "p", "p̃", 1))
				if n > 1 {
					b.WriteString(raised(strconv.Itoa(n)))
				}
			}
		}
	}
	return b.String()
}

// raised writes digits as an exponent.
func raised(digits string) string {
	s := ""
	for _, d := range digits { // a replacer would weigh more in a worker
		s += [...]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}[d-'0']
	}
	return s
}
