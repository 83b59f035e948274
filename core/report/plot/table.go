package plot

import "math"

// table is where rows and columns of cells stand: names of rows at the left,
// those of columns above, each with the mark of its order.
type table struct {
	left, top float64 // of the first cell
	w, h      float64 // of each
	labelW    float64 // of the names at the left
	head      float64 // of those above
	turned    bool    // which stand upwards
}

// across gives names at most a third of the width, and n cells the rest.
func (l *table) across(width, labelW float64, n int, most float64) {
	l.labelW = math.Min(labelW, math.Max(60, width*0.34))
	l.left = l.labelW + 30
	l.w = math.Min((width-l.left-2)/float64(max(n, 1)), most)
}

// down makes rows as high as their names, and room for those of columns, the
// longest of which is so wide.
func (l *table) down(names []string, longest float64) {
	if h := nameHeight(l.labelW, names); h > nameLead+2 {
		l.h = math.Max(l.h, h)
	}
	l.turned = longest+8 > l.w
	switch {
	case l.w < 13:
		l.head = 14
	case l.turned:
		l.head = 18 + math.Min(longest, longName)
	default:
		l.head = 30
	}
}

// x, y and mid are where a column and a row begin, and the middle of a cell.
func (l *table) x(j int) float64 { return l.left + l.w*float64(j) }
func (l *table) y(i int) float64 { return l.top + l.h*float64(i) }
func (l *table) mid(i, j int) spot {
	return spot{l.x(j) + l.w/2, l.y(i) + l.h/2}
}

// column writes the name of column j, or its mark alone where there is no room.
func (l *table) column(c *canvas, j int, order, name string, marked bool) {
	mid := l.x(j) + l.w/2
	if marked && l.w >= 10 {
		c.pin(Style(order), mid, l.top-9)
	}
	switch {
	case l.w < 13:
	case l.turned:
		c.turned(mid+4.5, l.top-18, cut(name, textSize, longName))
	default:
		c.text(mid, l.top-18, 'm', name)
	}
}

// row begins a row and writes its name.
func (l *table) row(c *canvas, i int, order, name string, marked bool) {
	mid := l.y(i) + l.h/2
	c.s(`<g class="row"`).keyed(orWord(order, name)).s(`>`)
	if marked {
		c.pin(Style(order), l.left-12, mid)
	}
	c.named(l.left-22, mid, l.labelW, name)
}

// longName is how long the name of a column is that stands upwards.
const longName = 260.0

// named writes the name of a row, on lines of its own where it is long, before
// x and round the middle of the row.
func (c *canvas) named(x, mid, width float64, name string) {
	lines := wrap(name, textSize, width, 4)
	y := mid + 4.5 - nameLead/2*float64(len(lines)-1)
	for _, l := range lines {
		c.text(x, y, 'e', l)
		y += nameLead
	}
}

const nameLead = 14.0

// nameHeight is how high the names of rows are at most.
func nameHeight(width float64, names []string) float64 {
	h := 0.0
	for _, n := range names {
		h = math.Max(h, nameLead*float64(len(wrap(n, textSize, width, 4)))+2)
	}
	return h
}

// turned writes text upwards from x, y, its baseline at x.
func (c *canvas) turned(x, y float64, s string) {
	c.s(`<text transform="translate(`).xy(x, y).s(`) rotate(-90)">`).t(s).s(`</text>`)
}
