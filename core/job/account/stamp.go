package account

import (
	"bytes"
	"math"

	"shadowtime/core/job"
)

// Stamp is an instant as a file has it: Unix seconds, or those that a clock on the
// wall would show in UTC, which need a zone.
type Stamp struct {
	Sec  int64
	Kind Kind
}

// Kind says what a stamp is.
type Kind uint8

// The kinds: no time given; Unix time; time of a clock without zone.
const (
	None Kind = iota
	Absolute
	Local
)

// SinceEpoch is the least number of seconds that counts from 1970, not from a clock
// of the log's own: that of March 1973.
const SinceEpoch = 100_000_000

// Unix is a stamp of Unix seconds, none for 0 and below, and for Slurm's INFINITE and NO_VAL.
func Unix(sec int64) Stamp {
	if sec <= 0 || sec > maxTime || sec == math.MaxUint32 || sec == math.MaxUint32-1 {
		return Stamp{}
	}
	return Stamp{Sec: sec, Kind: Absolute}
}

// Since is Unix; false: beyond what any clock shows.
func Since(sec int64) (s Stamp, ok bool) { return Unix(sec), sec <= maxTime }

// OneClock says whether the times of a record can be of one clock: all since 1973, or none.
func (r *Record) OneClock() bool {
	before, after := false, false
	for _, s := range [...]Stamp{r.Submit, r.Start, r.End} {
		if s.Kind != None {
			before, after = before || s.Sec < SinceEpoch, after || s.Sec >= SinceEpoch
		}
	}
	return !before || !after
}

// Apart is what is said of a record whose times are of no one clock.
const Apart = "some times are before 1973 and others are not: a time is wrong, or the fields have moved"

// ParseStamp reads YYYY-MM-DDTHH:MM:SS (or a blank for the T) with a fraction, Z or
// an offset behind it, or Unix seconds. What has no value, as Unknown, is no time.
func ParseStamp(b []byte) (Stamp, bool) {
	if NoValue(b) {
		return Stamp{}, true
	}
	if n, ok := ParseInt(b); ok {
		return Unix(n), n <= maxTime
	}
	if len(b) < 16 || b[4] != '-' || b[7] != '-' || b[10] != 'T' && b[10] != ' ' || b[13] != ':' {
		return Stamp{}, false
	}
	year, ok1 := digits(b[:4])
	month, ok2 := digits(b[5:7])
	day, ok3 := digits(b[8:10])
	hour, ok4 := digits(b[11:13])
	minute, ok5 := digits(b[14:16])
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || year < 1970 || year > 2240 || month < 1 || month > 12 || day < 1 ||
		day > 28 && day > length(year, month) || hour > 24 || minute > 59 {
		return Stamp{}, false
	}
	second, rest := int64(0), b[16:]
	if len(rest) >= 3 && rest[0] == ':' {
		var ok bool
		if second, ok = digits(rest[1:3]); !ok || second > 60 {
			return Stamp{}, false
		}
		rest = rest[3:]
		if len(rest) > 1 && rest[0] == '.' {
			i := 1
			for i < len(rest) && isDigit(rest[i]) {
				i++
			}
			rest = rest[i:]
		}
	}
	if hour == 24 && minute+second > 0 {
		return Stamp{}, false
	}
	s := Stamp{Sec: days(year, month, day)*job.Day + hour*3600 + minute*60 + second, Kind: Local}
	if len(rest) == 0 {
		return s, true
	}
	off, ok := zoneOffset(rest)
	s.Sec, s.Kind = s.Sec-off, Absolute
	return s, ok && s.Sec > 0
}

// zoneOffset reads Z, +01:00, +0100, +01: seconds east of UTC.
func zoneOffset(b []byte) (int64, bool) {
	if len(b) == 1 && (b[0] == 'Z' || b[0] == 'z') {
		return 0, true
	}
	if len(b) < 3 || b[0] != '+' && b[0] != '-' {
		return 0, false
	}
	hours, ok := digits(b[1:3])
	minutes, rest := int64(0), b[3:]
	if len(rest) == 3 && rest[0] == ':' {
		rest = rest[1:]
	}
	if len(rest) > 0 {
		var fine bool
		minutes, fine = digits(rest)
		ok = ok && fine && len(rest) == 2
	}
	off := hours*3600 + minutes*60
	if b[0] == '-' {
		off = -off
	}
	return off, ok && hours < 24 && minutes < 60
}

// days counts those from 1970-01-01 in the Gregorian calendar.
func days(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
}

// length is the number of days of a month.
func length(year, month int64) int64 {
	next, after := year, month+1
	if after > 12 {
		next, after = year+1, 1
	}
	return days(next, after, 1) - days(year, month, 1)
}

// Spreadsheet says what is wrong with such a date.
const Spreadsheet = "a spreadsheet's count of days: give the column the format 2026-11-21 16:00:00 and export it again"

// IsSpreadsheet says whether a text is a date as spreadsheets count it, in days since
// 1899 with the time as a fraction: 45748.4167 is 2025-04-01 10:00.
func IsSpreadsheet(b []byte) bool {
	day, fraction, dotted := bytes.Cut(b, []byte("."))
	n, ok := digits(day)
	_, fine := digits(fraction)
	return ok && dotted && fine && 20_000 < n && n < 80_000
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// digits reads a few decimal digits.
func digits(b []byte) (int64, bool) {
	n := int64(0)
	for _, c := range b {
		if !isDigit(c) {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, len(b) > 0 && len(b) <= 18
}

// ParseInt reads a whole number, of at most 18 digits.
func ParseInt(b []byte) (int64, bool) {
	neg := len(b) > 0 && b[0] == '-'
	if neg {
		b = b[1:]
	}
	n, ok := digits(b)
	if neg {
		n = -n
	}
	return n, ok
}

// Spells says whether b spells the lower-case word in any capitalisation.
func Spells(b []byte, word string) bool {
	if len(b) != len(word) {
		return false
	}
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}
