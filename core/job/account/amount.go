package account

import "bytes"

// Unlimited is what a duration, a limit or an amount of memory is that no number
// tells.
const Unlimited = -1

// NoValue says whether a text stands for no value at all: nothing, a word for it, the NaN and NaT of tables that went
// through pandas, or the numbers that Slurm writes for INFINITE and NO_VAL.
func NoValue(b []byte) bool {
	switch string(b) {
	case "", "4294967295", "4294967294", "18446744073709551615", "18446744073709551614":
		return true
	}
	if isDigit(b[0]) || len(b) > len("unknown") {
		return false
	}
	for _, w := range [...]string{"unknown", "none", "n/a", "nan", "nat", "null", "(null)", "<na>"} {
		if Spells(b, w) {
			return true
		}
	}
	return false
}

// unlimited are the words for no limit; a table may cut them off.
var unlimited = []string{"unlimited", "infinite", "partition_limit", "invalid", "not_set", "unknown", "none", "n/a"}

// ParseDuration reads [D-]HH:MM:SS, MM:SS, D-HH, D-HH:MM, HHH:MM:SS, all with a
// fraction, in seconds; a plain number counts units. Words for no limit, and
// nothing, are Unlimited. A value that a table cut off ends in +: what is left must
// begin with days. Behind hours no minutes are beyond 59, behind days no hours beyond 23. A table that
// went through pandas has 0 days 01:02:03.
func ParseDuration(b []byte, unit int64) (int64, bool) {
	if NoValue(b) {
		return Unlimited, true
	}
	for _, w := range [...]string{" days ", " day "} {
		if at := bytes.Index(b, []byte(w)); at > 0 {
			b = append(append(bytes.Clone(b[:at]), '-'), b[at+len(w):]...)
			break
		}
	}
	cut := b[len(b)-1] == '+'
	if cut {
		b = b[:len(b)-1]
	}
	if len(b) > 0 && !isDigit(b[0]) {
		return Unlimited, noLimit(b, cut)
	}
	var days int64
	hasDays := false
	for i, c := range b {
		if c == '-' {
			n, ok := digits(b[:i])
			if !ok || n > maxTime/86400 {
				return 0, false
			}
			days, hasDays, b = n, true, b[i+1:]
			break
		}
	}
	if cut && !hasDays {
		return 0, false
	}
	if cut { // what was cut within goes
		if len(b)%3 == 1 {
			b = b[:len(b)-1]
		}
		b = bytes.TrimSuffix(b, []byte(":"))
		if len(b) == 0 {
			return days * 86400, true
		}
	}
	var part [3]int64
	n, at, fraction := 0, 0, false
	for i := 0; i <= len(b); i++ {
		if i < len(b) && isDigit(b[i]) {
			continue
		}
		if i < len(b) && b[i] != ':' && b[i] != '.' || n == 3 {
			return 0, false
		}
		v, ok := digits(b[at:i])
		if !ok || v > maxTime {
			return 0, false
		}
		part[n] = v
		n, at = n+1, i+1
		if i < len(b) && b[i] == '.' {
			if _, ok := digits(b[at:]); !ok {
				return 0, false
			}
			fraction = true
			break
		}
	}
	if fraction && n == 1 && unit != 1 || hasDays && part[0] > 23 || part[1] > 59 || part[2] > 59 {
		return 0, false
	}
	var sec int64
	switch {
	case hasDays || n == 3:
		sec = part[0]*3600 + part[1]*60 + part[2]
	case n == 2:
		sec = part[0]*60 + part[1]
	default:
		sec = part[0] * unit
	}
	return min(days*86400+sec, maxTime), true
}

func noLimit(b []byte, cut bool) bool {
	for _, w := range unlimited {
		if Spells(b, w) || cut && len(b) >= 3 && len(b) < len(w) && Spells(b, w[:len(b)]) {
			return true
		}
	}
	return false
}

// Per says what an amount of memory is for.
type Per uint8

// Of the whole job, of each processor, of each node.
const (
	PerJob Per = iota
	PerProcessor
	PerNode
)

// ParseMemory reads a number with a fraction and a unit of 1024 (K M G T P, perhaps
// with b behind it; none: unit bytes), in KB; c or n at the end is for each
// processor or node, as Slurm before 21.08 has it.
func ParseMemory(b []byte, unit int64) (kb int64, per Per, ok bool) {
	if n := len(b); n > 1 {
		switch b[n-1] {
		case 'c':
			per, b = PerProcessor, b[:n-1]
		case 'n':
			per, b = PerNode, b[:n-1]
		}
	}
	if n := len(b); n > 1 && b[n-1]|0x20 == 'b' {
		b, unit = b[:n-1], 1
	}
	if len(b) == 0 {
		return Unlimited, per, false
	}
	factor := float64(unit)
	for i, letter := range "kmgtp" {
		if b[len(b)-1]|0x20 == byte(letter) {
			factor = float64(int64(1) << (10 * (i + 1)))
			b = b[:len(b)-1]
			break
		}
	}
	whole, frac, scale := b, []byte(nil), 1.0
	for i, c := range b {
		if c == '.' {
			whole, frac = b[:i], b[i+1:]
			break
		}
	}
	n, ok := digits(whole)
	v := float64(n)
	for _, c := range frac {
		if !isDigit(c) {
			return Unlimited, per, false
		}
		scale /= 10
		v += float64(c-'0') * scale
	}
	if v *= factor / 1024; !ok || v > 1<<52 {
		return Unlimited, per, false
	}
	return int64(v), per, true
}
