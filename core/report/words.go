package report

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/resample"
)

// Minus is the sign that figures for people carry.
const Minus = "−"

// Sentence says what the report found, in one or two sentences, with its
// uncertainty, and says so when nothing can be concluded.
func (r *Report) Sentence() string {
	base := r.Baseline()
	if r.Done == 0 {
		return "Nothing is known yet."
	}
	if base.AvgWait == 0 {
		return "Under " + base.Order + " no job waits at all in these resamples: there is nothing that another order could improve."
	}
	if len(r.Orders) == 1 {
		return "Only " + base.Order + " was chosen: choose another order to compare it with."
	}
	best := r.Ranked()[0]
	if best.Order == base.Order {
		return r.baselineBest(base)
	}
	change := float64(best.Change)
	s := best.Order + " would have cut total waiting by " + percentPlain(-change)
	known := !math.IsNaN(float64(best.Low))
	if known {
		s += " " + interval(-float64(best.High), -float64(best.Low), digits(change))
	}
	s += " against " + base.Order
	if r.Plan.Variant == resample.Original {
		return s + " on the log's own last weeks; one trace alone proves nothing: resamples of it show what is chance."
	}
	if r.Done == 1 {
		return s + " in the first resample; one resample alone proves nothing."
	}
	s += ", and was better in " + count(float64(best.Wins)) + " of " + strconv.Itoa(r.Done) + " resamples"
	s += "; " + longest(float64(best.MaxWait), float64(base.MaxWait)) + "."
	if known && best.High >= 0 {
		s = "No order is clearly better than " + base.Order + " yet. The best guess: " + s +
			" The interval reaches zero, so this may be chance: more resamples would tell."
	} else if r.Done < 10 {
		s += " So few resamples leave the interval too narrow to trust: ask for 20 or more."
	}
	return s
}

func (r *Report) baselineBest(base Order) string {
	next := r.Ranked()[1]
	if math.IsNaN(float64(next.Change)) {
		return "No other order can be compared with " + base.Order + " on this trace."
	}
	s := "None of the orders would have cut total waiting: " + base.Order + " itself did best. "
	s += next.Order + " comes next with " + percentPlain(float64(next.Change)) + " more waiting"
	if !math.IsNaN(float64(next.Low)) {
		s += " " + interval(float64(next.Low), float64(next.High), digits(float64(next.Change)))
	}
	return s + "."
}

// longest compares the longest waits, as a factor.
func longest(policy, base float64) string {
	if base == 0 || math.IsNaN(policy/base) {
		return "nobody waited long under either"
	}
	f := policy / base
	switch {
	case f > 1.05:
		return "the longest wait grew " + strconv.FormatFloat(f, 'f', 1, 64) + "-fold"
	case f < 0.95:
		return "the longest wait shrank to " + percentPlain(f) + " of its length"
	}
	return "the longest wait stayed about the same"
}

// percentPlain writes a fraction as a percentage, with one decimal below 10 %.
func percentPlain(f float64) string { return number(100*f, digits(f)) + percent }

// percent follows a number without a break.
const percent = "\u202f%"

// digits is how many decimals a percentage gets: an interval has those of the
// figure it belongs to.
func digits(f float64) int {
	if math.Abs(f) < 0.0995 {
		return 1
	}
	return 0
}

func number(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", Minus, 1)
}

func interval(low, high float64, digits int) string {
	return "[" + number(100*low, digits) + ", " + number(100*high, digits) + "]"
}

// Share writes a fraction as a percentage without sign, "–" when unknown.
func Share(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "–"
	}
	return percentPlain(f)
}

// Percent writes a change for tables, with one decimal: "−23.4 %", "+4.1 %",
// "–" when it is not defined.
func Percent(f Float) string {
	x := float64(f)
	if math.IsNaN(x) {
		return "–"
	}
	s := number(100*x, 1) + percent
	if x > 0 && strings.Trim(s, "0.\u202f%") != "" {
		s = "+" + s
	}
	return s
}

// Interval writes the 95 % interval of a change for tables, in percent with
// one decimal; "" when it is not known.
func Interval(o Order) string {
	if math.IsNaN(float64(o.Low)) || math.IsNaN(float64(o.High)) {
		return ""
	}
	return interval(float64(o.Low), float64(o.High), 1)
}

// count writes a number of resamples, with ".5" where ties were halved.
func count(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Duration writes seconds as people say them: "45 s", "12 min", "3.4 h",
// "2.0 d".
func Duration(s float64) string {
	switch {
	case math.IsNaN(s):
		return "–"
	case s < 99.5:
		return strings.TrimSuffix(short(s), ".0") + " s"
	case s < 5400:
		return short(s/60) + " min"
	case s < 48*3600:
		return short(s/3600) + " h"
	}
	return short(s/86400) + " d"
}

func short(x float64) string {
	digits := 0
	if x < 9.95 {
		digits = 1
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// Count writes a whole number with narrow no-break spaces between groups of
// three digits.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteString("\u202f")
		}
		b.WriteByte(s[i])
	}
	if neg {
		return Minus + b.String()
	}
	return b.String()
}
