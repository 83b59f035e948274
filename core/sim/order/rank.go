package order

import "math"

// Sortable turns a key into an unsigned integer that compares as keys do:
// equal keys give equal integers, and a key that is not a number comes last.
func Sortable(key float64) uint64 {
	if key != key {
		return math.MaxUint64
	}
	b := math.Float64bits(key + 0) // -0 becomes 0
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

// Unsortable is the key of a Sortable one, infinity of none that is a number.
func Unsortable(k uint64) float64 {
	switch {
	case k == math.MaxUint64:
		return math.Inf(1)
	case k>>63 != 0:
		return math.Float64frombits(k &^ (1 << 63))
	}
	return math.Float64frombits(^k)
}

// SortKeys writes the Sortable key of every job into dst, which is as long as
// the columns. Ages count as 0: use it for orders that are not aged.
func (o Order) SortKeys(dst []uint64, c *Columns) {
	for j := range dst {
		dst[j] = Sortable(o.Key(c.Request[j], c.Size[j], c.Submit[j]-c.Start, 0))
	}
}

// Constant is what the key of a job in an aged order divides by, as the bits
// of a float64: the part of AgedKeys that does not change with time.
func (o Order) Constant(request int64, size int32) int64 {
	d := atLeast1(request)
	if o.code == unicef {
		d = patience(request, size)
	}
	return int64(math.Float64bits(d))
}

// Constants writes the Constant of several jobs, given by equally long
// columns, into dst.
func (o Order) Constants(dst, request []int64, size []int32) {
	for j := range dst {
		dst[j] = o.Constant(request[j], size[j])
	}
}

// AgedKeys writes integers that compare as the keys of the listed jobs do at
// an instant into dst, which is as long as jobs. The order must be aged;
// constants are their Constants, by job.
func (o Order) AgedKeys(dst []uint64, jobs []int32, now int64, c *Columns, constants []int64) {
	dst = dst[:len(jobs)]
	submit := c.Submit
	constants = constants[:len(submit)]
	switch o.code {
	// The numbers are never negative, so their bits compare as they do;
	// complemented, the largest comes first.
	case lexp:
		for i, j := range jobs {
			d := math.Float64frombits(uint64(constants[j]))
			dst[i] = ^math.Float64bits((float64(now-submit[j]) + d) / d)
		}
	case sexp:
		for i, j := range jobs {
			d := math.Float64frombits(uint64(constants[j]))
			dst[i] = math.Float64bits((float64(now-submit[j]) + d) / d)
		}
	case wfp3:
		for i, j := range jobs {
			x := float64(now-submit[j]) / math.Float64frombits(uint64(constants[j]))
			dst[i] = ^math.Float64bits(x * x * x * float64(c.Size[j]))
		}
	case unicef:
		for i, j := range jobs {
			dst[i] = ^math.Float64bits(float64(now-submit[j]) / math.Float64frombits(uint64(constants[j])))
		}
	default:
		for i, j := range jobs {
			dst[i] = Sortable(c.Key(o, j, now))
		}
	}
}

// Paced says whether Pace can be asked of the order: LEXP, SEXP, WFP3 and
// UNICEF. But for rounding, the job comes first whose base + sign * age * pace is
// the largest.
func (o Order) Paced() (sign, base float64, ok bool) {
	switch o.code {
	case lexp:
		return 1, 1, true
	case sexp:
		return -1, -1, true
	case wfp3, unicef:
		return 1, 0, true
	}
	return 0, 0, false
}

// Pace is how fast a job moves in a paced order, a second.
func (o Order) Pace(request int64, size int32) float64 {
	switch o.code {
	case unicef:
		return 1 / patience(request, size)
	case wfp3:
		return math.Cbrt(float64(size)) / atLeast1(request)
	}
	return 1 / atLeast1(request)
}

// Leads says whether Lead can be asked of the order: LEXP and UNICEF, where a
// job that arrives does not become the head.
func (o Order) Leads() bool { return o.code == lexp || o.code == unicef }

// certain is the part of a lead that rounding can't have made.
const certain = 1 - 1e-9

// Lead is a number of seconds for which one job surely keeps a smaller key than
// another, 0 when that is not sure: in these orders a key is a line in time,
// and two lines cross once. Jobs are given by age and by their Constants.
func (o Order) Lead(age, constant, otherAge, otherConstant int64) float64 {
	rate := 1 / math.Float64frombits(uint64(constant))
	other := 1 / math.Float64frombits(uint64(otherConstant))
	v, w := float64(age)*rate, float64(otherAge)*other
	if o.code == lexp {
		v++
		w++
	}
	lead := certain*v - w
	loss := other - certain*rate // of lead, each second
	switch {
	case !(lead > 0):
		return 0
	case loss <= 0:
		return farAway
	}
	return min(lead/loss, farAway)
}

// farAway is a lead for good: 2^40 s.
const farAway = 1 << 40
