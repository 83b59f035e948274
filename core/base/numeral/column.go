package numeral

import (
	"math"
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

// durationTo is Duration with at least so many significant digits, zeros and
// all.
func durationTo[F ~float64](f F, digits int) string {
	seconds := float64(f)
	a := math.Abs(seconds)
	if digits <= fewest || !(a > 0) || a > math.MaxFloat64 {
		return Duration(f)
	}
	unit, value := "s", seconds
	switch {
	case a < 59.95:
	case a < 3597:
		unit, value = "min", seconds/60
	case a < 2*86400:
		unit, value = "h", seconds/3600
	default:
		unit, value = "d", seconds/86400
	}
	decimals := 0
	for x := math.Abs(value); x < scale(digits-1) && decimals < digits; x *= 10 {
		decimals++
	}
	if unit == "s" && seconds == math.Trunc(seconds) { // whole seconds have no fraction to show
		decimals = 0
	}
	return Grouped(value, decimals) + Thin + unit
}

// Durations writes a column of seconds: every value with as many digits as tell
// the column's values apart.
func Durations[F ~float64](values []F) func(v F) string {
	digits := enough(values, durationTo[F])
	return func(v F) string { return durationTo(v, digits) }
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
