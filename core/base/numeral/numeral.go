// Package numeral writes numbers for people, in one way wherever they are said:
// in charts, sentences and tables, on the page and by the command. Numbers are
// grouped in threes with a narrow no-break space, which also stands before a
// unit; a minus sign is a minus sign; what is not known is a dash.
package numeral

import (
	"math"
	"strconv"
	"strings"
)

// The marks that figures are written with.
const (
	Minus   = "−"        // U+2212
	Thin    = "\u202f"   // narrow no-break space: between groups, before units
	PerCent = Thin + "%" // follows a number without a break
	Unknown = "–"        // stands for a figure that is not known
)

// Number writes v to three significant digits, large numbers whole and in
// groups of three, very large and very small ones as powers of ten.
func Number[F ~float64](f F) string {
	v := float64(f)
	if s, done := special(v); done {
		return s
	}
	a := math.Abs(v)
	switch {
	case a >= 1e15 || a < 1e-4:
		return Scientific(v)
	case a >= 99.95:
		return Grouped(v, 0)
	case a >= 9.995:
		return trim(Grouped(v, 1))
	case a >= 0.9995:
		return trim(Grouped(v, 2))
	}
	d := 3
	for x := a; x < 0.1 && d < 7; x *= 10 {
		d++
	}
	return trim(Grouped(v, d))
}

// Whole writes v rounded to a whole number, in groups of three.
func Whole(v float64) string {
	if s, done := special(v); done {
		return s
	}
	if math.Abs(v) >= 1e15 {
		return Scientific(v)
	}
	return Grouped(v, 0)
}

// Count writes a whole number in groups of three, to the last digit.
func Count[I ~int | ~int64](i I) string {
	n := int64(i)
	s, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		s, sign = s[1:], Minus
	}
	b := []byte(sign)
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b = append(b, Thin...)
		}
		b = append(b, s[i])
	}
	return string(b)
}

// Percent writes the fraction v as percent with so many decimals: −0.163 is
// "−16 %".
func Percent[F ~float64](v F, decimals int) string {
	if v-v != 0 { // neither unknown nor without end
		return Unknown
	}
	return within(float64(v), decimals, "") + PerCent
}

// farthest is the largest fraction that percents are written of: what is beyond says no
// more than that a baseline was next to nothing.
const farthest = 100

// within writes the fraction v as percent without its sign, no farther than that; plus
// stands before what is beyond.
func within(v float64, decimals int, plus string) string {
	switch {
	case v > farthest:
		return "over " + plus + BarePercent(farthest, 0)
	case v < -farthest:
		return "below " + BarePercent(-farthest, 0)
	}
	return BarePercent(v, decimals)
}

// Digits is how many decimals a fraction gets when it is written as percent:
// more the smaller it is. An interval has those of the figure it belongs to.
func Digits(v float64) int {
	switch a := math.Abs(v); {
	case a < 0.00995:
		return 2
	case a < 0.0995:
		return 1
	}
	return 0
}

// Share writes the fraction v as percent with the decimals that it deserves:
// "23 %", "4.1 %", "0.35 %".
func Share[F ~float64](v F) string { return Percent(v, Digits(float64(v))) }

// DigitsOf is how many decimals fractions get that one sentence compares, written as percent: all the same. They are those that
// the largest deserves, and one more where others would look like zero or like each other.
func DigitsOf[F ~float64](of ...F) int {
	largest := 0.0
	for _, v := range of {
		if a := math.Abs(float64(v)); a > largest && a <= math.MaxFloat64 {
			largest = a
		}
	}
	digits := Digits(largest)
	if digits == 2 || largest == 0 {
		return digits
	}
	for i, v := range of {
		if v != 0 && BarePercent(float64(v), digits) == Grouped(0, digits) {
			return digits + 1
		}
		for _, w := range of[:i] {
			if v != w && BarePercent(float64(v), digits) == BarePercent(float64(w), digits) {
				return digits + 1
			}
		}
	}
	return digits
}

// Changes writes relative changes that one sentence compares, with as many decimals: "−45 %" beside "−9 %".
func Changes[F ~float64](of ...F) func(v F) string {
	digits := DigitsOf(of...)
	return func(v F) string { return SignedPercent(float64(v), digits) }
}

// SignedPercent is Percent with a plus sign before increases.
func SignedPercent(v float64, decimals int) string {
	if v-v != 0 {
		return Unknown
	}
	if math.Abs(v) > farthest {
		return within(v, decimals, "+") + PerCent
	}
	return Signed(BarePercent(v, decimals)) + PerCent
}

// Change writes a relative change as tables do, with one decimal, so that rows
// compare: "−23.4 %", "+4.1 %".
func Change[F ~float64](v F) string { return SignedPercent(float64(v), 1) }

// Interval writes the interval of a change as tables do, in percent with one
// decimal: "[−28.0, 1.2]"; "" when it is not known.
func Interval[F ~float64](low, high F) string { return IntervalTo(float64(low), float64(high), 1) }

// IntervalTo is Interval with so many decimals.
func IntervalTo(low, high float64, decimals int) string {
	if low != low || high != high {
		return ""
	}
	return "[" + within(low, decimals, "") + ", " + within(high, decimals, "") + "]"
}

// Duration writes seconds in the unit a person would choose: 45 s, 12 min,
// 3.5 h, 2.1 d.
func Duration[F ~float64](f F) string {
	seconds := float64(f)
	if seconds != seconds {
		return Unknown
	}
	if s, done := special(seconds); done && s != "0" {
		return s + Thin + "s"
	}
	a := math.Abs(seconds)
	switch {
	case a < 59.95:
		if a < 9.95 {
			return trim(Grouped(seconds, 1)) + Thin + "s"
		}
		return trim(Grouped(seconds, 0)) + Thin + "s"
	case a < 3597:
		return trim(Grouped(seconds/60, one(a/60))) + Thin + "min"
	case a < 2*86400:
		return trim(Grouped(seconds/3600, one(a/3600))) + Thin + "h"
	}
	return trim(Number(oneDecimal(seconds/86400))) + Thin + "d"
}

// Length writes how long a log is, from its first submit to its last: the one form that every view has, in the unit of
// which there are two at least; in years from three on.
func Length(seconds int64) string {
	unit, many := 30.44*86400, " months"
	switch {
	case seconds < 120:
		return "under 2 minutes"
	case seconds < 2*3600:
		unit, many = 60, " minutes"
	case seconds < 2*86400:
		unit, many = 3600, " hours"
	case seconds < 75*86400:
		unit, many = 86400, " days"
	case seconds > 3*365.25*86400:
		unit, many = 365.25*86400, " years"
	}
	return Count(int64(math.Round(float64(seconds)/unit))) + many
}

// Plain writes a number in as few digits as say it exactly: what a person
// typed, as it was typed.
func Plain(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Exact is Plain for programs: what is not a number is empty.
func Exact[F ~float64](v F) string {
	if x := float64(v); math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return Plain(float64(v))
}

// Listed joins words as a sentence does: "a, b and c".
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Either joins words as alternatives: "a, b or c".
func Either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Capital begins a sentence.
func Capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Plural is the word for one or for many.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
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

// BarePercent is Percent without its sign: −0.163 is "−16".
func BarePercent(v float64, decimals int) string {
	v *= 100
	if s, done := special(v); done {
		return s
	}
	if math.Abs(v) >= 1e9 {
		return Scientific(v)
	}
	return Grouped(v, decimals)
}

// Signed puts a plus sign before what is neither zero nor negative.
func Signed(s string) string {
	if strings.HasPrefix(s, Minus) || strings.HasPrefix(s, "–") || strings.Trim(s, "0.") == "" {
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
		return Minus + "∞", true
	case v == 0:
		return "0", true
	}
	return "", false
}

// Grouped writes v with so many decimals, digits in groups of three from
// 1 000 on; nothing is ever minus zero.
func Grouped(v float64, decimals int) string {
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
				b = append(b, Minus...)
				break
			}
		}
	}
	for i, c := range d[:whole] {
		if i > 0 && (whole-i)%3 == 0 {
			b = append(b, Thin...)
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

// Scientific writes v as a power of ten: "1.2·10⁶".
func Scientific(v float64) string { return Power(v, 1) }

// Power writes v as a power of ten times a number with so many decimals.
func Power(v float64, decimals int) string {
	var a [32]byte
	d := strconv.AppendFloat(a[:0], math.Abs(v), 'e', decimals, 64)
	e := len(d) - 1
	for d[e] != 'e' {
		e--
	}
	s := ""
	if v < 0 {
		s = Minus
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

// Weeks is a number of weeks in words.
func Weeks(n int) string { return Count(n) + Plural(n, " week", " weeks") }

// Days is a number of days in words.
func Days(n int) string { return Count(n) + Plural(n, " day", " days") }

// Jobs is a number of jobs in words.
func Jobs(n int) string { return Count(n) + Plural(n, " job", " jobs") }

// Resamples is a number of resamples in words.
func Resamples(n int) string { return Count(n) + Plural(n, " resample", " resamples") }

// UnitOf is the unit that a mean wait of so many seconds is written in where it is taken apart: its length in seconds,
// and its name.
func UnitOf(seconds float64) (size float64, name string) {
	for _, x := range []struct {
		least, size float64
		name        string
	}{{2 * 86400, 86400, "d"}, {360, 3600, "h"}, {60, 60, "min"}} {
		if seconds >= x.least {
			return x.size, x.name
		}
	}
	return 1, "s"
}

// Mean writes a mean wait of so many seconds as it is written where it is taken apart: 4.25 h.
func Mean(seconds float64) string {
	size, name := UnitOf(seconds)
	return Grouped(seconds/size, 2) + Thin + name
}
