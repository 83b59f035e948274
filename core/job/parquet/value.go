package parquet

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"
	"unicode/utf8"

	"shadowtime/core/job/typed"
)

// kind is what a column's values are written as.
type kind uint8

const (
	asNumber kind = iota
	asUnsigned
	asTruth
	asFloat
	asDouble
	asHalf
	asText
	asDecimal
	asID
	asDate
	asClock // of a day
	asStamp
	asSpan
)

// Physical types, as the format numbers them.
const (
	truth = iota
	int32s
	int64s
	int96s
	floats
	doubles
	texts
	fixed
)

// Logical types, and older ones that say the same, each a number further than the format has it.
const (
	logicalDecimal = 5
	logicalDate    = 6
	logicalClock   = 7
	logicalStamp   = 8
	logicalNumber  = 10
	logicalID      = 14
	logicalHalf    = 15

	olderDecimal  = 6
	olderDate     = 7
	olderClockMs  = 8
	olderClockUs  = 9
	olderStampMs  = 10
	olderStampUs  = 11
	olderUnsigned = 12
	olderSigned   = 16
)

// column is what an element says of its values. Times of the older types are of no zone, as pandas reads them.
func (e *element) column(leaf int) column {
	c := column{name: e.name, leaf: leaf, physical: e.physical, optional: e.repetition == 1}
	switch c.physical {
	case truth:
		c.kind = asTruth
	case int96s:
		c.kind, c.scale, c.width = asStamp, 9, 12
	case floats:
		c.kind, c.width = asFloat, 4
	case doubles:
		c.kind, c.width = asDouble, 8
	case int32s:
		c.width = 4
	case int64s:
		c.width = 8
	case fixed:
		c.width = int(max(0, min(e.width, 1<<20)))
		c.kind = asText
	default:
		c.kind = asText
	}
	whole := c.physical == int32s || c.physical == int64s
	l, o := e.logical, e.converted
	digits := 3 * max(1, l.unit)
	switch {
	case l.is == logicalDecimal || o == olderDecimal:
		c.kind, c.scale = asDecimal, int(max(0, min(e.scale, 100)))
	case l.is == logicalID && c.width == 16:
		c.kind = asID
	case l.is == logicalHalf && c.width == 2:
		c.kind = asHalf
	case !whole:
	case l.is == logicalDate || o == olderDate:
		c.kind = asDate
	case l.is == logicalClock:
		c.kind, c.scale = asClock, digits
	case l.is == logicalStamp:
		c.kind, c.scale, c.utc = asStamp, digits, l.utc
	case l.is == logicalNumber && !l.sign, olderUnsigned <= o && o < olderSigned:
		c.kind = asUnsigned
	case o == olderClockMs, o == olderClockUs:
		c.kind, c.scale = asClock, 3*int(o-olderClockMs+1)
	case o == olderStampMs, o == olderStampUs:
		c.kind, c.scale = asStamp, 3*int(o-olderStampMs+1)
	}
	return c
}

// value is one as it stands in a page: a number, or bytes.
type value struct {
	n int64
	b []byte
}

// read makes a number of bytes where the column's values are numbers.
func (c *column) read(b []byte) value {
	switch c.physical {
	case int32s, floats:
		return value{n: int64(int32(binary.LittleEndian.Uint32(b)))}
	case int64s, doubles:
		return value{n: int64(binary.LittleEndian.Uint64(b))}
	}
	return value{b: b}
}

// append writes a value as a cell of a table; nothing where it is none.
func (c *column) append(b []byte, v value) []byte {
	switch c.kind {
	case asNumber:
		return strconv.AppendInt(b, v.n, 10)
	case asUnsigned:
		if c.physical == int32s {
			return strconv.AppendUint(b, uint64(uint32(v.n)), 10)
		}
		return strconv.AppendUint(b, uint64(v.n), 10)
	case asTruth:
		return strconv.AppendBool(b, v.n != 0)
	case asFloat:
		return number(b, float64(math.Float32frombits(uint32(v.n))), 32)
	case asDouble:
		return number(b, math.Float64frombits(uint64(v.n)), 64)
	case asHalf:
		return number(b, half(binary.LittleEndian.Uint16(v.b)), 32)
	case asDecimal:
		return c.decimal(b, v)
	case asID:
		for i, x := range v.b {
			if i == 4 || i == 6 || i == 8 || i == 10 {
				b = append(b, '-')
			}
			b = hex.AppendEncode(b, []byte{x})
		}
		return b
	case asDate:
		return date(b, v.n)
	case asClock, asSpan, asStamp:
		return c.time(b, v)
	}
	return clean(b, v.b)
}

// holds is what its values are given as: words, where a table of text would have anything but their numbers.
func (c *column) holds() typed.Kind {
	switch {
	case c.kind == asNumber, c.kind == asUnsigned && c.physical == int32s:
		return typed.Int
	case c.kind == asDouble:
		return typed.Real
	case c.kind == asStamp && c.physical == int64s:
		return typed.Instant
	}
	return typed.Text
}

// wide is a number without a sign.
func (c *column) wide(n int64) int64 {
	if c.kind == asUnsigned && c.physical == int32s {
		return int64(uint32(n))
	}
	return n
}

// per is how many of a time's parts make a second.
func (c *column) per() int64 {
	per := int64(1)
	if c.kind != asDecimal {
		for range c.scale {
			per *= 10
		}
	}
	return per
}

// number writes one that is any: what is none is written so by programs that have no other word.
func number(b []byte, x float64, bits int) []byte {
	if math.IsNaN(x) {
		return b
	}
	return strconv.AppendFloat(b, x, 'f', -1, bits)
}

func half(x uint16) float64 {
	m, e := float64(x&0x3ff), int(x>>10&31)
	switch {
	case e == 31 && m > 0:
		return math.NaN()
	case e == 31:
		m = math.Inf(1)
	case e == 0:
		m = math.Ldexp(m, -24)
	default:
		m = math.Ldexp(m+1024, e-25)
	}
	if x&0x8000 != 0 {
		m = -m
	}
	return m
}

// clean writes a text of one line; bytes that are none as digits.
func clean(b, s []byte) []byte {
	if !utf8.Valid(s) {
		return hex.AppendEncode(b, s)
	}
	from := len(b)
	b = append(b, s...)
	for i, x := range b[from:] {
		if x < ' ' { // a record is a line
			b[from+i] = ' '
		}
	}
	return b
}

// quote writes a cell, between quotation marks where it needs them.
func quote(b, s []byte, delimiter byte) []byte {
	if delimiter != ',' || !bytes.ContainsAny(s, ",\"#;") {
		for _, x := range s {
			if x == delimiter {
				x = ' '
			}
			b = append(b, x)
		}
		return b
	}
	b = append(b, '"')
	for _, x := range s {
		if x == '"' {
			b = append(b, '"')
		}
		b = append(b, x)
	}
	return append(b, '"')
}

// decimal writes a whole number with so many digits behind the point.
func (c *column) decimal(b []byte, v value) []byte {
	digits := strconv.AppendInt(nil, v.n, 10)
	if v.b != nil {
		digits = decimals(v.b)
	}
	if digits[0] == '-' {
		b, digits = append(b, '-'), digits[1:]
	}
	for len(digits) <= c.scale {
		digits = append([]byte{'0'}, digits...)
	}
	at := len(digits) - c.scale
	b = append(b, digits[:at]...)
	if c.scale > 0 {
		b = append(append(b, '.'), digits[at:]...)
	}
	return b
}

// decimals are the digits of a number of many bytes, the first of which has its sign.
func decimals(big []byte) (digits []byte) {
	if len(big) == 0 || len(big) > 64 {
		return []byte{'0'}
	}
	x := append([]byte(nil), big...)
	below := x[0] >= 0x80
	if below {
		carry := 1
		for i := len(x) - 1; i >= 0; i-- {
			carry += int(^x[i])
			x[i] = byte(carry)
			carry >>= 8
		}
	}
	for {
		left, any := 0, false
		for i := range x {
			left = left<<8 | int(x[i])
			x[i] = byte(left / 10)
			left %= 10
			any = any || x[i] > 0
		}
		digits = append(digits, '0'+byte(left))
		if !any {
			break
		}
	}
	if below {
		digits = append(digits, '-')
	}
	for i, j := 0, len(digits)-1; i < j; i, j = i+1, j-1 {
		digits[i], digits[j] = digits[j], digits[i]
	}
	return digits
}

const day = 86400

// time writes an instant, a time of day or a duration; nothing where no calendar has it.
func (c *column) time(b []byte, v value) []byte {
	per, n := c.per(), v.n
	days, left := int64(0), int64(0)
	if c.physical == int96s { // nanoseconds of a day of Julius Scaliger's count
		left, days = int64(binary.LittleEndian.Uint64(v.b)), int64(binary.LittleEndian.Uint32(v.b[8:]))-2_440_588
		if left < 0 || left >= day*per {
			return b
		}
	} else {
		if c.kind == asSpan && n < 0 {
			return b // no job ran for less than nothing
		}
		days = floor(n, day*per)
		left = n - days*day*per
	}
	switch c.kind {
	case asStamp:
		was := len(b)
		if b = date(b, days); len(b) == was {
			return b
		}
		b = append(b, 'T')
	case asSpan: // as pandas writes it
		b = append(strconv.AppendInt(b, days, 10), " days "...)
	}
	sec := left / per
	b = two(append(two(append(two(b, sec/3600), ':'), sec/60%60), ':'), sec%60)
	if left %= per; left > 0 {
		b = append(b, '.')
		for per /= 10; per > 0; per /= 10 {
			b = append(b, '0'+byte(left/per%10))
		}
	}
	if c.utc {
		b = append(b, 'Z')
	}
	return b
}

func floor(n, by int64) int64 {
	k := n / by
	if n%by < 0 {
		k--
	}
	return k
}

func two(b []byte, n int64) []byte { return append(b, '0'+byte(n/10), '0'+byte(n%10)) }

// date writes a day, counted from that of Unix times; nothing where its year has not four digits.
func date(b []byte, days int64) []byte {
	const years = 400*365 + 97 // of 400 years
	if days < -719_162 || days > 2_932_896 {
		return b
	}
	z := days + 719_468 // from the first of March of year 0
	era := floor(z, years)
	of := z - era*years
	year := (of - of/1460 + of/36524 - of/(years-1)) / 365
	of -= 365*year + year/4 - year/100
	month := (5*of + 2) / 153
	d := of - (153*month+2)/5 + 1
	if month += 3; month > 12 {
		month -= 12
		year++
	}
	year += era * 400
	b = two(two(b, year/100), year%100)
	return two(append(two(append(b, '-'), month), '-'), d)
}
