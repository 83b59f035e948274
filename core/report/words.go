package report

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Off says how far waits are off, either way, behind "are": distance is the mean over jobs of |log2((simulated + 60 s) / (logged +
// 60 s))|.
func Off(distance Float) string {
	x := math.Exp2(float64(distance))
	if x < 2 {
		return numeral.Percent(x-1, 0) + " off on average"
	}
	return numeral.Number(math.Round(x*100)/100) + " times too long or too short on average"
}

// Moves says how a duration changes, in one unit: "The longest wait rises from 4.5 to 5.0
// days." Both are seconds.
func Moves(what string, from, to float64) string {
	size, unit := 1.0, "seconds"
	for _, u := range []struct {
		least, size float64
		name        string
	}{{2 * 86400, 86400, "days"}, {3600, 3600, "hours"}, {60, 60, "minutes"}} {
		if max(from, to) >= u.least {
			size, unit = u.size, u.name
			break
		}
	}
	digits := 1
	if min(from, to) >= 10*size || size == 1 {
		digits = 0
	}
	a, b := numeral.Grouped(from/size, digits), numeral.Grouped(to/size, digits)
	verb := "falls"
	switch {
	case a == b:
		return what + " stays at " + a + numeral.Thin + unit + "."
	case to > from:
		verb = "rises"
	}
	return what + " " + verb + " from " + a + " to " + b + numeral.Thin + unit + "."
}
