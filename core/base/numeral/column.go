package numeral

import (
	"math"
	"slices"
	"strconv"
)

// A column of figures is read by comparing them, so its figures have as many
// significant digits as tell them apart, all the same number: two where that is
// enough, at most four. What still looks the same then differs by less than a
// thousandth or so.
const (
	fewest = 2
	most   = 4
)

// enough is how many significant digits a column needs when each value is
// written so: the fewest that tell apart what four tell apart.
func enough[F ~float64](values []F, write func(v F, digits int) string) int {
	apart := func(digits int) int {
		seen := map[string]bool{}
		for _, v := range values {
			seen[write(v, digits)] = true
		}
		return len(seen)
	}
	all := apart(most)
	for d := fewest; d < most; d++ {
		if apart(d) == all {
			return d
		}
	}
	return most
}

// Durations writes a column of seconds in one unit: that in which Duration writes their
// geometric mean, or a larger one where the largest had more than four digits before the
// point. All have the same decimals: as many as tell apart what four digits of the largest
// do, and leave the smallest two digits, if two decimals can and the largest has five digits
// then at most. What is too small to be seen is less than what can be; 0 has no decimals.
func Durations[F ~float64](values []F) func(v F) string {
	_, sizes := timesOf(values)
	return DurationsTo(values, decimalsOf(sizes))
}

// DurationsTo is Durations with so many decimals.
func DurationsTo[F ~float64](values []F, decimals int) func(v F) string {
	unit, _ := timesOf(values)
	return func(v F) string {
		x := float64(v) / unit.size
		s, done := special(x)
		switch least := 1 / scale(decimals); {
		case x != x:
			return s
		case done:
		case math.Abs(x) >= least/2:
			s = Grouped(x, decimals)
		case x > 0:
			s = "<" + Grouped(least, decimals)
		default:
			s = ">" + Grouped(-least, decimals)
		}
		return s + Thin + unit.name
	}
}

// Column is Durations of a figure of rows.
func Column[R any, F ~float64](rows []R, of func(r R) F) func(v F) string {
	values := make([]F, len(rows))
	for i, r := range rows {
		values[i] = of(r)
	}
	return Durations(values)
}

// alike is how many times the smallest of some times the largest may be for one unit to suit all.
const alike = 10

// Times writes seconds that one sentence compares: as a column, so that 2 h does not stand beside 1.4 h, unless they are too
// far apart for one unit.
func Times[F ~float64](of ...F) func(v F) string {
	_, sizes := timesOf(of)
	if len(sizes) == 0 || slices.Max(sizes) > alike*slices.Min(sizes) {
		return Duration[F]
	}
	return Durations(of)
}

// timesOf is the unit of a column of seconds, and the column's sizes in it without zeros and
// what is not known.
func timesOf[F ~float64](values []F) (unit timeUnit, sizes []float64) {
	logs, largest := 0.0, 0.0
	for _, v := range values {
		if a := math.Abs(float64(v)); a > 0 && a <= math.MaxFloat64 {
			sizes, logs, largest = append(sizes, a), logs+math.Log2(a), max(largest, a)
		}
	}
	mean, at := logs/float64(max(1, len(sizes))), len(timeUnits)-1
	for at > 0 && (mean >= math.Log2(timeUnits[at].below) || largest >= 9999.5*timeUnits[at].size) {
		at--
	}
	for i := range sizes {
		sizes[i] /= timeUnits[at].size
	}
	return timeUnits[at], sizes
}

// timeUnit is a unit that times are written in, of so many seconds, below so many.
type timeUnit struct {
	name        string
	size, below float64
}

var timeUnits = [...]timeUnit{{"d", 86400, math.Inf(1)}, {"h", 3600, 2 * 86400}, {"min", 60, 3597}, {"s", 1, 59.95}}

// decimalsOf is how many decimals a column of sizes in one unit has.
func decimalsOf(sizes []float64) int {
	if len(sizes) == 0 {
		return 0
	}
	digits := func(x float64, n int) (decimals int) { // that leave x so many
		for ; x < scale(n-1) && decimals < n; x *= 10 {
			decimals++
		}
		return decimals
	}
	largest := slices.Max(sizes)
	least := min(digits(slices.Min(sizes), fewest), 2, digits(largest, most+1))
	top := max(least, digits(largest, most))
	apart := func(decimals int) (n int, exact bool) {
		seen, exact := map[string]bool{}, true
		for _, x := range sizes {
			seen[Grouped(x, decimals)] = true
			exact = exact && math.Abs(x*scale(decimals)-math.Round(x*scale(decimals))) < 1e-9*scale(decimals)*x
		}
		return len(seen), exact
	}
	all, _ := apart(top)
	for d := range top {
		if n, exact := apart(d); exact || d >= least && n == all {
			return d
		}
	}
	return top
}

// NumberTo writes a number to so many significant digits, zeros and all; large
// ones whole.
func NumberTo[F ~float64](f F, digits int) string {
	v := float64(f)
	if s, done := special(v); done {
		return s
	}
	a := math.Abs(v)
	if a >= 1e15 || a < 1e-4 {
		return Power(v, digits-1)
	}
	decimals := 0
	for x := a; x < scale(digits-1) && decimals < digits+3; x *= 10 {
		decimals++
	}
	return Grouped(v, decimals)
}

// Numbers writes a column of plain numbers as Durations does seconds.
func Numbers[F ~float64](values []F) func(v F) string {
	digits := enough(values, NumberTo[F])
	return func(v F) string { return NumberTo(v, digits) }
}

// Percents writes a column of fractions as percent, signed or not, with as many
// decimals for all as tell them apart: one where that is enough, at most three.
func Percents[F ~float64](values []F, signed bool) func(v F) string {
	write := func(v F, digits int) string {
		if signed {
			return SignedPercent(float64(v), digits-1)
		}
		return Percent(v, digits-1)
	}
	digits := enough(values, write)
	return func(v F) string { return write(v, digits) }
}

// Counted writes a whole number in groups of three, what is not known as a dash.
func Counted[F ~float64](f F) string {
	if v := float64(f); v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return Count(int64(v))
	}
	return Number(f)
}

// scale is a power of ten.
func scale(digits int) float64 {
	x, _ := strconv.ParseFloat("1e"+strconv.Itoa(digits), 64)
	return x
}
