package lab

import (
	"strings"

	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
)

// Picture is a chart with the table behind it.
type Picture struct {
	Key, Tab string
	Draw     func(f plot.Frame) string
	Table    func() *Numbers
}

// Figures shows the pictures of a view, one at a time, each with its numbers
// and its files.
type Figures struct {
	Lab      *Lab
	Name     string           // of its hosts and files
	Look     string           // the host of how the picture in sight looks at things
	Pictures func() []Picture // nil while there is nothing to show
	Key      string           // of the one chosen
	Numbers  bool             // are shown
	Size     string           // of its files
}

// Gallery is the component that shows them.
type Gallery struct{ Of *Figures }

// FigureHost and NumbersHost are where the chosen picture and its table stand.
func (g *Figures) FigureHost() string  { return g.Name + "-figure" }
func (g *Figures) NumbersHost() string { return g.Name + "-numbers" }
func (g *Figures) tabsHost() string    { return g.Name + "-tabs" }
func (g *Figures) toolsHost() string   { return g.Name + "-tools" }

func (g *Figures) tabID(key string) string { return g.Name + "-tab-" + key }

// PanelID is what holds the picture in sight, TabID the tab that chose it.
func (g *Figures) PanelID() string { return g.Name + "-picture" }
func (g *Figures) TabID() string {
	p, _ := g.Chosen()
	return g.tabID(p.Key)
}

// Chosen is the picture in sight: the one chosen, else the first.
func (g *Figures) Chosen() (p Picture, ok bool) {
	list := g.Pictures()
	for _, p := range list {
		if p.Key == g.Key {
			return p, true
		}
	}
	if len(list) == 0 {
		return Picture{}, false
	}
	return list[0], true
}

// Draw shows the chosen picture.
func (g *Figures) Draw() {
	b := g.Lab.Browser
	p, ok := g.Chosen()
	if !ok {
		for _, host := range []string{g.FigureHost(), g.NumbersHost(), g.tabsHost(), g.toolsHost()} {
			b.Draw(host, "")
		}
		return
	}
	b.Draw(g.tabsHost(), g.tabs(p.Key))
	b.Draw(g.FigureHost(), p.Draw(plot.Frame{Width: b.Width()}))
	printed := ""
	if s := sizeOf(g.Size); s.frame.Paper > 0 {
		printed = caption(p.Draw(s.frame))
	}
	b.Draw(g.toolsHost(), `<p class="figure-tools">`+sizeField(g.Name+"-size", "figure-size", g.Size)+`<button type="button" class="quiet" id="`+g.Name+
		`-numbers-tool" aria-expanded="`+Bool(g.Numbers)+
		`" data-act="picture" data-arg="numbers">the numbers</button> `+fileTools("picture", "This figure")+
		`</p>`+printed)
	numbers := ""
	if g.Numbers {
		numbers = p.Table().HTML(p.Tab)
	}
	b.Draw(g.NumbersHost(), numbers)
}

func (g *Figures) tabs(at string) string {
	var b strings.Builder
	b.WriteString(`<p class="tabs" role="tablist" aria-label="Pictures of the evidence">`)
	for i, p := range g.Pictures() {
		if i > 0 {
			b.WriteString(" ")
		}
		stop := "-1" // arrows go on from the one chosen
		if p.Key == at {
			stop = "0"
		}
		b.WriteString(`<button type="button" class="tab" role="tab" id="` + g.tabID(p.Key) + `" aria-selected="` + Bool(p.Key == at) +
			`" aria-controls="` + g.PanelID() + `" tabindex="` + stop + `" data-act="tab" data-arg="` + p.Key + `">` +
			Esc(p.Tab) + `</button>`)
	}
	b.WriteString(`</p>`)
	return b.String()
}

// Act does what a control of the gallery asks for; false: it is none of its.
func (g *Figures) Act(what, arg string) bool {
	switch {
	case what == "tab":
		g.Choose(arg)
	case what == "figure-size":
		g.Size = arg
		g.Draw()
	case what == "picture" && arg == "numbers":
		g.Numbers = !g.Numbers
		g.Draw()
	case what == "picture":
		g.Save(arg)
	default:
		return false
	}
	return true
}

// Choose shows another picture.
func (g *Figures) Choose(key string) {
	g.Key = key
	g.Draw()
}

// Standalone is the size of pictures in files.
var Standalone = plot.Frame{Width: 900, Standalone: true}

// Forest draws a chart in the size of a frame.
func Forest(c plot.Forest, f plot.Frame) string {
	f.Title, f.Subtitle = c.Title, c.Subtitle
	c.Frame = f
	return c.SVG()
}

// citeEnding is how the name of what is no file ends.
const citeEnding = ".cite"

// Save hands out the picture as a file, or cites it.
func (g *Figures) Save(ending string) {
	p, ok := g.Chosen()
	if !ok || !strings.Contains(p.Draw(Standalone), "<svg") { // it is being worked out
		return
	}
	s := sizeOf(g.Size)
	parts := []string{g.Name, p.Key}
	if s.frame.Paper > 0 {
		parts = append(parts, s.key+"-column")
	}
	if "."+ending == citeEnding {
		s = sizes[1] // print says in words what the picture shows
	}
	g.Lab.SavePicture(g.Lab.FileName(ending, parts...), func() string { return p.Draw(s.frame) }, func() string { return p.Table().CSV() })
}

// SavePicture hands out a picture as an SVG or PNG file, or its table as CSV, or cites
// it, as the name ends.
func (l *Lab) SavePicture(name string, svg, csv func() string) { l.SaveOwn(name, nil, svg, csv) }

// SaveOwn does so with a picture that is cited with a paper of its own.
func (l *Lab) SaveOwn(name string, own *paper.Paper, svg, csv func() string) {
	switch {
	case strings.HasSuffix(name, citeEnding):
		l.citePicture(svg(), own)
	case strings.HasSuffix(name, ".png"):
		l.Browser.DownloadPNG(name, svg())
	case strings.HasSuffix(name, ".svg"):
		l.SaveText(name, svg())
	default:
		l.SaveText(name, csv())
	}
}
