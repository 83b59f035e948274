package order

import "math"

// Columns are what keys are computed from, one entry a job: the trace's own
// columns, shared.
type Columns struct {
	Submit  []int64 // seconds on the trace's clock
	Request []int64 // p̃, seconds, >= 0
	Size    []int32 // q, processors, >= 1
	Start   int64   // the instant r counts from

	User []int32  // index into Seen.Share; nil: all are one's
	Seen *Context // by orders that see more than the job
}

// Key is the order's key for a job of the columns now.
func (c *Columns) Key(o Order, j int32, now int64) float64 {
	s := c.Submit[j]
	if !o.Sees() {
		return o.Key(c.Request[j], c.Size[j], s-c.Start, now-s)
	}
	user := int32(0)
	if c.User != nil {
		user = c.User[j]
	}
	return o.own.keySeen(c.Request[j], c.Size[j], s-c.Start, now-s, user, c.Seen)
}

// unicefEpsilon keeps UNICEF finite for serial jobs, which it puts first.
const unicefEpsilon = 1e-20

// atLeast1 is what p̃ counts as in a quotient.
func atLeast1(p int64) float64 {
	if p < 1 {
		return 1
	}
	return float64(p)
}

// log10r is the logarithm of the submit time, of at least one second.
func log10r(r int64) float64 {
	if r < 1 {
		return 0
	}
	return math.Log10(float64(r))
}

// Key is the order's key for one job: requested time, processors, submit time
// since the start of the trace, age. Smaller goes first. Of one that sees more than that it is Columns.Key.
func (o Order) Key(request int64, size int32, r, age int64) float64 {
	p, q := float64(request), float64(size)
	switch o.code {
	case fcfs:
		return float64(r)
	case lcfs:
		return -float64(r)
	case spf:
		return p
	case lpf:
		return -p
	case sqf:
		return q
	case lqf:
		return -q
	case lexp:
		return -expansion(float64(age), p)
	case sexp:
		return expansion(float64(age), p)
	case srf:
		return atLeast1(request) / q
	case lrf:
		return -(atLeast1(request) / q)
	case saf:
		return p * q
	case laf:
		return -(p * q)
	case wfp3:
		x := float64(age) / atLeast1(request)
		return -(x * x * x * q)
	case unicef:
		return -(float64(age) / patience(request, size))
	// The conversions keep a compiler from fusing product and sum, which would
	// round differently from one processor to another.
	case f1:
		return float64(math.Log10(atLeast1(request))*q) + float64(870*log10r(r))
	case f2:
		return float64(math.Sqrt(p)*q) + float64(25_600*log10r(r))
	case f3:
		return float64(p*q) + float64(6_860_000*log10r(r))
	case f4:
		return float64(p*math.Sqrt(q)) + float64(530_000*log10r(r))
	case lin, qdr, cub, qua:
		return polynomial(o.code, p, q, float64(r))
	case formula:
		return o.own.key(request, size, r, age)
	}
	panic("order: no such order")
}

// expansion is (age + p̃)/p̃, the slowdown a job started now is expected to
// have; p̃ = 0 counts as 1.
func expansion(age, p float64) float64 {
	if p < 1 {
		p = 1
	}
	return (age + p) / p
}

// patience is UNICEF's denominator.
func patience(request int64, size int32) float64 {
	return (math.Log2(float64(size)) + unicefEpsilon) * atLeast1(request)
}
