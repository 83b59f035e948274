package plot

import (
	"math"
	"strconv"
	"strings"
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

const (
	minus = "−"      // U+2212
	thin  = "\u202f" // narrow no-break space: between groups, before units
)

// FormatNumber writes v to three significant digits, large numbers whole and
// in groups of three, very large and very small ones as powers of ten.
func FormatNumber(v float64) string {
	if s, done := special(v); done {
		return s
	}
	a := math.Abs(v)
	switch {
	case a >= 1e15 || a < 1e-4:
		return scientific(v)
	case a >= 999.5:
		return grouped(v, 0)
	case a >= 99.95:
		return grouped(v, 0)
	case a >= 9.995:
		return trim(grouped(v, 1))
	case a >= 0.9995:
		return trim(grouped(v, 2))
	}
	d := 3
	for x := a; x < 0.1 && d < 7; x *= 10 {
		d++
	}
	return trim(grouped(v, d))
}

// FormatCount writes v rounded to a whole number, in groups of three.
func FormatCount(v float64) string {
	if s, done := special(v); done {
		return s
	}
	if math.Abs(v) >= 1e15 {
		return scientific(v)
	}
	return grouped(v, 0)
}

// FormatPercent writes the fraction v as percent with so many decimals:
// −0.163 is "−16 %".
func FormatPercent(v float64, decimals int) string {
	return percentDigits(v, decimals) + thin + "%"
}

// FormatChange is FormatPercent with a plus sign before increases.
func FormatChange(v float64, decimals int) string {
	return signed(percentDigits(v, decimals)) + thin + "%"
}

// FormatDuration writes seconds in the unit a person would choose: 45 s,
// 12 min, 3.5 h, 2.1 d.
func FormatDuration(seconds float64) string {
	if s, done := special(seconds); done && s != "0" {
		return s + thin + "s"
	}
	a := math.Abs(seconds)
	switch {
	case a < 59.95:
		if a < 9.95 {
			return trim(grouped(seconds, 1)) + thin + "s"
		}
		return trim(grouped(seconds, 0)) + thin + "s"
	case a < 3597:
		return trim(grouped(seconds/60, one(a/60))) + thin + "min"
	case a < 2*86400:
		return trim(grouped(seconds/3600, one(a/3600))) + thin + "h"
	}
	return trim(FormatNumber(oneDecimal(seconds/86400))) + thin + "d"
}

// one is the number of decimals that a number of minutes or hours deserves.
func one(v float64) int {
	if v < 9.95 {
		return 1
	}
	return 0
}

func oneDecimal(v float64) float64 {
	if math.Abs(v) >= 1e12 {
		return v
	}
	if math.Abs(v) >= 99.95 {
		return math.Round(v)
	}
	return math.Round(v*10) / 10
}

// Format writes v in the unit, for a reader rather than for an axis.
func (u Unit) Format(v float64) string {
	switch u {
	case Whole:
		return FormatCount(v)
	case Percent:
		d := 0
		if a := math.Abs(v); a < 0.00995 {
			d = 2
		} else if a < 0.0995 {
			d = 1
		}
		return FormatPercent(v, d)
	case Seconds:
		return FormatDuration(v)
	}
	return FormatNumber(v)
}

// change is Format with a plus sign before increases.
func (u Unit) change(v float64) string {
	s := u.Format(v)
	if v > 0 && strings.ContainsAny(s, "123456789∞") {
		return "+" + s
	}
	return s
}

func percentDigits(v float64, decimals int) string {
	v *= 100
	if s, done := special(v); done {
		return s
	}
	if math.Abs(v) >= 1e9 {
		return scientific(v)
	}
	return grouped(v, decimals)
}

// signed puts a plus sign before what is neither zero nor negative.
func signed(s string) string {
	if strings.HasPrefix(s, minus) || strings.HasPrefix(s, "–") || strings.Trim(s, "0.") == "" {
		return s
	}
	return "+" + s
}

// special writes what has no digits: an unknown number is a dash.
func special(v float64) (string, bool) {
	switch {
	case v != v:
		return "–", true
	case v > math.MaxFloat64:
		return "∞", true
	case v < -math.MaxFloat64:
		return minus + "∞", true
	case v == 0:
		return "0", true
	}
	return "", false
}

// grouped writes v with so many decimals, digits in groups of three from
// 1 000 on; nothing is ever minus zero.
func grouped(v float64, decimals int) string {
	var a [64]byte
	d := strconv.AppendFloat(a[:0], math.Abs(v), 'f', decimals, 64)
	whole := len(d)
	if decimals > 0 {
		whole -= decimals + 1
	}
	var s [128]byte
	b := s[:0]
	if v < 0 {
		for _, c := range d {
			if c != '0' && c != '.' {
				b = append(b, minus...)
				break
			}
		}
	}
	for i, c := range d[:whole] {
		if i > 0 && (whole-i)%3 == 0 {
			b = append(b, thin...)
		}
		b = append(b, c)
	}
	return string(append(b, d[whole:]...))
}

// trim drops zeros after the decimal point.
func trim(s string) string {
	if strings.IndexByte(s, '.') < 0 {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

var superscripts = [10]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}

func scientific(v float64) string { return power(v, 1) }

// power writes v as a power of ten times a number with so many decimals.
func power(v float64, decimals int) string {
	var a [32]byte
	d := strconv.AppendFloat(a[:0], math.Abs(v), 'e', decimals, 64)
	e := len(d) - 1
	for d[e] != 'e' {
		e--
	}
	s := ""
	if v < 0 {
		s = minus
	}
	if m := trim(string(d[:e])); m != "1" {
		s += m + "·"
	}
	s += "10"
	if d[e+1] == '-' {
		s += "⁻"
	}
	started := false
	for i := e + 2; i < len(d); i++ {
		if d[i] == '0' && !started && i < len(d)-1 {
			continue
		}
		started = true
		s += superscripts[d[i]-'0']
	}
	return s
}
