package swf

import "bytes"

// maxExact is the largest magnitude kept: up to 2^53 every whole number is also
// exact as a float64, which orders and metrics work with.
const maxExact = 1 << 53

type verdict uint8

const (
	whole     verdict = iota // a whole number
	fraction                 // a number with a fraction, cut off
	notNumber                // anything else
	notFinite                // NaN or infinite
	tooLarge                 // beyond maxExact
)

// number reads a decimal number as the largest whole number not above it:
// an optional sign, digits with at most one point, an optional exponent. It
// works on the digits, so no rounding comes between the text and the floor.
func number(t []byte) (int64, verdict) {
	i, neg := 0, false
	if len(t) > 0 && (t[0] == '-' || t[0] == '+') {
		neg = t[0] == '-'
		i = 1
	}
	first := i
	for i < len(t) && t[i]-'0' <= 9 {
		i++
	}
	intDigits := i - first
	last := i // the digits are t[first:last], but for the point
	digits := intDigits
	if i < len(t) && t[i] == '.' {
		i++
		for i < len(t) && t[i]-'0' <= 9 {
			i++
		}
		digits += i - last - 1
		last = i
	}
	if digits == 0 {
		if isNotFinite(t[first:]) {
			return 0, notFinite
		}
		return 0, notNumber
	}
	exp := 0
	if i < len(t) && t[i]|0x20 == 'e' {
		i++
		expNeg := false
		if i < len(t) && (t[i] == '-' || t[i] == '+') {
			expNeg = t[i] == '-'
			i++
		}
		start := i
		for i < len(t) && t[i]-'0' <= 9 {
			if exp < 1e8 { // a line is far shorter: more can't matter
				exp = exp*10 + int(t[i]-'0')
			}
			i++
		}
		if i == start {
			return 0, notNumber
		}
		if expNeg {
			exp = -exp
		}
	}
	if i != len(t) {
		return 0, notNumber
	}

	point := intDigits + exp // digits before the point
	n, seen, cut := int64(0), 0, false
	for _, c := range t[first:last] {
		if c == '.' {
			continue
		}
		d := int64(c - '0')
		if seen < point {
			if n = n*10 + d; n > maxExact {
				return 0, tooLarge
			}
		} else if d != 0 {
			cut = true
			break
		}
		seen++
	}
	for ; seen < point && n != 0; seen++ {
		if n *= 10; n > maxExact {
			return 0, tooLarge
		}
	}
	if neg {
		n = -n
		if cut {
			if n--; n < -maxExact {
				return 0, tooLarge
			}
		}
	}
	if cut {
		return n, fraction
	}
	return n, whole
}

// isNotFinite says whether t, its sign cut off, spells an infinity or NaN.
func isNotFinite(t []byte) bool {
	return fold(t, "nan") || fold(t, "inf") || fold(t, "infinity")
}

// fold says whether t spells the lower-case word in any capitalisation.
func fold(t []byte, word string) bool {
	if len(t) != len(word) {
		return false
	}
	for i := range t {
		c := t[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// siteField is the place behind the format's fields in which Frontier's logs say what a job had.
const siteField = numFields + 2

// siteNodes reads machine:sharing:nodesxprocessors, as frontier:excl:2500x112.
func siteNodes(b []byte) (nodes int64, is bool) {
	at := bytes.LastIndexByte(b, ':')
	n, each, crossed := bytes.Cut(b[at+1:], []byte("x"))
	nodes, sound := number(n)
	_, sound2 := number(each)
	return nodes, crossed && bytes.Count(b, []byte(":")) == 2 && sound == whole && sound2 == whole && nodes > 0
}
