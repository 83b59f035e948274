package ui

import (
	"encoding/csv"
	"strings"

	"shadowtime/core/plot"
)

// picture is a chart with the table behind it.
type picture struct {
	key, tab string
	draw     func(f plot.Frame) string
	table    func() [][]string // a header and rows
}

// gallery shows the pictures of a view, one at a time, each with its numbers
// and its files.
type gallery struct {
	app      *App
	name     string           // of its hosts and files
	pictures func() []picture // nil while there is nothing to show
	key      string           // of the one chosen
	numbers  bool
}

func (g *gallery) host() string        { return g.name + "-figure" }
func (g *gallery) numbersHost() string { return g.name + "-numbers" }

// chosen is the picture in sight: the one chosen, else the first.
func (g *gallery) chosen() (p picture, ok bool) {
	list := g.pictures()
	for _, p := range list {
		if p.key == g.key {
			return p, true
		}
	}
	if len(list) == 0 {
		return picture{}, false
	}
	return list[0], true
}

// draw shows the chosen picture.
func (g *gallery) draw() {
	p, ok := g.chosen()
	if !ok {
		g.app.Browser.Draw(g.host(), "")
		g.app.Browser.Draw(g.numbersHost(), "")
		return
	}
	g.app.Browser.Draw(g.host(), p.draw(plot.Frame{Width: g.app.Browser.Width()}))
	numbers := ""
	if g.numbers {
		numbers = numberTable(p.tab, p.table())
	}
	g.app.Browser.Draw(g.numbersHost(), numbers)
}

func (g *gallery) file(ending string) string {
	p, _ := g.chosen()
	return "shadowtime-" + g.app.Summary.Name + "-" + g.name + "-" + p.key + "." + ending
}

// Gallery is the component that shows one.
type Gallery struct {
	Of *gallery
}

// Tabs are the pictures to choose from.
func (c *Gallery) Tabs() []Tab {
	var tabs []Tab
	at, _ := c.Of.chosen()
	for _, p := range c.Of.pictures() {
		tabs = append(tabs, Tab{p.key, p.tab, p.key == at.key})
	}
	return tabs
}

// Choose shows another picture.
func (c *Gallery) Choose(key string) {
	c.Of.key = key
	c.Of.draw()
}

func (c *Gallery) ToggleNumbers() {
	c.Of.numbers = !c.Of.numbers
	c.Of.draw()
}

// standalone is the size of pictures in files.
var standalone = plot.Frame{Width: 900, Standalone: true}

// SaveSVG, SavePNG and SaveCSV hand out the picture as a file.
func (c *Gallery) SaveSVG() {
	if p, ok := c.Of.chosen(); ok {
		c.Of.app.Browser.Download(c.Of.file("svg"), "image/svg+xml", []byte(p.draw(standalone)))
	}
}

func (c *Gallery) SavePNG() {
	if p, ok := c.Of.chosen(); ok {
		c.Of.app.Browser.DownloadPNG(c.Of.file("png"), p.draw(standalone))
	}
}

func (c *Gallery) SaveCSV() {
	if p, ok := c.Of.chosen(); ok {
		c.Of.app.Browser.Download(c.Of.file("csv"), "text/csv", []byte(csvText(p.table())))
	}
}

func csvText(rows [][]string) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(rows) // a Builder takes every write
	return b.String()
}
