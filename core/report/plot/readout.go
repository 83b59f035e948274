package plot

import (
	"math"
	"strings"
)

// What a chart is read by: the page's one listener finds it in attributes of
// the drawing, so that there is no second source of places and words. Files
// have none of them.
//
//   - data-read on the drawing: it is read, and is one stop for the keyboard;
//     "near" where the nearest mark is meant and not the one under the pointer,
//     "grid" where marks stand in rows and columns;
//   - data-v and data-at on a mark: its words, and its place;
//   - data-t, data-x, data-n, data-w, data-p in .plot-lanes: of lines, the times
//     and their places, the name of a line, its words and heights at each time;
//   - data-key: the order, strategy or pair that a part of a chart, or a row of a
//     table, belongs to.

// says ends the opening tag of a mark with what it says, whose it is, and where
// it is read.
func (c *canvas) says(words, key string, at spot) {
	if !c.still {
		c.read = true
		c.s(` data-v="`).t(words).s(`" data-at="`).xy(at.x, at.y).s(`"`)
	}
	c.keyed(key).s(`>`)
}

// keyed names whom a part of a chart belongs to.
func (c *canvas) keyed(key string) *canvas {
	if key != "" && !c.still {
		c.s(` data-key="`).t(key).s(`"`)
	}
	return c
}

// lane is a panel that is read by its times: x are their places from its left.
type lane struct {
	name              string // of the panel, where there are several
	left, top, bottom float64
	right             float64 // of a panel beside others
	times             []string
	x                 []float64
	lines             []reading
}

// reading is a line of a lane: its words at each time, "" for none, and its
// height there.
type reading struct {
	key, name string
	says      []string
	y         []float64
}

// betweenWords parts the words of a line; none of them holds it.
const betweenWords = "|"

// lanes writes what the lines of a chart are read by. Times that are those of
// the lane before are not said again.
func (c *canvas) lanes(list []lane) {
	if c.still || len(list) == 0 {
		return
	}
	c.read = true
	words := func(name string, list []string) {
		c.s(` data-`).s(name).s(`="`)
		for i, w := range list {
			if i > 0 {
				c.s(betweenWords)
			}
			c.t(strings.ReplaceAll(w, betweenWords, "/"))
		}
		c.s(`"`)
	}
	places := func(name string, list []float64) {
		c.s(` data-`).s(name).s(`="`)
		for i, v := range list {
			if i > 0 {
				c.s(` `)
			}
			c.n(v)
		}
		c.s(`"`)
	}
	c.s(`<g class="plot-lanes">`)
	before := ""
	for i := range list {
		l := &list[i]
		c.s(`<g`)
		at := len(c.b)
		words("t", l.times)
		places("x", l.x)
		if now := string(c.b[at:]); now == before {
			c.b = c.b[:at]
		} else {
			before = now
		}
		box := []float64{l.left, l.top, l.bottom}
		if l.right > 0 {
			box = append(box, l.right)
		}
		places("box", box)
		c.s(` data-n="`).t(l.name).s(`">`)
		for j := range l.lines {
			r := &l.lines[j]
			c.s(`<g data-line="`).t(r.key).s(`" data-n="`).t(r.name).s(`"`)
			words("w", r.says)
			places("p", r.y)
			c.s(`/>`)
		}
		c.s(`</g>`)
	}
	c.s("</g>\n")
}

// columns parts n values into as many as a reader can point at, at most most.
func columns(n, most int) (parts [][2]int) {
	k := min(n, max(most, 1))
	for i := 0; i < k; i++ {
		parts = append(parts, [2]int{i * n / k, (i + 1) * n / k})
	}
	return parts
}

// lane gives what the series of a line chart are read by, on scales of its
// indices and values; places are counted from left. Where a place holds several
// values, they are said from the least to the greatest.
func (f *Line) lane(series []Series, n int, xs *Scale, left float64, ys *Scale, most int, like *Line) lane {
	var l lane
	parts := columns(n, most)
	for _, p := range parts {
		a, b := p[0], p[1]
		t := like.name(a)
		if b-a > 1 {
			t += " to " + like.name(b-1)
		}
		l.times = append(l.times, t)
		l.x = append(l.x, xs.At(float64(a+b-1)/2)-left)
	}
	for i := range series {
		s := &series[i]
		r := reading{key: s.key(), name: s.label()}
		for _, p := range parts {
			words, at := f.words(s, p[0], p[1])
			r.says = append(r.says, words)
			r.y = append(r.y, math.Round(ys.At(at)))
		}
		l.lines = append(l.lines, r)
	}
	return l
}

// words says the values from a to b of a series, and where it is read there.
func (f *Line) words(s *Series, a, b int) (words string, at float64) {
	lo, hi, ok := 0.0, 0.0, false
	for j := a; j < b && j < len(s.Values); j++ {
		if v := s.Values[j]; v == v {
			if !ok {
				lo, hi, ok = v, v, true
			}
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if !ok {
		return "", 0
	}
	words = f.write(lo)
	if hi > lo {
		words += " to " + f.write(hi)
	}
	if b-a == 1 && a < len(s.Low) && a < len(s.High) && s.Low[a] == s.Low[a] && s.High[a] == s.High[a] {
		words += " (" + f.write(s.Low[a]) + " to " + f.write(s.High[a]) + ")"
	}
	return words, (lo + hi) / 2
}

// key is whom a series belongs to.
func (s *Series) key() string { return orWord(s.Name, s.Label) }
