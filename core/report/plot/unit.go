package plot

import (
	"strings"

	"shadowtime/core/base/numeral"
)

// Unit says how numbers of an axis are written.
type Unit int

// The units.
const (
	Number  Unit = iota // 0.873, 12.4, 1 234
	Whole               // counts: 1 234
	Percent             // fractions, written as percent: 12 %
	Seconds             // durations in seconds: 30 s, 5 min, 2.5 h, 3 d
)

// Format writes v in the unit, for a reader rather than for an axis.
func (u Unit) Format(v float64) string {
	switch u {
	case Whole:
		return numeral.Whole(v)
	case Percent:
		return numeral.Share(v)
	case Seconds:
		return numeral.Duration(v)
	}
	return numeral.Number(v)
}

// change is Format with a plus sign before increases.
func (u Unit) change(v float64) string {
	if u == Percent {
		return numeral.SignedPercent(v, numeral.Digits(v))
	}
	s := u.Format(v)
	if v > 0 && strings.ContainsAny(s, "123456789∞") {
		return "+" + s
	}
	return s
}
