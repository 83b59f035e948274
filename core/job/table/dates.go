package table

import (
	"bytes"

	"shadowtime/core/job/account"
)

// The units of dates: that of the standard, with the year first, or with the day or the
// month first.
const (
	yearFirst  = "date"
	dayFirst   = "dmy"
	monthFirst = "mdy"
)

// calendar is a date as a file has it. Of an open one the two numbers beside the year are
// day and month, or month and day: only other dates of the file tell.
type calendar struct {
	year, first, second int64 // month and day, unless it is open
	open                bool
	rest                []byte // the time of day
}

// readDate reads 2024-01-30, 30/01/2024, 1.30.24, 30-Jan-2024 and what stands behind it.
func readDate(b []byte) (x calendar, ok bool) {
	a, rest := leading(b)
	if len(a) == 0 || len(rest) < 3 || !isBetween(rest[0]) {
		return x, false
	}
	between := rest[0]
	middle, rest := leading(rest[1:])
	month := int64(0)
	if len(middle) == 0 {
		month, rest = monthOf(rest)
	}
	if len(rest) < 2 || rest[0] != between || len(middle) == 0 && month == 0 {
		return x, false
	}
	c, rest := leading(rest[1:])
	first, ok1 := account.ParseInt(a)
	second, ok2 := account.ParseInt(middle)
	third, ok3 := account.ParseInt(c)
	if month > 0 {
		second, ok2 = month, true
	}
	if !ok1 || !ok2 || !ok3 || len(middle) > 2 {
		return x, false
	}
	x.rest = rest
	switch {
	case len(a) == 4 && len(c) <= 2:
		x.year, x.first, x.second = first, second, third
		return x, true
	case len(a) > 2 || len(c) != 4 && len(c) != 2:
		return x, false
	case len(c) == 2:
		third += 2000
	}
	x.year = third
	if month > 0 {
		x.first, x.second = month, first
		return x, true
	}
	x.first, x.second, x.open = first, second, true
	return x, true
}

func isBetween(c byte) bool { return c == '-' || c == '/' || c == '.' || c == ' ' }

// leading parts the digits that b begins with from the rest.
func leading(b []byte) (number, rest []byte) {
	i := 0
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return b[:i], b[i:]
}

// monthOf reads the name of a month, 0 where it is none.
func monthOf(b []byte) (month int64, rest []byte) {
	const names = "janfebmaraprmayjunjulaugsepoctnovdec"
	i := 0
	for i < len(b) && 'a' <= b[i]|0x20 && b[i]|0x20 <= 'z' {
		i++
	}
	if i < 3 {
		return 0, b
	}
	if at := bytes.Index([]byte(names), bytes.ToLower(b[:3])); at%3 == 0 {
		month = int64(at/3) + 1
	}
	return month, b[i:]
}

// hasDate says whether a text begins as a date does and a time of day may follow it.
func hasDate(b []byte) (x calendar, ok bool) {
	if len(b) < 6 || len(b) > 64 {
		return x, false
	}
	x, ok = readDate(b)
	return x, ok && (len(x.rest) == 0 || x.rest[0] == 'T' || x.rest[0] == ' ' || x.rest[0] == ',')
}

// days tells which stands first in a file, day or month: by the dates that have one
// reading alone. open: none does, and some have two.
type days struct{ day, month, open int }

func (d *days) see(b []byte) {
	x, ok := hasDate(b)
	switch {
	case !ok || !x.open || x.first == x.second:
	case x.first > 12:
		d.day++
	case x.second > 12:
		d.month++
	default:
		d.open++
	}
}

// unit is that of the file's dates.
func (d *days) unit() string {
	if d.month > d.day {
		return monthFirst
	}
	return dayFirst
}

func (d *days) ambiguous() bool { return d.open > 0 && d.day == 0 && d.month == 0 }

// iso brings the ways in which programs write dates into the one of the standard:
// 2023/03/01 00:00:00 UTC, 2023-03-01 00:00 +0800, 2023-03-01, 1.3.2023 0:00,
// 3/1/2023 12:00:00 AM.
func (c *column) iso(b []byte) []byte {
	x, ok := hasDate(b)
	if !ok {
		return b
	}
	if x.open && c.unit == yearFirst {
		return nil
	}
	month, day := x.first, x.second
	if x.open && c.unit == dayFirst {
		month, day = day, month
	}
	t := append(c.buf[:0], byte('0'+x.year/1000%10), byte('0'+x.year/100%10), byte('0'+x.year/10%10), byte('0'+x.year%10), '-')
	t = append(two(append(two(t, month), '-'), day), 'T')
	t = timeOfDay(t, bytes.TrimLeft(x.rest, "T, "))
	c.buf = t
	return t
}

func two(t []byte, n int64) []byte {
	if n > 99 { // no month, no day
		n = 99
	}
	return append(t, byte('0'+n/10), byte('0'+n%10))
}

// timeOfDay writes 9:05, 1:01:00 PM or 00:00 +0800 as 09:05:00, 13:01:00 or 00:00:00+0800.
// What is none stays, and is no time to whoever reads it.
func timeOfDay(t, b []byte) []byte {
	if len(b) == 0 {
		return append(t, "00:00:00"...)
	}
	hour, rest := leading(b)
	h, ok := account.ParseInt(hour)
	if !ok || len(hour) > 2 || len(rest) == 0 || rest[0] != ':' && rest[0] != ' ' {
		return append(t, b...)
	}
	end := 0
	for end < len(rest) && (rest[end]-'0' <= 9 || rest[end] == ':' || rest[end] == '.' && end > 0) {
		end++
	}
	clock, zone := rest[:end], bytes.TrimLeft(rest[end:], " ")
	half := -1
	for i, w := range []string{"am", "pm"} {
		if len(zone) >= 2 && account.Spells(zone[:2], w) {
			half, zone = i, bytes.TrimLeft(zone[2:], " ")
			break
		}
	}
	switch {
	case half >= 0 && (h < 1 || h > 12):
		return append(t, b...)
	case half >= 0:
		h = h%12 + int64(half)*12
	}
	if len(clock) == 0 { // 1 PM
		if half < 0 {
			return append(t, b...)
		}
		clock = []byte(":00")
	}
	t = append(two(t, h), clock...)
	if account.Spells(zone, "utc") || account.Spells(zone, "gmt") {
		return append(t, 'Z')
	}
	return append(t, zone...)
}

// fractionOf says whether a text has a part of a second: digits behind the last point that
// are not all 0.
func fractionOf(b []byte) bool {
	at := bytes.LastIndexByte(b, '.')
	if at < 0 || bytes.IndexByte(b[at:], ':') >= 0 || bytes.IndexByte(b[:at], ':') < 0 {
		return false
	}
	for _, c := range b[at+1:] {
		if c-'0' > 9 {
			return false
		}
		if c != '0' {
			return true
		}
	}
	return false
}
