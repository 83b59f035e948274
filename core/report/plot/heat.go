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
	l, desc := f.measure()
	c := f.open("heat", desc)
	c.how = "grid"
	l.layout(c)
	return f.draw(c, &l)
}

// heatPlan is how far the values go, and where their cells stand.
type heatPlan struct {
	lo, hi float64
	of     string
	table
	space float64 // between cells
}

func (f *Heat) measure() (l heatPlan, desc string) {
	l.lo, l.hi, l.of = math.Inf(1), math.Inf(-1), orWord(f.Of, "jobs")
	day, hour := 0, 0
	for i := range f.Values {
		for j, v := range f.Values[i] {
			if math.Abs(v) <= math.MaxFloat64 {
				l.lo = math.Min(l.lo, v)
				if v > l.hi {
					l.hi, day, hour = v, i, j
				}
			}
		}
	}
	if l.hi < l.lo {
		return l, "Nothing to show yet."
	}
	return l, "Seven days by 24 hours; most on " + days[day].long + " at " + hours(hour) + ": " +
		f.format(l.hi) + " " + l.of + ", least " + f.format(l.lo) + "."
}

func (l *heatPlan) layout(c *canvas) {
	l.left, l.top, l.space = 34, c.top, 1
	l.w = math.Min((c.w-l.left)/24, 46)
	l.h = math.Round(math.Max(16, math.Min(l.w*0.85, 26)))
	if l.w > 20 {
		l.space = 2
	}
}

// shade is how strong a value is drawn. Shades start at 0 when all values are
// positive, else at the least.
func (f *Heat) shade(l *heatPlan, v float64) float64 {
	base := math.Min(l.lo, 0)
	switch {
	case v != v:
		return 0
	case f.Change:
		// one hour that doubles or worse does not pale the others
		if most := math.Min(mostChange, math.Max(math.Abs(l.lo), math.Abs(l.hi))); most > 0 {
			return math.Min(1, math.Abs(v)/most) * 0.92
		}
		return 0
	case !(l.hi > base):
		return 0
	}
	return math.Max(0, math.Min(1, (v-base)/(l.hi-base))) * 0.92
}

// faintest is how strong a cell is drawn at least.
const faintest = 0.035

func (f *Heat) draw(c *canvas, l *heatPlan) string {
	m := hue("", orWord(f.Hue, "--accent"))
	c.soften("plot-labels")
	for i := range days {
		c.text(l.left-6, l.top+l.h*(float64(i)+0.5)+4, 'e', days[i].short)
	}
	c.s("</g>\n<g class=\"plot-heat\" fill=\"currentColor\"").tint(m).s(`>`)
	for i := range f.Values {
		f.day(c, l, i)
	}
	c.s(`</g>`)
	bottom := l.y(7)
	c.soften("plot-labels")
	for h := 0; h <= 18; h += 6 {
		c.text(l.left+l.w*(float64(h)+0.5), bottom+15, 'm', strconv.Itoa(h))
	}
	c.s(`</g>`)
	y := bottom + 32
	c.caption(24*l.w+l.left-l.space, y+11, c.w, 'e', "hour of day")
	y -= 4
	if l.hi >= l.lo {
		c.s(`<g fill="currentColor"`).tint(m).s(`>`)
		y += 22 + f.legend(c, l, y+22)
		c.s(`</g>`)
	}
	return c.close(y + 4)
}

func (f *Heat) day(c *canvas, l *heatPlan, i int) {
	c.s(`<g class="day">`)
	for j, v := range f.Values[i] {
		c.rect(l.x(j), l.y(i), l.w-l.space, l.h-l.space)
		if o := f.shade(l, v); o < faintest {
			c.s(` fill-opacity=".035"`)
		} else {
			c.s(` fill-opacity="`).frac(o).s(`"`)
		}
		f.tint(c, v)
		c.says(days[i].short+" "+hours(j)+": "+f.format(v)+" "+l.of, "", spot{l.left + l.w*(float64(j)+0.5), l.top + l.h*(float64(i)+0.5)})
		c.s(`</rect>`)
	}
	c.s("</g>\n")
}

// tint says of a change which way it goes.
func (f *Heat) tint(c *canvas, v float64) {
	if f.Change {
		c.s(` color="`).color(changed(v)).s(`"`)
	}
}

// legend shows the shades of the least and the greatest value and between, and
// gives how high that is.
func (f *Heat) legend(c *canvas, l *heatPlan, y float64) float64 {
	from, to := f.format(l.lo), f.format(l.hi)+" "+l.of
	most := l.hi
	if f.Change && most > mostChange {
		most = mostChange
		to = f.format(most) + " " + l.of + ", or more"
	}
	least := math.Min(l.lo, most)
	steps := 5
	if most == least {
		steps = 1
	}
	return c.ramp(y, from, to, steps, func(k int) {
		v := least
		if steps > 1 {
			v += (most - least) * float64(k) / float64(steps-1)
		}
		c.s(` fill-opacity="`).frac(math.Max(f.shade(l, v), faintest)).s(`"`)
		f.tint(c, v)
	})
}

// format writes a value, a change with its sign.
func (f *Heat) format(v float64) string {
	if f.Change {
		return numeral.SignedPercent(v, 0)
	}
	return f.Unit.Format(v)
}
