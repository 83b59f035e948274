package plot

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
)

// Heat shows the hours of a week: one cell an hour, Monday first, darker where
// there is more; of changes, in one colour where it is less and in another
// where it is more.
type Heat struct {
	Frame
	Values [7][24]float64
	Of     string // what a value counts: "submissions an hour"
	Hue    string // custom property of the colour; "--accent" if empty
	Unit   Unit   // how values are written
	Change bool   // values are relative changes: -0.1 is a tenth less; NaN where there is none
}

// mostChange is where the shades of a change end: twice as much.
const mostChange = 1

var days = [7]struct{ short, long string }{
	{"Mon", "Monday"}, {"Tue", "Tuesday"}, {"Wed", "Wednesday"}, {"Thu", "Thursday"},
	{"Fri", "Friday"}, {"Sat", "Saturday"}, {"Sun", "Sunday"},
}

func hours(h int) string {
	b := make([]byte, 0, 8)
	if h < 10 {
		b = append(b, '0')
	}
	return string(append(strconv.AppendInt(b, int64(h), 10), ":00"...))
}

// SVG draws the chart.
func (f *Heat) SVG() string {
	lo, hi := math.Inf(1), math.Inf(-1)
	di, hj := 0, 0
	for i := range f.Values {
		for j, v := range f.Values[i] {
			if math.Abs(v) <= math.MaxFloat64 {
				lo = math.Min(lo, v)
				if v > hi {
					hi, di, hj = v, i, j
				}
			}
		}
	}
	of := orWord(f.Of, "jobs")
	desc := "Nothing to show yet."
	if hi >= lo {
		desc = "Seven days by 24 hours; most on " + days[di].long + " at " + hours(hj) + ": " +
			f.format(hi) + " " + of + ", least " + f.format(lo) + "."
	}
	c := f.open("heat", desc)
	c.how = "grid"
	m := hue("", orWord(f.Hue, "--accent"))

	const labelW = 34.0
	cw := math.Min((c.w-labelW)/24, 46)
	ch := math.Round(math.Max(16, math.Min(cw*0.85, 26)))
	space := 1.0
	if cw > 20 {
		space = 2
	}
	y := c.top
	c.faint("plot-labels")
	for i := range days {
		c.text(labelW-6, y+ch*(float64(i)+0.5)+4, 'e', days[i].short)
	}
	c.s("</g>\n")
	// Shades start at 0 when all values are positive, else at the least.
	base := math.Min(lo, 0)
	shade := func(v float64) float64 {
		if f.Change {
			// one hour that doubles or worse does not pale the others
			if most := math.Min(mostChange, math.Max(math.Abs(lo), math.Abs(hi))); most > 0 && v == v {
				return math.Min(1, math.Abs(v)/most) * 0.92
			}
			return 0
		}
		if !(hi > base) || v != v {
			return 0
		}
		return math.Max(0, math.Min(1, (v-base)/(hi-base))) * 0.92
	}
	c.s(`<g class="plot-heat" fill="currentColor"`).tint(m).s(`>`)
	for i := range f.Values {
		c.s(`<g class="day">`)
		for j, v := range f.Values[i] {
			c.rect(labelW+cw*float64(j), y+ch*float64(i), cw-space, ch-space)
			if o := shade(v); o < 0.035 {
				c.s(` fill-opacity=".035"`)
			} else {
				c.s(` fill-opacity="`).frac(o).s(`"`)
			}
			if f.Change {
				c.tint(changed(v).mark())
			}
			c.says(days[i].short+" "+hours(j)+": "+f.format(v)+" "+of, "", spot{labelW + cw*(float64(j)+0.5), y + ch*(float64(i)+0.5)})
			c.s(`</rect>`)
		}
		c.s("</g>\n")
	}
	c.s(`</g>`)
	bottom := y + ch*7
	c.faint("plot-labels")
	for h := 0; h <= 18; h += 6 {
		c.text(labelW+cw*(float64(h)+0.5), bottom+15, 'm', strconv.Itoa(h))
	}
	c.s(`</g>`)
	width := 24*cw + labelW - space
	y = bottom + 32
	c.caption(width, y+11, c.w, 'e', "hour of day")
	y -= 4
	// The legend: the shades of the least and the greatest value and between.
	if hi >= lo {
		from, to := f.format(lo), f.format(hi)+" "+of
		least, most := lo, hi
		if f.Change && most > mostChange {
			most = mostChange
			to = f.format(most) + " " + of + ", or more"
		}
		least = math.Min(least, most)
		steps := 5
		if most == least {
			steps = 1
		}
		c.s(`<g fill="currentColor"`).tint(m).s(`>`)
		y += 22 + c.ramp(y+22, from, to, steps, func(k int) {
			v := least
			if steps > 1 {
				v += (most - least) * float64(k) / float64(steps-1)
			}
			c.s(` fill-opacity="`).frac(math.Max(shade(v), 0.035)).s(`"`)
			if f.Change {
				c.tint(changed(v).mark())
			}
		})
		c.s(`</g>`)
	}
	return c.close(y + 4)
}

// format writes a value, a change with its sign.
func (f *Heat) format(v float64) string {
	if f.Change {
		return numeral.SignedPercent(v, 0)
	}
	return f.Unit.Format(v)
}
