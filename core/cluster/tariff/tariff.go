// Package tariff reads what energy costs at which hour, in money or in carbon, and
// sums it exactly over any time.
package tariff

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
)

// Curve is a price by time: of each hour of a day or of a week, or from one instant to
// the next.
type Curve struct {
	hours []float64 // of a day (24) or a week (168, from Monday 00:00); nil: dated
	whole float64   // price times seconds of all of them
	from  []float64 // local seconds since 1970, ascending, of dated prices:
	price []float64 // each lasts until the next
}

// Clock says when a run begins.
type Clock struct {
	Week  float64 // seconds since a Monday 00:00 where the machine stands
	Local float64 // local seconds since 1970, NaN where that is not known
}

// Dated says whether the curve is of one time in history: then the clock needs one.
func (c *Curve) Dated() bool { return c.hours == nil }

// Hours of a day and of a week, and how many rows are read at most.
const (
	day     = 24
	week    = 168
	maxRows = 200_000
)

const remedy = ": give rows hour,price for the hours 0 to 23 of a day, or 0 to 167 of a week from Monday on, or rows time,price with " +
	"times such as 2024-05-01T13:00"

// Parse reads CSV of two columns, the hour or the time first; a first row that is no
// price is a heading. Prices are for a kWh.
func Parse(text string) (*Curve, error) {
	c := &Curve{}
	byHour := map[int]float64{}
	line := 0
	for row := range strings.Lines(text) {
		if line++; strings.TrimSpace(row) == "" {
			continue
		}
		at := "tariff, row " + strconv.Itoa(line)
		when, value, two := strings.Cut(row, ",")
		if when, value = unquoted(when), unquoted(value); !two || strings.Contains(value, ",") {
			return nil, errors.New(at + " is not of two columns" + remedy)
		}
		price, err := strconv.ParseFloat(value, 64)
		if err != nil || !(math.Abs(price) <= 1e12) {
			if line == 1 {
				continue
			}
			return nil, errors.New(at + ": price " + jsontext.Short(value) + ": give a number")
		}
		if line > maxRows {
			return nil, errors.New("tariff: more than " + strconv.Itoa(maxRows) + " rows: give fewer")
		}
		if err := c.add(byHour, when, price, at); err != nil {
			return nil, err
		}
	}
	switch n := len(byHour); {
	case n > 0 && len(c.from) > 0:
		return nil, errors.New("tariff: both hours and times" + remedy)
	case n == day || n == week:
		return c, c.fill(byHour)
	case n > 0:
		return nil, errors.New("tariff: hours with a price: " + strconv.Itoa(n) + remedy)
	case len(c.from) == 0:
		return nil, errors.New("tariff: no prices" + remedy)
	}
	return c, nil
}

// add keeps a row.
func (c *Curve) add(byHour map[int]float64, when string, price float64, at string) error {
	if hour, err := strconv.Atoi(when); err == nil {
		if _, twice := byHour[hour]; twice || hour < 0 || hour >= week {
			return errors.New(at + ": hour " + jsontext.Short(when) + ": give each of 0 to 23, or of 0 to 167, once")
		}
		byHour[hour] = price
		return nil
	}
	t, ok := instant(when)
	if !ok {
		return errors.New(at + ": " + jsontext.Short(when) + " is neither an hour nor a time" + remedy)
	}
	if n := len(c.from); n > 0 && t <= c.from[n-1] {
		return errors.New(at + ": " + jsontext.Short(when) + " is not after the row before: give times in order")
	}
	c.from, c.price = append(c.from, t), append(c.price, price)
	return nil
}

// fill makes the curve of a day or a week.
func (c *Curve) fill(byHour map[int]float64) error {
	for hour := range len(byHour) {
		price, known := byHour[hour]
		if !known {
			return errors.New("tariff: no price of hour " + strconv.Itoa(hour) + remedy)
		}
		c.hours = append(c.hours, price)
		c.whole += float64(price * 3600)
	}
	return nil
}

// unquoted is a field without its blanks and quotes.
func unquoted(field string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(field), "\""))
}

// instant reads a time: local seconds since 1970. Package time would weigh more than
// all the rest.
func instant(text string) (float64, bool) {
	text = strings.TrimSuffix(strings.Replace(text, " ", "T", 1), "Z")
	date, clock, _ := strings.Cut(text, "T")
	d, ok := numbers(date, "-", 3, 3)
	if !ok || d[0] < 1 || d[0] > 9999 || d[1] < 1 || d[1] > 12 || d[2] < 1 || d[2] > 31 {
		return 0, false
	}
	h := []int{0, 0, 0}
	if clock != "" {
		if h, ok = numbers(clock, ":", 1, 3); !ok || h[0] > 23 || h[1] > 59 || h[2] > 59 {
			return 0, false
		}
	}
	return float64(days(d[0], d[1], d[2])*86400 + h[0]*3600 + h[1]*60 + h[2]), true
}

// numbers are those of a text with marks between them, zeros where there are fewer
// than most.
func numbers(text, mark string, least, most int) ([]int, bool) {
	list := make([]int, most)
	parts := strings.Split(text, mark)
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil || i >= most {
			return nil, false
		}
		list[i] = int(n)
	}
	return list, len(parts) >= least
}

// days are those from 1970-01-01 to a date of the Gregorian calendar.
func days(year, month, day int) int {
	if month <= 2 { // years begin in March: the leap day is the last
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719_469
}

// Integral is price times seconds from one second to another of a run that begins at
// a clock's time. Before its first row and after its last a dated curve goes on as
// they are.
func (c *Curve) Integral(from, to float64, begin Clock) float64 {
	if !(to > from) {
		return 0
	}
	if c.Dated() {
		return c.dated(begin.Local+from, begin.Local+to)
	}
	length := float64(len(c.hours) * 3600)
	from, to = begin.Week+from, begin.Week+to
	periods := math.Floor((to - from) / length)
	sum := periods * c.whole
	from += periods * length
	for at := from; at < to; {
		next := min(to, 3600*(math.Floor(at/3600)+1))
		hour := math.Mod(math.Floor(at/3600), float64(len(c.hours)))
		if hour < 0 {
			hour += float64(len(c.hours))
		}
		sum += float64(c.hours[int(hour)] * (next - at))
		at = next
	}
	return sum
}

func (c *Curve) dated(from, to float64) (sum float64) {
	for i, price := range c.price {
		begin, end := c.from[i], math.Inf(1)
		if i == 0 {
			begin = math.Inf(-1)
		}
		if i+1 < len(c.from) {
			end = c.from[i+1]
		}
		if a, b := max(from, begin), min(to, end); b > a {
			sum += float64(price * (b - a))
		}
	}
	return sum
}
