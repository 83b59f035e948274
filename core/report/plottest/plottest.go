// Package plottest reads a chart's SVG back, as a browser would lay it out, and
// says what is wrong with it: words that overlap or leave the figure, axes of
// less than three labels, panels that are too narrow.
package plottest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Metrics is how wide words are: a function of words and size in pixels.
type Metrics func(words string, size float64) float64

// bold is how much wider bold words are, as package plot has it.
const bold = 1.15

// Label is a text element and the box that it takes.
type Label struct {
	Words          string
	X0, Y0, X1, Y1 float64
}

func (a Label) meets(b Label) bool {
	return a.X0 < b.X1 && b.X0 < a.X1 && a.Y0 < b.Y1 && b.Y0 < a.Y1
}

// Chart is what was read of a chart.
type Chart struct {
	W, H   float64 // in its own units
	X, Y   float64 // its upper left corner
	Labels []Label
	Axes   [][]string // the labels of each axis
	Panels []float64  // widths of the panels that share scales
}

// box is the drawing's viewBox.
func (c *Chart) box(value string) {
	_, _ = fmt.Sscan(value, &c.X, &c.Y, &c.W, &c.H)
}

// Read decodes an SVG as XML, which has to be well-formed, with ids of their own
// and numbers in its places.
func Read(t testing.TB, svg string, width Metrics) Chart {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	r := reader{t: t, width: width, stack: []state{{12.5, 1, "", false}}, ids: map[string]bool{}}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return r.chart
		}
		if err != nil {
			require.NoError(t, err, svg)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			r.begin(e)
		case xml.CharData:
			if r.text != nil {
				r.text.Words += string(e)
			}
		case xml.EndElement:
			r.end(e)
		}
	}
}

// reader is how far a drawing was read.
type reader struct {
	t      testing.TB
	width  Metrics
	chart  Chart
	stack  []state
	text   *Label // in which it is
	turned bool   // it stands upwards
	ids    map[string]bool
}

// state is what an element hands on to those within it.
type state struct {
	size, weight float64
	anchor       string
	axis         bool
}

func (r *reader) number(text string) float64 {
	if text == "" {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		require.NoError(r.t, err)
	}
	return v
}

// begin reads the attributes of an element.
func (r *reader) begin(e xml.StartElement) {
	now := r.stack[len(r.stack)-1]
	attr := map[string]string{}
	for _, a := range e.Attr {
		attr[a.Name.Local] = a.Value
	}
	for name, value := range attr {
		r.attribute(&now, name, value)
	}
	for _, class := range strings.Fields(attr["class"]) {
		if now.axis = now.axis || class == "plot-x" || class == "plot-y"; class == "plot-x" || class == "plot-y" {
			r.chart.Axes = append(r.chart.Axes, nil)
		}
	}
	if box := strings.Fields(attr["data-box"]); len(box) == 4 {
		left, _ := strconv.ParseFloat(box[0], 64)
		right, _ := strconv.ParseFloat(box[3], 64)
		r.chart.Panels = append(r.chart.Panels, right-left)
	}
	r.stack = append(r.stack, now)
	switch e.Name.Local {
	case "svg":
		r.chart.box(attr["viewBox"])
	case "text":
		r.text = &Label{X0: r.number(attr["x"]), Y0: r.number(attr["y"])}
		if r.turned = attr["transform"] != ""; r.turned {
			_, err := fmt.Sscanf(attr["transform"], "translate(%g %g) rotate(-90)", &r.text.X0, &r.text.Y0)
			require.NoError(r.t, err, attr["transform"])
		}
	}
}

// attribute takes from one what words look like, and says what is wrong with it.
func (r *reader) attribute(now *state, name, value string) {
	switch name {
	case "font-size":
		now.size = r.number(value)
	case "font-weight":
		if now.weight = 1; value >= "600" {
			now.weight = bold
		}
	case "id":
		assert.False(r.t, r.ids[value], "id %s twice", value)
		r.ids[value] = true
	case "text-anchor":
		now.anchor = value
	case "d", "points", "x", "y", "width", "height", "style", "fill-opacity":
		for _, no := range [3]string{"NaN", "Inf", "e+"} {
			if strings.Contains(value, no) {
				r.t.Errorf("%s in %s", no, value)
			}
		}
	}
}

// end keeps a text that is over, with its box.
func (r *reader) end(e xml.EndElement) {
	now := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if e.Name.Local != "text" {
		return
	}
	text := r.text
	r.text = nil
	long, size := r.width(text.Words, now.size*now.weight), now.size
	shift := map[string]float64{"middle": long / 2, "end": long}[now.anchor]
	if r.turned {
		text.Y0 += shift
		text.Y0, text.Y1 = text.Y0-long, text.Y0
		text.X0, text.X1 = text.X0-size*0.74, text.X0+size*0.2
	} else {
		text.X0 -= shift
		text.X1 = text.X0 + long
		text.Y0, text.Y1 = text.Y0-size*0.74, text.Y0+size*0.2
	}
	if strings.TrimSpace(text.Words) == "" {
		return
	}
	c := &r.chart
	if now.axis {
		c.Axes[len(c.Axes)-1] = append(c.Axes[len(c.Axes)-1], text.Words)
	}
	c.Labels = append(c.Labels, *text)
}

// Neat says which words of a chart overlap, or leave it.
func Neat(t testing.TB, what, svg string, width Metrics) Chart {
	t.Helper()
	c := Read(t, svg, width)
	for i, a := range c.Labels {
		if a.X0 < c.X-0.6 || a.X1 > c.X+c.W+0.6 || a.Y0 < c.Y-0.6 || a.Y1 > c.Y+c.H+0.6 {
			t.Errorf("%s: %q leaves the chart: %.0f to %.0f of %.0f, %.0f to %.0f of %.0f", what, a.Words, a.X0, a.X1, c.X+c.W, a.Y0,
				a.Y1, c.Y+c.H)
		}
		for _, b := range c.Labels[:i] {
			if a.meets(b) {
				t.Errorf("%s: %q overlaps %q", what, a.Words, b.Words)
			}
		}
	}
	return c
}

// Widest is how wide a small panel is at least, where its figure is.
const Widest = 240

// Legible is what a figure of the page or of a paper is held to: neat words, none
// of them cut short, three labels an axis, panels that can be read.
func Legible(t testing.TB, what, svg string, width Metrics) {
	t.Helper()
	c := Neat(t, what, svg, width)
	for _, a := range c.Axes {
		if len(a) < 3 {
			t.Errorf("%s: an axis of %d labels: %q", what, len(a), a)
		}
	}
	for _, w := range c.Panels {
		if w < Widest && c.W > Widest+100 {
			t.Errorf("%s: a panel of %.0f pixels in a figure of %.0f", what, w, c.W)
		}
	}
	for _, l := range c.Labels {
		if strings.HasSuffix(l.Words, "…") {
			t.Errorf("%s: %q is cut", what, l.Words)
		}
	}
}
