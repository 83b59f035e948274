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
func Read(t testing.TB, svg string, width Metrics) (c Chart) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	type state struct {
		size, weight float64
		anchor       string
		axis         bool
	}
	stack := []state{{12.5, 1, "", false}}
	var text *Label
	turned := false
	ids := map[string]bool{}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return c
		}
		if err != nil {
			require.NoError(t, err, svg)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			now := stack[len(stack)-1]
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			num := func(name string) float64 {
				if attr[name] == "" {
					return 0
				}
				v, err := strconv.ParseFloat(attr[name], 64)
				if err != nil {
					require.NoError(t, err)
				}
				return v
			}
			for name, value := range attr {
				switch name {
				case "font-size":
					now.size = num(name)
				case "font-weight":
					if now.weight = 1; value >= "600" {
						now.weight = bold
					}
				case "id":
					assert.False(t, ids[value], "id %s twice", value)
					ids[value] = true
				case "text-anchor":
					now.anchor = value
				case "d", "points", "x", "y", "width", "height", "style", "fill-opacity":
					for _, no := range [3]string{"NaN", "Inf", "e+"} {
						if strings.Contains(value, no) {
							t.Errorf("%s in %s", no, value)
						}
					}
				}
			}
			for _, class := range strings.Fields(attr["class"]) {
				if now.axis = now.axis || class == "plot-x" || class == "plot-y"; class == "plot-x" || class == "plot-y" {
					c.Axes = append(c.Axes, nil)
				}
			}
			if box := strings.Fields(attr["data-box"]); len(box) == 4 {
				left, _ := strconv.ParseFloat(box[0], 64)
				right, _ := strconv.ParseFloat(box[3], 64)
				c.Panels = append(c.Panels, right-left)
			}
			stack = append(stack, now)
			switch e.Name.Local {
			case "svg":
				c.box(attr["viewBox"])
			case "text":
				text = &Label{X0: num("x"), Y0: num("y")}
				if turned = attr["transform"] != ""; turned {
					_, err := fmt.Sscanf(attr["transform"], "translate(%g %g) rotate(-90)", &text.X0, &text.Y0)
					require.NoError(t, err, attr["transform"])
				}
			}
		case xml.CharData:
			if text != nil {
				text.Words += string(e)
			}
		case xml.EndElement:
			now := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if e.Name.Local != "text" {
				continue
			}
			long, size := width(text.Words, now.size*now.weight), now.size
			shift := map[string]float64{"middle": long / 2, "end": long}[now.anchor]
			if turned {
				text.Y0 += shift
				text.Y0, text.Y1 = text.Y0-long, text.Y0
				text.X0, text.X1 = text.X0-size*0.74, text.X0+size*0.2
			} else {
				text.X0 -= shift
				text.X1 = text.X0 + long
				text.Y0, text.Y1 = text.Y0-size*0.74, text.Y0+size*0.2
			}
			if now.axis && strings.TrimSpace(text.Words) != "" {
				c.Axes[len(c.Axes)-1] = append(c.Axes[len(c.Axes)-1], text.Words)
			}
			if strings.TrimSpace(text.Words) != "" {
				c.Labels = append(c.Labels, *text)
			}
			text = nil
		}
	}
}

// Neat says which words of a chart overlap, or leave it.
func Neat(t testing.TB, what, svg string, width Metrics) Chart {
	t.Helper()
	c := Read(t, svg, width)
	for i, a := range c.Labels {
		if a.X0 < c.X-0.6 || a.X1 > c.X+c.W+0.6 || a.Y0 < c.Y-0.6 || a.Y1 > c.Y+c.H+0.6 {
			t.Errorf("%s: %q leaves the chart: %.0f to %.0f of %.0f, %.0f to %.0f of %.0f", what, a.Words, a.X0, a.X1, c.X+c.W, a.Y0, a.Y1, c.Y+c.H)
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
