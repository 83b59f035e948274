package plot

import "strings"

// Shape is the form of a point.
type Shape int

// The shapes. The six criteria are circles; other orders differ by shape.
const (
	Circle Shape = iota
	Diamond
	Square
	TriangleUp
	TriangleDown
	TriangleRight
	Pentagon
	Star
	Plus
	Cross
)

// Mark is how an order looks, in every view the same: its colour is a CSS
// custom property (Var, as "--time") with a fallback, its form says the
// direction: filled and solid is small or first, hollow and dashed large or
// last.
type Mark struct {
	Var, Fallback string
	Hollow        bool
	Shape         Shape
}

// Path is the form as the data of a path, round the point that it has moved to.
func (m Mark) Path() string { return shapes[m.Shape] }

// CSS is the colour as a CSS value: "var(--time, #0072b2)".
func (m Mark) CSS() string { return "var(" + m.Var + ", " + m.Fallback + ")" }

var hues = [6]paint{
	{"--arrival", "#6b7280"},
	{"--time", "#0072b2"},
	{"--size", "#e69f00"},
	{"--expansion", "#009e73"},
	{"--ratio", "#cc79a7"},
	{"--area", "#d55e00"},
}

// people are the colours of some among many, of no meaning but that they differ, to
// every eye.
var people = [6]paint{
	{"--user-1", "#0055cc"},
	{"--user-2", "#dd5522"},
	{"--user-3", "#550066"},
	{"--user-4", "#22aaff"},
	{"--user-5", "#772200"},
	{"--user-6", "#996699"},
}

// Style is the mark of an order, by its name or one of its other names, in
// whatever case. Orders outside the six criteria get ink and a shape of their
// own; names nobody knows get ink and a cross.
func Style(order string) Mark {
	name := strings.ToUpper(strings.TrimSpace(order))
	name = strings.TrimPrefix(name, "FIXED:")
	hue := func(i int, large bool) Mark { return Mark{hues[i].name, hues[i].fallback, large, Circle} }
	other := func(s Shape, hollow bool) Mark { return Mark{ink.name, ink.fallback, hollow, s} }
	switch name {
	case "FCFS":
		return hue(0, false)
	case "LCFS":
		return hue(0, true)
	case "SPF", "SJF", "SPT":
		return hue(1, false)
	case "LPF", "LJF", "LPT":
		return hue(1, true)
	case "SQF":
		return hue(2, false)
	case "LQF":
		return hue(2, true)
	case "SEXP":
		return hue(3, false)
	case "LEXP", "EXP", "XFACTOR":
		return hue(3, true)
	case "SRF":
		return hue(4, false)
	case "LRF":
		return hue(4, true)
	case "SAF":
		return hue(5, false)
	case "LAF":
		return hue(5, true)
	case "WFP3":
		return other(Diamond, false)
	case "UNICEF":
		return other(Diamond, true)
	case "F1":
		return other(TriangleUp, false)
	case "F2":
		return other(TriangleUp, true)
	case "F3":
		return other(TriangleDown, false)
	case "F4":
		return other(TriangleDown, true)
	case "LIN":
		return other(Square, false)
	case "QDR":
		return other(Square, true)
	case "CUB":
		return other(Pentagon, false)
	case "QUA":
		return other(Pentagon, true)
	case "MIX":
		return other(Star, false)
	}
	if m, known := strategy(order); known {
		return m
	}
	return other(Cross, false)
}

// shapes are drawn round the origin, of about equal area, in relative
// coordinates for a path that has moved to the centre.
var shapes = [...]string{
	Circle:        "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
	Diamond:       "m0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z",
	Square:        "m-4-4h8v8h-8z",
	TriangleUp:    "m0-5.3l5.2 9h-10.4z",
	TriangleDown:  "m0 5.3l5.2-9h-10.4z",
	TriangleRight: "m5.3 0l-9 5.2v-10.4z",
	Pentagon:      "m0-5.2l4.9 3.6l-1.9 5.8h-6l-1.9-5.8z",
	Star:          "m0-6l1.5 4.1l4.3 .1l-3.4 2.6l1.2 4.1l-3.6-2.4l-3.6 2.4l1.2-4.1l-3.4-2.6l4.3-.1z",
	Plus:          "m-5 0h10m-5-5v10",
	Cross:         "m-3.8-3.8l7.6 7.6m-7.6 0l7.6-7.6",
}

// point draws the mark at x, y, in the current colour of its group.
func (c *canvas) point(m Mark, x, y float64) {
	c.s(`<path d="M`).xy(x, y).s(shapes[m.Shape]).s(`"`)
	switch {
	case m.Shape == Plus || m.Shape == Cross:
		c.s(` stroke="currentColor" stroke-width="2.2"/>`)
	case m.Hollow:
		c.fill(paper).s(` stroke="currentColor" stroke-width="1.8"/>`)
	default:
		c.s(` fill="currentColor"/>`)
	}
}

// pin draws the mark in its own colour.
func (c *canvas) pin(m Mark, x, y float64) {
	c.s(`<g`).tint(m).s(`>`)
	c.point(m, x, y)
	c.s(`</g>`)
}

// dashes is the dash pattern of a hollow mark's lines.
func (c *canvas) dashes(m Mark) *canvas {
	if m.Hollow {
		c.s(` stroke-dasharray="5 3"`)
	}
	return c
}

// tint sets the current colour of an element.
func (c *canvas) tint(m Mark) *canvas {
	return c.s(` color="`).color(&colour{m.Var, m.Fallback}).s(`"`)
}
