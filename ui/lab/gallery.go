package lab

import (
	"encoding/csv"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/plot"
)

// Picture is a chart with the table behind it.
type Picture struct {
	Key, Tab string
	Draw     func(f plot.Frame) string
	Table    func() [][]string // a header and rows
	Told     Told              // how the page writes its fractions
}

// Told says what the fractions of a table are, so that the page writes them as
// the figure's readout does. Columns in seconds say so in their heads.
type Told int

// What fractions are. The files have them as they are.
const (
	Plainly Told = iota // or numbers of several kinds
	Changes
	Shares
)

// Figures shows the pictures of a view, one at a time, each with its numbers
// and its files.
type Figures struct {
	Lab      *Lab
	Name     string           // of its hosts and files
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
	if s := g.size(); s.frame.Paper > 0 {
		printed = caption(p.Draw(s.frame))
	}
	b.Draw(g.toolsHost(), `<p class="figure-tools">`+g.sizeField()+`<button type="button" class="quiet" id="`+g.Name+`-numbers-tool" aria-expanded="`+Bool(g.Numbers)+
		`" data-act="picture" data-arg="numbers">the numbers</button> `+strings.TrimPrefix(FileTools("picture", "This figure"), `<p class="figure-tools">`)+printed)
	numbers := ""
	if g.Numbers {
		numbers = numberTable(p.Tab, p.Table(), p.Told)
	}
	b.Draw(g.NumbersHost(), numbers)
}

func (g *Figures) tabs(at string) string {
	var b strings.Builder
	b.WriteString(`<p class="tabs">`)
	for i, p := range g.Pictures() {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(`<button type="button" class="tab" id="` + g.Name + `-tab-` + p.Key + `" aria-pressed="` + Bool(p.Key == at) +
			`" data-act="tab" data-arg="` + p.Key + `">` + Esc(p.Tab) + `</button>`)
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

// Save hands out the picture as a file.
func (g *Figures) Save(ending string) {
	p, ok := g.Chosen()
	if !ok {
		return
	}
	s := g.size()
	parts := []string{g.Name, p.Key}
	if s.frame.Paper > 0 {
		parts = append(parts, s.key+"-column")
	}
	g.Lab.SavePicture(g.Lab.FileName(ending, parts...), func() string { return p.Draw(s.frame) }, func() string { return CSV(p.Table()) })
}

// SavePicture hands out a picture as an SVG or PNG file, or its table as CSV,
// as the name ends.
func (l *Lab) SavePicture(name string, svg, csv func() string) {
	switch {
	case strings.HasSuffix(name, ".png"):
		l.Browser.DownloadPNG(name, svg())
	case strings.HasSuffix(name, ".svg"):
		l.SaveText(name, svg())
	default:
		l.SaveText(name, csv())
	}
}

// CSV writes rows as text.
func CSV(rows [][]string) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(rows) // a Builder takes every write
	return b.String()
}

// told writes a figure of a table as all others are written, to the digits it
// has, and carries the exact one for programs; words stay.
func (as Told) told(head, text string) (words, exact string) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text, ""
	}
	_, decimals, _ := strings.Cut(text, ".")
	switch {
	case as != Plainly && strings.HasSuffix(head, ", s"):
		words = figure.Duration(v)
	case as == Plainly || head == "jobs" || head == "parameter":
		if words = figure.Grouped(v, len(decimals)); strings.ContainsAny(text, "eE") {
			words = figure.Number(v)
		}
	case as == Changes:
		words = figure.SignedPercent(v, figure.Digits(v))
	default:
		words = figure.Share(v)
	}
	return words, ` data-value="` + Esc(text) + `"`
}

// mostNumbers bounds the rows that the page shows; the CSV has them all.
const mostNumbers = 200

func numberTable(caption string, rows [][]string, as Told) string {
	var b strings.Builder
	b.WriteString(`<table class="plain"><caption>` + Esc(caption))
	if len(rows) > mostNumbers+1 {
		b.WriteString(`: the first rows; the CSV holds all`)
		rows = rows[:mostNumbers+1]
	}
	b.WriteString(`</caption><thead><tr>`)
	for _, h := range rows[0] {
		if as != Plainly { // the cells have their units
			h = strings.TrimSuffix(h, ", s")
		}
		b.WriteString(`<th scope="col" class="num">` + Esc(h) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	heads := rows[0]
	for _, r := range rows[1:] {
		b.WriteString(`<tr>`)
		for i, x := range r {
			if i == 0 {
				b.WriteString(`<th scope="row">` + Esc(x) + `</th>`)
			} else {
				words, exact := as.told(heads[i], x)
				b.WriteString(`<td class="num"` + exact + `>` + Esc(words) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
